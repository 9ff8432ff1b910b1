"""Moves that hands have made against the rules: which of them still mean something, and what."""

from __future__ import annotations

from engine.game import TABLE, seat_index
from engine.off_the_rails.box import Box
from engine.off_the_rails.jewels import holds
from engine.off_the_rails.moves import Card, Collapse, Draw, Enter, Face, Go, Lay, Move, Speed, Upgrade
from engine.off_the_rails.rules import BELONGS, cart_of
from engine.off_the_rails.state import ACTIONS, COLLAPSE, MOVEMENT, OVER, Cart, State
from engine.off_the_rails.travel import COLLIDES, STOPS, Way, follow_loosely
from engine.off_the_rails.turns import tile_kind


def has_meaning(state: State, move: Move) -> bool:
    """Whether the move can be recorded although it is illegal."""
    if state.phase == OVER or not state.started:
        return False
    if move.actor != TABLE and seat_index(move.actor) >= len(state.clans):
        return False
    match move:
        case Lay() | Upgrade():
            return _track_has_meaning(state, move)
        case Enter() | Speed():
            return _cart_has_meaning(state, move)
        case Go():
            return _go_has_meaning(state, move)
        case Face():
            cart = cart_of(state, move.actor, move.die)
            return (
                cart is not None
                and cart.at is not None
                and len(move.side) == 1
                and move.side in state.track_at(cart.at)
            )
        case Collapse():
            return state.phase == COLLAPSE and state.box.in_grid(move.at) and move.at not in state.abyss
        case Card() | Draw():
            return isinstance(move, BELONGS[state.phase]) and _table_has_meaning(state, move)
    return False


def _track_has_meaning(state: State, move: Lay | Upgrade) -> bool:
    """A tile that there is, on any square; a cart there must still be able to leave the way it faces."""
    facing = [cart.facing for cart in state.carts if cart.at == move.at]
    kind = tile_kind(move.exits)
    left = state.tiles_left[kind] + (move.at in state.tracks and tile_kind(state.tracks[move.at]) == kind)
    return state.box.in_grid(move.at) and len(move.exits) >= 2 and left > 0 and all(f in move.exits for f in facing)


def _cart_has_meaning(state: State, move: Enter | Speed) -> bool:
    cart = cart_of(state, move.actor, move.die)
    if cart is None:
        return False
    if isinstance(move, Speed):
        return cart.on_board and move.speed in state.box.speeds
    return not cart.on_board and move.at in state.box.starts and move.at not in state.on_board


def loose_way(state: State, move: Go) -> Way | None:
    """The way that a cart was pushed against the rules."""
    cart = cart_of(state, move.actor, move.die)
    return follow_loosely(state, cart, move.path) if cart is not None and cart.on_board else None


def _go_has_meaning(state: State, move: Go) -> bool:
    cart, way = cart_of(state, move.actor, move.die), loose_way(state, move)
    if cart is None or way is None or state.phase not in (ACTIONS, MOVEMENT) or move.actor != state.actor:
        return False
    return _load_has_meaning(state.box, state, cart, move) and _end_has_meaning(state, cart, way, move)


def _load_has_meaning(box: Box, state: State, cart: Cart, move: Go) -> bool:
    """Jewels that lie there, each square named once, and no more than the hold carries."""
    cells = [cell for cell, _ in move.take]
    there = all(holds(state.jewels.get(cell, ()), jewels) for cell, jewels in move.take)
    load = sum(len(jewels) for _, jewels in move.take)
    return there and len(set(cells)) == len(cells) and load <= box.hold_places - len(cart.hold)


def _end_has_meaning(state: State, cart: Cart, way: Way, move: Go) -> bool:
    struck = state.carts[way.struck].hold if way.struck is not None else ()
    if not holds(struck, move.drop):
        return False
    stays = way.ending == STOPS or (way.ending == COLLIDES and not (way.connected and not cart.hold and not move.take))
    exits = state.track_at(way.end(cart))
    return (len(move.face) == 1 and move.face in exits) if stays else not move.face


def _table_has_meaning(state: State, move: Card | Draw) -> bool:
    if isinstance(move, Draw):
        return holds(state.bag, move.jewels)
    return move.colour in state.box.mines and move.number in state.box.jewels_on_card
