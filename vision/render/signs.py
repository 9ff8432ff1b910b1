"""Stations and icons of boxes drawn in detail: signs made up of coloured shapes on top of each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from vision.face import KINDS
from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.strewn import Canvas
from vision.render.style import Colour, Rng, Style, any_colour, colour_apart, distance, pick, shade
from vision.render.symbols import PICTURES

Tones = tuple[Colour, ...]


@dataclass(frozen=True)
class Shape:
    """A coloured part of a sign: an outline about the origin in a square from -1 to 1; without a tone it is hollow."""

    points: Points
    tone: Colour | None
    edge: Colour | None = None
    edge_width: float = 0.1


Sign = tuple[Shape, ...]


def draw_sign(canvas: Canvas, sign: Sign, at: Any, half: float, turn_deg: float, shadow: float) -> None:
    """The parts of a sign on top of each other, above a soft shadow if it has one."""
    place = np.asarray(at, np.float64)
    if shadow and sign:
        first = turned(sign[0].points * half, turn_deg) + place + 0.014
        darken(canvas, lambda brush: brush.fill(first, (0.0, 0.0, 0.0)), shadow)
    brush = Brush(canvas)
    for shape in sign:
        outline = turned(shape.points * half, turn_deg) + place
        if shape.tone is not None:
            brush.fill(outline, shape.tone)
        if shape.edge is not None:
            brush.line(outline, shape.edge, shape.edge_width * half, closed=True)


def darken(canvas: Canvas, draw: Callable[[Brush], None], depth: float) -> None:
    """A soft shadow of what `draw` paints."""
    mask = np.full(canvas.shape, 255, np.uint8)
    draw(Brush(mask))
    soft = cv2.GaussianBlur(mask[..., 0], (0, 0), canvas.shape[0] * 0.014).astype(np.float32) / 255
    canvas[:] = np.asarray(canvas * (1 - depth * (1 - soft))[..., None], np.uint8)


def freely(sign: Sign, rng: Rng) -> Sign:
    """A sign whose frame is hollow, or drawn askew; one with a frame alone would show nothing then."""
    first, *rest = sign
    if rest and rng.random() < 0.6:
        edge = first.edge if first.edge is not None else shade(first.tone or (0.0, 0.0, 0.0), 0.4)
        first = replace(first, tone=None, edge=edge, edge_width=max(first.edge_width, 0.12))
    lean = np.array([[1.0, rng.normal(0, 0.12)], [rng.normal(0, 0.12), 1.0]])
    return tuple(replace(one, points=one.points @ lean) for one in (first, *rest))


def sign_tones(rng: Rng, style: Style) -> Tones:
    """Some tones that a box's stations and icons share."""
    first = [style.station.paper, style.station.ink, *(mark.paper for mark in style.icons.values())]
    return (*first, any_colour(rng), colour_apart(rng, first, 60), (250.0, 250.0, 250.0), (25.0, 22.0, 20.0))


def _frame(rng: Rng) -> Points:
    look = pick(rng, ("disc", "square", "round", "gear", "star", "flower", "oct", "ticket", "drop", "rhomb", "wide"))
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    ring = np.stack([np.cos(angle), np.sin(angle)], 1)
    if look == "gear":
        return np.asarray(ring * (0.9 + 0.1 * np.sign(np.sin(angle * int(rng.integers(6, 11)))))[:, None])
    if look == "star":
        points = int(rng.integers(8, 14))
        outer, inner = regular((0, 0), 1.15, points), regular((0, 0), 0.82, points, 180 / points)
        return np.stack([outer, inner], 1).reshape(-1, 2)
    if look == "flower":
        return np.asarray(ring * (0.92 + 0.12 * np.cos(angle * int(rng.integers(5, 9))))[:, None])
    if look == "square":
        return box((0, 0), 1.8, 1.8)
    if look in ("rhomb", "oct"):
        return regular((0, 0), 1.2, 4) if look == "rhomb" else regular((0, 0), 1.0, 8, 22.5)
    if look in ("round", "ticket", "wide"):
        power, wide = {"round": (4.0, 1.0), "ticket": (6.0, 1.2), "wide": (2.5, 1.25)}[look]
        scale = (np.abs(ring) ** power).sum(1) ** (-1 / power)
        return np.asarray(ring * scale[:, None] * (0.92 * wide, 0.92 / wide))
    if look == "drop":
        return np.asarray(ring * (0.9 + 0.35 * np.maximum(0, np.sin(angle)) ** 6)[:, None])
    return ring


