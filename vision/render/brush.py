"""Smooth drawing on a canvas in tile units: 0 to 1 from the top left corner."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.style import Colour

Points = NDArray[np.float64]
_SHIFT = 4
_ONE = 1 << _SHIFT


class Brush:
    """Draws with anti-aliased edges; all places and sizes are in tile widths."""

    def __init__(self, canvas: NDArray[np.uint8]) -> None:
        self.canvas = canvas
        self.size_px = int(canvas.shape[0])

    def _fixed(self, points: Any) -> NDArray[np.int32]:
        scaled = np.asarray(points, np.float64) * self.size_px * _ONE
        return np.asarray(np.round(scaled), np.int32)

    def _thick_px(self, width: float) -> int:
        return max(1, round(width * self.size_px))

    def fill(self, points: Any, colour: Colour) -> None:
        """A filled polygon."""
        cv2.fillPoly(self.canvas, [self._fixed(points)], colour, cv2.LINE_AA, _SHIFT)

    def line(self, points: Any, colour: Colour, width: float, closed: bool = False) -> None:
        """A polyline with round joins."""
        cv2.polylines(self.canvas, [self._fixed(points)], closed, colour, self._thick_px(width), cv2.LINE_AA, _SHIFT)

    def lines(self, many: list[Points], colour: Colour, width: float) -> None:
        """Many separate polylines of one colour."""
        cv2.polylines(
            self.canvas, [self._fixed(one) for one in many], False, colour, self._thick_px(width), cv2.LINE_AA, _SHIFT
        )

    def disc(self, centre: Any, radius: float, colour: Colour, width: float | None = None) -> None:
        """A filled disc, or a ring when a line width is given."""
        x_px, y_px = (int(v) for v in self._fixed(centre))
        thick = -1 if width is None else self._thick_px(width)
        cv2.circle(self.canvas, (x_px, y_px), round(radius * self.size_px * _ONE), colour, thick, cv2.LINE_AA, _SHIFT)

    def letter(self, text: str, centre: Any, size: float, colour: Colour) -> None:
        """A letter whose height is `size`."""
        face, thick = cv2.FONT_HERSHEY_SIMPLEX, self._thick_px(size * 0.2)
        scale = size * self.size_px / 21.0
        (width_px, height_px), _ = cv2.getTextSize(text, face, scale, thick)
        at = np.asarray(centre, float) * self.size_px
        place = (round(at[0] - width_px / 2), round(at[1] + height_px / 2))
        cv2.putText(self.canvas, text, place, face, scale, colour, thick, cv2.LINE_AA)


def box(centre: Any, width: float, height: float, turn_deg: float = 0.0) -> Points:
    """The four corners of a rectangle."""
    half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    return turned(half, turn_deg) + np.asarray(centre, np.float64)


def turned(points: Any, turn_deg: float) -> Points:
    """The points turned about the origin."""
    angle = np.deg2rad(turn_deg)
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray(points, np.float64) @ np.array([[cos, sin], [-sin, cos]], np.float64)


def regular(centre: Any, radius: float, corners: int, turn_deg: float = 0.0) -> Points:
    """A regular polygon, one corner up."""
    angles = np.deg2rad(turn_deg - 90 + 360 / corners * np.arange(corners))
    return np.asarray(np.stack([np.cos(angles), np.sin(angles)], 1) * radius + np.asarray(centre), np.float64)


def star(centre: Any, radius: float, turn_deg: float = 0.0) -> Points:
    """A five-pointed star."""
    outer, inner = regular((0, 0), radius, 5, turn_deg), regular((0, 0), radius * 0.45, 5, turn_deg + 36)
    return np.asarray(np.stack([outer, inner], 1).reshape(-1, 2) + np.asarray(centre), np.float64)
