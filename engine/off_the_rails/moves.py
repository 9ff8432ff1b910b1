"""The moves of Off the Rails; `str(move)` is how a move is written in the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.game import TABLE
from engine.off_the_rails.jewels import Jewels
from engine.parts.grid import SIDES, Cell

Take: TypeAlias = tuple[tuple[Cell, Jewels], ...]  # what is taken from which squares, in the order passed

NOTHING = "nothing"


def write_cell(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def write_jewels(jewels: Jewels) -> str:
    return " ".join(jewels) or NOTHING


def in_order(sides: str) -> str:
    """Exits in the order N E S W, whatever the order in which they were given."""
    return "".join(side for side in SIDES if side in sides)


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a straight or a corner."""

    actor: str
    at: Cell
    exits: str

    def __str__(self) -> str:
        return f"{self.actor} lay {write_cell(self.at)} {self.exits}"


@dataclass(frozen=True, slots=True)
class Upgrade:
    """Make a straight or corner a T, or a T a crossing; `exits` are those of the new tile."""

    actor: str
    at: Cell
    exits: str

    def __str__(self) -> str:
        return f"{self.actor} upgrade {write_cell(self.at)} {self.exits}"


@dataclass(frozen=True, slots=True)
class Enter:
    """Put a cart on a start track."""

    actor: str
    die: str
    at: Cell

    def __str__(self) -> str:
        return f"{self.actor} enter {self.die} {write_cell(self.at)}"


@dataclass(frozen=True, slots=True)
class Speed:
    """Turn a cart's die to a new face."""

    actor: str
    die: str
    speed: int

    def __str__(self) -> str:
        return f"{self.actor} speed {self.die} {self.speed}"


@dataclass(frozen=True, slots=True)
class Done:
    """No more actions this turn."""

    actor: str

    def __str__(self) -> str:
        return f"{self.actor} done"


@dataclass(frozen=True, slots=True)
class Go:
    """Move a cart: the sides it leaves by, step by step, the last one also where it derails, collides or goes home.

    `face` is where it looks at the end, empty if it leaves the board; `drop` is what a struck cart loses.
    """

    actor: str
    die: str
    path: str
    face: str = ""
    take: Take = ()
    drop: Jewels = ()

    def __str__(self) -> str:
        words = [self.actor, "move", self.die, self.path]
        words += ["face", self.face] if self.face else []
        if self.take:
            words += ["take", *(f"{write_cell(cell)} {write_jewels(jewels)}" for cell, jewels in self.take)]
        words += ["drop", *self.drop] if self.drop else []
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Face:
    """Turn a cart that has been struck."""

    actor: str
    die: str
    side: str

    def __str__(self) -> str:
        return f"{self.actor} face {self.die} {self.side}"


@dataclass(frozen=True, slots=True)
class Collapse:
    """Lay the abyss token that was drawn."""

    actor: str
    at: Cell

    def __str__(self) -> str:
        return f"{self.actor} abyss {write_cell(self.at)}"


@dataclass(frozen=True, slots=True)
class Card:
    """A card was turned up: a deposit, the Abyss card (number 0), or a card of the abyss pile."""

    colour: str
    number: int = 0

    @property
    def actor(self) -> str:
        return TABLE

    def __str__(self) -> str:
        return f"{TABLE} card {self.colour}" + (f" {self.number}" if self.number else "")


@dataclass(frozen=True, slots=True)
class Draw:
    """Jewels came out of the bag."""

    jewels: Jewels

    @property
    def actor(self) -> str:
        return TABLE

    def __str__(self) -> str:
        return f"{TABLE} jewels {write_jewels(self.jewels)}"


@dataclass(frozen=True, slots=True)
class Token:
    """An abyss token came out of the lid."""

    colour: str

    @property
    def actor(self) -> str:
        return TABLE

    def __str__(self) -> str:
        return f"{TABLE} token {self.colour}"


Move: TypeAlias = Lay | Upgrade | Enter | Speed | Done | Go | Face | Collapse | Card | Draw | Token
