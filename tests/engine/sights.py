"""What a camera would print of a state, with mistakes as a camera makes them."""

from __future__ import annotations

import random
from typing import Any

from engine.railroad_tiles.state import State
from engine.railroad_tiles.territory import Territory
from engine.railroad_tiles.tile import KINDS, Tile


def see_state(state: State, dice: random.Random | None = None, misread: float = 0.0) -> dict[str, Any]:
    """The state as `see` prints it, each territory with its own smallest cell at 0,0."""
    columns = [[_entry(tile, ()) for tile in column.tiles] for column in state.columns]
    zones: list[dict[str, Any]] = [{"zone": 0, "columns": columns}]
    for number, player in enumerate(state.players, 1):
        zones.append({"zone": number, "tiles": see_territory(player.territory, dice, misread)})
    return {"game": "railroad-tiles", "zones": zones}


def see_territory(territory: Territory, dice: random.Random | None, misread: float) -> list[dict[str, Any]]:
    left = min((cell[0] for cell in territory.tiles), default=0)
    top = min((cell[1] for cell in territory.tiles), default=0)
    entries = []
    for cell, tile in territory.tiles.items():
        standing = [index for index in range(len(tile.spots)) if (cell, index) in territory.pawns]
        entry = {"at": [cell[0] - left, cell[1] - top], **_entry(tile, standing)}
        if dice and dice.random() < misread:
            _misread(entry, dice)
        entries.append(entry)
    return entries


def _entry(tile: Tile, standing: Any) -> dict[str, Any]:
    return {
        "sides": tile.sides,
        "urban": tile.urban,
        "station": tile.station,
        "objective": tile.objective,
        "spots": [{"kind": spot.kind, "pawn": index in standing} for index, spot in enumerate(tile.spots)],
        "confidence": 0.97,
    }


def _misread(entry: dict[str, Any], dice: random.Random) -> None:
    """One part wrong, and the reader knows that it is not sure."""
    entry["confidence"] = dice.uniform(0.3, 0.85)
    part = dice.choice(["side", "urban", "station", "spot"])
    if part == "side":
        side = dice.randrange(4)
        entry["sides"] = entry["sides"][:side] + dice.choice("HR-") + entry["sides"][side + 1 :]
    elif part == "spot":
        entry["spots"] = [] if entry["spots"] else [{"kind": dice.choice(KINDS), "pawn": False}]
    else:
        entry[part] = not entry[part]
