"""Peaks of the map that tells where spots and pawns stand."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crop import MARGIN_PX, TILE_PX

CELL_PX = 8
# No box prints a spot on the very edge of a tile; what shows there belongs to a neighbour.
RIM_CELLS = 4


def peaks(
    heat: NDArray[np.float32], most: int, likely: NDArray[np.float32] | None = None
) -> list[tuple[float, float, float]]:
    """The highest hills inside the tile: x, y in tile widths and height, the highest first.

    `likely` tells of every cell how much a hill there counts when they are ranked.
    """
    smooth = np.pad(heat, 1, mode="edge")
    highest = cv2.dilate(smooth, np.ones((3, 3), np.uint8))[1:-1, 1:-1]
    inside = np.zeros_like(heat, bool)
    inside[RIM_CELLS:-RIM_CELLS, RIM_CELLS:-RIM_CELLS] = True
    rows, columns = np.nonzero((heat >= highest) & inside)
    ranked = heat if likely is None else heat * likely
    order = np.argsort(-ranked[rows, columns])
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
    return place_of(row + dy, column + dx)


def place_of(row: float, column: float) -> tuple[float, float]:
    """The middle of a cell as x and y in tile widths."""
    return ((column + 0.5) * CELL_PX - MARGIN_PX) / TILE_PX, ((row + 0.5) * CELL_PX - MARGIN_PX) / TILE_PX


def height_at(heat: NDArray[np.float32], x: float, y: float) -> float:
    """The height of the map about a place in tile widths."""
    column, row = (round((v * TILE_PX + MARGIN_PX) / CELL_PX) for v in (x, y))
    return float(heat[row - 1 : row + 1, column - 1 : column + 1].max())
