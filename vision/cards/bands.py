"""Splits a heap into bands of cards and reads each: which way the cards lie is whatever explains the heap best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.closer import Part, laid_face, shown_part, unlike_faces
from vision.cards.heaps import PX_PER_MM, Heap
from vision.cards.paper import Paper, evened
from vision.cards.rims import begins_of, quarter_turned
from vision.cards.strips import (
    CELL_MM,
    CROOKED,
    MANY_ROWS,
    NOT_TABLE,
    STRAIGHT,
    STRANGER,
    UNRIVALLED,
    Face,
    FaceColumns,
    Map,
    Poses,
    Reading,
    Strip,
    askew,
    column_costs,
    columns_of,
    read_band,
    rim_cost,
    row_counts,
)
from vision.cards.tones import tones_of

# A heap this much wider than a card holds more than one band; from so much on some cards of a band lie out of line.
LOOSE, OUT_OF_LINE = 7, 4
STEP = 2
FEW = 10
# What fits a card nearly as well, in columns that are quite unlike, is its rival.
RIVAL_LEAD = 0.5
WHOLE_FACE = 0.9
# What each card more must gain when cards are looked at closely, in columns that are quite unlike.
CLOSE_CARD = 0.2
# Cards of a row show at least so many cells and seldom more than so many: a wider step is doubted.
LEAST_STEP, WIDE_STEP = 4.5, 13.0
# Where either end may be the whole card by its columns alone, other numbers of cards are tried from both.
EITHER_END = 2.5
# What each cell costs, squared, by which a step of a row differs from the others'.
CLOSE_UNEVEN = 0.15
# What was found at a place (start, cells shown, pose, from which end): how unlike each face it is.
Named = dict[tuple[int, int, tuple[float, float], bool], NDArray[np.float64]]


@dataclass(frozen=True, order=True)
class Laid:
    """How the cards of a row lie: it runs across the heap (`flat`), they stand `upright` in it, the first is whole."""

    flat: bool
    upright: bool
    backwards: bool


@dataclass(frozen=True)
class HeapTones:
    """A heap in cells: its tones, where it is, and how many cards it holds and how they lie if that is known.

    `rims` tells where rims run, with their card to the right, left, below or above.
    """

    tones: Map
    there: Map
    cards: int | None = None
    laid: Laid | None = None
    rims: Map | None = None

    def flipped(self) -> HeapTones:
        """A quarter turned, so that its columns run across; a mirror image would be of cards that nobody prints."""
        tones, there = (np.ascontiguousarray(np.rot90(part)) for part in (self.tones, self.there))
        rims = None if self.rims is None else quarter_turned(self.rims)
        return HeapTones(tones, there, self.cards, self.laid, rims)

    def begins(self, top: int, across: int) -> Map | None:
        """How surely a card begins at each column of a band, from the left and from the right, if rims were seen."""
        return None if self.rims is None else begins_of(self.rims, top, across)

    def span(self) -> tuple[int, int]:
        """First and last row in which a good part of the heap lies."""
        rows = self.there.sum(1)
        full = np.flatnonzero(rows > 0.3 * rows.max())
        return (int(full[0]), int(full[-1]) + 1) if len(full) else (0, len(rows))


@dataclass(frozen=True)
class Band:
    """A band that was read: `flat` tells that it runs across the heap, `upright` how cards lie in it.

    `card` is a card's height and width in cells.
    """

    flat: bool
    upright: bool
    top: int
    reading: Reading
    gain: float
    card: tuple[int, int]

    @property
    def along(self) -> int:
        """How far a whole card reaches along the band."""
        return self.card[1] if self.upright else self.card[0]

    @property
    def standing(self) -> bool:
        """Whether cards stand upright as the heap was cut out."""
        return self.upright == self.flat


def tones_of_heap(heap: Heap, paper: Paper, cards: int | None = None, laid: Laid | None = None) -> HeapTones:
    """The heap as it is compared, in the light that paper tells of."""
    size = tuple(round(side / PX_PER_MM / CELL_MM) for side in heap.there.shape[::-1])
    fine = tones_of(evened(heap.picture_bgr, *paper.near(np.array(heap.middle_mm))))
    tones = np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.float32)
    there = np.asarray(cv2.resize(heap.there, size, interpolation=cv2.INTER_AREA), np.float32)
    return HeapTones(tones, there, cards, laid, heap.rims)


def read_heap(heap: HeapTones, faces: Sequence[Face], stranger: float = STRANGER) -> tuple[Band, ...]:
    """The bands that explain the heap best."""
    turned = heap.flipped()
    ways = [
        (heap if flat else turned, columns_of(tuple(faces), upright, stranger), flat, upright)
        for upright in (True, False)
        for flat in (True, False)
        if heap.laid is None or (heap.laid.flat, heap.laid.upright) == (flat, upright)
    ]
    # A heap that is as wide as one band is one; only others are searched for several.
    single = [way for way in ways if _fits(way[0], way[1]) == 1]
    choices = [_bands(*way) for way in single or [way for way in ways if _fits(way[0], way[1])]]
    return max(choices, key=lambda bands: sum(band.gain for band in bands), default=())


def _fits(heap: HeapTones, columns: FaceColumns) -> int:
    """1 if the heap is one band of such cards, 2 if it may be several, 0 if it is too small."""
    low, high = heap.span()
    across = columns.across
    if heap.tones.shape[0] < across or heap.tones.shape[1] < columns.along or high - low < across - LOOSE:
        return 0
    return 1 if high - low <= across + LOOSE else 2


def _bands(heap: HeapTones, columns: FaceColumns, flat: bool, upright: bool) -> tuple[Band, ...]:
    """Bands of this width in the heap, none overlapping another, that explain most."""
    low, high = heap.span()
    across, last = columns.across, heap.tones.shape[0] - columns.across
    if high - low <= across + LOOSE:
        tops = [int(np.clip(round((low + high - across) / 2), 0, last))]
    else:
        heap = replace(heap, cards=MANY_ROWS)
        tops = sorted({int(np.clip(top, 0, last)) for top in range(low - 1, high - across + STEP, STEP)})
    found = [_band(heap, columns, flat, upright, top) for top in tops]
    return _apart([band for band in found if band.gain > 0], across)


def _band(heap: HeapTones, columns: FaceColumns, flat: bool, upright: bool, top: int) -> Band:
    costs = column_costs(heap.tones, top, columns)
    nothing = Band(flat, upright, top, Reading((), 0.0, False), 0.0, columns.card)
    return reread(heap, nothing, costs, columns.stranger)


def reread(own: HeapTones, band: Band, costs: NDArray[np.float32], stranger: float, poses: Poses = STRAIGHT) -> Band:
    """The band read with these costs; `own` runs along the band."""
    across = band.card[0] if band.upright else band.card[1]
    table = NOT_TABLE * own.there[band.top : band.top + across].mean(0)
    ends = (False, True) if own.laid is None else (own.laid.backwards,)
    begins = own.begins(band.top, across)
    both = (read_band(costs, table, backwards, poses, stranger, own.cards, begins) for backwards in ends)
    reading = min(both, key=lambda one: one.cost)
    return replace(band, reading=reading, gain=(float(table.sum()) - reading.cost) * across)


def _apart(bands: Sequence[Band], across: int) -> tuple[Band, ...]:
    """Of all bands those that do not overlap and gain most together."""
    best: list[tuple[float, tuple[Band, ...]]] = []
    for band in bands:
        before = [one for one in best if one[1][-1].top + across - 2 <= band.top]
        gain, chosen = max(before, key=lambda one: one[0], default=(0.0, ()))
        best.append((gain + band.gain, (*chosen, band)))
    return max(best, key=lambda one: one[0], default=(0.0, ()))[1]


@dataclass(frozen=True)
class Option:
    """A kind that a strip may be, and how its face looks as taught and turned over."""

    kind: str
    looks: tuple[Part, Part]

    @property
    def is_whole(self) -> bool:
        """Whether nearly all of the face is known."""
        return bool(self.looks[0].known.mean() > WHOLE_FACE)


class CloserLook:
    """A band read again in several ways: cards may lie crooked, and only faces that are likely at all are tried."""

    def __init__(self, heap: HeapTones, faces: Sequence[Face], kinds: Sequence[str], band: Band) -> None:
        self.band = band
        self._own = heap if band.flat else heap.flipped()
        self._few = list(range(len(faces)))
        if len(faces) > FEW:
            costs = column_costs(self._own.tones, band.top, columns_of(tuple(faces), band.upright))
            self._few = _likely(costs, len(faces), band.reading)
        columns = columns_of(tuple(faces[n] for n in self._few), band.upright)
        low, high = self._own.span()
        wider = high - low - columns.across
        self._poses = askew(wider) if OUT_OF_LINE <= wider <= LOOSE else CROOKED
        self._costs = column_costs(self._own.tones, band.top, columns, self._poses)
        self._table = NOT_TABLE * self._own.there[band.top : band.top + columns.across].mean(0)
        self._across = columns.across
        self._options = [Option(kinds[n], laid_face(faces[n], band.upright)) for n in self._few]
        self._named: Named = {}
        self._begins = self._own.begins(band.top, self._across)
        self.ways = [self._closely(one) for one in self._readings()]

    def _closely(self, reading: Reading) -> Reading:
        close = _close(self._own, self.band, reading, self._options, self._named)
        if self._begins is None:
            return close
        return replace(close, cost=close.cost + rim_cost(self._begins, reading.backwards, reading.strips))

    def try_step(self, step: float) -> None:
        """Looks at the band once more as a row of this step, unless that was done."""
        best = min(self.ways, key=lambda way: way.cost)
        counts = row_counts(self._table, self.band.along)
        if step_of(best, self.band.along) is None or not counts:
            return
        there = np.flatnonzero(self._table > NOT_TABLE / 2)
        count = round((int(there[-1]) + 1 - int(there[0]) - self.band.along) / step) + 1
        if count in counts and all(len(way.strips) != count for way in self.ways):
            self.ways.append(self._closely(self._read(best.backwards, count)))

    def _read(self, backwards: bool, count: int | None) -> Reading:
        return read_band(self._costs, self._table, backwards, self._poses, count=count, begins=self._begins)

    def _readings(self) -> list[Reading]:
        """The band read from either end, and rows also with other numbers of cards: with half or twice the steps.

        Cards of one kind look much alike a step further on, so that columns alone hardly tell one wide strip from two.
        """
        count, along = self._own.cards, self.band.along
        both = [self._read(backwards, count) for backwards in (False, True)]
        found = min(both, key=lambda one: one.cost)
        seen = len(found.strips)
        whole = [strip for strip in found.strips if strip.shown >= along - 1]
        if count is not None or seen < 2 or len(whole) != 1:
            return both
        counts = row_counts(self._table, along)
        others = {2 * seen - 1, (seen + 1) // 2, seen - 1, seen + 1} & set(counts) - {seen}
        if (step_of(found, along) or 0) > WIDE_STEP:
            reach = (seen - 1) * (step_of(found, along) or 0)
            others |= {count for count in counts if LEAST_STEP <= reach / (count - 1) <= WIDE_STEP}
        ends = [one.backwards for one in both if one.cost < found.cost + EITHER_END]
        tried = [self._read(end, other) for end in ends for other in sorted(others)]
        return both + [one for one in tried if len(one.strips) in others]

    def taken(self, weights: Sequence[float]) -> Band:
        """The band as it is read in the way that weighs least."""
        best = int(np.argmin(weights))
        reading = self.ways[best]
        rivals = [w for w, way in zip(weights, self.ways, strict=True) if len(way.strips) != len(reading.strips)]
        lead = min(rivals) - weights[best] if rivals else UNRIVALLED
        strips = tuple(
            replace(
                strip,
                face=self._few[strip.face] if strip.face >= 0 else -1,
                nearest=self._few[strip.nearest],
                rival=self._few[strip.rival] if strip.rival >= 0 else -1,
                margin=min(strip.margin, lead),
            )
            for strip in reading.strips
        )
        gain = (float(self._table.sum()) - reading.cost) * self._across
        return replace(self.band, reading=replace(reading, strips=strips), gain=gain)


def step_of(reading: Reading, along: int) -> float | None:
    """How far apart the cards of a row lie, in cells; None if it is no row."""
    covered = [strip.shown for strip in reading.strips if strip.shown < along - 1]
    return float(np.mean(covered)) if covered else None


def _close(own: HeapTones, band: Band, reading: Reading, options: Sequence[Option], named: Named) -> Reading:
    """The reading with all its cards looked at closely, and what it costs then; no place is looked at twice."""
    seen = []
    for strip in reading.strips:
        whole = strip.shown == band.along  # then it shows the same whichever end comes first
        place = (strip.start, strip.shown, strip.pose, reading.backwards and not whole)
        if place not in named:
            named[place] = _unlike_options(own, band, reading.backwards, strip, options)
        seen.append(_named(strip, named[place], options))
    strips = tuple(seen)
    there = own.there[band.top : band.top + (band.card[0] if band.upright else band.card[1])].mean(0)
    free = float(there.sum() - sum(there[strip.start : strip.start + strip.shown].sum() for strip in strips))
    cost = sum(strip.cost for strip in strips) + CLOSE_CARD * len(strips) + NOT_TABLE * free
    return replace(reading, strips=strips, cost=cost + CLOSE_UNEVEN * _unevenness(strips, band.along))


def _unevenness(strips: Sequence[Strip], along: int) -> float:
    """How much the steps of a row differ from each other."""
    covered = [strip.shown for strip in strips if strip.shown < along - 1]
    return float(np.var(covered)) * len(covered) if covered else 0.0


def _unlike_options(
    own: HeapTones, band: Band, backwards: bool, strip: Strip, options: Sequence[Option]
) -> NDArray[np.float64]:
    """How unlike each face it is, as taught and turned over: two costs a face.

    A whole card is not one of which only a part is known, where that kind is known whole.
    """
    parts = [shown_part(look, backwards, strip.shown) for option in options for look in option.looks]
    costs = unlike_faces(own.tones, band.top, strip, parts)
    if strip.shown >= band.along - 2:
        whole = {option.kind for option in options if option.is_whole}
        for number, option in enumerate(options):
            if option.kind in whole and not option.is_whole:
                costs[2 * number : 2 * number + 2] = np.maximum(costs[2 * number : 2 * number + 2], STRANGER)
    return costs


def _named(strip: Strip, costs: NDArray[np.float64], options: Sequence[Option]) -> Strip:
    """The strip with the face that it shows when it is looked at closely, unless it is nothing known at all."""
    face, turned = divmod(int(costs.argmin()), 2)
    least, kind = float(costs.min()), options[face].kind
    others = [(float(cost), n // 2) for n, cost in enumerate(costs) if options[n // 2].kind != kind]
    other, second = min(others, default=(1.0, -1))
    lead = (other - least) * strip.shown
    margin, rival = min(strip.placed, lead), second if lead < RIVAL_LEAD else -1
    if least >= STRANGER:
        return replace(strip, face=-1, nearest=face, cost=STRANGER * strip.shown)
    return replace(
        strip, face=face, nearest=face, turned=bool(turned), cost=least * strip.shown, margin=margin, rival=rival
    )


def _likely(costs: NDArray[np.float32], count: int, reading: Reading) -> list[int]:
    """The faces that were read, and those that fit nearly as well anywhere."""
    short = costs.reshape(costs.shape[0], count, 2, -1)
    width = min(6, short.shape[3], short.shape[0])
    ends = [(0, 1), (short.shape[3] - width, 1)]
    scores = np.full(count, np.inf)
    for offset, _ in ends:
        reach = short.shape[0] - width + 1
        sums = sum(short[i : i + reach, :, :, offset + i] for i in range(width))
        scores = np.minimum(scores, np.asarray(sums).min((0, 2)))
    read = {strip.face for strip in reading.strips if strip.face >= 0}
    order = [int(n) for n in np.argsort(scores)]
    return sorted(read | set(order[: max(FEW, len(read))]))
