"""Everything by trying everything: the plain ways that the benchmarks run beside ours. Nothing else uses them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from engine.game import TABLE
from engine.off_the_rails.choices import chances, loaded
from engine.off_the_rails.moves import Collapse, Done, Enter, Face, Go, Lay, Move, Speed, Upgrade
from engine.off_the_rails.rules import why_not
from engine.off_the_rails.state import MOVEMENT, Cart, State
from engine.off_the_rails.travel import Way, follow
from engine.parts.grid import SIDES

ALL_EXITS = ["".join(exits) for count in range(5) for exits in combinations(SIDES, count)]


def ways(state: State, cart: Cart) -> list[Way]:
    """The ways of a cart, found by asking for every word of sides."""
    words = ("".join(word) for length in range(1, cart.speed + 1) for word in product(SIDES, repeat=length))
    found = (follow(state, cart, word) for word in words)
    return [way for way in found if way is not None]


def moves(state: State) -> list[Move]:
    """The legal moves, found by asking of every move that could be written whether it is one."""
    if state.actor == TABLE:
        return list(chances(state))
    if state.phase == MOVEMENT:
        carts = [cart for cart in state.carts_of(state.active) if cart.die in state.to_move]
        return [go for cart in carts for way in ways(state, cart) for go in loaded(state, cart, way)]
    return [move for move in _writable(state) if why_not(state, move) is None]


def _writable(state: State) -> Iterator[Move]:
    actor = state.actor
    yield Done(actor)
    for at in state.box.squares:
        yield Collapse(actor, at)
        for exits in ALL_EXITS:
            yield Lay(actor, at, exits)
            yield Upgrade(actor, at, exits)
    for die in state.box.dice:
        yield from (Enter(actor, die, at) for at in state.box.starts)
        yield from (Speed(actor, die, speed) for speed in state.box.speeds)
        yield from (Face(actor, die, side) for side in SIDES)


def movements(state: State, cart: Cart) -> set[Go]:
    return {go for way in ways(state, cart) for go in loaded(state, cart, way)}
