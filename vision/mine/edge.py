"""Where a board may lie by its edge alone: the largest thing with four corners that differs from the table."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.lab import to_lab

Bgr = NDArray[np.uint8]
Points = NDArray[np.float64]
Mask = NDArray[np.uint8]

# The photo is looked at in this size; the table is known by so many pixels of the photo's rim.
WORK_PX, SAMPLES, RIM = 420, 160, 0.03
# What differs from the table must fill so much of the photo, not more, and so much of its four corners' outline.
LEAST_AREA, MOST_AREA, LEAST_FULL = 0.08, 0.92, 0.85
_ROUND = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))


def edge_corners(photo_bgr: Bgr) -> Points | None:
    """Four corners in the photo, clockwise from any of them, or None."""
    scale = WORK_PX / max(photo_bgr.shape[:2])
    small = np.asarray(cv2.resize(photo_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    strange = _largest(_strange(np.asarray(cv2.medianBlur(small, 5), np.uint8)))
    if strange is None:
        return None
    outlines, _ = cv2.findContours(strange, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(max(outlines, key=cv2.contourArea))
    corners = _four(hull)
    if corners is None or cv2.countNonZero(strange) < LEAST_FULL * cv2.contourArea(corners.astype(np.float32)):
        return None
    if cv2.contourArea(corners.astype(np.float32), oriented=True) < 0:
        corners = corners[::-1]
    return np.asarray((corners + 0.5) / scale - 0.5, np.float64)


def _strange(small_bgr: Bgr) -> Mask:
    """What has not the colours of the photo's rim, where the table is."""
    lab = to_lab(small_bgr.astype(np.float32)).astype(np.float32)
    height, width = lab.shape[:2]
    rim = max(2, round(RIM * height))
    frame = np.ones((height, width), np.bool_)
    frame[rim:-rim, rim:-rim] = False
    table = lab[frame][:: max(1, int(frame.sum()) // SAMPLES)]
    far = np.full((height, width), np.inf, np.float32)
    for colour in table:
        np.minimum(far, np.linalg.norm(lab - colour, axis=2), out=far)
    level = np.asarray(np.clip(far / max(float(np.percentile(far, 95)), 1e-6) * 200, 0, 255), np.uint8)
    return np.asarray(cv2.threshold(level, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1], np.uint8)


def _largest(mask: Mask) -> Mask | None:
    """The largest thing with its holes filled."""
    closed = cv2.morphologyEx(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _ROUND), cv2.MORPH_OPEN, _ROUND)
    outlines, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not outlines:
        return None
    largest = max(outlines, key=cv2.contourArea)
    if not LEAST_AREA < cv2.contourArea(largest) / mask.size < MOST_AREA:
        return None
    return np.asarray(cv2.drawContours(np.zeros_like(mask), [largest], -1, (255.0,), cv2.FILLED), np.uint8)


def _four(hull: Any) -> Points | None:
    """The hull with so little detail that four corners remain."""
    length = cv2.arcLength(hull, True)
    for share in np.arange(0.01, 0.12, 0.005):
        corners = cv2.approxPolyDP(hull, float(share * length), True)
        if len(corners) == 4:
            return np.asarray(corners.reshape(4, 2), np.float64)
        if len(corners) < 4:
            return None
    return None
