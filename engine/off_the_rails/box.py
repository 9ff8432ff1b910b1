"""The box as data: board, mines, start tracks, decks, jewels, tiles, carts, read from TOML and checked.

Nothing else in this folder knows how large a board is, how many mines it has or what a jewel is worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.data import load_toml, replaced
from engine.errors import BadSetup
from engine.parts.grid import Cell, opposite
from engine.reading import Field

ABYSS = "abyss"  # the card that is no deposit
BOARDS = {"10": "board.toml", "9": "board_9.toml", "11": "board_11.toml"}
SIDE_LETTERS = {"north": "N", "east": "E", "south": "S", "west": "W"}
NOTES = ("source", "sure")
RESERVED = (ABYSS, "take", "drop", "face", "none", "nothing", "home", "lost")  # they have a meaning in moves
LARGEST_GRID = 40


@dataclass(frozen=True)
class Mine:
    """A mine: its centre, where no track lies, and the squares around it by number."""

    centre: Cell
    spaces: Mapping[int, Cell]


@dataclass(frozen=True)
class Box:
    """All that is printed, moulded and counted; a frozen value that every state of a game shares."""

    columns: int
    rows: int
    mines: Mapping[str, Mine]
    centres: Mapping[Cell, str]
    squares: tuple[Cell, ...]
    starts: Mapping[Cell, str]  # the start tracks, with the side by which a cart on them enters the grid
    clans: Mapping[str, str]  # the side of the board of each clan
    hold_places: int
    jewels_on_card: Mapping[int, int]
    pile_order: tuple[int, ...]
    abyss_card_pile: int
    left_out: Mapping[str, tuple[int, ...]]
    tokens_per_mine: int
    jewel_counts: Mapping[str, int]
    jewel_points: Mapping[str, int]
    taken_first: frozenset[str]
    tiles: tuple[int, int]  # straight/corner tiles and T/crossing tiles
    dice: tuple[str, ...]
    start_speed: int
    speeds: range
    actions: int
    taken_passing: int
    taken_ending: int
    most_of: str
    most_points: int
    cart_points: int

    def in_grid(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def start_tracks(self, clan: str) -> tuple[Cell, ...]:
        """The start tracks on a clan's side of the board."""
        inward = opposite(self.clans[clan])
        return tuple(cell for cell, side in self.starts.items() if side == inward)


@cache
def our_tables(board: str = "10") -> dict[str, Any]:
    """The data that came with the program, for one of our boards."""
    return {**load_toml("engine.off_the_rails", "box.toml"), **load_toml("engine.off_the_rails", BOARDS[board])}


def read_box(board: str = "10", data: Mapping[str, Any] | None = None) -> Box:
    """The box with one of our boards and a user's tables in place of ours; raises BadSetup."""
    return _read(replaced(our_tables(board), data, "data")) if data else _our_box(board)


@cache
def _our_box(board: str) -> Box:
    return _read(our_tables(board))


def _read(tables: Mapping[str, Any]) -> Box:
    read = {name: Field(table, f"data.{name}", BadSetup) for name, table in tables.items()}
    box = Box(
        **_read_grid(read["grid"], read["mine_numbering"]),
        **_read_deck(read["deposit_cards"], read["deposit_deck"], read["abyss_tokens"]),
        **_read_jewels(read["jewels"]),
        **_read_pieces(read["track_tiles"], read["carts"]),
        **_read_turn(read["turn"], read["points"]),
    )
    _check_names(box, read)
    _check_together(box, read)
    return box


def _table(field: Field, needed: tuple[str, ...], also: tuple[str, ...] = ()) -> dict[str, Field]:
    return field.keys((*needed, *also, *NOTES), needed)


def _number(key: str, field: Field) -> int:
    if not key.isascii() or not key.isdigit():
        field.wrong("its name must be a number")
    return int(key)


def _read_grid(grid: Field, numbering: Field) -> dict[str, Any]:
    keys = ("columns", "rows", "mine_centres", "start_columns", "start_rows", "clan_side", "hold_places")
    table = _table(grid, keys)
    columns, rows = (table[key].whole(3, LARGEST_GRID) for key in ("columns", "rows"))
    squares = tuple((column, row) for row in range(rows) for column in range(columns))
    offsets = {
        _number(key, field): field.cell(LARGEST_GRID) for key, field in numbering.entries().items() if key not in NOTES
    }
    mines = {
        colour: _read_mine(field, offsets, set(squares)) for colour, field in table["mine_centres"].entries().items()
    }
    centres = {mine.centre: colour for colour, mine in mines.items()}
    covered = [cell for mine in mines.values() for cell in (mine.centre, *mine.spaces.values())]
    if not mines or len(set(covered)) < len(covered):
        grid.wrong("there must be mines, and no two may share a square")
    return {
        "columns": columns,
        "rows": rows,
        "mines": mines,
        "centres": centres,
        "squares": squares,
        "starts": _read_starts(table["start_columns"], table["start_rows"], columns, rows),
        "clans": {
            clan: SIDE_LETTERS[side.one_of([*SIDE_LETTERS])] for clan, side in table["clan_side"].entries().items()
        },
        "hold_places": table["hold_places"].whole(1, 12),
    }


def _read_mine(centre: Field, offsets: Mapping[int, Cell], squares: set[Cell]) -> Mine:
    column, row = centre.cell(LARGEST_GRID)
    spaces = {number: (column + x, row + y) for number, (x, y) in sorted(offsets.items())}
    if not {(column, row), *spaces.values()} <= squares:
        centre.wrong("the mine does not lie within the grid")
    return Mine((column, row), spaces)


