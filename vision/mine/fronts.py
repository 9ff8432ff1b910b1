"""Which way a cart faces: its four ends are laid on the fronts, backs and flanks of the lessons' carts.

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
# What counts the head, how unlike front and back are, and how unlike both are to flanks, these in units of what the
# lessons show of it, before the lessons tell; and how strongly that holds.
USUAL, HOLD = np.array([0.5, 1.0, 1.0]), np.array([5.0, 0.3, 0.3])
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
    """The looks of all ends of the lessons' carts, and how much the head and both sorts of likeness count."""

    looks: Floats  # ends (front, right flank, back, left flank), carts, rows, columns
    counts: Odds

    @classmethod
    def learned(cls, ends: Floats, facings: NDArray[np.intp], heads: Odds) -> Fronts | None:
        """By carts that are known to face these sides, and the log odds of all sides by a head that others taught.

        None if they are too few.
        """
        if len(ends) < FEWEST:
            return None
        turned = np.stack([np.roll(four, -facing, 0) for four, facing in zip(ends, facings, strict=True)], 1)
        looks, heads = turned[:, :MOST, ASIDE:-ASIDE, ASIDE:-ASIDE], heads[:MOST]
        fronts = cls(looks, USUAL)
        told = [fronts._told_by(head, four, n) for n, (head, four) in enumerate(zip(heads, ends, strict=False))]
        upright = np.stack([np.roll(rows, -facing, 0) for rows, facing in zip(told, facings, strict=False)])
        differences = upright[:, :1] - upright
        units = np.sqrt((np.stack([differences[:, 2, 1], differences[:, 1, 2]]) ** 2).mean(1))
        scale = np.array([1.0, *np.maximum(units, 1e-6)])
        return cls(looks, _weighed(differences / scale) / scale)

    def odds(self, head: Odds, ends: Floats) -> Odds:
        """The log odds that a cart faces each side, by the head's and its four ends."""
        return np.asarray(self._told_by(head, ends) @ self.counts)

    def _told_by(self, head: Odds, ends: Floats, without: int | None = None) -> Odds:
        """Of each side what the head says, how alike front and back are to those known, and how unlike the flanks."""
        front, right, back, left = self._likeness(ends, without).T
        flank = np.maximum(right, left)
        facing, turned, flanked = (
            part + np.roll(other, 2) for part, other in ((front, back), (back, front), (flank,) * 2)
        )
        return np.stack([head, (facing - turned) / 2, (facing + turned) / 2 - flanked], 1)

    def _likeness(self, ends: Floats, without: int | None) -> Odds:
        """How alike each end is to those ends of the lessons' carts that are most like it: ends, known ends."""
        size = self.looks.shape[2:]
        windows = sliding_window_view(ends, size, (1, 2)).reshape(4, -1, size[0] * size[1])
        looks = np.stack([self.looks, self.looks[..., ::-1]], 2).reshape(-1, size[0] * size[1])
        most = (_evened(windows) @ _evened(looks).T).max(1).reshape(4, 4, -1, 2)
        others = np.arange(most.shape[2]) != without
        best = np.sort(most[:, :, others].reshape(4, 4, -1), axis=2)[:, :, -ALIKE:]
        return np.asarray(best.mean(2), np.float64)

    def told(self) -> dict[str, Any]:
        return {"looks": np.round(self.looks.astype(float), 2).tolist(), "counts": self.counts.tolist()}

    @classmethod
    def from_told(cls, told: Mapping[str, Any]) -> Fronts:
        looks, counts = np.array(told["looks"], np.float32), np.array(told["counts"], np.float64)
        if looks.ndim != 4 or looks.shape[0] != 4 or counts.shape != USUAL.shape:
            raise ValueError("fronts are no pictures")
        return cls(looks, counts)


def _weighed(differences: Odds) -> Odds:
    """How much each column counts so that the first of four is most often the likeliest: a logistic regression.

    It stays near what is usual; `differences` are those of the first from each: examples, sides, columns.
    """
    counts = USUAL
    for _ in range(STEPS):
        wrong = np.exp(-np.logaddexp.reduce(-differences @ counts, axis=1, keepdims=True) - differences @ counts)
        mean = (wrong[..., None] * differences).sum(1)
        bend = np.einsum("ns,nsa,nsb->ab", wrong, differences, differences) - mean.T @ mean + np.diag(HOLD)
        step = np.linalg.solve(bend, mean.sum(0) - HOLD * (counts - USUAL))
        counts = np.maximum(counts + step / 2, 0)
    return np.asarray(counts)


def _evened(ends: Floats) -> Floats:
    """Pictures as numbers whose mean is 0 and whose squares add up to 1, or less if they are faint."""
    inner = ends - ends.mean(-1, keepdims=True)
    long = np.sqrt((inner**2).sum(-1, keepdims=True))
    return np.asarray(inner / np.maximum(long, FAINT), np.float32)
