"""What a camera that stands still remembers of the mine board: which squares look as they did.

A moved cart changes two squares, and perhaps some beside them by its shadow. All others look as they did when table and
record last agreed, whatever the lamp does, and need no second opinion.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mine.nets import to_log
from vision.mine.view import COARSE_PX, RIM, MineView

Floats = NDArray[np.float32]
Cell = tuple[int, int]

# A square is compared at so many pixels.
LOOK_PX = COARSE_PX // 2
# So much of the colours' logarithms is a change, and so many pixels make another square: a jewel has about 25, a die's
# pip 3. A board that was pushed is found again up to a pixel off: what lies between the pixels around one is no change.
CHANGED, LEAST_PX = 0.14, 3
# The light changes smoothly over the board: what differs by more than this is no light; it is left out in some rounds.
ODD, ROUNDS = 0.08, 4


@dataclass(frozen=True)
class Look:
    """The field with one square around it as a small picture in logarithms of colour."""

    small: Floats
    columns: int
    rows: int

    @classmethod
    def of(cls, view: MineView) -> Look:
        rim = round((RIM - 1) * COARSE_PX)
        inner = view.coarse_bgr[rim:-rim, rim:-rim]
        size = ((view.columns + 2) * LOOK_PX, (view.rows + 2) * LOOK_PX)
        small = np.asarray(cv2.resize(inner, size, interpolation=cv2.INTER_AREA), np.uint8)
        return cls(to_log(small), view.columns, view.rows)

    def still(self, before: Look, same_place: bool) -> frozenset[Cell]:
        """The squares, also just outside the field, that look as they did; a moved board is compared less finely."""
        if self.small.shape != before.small.shape:
            return frozenset()
        lit = before.small + _light(self.small - before.small)
        around = np.ones((1, 1) if same_place else (3, 3), np.uint8)
        off = np.maximum(self.small - cv2.dilate(lit, around), cv2.erode(lit, around) - self.small).max(2) > CHANGED
        counts = _by_square(off).sum((2, 3))
        return frozenset((int(x) - 1, int(y) - 1) for y, x in np.argwhere(counts < LEAST_PX))


def _by_square(picture: NDArray[Any]) -> NDArray[Any]:
    """A picture as (row, column, pixels down, pixels across, ...)."""
    rows, columns = (side // LOOK_PX for side in picture.shape[:2])
    return picture.reshape(rows, LOOK_PX, columns, LOOK_PX, *picture.shape[2:]).swapaxes(1, 2)


def _light(change: Floats) -> Floats:
    """The part of a change that is smooth over the whole board: a quadratic surface through the squares."""
    squares = _by_square(change)
    rows, columns = squares.shape[:2]
    middles = np.median(squares.reshape(rows * columns, -1, 3), axis=1)
    terms = _terms(*np.meshgrid(np.linspace(-1, 1, columns), np.linspace(-1, 1, rows)))
    weights = np.exp(-np.abs(middles - np.median(middles, axis=0)).max(1) / (4 * ODD))
    for _ in range(ROUNDS):
        root = np.sqrt(weights)[:, None]
        surface = np.linalg.lstsq(terms * root, middles * root, rcond=None)[0]
        weights = 1 / (1 + (np.abs(middles - terms @ surface).max(1) / ODD) ** 2)
    height, width = change.shape[:2]
    wide, high = (np.linspace(-many, many, px) for many, px in ((1 + 1 / columns, width), (1 + 1 / rows, height)))
    return np.asarray((_terms(*np.meshgrid(wide, high)) @ surface).reshape(change.shape), np.float32)


def _terms(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    x, y = x.ravel(), y.ravel()
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], 1)
