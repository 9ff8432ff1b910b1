"""From texts to moves; what a text leaves out is completed from the state if only one legal move fits.

Without a state the map is not known either, and the names of places and cards are taken as they are written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from engine.errors import AmbiguousMove, UnreadableMove
from engine.game import seat_index
from engine.parts.cards import Cards, read_cards
from engine.ticket_to_ride_new_york.board import Board
from engine.ticket_to_ride_new_york.legal import seats_to_deal, why_not
from engine.ticket_to_ride_new_york.moves import (
    Claim,
    DealCard,
    DealTicket,
    DrawCard,
    DrawTickets,
    Keep,
    KeepUnseen,
    Move,
    Pass,
    ShowCard,
    ShowTicket,
    SweepRow,
    Take,
)
from engine.ticket_to_ride_new_york.payments import possible_payments
from engine.ticket_to_ride_new_york.state import State
from engine.words import say

UNSEEN = "unseen cards"

Named = tuple[tuple[str, str], str]  # a route as a claim names it: its ends and its colour

_ACTOR = re.compile(r"(TABLE|P[1-9])\s+(\w+)\s*(.*)", re.IGNORECASE | re.DOTALL)
_SEAT_FIRST = re.compile(r"(P[1-9])\s+(.+)", re.IGNORECASE)
_SOME_TICKETS = re.compile(r"(\d)( tickets?)?", re.IGNORECASE)


def read_move(text: str, state: State | None = None) -> Move:
    """The move that the text means; raises UnreadableMove or AmbiguousMove."""
    found = _ACTOR.fullmatch(text.strip())
    if found is None:
        raise UnreadableMove(text, say("A move begins with P1 to P4 or TABLE and says what they do."))
    reader = Reader(text, state)
    actor, verb, rest = found[1].upper(), found[2].lower(), found[3].strip()
    if actor == "TABLE":
        return reader.table_move(verb, rest)
    return reader.player_move(reader.seat(actor), verb, rest)


class Reader:
    """One text being read, of a move or of a correction."""

    def __init__(self, text: str, state: State | None) -> None:
        self.text = text
        self.state = state
        self.board: Board | None = state.board if state else None

    def wrong(self, template: str, **values: object) -> UnreadableMove:
        return UnreadableMove(self.text, say(template, **values))

    def seat(self, actor: str) -> int:
        index = seat_index(actor.upper())
        if self.state is not None and index not in self.state.seats:
            raise self.wrong("There is no {seat} in this game.", seat=actor.upper())
        return index

    def only(self, candidates: Iterable[Move]) -> Move:
        """The only legal one of several moves; if none is legal the first, so that its refusal tells why."""
        moves = list(dict.fromkeys(candidates))
        if self.state is None or len(moves) < 2:
            return moves[0]
        legal = [move for move in moves if why_not(self.state, move) is None]
        if len(legal) > 1:
            raise AmbiguousMove(self.text, tuple(str(move) for move in legal))
        return legal[0] if legal else moves[0]

    # What the table does

    def table_move(self, verb: str, rest: str) -> Move:
        if verb == "shows" and rest:
            return ShowCard(self.card(rest))
        if verb == "deals" and rest:
            found = _SEAT_FIRST.fullmatch(rest)
            if found:
                return self.dealt(self.seat(found[1]), found[2])
            waiting = seats_to_deal(self.state) if self.state else ()
            if not waiting:
                raise self.wrong("Say to whom the table deals: TABLE deals P1 red.")
            return self.only(self.dealt(index, rest) for index in waiting)
        if verb == "sweeps" and rest.lower() == "the row":
            return SweepRow()
        raise self.wrong("The table deals cards and tickets to players, and shows open cards.")

    def dealt(self, player: int, what: str) -> Move:
        return DealTicket(player, self.ticket(what)) if " - " in what else DealCard(player, self.card(what))

    # What players do

    def player_move(self, player: int, verb: str, rest: str) -> Move:
        readers: dict[str, Callable[[int, str], Move]] = {
            "takes": lambda who, card: Take(who, self.card(card)),
            "draws": self.draws,
            "keeps": self.keeps,
            "claims": self.claims,
            "passes": self.passes,
            "shows": lambda who, ticket: ShowTicket(who, self.ticket(ticket)),
        }
        if verb not in readers:
            raise self.wrong("A player {verbs} or {last}.", verbs=", ".join(list(readers)[:-1]), last="shows")
        return readers[verb](player, rest)

    def draws(self, player: int, rest: str) -> Move:
        match " ".join(rest.lower().split()):
            case "a card" | "card":
                return DrawCard(player)
            case "tickets":
                return DrawTickets(player)
            case "":
                return self.only((DrawCard(player), DrawTickets(player)))
        raise self.wrong("A player draws a card or draws tickets.")

    def passes(self, player: int, rest: str) -> Move:
        if rest:
            raise self.wrong("Nothing follows after passes.")
        return Pass(player)

    def keeps(self, player: int, rest: str) -> Move:
        some = _SOME_TICKETS.fullmatch(rest)
        if rest.lower() == "no tickets" or some:
            return self.keeps_some(player, int(some[1]) if some else 0)
        return Keep(player, Cards({self.ticket(part): 1 for part in rest.split(",")}))

    def keeps_some(self, player: int, count: int) -> Move:
        offered = self.state.players[player].offered if self.state else None
        if offered is None or offered.unknown or count > offered.size:
            return KeepUnseen(player, count)
        return self.only(Keep(player, Cards(some)) for some in combinations(sorted(offered.known), count))

    def claims(self, player: int, rest: str) -> Move:
        where, _, paid = rest.partition(" with ")
        routes = self.routes(where)
        cards = self.cards(paid) if paid and paid.strip().lower() != UNSEEN else None
        if paid or self.state is None or self.state.hidden:
            return self.only(Claim(player, *route, cards) for route in routes)
        return self.only([*self.payable(player, routes)] or (Claim(player, *route) for route in routes))

    def payable(self, player: int, routes: Iterable[Named]) -> Iterator[Move]:
        """The claims of the routes with every payment that the player may have."""
        assert self.state is not None  # nobody can tell what a player may have without one
        board, hand, unseen = self.state.board, self.state.players[player].hand, self.state.supply.unseen
        for ends, colour in routes:
            route = board.routes[board.lanes_between(ends, colour)[0]]
            yield from (Claim.of(player, route, way) for way in possible_payments(board, route, hand, unseen))

    def routes(self, where: str) -> list[Named]:
        """The routes that a text may mean: those between two places, or the one of the colour that is named."""
        first, dash, second = (part.strip() for part in where.partition(" - "))
        if not dash:
            raise self.wrong("A claim names both ends: P1 claims Chelsea - Soho pink with 4 pink.")
        before, _, colour = second.rpartition(" ")
        if self.board is None:
            if not before:
                raise self.wrong("A claim names the route's colour: P1 claims Chelsea - Soho pink with 4 pink.")
            return [((first, before), colour)]
        lanes = self.board.lanes_between((first, before), colour) or self.board.lanes_between((first, second), None)
        if not lanes:
            raise self.wrong("There is no route {route} on the map.", route=" ".join(where.split()))
        return [(self.board.routes[lane].ends, self.board.routes[lane].colour) for lane in lanes]

    # Names

    def cards(self, words: str) -> Cards:
        try:
            named = read_cards(words)
        except ValueError:
            raise self.wrong("Cards are written like 2 red, 1 blue.") from None
        total = Cards()
        for kind in named:
            total = total + Cards({self.card(kind): named[kind]})
        return total

    def card(self, words: str) -> str:
        if self.board is None:
            return " ".join(words.split())
        card = self.board.spelled(words)
        if card not in self.board.cards:
            kinds = ", ".join(sorted(self.board.cards))
            raise self.wrong("There is no card {card}; the cards are {kinds}.", card=card or "there", kinds=kinds)
        return card

    def ticket(self, words: str) -> str:
        first, _, second = (part.strip() for part in words.partition(" - "))
        if not second:
            raise self.wrong("A ticket is written like Chelsea - Brooklyn.")
        if self.board is None:
            return f"{first} - {second}"
        ticket = self.board.ticket_between((first, second))
        if ticket is None:
            raise self.wrong("There is no ticket {ticket}.", ticket=" ".join(words.split()))
        return str(ticket)
