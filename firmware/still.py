"""Whether the table is at rest: small frames are compared, and rest must have lasted before a picture is taken."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.motion import changed_part

STIRRED = 0.002  # share of the picture that makes motion: a third of a tile, a thirtieth of a hand
REST_S = 0.6
REST_FRAMES = 3  # a busy machine sees few frames: two that are alike may show a hand on its way back
DARK = 14.0  # mean grey level
EVEN = 4.0  # spread of grey levels; a table with cards on it has far more

MOVING, STILL, DARKNESS = "moving", "still", "dark"


@dataclass
class Stillness:
    """Remembers the last small frame, and since when nothing has moved."""

    rest_s: float = REST_S
    _last: NDArray[np.uint8] | None = None
    _moved_s: float = float("-inf")
    _calm: int = 0

    def look(self, small_bgr: NDArray[np.uint8], at_s: float) -> str:
        """Moving, still, or dark when nothing can be told (a covered lens, lights out)."""
        grey = small_bgr[::4, ::4, 1]  # green alone, sparsely: enough to tell darkness
        if grey.mean() < DARK or grey.std() < EVEN:
            self._last, self._moved_s, self._calm = None, at_s, 0
            return DARKNESS
        self._calm += 1
        if self._last is None or changed_part(self._last, small_bgr) >= STIRRED:
            self._moved_s, self._calm = at_s, 0
        self._last = small_bgr
        return STILL if at_s - self._moved_s >= self.rest_s and self._calm >= REST_FRAMES else MOVING
