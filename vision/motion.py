"""Whether anything moves: small frames against a slowly renewed picture of how the table was."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]

_SMALL = (160, 90)
# A pixel has changed when it differs by this many grey levels after the whole picture's brightness is evened out.
_CHANGED = 14
_STILL_SHARE = 0.002
_STILL_FRAMES = 8


class MotionCheck:
    """Fed with lores frames (640 x 360, grey or BGR), says when the table has come to rest.

    A lamp switched on or exposure that drifts changes every pixel alike and is not motion; a hand that stays is still
    in the end, so callers also ask whether it lies over a zone.
    """

    def __init__(self) -> None:
        self._last: NDArray[np.float32] | None = None
        self._calm = 0
        self.share = 0.0

    def feed(self, frame: Frame) -> bool:
        """Takes the next frame; true once nothing has moved for some frames."""
        now = _reduced(frame)
        if self._last is None or self._last.shape != now.shape:
            self._last, self._calm, self.share = now, 0, 1.0
            return False
        self.share = float(np.mean(cv2.absdiff(now, self._last) > _CHANGED))
        self._last = now
        self._calm = self._calm + 1 if self.share < _STILL_SHARE else 0
        return self._calm >= _STILL_FRAMES


def changed_part(before: Frame, after: Frame) -> float:
    """The share of the picture (0..1) that differs between two frames of the same size."""
    return float(np.mean(cv2.absdiff(_reduced(before), _reduced(after)) > _CHANGED))


def _reduced(frame: Frame) -> NDArray[np.float32]:
    """A small grey picture with its mean brightness evened out, so that noise and exposure do not count."""
    small = cv2.resize(frame, _SMALL, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if small.ndim == 3 else small
    level = max(float(np.mean(grey)), 1.0)
    return np.asarray(grey, np.float32) * np.float32(110 / level)
