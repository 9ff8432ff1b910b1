"""Brings clicked spaces to the print: people mark them a few millimetres off."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]
Points = NDArray[np.float64]

# One space is looked at in so many pixels; shifts are sought up to so many pixels along and across it.
SPACE_PX = (32, 16)
FARTHEST_PX = (4, 8)
# The print inside a space, the strips beside it that must differ, and what a shift by the full width must gain.
INSIDE, STRIP = (0.82, 0.62), 0.25
COST = 6.0
# A space that moved otherwise than its route, by more than this part of its width, follows the route.
STRAY = 0.3


def snapped(spaces: Points, blank_lab: Field) -> Points:
    """A route's spaces, each shifted to where one even colour lies between others, if that is clearly better."""
    moves = np.stack([_move(space, blank_lab) for space in spaces])
    if len(spaces) > 2:
        usual = np.median(moves, axis=0)
        width = float(np.linalg.norm(spaces[:, 3] - spaces[:, 0], axis=1).mean())
        moves = np.where(np.linalg.norm(moves - usual, axis=1, keepdims=True) > STRAY * width, usual, moves)
    return np.asarray(spaces + moves[:, None])


def _move(space: Points, blank_lab: Field) -> Points:
    along, across = (
        ((space[1] + space[2]) - (space[0] + space[3])) / 2,
        ((space[3] + space[2]) - (space[0] + space[1])) / 2,
    )
    worth = _worth(_region(space.mean(0), along, across, blank_lab))
    down, right = np.mgrid[-FARTHEST_PX[1] : FARTHEST_PX[1] + 1, -FARTHEST_PX[0] : FARTHEST_PX[0] + 1]
    far = 0.25 * (right / FARTHEST_PX[0]) ** 2 + (down / SPACE_PX[1]) ** 2
    best = np.unravel_index(int((worth - COST * far).argmax()), far.shape)
    return np.asarray(right[best] / SPACE_PX[0] * along + down[best] / SPACE_PX[1] * across)


def _region(centre: Points, along: Points, across: Points, picture: Field) -> Field:
    """A space and its surroundings, turned lengthwise."""
    half = np.array(SPACE_PX) // 2 + np.array(FARTHEST_PX) + np.array([0, round(SPACE_PX[1] * STRIP)]) + 1
    turn = np.stack([along / SPACE_PX[0], across / SPACE_PX[1]], axis=1)
    size = (int(2 * half[0] + 1), int(2 * half[1] + 1))
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    lengthwise = np.c_[turn, centre - turn @ half]
    return np.asarray(cv2.warpAffine(picture, lengthwise, size, flags=how, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _worth(region: Field) -> NDArray[np.float64]:
    """For each shift: how much the inside differs from what lies along either long side, in its own spread."""
    box = _box(INSIDE)
    mean, square = (np.asarray(cv2.blur(part, box), np.float32) for part in (region, region * region))
    strip = np.asarray(cv2.blur(region, _box((INSIDE[0], STRIP))), np.float32)
    beside = round((1 + STRIP) / 2 * SPACE_PX[1])
    inside = _shifts(mean, 0)
    spread = np.maximum(_shifts(square, 0) - inside * inside, 0).sum(axis=2)
    differs = sum(np.log(((inside - _shifts(strip, side)) ** 2).sum(axis=2) + 0.5) for side in (beside, -beside))
    return np.asarray(differs / 2 - np.log(spread + 0.5), np.float64)


def _box(size: tuple[float, float]) -> tuple[int, int]:
    return round(size[0] * SPACE_PX[0]) | 1, round(size[1] * SPACE_PX[1]) | 1


def _shifts(blurred: Field, down: int) -> Field:
    """The values at all shifts of the space, or that far below or above it."""
    row, column = blurred.shape[0] // 2 + down, blurred.shape[1] // 2
    return blurred[
        row - FARTHEST_PX[1] : row + FARTHEST_PX[1] + 1, column - FARTHEST_PX[0] : column + FARTHEST_PX[0] + 1
    ]
