"""What is printed and therefore known to all: the map with its routes, the kinds of cards, the tickets in the box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.data import load_toml, replaced

NEW_YORK = "ticket-to-ride-new-york"


def map_of(game: str, setup: Mapping[str, Any]) -> dict[str, Any] | None:
    """The map of a game that is played on one, its spaces in the board's own unit; None for the others."""
    if game != NEW_YORK:
        return None
    ours = load_toml("engine.ticket_to_ride_new_york", "board.toml")
    board = replaced(ours, setup["data"], "the map") if setup.get("data") else ours
    if any("spaces" not in route for route in board["route"]):
        return None
    return {
        "name": board["name"],
        "size": list(board["size"]),
        "attractions": list(board["attractions"]),
        "pieces": list(board["pieces"]),
        "routes": [{key: route[key] for key in ("ends", "colour", "spaces")} for route in board["route"]],
    }


def box_of(state: Any) -> dict[str, Any] | None:
    """The kinds of cards and the tickets of a game that has them."""
    box = getattr(state, "board", None) or getattr(state, "box", None)
    if box is None or not hasattr(box, "tickets"):
        return None
    return {"cards": list(box.cards), "tickets": [list(ticket.ends) for ticket in box.tickets]}
