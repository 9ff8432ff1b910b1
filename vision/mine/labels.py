"""What lies on a mine board, as labels tell it, read strictly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from engine.reading import Field
from vision.boards.board import Grid

Cell = tuple[int, int]
SIDES = "NESW"
CLANS = ("red", "yellow", "green", "blue")
JEWELS = ("rock", "ruby", "emerald", "gold", "diamond")
# Null, straights, corners, Ts and the cross.
TRACKS = ("", "NS", "EW", "NE", "ES", "SW", "NW", "NES", "NEW", "NSW", "ESW", "NESW")
FASTEST = 6
MOST_JEWELS, LONGEST_NAME = 30, 40
# A name that is so much like a usual one is a slip.
SLIP = 0.75


@dataclass(frozen=True)
class Square:
    """One square: exits in the order N E S W, jewels, and the clan of an abyss token."""

    track: str = ""
    jewels: tuple[str, ...] = ()
    abyss: str = ""


@dataclass(frozen=True)
class Cart:
    """A cart on the field, or just outside it on a start track."""

    clan: str
    at: Cell
    facing: str
    speed: int


@dataclass(frozen=True)
class Laid:
    """All that lies on the board; a square that is not named is empty."""

    squares: Mapping[Cell, Square]
    carts: Mapping[Cell, Cart]

    def turned(self, columns: int) -> Laid:
        """The same on a field turned by a quarter: what was east is now north."""
        return self._moved(lambda at: (at[1], columns - 1 - at[0]), dict(zip("ESWN", SIDES, strict=True)))

    def mirrored(self, columns: int) -> Laid:
        """The same with east and west changed."""
        return self._moved(lambda at: (columns - 1 - at[0], at[1]), dict(zip("NWSE", SIDES, strict=True)))

    def _moved(self, where: Callable[[Cell], Cell], sides: Mapping[str, str]) -> Laid:
        def track(told: str) -> str:
            turned = {sides[side] for side in told}
            return "".join(side for side in SIDES if side in turned)

        squares = {where(at): replace(square, track=track(square.track)) for at, square in self.squares.items()}
        carts = {where(at): replace(cart, at=where(at), facing=sides[cart.facing]) for at, cart in self.carts.items()}
        return Laid(squares, carts)


def read_laid(labels: Mapping[str, Any], grid: Grid) -> Laid:
    """Labels in the form that `see` prints; raises BadInput."""
    table = Field(dict(labels), "labels").entries(("cells", "carts"))
    squares: dict[Cell, Square] = {}
    for item in table["cells"].items(grid.columns * grid.rows):
        at, square = _square(item, grid)
        if at in squares:
            item.clash("the square [{column}, {row}] is listed twice", column=at[0], row=at[1])
        squares[at] = square
    carts = [_cart(item, grid) for item in table["carts"].items(grid.columns * grid.rows)]
    if len({cart.at for cart in carts}) < len(carts):
        table["carts"].clash("two carts stand on one square")
    return Laid(squares, {cart.at: cart for cart in carts})


def _square(field: Field, grid: Grid) -> tuple[Cell, Square]:
    table = field.entries(("at",))
    at = _cell(table["at"], grid, 0)
    told = table["track"].text(4) if "track" in table and table["track"].value is not None else ""
    track = "".join(side for side in SIDES if side in told)
    if track not in TRACKS or len(track) != len(told):
        table["track"].wrong("must be null or two to four of the sides N E S W")
    jewels = table["jewels"].items(MOST_JEWELS) if "jewels" in table else []
    token = _name(table["abyss"], CLANS) if "abyss" in table and table["abyss"].value is not None else ""
    return at, Square(track, tuple(sorted(_name(jewel, JEWELS) for jewel in jewels)), token)


def _cart(field: Field, grid: Grid) -> Cart:
    table = field.entries(("clan", "at", "facing", "speed"))
    return Cart(
        _name(table["clan"], CLANS),
        _cell(table["at"], grid, 1),
        table["facing"].one_of([*SIDES]),
        table["speed"].whole(1, FASTEST),
    )


def _name(field: Field, usual: Sequence[str]) -> str:
    """One of the usual names, or one that a game's own tables may have; what is nearly a usual one is a slip."""
    name = field.text(LONGEST_NAME)
    return field.one_of(usual) if get_close_matches(name.lower(), usual, cutoff=SLIP) else name


def _cell(field: Field, grid: Grid, around: int) -> Cell:
    column, row = field.cell(max(grid.columns, grid.rows) + around)
    if not (-around <= column < grid.columns + around and -around <= row < grid.rows + around):
        field.wrong("is not a square of the board")
    return column, row
