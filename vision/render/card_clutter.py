"""What lies about among cards: cups on saucers, coins, pens, slips of paper, boxes, corner cards and hands."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.card_art import Field, Picture
from vision.render.style import Colour, Rng, any_colour, hsv, pick

THINGS = ("cup", "coin", "pen", "paper", "hand", "tag", "box")


def clutter(
    rng: Rng, scene: Field, shadows: Picture, upper: NDArray[np.int32] | None, scale: float, view_mm: float
) -> None:
    """Puts a few things on the table before the cards are laid, or on the cards where `upper` is given."""
    for _ in range(int(rng.choice((0, 0, 0, 1, 2, 3) if upper is None else (0, 0, 0, 0, 1)))):
        mask = np.zeros(shadows.shape, np.uint8)
        at = rng.uniform(0, view_mm, 2) * scale
        sort = pick(rng, THINGS)
        ink = _outlined(rng, mask, at, sort, scale, view_mm)
        _put(rng, scene, shadows, mask, ink, sort, (int(at[0]), int(at[1])), scale)
        if upper is not None:
            hidden = cv2.resize(mask, upper.shape[::-1], interpolation=cv2.INTER_AREA) > 127
            upper[hidden] = 0


def _outlined(rng: Rng, mask: Picture, at: NDArray[np.float64], sort: str, scale: float, view_mm: float) -> Colour:
    """Draws where a thing is, and tells its colour."""
    middle = (int(at[0]), int(at[1]))
    if sort in ("cup", "coin"):
        radius = int(scale * (rng.uniform(25, 75) if sort == "cup" else rng.uniform(4, 15)))
        cv2.circle(mask, middle, radius, 255, cv2.FILLED, cv2.LINE_AA)
    elif sort == "pen":
        end = at + rng.normal(0, 90, 2) * scale
        cv2.line(mask, middle, (int(end[0]), int(end[1])), 255, int(rng.uniform(3, 12) * scale) + 1, cv2.LINE_AA)
    elif sort in ("paper", "tag", "box"):
        sides = rng.uniform(20, 160, 2) * scale if sort != "tag" else np.full(2, 32.0) * scale
        corners = cv2.boxPoints((middle, sides.tolist(), rng.uniform(0, 90)))
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255, cv2.LINE_AA)
        return any_colour(rng) if sort == "box" else hsv(rng.random(), rng.uniform(0, 0.2), rng.uniform(0.7, 1.0))
    else:
        start = rng.uniform(-30, view_mm + 30, 2) * scale
        for _ in range(5):
            end = at + rng.normal(0, 25, 2) * scale
            ends = [tuple(int(one) for one in place) for place in (start, end)]
            cv2.line(mask, ends[0], ends[1], 255, int(rng.uniform(14, 22) * scale), cv2.LINE_AA)
        return hsv(rng.normal(0.06, 0.01), rng.uniform(0.3, 0.6), rng.uniform(0.4, 0.95))
    return any_colour(rng)


def _put(
    rng: Rng, scene: Field, shadows: Picture, mask: Picture, ink: Colour, sort: str, middle: tuple[int, int],
    scale: float,
) -> None:  # fmt: skip
    cover = mask.astype(np.float32)[..., None] / 255
    fall = rng.normal(0, 2 if sort == "paper" else 6 * scale, 2)
    cast = np.asarray(cv2.warpAffine(mask, np.array([[1, 0, fall[0]], [0, 1, fall[1]]]), mask.shape[::-1]), np.float32)
    soft = cv2.GaussianBlur(cast, (0, 0), rng.uniform(1, 8)) * rng.uniform(0.2, 0.8)
    shadows[:] = np.maximum(shadows, np.asarray(soft, np.uint8)) * (1 - cover[..., 0])
    scene += (np.asarray(ink, np.float32) - scene) * cover
    if sort == "cup":  # a saucer, the cup on it, and what is in it
        radius = int(np.sqrt(mask.sum() / 255 / np.pi))
        pale = hsv(rng.random(), rng.uniform(0, 0.4), rng.uniform(0.6, 1.0))
        for inner in sorted(rng.uniform(0.2, 0.95, int(rng.integers(1, 4))), reverse=True):
            shade = pick(rng, (pale, any_colour(rng)))
            cv2.circle(scene, middle, max(int(inner * radius), 2), shade, cv2.FILLED, cv2.LINE_AA)
    elif sort == "tag":  # a corner card
        squares = rng.random((8, 8)).astype(np.float32).round() * 200 + 20
        squares[[0, -1]] = squares[:, [0, -1]] = 25
        half = int(np.sqrt(mask.sum() / 255) * 0.35)
        low = np.array(middle) - half
        part = scene[max(low[1], 0) : low[1] + 2 * half, max(low[0], 0) : low[0] + 2 * half]
        if part.size:
            part[:] = cv2.resize(squares, part.shape[1::-1], interpolation=cv2.INTER_NEAREST)[..., None]
    elif sort in ("paper", "box") and rng.random() < 0.5:
        lines = (np.arange(scene.shape[0]) % 9 < 2)[:, None] & (mask > 0)
        scene[lines] *= 0.7
