"""Tells objective tiles apart by the bar with their name: the side that looks like no side of an ordinary tile."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crop import MARGIN_PX, TILE_PX

Bytes = NDArray[np.uint8]
DEEP_PX, INSET_PX, SLACK_PX = 20, 4, 6


def bar_of(crop: Bytes, ordinary: Bytes) -> Bytes:
    """The strip along the side with the name, that side up: the one least like the sides of ordinary tiles."""
    sides = [_strip(crop, turn) for turn in range(4)]
    others = [_strip(tile, turn, SLACK_PX) for tile in ordinary for turn in range(4)]
    likeness = [max((_likeness(side, other) for other in others), default=0.0) for side in sides]
    return sides[int(np.argmin(likeness))]


def likeness_of(crop: Bytes, bars: Bytes) -> NDArray[np.float64]:
    """How well each known bar fits the best side of a tile, 0 to 1."""
    sides = [_strip(crop, turn, SLACK_PX) for turn in range(4)]
    best = [max(_likeness(bar, side) for side in sides) for bar in bars]
    return np.clip(np.array(best, np.float64), 0, 1)


def _strip(crop: Bytes, turn: int, slack_px: int = 0) -> Bytes:
    """The strip just inside one side, turned up, with some slack around it."""
    top, left = MARGIN_PX + INSET_PX - slack_px, MARGIN_PX + INSET_PX - slack_px
    high, wide = DEEP_PX + 2 * slack_px, TILE_PX - 2 * INSET_PX + 2 * slack_px
    return np.ascontiguousarray(np.rot90(crop, turn)[top : top + high, left : left + wide])


def _likeness(strip: Bytes, wider: Bytes) -> float:
    found: Any = cv2.matchTemplate(wider, strip, cv2.TM_CCOEFF_NORMED)
    return float(np.nan_to_num(found).max())
