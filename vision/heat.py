"""Peaks of the map that tells where spots and pawns stand."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crop import MARGIN_PX, TILE_PX

CELL_PX = 8
# No box prints a spot on the very edge of a tile; what shows there belongs to a neighbour.
RIM_CELLS = 4


def peaks(heat: NDArray[np.float32], most: int) -> list[tuple[float, float, float]]:
    """The highest hills inside the tile: x, y in tile widths and height, the highest first."""
    smooth = np.pad(heat, 1, mode="edge")
    highest = cv2.dilate(smooth, np.ones((3, 3), np.uint8))[1:-1, 1:-1]
    inside = np.zeros_like(heat, bool)
    inside[RIM_CELLS:-RIM_CELLS, RIM_CELLS:-RIM_CELLS] = True
    rows, columns = np.nonzero((heat >= highest) & inside)
    order = np.argsort(-heat[rows, columns])
    found: list[tuple[float, float, float]] = []
    for index in order:
        x, y = _refined(heat, int(rows[index]), int(columns[index]))
        if all(np.hypot(x - a, y - b) > 0.15 for a, b, _ in found):
            found.append((x, y, float(heat[rows[index], columns[index]])))
        if len(found) == most:
            break
    return found


def _refined(heat: NDArray[np.float32], row: int, column: int) -> tuple[float, float]:
    window = heat[row - 1 : row + 2, column - 1 : column + 2]
    total = float(window.sum()) + 1e-9
    dx = float((window * np.array([[-1, 0, 1]])).sum()) / total
    dy = float((window * np.array([[-1], [0], [1]])).sum()) / total
    return ((column + 0.5 + dx) * CELL_PX - MARGIN_PX) / TILE_PX, ((row + 0.5 + dy) * CELL_PX - MARGIN_PX) / TILE_PX
