"""Chances of what is seen on a tile, weighed by what else tells of it; the weights were chosen on styles left out."""

from __future__ import annotations

from typing import Any

import numpy as np

from vision.explain import Chances
from vision.face import KINDS
from vision.net import Floats
from vision.prints import Gaps, Prints

# How much the spot net tells; log odds that an icon or a pawn (three kinds each) is at a peak by its height; how much
# likeness to the box's prints, in colour and in shape, tells of an icon's kind, and that of its being there at all:
# fitted, then chosen by whole tiles, on styles left out of training.
SPOT_NET = 0.89
HILL_MIDDLE, HILL_SLOPE = np.repeat([0.3, 0.2], 3), np.repeat([0.52, 1.06], 3)
ICON_COLOUR, ICON_SHAPE, ICON_THERE, ICON_BARE = 1.0, 3.0, 0.3, 1.0
# How much it tells of a pawn that the lesson's bare places are farther or nearer than so far, as log of the gap.
PAWN_BARE, BARE_GAP, MOST_BARE = 1.2, -2.1, 2.0
FAINT_ICON = 0.01
# How much more alike to an icon of the box than to its bare routes a place looks tells that one is there, beyond so
# much, at the most so many log odds; and how much likeness to one kind rather than another tells of the kind.
LOOK_THERE, LOOK_MIDDLE, MOST_LOOK, LOOK_KIND = 12.0, 0.03, 3.0, 2.0
# How much it tells against a pawn that a place looks like a bare route, more alike than so much.
LOOK_PAWN, PAWN_MIDDLE = 10.0, 0.7
# How much the net tells of a ground beside the colours of all tiles: fitted on styles left out of training.
GROUND_NET = 0.76
# Its log odds count so far at the most. What it says of all tiles alike is put down to the light as far as it tells the
# grounds apart (so many of its own spreads, from least to wholly) and both have enough tiles; that is found in rounds.
MOST_NET, NET_ROUNDS, NET_NOISE = 5.0, 2, 0.5
LEAST_APART, APART, FEWEST, ENOUGH = 0.5, 2.0, 0.5, 2.0


def look_odds(icons: Floats, bare: Floats) -> Chances:
    """Log odds of the kinds of icons and pawns at places so alike to icons of each kind, and to bare routes."""
    nearest = icons.max(1, keepdims=True)
    there = np.clip(LOOK_THERE * (nearest - bare[:, None] - LOOK_MIDDLE), -MOST_LOOK, MOST_LOOK)
    pawn = -LOOK_PAWN * np.clip(bare - PAWN_MIDDLE, 0, None)
    return np.hstack([there + LOOK_KIND * (icons - nearest), np.tile(pawn[:, None], len(KINDS))])


def weighed(chances: Chances, heights: Chances, patches: Floats, prints: Prints, alike: Chances | float = 0) -> Chances:
    """The chances at some places with the height of the hill there, and with the likeness to the box's own icons.

    `alike` are log odds of each kind of icon and pawn by how it looks along the routes.
    """
    height = np.clip(heights, 0.01, 0.95)
    logs = SPOT_NET * np.log(chances + 1e-9)
    logs[:, 1:] += HILL_MIDDLE + HILL_SLOPE * np.log(height / (1 - height))[:, None]
    logs[:, 1:] += alike
    maybe = np.flatnonzero(chances[:, 1:].sum(1) > FAINT_ICON)
    if prints.complete and len(maybe):
        gaps = prints.gaps(patches[maybe])
        icon = chances[maybe, 1:4].sum(1, keepdims=True) > FAINT_ICON
        logs[maybe, 1:4] += np.where(icon, _icon_likeness(prints, gaps), 0.0)
        logs[maybe, 4:] += (
            PAWN_BARE * np.nan_to_num(np.clip(np.log(gaps.bare) - BARE_GAP, -MOST_BARE, MOST_BARE))[:, None]
        )
    found = np.exp(logs - logs.max(1, keepdims=True))
    return np.asarray(found / found.sum(1, keepdims=True))


def _icon_likeness(prints: Prints, gaps: Gaps) -> Chances:
    """What the box's own icons tell of each kind, as log odds."""
    colour, shape = np.log(gaps.colour), np.log(gaps.shape)
    nearest, usual = colour.min(1, keepdims=True), prints.usual if prints.usual > 0 else 1.0
    kind = ICON_COLOUR * (colour - nearest) + ICON_SHAPE * (shape - shape.min(1, keepdims=True))
    there = ICON_THERE * (nearest - np.log(usual)) if prints.usual > 0 else 0.0
    bare = ICON_BARE * (nearest[:, 0] - np.log(gaps.bare))
    return np.asarray(-kind - there - np.nan_to_num(bare)[:, None])


def with_logs(chances: Chances, rows: Any, logs: Floats) -> Chances:
    """The chances with log odds added in some rows."""
    weighed = chances.copy()
    weighed[rows] = (chances[rows] + 1e-4) * np.exp(logs - logs.max(1, keepdims=True))
    return np.asarray(weighed / weighed.sum(1, keepdims=True))


def with_tones(chances: Chances, log_odds: Chances) -> Chances:
    """The chances of rural and urban ground by the net and by the colours of all tiles."""
    net, odds = log_odds_of(chances), log_odds
    for _ in range(NET_ROUNDS):
        even = np.clip(net - _in_common(net, _chance(odds)), -MOST_NET, MOST_NET)
        odds = GROUND_NET * even + log_odds
    urban = _chance(odds)
    return np.stack([1 - urban, urban], 1)


def log_odds_of(chances: Chances) -> Chances:
    """How much likelier the second of two is, as log odds."""
    return np.asarray(np.log((chances[:, 1] + 1e-6) / (chances[:, 0] + 1e-6)))


def _chance(odds: Chances) -> Chances:
    return np.asarray(1 / (1 + np.exp(-odds)))


def _in_common(net: Chances, urban: Chances) -> float:
    """What the net says of all tiles alike, as far as it tells those that are thought urban from the others.

    In haze it takes all of a photo's tiles for one ground, but some of them more so.
    """
    parts = np.stack([1 - urban, urban])
    few = float(parts.sum(1).min())
    if few < FEWEST:
        return 0.0
    means = parts @ net / parts.sum(1)
    spread = np.sqrt((parts * (net - means[:, None]) ** 2).sum() / len(net) + NET_NOISE**2)
    apart = float(np.clip(((means[1] - means[0]) / spread - LEAST_APART) / (APART - LEAST_APART), 0, 1))
    return float(means.mean()) * apart * few / (few + ENOUGH)


def tempered(chances: Chances, trust: Chances) -> Chances:
    """Chances as far as they are trusted, from not at all (0) to wholly (1)."""
    weighed = (chances + 1e-9) ** trust[:, None]
    return np.asarray(weighed / weighed.sum(1, keepdims=True))


def likened(chances: Chances, gaps: Chances, weight: float | Chances) -> Chances:
    """The chances of some kinds among each other, given how far the prints of each are."""
    likened = (chances + 1e-9) * (gaps / gaps.min(1, keepdims=True)) ** -weight
    return np.asarray(likened / likened.sum(1, keepdims=True))
