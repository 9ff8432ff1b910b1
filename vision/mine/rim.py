"""How likely a track leaves the field over its rim: mostly where the board shows a start track, seldom elsewhere.

Carts at the rim hide the side that is farther from the camera, which is the outer one, so what leaves there is often
left open. What start tracks look like nobody says: they are what differs beyond the rim from most of its side, if the
lessons' tracks leave the field rather there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.mine.labels import SIDES, Laid
from vision.mine.nets import to_log
from vision.mine.view import COARSE_PX, RIM, MineView

Floats = NDArray[np.float64]

# Beyond the rim so much of a square is looked at, its middle so far outside.
REACH, OUTSIDE = 0.25, 0.3
# How often a track on a square at the rim leaves over it in training; so many tracks like that count beside those of
# the lessons. A difference between start tracks and the rest must explain the lessons so much better.
USUAL, BESIDE, CLEARLY = 0.6, 4.0, 4.0
_STEPS = np.array([(0, -1), (1, 0), (0, 1), (-1, 0)])


def strangeness(view: MineView) -> Floats:
    """How much the blank beyond each side of each square differs from most of that rim; NaN for sides within."""
    far, reach = np.full((view.rows, view.columns, 4), np.nan), round(REACH * COARSE_PX)
    last = np.array([view.columns, view.rows]) - 1
    for side, step in enumerate(_STEPS):
        along = [cell for cell in view.cells if np.any((np.array(cell) + step < 0) | (np.array(cell) + step > last))]
        places = np.array(along) + 0.5 + step * (0.5 + OUTSIDE)
        x, y = np.rint((places + RIM) * COARSE_PX).astype(int).T
        parts = [view.blank_bgr[b - reach : b + reach, a - reach : a + reach] for a, b in zip(x, y, strict=True)]
        looks = to_log(np.stack(parts))
        columns, rows = np.array(along).T
        far[rows, columns, side] = np.abs(looks - np.median(looks, axis=0)).mean((1, 2, 3))
    return far.reshape(-1, 4)


@dataclass(frozen=True)
class Outwards:
    """The log odds, beside what is usual, with which tracks leave over the rim: where it is plain, where not."""

    strange: float = 0.0
    plain: float = 0.0
    marked: float = 0.0

    @classmethod
    def learned(cls, shots: Iterable[tuple[MineView, Laid]]) -> Outwards:
        """By the tracks at the rim on the lessons' photos."""
        seen = sorted(pair for view, laid in shots for pair in _at_rim(view, laid))
        far, leaves = np.array([strange for strange, _ in seen]), np.array([out for _, out in seen], bool)
        alike = cls(0.0, _odds(leaves), _odds(leaves))
        parted = [cls((far[n - 1] + far[n]) / 2, _odds(leaves[:n]), _odds(leaves[n:])) for n in range(1, len(far))]
        fits = [_explained(leaves[:n]) + _explained(leaves[n:]) for n in range(1, len(far))]
        best = int(np.argmax(fits)) if fits else 0
        return parted[best] if fits and fits[best] > _explained(leaves) + CLEARLY else alike

    def told(self) -> dict[str, Any]:
        return {"strange": self.strange, "plain": self.plain, "marked": self.marked}

    @classmethod
    def from_told(cls, told: Mapping[str, Any]) -> Outwards:
        return cls(*(float(told[name]) for name in ("strange", "plain", "marked")))

    def odds(self, view: MineView) -> Floats:
        """What speaks for a track that leaves each square over each of its sides: squares, sides; 0 within."""
        far = strangeness(view)
        return np.where(np.isnan(far), 0.0, np.where(far > self.strange, self.marked, self.plain))


def _at_rim(view: MineView, laid: Laid) -> Iterable[tuple[float, bool]]:
    """Of each track at the rim, how strange the blank is beyond it, and whether the track leaves there."""
    for cell, strange in zip(view.cells, strangeness(view), strict=True):
        track = laid.squares[cell].track if cell in laid.squares else ""
        for side in np.nonzero(~np.isnan(strange))[0] if track else ():
            yield float(strange[side]), SIDES[side] in track


def _share(leaves: NDArray[np.bool_]) -> float:
    return (float(leaves.sum()) + BESIDE * USUAL) / (len(leaves) + BESIDE)


def _explained(leaves: NDArray[np.bool_]) -> float:
    """How well one share explains which tracks leave, as a logarithm."""
    share, out = _share(leaves), float(leaves.sum())
    return float(out * np.log(share) + (len(leaves) - out) * np.log(1 - share))


def _odds(leaves: NDArray[np.bool_]) -> float:
    share = _share(leaves)
    return float(np.log(share / (1 - share)) - np.log(USUAL / (1 - USUAL)))
