"""Every tile's own place: how far it is shifted and turned against the lattice, from the edges along its four sides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import sample, sample_at

Map = NDArray[np.float32]
Points = NDArray[np.float64]
Numbers = NDArray[np.float64]

_REACH = 0.085
_STEP = 0.01
_TURNS_DEG = np.arange(-3.0, 3.1, 1.0)
# Tiles lie straighter rather than not.
_TURNED = ((_TURNS_DEG / 3) ** 2 * 0.05).astype(np.float32)
_ALONG = np.linspace(-0.42, 0.42, 17)
# Tiles are a little smaller than the lattice's pitch: by so many steps at the most.
_MOST_GAP = 7
_CORNERS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
# Log colour in 8 bits: 256 steps from black with a little stray light to white.
_LOG = np.rint((np.log(np.arange(256) + 16.0) - np.log(16.0)) / np.log(271 / 16) * 255).astype(np.uint8)
# A step of 6 % in colour is an edge as good as any: a long faint edge must beat a short loud one.
_CLEAR = 0.06 * 255 / np.log(271 / 16)


@dataclass(frozen=True)
class Poses:
    """For each cell its shift (x, y in pitches) and turn; `size` is one tile's side in pitches.

    `sides` is how clear (0..1) an edge runs along each tile's north, east, south and west side.
    """

    shift: Points
    turn_deg: Numbers
    size: float
    sides: Points

    def corners(self, cells: Points) -> Points:
        """The corners TL TR BR BL of each tile in lattice units, where cell (c, r) has its middle at (c, r)."""
        return self.spread(cells, _CORNERS)

    def spread(self, cells: Points, places: Points) -> Points:
        """Places on a tile (its middle is 0, its sides at +-0.5) for each tile, in lattice units."""
        found: Points = np.matmul(places * self.size, _turns(self.turn_deg).transpose(0, 2, 1))
        found += (cells + self.shift)[:, None]
        return found


def _turns(degrees: Numbers) -> Numbers:
    angles = np.radians(degrees)
    return np.stack([np.cos(angles), -np.sin(angles), np.sin(angles), np.cos(angles)], -1).reshape(-1, 2, 2)


def edge_maps(view_bgr: NDArray[np.uint8]) -> tuple[Map, Map]:
    """How sharply colour changes sideways and downwards, 0..1."""
    layers = log_layers(view_bgr)
    return _steepest(layers, 1, 0), _steepest(layers, 0, 1)


def log_layers(view_bgr: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """The log colours of a view, a little smoothed, one by one."""
    log = cv2.LUT(cv2.GaussianBlur(view_bgr, (3, 3), 0), _LOG)
    return [np.asarray(layer, np.uint8) for layer in cv2.split(log)]


def _steepest(layers: list[NDArray[np.uint8]], dx: int, dy: int) -> Map:
    steepest = np.zeros(layers[0].shape, np.int16)
    for layer in layers:
        np.maximum(steepest, np.abs(cv2.Sobel(layer, cv2.CV_16S, dx, dy, ksize=3)), out=steepest)
    slope = steepest.astype(np.float32)
    return np.asarray(cv2.divide(slope, slope + np.float32(8 * _CLEAR)), np.float32)


def refine(edges: tuple[Map, Map], cells: Points, origin_px: Points, pitch_px: float) -> Poses:
    """The pose of a tile in each of these cells of an upright view; `origin_px` is cell (0, 0)'s middle."""
    middles = cells * pitch_px + origin_px
    across = _profiles(edges[0], middles, pitch_px, upright=True)
    down = _profiles(edges[1], middles, pitch_px, upright=False)
    scores = [_fit(across, down, gap)[2].max(1).sum() for gap in range(_MOST_GAP + 1)]
    return _chosen(across, down, int(np.argmax(scores)))


