"""How carts move: every way that a cart can go, where it ends, what it may take, which way it may face."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.off_the_rails.jewels import Jewels, helpings, parts_of
from engine.off_the_rails.moves import Take
from engine.off_the_rails.state import Cart, State
from engine.parts.grid import Cell, neighbour, opposite
from engine.words import Said, say

STOPS = "stops"
HOME = "home"
DERAILS = "derails"
COLLIDES = "collides"
ENDS = {HOME: "comes home", DERAILS: "derails", COLLIDES: "collides"}


@dataclass(frozen=True, slots=True)
class Way:
    """One way that a cart can go, and how it ends."""

    path: str  # the side it leaves by at each step, the last one included even where no square follows
    squares: tuple[Cell, ...]  # the squares it comes to, in order
    ending: str
    facings: str  # where it may look at the end if it stays on the board
    struck: int | None = None
    connected: bool = False

    def end(self, cart: Cart) -> Cell:
        """The last square that the cart stands on."""
        return self.squares[-1] if self.squares else _place(cart)


def _place(cart: Cart) -> Cell:
    if cart.at is None:
        raise ValueError("the cart is not on the board")
    return cart.at


def others(exits: str, side: str) -> str:
    return exits.replace(side, "")


def is_open(state: State, at: Cell, side: str) -> bool:
    """Whether the square beyond a side has a track that answers."""
    return opposite(side) in state.tracks.get(neighbour(at, side), "")


def why_derails(state: State, at: Cell, side: str) -> Said:
    """In words, what a cart runs into that leaves a square by this side."""
    cell = neighbour(at, side)
    where = {"column": cell[0], "row": cell[1]}
    if not state.box.in_grid(cell):
        return say("It would run over the rim of the board.")
    if cell in state.box.centres and cell not in state.tracks:
        return say("It would run into the centre of the {colour} mine.", colour=state.box.centres[cell])
    if cell in state.abyss:
        return say("It would fall into the abyss at {column},{row}.", **where)
    if cell not in state.tracks:
        return say("There is no track at {column},{row}.", **where)
    return say("The track at {column},{row} has no exit towards it.", **where)


def ways(state: State, cart: Cart) -> Iterator[Way]:
    """Every way that the cart can go with its speed (rulebook, Muovere un carrello)."""
    blocked = {cell: index for cell, index in state.on_board.items() if cell != cart.at}
    edge: list[tuple[str, str, tuple[Cell, ...]]] = [(cart.facing, "", ())]
    while edge:
        side, path, squares = edge.pop()
        path += side
        stop = _stop(state, cart, blocked, path, squares)
        if stop is not None:
            yield stop
            continue
        cell = neighbour(squares[-1] if squares else _place(cart), side)
        exits = others(state.tracks[cell], opposite(side))
        if len(path) == cart.speed:
            yield Way(path, (*squares, cell), STOPS, exits)
        else:
            edge += [(onward, path, (*squares, cell)) for onward in reversed(exits)]


def _stop(state: State, cart: Cart, blocked: dict[Cell, int], path: str, squares: tuple[Cell, ...]) -> Way | None:
    """The way that ends with its last step before the next square, if it does."""
    at = squares[-1] if squares else _place(cart)
    side = path[-1]
    cell = neighbour(at, side)
    if cell in blocked:
        connected = opposite(side) in state.track_at(cell)
        return Way(path, squares, COLLIDES, turned_back(state, cart, path, squares), blocked[cell], connected)
    if cell in state.box.starts:
        return Way(path, squares, HOME, "")
    if not is_open(state, at, side):
        return Way(path, squares, DERAILS, "")
    return None


def turned_back(state: State, cart: Cart, path: str, squares: tuple[Cell, ...]) -> str:
    """Where a cart may look that struck another: back the way it came (rulebook, Collisioni; ruling 6)."""
    if squares:
        return opposite(path[-2])
    return turned_away(state, cart, path[-1])


def turned_away(state: State, cart: Cart, side: str) -> str:
    """Where a cart may look after it was struck on a side; on a start track it goes on looking in."""
    at = _place(cart)
    return state.box.starts[at] if at in state.box.starts else others(state.track_at(at), side)


def follow(state: State, cart: Cart, path: str) -> Way | None:
    """The way with this path, if the cart can go it."""
    if not path or path[0] != cart.facing or len(path) > cart.speed:
        return None
    way = _along(state, cart, path, back=False)
    return None if way is None or (way.ending == STOPS and len(path) < cart.speed) else way


def follow_loosely(state: State, cart: Cart, path: str) -> Way | None:
    """The way that hands pushed a cart, without regard to its facing and speed, if the tracks lead there at all."""
    return _along(state, cart, path, back=True) if path and path[0] in state.track_at(_place(cart)) else None


def _along(state: State, cart: Cart, path: str, back: bool) -> Way | None:
    """The way along a path that begins with any side; `back` allows to turn round on the way."""
    blocked = {cell: index for cell, index in state.on_board.items() if cell != cart.at}
    squares: tuple[Cell, ...] = ()
    exits = path[0]
    for steps, side in enumerate(path, 1):
        if side not in exits:
            return None
        stop = _stop(state, cart, blocked, path[:steps], squares)
        if stop is not None:
            return stop if steps == len(path) else None
        cell = neighbour(squares[-1] if squares else _place(cart), side)
        exits = state.tracks[cell] if back else others(state.tracks[cell], opposite(side))
        squares = (*squares, cell)
    return Way(path, squares, STOPS, exits)


def why_no_way(state: State, cart: Cart, path: str) -> Said:
    """In words, why the cart cannot go a path that `follow` does not find."""
    if not path or path[0] != cart.facing:
        return say("The {die} cart faces {facing} and must leave by that side.", die=cart.die, facing=cart.facing)
    words: dict[str, object] = {"die": cart.die, "speed": cart.speed, "column": 0, "row": 0}
    for steps, side in enumerate(path, 1):
        way = _along(state, cart, path[:steps], back=False)
        if way is None:
            return say("The {die} cart cannot leave {column},{row} by {side}.", **words, side=side)
        words["column"], words["row"] = way.end(cart)
        if way.ending != STOPS and steps < len(path):
            words["ends"] = ENDS[way.ending]
            return say("The movement of the {die} cart ends at {column},{row}, where it {ends}.", **words)
    return say("The {die} cart has speed {speed} and must go exactly so far.", **words)


def offers(state: State, cart: Cart, way: Way) -> dict[Cell, int]:
    """How many jewels the cart may take at most from each square on its way (rulebook, Raccogliere i gioielli).

    A square counts once however often it is passed, and that on which the movement began not at all.
    """
    box = state.box
    most = {cell: box.taken_passing for cell in way.squares if cell in state.jewels}
    if way.ending in (STOPS, COLLIDES) and way.squares and way.squares[-1] in most:
        most[way.squares[-1]] = box.taken_ending
    most.pop(_place(cart), None)
    return most


def takings(state: State, cart: Cart, way: Way) -> Iterator[Take]:
    """All that the cart may take on its way, nothing included."""
    room = state.box.hold_places - len(cart.hold)
    yield from _takings(state, list(offers(state, cart, way).items()), room)


def _takings(state: State, offered: list[tuple[Cell, int]], room: int) -> Iterator[Take]:
    if not offered:
        yield ()
        return
    cell, most = offered[0]
    for helping in helpings(state.jewels[cell], min(most, room), state.box.taken_first):
        for rest in _takings(state, offered[1:], room - len(helping)):
            yield (((cell, helping), *rest) if helping else rest)


def derails_when_empty(cart: Cart, way: Way, take: Take) -> bool:
    """Whether the cart that strikes another derails: it has nothing in its hold."""
    return way.connected and not cart.hold and not take


def losses(state: State, way: Way) -> tuple[Jewels, ...]:
    """What a struck cart may lose: any half of its load, rounded up; nothing at all over unconnected tracks."""
    if way.struck is None or not way.connected:
        return ((),)
    hold = state.carts[way.struck].hold
    return parts_of(hold, (len(hold) + 1) // 2)
