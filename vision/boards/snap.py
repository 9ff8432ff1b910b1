"""Brings clicked spaces to the print: people mark them a few millimetres off, and larger or smaller than they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.boards.warp import sampled

Field = NDArray[np.float32]
Points = NDArray[np.float64]
Values = NDArray[np.float64]

# A space is looked at across its long sides: so far to either side, in clicked widths, in so many steps each.
REACH, STEPS = 1.3, 20
ALONG = np.linspace(0.12, 0.88, 12)
# How wide the print may be and how far it may lie off, in clicked widths.
WIDTHS = np.arange(0.55, 1.2, 0.05)
FARTHEST = 0.6
# The strips beside the print that must differ from it, in its widths; what a shift by a whole width must gain.
STRIP = 0.22
COST = 6.0
# A space that moved otherwise than its route, by more than this part of its width, follows the route.
STRAY = 0.25


def snapped(routes: list[Points], blank_lab: Field) -> list[Points]:
    """The spaces of all routes as rectangles of one printed width, where one even colour lies between others."""
    clicked = np.concatenate(routes)
    spaces = _rectangles(clicked, np.zeros(len(clicked)), 1.0)
    profiles = _Profiles(spaces, blank_lab)
    width = profiles.printed_width()
    counts = np.cumsum([len(route) for route in routes])[:-1]
    moves = [_together(moves) for moves in np.split(profiles.moves(width), counts)]
    return np.split(_rectangles(spaces, np.concatenate(moves), width), counts)


class _Profiles:
    """What is printed across each space: means of colour and of its square along lines beside its long sides."""

    def __init__(self, spaces: Points, blank_lab: Field) -> None:
        across = np.linspace(-REACH, REACH, round(2 * REACH * STEPS) + 1) + 0.5
        u, v = ALONG[None, None, :, None], across[None, :, None, None]
        a, b, c, d = (spaces[:, k][:, None, None] for k in range(4))
        places = a * (1 - u) * (1 - v) + b * u * (1 - v) + c * u * v + d * (1 - u) * v
        lines = sampled(blank_lab, places.reshape(len(spaces), -1, 2)).reshape(*places.shape[:3], 3)
        zero = np.zeros((len(spaces), 1, 3))
        self._sum = np.concatenate([zero, np.cumsum(lines.mean(axis=2), axis=1)], axis=1)
        self._squares = np.concatenate([zero, np.cumsum((lines * lines).mean(axis=2), axis=1)], axis=1)

    def printed_width(self) -> float:
        """The width that suits most spaces, in clicked widths: a printer makes all spaces alike."""
        return float(max(WIDTHS, key=lambda width: float(np.median(self._worth(float(width))[0].max(axis=1)))))

    def moves(self, width: float) -> Values:
        """How far each space lies beside its place, in clicked widths."""
        worth, shifts = self._worth(width)
        return np.asarray(shifts[worth.argmax(axis=1)])

    def _worth(self, width: float) -> tuple[Values, Values]:
        """For each space and shift: how much the inside differs from what lies along either side, in its own spread."""
        half, strip = round(width * STEPS / 2), max(2, round(width * STEPS * STRIP))
        steps = np.arange(-round(FARTHEST * STEPS), round(FARTHEST * STEPS) + 1)
        middle = steps + round(REACH * STEPS)
        inside = self._mean(self._sum, middle - half + 1, middle + half)
        spread = np.maximum(self._mean(self._squares, middle - half + 1, middle + half) - inside**2, 0).sum(axis=2)
        beside = (
            self._mean(self._sum, middle - half - strip, middle - half),
            self._mean(self._sum, middle + half + 1, middle + half + strip + 1),
        )
        differs = [np.log(((inside - strip) ** 2).sum(axis=2) + 0.5) for strip in beside]
        shifts = steps / STEPS
        return np.minimum(*differs) - np.log(spread + 0.5) - COST * shifts**2, shifts

    def _mean(self, sums: Values, low: NDArray[np.intp], high: NDArray[np.intp]) -> Values:
        low, high = low.clip(0), high.clip(None, sums.shape[1] - 1)
        return np.asarray((sums[:, high] - sums[:, low]) / (high - low)[:, None])


def _together(moves: Values) -> Values:
    """The moves of a route's spaces, without one that strays."""
    if len(moves) < 3:
        return moves
    usual = np.median(moves)
    return np.where(np.abs(moves - usual) > STRAY, usual, moves)


def _rectangles(spaces: Points, moves: Values, width: float) -> Points:
    """Each space as a rectangle along its middle line, moved across and as wide as the print."""
    start, end = (spaces[:, 0] + spaces[:, 3]) / 2, (spaces[:, 1] + spaces[:, 2]) / 2
    along = (end - start) / np.linalg.norm(end - start, axis=1, keepdims=True)
    normal = np.stack([-along[:, 1], along[:, 0]], axis=1)
    across = ((spaces[:, 3] + spaces[:, 2] - spaces[:, 0] - spaces[:, 1]) / 2 * normal).sum(axis=1, keepdims=True)
    middle, half = across * moves[:, None], float(np.median(across)) * width / 2
    sides = [(start, -half), (end, -half), (end, half), (start, half)]
    return np.stack([place + (middle + far) * normal for place, far in sides], axis=1)
