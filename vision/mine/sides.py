"""Where tracks leave a square, by the net that reads the sides of tiles: it knows many styles of tracks already."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.crop import CROP_PX, TILE_PX, side_strips
from vision.heads import Head
from vision.mine.labels import SIDES
from vision.mine.view import MineView, fine_cuts
from vision.net import built_in_weights, side_features, to_input
from vision.tone import log_table

Vectors = NDArray[np.float32]
Floats = NDArray[np.float64]

# How strongly nothing learned holds against a box's own examples, and how steep the answer is.
RIDGE, SCALE = 0.5, 10.0


def side_vectors(view: MineView) -> Vectors:
    """What the side net says of the sides N E S W of all squares, as they are and then mirrored."""
    middles = np.array(view.cells, np.float64) + 0.5
    strips = side_strips(fine_cuts(view, middles, CROP_PX / TILE_PX, CROP_PX // 2))
    flat = strips.reshape(-1, *strips.shape[2:])
    light = log_table()[view.blank_bgr].mean((0, 1))
    shifts = np.repeat(light[None], len(flat), 0)
    return np.stack([side_features(to_input(part, shifts)) for part in (flat, flat[:, :, ::-1])])


def no_answer() -> Head:
    """A head that knows nothing: every side is as likely open as shut."""
    width = built_in_weights()["strip_out.w"].shape[1]
    return Head(np.zeros((width + 1, 2), np.float32), RIDGE, SCALE)


def learned_sides(vectors: list[Vectors], exits: list[NDArray[np.bool_]]) -> Head:
    """The head after a box's photos; `exits` tells of each photo which sides of its squares are open."""
    open_sides = [np.tile(part.ravel(), 2) for part in exits]
    return no_answer().adapted(np.concatenate([np.concatenate(part) for part in vectors]), np.concatenate(open_sides))


def exit_odds(view: MineView, head: Head) -> Floats:
    """The log odds of an exit at each side of each square."""
    chances = np.mean([head.probabilities(part)[:, 1] for part in side_vectors(view)], axis=0)
    odds = np.log(chances + 1e-6) - np.log(1 - chances + 1e-6)
    return np.asarray(odds.reshape(-1, len(SIDES)))
