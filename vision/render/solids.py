"""Small meshes of pieces: flat faces in layers of one colour each, x to the right, y down the board, z up.

A face is seen from the side from which its corners go round as those of `rectangle` do from above.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.render.style import Colour

Face3 = NDArray[np.float64]
Points = NDArray[np.float64]


@dataclass(frozen=True)
class Faces:
    """Faces of one colour, drawn together, the far ones first."""

    faces: list[Face3]
    colour: Colour


@dataclass(frozen=True)
class Solid:
    """A piece on the board: layers drawn one after the other, what throws the shadow, and how clear it is.

    Glass has a tint, through which the board is seen, moved here and there by so much.
    """

    layers: list[Faces]
    hull: list[Face3]
    foot_mm: Points
    clear: float = 0.0
    tint: Colour | None = None
    bend_mm: float = 0.0


def rectangle(length: float, width: float, z: float) -> Face3:
    """A flat face about the middle."""
    x, y = length / 2, width / 2
    return np.array([(-x, -y, z), (x, -y, z), (x, y, z), (-x, y, z)])


def polygon(corners: int, radius: float, z: float, turn_deg: float = 0.0) -> Face3:
    """A flat regular face about the middle."""
    angle = 2 * np.pi * np.arange(corners) / corners + np.deg2rad(turn_deg)
    return np.stack([np.cos(angle) * radius, np.sin(angle) * radius, np.full(corners, z)], 1)


def at_height(outline: Points, z: float) -> Face3:
    """A flat face with this outline, whose corners go round as those of `rectangle`."""
    return np.column_stack([outline, np.full(len(outline), z)])


def walls(low: Face3, high: Face3) -> list[Face3]:
    """The faces between two outlines with as many corners, one above the other."""
    after = np.roll(np.arange(len(low)), -1)
    return [np.stack([low[i], low[j], high[j], high[i]]) for i, j in enumerate(after)]


def ring(outer: Face3, inner: Face3) -> list[Face3]:
    """The flat rim between two outlines."""
    return walls(outer, inner)


def loft(levels: Sequence[Face3]) -> list[Face3]:
    """Outlines one above the other with walls between them and a lid."""
    return [*(wall for low, high in pairwise(levels) for wall in walls(low, high)), levels[-1]]


def block(low: Points, high: Points, taper: float = 0.0) -> list[Face3]:
    """Four walls and a lid; with a taper the lid is smaller."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    floor = np.array([(x0, y0, z0), (x1, y0, z0), (x1, y1, z0), (x0, y1, z0)])
    inset = np.array([(taper, taper, 0), (-taper, taper, 0), (-taper, -taper, 0), (taper, -taper, 0)])
    lid = np.array([(x0, y0, z1), (x1, y0, z1), (x1, y1, z1), (x0, y1, z1)]) + inset
    return loft([floor, lid])


def moved(face: Face3, x: float, y: float, z: float) -> Face3:
    return np.asarray(face + np.array([x, y, z]))


def turned_flat(faces: list[Face3], turn_deg: float) -> list[Face3]:
    """The faces turned about the upright."""
    angle = np.deg2rad(turn_deg)
    turn = np.array([[np.cos(angle), np.sin(angle), 0], [-np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    return [face @ turn for face in faces]


def placed(faces: list[Face3], turn_deg: float, foot_mm: Points, scale_mm: float) -> list[Face3]:
    """The faces as they stand on the board's tiles."""
    foot = np.array([foot_mm[0], foot_mm[1], 2.0])
    return [face * scale_mm + foot for face in turned_flat(faces, turn_deg)]
