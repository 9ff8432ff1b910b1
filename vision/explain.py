"""Puts what was seen of a tile's parts together into the likeliest whole tile.

What boxes print is a soft prior: it settles doubt, but what is seen clearly stands, so that an odd tile or a breach
of the rules is reported as it lies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.railroad_tiles.box import our_box
from vision.face import KINDS, SIDE_LETTERS, Spot, TileFace, likely_place

Chances = NDArray[np.float64]
PATTERNS = tuple("".join(letters) for letters in product(SIDE_LETTERS, repeat=4))
ODD = 0.005
# Travellers wait at stations rather than elsewhere, cars and trains elsewhere: about as often in our default tile set.
# A lesson's own cars and trains are counted beside so many that are taken as seen before.
RARE, BEFORE = 0.3, 3.0
MISMATCH = 0.03
# A second spot is rare, but for a car's and a train's where a highway and a railway cross without a station.
# Hardly any tile has two of one kind. Where no lesson shows two spots, a second pawn is mostly the first one's shadow.
SECOND_SPOT, SECOND_TAUGHT, SECOND_AT_CROSSING, SAME_KIND, SHADOW = 0.02, 0.1, 0.5, 0.1, 0.05
_FLOOR = 1e-6
# Stations are seen to have a spot more plainly than routes: that a box prints its spots faintly counts less there.
FAINT_AT_STATION = 1.0
# The share that a tile is given, in all its turns, of which our default set has none.
UNSEEN = 0.02
# Where boxes differ on stations: at a dead end, where a highway and a railway cross, where a curve of each meets. How
# many tiles without and with a station are taken as seen before any lesson: our default set and photographs of another.
DOUBTED = ((1.0, 1.0), (3.0, 1.0), (1.0, 1.0))
Counts = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Habits:
    """What a box prints, as far as its lessons tell.

    `stations` are, for each sort of tile on which boxes differ, how many were seen without one and with one; `cars` are
    how many tiles with a spot for a car or a train were; `pairs` are the kinds of spots that were on one tile; `faint`
    is by how many log odds less than usual the reader sees its spots.
    """

    two_spots: bool = False
    stations: Counts = ((0, 0),) * len(DOUBTED)
    cars: tuple[int, int] = (0, 0)
    pairs: tuple[tuple[str, str], ...] = ()
    faint: float = 0.0


NO_HABITS = Habits()


def habits_of(faces: Iterable[TileFace]) -> Habits:
    """What these tiles tell of their box."""
    known = list(faces)
    seen = [[0, 0] for _ in DOUBTED]
    cars = [face.station for face in known for spot in face.spots if spot.kind != "traveller"]
    for face in known:
        sort = _doubted(face.sides)
        if sort is not None:
            seen[sort][face.station] += 1
    stations = tuple((without, having) for without, having in seen)
    pairs = {_pair(*(spot.kind for spot in face.spots)) for face in known if len(face.spots) == 2}
    counts = cars.count(False), cars.count(True)
    return Habits(any(len(face.spots) > 1 for face in known), stations, counts, tuple(sorted(pairs)))


def _pair(one: str, other: str) -> tuple[str, str]:
    """Two kinds, whichever comes first."""
    return (one, other) if one <= other else (other, one)


def _doubted(sides: str) -> int | None:
    """The sort of tile on which boxes differ about stations, if it is one."""
    roads, rails = sides.count("H"), sides.count("R")
    if roads + rails == 1:
        return 0
    if roads == rails == 2:
        return 1 if sides[0] == sides[2] else 2
    return None


@dataclass(frozen=True)
class Seen:
    """The chances of every part of one tile: sides 4 x 3, ground, station, and 7 per place where a spot may be."""

    sides: Chances
    ground: Chances
    station: Chances
    places: Chances
    objective: float = 0.0


@dataclass(frozen=True)
class Explained:
    """The likeliest face and the chance, as far as the parts tell, that all of it is right."""

    face: TileFace
    chance: float


@lru_cache(maxsize=1)
def printed_shares() -> dict[str, float]:
    """How often tiles with these sides lie on a table, as our default set has them; none is so rare as to be odd."""
    alike = {sides: _turned_and_mirrored(sides) for sides in PATTERNS}
    tiles = our_box().tiles
    total = sum(count for _, count in tiles)
    seen = {sides: sum(count for tile, count in tiles if tile.sides in alike[sides]) / total for sides in PATTERNS}
    return {sides: (seen[sides] + UNSEEN) / len(alike[sides]) for sides in PATTERNS}


def _turned_and_mirrored(sides: str) -> set[str]:
    return {way[turn:] + way[:turn] for way in (sides, sides[::-1]) for turn in range(4)}


@lru_cache(maxsize=8)
def printed_prior(habits: Habits = NO_HABITS) -> Chances:
    """How odd each pattern of sides x station x first spot would be on a printed tile, as log chances."""
    prior = np.zeros((len(PATTERNS), 2, 7))
    without, having = habits.cars
    at_station = np.log((having + RARE * BEFORE) / (without + BEFORE))
    shares = printed_shares()
    for index, sides in enumerate(PATTERNS):
        prior[index] += np.log(shares[sides])
        prior[index, :, 1:] += np.minimum(habits.faint, (np.inf, FAINT_AT_STATION))[:, None]
        roads, rails = sides.count("H"), sides.count("R")
        mixed = roads > 0 and rails > 0
        if mixed and (roads, rails) != (2, 2):
            prior[index, 0] += np.log(ODD)
        if not mixed and roads + rails >= 2:
            prior[index, 1] += np.log(ODD)
        if roads + rails == 0:
            prior[index] += np.log(ODD)
        for pawn in (0, 3):
            prior[index, :, 1 + pawn] += 0.0 if roads else np.log(ODD)
            prior[index, :, 2 + pawn] += 0.0 if rails else np.log(ODD)
            prior[index, 1, 1 + pawn : 3 + pawn] += at_station
            prior[index, 0, 3 + pawn] += np.log(RARE)
        sort = _doubted(sides)
        if sort is not None:
            count = np.add(DOUBTED[sort], habits.stations[sort])
            prior[index] += np.log(2 * count / count.sum())[:, None]
    return prior


def explain(seen: Seen, habits: Habits = NO_HABITS) -> Explained:
    """The likeliest whole tile of a box with these habits."""
    places = sorted(seen.places, key=lambda chances: float(chances[0]))
    first = places[0] if len(places) else np.eye(7)[0]
    logs = np.log(seen.sides + _FLOOR)
    joint = (
        _pattern_logs(logs)[:, None, None]
        + np.log(seen.station + _FLOOR)[None, :, None]
        + np.log(first + _FLOOR)
        + printed_prior(habits)
    )
    joint -= joint.max()
    chances = np.exp(joint)
    best = np.unravel_index(int(np.argmax(chances)), chances.shape)
    chance = float(chances[best] / chances.sum())
    sides, station = PATTERNS[best[0]], bool(best[1])
    labels = [int(best[2])]
    for more in places[1:]:
        odds = more * _another(labels, sides, station, habits)
        odds = odds / odds.sum()
        labels.append(int(odds.argmax()))
        chance *= float(odds.max())
    urban = bool(seen.ground[1] > 0.5)
    chance *= float(seen.ground.max()) * (1 - seen.objective)
    return Explained(TileFace(sides, urban, station, None, spots_of(labels, sides, station)), chance)


def _another(labels: list[int], sides: str, station: bool, habits: Habits) -> Chances:
    """How likely a tile is to have, beside these spots, nothing more or a spot of each class."""
    first = [KINDS[(label - 1) % 3] for label in labels if label]
    shown = [habits.two_spots and _goes_with(kind, first, habits.pairs) for kind in KINDS]
    odds = np.array([1.0] + [SECOND_TAUGHT if seen else SECOND_SPOT for seen in shown] * 2)
    crossing, two_spots = not station and sides.count("H") == sides.count("R") == 2, habits.two_spots
    if not two_spots and any(label > len(KINDS) for label in labels):
        odds[1 + len(KINDS) :] *= SHADOW
    kinds = {(label - 1) % 3 for label in labels if label}
    for kind in kinds:
        odds[[1 + kind, 4 + kind]] *= SAME_KIND
    if crossing and len(kinds) == 1 and kinds < {0, 1}:
        other = 1 - kinds.pop()
        odds[[1 + other, 4 + other]] = 1.0 if two_spots else SECOND_AT_CROSSING
    return odds


def _goes_with(kind: str, first: list[str], pairs: tuple[tuple[str, str], ...]) -> bool:
    """Whether a spot of this kind was seen beside such ones, as far as it is known what was."""
    return not first or not pairs or any(_pair(kind, other) in pairs for other in first)


def _pattern_logs(logs: Chances) -> Chances:
    total = logs[0][:, None, None, None] + logs[1][:, None, None] + logs[2][:, None] + logs[3]
    return np.asarray(total.reshape(-1))


def spots_of(labels: list[int], sides: str, station: bool) -> tuple[Spot, ...]:
    """The spots that these classes of the spot reader mean."""
    spots = []
    for label in labels:
        if label:
            kind = KINDS[(label - 1) % 3]
            spots.append(Spot(kind, likely_place(kind, sides, station), label > 3))
    return tuple(spots)


def with_neighbours(cells: list[tuple[int, int]], sides: Chances) -> Chances:
    """The chances of all sides when touching sides are expected, softly, to match."""
    where = {cell: index for index, cell in enumerate(cells)}
    agree = np.full((3, 3), MISMATCH) + np.eye(3) * (1 - MISMATCH)
    joined = sides.copy()
    steps: Any = ((0, -1), (1, 0), (0, 1), (-1, 0))
    for cell, index in where.items():
        for side, (dx, dy) in enumerate(steps):
            other = where.get((cell[0] + dx, cell[1] + dy))
            if other is not None:
                joined[index, side] *= agree @ sides[other, (side + 2) % 4]
                joined[index, side] /= joined[index, side].sum()
    return joined
