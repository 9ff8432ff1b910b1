"""The networks of a territory: highways, rails, and both together as travellers use them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from engine.parts.grid import Cell, neighbours
from engine.railroad_tiles.tile import HIGHWAY, KINDS, PLACES, RAIL, TRAVELLER, Spot, Tile, open_ways

PawnAt: TypeAlias = tuple[Cell, int]
Way: TypeAlias = tuple[Cell, str]  # the highway or the rail of a tile

_LETTERS_OF = {"highway": HIGHWAY, "rail": RAIL, "station": HIGHWAY + RAIL}

# The ways on which a pawn stands, by its kind and what its spot lies on: on a station a traveller stands on both, and
# a car on a rail drives nowhere.
_STANDS_ON = {
    (kind, on): "".join(letter for letter in _LETTERS_OF[on] if letter in open_ways(kind))
    for kind in KINDS
    for on in PLACES
}


def joined(tiles: Mapping[Cell, Tile], cell: Cell, letter: str) -> Iterator[Cell]:
    """The cells to which the highway or rail of a tile leads on."""
    sides = tiles[cell].sides
    for side, beyond in enumerate(neighbours(cell)):
        if sides[side] == letter and beyond in tiles and tiles[beyond].sides[(side + 2) % 4] == letter:
            yield beyond


class Networks:
    """Which highways hang together, which rails, and which both through stations; each network has a number.

    A territory grows tile by tile, so the networks are carried on: a new tile starts a network, joins one, or makes
    one of several.
    """

    def __init__(self, tiles: Mapping[Cell, Tile], single: Mapping[Way, int], together: Mapping[int, int]) -> None:
        self.tiles = tiles
        self.single = single
        self._together = together  # for each single network the number of the one that travellers make of it (ruling 2)

    @classmethod
    def of(cls, tiles: Mapping[Cell, Tile]) -> Networks:
        networks = cls(tiles, {}, {})
        for cell in tiles:
            networks = networks.with_tile(tiles, cell)
        return networks

    def with_tile(self, tiles: Mapping[Cell, Tile], cell: Cell) -> Networks:
        """The networks with one tile more, which lies in `tiles` already."""
        single, together = dict(self.single), dict(self._together)
        tile = tiles[cell]
        for letter in (HIGHWAY, RAIL):
            if letter in tile.sides:
                ways = [(beyond, letter) for beyond in joined(tiles, cell, letter)]
                single[cell, letter] = _merge(single, together, {single[way] for way in ways if way in single})
        if tile.station and HIGHWAY in tile.sides and RAIL in tile.sides:
            _join(together, together[single[cell, HIGHWAY]], together[single[cell, RAIL]])
        return Networks(tiles, single, together)

    def single_of(self, cell: Cell, spot: Spot) -> frozenset[int]:
        """The highway network, the rail network or both that a pawn on the spot stands on."""
        letters = _STANDS_ON[spot.kind, spot.on]
        return frozenset(self.single[cell, letter] for letter in letters if (cell, letter) in self.single)

    def of_pawn(self, cell: Cell, spot: Spot) -> int | None:
        """The network that connects a pawn on the spot with others of its kind, if there is one."""
        for letter in _STANDS_ON[spot.kind, spot.on]:
            number = self.single.get((cell, letter))
            if number is not None:
                return number if spot.kind != TRAVELLER else self._together[number]
        return None

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


def _merge(single: dict[Way, int], together: dict[int, int], touched: set[int]) -> int:
    """One number for all the touched networks, or a new one."""
    if not touched:
        number = max(together, default=-1) + 1
        together[number] = number
        return number
    number, *others = sorted(touched)
    for other in others:
        _join(together, together[number], together[other])
    if others:
        for way, old in single.items():
            if old in touched:
                single[way] = number
    return number


def _join(together: dict[int, int], one: int, other: int) -> None:
    if one != other:
        for number, root in together.items():
            if root == other:
                together[number] = one


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
            if beyond not in steps or steps[way] + step < steps[beyond]:
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
