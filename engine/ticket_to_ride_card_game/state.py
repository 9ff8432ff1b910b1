"""The state of a game: frozen values, equal for equal games."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from engine.parts.cards import EMPTY, NONE, Cards, Hand, Row, Supply, lying
from engine.score import Problem
from engine.ticket_to_ride_card_game.box import LOCOMOTIVE, Box, Ticket
from engine.words import Said


class Step(Enum):
    """What is waited for, once the open row is full."""

    DEAL_CARDS = "deal cards"
    DEAL_TICKETS = "deal tickets"
    START_KEEP = "keep tickets at the start"
    ADVANCE = "move cards onto the track"
    ACTION = "take an action"
    CARD = "card from the deck"
    SECOND = "take a second card"
    TICKETS = "tickets from the deck"
    KEEP = "keep tickets"
    END_TURN = "end of the turn"
    COUNT = "complete tickets"
    OVER = "over"


@dataclass(frozen=True)
class Group:
    """The cards of one colour in a yard: a row with its locomotives, or one of three single cards."""

    colour: str
    coloured: int
    locomotives: int = 0

    @property
    def size(self) -> int:
        return self.coloured + self.locomotives

    @property
    def cards(self) -> Cards:
        return Cards({self.colour: self.coloured, LOCOMOTIVE: self.locomotives})

    @property
    def has_choice(self) -> bool:
        """Could either a coloured card or a locomotive go onto the track?"""
        return self.coloured > 0 and self.locomotives > 0


@dataclass(frozen=True)
class Player:
    """What one player has.

    The pile on the track lies face down, but everybody saw what went there. `offered` are tickets that were drawn and
    not yet chosen from, `completed` those of the first half, `picked` those that are completed in the count going on.
    """

    name: str
    hand: Hand = EMPTY
    yard: tuple[Group, ...] = ()
    pile: Cards = NONE
    tickets: Hand = EMPTY
    offered: Hand = EMPTY
    completed: tuple[str, ...] = ()
    picked: tuple[str, ...] | None = None

    def group(self, colour: str) -> Group | None:
        return next((group for group in self.yard if group.colour == colour), None)

    def yard_cards(self) -> Cards:
        cards = NONE
        for group in self.yard:
            cards = cards + group.cards
        return cards


@dataclass(frozen=True)
class State:
    """A game in progress.

    With `hidden` the cards and tickets from the decks go into hands unseen, as at a real table; without it the table
    names each. `under` are the tickets that were put back, the bundle of each draw on its own, uppermost first.
    """

    box: Box = field(hash=False)
    players: tuple[Player, ...]
    supply: Supply
    row: Row
    tickets: Supply
    first: int = 0  # who begins this half
    current: int = 0
    step: Step = Step.DEAL_CARDS
    half: int = 1
    owed: tuple[int, ...] = ()  # cards, then tickets, that each player is still to be dealt
    drawn: int = 0
    last_turns: int | None = None
    hidden: bool = False
    open_piles: bool = False
    under: tuple[Hand, ...] = ()
    remarks: tuple[Said, ...] = ()  # what the last move brought about
    breaches: tuple[Problem, ...] = field(default=(), hash=False)

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.players[self.current]

    @property
    def halves(self) -> int:
        return 2 if len(self.players) == 4 else 1

    @property
    def waits_for_open_card(self) -> bool:
        """A gap in the open row is filled before anything else happens."""
        still = self.step not in (Step.DEAL_CARDS, Step.COUNT, Step.OVER)
        return still and None in self.row and self.supply.deck > 0

    @property
    def seats_owed(self) -> tuple[int, ...]:
        """Who is to get a card or a ticket from a deck now, the one who is owed most first."""
        if self.step in (Step.CARD, Step.TICKETS):
            return (self.current,)
        if self.step not in (Step.DEAL_CARDS, Step.DEAL_TICKETS):
            return ()
        in_turn = [(self.first + place) % len(self.players) for place in self.seats]
        return tuple(sorted((index for index in in_turn if self.owed[index]), key=lambda index: -self.owed[index]))

    @property
    def ticket_deck(self) -> int:
        return self.tickets.deck + sum(bundle.size for bundle in self.under)

    def pay(self, index: int) -> State:
        """The state after a player was dealt one of the cards or tickets owed."""
        return replace(self, owed=(*self.owed[:index], self.owed[index] - 1, *self.owed[index + 1 :]))

    def with_player(self, index: int, **changes: Any) -> State:
        changed = replace(self.players[index], **changes)
        return replace(self, players=(*self.players[:index], changed, *self.players[index + 1 :]))

    def named(self, names: tuple[str, ...] | Cards) -> tuple[Ticket, ...]:
        """The tickets of these names in the order of the box."""
        return tuple(ticket for name, ticket in self.box.ticket_named.items() if name in names)

    def all_cards(self) -> Cards:
        """Every train card, wherever it is; that it is always the same is what conservation means."""
        cards = self.supply.unseen + self.supply.discards.known + lying(self.row)
        for player in self.players:
            cards = cards + player.hand.known + player.yard_cards() + player.pile
        return cards

    def all_tickets(self) -> Cards:
        """Every ticket, wherever it is."""
        tickets = self.tickets.unseen
        for bundle in self.under:
            tickets = tickets + bundle.known
        for player in self.players:
            tickets = tickets + player.tickets.known + player.offered.known + Cards(player.completed)
        return tickets
