"""Runs the seven small nets of the mine board with numpy alone; the weights come from vision/train/train_mine.py."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.convolve import rectified
from vision.heads import Head

Floats = NDArray[np.float32]
Ints = NDArray[np.intp]
Cuts = NDArray[np.uint8]

WEIGHTS_FILE = "mine.npz"
CHUNK = 32
DARK = 12.0
FIELD_STRIDES = (2, 1, 2, 1, 2, 1)
CART_STRIDES = (2, 2, 1, 2, 1)
BODY_STRIDES = (2, 1, 2, 1, 2, 1)
DIE_STRIDES = (1, 2, 1, 2, 2)
JEWEL_STRIDES = (2, 1, 2, 1, 2)
HEAT_STRIDES = (2, 1, 2, 1, 2)
TRACK_STRIDES = (2, 2, 2)
# The last map has so many cells a square; a square is judged by a window one cell larger on each side.
CELLS, WINDOW = 6, 8
# A pixel of the map of jewels is so many of the picture.
HILL_PX = 2
# Lengths of the vectors of a square: of each side, of a token, of a cart standing there.
SIDES_OF_SQUARE, SIDE, TOKEN, STANDING = 4, 24, 32, 16
FRONT = 32
# Colours are features of their own: in rings about jewels (of the fine picture) and tokens (of the coarse one), in
# pixels, and about carts, in squares; about jewels also how much they change within rings, since glass has the colours
# of what lies under it.
GEM_COLOURS = ((0.0, 2.2), (2.2, 4.2), (4.2, 6.5), (6.5, 9.5))
GEM_TEXTURES = ((0.0, 3.0), (3.0, 6.0), (6.0, 9.0), (9.0, 13.0))
TOKEN_COLOURS = ((0.0, 6.0), (6.0, 11.0), (11.0, 15.0), (15.0, 19.0))
CART_COLOURS = ((0.0, 0.14), (0.14, 0.2), (0.2, 0.25), (0.25, 0.31), (0.31, 0.38))
# A cart's front is known by how its upper end differs from its lower one, at these distances from the middle, in
# squares, so far to both sides.
CART_ENDS, END_HALF = ((0.1, 0.2), (0.2, 0.3), (0.3, 0.4), (0.4, 0.5), (0.5, 0.62)), 0.2
COLOUR_WEIGHT = 2.0
# The log odds of a hill are one of a jewel's features.
HILL_WEIGHT = 0.2
PARTS = ("exit", "token", "standing", "gem", "front", "clan", "die")


@lru_cache(maxsize=1)
def weights() -> Mapping[str, Floats]:
    """The weights that come with the program."""
    with resources.files("vision.data").joinpath(WEIGHTS_FILE).open("rb") as file, np.load(file) as data:
        return {name: data[name].astype(np.float32) for name in data.files}


@lru_cache(maxsize=1)
def nets_mark() -> int:
    """A number that tells the nets of this version from others: heads fitted to one are of no use with another."""
    return zlib.crc32(b"".join(weights()[name].tobytes() for name in sorted(weights())))


@lru_cache(maxsize=1)
def built_in_heads() -> Mapping[str, Head]:
    """What each part answers before any teaching."""
    known = weights()
    return {
        part: Head(known[f"head_{part}.w"], float(known[f"head_{part}.ridge"]), float(known[f"head_{part}.scale"]))
        for part in PARTS
    }


_LOGS = (np.log(np.arange(256, dtype=np.float32) + DARK) - 4.6).astype(np.float32)


def to_log(cuts: Cuts) -> Floats:
    """Colours as logarithms, about from -1 to 1."""
    if not cuts.size:
        return np.zeros(cuts.shape, np.float32)
    return np.asarray(cv2.LUT(cuts.reshape(1, -1), _LOGS), np.float32).reshape(cuts.shape)


@dataclass(frozen=True)
class FieldSigns:
    """Of each square, row by row: vectors of its sides N E S W, of a token, of a cart."""

    sides: Floats
    token: Floats
    standing: Floats


def read_field_maps(seen_bgr: Cuts, blank_bgr: Cuts, columns: int, rows: int) -> FieldSigns:
    """Looks at the field with half a square around it, beside the same field empty."""
    x = _beside(seen_bgr, blank_bgr)
    lean = np.maximum(_linear("lean", _layers("field", x[None], FIELD_STRIDES)[-1][0]), 0)
    vectors = _linear("field_vector", _windows(lean, columns, rows))
    ends = np.cumsum([SIDES_OF_SQUARE * SIDE, TOKEN])
    sides, token, standing = np.split(vectors, ends, axis=1)
    middles = _middles(columns, rows)
    return FieldSigns(
        sides.reshape(-1, SIDES_OF_SQUARE, SIDE),
        np.concatenate([token, _discs(x[..., :3], middles, TOKEN_COLOURS)], 1),
        standing,
    )


def read_hills(seen_bgr: Cuts, bare_bgr: Cuts) -> Floats:
    """The map of jewels in a picture of the field, beside the same field without pieces: log odds, at half its size."""
    maps = _layers("heat", _beside(seen_bgr, bare_bgr)[None], HEAT_STRIDES)
    hidden = _linear("near", maps[1][0])
    hidden += _linear("mid", maps[3][0]).repeat(2, 0).repeat(2, 1)
    hidden += _linear("far", maps[4][0]).repeat(4, 0).repeat(4, 1)
    np.maximum(hidden, 0, out=hidden)
    return _linear("hill", hidden)[..., 0]


def track_scores(seen: Cuts, looks: Cuts, hidden: Cuts) -> Floats:
    """How well each square shows the track that it is compared with, where it is not hidden.

    Only differences of scores mean something.
    """
    x = np.concatenate([_beside(seen, looks), hidden[..., None].astype(np.float32)], 3)
    return _patch_vectors("track", x, TRACK_STRIDES)[:, 0]


def _beside(seen: Cuts, other: Cuts) -> Floats:
    """Pictures in logarithms, and then how they differ from others; OpenCV merges colours quicker than numpy does."""
    logs, shape = to_log(seen), (*seen.shape[:-1], 6)
    if not seen.size:
        return np.zeros(shape, np.float32)
    rows = (-1, *seen.shape[-2:])
    return np.asarray(cv2.merge([logs.reshape(rows), (logs - to_log(other)).reshape(rows)]), np.float32).reshape(shape)


def _windows(lean: Floats, columns: int, rows: int) -> Floats:
    """The cells of each square and one around, channel by channel, as torch lays them out."""
    start = CELLS // 2 - 1
    found = [
        lean[
            start + CELLS * row : start + CELLS * row + WINDOW, start + CELLS * column : start + CELLS * column + WINDOW
        ]
        for row in range(rows)
        for column in range(columns)
    ]
    return np.stack(found).transpose(0, 3, 1, 2).reshape(len(found), -1)


def _middles(columns: int, rows: int) -> Ints:
    """The middles of the squares, in pixels of the picture."""
    px = CELLS * 8
    return np.array([(px * (column + 1), px * (row + 1)) for row in range(rows) for column in range(columns)], np.intp)


def gem_vectors(hills: Floats, cuts: Cuts) -> Floats:
    """What the jewel net says of cuts beside those without pieces, the colours there, and the hills."""
    if not len(cuts):
        return np.zeros((0, len(weights()["head_gem.w"]) - 1), np.float32)
    parts = []
    for k in range(0, len(cuts), CHUNK):
        x = _beside(*np.split(cuts[k : k + CHUNK], 2, axis=3))
        own = _patch_vectors("jewel", x, JEWEL_STRIDES)
        parts.append(np.concatenate([own, _rings(x, GEM_COLOURS), _textures(x)], 1))
    return np.concatenate([np.concatenate(parts), HILL_WEIGHT * hills[:, None]], 1)


def _patch_vectors(name: str, x: Floats, strides: tuple[int, ...]) -> Floats:
    return _linear(f"{name}_vector", _flat(_layers(name, x, strides)[-1]))


def _rings(x: Floats, reaches: tuple[tuple[float, float], ...]) -> Floats:
    """The mean colours of cuts in rings about their middles, in pixels."""
    at = np.arange(x.shape[1]) - (x.shape[1] - 1) / 2
    return _means(x, np.hypot(at[:, None], at[None]), reaches)


def _textures(x: Floats) -> Floats:
    """How brightness and colour change within rings about the middles of cuts, and how far they are from no pieces."""
    at = np.arange(x.shape[1]) - (x.shape[1] - 1) / 2
    far, found = np.hypot(at[:, None], at[None]), []
    for low, high in GEM_TEXTURES:
        seen, more = np.split(x[:, (far >= low) & (far < high)], 2, axis=2)
        grey = seen.mean(2)
        tints = (seen - grey[..., None]).std((1, 2))
        found += [grey.std(1)[:, None], more.mean(2).std(1)[:, None], tints[:, None], np.abs(more).mean(1)]
    return np.asarray(COLOUR_WEIGHT * np.concatenate(found, 1), np.float32)


def _means(x: Floats, far: NDArray[np.float64], reaches: tuple[tuple[float, float], ...]) -> Floats:
    """The mean colours of cuts where they are so far from something."""
    parts = np.stack([(far >= low) & (far < high) for low, high in reaches]).reshape(len(reaches), -1)
    shares = (parts / parts.sum(1, keepdims=True)).astype(np.float32)
    found = shares @ x.reshape(len(x), -1, x.shape[-1])
    return np.asarray(COLOUR_WEIGHT * found.reshape(len(x), -1), np.float32)


def _discs(x: Floats, places: Ints, reaches: tuple[tuple[float, float], ...]) -> Floats:
    """The mean colours in rings about places of a picture."""
    reach = int(max(high for _, high in reaches))
    around = np.pad(x, ((reach, reach), (reach, reach), (0, 0)), mode="edge")
    size = (2 * reach + 1, 2 * reach + 1, x.shape[2])
    return _rings(sliding_window_view(around, size)[places[:, 1], places[:, 0], 0], reaches)


@dataclass(frozen=True)
class CartSigns:
    """Of each cut: the log odds of a cart, how far its top lies off the middle, and vectors of front and clan."""

    cart: Floats
    offset: Floats
    front: Floats
    clan: Floats


def read_carts(cuts: Cuts, span: float) -> CartSigns:
    """Looks at cuts, so many squares wide, about where carts may stand."""
    parts = []
    for k in range(0, len(cuts), CHUNK):
        x = to_log(cuts[k : k + CHUNK])
        vector = _patch_vectors("cart", x, CART_STRIDES)
        own, clan = np.split(vector, [3 + FRONT], axis=1)
        parts.append(np.concatenate([own, _ends(x, span), clan, _frames(x, CART_COLOURS, span)], 1))
    found = np.concatenate(parts)
    end = 3 + FRONT + 3 * len(CART_ENDS)
    return CartSigns(found[:, 0], found[:, 1:3], found[:, 3:end], found[:, end:])


def read_bodies(cuts: Cuts) -> Floats:
    """Of each cut about a cart a map of half its size: the log odds that carts are seen there."""
    parts = []
    for k in range(0, len(cuts), CHUNK):
        maps = _layers("body", to_log(cuts[k : k + CHUNK]), BODY_STRIDES)
        hidden = _linear("body_near", maps[1])
        hidden += _linear("body_mid", maps[3]).repeat(2, 1).repeat(2, 2)
        hidden += _linear("body_far", maps[5]).repeat(4, 1).repeat(4, 2)
        parts.append(_linear("body_there", np.maximum(hidden, 0))[..., 0])
    return np.concatenate(parts)


def _ends(x: Floats, span: float) -> Floats:
    """How the colours of the upper end of cuts differ from those of the lower one."""
    at = (np.arange(x.shape[1]) + 0.5) / x.shape[1] * span - span / 2
    strip = x[:, :, np.abs(at) < END_HALF].mean(2)
    bands = [strip[:, (-at >= low) & (-at < high)].mean(1) - strip[:, (at >= low) & (at < high)].mean(1)
             for low, high in CART_ENDS]  # fmt: skip
    return np.asarray(COLOUR_WEIGHT * np.concatenate(bands, 1), np.float32)


def _frames(x: Floats, reaches: tuple[tuple[float, float], ...], span: float) -> Floats:
    """The mean colours of cuts in square rings about their middles."""
    at = np.abs((np.arange(x.shape[1]) + 0.5) / x.shape[1] * span - span / 2)
    return _means(x, np.maximum(at[:, None], at[None]), reaches)


def read_dice(cuts: Cuts) -> Floats:
    """The vector of the die in each cut."""
    parts = [_patch_vectors("die", to_log(cuts[k : k + CHUNK]), DIE_STRIDES) for k in range(0, len(cuts), CHUNK)]
    return np.concatenate(parts)


def _layers(name: str, x: Floats, strides: tuple[int, ...]) -> list[Floats]:
    maps = []
    for number, stride in enumerate(strides):
        x = rectified(x, weights()[f"{name}{number}.w"], weights()[f"{name}{number}.b"], stride)
        maps.append(x)
    return maps


def _linear(name: str, x: Floats) -> Floats:
    return np.asarray(x @ weights()[f"{name}.w"] + weights()[f"{name}.b"], np.float32)


def _flat(maps: Floats) -> Floats:
    """Channel by channel, as torch lays them out."""
    return maps.transpose(0, 3, 1, 2).reshape(len(maps), -1)