def _read_starts(of_columns: Field, of_rows: Field, columns: int, rows: int) -> dict[Cell, str]:
    """The start tracks around the grid, each with the side by which it leads in."""
    across = [field.whole(0, columns - 1) for field in of_columns.items(columns, 1)]
    down = [field.whole(0, rows - 1) for field in of_rows.items(rows, 1)]
    return {
        **{(column, -1): "S" for column in across},
        **{(columns, row): "W" for row in down},
        **{(column, rows): "N" for column in across},
        **{(-1, row): "E" for row in down},
    }


def _read_deck(cards: Field, deck: Field, tokens: Field) -> dict[str, Any]:
    of_cards = _table(cards, ("colours", "jewels_by_number"))
    of_deck = _table(
        deck,
        ("pile_order_top_to_bottom", "abyss_card_pile", "initial_deposits_pile", "abyss_pile", "left_out"),
        ("cards_in_deck", "abyss_card_position_four_players"),
    )
    of_tokens = _table(tokens, ("per_mine",), ("on_abyss_deck_at_setup", "in_box_lid"))
    left_out = {
        key: tuple(pile.whole(1, 99) for pile in field.items(99))
        for key, field in of_deck["left_out"].entries().items()
    }
    return {
        "jewels_on_card": {
            _number(key, field): field.whole(0, 12) for key, field in of_cards["jewels_by_number"].entries().items()
        },
        "pile_order": tuple(pile.whole(1, 99) for pile in of_deck["pile_order_top_to_bottom"].items(99, 1)),
        "abyss_card_pile": of_deck["abyss_card_pile"].whole(1, 99),
        "left_out": left_out,
        "tokens_per_mine": of_tokens["per_mine"].whole(1, 99),
    }


def _read_jewels(jewels: Field) -> dict[str, Any]:
    kinds = {
        kind: field.keys(("count", "points", "colour", "first"), ("count", "points"))
        for kind, field in jewels.entries().items()
        if kind not in NOTES
    }
    return {
        "jewel_counts": {kind: table["count"].whole(0, 999) for kind, table in kinds.items()},
        "jewel_points": {kind: table["points"].whole(-99, 99) for kind, table in kinds.items()},
        "taken_first": frozenset(kind for kind, table in kinds.items() if "first" in table and table["first"].truth()),
    }


def _read_pieces(tiles: Field, carts: Field) -> dict[str, Any]:
    of_tiles = _table(tiles, ("straight_corner", "tee_cross"), ("size_mm", "board_size_mm"))
    of_carts = _table(carts, ("dice", "start_speed", "min_speed", "max_speed"), ("per_clan", "colours"))
    slowest, fastest = (of_carts[key].whole(1, 9) for key in ("min_speed", "max_speed"))
    return {
        "tiles": (of_tiles["straight_corner"].whole(0, 9999), of_tiles["tee_cross"].whole(0, 9999)),
        "dice": tuple(of_carts["dice"].entries()),
        "start_speed": of_carts["start_speed"].whole(slowest, fastest),
        "speeds": range(slowest, fastest + 1),
    }


def _read_turn(turn: Field, points: Field) -> dict[str, Any]:
    of_turn = _table(turn, ("actions", "taken_passing", "taken_ending"))
    of_points = _table(points, ("most_of", "most", "cart"))
    return {
        "actions": of_turn["actions"].whole(1, 20),
        "taken_passing": of_turn["taken_passing"].whole(0, 9),
        "taken_ending": of_turn["taken_ending"].whole(0, 9),
        "most_of": of_points["most_of"].text(),
        "most_points": of_points["most"].whole(0, 99),
        "cart_points": of_points["cart"].whole(0, 99),
    }


def _check_names(box: Box, tables: Mapping[str, Field]) -> None:
    """Names must be words that a move can be written with."""
    for table, names in (
        ("jewels", box.jewel_counts),
        ("grid", {**box.mines, **box.clans}),
        ("carts", dict.fromkeys(box.dice)),
    ):
        for name in names:
            if not name.isalpha() or name != name.lower() or name in RESERVED:
                tables[table].wrong("a name is one word in small letters, not {name!r}", name=name)


def _check_together(box: Box, tables: Mapping[str, Field]) -> None:
    """What no table can be asked alone."""
    colours = tables["deposit_cards"].entries()["colours"].value
    if not isinstance(colours, list) or sorted(map(str, colours)) != sorted(box.mines) or ABYSS in colours:
        tables["deposit_cards"].wrong("the colours must be those of the mines: {mines}", mines=", ".join(box.mines))
    if not set(box.jewels_on_card) <= set(next(iter(box.mines.values())).spaces):
        tables["deposit_cards"].wrong("a card has a number that no mine has")
    # Two piles more than the deck's: one for the first deposits, one for the abyss.
    if len(set(box.pile_order)) < len(box.pile_order) or len(box.pile_order) + 2 > len(box.jewels_on_card):
        tables["deposit_deck"].wrong("there are not enough cards for so many different piles")
    for players, piles in box.left_out.items():
        if box.abyss_card_pile in piles or box.abyss_card_pile not in box.pile_order:
            tables["deposit_deck"].wrong("the Abyss card would not be in the deck ({players})", players=players)
    if box.most_of not in box.jewel_counts:
        tables["points"].wrong("there is no jewel called {kind!r}", kind=box.most_of)
    if not box.dice:
        tables["carts"].wrong("a clan needs a cart")
    if len(set(box.clans.values())) < len(box.clans) or len(box.clans) < 2:
        tables["grid"].wrong("each clan needs a side of its own, and there must be two clans at least")
