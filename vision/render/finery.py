"""Routes and pawns by freer hands: wobbling, worn and shaded lines of many sorts, pawns of many shapes in two tones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face import KINDS, TileFace
from vision.render.brush import Brush, Points
from vision.render.pieces import SHAPES
from vision.render.routes import across, along, beside, draw_rail, draw_road, strokes
from vision.render.style import Colour, Piece, Rail, Rng, Road, Style, any_colour, colour_apart, hsv, pick, shade

Canvas = NDArray[np.uint8]
Lines = list[Points]


@dataclass(frozen=True)
class Finery:
    """How a box draws its routes; `wobble` is in tile widths, the others are shares."""

    road: str
    rail: str
    wobble: float
    opacity: float
    wear: float
    shading: float


def any_finery(rng: Rng) -> Finery:
    return Finery(
        road=pick(rng, list(ROADS), (5, 1, 2, 2, 1, 2, 1)),
        rail=pick(rng, list(RAILS), (5, 1, 1, 1, 1, 1, 2)),
        wobble=pick(rng, (0.0, rng.uniform(0.002, 0.014))),
        opacity=pick(rng, (1.0, rng.uniform(0.65, 1.0))),
        wear=pick(rng, (0.0, rng.uniform(0.1, 0.5))),
        shading=pick(rng, (0.0, rng.uniform(-0.3, 0.3))),
    )


def draw_fine_routes(canvas: Canvas, face: TileFace, style: Style, finery: Finery, rng: Rng) -> None:
    """All lines of a tile, the upper kind last."""
    lines = [(line.letter, _wobbling(line.points, finery.wobble, rng)) for line in strokes(face, style.bend)]
    for letter in "HR" if style.rail_over else "RH":
        own = [points for kind, points in lines if kind == letter]
        if own:
            printed = canvas.copy()
            if letter == "H":
                ROADS[finery.road](Brush(printed), own, style.road, rng)
            else:
                RAILS[finery.rail](Brush(printed), own, style.rail, rng)
            _lay_over(canvas, printed, finery, rng)


def _wobbling(points: Points, reach: float, rng: Rng) -> Points:
    """A line as a hand draws it; its ends stay where they are."""
    share = np.linspace(0, 1, len(points))
    bows = sum(rng.normal(0, 1 / (k + 1), 2) * np.sin(np.pi * (k + 1) * share)[:, None] for k in range(4))
    return np.asarray(points + reach * bows)


def _lay_over(canvas: Canvas, printed: Canvas, finery: Finery, rng: Rng) -> None:
    """Lays what was printed over the tile, worn off in places and shaded from its rims to its middle."""
    size = canvas.shape[0]
    changed = np.any(canvas != printed, axis=2).astype(np.uint8)
    deep = np.minimum(cv2.distanceTransform(changed, cv2.DIST_L2, 3) / (0.05 * size), 1)
    worn = cv2.resize(rng.random((24, 24)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC)
    cover = finery.opacity * (1 - finery.wear * np.clip(worn, 0, 1))[..., None]
    shaded = printed * (1 + finery.shading * (deep - 0.5))[..., None]
    mixed = canvas + (shaded - canvas.astype(np.float32)) * cover
    canvas[changed > 0] = np.clip(mixed, 0, 255).astype(np.uint8)[changed > 0]


# ---- highways


def _road(brush: Brush, lines: Lines, road: Road, _: Rng) -> None:
    draw_road(brush, lines, road)


def _ruts(brush: Brush, lines: Lines, road: Road, _: Rng) -> None:
    """Two tracks beside each other."""
    for points in lines:
        pair = [beside(points, side * road.width * 0.32) for side in (-1, 1)]
        brush.lines(pair, road.casing, road.width * 0.3 + 2 * road.casing_width)
        brush.lines(pair, road.fill, road.width * 0.3)


def _cobbles(brush: Brush, lines: Lines, road: Road, rng: Rng) -> None:
    draw_road(brush, lines, replace(road, marks="none"))
    for points in lines:
        places, direction = along(points, road.width * 0.22, 0.01)
        for place, ahead in zip(places, direction, strict=True):
            for off in (-0.3, 0.0, 0.3):
                stone = place + off * road.width * np.array([-ahead[1], ahead[0]]) + rng.normal(0, 0.003, 2)
                brush.disc(stone, road.width * 0.09, road.mark_colour)


def _kerbs(brush: Brush, lines: Lines, road: Road, rng: Rng) -> None:
    """Dashes along both rims."""
    draw_road(brush, lines, road)
    rim = replace(road, marks=pick(rng, ("dashes", "line")), mark_colour=road.casing, casing_width=0.0)
    for points in lines:
        for side in (-1, 1):
            _marked(brush, beside(points, side * road.width * 0.42), rim)


def _bricks(brush: Brush, lines: Lines, road: Road, _: Rng) -> None:
    draw_road(brush, lines, replace(road, marks="none"))
    for points in lines:
        brush.lines(across(points, road.width * 0.3, road.width * 0.46), road.mark_colour, road.mark_width * 0.7)


def _lanes(brush: Brush, lines: Lines, road: Road, _: Rng) -> None:
    """A lighter or darker band along the middle."""
    draw_road(brush, lines, replace(road, marks="none"))
    brush.lines(lines, shade(road.fill, 1.3 if sum(road.fill) < 380 else 0.75), road.width * 0.5)
    for points in lines:
        _marked(brush, points, road)


def _stones(brush: Brush, lines: Lines, road: Road, _: Rng) -> None:
    """A path of stepping stones."""
    for points in lines:
        for place in along(points, road.width * 0.8, 0.0)[0]:
            brush.disc(place, road.width * 0.48, road.casing)
            brush.disc(place, road.width * 0.4, road.fill)


def _marked(brush: Brush, points: Points, road: Road) -> None:
    draw_road(brush, [points], replace(road, width=road.mark_width, fill=road.mark_colour, casing_width=0.0))


Lay = Callable[[Brush, Lines, Road, Rng], None]
ROADS: dict[str, Lay] = {
    "road": _road,
    "ruts": _ruts,
    "cobbles": _cobbles,
    "kerbs": _kerbs,
    "bricks": _bricks,
    "lanes": _lanes,
    "stones": _stones,
}

# ---- rails


def _rail(brush: Brush, lines: Lines, rail: Rail, _: Rng) -> None:
    draw_rail(brush, lines, rail)


def _zipper(brush: Brush, lines: Lines, rail: Rail, _: Rng) -> None:
    """Ticks to either side in turns."""
    for points in lines:
        brush.line(points, rail.colour, rail.line * 1.4)
        for number, tick in enumerate(across(points, rail.step, rail.gauge * 0.6)):
            brush.line(np.stack([tick.mean(0), tick[number % 2]]), rail.colour, rail.line)


def _braid(brush: Brush, lines: Lines, rail: Rail, _: Rng) -> None:
    for points in lines:
        places, direction = along(points, 0.008)
        swing = rail.gauge / 2 * np.sin(np.arange(len(places)) * 0.008 * np.pi / rail.step)[:, None]
        normal = np.stack([-direction[:, 1], direction[:, 0]], 1)
        brush.line(places + swing * normal, rail.colour, rail.line)
        brush.line(places - swing * normal, rail.second, rail.line)


def _planks(brush: Brush, lines: Lines, rail: Rail, _: Rng) -> None:
    """Sleepers alone."""
    for points in lines:
        brush.lines(across(points, rail.step, rail.gauge * 0.8), rail.colour, rail.step * 0.5)


def _chevrons(brush: Brush, lines: Lines, rail: Rail, _: Rng) -> None:
    for points in lines:
        places, direction = along(points, rail.step * 1.2, 0.02)
        for place, ahead in zip(places, direction, strict=True):
            side = np.array([-ahead[1], ahead[0]]) * rail.gauge * 0.6
            brush.line(
                np.stack([place - side, place + ahead * rail.step * 0.6, place + side]), rail.colour, rail.line * 1.2
            )


def _beads(brush: Brush, lines: Lines, rail: Rail, _: Rng) -> None:
    for points in lines:
        brush.line(points, rail.second, rail.line)
        for place in along(points, rail.step * 1.3, 0.01)[0]:
            brush.disc(place, rail.gauge * 0.32, rail.colour)


def _bedded(brush: Brush, lines: Lines, rail: Rail, rng: Rng) -> None:
    """Rails on a bed of another tone, with a rim."""
    wide = rail.gauge * rng.uniform(1.7, 2.3)
    brush.lines(lines, shade(rail.second, 0.6), wide * 1.15)
    brush.lines(lines, shade(rail.second, 1.5), wide)
    draw_rail(brush, lines, replace(rail, look="sleepers"))


RAILS: dict[str, Callable[[Brush, Lines, Rail, Rng], None]] = {
    "rail": _rail,
    "zipper": _zipper,
    "braid": _braid,
    "planks": _planks,
    "chevrons": _chevrons,
    "beads": _beads,
    "bedded": _bedded,
}

# ---- pawns

ALIKE_SHARE, TRIM_SHARE = 0.15, 0.4
SHAPES_OF = {
    "car": ("two_box_car", "long_car", "block", "van", "taxi", "dome", "low_car", "flat_car"),
    "train": ("loco", "step_loco", "block", "tram", "steam", "long_box", "flat_loco"),
    "traveller": ("ball_cone", "ball_cylinder", "cylinder", "meeple", "dome", "turned", "bell", "flat_person"),
}


def any_pieces(rng: Rng) -> dict[str, Piece]:
    """Pawns of any shape; of few boxes all in nearly one tone, many with a trim."""
    wood = hsv(rng.normal(0.09, 0.03), rng.uniform(0.2, 0.5), rng.uniform(0.5, 0.9))
    shared = pick(rng, (wood, any_colour(rng)))
    alike, trimmed = rng.random() < ALIKE_SHARE, rng.random() < TRIM_SHARE
    chosen: list[Colour] = []
    found = {}
    for kind in KINDS:
        colour = shade(shared, rng.uniform(0.9, 1.1)) if alike else colour_apart(rng, chosen, 130)
        chosen.append(colour)
        trim = shade(colour, rng.uniform(0.3, 0.7)) if rng.random() < 0.5 else any_colour(rng)
        found[kind] = _piece(rng, kind, colour, trim if trimmed else None)
    return found


def _piece(rng: Rng, kind: str, colour: Colour, trim: Colour | None) -> Piece:
    shape = pick(rng, SHAPES_OF[kind])
    assert shape in SHAPES
    length = rng.uniform(0.2, 0.42) if kind != "traveller" else rng.uniform(0.16, 0.3)
    height = rng.uniform(0.12, 0.5) if kind != "traveller" else rng.uniform(0.2, 0.6)
    if shape.startswith("flat"):
        length, height = rng.uniform(0.26, 0.42), rng.uniform(0.06, 0.14)
    width = length * (1.0 if shape.startswith("flat") else rng.uniform(0.4, 0.7))
    return Piece(shape, colour, length, width, height, trim, rng.uniform(0.4, 0.75))
