"""Cards one by one, however they lie: taken off the table as a hand would, always one that lies uppermost.

The net of `vision/cards/rims.py` tells where rims of cards run and on which side their card lies. A card is wherever
four sides of its size have such rims, as far as no card lies on them that was taken before, and no other rim runs
across what shows of it: that would be a card on top. No row is needed: fans and crooked rows are cards like others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.rims import CELL_MM, Floats, turned

Place = tuple[float, float]
Points = NDArray[np.float64]
Owners = NDArray[np.int32]
# A cell is a card's with at least this chance.
LIES = 0.5
# The ways in which cards may lie are looked through by so many degrees, if rims of at least this part of the commonest
# way run so; how sure such a rim is.
TURN_DEG, COMMON, MOST_TURNS, STRONG = 2.5, 0.04, 9, 0.25
# So sure a rim is neither for nor against a side; how many cells around it is looked for.
DOUBT, AROUND = 0.25, 3
# How much more than that a side must be seen of a card that tells how large cards are.
SEEN = 0.1
# What weighs against a card, in cells of rim: a cell of it that is bare table, and a rim across what shows of it, which
# must be so sure over so many cells: what is printed is mostly shorter. Where no card is left so, less and less.
BARE, CROSSED, SURE, LONG = 0.35, (2.5, 1.2, 0.6, 0.3), 0.15, 15
# So far from its sides rims within a card are its own, in cells.
INSIDE = 4
# How much must speak for a card, in cells of rim, and how many cells it must show at least.
ENOUGH, FEWEST = 9.0, 50
# Cards may seem so much larger than they are, on every side, and lie so far from where they were found.
ROOM_MM = 2.0
# What lies less than this from a card that was taken, and turned about as it, is the same card or the side of a pile.
LEAST_MM, AS_TURNED_DEG = 7.0, 8.0
# Cards that are taken at once share at most this part of what shows of either; how often cards are taken.
SHARED, ROUNDS = 0.06, 60
# How a card is moved and turned until it lies best between the rims that are seen of it.
SHIFTS_MM, TURNS_DEG = (-2.4, -1.6, -0.8, 0.0, 0.8, 1.6, 2.4), (-2.4, -1.6, -0.8, 0.0, 0.8, 1.6, 2.4)
RIM_MM, SAMPLES = 2.5, 24
# So much of one card lies on another of its heap.
OVERLAP_MM2 = 300.0
# How far candidates are apart, in cells.
APART = 5
# So many of the commonest ways tell how large cards are, and sizes are tried so far from a guess.
WAYS, NEAR_MM = 2, (-2.0, 0.0, 2.0, 4.0)
# Where the scale is not known sizes are tried that are so many times larger.
PARTS, FINE = (0.86, 0.95, 1.05, 1.16), (0.925, 0.95, 0.975, 1.0, 1.025, 1.05, 1.075)


@dataclass(frozen=True)
class Piece:
    """A card as it lies: its middle in the view, in mm, its turn from upright (0 to 180), and how many cells show.

    `worth` is how much speaks for it.
    """

    middle_mm: Place
    angle_deg: float
    worth: float
    cells: int = 0


@dataclass(frozen=True)
class _Lane:
    """The view turned so that some cards lie level in it, and the way back."""

    lies: Floats
    sides: Floats
    back: Points
    angle_deg: float

    @cached_property
    def long(self) -> Floats:
        """How surely a rim runs through each cell and the next ones along it."""
        upright, level = (self.sides[..., part].max(2) for part in (slice(0, 2), slice(2, 4)))
        return np.asarray(np.maximum(cv2.blur(upright, (1, LONG)), cv2.blur(level, (LONG, 1))), np.float32)


def find_pieces(told: Floats, card_mm: Place) -> tuple[list[Piece], Owners]:
    """The cards of a view, the uppermost first, and for each cell the number of its card (-1: none)."""
    lanes = [_lane(told, angle) for angle in angles_of(told)]
    owners = np.full(told.shape[:2], -1, np.int32)
    left = np.ones(told.shape[:2], bool)
    pieces: list[Piece] = []
    strict = 0
    for _ in range(ROUNDS):
        before, free = len(pieces), left.copy()
        found = _candidates(lanes, free.astype(np.float32), card_mm, CROSSED[strict])
        for candidate in sorted(found, key=lambda one: -one.worth):
            shown = _cells_of(candidate, card_mm, owners.shape) & free
            # What was taken in this round may lie on it: then it is looked at again.
            if (shown & ~left).sum() > SHARED * shown.sum():
                continue
            piece = settled(candidate, told, free.astype(np.float32), card_mm)
            now = _cells_of(piece, card_mm, owners.shape) & (owners < 0)
            if (now & left).sum() < FEWEST or any(_is_same(piece, other) for other in pieces):
                continue
            owners[now] = len(pieces)
            pieces.append(replace(piece, cells=int(now.sum())))
            left &= ~_cells_of(piece, (card_mm[0] + 2 * ROOM_MM, card_mm[1] + 2 * ROOM_MM), owners.shape)
            if strict:  # others may now be seen better
                break
        strict = 0 if len(pieces) > before else strict + 1
        if strict == len(CROSSED):
            break
    return pieces, owners


def _is_same(piece: Piece, other: Piece) -> bool:
    off = np.subtract(piece.middle_mm, other.middle_mm) @ turn_of(other.angle_deg)
    turn = abs((piece.angle_deg - other.angle_deg + 90) % 180 - 90)
    return bool(np.abs(off).max() < LEAST_MM and turn < AS_TURNED_DEG)


def angles_of(told: Floats) -> list[float]:
    """The turns, less than 45 degrees, at which rims run."""
    across, down = told[..., 1] - told[..., 2], told[..., 3] - told[..., 4]
    strong = np.hypot(across, down)
    far = strong > STRONG
    if not far.any():
        return []
    count = round(90 / TURN_DEG)
    turn = np.rad2deg(np.arctan2(down[far], across[far]))
    votes = np.bincount(np.rint(turn / TURN_DEG).astype(int) % count, strong[far], count)
    votes = votes + 0.5 * (np.roll(votes, 1) + np.roll(votes, -1))
    least, found = COMMON * votes.max(), list[float]()
    while len(found) < MOST_TURNS and votes.max() > least:
        best = int(votes.argmax())
        found.append((best * TURN_DEG + 45) % 90 - 45)
        votes[[best - 1, best, (best + 1) % count]] = 0
    return found


def _lane(told: Floats, angle_deg: float) -> _Lane:
    high, wide = told.shape[:2]
    cos, sin = np.cos(np.deg2rad(angle_deg)), np.sin(np.deg2rad(angle_deg))
    room = (int(abs(wide * cos) + abs(high * sin)) + 2, int(abs(wide * sin) + abs(high * cos)) + 2)
    back = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
    back[:2, 2] = np.array((wide, high)) / 2 - back[:2, :2] @ np.array(room) / 2
    level = np.dstack([_levelled(told[..., n], back, room) for n in range(5)])
    return _Lane(level[..., 0], turned(level[..., 1:], angle_deg), back, angle_deg)


def _levelled(values: Floats, back: Points, room: tuple[int, int]) -> Floats:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(np.ascontiguousarray(values), back[:2], room, flags=flags), np.float32)


def _candidates(lanes: Sequence[_Lane], free: Floats, card_mm: Place, strict: float) -> Iterator[Piece]:
    """Where cards may lie, by what is free of cards that were taken."""
    for lane in lanes:
        yield from _in_lane(lane, _levelled(free, lane.back, lane.lies.shape[::-1]), card_mm, strict)


def _in_lane(lane: _Lane, free: Floats, card_mm: Place, strict: float, around: int | None = None) -> Iterator[Piece]:
    """Cards in a lane; those of which all four sides are seen, so many cells around, or any."""
    rims = [_sought(lane.sides[..., side], side < 2, around or AROUND) * free for side in range(4)]
    bare, shows = _sums(BARE * free * (lane.lies < LIES)), _sums(free)
    crossed = _sums(strict * np.maximum(lane.long - SURE, 0) * free)
    for upright in (True, False):
        wide, high = (round(side / CELL_MM) for side in (card_mm if upright else card_mm[::-1]))
        if lane.lies.shape[0] <= high or lane.lies.shape[1] <= wide:
            continue
        worth = _worth(rims, bare, crossed, wide, high, around is not None)
        worth[_boxes(shows, wide, high, 0) < FEWEST] = -np.inf
        near = cv2.dilate(worth, np.ones((APART, APART), np.uint8))
        for top, left in np.argwhere((worth >= near) & (worth > ENOUGH)):
            middle = lane.back[:2, :2] @ np.array((left + wide / 2, top + high / 2)) + lane.back[:2, 2]
            at = (float(middle[0] * CELL_MM), float(middle[1] * CELL_MM))
            yield Piece(at, (lane.angle_deg + (0 if upright else 90)) % 180, float(worth[top, left]))


def _sought(side: Floats, upright: bool, around: int) -> Floats:
    """How much each cell speaks for a rim that runs near it."""
    tool = np.ones((1, around) if upright else (around, 1), np.uint8)
    return np.asarray(cv2.dilate(np.ascontiguousarray(side), tool) - DOUBT, np.float32)


def _worth(rims: Sequence[Floats], bare: Points, crossed: Points, wide: int, high: int, whole: bool) -> Floats:
    """For each upper left corner how much speaks for a card there, or for one of which all sides are seen."""
    rows, columns = rims[0].shape[0] - high + 1, rims[0].shape[1] - wide + 1
    down = [np.cumsum(np.pad(rims[side], ((1, 0), (0, 0))), axis=0) for side in (0, 1)]
    along = [np.cumsum(np.pad(rims[side], ((0, 0), (1, 0))), axis=1) for side in (2, 3)]
    left, right = (one[high:] - one[:-high] for one in down)
    above, below = (one[:, wide:] - one[:, :-wide] for one in along)
    four = (left[:rows, :columns], right[:rows, wide - 1 :], above[:rows, :columns], below[high - 1 :, :columns])
    worth = sum(four) - _boxes(bare, wide, high, 0) - _boxes(crossed, wide, high, INSIDE)
    if whole:
        worth[
            np.minimum.reduce([four[0], four[1], four[2] * high / wide, four[3] * high / wide]) < SEEN * high
        ] = -np.inf
    return np.asarray(worth, np.float32)


def _sums(values: Floats) -> Points:
    return np.asarray(np.cumsum(np.cumsum(np.pad(values, ((1, 0), (1, 0))), axis=0, dtype=np.float64), axis=1))


def _boxes(sums: Points, wide: int, high: int, inset: int) -> Points:
    """The sum over each box of this size, without so many cells along its sides."""
    rows, columns = sums.shape[0] - high, sums.shape[1] - wide
    low, top, left = inset, high - inset, wide - inset
    return np.asarray(
        sums[top : top + rows, left : left + columns] - sums[low : low + rows, left : left + columns]
        - sums[top : top + rows, low : low + columns] + sums[low : low + rows, low : low + columns]
    )  # fmt: skip


def settled(piece: Piece, told: Floats, free: Floats, card_mm: Place) -> Piece:
    """The card a little moved and turned so that it lies best between those of its rims that are seen."""
    inwards = np.dstack([told[..., 1] - told[..., 2], told[..., 3] - told[..., 4]]) * free[..., None]
    half = np.array(card_mm) / 2 - RIM_MM / 2
    along, ones = np.linspace(-0.95, 0.95, SAMPLES), np.ones(SAMPLES)
    sides = np.concatenate([np.stack(one, 1) for one in ((along, -ones), (along, ones), (-ones, along), (ones, along))])
    normals = np.repeat(np.array([(0, 1), (0, -1), (1, 0), (-1, 0)], float), SAMPLES, axis=0)
    turns = np.deg2rad(piece.angle_deg + np.array(TURNS_DEG))
    way = np.array([[np.cos(turns), -np.sin(turns)], [np.sin(turns), np.cos(turns)]]).transpose(2, 0, 1)
    moves = np.stack(np.meshgrid(SHIFTS_MM, SHIFTS_MM), -1).reshape(-1, 2)
    places = (sides * half + moves[:, None])[None] @ way.transpose(0, 2, 1)[:, None] + piece.middle_mm
    flat = (places / CELL_MM - 0.5).reshape(-1, SAMPLES * 4, 2).astype(np.float32)
    seen = cv2.remap(np.ascontiguousarray(inwards, np.float32), flat[..., 0], flat[..., 1], cv2.INTER_LINEAR)
    lengths = np.repeat(np.array(card_mm)[[0, 0, 1, 1]], SAMPLES) / SAMPLES
    score = ((seen.reshape(*places.shape) * (normals @ way.transpose(0, 2, 1))[:, None]).sum(3) * lengths).sum(2)
    turn, move = np.unravel_index(int(score.argmax()), score.shape)
    middle = way[turn] @ moves[move] + piece.middle_mm
    at = (float(middle[0]), float(middle[1]))
    return replace(piece, middle_mm=at, angle_deg=(piece.angle_deg + TURNS_DEG[turn]) % 180)


def _cells_of(piece: Piece, card_mm: Place, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """The cells that a whole card covers."""
    corners = corners_of(piece, card_mm) / CELL_MM - 0.5
    own = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(own, np.round(corners * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return own > 0


def turn_of(angle_deg: float) -> Points:
    """The turn of a card as a matrix."""
    cos, sin = np.cos(np.deg2rad(angle_deg)), np.sin(np.deg2rad(angle_deg))
    return np.array([[cos, -sin], [sin, cos]])


def corners_of(piece: Piece, card_mm: Place) -> Points:
    """The corners of a whole card in the view, in mm, from its upper left."""
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(card_mm) / 2
    return np.asarray(half @ turn_of(piece.angle_deg).T + piece.middle_mm, np.float64)


def heaps_of(pieces: Sequence[Piece], card_mm: Place) -> list[int]:
    """For each card the number of its heap: those that lie on each other."""
    corners = [corners_of(piece, card_mm).astype(np.float32) for piece in pieces]
    heap = list(range(len(pieces)))
    for one, other in combinations(range(len(pieces)), 2):
        if heap[one] != heap[other] and cv2.intersectConvexConvex(corners[one], corners[other])[0] > OVERLAP_MM2:
            old = heap[other]
            heap = [heap[one] if number == old else number for number in heap]
    return heap


def measured(views: Sequence[Floats], guesses: Sequence[Place]) -> Place:
    """The size of cards, in mm, for which most speaks in these views: one of the guesses or something near."""
    lanes = [[_lane(told, angle) for angle in angles_of(told)[:WAYS]] for told in views]
    best = max(guesses, key=lambda size: _all_worth(lanes, size))
    near = [(best[0] + wide, best[1] + high) for wide in NEAR_MM for high in NEAR_MM]
    return max(near, key=lambda size: _all_worth(lanes, size))


def sizes_worth(told: Floats, card_mm: Place, finely: bool) -> list[tuple[float, float]]:
    """Some sizes, as parts of this one, and how much speaks for each, in cells of rim."""
    lanes = [[_lane(told, angle) for angle in angles_of(told)[:WAYS]]]
    sizes = [(part, (card_mm[0] * part, card_mm[1] * part)) for part in (FINE if finely else PARTS)]
    return [(part, _all_worth(lanes, size, 1 if finely else AROUND)) for part, size in sizes]


def _all_worth(lanes: Sequence[Sequence[_Lane]], card_mm: Place, around: int = 1) -> float:
    """How much speaks for all cards of this size that lie uppermost."""
    total = 0.0
    for some in lanes:
        if not some:
            continue
        taken: list[Piece] = []
        free = [(lane, np.ones(lane.lies.shape, np.float32)) for lane in some]
        found = [piece for lane, room in free for piece in _in_lane(lane, room, card_mm, CROSSED[0], around)]
        for piece in sorted(found, key=lambda one: -one.worth):
            if all(np.hypot(*np.subtract(piece.middle_mm, one.middle_mm)) > min(card_mm) / 2 for one in taken):
                taken.append(piece)
                total += piece.worth
    return total
