"""From a photo of cards to which lie in which zone and how many, in the form of the contract."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput
from vision.cards.bands import Band
from vision.cards.calibrate import calibrated
from vision.cards.choose import better_of
from vision.cards.closer import known_cost
from vision.cards.grounds import find_heaps
from vision.cards.heaps import PX_PER_MM, CardGround
from vision.cards.learn import cells, nobody
from vision.cards.leftover import left_over
from vision.cards.pack import CardPack, open_pack
from vision.cards.reader import ReadBand, read_zone
from vision.cards.seen import DOUBTFUL, FIT, SeenCard, SeenZone, likely
from vision.cards.single import single_cards
from vision.cards.strips import CELL_MM, Face, Strip
from vision.cards.tickets import PX_PER_MM as PRINT_PX_PER_MM
from vision.cards.tickets import name_ticket, print_of
from vision.markers import project

Bgr = NDArray[np.uint8]
GAME = "ticket-to-ride-card-game"
# No train card looks so much like the print of one ticket, and of no other.
A_TICKET = 0.5
# What looks like a train card at all is called a ticket only with at least this chance.
LIKE_A_CARD = 0.05
GUESS = 0.3
# Covered cards seldom show more than this part of themselves: there may be one on it that looks alike. What shows more
# than that other part is whole.
MUCH, NEARLY_WHOLE = 0.42, 0.85
# A whole card is none, but a pile that lies face down or no card at all, if it is unlike its face, as far as that is
# known, by so many times what is usual in its zone, within these limits.
UNUSUAL, UNLIKE = 2.5, (0.3, 0.48)
# Of a pile no more strips show beside its uppermost card, none wider in cells; the pile seems this much larger than a
# card also where it shows none.
OF_A_PILE, SIDE, THICK_MM = 2, 6, 6.0
# A kind that was taught by strips alone is so well known at most: a whole card of it is never said surely, and may be
# more unlike.
HARDLY_KNOWN, HARDLY_LIKE = 0.6, 0.6


class NothingKnown(BadInput):
    """Cards can only be read with a pack that tells what they look like."""


def see(photo_bgr: Bgr, pack: Path | None = None) -> tuple[dict[str, Any], tuple[SeenZone, ...]]:
    """The cards of each zone, and where they lie; the zones stand in the same order in both."""
    if pack is None:
        raise NothingKnown("Cards are read with the pack of their box: name one by --pack, and teach it first.")
    known = open_pack(pack)
    if not known.faces and not known.prints:
        raise NothingKnown(f"{pack}: no cards were taught; use `capostazione teach`.")
    zones = tuple(
        SeenZone(ground.number, tuple(seen_cards(photo_bgr, ground, known)))
        for ground in find_heaps(photo_bgr, known.size_mm)
    )
    told = [zone for zone in zones if zone.number is not None or zone.cards]
    return {"game": GAME, "zones": [entries_of(zone) for zone in told]}, tuple(told)


def unread(photo_bgr: Bgr) -> dict[str, Any]:
    """The zones with cards in them before anybody has taught what the cards look like: for people to fill in."""
    zones = [ground.number for ground in find_heaps(photo_bgr) if ground.heaps]
    return {"game": GAME, "zones": [{"zone": number, "cards": []} for number in zones]}


def entries_of(zone: SeenZone) -> dict[str, Any]:
    """The entries of a zone; an entry is right only if each of its cards is, and no doubtful card is one more of it."""
    kinds = sorted({card.kind for card in zone.cards if card.kind})
    cards = []
    for kind in kinds:
        mine = [card for card in zone.cards if card.kind == kind]
        others = [card for card in zone.cards if card.kind != kind and card.rival == kind]
        sure = min(calibrated(raw_chance(mine)), *(card.chance for card in [*mine, *others]))
        cards.append({"kind": kind, "count": len(mine), "confidence": round(sure, 4)})
    told: dict[str, Any] = {"zone": zone.number, "cards": cards}
    tickets = [card for card in zone.cards if card.ticket]
    if tickets:
        told["tickets"] = [{"ticket": list(card.ticket or ()), "confidence": card.chance} for card in tickets]
    return told


def raw_chance(cards: Sequence[SeenCard]) -> float:
    """The raw chance that all these cards are what they are taken for."""
    return float(np.prod([card.raw for card in cards]))


def seen_cards(photo_bgr: Bgr, ground: CardGround, pack: CardPack) -> list[SeenCard]:
    """Every card of a zone; what is no train card may be a ticket."""
    # Without corner cards heaps have no scale by which rows could be read; tickets are found there all the same.
    rows = ground.camera is not None or ground.told is None or not pack.kinds or bool(pack.prints)
    cards = cards_by_rows(photo_bgr, ground, pack) if rows else []
    if ground.told is None or ground.view is None:
        return cards
    to_view = np.asarray(np.linalg.inv(ground.view), np.float64)
    lies = ground.told[..., 0]
    if pack.kinds:
        cards = better_of(cards, single_cards(photo_bgr, ground, pack), ground.told, to_view)
    # A card may lie there that was not read: then no count is sure.
    unread_one = left_over(lies, [project(to_view, card.quad_px) for card in cards], pack.size_mm)
    return [
        replace(card, chance=min(card.chance, DOUBTFUL)) if unread_one or MUCH < card.share < NEARLY_WHOLE else card
        for card in cards
    ]


def cards_by_rows(photo_bgr: Bgr, ground: CardGround, pack: CardPack) -> list[SeenCard]:
    """The cards of a zone by its heaps, each read as rows."""
    faces = pack.faces or [nobody(cells(pack.size_mm))]
    kinds = pack.kinds or [""]
    bands = read_zone(ground, faces, kinds)
    usual = _usual([band.band for band in bands], faces)
    cards = []
    for band in bands:
        for row in rows_of(band.band):
            named = not pack.kinds or not is_no_card(row, band, faces, usual)
            cards += [_seen(photo_bgr, band, strip, pack, named) for strip in row]
    return cards


def rows_of(band: Band) -> list[list[Strip]]:
    """The strips of a band, each with those that lie below the same whole card."""
    rows: list[list[Strip]] = [[]]
    for strip in band.reading.strips:
        rows[-1].append(strip)
        if strip.shown >= band.along - 2:
            rows.append([])
    return [row for row in rows if row]


def _usual(bands: Sequence[Band], faces: Sequence[Face]) -> float:
    """How unlike their faces the whole cards of a zone usually are."""
    fits = [fit_of(row[-1], faces) for band in bands for row in rows_of(band) if row[-1].shown >= band.along - 2]
    return float(np.median(fits)) if fits else 1.0


def fit_of(strip: Strip, faces: Sequence[Face]) -> float:
    """How unlike its face a strip is (0..1), as far as that face is known."""
    share = float(faces[strip.face].known.mean()) if strip.face >= 0 else 0.0
    return known_cost(strip.cost / strip.shown, share) if share else 1.0


def is_no_card(row: Sequence[Strip], read: ReadBand, faces: Sequence[Face], usual: float) -> bool:
    """Whether what lies uppermost is a whole card of no known kind, and hardly anything known lies below it.

    Strips that look a little like cards are seen in whatever has no straight sides, and at the sides of a pile.
    """
    top, below = row[-1], row[:-1]
    fit = fit_of(top, faces)
    if top.shown < read.band.along - 2:
        return False
    if fit > usual and _is_pile(below, read):
        return True
    unlike = float(np.clip(UNUSUAL * usual, *UNLIKE))
    limit = HARDLY_LIKE if top.face >= 0 and faces[top.face].known.mean() < HARDLY_KNOWN else unlike
    few = _are_sides(below) and sum(_fits(one, unlike) for one in below) <= 1
    return fit > limit and (few or not read.heap.straight)


def _are_sides(below: Sequence[Strip]) -> bool:
    """Whether strips may be the sides of a pile."""
    return len(below) <= OF_A_PILE and all(strip.shown <= SIDE for strip in below)


def _is_pile(below: Sequence[Strip], read: ReadBand) -> bool:
    """Whether the sides of a pile are seen: narrow strips along the row, and something across it as well."""
    card = read.band.card[0] if read.band.upright else read.band.card[1]
    thick = read.heap.size_mm[1 if read.band.flat else 0] > card * CELL_MM + THICK_MM
    return thick and len(below) > 0 and _are_sides(below)


def _seen(photo_bgr: Bgr, band: ReadBand, strip: Strip, pack: CardPack, named: bool) -> SeenCard:
    """A card of a zone; one that shows no face may still be a ticket."""
    card = _card(band, strip, pack) if named else SeenCard(None, _quad(band, strip), LIKE_A_CARD)
    return _ticket(photo_bgr, card, band, strip, pack) if pack.prints else card


def _ticket(photo_bgr: Bgr, card: SeenCard, band: ReadBand, strip: Strip, pack: CardPack) -> SeenCard:
    """The card as a ticket, where its print is known and says so more clearly than its colours."""
    as_card = card.raw if card.kind is not None else card.chance
    if strip.shown < band.band.along - 2:
        return card
    number, chance = name_ticket(print_of(cut_card(photo_bgr, card.quad_px, band.band.standing, pack)), pack.prints)
    if number < 0 or chance <= min(A_TICKET, max(as_card, LIKE_A_CARD if card.kind is not None else 0.0)):
        return card
    return SeenCard(None, card.quad_px, round(chance, 4), pack.tickets[number])


def cut_card(photo_bgr: Bgr, quad_px: NDArray[np.float64], standing: bool, pack: CardPack) -> Bgr:
    """A whole card upright, at the scale of prints; which end is up is not known."""
    width, height = (round(side * PRINT_PX_PER_MM) for side in pack.size_mm)
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    quad = quad_px if standing else np.roll(quad_px, -1, axis=0)
    lay = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(photo_bgr, lay, (width, height), flags=flags), np.uint8)


def _card(read: ReadBand, strip: Strip, pack: CardPack) -> SeenCard:
    fit = strip.cost / strip.shown
    whole = strip.shown >= read.band.along - 2
    chance = likely(fit, strip.margin)
    if strip.face >= 0 and pack.kinds and (whole or _fits(strip)):
        hardly_known = whole and pack.faces[strip.face].known.mean() < HARDLY_KNOWN
        named = _named(pack, strip.face, _quad(read, strip), min(chance, DOUBTFUL) if hardly_known else chance)
        rival = pack.kinds[strip.rival] if strip.rival >= 0 else None
        return replace(named, rival=rival, fit=fit, share=strip.shown / read.band.along)
    # A strip among cards that looks like none is still one: the likeliest is said, to be asked about.
    if pack.kinds and not pack.prints and any(_fits(one) for one in read.band.reading.strips):
        return _named(pack, strip.nearest, _quad(read, strip), GUESS)
    return SeenCard(None, _quad(read, strip), round(chance, 4))


def _fits(strip: Strip, unlike: float = FIT) -> bool:
    return strip.face >= 0 and strip.cost <= unlike * strip.shown


def _named(pack: CardPack, face: int, quad_px: NDArray[np.float64], raw: float) -> SeenCard:
    """A train card; kinds that were not read rightly even on their own lessons are never sure."""
    kind = pack.kinds[face]
    doubtful = kind in pack.doubtful
    chance = min(calibrated(raw), DOUBTFUL if doubtful else 1.0)
    return SeenCard(kind, quad_px, round(chance, 4), raw=raw, doubtful=doubtful)


def _quad(read: ReadBand, strip: Strip) -> NDArray[np.float64]:
    """The corners of what a strip shows, in the photo."""
    band = read.band
    tall, wide = band.card
    top, bottom = float(band.top + strip.pose[1]), band.top + strip.pose[1] + (tall if band.upright else wide)
    left, right = float(strip.start), float(strip.start + strip.shown)
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    corners[:, 0] += np.tan(np.deg2rad(strip.pose[0])) * (corners[:, 1] - (top + bottom) / 2)
    if not band.flat:  # the heap was read a quarter turned
        wide = read.tones.tones.shape[1]
        corners = np.stack([wide - corners[:, 1], corners[:, 0]], 1)[[3, 0, 1, 2]]
    return np.asarray(project(read.heap.to_photo, corners * (PX_PER_MM * CELL_MM)), np.float64)
