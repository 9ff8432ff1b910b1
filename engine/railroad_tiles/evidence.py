"""How well a tile agrees with what the camera made out of each of its parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import prod

from engine.railroad_tiles.tile import KINDS, Tile
from engine.reading import Field

LETTERS = "-HR"
NOTHING, ICON, PAWN = 0, 1, 4  # classes of a place: nothing, then three icons, then three pawns
# No part is believed beyond this: sides are read best of all, and what a spot is for, least.
SIDE_FLOOR, GROUND_FLOOR, STATION_FLOOR, SPOT_FLOOR, OBJECTIVE_FLOOR = 1e-4, 0.01, 0.02, 0.002, 0.02
MILD_SPOT_FLOOR = 0.02  # and by itself it is no reason to think that another tile lies there
PRINT_FLOOR = 0.1  # nor is all that is printed between the sides, where the sides are those of a tile that is awaited
UNSEEN_SPOT = 0.02  # the chance that an icon was not even noticed

Row = tuple[float, ...]


@dataclass(frozen=True)
class Chances:
    """The chances of every part of a tile: sides each as -HR, and places each as nothing, icons, pawns."""

    sides: tuple[Row, ...]
    urban: float
    station: float
    objective: float
    places: tuple[Row, ...]

    def plausibility(self, tile: Tile, standing: frozenset[int] | None, mild: bool = False) -> float:
        """How much less likely the tile is than the likeliest that could lie there: 1 for that one itself."""
        sides = self._sides(tile)
        ground = _share((1 - self.urban, self.urban), tile.urban, GROUND_FLOOR)
        station = _share((1 - self.station, self.station), tile.station, STATION_FLOOR)
        named = _share((1 - self.objective, self.objective), tile.objective is not None, OBJECTIVE_FLOOR)
        spots = max(self._spots(tile, standing), MILD_SPOT_FLOOR if mild else SPOT_FLOOR)
        return sides * ground * station * named * spots

    def sidewise(self, tile: Tile) -> float:
        """The same for an awaited tile, which is known by its sides."""
        return self._sides(tile) * max(PRINT_FLOOR, self.plausibility(tile, None, mild=True) / self._sides(tile))

    def _sides(self, tile: Tile) -> float:
        letters = zip(self.sides, tile.sides, strict=True)
        return prod(_share(row, LETTERS.index(letter), SIDE_FLOOR) for row, letter in letters)

    def _spots(self, tile: Tile, standing: frozenset[int] | None) -> float:
        wanted = [_classes(spot.kind, None if standing is None else n in standing) for n, spot in enumerate(tile.spots)]
        best = prod(max(row) for row in self.places)
        return self._labelled(tuple(wanted)) / best

    def _labelled(self, wanted: tuple[tuple[int, ...], ...]) -> float:
        """The chance of the likeliest way to find the wanted spots at the places, and nothing at the others."""
        found = 0.0
        if len(wanted) > min(len(self.places), 1):  # one of two icons is easily missed
            found = UNSEEN_SPOT * max(self._labelled(_less(wanted, n)) for n in range(len(wanted)))
        if len(wanted) > len(self.places):
            return found
        for order in permutations(range(len(self.places)), len(wanted)):
            chosen = zip(order, wanted, strict=True)
            chance = prod(sum(self.places[at][one] for one in classes) for at, classes in chosen)
            found = max(found, chance * prod(self.places[n][NOTHING] for n in self._all - set(order)))
        return found

    @property
    def pawn(self) -> float:
        """The chance that a pawn stands at the likeliest place."""
        return max((sum(row[PAWN:]) for row in self.places), default=0.0)

    @cached_property
    def _all(self) -> frozenset[int]:
        return frozenset(range(len(self.places)))


def _classes(kind: str, pawn: bool | None) -> tuple[int, ...]:
    number = KINDS.index(kind)
    if pawn is None:
        return ICON + number, PAWN + number
    return ((PAWN if pawn else ICON) + number,)


def _share(row: Sequence[float], chosen: int, floor: float) -> float:
    return max(floor, row[chosen] / max(row))


def _less(wanted: tuple[tuple[int, ...], ...], number: int) -> tuple[tuple[int, ...], ...]:
    return wanted[:number] + wanted[number + 1 :]


def read_chances(field: Field) -> Chances:
    """The chances that a reader gave beside an entry."""
    fields = field.entries(("sides", "urban", "station", "objective", "spots"))
    return Chances(
        tuple(_row(row, len(LETTERS)) for row in fields["sides"].items(4, 4)),
        _chance(fields["urban"]),
        _chance(fields["station"]),
        _chance(fields["objective"]),
        tuple(_row(row, 1 + 2 * len(KINDS)) for row in fields["spots"].items(8)),
    )


def _row(field: Field, length: int) -> Row:
    return tuple(_chance(item) for item in field.items(length, length))


def _chance(field: Field) -> float:
    """A chance that is never quite nothing: it may stand below a fraction line."""
    return max(field.chance(), 1e-6)
