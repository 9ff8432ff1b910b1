"""How large the cards are: whatever size makes most heaps as wide or as long as a card."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

ASPECT = 0.645
# Card sizes that are sold, in mm; a measured size near one is that one.
SOLD_MM = ((56, 87), (44, 68), (63, 88))
# What lies on the table looks so much larger than it is; how much a size weighs that is sold, and one that is usual.
SEEMS_MM = 2.0
_NEAR_MM = 4.0
_OFF = 3.0


def card_height(sizes: Sequence[tuple[float, float]], lowest: float, highest: float, usual: float | None) -> float:
    """The height of a card that fits the sides of the heaps best; `usual` helps where several do."""
    heights = np.linspace(lowest, highest, 240)
    score = np.zeros(len(heights)) if usual is None else 1.5 * np.exp(-(((heights - usual) / 5) ** 2))
    for size in sizes:
        short, long = min(size), max(size)
        off = _OFF * long / 90 if usual is None else _OFF
        wide = heights * ASPECT
        as_wide = np.exp(-(((short - wide) / off) ** 2)) * (long > heights - 2 * off)
        as_high = np.exp(-(((short - heights) / off) ** 2)) * (long > heights - 2 * off)
        row = np.exp(-(((long - heights) / off) ** 2)) * (short > wide - 2 * off)
        score += np.maximum(as_wide, np.maximum(as_high, row)) + 2 * as_wide * row
    return float(heights[int(np.argmax(score))])


def card_size(sizes: Sequence[tuple[float, float]]) -> tuple[int, int]:
    """The width and height of a card, in mm, that fit the sides of the heaps best; sizes that are sold are likelier."""
    high = np.arange(60.0, 112.0, 0.5)[:, None]
    wide = np.arange(40.0, 76.0, 0.5)[None, :]
    score = np.where((wide / high > 0.58) & (wide / high < 0.76), 0.0, -np.inf)
    for number, sold in enumerate(SOLD_MM):
        off = (wide - sold[0] - SEEMS_MM) ** 2 + (high - sold[1] - SEEMS_MM) ** 2
        score = score + (2.0 if number == 0 else 1.2) * np.exp(-off / 5.0**2)
    for size in sizes:
        short, long = min(size), max(size)
        as_wide, row = (np.exp(-(((side - wanted) / _OFF) ** 2)) for side, wanted in ((short, wide), (long, high)))
        as_high = np.exp(-(((short - high) / _OFF) ** 2)) * (long > high - 2 * _OFF)
        as_wide, row = as_wide * (long > high - 2 * _OFF), row * (short > wide - 2 * _OFF)
        score = score + np.maximum(as_wide, np.maximum(as_high, row)) + 2 * as_wide * row
    best = np.unravel_index(int(score.argmax()), score.shape)
    return sold_size(float(wide[0, best[1]]), float(high[best[0], 0]))


def sold_size(wide_mm: float, high_mm: float) -> tuple[int, int]:
    """The size as cards are sold, of a card that seems so large."""
    real = (wide_mm - SEEMS_MM, high_mm - SEEMS_MM)
    off = [max(abs(real[0] - wide), abs(real[1] - high)) for wide, high in SOLD_MM]
    near = int(np.argmin(off))
    return SOLD_MM[near] if off[near] < _NEAR_MM else (round(real[0]), round(real[1]))
