"""Dice in carts, drawn one by one for training: pips, and numbers in any font, in any turn, light and sharpness.

They are much quicker to draw than whole boards, so that the die net sees many more of them. Numbers come from the fonts
of OpenCV and, as far as given, from font files, which OpenCV 5 can draw:
python -m vision.train.dice DATA/marks.npz FONT.ttf ...
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mine.carts import DIE_PX, DIE_SPAN
from vision.render.mine_pieces import PIPS
from vision.render.style import Colour, Rng, any_colour, colour_apart, hsv, pick, shade

Mask = NDArray[np.uint8]
Cuts = NDArray[np.uint8]
SPEEDS = 6
# A face is drawn with so many pixels, a cut in twice as many as it has in the end.
FACE_PX, DRAWN_PX = 64, 2 * DIE_PX
HERSHEY = (0, 1, 2, 3, 4, 6, 7)
_UNIT = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64) / 2
_WHITE = (255.0, 255.0, 255.0)


def fonts(files: list[Path]) -> NDArray[np.uint8]:
    """The numbers 1 to 6 in every font, each as large as a face: fonts, numbers, rows, columns."""
    found = [[_fitted(_hershey(str(n), font, thick)) for n in range(1, SPEEDS + 1)]
             for font in HERSHEY for thick in (2, 5, 9)]  # fmt: skip
    for file in files:
        face = cv2.FontFace(str(file))
        found += [[_fitted(_printed(str(n), face, weight)) for n in range(1, SPEEDS + 1)] for weight in (400, 700)]
    return np.array(found, np.uint8)


def _hershey(text: str, font: int, thick: int) -> Mask:
    canvas = np.zeros((160, 160), np.uint8)
    cv2.putText(canvas, text, (50, 120), font, 3.2, (255.0,), thick, cv2.LINE_AA)
    return canvas


def _printed(text: str, face: Any, weight: int) -> Mask:
    canvas = np.zeros((160, 160, 3), np.uint8)
    cv2.putText(canvas, text, (40, 120), _WHITE, face, 110, weight)
    return np.asarray(canvas[..., 0], np.uint8)


def _fitted(drawn: Mask) -> Mask:
    """A number in the middle of a face, as high as it."""
    x, y, wide, high = cv2.boundingRect(np.asarray(drawn > 60, np.uint8))
    scale = FACE_PX / max(wide, high)
    lay = np.array([[scale, 0, FACE_PX / 2 - scale * (x + wide / 2)], [0, scale, FACE_PX / 2 - scale * (y + high / 2)]])
    return np.asarray(cv2.warpAffine(drawn, lay, (FACE_PX, FACE_PX), flags=cv2.INTER_AREA), np.uint8)


@dataclass(frozen=True)
class DieStyle:
    """The dice of one box and the carts around them; sizes are in squares."""

    marks: NDArray[np.uint8]
    outline: Mask
    kinds: tuple[tuple[Colour, Colour], ...]
    carts: tuple[Colour, ...]
    size: float
    inside: float
    room: tuple[float, float]
    crooked_deg: float


@dataclass(frozen=True)
class DiePhoto:
    """What all dice of a photo have in common: light, haze, a lamp mirrored in them, sharpness, and from where."""

    light: tuple[float, float, float]
    haze: float
    gleam: float
    sharp_px: float
    noise: float
    lean: tuple[float, float]


def random_dice(rng: Rng, numbers: NDArray[np.uint8]) -> DieStyle:
    """Dice that nobody has seen, every second time with numbers."""
    body, other = any_colour(rng), hsv(rng.random(), rng.uniform(0, 0.4), rng.uniform(0.05, 0.3))
    light = hsv(rng.random(), rng.uniform(0, 0.2), rng.uniform(0.8, 1.0))
    kinds = pick(rng, (((other, light), (light, other)), ((light, other),), ((body, colour_apart(rng, [body], 150)),)))
    size = float(rng.uniform(0.25, 0.48))
    marks = _number_marks(rng, numbers) if rng.random() < 0.55 else _pip_marks(rng)
    outline = np.zeros((FACE_PX, FACE_PX), np.uint8)
    corner = int(rng.uniform(0.0, 0.35) * FACE_PX / 2)
    cv2.rectangle(outline, (corner, corner), (FACE_PX - 1 - corner, FACE_PX - 1 - corner), (255.0,), -1)
    outline = np.asarray(cv2.dilate(outline, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * corner + 1,) * 2)))
    carts = tuple(any_colour(rng) for _ in range(4))
    room = (size + float(rng.uniform(0.02, 0.2)), size + float(rng.uniform(0.04, 0.4)))
    return DieStyle(
        marks, outline, kinds, carts, size, float(rng.uniform(0.3, 1.0)), room, pick(rng, (3.0, 10.0, 30.0, 90.0))
    )


def _pip_marks(rng: Rng) -> NDArray[np.uint8]:
    """Faces with pips; sometimes that of 1 is larger."""
    found, spread = np.zeros((SPEEDS, FACE_PX, FACE_PX), np.uint8), rng.uniform(0.2, 0.31) * FACE_PX
    size, large = rng.uniform(0.06, 0.125) * FACE_PX, pick(rng, (1.0, 1.0, rng.uniform(1.2, 1.8)))
    square = rng.random() < 0.1
    for speed, places in PIPS.items():
        reach = size * (large if speed == 1 else 1.0)
        for x, y in places:
            middle = FACE_PX / 2 - 0.5 + spread * np.array([x, y])
            if square:
                low, high = (np.rint(middle + reach * step).astype(int) for step in (-0.9, 0.9))
                cv2.rectangle(found[speed - 1], low.tolist(), high.tolist(), (255.0,), -1)
            else:
                at = np.rint(middle * 8).astype(int).tolist()
                cv2.circle(found[speed - 1], at, round(reach * 8), (255.0,), -1, cv2.LINE_AA, 3)
    return found


def _number_marks(rng: Rng, numbers: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Numbers of one font, as high as they may be, broader or leaning, some with a bar below."""
    font = numbers[int(rng.integers(len(numbers)))]
    high, broad, lean = rng.uniform(0.38, 0.8), rng.uniform(0.8, 1.15), pick(rng, (0.0, 0.0, rng.uniform(-0.2, 0.2)))
    turn = np.array([[high * broad, lean * high], [0.0, high]])
    barred = pick(rng, ((), (SPEEDS,), range(1, SPEEDS + 1)), (3, 3, 1))
    up = 0.06 * FACE_PX if len(barred) else 0.0
    shift = FACE_PX / 2 - turn @ np.full(2, FACE_PX / 2) - (0, up)
    found = np.stack([cv2.warpAffine(mark, np.c_[turn, shift], (FACE_PX, FACE_PX)) for mark in font])
    if rng.random() < 0.4:
        found = np.stack([cv2.dilate(mark, np.ones((3, 3), np.uint8)) for mark in found])
    half, y = rng.uniform(0.12, 0.25) * FACE_PX, FACE_PX * (0.5 + high / 2) - up + rng.uniform(3, 6)
    for speed in barred:
        low, top = (int(FACE_PX / 2 - half), int(y)), (int(FACE_PX / 2 + half), int(y + rng.uniform(2, 5)))
        cv2.rectangle(found[speed - 1], low, top, (255.0,), -1)
    return found


