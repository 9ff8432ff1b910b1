"""What else may lie on a cell: every other tile as it could lie there, the likeliest first.

Somebody says that a tile was misread. What the camera saw, the tiles around it and what is left of the box tell which
other readings come first; none is left out, so that any tile of the box can be named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

from engine.errors import BadInput
from engine.game import seat_index
from engine.parts.grid import Cell
from engine.railroad_tiles.box import Box
from engine.railroad_tiles.faces import UNLISTED
from engine.railroad_tiles.sighting import SeenTile, read_sighting, shifted
from engine.railroad_tiles.state import Player, State
from engine.railroad_tiles.territory import ANY, Territory, agrees
from engine.railroad_tiles.tile import (
    BLANK,
    CAR,
    HIGHWAY,
    KINDS,
    PLACES,
    RAIL,
    TRAIN,
    Spot,
    Tile,
    read_tile,
    same_face,
    shape,
    ways_of,
)

LIKELY = 12  # readings that are shown first, by their likelihood alone
CLASH = 0.05  # the chance that a tile was laid against a neighbour
USED_UP = 0.1  # for how many copies a face counts of which none should be left
DISCREDITED = 0.5  # what the camera saw still tells something, but it was just called wrong
AS_RECORDED = 0.5  # how surely a tile counts as seen where only the record tells

_ORDER = (BLANK, HIGHWAY, RAIL)
# Spots that no tile is known to have.
_UNHEARD_OF = {(CAR, "rail"), (CAR, "station"), (TRAIN, "highway"), (TRAIN, "station")}


@dataclass(frozen=True)
class Readings:
    """Other readings of one tile, each of them once."""

    likely: tuple[Tile, ...]  # the likeliest first
    turned: tuple[Tile, ...]  # the same tile, lying otherwise
    fitting: tuple[Tile, ...]  # what else agrees with the tiles around it
    others: tuple[Tile, ...]


@dataclass(frozen=True)
class Supply:
    """Which faces there are and how many of each may lie there, and the objective tiles that may."""

    counts: Mapping[Tile, int]
    objectives: tuple[Tile, ...] = ()
    complete: bool = False  # there are no other faces

    @classmethod
    def of_box(cls, box: Box) -> Supply:
        """The whole box: nobody knows what else lies on the table."""
        return cls(dict(box.tiles), tuple(box.objectives.values()), box.complete)

    @classmethod
    def left_for(cls, state: State, player: Player) -> Supply:
        """What is not seen elsewhere, and the objective tiles that the player holds."""
        left = dict(state.bag)
        counts = {face: left.get(face, 0) for face, _ in state.box.tiles}
        return cls(counts, player.objectives, state.box.complete)


def readings_at(state: State, seat: str, cell: Cell, seen: Mapping[str, Any] | None = None) -> Readings:
    """Other readings of a tile in a running game; `seen` is the camera's last word with its chances."""
    player = state.players[seat_index(seat)]
    sight = None
    if seen is not None and (told := read_sighting(seen, len(state.players)).territories.get(seat)):
        sight = shifted(told, player.territory).get(cell)
    return other_readings(player.territory, cell, Supply.left_for(state, player), sight)


def other_readings(territory: Territory, cell: Cell, supply: Supply, sight: SeenTile | None = None) -> Readings:
    """What may lie on a cell in place of the tile that is recorded there."""
    recorded = territory.tiles[cell]
    looked = sight or _as_recorded(recorded)
    needed = territory.needed_at(cell)
    rated = sorted(_pool(recorded, supply), key=lambda tile: (-_worth(tile, looked, needed, supply), _place(tile)))
    likely, rest = rated[:LIKELY], sorted(rated[LIKELY:], key=_place)
    turned = [tile for tile in rest if same_face(tile) == same_face(recorded)]
    unlike = [tile for tile in rest if tile not in turned]
    fitting = [tile for tile in unlike if agrees(needed, tile.sides)]
    others = [tile for tile in unlike if not agrees(needed, tile.sides)]
    return Readings(tuple(likely), tuple(turned), tuple(fitting), tuple(others))


def _as_recorded(tile: Tile) -> SeenTile:
    spots = tuple((spot.kind, False) for spot in tile.spots)
    return SeenTile(tile.sides, tile.urban, tile.station, tile.objective, spots, AS_RECORDED)


def _worth(tile: Tile, sight: SeenTile, needed: str, supply: Supply) -> float:
    clashes = sum(need not in (ANY, side) for need, side in zip(needed, tile.sides, strict=True))
    left = supply.counts.get(same_face(tile))
    copies = 1.0 if tile.objective else UNLISTED if left is None else max(float(left), USED_UP)
    return float(sight.plausibility(tile) ** DISCREDITED * CLASH**clashes * copies)


def _pool(recorded: Tile, supply: Supply) -> list[Tile]:
    """Every other reading once; how a tile's spots are ordered makes no other tile."""
    unlisted = () if supply.complete else _unlisted(frozenset(face.sides for face in supply.counts))
    faces = [*supply.counts, *unlisted, *supply.objectives, recorded]
    found = {_plain(recorded): recorded}
    for tile in (face.laid(way) for face in faces for way in ways_of(face.sides)):
        found.setdefault(_plain(tile), tile)
    for tile in _one_part_otherwise(recorded):
        found.setdefault(_plain(tile), tile)
    return list(found.values())[1:]


def _plain(tile: Tile) -> Tile:
    return replace(tile, spots=tuple(sorted(tile.spots)))


@cache
def _unlisted(shapes: frozenset[str]) -> tuple[Tile, ...]:
    """Tiles with sides that the list does not have: the real box may hold them."""
    every = {shape("".join(sides)) for sides in product(_ORDER, repeat=4)} - {BLANK * 4}
    return tuple(
        Tile(sides, station=station)
        for sides in sorted(every - shapes)
        for station in (False, True)
        if not station or (HIGHWAY in sides and RAIL in sides)
    )


def _one_part_otherwise(tile: Tile) -> Iterator[Tile]:
    """The tile with one side, its ground, its station or one spot other than recorded, where that can be a tile."""
    changed = [replace(tile, urban=not tile.urban), replace(tile, station=not tile.station)]
    for index, side in product(range(4), _ORDER):
        changed.append(tile.laid(tile.sides[:index] + side + tile.sides[index + 1 :]))
    if not tile.objective:
        changed += [replace(tile, spots=spots) for spots in _spots_otherwise(tile)]
    return (one for one in changed if _can_be(one))


def _spots_otherwise(tile: Tile) -> Iterator[tuple[Spot, ...]]:
    known = [Spot(*one) for one in product(KINDS, PLACES) if one not in _UNHEARD_OF]
    for index in range(len(tile.spots)):
        without = tile.spots[:index] + tile.spots[index + 1 :]
        yield without
        yield from ((*without, spot) for spot in known)
    yield from ((*tile.spots, spot) for spot in known)


def _can_be(tile: Tile) -> bool:
    if tile.sides == BLANK * 4 or (tile.station and not (HIGHWAY in tile.sides and RAIL in tile.sides)):
        return False
    try:
        read_tile(str(tile))
    except BadInput:
        return False
    return True


def _place(tile: Tile) -> tuple[object, ...]:
    """Where a tile stands in a list that is looked through by eye: by its lines first, then by what is beside them."""
    lines = shape(tile.sides)
    ends = 4 - lines.count(BLANK)
    kinds = (HIGHWAY in lines) + 2 * (RAIL in lines)
    way = ways_of(lines).index(tile.sides)
    return tile.objective or "", kinds, ends, lines, way, tile.station, tile.urban, tuple(map(str, tile.spots))
