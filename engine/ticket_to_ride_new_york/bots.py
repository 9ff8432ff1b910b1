"""A good player: plans the cheapest routes for its tickets, collects their colours, and claims what is contested first.

It looks only at what its seat may see: its own hand and tickets, the map, and the open row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engine.bots import Dice
from engine.game import AnyGame, seat_index
from engine.parts.cards import Cards, Hand
from engine.parts.routes import Route, shortest
from engine.ticket_to_ride_new_york.board import GRAY, Board, Ticket
from engine.ticket_to_ride_new_york.legal import claimable_routes, generate
from engine.ticket_to_ride_new_york.moves import Claim, DrawCard, DrawTickets, Keep, Move, Take
from engine.ticket_to_ride_new_york.payments import possible_payments
from engine.ticket_to_ride_new_york.state import State, Step

TAXIS_FOR_NEW_TICKETS = 5  # with fewer, a new ticket costs more than it brings
POINTS_A_TAXI = 1.0  # what a taxi is worth when it is not spent


@dataclass(frozen=True)
class Plan:
    """Routes still to be claimed, and the tickets that they and the own routes would complete."""

    wanted: tuple[Route, ...]
    completed: tuple[Ticket, ...]

    @property
    def taxis(self) -> int:
        return sum(route.length for route in self.wanted)

    def worth(self, board: Board, tickets: Iterable[Ticket]) -> float:
        """What the plan brings, all the given tickets counted, against leaving the taxis unspent."""
        won = sum(ticket.value if ticket in self.completed else -ticket.value for ticket in tickets)
        routes = sum(board.points(route) for route in self.wanted)
        return won + routes - POINTS_A_TAXI * self.taxis


class GoodBot:
    """Plays its tickets."""

    name = "good"

    def choose(self, game: AnyGame, state: Any, actor: str, dice: Dice) -> Any:
        me = seat_index(actor)
        if state.players[me].offered.known and not state.players[me].offered.unknown:
            return self._keep(state, me)
        move = self._act(state, me) if state.step in (Step.ACTION, Step.SECOND) else None
        return move or dice.choice([move for move in generate(state) if str(move).startswith(f"{actor} ")])

    def _keep(self, state: State, me: int) -> Move:
        """The choice of tickets whose best plan brings most."""
        held, offered = known_tickets(state, state.players[me].tickets), known_tickets(state, state.players[me].offered)
        choices = [some for count in range(1, len(offered) + 1) for some in combinations(offered, count)]

        def brings(some: tuple[Ticket, ...]) -> float:
            return make_plan(state, me, (*held, *some)).worth(state.board, (*held, *some))

        return Keep(me, Cards(str(ticket) for ticket in max(choices, key=brings)))

    def _act(self, state: State, me: int) -> Move | None:
        plan = make_plan(state, me, known_tickets(state, state.players[me].tickets))
        if state.step is Step.SECOND:
            return self._take(state, me, plan)
        if claim := self._claim(state, me, plan):
            return claim
        if state.last_turns is None and not plan.wanted and self._wants_tickets(state, me):
            return DrawTickets(me)
        return self._take(state, me, plan)

    def _wants_tickets(self, state: State, me: int) -> bool:
        return state.ticket_deck > 0 and state.taxis_of(me) >= TAXIS_FOR_NEW_TICKETS

    def _claim(self, state: State, me: int, plan: Plan) -> Move | None:
        """A wanted route that can be paid, the longest first; without wanted ones, or at the end, the most points."""
        payable = list(payable_claims(state, me))
        wanted = [claim for claim in payable if route_of(state, claim) in plan.wanted]
        last = state.last_turns is not None and state.last_turns <= len(state.players)
        if wanted and not (last and len(plan.wanted) > 1):
            return max(wanted, key=lambda claim: (route_of(state, claim).length, -payment_cost(state, plan, claim)))
        if not payable or (plan.wanted and not last) or (not last and self._wants_tickets(state, me)):
            return None
        return max(
            payable, key=lambda claim: (state.board.points(route_of(state, claim)), -payment_cost(state, plan, claim))
        )

    def _take(self, state: State, me: int, plan: Plan) -> Move | None:
        """The open card that the plan needs most, else the deck's, else any."""
        board, needs = state.board, card_needs(state, me, plan)
        colours = [card for card in state.row if card is not None and card != board.wild]
        best = max(colours, key=lambda card: needs[card], default=None)
        if best is not None and needs[best] > 0:
            return Take(me, best)
        if board.wild in state.row and state.step is Step.ACTION and plan.wanted:
            return Take(me, board.wild)
        if state.supply.deck:
            return DrawCard(me)
        return Take(me, best) if best is not None else None


def make_plan(state: State, me: int, tickets: Iterable[Ticket]) -> Plan:
    """The cheapest connection of each ticket in turn, the dear tickets first, as far as the taxis go."""
    open_routes = list(claimable_routes(state, me))
    mine = dict.fromkeys(state.routes_of(me))
    taxis = state.taxis_of(me)
    wanted: list[Route] = []
    completed: list[Ticket] = []
    for ticket in sorted(tickets, key=lambda ticket: -ticket.value):
        way = shortest((*mine, *open_routes), *ticket.ends, cost=lambda route: 0.0 if route in mine else route.length)
        if way is None:
            continue
        new = [route for route in way if route not in mine]
        if sum(route.length for route in new) <= taxis:
            taxis -= sum(route.length for route in new)
            mine.update(dict.fromkeys(new))
            wanted += new
            completed.append(ticket)
    return Plan(tuple(wanted), tuple(completed))


def known_tickets(state: State, hand: Hand) -> tuple[Ticket, ...]:
    return tuple(state.board.ticket_named[name] for name in sorted(hand.known))


def payable_claims(state: State, me: int) -> Iterator[Claim]:
    """Claims that the known cards pay."""
    hand = Hand(state.players[me].hand.known)
    for route in claimable_routes(state, me):
        for cards in possible_payments(state.board, route, hand, state.supply.unseen):
            yield Claim.of(me, route, cards)


def route_of(state: State, claim: Claim) -> Route:
    return state.board.routes[state.board.lanes_between(claim.ends, claim.colour)[0]]


def payment_cost(state: State, plan: Plan, claim: Claim) -> float:
    """How much the payment hurts: wild cards most, then colours that other wanted routes need."""
    assert claim.cards is not None  # `_payable` names the cards
    needed = Counter(route.colour for route in plan.wanted if route != route_of(state, claim))
    wild = state.board.wild
    return sum(claim.cards[card] * (3.0 if card == wild else float(needed[card] > 0)) for card in claim.cards)


def card_needs(state: State, me: int, plan: Plan) -> Counter[str]:
    """How welcome a card of each colour is: the spaces of wanted routes that the hand cannot cover yet.

    For a gray route the colour of which most are in hand is collected.
    """
    board, have = state.board, state.players[me].hand.known
    needs: Counter[str] = Counter()
    spare = Counter({colour: have[colour] for colour in board.colours})
    for route in sorted(plan.wanted, key=lambda route: route.colour == GRAY):
        colour = route.colour if route.colour != GRAY else max(board.colours, key=lambda kind: (spare[kind], kind))
        missing = max(0, route.length - spare[colour])
        needs[colour] += missing
        spare[colour] = max(0, spare[colour] - route.length)
    if not plan.wanted:
        needs = Counter({colour: have[colour] + 1 for colour in board.colours})
    return needs


GOOD = GoodBot()
