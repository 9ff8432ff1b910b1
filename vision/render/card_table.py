"""Bare tables of many sorts as seen from above, for training: plain, grained, woven, printed, tiled or striped."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.card_art import CardSet, Field, Picture, blotches
from vision.render.style import Colour, Rng, any_colour, hsv, pick

# How far apart things are printed depends on the scale, in pixels a millimetre.
TABLES = (
    "wood", "cloth", "plain", "planks", "marble", "checks", "print", "stripes", "tartan", "tiles", "flowers", "grain",
    "mats", "weave",
)  # fmt: skip
PRINTED = ("checks", "print", "stripes", "tartan", "tiles", "flowers", "mats", "weave")


def table_of(rng: Rng, shape: tuple[int, int], box: CardSet, scale: float) -> Picture:
    """A bare table of some sort."""
    kind, base = pick(rng, TABLES), np.asarray(table_colour(rng, box))
    field = 1 + 0.03 * blotches(rng, shape, 100.0)
    strong = rng.uniform(0.02, 0.18)
    if kind in ("wood", "planks"):
        field = _wood(rng, field, strong, kind == "planks")
    elif kind == "cloth":
        field = field + strong * _noise(rng, (shape[0] // 2, shape[1] // 2), shape)
    elif kind == "marble":
        field = field + strong * np.abs(blotches(rng, shape, rng.uniform(20, 90)))
    elif kind == "grain":  # speckled stone
        coarse = (round(shape[0] / rng.uniform(2, 14)), round(shape[1] / rng.uniform(2, 14)))
        field = field + strong * (_noise(rng, coarse, shape) > rng.uniform(0, 1.5))
    scene = np.ascontiguousarray(field)[..., None] * np.asarray(base, np.float32)
    if kind in PRINTED:
        scene = _turned(rng, scene, kind, base, scale)
    return np.asarray(np.clip(scene, 0, 255), np.uint8)


def _wood(rng: Rng, field: Field, strong: float, planks: bool) -> Field:
    height, width = field.shape
    grain = _noise(rng, (max(2, height // 4), max(2, width // int(rng.integers(30, 200)))), (height, width))
    field = field + strong * grain
    if planks:
        plank = int(rng.uniform(0.15, 0.5) * height)
        for top in range(int(rng.integers(plank)), height, plank):
            field[top : top + int(rng.integers(1, 5))] *= rng.uniform(0.5, 0.9)
            field[top : top + plank] *= rng.uniform(0.9, 1.1)
    return np.rot90(field) if rng.random() < 0.5 else field


def _turned(rng: Rng, scene: Field, kind: str, base: NDArray[np.float64], scale: float) -> Field:
    """The table with its print, which runs in any direction."""
    side = scene.shape[0]
    turn = float(rng.normal(0, 4)) if rng.random() < 0.5 else rng.uniform(-45, 45)
    large = np.array(cv2.copyMakeBorder(scene, *(side // 4,) * 4, cv2.BORDER_REFLECT), np.float32)
    _patterned(rng, large, kind, base, scale)
    middle = large.shape[0] / 2
    way = cv2.getRotationMatrix2D((middle, middle), turn, 1.0)
    way[:, 2] -= middle - side / 2
    return np.asarray(cv2.warpAffine(large, way, (side, side), borderMode=cv2.BORDER_REFLECT), np.float32)


def _noise(rng: Rng, coarse: tuple[int, int], shape: tuple[int, int]) -> Field:
    grain = rng.standard_normal(coarse).astype(np.float32)
    return np.asarray(cv2.resize(grain, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _patterned(rng: Rng, scene: Field, kind: str, base: NDArray[np.float64], scale: float) -> None:
    ink = np.clip(base + rng.normal(0, 35, 3), 0, 255)
    if kind == "checks":
        step = rng.uniform(8, 45) * scale
        y, x = np.mgrid[0 : scene.shape[0], 0 : scene.shape[1]]
        both = ((x % step < step / 2).astype(np.float32) + (y % step < step / 2)) / 2
        scene += both[..., None] * (ink - base)
    elif kind == "stripes":
        _stripes(rng, scene, base, ink)
    elif kind == "tartan":
        for across in (False, True):
            _stripes(rng, scene, base, ink, across, 0.06)
    elif kind == "tiles":
        _tiles(rng, scene, ink, scale)
    elif kind == "weave":
        step = rng.uniform(1.5, 8) * scale
        y, x = np.mgrid[0 : scene.shape[0], 0 : scene.shape[1]]
        scene *= (1 + rng.uniform(0.03, 0.2) * np.sin(x * 2 * np.pi / step) * np.sin(y * 2 * np.pi / step))[..., None]
    elif kind == "flowers":
        _flowers(rng, scene, ink, scale)
    elif kind == "mats":
        _mats(rng, scene, base, scale)
    else:
        _printed(rng, scene, ink, scale)


def _stripes(
    rng: Rng, scene: Field, base: NDArray[np.float64], ink: NDArray[np.float64], across: bool | None = None,
    widest: float = 0.2,
) -> None:  # fmt: skip
    inks = [ink, *(np.asarray(any_colour(rng)) for _ in range(2))]
    across, first = rng.random() < 0.5 if across is None else across, 0
    even = int(rng.uniform(0.01, widest) * len(scene)) + 1 if rng.random() < 0.5 else 0
    while first < len(scene):
        wide = even or int(rng.uniform(0.01, widest) * len(scene)) + 1
        there = np.s_[:, first : first + wide] if across else np.s_[first : first + wide]
        if rng.random() < 0.5:
            scene[there] *= 0.5 + 0.5 * inks[int(rng.integers(3))] / base.clip(1)
        first += wide


def _tiles(rng: Rng, scene: Field, ink: NDArray[np.float64], scale: float) -> None:
    """Slabs or parquet with joints, each a little other than the next."""
    high, wide = (rng.uniform(20, 130) * scale for _ in range(2))
    joint, shift = max(1, round(rng.uniform(0.3, 2.5) * scale)), rng.choice((0.0, 0.5))
    for row, top in enumerate(np.arange(0, len(scene), high).astype(int)):
        for left in np.arange(-wide * shift * (row % 2), len(scene), wide).astype(int):
            scene[top : top + int(high), max(left, 0) : max(left + int(wide), 0)] *= 1 + rng.normal(0, 0.04)
            scene[top : top + int(high), max(left, 0) : max(left + joint, 0)] = ink
        scene[top : top + joint] = ink


def _flowers(rng: Rng, scene: Field, ink: NDArray[np.float64], scale: float) -> None:
    """One small picture over and over."""
    step, petals = rng.uniform(12, 60) * scale, int(rng.integers(3, 8))
    inks = [ink, np.asarray(any_colour(rng))]
    size = step * rng.uniform(0.08, 0.22)
    for row, y in enumerate(np.arange(0, len(scene), step)):
        for x in np.arange(step / 2 * (row % 2), len(scene), step):
            at, turn = np.array((x, y)) + rng.normal(0, step * 0.03, 2), rng.uniform(0, 6)
            for petal in range(petals):
                angle = turn + petal * 2 * np.pi / petals
                place = at + size * 1.2 * np.array((np.cos(angle), np.sin(angle)))
                shape = (max(int(size), 1), max(int(size * 0.6), 1))
                cv2.ellipse(
                    scene, place.astype(int).tolist(), shape, np.rad2deg(angle), 0, 360, inks[0].tolist(), cv2.FILLED
                )
            cv2.circle(scene, at.astype(int).tolist(), max(int(size * 0.6), 1), inks[1].tolist(), cv2.FILLED)


def _mats(rng: Rng, scene: Field, base: NDArray[np.float64], scale: float) -> None:
    """Mats with seams, and places for cards that are only printed."""
    for _ in range(int(rng.integers(1, 4))):
        at, size = rng.uniform(-0.2, 1, 2) * len(scene), rng.uniform(80, 330, 2) * scale
        ink, seam = np.clip(base + rng.normal(0, 40, 3), 0, 255), np.clip(base + rng.normal(0, 60, 3), 0, 255)
        low, high = at.astype(int).tolist(), (at + size).astype(int).tolist()
        cv2.rectangle(scene, low, high, ink.tolist(), cv2.FILLED)
        cv2.rectangle(scene, low, high, seam.tolist(), int(rng.integers(1, 5)))
    if rng.random() < 0.6:
        seam, thick = np.clip(base + rng.normal(0, 70, 3), 0, 255), int(rng.integers(1, 4))
        wide, high = rng.uniform(40, 65) * scale, rng.uniform(60, 95) * scale
        for x in np.arange(rng.uniform(0, wide), len(scene), wide * rng.uniform(1.05, 1.4)):
            for y in np.arange(rng.uniform(0, high), len(scene), high * rng.uniform(1.05, 1.4)):
                cv2.rectangle(scene, (int(x), int(y)), (int(x + wide), int(y + high)), seam.tolist(), thick)


def _printed(rng: Rng, scene: Field, ink: NDArray[np.float64], scale: float) -> None:
    for _ in range(int(rng.integers(3, 60))):
        at = rng.uniform(0, len(scene), 2).astype(int)
        size = (rng.uniform(2, 30, 2) * scale).astype(int) + 1
        if rng.random() < 0.5:
            cv2.ellipse(scene, at.tolist(), size.tolist(), rng.uniform(0, 180), 0, 360, ink.tolist(), cv2.FILLED)
        else:
            cv2.rectangle(scene, at.tolist(), (at + 3 * size).tolist(), ink.tolist(), int(rng.integers(1, 4)))


def table_colour(rng: Rng, box: CardSet) -> Colour:
    """The colour of a table, in two of five cases about that of the cards."""
    wood = hsv(rng.normal(0.08, 0.03), rng.uniform(0.1, 0.6), rng.uniform(0.25, 0.95))
    pale = hsv(rng.random(), rng.uniform(0, 0.12), rng.uniform(0.75, 1.0))
    dark = hsv(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.05, 0.3))
    other = pick(rng, (wood, pale, dark, any_colour(rng)), (3, 3, 1, 2))
    like = box.border if box.border is not None and rng.random() < 0.7 else box.mean(int(rng.integers(len(box.faces))))
    near = np.clip(np.asarray(like) + rng.normal(0, 10, 3) + rng.normal(0, 12), 5, 250)
    return (float(near[0]), float(near[1]), float(near[2])) if rng.random() < 0.4 else other
