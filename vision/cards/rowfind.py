"""Finds rows of cards by their rims: two long rims as far apart as a card is wide or high, and one at each end.

A single card is a row too. Where within a row its cards begin is left to those who know their faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.rims import CELL_MM, Floats, quarter_turned, turned

Place = tuple[float, float]
Points = NDArray[np.float64]
# Ways in which cards may lie that are looked through, and how common one must be beside the commonest.
TURN_DEG, COMMON, MOST_TURNS = 2.5, 0.15, 6
STRONG = 0.25
# How many cells around a place rims are looked for: cards lie crooked.
AROUND = 3
# A rim that is seen from its other side, as that of a card which lies on this one, counts so much.
OTHER_SIDE = 0.7
# How surely both long rims must be seen for a column to speak for a row; how surely a card must lie between them, and
# what it weighs if it does or does not.
LANE, LIES, CARD, BARE = 0.15, 0.5, 0.5, 4.0
# What the rim at an end weighs, in columns; how sure a rim is that speaks neither for nor against it, the least that
# counts at all, and what is sure enough.
END, DOUBT, LEAST_END, ENOUGH = 20.0, 0.2, 0.08, 0.5
# What it weighs if within a row one card ends and another begins, how sure that must be, and how far apart.
SEAM, HARDLY, BETWEEN = 50.0, 0.1, (1, 2, 3, 4)
# Rows are so many cells longer than a card or exactly as long, but for so many.
STRIP, OFF = 3.0, 1.6
# So much of a row may be taken by others.
SHARED = 0.2
# How much must speak for a row at least, for each column of a card, and how many rows are tried.
LEAST_WORTH, MOST_ROWS = 0.2, 250
# How a row is turned and moved until it lies best, how wide the rims are that the net tells of, and where it is tried.
TURNS_DEG, SHIFTS_MM = (-1.8, -1.2, -0.6, 0.0, 0.6, 1.2, 1.8), (-2.1, -1.4, -0.7, 0.0, 0.7, 1.4, 2.1)
RIM_MM, SAMPLES = 2.5, 20
# Lanes are tried where they are clearest thereabouts.
APART = 5


@dataclass(frozen=True)
class FoundRow:
    """A row: its middle and size in the view, in mm, how far it is turned, and how much speaks for it."""

    middle_mm: Place
    size_mm: Place
    angle_deg: float
    worth: float


@dataclass(frozen=True)
class _Lane:
    """The view turned so that some rows run level along it: what is told of each cell, and the way back.

    `card` and `rims` are as the net tells them; `angle_deg` includes a quarter turn for rows that run down.
    """

    card: Floats
    rims: Floats
    back: Points
    angle_deg: float


def find_rows(rims: Floats, card_mm: Place) -> list[FoundRow]:
    """The rows of a view, those first for which most speaks; no two of them share more than a bit of table."""
    lanes = [lane for angle in angles_of(rims) for lane in _lanes(rims, angle)]
    found = [row for lane in lanes for box in (card_mm, card_mm[::-1]) for row in _rows(lane, box)]
    taken = np.zeros(rims.shape[:2], np.uint8)
    rows = []
    for row in sorted(found, key=lambda one: -one.worth)[:MOST_ROWS]:
        own = np.asarray(cv2.fillConvexPoly(np.zeros(taken.shape, np.uint8), _cells(row), 1), np.uint8)
        if (own & taken).sum() <= SHARED * own.sum():
            taken |= own
            rows.append(settled(row, rims)[0])
    return rows


def settled(row: FoundRow, rims: Floats) -> tuple[FoundRow, float]:
    """The row a little turned and moved so that it lies best between its rims, and how many mm of them are seen."""
    inwards = np.ascontiguousarray(np.dstack([rims[..., 1] - rims[..., 2], rims[..., 3] - rims[..., 4]]))
    half = np.array(row.size_mm) / 2 - RIM_MM / 2
    along, ones = np.linspace(-0.9, 0.9, SAMPLES), np.ones(SAMPLES)
    sides = np.concatenate([np.stack(one, 1) for one in ((along, -ones), (along, ones), (-ones, along), (ones, along))])
    normals = np.repeat(np.array([(0, 1), (0, -1), (1, 0), (-1, 0)], float), SAMPLES, axis=0)
    turns, shifts = np.deg2rad(row.angle_deg + np.array(TURNS_DEG)), np.array(SHIFTS_MM)
    way = np.array([[np.cos(turns), -np.sin(turns)], [np.sin(turns), np.cos(turns)]]).transpose(2, 0, 1)
    moves = np.stack(np.meshgrid(shifts, shifts), -1).reshape(-1, 2)
    points = ((sides * half + moves[:, None])[None] @ way.transpose(0, 2, 1)[:, None] + row.middle_mm) / CELL_MM - 0.5
    flat = points.reshape(-1, SAMPLES * 4, 2).astype(np.float32)
    seen = cv2.remap(inwards, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR).reshape(*points.shape)
    lengths = np.repeat(np.array(row.size_mm)[[0, 0, 1, 1]], SAMPLES) / SAMPLES
    score = ((seen * (normals @ way.transpose(0, 2, 1))[:, None]).sum(3) * lengths).sum(2)
    turn, move = np.unravel_index(int(score.argmax()), score.shape)
    middle = way[turn] @ moves[move] + row.middle_mm
    at = (float(middle[0]), float(middle[1]))
    return replace(row, middle_mm=at, angle_deg=row.angle_deg + TURNS_DEG[turn]), float(score.max())


def corners_of(row: FoundRow) -> Points:
    """The corners of a row in the view, in mm."""
    return np.asarray(cv2.boxPoints((row.middle_mm, row.size_mm, row.angle_deg)), np.float64)


def _cells(row: FoundRow) -> NDArray[np.int32]:
    return np.round(corners_of(row) / CELL_MM - 0.5).astype(np.int32)


def angles_of(rims: Floats) -> list[float]:
    """The turns, less than 45 degrees, at which many rims run."""
    across, down = rims[..., 1] - rims[..., 2], rims[..., 3] - rims[..., 4]
    strong = np.hypot(across, down)
    far = strong > STRONG
    count = round(90 / TURN_DEG)
    turn = np.rad2deg(np.arctan2(down[far], across[far]))
    votes = np.bincount(np.rint(turn / TURN_DEG).astype(int) % count, strong[far], count)
    votes = votes + 0.5 * (np.roll(votes, 1) + np.roll(votes, -1))
    order = [int(n) for n in np.argsort(-votes)[:MOST_TURNS] if votes[n] > COMMON * votes.max()]
    return [(n * TURN_DEG + 45) % 90 - 45 for n in order]


def _lanes(rims: Floats, angle_deg: float) -> tuple[_Lane, _Lane]:
    """The view turned back by an angle, and by a quarter more."""
    high, wide = rims.shape[:2]
    cos, sin = np.cos(np.deg2rad(angle_deg)), np.sin(np.deg2rad(angle_deg))
    room = (int(abs(wide * cos) + abs(high * sin)) + 2, int(abs(wide * sin) + abs(high * cos)) + 2)
    back = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
    back[:2, 2] = np.array((wide, high)) / 2 - back[:2, :2] @ np.array(room) / 2
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    parts = (np.ascontiguousarray(rims[..., n]) for n in range(5))
    level = np.dstack([cv2.warpAffine(one, back[:2], room, flags=flags) for one in parts]).astype(np.float32)
    sides = turned(level[..., 1:], angle_deg)
    quarter = np.array([[0, -1, room[0] - 1], [1, 0, 0], [0, 0, 1.0]])
    down = _Lane(np.ascontiguousarray(np.rot90(level[..., 0])), quarter_turned(sides), back @ quarter, angle_deg + 90)
    return _Lane(level[..., 0], sides, back, angle_deg), down


def _rows(lane: _Lane, box_mm: Place) -> Iterator[FoundRow]:
    """Rows of cards that run along a lane and are so long and so wide each (in mm, along and across)."""
    along, across = box_mm[0] / CELL_MM, box_mm[1] / CELL_MM
    wide = round(across)
    if lane.card.shape[0] <= wide or lane.card.shape[1] <= along:
        return
    clear = _clear(lane, wide)
    begin, end, seam = _ends(lane, wide)
    sums = np.maximum(clear, 0).sum(1)
    near = cv2.dilate(sums, np.ones((APART, 1), np.uint8))[:, 0]
    for top in np.flatnonzero((sums >= near) & (sums > 0.05 * along)):
        told = (clear[top], begin[top], end[top], seam[top])
        for first, last, worth in _intervals(*told, along):
            middle = lane.back[:2, :2] @ np.array(((first + last) / 2, top + wide / 2)) + lane.back[:2, 2]
            at = (float(middle[0] * CELL_MM), float(middle[1] * CELL_MM))
            yield FoundRow(at, (float((last - first) * CELL_MM), box_mm[1]), lane.angle_deg, worth)


def _clear(lane: _Lane, wide: int) -> Floats:
    """For each top and column how much speaks for a row so wide: both its long rims, and a card between them."""
    tool = np.ones((AROUND, 1), np.uint8)
    above, below = (_near(lane.rims, side, tool) for side in (2, 3))
    rows = lane.card.shape[0] - wide + 1
    both = (above[:rows] + below[wide - 1 :]) / 2
    lies = _over(lane.card, wide) - LIES
    return np.asarray(both - LANE + np.where(lies < 0, BARE, CARD) * lies, np.float32)


def _ends(lane: _Lane, wide: int) -> tuple[Floats, Floats, Floats]:
    """For each top and column how surely a card begins there, ends there, and both one after the other."""
    tool = np.ones((1, AROUND), np.uint8)
    begin, end = (_over(_near(lane.rims, side, tool), wide) for side in (0, 1))
    right, left = (_over(np.ascontiguousarray(lane.rims[..., side]), wide) for side in (0, 1))
    seam = np.zeros_like(left)
    for apart in BETWEEN:
        seam[:, :-apart] = np.maximum(seam[:, :-apart], np.minimum(left[:, :-apart], right[:, apart:]))
    return begin, end, np.maximum(seam - HARDLY, 0)


def _near(rims: Floats, side: int, tool: NDArray[np.uint8]) -> Floats:
    own = np.maximum(rims[..., side], OTHER_SIDE * rims[..., side ^ 1])
    return np.asarray(cv2.dilate(np.ascontiguousarray(own), tool), np.float32)


def _over(values: Floats, wide: int) -> Floats:
    """For each top the mean over the rows of a lane so wide, but for the outermost."""
    sums = np.cumsum(np.pad(values, ((1, 0), (0, 0))), axis=0)
    rows = values.shape[0] - wide + 1
    return np.asarray((sums[wide - 2 : wide - 2 + rows] - sums[2 : 2 + rows]) / (wide - 4), np.float32)


def _intervals(
    clear: Floats, begin: Floats, end: Floats, seam: Floats, along: float
) -> list[tuple[float, float, float]]:
    """The rows of a lane, from an end on the left to one on the right, for which most speaks together: and how much."""
    firsts, lasts = (_peaks(one) for one in (begin, end))
    if not len(firsts) or not len(lasts):
        return []
    lane, seams = (np.concatenate([[0.0], np.cumsum(one)]) for one in (clear, seam))
    length = lasts + 1 - firsts[:, None]
    fits = (np.abs(length - along) < OFF) | (length > along + STRIP)
    within = seams[np.maximum(lasts - 1, 0)] - seams[np.minimum(firsts + 2, len(seam))][:, None]
    ends = np.minimum(begin[firsts], ENOUGH)[:, None] + np.minimum(end[lasts], ENOUGH) - 2 * DOUBT
    worth = lane[lasts + 1] - lane[firsts][:, None] + END * ends - SEAM * within
    return _best_together(firsts, lasts + 1, np.where(fits & (worth > LEAST_WORTH * along), worth, -np.inf))


def _best_together(
    firsts: NDArray[np.intp], ends: NDArray[np.intp], worth: NDArray[np.float64]
) -> list[tuple[float, float, float]]:
    """Of all rows, each with its worth, those that do not overlap and are worth most together."""
    before = np.searchsorted(ends, firsts + OFF, side="right")
    total = np.zeros(len(ends) + 1)
    chosen: list[list[tuple[float, float, float]]] = [[]]
    for last in range(len(ends)):
        sums = worth[:, last] + total[np.minimum(before, last)]
        first = int(sums.argmax())
        better = bool(sums[first] > total[last])
        total[last + 1] = sums[first] if better else total[last]
        row = (float(firsts[first]), float(ends[last]), float(worth[first, last]))
        chosen.append([*chosen[min(int(before[first]), last)], row] if better else chosen[last])
    return chosen[-1]


def _peaks(values: Floats) -> NDArray[np.intp]:
    """The columns at which an end is clearest thereabouts."""
    near = cv2.dilate(values[None], np.ones((1, AROUND), np.uint8))[0]
    return np.flatnonzero((values >= near) & (values > LEAST_END))


def worth_of(rows: Sequence[FoundRow]) -> float:
    """How much speaks for all rows together."""
    return sum(row.worth for row in rows)
