"""Standing pieces as small meshes: their faces, their shadows, their shine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.camera import Camera
from vision.render.style import Colour, Piece
from vision.render.symbols import PICTURES

Face3 = NDArray[np.float64]
_SHIFT = 3
# Pawns stand on tiles, which are so thick.
FOOT_MM = 2.0


@dataclass(frozen=True)
class Lamp:
    """Where the light comes from and how hard it is."""

    place_mm: NDArray[np.float64]
    ambient: float = 0.6
    shine: float = 0.4
    sharpness: float = 20.0
    colour: Colour = (255.0, 255.0, 255.0)


def _box(x0: float, x1: float, y0: float, y1: float, z0: float, z1: float, taper: float = 0.0) -> list[Face3]:
    low = np.array([[x0, y0, z0], [x1, y0, z0], [x1, y1, z0], [x0, y1, z0]])
    high = np.array(
        [
            [x0 + taper, y0 + taper, z1],
            [x1 - taper, y0 + taper, z1],
            [x1 - taper, y1 - taper, z1],
            [x0 + taper, y1 - taper, z1],
        ]
    )
    return _loft(low, high)


def _loft(low: Face3, high: Face3) -> list[Face3]:
    after = np.roll(np.arange(len(low)), -1)
    walls = [np.stack([low[i], low[j], high[j], high[i]]) for i, j in enumerate(after)]
    return [*walls, high]


def _round(r0: float, r1: float, z0: float, z1: float, n: int = 14) -> list[Face3]:
    angle = 2 * np.pi * np.arange(n) / n
    ring = np.stack([np.cos(angle), np.sin(angle)], 1)
    low, high = np.c_[ring * r0, np.full(n, z0)], np.c_[ring * r1, np.full(n, z1)]
    return _loft(low, high)


def _ball(radius: float, middle: float, squash: float) -> list[Face3]:
    levels = np.linspace(-np.pi / 2, np.pi / 2, 7)
    faces: list[Face3] = []
    for low, high in pairwise(levels):
        faces += _round(
            radius * np.cos(low),
            radius * np.cos(high),
            middle + squash * np.sin(low),
            middle + squash * np.sin(high),
            12,
        )
    return faces


def _profile(picture: str, thick: float) -> list[Face3]:
    outline = np.asarray(max(PICTURES[picture]["fill"], key=len), float) / 2
    x, z = outline[:, 0], 0.5 - outline[:, 1]
    front, back = np.c_[x, np.full(len(x), thick), z], np.c_[x, np.full(len(x), -thick), z]
    after = np.roll(np.arange(len(x)), -1)
    walls = [np.stack([front[j], front[i], back[i], back[j]]) for i, j in enumerate(after)]
    return [*walls, front, back[::-1]]


def _grounded(faces: list[Face3]) -> list[Face3]:
    """The faces let down to the table."""
    lowest = min(float(face[:, 2].min()) for face in faces)
    return [face - (0.0, 0.0, lowest) for face in faces]


def _flat(picture: str) -> list[Face3]:
    """A cut-out picture that lies on the table."""
    outline = np.asarray(max(PICTURES[picture]["fill"], key=len), float) / 2
    after = np.roll(outline, -1, 0)
    if float(np.sum(outline[:, 0] * after[:, 1] - outline[:, 1] * after[:, 0])) < 0:
        outline = outline[::-1]
    return _loft(np.c_[outline, np.zeros(len(outline))], np.c_[outline, np.ones(len(outline))])


SHAPES: dict[str, Callable[[float], list[Face3]]] = {
    "two_box_car": lambda s: _box(-0.5, 0.5, -0.5, 0.5, 0, 0.55) + _box(-0.3, 0.25, -0.45, 0.45, 0.55, 1.0),
    "long_car": lambda s: _box(-0.5, 0.5, -0.5, 0.5, 0, 0.5, 0.04) + _box(-0.38, 0.2, -0.42, 0.42, 0.5, 1.0, 0.1),
    "profile_car": lambda s: _profile("car_side", 0.5),
    "profile_loco": lambda s: _profile("loco_side", 0.5),
    "profile_person": lambda s: _profile("person", 0.45) + _ball(0.22, 0.95, 0.16),
    "block": lambda s: _box(-0.5, 0.5, -0.5, 0.5, 0, 1.0),
    "loco": lambda s: (
        _box(-0.5, -0.12, -0.5, 0.5, 0, 1.0) + _box(-0.12, 0.5, -0.38, 0.38, 0, 0.6) + _round(0.1, 0.12, 0.6, 0.95, 8)
    ),
    "step_loco": lambda s: _box(-0.5, 0.0, -0.45, 0.45, 0, 1.0) + _box(0.0, 0.5, -0.5, 0.5, 0, 0.7),
    "ball_cone": lambda s: _round(0.5, 0.16, 0, 0.72) + _ball(0.32, 0.8, 0.32 * s),
    "ball_cylinder": lambda s: _round(0.42, 0.36, 0, 0.6) + _ball(0.34, 0.75, 0.34 * s),
    "cylinder": lambda s: _round(0.5, 0.5, 0, 1.0),
    "van": lambda s: _grounded(_profile("van", 0.5)),
    "taxi": lambda s: (
        _box(-0.5, 0.5, -0.5, 0.5, 0, 0.5, 0.02)
        + _box(-0.35, 0.3, -0.45, 0.45, 0.5, 0.85, 0.08)
        + _box(-0.1, 0.1, -0.2, 0.2, 0.85, 1.0)
    ),
    "low_car": lambda s: _box(-0.5, 0.5, -0.5, 0.5, 0, 0.6, 0.08) + _round(0.34, 0.22, 0.6, 1.0, 10),
    "dome": lambda s: _round(0.5, 0.48, 0, 0.35) + _round(0.48, 0.36, 0.35, 0.75) + _round(0.36, 0.1, 0.75, 1.0),
    "tram": lambda s: _box(-0.5, 0.5, -0.45, 0.45, 0, 0.75) + _box(-0.45, 0.45, -0.35, 0.35, 0.75, 1.0, 0.05),
    "steam": lambda s: (
        _box(-0.5, 0.5, -0.5, 0.5, 0, 0.25)
        + _box(-0.5, -0.15, -0.45, 0.45, 0.25, 1.0)
        + _box(-0.15, 0.45, -0.3, 0.3, 0.25, 0.7)
        + _round(0.08, 0.12, 0.7, 1.0, 8)
    ),
    "long_box": lambda s: _box(-0.5, 0.5, -0.4, 0.4, 0, 1.0, 0.06),
    "meeple": lambda s: _grounded(_profile("meeple", 0.3)),
    "turned": lambda s: (
        _round(0.5, 0.5, 0, 0.12)
        + _round(0.4, 0.18, 0.12, 0.6)
        + _round(0.3, 0.3, 0.6, 0.66)
        + _ball(0.26, 0.82, 0.26 * s)
    ),
    "bell": lambda s: _round(0.5, 0.42, 0, 0.3) + _round(0.42, 0.2, 0.3, 0.8) + _ball(0.14, 0.88, 0.14 * s),
    "flat_car": lambda s: _flat("car_side"),
    "flat_loco": lambda s: _flat("steam_side"),
    "flat_person": lambda s: _flat("meeple"),
}
ROUND = ("ball_cone", "ball_cylinder", "cylinder", "dome", "turned", "bell")


def stand(piece: Piece, foot_mm: Any, turn_deg: float, tile_mm: float) -> list[Face3]:
    """The faces of a piece standing on the table, in millimetres."""
    width = piece.length if piece.shape in ROUND else piece.width
    scale = np.array([piece.length, width, piece.height]) * tile_mm
    angle = np.deg2rad(turn_deg)
    turn = np.array([[np.cos(angle), np.sin(angle), 0], [-np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    foot = np.array([foot_mm[0], foot_mm[1], FOOT_MM])
    return [face * scale @ turn + foot for face in SHAPES[piece.shape](piece.length / piece.height)]


def tones(piece: Piece, faces: list[Face3], tile_mm: float) -> list[Colour]:
    """The colour of each face of a standing piece."""
    if piece.trim is None:
        return [piece.colour] * len(faces)
    high = piece.trim_from * piece.height * tile_mm + FOOT_MM
    return [piece.trim if float(face[:, 2].mean()) > high else piece.colour for face in faces]


def barrel(at_mm: Any, radius_mm: float, height_mm: float) -> list[Face3]:
    """A mug, seen as a closed cylinder."""
    scale, foot = np.array([2 * radius_mm, 2 * radius_mm, height_mm]), np.array([at_mm[0], at_mm[1], 0.0])
    return [face * scale + foot for face in _round(0.5, 0.5, 0, 1, 36)]


def cover(mask: NDArray[np.uint8], faces: list[Face3], camera: Camera) -> None:
    """Marks the pixels that the piece hides."""
    for face in faces:
        _fill(mask, camera.project(face), (255.0, 255.0, 255.0))


def cast(mask: NDArray[np.uint8], faces: list[Face3], camera: Camera, lamp: Lamp) -> None:
    """Adds the piece's shadow on the table to the mask."""
    for face in faces:
        height = face[:, 2:3]
        ground = face + (face - lamp.place_mm) * (height / np.maximum(lamp.place_mm[2] - height, 1.0))
        ground[:, 2] = 0
        _fill(mask, camera.project(ground), (255.0, 255.0, 255.0))


