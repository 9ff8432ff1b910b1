"""Hints: which route, card or ticket serves the tickets best, and why. They use only what the player's seat may see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.game import seat_index
from engine.hints import Hint, best
from engine.parts.cards import Cards
from engine.ticket_to_ride_new_york.board import Ticket
from engine.ticket_to_ride_new_york.bots import (
    TAXIS_FOR_NEW_TICKETS,
    Plan,
    card_needs,
    known_tickets,
    make_plan,
    payable_claims,
    payment_cost,
    route_of,
)
from engine.ticket_to_ride_new_york.moves import DrawCard, DrawTickets, Keep, Take
from engine.ticket_to_ride_new_york.state import State, Step
from engine.words import Said, say

CLAIM, NEED, WILD, BLIND, TICKETS = 10.0, 4.0, 3.0, 2.0, 5.0  # which kind of advice goes before which


def hints(state: State, actor: str) -> list[Hint]:
    """The best moves for a player who is to act."""
    me = seat_index(actor)
    player = state.players[me]
    if player.offered.known and not player.offered.unknown:
        return best(list(_keeps(state, me)))
    if state.step not in (Step.ACTION, Step.SECOND):
        return []
    plan = make_plan(state, me, known_tickets(state, player.tickets))
    blind = (say("Tickets that the table does not know are not counted."),) if player.tickets.unknown else ()
    found = [*_cards(state, me, plan)]
    if state.step is Step.ACTION:
        found += [*_claims(state, me, plan), *_new_tickets(state, me, plan)]
    return [Hint(hint.move, hint.gain, (*hint.why, *blind)) for hint in best(found)]


def _keeps(state: State, me: int) -> Iterator[Hint]:
    """Every choice of tickets with what its cheapest plan brings."""
    player = state.players[me]
    held, offered = known_tickets(state, player.tickets), known_tickets(state, player.offered)
    for count in range(1, len(offered) + 1):
        for some in combinations(offered, count):
            plan = make_plan(state, me, (*held, *some))
            gain = plan.worth(state.board, (*held, *some))
            yield Hint(Keep(me, Cards(str(ticket) for ticket in some)), round(gain, 1), tuple(_cost_of(some, plan)))


def _cost_of(some: tuple[Ticket, ...], plan: Plan) -> Iterator[Said]:
    done = [ticket for ticket in some if ticket in plan.completed]
    yield say("{count} of them can be connected with {taxis} taxis in all.", count=len(done), taxis=plan.taxis)
    yield say("They are worth {points} points.", points=sum(ticket.value for ticket in done))


def _claims(state: State, me: int, plan: Plan) -> Iterator[Hint]:
    for claim in payable_claims(state, me):
        route = route_of(state, claim)
        points = state.board.points(route)
        wanted = route in plan.wanted
        if not wanted and plan.wanted and state.last_turns is None:
            continue
        gain = (CLAIM if wanted else 0.0) + points - payment_cost(state, plan, claim) / 10
        yield Hint(claim, round(gain, 1), tuple(_worth_of_route(state, plan, wanted, points)))


def _worth_of_route(state: State, plan: Plan, wanted: bool, points: int) -> Iterator[Said]:
    if wanted:
        tickets = ", ".join(str(ticket) for ticket in plan.completed)
        yield say("It is on the cheapest way for the tickets {tickets}.", tickets=tickets)
    yield say("The route brings {points} points.", points=points)


def _cards(state: State, me: int, plan: Plan) -> Iterator[Hint]:
    """Open cards by how much the plan still needs them, then the deck."""
    needs, wild = card_needs(state, me, plan), state.board.wild
    for card in dict.fromkeys(card for card in state.row if card is not None and card != wild):
        if needs[card] > 0 and plan.wanted:
            words = say("{count} {card} cards are still missing for the planned routes.", count=needs[card], card=card)
            yield Hint(Take(me, card), NEED + needs[card] / 10, (words,))
    if wild in state.row and state.step is Step.ACTION and plan.wanted:
        yield Hint(Take(me, wild), WILD, (say("It stands for any colour, and is the only card of the turn."),))
    if state.supply.deck:
        yield Hint(DrawCard(me), BLIND, (say("The deck may give what no open card does."),))


def _new_tickets(state: State, me: int, plan: Plan) -> Iterator[Hint]:
    taxis = state.taxis_of(me)
    if state.last_turns is None and state.ticket_deck and not plan.wanted and taxis >= TAXIS_FOR_NEW_TICKETS:
        words = say("All tickets that can be are connected, and {taxis} taxis are left.", taxis=taxis)
        yield Hint(DrawTickets(me), TICKETS, (words,))
