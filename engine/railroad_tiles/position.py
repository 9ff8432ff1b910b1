"""Positions of Railroad Tiles as they come from outside: read strictly, and written in the same form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import BadPosition
from engine.parts.grid import Cell
from engine.railroad_tiles.challenges import CHALLENGES
from engine.railroad_tiles.networks import PawnAt
from engine.railroad_tiles.territory import Territory
from engine.railroad_tiles.tile import CAR, KINDS, OBJECTIVES, PLACES, TRAIN, Spot, Tile, is_sides
from engine.reading import Field

MOST_TILES = 500  # of one player: several boxes' worth, and still scored in a moment
MOST_SPOTS = 4  # read on one tile; more than the two of the rules is reported
FURTHEST = 10_000
MOST_PRESTIGE = 100_000


@dataclass(frozen=True)
class Earned:
    """Prestige that was earned in play: how much, with what, where, and the cells of the connected pawns."""

    points: int
    by: str  # a kind of pawn, or "column" for the point of the solo game's middle column
    at: Cell | None = None
    connected: tuple[Cell, ...] = ()

    def as_json(self) -> dict[str, Any]:
        at = list(self.at) if self.at else None
        return {"points": self.points, "by": self.by, "at": at, "with": [list(cell) for cell in self.connected]}


@dataclass(frozen=True)
class Seated:
    """One player of a position."""

    name: str
    territory: Territory
    prestige: int = 0
    column: int | None = None
    earned: tuple[Earned, ...] = ()


@dataclass(frozen=True)
class Position:
    players: tuple[Seated, ...]
    challenge: str | None = None


def read_position(value: Any) -> Position:
    """The position that a JSON value tells; raises BadPosition with one sentence on what is wrong where."""
    fields = Field(value, error=BadPosition).keys(("game", "challenge", "players"), ("players",))
    if "game" in fields:
        fields["game"].one_of(("railroad-tiles",))
    players = [_read_player(item) for item in fields["players"].items(most=4, least=1)]
    names = [player.name for player in players]
    if len(set(names)) < len(names):
        fields["players"].clash("two players have the same name")
    challenge = fields.get("challenge")
    named = challenge is not None and challenge.value is not None
    return Position(tuple(players), challenge.one_of(tuple(CHALLENGES)) if challenge and named else None)


def _read_player(field: Field) -> Seated:
    fields = field.keys(("name", "prestige", "column", "tiles", "earned"), ("name", "tiles"))
    tiles: dict[Cell, Tile] = {}
    pawns: set[PawnAt] = set()
    for item in fields["tiles"].items(most=MOST_TILES):
        cell, tile, standing = read_tile_entry(item)
        if cell in tiles:
            item.clash("there is another tile on the cell [{column}, {row}]", column=cell[0], row=cell[1])
        tiles[cell] = tile
        pawns |= {(cell, index) for index in standing}
    column = fields.get("column")
    return Seated(
        name=fields["name"].name(),
        territory=Territory.of(tiles, frozenset(pawns)),
        prestige=fields["prestige"].whole(0, MOST_PRESTIGE) if "prestige" in fields else 0,
        column=column.whole(0, 4) if column and column.value is not None else None,
        earned=tuple(_read_earned(item) for item in fields["earned"].items(1000)) if "earned" in fields else (),
    )


def read_tile_entry(field: Field) -> tuple[Cell, Tile, list[int]]:
    """The cell, the tile and the numbers of its spots with a pawn; the `confidence` that `see` adds is passed over."""
    known = ("at", "sides", "urban", "station", "objective", "spots", "confidence")
    fields = field.keys(known, ("at", "sides"))
    cell = fields["at"].cell(FURTHEST)
    tile, standing = read_tile_fields(fields)
    return cell, tile, standing


def read_tile_fields(fields: Mapping[str, Field]) -> tuple[Tile, list[int]]:
    sides = fields["sides"].text()
    if not is_sides(sides):
        fields["sides"].wrong("must be four letters N E S W, each H, R or -")
    objective = fields.get("objective")
    named = objective is not None and objective.value is not None
    bare = Tile(
        sides,
        urban=fields["urban"].truth() if "urban" in fields else False,
        station=fields["station"].truth() if "station" in fields else False,
        objective=objective.one_of(OBJECTIVES) if objective and named else None,
    )
    spots, standing = [], []
    for index, item in enumerate(fields["spots"].items(MOST_SPOTS) if "spots" in fields else []):
        spot, pawn = _read_spot(item, bare)
        spots.append(spot)
        if pawn:
            standing.append(index)
    return Tile(bare.sides, bare.urban, bare.station, tuple(spots), bare.objective), standing


def _read_spot(field: Field, tile: Tile) -> tuple[Spot, bool]:
    fields = field.keys(("kind", "on", "pawn"), ("kind",))
    kind = fields["kind"].one_of(KINDS)
    given = fields.get("on")
    on = given.one_of(PLACES) if given and given.value is not None else _usual_place(kind, tile, field)
    if not tile.has(on):
        field.clash("a {kind} spot lies on a {on}, and the tile has none", kind=kind, on=on)
    return Spot(kind, on), fields["pawn"].truth() if "pawn" in fields else False


def _usual_place(kind: str, tile: Tile, field: Field) -> str:
    """Where a spot lies if nobody says: `see` does not know, and mostly there is no choice."""
    if kind == CAR:
        return "highway"
    if kind == TRAIN:
        return "rail"
    choices = ["station"] if tile.station else [place for place in ("highway", "rail") if tile.has(place)]
    if len(choices) != 1:
        field.clash("must say what the traveller's spot lies on, highway, rail or station")
    return choices[0]


def _read_earned(field: Field) -> Earned:
    fields = field.keys(("points", "by", "at", "with"), ("points", "by"))
    at = fields.get("at")
    return Earned(
        fields["points"].whole(0, 5),
        fields["by"].one_of((*KINDS, "column")),
        at.cell(FURTHEST) if at and at.value is not None else None,
        tuple(item.cell(FURTHEST) for item in fields["with"].items(200)) if "with" in fields else (),
    )


def tile_as_json(cell: Cell, tile: Tile, pawns: frozenset[PawnAt]) -> dict[str, Any]:
    """A tile of a territory in the form of a position."""
    return {
        "at": list(cell),
        "sides": tile.sides,
        "urban": tile.urban,
        "station": tile.station,
        "objective": tile.objective,
        "spots": [
            {"kind": spot.kind, "on": spot.on, "pawn": (cell, index) in pawns} for index, spot in enumerate(tile.spots)
        ],
    }


def position_as_json(position: Position) -> dict[str, Any]:
    """The inverse of `read_position`."""
    return {
        "game": "railroad-tiles",
        "challenge": position.challenge,
        "players": [
            {
                "name": player.name,
                "prestige": player.prestige,
                "column": player.column,
                "tiles": [
                    tile_as_json(cell, tile, player.territory.pawns) for cell, tile in player.territory.tiles.items()
                ],
                "earned": [earned.as_json() for earned in player.earned],
            }
            for player in position.players
        ],
    }