def draw(photo: NDArray[np.uint8], faces: list[Face3], colours: list[Colour], camera: Camera, lamp: Lamp) -> None:
    """Draws the faces that look at the camera, each in its colour, the far ones first."""
    both = zip(faces, colours, strict=True)
    for face, colour in sorted(both, key=lambda f: -float(np.linalg.norm(f[0].mean(0) - camera.place_mm))):
        normal = np.cross(face[1] - face[0], face[2] - face[0])
        length = float(np.linalg.norm(normal))
        if length < 1e-9:
            normal, length = np.cross(face[2] - face[0], face[3] - face[0]), 1.0
            length = max(float(np.linalg.norm(normal)), 1e-9)
        normal = normal / length
        middle = face.mean(0)
        to_eye = camera.place_mm - middle
        if float(normal @ to_eye) > 0:
            _fill(photo, camera.project(face), _lit(colour, normal, middle, to_eye, lamp))


def _lit(colour: Colour, normal: Any, middle: Any, to_eye: Any, lamp: Lamp) -> Colour:
    to_lamp = lamp.place_mm - middle
    to_lamp = to_lamp / np.linalg.norm(to_lamp)
    light = lamp.ambient * (0.75 + 0.25 * normal[2]) + (1 - lamp.ambient) * max(0.0, float(normal @ to_lamp)) * 1.2
    mirrored = 2 * float(normal @ to_lamp) * normal - to_lamp
    shine = lamp.shine * max(0.0, float(mirrored @ (to_eye / np.linalg.norm(to_eye)))) ** lamp.sharpness
    lit = np.asarray(colour) * light * (1 - 0.6 * min(shine, 1.0)) + np.asarray(lamp.colour) * min(shine, 1.0)
    blue, green, red = (float(v) for v in np.clip(lit, 0, 255))
    return (blue, green, red)


def _fill(picture: NDArray[np.uint8], points_px: Any, colour: Colour) -> None:
    fixed = np.round(np.asarray(points_px) * (1 << _SHIFT)).astype(np.int32)
    cv2.fillPoly(picture, [fixed], colour, cv2.LINE_AA, _SHIFT)
