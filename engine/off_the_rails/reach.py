"""What the players must be told: every way that a cart can go this turn, and a warning before it derails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.off_the_rails.jewels import Jewels
from engine.off_the_rails.state import Cart, State
from engine.off_the_rails.travel import COLLIDES, DERAILS, HOME, Way, offers, ways, why_derails
from engine.parts.grid import Cell
from engine.words import Said, say


@dataclass(frozen=True)
class Outcome:
    """One way that a cart can go: where it ends, what it could take, and in words what becomes of it."""

    way: Way
    end: Cell
    offered: tuple[tuple[Cell, int, Jewels], ...]  # a square, how many may be taken from it, what lies there
    says: Said

    @property
    def derails(self) -> bool:
        return self.way.ending == DERAILS

    def as_json(self) -> dict[str, Any]:
        return {
            "path": self.way.path,
            "squares": [list(cell) for cell in self.way.squares],
            "end": list(self.end),
            "ending": self.way.ending,
            "facings": self.way.facings,
            "offered": [{"at": list(at), "most": most, "jewels": list(heap)} for at, most, heap in self.offered],
            "says": self.says,
        }


def reach(state: State, cart: Cart) -> tuple[Outcome, ...]:
    """All the ways that a cart on the board can go with the speed it has, the choices at junctions included."""
    return tuple(_outcome(state, cart, way) for way in ways(state, cart))


def _outcome(state: State, cart: Cart, way: Way) -> Outcome:
    room = state.box.hold_places - len(cart.hold)
    offered = tuple(
        (cell, min(most, room, len(state.jewels[cell])), state.jewels[cell])
        for cell, most in offers(state, cart, way).items()
        if room
    )
    return Outcome(way, way.end(cart), offered, in_words(state, cart, way))


def in_words(state: State, cart: Cart, way: Way) -> Said:
    """What becomes of a cart that goes this way."""
    end = way.end(cart)
    where = {"column": end[0], "row": end[1]}
    if way.ending == HOME:
        return say("It comes home over {column},{row}.", **where)
    if way.ending == DERAILS:
        return say("It derails after {column},{row}: {why}", **where, why=why_derails(state, end, way.path[-1]))
    if way.ending == COLLIDES:
        return _collision_in_words(state, cart, way)
    return say("It stops at {column},{row}.", **where)


def _collision_in_words(state: State, cart: Cart, way: Way) -> Said:
    struck = state.carts[way.struck or 0]
    words: dict[str, object] = {"clan": struck.clan, "die": struck.die}
    if not way.connected:
        return say("It collides with the {clan} {die} cart over unconnected tracks: nothing is lost.", **words)
    lost = (len(struck.hold) + 1) // 2
    words["lost"] = lost
    # Whole sentences, not clauses put together: they are translated as they stand.
    if lost and cart.hold:
        return say("It collides with the {clan} {die} cart, which loses {lost} jewels.", **words)
    if lost:
        return say(
            "It collides with the {clan} {die} cart, which loses {lost} jewels; it derails itself if still empty.",
            **words,
        )
    if cart.hold:
        return say("It collides with the {clan} {die} cart, which is empty and derails.", **words)
    return say(
        "It collides with the {clan} {die} cart, which is empty and derails; it derails itself if still empty.",
        **words,
    )


def warning(state: State, cart: Cart) -> Said | None:
    """What to tell the owner of a cart that derails with the board and speed as they are; None if it cannot."""
    found = reach(state, cart)
    derailing = [outcome for outcome in found if outcome.derails]
    if not derailing:
        return None
    words = {"clan": cart.clan, "die": cart.die, "path": derailing[0].way.path}
    why = why_derails(state, derailing[0].end, derailing[0].way.path[-1])
    if len(derailing) == len(found):
        return say("The {clan} {die} cart will derail: {why}", **words, why=why)
    return say("The {clan} {die} cart derails if it goes {path}: {why}", **words, why=why)
