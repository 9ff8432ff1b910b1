"""What each move does, and how one phase follows another; whether a move is legal was asked before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from engine.game import seat_index
from engine.off_the_rails.box import ABYSS
from engine.off_the_rails.jewels import Jewels, put, without
from engine.off_the_rails.moves import (
    Card,
    Collapse,
    Draw,
    Enter,
    Face,
    Go,
    Lay,
    Move,
    Speed,
    Take,
    Token,
    Upgrade,
)
from engine.off_the_rails.state import (
    ACTIONS,
    COLLAPSE,
    DEPOSIT,
    FACING,
    JEWELS,
    MOVEMENT,
    OPENING,
    OVER,
    SETUP,
    TOKEN,
    Cart,
    State,
)
from engine.off_the_rails.travel import COLLIDES, DERAILS, HOME, Way, turned_away
from engine.parts.grid import Cell, neighbours, opposite
from engine.words import clause

ALL_OFF = clause("no cart is left on the board")
ALL_LAID = clause("all abyss tokens are laid")

ValueT = TypeVar("ValueT")


def carry_out(state: State, move: Move, way: Way | None = None) -> State:
    """The state after the move; `way` is the way of a cart that goes."""
    match move:
        case Lay() | Upgrade():
            return _act(with_track(state, move.at, move.exits), move.actor)
        case Enter() | Speed():
            return _act(_with_cart_set(state, move), move.actor)
        case Go():
            state = begin_movement(state) if state.phase == ACTIONS else state
            return _go(state, move, way) if way is not None else state
        case Face():
            return _faced(state, move)
        case Collapse():
            return after_turn(swallow(replace(state, token=""), move.at, state.token))
        case Card():
            return _turn_up(state, move)
        case Draw():
            return _deposit(state, move)
        case Token():
            return _draw_token(state, move.colour)
    return begin_movement(state)


# Actions


def tile_kind(exits: str) -> int:
    """0 for straights and corners, 1 for Ts and crossings: two sides of one tile each."""
    return 0 if len(exits) <= 2 else 1


def with_track(state: State, at: Cell, exits: str) -> State:
    """The state with a track on a square, or with none; the tile that lay there goes back to the others."""
    left = list(state.tiles_left)
    if at in state.tracks:
        left[tile_kind(state.tracks[at])] += 1
    if exits:
        left[tile_kind(exits)] -= 1
    tracks = {**_less(state.tracks, at), at: exits} if exits else _less(state.tracks, at)
    return replace(state, tracks=tracks, tiles_left=(left[0], left[1]))


def _less(things: Mapping[Cell, ValueT], at: Cell) -> dict[Cell, ValueT]:
    return {cell: thing for cell, thing in things.items() if cell != at}


def _with_cart_set(state: State, move: Enter | Speed) -> State:
    index = state.cart_index(state.clans[seat_index(move.actor)], move.die)
    cart = state.carts[index]
    if isinstance(move, Speed):
        return state.with_cart(index, replace(cart, speed=move.speed))
    inward = state.box.starts[move.at]
    return state.with_cart(index, replace(cart, at=move.at, facing=inward, speed=state.box.start_speed))


def _act(state: State, actor: str) -> State:
    if state.phase != ACTIONS or actor != state.actor:
        return state  # hands did it out of turn
    state = replace(state, actions=state.actions + 1)
    return begin_movement(state) if state.actions >= state.box.actions else state


# Movement


def begin_movement(state: State) -> State:
    waiting = tuple(cart.die for cart in state.carts_of(state.active) if cart.on_board)
    return _go_on(replace(state, phase=MOVEMENT, to_move=waiting))


def _go_on(state: State) -> State:
    """The next cart's turn to move, or the deposit."""
    if state.struck is not None:
        return replace(state, phase=FACING)
    carts = {cart.die: cart for cart in state.carts_of(state.active)}
    waiting = tuple(die for die in state.to_move if carts[die].on_board)
    state = replace(state, phase=MOVEMENT, to_move=waiting)
    return state if waiting else _begin_deposit(state)


def _go(state: State, move: Go, way: Way) -> State:
    index = state.cart_index(state.clans[seat_index(move.actor)], move.die)
    state = _load(state, index, move.take)
    state = replace(state, to_move=tuple(die for die in state.to_move if die != move.die))
    cart = state.carts[index]
    if way.ending == HOME:
        state = _come_home(state, index)
    elif way.ending == DERAILS:
        state = derail(state, index)
    else:
        state = state.with_cart(index, replace(cart, at=way.end(cart), facing=move.face or cart.facing))
    if way.ending == COLLIDES:
        state = _collide(state, index, move, way)
    return _go_on(state)


