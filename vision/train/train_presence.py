"""Learns when a cell holds a tile, from rendered tables with all sorts of trouble on them.

Run: python -m vision.train.train_presence --seeds 4 [--closely]
It prints the weights for `vision/presence.py` and how many cells of tables that were held out they get wrong. The seeds
begin at 100; `vision/evaluate_finding.py` measures on others.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision.cells import tile_odds
from vision.presence import features
from vision.render.hard_tables import TROUBLES, HardTable, hard_table
from vision.train.cell_data import cloth_table, kin_table, seen_table

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
FIRST = 100
# For every round of troubles so many tables whose tiles have nearly its colour, and so many printed cloths.
KIN = CLOTHS = 10


def examples(table: HardTable, closely: bool) -> tuple[Numbers, Flags] | None:
    """Features of all cells of one table and whether a tile lies there; None if there is no territory to learn from."""
    seen = seen_table(table)
    if seen is None or seen.look.views is None or not seen.there.any():
        return None
    odds = tile_odds(seen.look.views) if closely else None
    # Both as it is at the start, when only the full cells are known, and as it is in the end.
    starts = [start for start in (seen.look.full > 0.6, seen.there) if start.any()]
    inputs = [features(seen.cells, seen.look, start, odds)[seen.asked] for start in starts]
    return np.concatenate(inputs), np.tile(seen.there[seen.asked], len(starts))


def fitted(inputs: Numbers, there: Flags, pull: float = 1e-4) -> Numbers:
    """Logistic regression by Newton's steps, pulled slightly towards zero."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(60):
        chance = 1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30)))
        slope = inputs.T @ (chance - there) / len(there) + pull * weights
        bend = (inputs * (chance * (1 - chance))[:, None]).T @ inputs / len(there) + pull * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights = weights - step * min(1.0, 2.0 / float(np.abs(step).max()))
    return np.asarray(weights, np.float64)


def main() -> None:
    parser = argparse.ArgumentParser(description="Learns when a cell holds a tile.")
    parser.add_argument("--seeds", type=int, default=4, help="tables of each kind of trouble")
    parser.add_argument("--closely", action="store_true", help="with what the cell net says")
    options = parser.parse_args()
    tables = [(seed, table) for seed in range(FIRST, FIRST + options.seeds) for table in _tables(seed)]
    told = [(seed, examples(table(), options.closely)) for seed, table in tables]
    found = [(seed, one) for seed, one in told if one is not None]
    wrong = cells = 0
    for left_out in range(FIRST, FIRST + options.seeds):
        weights = fitted(*_joined([one for seed, one in found if seed != left_out]))
        inputs, there = _joined([one for seed, one in found if seed == left_out])
        wrong, cells = wrong + int(((inputs @ weights > 0) != there).sum()), cells + len(there)
    weights = fitted(*_joined([one for _, one in found]))
    print("weights", np.array2string(weights, precision=2, separator=", "))
    print(f"{len(found)} of {len(tables)} tables used; {wrong} of {cells} cells wrong when their seed was left out")


def _tables(seed: int) -> Iterator[Callable[[], HardTable]]:
    """What renders each table of a seed."""
    for trouble in TROUBLES:
        yield partial(hard_table, trouble, seed)
    for number in range(KIN):
        yield partial(kin_table, np.random.default_rng([seed, 50 + number]))
    for number in range(CLOTHS):
        yield partial(cloth_table, np.random.default_rng([seed, 70 + number]))


def _joined(found: list[tuple[Numbers, Flags]]) -> tuple[Numbers, Flags]:
    return np.concatenate([inputs for inputs, _ in found]), np.concatenate([there for _, there in found])


if __name__ == "__main__":
    main()
