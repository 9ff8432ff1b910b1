"""The networks of a territory: highways, rails, and both together as travellers use them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from engine.parts.grid import Cell, neighbours
from engine.railroad_tiles.tile import CAR, HIGHWAY, RAIL, TRAIN, Spot, Tile

PawnAt: TypeAlias = tuple[Cell, int]
Way: TypeAlias = tuple[Cell, str]  # the highway or the rail of a tile


def joined(tiles: Mapping[Cell, Tile], cell: Cell, letter: str) -> Iterator[Cell]:
    """The cells to which the highway or rail of a tile leads on."""
    sides = tiles[cell].sides
    for side, beyond in enumerate(neighbours(cell)):
        if sides[side] == letter and beyond in tiles and tiles[beyond].sides[(side + 2) % 4] == letter:
            yield beyond


class Networks:
    """Which highways hang together, which rails, and which both through stations; each network has a number."""

    def __init__(self, tiles: Mapping[Cell, Tile]) -> None:
        self.tiles = tiles
        self.single: dict[Way, int] = {}
        for letter in (HIGHWAY, RAIL):
            for cell, tile in tiles.items():
                if letter in tile.sides and (cell, letter) not in self.single:
                    self._flood(cell, letter, len(self.single))
        self._together = self._join_at_stations()

    def _flood(self, first: Cell, letter: str, number: int) -> None:
        self.single[first, letter] = number
        edge = [first]
        while edge:
            for beyond in joined(self.tiles, edge.pop(), letter):
                if (beyond, letter) not in self.single:
                    self.single[beyond, letter] = number
                    edge.append(beyond)

    def _join_at_stations(self) -> dict[int, int]:
        """For each single network the number of the network that travellers make of it (ruling 2)."""
        parent = {number: number for number in self.single.values()}

        def root(number: int) -> int:
            while parent[number] != number:
                parent[number] = number = parent[parent[number]]
            return number

        for cell, tile in self.tiles.items():
            if tile.station and HIGHWAY in tile.sides and RAIL in tile.sides:
                parent[root(self.single[cell, HIGHWAY])] = root(self.single[cell, RAIL])
        return {number: root(number) for number in parent}

    def single_of(self, cell: Cell, spot: Spot) -> frozenset[int]:
        """The highway network, the rail network or both that a pawn on the spot stands on."""
        letters = {CAR: HIGHWAY, TRAIN: RAIL}.get(spot.kind) or {"highway": HIGHWAY, "rail": RAIL}.get(spot.on, "HR")
        return frozenset(self.single[cell, letter] for letter in letters if (cell, letter) in self.single)

    def of_pawn(self, cell: Cell, spot: Spot) -> int | None:
        """The network that connects a pawn on the spot with others of its kind, if there is one."""
        single = self.single_of(cell, spot)
        if not single:
            return None
        number = min(single)
        return number if spot.kind in (CAR, TRAIN) else self._together[number]

    def of_travellers(self, way: Way) -> int:
        return self._together[self.single[way]]

    def stations(self) -> Mapping[int, tuple[Cell, ...]]:
        """The stations on each network of highways and rails together."""
        found: dict[int, list[Cell]] = {}
        for cell, tile in self.tiles.items():
            ways = [(cell, letter) for letter in (HIGHWAY, RAIL) if letter in tile.sides]
            if tile.station and ways:
                found.setdefault(self.of_travellers(ways[0]), []).append(cell)
        return {number: tuple(cells) for number, cells in found.items()}


def steps_from(tiles: Mapping[Cell, Tile], starts: frozenset[Way], closed: frozenset[Way]) -> dict[Way, int]:
    """How many steps from tile to tile each highway or rail is away for a traveller; closed ones end the walk.

    Changing at a station is no step, so a tile's second way joins the same ring as the first.
    """
    steps = dict.fromkeys(starts, 0)
    edge = deque(starts)
    while edge:
        way = edge.popleft()
        if way in closed and way not in starts:
            continue
        for beyond, step in _onwards(tiles, way):
            if steps[way] + step < steps.get(beyond, len(tiles)):
                steps[beyond] = steps[way] + step
                if step:
                    edge.append(beyond)
                else:
                    edge.appendleft(beyond)
    return steps


def _onwards(tiles: Mapping[Cell, Tile], way: Way) -> Iterator[tuple[Way, int]]:
    """Where a traveller on a highway or rail can go, and how many steps that is."""
    cell, letter = way
    other = RAIL if letter == HIGHWAY else HIGHWAY
    if tiles[cell].station and other in tiles[cell].sides:
        yield (cell, other), 0
    for beyond in joined(tiles, cell, letter):
        yield (beyond, letter), 1
