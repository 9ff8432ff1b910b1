"""The sides of tiles, each as a strip along it and from near, and the views in which they are learned and read.

Tiles are found to a pixel or two and photos differ in sharpness: a side is learned, and in doubt read, a little out of
place, too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from vision.crop import STRIP_DEEP_PX, STRIP_WIDE_PX, close_sides, halved, side_strips
from vision.net import Floats, to_input

View = Callable[[Floats], Floats]
MOVED_PX = 2
# Examples are also seen so blurred, sharpened, paler and noisy.
BLUR_PX, SHARPER, PALER, NOISE = 1.0, 0.7, 0.75, 0.12


def side_inputs(crops: np.ndarray, shifts: Floats) -> Floats:
    """The net's input for the four sides of every crop, one after the other: strip, then close look."""
    cuts, light = (side_strips(halved(crops)), close_sides(crops)), np.repeat(shifts, 4, axis=0)
    looks = [cut.reshape(-1, STRIP_DEEP_PX, STRIP_WIDE_PX, 3) for cut in cuts]
    return np.concatenate([to_input(look, light) for look in looks], 3)


def mirrored(strips: Floats) -> Floats:
    return np.ascontiguousarray(strips[:, :, ::-1])


def moved(strips: Floats, right: int, down: int) -> Floats:
    """The strips as they would be seen with the tile found a little elsewhere."""
    far = MOVED_PX
    padded = np.pad(strips, ((0, 0), (far, far), (far, far), (0, 0)), mode="edge")
    rows, columns = slice(far + down, far + down + STRIP_DEEP_PX), slice(far + right, far + right + STRIP_WIDE_PX)
    return np.ascontiguousarray(padded[:, rows, columns])


OTHER_VIEWS: list[View] = [
    mirrored,
    *(partial(moved, right=x, down=y) for x, y in ((MOVED_PX, 0), (-MOVED_PX, 0), (0, MOVED_PX), (0, -MOVED_PX))),
]


# In doubt a side is seen in these alone: mirrored, and a little to both sides. More of them read no better.
DOUBTED_VIEWS = OTHER_VIEWS[:3]


def learned_views(strips: Floats) -> list[Floats]:
    """Labelled strips in all views that teach something about the same sides in other photos."""
    blurred = np.stack([np.asarray(cv2.GaussianBlur(strip, (0, 0), BLUR_PX), np.float32) for strip in strips])
    middle = np.median(strips, axis=(1, 2), keepdims=True)
    noise = np.random.default_rng(0).normal(0, NOISE, strips.shape).astype(np.float32)
    other_photos = [
        blurred,
        strips + SHARPER * (strips - blurred),
        middle + PALER * (strips - middle),
        strips + noise,
    ]
    return [strips, *(view(strips) for view in OTHER_VIEWS), *(np.asarray(one, np.float32) for one in other_photos)]
