"""Maps of routes at random, so that no reader gets used to one board."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.render.board_print import INKS
from vision.render.style import Rng, pick

Points = NDArray[np.float64]
PIECE_SETS = (
    ("red", "green", "blue", "black", "yellow"),
    ("white", "yellow", "turquoise", "purple"),
    ("white", "black", "orange", "blue", "pink"),
)


def random_map(rng: Rng) -> dict[str, Any]:
    """Cities on a shaken lattice, with single and double routes of one to six spaces between neighbours."""
    columns, rows = int(rng.integers(4, 7)), int(rng.integers(3, 5))
    pitch, wide = rng.uniform(90, 130), rng.uniform(8, 13)
    long = wide * rng.uniform(1.8, 2.9)
    at = {
        (c, r): (np.array([c, r]) + 0.75 + rng.uniform(-0.2, 0.2, 2)) * pitch
        for c in range(columns)
        for r in range(rows)
    }
    routes: list[dict[str, Any]] = []
    for (column, row), start in at.items():
        for step in ((1, 0), (0, 1), pick(rng, ((1, 1), (1, -1)))):
            other = (column + step[0], row + step[1])
            if other in at and rng.random() < (0.9 if 0 in step else 0.3):
                ends = [f"{column}-{row}", f"{other[0]}-{other[1]}"]
                lanes = _lanes(start, at[other], long, wide, rng)
                routes += [{"ends": ends, "colour": pick(rng, tuple(INKS)), "spaces": lane.tolist()} for lane in lanes]
    size = [(columns + 0.5) * pitch, (rows + 0.5) * pitch]
    return {"name": "a random map", "size": size, "pieces": list(pick(rng, PIECE_SETS)), "route": routes}


def _lanes(start: Points, end: Points, long: float, wide: float, rng: Rng) -> list[Points]:
    """One or two rows of spaces along a slightly bent line between two cities."""
    way = end - start
    reach = float(np.linalg.norm(way))
    count = int(np.clip((reach - 1.2 * long) // (long * 1.06), 1, 6))
    along = way / reach
    across = np.array([-along[1], along[0]])
    bow = rng.normal(0, 0.05) * reach
    sides = (-0.55, 0.55) if rng.random() < 0.3 else (0.0,)
    return [
        np.stack(
            [
                _space(
                    start + way / 2,
                    along,
                    across,
                    (k - (count - 1) / 2) * long * 1.06,
                    bow,
                    reach,
                    side * wide,
                    (long, wide),
                )
                for k in range(count)
            ]
        )
        for side in sides
    ]


def _space(
    middle: Points,
    along: Points,
    across: Points,
    far: float,
    bow: float,
    reach: float,
    side: float,
    size: tuple[float, float],
) -> Points:
    lean = -8 * bow * far / reach**2
    turned_along = (along + lean * across) / np.hypot(1, lean)
    turned_across = (across - lean * along) / np.hypot(1, lean)
    centre = middle + along * far + across * bow * (1 - (2 * far / reach) ** 2) + turned_across * side
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2 * size
    return np.asarray(centre + corners[:, :1] * turned_along + corners[:, 1:] * turned_across)
