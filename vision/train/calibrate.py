"""Fits the curves that make the reader's confidence honest, on whole styles left out of training.

Run: python -m vision.train.calibrate --styles 30
The curves are stored in the reader's weights. A raw chance gets the share of right readings seen at such chances, then
is kept below 0.95 wherever fewer than 993 of 1000 were right, because a confident mistake costs the players most.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.calibrate import company_of, log_odds
from vision.net import WEIGHTS_FILE, built_in_weights
from vision.render.random_style import random_style
from vision.train.measure import measure_style

Array = NDArray[Any]
DATA = Path(__file__).resolve().parents[1] / "data" / WEIGHTS_FILE
FIRST_STYLE = 30000
KNOTS = 25
TILES = 25
SHARES = (0.0, 0.15, 0.3, 0.45, 0.6)


def monotone(right: Array, counts: Array) -> Array:
    """For groups in rising order the share of right readings, never falling (pool adjacent violators).

    Groups that say the same are pooled as well, so that many without a mistake count for more than a few.
    """
    blocks: list[list[float]] = []
    for good, count in zip(right, counts, strict=True):
        blocks.append([float(good), float(count), 1])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] >= blocks[-1][0] / blocks[-1][1]:
            good_above, count_above, groups = blocks.pop()
            blocks[-1] = [blocks[-1][0] + good_above, blocks[-1][1] + count_above, blocks[-1][2] + groups]
    shares = [np.full(int(groups), (good + 0.5) / (count + 1)) for good, count, groups in blocks]
    return np.asarray(np.maximum.accumulate(np.concatenate(shares)))


def in_company(rows: list[tuple[float, bool]]) -> list[tuple[float, float, bool]]:
    """The log odds of every reading, those of its photo, and whether it was right."""
    found = []
    for start in range(0, len(rows), TILES):
        photo = rows[start : start + TILES]
        company = company_of([chance for chance, _ in photo])
        found += [(log_odds(chance), company, right) for chance, right in photo]
    return found


def mixed(rows: list[tuple[float, float, bool]], share: float) -> list[tuple[float, bool]]:
    return sorted(((1 - share) * own + share * company, right) for own, company, right in rows)


def likelihood(ordered: list[tuple[float, bool]]) -> float:
    """How well a curve through these readings tells which were right."""
    x, shares = knots(ordered)
    said = np.interp([odds for odds, _ in ordered], x, shares)
    return float(np.mean(np.log(np.where([right for _, right in ordered], said, 1 - said))))


def knots(ordered: list[tuple[float, bool]]) -> tuple[Array, Array]:
    """Log odds and the share of right readings there."""
    groups = np.array_split(np.array(ordered, float), min(KNOTS, max(2, len(ordered) // 20)))
    x = np.array([group[:, 0].mean() for group in groups])
    right, counts = (np.array([f(group[:, 1]) for group in groups], float) for f in (np.sum, len))
    return x, monotone(right, counts)


def curve(ordered: list[tuple[float, bool]]) -> tuple[Array, Array]:
    """Knots of the curve from log odds to the chance that is said."""
    x, shares = knots(ordered)
    return x, cautious(shares)


def cautious(share: Array) -> Array:
    """Below 0.95 unless 993 of 1000 were right."""
    return np.asarray(np.interp(share, [0.0, 0.9, 0.993, 1.0], [0.0, 0.9, 0.95, 1.0]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--styles", type=int, default=30)
    parser.add_argument("--photos", type=int, default=3)
    options = parser.parse_args()
    weights = {name: array for name, array in built_in_weights().items() if not name.startswith("curve")}
    built_in_weights.cache_clear()
    kept: dict[str, Any] = {}
    for name, lessons in (("taught", (1, 2)), ("untaught", (0,))):
        rows: list[tuple[float, float, bool]] = []
        for number in range(FIRST_STYLE, FIRST_STYLE + options.styles):
            style = random_style(np.random.default_rng([7, number]))
            taught = lessons[number % len(lessons)]
            rows += in_company(measure_style(style, number, options.photos, TILES, taught, raw=True).rows)
        share = max(SHARES, key=lambda share: likelihood(mixed(rows, share)))
        kept[f"curve_{name}.company"] = np.float32(share)
        kept[f"curve_{name}.x"], kept[f"curve_{name}.y"] = curve(mixed(rows, share))
        shown = [np.round(kept[f"curve_{name}.{axis}"], 3) for axis in "xy"]
        print(name, len(rows), share, *shown, flush=True)
    half: dict[str, Any] = {
        n: a.astype(np.float16) if a.ndim > 1 and not n.startswith("head") else a for n, a in weights.items()
    }
    np.savez_compressed(DATA, **half, **kept)


if __name__ == "__main__":
    main()
