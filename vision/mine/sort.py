"""Which hill of a square is which of the jewels that are known to lie there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

Names = tuple[str, ...]
Floats = NDArray[np.float64]


def sorted_out(chances: Floats, squares: Iterable[tuple[list[int], Names]], names: Names) -> list[int]:
    """Of every hill the number of its jewel's name, from 1, or 0 for none; so are the columns of `chances`."""
    labels = [0] * len(chances)
    logs = np.log(chances + 1e-6)
    for hills, kinds in squares:
        wanted = tuple(kinds.count(name) for name in names)
        for hill, label in zip(hills, best_order(logs[hills], wanted), strict=True):
            labels[hill] = label
    return labels


def best_order(logs: Floats, wanted: tuple[int, ...]) -> list[int]:
    """The likeliest way to give so many of each name to the hills; where hills are too few, jewels are left out."""

    @cache
    def rest(hill: int, left: tuple[int, ...]) -> tuple[float, tuple[int, ...]]:
        if hill == len(logs):
            return -_MISSED * sum(left), ()
        found = [(logs[hill, 0], 0, left)]
        for k, count in enumerate(left):
            if count:
                found.append((logs[hill, k + 1], k + 1, (*left[:k], count - 1, *left[k + 1 :])))
        ways = [(own + after[0], (label, *after[1])) for own, label, now in found for after in [rest(hill + 1, now)]]
        return max(ways)

    return list(rest(0, wanted)[1])


# So unlikely is it that a jewel has no hill at all.
_MISSED = 8.0
