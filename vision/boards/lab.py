"""Colours as the eye tells them apart."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]

# The Lab colours are divided by what is a clear difference in each of their parts.
CLEAR = np.array([10.0, 5.0, 5.0], np.float32)


def to_lab(bgr: Field) -> Field:
    """Lab colours of a picture with values from 0 to 255, each part in steps that are clear to the eye."""
    return np.asarray(cv2.cvtColor(np.minimum(bgr / 255, 1.15), cv2.COLOR_BGR2LAB) / CLEAR, np.float32)
