"""Which of some named colours a thing has: learned from examples, or from its name where no example was seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.boards.lab import to_lab

Floats = NDArray[np.float64]

# Blue, green, red that a name lets one expect.
EXPECTED: dict[str, tuple[int, int, int]] = {
    "red": (45, 40, 190),
    "yellow": (45, 190, 225),
    "green": (70, 135, 50),
    "blue": (185, 105, 40),
    "rock": (55, 52, 52),
    "ruby": (60, 35, 180),
    "emerald": (95, 145, 40),
    "gold": (45, 165, 215),
    "diamond": (230, 228, 220),
}
# The spread of one kind's examples before any is seen, per feature, and how many examples that is worth.
FIRST_SPREAD, WORTH = 0.8, 12.0
# A kind known by name alone may look rather different.
STRANGE = 3.0


@dataclass(frozen=True)
class Palette:
    """Kinds with the features of their examples; every three features are one place's Lab colour."""

    names: tuple[str, ...]
    means: Floats
    counts: tuple[int, ...]
    spread: Floats

    def chances(self, features: Floats) -> Floats:
        """The log chance of each name for each row of features."""
        logs = np.empty((len(features), len(self.names)))
        for k, mean in enumerate(self.means):
            wide = 1 + 1 / self.counts[k] if self.counts[k] else STRANGE**2
            spread = self.spread * wide
            off = features - mean
            # Heavy tails: a reflection or a shadow must not make a far kind certain.
            far = (off @ np.linalg.inv(spread) * off).sum(1)
            freedom, size = 8.0, features.shape[1]
            logs[:, k] = -0.5 * (freedom + size) * np.log1p(far / freedom) - 0.5 * np.linalg.slogdet(spread)[1]
        logs -= logs.max(1, keepdims=True)
        return np.asarray(logs - np.log(np.exp(logs).sum(1, keepdims=True)))

    def told(self) -> dict[str, Any]:
        return {
            "names": list(self.names),
            "means": np.round(self.means, 4).tolist(),
            "counts": list(self.counts),
            "spread": np.round(self.spread, 5).tolist(),
        }

    @classmethod
    def from_told(cls, told: Mapping[str, Any]) -> Palette:
        return cls(
            tuple(str(name) for name in told["names"]),
            np.array(told["means"], np.float64),
            tuple(int(count) for count in told["counts"]),
            np.array(told["spread"], np.float64),
        )


def expected(name: str, places: int) -> Floats:
    """The features that a name alone lets one expect; a name nobody knows is grey."""
    lab = to_lab(np.array([[EXPECTED.get(name, (128, 128, 128))]], np.float32))[0, 0]
    return np.tile(lab.astype(np.float64), places)


def learned(names: Sequence[str], features: Floats, kinds: Sequence[str]) -> Palette:
    """Means and the common spread of labelled examples; `kinds` names the kind of each row."""
    size = features.shape[1]
    known = tuple(dict.fromkeys((*names, *kinds)))
    belongs = np.array([known.index(kind) for kind in kinds], np.intp)
    means = np.stack([expected(name, size // 3) for name in known])
    scatter = np.eye(size) * FIRST_SPREAD**2 * WORTH
    counts = []
    for k in range(len(known)):
        own = features[belongs == k]
        counts.append(len(own))
        if len(own):
            means[k] = np.median(own, axis=0) if len(own) > 4 else own.mean(0)
            off = np.clip(own - means[k], -6, 6)
            scatter += off.T @ off
    return Palette(known, means, tuple(counts), scatter / (WORTH + len(features)))
