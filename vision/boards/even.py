"""Evens out the light: the photo's board as it would look in the light in which the blank picture was taken."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.warp import sampled

Bgr = NDArray[np.uint8]
Field = NDArray[np.float32]

# The light is estimated on a copy reduced so many times, blurred less and less: in parts of the board's length.
SHRINK = 6
SMOOTH = (0.30, 0.30, 0.16, 0.09, 0.09)
# Below this, a camera's pixels are mostly noise; added before logarithms are taken.
DARK = 12.0
BLIND = 250
# A lamp's reflection is white and blurred by so much of the board's length.
WHITE = 235.0
HAZE_SMOOTH = 0.025


@dataclass(frozen=True)
class Daylight:
    """The light over the board, on the reduced copy: the logarithm of its strength per colour, and white haze."""

    gain: Field
    haze: Field

    def taken_off(self, pixels: Field, places: Field) -> Field:
        """Pixels of the photo at these places (x, y) of the board, as they would look in the blank's light."""
        small = (places + 0.5) / SHRINK - 0.5
        gain, haze = sampled(self.gain, small), sampled(self.haze, small)[..., None]
        evened = (pixels + np.float32(DARK)) * np.exp(-gain) - np.float32(DARK)
        return np.asarray(np.clip((evened - WHITE * haze) / (1 - haze), 0, 300), np.float32)


def light_over(view_bgr: Bgr, blank_bgr: Bgr) -> Daylight:
    """The light in a photo's view of the board, compared with the blank's."""
    view, blank = _small(view_bgr), _small(blank_bgr)
    gain = light_gain(view, blank)
    evened = np.asarray((view + DARK) * np.exp(-gain) - DARK, np.float32)
    return Daylight(gain, haze_over(evened, blank))


def _small(picture: Bgr) -> Field:
    reduced = cv2.resize(picture, None, fx=1 / SHRINK, fy=1 / SHRINK, interpolation=cv2.INTER_AREA)
    return np.asarray(reduced, np.float32)


def light_gain(view: Field, blank: Field) -> Field:
    """The smooth logarithm of view over blank, from the pixels that agree: pieces and hands are outliers.

    It is sought from coarse to fine, each time trusting the pixels that fit what is known so far.
    """
    ratio = np.asarray(np.log(view + DARK) - np.log(blank + DARK), np.float32)
    usable = ((view.min(axis=2) < BLIND - 5) & (view.max(axis=2) > 8)).astype(np.float32)
    seen = ratio[usable > 0] if usable.any() else ratio.reshape(-1, 3)
    gain = np.broadcast_to(np.median(seen, axis=0), ratio.shape).astype(np.float32)
    tolerance = 0.5
    for smooth in SMOOTH:
        off = largest(np.abs(ratio - gain))
        weight = usable / (1 + (off / tolerance) ** 4)
        gain = smoothed(ratio, weight, smooth * max(ratio.shape[:2]))
        tolerance = max(0.1, tolerance * 0.6)
    return gain


def largest(colours: Field) -> Field:
    """The largest of the three colours of each pixel, much quicker than numpy's own over so short an axis."""
    return np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2])


@lru_cache(maxsize=8)
def _plane(height: int, width: int) -> Field:
    """One, and how far right and down each pixel of such a picture lies."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    return np.stack([np.ones_like(x), x / width - 0.5, y / height - 0.5], -1).reshape(-1, 3)


def smoothed(values: Field, weight: Field, sigma_px: float) -> Field:
    """A weighted blur of what a plane leaves over, so that slopes survive at the rim."""
    plane = _plane(*weight.shape)
    scaled = plane * weight.reshape(-1, 1)
    slope = np.linalg.solve(scaled.T @ plane + 1e-3 * np.eye(3), scaled.T @ values.reshape(-1, 3))
    base = (plane @ slope.astype(np.float32)).reshape(values.shape)
    part = _blurred(np.asarray((values - base) * weight[..., None], np.float32), sigma_px)
    return np.asarray(base + part / (_blurred(weight, sigma_px)[..., None] + 0.02), np.float32)


def _blurred(field: Field, sigma_px: float) -> Field:
    """A wide Gaussian blur, done on a smaller copy where that makes no difference."""
    step = max(1, int(sigma_px / 3))
    height, width = field.shape[:2]
    size = (max(4, width // step), max(4, height // step))
    small = cv2.resize(field, size, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), sigma_px * size[0] / width, borderType=cv2.BORDER_REFLECT)
    return np.asarray(cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def summed(colours: Field) -> Field:
    """The sum of the three colours of each pixel."""
    return np.asarray(colours[..., 0] + colours[..., 1] + colours[..., 2], np.float32)


def haze_over(evened: Field, blank: Field) -> Field:
    """How much white light a shiny board mirrors at each place: it lifts dark print and leaves white alone."""
    room = np.asarray(np.maximum(1 - blank / WHITE, 0), np.float32)
    haze = np.zeros(blank.shape[:2], np.float32)
    sigma_px = HAZE_SMOOTH * max(haze.shape)
    lifted, white = evened - blank, np.float32(WHITE)
    for tolerance in (60.0, 40.0, 25.0, 25.0):
        off = largest(np.abs(lifted - white * haze[..., None] * room))
        weight = (1 / (1 + (off / np.float32(tolerance)) ** 4))[..., None] * room
        lift = _blurred(summed(np.asarray(weight * lifted / white, np.float32)), sigma_px)
        whole = _blurred(summed(np.asarray(weight * room, np.float32)), sigma_px)
        haze = np.clip(lift / (whole + 0.05), 0, 0.8).astype(np.float32)
    return haze
