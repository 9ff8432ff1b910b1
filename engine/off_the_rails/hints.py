"""Hints: what the carts should do next, and what they gain by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.game import seat_index
from engine.hints import Hint, best
from engine.off_the_rails.bots import best_by_cost, go, harm
from engine.off_the_rails.moves import Collapse, Done, Face, Go, write_cell
from engine.off_the_rails.outlook import Outlook
from engine.off_the_rails.plans import ACTION, Plan, plans
from engine.off_the_rails.reach import in_words
from engine.off_the_rails.rules import actions_left, way_of
from engine.off_the_rails.state import ACTIONS, COLLAPSE, FACING, MOVEMENT, Cart, State
from engine.off_the_rails.travel import COLLIDES, DERAILS, HOME
from engine.off_the_rails.turns import places_for
from engine.words import Said, say


class _First:
    """Dice for thoughts: what a struck cart would lose is anybody's guess."""

    def random(self) -> float:
        return 0.0

    def choice(self, seq: Sequence[Any], /) -> Any:
        return seq[0]


def hints(state: State, actor: str) -> list[Hint]:
    """The best moves for the player who is to act; the table's own doings need no advice."""
    finders = {ACTIONS: _actions, MOVEMENT: _movements, FACING: _facings, COLLAPSE: _collapses}
    finder = finders.get(state.phase)
    return best(list(finder(Outlook.of(state), actor))) if finder else []


def _actions(outlook: Outlook, actor: str) -> Iterator[Hint]:
    """For each cart the first step of its best plans, or the end of the actions if more of them gain nothing."""
    state = outlook.state
    yield Hint(Done(actor), 0.0, (say("More actions gain nothing this turn."),))
    for cart in state.carts_of(seat_index(actor)):
        if cart.lost:
            continue
        found = {len(plan.actions): plan for plan in best_by_cost(outlook, cart, actions_left(state))}
        idle = found.pop(0)
        for cost, plan in found.items():
            gain = round(plan.worth - idle.worth - ACTION * cost, 1)
            if plan.ending != DERAILS:
                yield Hint(plan.actions[0], gain, tuple(_reasons(cart, plan, idle)))


def _reasons(cart: Cart, plan: Plan, idle: Plan) -> Iterator[Said]:
    if idle.ending == DERAILS and cart.on_board:
        yield say("Otherwise the {die} cart derails.", die=cart.die)
    count, jewels = len(plan.actions), len(plan.hold)
    if plan.ending == HOME:
        words = "With {count} actions the {die} cart comes home this turn, with {jewels} jewels."
        yield say(words, count=count, die=cart.die, jewels=jewels)
    elif plan.ending == COLLIDES:
        yield say("With {count} actions the {die} cart strikes another one.", count=count, die=cart.die)
    elif plan.end is not None:
        words = "With {count} actions the {die} cart gets to {cell} this turn, with {jewels} jewels."
        yield say(words, count=count, die=cart.die, cell=write_cell(plan.end), jewels=jewels)


def _movements(outlook: Outlook, actor: str) -> Iterator[Hint]:
    state = outlook.state
    for cart in state.carts_of(seat_index(actor)):
        if cart.die not in state.to_move:
            continue
        for plan in sorted(plans(outlook, cart, 0), key=lambda plan: -plan.worth)[:2]:
            move = go(outlook, cart, plan, _First())
            yield Hint(move, round(plan.worth, 1), tuple(_outcome(state, cart, move)))


def _outcome(state: State, cart: Cart, move: Go) -> Iterator[Said]:
    way = way_of(state, move)
    if way is not None:
        yield in_words(state, cart, way)
    if move.take:
        count = sum(len(jewels) for _, jewels in move.take)
        yield say("It takes {count} jewels on the way.", count=count)


def _facings(outlook: Outlook, actor: str) -> Iterator[Hint]:
    state = outlook.state
    struck = state.carts[state.struck or 0]
    at = struck.at or (0, 0)
    for side in state.struck_sides:
        chance = outlook.chance_of_home(at, side)
        why = say("Its chance to come home that way is about {percent} %.", percent=round(100 * chance))
        yield Hint(Face(actor, struck.die, side), round(chance + outlook.hope(at, side, 3), 2), (why,))


def _collapses(outlook: Outlook, actor: str) -> Iterator[Hint]:
    """The squares where the abyss hurts others most."""
    state = outlook.state
    mine = state.clans[seat_index(actor)]
    for at in places_for(state, state.token):
        away = [(abs(cart.at[0] - at[0]) + abs(cart.at[1] - at[1]), cart) for cart in state.carts if cart.at]
        near = min((one for one in away if one[1].clan != mine), key=lambda one: one[0], default=None)
        why = (
            (say("The {clan} {die} cart is {count} squares away.", clan=near[1].clan, die=near[1].die, count=near[0]),)
            if near
            else (say("No other cart is on the board."),)
        )
        yield Hint(Collapse(actor, at), round(harm(outlook, actor, at), 2), why)
