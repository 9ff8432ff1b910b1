"""What a box's lessons tell of how tracks are laid: which kinds are common, and how tiles side by side join. And
whether jewels lie beside carts.

Whoever lays a tile mostly lets the track go on, but tiles that do not join are seen too: this only helps in doubt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.mine.labels import SIDES, TRACKS, Laid

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

# So many tiles, laid as in training, and so many pairs that join and that do not are added to those of the lessons; no
# habit of joining is believed more than this.
TILES, PAIRS, MOST = 10.0, 2.0, 3.0
# How common straights, corners, tees and crosses are in training.
USUAL = (6 / 29, 12 / 29, 8 / 29, 3 / 29)
# How often a track leaves towards a square of the field without one in training; so many such sides are added to those
# of the lessons, and no habit of leaving is believed more than this.
LEAVING, SIDES_ADDED, MOST_LEAVING = 0.6, 4.0, 3.0
# So many jewels lie on a square with a cart in training, and so many such squares are added to those of the lessons.
BESIDE_CARTS, CARTS = 0.8, 2.0
ROUNDS = 2
_EXITS = np.array([[side in track for side in SIDES] for track in TRACKS])
_STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def _kind(track: str) -> int:
    """The number of a track's kind: straight, corner, tee or cross."""
    return len(track) - 1 if len(track) > 2 else int(track not in ("NS", "EW"))


@dataclass(frozen=True)
class Habits:
    """How much more common each kind of track is than in training, and the log odds with which neighbours join.

    `leaves` are the log odds, beside those in training, with which a track leaves towards a square without one, and
    `rarer` is how much rarer than in training jewels lie on squares with carts.
    """

    kinds: tuple[float, ...] = (0.0,) * len(USUAL)
    joins: float = 0.0
    leaves: float = 0.0
    rarer: float = 0.0

    @classmethod
    def learned(cls, all_laid: Iterable[tuple[Laid, tuple[int, int]]]) -> Habits:
        """By what lies on the lessons' photos, each of so many columns and rows."""
        seen: Counter[int] = Counter()
        joined = apart = PAIRS
        near, usual = CARTS * BESIDE_CARTS, CARTS * BESIDE_CARTS
        leaving, ending = SIDES_ADDED * LEAVING, SIDES_ADDED * (1 - LEAVING)
        for laid, (columns, rows) in all_laid:
            near += sum(len(laid.squares[at].jewels) for at in laid.carts.keys() & laid.squares.keys())
            usual += BESIDE_CARTS * len(laid.carts)
            tracks = {at: square.track for at, square in laid.squares.items() if square.track}
            seen.update(_kind(track) for track in tracks.values())
            for (column, row), track in tracks.items():
                for side, other in (("E", "W"), ("S", "N")):
                    beside = tracks.get((column + _STEPS[side][0], row + _STEPS[side][1]))
                    if beside is not None:
                        same = (side in track) == (other in beside)
                        joined, apart = joined + same, apart + (not same)
                for side, (across, down) in _STEPS.items():
                    at = column + across, row + down
                    if at not in tracks and 0 <= at[0] < columns and 0 <= at[1] < rows:
                        leaving, ending = leaving + (side in track), ending + (side not in track)
        many = seen.total() + TILES
        kinds = tuple(float(np.log((seen[k] + TILES * share) / many / share)) for k, share in enumerate(USUAL))
        joins, rarer = float(np.clip(np.log(joined / apart), 0, MOST)), max(0.0, float(np.log(usual / near)))
        leaves = np.log(leaving / ending) - np.log(LEAVING / (1 - LEAVING))
        return cls(kinds, joins, float(np.clip(leaves, -MOST_LEAVING, MOST_LEAVING)), rarer)

    def told(self) -> dict[str, Any]:
        kinds = [round(more, 4) for more in self.kinds]
        more = {name: round(getattr(self, name), 4) for name in ("joins", "leaves", "rarer")}
        return {"kinds": kinds, **more}

    @classmethod
    def from_told(cls, told: Mapping[str, Any]) -> Habits:
        kinds = tuple(float(more) for more in told["kinds"])
        if len(kinds) != len(USUAL):
            raise ValueError("habits are no kinds of tracks")
        return cls(kinds, *(float(told[name]) for name in ("joins", "leaves", "rarer")))

    def weighed(self, logs: Floats, doubtful: Ints, columns: int, outwards: Floats) -> Floats:
        """The logarithms of the tracks' chances, of the doubtful ones with these habits.

        `outwards` is what speaks for a track that leaves each square over the rim, side by side. Which track lies there
        is a matter of habit, but not whether one does: one that all habits speak against may be all that is seen.
        """
        own = np.array([0.0, *(self.kinds[_kind(track)] for track in TRACKS[1:])])
        found = logs.copy()
        found[doubtful] += own + outwards[doubtful] @ _EXITS.T
        start = found.copy()
        for _ in range(ROUNDS):
            weighed = start - self.joins * _not_joined(found, columns) + self.leaves * _leaving(found, columns)
            weighed[:, 1:] += _tracks(logs) - _tracks(weighed)
            found[doubtful] = weighed[doubtful]
        return found


def _not_joined(logs: Floats, columns: int) -> Floats:
    """With how many of its neighbours each track of each square would likely not join."""
    chances = np.exp(logs - logs.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    tile, leaves = 1 - chances[:, :1], chances @ _EXITS
    against = np.zeros_like(logs)
    for number, side in enumerate(SIDES):
        leaving = leaves[:, (number + 2) % 4]
        goes, ends = (_beside(part, side, columns)[:, None] for part in (leaving, tile[:, 0] - leaving))
        against[:, 1:] += np.where(_EXITS[1:, number], ends, goes)
    return against


def _leaving(logs: Floats, columns: int) -> Floats:
    """Over how many sides each track of each square would likely leave towards a square without one."""
    chances = np.exp(logs - logs.max(1, keepdims=True))
    bare = chances[:, 0] / chances.sum(1)
    return np.asarray(np.stack([_beside(bare, side, columns) for side in SIDES], 1) @ _EXITS.T)


def _tracks(logs: Floats) -> Floats:
    """The logarithm of the chance of any track, square by square."""
    return np.asarray(np.logaddexp.reduce(logs[:, 1:], axis=1, keepdims=True))


def _beside(values: Floats, side: str, columns: int) -> Floats:
    """Of every square what is known of its neighbour on a side, 0 beyond the field."""
    (across, down), padded = _STEPS[side], np.pad(values.reshape(-1, columns), 1)
    rows = len(padded) - 2
    return np.asarray(padded[1 + down : 1 + down + rows, 1 + across : 1 + across + columns].ravel())
