"""An empty field and an obstinate head, for the tests of the mine reader's parts."""

from __future__ import annotations

from typing import Any

import numpy as np

from vision.heads import Head
from vision.mine.view import COARSE_PX, FINE_PX, RIM, MineView


def flat_view(eye: tuple[float, float, float] | None = None, columns: int = 4, rows: int = 3) -> MineView:
    """An even field, straight from above."""
    shape = (round((rows + 2 * RIM) * COARSE_PX), round((columns + 2 * RIM) * COARSE_PX), 3)
    coarse = np.full(shape, 120, np.uint8)
    fine = np.full((round((rows + 2 * RIM) * FINE_PX), round((columns + 2 * RIM) * FINE_PX), 3), 120, np.uint8)
    return MineView(coarse, coarse.copy(), fine, fine.copy(), columns, rows, eye)


def saying(head: Head, scores: Any) -> Head:
    """A head that says the same of everything."""
    weights = np.zeros_like(head.weights)
    weights[-1] = scores
    return Head(weights, head.ridge, head.scale)
