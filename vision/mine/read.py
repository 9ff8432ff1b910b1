"""Reads the field: every square and every cart, with the chance that it is right."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.mine.carts import FoundCart, find_carts
from vision.mine.gems import Hill, find_hills
from vision.mine.heads import with_one
from vision.mine.labels import SIDES, TRACKS, Cart, Square
from vision.mine.nets import CUT_PX, SquareSigns, read_squares
from vision.mine.pack import Lore
from vision.mine.sides import exit_odds
from vision.mine.tokens import token_colours
from vision.mine.view import MineView, coarse_cuts

Cell = tuple[int, int]
Floats = NDArray[np.float64]
_EXITS = np.array([[side in track for side in SIDES] for track in TRACKS])


@dataclass
class Reading:
    """What was read, each with its raw chance; empty squares are there too."""

    squares: dict[Cell, tuple[Square, float]] = field(default_factory=dict)
    carts: list[tuple[Cart, float]] = field(default_factory=list)


def read_field(view: MineView, lore: Lore) -> Reading:
    """Everything that lies on the field."""
    signs = look_at_squares(view)
    odds = with_one(signs.vector) @ lore.squares
    tracks, track_chances = _tracks((odds[:, :4] + exit_odds(view, lore.sides)) / 2)  # both look at one picture
    tokens, token_chances = _tokens(view, odds[:, 4], lore)
    jewels, jewel_chances = _jewels(view, find_hills(view, signs), lore)
    reading = Reading(carts=[_cart(cart, lore) for cart in find_carts(view, odds[:, 5], lore.front)])
    for n, cell in enumerate(view.cells):
        if tokens[n]:
            reading.squares[cell] = Square(abyss=tokens[n]), token_chances[n]
        else:
            chance = token_chances[n] * track_chances[n] * jewel_chances[cell]
            reading.squares[cell] = Square(tracks[n], jewels[cell]), float(chance)
    return reading


def look_at_squares(view: MineView) -> SquareSigns:
    """What the square net says of each square of the field."""
    return read_squares(
        coarse_cuts(view.coarse_bgr, view.cells, CUT_PX), coarse_cuts(view.blank_bgr, view.cells, CUT_PX)
    )


def _sigmoid(odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def _tracks(odds: Floats) -> tuple[list[str], Floats]:
    """The likeliest of the tracks that exist, and its chance among them."""
    yes, no = np.log(_sigmoid(odds) + 1e-12), np.log(_sigmoid(-odds) + 1e-12)
    logs = yes @ _EXITS.T + no @ ~_EXITS.T
    chances = np.exp(logs - logs.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    best = chances.argmax(1)
    return [TRACKS[k] for k in best], chances[np.arange(len(best)), best]


def _tokens(view: MineView, odds: Floats, lore: Lore) -> tuple[list[str], Floats]:
    """The clan of the token on each square, empty for none, and the chance of that."""
    there = odds > 0
    names, chances = [""] * len(odds), _sigmoid(np.abs(odds))
    cells = [cell for cell, token in zip(view.cells, there, strict=True) if token]
    logs = lore.tokens.chances(token_colours(view, cells))
    for n, row in zip(np.flatnonzero(there), logs, strict=True):
        names[n] = lore.tokens.names[int(row.argmax())]
        chances[n] *= np.exp(row.max())
    return names, chances


def _jewels(view: MineView, hills: list[Hill], lore: Lore) -> tuple[dict[Cell, tuple[str, ...]], dict[Cell, float]]:
    """The jewels on each square, and the chance that these and no others lie there."""
    found: dict[Cell, list[str]] = {cell: [] for cell in view.cells}
    chances = dict.fromkeys(view.cells, 1.0)
    if hills:
        real = _sigmoid(np.array([hill.odds for hill in hills]) * lore.hill[0] + lore.hill[1])
        logs = lore.gems.chances(np.stack([hill.colours for hill in hills]))
        for hill, chance, row in zip(hills, real, logs, strict=True):
            if chance > 0.5:
                found[hill.at].append(lore.gems.names[int(row.argmax())])
            chances[hill.at] *= max(chance, 1 - chance) * (np.exp(row.max()) if chance > 0.5 else 1.0)
    return {cell: tuple(sorted(kinds)) for cell, kinds in found.items()}, chances


def _cart(cart: FoundCart, lore: Lore) -> tuple[Cart, float]:
    clans = lore.carts.chances(cart.colours[None])[0]
    chance = cart.present * np.exp(clans.max() + cart.facing.max() + cart.speed.max())
    clan, facing = lore.carts.names[int(clans.argmax())], SIDES[int(cart.facing.argmax())]
    return Cart(clan, cart.at, facing, int(cart.speed.argmax()) + 1), float(chance)
