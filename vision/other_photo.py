"""Labels that are not those of the photo beside them: what they teach would spoil all that a pack knows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.errors import ClearNo
from engine.words import say

# Less than this share of what is plain is as labelled only with labels of another photo; honest lessons showed 65 of
# 100 or more. A strange box that is refused cannot be taught at all, so what lies between is learned.
LEAST = 0.5


class OtherPhoto(ClearNo):
    """A photo does not show what its labels tell."""


def check_shown(number: int, shown: NDArray[np.bool_], fewest: int) -> None:
    """Raises OtherPhoto if less than half of the labelled things look as labelled; of a few nobody can tell."""
    if len(shown) >= fewest and shown.mean() < LEAST:
        raise OtherPhoto(
            say("Photo {number} does not show what its labels tell. Are they those of another photo?", number=number)
        )
