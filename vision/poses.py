"""Every tile's own place: how far it is shifted and turned against the lattice, from the edges along its four sides."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import sample

Map = NDArray[np.float32]
Points = NDArray[np.float64]

_REACH = 0.085
_STEP = 0.01
_TURNS_DEG = np.arange(-4.0, 4.1, 1.0)
_ALONG = np.linspace(-0.42, 0.42, 22)
# Tiles are a little smaller than the lattice's pitch: the gaps between them, in pitches.
_GAPS = np.arange(0.0, 0.0701, _STEP)
_CORNERS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


@dataclass(frozen=True)
class Poses:
    """For each cell its shift (x, y in pitches) and turn; `size` is one tile's side in pitches; `edges` how clear (0..1)."""

    shift: Points
    turn_deg: NDArray[np.float64]
    size: float
    edges: NDArray[np.float64]

    def corners(self, cells: Points) -> Points:
        """The corners TL TR BR BL of each tile in lattice units, where cell (c, r) has its middle at (c, r)."""
        angles = np.radians(self.turn_deg)
        turns = np.stack([np.cos(angles), -np.sin(angles), np.sin(angles), np.cos(angles)], -1).reshape(-1, 2, 2)
        found: Points = np.einsum("nij,kj->nki", turns, _CORNERS * self.size) + (cells + self.shift)[:, None]
        return found


def edge_maps(view_bgr: NDArray[np.uint8], foreign: Map | None) -> tuple[Map, Map]:
    """How sharply log colour changes sideways and downwards (0..1, cut off so that a long faint edge beats a short loud one)."""
    log = np.log(cv2.GaussianBlur(view_bgr, (0, 0), 0.8).astype(np.float32) + 16)
    if foreign is not None:
        log = np.dstack([log, cv2.GaussianBlur(foreign, (0, 0), 1.0) * 0.5])
    sideways = np.abs(cv2.Sobel(log, cv2.CV_32F, 1, 0, ksize=3)).max(2) / 8
    downwards = np.abs(cv2.Sobel(log, cv2.CV_32F, 0, 1, ksize=3)).max(2) / 8
    return _cut(sideways), _cut(downwards)


def _cut(slope: Map) -> Map:
    return np.minimum(slope / 0.06, 1.0).astype(np.float32)


def refine(edges: tuple[Map, Map], cells: Points, origin_px: Points, pitch_px: float) -> Poses:
    """The pose of a tile in each of these cells of an upright view with this pitch; `origin_px` is cell (0, 0)'s middle."""
    if not len(cells):
        return Poses(np.zeros((0, 2)), np.zeros(0), 1.0, np.zeros(0))
    middles = cells * pitch_px + origin_px
    across = _profiles(edges[0], middles, pitch_px, upright=True)
    down = _profiles(edges[1], middles, pitch_px, upright=False)
    fits = [_fit(across, down, round(gap / _STEP)) for gap in _GAPS]
    best = int(np.argmax([fit[3].mean() for fit in fits]))
    shift_x, shift_y, turn, score = fits[best]
    return Poses(np.stack([shift_x, shift_y], 1), turn, 1.0 - float(_GAPS[best]), score)


def _profiles(edge: Map, middles: Points, pitch_px: float, upright: bool) -> NDArray[np.float64]:
    """Mean edge strength along a side: [tile, turn, first or second side, offset from the lattice line]."""
    offsets = np.arange(-_REACH, _REACH + _STEP / 2, _STEP)
    sides = np.array([-0.5, 0.5])[:, None] + offsets
    across, along = np.broadcast_arrays(sides[:, :, None], _ALONG)
    places = np.stack([across, along] if upright else [along, across], -1)
    angles = np.radians(_TURNS_DEG)
    turns = np.stack([np.cos(angles), -np.sin(angles), np.sin(angles), np.cos(angles)], -1).reshape(-1, 2, 2)
    turned = np.einsum("aij,sotj->asoti", turns, places) * pitch_px
    return sample(edge, middles[:, None, None, None, None] + turned[None]).mean(-1)


def _fit(across: NDArray[np.float64], down: NDArray[np.float64], gap: int) -> tuple[NDArray[np.float64], ...]:
    """Best shift in x and y and turn for tiles that are `gap` steps smaller than the pitch."""
    both_x, both_y = _pair(across, gap), _pair(down, gap)
    middle = (np.arange(both_x.shape[2]) - (both_x.shape[2] - 1) / 2) * _STEP
    doubt = (middle / 0.06) ** 2 * 0.05
    both_x, both_y = both_x - doubt, both_y - doubt
    score = both_x.max(2) + both_y.max(2) - (_TURNS_DEG / 4) ** 2 * 0.05
    turn = score.argmax(1)
    tiles = np.arange(len(turn))
    shift_x, shift_y = (middle[both[tiles, turn].argmax(1)] for both in (both_x, both_y))
    return shift_x, shift_y, _TURNS_DEG[turn], score[tiles, turn] / 2


def _pair(profile: NDArray[np.float64], gap: int) -> NDArray[np.float64]:
    """Both opposite sides at once: the first lies `gap` steps nearer to the second than the lattice lines do."""
    count = profile.shape[3] - gap
    paired: NDArray[np.float64] = (profile[:, :, 0, gap:] + profile[:, :, 1, :count]) / 2
    return paired
