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
_SURE = 1.0
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

    def straighten(self, photo_bgr: Bgr) -> Bgr:
        """The straight picture of a photo; the bend is smooth, so it is reckoned on a grid and filled in."""
        columns, rows = (-(-size // _GRID_PX) + 2 for size in self.size_px)
        grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), -1) - 0.5
        coarse = self.bent(np.asarray(grid * _GRID_PX - 0.5, np.float64)).astype(np.float32)
        x, y = (self._filled_in(np.ascontiguousarray(coarse[..., k])) for k in (0, 1))
        found = cv2.remap(photo_bgr, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(found, np.uint8)

    def _filled_in(self, coarse: NDArray[np.float32]) -> NDArray[np.float32]:
        rows, columns = coarse.shape
        fine = cv2.resize(coarse, (columns * _GRID_PX, rows * _GRID_PX), interpolation=cv2.INTER_LINEAR)
        inner = fine[_GRID_PX : _GRID_PX + self.size_px[1], _GRID_PX : _GRID_PX + self.size_px[0]]
        return np.ascontiguousarray(inner, np.float32)

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
