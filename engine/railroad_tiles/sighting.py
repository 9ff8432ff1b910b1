"""A sighting of Railroad Tiles: what `see` printed, read strictly, and compared with tiles as they are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any

from engine.observation import SURE
from engine.parts.grid import Cell
from engine.railroad_tiles.evidence import Chances, read_chances
from engine.railroad_tiles.territory import Territory
from engine.railroad_tiles.tile import KINDS, OBJECTIVES, Tile, is_sides
from engine.reading import Field

MARKET = 0  # the zone of the Station board and its columns
MOST_TILES = 500
MOST_LOOKS = 20
OTHER_NAME = 0.05  # the chance that one objective was taken for another
LOST = 4  # so many tiles of a territory may lie under a sleeve, and it is still known which is which


@dataclass(frozen=True)
class SeenTile:
    """A tile as the camera read it; on what its spots lie, the camera does not say."""

    sides: str
    urban: bool
    station: bool
    objective: str | None
    spots: tuple[tuple[str, bool], ...]  # kind, and whether a pawn stands there
    confidence: float
    looks: tuple[Chances, ...] = ()  # of every part, at each look at the tile, if the reader tells them
    present: float = 1.0  # the chance that there is a tile at all
    old: bool = False  # it looks just as it did when the table last agreed with the record

    @property
    def is_sure(self) -> bool:
        """Whether it is believed against any explanation that a tile lies there."""
        return self.present >= SURE

    @property
    def shows_pawn(self) -> bool:
        """Whether a pawn is clearly seen, of whatever kind."""
        if not self.looks:
            return self.confidence >= SURE and any(pawn for _, pawn in self.spots)
        return all(look.pawn >= SURE for look in self.looks)

    def differences(self, tile: Tile, standing: frozenset[int] | None) -> int:
        """In how many parts the tile is another one; without `standing` the pawns are not compared."""
        parts = sum(a != b for a, b in zip(self.sides, tile.sides, strict=True))
        parts += (self.urban != tile.urban) + (self.station != tile.station) + (self.objective != tile.objective)
        kinds = Counter(kind for kind, _ in self.spots)
        parts += _distance(kinds, Counter(spot.kind for spot in tile.spots))
        if standing is not None:
            pawns = Counter(kind for kind, pawn in self.spots if pawn)
            parts += _distance(pawns, Counter(tile.spots[index].kind for index in standing))
        return parts

    def plausibility(self, tile: Tile, standing: frozenset[int] | None = None, mild: bool = False) -> float:
        """How much less likely it is that this tile lies there than what looks likeliest: 1 for that itself.

        With `mild` icons and pawns that look otherwise are no reason by themselves to doubt the tile.
        """
        if self.looks:
            named = OTHER_NAME if tile.objective and self.objective not in (None, tile.objective) else 1.0
            looks = prod(look.plausibility(tile, standing, mild) for look in self.looks)
            return named * float(looks ** (1 / len(self.looks)))
        wrong = self.differences(tile, standing)
        return 1.0 if not wrong else (1 - self.confidence) / self.confidence * 0.1**wrong

    def sidewise(self, tile: Tile) -> float:
        """How plausible an awaited tile is, judged by its sides above all."""
        if not self.looks:
            return self.plausibility(tile, mild=True)
        return float(prod(look.sidewise(tile) for look in self.looks) ** (1 / len(self.looks)))


@dataclass(frozen=True)
class Sighting:
    """The territories by seat, and the columns of the market if its zone was in the picture."""

    territories: Mapping[str, Mapping[Cell, SeenTile]]
    columns: tuple[tuple[SeenTile, ...], ...] | None
    columns_before: tuple[tuple[SeenTile, ...], ...] = ()  # as they were last seen before they changed
    agreed: Mapping[str, Territory] = field(default_factory=dict)  # as recorded when the table last agreed with it

    def is_touched(self, actor: str, cell: Cell, sight: SeenTile) -> bool:
        """Whether something was done at a tile that lay there before."""
        return not sight.old and cell in self.agreed[actor].tiles if actor in self.agreed else False

    def is_settled(self, actor: str, cell: Cell, sight: SeenTile, territory: Territory) -> bool:
        """Whether nothing was done at a cell: it looks as it did when all agreed, and is recorded as it was then."""
        before = self.agreed.get(actor)
        if before is None or not sight.old or before.tiles.get(cell) != territory.tiles.get(cell):
            return False
        return standing_at(before, cell) == standing_at(territory, cell)


def read_sighting(value: Mapping[str, Any], seats: int) -> Sighting:
    """What `see` printed; zone 1 is the first player's, and a photo without markers shows the only player's."""
    fields = Field(dict(value), "sighting").entries(("zones",))
    territories: dict[str, dict[Cell, SeenTile]] = {}
    columns = None
    before: tuple[tuple[SeenTile, ...], ...] = ()
    for item in fields["zones"].items(6):
        zone = item.entries(("zone",))
        number = zone["zone"].value
        if number == MARKET and "columns" in zone:
            columns = _read_columns(zone["columns"])
            before = _read_columns(zone["before"]) if "before" in zone else ()
        elif "tiles" in zone and (number is None or 1 <= zone["zone"].whole(0, 4) <= seats):
            tiles = zone["tiles"].items(MOST_TILES)
            cells = [tile.entries(("at",))["at"].cell(1000) for tile in tiles]
            territories[f"P{number or 1}"] = {cell: _read_seen(tile) for cell, tile in zip(cells, tiles, strict=True)}
    return Sighting(territories, columns, before)


def _read_columns(field: Field) -> tuple[tuple[SeenTile, ...], ...]:
    return tuple(tuple(_read_seen(tile) for tile in column.items(20)) for column in field.items(10))


def _read_seen(field: Field) -> SeenTile:
    fields = field.entries(("sides",))
    sides = fields["sides"].text()
    if not is_sides(sides):
        fields["sides"].wrong("must be four letters N E S W, each H, R or -")
    objective = fields.get("objective")
    spots = [spot.entries(("kind",)) for spot in fields["spots"].items(8)] if "spots" in fields else []
    confidence = fields["confidence"].chance() if "confidence" in fields else 1.0
    return SeenTile(
        sides,
        fields["urban"].truth() if "urban" in fields else False,
        fields["station"].truth() if "station" in fields else False,
        objective.one_of(OBJECTIVES) if objective and objective.value is not None else None,
        tuple((spot["kind"].one_of(KINDS), bool(spot["pawn"].value) if "pawn" in spot else False) for spot in spots),
        min(max(confidence, 0.001), 0.999),
        tuple(read_chances(look) for look in fields["chances"].items(MOST_LOOKS)) if "chances" in fields else (),
        fields["present"].chance() if "present" in fields else confidence,
        fields["old"].truth() if "old" in fields else False,
    )


def _distance(one: Counter[str], other: Counter[str]) -> int:
    return (one - other).total() + (other - one).total()


def standing_at(territory: Territory, cell: Cell) -> frozenset[int]:
    return frozenset(pawn[1] for pawn in territory.pawns if pawn[0] == cell)


def shifted(seen: Mapping[Cell, SeenTile], territory: Territory) -> dict[Cell, SeenTile]:
    """The sighting moved to the territory's own cells: a tile laid to the left or above moves the camera's origin."""
    if not territory.tiles or not seen:
        return dict(seen)
    offsets = Counter((cell[0] - at[0], cell[1] - at[1]) for cell in territory.tiles for at in seen)
    old = Counter((cell[0] - at[0], cell[1] - at[1]) for cell in territory.tiles for at in seen if seen[at].old)
    if old:  # tiles that lie where they lay are still the recorded ones
        offsets = Counter({offset: offsets[offset] for offset, count in old.items() if count == max(old.values())})
    most = max(offsets.values())
    tried = [offset for offset, count in offsets.items() if count + LOST >= most]
    x, y = max(tried, key=lambda offset: _agreement(seen, territory, offset))
    return {(at[0] + x, at[1] + y): sight for at, sight in seen.items()}


def _agreement(seen: Mapping[Cell, SeenTile], territory: Territory, offset: Cell) -> float:
    moved = {(at[0] + offset[0], at[1] + offset[1]): sight for at, sight in seen.items()}
    agree = sum(
        moved[cell].plausibility(tile, standing_at(territory, cell), mild=True) if cell in moved else -1.0
        for cell, tile in territory.tiles.items()
    )
    return agree - 0.01 * sum(cell not in territory.gaps for cell in moved if cell not in territory.tiles)
