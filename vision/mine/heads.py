"""Linear answers on top of a net's vectors, fitted to a box's own examples but never far from the built-in ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Wide = NDArray[np.float64]

STEPS = 12


def with_one(vectors: Floats) -> Wide:
    return np.asarray(np.c_[vectors, np.ones(len(vectors))], np.float64)


def refitted(start: Wide, vectors: Floats, wanted: NDArray[np.bool_], weights: Wide, stiffness: float) -> Wide:
    """One yes-or-no answer by logistic regression with the start (weights, then bias) as its prior; Newton's steps."""
    x, w = with_one(vectors), start.copy()
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        slope = x.T @ (weights * (chance - wanted)) + stiffness * (w - start)
        bend = (x * (weights * chance * (1 - chance) + 1e-6)[:, None]).T @ x + stiffness * np.eye(len(w))
        step = np.linalg.solve(bend, slope)
        w = w - step * min(1.0, 4.0 / float(np.linalg.norm(step) + 1e-9))
    return w