def random_photo(rng: Rng) -> DiePhoto:
    """Any light, mostly without a mirrored lamp."""
    cast = np.exp(rng.normal(0, 0.2) + rng.normal(0, 0.06, 3))
    far, way = abs(rng.normal(0, 0.12)), rng.uniform(0, 2 * np.pi)
    return DiePhoto(
        (float(cast[0]), float(cast[1]), float(cast[2])),
        pick(rng, (0.0, 0.0, float(rng.uniform(0, 0.3)))),
        pick(rng, (0.0, float(rng.uniform(0.2, 1.0)))),
        float(rng.uniform(26, 50)),
        float(rng.uniform(1, 6)),
        (float(far * np.cos(way)), float(far * np.sin(way))),
    )


def dice_cuts(style: DieStyle, photo: DiePhoto, speeds: NDArray[np.intp], rng: Rng) -> Cuts:
    """A cut of a die for each speed, cut out in any turn."""
    return np.stack([_die(style, _moved(photo, rng), int(speed), rng) for speed in speeds])


def _moved(photo: DiePhoto, rng: Rng) -> DiePhoto:
    """What differs from place to place of a photo: the way in which a die is seen, and the lamp in it."""
    lean = np.array(photo.lean) + rng.normal(0, 0.06, 2)
    return replace(photo, lean=(float(lean[0]), float(lean[1])), gleam=photo.gleam * float(rng.random() ** 2))


