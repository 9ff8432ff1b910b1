"""A player that plans: which carts, which tracks, which speed, and the way that is worth most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from engine.bots import Dice
from engine.game import AnyGame, seat_index
from engine.off_the_rails.choices import movements
from engine.off_the_rails.jewels import Jewels, heap
from engine.off_the_rails.moves import Collapse, Done, Face, Go, Lay, Move, Upgrade
from engine.off_the_rails.outlook import Outlook, worth_of
from engine.off_the_rails.plans import ACTION, Plan, plans
from engine.off_the_rails.rules import actions_left, way_of, why_not
from engine.off_the_rails.state import ACTIONS, COLLAPSE, FACING, Cart, State
from engine.off_the_rails.travel import STOPS
from engine.off_the_rails.turns import places_for
from engine.parts.grid import Cell


class GoodBot:
    """Plans each cart's turn with every split of the actions, and takes the best plans together."""

    name = "good"

    def choose(self, game: AnyGame, state: State, actor: str, dice: Dice) -> Move:
        outlook = Outlook.of(state)
        if state.phase == ACTIONS:
            return self._action(outlook, actor)
        if state.phase == FACING:
            return self._turn(outlook, actor)
        if state.phase == COLLAPSE:
            return Collapse(actor, max(places_for(state, state.token), key=lambda at: harm(outlook, actor, at)))
        return self._movement(outlook, actor, dice)

    def _action(self, outlook: Outlook, actor: str) -> Move:
        carts = tuple(cart for cart in outlook.state.carts_of(seat_index(actor)) if not cart.lost)
        best = _best_together(outlook, carts, actions_left(outlook.state))
        actions = [action for plan in best for action in plan.actions] or list(_preparations(outlook, carts, best))
        return actions[0] if actions else Done(actor)

    def _turn(self, outlook: Outlook, actor: str) -> Move:
        state = outlook.state
        struck = state.carts[state.struck or 0]
        at = struck.at or (0, 0)
        side = max(state.struck_sides, key=lambda side: outlook.chance_of_home(at, side) + outlook.hope(at, side, 3))
        return Face(actor, struck.die, side)

    def _movement(self, outlook: Outlook, actor: str, dice: Dice) -> Move:
        """The cart whose best way is worth most goes first."""
        state = outlook.state
        carts = [cart for cart in state.carts_of(seat_index(actor)) if cart.die in state.to_move]
        best = {cart: max(plans(outlook, cart, 0), key=lambda plan: plan.worth) for cart in carts}
        cart = max(carts, key=lambda cart: best[cart].worth)
        return go(outlook, cart, best[cart], dice)


def _best_together(outlook: Outlook, carts: tuple[Cart, ...], budget: int) -> tuple[Plan, ...]:
    """For each cart a plan, all of them within the actions that are left."""
    choices = [best_by_cost(outlook, cart, budget) for cart in carts]
    affordable = (plan for plan in product(*choices) if sum(len(each.actions) for each in plan) <= budget)
    return max(affordable, key=lambda plan: sum(each.worth - ACTION * len(each.actions) for each in plan))


def _preparations(outlook: Outlook, carts: tuple[Cart, ...], best: tuple[Plan, ...]) -> Iterator[Move]:
    """With actions to spare: tracks that the carts will want next turn, where they will stand then."""
    state = outlook.state
    standing = [(cart, plan) for cart, plan in zip(carts, best, strict=True) if plan.ending == STOPS]
    for cart, plan in standing:
        there = replace(cart, at=plan.end, facing=plan.face)
        later = replace(outlook, state=state.with_cart(state.cart_index(cart.clan, cart.die), there))
        ahead = max(plans(later, there, state.box.actions), key=lambda plan: plan.worth - ACTION * len(plan.actions))
        tracks = (action for action in ahead.actions if isinstance(action, (Lay, Upgrade)))
        yield from (action for action in tracks if why_not(state, action) is None)


def best_by_cost(outlook: Outlook, cart: Cart, budget: int) -> list[Plan]:
    best: dict[int, Plan] = {}
    for plan in plans(outlook, cart, budget):
        cost = len(plan.actions)
        if cost not in best or plan.worth > best[cost].worth:
            best[cost] = plan
    return list(best.values())


def go(outlook: Outlook, cart: Cart, plan: Plan, dice: Dice) -> Go:
    """The movement of a plan with the best load; what a struck cart loses is left to the dice."""
    state = outlook.state
    along = [move for move in movements(state, cart) if move.path == plan.path]
    facing = [move for move in along if move.face == plan.face] or along
    best = max(facing, key=lambda move: (bool(move.face), sum(worth_of(state, jewels) for _, jewels in move.take)))
    if not best.drop:
        return best
    same = [move for move in facing if (move.face, move.take) == (best.face, best.take)]
    hit = state.carts[_struck(state, best)]
    fists = _fists(state, hit.hold)
    drop = heap(dice.choice(fists))
    return next((move for move in same if move.drop == drop), best)


def _struck(state: State, move: Go) -> int:
    way = way_of(state, move)
    return way.struck or 0 if way is not None else 0


def _fists(state: State, hold: Jewels) -> tuple[Jewels, Jewels]:
    """The load in two fists as an owner would part it, as even in worth as in number; the larger half is lost."""
    by_worth = sorted(hold, key=lambda kind: state.box.jewel_points[kind])
    larger = by_worth[::2]
    return heap(larger), heap(by_worth[1::2] + ([by_worth[0]] if len(hold) % 2 else []))


def harm(outlook: Outlook, actor: str, at: Cell) -> float:
    """What an abyss token on a square costs the others more than it costs the actor."""
    state = outlook.state
    mine = state.clans[seat_index(actor)]
    harm = 0.0
    for cart in state.carts:
        if cart.at is None:
            continue
        worth = worth_of(state, cart.hold) + state.box.cart_points
        distance = abs(cart.at[0] - at[0]) + abs(cart.at[1] - at[1])
        harm += worth / (1 + 3 * distance) * (-1.0 if cart.clan == mine else 1.0)
    return harm


GOOD = GoodBot()
