"""Fits the curves that make the mine reader's confidence honest, on random styles that were not trained on.

Some of them are of the harder kinds of `rich_mine_style`: what is said surely must hold for boxes of other hands too.

Run: python -m vision.train.calibrate_mine [--styles 26] [--rich 10] [--photos 2]
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.boards.board import open_board
from vision.boards.locate import BoardNotFound
from vision.mine.evaluate import TEACHERS, shots_of, styles
from vision.mine.find import find_mine
from vision.mine.honest import CURVES_FILE, SURE, log_odds
from vision.mine.labels import Laid, Square, read_laid
from vision.mine.pack import Lore, open_pack, usual_lore
from vision.mine.read import Reading, read_field
from vision.mine.see import kind_of
from vision.mine.teach import teach
from vision.mine.view import grid_of, view_of
from vision.render.mine_print import make_pack, mine_board
from vision.render.mine_rich import rich_mine_style
from vision.render.mine_style import MineStyle
from vision.render.style import Rng

DATA = Path(__file__).resolve().parents[1] / "data" / CURVES_FILE
FIRST, FIRST_RICH = 40_000, 40_500
KNOTS = 7
# So many right and wrong readings are added to every part of the curve: few readings prove little.
DOUBT = 1.0
# Readings are sure from the log odds on from which so few were wrong, one mistake more being counted than was made.
SURE_WRONG = 0.005
Floats = NDArray[np.float64]
Marks = dict[str, list[tuple[float, bool]]]


def marks_of(reading: Reading, laid: Laid, taught: bool, marks: Marks) -> None:
    """Notes for everything that was read how likely it seemed and whether it was right."""
    name = "taught" if taught else "untaught"
    for at, (square, chance) in reading.squares.items():
        right = square == laid.squares.get(at, Square())
        marks.setdefault(f"{kind_of(square)} {name}", []).append((log_odds(chance), right))
    for cart, chance in reading.carts:
        marks.setdefault(f"carts {name}", []).append((log_odds(chance), laid.carts.get(cart.at) == cart))


def read_style(style: MineStyle, rng: Rng, photos: int, marks: Marks) -> None:
    told = mine_board()
    with tempfile.TemporaryDirectory() as place:
        pack = Path(place)
        printed = make_pack(pack, told, style, rng)
        shots = shots_of(told, printed, style, rng, photos)
        teach(pack, [(shot.photo_bgr, shot.labels) for shot in shots[:TEACHERS]])
        board = open_board(pack)
        lores: tuple[Lore, ...] = (open_pack(pack).lore, usual_lore())
        for shot in shots[TEACHERS:]:
            try:
                view = view_of(shot.photo_bgr, find_mine(shot.photo_bgr, board), board)
            except BoardNotFound:
                continue
            for lore in lores:
                marks_of(read_field(view, lore), read_laid(shot.labels, grid_of(board)), lore.taught, marks)


def curve(marks: list[tuple[float, bool]], empty: bool = False) -> dict[str, Any]:
    """The share of right readings at some log odds, rising; of empty squares also below which they are doubtful."""
    order = sorted(marks)
    parts = np.array_split(np.arange(len(order)), KNOTS)
    odds = [float(np.mean([order[k][0] for k in part])) for part in parts]
    right = [(sum(order[k][1] for k in part) + DOUBT / 2) / (len(part) + DOUBT) for part in parts]
    told = {"log_odds": np.round(odds, 3).tolist(), "right": np.round(np.maximum.accumulate(right), 4).tolist()}
    doubt = {"doubt_below": doubt_below(order)} if empty else {}
    return {**told, "sure_from": sure_from(order), **doubt}


def doubt_below(order: list[tuple[float, bool]]) -> float | None:
    """The highest log odds below which too many readings were wrong to be sure, or None; the readings are in order."""
    right = np.cumsum([right for _, right in order])
    share = (right + DOUBT / 2) / (np.arange(1, len(order) + 1) + DOUBT)
    many = np.nonzero(share < SURE)[0]
    return None if not len(many) else round(order[int(many[-1])][0] + 0.0005, 3)


def sure_from(order: list[tuple[float, bool]]) -> float | None:
    """The lowest log odds from which on hardly any reading was wrong, or None; the readings are in order."""
    wrong = np.cumsum([not right for _, right in reversed(order)])
    few = np.nonzero(wrong + 1 <= SURE_WRONG * np.arange(1, len(order) + 1))[0]
    return None if not len(few) else round(order[len(order) - 1 - int(few[-1])][0] + 0.0005, 3)


def all_styles(plain: int, rich: int) -> Iterator[tuple[str, MineStyle, Rng]]:
    """So many random styles, and then so many of harder kinds."""
    yield from styles(False, plain, FIRST)
    for seed in range(FIRST_RICH, FIRST_RICH + rich):
        rng = np.random.default_rng(seed)
        yield f"rich {seed}", rich_mine_style(rng), rng


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="vision.train.calibrate_mine")
    parser.add_argument("--styles", type=int, default=26)
    parser.add_argument("--rich", type=int, default=10)
    parser.add_argument("--photos", type=int, default=2)
    args = parser.parse_args(argv)
    marks: Marks = {}
    for name, style, rng in all_styles(args.styles, args.rich):
        read_style(style, rng, args.photos, marks)
        curves = {part: curve(notes, part.startswith("empty")) for part, notes in marks.items()}
        DATA.write_text(json.dumps(curves, indent=1) + "\n", encoding="utf-8")
        print(name, {part: _counted(notes) for part, notes in marks.items()}, flush=True)


def _counted(notes: list[tuple[float, bool]]) -> str:
    return f"{sum(right for _, right in notes)} of {len(notes)}"


if __name__ == "__main__":
    main()
