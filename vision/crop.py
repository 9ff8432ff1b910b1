"""The square view of one tile that every reader looks at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

CROP_PX = 160
TILE_PX = 120
MARGIN_PX = (CROP_PX - TILE_PX) // 2
STRIP_DEEP_PX, STRIP_WIDE_PX, STRIP_LEFT_PX = 32, 64, 8
# Where on the whole crop the close look at a side begins: what runs over the middle of the side, as large as a strip.
CLOSE_TOP_PX, CLOSE_LEFT_PX = 10, (CROP_PX - STRIP_WIDE_PX) // 2
_TARGET = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * TILE_PX + MARGIN_PX - 0.5


def cut_tile(photo_bgr: NDArray[np.uint8], quad_px: Any) -> NDArray[np.uint8]:
    """The tile between the corners TL TR BR BL, with a sixth of its width around it."""
    quad = np.asarray(quad_px, np.float32)
    left, top = np.floor(quad.min(0) - 0.3 * np.ptp(quad, axis=0)).astype(int).clip(0)
    right, bottom = np.ceil(quad.max(0) + 0.3 * np.ptp(quad, axis=0)).astype(int) + 1
    window = photo_bgr[top:bottom, left:right]
    if window.size == 0:
        return np.zeros((CROP_PX, CROP_PX, 3), np.uint8)
    shrunk, scale = _shrunk(window, float(np.linalg.norm(quad[1] - quad[0])))
    inside = ((quad - np.array([left, top], np.float32) + 0.5) * scale - 0.5).astype(np.float32)
    warp = cv2.getPerspectiveTransform(inside, _TARGET)
    return np.asarray(
        cv2.warpPerspective(shrunk, warp, (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def middles_of(quads_px: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Where tiles lie in a photo, in tile widths."""
    side_px = np.mean([np.linalg.norm(quad[1] - quad[0]) for quad in quads_px])
    return np.stack([quad.mean(0) for quad in quads_px]) / float(side_px)


def _shrunk(window: NDArray[np.uint8], side_px: float) -> tuple[Any, Any]:
    """The window made smaller first where the tile is much larger than the crop, against aliasing."""
    if side_px <= 1.5 * TILE_PX:
        return window, np.ones(2, np.float32)
    size = (max(1, round(window.shape[1] * TILE_PX / side_px)), max(1, round(window.shape[0] * TILE_PX / side_px)))
    scale = np.array([size[0] / window.shape[1], size[1] / window.shape[0]], np.float32)
    return cv2.resize(window, size, interpolation=cv2.INTER_AREA), scale


def halved(crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The crops at half size, for the readers that need no finer view."""
    count, rows, columns = crops.shape[:3]
    stacked = np.ascontiguousarray(crops).reshape(count * rows, columns, 3)
    small = cv2.resize(stacked, (columns // 2, count * rows // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8).reshape(count, rows // 2, columns // 2, 3)


def side_strips(small: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Four strips per halved crop, each turned so that its side (N, E, S, W) is up: tiles x 4 x 32 x 64."""
    return _along_sides(small, 0, STRIP_LEFT_PX)


def close_sides(crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The middles of the four sides of each crop from near, turned like the strips and as large."""
    return _along_sides(crops, CLOSE_TOP_PX, CLOSE_LEFT_PX)


def _along_sides(pictures: NDArray[np.uint8], top: int, left: int) -> NDArray[np.uint8]:
    rows, columns = slice(top, top + STRIP_DEEP_PX), slice(left, left + STRIP_WIDE_PX)
    return np.stack([np.rot90(pictures, turn, (1, 2))[:, rows, columns] for turn in range(4)], 1)
