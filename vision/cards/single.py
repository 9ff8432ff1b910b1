"""Reads the cards of a zone one by one: each as it lies, by whatever of it shows, without any row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.cards.calibrate import calibrated
from vision.cards.heaps import CardGround
from vision.cards.looks import Bgr, Costs, Look, from_card, in_light, looks_of
from vision.cards.pack import CardPack
from vision.cards.pieces import heaps_of
from vision.cards.seen import DOUBTFUL, SeenCard, likely
from vision.cards.strips import CELL_MM, STRANGER
from vision.markers import project

# A whole card that is more unlike all faces than this, or than so many times what is usual in its zone, is none of the
# game, but one that lies face down; so much of it shows at least.
UNLIKE, UNUSUAL, USUAL = 0.55, 1.8, 0.22
WHOLE = 0.6
# Nor is one that is nearly as like another kind: so much, or also by so many times what is usual if it is this much;
# and a little more unlike than is usual, as two kinds of a box may be much alike.
UNCLEAR, TWICE, LIKELY, WORSE = 0.8, 2.1, 0.5, 1.15
# What is said of a card without a kind.
NO_CARD = 0.05
# Of a card that shows so little of itself nothing is said surely.
A_BIT = 0.12
# What fits a card nearly as well, in columns that are quite unlike, is its rival.
RIVAL_LEAD = 0.5


def find_looks(photo_bgr: Bgr, ground: CardGround, size_mm: tuple[int, int]) -> list[Look]:
    """The cards of a marked zone, each cut out as it lies."""
    if ground.owners is None or ground.view is None:
        return []
    card = (round(size_mm[0] / CELL_MM), round(size_mm[1] / CELL_MM))
    return looks_of(photo_bgr, ground.paper, ground.view, ground.pieces, ground.owners, card)


def single_cards(photo_bgr: Bgr, ground: CardGround, pack: CardPack) -> list[SeenCard]:
    """Every card of a zone; those of heaps of which no whole card is one of the game have no kind."""
    looks = find_looks(photo_bgr, ground, pack.size_mm)
    if not looks or not pack.faces or ground.view is None:
        return []
    costs = in_light(looks, pack.faces)
    known = _of_the_game(looks, costs, pack.kinds)
    heaps = heaps_of([look.piece for look in looks], pack.size_mm)
    told = {heap for heap, one in zip(heaps, known, strict=True) if one}
    cards = []
    for heap, look, cost in zip(heaps, looks, costs, strict=True):
        quad_px = np.asarray(project(ground.view, quad_of(look)), np.float64)
        cards.append(_card(look, cost, pack, quad_px) if heap in told else SeenCard(None, quad_px, NO_CARD))
    return cards


def _of_the_game(looks: Sequence[Look], costs: Sequence[Costs], kinds: Sequence[str]) -> list[bool]:
    """Whether each is a whole card that looks like one kind, and far less like any other, as is usual in its zone."""
    fits = np.array([float(cost.min()) for cost in costs])
    clear = np.array([float(cost.min()) / max(_second(cost, kinds)[0], 1e-3) for cost in costs])
    whole = np.array([look.shown.mean() > WHOLE for look in looks])
    usual, usually = (float(np.median(one[whole] if whole.any() else one)) for one in (fits, clear))
    unlike = fits > min(UNLIKE, UNUSUAL * max(usual, USUAL))
    unclear = ((clear > UNCLEAR) | (clear > np.maximum(TWICE * usually, LIKELY))) & (fits > WORSE * usual)
    return [bool(one) for one in whole & ~unlike & ~unclear]


def _second(costs: Costs, kinds: Sequence[str]) -> tuple[float, str | None]:
    """The kind that a card is like next to its own, and how unlike."""
    least = costs.min(1)
    kind = kinds[int(least.argmin())]
    others = [(float(cost), name) for cost, name in zip(least, kinds, strict=True) if name != kind]
    return min(others, default=(STRANGER, None))


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
    other, rival = _second(costs, pack.kinds)
    margin = (other - fit) * float(look.shown.sum()) / look.shown.shape[0]
    raw = likely(fit, margin)
    doubtful = kind in pack.doubtful
    chance = min(calibrated(raw), DOUBTFUL if doubtful or look.shown.mean() < A_BIT else 1.0)
    close = rival if margin < RIVAL_LEAD else None
    return SeenCard(
        kind,
        quad_px,
        round(chance, 4),
        raw=raw,
        doubtful=doubtful,
        rival=close,
        fit=fit,
        share=float(look.shown.mean()),
    )
