"""The market under the Station board: tiles that lie apart, in columns, each heap of touching ones by itself."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers import project
from vision.presence import presence
from vision.territory import CELL_PX, NOTHING, Ground, Territory, look_at, straightened

Bgr = NDArray[np.uint8]
Map = NDArray[np.float32]
Points = NDArray[np.float64]

# A thing must be at least this part of a tile wide: pawns' shadows and bridges between tiles are narrower.
_NARROW = 0.3


def find_market(photo_bgr: Bgr, ground: Ground, pitches_px: tuple[float, float]) -> Territory:
    """All tiles of the zone; `cells` are (column from the left, place from the top)."""
    straight = straightened(ground)
    heaps = _heaps(straight.strange, pitches_px[0])
    if not len(heaps):
        return NOTHING
    side = _tile_side(heaps[:, 2:], pitches_px)
    places = np.concatenate([_places(heap, side) for heap in heaps]) / side
    if not len(places):
        return NOTHING
    to_ground = np.diag([side, side, 1.0])
    look = look_at(photo_bgr, straight, to_ground, places, CELL_PX)
    there, chance = presence(places, look, apart=True)
    if not there.any():
        return NOTHING
    quads = project(straight.to_photo @ to_ground, look.poses.corners(places)[there])
    clear = float(look.poses.sides[there].mean())
    return Territory(columns_of(quads, ground), quads, chance[there], clear, 0.0)


def _heaps(strange: Map, least_px: float) -> Points:
    """The things on the ground that are as wide as a tile: left, top, width, height."""
    across = int(_NARROW * least_px)
    firm = cv2.morphologyEx((strange > 0.5).astype(np.uint8), cv2.MORPH_OPEN, np.ones((across, across), np.uint8))
    stats = cv2.connectedComponentsWithStats(firm)[2][1:]
    boxes = stats[:, :4].astype(np.float64)
    return np.asarray(boxes[boxes[:, 2:].min(1, initial=np.inf) > 0.7 * least_px], np.float64)


def _tile_side(sizes: Points, pitches_px: tuple[float, float]) -> float:
    """The side of a tile of which all heaps are whole multiples, as nearly as can be."""
    sides = np.arange(pitches_px[0], pitches_px[1], 0.25)
    extents = sizes.reshape(-1, 1)
    counts = np.maximum(np.rint(extents / sides), 1)
    return float(sides[int(np.abs(extents / counts - sides).mean(0).argmin())])


def _places(heap: Points, side_px: float) -> Points:
    """The middles of a heap's tiles: as many across and down as fit, spread evenly."""
    low, size = heap[:2], heap[2:]
    counts = np.maximum(np.rint(size / side_px), 1).astype(int)
    step = size / counts
    if np.abs(step / side_px - 1).max() > 0.2:
        return np.zeros((0, 2))
    cells = np.stack(np.meshgrid(np.arange(counts[0]), np.arange(counts[1])), -1).reshape(-1, 2)
    return np.asarray(low + (cells + 0.5) * step - 0.5, np.float64)


def columns_of(quads_px: Points, ground: Ground) -> NDArray[np.int64]:
    """(column, place from the top) of each tile: a column ends where the next middle is more than half a tile away."""
    flat = _on_ground(quads_px, ground)
    middles = flat.mean(1)
    side = float(np.linalg.norm(flat[:, 1] - flat[:, 0], axis=1).mean())
    order = np.argsort(middles[:, 0])
    starts = np.diff(middles[order, 0], prepend=-np.inf) > 0.5 * side
    column = np.empty(len(order), np.int64)
    column[order] = np.cumsum(starts) - 1
    row = np.array([np.sum((column == column[k]) & (middles[:, 1] < middles[k, 1])) for k in range(len(column))])
    return np.stack([column, row], 1).astype(np.int64)


def _on_ground(quads_px: Points, ground: Ground) -> Points:
    flat = cv2.perspectiveTransform(quads_px.reshape(1, -1, 2), np.linalg.inv(ground.to_photo))
    return np.asarray(flat, np.float64).reshape(-1, 4, 2)
