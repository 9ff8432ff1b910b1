"""What people would call a card: how likely each colour's name, or locomotive, is for a face, before any counting.

The weights come from cards in random styles (`vision/train/train_card_names.py`). They know colours, not boxes: names
of other things are left to the counts.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.cards.strips import Face, Map

Array = NDArray[np.float64]
WEIGHTS = Path(__file__).resolve().parents[1] / "data" / "card_names.npz"
# Cells are looked at through waves over the tones, so that a mean over cells still tells which colours there are.
WAVES, WAVE_SEED, REACH = 96, 5, (2.5, 3.0, 3.0)
SHARES = (5, 25, 50, 75, 95)
# How much of a card is its most colourful part, and how many cells at least.
COLOURFUL, FEWEST = 0.3, 20


@cache
def _waves() -> tuple[Map, Map]:
    rng = np.random.default_rng(WAVE_SEED)
    slopes = rng.normal(0, 1, (3, WAVES)) * np.array(REACH)[:, None] * rng.choice([0.5, 1.0, 2.0], WAVES)
    return slopes.astype(np.float32), rng.uniform(0, 2 * np.pi, WAVES).astype(np.float32)


def features_of(cells: Map) -> Map:
    """What is told of a card by its cells, in whatever order: [cells, tones]."""
    slopes, starts = _waves()
    waves = np.cos(cells @ slopes + starts).mean(0)
    spread = np.percentile(cells, SHARES, axis=0).reshape(-1)
    colourful = np.linalg.norm(cells[:, 1:] - np.median(cells[:, 1:], axis=0), axis=1)
    return np.concatenate([waves, spread, np.percentile(colourful, SHARES), cells.std(0)]).astype(np.float32)


@cache
def _weights() -> tuple[tuple[str, ...], dict[str, Array]]:
    with np.load(WEIGHTS) as stored:
        return tuple(str(kind) for kind in stored["kinds"]), {
            name: stored[name].astype(np.float64) for name in stored.files if name != "kinds"
        }


def chances(faces: list[Face]) -> tuple[tuple[str, ...], Array]:
    """The kinds that have a name, and for each face the chance of each.

    A card is called by all of it or by its most colourful part, beside the tint that all cards share: many boxes print
    coloured cars on dark or yellowed ground.
    """
    kinds, weights = _weights()
    if not faces:
        return kinds, np.zeros((0, len(kinds)))
    told = [face.tones[face.known] for face in faces]
    tint = np.median([np.median(cells[:, 1:], axis=0) for cells in told], axis=0)
    looks = (told, [most_colourful(cells - np.array((0, *tint), np.float32)) for cells in told])
    both = [forward(np.stack([features_of(cells) for cells in look]), weights) for look in looks]
    return kinds, np.asarray(np.mean(both, axis=0))


def most_colourful(cells: Map) -> Map:
    """The part of a card's cells that has most colour."""
    enough = max(round(COLOURFUL * len(cells)), min(FEWEST, len(cells)))
    return np.asarray(cells[np.argsort(-np.linalg.norm(cells[:, 1:], axis=1))[:enough]], np.float32)


def forward(features: NDArray[np.floating], weights: dict[str, Array]) -> Array:
    """The chances of all kinds, from features."""
    hidden = np.tanh((features - weights["mean"]) / weights["spread"] @ weights["first"] + weights["first_bias"])
    scores = hidden @ weights["second"] + weights["second_bias"]
    grown = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(grown / grown.sum(1, keepdims=True))
