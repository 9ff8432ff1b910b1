"""Which end of a cart is its front, by what both ends of the lessons' carts look like.

A box's carts differ in colour alone, so what their fronts have and their backs have not is the same on all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mine.nets import to_log

Cuts = NDArray[np.uint8]
Floats = NDArray[np.float64]

# Carts are compared in so many pixels; no pixel is known better than this; fewer carts tell nothing.
PX, LEAST_SPREAD, FEWEST = 14, 0.02, 4
# How sure a difference between the ends must be and may be said to be, and how much carts are taken to differ anyway.
LEAST, MOST, DOUBT = 2.0, 6.0, 4.0


def end_differences(cuts: Cuts) -> Floats:
    """By how much each cut differs from itself upside down, each of N, E, S, W upwards: cuts, sides, numbers."""
    found = []
    for side in range(4):
        small = [cv2.resize(cut, (PX, PX), interpolation=cv2.INTER_AREA) for cut in np.rot90(cuts, side, (1, 2))]
        logs = to_log(np.stack(small)).astype(np.float64)
        found.append((logs - logs[:, ::-1]).reshape(len(cuts), -1))
    return np.stack(found, 1)


@dataclass(frozen=True)
class Fronts:
    """By what a front is known, and how much that counts."""

    weights: Floats
    trust: float

    @classmethod
    def learned(cls, ends: Floats, facings: NDArray[np.intp]) -> Fronts | None:
        """By carts that are known to face these sides; None if they are too few, or their ends look alike."""
        if len(ends) < FEWEST:
            return None
        fronts = ends[np.arange(len(ends)), facings]
        mirrored = fronts.reshape(-1, PX, PX, 3)[:, :, ::-1].reshape(fronts.shape)
        both = (fronts + mirrored) / 2
        spread = ((fronts - both.mean(0)) ** 2 + (mirrored - both.mean(0)) ** 2).mean(0) / 2 + LEAST_SPREAD
        told = [_scores(_weights(np.delete(both, n, 0).mean(0), spread), fronts[n]) for n in range(len(fronts))]
        mean = float(np.mean(told))
        trust = 2 * mean / float(np.var(told) + (DOUBT / len(told)))
        return cls(_weights(both.mean(0), spread), min(trust, MOST)) if trust > LEAST else None

    def odds(self, ends: Floats) -> Floats:
        """The log odds that a cart faces each side rather than the opposite one."""
        return self.trust * _scores(self.weights, ends)

    def told(self) -> dict[str, Any]:
        return {"weights": np.round(self.weights, 5).tolist(), "trust": round(self.trust, 4)}

    @classmethod
    def from_told(cls, told: Mapping[str, Any]) -> Fronts:
        weights = np.array(told["weights"], np.float64)
        if weights.shape != (PX * PX * 3,):
            raise ValueError("fronts are no picture")
        return cls(weights, float(told["trust"]))


def _weights(mean: Floats, spread: Floats) -> Floats:
    """A mean difference scores 1."""
    weights = mean / spread
    return np.asarray(weights / max(float(weights @ mean), 1e-9))


def _scores(weights: Floats, ends: Floats) -> Floats:
    return np.asarray(ends @ weights)
