"""Measures the reading of mine boards in styles never trained on: `python -m vision.mine.evaluate [--csv FILE]`.

Each style's pack is taught by two photos with all tags, as a player would, and then reads others: any light, tilt up
to 25 degrees, all tags, some, or none; of a board that is not found every square and cart is wrong. The CSV has one
line a photo and one for the sum, and is committed.

Boards are strewn at random, which is harder than any game; with `--played` those that are read lie as in games that
good players play to the rules. With `--photographs DIR` it reads photographs by others instead: each folder in it has
a `pack`, `teach*.jpg` and `asked*.jpg` with their labels beside them as `.json`.
"""

from __future__ import annotations

import argparse
import csv
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import ClearNo
from vision.counts import Counts
from vision.mine.see import see
from vision.mine.teach import teach
from vision.photo import decode_photo, read_photo
from vision.render.mine_games import played_cells
from vision.render.mine_print import make_pack, mine_board
from vision.render.mine_scene import MineScene, Shot, random_mine_scene, shoot_mine
from vision.render.mine_style import NAMED, MineStyle, random_mine_style
from vision.render.style import Rng

SURE = 0.95
# The nets are trained on seeds below 40000 and from 100000 on; those up to 49999 are for the curves of the chances.
FIRST_STYLE = 50_000
SIZE_PX = (2304, 1296)
CARTS, TEACHERS = 8, 2


@dataclass
class MineMistakes(Counts):
    """Counts of one reading."""

    style: str
    photo: str
    squares: int = 0
    squares_right: int = 0
    track_wrong: int = 0
    jewels_wrong: int = 0
    abyss_wrong: int = 0
    carts: int = 0
    carts_right: int = 0
    carts_missed: int = 0
    carts_invented: int = 0
    facing_wrong: int = 0
    speed_wrong: int = 0
    clan_wrong: int = 0
    sure: int = 0
    sure_but_wrong: int = 0
    see_ms: int = 0
    decode_ms: int = 0


def read_style(name: str, style: MineStyle, rng: Rng, photos: int, played: bool = False) -> Iterator[MineMistakes]:
    """Teaches a style by two photos and reads others."""
    told = mine_board(int(rng.choice([9, 10, 10, 11])), margin=float(rng.uniform(50, 75)))
    with tempfile.TemporaryDirectory() as place:
        pack = Path(place)
        printed = make_pack(pack, told, style, rng)
        shots = shots_of(told, printed, style, rng, photos, played)
        teach(pack, [(shot.photo_bgr, shot.labels) for shot in shots[:TEACHERS]])
        for number, shot in enumerate(shots[TEACHERS:]):
            data = cv2.imencode(".jpg", shot.photo_bgr, [cv2.IMWRITE_JPEG_QUALITY, 93])[1].tobytes()
            yield _timed(name, str(number), data, shot.labels, pack)


def read_photographs(folder: Path) -> Iterator[MineMistakes]:
    """Teaches a copy of a folder's pack by its photographs for that and reads those that are asked."""
    with tempfile.TemporaryDirectory() as place:
        pack = Path(shutil.copytree(folder / "pack", Path(place) / "pack"))
        teach(pack, [_photograph(path) for path in sorted(folder.glob("teach*.jpg"))])
        for path in sorted(folder.glob("asked*.jpg")):
            yield _timed(folder.name, path.stem, path.read_bytes(), _photograph(path)[1], pack)


def _photograph(path: Path) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    return read_photo(path), dict(json.loads(path.with_suffix(".json").read_text(encoding="utf-8")))


def shots_of(
    told: dict[str, Any], printed: Any, style: MineStyle, rng: Rng, photos: int, played: bool = False
) -> list[Shot]:
    """Two photos to teach by, with all tags and all sorts of things on the board, and others."""
    scenes = [random_mine_scene(told, printed, style, rng, CARTS, size_px=SIZE_PX) for _ in range(TEACHERS + photos)]
    lessons, asked = scenes[:TEACHERS], scenes[TEACHERS:]
    lessons = [replace(scene, tags=(True,) * 4) for scene in lessons]
    asked = [_played(scene, rng) for scene in asked] if played else asked
    return [shoot_mine(scene, int(rng.integers(2**31))) for scene in (*lessons, *asked)]


def _played(scene: MineScene, rng: Rng) -> MineScene:
    """The same photo of a board as it lies in a game."""
    cells, carts = played_cells(str(scene.told["grid"]["columns"]), rng)
    return replace(scene, cells=tuple(cells), carts=tuple(carts))


