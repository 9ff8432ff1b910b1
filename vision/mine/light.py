"""Shows a photo's board in the blank's light and colours: cameras differ in colour strength and contrast too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.even import BLIND, DARK, SHRINK, WHITE, haze_over, largest, smoothed, summed

Bgr = NDArray[np.uint8]
Field = NDArray[np.float32]

# How much blue, green and red weigh in brightness; contrast turns about this grey.
_GREY = np.array([0.114, 0.587, 0.299], np.float32)
_MIDDLE = np.float32(110.0)
# The look is sought on a copy reduced so many times more, in steps of saturation and of the logarithm of contrast.
COARSER, STEPS, ROUNDS = 5, (0.15, 0.05), 4
LEAST, MOST = 0.45, 1.8
# The search starts at the best of these contrasts: haze makes a photo so pale that a search from 1 finds a coloured
# light instead that suits most of the board.
STARTS = (1.0, 0.55, 0.75, 1.35)
# The search for the light starts from the median of every so-manieth pixel.
EVERY = 7
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
        seen = cv2.transform(blank, _mixture(self.saturation, self.contrast))
        return np.asarray(np.clip(seen, 1, 300), np.float32)

    def taken_off(self, seen: Field) -> Field:
        """The photo as it would look through the blank's camera."""
        return np.asarray(cv2.transform(seen, _mixture(1 / self.saturation, 1 / self.contrast)), np.float32)


def _mixture(saturation: float, contrast: float) -> Field:
    """The matrix that makes colours so much stronger and contrast so much steeper; its last column is added."""
    strong = saturation * np.eye(3) + (1 - saturation) * _GREY
    return np.asarray(np.c_[contrast * strong, np.full(3, _MIDDLE * (1 - contrast))], np.float32)


@dataclass(frozen=True)
class MineLight:
    """The light over the board on a reduced copy: the logarithm of its strength per colour, white haze, the look."""

    gain: Field
    haze: Field
    look: Look

    @property
    def change(self) -> tuple[Field, Field]:
        """By what the photo's colours are multiplied, and what is added then, to be in an even light."""
        weaker, clear = np.exp(-self.gain), 1 - self.haze[..., None]
        more = DARK * (weaker - 1) - WHITE * self.haze[..., None]
        return np.asarray(weaker / clear, np.float32), np.asarray(more / clear, np.float32)

    def taken_off(self, seen_bgr: Bgr, times: Field, more: Field) -> Bgr:
        """A view of the board in the blank's light; `times` and `more` are this light's change, laid on the view."""
        evened = cv2.add(cv2.multiply(seen_bgr, times, dtype=cv2.CV_32F), more)
        blanked = self.look.taken_off(np.asarray(evened, np.float32))
        return np.clip(blanked, 0, 255, out=blanked).astype(np.uint8)


def mine_light(seen_bgr: Bgr, blank_bgr: Bgr) -> MineLight:
    """The light in a photo's view of the board, compared with the blank's."""
    seen, blank = _small(seen_bgr, SHRINK), _small(blank_bgr, SHRINK)
    look = _look(*(_small(part, COARSER) for part in (seen, blank)))
    shown = look.put_on(blank)
    glimpse = _Glimpse.of(seen)
    gain = _gain(glimpse.beside(shown), glimpse.usable, SMOOTH)
    evened = np.asarray((seen + DARK) * np.exp(-gain) - DARK, np.float32)
    return MineLight(gain, haze_over(evened, shown), look)


def misfit(seen_bgr: Bgr, blank_bgr: Bgr) -> float:
    """How far a photo's view of the board is from the blank in a smooth light; pieces count little."""
    seen, blank = (_small(_small(part, SHRINK), COARSER) for part in (seen_bgr, blank_bgr))
    return _misfit(_Glimpse.of(seen), blank, Look())


@dataclass(frozen=True)
class _Glimpse:
    """A reduced view of the board: the logarithms of its colours, and which pixels are neither blind nor black."""

    logs: Field
    usable: Field

    @classmethod
    def of(cls, seen: Field) -> _Glimpse:
        usable = (-largest(-seen) < BLIND - 5) & (largest(seen) > 8)
        return cls(np.log(seen + np.float32(DARK)), usable.astype(np.float32))

    def beside(self, blank: Field) -> Field:
        """The logarithm of how much brighter each colour is than the blank's."""
        return np.asarray(self.logs - np.log(blank + np.float32(DARK)), np.float32)


def _small(picture: NDArray[np.uint8] | Field, times: int) -> Field:
    reduced = cv2.resize(picture, None, fx=1 / times, fy=1 / times, interpolation=cv2.INTER_AREA)
    return np.asarray(reduced, np.float32)


def _look(seen: Field, blank: Field) -> Look:
    """The look with which the blank fits the photo best, sought step by step."""
    known: dict[Look, float] = {}
    glimpse = _Glimpse.of(seen)

    def misfit(look: Look) -> float:
        if look not in known:
            known[look] = _misfit(glimpse, blank, look)
        return known[look]

    best = min((Look(contrast=contrast) for contrast in STARTS), key=misfit)
    for step in STEPS:
        for _ in range(ROUNDS):
            last, best = best, min(_beside(best, step), key=misfit)
            if best == last:
                break
    return best


def _beside(look: Look, step: float) -> Iterator[Look]:
    """A look and its neighbours, a step away in saturation or in contrast."""
    for more, steeper in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)):
        saturation = round(look.saturation + more * step, 3)
        contrast = round(float(look.contrast * np.exp(steeper * step)), 4)
        if min(saturation, contrast) > LEAST and max(saturation, contrast) < MOST:
            yield Look(saturation, contrast)


def _misfit(seen: _Glimpse, blank: Field, look: Look) -> float:
    """How far the photo is from the blank in this look, pieces counting little, and how unusual the look is."""
    ratio = seen.beside(look.put_on(blank))
    rest = ratio - _gain(ratio, seen.usable, GLANCE)
    unusual = ((look.saturation - 1) / 0.2) ** 2 + (np.log(look.contrast) / 0.15) ** 2
    return float(np.minimum(summed(rest * rest), np.float32(ODD**2)).mean() + USUAL * unusual)


def _gain(ratio: Field, usable: Field, smooth: tuple[float, ...]) -> Field:
    """The smooth part of the logarithms `ratio`, from the usable pixels that agree: pieces and hands are outliers.

    It is sought from coarse to fine, each time trusting the pixels that fit what is known so far; the colour of the
    light changes more slowly than its strength.
    """
    fair = ratio[usable > 0] if usable.any() else ratio.reshape(-1, 3)
    gain = np.broadcast_to(np.median(fair[::EVERY], axis=0), ratio.shape).astype(np.float32)
    bright = np.repeat(ratio.mean(2, keepdims=True), 3, axis=2)
    tolerance, size = 0.5, max(ratio.shape[:2])
    for width in smooth:
        weight = usable / (1 + np.square(np.square(largest(np.abs(ratio - gain)) / np.float32(tolerance))))
        gain = smoothed(ratio, weight, max(width, COLOUR) * size)
        if width < COLOUR:
            gain += smoothed(bright, weight, width * size) - gain.mean(2, keepdims=True)
        tolerance = max(0.1, tolerance * 0.6)
    return gain
