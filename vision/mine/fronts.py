"""Which end of a cart is its front: both its ends are laid on both ends of the lessons' carts.

A box's carts differ in colour alone, so what their fronts have and their backs have not, be it two lamps, is the same
on all of them. Grey without what is smooth tells it, whatever the clan and the light.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.mine.nets import to_log

Cuts = NDArray[np.uint8]
Floats = NDArray[np.float32]
Odds = NDArray[np.float64]

# Of a cut about a cart, an end lies so far out from its middle and so far to both sides, as shares of the cut's size;
# it may lie so many pixels aside. What is smoother than this, in pixels, is light and clan.
NEAR, FAR, WIDE, ASIDE, SMOOTH = 0.155, 0.445, 0.195, 3, 3.5
# Less contrast than this, in logarithms, tells nothing; so many of the lessons' ends that are most alike count.
FAINT, ALIKE = 0.3, 3
# Fewer carts tell nothing; of more than these the first do.
FEWEST, MOST = 4, 32
# What counts the head, and likeness in units of what the lessons show of it, before the lessons tell; and how strongly
# that holds.
USUAL, HOLD = np.array([0.5, 1.0]), np.array([5.0, 0.3])
STEPS = 50


def ends_of(cuts: Cuts) -> Floats:
    """The ends of each cut in the north, east, south and west, outwards up: cuts, sides, rows, columns."""
    grey = to_log(cuts).mean(3)
    fine = np.stack([one - cv2.GaussianBlur(one, (0, 0), SMOOTH) for one in grey]) if len(cuts) else grey
    px = cuts.shape[1]
    first, last = (round((0.5 - out) * px) for out in (FAR, NEAR))
    left, right = (round((0.5 + off) * px) for off in (-WIDE, WIDE))
    rows, columns = slice(max(0, first - ASIDE), last + ASIDE), slice(left - ASIDE, right + ASIDE)
    return np.stack([np.rot90(fine, side, (1, 2))[:, rows, columns] for side in range(4)], 1).astype(np.float32)


@dataclass(frozen=True)
class Fronts:
    """The looks of the fronts and the backs of the lessons' carts, and how much head and likeness count."""

    looks: Floats  # ends (front, back), carts, rows, columns
    counts: Odds

    @classmethod
    def learned(cls, ends: Floats, facings: NDArray[np.intp], heads: Odds) -> Fronts | None:
        """By carts that are known to face these sides, and the log odds for that which a head taught by others gives.

        None if they are too few.
        """
        if len(ends) < FEWEST:
            return None
        every, inner = np.arange(len(ends)), slice(ASIDE, -ASIDE)
        both = np.stack([ends[every, (facings + turn) % 4] for turn in (0, 2)])[:, :MOST, inner, inner]
        fronts = cls(both, USUAL)
        alike = np.array([fronts.likeness(ends[n], n)[facings[n]] for n in range(both.shape[1])])
        unit = max(float(np.sqrt((alike**2).mean())), 1e-6)
        return cls(both, _weighed(np.stack([heads[: len(alike)], alike / unit], 1)) / (1.0, unit))

    def odds(self, head: Odds, ends: Floats) -> Odds:
        """The log odds that a cart faces each side rather than the opposite one, by the head's and its four ends."""
        return np.asarray(np.stack([head, self.likeness(ends)], 1) @ self.counts)

    def likeness(self, ends: Floats, without: int | None = None) -> Odds:
        """How much more each side looks like a front and its opposite like a back than the other way round."""
        size = self.looks.shape[2:]
        windows = sliding_window_view(ends, size, (1, 2)).reshape(4, -1, size[0] * size[1])
        looks = np.stack([self.looks, self.looks[..., ::-1]], 2).reshape(-1, size[0] * size[1])
        most = (_evened(windows) @ _evened(looks).T).max(1).reshape(4, 2, -1, 2)
        others = np.arange(most.shape[2]) != without
        best = np.sort(most[:, :, others].reshape(4, 2, -1), axis=2)[:, :, -ALIKE:].mean(2)
        more = best[:, 0] - best[:, 1]
        return np.asarray(more - np.roll(more, 2), np.float64)

    def told(self) -> dict[str, Any]:
        return {"looks": np.round(self.looks.astype(float), 2).tolist(), "counts": self.counts.tolist()}

    @classmethod
    def from_told(cls, told: Mapping[str, Any]) -> Fronts:
        looks, counts = np.array(told["looks"], np.float32), np.array(told["counts"], np.float64)
        if looks.ndim != 4 or looks.shape[0] != 2 or counts.shape != (2,):
            raise ValueError("fronts are no pictures")
        return cls(looks, counts)


def _weighed(odds: Odds) -> Odds:
    """How much each column counts so that their sum is most often right: a logistic regression near what is usual."""
    counts = USUAL
    for _ in range(STEPS):
        wrong = 1 / (1 + np.exp(np.clip(odds @ counts, -30, 30)))
        bend = (odds.T * (wrong * (1 - wrong))) @ odds + np.diag(HOLD)
        step = np.linalg.solve(bend, odds.T @ wrong - HOLD * (counts - USUAL))
        counts = np.maximum(counts + step / 2, 0)
    return np.asarray(counts)


def _evened(ends: Floats) -> Floats:
    """Pictures as numbers whose mean is 0 and whose squares add up to 1, or less if they are faint."""
    inner = ends - ends.mean(-1, keepdims=True)
    long = np.sqrt((inner**2).sum(-1, keepdims=True))
    return np.asarray(inner / np.maximum(long, FAINT), np.float32)
