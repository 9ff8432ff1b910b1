"""Runs the three small nets of the mine board with numpy alone; the weights come from vision/train/train_mine.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Cuts = NDArray[np.uint8]

WEIGHTS_FILE = "mine.npz"
CHUNK = 25
DARK = 12.0
CUT_PX = 44
SQUARE_STRIDES = (2, 1, 2, 1, 2, 1)
CART_STRIDES = (2, 2, 1, 2, 1)
DIE_STRIDES = (1, 2, 1, 2, 2)


@lru_cache(maxsize=1)
def weights() -> Mapping[str, Floats]:
    """The weights that come with the program."""
    with resources.files("vision.data").joinpath(WEIGHTS_FILE).open("rb") as file, np.load(file) as data:
        return {name: data[name].astype(np.float32) for name in data.files}


def to_log(cuts: Cuts) -> Floats:
    """Colours as logarithms, about from -1 to 1."""
    table = (np.log(np.arange(256, dtype=np.float32) + DARK) - 4.6).astype(np.float32)
    return np.asarray(table[cuts], np.float32)


@dataclass(frozen=True)
class SquareSigns:
    """Of each square: a vector, the log odds of exits N E S W, token and cart, and a map of log odds of gems."""

    vector: Floats
    odds: Floats
    heat: Floats


def read_squares(cuts: Cuts, blanks: Cuts) -> SquareSigns:
    """Looks at cuts of squares beside the same squares empty."""
    parts = [_squares(cuts[k : k + CHUNK], blanks[k : k + CHUNK]) for k in range(0, len(cuts), CHUNK)]
    return SquareSigns(*(np.concatenate([part[n] for part in parts]) for n in range(3)))


def _squares(cuts: Cuts, blanks: Cuts) -> tuple[Floats, Floats, Floats]:
    seen = to_log(cuts)
    x = np.concatenate([seen, seen - to_log(blanks)], 3)
    maps = _layers("square", x, SQUARE_STRIDES)
    near = _linear("heat_near", maps[1])
    heat = near + _linear("heat_far", maps[3]).repeat(2, 1).repeat(2, 2)
    hill = _linear("heat_out", np.maximum(heat, 0))[..., 0]
    vector = np.maximum(_linear("square_vector", _flat(maps[5])), 0)
    return vector, _linear("square_odds", vector), hill


@dataclass(frozen=True)
class CartSigns:
    """Of each cut: a vector, the log odds of a cart, of its facing N E S W, and how far its top lies off the middle."""

    vector: Floats
    cart: Floats
    facing: Floats
    offset: Floats


def read_carts(cuts: Cuts) -> CartSigns:
    """Looks at cuts about where carts may stand."""
    parts = []
    for k in range(0, len(cuts), CHUNK):
        last = _layers("cart", to_log(cuts[k : k + CHUNK]), CART_STRIDES)[-1]
        vector = np.maximum(_linear("cart_vector", _flat(last)), 0)
        parts.append((vector, _linear("cart_odds", vector)))
    vector, odds = (np.concatenate([part[n] for part in parts]) for n in range(2))
    return CartSigns(vector, odds[:, 0], odds[:, 1:5], odds[:, 5:7])


def read_dice(cuts: Cuts) -> Floats:
    """The log chances of 1 to 6 on the die in each cut."""
    parts = []
    for k in range(0, len(cuts), CHUNK):
        last = _layers("die", to_log(cuts[k : k + CHUNK]), DIE_STRIDES)[-1]
        parts.append(_linear("die_odds", np.maximum(_linear("die_vector", _flat(last)), 0)))
    odds = np.concatenate(parts)
    odds = odds - odds.max(1, keepdims=True)
    return np.asarray(odds - np.log(np.exp(odds).sum(1, keepdims=True)), np.float32)


def _layers(name: str, x: Floats, strides: tuple[int, ...]) -> list[Floats]:
    maps = []
    for number, stride in enumerate(strides):
        x = _conv(x, weights()[f"{name}{number}.w"], weights()[f"{name}{number}.b"], stride)
        maps.append(x)
    return maps


def _conv(x: Floats, kernel: Floats, bias: Floats, stride: int) -> Floats:
    """A rectified convolution with one pixel of zeros around; the kernel is rows, columns, in, out."""
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    windows = sliding_window_view(padded, (3, 3), axis=(1, 2))[:, ::stride, ::stride]
    count, rows, columns = windows.shape[:3]
    flat = windows.transpose(0, 1, 2, 4, 5, 3).reshape(count * rows * columns, -1)
    out = flat @ kernel.reshape(-1, kernel.shape[3])
    out += bias
    np.maximum(out, 0, out=out)
    return out.reshape(count, rows, columns, -1)


def _linear(name: str, x: Floats) -> Floats:
    return np.asarray(x @ weights()[f"{name}.w"] + weights()[f"{name}.b"], np.float32)


def _flat(maps: Floats) -> Floats:
    """Channel by channel, as torch lays them out."""
    return maps.transpose(0, 3, 1, 2).reshape(len(maps), -1)
