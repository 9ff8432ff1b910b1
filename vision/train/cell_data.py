"""Cells of rendered tables as the cell net sees them, with whether a tile lies there.

A quarter of the tables have some trouble (`vision/render/hard_tables.py`), on a quarter tiles have nearly the table's
colour, and half are printed cloths, on some of which nothing lies.

Run: python -m vision.train.cell_data OUT_DIR --tables 400 --first 0
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import PITCHES_MM
from vision.lattice import lattices
from vision.markers import find_zones, project
from vision.presence import Look
from vision.render.cloths import any_cloth, printed
from vision.render.hard_tables import TROUBLES, HardTable, hard_table, usual
from vision.render.rich import any_box
from vision.render.style import Colour, Rng, pick, shade
from vision.render.table import shoot
from vision.territory import CELL_PX, Ground, best_lattice, cells_around, look_at, straightened
from vision.zone_view import MARKET, ZoneView

Bgr = NDArray[np.uint8]
Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
# A cell holds a tile if the tile's middle is so near (in tile widths); the lattice is wrong if more than this are not.
NEAR, ASTRAY = 0.25, 0.1
SEED = 1_000_000
# On so many cloths nothing lies.
EMPTY = 0.2
NONE: Flags = np.zeros(0, bool)


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


def cloth_table(rng: Rng) -> HardTable:
    """Tiles on a printed cloth, often in colours of their own; on one in five there are none."""
    scene, (style, painter) = usual(rng), any_box(rng)
    if rng.random() < EMPTY:
        scene = replace(scene, zones=tuple(replace(zone, tiles=()) for zone in scene.zones))
    own = [shade(ground.colour, float(rng.uniform(0.7, 1.2))) for ground in (style.rural, style.urban)]
    cloth = any_cloth(rng, own[: int(rng.integers(3))])
    return HardTable(printed(scene, style, int(rng.integers(2**31)), cloth, painter), scene.tile_mm)


def seen_table(table: HardTable) -> SeenTable | None:
    """The cells of one table; None if nothing lies there, or if its tiles are not in the cells that were found."""
    return next(seen_tables(table), None)


def seen_tables(table: HardTable) -> Iterator[SeenTable]:
    """The cells of one table by what is foreign to it, and where that has many colours by what is rare on it."""
    zones = find_zones(table.shot.photo_bgr)
    if not zones or zones[0].number == MARKET:
        return
    zone, lens = zones[0], zones[0].lens
    photo = table.shot.photo_bgr if lens is None else lens.straighten(table.shot.photo_bgr)
    tiles = [tile for tile in table.shot.tiles if tile.zone == zone.number]
    quads = np.array([tile.quad_px for tile in tiles]).reshape(-1, 4, 2)
    truth = Truth(
        np.array([tile.at for tile in tiles], float).reshape(-1, 2),
        quads if lens is None else lens.straight(quads),
        np.isin(range(len(tiles)), [k for k, tile in enumerate(table.shot.tiles) if k in table.optional]),
    )
    view = ZoneView.of(photo, zone)
    for ground in [view.ground(), *([view.of_rare_colours()] if view.has_many_colours() else [])]:
        seen = _seen(photo, straightened(ground), truth)
        if seen is not None:
            yield seen


@dataclass(frozen=True)
class Truth:
    """The cells of the tiles that are there, their corners in the straight photo, and which are hidden."""

    cells: Numbers
    quads_px: Numbers
    hidden: Flags


def _seen(photo: Bgr, ground: Ground, truth: Truth) -> SeenTable | None:
    """The cells in the lattice that is found, or if that is wrong in the true one; None if there is neither."""
    if ground.strange.sum() < 0.3 * PITCHES_MM[0] ** 2:
        return None
    found = best_lattice(photo, ground, lattices(ground.strange, PITCHES_MM))
    for matrix in (found, _true_lattice(ground, truth)):
        cells = cells_around(ground, matrix) if matrix is not None else ()
        if matrix is not None and len(cells):
            look = look_at(photo, ground, matrix, np.asarray(cells), CELL_PX, closely=True)
            seen = _told(SeenTable(np.asarray(cells), look, NONE, NONE), ground.to_photo @ matrix, truth)
            if seen is not None:
                return seen
    return None


def _true_lattice(ground: Ground, truth: Truth) -> Numbers | None:
    """Where cells truly are, as far as tiles that do not lie in one row tell."""
    if len(truth.cells) < 4 or np.linalg.matrix_rank(truth.cells - truth.cells.mean(0)) < 2:
        return None
    middles = project(np.asarray(np.linalg.inv(ground.to_photo), np.float64), truth.quads_px.mean(1))
    found = cv2.estimateAffine2D(truth.cells, middles)[0]
    return None if found is None else np.vstack([found, (0, 0, 1)])


def _told(seen: SeenTable, to_photo: Numbers, truth: Truth) -> SeenTable | None:
    """The same with where tiles lie; None if they do not lie in these cells."""
    count = len(seen.cells)
    if not len(truth.cells):
        return replace(seen, there=np.zeros(count, bool), asked=np.ones(count, bool))
    places = project(to_photo, seen.cells + seen.look.poses.shift)
    side = float(np.linalg.norm(truth.quads_px[:, 1] - truth.quads_px[:, 0], axis=1).mean())
    apart = np.linalg.norm(places[:, None] - truth.quads_px.mean(1)[None], axis=2) / side
    if (apart.min(0) > NEAR).mean() > ASTRAY:
        return None
    there = apart.min(1) < NEAR
    return replace(seen, there=there, asked=~(there & truth.hidden[apart.argmin(1)]))


def any_table(number: int) -> HardTable:
    """A table of training, the same for the same number."""
    rng = np.random.default_rng([SEED, number])
    if number % 2:
        return cloth_table(rng)
    if number % 4:
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
        for look, table in enumerate(seen_tables(any_table(number))):
            assert table.look.views is not None
            views = table.look.views[table.asked].astype(np.float16)
            np.savez(options.out / f"table{number:05d}-{look}.npz", views=views, there=table.there[table.asked])


if __name__ == "__main__":
    main()
