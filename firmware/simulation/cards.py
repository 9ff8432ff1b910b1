"""Cards on the simulated table: the open row and the yards, their picture, and their box, taught as any box is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.ticket_to_ride_card_game.box import LOCOMOTIVE
from engine.ticket_to_ride_card_game.state import State
from firmware.cameras import Bgr
from vision.cards.teach import teach
from vision.render.camera import Camera, camera_over
from vision.render.card_scene import CardScene, CardZone, LaidCard, shoot_cards
from vision.render.card_style import CARD_MM, CARD_STYLES, COLOURS
from vision.render.light import DAY

GAME = "ticket-to-ride-card-game"
USUAL_STYLE = "railwayman"
ROW_MM, YARD_MM = (460.0, 190.0), (470.0, 420.0)
APART_MM, EDGE_MM, GAP_MM = 70.0, 24.0, 16.0
# How far a card of a row lies beyond the one below it; a full yard is pushed together.
STEPS_MM = (18.0, 14.0, 11.0)
PX_PER_MM, HEIGHT_MM = 2.0, 950.0
LOOSE_MM, LOOSE_DEG = 0.3, 0.4
# The moves that change what a camera sees; what comes from the decks and what goes under them is entered on the page.
_SEEN = ("advances", "takes", "plays")

Row = tuple[str, ...]  # the cards of one group in the order in which they are laid


@dataclass(frozen=True)
class Cards:
    """The places of the open row, None where a card is missing, and the groups of each yard."""

    row: tuple[str | None, ...] = ()
    yards: tuple[tuple[Row, ...], ...] = ()

    def zones(self) -> list[tuple[int, Counter[str]]]:
        """What lies in each zone, in whatever order."""
        row = Counter(card for card in self.row if card is not None)
        yards = [Counter(card for group in yard for card in group) for yard in self.yards]
        return list(enumerate([row, *yards]))


def cards_of(state: State) -> Cards:
    """How the table lies when it is as recorded; locomotives are laid first."""
    yards = tuple(
        tuple((LOCOMOTIVE,) * group.locomotives + (group.colour,) * group.coloured for group in player.yard)
        for player in state.players
    )
    return Cards(tuple(state.row), yards)


def same_cards(one: Cards | None, other: Cards | None) -> bool:
    """Whether the same cards lie in the same zones; where in a zone nobody minds."""
    if one is None or other is None:
        return one is other
    return one.zones() == other.zones()


def as_seen(cards: Cards, hand_left: bool = False) -> dict[str, Any]:
    """The table as a reader that never errs would print it; a hand that was left hides the yards."""
    zones = []
    for number, kinds in cards.zones():
        shown = {} if hand_left and number else kinds
        told = [{"kind": kind, "count": count, "confidence": 0.98} for kind, count in sorted(shown.items())]
        zones.append({"zone": number, "cards": told})
    return {"game": GAME, "zones": zones}


def is_seen(text: str) -> bool:
    """Whether a move changes what a camera sees."""
    actor, verb = text.split()[:2]
    return verb == "shows" if actor == "TABLE" else verb in _SEEN


def with_mistaken_row(cards: Cards) -> Cards:
    """A row that somebody might lay and may not: a locomotive alone."""
    first, *others = cards.yards
    return replace(cards, yards=((*first, (LOCOMOTIVE,)), *others))


def style_of(seed: int | None) -> str:
    """How the cards are printed on a table with this seed."""
    return sorted(CARD_STYLES)[(seed or 0) % len(CARD_STYLES)]


class CardPainter:
    """Cards on a table under a camera; the same cards give the same picture."""

    def __init__(self, style: str = USUAL_STYLE) -> None:
        self._style = CARD_STYLES[style]

    def paint(self, cards: Cards) -> Bgr:
        return shoot_cards(CardScene(_zones(cards), _camera(len(cards.yards)), DAY), self._style, seed=1)[0]


def _zones(cards: Cards) -> tuple[CardZone, ...]:
    """The open row above, the yards two by two below it."""
    width, _ = _size_mm(len(cards.yards))
    row = CardZone(0, tuple(_laid_row(cards.row)), ((width - ROW_MM[0]) / 2, APART_MM), ROW_MM)
    yards = []
    for seat, groups in enumerate(cards.yards):
        left = APART_MM + (seat % 2) * (YARD_MM[0] + APART_MM)
        top = ROW_MM[1] + 2 * APART_MM + (seat // 2) * (YARD_MM[1] + APART_MM)
        yards.append(CardZone(seat + 1, tuple(_laid_yard(groups, seat)), (left, top), YARD_MM))
    return (row, *yards)


def _size_mm(players: int) -> tuple[float, float]:
    return 2 * YARD_MM[0] + 3 * APART_MM, ROW_MM[1] + 2 * APART_MM + (players + 1) // 2 * (YARD_MM[1] + APART_MM)


def _camera(players: int) -> Camera:
    width, height = _size_mm(players)
    size_px = (round(width * PX_PER_MM), round(height * PX_PER_MM))
    return camera_over((width / 2, height / 2), HEIGHT_MM, width, size_px, tilt_deg=4.0, heading_deg=180.0)


def _laid_row(row: Sequence[str | None]) -> list[LaidCard]:
    step = CARD_MM[0] + GAP_MM
    places = enumerate(row)
    return [_loose(card, EDGE_MM + CARD_MM[0] / 2 + step * n, 95.0, n) for n, card in places if card is not None]


def _laid_yard(groups: Sequence[Row], seat: int) -> list[LaidCard]:
    """Overlapping rows, shelf by shelf, pushed together until all of them fit."""
    shelves: list[list[tuple[float, Row]]] = []
    step_mm = STEPS_MM[-1]
    for step_mm in STEPS_MM:
        shelves = _shelves(groups, step_mm)
        if len(shelves) * (CARD_MM[1] + GAP_MM) <= YARD_MM[1] - 2 * EDGE_MM + GAP_MM:
            break
    cards = []
    for shelf, rows in enumerate(shelves):
        middle = EDGE_MM + CARD_MM[1] / 2 + shelf * (CARD_MM[1] + GAP_MM)
        for left, group in rows:
            for n, card in enumerate(group):
                seed = 1000 * (seat + 1) + 100 * shelf + round(left) + n
                cards.append(_loose(card, left + CARD_MM[0] / 2 + step_mm * n, middle, seed))
    return cards


def _shelves(groups: Sequence[Row], step_mm: float) -> list[list[tuple[float, Row]]]:
    """Where each group begins on which shelf."""
    shelves: list[list[tuple[float, Row]]] = [[]]
    left = EDGE_MM
    for group in groups:
        length = CARD_MM[0] + step_mm * (len(group) - 1)
        if shelves[-1] and left + length > YARD_MM[0] - EDGE_MM:
            shelves.append([])
            left = EDGE_MM
        shelves[-1].append((left, group))
        left += length + GAP_MM
    return shelves


def _loose(card: str, x_mm: float, y_mm: float, seed: int) -> LaidCard:
    """No card lies quite straight; the same one lies equally crooked in every picture."""
    shift, turn = np.random.default_rng(seed).normal(0, 1, (2, 2)).clip(-2, 2)
    return LaidCard(card, (x_mm + LOOSE_MM * float(shift[0]), y_mm + LOOSE_MM * float(shift[1])), LOOSE_DEG * turn[0])


def taught_cards(packs: Path, style: str = USUAL_STYLE) -> Path:
    """The pack of the simulated cards; the first time it is taught, which takes some seconds."""
    pack = packs / f"simulated-cards-{style.replace(' ', '-')}"
    done = pack / "done"
    if not done.exists():
        painter = CardPainter(style)
        teach(pack, [(painter.paint(cards), as_seen(cards)) for cards in _lessons()])
        done.touch()
    return pack


def _lessons() -> tuple[Cards, ...]:
    """Two tables that together show every kind, in different numbers."""
    first = Cards((*COLOURS[:4], LOCOMOTIVE), (((COLOURS[4],) * 2, (COLOURS[5],) * 3), ((COLOURS[6],) * 4,)))
    second = Cards((*COLOURS[4:], LOCOMOTIVE), (((COLOURS[0],) * 2, (COLOURS[1],) * 3), ((COLOURS[2],) * 4,)))
    return first, second
