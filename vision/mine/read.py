"""Reads the field: every square and every cart, with the chance that it is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.mine.carts import FoundCart, clan_chances, facing_chances, find_carts, speed_chances
from vision.mine.gems import Hills, find_hills, jewel_chances
from vision.mine.labels import SIDES, TRACKS, Cart, Square
from vision.mine.nets import FieldSigns, read_field_maps
from vision.mine.pack import Lore
from vision.mine.sides import exit_odds
from vision.mine.view import MineView

Cell = tuple[int, int]
Floats = NDArray[np.float64]
# A cart off the tracks has these log odds against it.
HARDLY = 4.0
# Log odds of an exit that need no closer look.
PLAIN = 5.0
_EXITS = np.array([[side in track for side in SIDES] for track in TRACKS])


@dataclass
class Reading:
    """What was read, each with its raw chance; empty squares are there too."""

    squares: dict[Cell, tuple[Square, float]] = field(default_factory=dict)
    carts: list[tuple[Cart, float]] = field(default_factory=list)


def read_field(view: MineView, lore: Lore) -> Reading:
    """Everything that lies on the field."""
    signs = look_at_squares(view)
    tokens = lore.heads["token"].probabilities(signs.token)
    jewels, jewels_right = _jewels(view, find_hills(view, signs), lore)
    standing = _log_odds(lore.heads["standing"].probabilities(signs.standing)[:, 1])
    carts = find_carts(view, standing)
    under = {cart.at for cart in carts}
    tracks, track_chances = _tracks(_exit_chances(view, signs, lore), [cell in under for cell in view.cells])
    reading = Reading(carts=[_cart(cart, lore) for cart in carts])
    for n, cell in enumerate(view.cells):
        best = int(tokens[n].argmax())
        if best:
            reading.squares[cell] = Square(abyss=lore.tokens[best - 1]), float(tokens[n, best])
        else:
            chance = tokens[n, 0] * track_chances[n] * jewels_right[cell]
            reading.squares[cell] = Square(tracks[n], jewels[cell]), float(chance)
    return reading


def look_at_squares(view: MineView) -> FieldSigns:
    """What the field net says."""
    seen, blank = (view.half_rim(part) for part in (view.coarse_bgr, view.blank_bgr))
    return read_field_maps(seen, blank, view.columns, view.rows)


def _exit_chances(view: MineView, signs: FieldSigns, lore: Lore) -> Floats:
    """By the field net and, where it leaves doubt in a box that was taught, by the tiles' side net."""
    flat = signs.sides.reshape(-1, signs.sides.shape[2])
    odds = _log_odds(lore.heads["exit"].probabilities(flat)[:, 1].reshape(-1, len(SIDES)))
    if lore.taught:
        doubtful = np.nonzero((np.abs(odds) < PLAIN).any(1))[0]
        closer = exit_odds(view, lore.sides, [view.cells[n] for n in doubtful])
        odds[doubtful] = (odds[doubtful] + closer) / 2
    return np.asarray(1 / (1 + np.exp(-odds)))


def _log_odds(chances: Floats) -> Floats:
    return np.asarray(np.log(chances + 1e-9) - np.log(1 - chances + 1e-9))


def _tracks(chances: Floats, under: Sequence[bool]) -> tuple[list[str], Floats]:
    """The likeliest of the tracks that exist, and its chance among them; under a cart there is hardly ever none."""
    yes, no = np.log(chances + 1e-12), np.log(1 - chances + 1e-12)
    logs = yes @ _EXITS.T + no @ ~_EXITS.T
    logs[np.asarray(under), 0] -= HARDLY
    shares = np.exp(logs - logs.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    best = shares.argmax(1)
    return [TRACKS[k] for k in best], shares[np.arange(len(best)), best]


def _jewels(view: MineView, hills: Hills, lore: Lore) -> tuple[dict[Cell, tuple[str, ...]], dict[Cell, float]]:
    """The jewels on each square, and the chance that these and no others lie there."""
    found: dict[Cell, list[str]] = {cell: [] for cell in view.cells}
    chances = dict.fromkeys(view.cells, 1.0)
    for at, shares in zip(hills.at, jewel_chances(hills, lore.heads["gem"]), strict=True):
        best = int(shares.argmax())
        if best:
            found[at].append(lore.jewels[best - 1])
        chances[at] *= float(shares[best])
    return {cell: tuple(sorted(kinds)) for cell, kinds in found.items()}, chances


def _cart(cart: FoundCart, lore: Lore) -> tuple[Cart, float]:
    facing, speed = facing_chances(cart, lore.heads["front"]), speed_chances(cart, lore.heads["die"])
    clan = clan_chances(cart, lore.heads["clan"])
    chance = cart.present * clan.max() * facing.max() * speed.max()
    read = Cart(lore.clans[int(clan.argmax())], cart.at, SIDES[int(facing.argmax())], int(speed.argmax()) + 1)
    return read, float(chance)
