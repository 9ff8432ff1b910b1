"""Explains a band of cards by known faces: where each card begins, which it is, and how much of it shows.

A band is a row in which every card covers a part of the one before, or lies free beside it. Every column of the band is
compared with every column of every face; the cheapest sequence of cards and bare table is then found exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Map = NDArray[np.float32]
Costs = NDArray[np.float32]

# Everything here is measured in cells of so many millimetres.
CELL_MM = 2
# A column that differs from a face's by this much (in tones) is half unlike it.
SOFT = 0.22
# What each card more must gain, in columns that are quite unlike.
CARD = 0.7
LEAST = 4
# A column that shows something, taken for table, and one of a card of no known kind.
NOT_TABLE = 1.2
STRANGER = 0.75
CUT_OFF = 7.0
# What a rim weighs that is surely seen where a card begins, in columns that are quite unlike; so sure a rim is neither.
RIM, RIM_DOUBT = 3.0, 0.5
# A row of unequal steps, each cell that a card lies off its step, and how far it may; the lead of what has no rival.
IRREGULAR, UNEVEN, OFF_STEP = 2.0, 0.08, 2.0
UNRIVALLED = 9.0
# Said of a heap's number of cards where it is no single row.
MANY_ROWS = 0
Poses = tuple[tuple[float, float], ...]
STRAIGHT: Poses = ((0.0, 0.0),)
SLIGHTLY: Poses = ((0.0, 0.0), (-1.6, 0.0), (1.6, 0.0), (0.0, -1.0), (0.0, 1.0))
CROOKED: Poses = tuple((skew, shift) for skew in (0.0, -1.6, 1.6) for shift in (0.0, -1.0, 1.0))


def askew(wider: int) -> Poses:
    """The poses of cards in a row that is so many cells wider than one of them."""
    reach = (wider + 1) // 2
    return tuple((skew, float(shift)) for skew in (0.0, -1.6, 1.6, -3.2, 3.2) for shift in range(-reach, reach + 1))


@dataclass(frozen=True, eq=False)
class Face:
    """How a card looks: tones, a pixel for each cell, upright; `known` says of which cells they are known.

    `photo` tells in which lesson it was seen: the faces of one photo were seen in one light.
    """

    tones: Map
    known: NDArray[np.bool_]
    photo: int = 0


@dataclass(frozen=True)
class Strip:
    """A card in a band: which face (-1: a stranger), turned over or not, where it begins and how much of it shows.

    `margin` is by how much the nearest other explanation of this place is worse, `placed` the same as far as it is not
    about the kind; `pose` is skew in degrees and shift; `nearest` is the face that a stranger looks like most, `rival`
    one of another kind that fits nearly as well (-1: none).
    """

    face: int
    turned: bool
    start: int
    shown: int
    cost: float
    margin: float = 0.0
    pose: tuple[float, float] = (0.0, 0.0)
    nearest: int = -1
    placed: float = 0.0
    rival: int = -1


@dataclass(frozen=True)
class Reading:
    """The cards of a band from the lowest to the uppermost or in a free row."""

    strips: tuple[Strip, ...]
    cost: float
    backwards: bool


class FaceColumns:
    """All faces as columns, in both turns, for bands in which cards stand `upright` or lie on their side."""

    def __init__(self, faces: Sequence[Face], upright: bool, stranger: float = STRANGER) -> None:
        self.stranger = stranger
        looks, known = [], []
        for face in faces:
            for turn in (0, 2):
                quarter = turn if upright else turn + 1
                looks.append(np.rot90(face.tones, quarter))
                known.append(np.rot90(face.known, quarter))
        self.across, self.along = looks[0].shape[:2]
        self.card = (faces[0].tones.shape[0], faces[0].tones.shape[1])
        weights = np.stack([one.astype(np.float32) for one in known])
        values = np.stack(looks)
        # [face and turn and column, across], and with the tones [..., across x tones]
        self.weights = np.ascontiguousarray(weights.transpose(0, 2, 1).reshape(-1, self.across))
        known_values = values.transpose(0, 2, 1, 3).reshape(-1, self.across, 3) * self.weights[..., None]
        self.values = known_values.reshape(len(self.weights), -1)
        self.squares = (self.values**2).sum(1)
        self.share = weights.mean(1).reshape(-1)


@lru_cache(maxsize=8)
def columns_of(faces: tuple[Face, ...], upright: bool, stranger: float = STRANGER) -> FaceColumns:
    """The columns of these very faces; all heaps of a zone are read with the same ones."""
    return FaceColumns(faces, upright, stranger)


def column_costs(tones: Map, top: int, faces: FaceColumns, poses: Poses = STRAIGHT) -> Costs:
    """For each column of the band, each pose (skew, shift), each face and each of its columns: how unlike they are."""
    whole = []
    for skew, shift in poses:
        band = band_of(tones, top, faces.across, (skew, shift))
        whole.append(_unlike(band.transpose(1, 0, 2).reshape(band.shape[1], -1), faces))
    return np.stack(whole, 1)


def band_of(tones: Map, top: int, across: int, pose: tuple[float, float]) -> Map:
    """The rows of a band; a skewed one is sheared so that the sides of its cards stand upright."""
    leaning = sheared(tones, float(np.tan(np.deg2rad(pose[0]))), top + across / 2)
    low = int(np.clip(top + pose[1], 0, tones.shape[0] - across))
    return leaning[low : low + across]


def _unlike(columns: Map, faces: FaceColumns) -> Costs:
    """Column against column; of a face's column that is only partly known only that part counts."""
    squares = (columns**2).reshape(len(columns), faces.across, 3).sum(2)
    square = squares @ faces.weights.T - 2 * columns @ faces.values.T + faces.squares
    mean = np.maximum(square / np.maximum(faces.share * faces.across, 1e-3), 0)
    unlike = mean / (mean + SOFT**2)
    told = unlike * faces.share + faces.stranger * (1 - faces.share)
    return np.asarray(told.reshape(len(columns), -1, faces.along), np.float32)


