"""Shows a photo's board in the blank's light and colours: cameras differ in colour strength and contrast too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.even import BLIND, DARK, SHRINK, WHITE, haze_over, smoothed

Bgr = NDArray[np.uint8]
Field = NDArray[np.float32]

# How much blue, green and red weigh in brightness; contrast turns about this grey.
_GREY = np.array([0.114, 0.587, 0.299], np.float32)
_MIDDLE = np.float32(110.0)
# The look is sought on a copy reduced so many times more, in steps of saturation and of the logarithm of contrast.
COARSER, STEPS, ROUNDS = 3, (0.15, 0.1, 0.05), 4
LEAST, MOST = 0.45, 1.8
# What fits worse than this is a piece; how much a look that differs from the blank's must fit better.
ODD, USUAL = 0.2, 0.0002
# Brightness is smooth over so much of the board's length, from coarse to fine, its colour over more.
SMOOTH, GLANCE, COLOUR = (0.30, 0.30, 0.16, 0.09, 0.09), (0.30, 0.30, 0.16), 0.30


@dataclass(frozen=True)
class Look:
    """How strong the photo's colours and its contrast are beside the blank's."""

    saturation: float = 1.0
    contrast: float = 1.0

    def put_on(self, blank: Field) -> Field:
        """The blank as it would look through the photo's camera."""
        seen = _saturated((blank - _MIDDLE) * self.contrast, self.saturation) + _MIDDLE
        return np.asarray(np.clip(seen, 1, 300), np.float32)

    def taken_off(self, seen: Field) -> Field:
        """The photo as it would look through the blank's camera."""
        return _saturated((seen - _MIDDLE) / np.float32(self.contrast), 1 / self.saturation) + _MIDDLE


@dataclass(frozen=True)
class MineLight:
    """The light over the board on a reduced copy: the logarithm of its strength per colour, white haze, the look."""

    gain: Field
    haze: Field
    look: Look

    def taken_off(self, seen_bgr: Bgr, gain: Field, haze: Field) -> Bgr:
        """A view of the board in the blank's light; `gain` and `haze` are this light's, laid on the view."""
        evened = (seen_bgr.astype(np.float32) + np.float32(DARK)) * cv2.exp(-gain) - np.float32(DARK)
        evened = (evened - np.float32(WHITE) * haze[..., None]) / (1 - haze[..., None])
        return np.asarray(np.clip(self.look.taken_off(np.asarray(evened, np.float32)), 0, 255), np.uint8)


def mine_light(seen_bgr: Bgr, blank_bgr: Bgr) -> MineLight:
    """The light in a photo's view of the board, compared with the blank's."""
    seen, blank = _small(seen_bgr, SHRINK), _small(blank_bgr, SHRINK)
    look = _look(*(_small(part, COARSER) for part in (seen, blank)))
    shown = look.put_on(blank)
    gain = _gain(seen, shown, SMOOTH)
    evened = np.asarray((seen + DARK) * np.exp(-gain) - DARK, np.float32)
    return MineLight(gain, haze_over(evened, shown), look)


def misfit(seen_bgr: Bgr, blank_bgr: Bgr) -> float:
    """How far a photo's view of the board is from the blank in a smooth light; pieces count little."""
    seen, blank = (_small(_small(part, SHRINK), COARSER) for part in (seen_bgr, blank_bgr))
    return _misfit(seen, blank, Look())


def _small(picture: NDArray[np.uint8] | Field, times: int) -> Field:
    reduced = cv2.resize(picture, None, fx=1 / times, fy=1 / times, interpolation=cv2.INTER_AREA)
    return np.asarray(reduced, np.float32)


def _saturated(colours: Field, saturation: float) -> Field:
    grey = cv2.transform(colours, _GREY[None])
    return np.asarray(colours * np.float32(saturation) + (grey * np.float32(1 - saturation))[..., None], np.float32)


def _look(seen: Field, blank: Field) -> Look:
    """The look with which the blank fits the photo best, sought step by step."""
    known: dict[Look, float] = {}

    def misfit(look: Look) -> float:
        if look not in known:
            known[look] = _misfit(seen, blank, look)
        return known[look]

    best = Look()
    for step in STEPS:
        for _ in range(ROUNDS):
            last, best = best, min(_beside(best, step), key=misfit)
            if best == last:
                break
    return best


def _beside(look: Look, step: float) -> Iterator[Look]:
    """A look and its neighbours, a step away in saturation, contrast or both."""
    for more in (0, -1, 1):
        for steeper in (0, -1, 1):
            saturation = round(look.saturation + more * step, 3)
            contrast = round(float(look.contrast * np.exp(steeper * step)), 4)
            if min(saturation, contrast) > LEAST and max(saturation, contrast) < MOST:
                yield Look(saturation, contrast)


def _misfit(seen: Field, blank: Field, look: Look) -> float:
    """How far the photo is from the blank in this look, pieces counting little, and how unusual the look is."""
    shown = look.put_on(blank)
    rest = np.log(seen + DARK) - np.log(shown + DARK) - _gain(seen, shown, GLANCE)
    unusual = ((look.saturation - 1) / 0.2) ** 2 + (np.log(look.contrast) / 0.15) ** 2
    return float(np.minimum((rest**2).sum(2), ODD**2).mean() + USUAL * unusual)


def _gain(seen: Field, blank: Field, smooth: tuple[float, ...]) -> Field:
    """The smooth logarithm of the light, from the pixels that agree: pieces and hands are outliers.

    It is sought from coarse to fine, each time trusting the pixels that fit what is known so far; the colour of the
    light changes more slowly than its strength.
    """
    ratio = np.asarray(np.log(seen + DARK) - np.log(blank + DARK), np.float32)
    usable = ((seen.min(axis=2) < BLIND - 5) & (seen.max(axis=2) > 8)).astype(np.float32)
    fair = ratio[usable > 0] if usable.any() else ratio.reshape(-1, 3)
    gain = np.broadcast_to(np.median(fair, axis=0), ratio.shape).astype(np.float32)
    bright = np.repeat(ratio.mean(2, keepdims=True), 3, axis=2)
    tolerance, size = 0.5, max(ratio.shape[:2])
    for width in smooth:
        weight = usable / (1 + (np.abs(ratio - gain).max(axis=2) / tolerance) ** 4)
        gain = smoothed(ratio, weight, max(width, COLOUR) * size)
        if width < COLOUR:
            gain += smoothed(bright, weight, width * size) - gain.mean(2, keepdims=True)
        tolerance = max(0.1, tolerance * 0.6)
    return gain
