"""From a photo of cards to which lie in which zone and how many, in the form of the contract."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput
from vision.cards.heaps import PX_PER_MM, CardGround, find_heaps
from vision.cards.pack import CardPack, open_pack
from vision.cards.reader import ReadBand, read_zone
from vision.cards.strips import CELL_MM, Strip
from vision.markers import project

Bgr = NDArray[np.uint8]
GAME = "ticket-to-ride-card-game"
# Fit (cost for each column) and margin at which a card is as likely right as wrong, and how fast doubt goes.
_FIT, _FIT_STEP = 0.6, 0.05
_MARGIN, _MARGIN_STEP = 0.0, 0.11


class NothingKnown(BadInput):
    """Cards can only be read with a pack that tells what they look like."""


@dataclass(frozen=True)
class SeenCard:
    """A card, or the strip of it that shows: its corners in photo pixels, its kind and the chance that this is right."""

    kind: str | None
    quad_px: NDArray[np.float64]
    chance: float


@dataclass(frozen=True)
class SeenZone:
    """What was seen in a zone, and where."""

    number: int | None
    cards: tuple[SeenCard, ...]


def see(photo_bgr: Bgr, pack: Path | None = None) -> tuple[dict[str, Any], tuple[SeenZone, ...]]:
    """The cards of each zone, and where they lie; the zones stand in the same order in both."""
    if pack is None:
        raise NothingKnown("Cards are read with the pack of their box: name one by --pack, and teach it first.")
    known = open_pack(pack)
    if not known.faces and not known.prints:
        raise NothingKnown(f"{pack}: no cards were taught; use `capostazione teach`.")
    zones = tuple(SeenZone(ground.number, tuple(seen_cards(ground, known))) for ground in find_heaps(photo_bgr))
    told = [zone for zone in zones if zone.number is not None or zone.cards]
    return {"game": GAME, "zones": [_told(zone) for zone in told]}, tuple(told)


def _told(zone: SeenZone) -> dict[str, Any]:
    """The entries of a zone; an entry is right only if each of its cards is."""
    kinds = sorted({card.kind for card in zone.cards if card.kind})
    cards = []
    for kind in kinds:
        chances = [card.chance for card in zone.cards if card.kind == kind]
        cards.append({"kind": kind, "count": len(chances), "confidence": round(float(np.prod(chances)), 4)})
    return {"zone": zone.number, "cards": cards}


def seen_cards(ground: CardGround, pack: CardPack) -> list[SeenCard]:
    """Every card of a zone."""
    return [_card(read, strip, pack) for read in read_zone(ground, pack.faces) for strip in read.band.reading.strips]


def count_cards(ground: CardGround, pack: CardPack) -> dict[str, int]:
    """How many cards of each kind lie in a zone."""
    return dict(Counter(card.kind for card in seen_cards(ground, pack) if card.kind))


def _card(read: ReadBand, strip: Strip, pack: CardPack) -> SeenCard:
    kind = pack.kinds[strip.face] if strip.face >= 0 else None
    fit = strip.cost / strip.shown
    chance = _sure((_FIT - fit) / _FIT_STEP) * _sure((strip.margin - _MARGIN) / _MARGIN_STEP)
    return SeenCard(kind, _quad(read, strip), round(chance, 4))


def _sure(x: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(x, -30, 30))))


def _quad(read: ReadBand, strip: Strip) -> NDArray[np.float64]:
    """The corners of what a strip shows, in the photo."""
    band = read.band
    tall, wide = band.card
    top, bottom = float(band.top + strip.pose[1]), band.top + strip.pose[1] + (tall if band.upright else wide)
    left, right = float(strip.start), float(strip.start + strip.shown)
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    corners[:, 0] += np.tan(np.deg2rad(strip.pose[0])) * (corners[:, 1] - (top + bottom) / 2)
    level = corners if band.flat else corners[:, ::-1]
    return np.asarray(project(read.heap.to_photo, level * (PX_PER_MM * CELL_MM)), np.float64)
