"""The market under the Station board: tiles that lie apart, in columns, each found by itself."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.territory import NOTHING, Ground, Territory, find_territory

Bgr = NDArray[np.uint8]
Map = NDArray[np.float32]
Points = NDArray[np.float64]


def find_market(photo_bgr: Bgr, ground: Ground, pitches_px: tuple[float, float]) -> Territory:
    """All tiles of the zone; `cells` are (column from the left, place from the top).

    What touches is one heap with a lattice of its own; what all heaps agree on is the size of a tile.
    """
    heaps = [find_territory(photo_bgr, heap, pitches_px) for heap in _heaps(ground, 0.4 * pitches_px[0] ** 2)]
    heaps = [heap for heap in heaps if len(heap.cells)]
    if not heaps:
        return NOTHING
    quads = np.concatenate([heap.quads_px for heap in heaps])
    chances = np.concatenate([heap.presence for heap in heaps])
    like_others = _usual_size(quads, ground)
    cells = columns_of(quads[like_others], ground)
    clear = float(np.mean([heap.clear for heap in heaps]))
    return Territory(cells, quads[like_others], chances[like_others], clear, 0.0)


def _heaps(ground: Ground, smallest_px: float) -> list[Ground]:
    """The ground once for each thing on it, with that thing alone."""
    _, parts, stats, _ = cv2.connectedComponentsWithStats((ground.strange > 0.5).astype(np.uint8))
    large = [k for k in range(1, len(stats)) if stats[k, cv2.CC_STAT_AREA] >= smallest_px]
    near = np.ones((3, 3), np.uint8)
    masks = [cv2.dilate((parts == k).astype(np.uint8), near).astype(np.float32) for k in large]
    # Edges beside a heap may be the next heap's, so only what fills a cell counts.
    return [replace(ground, strange=ground.strange * mask, least_full=0.5) for mask in masks]


def _usual_size(quads_px: Points, ground: Ground) -> NDArray[np.bool_]:
    """Which tiles are as large as most are; a printed board or a die is not."""
    sides = np.linalg.norm(_on_ground(quads_px, ground) - np.roll(_on_ground(quads_px, ground), 1, 1), axis=2).mean(1)
    usual: NDArray[np.bool_] = np.abs(sides / np.median(sides) - 1) < 0.12
    return usual


def columns_of(quads_px: Points, ground: Ground) -> NDArray[np.int64]:
    """(column, place from the top) of each tile: a column ends where the next middle is more than half a tile away."""
    flat = _on_ground(quads_px, ground)
    middles = flat.mean(1)
    side = float(np.linalg.norm(flat[:, 1] - flat[:, 0], axis=1).mean())
    order = np.argsort(middles[:, 0])
    starts = np.diff(middles[order, 0], prepend=-np.inf) > 0.5 * side
    column = np.empty(len(order), np.int64)
    column[order] = np.cumsum(starts) - 1
    row = np.array([np.sum((column == column[k]) & (middles[:, 1] < middles[k, 1])) for k in range(len(column))])
    return np.stack([column, row], 1).astype(np.int64)


def _on_ground(quads_px: Points, ground: Ground) -> Points:
    flat = cv2.perspectiveTransform(quads_px.reshape(1, -1, 2), np.linalg.inv(ground.to_photo))
    return np.asarray(flat, np.float64).reshape(-1, 4, 2)
