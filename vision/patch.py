"""A close view of one place on a tile, where a spot's icon or a pawn may be."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.crop import CROP_PX, MARGIN_PX, TILE_PX

PATCH_PX = 56


def cut_patch(crop: NDArray[np.uint8], x: float, y: float) -> NDArray[np.uint8]:
    """The patch of a tile's crop about a place in tile widths."""
    left, top = (int(np.clip(round(MARGIN_PX + TILE_PX * v - PATCH_PX / 2), 0, CROP_PX - PATCH_PX)) for v in (x, y))
    return crop[top : top + PATCH_PX, left : left + PATCH_PX]
