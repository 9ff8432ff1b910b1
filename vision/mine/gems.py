"""Finds jewels: hills in the field net's map, each with what the net and the colours say of it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mine.nets import HILL_PX, FieldSigns, gem_vectors
from vision.mine.view import COARSE_PX, HALF, MineView, jewel_cuts, raised

Cell = tuple[int, int]
Floats = NDArray[np.float64]
Vectors = NDArray[np.float32]

# What is seen of a jewel lies about so high, in squares.
LIFT = 0.08
# Hills from these log odds on are worth a look, and of those so near to each other, in pixels of the map, the highest.
FAINT, APART = -2.5, 2


@dataclass(frozen=True)
class Hills:
    """Places that may hold a jewel, square by square: the net's vectors of them."""

    at: list[Cell]
    vectors: Vectors

    def on(self, cell: Cell) -> list[int]:
        """The numbers of the hills on a square."""
        return [n for n, at in enumerate(self.at) if at == cell]


def find_hills(view: MineView, signs: FieldSigns) -> Hills:
    """Every place on the field where a jewel may lie, on the square on which it lies."""
    around = cv2.dilate(signs.hill, np.ones((2 * APART + 1,) * 2, np.uint8))
    rows, columns = np.nonzero((signs.hill >= around) & (signs.hill > FAINT))
    peaks = np.stack([columns, rows], 1)
    places = (peaks * HILL_PX + HILL_PX / 2) / COARSE_PX - HALF
    feet = 2 * places - raised(places, LIFT, view.eye)
    cells = np.floor(feet).astype(int)
    inside = ((cells >= 0) & (cells < (view.columns, view.rows))).all(1)
    at = [(int(column), int(row)) for column, row in cells[inside]]
    return Hills(at, gem_vectors(signs, jewel_cuts(view, places[inside]), peaks[inside]))
