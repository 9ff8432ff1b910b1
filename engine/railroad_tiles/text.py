"""A game of Railroad Tiles in plain characters, for terminals and for playthroughs that people read."""

from __future__ import annotations

from engine.parts.grid import Cell
from engine.railroad_tiles.state import Player, State
from engine.railroad_tiles.territory import Territory
from engine.railroad_tiles.tile import Tile

_UPRIGHT = {"H": "‖", "R": "¦", "-": " "}
_LEVEL = {"H": "==", "R": "--", "-": "  "}
_PAWN_LETTERS = {"car": "c", "train": "t", "traveller": "v"}
_NOTHING = (" " * 7,) * 3


def draw_tile(tile: Tile, standing: frozenset[int]) -> tuple[str, str, str]:
    """Three rows of seven: ways to the sides, the station or objective in the middle, spots (capital: with a pawn)."""
    ground = "#" if tile.urban else "."
    letters = [
        _PAWN_LETTERS[spot.kind].upper() if index in standing else _PAWN_LETTERS[spot.kind]
        for index, spot in enumerate(tile.spots)
    ]
    middle = tile.objective[0].upper() if tile.objective else "S" if tile.station else "+"
    north, east, south, west = tuple(tile.sides)
    top = f"{ground}  {_UPRIGHT[north]}  {ground}"
    centre = f"{_LEVEL[west]} {middle} {_LEVEL[east]}"
    bottom = f"{ground}{''.join(letters):<2}{_UPRIGHT[south]}  {ground}"
    return top, centre, bottom


def draw_territory(territory: Territory) -> list[str]:
    if not territory.tiles:
        return ["(no tile)"]
    columns = [cell[0] for cell in territory.tiles]
    rows = [cell[1] for cell in territory.tiles]
    across = range(min(columns), max(columns) + 1)
    lines = ["     " + "".join(f"{column:^8}" for column in across).rstrip()]
    for row in range(min(rows), max(rows) + 1):
        drawn = [_draw_cell(territory, (column, row)) for column in across]
        for line in range(3):
            label = f"{row:>3}  " if line == 1 else " " * 5
            lines.append((label + " ".join(cell[line] for cell in drawn)).rstrip())
    return lines


def _draw_cell(territory: Territory, cell: Cell) -> tuple[str, ...]:
    if cell not in territory.tiles:
        return _NOTHING
    standing = frozenset(pawn[1] for pawn in territory.pawns if pawn[0] == cell)
    return draw_tile(territory.tiles[cell], standing)


def draw_player(player: Player) -> list[str]:
    words = [f"{player.name}: prestige {player.prestige}", f"stars {player.stars}", f"refused {len(player.refused)}"]
    if player.hand:
        words.append("to lay " + " ".join(map(str, player.hand)))
    if player.objectives:
        words.append("objectives " + " ".join(str(tile.objective) for tile in player.objectives))
    return [", ".join(words), *draw_territory(player.territory)]


def draw(state: State) -> str:
    """The whole table."""
    active = [str(token) if token else "nothing" for token in state.active]
    lines = [
        f"Round {state.round}, {state.phase}",
        f"Waiting room: {state.waiting or 'nothing'}; active: {', '.join(active)}",
    ]
    for number, column in enumerate(state.columns, 1):
        stars = " " + "*" * column.stars if column.stars else ""
        taker = f" taken by {state.players[column.taken_by].name}" if column.taken_by is not None else ""
        lines.append(f"Column {number}: {' '.join(map(str, column.tiles)) or '(empty)'}{stars}{taker}")
    for player in state.players:
        lines += ["", *draw_player(player)]
    return "\n".join(lines)