def sheared(tones: Map, slope: float, middle: float) -> Map:
    if slope == 0:
        return tones
    shear = np.array([[1, slope, -slope * middle], [0, 1, 0]], np.float64)
    size = (tones.shape[1], tones.shape[0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(tones, shear, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.float32)


def read_band(
    costs: Costs,
    table: Map,
    backwards: bool,
    poses: Poses = STRAIGHT,
    stranger: float = STRANGER,
    count: int | None = None,
    begins: Map | None = None,
) -> Reading:
    """The cheapest explanation; `table` is what each column costs as bare table, `count` how many cards there must be.

    `costs` are [column, pose, face and turn, column of the face]. Backwards the uppermost card is the first. `begins`
    tells how surely a rim runs at each column whose card lies to the right, and to the left.
    """
    if backwards:
        costs, table = costs[::-1, ..., ::-1], table[::-1]
    columns, _, faces, along = costs.shape
    # No card lies where there is nothing but table.
    costs = costs + (1 - table / NOT_TABLE)[:, None, None, None]
    every = _segments(costs.reshape(columns, -1, along))
    kinds = every.reshape(columns, len(poses), faces // 2, 2, along).min((1, 3))
    best = kinds.min(1)
    nobody = stranger * np.arange(1, along + 1, dtype=np.float32) + _segments(
        np.broadcast_to((1 - table / NOT_TABLE)[:, None, None], (columns, 1, along))
    )[:, 0].astype(np.float32)
    strange = (best > nobody - 1e-3) & np.isfinite(best)
    best = np.where(strange, nobody, best)
    rimmed = best if begins is None else best + rim_costs(begins, backwards)[:, None]
    pieces, total, lead = _chosen(rimmed, table, count)
    strips = []
    for number, (start, shown) in enumerate(pieces):
        pose, face = divmod(int(every[start, :, shown - 1].argmin()), faces)
        begin = columns - start - shown if backwards else start
        name = -1 if strange[start, shown - 1] else face // 2
        placed = min(lead, _placed(pieces, number, rimmed))
        margin = min(placed, _named(pieces[number], best, kinds, name))
        cost = float(best[start, shown - 1])
        strips.append(Strip(name, bool(face % 2), begin, shown, cost, margin, poses[pose], face // 2, placed))
    return Reading(tuple(strips), total, backwards)


def rim_costs(begins: Map, backwards: bool) -> Map:
    """What a card costs that begins at each column, by the rim that should be there; backwards from the other end."""
    return np.asarray(RIM * (RIM_DOUBT - (begins[::-1, 1] if backwards else begins[:, 0])), np.float32)


def rim_cost(begins: Map, backwards: bool, strips: Sequence[Strip]) -> float:
    """What all cards of a row cost by their rims."""
    costs = rim_costs(begins, backwards)
    starts = [len(costs) - strip.start - strip.shown if backwards else strip.start for strip in strips]
    return float(sum(costs[start] for start in starts))


def _chosen(best: Costs, table: Map, count: int | None) -> tuple[list[tuple[int, int]], float, float]:
    """The cards as (start, length), their cost, and by how much any other number of cards is worse.

    Rows are laid with about equal steps; a reading that needs unequal ones must explain the more.
    """
    columns, along = best.shape
    there = np.flatnonzero(table > NOT_TABLE / 2)
    length = int(there[-1]) + 1 - int(there[0]) if len(there) else 0
    whole = best.copy()
    whole[:, : along - 2] = np.inf
    if len(there) < along + LEAST:  # too short for two cards: whatever lies here is whole
        single = columns < 2 * (along - 1)
        return *(_one_whole(best, table) if single else _cheapest(whole, table)), UNRIVALLED
    numbers = () if count == MANY_ROWS else (count,) if count else counts_of(length, along)
    costs = [best + uneven((columns, along), int(there[0]), length, n) for n in numbers]
    if length >= 2 * along - 2:
        costs.append(whole)  # cards that lie so close that they touch
    ways = _all_cheapest(costs, table)
    told = [way for way in ways if len(way[0]) == count]
    if not told:
        pieces, cost = _cheapest(best, table)
        told = [*ways, (pieces, cost + IRREGULAR)]
    pieces, cost = min(told, key=lambda way: way[1])
    rivals = [other for way, other in told if len(way) != len(pieces)]
    return pieces, cost, min(rivals, default=np.inf) - cost if rivals else UNRIVALLED


def row_counts(table: Map, along: int) -> range:
    """How many cards a row may hold by its length."""
    there = np.flatnonzero(table > NOT_TABLE / 2)
    return counts_of(int(there[-1]) + 1 - int(there[0]), along) if len(there) else range(0)


def counts_of(length: int, along: int) -> range:
    """How many cards a row of this length may hold if each shows at least a strip and lies on the one before."""
    return range(max(2, -(-length // along)), (length - along) // (LEAST - 1) + 2)


@lru_cache(maxsize=512)
def uneven(shape: tuple[int, int], first: int, length: int, count: int) -> Costs:
    """What each start and length costs for lying off where it should in a row of `count` equal steps."""
    columns, along = shape
    steps = first + (length - along) / max(count - 1, 1) * np.arange(count)
    ends = np.append(steps[1:], first + length)
    start, shown = np.arange(columns)[:, None, None], np.arange(1, along + 1)[None, :, None]
    off = np.maximum(np.abs(start - steps), np.abs(start + shown - ends)).min(2)
    return np.asarray(np.where(off <= OFF_STEP, UNEVEN * off, np.inf), np.float32)


def _one_whole(best: Costs, table: Map) -> tuple[list[tuple[int, int]], float]:
    """The cheapest place of one whole card with table on both sides, if that is cheaper than no card at all."""
    columns, along = best.shape
    bare = np.concatenate([[0.0], np.cumsum(table)])
    costs: dict[tuple[int, int], float] = {}
    for shown in range(along - 1, min(along, columns) + 1):
        starts = columns - shown + 1
        every = best[:starts, shown - 1] + CARD + bare[-1] - (bare[shown:] - bare[:starts])
        costs[int(every.argmin()), shown] = float(every.min())
    piece = min(costs, key=lambda one: costs[one], default=None)
    return ([piece], costs[piece]) if piece and costs[piece] < bare[-1] else ([], float(bare[-1]))


def _cheapest(best: Costs, table: Map) -> tuple[list[tuple[int, int]], float]:
    return _all_cheapest([best], table)[0]


def _all_cheapest(costs: Sequence[Costs], table: Map) -> list[tuple[list[tuple[int, int]], float]]:
    """For each of several costs of the same cards the cheapest way, all found in one go."""
    if not costs:
        return []
    ways = _ways(np.stack(costs), table)
    return [(_traced(ways, number), float(ways.free[number, len(table)])) for number in range(len(costs))]


def _named(piece: tuple[int, int], best: Costs, kinds: Costs, face: int) -> float:
    """How much worse it is to take this card for another kind."""
    start, shown = piece
    others = np.delete(kinds[start, :, shown - 1], face) if face >= 0 else np.zeros(0)
    return float(others.min() - best[start, shown - 1]) if others.size else UNRIVALLED


def _placed(pieces: Sequence[tuple[int, int]], number: int, best: Costs) -> float:
    """How much worse it is to take this card for two cards, or for a part of the one before it."""
    start, shown = pieces[number]
    cost = best[start, shown - 1]
    worse: list[float] = []
    split = np.arange(LEAST, shown - LEAST + 1)
    if split.size:
        worse.append(float((best[start, split - 1] + best[start + split, shown - split - 1]).min() + CARD - cost))
    if number and sum(pieces[number - 1]) == start:
        before, length = pieces[number - 1]
        if length + shown <= best.shape[1]:
            apart = best[before, length - 1] + cost + CARD
            worse.append(float(best[before, length + shown - 1] - apart))
    covered = number + 1 < len(pieces) and pieces[number + 1][0] == start + shown
    if not covered and shown < best.shape[1] - 2:
        worse.append(0.0)  # cut off, and nothing is seen that lies on it
    return min(worse, default=UNRIVALLED)


def _segments(costs: Costs) -> Costs:
    """[start, face, length - 1]: the cost of a card that begins there and of which so much shows."""
    columns, faces, along = costs.shape
    sums = np.full((columns, faces, along), np.inf, np.float32)
    sums[:, :, 0] = costs[:, :, 0]
    for t in range(1, min(along, columns)):
        sums[: columns - t, :, t] = sums[: columns - t, :, t - 1] + costs[t:, :, t]
    return sums


@dataclass
class _Ways:
    """Up to each column the least cost if anything may follow there (`free`) and if a card must, with the last step.

    A step is the length of the last card, 0 for a column of table. All are [one of several costs, column].
    """

    free: Costs
    covered: Costs
    free_step: NDArray[np.int32]
    covered_step: NDArray[np.int32]


def _ways(best: Costs, table: Map) -> _Ways:
    number, columns, along = best.shape
    free = np.full((number, columns + 1), np.inf, np.float32)
    steps = np.zeros((number, columns + 1), np.int32)
    ways = _Ways(free, free.copy(), steps, steps.copy())
    ways.free[:, 0] = 0
    every = np.arange(LEAST, along + 1, dtype=np.int32)
    # A whole card may end where the table begins; a part of one only if something else lies on it.
    cut_off = np.where(every >= along - 1, 0.0, CUT_OFF).astype(np.float32)
    for x in range(columns):
        bare = ways.free[:, x] + table[x]
        better = bare < ways.free[:, x + 1]
        ways.free[better, x + 1], ways.free_step[better, x + 1] = bare[better], 0
        reach = min(along, columns - x)
        if reach < LEAST:
            continue
        lengths = every[: reach - LEAST + 1]
        start = np.minimum(ways.free[:, x], ways.covered[:, x]) + np.float32(CARD)
        ends = start[:, None] + best[:, x, LEAST - 1 : reach]
        there = np.s_[:, x + LEAST : x + reach + 1]
        _improve(ways.covered[there], ways.covered_step[there], ends, lengths)
        _improve(ways.free[there], ways.free_step[there], ends + cut_off[: len(lengths)], lengths)
    return ways


def _improve(cost: Costs, step: NDArray[np.int32], ends: Costs, lengths: NDArray[np.int32]) -> None:
    better = ends < cost
    np.copyto(cost, ends, where=better)
    np.copyto(step, lengths, where=better)


def _traced(ways: _Ways, number: int) -> list[tuple[int, int]]:
    """The cards of the cheapest way to the last column: (start, length)."""
    free_cost, covered_cost = ways.free[number], ways.covered[number]
    cards, x, free = [], len(free_cost) - 1, True
    while x > 0:
        step = int((ways.free_step if free else ways.covered_step)[number, x])
        if step == 0:
            x -= 1
            continue
        x -= step
        cards.append((x, step))
        free = bool(free_cost[x] <= covered_cost[x])
    return cards[::-1]
