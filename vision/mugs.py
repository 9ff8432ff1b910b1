"""What was taken for tiles beside them: mugs, which have round rims, and shadows, which are the table but darker."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import sample
from vision.poses import log_layers
from vision.rounds import Disc, places_of, rounds_along

Bgr = NDArray[np.uint8]
Map = NDArray[np.float32]
Points = NDArray[np.float64]
Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]

# The view shows so many pixels to a cell.
CELL_PX = 24
# What is surely a tile, and what may be a shadow even if it is seen to end at its sides.
_SURE, _DOUBTFUL = 0.985, 0.95
# A side that is hardly seen against those of the others, and so few cells that all may be wrong.
_UNCLEAR, _FEW = 0.5, 6
# Mugs are so large, in cells: what is smaller may be drawn on a tile.
_RADII = (0.57, 1.6)
# Lines are steps of log colour: strong ones, and weak ones that go on from these.
_WEAK, _STRONG = 36, 72
# A rim is so wide a line, and so much of what is inside of it may be lines.
_RIM_PX, _CALM = 5, 0.015
# A mug covers so much of a cell that holds no tile, or of one in doubt.
_COVERED, _COVERED_IN_DOUBT = 0.5, 0.25
# The table in a shadow may be off the table's colour times one factor by so many bytes and such a part of it.
_OFF, _OFF_PART, _BRIGHTEST = 4.0, 0.08, 1.12
# So much of a cell that holds no tile is mug, table or shadow; a quarter of what shows is so dark against the table.
_EXPLAINED, _DARK, _FEW_LINES = 0.85, 0.9, 0.06
# So many steps between places beyond a side, a shadow's log brightness is the same by so much.
_BEYOND, _NO_STEP = 2.5, 0.08
# What is open within so many cells of a cell's middle tells the table's colour there.
_NEAR = 2.5


@dataclass(frozen=True)
class Taken:
    """Cells that were taken for tiles, in an upright view of `CELL_PX` to a cell.

    `corners_px` has the corners of each, `places_px` places all over it; `clear` is how clear its sides are against
    those of the others, `free` whether no tile is thought to be beyond them, `presence` the chance that it is a tile.
    """

    view_bgr: Bgr
    corners_px: Points
    places_px: Points
    clear: Points
    free: Flags
    presence: Numbers

    def faint(self) -> Flags:
        """Which sides are hardly seen; of few cells all may be wrong, and then none is clearer than it should be."""
        return (self.clear < _UNCLEAR) | (len(self.clear) < _FEW)

    def only(self, these: Flags) -> Taken:
        return replace(
            self,
            corners_px=self.corners_px[these],
            places_px=self.places_px[these],
            clear=self.clear[these],
            free=self.free[these],
            presence=self.presence[these],
        )


def mistaken(cells: Taken) -> Flags:
    """Which of the cells hold no tile but a mug or a shadow."""
    faint = cells.faint()
    asked = (cells.presence < _SURE) | faint.any(1)
    found = np.zeros(len(asked), bool)
    if asked.any():
        lines, mugs = _lines_and_mugs(cells.view_bgr, cells.corners_px[~asked])
        table = _open_table(cells, mugs)
        doubtful, ends = cells.only(asked), (faint & cells.free)[asked]
        found[asked] = _are_mugs(doubtful, lines.shape, mugs) | _are_shadows(doubtful, ends, lines, mugs, table)
    return found


def _lines_and_mugs(view_bgr: Bgr, tiles_px: Points) -> tuple[Map, list[Disc]]:
    """Thin lines along which colour changes, and the round things whose rims they are; none is drawn on the tiles."""
    across, down = _steepest(view_bgr)
    lines = cv2.Canny(across, down, _WEAK, _STRONG, L2gradient=True)
    rims = cv2.fillPoly(lines.copy(), list(np.rint(_scaled(tiles_px, 0.9)).astype(np.int32)), 0)
    rows, columns = np.nonzero(rims)
    step = np.stack([across[rows, columns], down[rows, columns]], 1).astype(np.float64)
    step /= np.linalg.norm(step, axis=1, keepdims=True)
    places = np.stack([columns, rows], 1).astype(np.float64)
    # A mug may be darker or brighter than what is around it.
    both = np.concatenate([places, places]), np.concatenate([step, -step])
    discs = rounds_along(*both, lines.shape, (_RADII[0] * CELL_PX, _RADII[1] * CELL_PX))
    drawn = (lines > 0).astype(np.float32)
    off_rims = drawn.copy()
    for disc in discs:
        cv2.circle(off_rims, (round(disc.x), round(disc.y)), round(disc.radius), 0.0, _RIM_PX)
    return drawn, [disc for disc in discs if _is_calm(off_rims, disc)]


def _is_calm(lines: Map, disc: Disc) -> bool:
    """Whether hardly anything is drawn within a rim: roads and seams of tiles may lie on a circle too."""
    inside = places_of([disc], lines.shape)
    return bool((lines * inside).sum() < _CALM * inside.sum())


def _steepest(view_bgr: Bgr) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """How log colour changes sideways and downwards, in the colour that changes most."""
    layers = log_layers(view_bgr)
    across, down = (
        np.stack([np.asarray(cv2.Sobel(layer, cv2.CV_16S, dx, dy, ksize=3), np.int16) for layer in layers])
        for dx, dy in ((1, 0), (0, 1))
    )
    most = (np.abs(across) + np.abs(down)).argmax(0)[None]
    return np.take_along_axis(across, most, 0)[0], np.take_along_axis(down, most, 0)[0]


def _scaled(quads: Points, part: float) -> Points:
    middles = quads.mean(1, keepdims=True)
    return np.asarray(middles + (quads - middles) * part, np.float64)


def _open_table(cells: Taken, mugs: list[Disc]) -> Points:
    """Places of the view where neither a mug is seen nor any of the cells."""
    hidden = places_of(mugs, cells.view_bgr.shape[:2])
    cv2.fillPoly(hidden, list(np.rint(_scaled(cells.corners_px, 1.1)).astype(np.int32)), 1.0)
    rows, columns = np.nonzero((hidden < 0.5) & (cells.view_bgr.max(2) > 0))
    return np.stack([columns, rows], 1).astype(np.float64)


def _are_mugs(cells: Taken, shape: tuple[int, ...], mugs: list[Disc]) -> Flags:
    """Which cells lie under a mug so far that no tile can be told there."""
    covered = sample(places_of(mugs, shape), cells.places_px).mean(1)
    return np.asarray(covered > np.where(cells.presence < _SURE, _COVERED_IN_DOUBT, _COVERED))


def _are_shadows(cells: Taken, ends: Flags, lines: Map, mugs: list[Disc], open_table: Points) -> Flags:
    """Which cells show nothing but the table, darker by one factor, and have a side that may not be one.

    What would surely be a tile else, in the table's colours, must be seen to go on beyond such a side.
    """
    found = np.zeros(len(cells.presence), bool)
    if not len(open_table):
        return found
    smooth = np.asarray(cv2.GaussianBlur(cells.view_bgr, (3, 3), 0), np.uint8)
    hidden = sample(places_of(mugs, lines.shape), cells.places_px) > 0.5
    unsure = cells.presence < _DOUBTFUL
    calm = sample(lines, cells.places_px).mean(1) < _FEW_LINES
    for k in np.flatnonzero(ends.any(1) & (unsure | calm)):
        table = _table_near(smooth, cells.places_px[k].mean(0), open_table)
        factor, alike = _against(smooth, cells.places_px[k], table)
        shown = factor[~hidden[k]]
        dark = shown.size > 0 and float(np.quantile(shown, 0.25)) < _DARK
        if dark and float((alike | hidden[k]).mean()) > _EXPLAINED:
            beyond = (_runs_on(smooth, cells.places_px[k], int(side), table) for side in np.flatnonzero(ends[k]))
            found[k] = unsure[k] or any(beyond)
    return found


def _against(view_bgr: Bgr, places_px: Points, table: Numbers) -> tuple[Numbers, Flags]:
    """How bright places are against the table, and whether that is all in which they differ."""
    x, y = np.ascontiguousarray(places_px.T, np.float32)
    seen = np.asarray(cv2.remap(view_bgr, x, y, cv2.INTER_LINEAR), np.float64).reshape(-1, 3)
    factor = seen.sum(1) / max(float(table.sum()), 1.0)
    off = np.abs(seen - factor[:, None] * table).max(1)
    return factor, (off < _OFF + _OFF_PART * factor * table.max()) & (factor < _BRIGHTEST)


def _runs_on(view_bgr: Bgr, places_px: Points, side: int, table: Numbers) -> bool:
    """Whether a shadow goes on beyond a cell's north, east, south or west side as it is within."""
    across = int(np.sqrt(len(places_px)))
    rows = np.rot90(places_px.reshape(across, across, 2), side)
    within, beyond = rows[1], rows[0] + _BEYOND * (rows[0] - rows[1])
    (inner, _), (outer, alike) = _against(view_bgr, within, table), _against(view_bgr, beyond, table)
    step = float(np.median(np.log(np.maximum(inner, 0.01) / np.maximum(outer, 0.01))))
    return bool(alike.mean() > _EXPLAINED and np.median(outer) < _DARK and abs(step) < _NO_STEP)


def _table_near(view_bgr: Bgr, middle: Points, open_table: Points) -> Numbers:
    """The table's colour around a place."""
    near = np.abs(open_table - middle).max(1) < _NEAR * CELL_PX
    columns, rows = open_table[near if near.sum() > CELL_PX else slice(None)].astype(np.int64).T
    return np.asarray(np.median(view_bgr[rows, columns], axis=0), np.float64)
