"""What a territory promises: its final points now, and what may still come of it.

The weights were set by self-play; they are a player's feeling in numbers, not rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.parts.grid import STEPS, Cell, around, largest_rectangle, neighbours
from engine.railroad_tiles import objectives
from engine.railroad_tiles.networks import PawnAt
from engine.railroad_tiles.scoring import CITY_POINTS, FREE_INTERRUPTIONS
from engine.railroad_tiles.state import State
from engine.railroad_tiles.territory import ANY, Territory
from engine.railroad_tiles.tile import BLANK, KINDS, Tile

PAIR_OF_URBAN, SINGLE_URBAN = 2.0, 0.6
SPOT_USE = 0.35  # how often a free spot gets its pawn, at the start of the game
EARLY_LOOSE_END, LATE_LOOSE_END = 0.25, 1.0
SHAPE = 0.22  # for each pair of touching tiles, while the rectangle can still grow
OBJECTIVE_PROGRESS = 3.0


@dataclass(frozen=True)
class Weights:
    """How much the future counts: 1 before the first round, 0 after the last."""

    future: float

    @classmethod
    def at(cls, state: State) -> Weights:
        return cls(max(0.0, (state.box.rounds - state.round) / state.box.rounds))


def outlook(territory: Territory, weights: Weights) -> float:
    """The points that the territory is worth, those that may come included; prestige earned so far is left out."""
    return (
        _cities(territory, weights)
        + _shape(territory, weights)
        - _loose_ends(territory.loose_end_count, weights)
        + _spots(territory, weights)
        + _objectives(territory, weights)
    )


def _cities(territory: Territory, weights: Weights) -> float:
    worth = 0.0
    for group in objectives.urban_groups(territory):
        if len(group) >= objectives.CITY:
            worth += CITY_POINTS
        else:
            worth += weights.future * (PAIR_OF_URBAN if len(group) == 2 else SINGLE_URBAN)
    return worth


def _shape(territory: Territory, weights: Weights) -> float:
    """The rectangle, and a little for every pair of touching tiles: close shapes grow larger rectangles."""
    outer_sides = sum(4 - needed.count(ANY) for needed in territory.gaps.values())
    touching = (4 * len(territory.tiles) - outer_sides) / 2
    return len(largest_rectangle(territory.tiles)) + weights.future * SHAPE * touching


def _loose_ends(count: int, weights: Weights) -> float:
    """The expected cost: late in the game the true one, early a smaller one for every loose end beyond a few."""
    late = LATE_LOOSE_END * max(0, count - FREE_INTERRUPTIONS)
    early = EARLY_LOOSE_END * max(0, count - 2)
    return late * (1 - weights.future) + early * weights.future


def _spots(territory: Territory, weights: Weights) -> float:
    """Free spots promise a pawn and the pawns that it will be connected to."""
    if not weights.future:
        return 0.0
    free: dict[tuple[str, int], int] = {}
    worth = 0.0
    for kind in KINDS:
        for cell, index in territory.free_spots(kind):
            network = territory.networks.of_pawn(cell, territory.tiles[cell].spots[index])
            if network is not None:
                free[kind, network] = free.get((kind, network), 0) + 1
    for key, count in free.items():
        standing = len(territory.pawns_by_network.get(key, ()))
        worth += sum(min(5.0, 1 + standing + 0.6 * further) for further in range(count))
    return worth * SPOT_USE * weights.future


def _objectives(territory: Territory, weights: Weights) -> float:
    worth = 0.0
    for cell in objectives.objective_cells(territory):
        if objectives.judge(territory, cell).met:
            worth += objectives.POINTS
        else:
            worth += weights.future * OBJECTIVE_PROGRESS * _progress(territory, cell)
    return worth


def _progress(territory: Territory, cell: Cell) -> float:
    """How far an objective has come, from 0 to 1; a temple with a spot beside it is lost for good."""
    name = territory.tiles[cell].objective
    if name == "town-hall":
        arms = [(cell[0] + step[0] * far, cell[1] + step[1] * far) for step in STEPS for far in (1, 2)]
        return sum(arm in territory.tiles for arm in arms) / len(arms)
    if name == "temple":
        return 0.0
    if name == "stadium":
        near = [territory.tiles[other] for other in around(cell) if other in territory.tiles]
        return min(1.0, sum(spot.kind == "traveller" for tile in near for spot in tile.spots) / 3)
    verdict = objectives.judge(territory, cell)
    needed = {"metropolis": 5, "central-station": 5, "airport": 1, "service-station": 8}[name or ""]
    return min(1.0, len(verdict.cells) / needed)


def first_glance(territory: Territory, cell: Cell, tile: Tile, future: float) -> float:
    """A quick guess at how good a place is, to choose the few that are worth a full look."""
    opened = closed = touching = 0
    urban = 0.0
    for letter, beyond in zip(tile.sides, neighbours(cell), strict=True):
        other = territory.tiles.get(beyond)
        if other is not None:
            touching += 1
            closed += letter != BLANK
            urban += tile.urban and other.urban
        else:
            opened += letter != BLANK
    return 0.9 * (closed - opened) * (1 - 0.5 * future) + touching + 1.5 * urban + 0.5 * closed


def best_spots(territory: Territory, kind: str) -> Iterator[tuple[float, int, PawnAt]]:
    """The free spots for a kind with what a pawn there is worth: its points now, and a little for pawns to come."""
    for pawn in territory.free_spots(kind):
        connected = len(territory.connected(pawn))
        network = territory.networks.of_pawn(pawn[0], territory.spot(pawn))
        company = sum(
            other != pawn and territory.networks.of_pawn(other[0], territory.spot(other)) == network
            for other in territory.free_spots(kind)
        )
        yield min(5, 1 + connected) + 0.3 * min(company, 4), min(5, 1 + connected), pawn