def random_station(rng: Rng, style: Style, tones: Tones) -> Sign:
    """Walls, roofs, stripes and a sign on top of each other."""
    paper = style.station.paper
    shapes = [Shape(_frame(rng), paper, style.station.edge, rng.uniform(0.05, 0.16))]
    for _ in range(int(rng.integers(1, 5))):
        tone = colour_apart(rng, [paper], 40) if rng.random() < 0.4 else pick(rng, tones)
        shapes.append(Shape(_primitive(rng) * rng.uniform(0.6, 1.0), tone, pick(rng, (None, shade(tone, 0.4)), (2, 1))))
    return tuple(shapes)


def _primitive(rng: Rng) -> Points:
    """A part of a picture, somewhere within the square."""
    look = pick(rng, ("bar", "box", "disc", "wedge", "arch", "ring"))
    at = rng.uniform(-0.4, 0.4, 2) * (rng.random() < 0.6)
    if look == "bar":
        return box(at, rng.uniform(0.9, 1.6), rng.uniform(0.15, 0.4), pick(rng, (0.0, 90.0, 45.0)))
    if look == "box":
        return box(at, rng.uniform(0.5, 1.2), rng.uniform(0.4, 1.0), pick(rng, (0.0, 0.0, 45.0)))
    if look == "wedge":
        return regular(at, rng.uniform(0.4, 0.9), 3, pick(rng, (0.0, 90.0, 180.0)))
    if look == "arch":
        bow = regular((0, 0), 0.6, 24)
        return np.concatenate([bow[bow[:, 1] < 0.05], [[0.6, 0.6], [-0.6, 0.6]]]) * rng.uniform(0.5, 1.0)
    return regular(at, rng.uniform(0.2, 0.6), 20)


def random_icons(rng: Rng, style: Style, tones: Tones) -> dict[str, Sign]:
    """A sign for each kind: mostly one frame for all, pictures that are known or made up."""
    shared = _frame(rng) if rng.random() < 0.7 else None
    framed, made_up, paper_for_all = rng.random() < 0.88, rng.random() < 0.35, rng.random() < 0.5
    signs: dict[str, Sign] = {}
    for kind in KINDS:
        mark = style.icons[kind]
        paper = style.icons["car"].paper if paper_for_all else mark.paper
        ink = mark.ink if distance(mark.ink, paper) > 90 else colour_apart(rng, [paper], 110)
        if not framed:
            ink = colour_apart(rng, [style.road.fill, style.rail.colour, style.rural.colour, style.urban.colour], 90)
        frame = [Shape(_frame(rng) if shared is None else shared, paper, mark.edge, rng.uniform(0.0, 0.18) + 0.02)]
        second = pick(rng, (paper, pick(rng, tones)), (3, 2))
        picture = _made_up(rng, ink, second) if made_up else _known(rng, mark.glyph, ink, second)
        reach = rng.uniform(0.55, 0.8) if framed else 1.0
        edge = shade(ink, 0.3) if rng.random() < 0.25 else None
        signs[kind] = (
            *(frame if framed else []),
            *(replace(one, points=one.points * reach, edge=edge, edge_width=0.06) for one in picture),
        )
    return signs


def _known(rng: Rng, glyph: str, ink: Colour, second: Colour) -> list[Shape]:
    """A picture of `pictures.toml`; letters become made up pictures."""
    if glyph not in PICTURES:
        return _made_up(rng, ink, second)
    picture = PICTURES[glyph]
    stretch = np.array([rng.uniform(0.8, 1.2), rng.uniform(0.8, 1.2)])
    shapes = [Shape(np.asarray(polygon, float) * stretch, ink) for polygon in picture["fill"]]
    wheel = shade(ink, rng.uniform(0.4, 1.0))
    shapes += [Shape(regular((x, y), r, 16) * stretch, wheel) for x, y, r in picture.get("discs", ())]
    shapes += [Shape(np.asarray(polygon, float) * stretch, second) for polygon in picture.get("holes", ())]
    return shapes + [Shape(regular((x, y), r, 16) * stretch, second) for x, y, r in picture.get("hollows", ())]


def _made_up(rng: Rng, ink: Colour, second: Colour) -> list[Shape]:
    """A picture that nobody knows, often with two sides alike."""
    shapes, alike = [], rng.random() < 0.6
    for number in range(int(rng.integers(2, 6))):
        tone = ink if number == 0 or rng.random() < 0.7 else second
        part = _primitive(rng)
        shapes.append(Shape(part, tone))
        if alike:
            shapes.append(Shape(part * (-1, 1), tone))
    return shapes
