"""Runs the four small nets of the tiles with numpy alone; the weights come from vision/train."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.convolve import rectified
from vision.tone import LOG_SCALE, log_table

Floats = NDArray[np.float32]
CHUNK = 8
WEIGHTS_FILE = "reader.npz"
# The colours in the middle of a patch are features of their own: they tell pawns apart.
COLOUR_RIMS = (24, 20, 14)
COLOUR_WEIGHT = 2.0
SIDE_LAYERS = {name: tuple(f"{name}{number}" for number in range(4)) for name in ("strip", "close")}


@lru_cache(maxsize=1)
def built_in_weights() -> Mapping[str, Floats]:
    """The weights that come with the program."""
    with resources.files("vision.data").joinpath(WEIGHTS_FILE).open("rb") as file, np.load(file) as data:
        return {name: data[name].astype(np.float32) for name in data.files}


def to_input(crops: NDArray[np.uint8], shifts: Any) -> Floats:
    """Log colour without the photo's light, one shift per crop."""
    count, rows, columns, _ = crops.shape
    scale = np.float32(LOG_SCALE)
    logs = np.asarray(cv2.LUT(np.ascontiguousarray(crops).reshape(-1, columns, 3), scale * log_table()), np.float32)
    # A row of pixels at once: numpy is slow where it repeats three numbers.
    logs = logs.reshape(count, rows, -1)
    logs -= np.tile(scale * np.asarray(shifts, np.float32), (1, columns))[:, None]
    return logs.reshape(crops.shape)


def _layers(weights: Mapping[str, Floats], x: Floats, names: tuple[str, ...], strides: tuple[int, ...]) -> Floats:
    for name, stride in zip(names, strides, strict=True):
        x = rectified(x, weights[f"{name}.w"], weights[f"{name}.b"], stride)
    return x


def _linear(weights: Mapping[str, Floats], name: str, x: Floats) -> Floats:
    return np.asarray(x @ weights[f"{name}.w"] + weights[f"{name}.b"], np.float32)


def _corner_cells(maps: Floats, start: int, stop: int) -> Floats:
    size = maps.shape[1]
    low, high = slice(start, stop), slice(size - stop, size - start)
    parts = [
        maps[:, rows, columns].reshape(len(maps), -1, maps.shape[3]) for rows in (low, high) for columns in (low, high)
    ]
    return np.concatenate(parts, 1)


def tile_features(x: Floats, weights: Mapping[str, Floats] | None = None) -> dict[str, Floats]:
    """What the tile net says of each halved crop: a vector for ground, station and objective, and the map of spots."""
    known = built_in_weights() if weights is None else weights
    parts = [_tile_chunk(known, x[start : start + CHUNK]) for start in range(0, len(x), CHUNK)]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _tile_chunk(weights: Mapping[str, Floats], x: Floats) -> dict[str, Floats]:
    near = _layers(weights, x, ("early0", "early1", "early2"), (2, 2, 1))
    far = _layers(weights, near, ("late0", "late1"), (2, 1))
    heat = _linear(weights, "heat_far", far).repeat(2, 1).repeat(2, 2) + _linear(weights, "heat_near", near)
    hill = _linear(weights, "heat_out", np.maximum(heat, 0))[..., 0]
    whole = np.concatenate([far.mean((1, 2)), far.max((1, 2))], 1)
    return {
        "ground": _ground_features(weights, x, near, far),
        "station": _linear(weights, "station", _flat(far[:, 3:7, 3:7])),
        "objective": _linear(weights, "objective", whole),
        "heat": np.asarray(1 / (1 + np.exp(-hill)), np.float32),
    }


def _flat(maps: Floats) -> Floats:
    """Channel by channel, as torch lays them out."""
    return maps.transpose(0, 3, 1, 2).reshape(len(maps), -1)


def _ground_features(weights: Mapping[str, Floats], x: Floats, near: Floats, far: Floats) -> Floats:
    colour = _corner_cells(x, 13, 27)
    means = [_corner_cells(near, 3, 7).mean(1), _corner_cells(far, 1, 3).mean(1), colour.mean(1)]
    joined = np.concatenate([*means, colour.std(1, ddof=1)], 1)
    return _linear(weights, "ground1", np.maximum(_linear(weights, "ground0", joined), 0))


def side_features(x: Floats, weights: Mapping[str, Floats] | None = None) -> Floats:
    """What the side net says of each side, by its strip and by the close look at it."""
    known = built_in_weights() if weights is None else weights
    parts = [_side_chunk(known, x[start : start + 4 * CHUNK]) for start in range(0, len(x), 4 * CHUNK)]
    return np.concatenate(parts)


def _side_chunk(weights: Mapping[str, Floats], x: Floats) -> Floats:
    looks = {"strip": x[..., :3], "close": x[..., 3:]}
    maps = {name: _layers(weights, look, SIDE_LAYERS[name], (2, 2, 1, 2)) for name, look in looks.items()}
    return np.concatenate([_linear(weights, f"{name}_out", _flat(seen)) for name, seen in maps.items()], 1)


def spot_features(x: Floats, weights: Mapping[str, Floats] | None = None) -> Floats:
    """What the spot net says of each patch."""
    known = built_in_weights() if weights is None else weights
    parts = [_spot_chunk(known, x[start : start + 2 * CHUNK]) for start in range(0, len(x), 2 * CHUNK)]
    return np.concatenate(parts) if parts else np.zeros((0, known["head_spot.w"].shape[0] - 1), np.float32)


def cell_odds(x: Floats, weights: Mapping[str, Floats] | None = None) -> Floats:
    """What the cell net says of each view of a cell: log odds that a tile lies there."""
    known = built_in_weights() if weights is None else weights
    names = ("cell0", "cell1", "cell2", "cell3")
    maps = [_layers(known, x[start : start + CHUNK], names, (2, 2, 2, 1)) for start in range(0, len(x), CHUNK)]
    inner = np.maximum(_linear(known, "cell_in", _flat(np.concatenate(maps))), 0)
    return np.asarray(_linear(known, "cell_out", inner)[:, 0], np.float32)


def _spot_chunk(weights: Mapping[str, Floats], x: Floats) -> Floats:
    maps = _layers(weights, x, ("spot0", "spot1", "spot2", "spot3", "spot4"), (2, 2, 1, 2, 1))
    shapes = _linear(weights, "spot_out", np.concatenate([_flat(maps[:, 2:5, 2:5]), maps.mean((1, 2))], 1))
    colours = [COLOUR_WEIGHT * x[:, rim:-rim, rim:-rim].mean((1, 2)) for rim in COLOUR_RIMS]
    return np.concatenate([shapes, *colours], 1)
