"""A lens that bends straight lines a little: one radial term, found from the corner cards or from the tiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Bgr = NDArray[np.uint8]
Points = NDArray[np.float64]

# A lens of 66 degrees across, as the Pi's camera module 3 and most phones have.
USUAL_FOCAL = 0.77
# What is known before anything is seen: most lenses bend by less than this.
_USUAL_BEND = 0.05
_TRIED = 0.06
_STRONGEST = 0.2
# Less than this moves no tile by a quarter of a millimetre, and is not worth a second picture.
_WORTH = 0.006
_SURE = 3.0
_GRID_PX = 16


@dataclass(frozen=True)
class Lens:
    """A point at (x, y) from the middle of a straight picture is seen at (x, y) * (1 + k1 * r^2), r in focal lengths.

    The straight picture has the photo's size and holds all of the photo.
    """

    k1: float
    size_px: tuple[int, int]

    def bent(self, straight_px: Points) -> Points:
        """Where points of the straight picture are in the photo."""
        away = (np.asarray(straight_px, np.float64) - self._middle()) / self._shrunk()
        seen: Points = away * self._stretch((away**2).sum(-1, keepdims=True)) + self._middle()
        return seen

    def straight(self, seen_px: Points) -> Points:
        """Where points of the photo are in the straight picture."""
        away = np.asarray(seen_px, np.float64) - self._middle()
        stretch = np.ones_like(away[..., :1])
        for _ in range(12):
            stretch = self._stretch(((away / stretch) ** 2).sum(-1, keepdims=True))
        found: Points = away / stretch * self._shrunk() + self._middle()
        return found

    def straighten(self, photo_bgr: Bgr, around_px: Points | None = None) -> Bgr:
        """The straight picture of a photo, or only of the part around these points; the rest stays black.

        The bend is smooth, so it is reckoned on a grid and filled in.
        """
        size = np.array(self.size_px)
        low, high = np.zeros(2, int), size
        if around_px is not None:
            low, high = (np.rint(edge).astype(int).clip(0, size) for edge in (around_px.min(0), around_px.max(0)))
        columns, rows = -(-(high - low) // _GRID_PX) + 2
        grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), -1) - 0.5
        coarse = self.bent(np.asarray(grid * _GRID_PX - 0.5 + low, np.float64)).astype(np.float32)
        x, y = (_filled_in(np.ascontiguousarray(coarse[..., k]), high - low) for k in (0, 1))
        straight = np.zeros_like(photo_bgr)
        straight[low[1] : high[1], low[0] : high[0]] = cv2.remap(
            photo_bgr, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return straight

    def _middle(self) -> Points:
        return np.array(self.size_px, np.float64) / 2 - 0.5

    def _stretch(self, squares: Points) -> Points:
        return np.asarray(1 + self.k1 / (USUAL_FOCAL * max(self.size_px)) ** 2 * squares, np.float64)

    def _shrunk(self) -> float:
        """How much smaller the straight picture is drawn, so that a barrel's corners do not leave it."""
        if self.k1 >= 0:
            return 1.0
        corner = float((self._middle() ** 2).sum())
        stretch = np.ones(1)
        for _ in range(12):
            stretch = self._stretch(np.array([corner]) / stretch**2)
        return float(stretch[0])


def _filled_in(coarse: NDArray[np.float32], size: NDArray[np.int64]) -> NDArray[np.float32]:
    rows, columns = coarse.shape
    fine = cv2.resize(coarse, (columns * _GRID_PX, rows * _GRID_PX), interpolation=cv2.INTER_LINEAR)
    return np.ascontiguousarray(fine[_GRID_PX : _GRID_PX + size[1], _GRID_PX : _GRID_PX + size[0]], np.float32)


def lens_that_fits(size_px: tuple[int, int], misfit: Callable[[Lens], float]) -> Lens | None:
    """The lens under which things fit best, None where a straight one does as well or nothing is told.

    `misfit` is a sum of squared residuals, each in units of its own error.
    """
    k1, spread = 0.0, _TRIED
    for _ in range(3):
        tried = np.array([k1 - spread, k1, k1 + spread])
        costs = [misfit(Lens(float(k), size_px)) + (float(k) / _USUAL_BEND) ** 2 for k in tried]
        curve = (costs[0] + costs[2] - 2 * costs[1]) / spread**2
        if not curve > 0:
            return None
        k1 += float(np.clip((costs[0] - costs[2]) / (2 * curve * spread), -_STRONGEST, _STRONGEST))
        spread /= 3
        if abs(k1) < max(_WORTH, _SURE / np.sqrt(curve / 2)):
            return None
    return Lens(k1, size_px) if abs(k1) < _STRONGEST else None
