"""The colours of an abyss token."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.boards.lab import to_lab
from vision.mine.view import COARSE_PX, MineView, coarse_cuts

Cell = tuple[int, int]

# Rings about the middle of the square, in squares.
RINGS = ((0.0, 0.14), (0.14, 0.24), (0.24, 0.32), (0.32, 0.42))


def token_colours(view: MineView, cells: list[Cell]) -> NDArray[np.float64]:
    """The Lab colours of squares in rings about their middles, in the blank's light."""
    if not cells:
        return np.zeros((0, 3 * len(RINGS)))
    cuts = coarse_cuts(view.coarse_bgr, cells, COARSE_PX).astype(np.float32)
    lab = to_lab(cuts.reshape(-1, COARSE_PX, 3)).reshape(cuts.shape)
    y, x = (np.mgrid[0:COARSE_PX, 0:COARSE_PX] + 0.5) / COARSE_PX - 0.5
    far = np.hypot(x, y)
    rings = [lab[:, (far >= low) & (far < high)].mean(1) for low, high in RINGS]
    return np.concatenate(rings, 1).astype(np.float64)
