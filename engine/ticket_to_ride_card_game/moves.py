"""Moves: small values whose text form begins with who acts, and the way back from text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import UnreadableMove
from engine.game import TABLE, seat, seat_index
from engine.parts.cards import Cards, read_cards
from engine.ticket_to_ride_card_game.box import Box
from engine.words import say


@dataclass(frozen=True, slots=True)
class DealCard:
    """The deck's top card goes into a hand, and the table says which it is."""

    player: int
    card: str

    def __str__(self) -> str:
        return f"{TABLE} deals {seat(self.player)} {self.card}"


@dataclass(frozen=True, slots=True)
class DealTicket:
    """The top ticket goes to a player, and the table says which it is."""

    player: int
    ticket: str

    def __str__(self) -> str:
        return f"{TABLE} deals {seat(self.player)} ticket {self.ticket}"


@dataclass(frozen=True, slots=True)
class TurnUp:
    """The deck's top card fills a gap in the open row."""

    card: str

    def __str__(self) -> str:
        return f"{TABLE} turns up {self.card}"


@dataclass(frozen=True, slots=True)
class Advance:
    """Phase 1: a card of every group goes onto the track; from the groups named here it is a locomotive."""

    player: int
    locomotive_from: tuple[str, ...] = ()

    def __str__(self) -> str:
        named = f" with locomotive from {', '.join(self.locomotive_from)}" if self.locomotive_from else ""
        return f"{seat(self.player)} advances{named}"


@dataclass(frozen=True, slots=True)
class Draw:
    """The deck's top card is drawn."""

    player: int

    def __str__(self) -> str:
        return f"{seat(self.player)} draws"


@dataclass(frozen=True, slots=True)
class Take:
    """A card of the open row is taken."""

    player: int
    card: str

    def __str__(self) -> str:
        return f"{seat(self.player)} takes {self.card}"


@dataclass(frozen=True, slots=True)
class Stop:
    """No second card is drawn."""

    player: int

    def __str__(self) -> str:
        return f"{seat(self.player)} stops"


@dataclass(frozen=True, slots=True)
class Play:
    """Cards are laid into the own yard: a row of one colour with locomotives, or three different colours."""

    player: int
    cards: Cards

    def __str__(self) -> str:
        return f"{seat(self.player)} plays {self.cards}"


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Tickets are drawn to choose from."""

    player: int

    def __str__(self) -> str:
        return f"{seat(self.player)} draws tickets"


@dataclass(frozen=True, slots=True)
class Keep:
    """Some of the offered tickets are kept: by name, or only their number where nobody saw them."""

    player: int
    tickets: tuple[str, ...] = ()
    unseen: int = 0

    def __str__(self) -> str:
        return f"{seat(self.player)} keeps {f'{self.unseen} unseen' if self.unseen else _listed(self.tickets)}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing at all can be done."""

    player: int

    def __str__(self) -> str:
        return f"{seat(self.player)} passes"


@dataclass(frozen=True, slots=True)
class Show:
    """A ticket that nobody saw is laid open for the count."""

    player: int
    ticket: str

    def __str__(self) -> str:
        return f"{seat(self.player)} shows {self.ticket}"


@dataclass(frozen=True, slots=True)
class Complete:
    """The tickets that the player completes from the pile on the track."""

    player: int
    tickets: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{seat(self.player)} completes {_listed(self.tickets)}"


TableMove = DealCard | DealTicket | TurnUp
PlayerMove = Advance | Draw | Take | Stop | Play | DrawTickets | Keep | Pass | Show | Complete
Move = TableMove | PlayerMove


def _listed(tickets: tuple[str, ...]) -> str:
    return ", ".join(tickets) or "none"


