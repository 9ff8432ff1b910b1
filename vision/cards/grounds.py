"""The zones of a photo with their heaps of cards: told by what is strange to the table or, failing that, by rims.

On most tables cards are what is strange to them. Where a net that knows the rims of cards (`vision/cards/rims.py`) sees
more rows, and far more rims around them than around those heaps (on a striped cloth, or a table as pale as the cards),
its rows are taken instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import heaps
from vision.cards.heaps import MARGIN_MM, PX_PER_MM, RIM_MM, CardGround, Heap, Map, Matrix, Place
from vision.cards.pieces import find_pieces, sizes_worth
from vision.cards.rims import CELL_MM, rims_of, turned, whole_cells
from vision.cards.rims import PX_PER_MM as VIEW_PX_PER_MM
from vision.cards.rowfind import FoundRow, corners_of_row, rows_among, settled
from vision.cards.size import SOLD_MM
from vision.markers import BORDER_MM, TAG_MM, Camera, project

Bgr = NDArray[np.uint8]
# What is strange to the table is trusted if at least this part of the rims is seen around it that is seen around rows.
TRUSTED = 0.75
# So wide, in mm, is what a photo without corner cards may show.
WIDE_MM = (360.0, 500.0, 700.0, 980.0)


def find_heaps(photo_bgr: Bgr, card_mm: Place | None = None) -> tuple[CardGround, ...]:
    """All zones by number; without corner cards the whole photo is one unnamed zone.

    `card_mm` is how large cards are, if that is known.
    """
    return tuple(_trusted(photo_bgr, ground, card_mm) for ground in heaps.find_heaps(photo_bgr, card_mm))


def _trusted(photo_bgr: Bgr, ground: CardGround, card_mm: Place | None) -> CardGround:
    """The zone as it was found, or with the rows that its rims tell of."""
    if ground.camera is None:
        return _scaled(photo_bgr, ground, card_mm or SOLD_MM[0])
    to_photo = view_to_photo(ground.camera)
    rims = zone_rims(photo_bgr, to_photo, ground.size_mm)
    ground = replace(ground, told=_inside(rims, ground.size_mm), view=to_photo)
    if card_mm is None:
        return ground
    ground = _with_pieces(ground, card_mm)
    rows = rows_among(ground.pieces, card_mm)
    boxes = [box_of(heap, to_photo) for heap in ground.heaps]
    if len(rows) < len(boxes) or seen_around(boxes, rims) >= TRUSTED * seen_around(rows, rims):
        both = zip(ground.heaps, boxes, strict=True)
        return replace(ground, heaps=tuple(replace(heap, rims=_rims_in(rims, heap, box)) for heap, box in both))
    ordered = sorted(rows, key=lambda row: tuple(corners_of_row(row).min(0)[::-1].tolist()))
    return replace(ground, heaps=tuple(_cut(photo_bgr, rims, row, to_photo) for row in ordered))


def _with_pieces(ground: CardGround, card_mm: Place) -> CardGround:
    """The zone with its cards one by one."""
    assert ground.told is not None
    pieces, owners = find_pieces(ground.told, card_mm)
    return replace(ground, pieces=tuple(pieces), owners=owners)


def _scaled(photo_bgr: Bgr, ground: CardGround, card_mm: Place) -> CardGround:
    """A photo without corner cards at the scale at which most speaks for cards of this size."""
    assert ground.view is not None
    best: tuple[float, float] = (0.0, 0.0)
    for wide_mm in WIDE_MM:
        grow = wide_mm / ground.size_mm[0]
        told = _told(photo_bgr, ground.view, ground.size_mm, grow)
        best = max([best, *((worth / grow, grow / part) for part, worth in sizes_worth(told, card_mm, False))])
    if best[0] == 0:
        return ground
    first = _told(photo_bgr, ground.view, ground.size_mm, best[1])
    parts = sizes_worth(first, card_mm, True)
    grow = best[1] / max(parts, key=lambda one: one[1])[0]
    view = ground.view @ np.diag([1 / grow, 1 / grow, 1.0])
    told = _told(photo_bgr, ground.view, ground.size_mm, grow)
    return _with_pieces(replace(ground, told=told, view=view), card_mm)


def _told(photo_bgr: Bgr, view: Matrix, size: Place, grow: float) -> Map:
    """What the net tells of a view that is so many times larger in mm."""
    width, height = (whole_cells(side * grow) for side in size)
    fine = view @ np.diag([1 / (grow * VIEW_PX_PER_MM), 1 / (grow * VIEW_PX_PER_MM), 1.0])
    return rims_of(heaps.seen_from_above(photo_bgr, fine, (round(width * 2), round(height * 2))))


def _inside(told: Map, size_mm: Place) -> Map:
    """What lies in the zone, without its rim: hands reach into that, and cards beside the zone do not count."""
    first = round(RIM_MM / CELL_MM)
    columns, rows = (first + round(side / CELL_MM) for side in size_mm)
    inside = np.zeros_like(told)
    inside[first:rows, first:columns] = told[first:rows, first:columns]
    return inside


def view_to_photo(camera: Camera) -> Matrix:
    """From mm in the view of a zone with its rim to the photo."""
    return np.asarray(camera.mm_to_px @ np.array([[1, 0, -RIM_MM], [0, 1, -RIM_MM], [0, 0, 1.0]]), np.float64)


def seen_around(rows: Sequence[FoundRow], rims: Map) -> float:
    """How many mm of rims are seen around all of these."""
    return sum(settled(row, rims)[1] for row in rows)


def box_of(heap: Heap, to_photo: Matrix) -> FoundRow:
    """Where a heap lies in the view from above."""
    wide, high = (side * PX_PER_MM for side in heap.size_mm)
    low = MARGIN_MM * PX_PER_MM
    corners = np.array([(low, low), (low + wide, low), (low + wide, low + high), (low, low + high)])
    there = project(np.linalg.inv(to_photo) @ heap.to_photo, corners)
    way = there[1] - there[0]
    middle = there.mean(0)
    turn = float(np.rad2deg(np.arctan2(way[1], way[0])))
    return FoundRow((float(middle[0]), float(middle[1])), heap.size_mm, turn)


def zone_rims(photo_bgr: Bgr, to_photo: Matrix, size_mm: Place) -> Map:
    """What the net tells of a zone, without its corner cards."""
    width, height = (whole_cells(side + 2 * RIM_MM) for side in size_mm)
    fine = to_photo @ np.diag([1 / VIEW_PX_PER_MM, 1 / VIEW_PX_PER_MM, 1.0])
    view = heaps.seen_from_above(photo_bgr, fine, (round(width * VIEW_PX_PER_MM), round(height * VIEW_PX_PER_MM)))
    rims = rims_of(view)
    _clear_corners(rims, size_mm)
    return rims


def _clear_corners(rims: Map, size_mm: Place) -> None:
    """Corner cards, seen or covered, are no cards of the game."""
    reach = BORDER_MM + 2
    for x in (-TAG_MM - reach, size_mm[0] - reach):
        for y in (-TAG_MM - reach, size_mm[1] - reach):
            low = np.maximum((np.array((x, y)) + RIM_MM) / CELL_MM, 0).astype(int)
            high = ((np.array((x, y)) + RIM_MM + TAG_MM + 2 * reach) / CELL_MM).astype(int)
            rims[low[1] : high[1], low[0] : high[0]] = 0


def _cut(photo_bgr: Bgr, rims: Map, row: FoundRow, to_photo: Matrix) -> Heap:
    """The row level, with a margin of table."""
    place = heaps.level_box(row.middle_mm, row.size_mm, row.angle_deg)
    to_view = heaps.turned_cut(*place, PX_PER_MM)
    size_px = (
        round((place[1][0] + 2 * MARGIN_MM) * PX_PER_MM), round((place[1][1] + 2 * MARGIN_MM) * PX_PER_MM)
    )  # fmt: skip
    there = np.zeros(size_px[::-1], np.float32)
    margin = round(MARGIN_MM * PX_PER_MM)
    there[margin : size_px[1] - margin, margin : size_px[0] - margin] = 1
    at = (row.middle_mm[0] - RIM_MM, row.middle_mm[1] - RIM_MM)
    cut = heaps.seen_from_above(photo_bgr, to_photo @ to_view, size_px)
    return Heap(cut, there, to_photo @ to_view, place[1], at, rims=_cut_rims(rims, size_px, *place))


def _rims_in(rims: Map, heap: Heap, box: FoundRow) -> Map:
    """What is told of rims in a heap that was cut out."""
    return _cut_rims(rims, (heap.there.shape[1], heap.there.shape[0]), box.middle_mm, box.size_mm, box.angle_deg)


def _cut_rims(rims: Map, size_px: tuple[int, int], middle: Place, size: Place, angle: float) -> Map:
    """What is told of rims in a cut, cell by cell, with sides as they are in the cut."""
    lay = np.diag([1 / CELL_MM, 1 / CELL_MM, 1.0]) @ heaps.turned_cut(middle, size, angle, 1 / CELL_MM)
    shift = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    window = tuple(round(side / PX_PER_MM / CELL_MM) for side in size_px)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpPerspective(
        np.ascontiguousarray(rims[..., 1:5]), shift @ lay @ np.linalg.inv(shift), window, flags=flags
    )
    return turned(np.asarray(cut, np.float32), angle)
