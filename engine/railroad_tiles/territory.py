"""A player's territory: the tiles as they lie, the pawns on them, and what follows from both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property

from engine.parts.grid import Cell, neighbours
from engine.railroad_tiles.networks import Networks, PawnAt
from engine.railroad_tiles.tile import Spot, Tile, ways_of

ANY = "?"
NOTHING_KNOWN = ANY * 4


@cache
def fitting(needed: str, sides: str) -> tuple[str, ...]:
    """The ways of laying these sides that agree with the needed ones (`?` where no tile touches)."""
    return tuple(way for way in ways_of(sides) if agrees(needed, way))


def agrees(needed: str, way: str) -> bool:
    return all(need in (ANY, side) for need, side in zip(needed, way, strict=True))


class Territory:
    """Tiles by cell, pawns by cell and spot; a frozen value: laying a tile gives another territory.

    `gaps` are the empty cells that touch a tile, each with the sides that it asks for. They are kept up to date with
    every tile, so finding all the places of a tile means looking at each gap once.
    """

    def __init__(
        self,
        tiles: Mapping[Cell, Tile],
        pawns: frozenset[PawnAt],
        gaps: Mapping[Cell, str],
        networks: Networks | None = None,
    ) -> None:
        self.tiles = tiles
        self.pawns = pawns
        self.gaps = gaps
        self._networks = networks

    @classmethod
    def of(cls, tiles: Mapping[Cell, Tile], pawns: frozenset[PawnAt] = frozenset()) -> Territory:
        """A territory that lies there already, right or wrong."""
        territory = EMPTY
        for cell, tile in tiles.items():
            territory = territory.with_tile(cell, tile)
        return cls(territory.tiles, pawns, territory.gaps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Territory) and self.tiles == other.tiles and self.pawns == other.pawns

    def __hash__(self) -> int:
        return hash((frozenset(self.tiles.items()), self.pawns))

    def with_tile(self, cell: Cell, tile: Tile) -> Territory:
        """The territory after laying the tile; whether that is legal is asked before, with `needed_at`."""
        tiles = {**self.tiles, cell: tile}
        gaps = dict(self.gaps) if self.tiles else {}
        gaps.pop(cell, None)
        for side, beyond in enumerate(neighbours(cell)):
            if beyond not in tiles:
                facing = (side + 2) % 4
                needed = gaps.get(beyond, NOTHING_KNOWN)
                gaps[beyond] = needed[:facing] + tile.sides[side] + needed[facing + 1 :]
        return Territory(tiles, self.pawns, gaps, self._networks and self._networks.with_tile(tiles, cell))

    def without_tile(self, cell: Cell) -> Territory:
        """The territory without a tile and the pawns on it."""
        tiles = {at: tile for at, tile in self.tiles.items() if at != cell}
        return Territory.of(tiles, frozenset(pawn for pawn in self.pawns if pawn[0] != cell))

    def with_pawn(self, cell: Cell, spot: int) -> Territory:
        return Territory(self.tiles, self.pawns | {(cell, spot)}, self.gaps, self._networks)

    def without_pawn(self, cell: Cell, spot: int) -> Territory:
        return Territory(self.tiles, self.pawns - {(cell, spot)}, self.gaps, self._networks)

    def needed_at(self, cell: Cell) -> str:
        """The sides that the tiles around a cell ask for."""
        sides = [self.tiles.get(beyond) for beyond in neighbours(cell)]
        return "".join(tile.sides[(index + 2) % 4] if tile else ANY for index, tile in enumerate(sides))

    def placements(self, sides: str) -> Iterator[tuple[Cell, str]]:
        """Every legal place for these sides, with the way of laying them (ruling 5)."""
        for cell, needed in self.gaps.items():
            for way in fitting(needed, sides):
                yield cell, way

    def can_lay(self, sides: str) -> bool:
        return any(fitting(needed, sides) for needed in self.gaps.values())

    def spot(self, pawn: PawnAt) -> Spot:
        return self.tiles[pawn[0]].spots[pawn[1]]

    def free_spots(self, kind: str) -> Iterator[PawnAt]:
        """The empty spots for pawns of a kind."""
        for cell, tile in self.tiles.items():
            for index, spot in enumerate(tile.spots):
                if spot.kind == kind and (cell, index) not in self.pawns:
                    yield cell, index

    @property
    def networks(self) -> Networks:
        """The networks; from the first question on they are carried along from tile to tile."""
        if self._networks is None:
            self._networks = Networks.of(self.tiles)
        return self._networks

    @cached_property
    def pawns_by_network(self) -> Mapping[tuple[str, int], tuple[PawnAt, ...]]:
        """The pawns of each kind on each network that their kind travels."""
        found: dict[tuple[str, int], list[PawnAt]] = {}
        for pawn in sorted(self.pawns):
            spot = self.spot(pawn)
            network = self.networks.of_pawn(pawn[0], spot)
            if network is not None:
                found.setdefault((spot.kind, network), []).append(pawn)
        return {key: tuple(pawns) for key, pawns in found.items()}

    @cached_property
    def _company(self) -> Mapping[PawnAt, tuple[PawnAt, ...]]:
        """For each pawn the others of its kind on its network."""
        return {
            pawn: tuple([other for other in there if other != pawn])
            for there in self.pawns_by_network.values()
            for pawn in there
        }

    def connected(self, pawn: PawnAt) -> tuple[PawnAt, ...]:
        """The other pawns of its kind that a pawn on this spot is connected to (ruling 14)."""
        if pawn in self._company:
            return self._company[pawn]
        spot = self.spot(pawn)
        network = self.networks.of_pawn(pawn[0], spot)
        return () if network is None else self.pawns_by_network.get((spot.kind, network), ())

    def connected_by_one_kind_of_way(self, pawn: PawnAt) -> tuple[PawnAt, ...]:
        """The same for a tired traveller: over highways alone or over rails alone."""
        kind = self.spot(pawn).kind
        own = self.networks.single_of(pawn[0], self.spot(pawn))
        return tuple(
            other
            for other in sorted(self.pawns)
            if other != pawn
            and self.spot(other).kind == kind
            and own & self.networks.single_of(other[0], self.spot(other))
        )

    @cached_property
    def loose_ends(self) -> tuple[tuple[Cell, str], ...]:
        """The interruptions: each highway or rail side with no tile beyond it, as cell and side (ruling 15)."""
        found = []
        for cell, tile in self.tiles.items():
            for side, letter, beyond in zip("NESW", tile.sides, neighbours(cell), strict=True):
                if letter != "-" and beyond not in self.tiles:
                    found.append((cell, side))
        return tuple(found)

    @property
    def loose_end_count(self) -> int:
        """As many as `loose_ends` has, read off what the gaps ask for."""
        return sum(4 - needed.count(ANY) - needed.count("-") for needed in self.gaps.values()) if self.tiles else 0


EMPTY = Territory({}, frozenset(), {(0, 0): NOTHING_KNOWN})
