"""Logistic regression around what a head knows: for a box by its lessons, for a photo by what is plain on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.heads import Head

Vectors = NDArray[np.float32]
Floats = NDArray[np.float64]

# How strongly what is known holds against lessons, and what was taught against a photo's own examples; each feature is
# weighed by its spread, and none spreads less.
HOLD, OWN_HOLD, LEAST_SPREAD = 1e-2, 1e-3, 0.05
STEPS = 30
# What a photo shows so plainly teaches how the rest of it is to be read, in so many rounds.
PLAIN, ROUNDS = 0.9, 2


def learned(head: Head, vectors: Vectors, labels: Any, trust: Any = 1.0, hold: float = HOLD) -> Head:
    """The head after examples, each trusted so much."""
    chosen = np.asarray(labels, int)
    weight = np.broadcast_to(np.asarray(trust, np.float64), chosen.shape)
    if weight.sum() <= 0:
        return head
    mean, spread = vectors.mean(0, dtype=np.float64), vectors.std(0, dtype=np.float64) + LEAST_SPREAD
    x = np.concatenate([(vectors - mean) / spread, np.ones((len(vectors), 1))], 1)
    known = head.weights.astype(np.float64) * head.scale
    start = np.concatenate([known[:-1] * spread[:, None], known[-1:] + mean @ known[:-1]])
    found = _descended(x, np.eye(head.classes)[chosen], weight / weight.sum(), start, hold)
    slopes = found[:-1] / spread[:, None]
    return replace(head, weights=np.concatenate([slopes, found[-1:] - mean @ slopes]).astype(np.float32), scale=1.0)


def _descended(x: Floats, wanted: Floats, weight: Floats, start: Floats, hold: float) -> Floats:
    """The weights near the start that explain the examples best, by steps no longer than any curvature allows."""
    step = np.linalg.inv(0.5 * (x.T * weight) @ x + hold * np.eye(x.shape[1]))
    at, ahead, pace = start, start, 1.0
    for _ in range(STEPS):
        wrong = (_shares(x @ ahead) - wanted) * weight[:, None]
        last, at = at, ahead - step @ (x.T @ wrong + hold * (ahead - start))
        before, pace = pace, (1 + np.sqrt(1 + 4 * pace**2)) / 2
        ahead = at + (before - 1) / pace * (at - last)
    return at


def _shares(scores: Floats) -> Floats:
    chances = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(chances / chances.sum(1, keepdims=True))


def own_chances(head: Head, vectors: Vectors, kept: Any = True) -> Floats:
    """The chances of each answer in a photo, the head having learned from what is plain in it.

    Of an answer that is plain nowhere in the photo nothing is learned: where it is `kept`, it is as likely beside none
    as it was.
    """
    before = chances = head.probabilities(vectors)
    for _ in range(ROUNDS if len(vectors) else 0):
        plain = chances.max(1) > PLAIN
        chances = learned(head, vectors, chances.argmax(1), plain, OWN_HOLD).probabilities(vectors)
    rows = np.flatnonzero(np.broadcast_to(kept, len(vectors)))
    at = np.ix_(rows, 1 + np.flatnonzero((before[:, 1:] <= PLAIN).all(0)))
    chances[at] = np.maximum(chances[at], chances[rows, :1] * before[at] / before[rows, :1])
    return np.asarray(chances / chances.sum(1, keepdims=True))
