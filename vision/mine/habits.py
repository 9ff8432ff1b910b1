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

    `rarer` is how much rarer than in training jewels lie on squares with carts.
    """

    kinds: tuple[float, ...] = (0.0,) * len(USUAL)
    joins: float = 0.0
    rarer: float = 0.0

    @classmethod
    def learned(cls, all_laid: Iterable[Laid]) -> Habits:
        """By what lies on the lessons' photos."""
        seen: Counter[int] = Counter()
        joined = apart = PAIRS
        near, usual = CARTS * BESIDE_CARTS, CARTS * BESIDE_CARTS
        for laid in all_laid:
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
        many = seen.total() + TILES
        kinds = tuple(float(np.log((seen[k] + TILES * share) / many / share)) for k, share in enumerate(USUAL))
        return cls(kinds, float(np.clip(np.log(joined / apart), 0, MOST)), max(0.0, float(np.log(usual / near))))

    def told(self) -> dict[str, Any]:
        kinds = [round(more, 4) for more in self.kinds]
        return {"kinds": kinds, "joins": round(self.joins, 4), "rarer": round(self.rarer, 4)}

    @classmethod
    def from_told(cls, told: Mapping[str, Any]) -> Habits:
        kinds = tuple(float(more) for more in told["kinds"])
        if len(kinds) != len(USUAL):
            raise ValueError("habits are no kinds of tracks")
        return cls(kinds, float(told["joins"]), float(told["rarer"]))

    def weighed(self, logs: Floats, doubtful: Ints, columns: int, outwards: Floats) -> Floats:
        """The logarithms of the tracks' chances, of the doubtful ones with these habits.

        `outwards` is what speaks for a track that leaves each square over the rim, side by side.
        """
        own = np.array([0.0, *(self.kinds[_kind(track)] for track in TRACKS[1:])])
        found = logs.copy()
        found[doubtful] += own + outwards[doubtful] @ _EXITS.T
        start = found.copy()
        for _ in range(ROUNDS):
            found[doubtful] = start[doubtful] - self.joins * _not_joined(found, columns)[doubtful]
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


def _beside(values: Floats, side: str, columns: int) -> Floats:
    """Of every square what is known of its neighbour on a side, 0 beyond the field."""
    (across, down), padded = _STEPS[side], np.pad(values.reshape(-1, columns), 1)
    rows = len(padded) - 2
    return np.asarray(padded[1 + down : 1 + down + rows, 1 + across : 1 + across + columns].ravel())
