"""The moves: small values whose text begins with who acts. Seats count from 0 here and from P1 in texts."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import TABLE, seat
from engine.parts.cards import Cards
from engine.parts.routes import Route


@dataclass(frozen=True)
class DealCard:
    """The deck's top card goes to a player and was seen."""

    player: int
    card: str

    def __str__(self) -> str:
        return f"{TABLE} deals {seat(self.player)} {self.card}"


@dataclass(frozen=True)
class DealTicket:
    """The top ticket goes to a player, to be kept or not, and was seen."""

    player: int
    ticket: str

    def __str__(self) -> str:
        return f"{TABLE} deals {seat(self.player)} {self.ticket}"


@dataclass(frozen=True)
class ShowCard:
    """The deck's top card fills a gap in the open row."""

    card: str

    def __str__(self) -> str:
        return f"{TABLE} shows {self.card}"


@dataclass(frozen=True)
class SweepRow:
    """The open row was discarded, where nobody can tell by the counts whether it must be."""

    def __str__(self) -> str:
        return f"{TABLE} sweeps the row"


@dataclass(frozen=True)
class Keep:
    """A player keeps these of the drawn tickets; the others go under the deck."""

    player: int
    tickets: Cards

    def __str__(self) -> str:
        return f"{seat(self.player)} keeps {', '.join(sorted(self.tickets)) or 'no tickets'}"


@dataclass(frozen=True)
class KeepUnseen:
    """A player keeps so many of the drawn tickets; nobody saw which."""

    player: int
    count: int

    def __str__(self) -> str:
        return f"{seat(self.player)} keeps {self.count} ticket{'' if self.count == 1 else 's'}"


@dataclass(frozen=True)
class Take:
    """A player takes a card from the open row."""

    player: int
    card: str

    def __str__(self) -> str:
        return f"{seat(self.player)} takes {self.card}"


@dataclass(frozen=True)
class DrawCard:
    """A player draws the deck's top card."""

    player: int

    def __str__(self) -> str:
        return f"{seat(self.player)} draws a card"


@dataclass(frozen=True)
class DrawTickets:
    """A player draws tickets."""

    player: int

    def __str__(self) -> str:
        return f"{seat(self.player)} draws tickets"


@dataclass(frozen=True)
class Claim:
    """A player claims a route and pays for it; `cards` is None if nobody saw the payment.

    Twins of one colour share their name: the claim takes the one that is free.
    """

    player: int
    ends: tuple[str, str]
    colour: str
    cards: Cards | None = None

    @classmethod
    def of(cls, player: int, route: Route, cards: Cards | None) -> Claim:
        return cls(player, route.ends, route.colour, cards)

    def __str__(self) -> str:
        paid = "unseen cards" if self.cards is None else str(self.cards)
        return f"{seat(self.player)} claims {self.ends[0]} - {self.ends[1]} {self.colour} with {paid}"


@dataclass(frozen=True)
class Pass:
    """A player can do nothing at all."""

    player: int

    def __str__(self) -> str:
        return f"{seat(self.player)} passes"


@dataclass(frozen=True)
class ShowTicket:
    """After the last turn a player shows a ticket that nobody had seen."""

    player: int
    ticket: str

    def __str__(self) -> str:
        return f"{seat(self.player)} shows {self.ticket}"


TableMove = DealCard | DealTicket | ShowCard | SweepRow
PlayerMove = Keep | KeepUnseen | Take | DrawCard | DrawTickets | Claim | Pass | ShowTicket
Move = TableMove | PlayerMove
