"""What is in the box: tiles, tokens, columns, supplies, objectives, challenges, read from TOML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.data import load_toml, replaced
from engine.errors import BadInput, Unfitting, words_of
from engine.railroad_tiles.challenges import CHALLENGES
from engine.railroad_tiles.tile import KINDS, OBJECTIVES, Tile, read_tile, same_face
from engine.reading import Field
from engine.words import clause

TABLES = ("station_board", "supplies", "game", "tokens", "objectives", "challenges", "route_tiles")
NUMBERS = ("rounds", "active_spaces", "refusals", "stars_at_start", "objectives", "most_for_a_pawn")


@dataclass(frozen=True, slots=True, order=True)
class Token:
    """A placement token: which pawns it lets people place, and whether it asks for an objective tile."""

    kinds: tuple[str, ...]
    flag: bool = False

    def __str__(self) -> str:
        return "/".join(self.kinds) + ("+flag" if self.flag else "")


def read_token(text: str) -> Token:
    kinds, plus, flag = text.partition("+")
    names = tuple(kinds.split("/"))
    if any(name not in KINDS for name in names) or (plus and flag != "flag"):
        raise BadInput(clause("{text!r} is no token; a token is written like car, train+flag or train/car", text=text))
    return Token(names, bool(plus))


@dataclass(frozen=True)
class Box:
    """The data of one box; equal for equal data, so that a replay finds the same game."""

    tiles: tuple[tuple[Tile, int], ...]
    complete: bool  # the list of tiles is the box's own: a tile that is not on it cannot be drawn
    tokens: tuple[Token, ...]
    columns: tuple[int, ...]
    columns_used: Mapping[int, tuple[int, ...]]
    supplies: Mapping[str, int]
    objectives: Mapping[str, Tile]
    challenge_stars: Mapping[str, tuple[int, ...]]
    rounds: int
    active_spaces: int
    refusals: int
    stars_at_start: int
    objectives_each: int
    most_for_a_pawn: int

    def column_sizes(self, players: int) -> tuple[int, ...]:
        return tuple(self.columns[index] for index in self.columns_used[players])


@cache
def our_box() -> Box:
    return read_box(load_toml("engine.railroad_tiles", "box.toml"))


def box_with(theirs: Mapping[str, Any] | None) -> Box:
    """Our box, or ours with a user's own tables."""
    if not theirs:
        return our_box()
    try:
        return read_box(replaced(load_toml("engine.railroad_tiles", "box.toml"), theirs, "the box"))
    except BadInput as error:
        raise Unfitting(words_of(error)) from error


def read_box(data: Mapping[str, Any]) -> Box:
    table = Field(data, "the box").entries(TABLES)
    board = table["station_board"].entries(("columns", "used"))
    columns = tuple(item.whole(1, 20) for item in board["columns"].items(10, 3))
    supplies = table["supplies"].entries((*KINDS, "star"))
    game = table["game"].entries(NUMBERS)
    tiles = table["route_tiles"].entries(("counts",))
    return Box(
        tiles=_read_tiles(tiles["counts"]),
        complete=tiles["complete"].truth() if "complete" in tiles else False,
        tokens=tuple(read_token(item.text()) for item in table["tokens"].entries(("faces",))["faces"].items(20, 1)),
        columns=columns,
        columns_used=_read_used(board["used"], len(columns)),
        supplies={name: supplies[name].whole(0, 1000) for name in (*KINDS, "star")},
        objectives=_read_objectives(table["objectives"].entries(("tiles",))["tiles"]),
        challenge_stars=_read_stars(table["challenges"].entries(("stars",))["stars"]),
        rounds=game["rounds"].whole(1, 50),
        active_spaces=game["active_spaces"].whole(1, 10),
        refusals=game["refusals"].whole(0, 100),
        stars_at_start=game["stars_at_start"].whole(0, 100),
        objectives_each=game["objectives"].whole(0, 7),
        most_for_a_pawn=game["most_for_a_pawn"].whole(1, 5),
    )


def _read_tiles(field: Field) -> tuple[tuple[Tile, int], ...]:
    counts: dict[Tile, int] = {}
    for text, count in field.entries().items():
        tile = same_face(read_tile(text))
        counts[tile] = counts.get(tile, 0) + count.whole(0, 1000)
    return tuple(sorted(counts.items(), key=lambda entry: str(entry[0])))


def _read_used(field: Field, columns: int) -> dict[int, tuple[int, ...]]:
    """The printed columns in use for 1 to 4 players: one more than players, and two more where the token is flipped."""
    given = field.keys("1234", "1234")
    used = {int(key): tuple(item.whole(0, columns - 1) for item in given[key].items(columns, 1)) for key in "1234"}
    for players, over in ((1, 2), (2, 2), (3, 1), (4, 1)):
        if len(used[players]) != players + over:
            field.wrong(
                "{players} players use {wanted} columns, not {count}",
                players=players,
                wanted=players + over,
                count=len(used[players]),
            )
    return used


def _read_objectives(field: Field) -> dict[str, Tile]:
    tiles = {}
    for name, text in field.entries().items():
        if name not in OBJECTIVES:
            text.wrong("there is no such objective; they are {known}", known=", ".join(OBJECTIVES))
        tiles[name] = read_tile(f"{text.text()}={name}")
    return tiles


def _read_stars(field: Field) -> dict[str, tuple[int, ...]]:
    stars = field.entries(CHALLENGES)
    return {name: tuple(item.whole(0, 1000) for item in stars[name].items(3, 3)) for name in CHALLENGES}
