"""Colour as cards are compared: log colour, in which a change of light is a mere shift."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Map = NDArray[np.float32]
White = tuple[float, float, float]

# A little light is added so that black stays finite and its noise small.
_FLOOR = 24.0
_WHITE = 230.0
# Brightness, red against green, blue against both; shadows and lamps change the first most, so it counts less.
_MIX = np.array([[0.17, 0.17, 0.17], [0.0, -0.8, 0.8], [-0.7, 0.35, 0.35]], np.float32)


def tones_of(picture_bgr: NDArray[np.uint8], white_bgr: White) -> Map:
    """Three tones for every pixel, as if white paper looked white."""
    gain = _WHITE / np.maximum(np.asarray(white_bgr, np.float32), 30.0)
    log = np.log(picture_bgr.astype(np.float32) * gain + _FLOOR)
    return np.asarray(cv2.transform(log, _MIX), np.float32)
