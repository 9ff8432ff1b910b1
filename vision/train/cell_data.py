"""Cells of rendered tables as the cell net sees them, with whether a tile lies there.

Half of the tables have some trouble (`vision/render/hard_tables.py`), half have tiles in nearly the table's own colour.

Run: python -m vision.train.cell_data OUT_DIR --tables 400 --first 0
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.find import PITCHES_MM
from vision.lattice import lattices
from vision.markers import find_zones, project
from vision.presence import Look
from vision.render.hard_tables import TROUBLES, HardTable, hard_table, usual
from vision.render.rich import any_box
from vision.render.style import Colour, Rng, pick, shade
from vision.render.table import shoot
from vision.territory import CELL_PX, best_lattice, cells_around, look_at, straightened
from vision.zone_view import MARKET, ZoneView

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
# A cell holds a tile if the tile's middle is so near (in tile widths); the lattice is wrong if more than this are not.
NEAR, ASTRAY = 0.25, 0.1
SEED = 1_000_000


@dataclass(frozen=True)
class SeenTable:
    """The cells of a table's first territory, how they look and whether a tile lies there; `asked` are not hidden."""

    cells: Numbers
    look: Look
    there: Flags
    asked: Flags


def kin_table(rng: Rng) -> HardTable:
    """Tiles on a table in nearly the colour of one of their grounds."""
    scene, (style, painter) = usual(rng), any_box(rng)
    ground = pick(rng, (style.rural.colour, style.urban.colour))
    tint = rng.normal(1, 0.07, 3)
    colour: Colour = tuple(float(np.clip(c * t, 0, 255)) for c, t in zip(ground, tint, strict=True))  # type: ignore[assignment]
    scene = replace(scene, table_colour=shade(colour, float(rng.uniform(0.8, 1.15))))
    return HardTable(shoot(scene, style, int(rng.integers(2**31)), painter), scene.tile_mm)


def seen_table(table: HardTable) -> SeenTable | None:
    """The cells of one table; None if nothing lies there, or if its tiles are not in the cells that were found."""
    zones = find_zones(table.shot.photo_bgr)
    if not zones or zones[0].number == MARKET:
        return None
    lens = zones[0].lens
    photo = table.shot.photo_bgr if lens is None else lens.straighten(table.shot.photo_bgr)
    ground = straightened(ZoneView.of(photo, zones[0]).ground())
    if ground.strange.sum() < 0.3 * PITCHES_MM[0] ** 2:
        return None
    matrix = best_lattice(photo, ground, lattices(ground.strange, PITCHES_MM))
    cells = cells_around(ground, matrix)
    if not len(cells):
        return None
    look = look_at(photo, ground, matrix, cells, CELL_PX, closely=True)
    tiles = [tile.quad_px for tile in table.shot.tiles if tile.zone == zones[0].number]
    if not tiles:
        return SeenTable(cells, look, np.zeros(len(cells), bool), np.ones(len(cells), bool))
    truth = np.array(tiles) if lens is None else lens.straight(np.array(tiles))
    seen = project(ground.to_photo @ matrix, cells + look.poses.shift)
    side = float(np.linalg.norm(truth[:, 1] - truth[:, 0], axis=1).mean())
    apart = np.linalg.norm(seen[:, None] - truth.mean(1)[None], axis=2) / side
    if (apart.min(0) > NEAR).mean() > ASTRAY:
        return None
    there = apart.min(1) < NEAR
    return SeenTable(cells, look, there, ~(there & np.isin(apart.argmin(1), list(table.optional))))


def any_table(number: int) -> HardTable:
    """A table of training, the same for the same number."""
    rng = np.random.default_rng([SEED, number])
    if number % 2:
        return kin_table(rng)
    return hard_table(pick(rng, [name for name in TROUBLES if not name.startswith("bare")]), SEED + number)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.first, options.first + options.tables):
        table = seen_table(any_table(number))
        if table is not None and table.look.views is not None:
            views = table.look.views[table.asked].astype(np.float16)
            np.savez(options.out / f"table{number:05d}.npz", views=views, there=table.there[table.asked])


if __name__ == "__main__":
    main()
