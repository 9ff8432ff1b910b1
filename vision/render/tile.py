"""Paints one tile of a style, flat, and tells where its spots are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face import Spot, TileFace
from vision.render.brush import Brush, Points, box
from vision.render.ground import paint_ground
from vision.render.routes import CENTRE, draw_routes, strokes
from vision.render.style import Rng, Style
from vision.render.symbols import draw_icon, draw_objective, draw_station

APART = 0.25  # tile widths between two spots
PRINT_PX = 224


@dataclass(frozen=True)
class PaintedTile:
    """A flat picture of a tile, and the places of its spots in tile widths."""

    picture_bgr: NDArray[np.uint8]
    places: tuple[Points, ...]


Painter = Callable[[TileFace, Style, Rng, int], PaintedTile]


def paint_tile(face: TileFace, style: Style, rng: Rng, size_px: int = PRINT_PX) -> PaintedTile:
    """One tile as printed; `rng` strews the ground and chooses the arm on which a spot lies."""
    canvas = paint_ground(size_px, style.urban if face.urban else style.rural, rng)
    brush = Brush(canvas)
    draw_routes(brush, face, style)
    turn_deg = 0.0 if style.upright else 90.0 * int(rng.integers(4))
    if face.station:
        draw_station(brush, style, turn_deg)
    if face.objective is not None:
        draw_objective(brush, face.objective, style)
    places = place_spots(face, style, rng)
    for spot, place in zip(face.spots, places, strict=True):
        draw_icon(brush, spot.kind, place, style, turn_deg)
    if style.border is not None:
        brush.line(box(CENTRE, 0.985, 0.985), style.border, 0.022, closed=True)
    return PaintedTile(canvas, places)


def place_spots(face: TileFace, style: Style, rng: Rng) -> tuple[Points, ...]:
    """A place for every spot, on its own route and apart from the others."""
    places: list[Points] = []
    for spot in face.spots:
        tries = [_place(spot, face, style, rng) for _ in range(8)]
        good = [place for place in tries if _gap(place, places) > APART]
        # Where both routes have their middle in the same point, the second spot lies on an arm of its own route.
        places.append(good[0] if good else max([*tries, *_on_arms(spot, face, style)], key=lambda at: _gap(at, places)))
    return tuple(places)


def _gap(place: Points, others: list[Points]) -> float:
    return min((float(np.linalg.norm(place - other)) for other in others), default=1.0)


def _on_arms(spot: Spot, face: TileFace, style: Style) -> list[Points]:
    letter = {"highway": "H", "rail": "R"}.get(spot.on)
    lines = [line.points for line in strokes(face, style.bend) if line.letter == letter]
    ends = [end for points in lines for end in (points[0], points[-1])]
    return [np.asarray(CENTRE + (end - CENTRE) * (2 * style.arm_place)) for end in ends]


def _place(spot: Spot, face: TileFace, style: Style, rng: Rng) -> Points:
    letter = {"highway": "H", "rail": "R"}.get(spot.on)
    lines = [line for line in strokes(face, style.bend) if line.letter == letter]
    if spot.on == "station" or not lines:
        return CENTRE
    line = lines[int(rng.integers(len(lines)))]
    if not line.arm and not face.station:
        last = 0.5 if np.allclose(line.points[-1], CENTRE) and rng.random() < 0.5 else 0.0
        return np.asarray(line.points[int((0.5 + last * 0.8) * (len(line.points) - 1))])
    end = line.points[0] if rng.random() < 0.5 or np.allclose(line.points[-1], CENTRE) else line.points[-1]
    return np.asarray(CENTRE + (end - CENTRE) * (2 * style.arm_place))


def shrink(picture_bgr: NDArray[np.uint8], size_px: int) -> NDArray[np.uint8]:
    """The picture at about the size at which the camera will see it, without aliasing."""
    if size_px >= picture_bgr.shape[0]:
        return picture_bgr
    return np.asarray(cv2.resize(picture_bgr, (size_px, size_px), interpolation=cv2.INTER_AREA), np.uint8)