def _load(state: State, index: int, take: Take) -> State:
    jewels = dict(state.jewels)
    cart = state.carts[index]
    for cell, some in take:
        left = without(jewels.pop(cell), some)
        if left:
            jewels[cell] = left
        cart = replace(cart, hold=put(cart.hold, some))
    return replace(state.with_cart(index, cart), jewels=jewels)


def _come_home(state: State, index: int) -> State:
    """The load goes behind the shield, the cart back to its owner (rulebook, I gioielli nella scorta)."""
    cart = state.carts[index]
    player = state.clans.index(cart.clan)
    stashes = list(state.stashes)
    stashes[player] = put(stashes[player], cart.hold)
    return replace(state.with_cart(index, Cart(cart.clan, cart.die)), stashes=tuple(stashes))


def derail(state: State, index: int) -> State:
    """The load goes into the bag, the cart back to its owner, or out of the game once the abyss is open."""
    cart = state.carts[index]
    off = Cart(cart.clan, cart.die, lost=state.opened)
    return replace(state.with_cart(index, off), bag=put(state.bag, cart.hold))


def _collide(state: State, index: int, move: Go, way: Way) -> State:
    """The steps of the rulebook's page on collisions, in its order; the mover stands and looks already."""
    struck = way.struck
    if struck is None:
        return state
    before = state.carts[index]
    hit = state.carts[struck]
    if way.connected and not before.hold:
        state = derail(state, index)
    if way.connected and not hit.hold:
        return derail(state, struck)
    if move.drop and hit.at is not None:
        dropped: dict[Cell, Jewels] = {hit.at: put(state.jewels.get(hit.at, ()), move.drop)}
        hit = replace(hit, hold=without(hit.hold, move.drop))
        state = replace(state, jewels={**state.jewels, **dropped})
    return _turn_struck(state.with_cart(struck, hit), struck, opposite(way.path[-1]))


def _turn_struck(state: State, struck: int, side: str) -> State:
    """The struck cart looks away from the blow; with a choice, its owner makes it next."""
    cart = state.carts[struck]
    sides = turned_away(state, cart, side)
    if len(sides) <= 1:
        return state.with_cart(struck, replace(cart, facing=sides or cart.facing))
    return replace(state, struck=struck, struck_sides=sides)


def _faced(state: State, move: Face) -> State:
    index = state.cart_index(state.clans[seat_index(move.actor)], move.die)
    state = state.with_cart(index, replace(state.carts[index], facing=move.side))
    return _go_on(replace(state, struck=None, struck_sides="")) if index == state.struck else state


# Deposits


def _begin_deposit(state: State) -> State:
    if state.opened:
        return replace(state, phase=TOKEN)
    if not any(state.piles):
        return _end_turn(state)
    return replace(state, phase=DEPOSIT)


def _turn_up(state: State, card: Card) -> State:
    if state.phase == OPENING:
        return _open_mine(state, card)
    if state.phase == SETUP:
        state = replace(state, first_deposits=_minus(state.first_deposits, card.colour))
    else:
        state = replace(state, piles=_drawn(state.piles, card.colour))
    if card.colour == ABYSS:
        # This turn's end is counted too, so that everybody has one turn more.
        return _end_turn(replace(state, turns_left=len(state.clans) + 1))
    state = replace(state, seen=state.seen | {(card.colour, card.number)})
    at = state.box.mines[card.colour].spaces[card.number]
    size = min(state.box.jewels_on_card[card.number], len(state.bag))
    if at in state.abyss or not size:
        return _after_deposit(state)
    return replace(state, deposit=(at, size), phase=JEWELS)


def _minus(colours: tuple[str, ...], colour: str) -> tuple[str, ...]:
    """The colours without one; if the table insists on one that cannot be there, without another in its place.

    The Abyss card never goes like that: without it the game would not end.
    """
    left = list(colours)
    others = [colour, *(other for other in left if other != ABYSS)]
    gone = next((one for one in others if one in left), None)
    if gone is not None:
        left.remove(gone)
    return tuple(left)


