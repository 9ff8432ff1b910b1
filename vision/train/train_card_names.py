"""Teaches what people call a card, from cards in random styles: `python -m vision.train.train_card_names`.

A card is given as a reader sees it: in light that was not quite taken out, and often only a strip of it.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.names import WEIGHTS, Array, features_of, forward
from vision.cards.tones import tones_of
from vision.render.card_print import paint_card
from vision.render.card_style import KINDS, random_card_style
from vision.render.style import Rng

FIRST_STYLE = 600_000
LOOKS = 4  # how often each card is seen
CELLS = (28, 44)
HIDDEN, ROUNDS, BATCH = 48, 40, 256
RATE, DECAY = 2e-3, 3e-4
Lesson = tuple[NDArray[np.float32], int]


def lessons_of(seed: int) -> list[Lesson]:
    """Features and kinds of all cards of one style."""
    rng = np.random.default_rng(seed)
    style = random_card_style(rng)
    found = []
    for number, kind in enumerate(KINDS):
        printed = np.asarray(cv2.resize(paint_card(kind, style), (112, 176), interpolation=cv2.INTER_AREA), np.float32)
        found += [(features_of(_seen(printed, rng)), number) for _ in range(LOOKS)]
    return found


def _seen(printed: NDArray[np.float32], rng: Rng) -> NDArray[np.float32]:
    """The cells of a card or of a strip of it, in some light."""
    light = np.exp(rng.normal(0, 0.1)) * np.exp(rng.normal(0, 0.05, 3))
    grey = printed.mean(2, keepdims=True)
    colour = (grey + (printed - grey) * rng.uniform(0.75, 1.15)) * light + rng.exponential(5.0)
    tones = np.asarray(cv2.resize(tones_of(np.asarray(colour, np.float32)), CELLS, interpolation=cv2.INTER_AREA))
    tones = tones + np.asarray(rng.normal(0, 0.02, tones.shape), np.float32)
    if rng.random() < 0.5:
        width = int(rng.integers(5, 22))
        tones = tones[:, :width] if rng.random() < 0.6 else tones[:width]
    return np.ascontiguousarray(tones.reshape(-1, 3))


def learn(features: NDArray[np.float32], kinds: NDArray[np.intp]) -> dict[str, Array]:
    """Two small layers, by steps that remember their slope."""
    rng = np.random.default_rng(1)
    mean, spread = features.mean(0), features.std(0) + 1e-3
    weights: dict[str, Array] = {
        "mean": mean.astype(np.float64),
        "spread": spread.astype(np.float64),
        "first": rng.normal(0, features.shape[1] ** -0.5, (features.shape[1], HIDDEN)),
        "first_bias": np.zeros(HIDDEN),
        "second": rng.normal(0, HIDDEN**-0.5, (HIDDEN, len(KINDS))),
        "second_bias": np.zeros(len(KINDS)),
    }
    moving = {name: (np.zeros_like(weights[name]), np.zeros_like(weights[name])) for name in list(weights)[2:]}
    step = 0
    for turn in range(ROUNDS):
        order = rng.permutation(len(features))
        rate = RATE * (1 - turn / ROUNDS)
        for start in range(0, len(order), BATCH):
            step += 1
            own = order[start : start + BATCH]
            for name, slope in _slopes(features[own], kinds[own], weights).items():
                first, second = moving[name]
                first[:] = 0.9 * first + 0.1 * slope
                second[:] = 0.999 * second + 0.001 * slope**2
                fair = first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
                weights[name] = weights[name] * (1 - rate * DECAY * weights[name].ndim) - rate * fair
    return weights


def _slopes(features: NDArray[np.float32], kinds: NDArray[np.intp], weights: dict[str, Array]) -> dict[str, Array]:
    scaled = (features - weights["mean"]) / weights["spread"]
    hidden = np.tanh(scaled @ weights["first"] + weights["first_bias"])
    off = forward(features, weights)
    off[np.arange(len(kinds)), kinds] -= 1
    off /= len(kinds)
    back = off @ weights["second"].T * (1 - hidden**2)
    return {
        "first": scaled.T @ back, "first_bias": back.sum(0), "second": hidden.T @ off, "second_bias": off.sum(0),
    }  # fmt: skip


def gather(seeds: range, workers: int) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """The lessons of so many styles."""
    with ProcessPoolExecutor(workers) as pool:
        lessons = [lesson for style in pool.map(lessons_of, seeds, chunksize=8) for lesson in style]
    return np.stack([features for features, _ in lessons]), np.array([kind for _, kind in lessons], np.intp)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--styles", type=int, default=1500)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    features, kinds = gather(range(FIRST_STYLE, FIRST_STYLE + options.styles), options.workers)
    weights = learn(features, kinds)
    left_out = gather(range(FIRST_STYLE - 60, FIRST_STYLE), options.workers)
    right = forward(left_out[0], weights).argmax(1) == left_out[1]
    print(f"{len(kinds)} cards; of {len(right)} of styles left out {right.mean():.1%} are named rightly.")
    small: dict[str, Any] = {name: value.astype(np.float32) for name, value in weights.items()}
    np.savez_compressed(options.out, kinds=np.array(KINDS), **small)


if __name__ == "__main__":
    main()
