"""Whether a tile lies in a cell: weighs what fills it against the edges along its free sides."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cells import MOST_ODDS, tile_odds
from vision.net import Floats
from vision.poses import Poses

Points = NDArray[np.float64]
Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]

_ROUNDS = 3
# North, east, south, west, in the order of Poses.sides.
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
_FULL, _OUTLINED = 0.6, 0.36
# A tile invented is worse than a tile missed, which the player sees at once.
_LIKELY = 0.62
_LEAST = 0.05
# A tile that is so plain without the net needs no more.
_PLAIN = 0.995
# Against the outline, seams of tiles that lie together were never fainter than 0.6, lines on a plain sheet below 0.25.
SEAM, _FAINT_SEAM = 0.36, 0.2
_CRISP = 0.6
OUTLINE = 0.2
# Fewer tiles than this are not believed on the net's word alone: a mug may look like one.
SEVERAL = 3
_DOUBT = 0.3
# What the net says of several cells on average if there are certainly no tiles, or certainly some, and of a cell among
# these if it holds none. What it says against tiles with a clear outline and clear seams is not believed.
_SURELY_NONE, _SURELY_TILES, _SURELY_NO_TILE = -2.0, 5.0, -4.0
_CLEAR_OUTLINE, _CLEAR_SEAM = 0.6, 0.6
# So sure must the net be of a tile that a sleeve parts from the others.
_ACROSS_ODDS = 3.0
# A tile that touches no other must show all that a tile can: nothing like it may be a coaster or a box of matches.
_ALONE, _ALONE_FULL, _ALONE_CLEAR, _ALONE_BEYOND = 0.9, 0.8, 0.6, 0.35
# For: one, fullness, clear free sides, the least clear free side, number of free sides, things going on inside, and
# how much goes on beyond an unclear side. From vision/train/train_presence.py.
_WEIGHTS = np.array([-1.49, 5.31, 4.02, 3.81, -2.14, 0.46, -1.92])
# The same where the net was asked too, and what it says.
_CLOSELY = np.array([-0.12, 0.13, 1.8, 1.32, 0.09, -0.04, -1.29, 1.12])


@dataclass(frozen=True)
class Look:
    """What is seen in each cell: the pose of a tile there, how much of it is not table, and how much goes on inside.

    `beyond` is how much is not table just outside each side; `halves` how clear lines cut the cell in two, upright and
    level, as far as the lattice is still to be chosen; `views` show each cell to the net, if it is asked. Then there is
    also a `far_bgr` view of all of them, in which the cell (0, 0) has its middle at `origin_px`.
    """

    poses: Poses
    full: Numbers
    busy: Numbers
    beyond: Points
    halves: Points
    views: Floats | None = None
    far_bgr: NDArray[np.uint8] | None = None
    origin_px: Points | None = None


def presence(cells: Points, look: Look, apart: bool) -> tuple[Flags, Numbers]:
    """Which cells hold a tile, and the chance of that for every cell.

    A tile in the table's own colour is hardly "not table", but its free sides still show as edges; sides towards
    other tiles prove nothing, because the edge may be the other tile's. Where tiles lie `apart`, three sides at least
    must show; a board or an arm has none where a tile would have them.
    """
    if apart:
        return (look.full > _FULL) & (np.sort(look.poses.sides, 1)[:, 1] > _OUTLINED), _told(look.full)
    there, chance = _weighed(cells, look, look.full > _FULL, None)
    if look.views is None:
        there = there & _is_tiled(cells, look, there)
    else:
        odds = _net_odds(look.views, chance < _PLAIN)
        seen, likely = _weighed(cells, look, there | (odds > 0), odds)
        if seen.sum() >= SEVERAL or (seen & there).any():
            there, chance = seen, likely
        there = _voted(cells, look, there)
        there = there | _across(cells, look, there, chance > _PLAIN)
    return there | _alone(cells, look, there, chance), _told(chance)


def _net_odds(views: Floats, asked: Flags) -> Numbers:
    """What the net says of the cells about which it is asked; it adds nothing to the others."""
    odds = np.full(len(views), -MOST_ODDS)
    if asked.any():
        odds[asked] = tile_odds(views[asked])
    return odds


def _weighed(cells: Points, look: Look, there: Flags, odds: Numbers | None) -> tuple[Flags, Numbers]:
    """Which cells hold a tile, weighed in rounds from those that are thought to; `odds` are what the net says."""
    chance = look.full
    for _ in range(_ROUNDS):
        if not there.any():
            break
        seen = features(cells, look, there, odds)
        chance = 1 / (1 + np.exp(-seen[:, : len(_WEIGHTS)] @ _WEIGHTS)) * (look.full > _LEAST)
        if odds is not None:
            # The net knows rendered tables: it may add a tile to what else is seen, never take one away.
            chance = np.maximum(chance, 1 / (1 + np.exp(-seen @ _CLOSELY)))
        there = _main_group(cells, chance > _LIKELY)
    return there, chance


def _across(cells: Points, look: Look, there: Flags, plain: Flags) -> Flags:
    """The plain tiles that something lies between and the territory: a sleeve over its middle parts it in two."""
    grid, places = _grid(cells, there | plain | (look.full > _FULL))
    _, parts = cv2.connectedComponents(grid, connectivity=4)
    part = parts[tuple(places.T)]
    found: Flags = plain & ~there & np.isin(part, part[there])
    if found.any():
        assert look.views is not None
        found[found] = tile_odds(look.views[found]) > _ACROSS_ODDS
    return found


def _alone(cells: Points, look: Look, there: Flags, chance: Numbers) -> Flags:
    """The tiles in line with a territory that touch none of it: somebody laid them against the rules."""
    if not there.any():
        return there
    outline = float(np.median(look.poses.sides[there][~beside(cells, there)[there]]))
    clear = look.poses.sides.min(1) > _ALONE_CLEAR * outline
    likely = (chance > _ALONE) & (look.full > _ALONE_FULL) & (look.beyond.max(1) < _ALONE_BEYOND)
    found: Flags = likely & clear & ~beside(cells, there).any(1)
    return found


def _voted(cells: Points, look: Look, there: Flags) -> Flags:
    """The cells if they hold tiles and no sheet or sleeve, else none; of several the net may decide.

    It does not know every game's tiles: those that lie as clearly as tiles can are believed against it. Of a territory
    whose tiles it knows it may also take away what surely is none.
    """
    assert look.views is not None
    nothing = np.zeros(len(cells), bool)
    if there.sum() <= SEVERAL:
        return there if _is_tiled(cells, look, there) else nothing
    said = tile_odds(look.views[there])
    if said.mean() > _SURELY_TILES:
        left = there.copy()
        left[there] = said > _SURELY_NO_TILE
        return left
    clear = (_CLEAR_OUTLINE, _CLEAR_SEAM) if said.mean() < _SURELY_NONE else (OUTLINE, SEAM)
    return there if _is_tiled(cells, look, there, *clear) else nothing


def _is_tiled(cells: Points, look: Look, there: Flags, outlined: float = OUTLINE, seamed: float = SEAM) -> bool:
    """Whether edges run around the cells and between them.

    A sleeve has no edges where tiles would have them; a sheet of paper or a phone is as large as several, but one. In
    poor light seams are faint: a shape that no sheet has, with a clear outline all around, does with less of them.
    """
    if not there.any():
        return False
    inner = beside(cells, there)
    between, free = look.poses.sides[inner & there[:, None]], look.poses.sides[~inner & there[:, None]]
    outline = float(np.median(free)) if free.size else 1.0
    crisp = _is_jagged(cells, there) and float(np.quantile(free, 0.25)) > _CRISP
    seam = _FAINT_SEAM if crisp and seamed == SEAM else seamed
    return outline > outlined and (not between.size or float(np.median(between)) > seam * outline)


def _is_jagged(cells: Points, there: Flags) -> bool:
    """Whether the cells fill no more than two thirds of the box around them."""
    width, height = np.ptp(cells[there], axis=0) + 1
    return bool(there.sum() < 0.67 * width * height)


def _told(chance: Numbers) -> Numbers:
    """The chance as it turned out on rendered tables: of tiles given 0.62 to 0.95, 80 of 81 were there."""
    return 1 - (1 - chance) * _DOUBT


def features(cells: Points, look: Look, there: Flags, odds: Numbers | None = None) -> Numbers:
    """Per cell, given where tiles are thought to be and, if it was asked, what the net says."""
    free = ~beside(cells, there)
    sides = look.poses.sides
    plain = sides[free & ~there[:, None]]
    low = float(np.median(plain)) if plain.size else 0.0
    clear = (sides - low) / max(float(np.median(sides[there])) - low, 0.05)
    clear = np.clip(clear, -0.5, 1.5)
    count = free.sum(1)
    mean = np.where(count > 0, (clear * free).sum(1) / np.maximum(count, 1), 0.5)
    least = np.where(count > 0, np.where(free, clear, 9.0).min(1), 0.5)
    runs_on = (look.beyond * np.clip(1 - clear, 0, 1) * free).max(1)
    calm = look.busy[~there] if (~there).any() else look.busy
    usual = np.median(calm)
    busy = np.clip((look.busy - usual) / (np.median(np.abs(calm - usual)) + 0.015), -3, 6)
    seen = [np.ones(len(cells)), look.full, mean - 0.5, least - 0.5, count / 4, busy, runs_on]
    return np.stack(seen if odds is None else [*seen, odds], 1)


def beside(cells: Points, there: Flags) -> Flags:
    """For each cell and side whether a tile is thought to lie beyond that side."""
    grid, places = _grid(cells, there)
    padded = np.pad(grid, 1)
    return np.stack([padded[places[:, 0] + 1 + dx, places[:, 1] + 1 + dy] > 0 for dx, dy in _STEPS], 1)


def _grid(cells: Points, there: Flags) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    places = (cells - cells.min(0)).astype(np.int64)
    grid = np.zeros(places.max(0) + 1, np.uint8)
    grid[tuple(places[there].T)] = 1
    return grid, places


def _main_group(cells: Points, there: Flags) -> Flags:
    """Only the largest group of touching tiles is a territory."""
    grid, places = _grid(cells, there)
    _, groups, stats, _ = cv2.connectedComponentsWithStats(grid, connectivity=8)
    if len(stats) < 2:
        return np.zeros(len(cells), bool)
    main = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    found: Flags = groups[tuple(places.T)] == main
    return found
