"""What the visiting artists share: lines along routes, free places, panes, soft shadows, the grain of paper."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face import TileFace
from vision.render.brush import Brush, Points, turned
from vision.render.guests import Canvas, bgr
from vision.render.routes import CENTRE, along, beside, strokes
from vision.render.style import Colour, Rng, Style
from vision.render.tile import PaintedTile, Painter


def laid_in_any_turn(paint: Painter) -> Painter:
    """The same artist, whose tiles are laid in any of the four turns."""

    def laid(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
        quarters = 0 if style.upright else int(rng.integers(4))
        printed = paint(face.turned(-quarters), style, rng, size_px)
        picture = np.ascontiguousarray(np.rot90(printed.picture_bgr, -quarters))
        return PaintedTile(picture, tuple(turned(at - CENTRE, 90.0 * quarters) + CENTRE for at in printed.places))

    return laid


def dashes(points: Points, step: float, length: float, start: float = 0.02) -> list[Points]:
    """Short lines along a route, a step apart."""
    at, ahead = along(points, step, start)
    return [np.stack([a, a + d * length]) for a, d in zip(at, ahead, strict=True)]


def pair_of_rails(points: Points, half: float) -> list[Points]:
    """The two rails of a track, out to its very end."""
    sides = (beside(points, -half), beside(points, half))
    return [np.concatenate([line, 2 * line[-1:] - line[-2:-1]]) for line in sides]


def free_places(face: TileFace, style: Style, rng: Rng, count: int, clear: float, apart: float) -> list[Points]:
    """Up to so many places away from the routes, from the middle and from one another, the upper ones first."""
    taken = np.concatenate([CENTRE[None], *(line.points for line in strokes(face, style.bend))])
    found: list[Points] = []
    for at in rng.uniform(-0.02, 1.02, (count * 12, 2)):
        beside_routes = np.linalg.norm(taken - at, axis=1).min() < clear
        if not beside_routes and all(np.linalg.norm(other - at) > apart for other in found):
            found.append(at)
    return sorted(found[:count], key=lambda at: float(at[1]))


def nearest_seeds(rng: Rng, size_px: int, count: int, stretch: float = 1.0) -> NDArray[np.intp]:
    """The number of the nearest of some seeds for every pixel."""
    seeds = rng.random((count, 2)) * size_px
    rows, columns = np.mgrid[0:size_px, 0:size_px]
    away = [(columns - x) ** 2 + (stretch * (rows - y)) ** 2 for x, y in seeds]
    return np.asarray(np.argmin(np.stack(away), axis=0), np.intp)


def borders(cells: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Where one cell meets another."""
    numbers = cells.astype(np.float32)
    return np.asarray(cv2.dilate(numbers, np.ones((3, 3))) != cv2.erode(numbers, np.ones((3, 3))))


def blend(canvas: Canvas, colour: Colour, part: Any) -> None:
    """Mixes a colour into the canvas, per pixel so much of it."""
    share = np.asarray(part, np.float32)[..., None]
    canvas[:] = np.clip(canvas * (1 - share) + np.asarray(colour, np.float32) * share, 0, 255).astype(np.uint8)


def shadow(brush: Brush, shapes: Iterable[Points], shift: float, soft: float, depth: float) -> None:
    """The soft shadow that shapes throw to the lower right."""
    mask = Brush(np.zeros((brush.size_px, brush.size_px, 3), np.uint8))
    for shape in shapes:
        mask.fill(shape + shift, (255, 255, 255))
    blurred = cv2.GaussianBlur(mask.canvas[..., 0], (0, 0), soft * brush.size_px)
    blend(brush.canvas, bgr("1a1c2a"), blurred.astype(np.float32) / 255 * depth)


def grained(canvas: Canvas, rng: Rng, strength: float) -> Canvas:
    """The canvas with the grain of its paper."""
    grain = cv2.GaussianBlur(rng.normal(0, strength, canvas.shape[:2]).astype(np.float32), (0, 0), 0.8)
    return np.asarray(np.clip(canvas + grain[..., None], 0, 255), np.uint8)