class Words:
    """Reads what stands after the actor, with the names of one box."""

    def __init__(self, text: str, box: Box) -> None:
        self.text = text
        self.box = box

    def wrong(self, why: str) -> UnreadableMove:
        return UnreadableMove(self.text, why)

    def card(self, words: str) -> str:
        card = self.box.spelled(words)
        if card not in self.box.kinds:
            known = ", ".join(self.box.kinds)
            raise self.wrong(say("There is no card {card}; the cards are {known}.", card=card, known=known))
        return card

    def cards(self, words: str) -> Cards:
        try:
            named = read_cards(words)
        except ValueError:
            raise self.wrong(say("No cards can be read; they are written like 2 red, 1 locomotive.")) from None
        counts: dict[str, int] = {}
        for words_of_kind in named:
            kind = self.card(words_of_kind)
            counts[kind] = counts.get(kind, 0) + named[words_of_kind]
        return Cards(counts)

    def colours(self, words: str) -> tuple[str, ...]:
        return tuple(sorted({self.card(word) for word in words.split(",")}))

    def ticket(self, words: str) -> str:
        ticket = self.box.spelled(re.sub(r"\s*[-–]\s*", " - ", words))
        if ticket not in self.box.ticket_named:
            raise self.wrong(say("There is no ticket {ticket}.", ticket=ticket))
        return ticket

    def tickets(self, words: str) -> tuple[str, ...]:
        if words.casefold() == "none":
            return ()
        named = [self.ticket(word) for word in words.split(",")]
        if len(set(named)) < len(named):
            raise self.wrong(say("A ticket is named twice."))
        return self.box.in_order(set(named))


def _keep(words: Words, player: int, named: str) -> Keep:
    count = re.fullmatch(r"(\d+)( unseen| tickets?)?", named)
    return Keep(player, unseen=int(count[1])) if count and int(count[1]) else Keep(player, words.tickets(named))


# What a player can say, most special first; the groups are what the reader gets.
PLAYER_FORMS: tuple[tuple[re.Pattern[str], Callable[..., PlayerMove]], ...] = (
    (re.compile(r"advances?(?: with (?:the )?locomotives? from (.+))?"), lambda words, player, named: Advance(
        player, words.colours(named) if named else ())),
    (re.compile(r"draws? tickets?"), lambda words, player: DrawTickets(player)),
    (re.compile(r"draws?"), lambda words, player: Draw(player)),
    (re.compile(r"takes? (.+)"), lambda words, player, named: Take(player, words.card(named))),
    (re.compile(r"stops?"), lambda words, player: Stop(player)),
    (re.compile(r"plays? (.+)"), lambda words, player, named: Play(player, words.cards(named))),
    (re.compile(r"keeps? (.+)"), _keep),
    (re.compile(r"pass(?:es)?"), lambda words, player: Pass(player)),
    (re.compile(r"shows? (.+)"), lambda words, player, named: Show(player, words.ticket(named))),
    (re.compile(r"completes? (.+)"), lambda words, player, named: Complete(player, words.tickets(named))),
)  # fmt: skip


def read_player_move(text: str, player: int, said: str, box: Box) -> PlayerMove:
    """The move of a player that the words after the seat mean; raises UnreadableMove."""
    for form, make in PLAYER_FORMS:
        found = form.fullmatch(said)
        if found:
            return make(Words(text, box), player, *found.groups())
    raise UnreadableMove(text, say("A player advances, draws, takes, stops, plays, keeps, passes, shows or completes."))


_DEALS = re.compile(r"deals (?:(P[1-4]) )?(ticket )?(.+)")
_TURNS_UP = re.compile(r"turns up (.+)")


def read_table_move(text: str, said: str, box: Box, waiting: int | None) -> TableMove:
    """The table's move; `waiting` is who is to get something now, for a text that does not say."""
    words = Words(text, box)
    turned = _TURNS_UP.fullmatch(said)
    if turned:
        return TurnUp(words.card(turned[1]))
    dealt = _DEALS.fullmatch(said)
    if dealt is None:
        raise UnreadableMove(text, say("The table deals a card or a ticket to a player, or turns up a card."))
    player = seat_index(dealt[1]) if dealt[1] else waiting
    if player is None:
        raise UnreadableMove(text, say("It must say who gets the card."))
    return DealTicket(player, words.ticket(dealt[3])) if dealt[2] else DealCard(player, words.card(dealt[3]))
