"""Linear readers on top of the nets' features, corrected for a box by a few labelled examples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
PARTS = ("side", "ground", "station", "objective", "spot")


@dataclass(frozen=True)
class Head:
    """Weights with a constant as last row; `scale` makes scores comparable to log odds."""

    weights: Floats
    ridge: float
    scale: float

    @property
    def classes(self) -> int:
        return int(self.weights.shape[1])

    def adapted(self, features: Floats, labels: Any, balance: float = 0.5) -> Head:
        """The head after seeing examples; with `balance` 1 kinds count alike, however often each was seen."""
        x, chosen = _with_constant(features), np.asarray(labels, int)
        target = np.eye(self.classes)[chosen]
        weight = 1 / (np.maximum(target.sum(0), 1) ** balance)[chosen]
        weight = (weight / weight.mean() / len(chosen) * 50)[:, None]
        rest = target - x @ self.weights
        normal = x.T @ (weight * x) + self.ridge * np.eye(x.shape[1])
        step = np.linalg.solve(normal, x.T @ (weight * rest))
        return Head(np.asarray(self.weights + step, np.float32), self.ridge, self.scale)

    def probabilities(self, features: Floats) -> NDArray[np.float64]:
        """The chance of every class."""
        scores = self.scale * (_with_constant(features) @ self.weights)
        scores -= scores.max(1, keepdims=True)
        chances = np.exp(scores)
        return np.asarray(chances / chances.sum(1, keepdims=True))


def _with_constant(features: Floats) -> NDArray[np.float64]:
    return np.concatenate([features, np.ones_like(features[:, :1])], 1).astype(np.float64)


def built_in_heads(weights: Mapping[str, Floats]) -> dict[str, Head]:
    """The heads as trained on many styles, before any teaching."""
    return {
        part: Head(
            weights[f"head_{part}.w"], float(weights[f"head_{part}.ridge"]), float(weights[f"head_{part}.scale"])
        )
        for part in PARTS
    }
