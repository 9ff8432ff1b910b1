"""Finds carts and reads their facing, their clan and the die in them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.heads import Head
from vision.mine import faces
from vision.mine.faces import HEAD, Faces
from vision.mine.fronts import Fronts, ends_of
from vision.mine.nets import CartSigns, read_bodies, read_carts, read_dice, to_log
from vision.mine.view import COARSE_PX, RIM, MineView, fine_cuts, raised, seen_again

Cell = tuple[int, int]
Floats = NDArray[np.float64]
Vectors = NDArray[np.float32]
Cuts = NDArray[np.uint8]

# What is seen of a cart lies about so high, in squares; its cut is so wide and has so many pixels; so has its die's.
LIFT, CART_SPAN, CART_PX = 0.35, 1.3, 56
DIE_SPAN, DIE_PX = 0.75, 48
# From these log odds of the field net on, a square is looked at more closely.
MAYBE = -4.0
# From these log odds of both looks on, a cart stands there.
THERE = 0.5
# Outside the field nothing but carts stands: so much of a square must differ from the blank by so much. Carts cover
# more of its middle than that; a print in strong colours that is less sharp than on the blank differs in less.
CHANGED, CHANGED_SHARE = 0.3, 0.5
# Nor does one stand where the blank's print is seen again so well: in a light that is evened out badly all of a dark
# rim differs.
SEEN_AGAIN = 0.7
# Two carts cannot stand nearer to each other than this, in squares.
APART = 0.5
# What the head says of clans counts so much: of a colour it is surer than it says.
CLAN = 2.0
# In so many turns a die is looked at, and taught.
DIE_TURNS, TAUGHT_TURNS = 4, 8


@dataclass(frozen=True)
class FoundCart:
    """A cart on a square: where its top appears, how likely it is one, and what the net says of it.

    `fronts` has one row for each side (N E S W) turned upwards, in lessons also mirrored; `dice` one for each turn.
    `ends` are pictures of its four ends, `turns` cuts of the die in all turns, and `body` has the log odds that the
    cart is seen, over its cut.
    """

    at: Cell
    top: Floats
    present: float
    fronts: Vectors
    clan: Vectors
    dice: Vectors
    ends: Vectors
    turns: Cuts
    body: Vectors


def find_carts(view: MineView, odds: Floats) -> list[FoundCart]:
    """Every cart on the field or just outside it; `odds` are those of the field net, square by square."""
    cells = candidates(view, odds)
    if not cells:
        return []
    near, tops = look_at(view, raised(np.array(cells, np.float64) + 0.5, LIFT, view.eye))
    far = dict(zip(view.cells, odds, strict=True))  # a box taught it; around the field only the closer look counts
    present = np.array([(odd + far.get(cell, odd)) / 2 for cell, odd in zip(cells, near, strict=True)])
    kept = [k for k in _apart(present, tops) if present[k] > THERE]
    return looked_at(view, [cells[k] for k in kept], tops[kept], present[kept])


def looked_at(view: MineView, cells: list[Cell], tops: Floats, odds: Floats, lesson: bool = False) -> list[FoundCart]:
    """What the nets say of carts whose tops appear at these places; lessons are looked at in more ways."""
    if not cells:
        return []
    cuts = fine_cuts(view, tops, CART_SPAN, CART_PX)
    (fronts, clans), ends = _turned(cuts, (False, True) if lesson else (False,)), ends_of(cuts)
    dice = _dice(view, tops, TAUGHT_TURNS if lesson else DIE_TURNS)
    turns = _die_cuts(view, tops, faces.TURNS, faces.SPAN, faces.PX)
    chances, bodies = 1 / (1 + np.exp(-odds)), read_bodies(cuts)
    return [
        FoundCart(cell, tops[n], float(chances[n]), fronts[:, n], clans[n], dice[n], ends[n], turns[n], bodies[n])
        for n, cell in enumerate(cells)
    ]


def candidates(view: MineView, odds: Floats) -> list[Cell]:
    """Squares of the field where the field net does not rule a cart out, and changed squares around it."""
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
    if not (np.abs(seen - blank).max(2) > CHANGED).mean() > CHANGED_SHARE:
        return False
    return seen_again(seen.mean(2), blank.mean(2)) < SEEN_AGAIN


def look_at(view: MineView, middles: Floats) -> tuple[Floats, Floats]:
    """The log odds of carts and where their tops appear, by a second look about where the first one saw them."""
    first = _signs(view, middles)
    tops = middles + np.clip(first.offset, -0.25, 0.25)
    second = _signs(view, tops)
    odds = (first.cart.astype(np.float64) + second.cart) / 2
    return odds, np.asarray(tops + np.clip(second.offset, -0.1, 0.1))


def _signs(view: MineView, middles: Floats) -> CartSigns:
    return read_carts(fine_cuts(view, middles, CART_SPAN, CART_PX), CART_SPAN)


def _apart(odds: Floats, tops: Floats) -> list[int]:
    """The most likely of those that would stand on each other."""
    kept: list[int] = []
    for k in np.argsort(-odds):
        if all(np.linalg.norm(tops[k] - tops[other]) > APART for other in kept):
            kept.append(int(k))
    return sorted(kept)


def _turned(cuts: Cuts, mirrors: tuple[bool, ...]) -> tuple[Vectors, Vectors]:
    """The vectors of fronts, of N, E, S, W upwards, each mirrored or not; and of clans, in all turns' mean."""
    fronts, clans = [], []
    for mirrored in mirrors:
        for side in range(4):
            turned = np.rot90(cuts, side, (1, 2))
            signs = read_carts(np.ascontiguousarray(turned[:, :, ::-1] if mirrored else turned), CART_SPAN)
            fronts.append(signs.front)
            clans.append(signs.clan)
    return np.stack(fronts), np.asarray(np.mean(clans, axis=0), np.float32)


