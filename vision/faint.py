"""How faintly a box prints its spots: where the built-in reader hardly sees those of a lesson, it misses them later.

Without this, boxes with small icons and no discs behind them were read as bare, and surely so.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.face import TileFace
from vision.heads import built_in_heads
from vision.net import Floats, built_in_weights, spot_features, tile_features, to_input
from vision.odds import weighed
from vision.patch import cut_patch
from vision.places import candidates, sides_of
from vision.prints import NO_ICONS

# So many hills of each tile are looked at; of the tiles with a spot this share may be seen still less plainly.
PEAKS, LEAST_PLAIN = 3, 0.1
# So much of how low the border lies in a lesson counts, chosen on 70 boxes, and no more than so many log odds.
COUNTS, MOST = 0.7, 2.8


def faintness(crops: NDArray[np.uint8], shifts: Floats, faces: Sequence[TileFace], small: Floats) -> float:
    """By how many log odds the border between tiles with a spot and bare ones lies lower than in most boxes.

    Tiles with a station are left out: the built-in reader takes the stations of some boxes for spots.
    """
    told = _told(crops, shifts, faces, small)
    bare = [odds for odds, face in told if not face.spots]
    spots = [odds for odds, face in told if face.spots]
    if not bare or not spots:
        return 0.0
    return float(np.clip(-COUNTS * (max(bare) + np.quantile(spots, LEAST_PLAIN)) / 2, 0.0, MOST))


def _told(
    crops: NDArray[np.uint8], shifts: Floats, faces: Sequence[TileFace], small: Floats
) -> list[tuple[float, TileFace]]:
    """The log odds that the built-in reader gives of a spot on each tile without a station, and the tile's face."""
    heat = tile_features(small)["heat"]
    asked = [i for i, face in enumerate(faces) if not face.station and not face.objective]
    rows = [(i, *place) for i in asked for place in candidates(heat[i], PEAKS, sides_of(faces[i]), 0.0)]
    if not rows:
        return []
    tile = np.array([i for i, *_ in rows])
    x = to_input(np.stack([cut_patch(crops[i], x, y) for i, x, y, _ in rows]), shifts[tile])
    seen = built_in_heads(built_in_weights())["spot"].probabilities(spot_features(x))
    chances = weighed(seen, np.array([height for *_, height in rows]), x, NO_ICONS)
    odds = np.log(chances[:, 1:].sum(1) + 1e-6) - np.log(chances[:, 0] + 1e-6)
    return [(float(odds[tile == i].max()), faces[i]) for i in np.unique(tile)]
