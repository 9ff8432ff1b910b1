"""Plans of a cart for one turn: speed, tracks to lay or upgrade on the way, and the way itself. For bots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine.game import seat
from engine.off_the_rails.jewels import Jewels, put
from engine.off_the_rails.moves import Enter, Lay, Move, Speed, Upgrade, in_order
from engine.off_the_rails.outlook import Outlook, best_helping, worth_of
from engine.off_the_rails.state import Cart, State
from engine.off_the_rails.travel import COLLIDES, DERAILS, HOME, STOPS, others
from engine.parts.grid import SIDES, Cell, neighbour, opposite

ACTION = 0.03  # what an action is worth for itself
REVENGE = 0.3  # of what a struck opponent loses


@dataclass(frozen=True)
class Plan:
    """Actions and a way for one cart, and what they are worth in points."""

    worth: float
    actions: tuple[Move, ...]
    path: str
    ending: str
    end: Cell | None = None
    face: str = ""
    hold: Jewels = ()  # what the cart would carry then


@dataclass(frozen=True)
class _Trip:
    """A cart under way in thought."""

    at: Cell
    side: str
    steps: int
    budget: int
    actions: tuple[Move, ...]
    laid: Mapping[Cell, str]
    path: str
    hold: Jewels
    served: tuple[Cell, ...]


def stay_away(outlook: Outlook, cart: Cart) -> Plan:
    """The plan to leave a cart where it is, off the board."""
    return Plan(_worth_at_home(outlook, cart), (), "", HOME)


def _worth_at_home(outlook: Outlook, cart: Cart) -> float:
    return outlook.state.box.cart_points + outlook.fresh[cart.clan]


def plans(outlook: Outlook, cart: Cart, budget: int) -> Iterator[Plan]:
    """All plans of a cart that take at most so many actions."""
    state = outlook.state
    actor = seat(state.clans.index(cart.clan))
    if cart.lost:
        return
    if cart.at is None:
        yield stay_away(outlook, cart)
        free = [at for at in state.box.start_tracks(cart.clan) if at not in state.on_board]
        entries = [(Enter(actor, cart.die, at), at) for at in free] if budget else []
        for enter, at in entries:
            entered = replace(cart, at=at, facing=state.box.starts[at], speed=state.box.start_speed)
            yield from _departures(outlook, entered, (enter,), budget - 1)
    else:
        yield from _departures(outlook, cart, (), budget)


def _departures(outlook: Outlook, cart: Cart, before: tuple[Move, ...], budget: int) -> Iterator[Plan]:
    """The plans of a cart on the board, for each speed that it can get."""
    if cart.at is None:
        return
    actor = seat(outlook.state.clans.index(cart.clan))
    for speed in outlook.state.box.speeds:
        change = 1 if speed > cart.speed else -1
        faces = range(cart.speed + change, speed + change, change) if speed != cart.speed else range(0)
        if len(faces) <= budget:
            actions = (*before, *(Speed(actor, cart.die, face) for face in faces))
            trip = _Trip(cart.at, cart.facing, speed, budget - len(faces), actions, {}, "", cart.hold, (cart.at,))
            yield from _onward(outlook, cart, trip)


def _onward(outlook: Outlook, cart: Cart, trip: _Trip) -> Iterator[Plan]:
    state = outlook.state
    cell = neighbour(trip.at, trip.side)
    trip = replace(trip, path=trip.path + trip.side, steps=trip.steps - 1)
    index = state.on_board.get(cell)
    if index is not None and cell != cart.at:
        yield _collision(outlook, cart, trip, index)
    elif cell in state.box.starts:
        worth = worth_of(state, trip.hold) + _worth_at_home(outlook, cart)
        yield Plan(worth, trip.actions, trip.path, HOME, hold=trip.hold)
    elif not state.box.in_grid(cell) or cell in state.box.centres or cell in state.abyss:
        yield _derailment(outlook, cart, trip)
    else:
        tracks = list(_tracks(state, cart, trip, cell))
        for actions, exits in tracks:
            yield from _arrivals(outlook, cart, _served(outlook, trip, cell, actions, exits), exits)
        if all(actions for actions, _ in tracks):
            yield _derailment(outlook, cart, trip)


def _tracks(state: State, cart: Cart, trip: _Trip, cell: Cell) -> Iterator[tuple[tuple[Move, ...], str]]:
    """The tracks that can lie on a square so that the cart can enter it, with the actions that this takes."""
    actor = seat(state.clans.index(cart.clan))
    came = opposite(trip.side)
    exits = trip.laid.get(cell) or state.tracks.get(cell, "")
    if came in exits:
        yield (), exits
    if not trip.budget or cell == cart.at or cell in trip.laid:
        return
    if not exits and state.tiles_left[0] > 0:
        for out in others(SIDES, came):
            yield (Lay(actor, cell, in_order(came + out)),), in_order(came + out)
    elif 2 <= len(exits) < 4 and state.tiles_left[1] > 0:
        for side in others(SIDES, came) if came in exits else (came,):
            if side not in exits:
                yield (Upgrade(actor, cell, in_order(exits + side)),), in_order(exits + side)


def _served(outlook: Outlook, trip: _Trip, cell: Cell, actions: tuple[Move, ...], exits: str) -> _Trip:
    """The trip on its next square, with what the cart takes there."""
    box = outlook.state.box
    laid = {**trip.laid, cell: exits} if actions else trip.laid
    trip = replace(trip, at=cell, actions=(*trip.actions, *actions), budget=trip.budget - len(actions), laid=laid)
    jewels = outlook.state.jewels.get(cell, ())
    most = min(box.hold_places - len(trip.hold), box.taken_passing if trip.steps else box.taken_ending)
    if not jewels or cell in trip.served or most <= 0:
        return trip
    _, helping = best_helping(outlook.state, jewels, most)
    return replace(trip, hold=put(trip.hold, helping), served=(*trip.served, cell))


def _arrivals(outlook: Outlook, cart: Cart, trip: _Trip, exits: str) -> Iterator[Plan]:
    """On by every exit of the square, or the end of the trip there."""
    for out in others(exits, opposite(trip.path[-1])):
        if trip.steps:
            yield from _onward(outlook, cart, replace(trip, side=out))
        else:
            worth = _worth_there(outlook, trip.at, out, trip.hold)
            yield Plan(worth, trip.actions, trip.path, STOPS, trip.at, out, trip.hold)


def _worth_there(outlook: Outlook, at: Cell, face: str, hold: Jewels) -> float:
    """What a cart on the board is worth: load, points for coming home, jewels ahead."""
    box = outlook.state.box
    home = outlook.chance_of_home(at, face)
    cart_points = box.cart_points * (home if outlook.state.turns_left is not None else 1.0)
    room = box.hold_places - len(hold)
    return worth_of(outlook.state, hold) * home + cart_points + outlook.hope(at, face, room) * home


def _derailment(outlook: Outlook, cart: Cart, trip: _Trip) -> Plan:
    worth = 0.0 if outlook.state.opened else _worth_at_home(outlook, cart)
    return Plan(worth, trip.actions, trip.path, DERAILS)


def _collision(outlook: Outlook, cart: Cart, trip: _Trip, struck: int) -> Plan:
    """The cart stops before another: it is turned round, and derails if it is empty and the tracks connect."""
    state = outlook.state
    hit = state.carts[struck]
    connected = opposite(trip.side) in state.track_at(neighbour(trip.at, trip.side))
    lost = worth_of(state, hit.hold) / 2 if hit.hold else 1.0
    gain = lost * (-1.0 if hit.clan == cart.clan else REVENGE) if connected else 0.0
    if connected and not trip.hold:
        plan = _derailment(outlook, cart, trip)
        return replace(plan, worth=plan.worth + gain, ending=COLLIDES)
    back = opposite(trip.path[-2]) if len(trip.path) > 1 else trip.side
    worth = _worth_there(outlook, trip.at, back, trip.hold) + gain
    return Plan(worth, trip.actions, trip.path, COLLIDES, trip.at, back, trip.hold)
