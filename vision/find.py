"""Finds the zones of a photo and, in each, where the tiles lie: every tile with its cell and its own four corners."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Lattice, coverage, fit_lattice
from vision.markers import Camera, MarkedZone, find_tags, project, zones_of
from vision.poses import edge_maps, refine
from vision.table_model import foreign

Bgr = NDArray[np.uint8]
Map = NDArray[np.float32]
Points = NDArray[np.float64]

PITCHES_MM = (38.0, 54.0)
ANGLES_DEG = (-16.0, 16.0)
RIM_MM = 28.0
CELL_PX = 96


@dataclass(frozen=True)
class FoundTile:
    """One tile on the table.

    `at` is (column, row) with the smallest 0; in the market (column of tiles from the left, place from the top).
    `quad_px` holds the tile's own corners TL TR BR BL in photo pixels, where "up" is as the zone's markers say.
    """

    at: tuple[int, int]
    quad_px: Points
    presence: float


@dataclass(frozen=True)
class FoundZone:
    """The tiles of one zone; `number` is None in a photo without tags, `camera` is None if nothing is known of it."""

    number: int | None
    tiles: tuple[FoundTile, ...]
    camera: Camera | None


def find_tiles(photo_bgr: Bgr, pack: Path | None = None) -> tuple[FoundZone, ...]:
    """All zones with their tiles, in the order of their numbers."""
    zones = zones_of(find_tags(photo_bgr), photo_bgr)
    return tuple(_marked(photo_bgr, zone) for zone in zones)


def _marked(photo_bgr: Bgr, zone: MarkedZone) -> FoundZone:
    """The tiles between corner cards, seen from above at 1 px/mm first, then each lattice cell at CELL_PX."""
    view_to_mm = np.array([[1, 0, -RIM_MM], [0, 1, -RIM_MM], [0, 0, 1.0]])
    to_photo = zone.camera.mm_to_px @ view_to_mm
    width, height = (round(size + 2 * RIM_MM) for size in zone.size_mm)
    view = _warped(photo_bgr, to_photo, (width, height))
    strange = foreign(view, _rim_hint(height, width))
    _clear_rim(strange, round(RIM_MM) - 2)
    if strange.sum() < 0.3 * PITCHES_MM[0] ** 2:
        return FoundZone(zone.number, (), zone.camera)
    lattice = fit_lattice(strange, PITCHES_MM, ANGLES_DEG)
    cells, chances = _occupied(strange, lattice)
    tiles = _placed(photo_bgr, strange, to_photo, lattice, cells, chances)
    return FoundZone(zone.number, tiles, zone.camera)


def _warped(photo_bgr: Bgr, view_to_photo: NDArray[np.float64], size: tuple[int, int]) -> Bgr:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(photo_bgr, view_to_photo, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _rim_hint(height: int, width: int) -> Map:
    rows, columns = np.mgrid[:height, :width]
    rim = np.minimum(np.minimum(rows, height - 1 - rows), np.minimum(columns, width - 1 - columns))
    return np.where(rim < 60, 1.0, 0.15).astype(np.float32)


def _clear_rim(values: Map, rim: int) -> None:
    """The cards themselves, and what lies outside them, is not part of the zone."""
    values[:rim] = values[-rim:] = 0
    values[:, :rim] = values[:, -rim:] = 0


def _occupied(strange: Map, lattice: Lattice) -> tuple[Points, NDArray[np.float64]]:
    """The cells that are full, smallest column and row 0, with the chance that each is; only the largest group counts."""
    reach = int(np.hypot(*strange.shape) / lattice.pitch_px) + 2
    every = np.stack(np.meshgrid(np.arange(-reach, reach + 1), np.arange(-reach, reach + 1)), -1).reshape(-1, 2)
    full = coverage(strange, lattice, every.astype(float))
    grid = (full > 0.5).astype(np.uint8).reshape(2 * reach + 1, 2 * reach + 1)
    _, groups, stats, _ = cv2.connectedComponentsWithStats(grid, connectivity=8)
    if len(stats) < 2:
        return np.zeros((0, 2)), np.zeros(0)
    main = groups.reshape(-1) == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    return every[main].astype(float), full[main]


def _placed(
    photo_bgr: Bgr, strange: Map, to_photo: NDArray[np.float64], lattice: Lattice, cells: Points, chances: NDArray[np.float64]
) -> tuple[FoundTile, ...]:
    """Each occupied cell as a tile with its own corners, refined in an upright view of the lattice."""
    if not len(cells):
        return ()
    corner = cells.min(0) - 0.75
    to_view = np.eye(3)
    to_view[:2, :2] = lattice.axes() / CELL_PX
    to_view[:2, 2] = lattice.middles(corner[None])[0]
    columns, rows = (np.ptp(cells, axis=0) + 1.5) * CELL_PX
    size = (int(columns), int(rows))
    view = _warped(photo_bgr, to_photo @ to_view, size)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    strange_here = np.asarray(cv2.warpPerspective(strange, to_view, size, flags=flags), np.float32)
    poses = refine(edge_maps(view, strange_here), cells, -corner * CELL_PX, CELL_PX)
    quads = project(to_photo @ to_view, (poses.corners(cells) - corner) * CELL_PX)
    ats = (cells - cells.min(0)).astype(int)
    return tuple(
        FoundTile((int(at[0]), int(at[1])), quad, float(chance)) for at, quad, chance in zip(ats, quads, chances, strict=True)
    )
