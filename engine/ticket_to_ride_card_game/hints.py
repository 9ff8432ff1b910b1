"""Hints: which cards and tickets serve the pile best, and why. They use only what the player's seat may see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.game import seat_index
from engine.hints import Hint, best
from engine.parts.cards import Cards
from engine.ticket_to_ride_card_game import moves as m
from engine.ticket_to_ride_card_game.bots import (
    Plan,
    expected_pile,
    known_plays,
    make_plan,
    points_of,
    turns_left,
    worth_of,
)
from engine.ticket_to_ride_card_game.box import LOCOMOTIVE
from engine.ticket_to_ride_card_game.choice import best_choice
from engine.ticket_to_ride_card_game.state import State, Step
from engine.words import Said, say

WANTED, ENGINE, BLIND, TICKETS = 2.0, 1.5, 1.0, 3.0  # which kind of advice goes before which
LATE = 3  # turns that must be left for new tickets


def hints(state: State, actor: str) -> list[Hint]:
    """The best moves for a player who is to act."""
    me = seat_index(actor)
    player = state.players[me]
    if player.offered.known:
        return best(list(_keeps(state, me)))
    finders = {Step.ADVANCE: _advances, Step.ACTION: _actions, Step.SECOND: _cards, Step.COUNT: _completions}
    finder = finders.get(state.step)
    return best(list(finder(state, me, make_plan(state, player)))) if finder else []


def _keeps(state: State, me: int) -> Iterator[Hint]:
    player, pile = state.players[me], expected_pile(state, state.players[me])
    held, offered = state.named(player.tickets.known), state.named(player.offered.known)
    least = state.box.deal.tickets_kept_at_least if state.step is Step.START_KEEP else 0
    for count in range(least, len(offered) + 1):
        for some in combinations(offered, count):
            points, fewer = points_of(state, pile, (*held, *some))
            why = say("With the cards to be expected all tickets together bring {points} points.", points=points)
            yield Hint(m.Keep(me, tuple(sorted(map(str, some)))), points + fewer / 100, (why,))


def _advances(state: State, me: int, plan: Plan) -> Iterator[Hint]:
    """A locomotive goes first where the colour itself is not needed."""
    yard = state.players[me].yard
    spare = [group.colour for group in yard if group.has_choice and group.colour not in plan.off_track]
    why = say("The tickets aimed at need these colours.")
    if spare:
        why = say("No ticket aimed at needs {colours}: a locomotive is worth more there.", colours=", ".join(spare))
    yield Hint(m.Advance(me, tuple(sorted(spare))), 0.0, (why,))


def _actions(state: State, me: int, plan: Plan) -> Iterator[Hint]:
    yield from _plays(state, me, plan)
    yield from _cards(state, me, plan)
    missing = plan.off_yard.without(state.players[me].hand.known).size - state.players[me].hand.known[LOCOMOTIVE]
    if state.ticket_deck and (missing <= 0 or state.last_turns is not None) and turns_left(state) > LATE:
        words = say("The cards in hand, yard and pile are enough for all tickets aimed at.")
        yield Hint(m.DrawTickets(me), TICKETS, (words,))


def _plays(state: State, me: int, plan: Plan) -> Iterator[Hint]:
    if state.last_turns is not None:
        return  # what is laid into the yard now never gets onto the track
    for play in known_plays(state, state.players[me]):
        useful = sum(min(play.cards[kind], plan.off_yard[kind]) for kind in play.cards)
        why = say("{count} of these cards are needed for the tickets aimed at.", count=useful)
        yield Hint(play, round(worth_of(state, plan, play), 1), (why, *_aims(plan)))


def _aims(plan: Plan) -> tuple[Said, ...]:
    tickets = ", ".join(str(ticket) for ticket in plan.aims)
    return (say("Aimed at: {tickets}.", tickets=tickets),) if tickets else ()


def _cards(state: State, me: int, plan: Plan) -> Iterator[Hint]:
    wanted = plan.off_yard.without(state.players[me].hand.known)
    for card in dict.fromkeys(card for card in state.row if card is not None and card != LOCOMOTIVE):
        if count := wanted[card]:
            words = say("{count} {card} cards are still missing for the tickets aimed at.", count=count, card=card)
            yield Hint(m.Take(me, card), WANTED + count / 10, (words,))
    if LOCOMOTIVE in state.row and state.step is Step.ACTION:
        words = say("It stands for any colour, and is the only card of the turn.")
        yield Hint(m.Take(me, LOCOMOTIVE), ENGINE, (words,))
    if state.supply.deck:
        yield Hint(m.DrawCard(me), BLIND, (say("The deck may give what no open card does."),))


def _completions(state: State, me: int, plan: Plan) -> Iterator[Hint]:
    """The exact best choice from the pile."""
    player = state.players[me]
    if player.picked is not None or player.tickets.unknown:
        return
    held = state.named(player.tickets.known)
    chosen = best_choice(player.pile, held, frozenset(state.box.bonuses))
    used: Cards = sum((ticket.cards for ticket in chosen), Cards())
    points = sum(ticket.points for ticket in chosen)
    why = say("{points} points for {count} cards: no choice of tickets brings more.", points=points, count=used.size)
    yield Hint(m.Complete(me, tuple(sorted(map(str, chosen)))), points, (why,))
