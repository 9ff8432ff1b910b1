"""What a viewer may see of a game: all but the order in the bag, which nobody knows."""

from __future__ import annotations

from typing import Any

from engine.railroad_tiles.position import tile_as_json
from engine.railroad_tiles.state import Column, Player, State
from engine.railroad_tiles.tile import Tile


def view(state: State) -> dict[str, Any]:
    return {
        "round": state.round,
        "rounds": state.box.rounds,
        "phase": state.phase,
        "order": [state.seat_of(index) for index in state.order],
        "challenge": state.challenge,
        "columns": [_view_column(state, index, column) for index, column in enumerate(state.columns)],
        "start_tiles": [_view_tile(tile) for tile in state.start_tiles],
        "waiting": str(state.waiting) if state.waiting else None,
        "active": [str(token) if token else None for token in state.active],
        "tokens_left": len(state.clock),
        "bag": state.bag_count,
        "supply": {**dict(state.pawns), "star": state.stars},
        "players": [_view_player(state.seat_of(index), player) for index, player in enumerate(state.players)],
    }


def _view_column(state: State, index: int, column: Column) -> dict[str, Any]:
    return {
        "size": state.sizes[index],
        "tiles": [_view_tile(tile) for tile in column.tiles],
        "stars": column.stars,
        "taken_by": state.seat_of(column.taken_by) if column.taken_by is not None else None,
    }


def _view_tile(tile: Tile) -> dict[str, Any]:
    entry = tile_as_json((0, 0), tile, frozenset())
    del entry["at"]
    return {**entry, "text": str(tile)}


def _view_player(seat: str, player: Player) -> dict[str, Any]:
    territory = player.territory
    return {
        "seat": seat,
        "name": player.name,
        "prestige": player.prestige,
        "stars": player.stars,
        "column": player.column,
        "hand": [_view_tile(tile) for tile in player.hand],
        "objectives": [_view_tile(tile) for tile in player.objectives],
        "owes_objective": player.owes_objective,
        "refused": [_view_tile(tile) for tile in player.refused],
        "spaces": [space + 1 for space in player.spaces],
        "tiles": [tile_as_json(cell, tile, territory.pawns) for cell, tile in territory.tiles.items()],
        "earned": [earned.as_json() for earned in player.earned],
    }
