"""Whether cards may have been passed over: what the net takes for cards and nothing that was read explains."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.rims import CELL_MM

Map = NDArray[np.float32]
Points = NDArray[np.float64]
Place = tuple[float, float]
# A card lies where the net says so with at least this chance; what was read is a little larger than it seems, in cells.
THERE, AROUND = 0.5, 3
# A piece of this part of a card's area is no frayed edge.
PIECE = 0.3


def left_over(lies: Map, quads_mm: Sequence[Points], card_mm: Place) -> bool:
    """Whether the net sees a piece of a card where none was read; corners are in mm of its view."""
    read = np.zeros(lies.shape, np.uint8)
    for quad in quads_mm:
        cv2.fillPoly(read, [np.rint(quad / CELL_MM).astype(np.int32)], 1)
    read = np.asarray(cv2.dilate(read, np.ones((2 * AROUND + 1, 2 * AROUND + 1), np.uint8)), np.uint8)
    rest = ((lies > THERE) & (read == 0)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(rest, connectivity=4)
    pieces_mm2 = stats[1:, cv2.CC_STAT_AREA] * CELL_MM**2
    return bool((pieces_mm2 > PIECE * card_mm[0] * card_mm[1]).any())
