"""Corner cards on the table: AprilTags, the zones they span, and what they tell about camera and light."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """How the table is seen: table millimetres (x right, y down from the zone's top left) to photo pixels.

    `eye_mm` is the lens's place (x, y, height above the table), None if it cannot be told.
    `white_bgr` is what the cards' white borders look like in this light, None without cards.
    """

    mm_to_px: NDArray[np.float64]
    eye_mm: tuple[float, float, float] | None
    white_bgr: tuple[float, float, float] | None
