"""Where tracks leave a square, by the net that reads the sides of tiles: it knows many styles of tracks already."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.crop import CROP_PX, TILE_PX, side_strips
from vision.heads import Head
from vision.mine.labels import SIDES
from vision.mine.logit import learned
from vision.mine.view import MineView, fine_cuts
from vision.net import built_in_weights, side_features, to_input
from vision.tone import log_table

Vectors = NDArray[np.float32]
Floats = NDArray[np.float64]


def side_vectors(view: MineView, cells: Sequence[tuple[int, int]]) -> Vectors:
    """What the side net says of the sides N E S W of these squares, as they are and then mirrored."""
    middles = np.array(cells, np.float64).reshape(-1, 2) + 0.5
    strips = side_strips(fine_cuts(view, middles, CROP_PX / TILE_PX, CROP_PX // 2))
    flat = strips.reshape(-1, *strips.shape[2:])
    light = log_table()[view.blank_bgr].mean((0, 1))
    shifts = np.repeat(light[None], len(flat), 0)
    return np.stack([side_features(to_input(part, shifts)) for part in (flat, flat[:, :, ::-1])])


def no_answer() -> Head:
    """A head that knows nothing: every side is as likely open as shut."""
    width = built_in_weights()["strip_out.w"].shape[1]
    return Head(np.zeros((width + 1, 2), np.float32), 1.0, 1.0)


def learned_sides(vectors: list[Vectors], exits: list[NDArray[np.bool_]]) -> Head:
    """The head after a box's photos; `exits` tells of each photo which sides of its squares are open."""
    open_sides = [np.tile(part.ravel(), 2) for part in exits]
    return learned(no_answer(), np.concatenate([np.concatenate(part) for part in vectors]), np.concatenate(open_sides))


def exit_odds(view: MineView, head: Head, cells: Sequence[tuple[int, int]]) -> Floats:
    """The log odds of an exit at each side of these squares."""
    if not cells:
        return np.zeros((0, len(SIDES)))
    chances = np.stack([head.probabilities(part)[:, 1] for part in side_vectors(view, cells)])
    odds = (np.log(chances + 1e-6) - np.log(1 - chances + 1e-6)).mean(0)
    return np.asarray(odds.reshape(-1, len(SIDES)))