def _dice(view: MineView, tops: Floats, many: int) -> Vectors:
    cuts = _die_cuts(view, tops, many, DIE_SPAN, DIE_PX)
    return read_dice(cuts.reshape(-1, *cuts.shape[2:])).reshape(len(tops), many, -1)


def _die_cuts(view: MineView, tops: Floats, many: int, span: float, px: int) -> Cuts:
    """Cuts of every die in so many turns."""
    turns = np.arange(many) * 360.0 / many
    cuts = fine_cuts(view, np.repeat(tops, many, 0), span, px, np.tile(turns, len(tops)))
    return cuts.reshape(len(tops), many, px, px, 3)


def facing_chances(cart: FoundCart, front: Head, known: Fronts | None = None) -> Floats:
    """The chances of N E S W, by how much each side looks like a front when turned upwards, and by known fronts."""
    odds = front_odds(cart, front)
    return _shares(odds if known is None else known.odds(odds, cart.ends))


def front_odds(cart: FoundCart, front: Head) -> Floats:
    """The log odds of N E S W, by the head alone."""
    logs = np.log(front.probabilities(cart.fronts) + 1e-12)
    return np.asarray((logs[:, 1] - logs[:, 0]).reshape(-1, 4).mean(0))


def die_logs(cart: FoundCart, die: Head) -> Floats:
    """What the head says of 1 to 6, as logarithms, the die looked at in all turns."""
    return np.asarray(np.log(die.probabilities(cart.dice) + 1e-12).mean(0))


def speed_chances(cart: FoundCart, die: Head, known: Faces | None = None) -> Floats:
    """The chances of 1 to 6, by the head and by known faces."""
    logs = die_logs(cart, die)
    return _shares(logs * HEAD if known is None else known.weighed(logs, known.likeness(cart.turns)))


def clan_chances(cart: FoundCart, clan: Head) -> Floats:
    """The chance of each clan."""
    return _shares(CLAN * np.log(clan.probabilities(cart.clan[None])[0] + 1e-12))


def _shares(logs: Floats) -> Floats:
    chances = np.exp(logs - logs.max())
    return np.asarray(chances / chances.sum())
