"""Highways and rails: where they run on a tile and how a style draws them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points
from vision.render.style import Rail, Road, Style, shade

CENTRE = np.array([0.5, 0.5])
EDGES = np.array([[0.5, 0.0], [1.0, 0.5], [0.5, 1.0], [0.0, 0.5]])


@dataclass(frozen=True)
class Stroke:
    """One drawn line of highway ("H") or rail ("R")."""

    letter: str
    points: Points
    arm: bool = False


def strokes(face: TileFace, bend: str) -> list[Stroke]:
    """The lines that join the sides of a tile."""
    found: list[Stroke] = []
    for letter in "HR":
        sides = [side for side in range(4) if face.sides[side] == letter]
        found += [Stroke(letter, points, arm) for points, arm in _runs(sides, face.station, bend)]
    return found


def _runs(sides: list[int], station: bool, bend: str) -> list[tuple[Points, bool]]:
    through = [(a, a + 2) for a in (0, 1) if a in sides and a + 2 in sides]
    runs: list[tuple[Points, bool]] = [(_straight(EDGES[a], EDGES[b]), len(sides) > 2) for a, b in through]
    loose = [side for side in sides if not any(side in pair for pair in through)]
    if len(loose) == 2 and not through and not station:
        return [(_curve(loose[0], loose[1], bend), False)]
    return runs + [(_straight(EDGES[side], CENTRE), len(sides) > 1) for side in loose]


def _straight(start: Points, end: Points) -> Points:
    return start + (end - start) * np.linspace(0, 1, 25)[:, None]


def _curve(one: int, other: int, bend: str) -> Points:
    corner = EDGES[one] + EDGES[other] - CENTRE
    if bend == "corner":
        return np.concatenate([_straight(EDGES[one], CENTRE), _straight(CENTRE, EDGES[other])])
    reach = {"arc": 0.5, "tight": 0.3, "chamfer": 0.28}[bend]
    start, end = CENTRE + (EDGES[one] - CENTRE) * (2 * reach), CENTRE + (EDGES[other] - CENTRE) * (2 * reach)
    if bend == "chamfer":
        middle = _straight(start, end)
    else:
        pivot = CENTRE + (corner - CENTRE) * (2 * reach)
        angle = np.linspace(0, np.pi / 2, 25)[:, None]
        middle = pivot + (start - pivot) * np.cos(angle) + (end - pivot) * np.sin(angle)
    return np.concatenate([_straight(EDGES[one], start)[:-1], middle, _straight(end, EDGES[other])[1:]])


def along(points: Points, step: float, start: float = 0.0) -> tuple[Points, Points]:
    """Points every `step` along a line and the directions there."""
    lengths = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    at = np.arange(start, lengths[-1], step)
    places = np.stack([np.interp(at, lengths, points[:, axis]) for axis in (0, 1)], 1)
    ahead = np.stack([np.interp(np.minimum(at + 0.01, lengths[-1]), lengths, points[:, axis]) for axis in (0, 1)], 1)
    behind = np.stack([np.interp(np.maximum(at - 0.01, 0), lengths, points[:, axis]) for axis in (0, 1)], 1)
    direction = ahead - behind
    return places, direction / np.maximum(np.linalg.norm(direction, axis=1, keepdims=True), 1e-9)


def draw_routes(brush: Brush, face: TileFace, style: Style) -> None:
    """All lines of a tile, the upper kind last."""
    lines = strokes(face, style.bend)
    if style.gap_at_border:
        lines = [Stroke(line.letter, _kept_inside(line.points, style.gap_at_border), line.arm) for line in lines]
    order = "HR" if style.rail_over else "RH"
    for letter in order:
        points = [line.points for line in lines if line.letter == letter]
        if letter == "H":
            draw_road(brush, points, style.road)
        else:
            draw_rail(brush, points, style.rail)


def _kept_inside(points: Points, gap: float) -> Points:
    return np.asarray(np.clip(points, gap, 1 - gap))


def draw_road(brush: Brush, lines: list[Points], road: Road) -> None:
    """Highways along these lines."""
    if road.casing_width:
        brush.lines(lines, road.casing, road.width + 2 * road.casing_width)
    brush.lines(lines, road.fill, road.width)
    for points in lines:
        _draw_marks(brush, points, road)


def _draw_marks(brush: Brush, points: Points, road: Road) -> None:
    if road.marks == "line":
        brush.line(points, road.mark_colour, road.mark_width)
    elif road.marks == "double":
        for side in (-1, 1):
            brush.line(beside(points, side * road.mark_width * 1.2), road.mark_colour, road.mark_width * 0.8)
    elif road.marks in ("dashes", "dots"):
        dotted = road.marks == "dots"
        length = road.mark_width if dotted else road.mark_length
        places, direction = along(points, 2 * length + 0.012, 0.02)
        brush.lines(
            [np.stack([p, p + d * length]) for p, d in zip(places, direction, strict=True)],
            road.mark_colour,
            road.mark_width,
        )


def beside(points: Points, offset: float) -> Points:
    """A line that runs beside another."""
    places, direction = along(points, 0.02)
    return places + offset * np.stack([-direction[:, 1], direction[:, 0]], 1)


def across(points: Points, step: float, half: float) -> list[Points]:
    """Short lines across a line."""
    places, direction = along(points, step, step / 2)
    normal = np.stack([-direction[:, 1], direction[:, 0]], 1)
    return [np.stack([p - half * n, p + half * n]) for p, n in zip(places, normal, strict=True)]


def draw_rail(brush: Brush, lines: list[Points], rail: Rail) -> None:
    """Rails along these lines."""
    half = rail.gauge / 2
    if rail.look == "ballast":
        brush.lines(lines, shade(rail.second, 1.4), rail.gauge * 1.9)
    for points in lines:
        if rail.look in ("sleepers", "ballast", "ladder"):
            brush.lines(
                across(points, rail.step, half * (1 if rail.look == "ladder" else rail.overhang)),
                rail.second,
                rail.line * 1.1,
            )
        if rail.look in ("sleepers", "ballast", "ladder", "double"):
            brush.lines([beside(points, -half), beside(points, half)], rail.colour, rail.line)
        elif rail.look == "ticks":
            brush.line(points, rail.colour, rail.line * 1.5)
            brush.lines(across(points, rail.step * 1.4, half), rail.colour, rail.line)
        elif rail.look == "plain":
            brush.line(points, rail.colour, rail.gauge * 0.5)
        else:
            _draw_striped(brush, points, rail)


def _draw_striped(brush: Brush, points: Points, rail: Rail) -> None:
    places, direction = along(points, rail.step * 2, 0.01)
    dashes = [np.stack([p, p + d * rail.step]) for p, d in zip(places, direction, strict=True)]
    if rail.look == "striped":
        brush.line(points, rail.colour, rail.gauge * 0.8)
        brush.lines(dashes, shade(rail.second, 1.7), rail.gauge * 0.45)
    else:
        brush.lines(dashes, rail.colour, rail.gauge)
