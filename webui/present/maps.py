"""Maps with routes as the page draws them: the spaces of every route in the board's own unit."""

from __future__ import annotations

from typing import Any


def map_of(game: str, state: Any) -> dict[str, Any] | None:
    """The map of a game that is played on one; None for the others."""
    board = getattr(state, "board", None)
    if board is None or not hasattr(board, "routes"):
        return None
    return {
        "name": board.name,
        "size": list(board.size),
        "attractions": sorted(board.attractions),
        "routes": [
            {"ends": list(route.ends), "colour": route.colour, "spaces": [list(map(list, one)) for one in route.spaces]}
            for route in board.routes
        ],
    }