def _timed(name: str, number: str, data: bytes, labels: dict[str, Any], pack: Path) -> MineMistakes:
    start = time.process_time()
    picture = decode_photo(data, name)
    decoded = time.process_time()
    try:
        answer = see(picture, pack)[0]
    except ClearNo:
        answer = {"cells": [], "carts": [], "doubtful": labels["cells"]}  # a clear no is not sure of anything
    spent = time.process_time() - decoded
    mistakes = compare(labels, answer)
    mistakes.style, mistakes.photo = name, number
    mistakes.see_ms, mistakes.decode_ms = round(1000 * spent), round(1000 * (decoded - start))
    return mistakes


def compare(labels: dict[str, Any], answer: dict[str, Any]) -> MineMistakes:
    """Counts what is wrong, square by square and cart by cart; squares that are empty in both are left out."""
    wanted, seen = ({tuple(cell["at"]): cell for cell in part["cells"]} for part in (labels, answer))
    doubted = {tuple(doubt["at"]) for doubt in answer.get("doubtful", ())}
    found = MineMistakes("", "")
    for at in wanted.keys() | seen.keys():
        told, read = (_parts(part.get(at)) for part in (wanted, seen))
        wrong = [one != other for one, other in zip(told, read, strict=True)]
        sure = seen[at]["confidence"] >= SURE if at in seen else at not in doubted
        found.squares += 1
        found.squares_right += not any(wrong)
        found.track_wrong, found.jewels_wrong = found.track_wrong + wrong[0], found.jewels_wrong + wrong[1]
        found.abyss_wrong += wrong[2]
        found.sure, found.sure_but_wrong = found.sure + sure, found.sure_but_wrong + (sure and any(wrong))
    _compare_carts(labels["carts"], answer["carts"], found)
    return found


def _parts(cell: dict[str, Any] | None) -> tuple[Any, ...]:
    if cell is None:
        return None, [], None
    return cell["track"], sorted(cell["jewels"]), cell["abyss"]


def _compare_carts(labels: list[dict[str, Any]], answer: list[dict[str, Any]], found: MineMistakes) -> None:
    wanted, seen = ({tuple(cart["at"]): cart for cart in part} for part in (labels, answer))
    found.carts += len(wanted)
    found.carts_missed += len(wanted.keys() - seen.keys())
    found.carts_invented += len(seen.keys() - wanted.keys())
    for at, cart in seen.items():
        told = wanted.get(at)
        wrong = {part: told is None or told[part] != cart[part] for part in ("facing", "speed", "clan")}
        if told is not None:
            for part, off in wrong.items():
                setattr(found, f"{part}_wrong", getattr(found, f"{part}_wrong") + off)
        sure = cart["confidence"] >= SURE
        found.carts_right += not any(wrong.values())
        found.sure, found.sure_but_wrong = found.sure + sure, found.sure_but_wrong + (sure and any(wrong.values()))


def styles(named: bool, count: int, first: int = FIRST_STYLE) -> Iterator[tuple[str, MineStyle, Rng]]:
    """The hand-made styles, then random ones."""
    for number, (name, style) in enumerate(NAMED.items() if named else ()):
        yield name, style, np.random.default_rng(first + 900 + number)
    for number in range(count):
        rng = np.random.default_rng(first + number)
        yield f"random {first + number}", random_mine_style(rng), rng


def _readings(args: argparse.Namespace) -> Iterator[Iterator[MineMistakes]]:
    """What is read, style by style."""
    if args.photographs is not None:
        yield from map(read_photographs, sorted(path.parent for path in args.photographs.glob("*/pack")))
        return
    for name, style, rng in styles(True, args.styles):
        yield read_style(name, style, rng, args.photos, args.played)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="vision.mine.evaluate", description="Measures the reading of mine boards.")
    parser.add_argument("--styles", type=int, default=12, help="so many random styles beside the hand-made ones")
    parser.add_argument("--photos", type=int, default=2, help="so many photos of each style")
    parser.add_argument("--csv", type=Path, default=Path("off-the-rails.csv"))
    parser.add_argument("--played", action="store_true", help="boards as they lie in games, not strewn at random")
    parser.add_argument(
        "--photographs", type=Path, metavar="DIR", help="reads the photographs in DIR's folders instead"
    )
    args = parser.parse_args(argv)
    rows: list[MineMistakes] = []
    for some in _readings(args):
        rows += some
        print(rows[-1], flush=True)
    total = MineMistakes("all", "")
    for row in rows:
        total += row
    with args.csv.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, [column.name for column in fields(MineMistakes)], lineterminator="\n")
        table.writeheader()
        table.writerows(asdict(row) for row in (*rows, total))
    print(f"{total.squares_right} of {total.squares} squares, {total.carts_right} of {total.carts} carts right; "
          f"{total.sure_but_wrong} of {total.sure} sure ones wrong.")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
