"""The moves: small values whose text begins with who acts. Seats count from 0 here and from P1 in texts."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import TABLE, seat
from engine.parts.cards import Cards

NO_TICKETS = "no tickets"


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
        return f"{TABLE} deals {seat(self.player)} {self.ticket}"


@dataclass(frozen=True, slots=True)
class ShowCard:
    """The deck's top card fills a gap in the open row."""

    card: str

    def __str__(self) -> str:
        return f"{TABLE} shows {self.card}"


@dataclass(frozen=True, slots=True)
class Advance:
    """Phase 1: a card of every group goes onto the track; from the groups named here it is a locomotive."""

    player: int
    locomotive_from: tuple[str, ...] = ()

    def __str__(self) -> str:
        named = f" with locomotive from {', '.join(self.locomotive_from)}" if self.locomotive_from else ""
        return f"{seat(self.player)} advances{named}"


@dataclass(frozen=True, slots=True)
class DrawCard:
    """The deck's top card is drawn."""

    player: int

    def __str__(self) -> str:
        return f"{seat(self.player)} draws a card"


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
    """Some of the drawn tickets are kept: by name in the alphabet's order, or only a number where nobody saw them."""

    player: int
    tickets: tuple[str, ...] = ()
    unseen: int = 0

    def __str__(self) -> str:
        unseen = f"{self.unseen} ticket{'' if self.unseen == 1 else 's'}"
        return f"{seat(self.player)} keeps {unseen if self.unseen else _listed(self.tickets)}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing at all can be done."""

    player: int

    def __str__(self) -> str:
        return f"{seat(self.player)} passes"


@dataclass(frozen=True, slots=True)
class ShowTicket:
    """A ticket that nobody saw is laid open for the count."""

    player: int
    ticket: str

    def __str__(self) -> str:
        return f"{seat(self.player)} shows {self.ticket}"


@dataclass(frozen=True, slots=True)
class Complete:
    """The tickets that the player completes from the pile on the track, in the alphabet's order."""

    player: int
    tickets: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{seat(self.player)} completes {_listed(self.tickets)}"


TableMove = DealCard | DealTicket | ShowCard
PlayerMove = Advance | DrawCard | Take | Stop | Play | DrawTickets | Keep | Pass | ShowTicket | Complete
Move = TableMove | PlayerMove


def _listed(tickets: tuple[str, ...]) -> str:
    return ", ".join(tickets) or NO_TICKETS
