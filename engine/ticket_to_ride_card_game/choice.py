"""The final count's riddle, solved exactly: which tickets a pile of cards should complete."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.parts.cards import Cards
from engine.ticket_to_ride_card_game.box import LOCOMOTIVE, Ticket
from engine.ticket_to_ride_card_game.program import Program, solve

Tickets = tuple[Ticket, ...]


@dataclass(frozen=True)
class Prize:
    """A bonus card that is won by completing at least `needed` of the tickets that name its city."""

    city: str
    points: int
    needed: int


def missing_cards(pile: Cards, tickets: Iterable[Ticket]) -> int:
    """How many cards the pile lacks for all these tickets together."""
    needed = Cards()
    for ticket in tickets:
        needed = needed + ticket.cards
    return max(0, needed.without(pile).size - pile[LOCOMOTIVE])


def payments(pile: Cards, tickets: Iterable[Ticket]) -> list[Cards]:
    """Which cards of the pile each ticket takes, locomotives last; the pile must suffice for all."""
    paid = []
    for ticket in tickets:
        own = ticket.cards.without(ticket.cards.without(pile))
        payment = own + Cards({LOCOMOTIVE: ticket.cards.size - own.size})
        pile = pile - payment
        paid.append(payment)
    return paid


@lru_cache(maxsize=4096)
def best_choice(pile: Cards, tickets: Tickets, big_cities: frozenset[str]) -> Tickets:
    """The tickets to complete for the most points, completed minus open.

    Among equals the choice with more tickets, then with more names of big cities on them, then that with the tickets
    that stand first in the list (ruling 4).
    """
    if missing_cards(pile, tickets) == 0:
        return tickets
    answer = solve(ticket_program(pile, tickets, big_cities))
    return tuple(tickets[place] for place in sorted(answer.chosen)) if answer else ()


@lru_cache(maxsize=4096)
def choice_above(
    points: int, pile: Cards, tickets: Tickets, big_cities: frozenset[str], prizes: tuple[Prize, ...]
) -> Tickets | None:
    """The best choice that is worth more than the points, completed minus open plus prizes; None if there is none."""
    swing = points + sum(ticket.points for ticket in tickets)
    above = (swing + 1) * _point(tickets) - 1
    answer = solve(ticket_program(pile, tickets, big_cities, prizes), above)
    if answer is None:
        return None
    return tuple(tickets[place - len(prizes)] for place in sorted(answer.chosen) if place >= len(prizes))


def ticket_program(pile: Cards, tickets: Tickets, big_cities: frozenset[str], prizes: Sequence[Prize] = ()) -> Program:
    """The riddle as decisions on prizes and tickets, and the number of locomotives that stand for each colour."""
    colours = sorted({colour for ticket in tickets for colour in ticket.cards})
    no_prizes, no_tickets, no_colours = (0,) * len(prizes), (0,) * len(tickets), (0,) * len(colours)
    gains = [prize.points * _point(tickets) for prize in prizes] + _gains(tickets, big_cities)
    limits = []
    for prize, asked in zip(prizes, _only(prize.needed for prize in prizes), strict=True):
        limits.append((*asked, *(-(prize.city in ticket.ends) for ticket in tickets), *no_colours))
    for colour, stand_in in zip(colours, _only(-1 for _ in colours), strict=True):
        limits.append((*no_prizes, *(ticket.cards[colour] for ticket in tickets), *stand_in))
    limits.append((*no_prizes, *no_tickets, *(1 for _ in colours)))
    twins = [(*no_prizes, *row, *no_colours) for row in _twin_rows(tickets)]
    room = (*no_prizes, *(pile[colour] for colour in colours), pile[LOCOMOTIVE], *(0 for _ in twins))
    return Program((*gains, *no_colours), len(gains), (*limits, *twins), room, leading=len(prizes))


def _twin_rows(tickets: Tickets) -> Iterator[list[int]]:
    """Of a ticket that is held twice, which breaks the rules, the first is completed first.

    Otherwise a position with many twins has as many equal choices as there are ways to tell them apart.
    """
    last: dict[Ticket, int] = {}
    for place, ticket in enumerate(tickets):
        if ticket in last:
            yield [(other == place) - (other == last[ticket]) for other in range(len(tickets))]
        last[ticket] = place


def _only(numbers: Iterable[int]) -> list[list[int]]:
    """For each number a list with it at its own place and 0 elsewhere."""
    listed = list(numbers)
    return [[number if place == other else 0 for other in range(len(listed))] for place, number in enumerate(listed)]


def _gains(tickets: Tickets, big_cities: frozenset[str]) -> list[int]:
    """What completing each ticket is worth: points, then the number of tickets, then names, then the place in the list.

    An open ticket costs what a completed one brings, so completing it moves the points by twice its value.
    """
    gains = []
    for place, ticket in enumerate(tickets):
        names = sum(end in big_cities for end in ticket.ends)
        earlier = 1 << (len(tickets) - 1 - place)
        gains.append(2 * ticket.points * _point(tickets) + ((_step(tickets) + names) << len(tickets)) + earlier)
    return gains


def _step(tickets: Tickets) -> int:
    """More than there can be names of cities on completed tickets."""
    return 2 * len(tickets) + 1


def _point(tickets: Tickets) -> int:
    """What one point weighs: more than all that only breaks ties."""
    return _step(tickets) * _step(tickets) << len(tickets)
