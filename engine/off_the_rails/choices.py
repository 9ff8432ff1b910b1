"""All legal moves of a state, and what chance may give."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from math import lcm

from engine.game import TABLE, LegalMoves, seat
from engine.off_the_rails.box import ABYSS
from engine.off_the_rails.jewels import draws
from engine.off_the_rails.moves import (
    Card,
    Collapse,
    Done,
    Draw,
    Enter,
    Face,
    Go,
    Lay,
    Move,
    Speed,
    Token,
    Upgrade,
    in_order,
)
from engine.off_the_rails.rules import SMALL_TRACKS, next_cards, unseen, why_not
from engine.off_the_rails.state import (
    ACTIONS,
    COLLAPSE,
    DEPOSIT,
    FACING,
    JEWELS,
    MOVEMENT,
    OPENING,
    SETUP,
    TOKEN,
    Cart,
    State,
)
from engine.off_the_rails.travel import COLLIDES, STOPS, Way, derails_when_empty, losses, takings, ways
from engine.off_the_rails.turns import places_for
from engine.parts.grid import SIDES, Cell


def legal_moves(state: State) -> LegalMoves[Move]:
    return LegalMoves(lambda: _moves(state), lambda move: isinstance(move, Move) and why_not(state, move) is None)


def chances(state: State) -> dict[Move, int]:
    """What the table may give now, with weights."""
    if state.phase in (SETUP, DEPOSIT, OPENING):
        return _card_chances(state)
    if state.phase == JEWELS and state.deposit:
        return {Draw(jewels): weight for jewels, weight in draws(state.bag, state.deposit[1]).items()}
    if state.phase == TOKEN:
        return {Token(colour): state.lid.count(colour) for colour in dict.fromkeys(state.lid)}
    return {}


def _card_chances(state: State) -> dict[Move, int]:
    """Each colour of the pile is as likely, and within a colour each card that has not been seen."""
    numbers_of = {colour: [0] if colour == ABYSS else unseen(state, colour) for colour in next_cards(state)}
    whole = lcm(*(len(numbers) for numbers in numbers_of.values() if numbers))
    return {Card(colour, number): whole // len(numbers) for colour, numbers in numbers_of.items() for number in numbers}


# All legal moves


def _moves(state: State) -> Iterator[Move]:
    if state.actor == TABLE:
        return iter(chances(state))
    if state.phase == ACTIONS:
        return chain(_laying(state), _upgrading(state), _carting(state), (Done(state.actor),))
    if state.phase == MOVEMENT:
        carts = (cart for cart in state.carts_of(state.active) if cart.die in state.to_move)
        return chain.from_iterable(movements(state, cart) for cart in carts)
    if state.phase == FACING and state.struck is not None:
        die = state.carts[state.struck].die
        return (Face(state.actor, die, side) for side in state.struck_sides)
    if state.phase == COLLAPSE:
        return (Collapse(state.actor, cell) for cell in places_for(state, state.token))
    return iter(())


# There are hundreds of places for a track in every turn, and they are the same ones again and again.
@lru_cache(maxsize=8192)
def _lays(actor: str, at: Cell) -> tuple[Lay, ...]:
    return tuple(Lay(actor, at, exits) for exits in SMALL_TRACKS)


@lru_cache(maxsize=8192)
def _upgrades(actor: str, at: Cell, exits: str) -> tuple[Upgrade, ...]:
    return tuple(Upgrade(actor, at, in_order(exits + side)) for side in SIDES if side not in exits)


def _laying(state: State) -> Iterator[Lay]:
    if state.tiles_left[0] <= 0:
        return iter(())
    taken = {*state.tracks, *state.abyss, *state.box.centres}
    actor = state.actor
    return chain.from_iterable(_lays(actor, at) for at in state.box.squares if at not in taken)


def _upgrading(state: State) -> Iterator[Upgrade]:
    # On a centre or a token a track lies against the rules.
    closed = {*state.on_board, *state.box.centres, *state.abyss}
    fewest = 2 if state.tiles_left[1] > 0 else 3
    actor = state.actor
    return chain.from_iterable(
        _upgrades(actor, at, exits)
        for at, exits in state.tracks.items()
        if fewest <= len(exits) < len(SIDES) and at not in closed
    )


def _carting(state: State) -> Iterator[Enter | Speed]:
    for cart in state.carts_of(state.active):
        if cart.on_board:
            speeds = (cart.speed - 1, cart.speed + 1)
            yield from (Speed(state.actor, cart.die, speed) for speed in speeds if speed in state.box.speeds)
        elif not cart.lost:
            free = (at for at in state.box.start_tracks(cart.clan) if at not in state.on_board)
            yield from (Enter(state.actor, cart.die, at) for at in free)


def movements(state: State, cart: Cart) -> Iterator[Go]:
    """Every movement of a cart: its ways, with all that can be taken, faced and lost."""
    for way in ways(state, cart):
        yield from loaded(state, cart, way)


def loaded(state: State, cart: Cart, way: Way) -> Iterator[Go]:
    """The movements along one way."""
    actor = seat(state.clans.index(cart.clan))
    for take in takings(state, cart, way):
        stays = way.ending in (STOPS, COLLIDES) and not derails_when_empty(cart, way, take)
        for face in way.facings if stays else ("",):
            for drop in losses(state, way):
                yield Go(actor, cart.die, way.path, face, take, drop)
