"""The seven objectives: whether one is fulfilled, in words and cells (ruling 16)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.parts.grid import SIDES, STEPS, Cell, around, groups, neighbour
from engine.railroad_tiles.stretch import find_stretch
from engine.railroad_tiles.territory import Territory
from engine.railroad_tiles.tile import CAR, HIGHWAY, OBJECTIVES, RAIL, TRAIN, TRAVELLER
from engine.words import Said, say

CITY = 3  # urban tiles
POINTS = 5


class Verdict(NamedTuple):
    """Whether a condition holds, why or why not, and the cells to mark."""

    met: bool
    why: Said
    cells: tuple[Cell, ...] = ()


def urban_groups(territory: Territory) -> list[frozenset[Cell]]:
    """The groups of urban tiles joined by sides."""
    return groups([cell for cell, tile in territory.tiles.items() if tile.urban])


def cities(territory: Territory) -> list[frozenset[Cell]]:
    return [group for group in urban_groups(territory) if len(group) >= CITY]


def town_hall(territory: Territory, cell: Cell) -> Verdict:
    arms = [(cell[0] + step[0] * far, cell[1] + step[1] * far) for step in STEPS for far in (1, 2)]
    missing = [arm for arm in arms if arm not in territory.tiles]
    if missing:
        return Verdict(False, say("{count} of the 8 tiles in the four directions are missing.", count=len(missing)))
    return Verdict(True, say("Two tiles lie in each of the four directions."), tuple(arms))


def metropolis(territory: Territory, cell: Cell) -> Verdict:
    group = next((group for group in urban_groups(territory) if cell in group), frozenset())
    why = say("It is part of a group of {count} urban tiles; 5 are needed.", count=len(group))
    return Verdict(len(group) >= 5, why, tuple(sorted(group)))


def central_station(territory: Territory, cell: Cell) -> Verdict:
    own = territory.networks.single.get((cell, RAIL))
    reached = [
        other
        for other, tile in territory.tiles.items()
        if tile.station and other != cell and own is not None and territory.networks.single.get((other, RAIL)) == own
    ]
    why = say("It reaches {count} other stations by rail; 5 are needed.", count=len(reached))
    return Verdict(len(reached) >= 5, why, tuple(reached))


def stadium(territory: Territory, cell: Cell) -> Verdict:
    near = set(around(cell))
    pawns = [pawn for pawn in territory.pawns if pawn[0] in near and territory.spot(pawn).kind == TRAVELLER]
    why = say("{count} travellers stand on the 8 tiles around; 3 are needed.", count=len(pawns))
    return Verdict(len(pawns) >= 3, why, tuple(sorted({pawn[0] for pawn in pawns})))


def airport(territory: Territory, cell: Cell) -> Verdict:
    urban = [other for city in cities(territory) for other in city if other != cell]
    seen = [other for other in urban if other[0] == cell[0] or other[1] == cell[1]]
    if not seen:
        return Verdict(False, say("No tile of a city lies in its row or column."))
    return Verdict(True, say("A tile of a city lies in its row or column."), tuple(sorted(seen)))


def temple(territory: Territory, cell: Cell) -> Verdict:
    noisy = [
        other
        for other in around(cell)
        if other in territory.tiles and any(spot.kind in (CAR, TRAIN) for spot in territory.tiles[other].spots)
    ]
    if noisy:
        return Verdict(False, say("{count} tiles around have a car or train spot.", count=len(noisy)), tuple(noisy))
    return Verdict(True, say("No tile around has a car or train spot."))


def service_station(territory: Territory, cell: Cell) -> Verdict:
    path = find_stretch(territory.tiles, HIGHWAY, 8, through=cell)
    if not path:
        return Verdict(False, say("It lies on no continuous highway of 8 tiles."))
    return Verdict(True, say("It lies on a continuous highway of 8 tiles or more."), path)


CONDITIONS: dict[str, Callable[[Territory, Cell], Verdict]] = {
    "town-hall": town_hall,
    "metropolis": metropolis,
    "central-station": central_station,
    "stadium": stadium,
    "airport": airport,
    "temple": temple,
    "service-station": service_station,
}
assert tuple(CONDITIONS) == OBJECTIVES


def objective_cells(territory: Territory) -> list[Cell]:
    return [cell for cell, tile in territory.tiles.items() if tile.objective]


def judge(territory: Territory, cell: Cell) -> Verdict:
    """Whether the objective on this cell is fulfilled."""
    name = territory.tiles[cell].objective
    assert name is not None
    return CONDITIONS[name](territory, cell)


def mismatches(territory: Territory) -> list[tuple[Cell, str]]:
    """The pairs of touching sides that differ, each once, as the cell and its east or south side."""
    found = []
    for cell, tile in territory.tiles.items():
        for side in "ES":
            beyond = territory.tiles.get(neighbour(cell, side))
            index = SIDES.index(side)
            if beyond and beyond.sides[(index + 2) % 4] != tile.sides[index]:
                found.append((cell, side))
    return found
