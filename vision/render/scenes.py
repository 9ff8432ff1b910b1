"""Tables at random: territories, cameras and light for training, teaching and evaluation."""

from __future__ import annotations

import numpy as np

from vision.render.camera import Camera, camera_over
from vision.render.deal import random_face
from vision.render.light import Light, random_light
from vision.render.style import Rng, any_colour, pick
from vision.render.table import Cup, LaidTile, Scene, ZoneScene

Cell = tuple[int, int]


def random_cells(rng: Rng, count: int, compact: float = 0.5) -> list[Cell]:
    """A connected free-form territory whose smallest column and row are 0."""
    cells: list[Cell] = [(0, 0)]
    while len(cells) < count:
        column, row = cells[int(rng.integers(len(cells)))] if rng.random() < compact else cells[-1]
        step = pick(rng, ((0, 1), (1, 0), (0, -1), (-1, 0)))
        if (column + step[0], row + step[1]) not in cells:
            cells.append((column + step[0], row + step[1]))
    left, top = min(c for c, _ in cells), min(r for _, r in cells)
    return sorted(((c - left, r - top) for c, r in cells), key=lambda cell: (cell[1], cell[0]))


def laid_tiles(
    rng: Rng, cells: list[Cell], loose_mm: float = 0.7, loose_deg: float = 1.0, objective_share: float = 0.0
) -> tuple[LaidTile, ...]:
    """A random tile on every cell, a little out of place."""
    return tuple(
        LaidTile(
            cell,
            random_face(rng, objective_share=objective_share),
            tuple(rng.normal(0, loose_mm, 2).clip(-2, 2)),
            float(np.clip(rng.normal(0, loose_deg), -3, 3)),
            int(rng.integers(2**31)),
        )
        for cell in cells
    )


def scene_of(
    zone: ZoneScene,
    rng: Rng,
    size_px: tuple[int, int],
    light: Light | None = None,
    fill: float = 0.8,
    tilt_deg: float | None = None,
    clutter: bool = True,
) -> Scene:
    """A table with one zone, seen so that its tiles fill about that share of the picture."""
    camera = _camera_for(zone, rng, size_px, fill, tilt_deg)
    cups: tuple[Cup, ...] = ()
    if clutter and rng.random() < 0.3:
        corner = np.asarray(zone.corner_mm) + np.asarray(zone.size_mm) * rng.random(2)
        cups = (
            Cup((float(corner[0] - 330), float(corner[1])), rng.uniform(30, 45), rng.uniform(60, 110), any_colour(rng)),
        )
    kind = pick(rng, ("wood", "cloth", "plain"))
    return Scene(
        (zone,),
        camera,
        light or random_light(rng),
        kind,
        any_colour(rng) if rng.random() < 0.6 else None,
        cups,
        loose_mm=rng.uniform(0.5, 3),
    )


def _camera_for(zone: ZoneScene, rng: Rng, size_px: tuple[int, int], fill: float, tilt_deg: float | None) -> Camera:
    cells = np.array([tile.at for tile in zone.tiles], float)
    low, high = cells.min(0), cells.max(0) + 1
    middle = np.asarray(zone.first_mm) + (low + high) / 2 * zone.pitch_mm + rng.normal(0, 10, 2) + zone.corner_mm
    extent = np.asarray(zone.pitch_mm) * (high - low)
    view_mm = max(extent[0], extent[1] * size_px[0] / size_px[1], 90.0) / fill
    tilt = abs(float(rng.normal(0, 8))) if tilt_deg is None else tilt_deg
    return camera_over(
        middle + rng.normal(0, 25, 2),
        rng.uniform(500, 900),
        view_mm,
        size_px,
        min(tilt, 25.0),
        float(rng.uniform(0, 360)),
        float(rng.normal(0, 12)),
    )
