"""From texts to moves; what a text leaves out is completed from the state if only one legal move fits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import combinations

from engine.errors import AmbiguousMove, UnreadableMove
from engine.game import seat_index
from engine.parts.cards import Cards, read_cards
from engine.ticket_to_ride_new_york.board import GRAY, Board, our_board
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
    Take,
)
from engine.ticket_to_ride_new_york.payments import possible_payments
from engine.ticket_to_ride_new_york.state import State
from engine.words import say

UNSEEN = "unseen cards"

_ACTOR = re.compile(r"(TABLE|P[1-9])\s+(\w+)\s*(.*)", re.IGNORECASE | re.DOTALL)
_SEAT_FIRST = re.compile(r"(P[1-9])\s+(.+)", re.IGNORECASE)
_SOME_TICKETS = re.compile(r"(\d)( tickets?)?", re.IGNORECASE)


def read_move(text: str, state: State | None = None) -> Move:
    """The move that the text means; raises UnreadableMove or AmbiguousMove."""
    found = _ACTOR.fullmatch(text.strip())
    if found is None:
        raise UnreadableMove(text, say("A move begins with P1 to P4 or TABLE and says what they do."))
    reader = _Reader(text, state)
    actor, verb, rest = found[1].upper(), found[2].lower(), found[3].strip()
    if actor == "TABLE":
        return reader.table_move(verb, rest)
    return reader.player_move(reader.seat(actor), verb, rest)


class _Reader:
    """One text being read."""

    def __init__(self, text: str, state: State | None) -> None:
        self.text = text
        self.state = state
        self.board: Board = state.board if state else our_board()

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
        first, dash, second = where.partition(" - ")
        if not dash:
            raise self.wrong("A claim names both ends: P1 claims Chelsea - Soho pink with 4 pink.")
        ends, colour = (first, second), None
        if not self.board.lanes_between(ends, None):
            second, _, colour = second.strip().rpartition(" ")
            ends = (first, second)
        lanes = self.board.lanes_between(ends, colour)
        if not lanes:
            raise self.wrong("There is no route {route} on the map.", route=" ".join(where.split()))
        routes = [self.board.routes[lane] for lane in lanes]
        cards = self.payment(paid) if paid and paid.strip().lower() != UNSEEN else None
        if paid or self.state is None or self.state.hidden:
            return self.only(Claim.of(player, route, cards) for route in routes)
        hand, unseen = self.state.players[player].hand, self.state.supply.unseen
        ways = [
            Claim.of(player, route, way)
            for route in routes
            for way in possible_payments(self.board, route, hand, unseen)
        ]
        return self.only(ways or (Claim.of(player, route, None) for route in routes))

    # Names

    def payment(self, words: str) -> Cards:
        try:
            named = read_cards(words)
        except ValueError:
            raise self.wrong("Cards are written like 2 red, 1 {wild}.", wild=self.board.wild) from None
        total = Cards()
        for kind in named:
            total = total + Cards({self.card(kind): named[kind]})
        return total

    def card(self, words: str) -> str:
        card = self.board.spelled(words)
        if card not in self.board.cards:
            kinds = ", ".join(sorted(self.board.cards))
            raise self.wrong("There is no card {card}; the cards are {kinds}.", card=card or GRAY, kinds=kinds)
        return card

    def ticket(self, words: str) -> str:
        first, _, second = words.partition(" - ")
        ticket = self.board.ticket_between((first, second))
        if ticket is None:
            raise self.wrong("There is no ticket {ticket}.", ticket=" ".join(words.split()) or "of that name")
        return str(ticket)
