"""Linear readers on top of the nets' features, corrected for a box by a few labelled examples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
PARTS = ("side", "ground", "station", "objective", "spot")


@dataclass(frozen=True)
class Head:
    """Weights with a constant as last row; `scale` makes scores comparable to log odds.

    The last `sorts` classes are sorts of the first: they are learned apart and told together.
    """

    weights: Floats
    ridge: float
    scale: float
    sorts: int = 0

    @property
    def classes(self) -> int:
        return int(self.weights.shape[1])

    def adapted(self, features: Floats, labels: Any, balance: float = 0.5) -> Head:
        """The head after seeing examples; with `balance` 1 kinds count alike, however often each was seen."""
        if not len(features):
            return self
        x, chosen = _with_constant(features), np.asarray(labels, int)
        target = np.eye(self.classes)[chosen]
        weight = 1 / (np.maximum(target.sum(0), 1) ** balance)[chosen]
        weight = (weight / weight.mean() / len(chosen) * 50)[:, None]
        rest = target - x @ self.weights
        normal = x.T @ (weight * x) + self.ridge * np.eye(x.shape[1])
        step = np.linalg.solve(normal, x.T @ (weight * rest))
        return replace(self, weights=np.asarray(self.weights + step, np.float32))

    def with_another_sort(self) -> Head:
        """The same with one more sort of the first class, of which nothing is known yet."""
        none = np.zeros_like(self.weights[:, :1])
        return replace(self, weights=np.concatenate([self.weights, none], 1), sorts=self.sorts + 1)

    def without_sorts(self) -> Head:
        """The same where no sort of the first class can be."""
        return replace(self, weights=self.weights[:, : self.classes - self.sorts], sorts=0)

    def probabilities(self, features: Floats) -> NDArray[np.float64]:
        """The chance of every class."""
        scores = self.scale * (_with_constant(features) @ self.weights)
        scores -= scores.max(1, keepdims=True)
        chances = np.exp(scores)
        chances /= chances.sum(1, keepdims=True)
        told = self.classes - self.sorts
        chances[:, 0] += chances[:, told:].sum(1)
        return np.asarray(chances[:, :told])


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