def _drawn(piles: tuple[tuple[str, ...], ...], colour: str) -> tuple[tuple[str, ...], ...]:
    top = next(index for index, pile in enumerate(piles) if pile)
    left = _minus(piles[top], colour)
    return (left, *piles[top + 1 :]) if left else piles[top + 1 :]


def _deposit(state: State, move: Draw) -> State:
    if state.deposit is None:
        return state
    at, _ = state.deposit
    jewels = {**state.jewels, at: put(state.jewels.get(at, ()), move.jewels)} if move.jewels else state.jewels
    return _after_deposit(replace(state, bag=without(state.bag, move.jewels), jewels=jewels, deposit=None))


def _after_deposit(state: State) -> State:
    if state.started:
        return _end_turn(state)
    if state.first_deposits:
        return replace(state, phase=SETUP)
    return replace(state, phase=ACTIONS, started=True)


# The end of a turn and the abyss


def _end_turn(state: State) -> State:
    if state.turns_left is None:
        return _next_player(state)
    state = replace(state, turns_left=state.turns_left - 1)
    if state.turns_left == 0:
        return replace(state, phase=OPENING, opened=True)
    return _next_player(state)


def _next_player(state: State) -> State:
    return replace(state, phase=ACTIONS, active=(state.active + 1) % len(state.clans), actions=0, to_move=())


def _open_mine(state: State, card: Card) -> State:
    state = replace(
        state, abyss_pile=_minus(state.abyss_pile, card.colour), seen=state.seen | {(card.colour, card.number)}
    )
    state = swallow(state, state.box.mines[card.colour].spaces[card.number], card.colour)
    return state if state.abyss_pile else after_turn(state)


def swallow(state: State, at: Cell, colour: str) -> State:
    """Lay an abyss token: track and jewels leave the game, a cart derails (rulebook, L'abisso)."""
    gone = list(state.tiles_gone)
    if at in state.tracks:
        gone[tile_kind(state.tracks[at])] += 1
    index = state.on_board.get(at)
    if index is not None:
        state = derail(state, index)
    return replace(
        state,
        tracks=_less(state.tracks, at),
        jewels=_less(state.jewels, at),
        abyss={**state.abyss, at: colour},
        gone=put(state.gone, state.jewels.get(at, ())),
        tiles_gone=(gone[0], gone[1]),
    )


def places_for(state: State, colour: str) -> list[Cell]:
    """The squares next to a token of the colour, by sides, that no token covers."""
    tokens = [cell for cell, token in state.abyss.items() if token == colour]
    beside = dict.fromkeys(cell for token in tokens for cell in neighbours(token))
    return [cell for cell in beside if state.box.in_grid(cell) and cell not in state.abyss]


def _draw_token(state: State, colour: str) -> State:
    state = replace(state, lid=_minus(state.lid, colour))
    if places_for(state, colour):
        return replace(state, token=colour, phase=COLLAPSE)
    return after_turn(replace(state, aside=(*state.aside, colour)))


def after_turn(state: State) -> State:
    """With the abyss open: the next player, or the end of the game (rulebook, L'abisso, last paragraph)."""
    if state.on_board and state.lid:
        return _next_player(state)
    ending = ALL_LAID if state.on_board else ALL_OFF
    for index in state.on_board.values():
        state = derail(state, index)
    return replace(state, phase=OVER, ending=ending, to_move=(), token="")


def settled(state: State) -> State:
    """The state after a correction: what is waited for must still be possible."""
    if state.phase in (MOVEMENT, FACING):
        return _go_on(_still_struck(state))
    if state.phase == JEWELS and state.deposit is not None and state.deposit[1] > len(state.bag):
        at, size = state.deposit[0], len(state.bag)
        return replace(state, deposit=(at, size)) if size else _after_deposit(replace(state, deposit=None))
    if state.phase == TOKEN and not state.lid:
        return after_turn(state)
    if state.phase == COLLAPSE and not places_for(state, state.token):
        return after_turn(replace(state, aside=(*state.aside, state.token), token=""))
    return state


def _still_struck(state: State) -> State:
    """A struck cart that has gone, or whose track has no choice any more, is not waited for."""
    if state.struck is None:
        return state
    at = state.carts[state.struck].at
    sides = "".join(side for side in state.struck_sides if at is not None and side in state.track_at(at))
    if sides:
        return replace(state, struck_sides=sides)
    return replace(state, struck=None, struck_sides="")
