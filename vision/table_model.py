"""A model of the bare table: how its colour runs across the picture and how much it varies; the rest lies on it."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Map = NDArray[np.float32]
Mask = NDArray[np.bool_]

_BLOCK = 6
# How many terms each round of the fit may use: flat, tilted, bent; a tile at the rim must not bend it from the start.
_GROWING = (1, 1, 3, 3, 6, 6, 10, 15, 15)
_WARY = 3
_LAYERS = 3
_LOG = np.log(np.arange(256, dtype=np.float32) + 12)
# Brightness counts less than hue: shadows and lamps change it.
_MIX = np.array([[0.2, 0.2, 0.2], [0, -1, 1], [-1, 0.5, 0.5]], np.float32)
_LEAST_SPREAD = np.diag([4e-4, 2e-4, 2e-4])
# Likely table; the least edge that may fence things off, also against the table's own; how much must face the table.
_OPEN, _LEAST_WALL, _ABOVE_GRAIN, _FACING = 0.5, 0.25, 1.1, 3.5
# Colours that differ by less are one; one that makes up less than this of the table is rare. The hint
# is strong along the rim.
_SHADE, _RARE, _RIM = 0.06, 1e-3, 0.6
# Colours so near to each other are alike, whatever the light and the grain.
_ALIKE = 0.25
# A smooth field this far (squared, in spreads) from a block no longer claims it.
_FAR = 14.0


def foreign(view_bgr: NDArray[np.uint8], hint: Map) -> Map:
    """For every pixel of a view the chance (0..1) that it shows something lying on the table.

    `hint` weighs pixels by how likely they are table to begin with (the rim of a zone rather than its middle).
    """
    return _apart(_log_colour(view_bgr), hint)


def rare_colours(view_bgr: NDArray[np.uint8], hint: Map) -> Map:
    """The same by how rare each pixel's colour is where the hint is strong: a cloth may have many colours.

    What is printed on the cloth is there again and again; the colours of tiles are hardly there at all.
    """
    colour = _log_colour(view_bgr)
    steps = np.floor((colour - colour.reshape(-1, 3).min(0)) / _SHADE).astype(np.int64)
    counts = tuple(int(most) + 1 for most in steps.reshape(-1, 3).max(0))
    shade = np.ravel_multi_index(tuple(np.moveaxis(steps, 2, 0)), counts)
    seen = np.bincount(shade[hint > _RIM].ravel(), minlength=int(np.prod(counts)))
    share = _blended(seen.reshape(counts).astype(np.float32)) / max(int(seen.sum()), 1)
    return np.asarray(1 / (1 + share.ravel()[shade] / _RARE), np.float32)


def alike_share(view_bgr: NDArray[np.uint8], hint: Map) -> float:
    """How much of what the hint is strong for has about one colour."""
    some = (slice(None, None, 3),) * 2
    seen = _log_colour(view_bgr)[some][hint[some] > _RIM]
    return float((np.linalg.norm(seen - np.median(seen, axis=0), axis=1) < _ALIKE).mean())


def _blended(counts: Map) -> Map:
    """A histogram of three numbers, smoothed along each of them."""
    for axis in range(3):
        first = np.moveaxis(counts, axis, 0)
        smooth = cv2.GaussianBlur(
            np.ascontiguousarray(first).reshape(len(first), -1), (1, 5), 0, sigmaY=1.0, borderType=cv2.BORDER_CONSTANT
        )
        counts = np.moveaxis(np.asarray(smooth, np.float32).reshape(first.shape), 0, axis)
    return counts


def rim_hint(shape: tuple[int, ...], rim: float) -> Map:
    """One along the rim (a share of the shorter side, or pixels), little inside it."""
    height, width = shape[:2]
    wide = math.ceil(rim * min(height, width) if rim < 1 else rim)
    hint = np.ones((height, width), np.float32)
    hint[wide : height - wide, wide : width - wide] = 0.15
    return hint


def foreign_in_photo(photo_bgr: NDArray[np.uint8]) -> Map:
    """The same for a whole photo, where the table may end: a wall, the floor, a sleeve.

    What differs from the table but reaches far along the photo's edge is modelled in its turn as one more ground.
    """
    colour = _log_colour(photo_bgr)
    strange = _apart(colour, rim_hint(colour.shape[:2], 0.12))
    for _ in range(_LAYERS - 1):
        beyond = _along_edge(strange)
        if not beyond.any():
            break
        again = _apart(colour, beyond.astype(np.float32))
        near = cv2.dilate(beyond.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        strange = np.where(near, np.minimum(strange, again), strange)
    return strange


def solid(strange: Map, smallest_px: float, least: float = 0.4) -> Map:
    """The foreign map without faint grain, without specks smaller than so many pixels and without mere streaks.

    What is `least` foreign begins to count: less on a calm table, on which pale tiles hardly stand out.
    """
    firm = np.clip((strange - least) / (0.75 * least), 0, 1).astype(np.float32)
    there = (firm > 0.5).astype(np.uint8)
    _, parts, stats, _ = cv2.connectedComponentsWithStats(there)
    thick = cv2.morphologyEx(there, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)) > 0
    core = np.bincount(parts[thick], minlength=len(stats))
    area = stats[:, cv2.CC_STAT_AREA]
    large = (area >= smallest_px) & (core > 0.3 * area)
    large[0] = False
    around = np.asarray(cv2.dilate(large[parts].astype(np.uint8), np.ones((5, 5), np.uint8)), np.float32)
    return np.asarray(firm * around, np.float32)


def fenced(strange: Map, edge: Map) -> Map:
    """The foreign map with all that an outline fences off from the table, where nothing is a hole between tiles.

    `edge` tells how sharply colour changes, 0..1.
    """
    outlines, _ = cv2.findContours(_fence(strange, edge), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    inside = cv2.drawContours(np.zeros(strange.shape, np.uint8), outlines, -1, 1, cv2.FILLED)
    # An edge is as wide as the blur makes it, so a fence stands a little outside of what it fences off.
    thick = cv2.morphologyEx(cv2.erode(inside, np.ones((3, 3), np.uint8)), cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    return np.where(thick > 0, np.float32(1), np.where(strange > _OPEN, strange, np.float32(0)))


def _fence(strange: Map, edge: Map) -> NDArray[np.uint8]:
    """What is surely not open table: foreign things, and edges sharper than the table's own grain."""
    thing = strange > _OPEN
    far = cv2.dilate(thing.astype(np.uint8), np.ones((31, 31), np.uint8)) == 0
    grain = float(np.quantile(edge[far][::5], 0.99)) if far.any() else 1.0
    wall = edge > max(_LEAST_WALL, _ABOVE_GRAIN * grain)
    return np.asarray(
        cv2.morphologyEx((wall | thing).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8
    )


def enclosed(strange: Map, edge: Map, smallest_px: float) -> Map:
    """The foreign map with tiles of the table's own colour: what an outline fences off and what borders on the table.

    A hole between tiles is fenced off by them as well and stays open.
    """
    fence = _fence(strange, edge)
    count, parts, stats, _ = cv2.connectedComponentsWithStats(1 - fence, connectivity=4)
    rim = np.unique(np.concatenate([parts[0], parts[-1], parts[:, 0], parts[:, -1]]))
    shut = np.ones(count, bool)
    shut[0] = shut[rim] = False
    opened = np.isin(parts, rim[rim > 0])
    near = cv2.dilate(opened.astype(np.uint8), np.ones((17, 17), np.uint8)) > 0
    facing = np.bincount(parts[near], minlength=count)
    shut &= (stats[:, cv2.CC_STAT_AREA] >= smallest_px) & (facing > _FACING * np.sqrt(stats[:, cv2.CC_STAT_AREA]))
    inside = cv2.dilate(shut[parts].astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    return np.where(inside, np.float32(1), strange)


def whole(strange: Map) -> Map:
    """The foreign map without what the picture cuts off (a table's edge, a sleeve), if anything else is there."""
    _, parts = cv2.connectedComponents((strange > 0.5).astype(np.uint8))
    cut = np.unique(np.concatenate([parts[0], parts[-1], parts[:, 0], parts[:, -1]]))
    inner = ~np.isin(parts, cut)
    if inner.sum() < 0.2 * (strange > 0.5).sum():
        return strange
    return strange * cv2.dilate(inner.astype(np.uint8), np.ones((5, 5), np.uint8))


def _apart(colour: Map, hint: Map) -> Map:
    """How far each pixel is from a smooth field of log colour that is fitted to the hinted ones.

    Log colour makes light a sum: a lamp's falling off and a soft shadow become smooth fields of low order.
    """
    rows, columns = colour.shape[0] // _BLOCK, colour.shape[1] // _BLOCK
    blocks = np.asarray(cv2.resize(colour, (columns, rows), interpolation=cv2.INTER_AREA), np.float64).reshape(-1, 3)
    weights = cv2.resize(hint, (columns, rows), interpolation=cv2.INTER_AREA).reshape(-1).astype(np.float64)
    terms = _terms(rows, columns)
    # Begin with what is surely table: a zone full of tiles would otherwise be its own table.
    first = np.where(weights > 0.6 * weights.max(), weights, 0)
    belief, field, sharp = first, np.zeros_like(blocks), np.eye(3)
    for turn, count in enumerate(_GROWING):
        field = terms[:, :count] @ _solve(terms[:, :count], blocks, belief)
        rest = blocks - field
        spread = (rest * belief[:, None]).T @ rest / belief.sum() + _LEAST_SPREAD
        sharp = np.linalg.cholesky(np.linalg.inv(spread))
        distance = ((rest @ sharp) ** 2).sum(1)
        trusted = first if turn < _WARY else weights
        belief = trusted / (1 + np.exp(np.clip(distance - _FAR, -30, 30))) + 1e-9
    size = (colour.shape[1], colour.shape[0])
    smooth = cv2.resize(field.reshape(rows, columns, 3).astype(np.float32), size)
    away = np.asarray(cv2.subtract(colour, smooth), np.float32)
    likely = belief.reshape(rows, columns).astype(np.float32)
    table = np.asarray(cv2.resize(likely, size, interpolation=cv2.INTER_NEAREST), np.float32)
    whitened = cv2.transform(away, _whitening(away[::3, ::3], table[::3, ::3]).astype(np.float32))
    distance = cv2.transform(cv2.multiply(whitened, whitened), np.ones((1, 3), np.float32))
    return np.asarray(1 - cv2.exp(distance * np.float32(-1 / 16)), np.float32).reshape(colour.shape[:2])


def _whitening(away: Map, table: Map) -> NDArray[np.float64]:
    """Makes the spread of single table pixels, which vary more than blocks do, round and of size one."""
    rest, weights = away.reshape(-1, 3).astype(np.float64), table.reshape(-1).astype(np.float64)
    for _ in range(2):
        spread = (rest * weights[:, None]).T @ rest / weights.sum() + _LEAST_SPREAD
        sharp: NDArray[np.float64] = np.linalg.cholesky(np.linalg.inv(spread)).T
        # A block at the edge of a tile is half table: what sticks out there must not widen the spread.
        weights = table.reshape(-1) * (((rest @ sharp.T) ** 2).sum(1) < _FAR)
    return sharp


def _along_edge(strange: Map) -> Mask:
    """The parts of the foreign map that lie along a good piece of the picture's edge."""
    count, parts = cv2.connectedComponents((strange > 0.5).astype(np.uint8))
    rim = np.concatenate([parts[0], parts[-1], parts[:, 0], parts[:, -1]])
    along = np.bincount(rim, minlength=count) > 0.06 * len(rim)
    along[0] = False
    return np.asarray(along[parts], bool)


def _log_colour(view_bgr: NDArray[np.uint8]) -> Map:
    """Brightness and two colour differences in log space; a little light is added so that black stays finite."""
    log = np.asarray(cv2.LUT(cv2.GaussianBlur(view_bgr, (3, 3), 0), _LOG), np.float32)
    return np.asarray(cv2.transform(log, _MIX), np.float32)


@lru_cache(maxsize=8)
def _terms(rows: int, columns: int) -> NDArray[np.float64]:
    """Polynomials up to order four over the view, low orders first."""
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j].reshape(2, -1)
    return np.stack([x ** (order - j) * y**j for order in range(5) for j in range(order + 1)], 1)


def _solve(
    terms: NDArray[np.float64], values: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Weighted least squares with a slight pull towards low orders."""
    scaled = terms * weights[:, None]
    pull = np.diag([0.0] + [1e-3 * weights.sum()] * (terms.shape[1] - 1))
    found: NDArray[np.float64] = np.linalg.solve(terms.T @ scaled + pull + 1e-9 * np.eye(len(pull)), scaled.T @ values)
    return found
