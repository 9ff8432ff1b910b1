"""The state of a game: frozen values, equal for equal games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from engine.parts.cards import EMPTY, Cards, Hand, Row, Supply
from engine.parts.routes import Route
from engine.score import Problem
from engine.ticket_to_ride_new_york.board import Board
from engine.words import Said


class Step(Enum):
    """What is waited for, once the open row is full."""

    START_CARDS = "deal cards"
    START_TICKETS = "deal tickets"
    START_KEEP = "keep tickets at the start"
    ACTION = "take a turn"
    CARD = "card from the deck"
    SECOND = "take a second card"
    TICKETS = "tickets from the deck"
    KEEP = "keep tickets"
    SHOW_TICKETS = "show tickets"
    OVER = "over"


@dataclass(frozen=True)
class Player:
    """What one player has, apart from the routes on the map."""

    name: str
    colour: str
    hand: Hand = EMPTY
    tickets: Hand = EMPTY
    offered: Hand = EMPTY  # tickets that were drawn and not yet chosen from


@dataclass(frozen=True)
class State:
    """A game in progress.

    With `hidden` the cards from the decks go into hands unseen, as at a real table; without it the table names each.
    `bottom` are tickets that were put back under the deck, the uppermost first; None is one that nobody saw.
    """

    board: Board = field(hash=False)
    players: tuple[Player, ...]
    supply: Supply
    row: Row
    tickets: Supply
    owners: tuple[int | None, ...]
    current: int
    step: Step
    hidden: bool = False
    bottom: tuple[str | None, ...] = ()
    drawn: int = 0
    passed: int = 0  # players in a row who could do nothing
    last_turns: int | None = None
    remarks: tuple[Said, ...] = ()
    breaches: tuple[Problem, ...] = field(default=(), hash=False)

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.players[self.current]

    @property
    def waits_for_open_card(self) -> bool:
        """A gap in the open row is filled before anything else happens."""
        still = self.step not in (Step.START_CARDS, Step.SHOW_TICKETS, Step.OVER)
        return still and None in self.row and self.supply.deck > 0

    @property
    def ticket_deck(self) -> int:
        return self.tickets.deck + len(self.bottom)

    def routes_of(self, index: int) -> Iterator[Route]:
        return (route for route, owner in zip(self.board.routes, self.owners, strict=True) if owner == index)

    def taxis_of(self, index: int) -> int:
        """The taxis that the player has not yet placed."""
        lengths = self.board.lengths
        placed = sum(lengths[lane] for lane, owner in enumerate(self.owners) if owner == index)
        return self.board.numbers.taxis - placed

    def with_player(self, index: int, **changes: Any) -> State:
        changed = replace(self.players[index], **changes)
        return replace(self, players=(*self.players[:index], changed, *self.players[index + 1 :]))

    def name_of(self, index: int) -> str:
        return self.players[index].name

    def all_cards(self) -> Cards:
        """Every card of the box, wherever it is; that it is always the same is what conservation means."""
        cards = self.supply.unseen + self.supply.discards.known + Cards(card for card in self.row if card)
        for player in self.players:
            cards = cards + player.hand.known
        return cards
