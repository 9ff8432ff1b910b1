"""A sighting of the mine board: what `see` printed, read strictly, and compared with a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import seat
from engine.observation import SURE, Contradiction
from engine.off_the_rails.box import Box
from engine.off_the_rails.jewels import Jewels, heap
from engine.off_the_rails.moves import in_order
from engine.off_the_rails.state import State
from engine.parts.grid import SIDES, Cell
from engine.reading import Field
from engine.words import Said, say

MOST_JEWELS = 99


@dataclass(frozen=True)
class SeenSquare:
    """A square as the camera read it; what it did not report is empty."""

    track: str = ""
    jewels: Jewels = ()
    abyss: str = ""
    confidence: float = 1.0


@dataclass(frozen=True)
class SeenCart:
    """A cart as the camera read it; a die that could not be read has no speed."""

    clan: str
    at: Cell
    facing: str
    speed: int | None
    confidence: float = 1.0


NOTHING_SEEN = SeenSquare()


@dataclass(frozen=True)
class Sighting:
    """All squares with something on them, those that may be empty (`doubtful`), and all carts."""

    squares: Mapping[Cell, SeenSquare]
    carts: tuple[SeenCart, ...]

    def at(self, cell: Cell) -> SeenSquare:
        return self.squares.get(cell, NOTHING_SEEN)

    def carts_of(self, clan: str) -> tuple[SeenCart, ...]:
        return tuple(cart for cart in self.carts if cart.clan == clan)


def read_sighting(value: Mapping[str, Any], box: Box) -> Sighting:
    """What `see` printed; raises BadInput."""
    fields = Field(dict(value), "sighting").keys(("game", "cells", "carts", "doubtful"), ("cells", "carts"))
    listed = [fields[key] for key in ("doubtful", "cells") if key in fields]
    squares = dict(_read_square(item, box) for part in listed for item in part.items(len(box.squares)))
    carts = tuple(_read_cart(item, box) for item in fields["carts"].items(len(box.clans) * len(box.dice)))
    return Sighting(squares, carts)


def _read_square(field: Field, box: Box) -> tuple[Cell, SeenSquare]:
    table = field.keys(("at", "track", "jewels", "abyss", "confidence"), ("at",))
    at = table["at"].cell(max(box.columns, box.rows))
    if not box.in_grid(at):
        table["at"].wrong("is not a square of the board")
    track = table["track"].text(4) if "track" in table and table["track"].value is not None else ""
    if track and (track != in_order(track) or len(track) < 2):
        table["track"].wrong("must be two to four of the sides N E S W, in this order")
    jewels = table["jewels"].items(MOST_JEWELS) if "jewels" in table else []
    abyss = table.get("abyss")
    token = abyss.one_of([*box.mines]) if abyss is not None and abyss.value is not None else ""
    kinds = heap(jewel.one_of([*box.jewel_counts]) for jewel in jewels)
    return at, SeenSquare(track, kinds, token, _confidence(table))


def _read_cart(field: Field, box: Box) -> SeenCart:
    table = field.keys(("clan", "die", "at", "facing", "speed", "hold", "confidence"), ("clan", "at", "facing"))
    speed = table.get("speed")
    return SeenCart(
        table["clan"].one_of([*box.clans]),
        table["at"].cell(max(box.columns, box.rows) + 1),
        table["facing"].one_of([*SIDES]),
        speed.whole(box.speeds[0], box.speeds[-1]) if speed is not None and speed.value is not None else None,
        _confidence(table),
    )


def _confidence(table: Mapping[str, Field]) -> float:
    if "confidence" not in table:
        return 1.0
    value = table["confidence"].value
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        table["confidence"].wrong("must be a number from 0 to 1")
    return float(value)


# Comparing


def differences(state: State, sighting: Sighting) -> list[Contradiction]:
    """Where the table looks other than the state."""
    return [*_different_squares(state, sighting), *_different_carts(state, sighting)]


def _different_squares(state: State, sighting: Sighting) -> Iterator[Contradiction]:
    for cell in {**state.tracks, **state.jewels, **state.abyss, **sighting.squares}:
        seen = sighting.at(cell)
        known = (state.tracks.get(cell, ""), state.jewels.get(cell, ()), state.abyss.get(cell, ""))
        if (seen.track, seen.jewels, seen.abyss) != known:
            yield Contradiction(_what_differs(seen, known, cell), None, cell, seen.confidence >= SURE)


def _what_differs(seen: SeenSquare, known: tuple[str, Jewels, str], cell: Cell) -> Said:
    where = {"column": cell[0], "row": cell[1]}
    if seen.abyss != known[2]:
        return say("The abyss at {column},{row} is other than recorded.", **where)
    if seen.track != known[0]:
        words = {**where, "seen": seen.track or "none", "known": known[0] or "none"}
        return say("The track at {column},{row} is {seen}, and {known} is recorded.", **words)
    return say("The jewels at {column},{row} are other than recorded.", **where)


def _different_carts(state: State, sighting: Sighting) -> Iterator[Contradiction]:
    known = {cart.at: cart for cart in state.carts if cart.at is not None}
    for seen in sighting.carts:
        cart = known.pop(seen.at, None)
        where = {"clan": seen.clan, "column": seen.at[0], "row": seen.at[1]}
        sure = seen.confidence >= SURE
        owner = seat(state.clans.index(seen.clan)) if seen.clan in state.clans else None
        if cart is None or cart.clan != seen.clan:
            why = say("No move can have brought the {clan} cart to {column},{row}.", **where)
            yield Contradiction(why, owner, seen.at, sure)
        elif cart.facing != seen.facing or seen.speed not in (None, cart.speed):
            why = say("The {clan} cart at {column},{row} cannot face or run like that.", **where)
            yield Contradiction(why, owner, seen.at, sure)
    for cart in known.values():
        where = {"clan": cart.clan, "column": cart.at[0] if cart.at else 0, "row": cart.at[1] if cart.at else 0}
        why = say("The {clan} cart is not to be seen at {column},{row}.", **where)
        yield Contradiction(why, seat(state.clans.index(cart.clan)), cart.at, sure=True)


def missing_jewels(state: State, sighting: Sighting, cell: Cell) -> Jewels | None:
    """What must have been put on a square since; None if something has been taken away."""
    known, seen = Counter(state.jewels.get(cell, ())), Counter(sighting.at(cell).jewels)
    return None if known - seen else heap((seen - known).elements())
