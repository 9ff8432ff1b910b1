"""Teaches the judge of spaces from boards that this script prints: `python -m vision.train.train_boards --out FILE`.

Each board has a map, a print, pieces and a light of its own. As at home, the pieces' colours come from one photo and
the other is judged; a share of the photos is judged with colours known by name only.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.boards.board import Board, make_board
from vision.boards.claims import route_owners
from vision.boards.colours import learned_colours, named_colours
from vision.boards.evidence import features
from vision.boards.judge import Judge, Lesson, first_judge, save_judge, taught
from vision.boards.locate import BoardNotFound, find_board
from vision.boards.slots import Cuts, cut_spaces, view_from_above
from vision.render.board_print import Told, new_york, print_board, random_board_style
from vision.render.board_scene import BoardScene, blank_photo, random_board_scene, shoot_board
from vision.render.random_map import random_map
from vision.render.style import Rng

STIFFNESS = 2.0
# Every fourth board is read with the colours' names alone, as before anything is taught.
UNTAUGHT = 4
Shot = tuple[Cuts, NDArray[np.intp]]


def board_lessons(seed: int) -> list[Lesson]:
    """Features and owners of the spaces of one board, in two photos."""
    rng = np.random.default_rng(seed)
    told = new_york() if rng.random() < 0.3 else random_map(rng)
    printed = print_board(told, random_board_style(rng))
    board = make_board(clicked(told, rng), blank_photo(printed, rng))
    scenes = [random_board_scene(told, printed, rng, _any_size(rng)) for _ in range(2)]
    shots = [shot for scene in scenes if (shot := _shot(board, scene, rng)) is not None]
    named = named_colours(board.pieces)
    lessons = []
    for number, (cuts, owners) in enumerate(shots):
        others = [shot for k, shot in enumerate(shots) if k != number]
        colours = learned_colours(named, others) if others and seed % UNTAUGHT else named
        lessons.append((features(cuts, colours), owners))
    return lessons


def _any_size(rng: Rng) -> tuple[int, int]:
    """A photo's size: small ones are drawn sooner, and the reader reduces large ones anyway."""
    width = int(rng.integers(1000, 1700))
    return width, width * 3 // 4


def clicked(told: Told, rng: Rng) -> Told:
    """The board as people mark its spaces: all a little too large, and each a little off."""
    size, routes = rng.uniform(1.0, 1.5), []
    for route in told["route"]:
        spaces = np.array(route["spaces"], np.float64)
        across = spaces[:, 3:] - spaces[:, :1]
        shift = across * rng.normal(0, 0.12, (len(spaces), 1, 1))
        wider = across * (size - 1) / 2 * np.array([-1, -1, 1, 1])[:, None]
        routes.append({**route, "spaces": (spaces + shift + wider).tolist()})
    return {**told, "route": routes}


def _shot(board: Board, scene: BoardScene, rng: Rng) -> Shot | None:
    """A photo's cuts and their owners; None if the board is not found in it."""
    photo, labels = shoot_board(scene, int(rng.integers(2**31)))
    try:
        view = view_from_above(photo, find_board(photo, board))
    except BoardNotFound:
        return None
    return cut_spaces(view, board), route_owners(board, labels["claims"])[board.route_of_space]


def learn(seeds: range, workers: int) -> tuple[Judge, list[Lesson]]:
    """The judge of all these boards, and their lessons."""
    with ProcessPoolExecutor(workers) as pool:
        lessons = [lesson for found in pool.map(board_lessons, seeds) for lesson in found]
    start = first_judge(np.concatenate([given.reshape(-1, 1, given.shape[2]) for given, _ in lessons]))
    return taught(start, lessons, STIFFNESS), lessons


def main() -> None:
    parser = argparse.ArgumentParser(prog="vision.train.train_boards", description="Teaches the judge of spaces.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    judge, lessons = learn(range(args.boards), args.workers)
    save_judge(args.out, judge)
    right = np.mean([(judge.judged(given).argmax(axis=1) == owners).mean() for given, owners in lessons])
    print(f"{len(lessons)} photos, {right:.4f} of their spaces right.")


if __name__ == "__main__":
    main()