def _die(style: DieStyle, photo: DiePhoto, speed: int, rng: Rng) -> Mask:
    px, upright = DRAWN_PX / DIE_SPAN, rng.uniform(0, 360)
    middle = np.full(2, DRAWN_PX / 2) + rng.normal(0, 0.04, 2) * px
    canvas = np.empty((DRAWN_PX, DRAWN_PX, 3), np.uint8)
    canvas[:] = np.clip(any_colour(rng), 0, 255)
    colour = style.carts[int(rng.integers(len(style.carts)))]
    lean, off = np.array(photo.lean) * px, rng.normal(0, 0.05, 2) * px
    around = np.array(style.room) * px
    for wide, part in ((around + 0.1 * px, colour), (around, shade(colour, style.inside))):
        _fill(canvas, _UNIT * wide @ _turn(upright).T + middle + off, part)
    body, ink = style.kinds[int(rng.integers(len(style.kinds)))]
    side, turn = style.size * px, _turn(upright + rng.normal(0, style.crooked_deg))
    face = _UNIT * side @ turn.T
    hull = cv2.convexHull(np.concatenate([face + middle, face * 0.92 + middle - lean]).astype(np.float32))[:, 0]
    _fill(canvas, hull, shade(body, rng.uniform(0.35, 0.8)))
    lay = np.c_[turn * side / FACE_PX, middle - turn @ np.full(2, side / 2)]
    bright = float(rng.uniform(0.8, 1.15))
    _paint(canvas, cv2.warpAffine(style.outline, lay, (DRAWN_PX, DRAWN_PX)), shade(body, bright))
    _paint(canvas, cv2.warpAffine(style.marks[speed - 1], lay, (DRAWN_PX, DRAWN_PX), flags=cv2.INTER_AREA), ink)
    if photo.gleam:
        mirrored = _gleam(rng, middle, side) * photo.gleam
        _paint(canvas, (cv2.warpAffine(style.outline, lay, (DRAWN_PX, DRAWN_PX)) * mirrored).astype(np.uint8), _WHITE)
    return _developed(canvas, photo, rng)


def _gleam(rng: Rng, middle: NDArray[np.float64], side: float) -> NDArray[np.float32]:
    """How much of the lamp each pixel mirrors: all of the face, or a soft spot of it."""
    y, x = np.indices((DRAWN_PX, DRAWN_PX), np.float32)
    at = middle + rng.normal(0, 0.35, 2) * side
    spot = np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * (side * rng.uniform(0.15, 0.9)) ** 2))
    return np.asarray(spot, np.float32)


def _developed(canvas: Mask, photo: DiePhoto, rng: Rng) -> Mask:
    """As a camera sees it: less sharp, in its light, with noise."""
    seen = canvas.astype(np.float32) * np.array(photo.light, np.float32)
    seen = seen * (1 - photo.haze) + 200 * photo.haze
    few = int(photo.sharp_px)
    small = cv2.resize(seen, (few, few), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (3, 3), float(rng.uniform(0.3, 0.8))) + rng.normal(0, photo.noise, (few, few, 3))
    cut = cv2.resize(small.astype(np.float32), (DIE_PX, DIE_PX), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(cut, 0, 255), np.uint8)


def _turn(degrees: float) -> NDArray[np.float64]:
    angle = np.deg2rad(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _fill(canvas: Mask, outline: NDArray[Any], colour: Colour) -> None:
    cv2.fillPoly(canvas, [np.rint(outline * 8).astype(np.int32)], [float(part) for part in colour], cv2.LINE_AA, 3)


def _paint(canvas: Mask, mask: Any, colour: Colour) -> None:
    share = np.asarray(mask, np.float32)[..., None] / 255
    canvas[:] = np.clip(canvas * (1 - share) + np.array(colour, np.float32) * share, 0, 255)


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="vision.train.dice", description="Draws the numbers of fonts.")
    parser.add_argument("file", type=Path)
    parser.add_argument("fonts", type=Path, nargs="*")
    args = parser.parse_args(argv)
    np.savez_compressed(args.file, numbers=fonts(args.fonts))


if __name__ == "__main__":
    main()
