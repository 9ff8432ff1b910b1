"""Learns the weights with which `vision.presence` decides whether a tile lies in a cell, from rendered tables.

Run: python -m vision.train.train_presence --tables 300
It prints the weights for `vision/presence.py` and how many cells of tables that were held out they get wrong.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.find import PITCHES_MM, marked_ground
from vision.lattice import lattices
from vision.markers import find_zones, project
from vision.presence import features
from vision.render.camera import camera_over
from vision.render.light import random_light
from vision.render.random_style import random_style
from vision.render.scenes import laid_tiles, random_cells
from vision.render.style import Rng, any_colour, pick
from vision.render.table import Cup, Scene, Shot, ZoneScene, shoot
from vision.territory import CELL_PX, best_lattice, cells_around, look_at, straightened

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
SIZE_PX = (2304, 1296)


def random_table(seed: int) -> Shot:
    """A territory of any style, tile size, table, light and clutter, with its corner cards."""
    rng = np.random.default_rng(seed)
    style, tile_mm = random_style(rng), rng.uniform(40, 52)
    pitch = tile_mm + rng.uniform(0, 1.6)
    cells = random_cells(rng, int(rng.integers(1, 29)), rng.uniform(0.3, 1))
    extent = (np.array(cells).max(0) + 1) * pitch
    size = np.maximum(extent + rng.uniform(20, 140, 2), 200)
    first = (size - extent) * rng.uniform(0.2, 0.8, 2)
    tiles = laid_tiles(rng, cells, rng.uniform(0.1, 1.2), rng.uniform(0.1, 1.6), 0.05)
    zone = ZoneScene(1, tiles, (0, 0), (size[0], size[1]), 0.0, (first[0], first[1]), (pitch, pitch))
    view = max(size[0] + 70, (size[1] + 70) * SIZE_PX[0] / SIZE_PX[1]) * rng.uniform(1.15, 1.7)
    camera = camera_over(
        size / 2, rng.uniform(500, 1100), view, SIZE_PX, min(25.0, abs(rng.normal(0, 10))), rng.uniform(0, 360)
    )
    colour = any_colour(rng) if rng.random() < 0.6 else None
    scene = Scene((zone,), camera, random_light(rng), pick(rng, ("wood", "cloth", "plain")), colour, tile_mm=tile_mm)
    return shoot(replace(scene, cups=_cups(rng, size, extent, first)), style, seed)


def _cups(rng: Rng, size: Numbers, extent: Numbers, first: Numbers) -> tuple[Cup, ...]:
    """Mugs beside the territory."""
    places = [size * rng.uniform(-0.2, 1.2, 2) for _ in range(int(rng.integers(0, 4)))]
    beside = [at for at in places if ((at < first - 70) | (at > first + extent + 70)).any()]
    return tuple(Cup((at[0], at[1]), rng.uniform(30, 48), rng.uniform(40, 110), any_colour(rng)) for at in beside)


def examples(seed: int) -> tuple[Numbers, Flags] | None:
    """Features of all cells of one table and whether a tile lies there; None if the lattice itself was missed."""
    shot = random_table(seed)
    zones = find_zones(shot.photo_bgr)
    ground = straightened(marked_ground(shot.photo_bgr, zones[0])) if zones else None
    if ground is None or ground.strange.sum() < PITCHES_MM[0] ** 2:
        return None
    matrix = best_lattice(shot.photo_bgr, ground, lattices(ground.strange, PITCHES_MM))
    cells = cells_around(ground, matrix)
    look = look_at(shot.photo_bgr, ground, matrix, cells, CELL_PX)
    seen = project(ground.to_photo @ matrix, cells + look.poses.shift)
    truth = np.array([tile.quad_px.mean(0) for tile in shot.tiles])
    side = float(np.mean([np.linalg.norm(tile.quad_px[1] - tile.quad_px[0]) for tile in shot.tiles]))
    apart = np.linalg.norm(seen[:, None] - truth[None], axis=2)
    if (apart.min(0) > 0.2 * side).mean() > 0.1:
        return None
    there = apart.min(1) < 0.2 * side
    # Both as it is at the start, when only the full cells are known, and as it is in the end.
    starts = [start for start in (look.full > 0.6, there) if start.any()]
    return np.concatenate([features(cells, look, start) for start in starts]), np.tile(there, len(starts))


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
    parser.add_argument("--tables", type=int, default=300)
    options = parser.parse_args()
    found = [one for seed in range(options.tables) if (one := examples(seed)) is not None]
    held, used = found[::5], [one for k, one in enumerate(found) if k % 5]
    weights = fitted(np.concatenate([x for x, _ in used]), np.concatenate([y for _, y in used]))
    inputs, there = np.concatenate([x for x, _ in held]), np.concatenate([y for _, y in held])
    wrong = (inputs @ weights > 0) != there
    print("weights", np.array2string(weights, precision=2, separator=", "))
    print(f"{len(found)} of {options.tables} lattices right; {wrong.sum()} of {len(there)} held-out cells wrong")


if __name__ == "__main__":
    main()
