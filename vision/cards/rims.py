"""Where cards lie and where their rims run, told by a small net that knows rims and not what is printed between them.

The net was trained on tables of all sorts (`vision/train/train_card_rims.py`). For every cell of a view from above it
tells whether a card lies there, and whether the rim of an uppermost card runs through it and to which side that card
lies: of two cards that overlap it is the upper one whose rim is seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
WEIGHTS = Path(__file__).resolve().parents[1] / "data" / "card_rims.npz"
# The net sees so many pixels a millimetre and tells of cells of so many pixels.
PX_PER_MM, CELL_PX = 2.0, 4
CELL_MM = CELL_PX / PX_PER_MM
# How far apart the cells are that the wide layers compare, in fours.
FAR = (1, 2, 4, 8, 4, 2)
# So near the long sides of a band, in cells, its rims tell nothing of where its cards begin.
AT_RIM = 4
_LOG = (np.log(np.arange(256, dtype=np.float32) + 20) * 1.5).astype(np.float32)


def to_input(view_bgr: NDArray[np.uint8]) -> Floats:
    """Log colour without the light of the whole view."""
    logs = np.asarray(cv2.LUT(view_bgr, _LOG), np.float32)
    return np.asarray(logs - np.median(logs[::7, ::7].reshape(-1, 3), axis=0), np.float32)


def whole_cells(side_mm: float) -> int:
    """The side of a view in mm, down to whole pairs of cells."""
    return int(side_mm // (2 * CELL_MM) * 2 * CELL_MM)


def rims_of(view_bgr: NDArray[np.uint8]) -> Floats:
    """The chances [rows, columns, 5] for each cell of a view: a card; a rim, its card right, left, below or above."""
    return chances_of(to_input(view_bgr), _weights())


def turned(rims: Floats, angle_deg: float) -> Floats:
    """What is told of rims, with the sides named as one sees them who is turned by less than 45 degrees."""
    cos, sin = np.cos(np.deg2rad(angle_deg)), np.sin(np.deg2rad(angle_deg))
    right, left, below, above = (rims[..., side] for side in range(4))
    across, down = right - left, below - above
    told = [right * cos + sin * down, left * cos - sin * down, below * cos - sin * across, above * cos + sin * across]
    return np.asarray(np.clip(np.stack(told, -1), 0, 1), np.float32)


def quarter_turned(rims: Floats) -> Floats:
    """What is told of rims in a picture that is turned a quarter, as numpy turns it."""
    return np.ascontiguousarray(np.rot90(rims)[..., [2, 3, 1, 0]])


def begins_of(rims: Floats, top: int, across: int) -> Floats:
    """For each column of a band how surely a card's rim runs all across it there: its card to the right, to the left.

    The rim of a card that lies askew is spread over some columns.
    """
    mean = np.pad(rims[top + AT_RIM : top + across - AT_RIM, :, :2].mean(0), ((1, 1), (0, 0)))
    return np.asarray(np.minimum(mean[:-2] + mean[1:-1] + mean[2:], 1.0), np.float32)


def chances_of(x: Floats, weights: Mapping[str, Floats]) -> Floats:
    """The net, on a view of which both sides are whole pairs of cells."""
    near = x
    for name in ("near0", "near1"):
        near = _conv(near, weights, name, 2)
    far = _conv(near, weights, "far0", 2)
    for number, apart in enumerate(FAR):
        far = far + _conv(far, weights, f"wide{number}", 1, apart)
    grown = (far @ weights["from_far.w"] + weights["from_far.b"]).repeat(2, 0).repeat(2, 1)
    both = np.maximum(grown + near @ weights["from_near.w"] + weights["from_near.b"], 0)
    told = _conv(both, weights, "joined0") @ weights["out.w"] + weights["out.b"]
    return np.asarray(1 / (1 + np.exp(-told)), np.float32)


def _conv(x: Floats, weights: Mapping[str, Floats], name: str, stride: int = 1, apart: int = 1) -> Floats:
    """A rectified convolution, summed over the places of its kernel; weights are rows, columns, in, out."""
    kernel, bias = weights[f"{name}.w"], weights[f"{name}.b"]
    size = kernel.shape[0]
    around = (size - 1) // 2 * apart
    high, wide = x.shape[0] // stride, x.shape[1] // stride
    room = np.pad(x, ((around, size * apart), (around, size * apart), (0, 0)))
    total = np.broadcast_to(bias, (high * wide, len(bias))).copy()
    for row in range(size):
        for column in range(size):
            top, left = row * apart, column * apart
            part = room[top : top + stride * high : stride, left : left + stride * wide : stride]
            total += part.reshape(-1, x.shape[2]) @ kernel[row, column]
    return np.maximum(total, 0, out=total).reshape(high, wide, -1)


@cache
def _weights() -> dict[str, Floats]:
    with np.load(WEIGHTS) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}
