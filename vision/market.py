"""The market under the Station board: tiles that lie apart, in columns, each heap of touching ones by itself."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells import tile_odds
from vision.markers import project
from vision.presence import OUTLINE, SEAM, Look, presence
from vision.territory import CELL_PX, NOTHING, Ground, Territory, look_at, straightened

Bgr = NDArray[np.uint8]
Map = NDArray[np.float32]
Points = NDArray[np.float64]

# A thing must be at least this part of a tile wide: pawns' shadows and bridges between tiles are narrower.
_NARROW, _WIDE = 0.3, 0.6
# How many sizes of tile are tried, and how clear the sides of a place must be to speak for a size.
_SIDES, _UNCLEAR = 10, 0.4
_NEARBY = np.array([0.98, 0.99, 1.0, 1.01, 1.02])
# Tiles that touch or nearly do: their usual step, the widest to the next column and down to the next tile, in sides.
_SPREAD, _WIDEST, _NEXT = 1.06, (1.7, 1.35), 1.35
# How far aside of a column's line its tiles may lie, in tile sides, and how much of a place must be covered: less if it
# lies with others.
_ASIDE, _COVERED, _HALF_COVERED = 0.4, 0.6, 0.45
# A tile's sides are at least so clear beside those of most tiles that lie with it.
_AS_OTHERS = 0.5
# So sure must the net be of a tile whose sides are not seen.
_SURE_ODDS = 3.0
# North, east, south, west: the sign of the step and whether it is down rather than across.
_STEPS = ((1, 1), (-1, 0), (-1, 1), (1, 0))


def find_market(photo_bgr: Bgr, ground: Ground, pitches_px: tuple[float, float]) -> Territory:
    """All tiles of the zone; `cells` are (column from the left, place from the top)."""
    straight = straightened(ground)
    heaps = _heaps(straight.strange, pitches_px[0])
    if not len(heaps):
        return NOTHING
    side = pitches_px[0]
    for sides in (np.geomspace(*pitches_px, _SIDES), _NEARBY):
        tried = sides * (side if sides is _NEARBY else 1.0)
        clear = [_clear(_looked_at(photo_bgr, straight, heaps, one, CELL_PX // 2)[1]) for one in tried]
        side = float(tried[int(np.argmax(clear))])
    places, look = _looked_at(photo_bgr, straight, heaps, side, CELL_PX, closely=True)
    if look is None:
        return NOTHING
    there, chance = presence(places, look, apart=True)
    counts = [len(_places(heap, side)) for heap in heaps]
    there = _of_heaps(np.split(np.arange(len(places)), np.cumsum(counts)[:-1]), places, look, there)
    there |= _between(places, there) & (look.full > _COVERED)
    if not there.any():
        return NOTHING
    quads = project(straight.to_photo @ np.diag([side, side, 1.0]), look.poses.corners(places)[there])
    return Territory(columns_of(quads, ground), quads, chance[there], float(look.poses.sides[there].mean()), 0.0)


def _of_heaps(
    heaps: list[NDArray[np.int64]], places: Points, look: Look, there: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which places hold a tile, those of a heap together: a board, an arm or a box of cards has none.

    A thing of several tiles has seams between them. In poor light its sides are as faint as those of most of its tiles.
    """
    found = np.zeros(len(places), bool)
    for heap in heaps:
        full = heap[look.full[heap] > _HALF_COVERED]
        if len(full) < 2:
            found[full] = there[full]
            continue
        shown = np.sort(look.poses.sides[full], 1)[:, 1]
        if np.median(shown) > OUTLINE and _has_seams(places[full], look.poses.sides[full]):
            found[full] = there[full] | (shown > _AS_OTHERS * np.median(shown)) | _known(look, full)
    return found


def _known(look: Look, these: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which of these places the net is sure of, whatever becomes of their sides in poor light."""
    assert look.views is not None
    return np.asarray(tile_odds(look.views[these]) > _SURE_ODDS)


def _has_seams(places: Points, sides: Points) -> bool:
    """Whether edges run between places that touch as they do around all of them."""
    step = places[None] - places[:, None]
    beside = np.stack([_right_above(sign * (step if axis else step[..., ::-1])) for sign, axis in _STEPS], -1).any(1)
    if not beside.any():
        return True
    return float(sides[beside].mean()) > SEAM * float(sides[~beside].mean())


def _right_above(step: Points) -> NDArray[np.bool_]:
    """Which of these steps, in tile sides, lead to the next place upwards."""
    return np.asarray((np.abs(step[..., 0]) < _ASIDE) & (step[..., 1] < -0.5) & (step[..., 1] > -_NEXT))


def _between(places: Points, there: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The places with a tile right above and right below: a column has no gaps, however faint its seams are."""
    step = places[None, there] - places[:, None]
    return np.asarray(_right_above(step).any(1) & _right_above(-step).any(1))


def _looked_at(
    photo_bgr: Bgr, ground: Ground, heaps: Points, side_px: float, cell_px: int, closely: bool = False
) -> tuple[Points, Look | None]:
    """Where tiles of this size would lie in the heaps (in tile sides), and what is seen there."""
    places = np.concatenate([_places(heap, side_px) for heap in heaps]) / side_px
    if not len(places):
        return places, None
    return places, look_at(photo_bgr, ground, np.diag([side_px, side_px, 1.0]), places, cell_px, closely)


def _clear(look: Look | None) -> float:
    """How clear the sides of all places are together; an unclear place counts against the others."""
    return 0.0 if look is None else float(np.where(look.full > 0.6, look.poses.sides.mean(1) - _UNCLEAR, 0).sum())


def _heaps(strange: Map, least_px: float) -> Points:
    """The things on the ground that are as wide as a tile: left, top, width, height."""
    across = int(_NARROW * least_px)
    firm = cv2.morphologyEx((strange > 0.5).astype(np.uint8), cv2.MORPH_OPEN, np.ones((across, across), np.uint8))
    count, parts = cv2.connectedComponents(firm)
    boxes = np.array([_box(parts == part, _WIDE * least_px) for part in range(1, count)]).reshape(-1, 4)
    return np.asarray(boxes[boxes[:, 2:].min(1, initial=np.inf) > 0.7 * least_px], np.float64)


def _box(thing: NDArray[np.bool_], least_px: float) -> Points:
    """Left, top, width and height of a thing where it is so wide at least: a pawn's shadow sticks out, tiles do not."""
    found = [np.flatnonzero(thing.sum(axis) >= least_px) for axis in (0, 1)]
    if not all(len(wide) for wide in found):
        return np.zeros(4)
    low, high = (np.array([wide[end] for wide in found], np.float64) for end in (0, -1))
    return np.concatenate([low, high - low + 1])


def _places(heap: Points, side_px: float) -> Points:
    """The middles of a heap's tiles: as many across and down as fit with small gaps, spread evenly."""
    low, size = heap[:2], heap[2:]
    counts = np.maximum(np.rint(size / (_SPREAD * side_px)), 1).astype(int)
    # The last tile has no gap behind it.
    step = np.where(counts > 1, (size - side_px) / np.maximum(counts - 1, 1), side_px)
    if (step / side_px > _WIDEST).any() or (step < 0.9 * side_px).any() or (size < 0.8 * side_px).any():
        return np.zeros((0, 2))
    cells = np.stack(np.meshgrid(np.arange(counts[0]), np.arange(counts[1])), -1).reshape(-1, 2)
    middle = low + size / 2 - 0.5
    return np.asarray(middle + (cells - (counts - 1) / 2) * step, np.float64)


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
