"""A sheet of A4 paper as a list of shapes in millimetres from its top left corner."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

A4_MM = (210.0, 297.0)
Point = tuple[float, float]
Colour = tuple[float, float, float]  # red, green, blue, 0..1
BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
GREY: Colour = (0.6, 0.6, 0.6)


def colour(code: str) -> Colour:
    """A colour from its web code, `#6b7280`."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


@dataclass(frozen=True)
class Shape:
    """A filled area, or with `width_mm` a line along the points."""

    points: tuple[Point, ...]
    colour: Colour
    width_mm: float = 0.0
    dash_mm: tuple[float, float] | None = None


@dataclass(frozen=True)
class Words:
    """One line of text whose base line starts at `at`."""

    text: str
    at: Point
    size_mm: float
    colour: Colour = BLACK
    bold: bool = False


@dataclass
class Sheet:
    """Shapes and words in the order in which they are drawn."""

    things: list[Shape | Words] = field(default_factory=list)

    def area(self, points: Iterable[Point], colour: Colour) -> None:
        self.things.append(Shape(tuple(points), colour))

    def box(self, corner: Point, size: Point, colour: Colour) -> None:
        (x, y), (width, height) = corner, size
        self.area(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), colour)

    def disc(self, middle: Point, radius: float, colour: Colour) -> None:
        self.area(circle(middle, radius), colour)

    def line(
        self, points: Sequence[Point], colour: Colour, width_mm: float = 0.2, dash_mm: tuple[float, float] | None = None
    ) -> None:
        self.things.append(Shape(tuple(points), colour, width_mm, dash_mm))

    def write(self, text: str, at: Point, size_mm: float, colour: Colour = BLACK, bold: bool = False) -> None:
        self.things.append(Words(text, at, size_mm, colour, bold))


def circle(middle: Point, radius: float, steps: int = 40) -> tuple[Point, ...]:
    turns = (2 * math.pi * k / steps for k in range(steps))
    return tuple((middle[0] + radius * math.cos(turn), middle[1] + radius * math.sin(turn)) for turn in turns)


def ruler(sheet: Sheet, at: Point, length_mm: int = 100) -> None:
    """A ruler to hold against a real one: a printer that scales shows here."""
    x, y = at
    sheet.line(((x, y), (x + length_mm, y)), BLACK, 0.25)
    for mm in range(length_mm + 1):
        tall = 4.0 if mm % 10 == 0 else 2.8 if mm % 5 == 0 else 1.6
        sheet.line(((x + mm, y), (x + mm, y - tall)), BLACK, 0.12)
        if mm % 10 == 0:
            sheet.write(str(mm), (x + mm - 1.0, y + 3.2), 2.4)
    sheet.write(
        'mm: print at 100 %, "actual size"; if this ruler is not true, the camera measures wrongly.', (x, y + 7), 2.6
    )
