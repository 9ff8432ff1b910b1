"""How the cards of labelled heaps lie, told by what repeats: how many make a row, and at which end the whole one lies.

Each card of a row covers the one before but for a strip. Cards of one kind lie together, so nearly every strip looks
like the next one, and the last like the near side of the whole card. Of all rows of a zone that together hold as many
cards as are labelled, those are taken in which most repeats; one person lays all rows of a zone in much the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.bands import Laid
from vision.cards.heaps import PX_PER_MM, Heap
from vision.cards.paper import Paper, evened
from vision.cards.rims import CELL_MM, begins_of, quarter_turned
from vision.cards.strips import RIM_DOUBT
from vision.cards.tones import tones_of

Map = NDArray[np.float32]
Chosen = tuple[float, tuple["Row | None", ...]]
# How far a row may seem narrower or wider than a card, and how much larger things look than they are, in mm.
NARROWER_MM, WIDER_MM, SEEMS_MM = 10.0, 12.0, 2.0
# Shifts by which a strip may lie otherwise than the next, in mm; the difference of tones at which it is half unlike.
SHIFTS_MM = (-2, -1, 0, 1, 2)
SOFT = 0.2
# How far around a place decides whether it is printed, and what plain ground weighs beside print.
DETAIL_MM, PLAIN = 5.0, 0.2
LEAST_MM, MOST_MM = 6.0, 60.0
# What weighs as much as a millimetre of row that does not repeat: each card; a step, an end or a lie unlike the other
# rows'; a card more or less than is labelled, and that a heap was not found at all.
EACH_CARD, OTHER_STEP, OTHER_END, OTHER_LIE = 0.3, 1.0, 14.0, 10.0
MISCOUNT, MISSED_HEAP = 15.0, 30.0
STEP_OFF_MM, MOST_OFF = 1.5, 8.0
# The same for a card without a rim where it begins.
NO_RIM = 20.0


@dataclass(frozen=True)
class Row:
    """A way in which a heap may lie: so many cards, so far apart, and how much of it does not repeat (in mm)."""

    laid: Laid
    cards: int
    step_mm: float
    unlike_mm: float


def lay_rows(heaps: Sequence[Heap], paper: Paper, card_mm: tuple[int, int], total: int) -> list[Row | None]:
    """For each heap how its cards lie, `total` cards in all; None for what is no row of such cards."""
    ways = [possible_rows(heap, paper, card_mm) for heap in heaps]
    rows = [row for some in ways for row in some if row.cards > 1]
    steps = sorted({round(row.step_mm * 2) / 2 for row in rows}) or [0.0]
    lies = {row.laid for row in rows} or {Laid(True, True, False)}
    told = [_chosen(ways, total, step, laid) for step, laid in product(steps, sorted(lies))]
    return list(min(told, key=lambda way: way[0])[1])


def _chosen(ways: Sequence[Sequence[Row]], total: int, step_mm: float, laid: Laid) -> Chosen:
    """The cheapest rows that hold about `total` cards, if all have about this step and lie about like this."""
    best: dict[int, Chosen] = {0: (0.0, ())}
    for some in ways:
        choices: list[tuple[int, float, Row | None]] = [
            (row.cards, _weight(row, step_mm, laid), row) for row in some
        ] or [(1, 0.0, None)]
        longer: dict[int, Chosen] = {}
        for (held, (cost, rows)), (cards, more, row) in product(best.items(), choices):
            if held + cards not in longer or cost + more < longer[held + cards][0]:
                longer[held + cards] = (cost + more, (*rows, row))
        best = longer
    cost, held = min((cost + min(MISCOUNT * abs(held - total), MISSED_HEAP), held) for held, (cost, _) in best.items())
    return cost, best[held][1]


def _weight(row: Row, step_mm: float, laid: Laid) -> float:
    if row.cards == 1:
        return row.unlike_mm
    off = min(((row.step_mm - step_mm) / STEP_OFF_MM) ** 2, MOST_OFF)
    other = OTHER_END * (row.laid.backwards != laid.backwards) + OTHER_LIE * (row.laid.upright != laid.upright)
    return row.unlike_mm + EACH_CARD * row.cards + OTHER_STEP * off + other + OTHER_LIE * (row.laid.flat != laid.flat)


def possible_rows(heap: Heap, paper: Paper, card_mm: tuple[int, int]) -> list[Row]:
    """All ways in which a heap may be a row of cards of this size."""
    tones = _tones(heap, paper)
    there = _shrunk(heap.there)
    rows: list[Row] = []
    for flat, upright in product((True, False), (True, False)):
        along, across = card_mm if upright else card_mm[::-1]
        seen, mask = (tones, there) if flat else (np.rot90(tones), np.rot90(there))
        rims = heap.rims if flat or heap.rims is None else quarter_turned(heap.rims)
        size, laid = (float(along), float(across)), Laid(flat, upright, False)
        rows += _rows(np.ascontiguousarray(seen), mask, rims, size, laid)
    return rows


def _rows(tones: Map, there: Map, rims: Map | None, card_mm: tuple[float, float], laid: Laid) -> list[Row]:
    """The rows that run along a heap, for any number of cards and either end on top."""
    along, across = card_mm
    (left, right), (low, high) = _span(there, 0), _span(there, 1)
    width = high - low - SEEMS_MM
    if not -NARROWER_MM < width - across < WIDER_MM:
        return []
    # A rim of the table's own colour is not seen, neither along the row nor at its ends.
    hidden = max(across - width, 0.0)
    start, end = left + SEEMS_MM / 2 - hidden / 2, right - SEEMS_MM / 2 + hidden / 2
    length = end - start
    if length < along - NARROWER_MM / 2:
        return []
    if length < along + LEAST_MM:
        return [Row(laid, 1, 0.0, 0.0)] if width - across < WIDER_MM / 2 else []
    rows, detail = [], _detail(tones)
    begins = None if rims is None else begins_of(rims, round(low / CELL_MM), round((high - low) / CELL_MM))
    for cards in range(max(2, int(np.ceil(length / along))), int((length - along) / LEAST_MM) + 2):
        step = (length - along) / (cards - 1)
        if step > MOST_MM:
            continue
        for backwards in (False, True):
            places = end - step * np.arange(1, cards + 1) if backwards else start + step * np.arange(cards)
            sign = 1 if not backwards else -1
            unlike = sum(_unlike(tones, detail, (low, high), at, at + sign * step, step) for at in places[:-1])
            without = 0.0 if begins is None else _without_rim(begins, places + step * backwards, backwards)
            rows.append(Row(Laid(laid.flat, laid.upright, backwards), cards, step, unlike * step + without))
    return rows


def _without_rim(begins: Map, places_mm: NDArray[np.floating], backwards: bool) -> float:
    """What it weighs that cards should begin at these places, by the rims that are seen there."""
    cells = np.clip(np.rint(places_mm / CELL_MM).astype(int) - backwards, 0, len(begins) - 1)
    return float((RIM_DOUBT - begins[cells, int(backwards)]).sum()) * NO_RIM


def _unlike(tones: Map, detail: Map, rows: tuple[int, int], here: float, there: float, width: float) -> float:
    """How unlike one strip is the next (0..1), where they fit best; what is printed tells more than plain ground."""
    reach, wide = SHIFTS_MM[-1], max(round(width), 3)
    x, y = round(here), round(there)
    low, high = rows[0] + reach + 1, rows[1] - reach - 1
    strip, printed = (part[low:high, max(x, 0) : x + wide] for part in (tones, detail))
    best = 1.0
    for down, right in product(SHIFTS_MM, SHIFTS_MM):
        at = max(y + right, 0)
        other = tones[low + down : high + down, at : at + strip.shape[1]]
        if other.shape == strip.shape and strip.size:
            square = ((strip - other) ** 2).sum(2)
            weight = printed + detail[low + down : high + down, at : at + strip.shape[1]] + PLAIN
            best = min(best, float((weight * square / (square + SOFT**2)).sum() / weight.sum()))
    return best


def _detail(tones: Map) -> Map:
    """Where anything is printed (0..1): whatever differs from its surroundings."""
    off = np.abs(tones - cv2.GaussianBlur(tones, (0, 0), DETAIL_MM)).sum(2)
    return np.asarray(np.minimum(off / SOFT, 1.0), np.float32)


def _span(there: Map, axis: int) -> tuple[int, int]:
    """First and last millimetre in which a good part of the heap lies."""
    full = there.sum(axis)
    inside = np.flatnonzero(full > 0.5 * float(np.median(full[full > 0.2 * full.max()])))
    return (int(inside[0]), int(inside[-1]) + 1) if len(inside) else (0, 0)


def _tones(heap: Heap, paper: Paper) -> Map:
    fine = tones_of(evened(heap.picture_bgr, *paper.near(np.array(heap.middle_mm))))
    return _shrunk(np.asarray(cv2.GaussianBlur(fine, (0, 0), 1.2), np.float32))


def _shrunk(picture: Map) -> Map:
    """A millimetre a pixel."""
    size = tuple(round(side / PX_PER_MM) for side in picture.shape[1::-1])
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)
