"""Colour as cards are compared: log colour, in which a change of light is a mere shift."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

Map = NDArray[np.float32]

# A little light is added so that black stays finite and its noise small.
_FLOOR = 80.0
# Brightness, red against green, blue against both; shadows and lamps change the first most, so it counts less.
_MIX = np.array([[0.22, 0.22, 0.22], [0.0, -1.05, 1.05], [-0.9, 0.45, 0.45]], np.float32)


@dataclass(frozen=True)
class Light:
    """How a zone's tones differ from the taught ones: stretched and shifted, each tone by itself."""

    shift: Map = field(default_factory=lambda: np.zeros(3, np.float32))
    scale: Map = field(default_factory=lambda: np.ones(3, np.float32))


AS_IT_IS = Light()


def tones_of(evened_bgr: Map) -> Map:
    """Three tones for every pixel of a picture in even light."""
    log = np.log(np.maximum(evened_bgr, 0.0) + _FLOOR)
    return np.asarray(cv2.transform(log, _MIX), np.float32)
