"""Printed cloths as they lie under a game: zigzags, tartans, medallions, leaves, lattices and lines of writing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.camera import Camera, Matrix
from vision.render.style import Colour, Rng, Style, any_colour, pick
from vision.render.table import Scene, Shot, shoot
from vision.render.tile import Painter, paint_tile
from vision.render.weave import on_table

Print = NDArray[np.uint8]
# The cloth is drawn at 1 px/mm, so far each way.
FIELD_MM = 1600
# Between these shades a photo changes as the table's colour does.
_DARK, _WHITE = 40.0, 230.0


def any_cloth(rng: Rng, colours: Sequence[Colour] = ()) -> Print:
    """A cloth of some sort in up to six colours, among them these."""
    inks = [*colours, *(any_colour(rng) for _ in range(6))][: int(rng.integers(max(3, len(colours)), 7))]
    drawn = pick(rng, CLOTHS)(rng, [inks[k] for k in rng.permutation(len(inks))])
    way = cv2.getRotationMatrix2D((FIELD_MM / 2, FIELD_MM / 2), float(rng.uniform(-45, 45)), 1.0)
    return np.asarray(cv2.warpAffine(drawn, way, (FIELD_MM, FIELD_MM), borderMode=cv2.BORDER_REFLECT), np.uint8)


def printed(scene: Scene, style: Style, seed: int, cloth: Print, paint: Painter = paint_tile) -> Shot:
    """The scene on a printed cloth, which takes the light as any table does."""
    dark, white = (
        shoot(replace(scene, table="cloth", table_colour=(shade, shade, shade)), style, seed, paint)
        for shade in (_DARK, _WHITE)
    )
    art = _seen(scene.camera, cloth, np.asarray(scene.zones[0].size_mm) / 2 - FIELD_MM / 2)
    there = white.photo_bgr.astype(np.float32) - dark.photo_bgr
    photo = dark.photo_bgr + there * (art - _DARK) / (_WHITE - _DARK)
    return replace(white, photo_bgr=np.clip(photo, 0, 255).astype(np.uint8))


def _seen(camera: Camera, cloth: Print, corner_mm: Matrix) -> NDArray[np.float32]:
    return np.stack([255 * on_table(camera, cloth[..., k], corner_mm, 1.0) for k in range(3)], -1)


def _blank(ink: Colour) -> Print:
    return np.full((FIELD_MM, FIELD_MM, 3), ink, np.uint8)


def _zigzags(rng: Rng, inks: list[Colour]) -> Print:
    """Bands with teeth, as on a kelim, some of them with diamonds on them."""
    cloth, top, wide = _blank(inks[0]), -60, float(rng.uniform(18, 70))
    x = np.arange(0, FIELD_MM + wide, wide / 2)
    teeth = np.where(np.arange(len(x)) % 2, 1, -1) * rng.uniform(0.1, 0.35) * wide
    while top < FIELD_MM + 60:
        ink, high = inks[int(rng.integers(len(inks)))], int(rng.uniform(6, 60))
        line = np.stack([x, top + teeth], 1)
        lower = line + np.array([0, high])
        band = np.concatenate([line, lower[::-1]])
        cv2.fillPoly(cloth, [np.rint(band).astype(np.int32)], ink)
        if high > 25 and rng.random() < 0.5:
            for middle in x[::2]:
                _diamond(cloth, (middle, top + high / 2), 0.3 * high, inks[int(rng.integers(len(inks)))])
        top += high
    return cloth


def _diamond(cloth: Print, middle: tuple[float, float], reach: float, ink: Colour) -> None:
    corners = np.array(middle) + reach * np.array([(0, -1), (1, 0), (0, 1), (-1, 0)])
    cv2.fillPoly(cloth, [np.rint(corners).astype(np.int32)], ink)


def _tartan(rng: Rng, inks: list[Colour]) -> Print:
    """Bands of several widths that cross and shine through each other."""
    cloth = _blank(inks[0]).astype(np.float32)
    step = int(rng.uniform(30, 160))
    for across in (False, True):
        for ink in inks[1:]:
            first, wide = int(rng.integers(step)), int(rng.uniform(2, 0.5 * step))
            for start in range(first, FIELD_MM, step):
                band = np.s_[:, start : start + wide] if across else np.s_[start : start + wide]
                cloth[band] += 0.5 * (np.asarray(ink, np.float32) - cloth[band])
    return cloth.astype(np.uint8)


def _medallions(rng: Rng, inks: list[Colour]) -> Print:
    """Rings or squares in rows, one within the other."""
    cloth, step = _blank(inks[0]), float(rng.uniform(20, 90))
    square, rings = rng.random() < 0.5, int(rng.integers(1, 4))
    for row, y in enumerate(np.arange(0, FIELD_MM, step)):
        for x in np.arange(step / 2 * (row % 2), FIELD_MM, step):
            for ring in range(rings):
                reach, ink = step * (0.42 - 0.12 * ring), inks[1 + (row + ring) % (len(inks) - 1)]
                if square:
                    low, high = np.rint((x - reach, y - reach)).astype(int), np.rint((x + reach, y + reach)).astype(int)
                    cv2.rectangle(cloth, low.tolist(), high.tolist(), ink, cv2.FILLED)
                else:
                    cv2.circle(cloth, (round(x), round(y)), round(reach), ink, cv2.FILLED)
    return cloth


def _leaves(rng: Rng, inks: list[Colour]) -> Print:
    """Leaves, twigs and blots strewn all over."""
    cloth = _blank(inks[0])
    for _ in range(int(rng.uniform(800, 5000))):
        at, ink = rng.integers(0, FIELD_MM, 2).tolist(), inks[int(rng.integers(1, len(inks)))]
        size = (int(rng.uniform(3, 26)), int(rng.uniform(2, 12)))
        cv2.ellipse(cloth, at, size, float(rng.uniform(0, 180)), 0, 360, ink, cv2.FILLED)
    return cloth


def _lattice(rng: Rng, inks: list[Colour]) -> Print:
    """Slabs with joints, each of one of the colours: a waxcloth like a tiled floor."""
    cloth, joint = _blank(inks[0]), int(rng.integers(0, 5))
    wide, high = (int(rng.uniform(18, 110)) for _ in range(2))
    for top in range(0, FIELD_MM, high):
        for left in range(0, FIELD_MM, wide):
            ink = inks[int(rng.integers(1, len(inks)))]
            cv2.rectangle(cloth, (left, top), (left + wide - joint, top + high - joint), ink, cv2.FILLED)
    return cloth


def _writing(rng: Rng, inks: list[Colour]) -> Print:
    """Lines of words in columns, as on a newspaper."""
    cloth, line = _blank(inks[0]), int(rng.uniform(5, 22))
    for top in range(0, FIELD_MM, line):
        left = 0
        while left < FIELD_MM:
            wide = int(rng.uniform(0.5, 6) * line)
            if rng.random() < 0.85:
                low, high = (left, top), (left + wide, top + int(0.55 * line))
                cv2.rectangle(cloth, low, high, inks[1], cv2.FILLED)
            left += wide + int(0.5 * line)
    return cloth


CLOTHS: tuple[Callable[[Rng, list[Colour]], Print], ...] = (
    _zigzags, _tartan, _medallions, _leaves, _lattice, _writing,
)  # fmt: skip
