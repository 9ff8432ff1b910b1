"""New tiles in a territory as tiles of a hand, each with its way of lying: all of them weighed together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import nlargest

from engine.parts.grid import Cell, neighbours
from engine.railroad_tiles.moves import Lay, Move
from engine.railroad_tiles.sighting import SeenTile
from engine.railroad_tiles.state import State
from engine.railroad_tiles.territory import Territory, fitting
from engine.railroad_tiles.tile import Tile, ways_of

KEPT = 30  # unfinished layings that are followed on


@dataclass(frozen=True)
class Laying:
    """Tiles laid in thought: which of the hand lies where, how plausible that is in all, and at the weakest place."""

    actor: str
    territory: Territory
    hand: tuple[Tile, ...]
    objectives: tuple[Tile, ...]
    moves: tuple[Move, ...] = ()
    worth: float = 1.0
    weakest: float = 1.0
    laid: tuple[tuple[Cell, Tile, float], ...] = ()

    @classmethod
    def of(cls, state: State, index: int, moves: tuple[Move, ...] = (), worth: float = 1.0) -> Laying:
        player = state.players[index]
        objectives = player.objectives if player.owes_objective else ()
        return cls(state.seat_of(index), player.territory, player.hand, objectives, moves, worth)

    def with_tile(self, cell: Cell, number: int, tile: Tile, worth: float) -> Laying:
        """One tile more: the one of that number in the hand, or after it among the objective tiles."""
        of_hand = number < len(self.hand)
        return Laying(
            self.actor,
            self.territory.with_tile(cell, tile),
            self.hand[:number] + self.hand[number + 1 :] if of_hand else self.hand,
            self.objectives if of_hand else (),
            (*self.moves, Lay(self.actor, cell, tile)),
            self.worth * worth,
            min(self.weakest, worth),
            (*self.laid, (cell, tile, worth)),
        )

    def without(self, cell: Cell) -> Territory:
        """The territory before the tile there was laid, with all the others."""
        return self.territory.without_tile(cell)


def explain_layings(hand: Laying, new: Mapping[Cell, SeenTile]) -> list[Laying]:
    """The legal layings of all new tiles, likeliest first; none if one of them touches nothing."""
    order = _in_touch(hand.territory, new)
    if len(order) < len(new):
        return []
    return _followed(hand, [(cell, new[cell]) for cell in order], legal=True)


def free_laying(hand: Laying, new: Mapping[Cell, SeenTile]) -> Laying:
    """The likeliest laying whatever the rules say, of as many new tiles as the hand has."""
    surest = sorted(new.items(), key=lambda item: -item[1].confidence)
    count = len(hand.hand) + bool(hand.objectives)
    return max(_followed(hand, surest[:count], legal=False), key=lambda laying: laying.worth, default=hand)


def _in_touch(territory: Territory, new: Mapping[Cell, SeenTile]) -> list[Cell]:
    """The new cells in an order in which each touches what lies there before it."""
    order: list[Cell] = []
    lying, waiting = set(territory.tiles), sorted(new)
    while cell := next((c for c in waiting if not lying or lying & set(neighbours(c))), None):
        order.append(cell)
        lying.add(cell)
        waiting.remove(cell)
    return order


def _followed(hand: Laying, cells: list[tuple[Cell, SeenTile]], legal: bool) -> list[Laying]:
    front = [hand]
    for cell, sight in cells:
        rated = {laid: sight.plausibility(laid) for tile in _kinds(hand) for laid in map(tile.laid, ways_of(tile.sides))}
        grown = [
            (laying.worth * rated[tile], laying, number, tile)
            for laying in front
            for number, tile in _ways(laying, cell, legal)
        ]
        best = nlargest(KEPT, grown, key=lambda one: one[0])
        front = [laying.with_tile(cell, number, tile, rated[tile]) for _, laying, number, tile in best]
    return front


def _kinds(hand: Laying) -> set[Tile]:
    return {*hand.hand, *hand.objectives}


def _ways(laying: Laying, cell: Cell, legal: bool) -> Iterator[tuple[int, Tile]]:
    """Every different tile that is left, in every way in which it can lie there."""
    tiles = (*laying.hand, *laying.objectives)
    for number, tile in enumerate(tiles):
        if tile not in tiles[:number]:
            ways = fitting(laying.territory.gaps[cell], tile.sides) if legal else ways_of(tile.sides)
            yield from ((number, tile.laid(way)) for way in ways)
