"""Cards by the thousand for training: watercolours, pale and dark prints, pictures to the rim, frames within frames.

Nobody could play with them. They only have to look like print of any sort, so that what is learned from them is what a
card's rim looks like, and not what is printed on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.card_print import paint_back, paint_card, shape_of
from vision.render.card_style import CARD_MM, KINDS, USUAL, random_card_style
from vision.render.style import Colour, Rng, any_colour, hsv, pick

Picture = NDArray[np.uint8]
Field = NDArray[np.float32]
# Sizes in which cards are sold: usual, small, for poker, for bridge, large.
SIZES_MM = ((56, 87), (56, 87), (44, 68), (63, 88), (57, 89), (61, 104))
PX_PER_MM = 3.0
PLAIN_SHARE = 0.25
GROUNDS = ("flat", "fade", "blotches", "wash", "hatch", "sunrays")
MOODS = ("colour", "pale", "dark", "same", "white")


@dataclass(frozen=True)
class CardSet:
    """The faces of one box and its back, upright, and their outline; without a border print runs to the rim.

    The faces stand in the order of the kinds.
    """

    faces: tuple[Picture, ...]
    back: Picture
    shape: Picture
    border: Colour | None
    size_mm: tuple[float, float]
    name: str = "drawn"

    def picture(self, face: str) -> Picture:
        """The face of a kind, or the back of whatever is none."""
        return self.faces[KINDS.index(face)] if face in KINDS else self.back

    def mean(self, number: int) -> Colour:
        """The mean colour of one of the faces."""
        return _colour(self.faces[number].reshape(-1, 3).mean(0))


@dataclass(frozen=True)
class _Plan:
    """What all faces of a box share."""

    mood: str
    ground: str
    border: Colour | None
    border_mm: float
    frames: tuple[tuple[float, float, Colour], ...]
    panel: tuple[float, float, float, float] | None
    shapes: int
    soft_px: float
    grain: float
    signs: str
    blotch: float


def random_card_set(rng: Rng, plain_share: float = PLAIN_SHARE) -> CardSet:
    """A box of cards that looks like nothing before; some are of the simpler sort that is also measured on."""
    wide, high = SIZES_MM[int(rng.integers(len(SIZES_MM)))]
    size_mm = (wide * rng.uniform(0.96, 1.04), high * rng.uniform(0.96, 1.04))
    if rng.random() < plain_share:
        style = random_card_style(rng)
        faces = tuple(_small(paint_card(kind, style)) for kind in KINDS)
        return CardSet(faces, _small(paint_back(style)), _small(shape_of(style)), style.border, size_mm)
    plan = _random_plan(rng)
    bases = _bases(rng, plan.mood)
    cars = [*USUAL.values(), any_colour(rng)]
    faces = tuple(_paint(rng, plan, base, car) for base, car in zip(bases, cars, strict=True))
    back = _paint(rng, plan, any_colour(rng), any_colour(rng))
    return CardSet(faces, back, _outline(rng.uniform(0, 6.0)), plan.border, size_mm)


def _size_px() -> tuple[int, int]:
    return round(CARD_MM[0] * PX_PER_MM), round(CARD_MM[1] * PX_PER_MM)


def _small(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, _size_px(), interpolation=cv2.INTER_AREA), np.uint8)


def _outline(radius_mm: float) -> Picture:
    width, height = _size_px()
    radius = max(round(radius_mm * PX_PER_MM), 1)
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, cv2.FILLED)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, cv2.FILLED)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, cv2.FILLED, cv2.LINE_AA)
    return mask


def _random_plan(rng: Rng) -> _Plan:
    pale = hsv(rng.random(), rng.uniform(0, 0.12), rng.uniform(0.86, 1))
    dark = hsv(rng.random(), rng.uniform(0, 0.5), rng.uniform(0.05, 0.25))
    border = pick(rng, (None, pale, dark, any_colour(rng)), (5, 6, 1, 1))
    frames = tuple(
        (rng.uniform(1.5, 9.0), rng.uniform(0.2, 1.2), pick(rng, (dark, pale, any_colour(rng))))
        for _ in range(int(rng.choice((0, 0, 1, 1, 2))))
    )
    low = rng.uniform(0.05, 0.4)
    panel = (rng.uniform(0.02, 0.3), low, rng.uniform(0.7, 0.98), low + rng.uniform(0.25, 0.55))
    return _Plan(
        mood=pick(rng, MOODS, (5, 3, 2, 1, 2)),
        ground=pick(rng, GROUNDS),
        border=border,
        border_mm=rng.uniform(0.6, 6.0),
        frames=frames,
        panel=panel if rng.random() < 0.4 else None,
        shapes=int(rng.integers(0, 14)),
        soft_px=pick(rng, (0.0, rng.uniform(0.6, 4.0))),
        grain=rng.uniform(0, 8.0),
        signs=pick(rng, ("two", "four", "top", "none"), (4, 3, 2, 1)),
        blotch=rng.uniform(0.03, 0.4),
    )


def _bases(rng: Rng, mood: str) -> list[Colour]:
    """The main colour of each kind."""
    colours = [np.asarray(colour) for colour in USUAL.values()] + [np.asarray(any_colour(rng))]
    white, black = np.full(3, 250.0), np.asarray(hsv(rng.random(), 0.4, 0.12))
    toward = {"colour": (white, rng.uniform(0, 0.3)), "pale": (white, rng.uniform(0.45, 0.8)),
              "dark": (black, rng.uniform(0.3, 0.75)), "same": (np.asarray(any_colour(rng)), 0.93),
              "white": (white, rng.uniform(0.85, 0.97))}[mood]  # fmt: skip
    mixed = [one * (1 - toward[1]) + toward[0] * toward[1] + rng.normal(0, 6, 3) for one in colours]
    return [_colour(one) for one in mixed]


def _colour(values: Any) -> Colour:
    blue, green, red = (float(one) for one in np.clip(values, 0, 255))
    return blue, green, red


def _paint(rng: Rng, plan: _Plan, base: Colour, car: Colour) -> Picture:
    width, height = _size_px()
    canvas = _ground(rng, plan, base)
    if plan.panel is not None:
        left, top, right, bottom = (
            round(part * side) for part, side in zip(plan.panel, (width, height, width, height), strict=True)
        )
        cv2.rectangle(canvas, (left, top), (right, bottom), _near(rng, base, 60), cv2.FILLED)
        if rng.random() < 0.5:
            cv2.rectangle(canvas, (left, top), (right, bottom), _near(rng, base, 120), int(rng.integers(1, 3)))
    for _ in range(plan.shapes):
        _shape(rng, canvas, base)
    _car(rng, canvas, base, car)
    if plan.soft_px:
        canvas = np.asarray(cv2.GaussianBlur(canvas, (0, 0), plan.soft_px), np.float32)
    _signs(rng, canvas, plan.signs, base)
    if plan.border is not None:
        wide = max(round(plan.border_mm * PX_PER_MM), 1)
        inner = canvas[wide:-wide, wide:-wide].copy()
        canvas[:] = np.asarray(plan.border, np.float32)
        canvas[wide:-wide, wide:-wide] = inner
    for inset_mm, line_mm, ink in plan.frames:
        inset = round(inset_mm * PX_PER_MM)
        cv2.rectangle(canvas, (inset, inset), (width - inset, height - inset), ink, max(round(line_mm * PX_PER_MM), 1))
    canvas += rng.standard_normal(canvas.shape[:2]).astype(np.float32)[..., None] * plan.grain
    return np.clip(canvas, 0, 255).astype(np.uint8)


def _near(rng: Rng, base: Colour, apart: float) -> Colour:
    return _colour(np.asarray(base) + rng.normal(0, apart, 3) * 0.5 + rng.normal(0, apart))


def blotches(rng: Rng, shape: tuple[int, int], grain_px: float) -> Field:
    """A smooth random field with about this grain, between -1 and 1."""
    coarse = (max(2, round(shape[0] / grain_px)), max(2, round(shape[1] / grain_px)))
    field = rng.uniform(-1, 1, coarse).astype(np.float32)
    return np.asarray(cv2.resize(field, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _ground(rng: Rng, plan: _Plan, base: Colour) -> Field:
    width, height = _size_px()
    canvas = np.ones((height, width, 3), np.float32) * np.asarray(base, np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    if plan.ground == "fade":
        along = (x * rng.normal() / width + y * rng.normal() / height)[..., None]
        canvas += along * np.asarray(rng.normal(0, 60, 3), np.float32)
    elif plan.ground in ("blotches", "wash"):
        field = sum(blotches(rng, (height, width), grain) for grain in (70.0, 25.0, 9.0))
        if plan.ground == "wash":  # pools of pigment with a hard rim
            field = np.tanh(np.asarray(field) * 4)
        canvas += np.asarray(field)[..., None] * plan.blotch * np.asarray(rng.normal(-40, 40, 3), np.float32)
    elif plan.ground == "hatch":
        slope, step = rng.uniform(-2, 2), rng.uniform(4, 14)
        canvas += np.where((x + slope * y) % step < step * 0.3, rng.normal(0, 30), 0)[..., None]
    elif plan.ground == "sunrays":
        angle = np.arctan2(y - rng.uniform(0, height), x - rng.uniform(0, width))
        canvas += np.where(np.sin(angle * rng.integers(8, 30)) > 0, rng.normal(0, 22), 0)[..., None]
    return np.asarray(np.clip(canvas, 0, 255), np.float32)


def _shape(rng: Rng, canvas: Field, base: Colour) -> None:
    """Something of a picture: a hill, a cloud, a line, a block."""
    height, width = canvas.shape[:2]
    ink = _near(rng, base, 70)
    middle = (int(rng.integers(0, width)), int(rng.integers(0, height)))
    size = rng.uniform(3, 70, 2)
    sort = int(rng.integers(5))
    if sort == 0:
        cv2.ellipse(canvas, middle, (int(size[0]), int(size[1])), rng.uniform(0, 180), 0, 360, ink, cv2.FILLED)
    elif sort == 1:
        corners = np.asarray(middle) + rng.normal(0, 1, (int(rng.integers(3, 7)), 2)) * size
        cv2.fillPoly(canvas, [np.round(corners).astype(np.int32)], ink)
    elif sort == 2:
        end = np.asarray(middle) + rng.normal(0, 60, 2)
        cv2.line(canvas, middle, (int(end[0]), int(end[1])), ink, int(rng.integers(1, 6)))
    elif sort == 3:
        far = (middle[0] + int(size[0]), middle[1] + int(size[1]))
        cv2.rectangle(canvas, middle, far, ink, cv2.FILLED if rng.random() < 0.6 else 1)
    else:  # a horizon, or a stripe along the card
        if rng.random() < 0.6:
            canvas[middle[1] : middle[1] + int(size[1])] = ink
        else:
            canvas[:, middle[0] : middle[0] + int(size[0] / 2)] = ink


def _car(rng: Rng, canvas: Field, base: Colour, ink: Colour) -> None:
    height, width = canvas.shape[:2]
    ink, edge = _near(rng, ink, 15), _near(rng, base, 120)
    long, high = rng.uniform(0.25, 0.45), rng.uniform(0.08, 0.2)
    on_side = rng.random() < 0.3
    half = np.array((high * height * 0.6, long * height) if on_side else (long * width, high * height))
    middle = np.array((width / 2, height * rng.uniform(0.4, 0.6)))
    low, far = (middle - half).astype(int), (middle + half).astype(int)
    cv2.rectangle(canvas, tuple(low.tolist()), tuple(far.tolist()), ink, cv2.FILLED)
    cv2.rectangle(canvas, tuple(low.tolist()), tuple(far.tolist()), edge, 1)
    for share in (0.15, 0.4, 0.6, 0.85):
        at = (far[0], low[1] + share * (far[1] - low[1])) if on_side else (low[0] + share * (far[0] - low[0]), far[1])
        cv2.circle(canvas, (int(at[0]), int(at[1])), int(rng.uniform(4, 10)), edge, cv2.FILLED)


def _signs(rng: Rng, canvas: Field, where: str, base: Colour) -> None:
    height, width = canvas.shape[:2]
    if where == "none":
        return
    size, inset = rng.uniform(6, 18), rng.uniform(14, 30)
    ink, round_ones = _near(rng, base, 130), rng.random() < 0.5
    corners = [(inset, inset), (width - inset, height - inset), (width - inset, inset), (inset, height - inset)]
    for x, y in corners[: {"two": 2, "four": 4, "top": 1}[where]]:
        if round_ones:
            cv2.circle(canvas, (int(x), int(y)), int(size), ink, cv2.FILLED if rng.random() < 0.8 else 2)
        else:
            cv2.ellipse(canvas, (int(x), int(y)), (int(size), int(size * 0.6)), 0, 0, 300, ink, int(rng.integers(1, 4)))
