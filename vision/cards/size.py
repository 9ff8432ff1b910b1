"""How large the cards are: whatever size makes most heaps as wide or as long as a card."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

ASPECT = 0.645
# Card sizes that are sold, in mm; a measured size near one is that one.
SOLD_MM = ((56, 87), (44, 68))
_NEAR_MM = 8.0
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


def sold_size(height_mm: float) -> tuple[int, int]:
    """The size as cards are sold; what lies on the table looks a little larger than it is."""
    near = min(SOLD_MM, key=lambda size: abs(size[1] + 1.5 - height_mm))
    if abs(near[1] + 1.5 - height_mm) < _NEAR_MM:
        return near
    return round((height_mm - 1.5) * ASPECT), round(height_mm - 1.5)