def _profiles(edge: Map, middles: Points, pitch_px: float, upright: bool) -> Map:
    """Mean edge strength along a side: [tile, turn, first or second side, offset from the lattice line]."""
    places = _beside_sides(upright)
    x, y = (middles.astype(np.float32)[:, k, None] + np.float32(pitch_px) * places[k].reshape(1, -1) for k in (0, 1))
    mean = sample_at(edge, x, y).reshape(-1, len(_ALONG)) @ np.full(len(_ALONG), 1 / len(_ALONG), np.float32)
    return np.asarray(mean).reshape(len(middles), *places.shape[1:-1])


@lru_cache(maxsize=2)
def _beside_sides(upright: bool) -> Map:
    """The places on and beside two sides of a turned tile: [x or y, turn, first or second side, offset, along it]."""
    offsets = np.arange(-_REACH, _REACH + _STEP / 2, _STEP)
    sides = np.array([-0.5, 0.5])[:, None] + offsets
    across, along = np.broadcast_arrays(sides[:, :, None], _ALONG)
    places = np.stack([across, along] if upright else [along, across], -1)
    return np.ascontiguousarray(np.einsum("aij,sotj->iasot", _turns(_TURNS_DEG), places), np.float32)


def _fit(across: Map, down: Map, gap: int) -> tuple[Map, Map, Map]:
    """For tiles `gap` steps smaller than the pitch: scores across and down [tile, turn, shift], and of each turn."""
    both_x, both_y = _pair(across, gap), _pair(down, gap)
    doubt = ((_shifts(both_x.shape[2]) / 0.06) ** 2 * 0.05).astype(np.float32)
    both_x -= doubt
    both_y -= doubt
    return both_x, both_y, both_x.max(2) + both_y.max(2) - _TURNED


def nestled(poses: Poses, edges: tuple[Map, Map], cells: Points, origin_px: Points, pitch_px: float) -> Poses:
    """Looks again where a tile's neighbours say it should be: tiles pushed together drift off the lattice together."""
    near = np.abs(cells[:, None] - cells[None]).max(2) <= 1
    trust = near * poses.sides.mean(1) ** 2
    drift = trust @ poses.shift / np.maximum(trust.sum(1, keepdims=True), 1e-9)
    again = refine(edges, cells + drift, origin_px, pitch_px)
    return replace(again, shift=again.shift + drift)


def halves_of(edges: tuple[Map, Map], middles: Points, pitch_px: float) -> Points:
    """The clearest line near the middle of each cell: upright, level."""
    offsets = np.arange(-_REACH, _REACH + _STEP / 2, _STEP)
    across, along = np.broadcast_arrays(offsets[:, None], _ALONG)
    upright, level = (np.stack(pair, -1) * pitch_px for pair in ((across, along), (along, across)))
    found = [
        sample(edge, middles[:, None, None] + line).mean(-1).max(1)
        for edge, line in zip(edges, (upright, level), strict=True)
    ]
    return np.stack(found, 1)


def _chosen(across: Map, down: Map, gap: int) -> Poses:
    both_x, both_y, of_turns = _fit(across, down, gap)
    turn = of_turns.argmax(1)
    tiles = np.arange(len(turn))
    at_x, at_y = both_x[tiles, turn].argmax(1), both_y[tiles, turn].argmax(1)
    middle = _shifts(both_x.shape[2])
    sides = (
        down[tiles, turn, 0, at_y + gap],
        across[tiles, turn, 1, at_x],
        down[tiles, turn, 1, at_y],
        across[tiles, turn, 0, at_x + gap],
    )
    shift = np.stack([middle[at_x], middle[at_y]], 1)
    return Poses(shift, _TURNS_DEG[turn], 1.0 - gap * _STEP, np.stack(sides, 1).astype(np.float64))


def _shifts(count: int) -> Numbers:
    return np.asarray((np.arange(count) - (count - 1) / 2) * _STEP, np.float64)


def _pair(profile: Map, gap: int) -> Map:
    """Both opposite sides at once: the first lies `gap` steps nearer to the second than the lattice lines do."""
    count = profile.shape[3] - gap
    return np.asarray((profile[:, :, 0, gap:] + profile[:, :, 1, :count]) / 2, np.float32)
