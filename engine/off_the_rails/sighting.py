"""A sighting of the mine board: what `see` printed, read strictly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.off_the_rails.box import Box
from engine.off_the_rails.evidence import (
    CartChances,
    SquareChances,
    overall,
    read_cart_chances,
    read_square_chances,
    share,
)
from engine.off_the_rails.jewels import Jewels, heap
from engine.off_the_rails.moves import in_order
from engine.off_the_rails.state import Cart, State
from engine.parts.grid import SIDES, Cell
from engine.reading import Field

MOST_JEWELS = 99
MOST_LOOKS = 20
SUREST = 0.999  # no reading is surer than this
ANOTHER_PART = 0.1  # so much less likely is each part that would have been misread
Lying = tuple[str, Jewels, str]  # what lies on a square: its track, its jewels, the clan of its token


@dataclass(frozen=True)
class SeenSquare:
    """A square as the camera read it; what it did not report is empty."""

    track: str = ""
    jewels: Jewels = ()
    abyss: str = ""
    confidence: float = 1.0
    looks: tuple[SquareChances, ...] = ()

    def plausibility(self, lying: Lying, under_cart: bool = False) -> float:
        """How much less likely it is that this lies there than what looks likeliest: 1 for that itself."""
        if self.looks:
            return overall([look.plausibility(*lying, under_cart) for look in self.looks])
        wrong = sum(one != other for one, other in zip((self.track, self.jewels, self.abyss), lying, strict=True))
        return _misread(self.confidence, wrong)

    def tracks(self, least: float) -> tuple[str, ...]:
        """The tracks that may lie there."""
        if not self.looks:
            return (self.track,)
        return tuple(_likely([look.track for look in self.looks], least))

    def tokens(self, least: float) -> tuple[str, ...]:
        """The clans whose token may lie there."""
        if not self.looks:
            return (self.abyss,) if self.abyss else ()
        return tuple(name for name in _likely([look.abyss for look in self.looks], least) if name)

    def jewelled(self, jewels: Jewels) -> float:
        """How plausible the jewels are by themselves."""
        if self.looks:
            return overall([look.jewelled(jewels) for look in self.looks])
        return _misread(self.confidence, jewels != self.jewels)


@dataclass(frozen=True)
class SeenCart:
    """A cart as the camera read it; a die that could not be read has no speed."""

    clan: str
    at: Cell
    facing: str
    speed: int | None
    confidence: float = 1.0
    looks: tuple[CartChances, ...] = ()

    def plausibility(self, cart: Cart) -> float:
        """How much less likely it is that this cart stands there than one as it looks."""
        if self.looks:
            return overall([look.plausibility(cart.clan, cart.facing, cart.speed) for look in self.looks])
        wrong = (self.clan != cart.clan) + (self.facing != cart.facing) + (self.speed not in (None, cart.speed))
        return _misread(self.confidence, wrong)

    @property
    def absence(self) -> float:
        """How plausible it is that no cart stands there."""
        return overall([look.absence for look in self.looks]) if self.looks else _misread(self.confidence, 1)

    def may_be(self, clan: str, least: float) -> bool:
        return clan in _likely([look.clan for look in self.looks], least) if self.looks else clan == self.clan

    def speeds(self, least: float) -> tuple[int | None, ...]:
        """The speeds that its die may show."""
        if not self.looks:
            return (self.speed,)
        return tuple(int(speed) for speed in _likely([look.speed for look in self.looks], least))


NOTHING_SEEN = SeenSquare()


def _misread(confidence: float, wrong: int) -> float:
    sure = min(max(confidence, 1 - SUREST), SUREST)
    return min(1.0, (1 - sure) / sure * ANOTHER_PART**wrong) if wrong else 1.0


def _likely(looks: list[Mapping[str, float]], least: float) -> list[str]:
    """The names that all looks together find likely enough."""
    names = {name for look in looks for name in look}
    return sorted(name for name in names if overall([share(look, name, least / 10) for look in looks]) >= least)


@dataclass(frozen=True)
class Sighting:
    """All squares with something on them, those that may be empty (`doubtful`), and all carts.

    `old` are the squares that look as they did when the table was as in the state `agreed`; `before` is what was seen
    of it then.
    """

    squares: Mapping[Cell, SeenSquare]
    carts: Mapping[Cell, SeenCart]
    old: frozenset[Cell] = frozenset()
    agreed: State | None = field(default=None, compare=False)
    before: Sighting | None = None

    def at(self, cell: Cell) -> SeenSquare:
        return self.squares.get(cell, NOTHING_SEEN)

    def is_open(self, cell: Cell) -> bool:
        """Whether something may have been done at a square since all agreed."""
        return self.agreed is None or cell not in self.old

    def carts_of(self, clan: str, least: float) -> list[SeenCart]:
        """The carts that may be a clan's, as far as they may have been moved."""
        return [cart for cart in self.carts.values() if self.is_open(cart.at) and cart.may_be(clan, least)]

    @cached_property
    def agreed_carts(self) -> dict[Cell, tuple[str, str, int]]:
        """Where which carts stood when all agreed."""
        return {cart.at: standing(cart) for cart in (self.agreed.carts if self.agreed else ()) if cart.at is not None}


