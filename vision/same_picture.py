"""Whether two pictures are one: what is told anew of a picture takes the place of what was told before."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Small = NDArray[np.float32]
# Shrunk so much, a picture that was stored differs from itself by less than so many levels anywhere; a piece that came
# or went makes more.
SHRINK, ALIKE = 8, 4.0


def small_of(picture: NDArray[Any]) -> Small:
    """A picture shrunk until only what it shows is left of it."""
    size = (max(1, picture.shape[1] // SHRINK), max(1, picture.shape[0] // SHRINK))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def is_same(one: Small, other: Small) -> bool:
    """Whether two shrunk pictures are of the same photo."""
    return one.shape == other.shape and bool(np.abs(one - other).max() < ALIKE)
