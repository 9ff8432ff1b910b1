"""What a tile may really be: the camera read its sides well and may have erred in what is printed between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.railroad_tiles.sighting import SeenTile, Sighting
from engine.railroad_tiles.state import State
from engine.railroad_tiles.tile import Tile, same_face, shape, ways_of

UNLISTED = 0.05  # how many copies a tile that our list does not have counts for
MISREAD = 0.05  # the chance that a tile was recorded as its likeliest relative, where nothing else tells


def as_any_way(sight: SeenTile, tile: Tile) -> tuple[float, Tile]:
    """How plausible a tile is in the way of lying that suits best."""
    ways = ((sight.plausibility(laid), laid) for laid in map(tile.laid, ways_of(tile.sides)))
    return max(ways, key=lambda one: one[0])


def relatives(state: State, tile: Tile) -> Iterator[tuple[float, Tile]]:
    """Other tiles with the same sides, as this one lies, with how many of them are left for each one of it."""
    listed = same_face(tile) in dict(state.box.tiles)
    own = dict(state.bag).get(same_face(tile), 0) + (1 if listed else UNLISTED)
    for other, count in state.bag:
        if other.sides == shape(tile.sides) and other != same_face(tile):
            yield count / own, other.laid(tile.sides)


@dataclass(frozen=True)
class Past:
    """How the tiles that were taken looked in the market, by their faces as they were recorded."""

    looks: tuple[tuple[Tile, SeenTile], ...] = ()

    @classmethod
    def of_column(cls, state: State, sighting: Sighting, column: int) -> Past:
        """What was last seen of a column; nothing if the market was not seen as it was recorded."""
        full = [index for index, one in enumerate(state.columns) if one.tiles]
        seen = sighting.columns_before
        before = dict(zip(full, seen, strict=True)) if len(full) == len(seen) else {}
        if len(before.get(column, ())) != len(state.columns[column].tiles):
            return cls()
        return cls(tuple(zip(state.columns[column].tiles, before.get(column, ()), strict=True)))

    def odds(self, recorded: Tile, really: Tile) -> float:
        """How likely the market's tile was the one for each time that it was the other."""
        for tile, sight in self.looks:
            if same_face(tile) == same_face(recorded):
                return as_any_way(sight, really)[0] / as_any_way(sight, recorded)[0]
        return MISREAD


NO_PAST = Past()
