"""A printed style: how one box draws ground, routes, stations, icons and pieces."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

Colour = tuple[float, float, float]
Rng = np.random.Generator
Item = TypeVar("Item")

DECORATIONS = (
    "none",
    "trees",
    "houses",
    "roofs",
    "blocks",
    "hatching",
    "tufts",
    "pines",
    "dots",
    "fields",
    "outlines",
    "waves",
    "paving",
)
RAIL_LOOKS = ("sleepers", "ticks", "striped", "ballast", "double", "plain", "blocks", "ladder")
ROAD_MARKS = ("none", "dashes", "line", "double", "dots")
BENDS = ("arc", "tight", "corner", "chamfer")
STATION_LOOKS = (
    "house",
    "square",
    "ring",
    "disc",
    "diamond",
    "hexagon",
    "letter",
    "star",
    "platform",
    "shed",
    "cross",
    "target",
)
FRAMES = ("disc", "square", "round", "diamond", "shield", "pin", "hexagon", "none")
GLYPHS = {
    "car": ("car_side", "car_front", "car_top", "van", "beetle", "taxi_front", "pickup"),
    "train": ("train_front", "loco_side", "tram", "metro_front", "bullet", "steam_side", "wagon"),
    "traveller": ("pawn", "person", "bust", "walker", "meeple", "hailing", "suitcase", "cone_person"),
}
MARKS = ("disc", "square", "triangle", "star", "plus", "bar", "rhomb", "ringlet")
PIECES = {
    "car": ("two_box_car", "long_car", "profile_car", "block"),
    "train": ("loco", "step_loco", "profile_loco", "block"),
    "traveller": ("ball_cone", "ball_cylinder", "profile_person", "cylinder"),
}


@dataclass(frozen=True)
class Ground:
    """Base colour, blotches, grain and what is strewn over it."""

    colour: Colour
    blotch: float = 0.05
    grain: float = 0.03
    decoration: str = "trees"
    ink: Colour = (60, 110, 70)
    second_ink: Colour = (90, 140, 100)
    count: int = 12
    size: float = 0.05
    opacity: float = 0.6


@dataclass(frozen=True)
class Road:
    """A highway band with casing and centre marks; widths in tile widths."""

    width: float = 0.15
    fill: Colour = (110, 100, 95)
    casing: Colour = (240, 240, 240)
    casing_width: float = 0.012
    marks: str = "dashes"
    mark_colour: Colour = (250, 250, 250)
    mark_width: float = 0.014
    mark_length: float = 0.045


@dataclass(frozen=True)
class Rail:
    """A railway line; `look` is one of RAIL_LOOKS."""

    look: str = "sleepers"
    gauge: float = 0.09
    line: float = 0.018
    colour: Colour = (50, 45, 70)
    second: Colour = (60, 80, 120)
    step: float = 0.05
    overhang: float = 1.5


@dataclass(frozen=True)
class Mark:
    """A symbol: glyph, colours, frame."""

    glyph: str
    ink: Colour
    paper: Colour
    edge: Colour


@dataclass(frozen=True)
class Piece:
    """A standing pawn; sizes in tile widths. What is above `trim_from` of its height is in the trim's colour."""

    shape: str
    colour: Colour
    length: float = 0.32
    width: float = 0.16
    height: float = 0.25
    trim: Colour | None = None
    trim_from: float = 0.6


@dataclass(frozen=True)
class Style:
    """Everything that one box's print and pieces look like."""

    name: str
    rural: Ground
    urban: Ground
    road: Road
    rail: Rail
    station: Mark
    icons: dict[str, Mark]
    pieces: dict[str, Piece]
    bend: str = "arc"
    station_size: float = 0.2
    frame: str = "disc"
    icon_size: float = 0.11
    glyph_size: float = 0.6
    # How the style stretches its pictures: in width, in height, and how far they lean.
    glyph_stretch: tuple[float, float, float] = (1.0, 1.0, 0.0)
    edge_width: float = 0.012
    upright: bool = True
    border: Colour | None = None
    rim: Colour = (120, 130, 130)
    rail_over: bool = True
    arm_place: float = 0.28
    gap_at_border: float = 0.0
    objective_bar: Colour = (200, 220, 240)
    objective_top: bool = True
    crop: str = field(default="")


def pick(rng: Rng, items: Sequence[Item], weights: Sequence[float] | None = None) -> Item:
    """One of the items."""
    chances = None if weights is None else np.asarray(weights, float) / float(np.sum(weights))
    return items[int(rng.choice(len(items), p=chances))]


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """BGR, 0 to 255, of a colour given by hue, saturation and value in 0 to 1."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 1.0, float(np.clip(saturation, 0, 1)), float(np.clip(value, 0, 1)))
    return (blue * 255, green * 255, red * 255)


def luma(colour: Colour) -> float:
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]


def distance(one: Colour, other: Colour) -> float:
    """How far two colours are apart, 0 to about 440."""
    return float(np.linalg.norm(np.subtract(one, other)))


def any_colour(rng: Rng) -> Colour:
    return hsv(rng.random(), rng.beta(1.3, 1.6), rng.beta(2.0, 1.3))


def colour_apart(rng: Rng, others: Sequence[Colour], least: float) -> Colour:
    """A random colour at least so far from the others, or the farthest of many tries."""
    tries = [any_colour(rng) for _ in range(24)]
    for colour in tries:
        if all(distance(colour, other) >= least for other in others):
            return colour
    return max(tries, key=lambda colour: min(distance(colour, other) for other in others))


def shade(colour: Colour, factor: float) -> Colour:
    """The colour made darker (below 1) or lighter towards white (above 1)."""
    if factor <= 1:
        return (colour[0] * factor, colour[1] * factor, colour[2] * factor)
    part = factor - 1
    return (
        colour[0] + (255 - colour[0]) * part,
        colour[1] + (255 - colour[1]) * part,
        colour[2] + (255 - colour[2]) * part,
    )
