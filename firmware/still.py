"""Whether the table is still: small frames are compared, and the table must have come to rest before a picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.int16]

LOOK_PX = (160, 120)
STIR = 18  # grey levels by which a pixel must change to count: noise of a dim evening stays under it
STIRRED = 0.0015  # share of pixels that makes motion: about a quarter of a tile, a thirtieth of a hand
REST_S = 0.6
DARK = 14.0
EVEN = 4.0

MOVING, STILL, DARKNESS = "moving", "still", "dark"


@dataclass
class Stillness:
    """Remembers the last small frame, and since when nothing has moved."""

    rest_s: float = REST_S
    _last: Grey | None = None
    _moved_s: float = float("-inf")

    def look(self, small_bgr: NDArray[np.uint8], at_s: float) -> str:
        """Moving, still, or dark when nothing can be told (a covered lens, lights out)."""
        grey = _coarse(small_bgr)
        if grey.mean() < DARK or grey.std() < EVEN:
            self._last, self._moved_s = None, at_s
            return DARKNESS
        if self._last is None or changed(self._last, grey):
            self._moved_s = at_s
        self._last = grey
        return STILL if at_s - self._moved_s >= self.rest_s else MOVING


def _coarse(small_bgr: NDArray[np.uint8]) -> Grey:
    grey = cv2.cvtColor(cv2.resize(small_bgr, LOOK_PX, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey, (3, 3), 0), np.int16)


def changed(one: Grey, other: Grey) -> bool:
    """Whether enough pixels differ; a lamp that flickers as a whole is taken off first."""
    difference = other - one
    difference -= np.int16(np.median(difference))
    return bool((np.abs(difference) > STIR).mean() > STIRRED)
