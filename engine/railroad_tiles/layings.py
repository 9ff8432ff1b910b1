"""New tiles in a territory as tiles of a hand, each with its way of lying: all of them weighed together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from heapq import nlargest

from engine.observation import Revision
from engine.parts.grid import Cell, neighbours
from engine.railroad_tiles.faces import NO_PAST, Past, relatives
from engine.railroad_tiles.moves import Lay, Move
from engine.railroad_tiles.sighting import SeenTile
from engine.railroad_tiles.state import State
from engine.railroad_tiles.territory import Territory, fitting
from engine.railroad_tiles.tile import Tile, ways_of

KEPT = 30  # unfinished layings that are followed on
SEEN_BETTER = 3.0  # times that another face must be likelier before the one that was recorded is taken back


@dataclass(frozen=True)
class Face:
    """A tile as it was recorded and as it now seems to be, both as it lies."""

    recorded: Tile
    really: Tile
    worth: float  # how plausible it is by all that is known
    agrees: float  # how well it agrees, judged by its sides, with what is seen now


@dataclass(frozen=True)
class Laying:
    """Tiles laid in thought: which of the hand lies where, how plausible that is in all, and at the weakest place."""

    actor: str
    state: State = field(repr=False)
    territory: Territory
    hand: tuple[Tile, ...]
    objectives: tuple[Tile, ...]
    past: Past = NO_PAST
    moves: tuple[Move | Revision, ...] = ()
    worth: float = 1.0
    weakest: float = 1.0
    laid: tuple[tuple[Cell, Tile, float], ...] = ()

    @classmethod
    def of(cls, state: State, index: int) -> Laying:
        player = state.players[index]
        objectives = player.objectives if player.owes_objective else ()
        return cls(state.seat_of(index), state, player.territory, player.hand, objectives)

    def with_tile(self, cell: Cell, number: int, face: Face) -> Laying:
        """One tile more: the one of that number in the hand, or after it among the objective tiles."""
        of_hand = number < len(self.hand)
        moves: tuple[Move | Revision, ...] = (Lay(self.actor, cell, face.recorded),)
        if face.really != face.recorded:
            moves += (Revision(f"{self.actor} tile {cell[0]},{cell[1]} {face.really}"),)
        return replace(
            self,
            territory=self.territory.with_tile(cell, face.recorded),
            hand=self.hand[:number] + self.hand[number + 1 :] if of_hand else self.hand,
            objectives=self.objectives if of_hand else (),
            moves=self.moves + moves,
            worth=self.worth * face.worth,
            weakest=min(self.weakest, face.agrees),
            laid=(*self.laid, (cell, face.recorded, face.agrees)),
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
        ways = (tile.laid(way) for tile in {*hand.hand, *hand.objectives} for way in ways_of(tile.sides))
        faces = {tile: _face_of(hand, sight, tile) for tile in ways}
        grown = [
            (laying.worth * faces[tile].worth, laying, number, tile)
            for laying in front
            for number, tile in _ways(laying, cell, legal)
        ]
        best = nlargest(KEPT, grown, key=lambda one: one[0])
        front = [laying.with_tile(cell, number, faces[tile]) for _, laying, number, tile in best]
    return front


def _ways(laying: Laying, cell: Cell, legal: bool) -> Iterator[tuple[int, Tile]]:
    """Every different tile that is left, in every way in which it can lie there."""
    tiles = (*laying.hand, *laying.objectives)
    for number, tile in enumerate(tiles):
        if tile not in tiles[:number]:
            ways = fitting(laying.territory.gaps[cell], tile.sides) if legal else ways_of(tile.sides)
            yield from ((number, tile.laid(way)) for way in ways)


def _face_of(hand: Laying, sight: SeenTile, tile: Tile) -> Face:
    """A tile of the hand as it lies there, or what it really is if both looks at it say so."""
    recorded = Face(tile, tile, sight.plausibility(tile), sight.sidewise(tile))
    if tile.objective:
        return recorded
    others = []
    for share, other in relatives(hand.state, tile):
        worth = sight.plausibility(other) * share
        if worth > recorded.worth:
            agrees = sight.sidewise(other)
            others.append(Face(tile, other, worth * hand.past.odds(tile, other), agrees))
    best = max(others, key=lambda face: face.worth, default=recorded)
    return best if best.worth > SEEN_BETTER * recorded.worth else recorded
