"""Finds carts and reads their facing, their clan's colour and the die in them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.boards.lab import to_lab
from vision.mine.heads import with_one
from vision.mine.nets import CartSigns, read_carts, read_dice, to_log, weights
from vision.mine.view import COARSE_PX, RIM, MineView, fine_cuts, raised

Cell = tuple[int, int]
Floats = NDArray[np.float64]
Cuts = NDArray[np.uint8]

# What is seen of a cart lies about so high, in squares; its cut is so wide and has so many pixels; so has its die's.
LIFT, CART_SPAN, CART_PX = 0.35, 1.3, 40
DIE_SPAN, DIE_PX = 0.75, 40
# From these log odds of the square net on, a square is looked at more closely.
MAYBE = -4.0
# Outside the field nothing but carts stands: so much of a square must differ from the blank by so much.
CHANGED, CHANGED_SHARE = 0.3, 0.3
# Two carts cannot stand nearer to each other than this, in squares.
APART = 0.5
# The colours of a cart are looked at in these rings about its middle, in squares.
RINGS = ((0.0, 0.14), (0.14, 0.22), (0.22, 0.29), (0.29, 0.38))


@dataclass(frozen=True)
class FoundCart:
    """A cart on a square: where its top appears, and the log chances of what can be told of it."""

    at: Cell
    top: Floats
    present: float
    facing: Floats
    speed: Floats
    colours: Floats


def find_carts(view: MineView, odds: Floats, front: Floats) -> list[FoundCart]:
    """Every cart on the field or just outside it; `odds` are the square net's, `front` tells which side is one."""
    cells = candidates(view, odds)
    if not cells:
        return []
    middles = raised(np.array(cells, np.float64) + 0.5, LIFT, view.eye)
    seen, tops = look_at(view, middles)
    kept = _apart(seen.cart, tops)
    kept = [k for k in kept if seen.cart[k] > 0]
    if not kept:
        return []
    cuts = fine_cuts(view, tops[kept], CART_SPAN, CART_PX)
    facing = facing_chances(cuts, front)
    speed = speed_chances(view, tops[kept])
    colours = cart_colours(cuts)
    present = 1 / (1 + np.exp(-seen.cart.astype(np.float64)))
    return [
        FoundCart(cells[k], tops[k], float(present[k]), facing[n], speed[n], colours[n]) for n, k in enumerate(kept)
    ]


def candidates(view: MineView, odds: Floats) -> list[Cell]:
    """Squares of the field where the square net does not rule a cart out, and changed squares around it."""
    inside = [cell for cell, odd in zip(view.cells, odds, strict=True) if odd > MAYBE]
    across, down = range(view.columns), range(view.rows)
    around = [(c, r) for c in across for r in (-1, view.rows)] + [(c, r) for r in down for c in (-1, view.columns)]
    return inside + [cell for cell in around if _changed(view, cell)]


def _changed(view: MineView, cell: Cell) -> bool:
    middle = raised(np.array([cell], np.float64) + 0.5, LIFT / 2, view.eye)[0]
    x, y = (round((at + RIM - 0.25) * COARSE_PX) for at in middle)
    size = COARSE_PX // 2
    if min(x, y) < 0:
        return False
    seen, blank = (to_log(part[y : y + size, x : x + size]) for part in (view.coarse_bgr, view.blank_bgr))
    return bool((np.abs(seen - blank).max(2) > CHANGED).mean() > CHANGED_SHARE)


def look_at(view: MineView, middles: Floats) -> tuple[CartSigns, Floats]:
    """What the cart net says at the second look, about where the first one saw the cart's top."""
    first = read_carts(fine_cuts(view, middles, CART_SPAN, CART_PX))
    tops = middles + np.clip(first.offset, -0.25, 0.25)
    second = read_carts(fine_cuts(view, tops, CART_SPAN, CART_PX))
    mixed = CartSigns(
        second.vector, np.asarray((first.cart + second.cart) / 2, np.float32), second.facing, second.offset
    )
    return mixed, tops + np.clip(second.offset, -0.1, 0.1)


def _apart(odds: NDArray[np.float32], tops: Floats) -> list[int]:
    """The most likely of those that would stand on each other."""
    kept: list[int] = []
    for k in np.argsort(-odds):
        if all(np.linalg.norm(tops[k] - tops[other]) > APART for other in kept):
            kept.append(int(k))
    return sorted(kept)


def facing_chances(cuts: Cuts, front: Floats) -> Floats:
    """The log chances of N E S W, by how much each side looks like a front when turned upwards."""
    odds = [(with_one(vectors) @ front).reshape(2, -1).mean(0) for vectors in turned_vectors(cuts)]
    return _log_chances(np.stack(odds, 1))


def turned_vectors(cuts: Cuts) -> list[NDArray[np.float32]]:
    """The cart net's vectors with N, E, S and W upwards, all cuts as they are and then all mirrored."""
    found = []
    for side in range(4):
        turned = np.rot90(cuts, side, (1, 2))
        both = np.concatenate([turned, turned[:, :, ::-1]])
        found.append(read_carts(np.ascontiguousarray(both)).vector)
    return found


def usual_front() -> Floats:
    """How the built-in net tells a cart that faces upwards from the others, as a linear answer on its vector."""
    answers = np.r_[weights()["cart_odds.w"], weights()["cart_odds.b"][None]].astype(np.float64)[:, 1:5]
    return np.asarray(answers[:, 0] - answers[:, 1:].mean(1))


def speed_chances(view: MineView, tops: Floats) -> Floats:
    """The log chances of 1 to 6, each die looked at in eight turns."""
    turns = np.arange(8) * 45.0
    cuts = fine_cuts(view, np.repeat(tops, 8, 0), DIE_SPAN, DIE_PX, np.tile(turns, len(tops)))
    logs = read_dice(cuts).reshape(len(tops), 8, 6).astype(np.float64)
    return _log_chances(logs.mean(1) * 2)


def cart_colours(cuts: Cuts) -> Floats:
    """The Lab colours of a cart in square rings about its middle: the median of each."""
    lab = to_lab(cuts.reshape(-1, CART_PX, 3).astype(np.float32)).reshape(len(cuts), CART_PX, CART_PX, 3)
    y, x = (np.mgrid[0:CART_PX, 0:CART_PX] + 0.5) / CART_PX * CART_SPAN - CART_SPAN / 2
    far = np.maximum(np.abs(x), np.abs(y))
    rings = [lab[:, (far >= low) & (far < high)] for low, high in RINGS]
    return np.concatenate([np.median(ring, axis=1) for ring in rings], 1).astype(np.float64)


def _log_chances(logs: Floats) -> Floats:
    logs = logs - logs.max(1, keepdims=True)
    return np.asarray(logs - np.log(np.exp(logs).sum(1, keepdims=True)))
