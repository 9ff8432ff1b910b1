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

from vision.boards.board import make_board
from vision.boards.claims import route_owners
from vision.boards.colours import learned_colours, named_colours
from vision.boards.evidence import features
from vision.boards.judge import Judge, first_judge, save_judge, taught
from vision.boards.locate import BoardNotFound, find_board
from vision.boards.slots import Cuts, cut_spaces, view_from_above
from vision.render.board_print import new_york, print_board, random_board_style
from vision.render.board_scene import blank_photo, random_board_scene, shoot_board
from vision.render.random_map import random_map

STIFFNESS = 2.0
Example = tuple[NDArray[np.float64], NDArray[np.intp]]


def board_examples(seed: int) -> list[Example]:
    """Features and owners of the spaces of one board, in two photos."""
    rng = np.random.default_rng(seed)
    told = new_york() if rng.random() < 0.3 else random_map(rng)
    printed = print_board(told, random_board_style(rng))
    board = make_board(told, blank_photo(printed, rng))
    shots: list[tuple[Cuts, NDArray[np.intp]]] = []
    for number in range(2):
        photo, labels = shoot_board(random_board_scene(told, printed, rng), seed * 2 + number)
        try:
            view = view_from_above(photo, find_board(photo, board))
            owners = route_owners(board, labels["claims"])
            shots.append((cut_spaces(view, board), owners[board.route_of_space]))
        except BoardNotFound:
            continue
    named = named_colours(board.pieces)
    examples = []
    for number, (cuts, owners) in enumerate(shots):
        others = [shot for k, shot in enumerate(shots) if k != number]
        colours = learned_colours(named, others) if others else named
        examples.append((features(cuts, colours), owners))
        if seed % 4 == 0:
            examples.append((features(cuts, named), owners))
    return examples


def learn(seeds: range, workers: int) -> tuple[Judge, list[Example]]:
    with ProcessPoolExecutor(workers) as pool:
        examples = [example for found in pool.map(board_examples, seeds) for example in found]
    widest = max(given.shape[1] for given, _ in examples)
    known = [(given, owners) for given, owners in examples if given.shape[1] == widest]
    judge = first_judge(np.concatenate([given.reshape(-1, 1, given.shape[2]) for given, _ in examples]))
    # Boards with fewer colours teach first, those with most colours last; all share the same weights.
    for colours in sorted({given.shape[1] for given, _ in examples}):
        same = [(given, owners) for given, owners in examples if given.shape[1] == colours]
        judge = taught(judge, np.concatenate([g for g, _ in same]), np.concatenate([o for _, o in same]), STIFFNESS)
    return judge, known


def main() -> None:
    parser = argparse.ArgumentParser(prog="vision.train.train_boards", description="Teaches the judge of spaces.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--boards", type=int, default=60)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    judge, known = learn(range(args.boards), args.workers)
    save_judge(args.out, judge)
    right = np.mean([(judge.judged(given).argmax(axis=1) == owners).mean() for given, owners in known])
    print(f"{len(known)} photos, {right:.4f} of their spaces right.")


if __name__ == "__main__":
    main()