def standing(cart: Cart) -> tuple[str, str, int]:
    """What is to be seen of a cart."""
    return cart.clan, cart.facing, cart.speed


def lying_at(state: State, cell: Cell) -> Lying:
    """What is recorded on a square."""
    return state.tracks.get(cell, ""), state.jewels.get(cell, ()), state.abyss.get(cell, "")


def read_sighting(value: Mapping[str, Any], box: Box, agreed: State | None = None) -> Sighting:
    """What `see` printed; raises BadInput."""
    known = ("game", "cells", "carts", "doubtful", "old", "before")
    fields = Field(dict(value), "sighting").keys(known, ("cells", "carts"))
    listed = [fields[key] for key in ("doubtful", "cells") if key in fields]
    squares = dict(_read_square(item, box) for part in listed for item in part.items(len(box.squares)))
    furthest = max(box.columns, box.rows) + 1
    carts = [_read_cart(item, box) for item in fields["carts"].items(len(box.squares))]
    old = fields["old"].items((box.columns + 2) * (box.rows + 2)) if "old" in fields else []
    cells = frozenset(item.cell(furthest) for item in old)
    before = read_sighting(fields["before"].value, box) if "before" in fields and agreed is not None else None
    return Sighting(squares, {cart.at: cart for cart in carts}, cells, agreed, before)


def _read_square(told: Field, box: Box) -> tuple[Cell, SeenSquare]:
    table = told.keys(("at", "track", "jewels", "abyss", "confidence", "chances"), ("at",))
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
    looks = tuple(read_square_chances(look) for look in _looks(table))
    return at, SeenSquare(track, kinds, token, _confidence(table), looks)


def _read_cart(told: Field, box: Box) -> SeenCart:
    known = ("clan", "die", "at", "facing", "speed", "hold", "confidence", "chances")
    table = told.keys(known, ("clan", "at", "facing"))
    speed = table.get("speed")
    return SeenCart(
        table["clan"].one_of([*box.clans]),
        table["at"].cell(max(box.columns, box.rows) + 1),
        table["facing"].one_of([*SIDES]),
        speed.whole(box.speeds[0], box.speeds[-1]) if speed is not None and speed.value is not None else None,
        _confidence(table),
        tuple(read_cart_chances(look) for look in _looks(table)),
    )


def _looks(table: Mapping[str, Field]) -> list[Field]:
    return table["chances"].items(MOST_LOOKS) if "chances" in table else []


def _confidence(table: Mapping[str, Field]) -> float:
    if "confidence" not in table:
        return 1.0
    value = table["confidence"].value
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        table["confidence"].wrong("must be a number from 0 to 1")
    return float(value)
