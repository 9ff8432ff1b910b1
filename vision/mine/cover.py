"""What carts hide of the field: nobody sees a track there, and what seems to be a jewel there is a part of a cart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mine.carts import CART_SPAN, FoundCart
from vision.mine.prints import SMALL_PX, square_of
from vision.mine.view import RIM, MineView

# Which pixels of the field with its rim are hidden, so many a square as tracks are compared in.
Cover = NDArray[np.uint8]
Floats = NDArray[np.float64]

# About so far from the middle of a cart's top, in squares, its die reaches.
DIE_ROOM = 0.26
# A track leaves a square within so much of a side's middle, and is looked for so deep.
PATH, INWARDS = 0.2, 0.25


def no_cover(view: MineView) -> Cover:
    """Nothing of the field is hidden."""
    return np.zeros([round((many + 2 * RIM) * SMALL_PX) for many in (view.rows, view.columns)], np.uint8)


def cover_of(view: MineView, carts: Iterable[FoundCart]) -> Cover:
    """What these carts hide, by what the net takes for a part of them."""
    cover, size = no_cover(view), round(CART_SPAN * SMALL_PX)
    for cart in carts:
        body = (cv2.resize(cart.body, (size, size), interpolation=cv2.INTER_LINEAR) > 0).astype(np.uint8)
        x, y = (round(float(at + RIM - CART_SPAN / 2) * SMALL_PX) for at in cart.top)
        left, over = max(0, -x), max(0, -y)
        here = cover[y + over : max(0, y + size), x + left : max(0, x + size)]
        np.maximum(here, body[over : over + here.shape[0], left : left + here.shape[1]], out=here)
    return cover


def dice_of(view: MineView, carts: Iterable[FoundCart]) -> Cover:
    """The middles of these carts, where their dice are."""
    cover = no_cover(view)
    for cart in carts:
        x, y = (round(float(at + RIM) * SMALL_PX) for at in cart.top)
        cv2.circle(cover, (x, y), round(DIE_ROOM * SMALL_PX), (1,), cv2.FILLED)
    return cover


def depth(cover: Cover, places: Floats) -> Floats:
    """How far, in squares, places of the field lie within what is hidden; 0 where they are seen."""
    inside = cv2.distanceTransform(cover, cv2.DIST_L2, 5)
    x, y = np.clip((places + RIM) * SMALL_PX, 0, np.array(cover.shape[::-1]) - 1).astype(int).T
    return np.asarray(inside[y, x] / SMALL_PX, np.float64)


def seen_sides(cover: Cover, cells: Sequence[tuple[int, int]]) -> Floats:
    """How much is seen of where a track would leave each square in the north, east, south and west."""
    first, deep = round((0.5 - PATH) * SMALL_PX), round(INWARDS * SMALL_PX)
    squares = np.array([square_of(cover, cell, SMALL_PX) for cell in cells]).reshape(-1, SMALL_PX, SMALL_PX)
    upwards = [np.rot90(squares, side, (1, 2)) for side in range(4)]
    return np.stack([1 - part[:, :deep, first : SMALL_PX - first].mean((1, 2)) for part in upwards], 1)
