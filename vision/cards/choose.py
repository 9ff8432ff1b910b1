"""Two readings of a zone, by rows and one by one: where they agree both are right, elsewhere the better one is taken.

Cards that touch are judged together: how unlike their faces they are, how much of what the net takes for cards is left
over, and how much was read where it sees none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.rims import CELL_MM, Floats
from vision.cards.seen import DOUBTFUL, SeenCard
from vision.cards.strips import STRANGER
from vision.markers import project

Mask = NDArray[np.uint8]
Points = NDArray[np.float64]
# A card lies where the net says so with at least this chance.
LIES = 0.5
# What each card more must gain, in cells that are quite unlike; a cell of card left over, or read where none is seen.
EACH, LEFT, BARE = 10.0, 0.75, 0.75
# What a cell of rim weighs that is seen beside all sides, or not seen along one; fainter ones are none, surer ones all.
RIM, FAINT, SEEN = 1.5, 0.2, 0.3
# Of a pile that lies face down rows see at most so many cards.
PILE = 2
# So far around cards what is left over counts against them, in cells.
AROUND = 3


def better_of(by_rows: Sequence[SeenCard], singly: Sequence[SeenCard], told: Floats, to_view: Points) -> list[SeenCard]:
    """All cards of a zone, heap by heap as that reading tells which explains it better."""
    lies = told[..., 0]
    quads = [[_cells(card, to_view) for card in cards] for cards in (by_rows, singly)]
    together = np.zeros(lies.shape, np.uint8)
    for quad in [*quads[0], *quads[1]]:
        cv2.fillPoly(together, [quad], 1)
    together = np.asarray(cv2.dilate(together, np.ones((3, 3), np.uint8)), np.uint8)
    count, heaps = cv2.connectedComponents(together, connectivity=4)
    found: list[SeenCard] = []
    for heap in range(1, count):
        mine = (heaps == heap).astype(np.uint8)
        near = cv2.dilate(mine, np.ones((2 * AROUND + 1,) * 2, np.uint8)) & ((heaps == heap) | (heaps == 0))
        ways = [
            [(card, quad) for card, quad in zip(cards, some, strict=True) if _lies_in(quad, mine)]
            for cards, some in zip((by_rows, singly), quads, strict=True)
        ]
        found += _better(ways[0], ways[1], told, near > 0)
    return found


Way = list[tuple[SeenCard, NDArray[np.int32]]]


def _better(by_rows: Way, singly: Way, told: Floats, near: NDArray[np.bool_]) -> list[SeenCard]:
    rows, single = ([card for card, _ in way] for way in (by_rows, singly))
    if any(card.ticket for card in rows):
        return rows
    if len(single) == 1 and single[0].kind is None and len(rows) <= PILE:  # it lies face down
        return single
    if _kinds(rows) == _kinds(single):
        return _surest(rows, single)
    chosen = rows if _cost(by_rows, told, near) <= _cost(singly, told, near) else single
    return [replace(card, chance=min(card.chance, DOUBTFUL)) for card in chosen]


def _surest(rows: Sequence[SeenCard], single: Sequence[SeenCard]) -> list[SeenCard]:
    """The reading whose least sure card is the surer one."""
    return list(max(rows, single, key=lambda cards: min((card.raw for card in cards), default=0.0)))


def _kinds(cards: Sequence[SeenCard]) -> list[str]:
    return sorted(card.kind or "" for card in cards)


def _cost(way: Way, told: Floats, near: NDArray[np.bool_]) -> float:
    """What a reading leaves unexplained."""
    lies = told[..., 0]
    covered = np.zeros(lies.shape, np.uint8)
    cost = EACH * len(way)
    for card, quad in way:
        own = np.zeros(lies.shape, np.uint8)
        cv2.fillPoly(own, [quad], 1)
        new = (own > 0) & (covered == 0)
        cost += float(new.sum()) * (card.fit if card.kind else STRANGER)
        covered |= own
    there = lies > LIES
    left = float((there & near & (covered == 0)).sum())
    bare = float((~there & (covered > 0)).sum())
    return cost + LEFT * left + BARE * bare + _rim_cost(way, told, near)


def _rim_cost(way: Way, told: Floats, near: NDArray[np.bool_]) -> float:
    """Rims that are seen where no card of a reading has its side, and sides along which no rim is seen."""
    rims = np.ascontiguousarray(told[..., 1:].max(2))
    sides, around = np.zeros(rims.shape, np.uint8), np.zeros(rims.shape, np.uint8)
    for _, quad in way:
        cv2.polylines(sides, [quad], True, 1)
        cv2.polylines(around, [quad], True, 1, 3)
    other = np.maximum(rims - FAINT, 0)[near & (around == 0)].sum()
    unseen = np.maximum(SEEN - cv2.dilate(rims, np.ones((3, 3), np.uint8)), 0)[sides > 0].sum()
    return RIM * float(other) + RIM * float(unseen)


def _cells(card: SeenCard, to_view: Points) -> NDArray[np.int32]:
    return np.rint(project(to_view, card.quad_px) / CELL_MM - 0.5).astype(np.int32)


def _lies_in(quad: NDArray[np.int32], mine: Mask) -> bool:
    x, y = np.clip(np.rint(quad.mean(0)).astype(int), 0, np.array(mine.shape[::-1]) - 1)
    return bool(mine[y, x])
