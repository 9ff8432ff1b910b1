"""What runs over a side of a tile, as colours across it: dashes and sleepers look alike wherever along it they begin.

The side net and the looks see dashes at their places, so a railway drawn as dashes was blank where these lay otherwise
than in the lesson.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.face import SIDE_LETTERS, TileFace
from vision.likeness import HALF_MARGIN_PX, HALF_TILE_PX
from vision.net import Floats

# Of a halved tile a profile shows so much of its depth, from just inside the edge, and of its side what is about the
# middle, which may lie so many pixels aside.
DEEP, WIDE_PX, ASIDE_PX = slice(2, 15), 28, 4
# Gaps below this are all alike.
EVEN = 0.02


def profiles_of(upright: Floats) -> Floats:
    """The mean colours across the upper side of halved tiles, and how much each changes into the depth, as rows."""
    first = HALF_MARGIN_PX + (HALF_TILE_PX - WIDE_PX) // 2 - ASIDE_PX
    rows = slice(HALF_MARGIN_PX + DEEP.start, HALF_MARGIN_PX + DEEP.stop)
    band = upright[:, rows, first : first + WIDE_PX + 2 * ASIDE_PX]
    return np.asarray(np.concatenate([band.mean(1), band.std(1)], -1), np.float32)


@dataclass(frozen=True)
class Profiles:
    """The profiles of the sides of a box's lessons, and the number of what each side shows."""

    rows: Floats
    letters: NDArray[np.int64]

    @property
    def known(self) -> bool:
        return len(self.letters) > 0

    def gaps(self, upright: Sequence[Floats]) -> Floats:
        """How far the upper side of each halved tile is from sides with each letter, as logs; from unknown ones as far
        as from the farthest."""
        wide = profiles_of(np.stack(upright))
        inner = slice(ASIDE_PX, ASIDE_PX + WIDE_PX)
        known = _even(np.concatenate([self.rows, self.rows[:, ::-1]])[:, inner])
        apart = np.full((len(wide), len(known)), np.inf, np.float32)
        for aside in range(2 * ASIDE_PX + 1):
            seen = _even(wide[:, aside : aside + WIDE_PX])
            squares = (seen**2).sum(1)[:, None] + (known**2).sum(1) - 2 * seen @ known.T
            apart = np.minimum(apart, np.maximum(squares, 0))
        letters = np.tile(self.letters, 2)
        nearest = [apart[:, letters == letter].min(1, initial=np.inf) for letter in range(len(SIDE_LETTERS))]
        gaps = np.log(np.stack(nearest, 1) / WIDE_PX + EVEN)
        farthest = np.where(np.isfinite(gaps), gaps, -np.inf).max(1, keepdims=True)
        return np.asarray(np.minimum(gaps, farthest), np.float32)

    def arrays(self) -> dict[str, Any]:
        """The form in which a pack keeps them."""
        return {"profiles.rows": self.rows.astype(np.float16), "profiles.letters": self.letters}


def _even(profiles: Floats) -> Floats:
    """Profiles as rows, without the colour that all of one has in common: that is ground and light."""
    means = profiles[..., :3]
    return np.concatenate([means - means.mean(1, keepdims=True), profiles[..., 3:]], -1).reshape(len(profiles), -1)


def profiles_of_lesson(small: Floats, faces: Sequence[TileFace]) -> Profiles:
    """The profiles of all sides of halved tiles whose faces are known."""
    rows = np.stack([profiles_of(np.rot90(small, turn, (1, 2))) for turn in range(4)], 1)
    letters = np.array([SIDE_LETTERS.index(letter) for face in faces for letter in face.sides], np.int64)
    return Profiles(rows.reshape(-1, *rows.shape[2:]), letters)


def kept_profiles(data: Any) -> Profiles:
    """The profiles that a pack keeps; one from before they were kept has none until taught again."""
    if "profiles.rows" not in data:
        return NO_PROFILES
    return Profiles(data["profiles.rows"].astype(np.float32), data["profiles.letters"])


NO_PROFILES = Profiles(np.zeros((0, WIDE_PX + 2 * ASIDE_PX, 6), np.float32), np.zeros(0, np.int64))
