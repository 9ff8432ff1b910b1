"""Learns when a cell holds a tile, from rendered tables with all sorts of trouble on them.

Run: python -m vision.train.train_presence --seeds 4
It prints the weights for `vision/presence.py` and how many cells of tables that were held out they get wrong. The seeds
begin at 100; `vision/evaluate_finding.py` measures on others.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from vision.find import MARKET, PITCHES_MM, marked_ground
from vision.lattice import lattices
from vision.markers import find_zones, project
from vision.presence import features
from vision.render.hard_tables import TROUBLES, HardTable, hard_table
from vision.territory import CELL_PX, best_lattice, cells_around, look_at, straightened

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
FIRST = 100
# A cell holds a tile if the tile's middle is so near (in tile widths); the lattice is wrong if more than this are not.
NEAR, ASTRAY = 0.25, 0.1


def examples(table: HardTable) -> tuple[Numbers, Flags] | None:
    """Features of all cells of one table and whether a tile lies there; None if there is no territory to learn from."""
    zones = find_zones(table.shot.photo_bgr)
    if not table.shot.tiles or not zones or zones[0].number == MARKET:
        return None
    lens = zones[0].lens
    photo = table.shot.photo_bgr if lens is None else lens.straighten(table.shot.photo_bgr)
    quads = np.array([tile.quad_px for tile in table.shot.tiles if tile.zone == zones[0].number])
    truth = quads if lens is None else lens.straight(quads)
    ground = straightened(marked_ground(photo, zones[0]))
    matrix = best_lattice(photo, ground, lattices(ground.strange, PITCHES_MM))
    cells = cells_around(ground, matrix)
    look = look_at(photo, ground, matrix, cells, CELL_PX)
    seen = project(ground.to_photo @ matrix, cells + look.poses.shift)
    side = float(np.linalg.norm(truth[:, 1] - truth[:, 0], axis=1).mean())
    apart = np.linalg.norm(seen[:, None] - truth.mean(1)[None], axis=2) / side
    if (apart.min(0) > NEAR).mean() > ASTRAY:
        return None
    there = apart.min(1) < NEAR
    asked = ~(there & np.isin(apart.argmin(1), list(table.optional)))
    # Both as it is at the start, when only the full cells are known, and as it is in the end.
    starts = [start for start in (look.full > 0.6, there) if start.any()]
    return np.concatenate([features(cells, look, start)[asked] for start in starts]), np.tile(there[asked], len(starts))


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
    options = parser.parse_args()
    tables = [(seed, trouble) for seed in range(FIRST, FIRST + options.seeds) for trouble in TROUBLES]
    found = [(seed, one) for seed, trouble in tables if (one := examples(hard_table(trouble, seed))) is not None]
    wrong = cells = 0
    for left_out in range(FIRST, FIRST + options.seeds):
        weights = fitted(*_joined([one for seed, one in found if seed != left_out]))
        inputs, there = _joined([one for seed, one in found if seed == left_out])
        wrong, cells = wrong + int(((inputs @ weights > 0) != there).sum()), cells + len(there)
    weights = fitted(*_joined([one for _, one in found]))
    print("weights", np.array2string(weights, precision=2, separator=", "))
    print(f"{len(found)} of {len(tables)} tables used; {wrong} of {cells} cells wrong when their seed was left out")


def _joined(found: list[tuple[Numbers, Flags]]) -> tuple[Numbers, Flags]:
    return np.concatenate([inputs for inputs, _ in found]), np.concatenate([there for _, there in found])


if __name__ == "__main__":
    main()
