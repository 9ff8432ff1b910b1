"""Reads the cards of a zone one by one: each as it lies, by whatever of it shows, without any row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.calibrate import calibrated
from vision.cards.heaps import CardGround
from vision.cards.looks import Bgr, Costs, Look, from_card, in_light, looks_of
from vision.cards.pack import CardPack
from vision.cards.pieces import Piece, corners_of, find_pieces
from vision.cards.seen import DOUBTFUL, SeenCard, likely
from vision.cards.strips import CELL_MM, STRANGER
from vision.markers import project

# A whole card that is more unlike all faces than this, or than so many times what is usual in its zone, is none of the
# game; so much of it shows at least, and so much of one card lies on another of its heap.
UNLIKE, UNUSUAL, USUAL = 0.55, 2.0, 0.2
WHOLE, OVERLAP_MM2 = 0.6, 300.0
# Of a card that shows so little of itself nothing is said surely.
A_BIT = 0.12


def find_looks(photo_bgr: Bgr, ground: CardGround, size_mm: tuple[int, int]) -> list[Look]:
    """The cards of a marked zone, each cut out as it lies."""
    if ground.told is None or ground.view is None:
        return []
    pieces, owners = find_pieces(ground.told, size_mm)
    card = (round(size_mm[0] / CELL_MM), round(size_mm[1] / CELL_MM))
    return looks_of(photo_bgr, ground.paper, ground.view, pieces, owners, card)


def single_cards(photo_bgr: Bgr, ground: CardGround, pack: CardPack) -> list[SeenCard]:
    """Every card of a zone, but for heaps of which no whole card looks like a face of the pack."""
    looks = find_looks(photo_bgr, ground, pack.size_mm)
    if not looks or not pack.faces or ground.view is None:
        return []
    costs = in_light(looks, pack.faces)[1]
    fits = [float(cost.min()) for cost in costs]
    whole = [fit for look, fit in zip(looks, fits, strict=True) if look.shown.mean() > WHOLE]
    limit = min(UNLIKE, UNUSUAL * max(float(np.median(whole or fits)), USUAL))
    heaps = _heaps([look.piece for look in looks], pack.size_mm)
    known = {heap for heap, look, fit in zip(heaps, looks, fits, strict=True) if fit < limit and _tells(look)}
    return [
        _card(look, cost, pack, np.asarray(project(ground.view, quad_of(look)), np.float64))
        for heap, look, cost in zip(heaps, looks, costs, strict=True)
        if heap in known
    ]


def _tells(look: Look) -> bool:
    """Whether enough of a card shows to tell that it is one of the game."""
    return bool(look.shown.mean() > WHOLE)


def _heaps(pieces: Sequence[Piece], size_mm: tuple[int, int]) -> list[int]:
    """For each card the number of its heap: those that lie on each other."""
    corners = [corners_of(piece, size_mm).astype(np.float32) for piece in pieces]
    heap = list(range(len(pieces)))
    for one, other in combinations(range(len(pieces)), 2):
        if heap[one] != heap[other] and cv2.intersectConvexConvex(corners[one], corners[other])[0] > OVERLAP_MM2:
            old = heap[other]
            heap = [heap[one] if number == old else number for number in heap]
    return heap


def quad_of(look: Look) -> NDArray[np.float64]:
    """The corners of what shows of a card, in mm of the view."""
    rows, columns = np.flatnonzero(look.shown.any(1)), np.flatnonzero(look.shown.any(0))
    (top, bottom), (left, right) = ((int(one[0]), int(one[-1]) + 1) for one in (rows, columns))
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)]) * float(CELL_MM)
    return np.asarray(project(from_card(look.piece, look.shown.shape[::-1]), corners + look.margin_mm), np.float64)


def _card(look: Look, costs: Costs, pack: CardPack, quad_px: NDArray[np.float64]) -> SeenCard:
    """A card by the face it looks like most; another kind that fits nearly as well is its rival."""
    least = costs.min(1)
    kind = pack.kinds[int(least.argmin())]
    fit = float(least.min())
    other, rival = min(
        ((float(cost), name) for cost, name in zip(least, pack.kinds, strict=True) if name != kind),
        default=(STRANGER, None),
    )
    margin = (other - fit) * float(look.shown.sum()) / look.shown.shape[0]
    raw = likely(fit, margin)
    doubtful = kind in pack.doubtful
    chance = min(calibrated(raw), DOUBTFUL if doubtful or look.shown.mean() < A_BIT else 1.0)
    close = rival if margin < RIVAL_LEAD else None
    return SeenCard(kind, quad_px, round(chance, 4), raw=raw, doubtful=doubtful, rival=close, fit=fit)


RIVAL_LEAD = 0.5


def kinds_of(cards: Sequence[SeenCard]) -> list[str]:
    """The kinds of cards, one for each."""
    return sorted(card.kind for card in cards if card.kind)
