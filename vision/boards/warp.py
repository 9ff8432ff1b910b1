"""Samples a picture at any places."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


def sampled(picture: NDArray[Any], places: NDArray[Any]) -> NDArray[Any]:
    """The picture at places (x, y), between its pixels; beyond its rim the rim goes on."""
    x, y = (np.ascontiguousarray(places[..., part], np.float32) for part in (0, 1))
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
