"""What else a tile may be that somebody calls misread: the likeliest first, and after them every other."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from engine.errors import BadPosition, NotNow, NotThere
from engine.game import seat_index
from engine.parts.grid import Cell
from engine.railroad_tiles.box import our_box
from engine.railroad_tiles.position import FURTHEST, MOST_TILES, read_tile_entry
from engine.railroad_tiles.readings import Readings, Supply, other_readings, readings_at
from engine.railroad_tiles.territory import Territory
from engine.reading import Field, read_json
from engine.words import say
from webui.desk import Desk, Snapshot
from webui.gate import JoinFirst
from webui.visitors import SEATS, viewer

RAILROAD = "railroad-tiles"
CELL = "^-?[0-9]{1,4},-?[0-9]{1,4}$"

readings = Blueprint("readings", __name__)


def _snapshot() -> Snapshot:
    desk: Desk = current_app.extensions["desk"]
    if not viewer(desk.snapshot).may_play:
        raise JoinFirst("Join the table first: scan its code, or enter it.")
    return desk.snapshot


@readings.get("/api/readings")
def of_the_game() -> Response:
    """Other readings of a tile that lies in a territory."""
    snapshot = _snapshot()
    seat = Field(request.args.get("seat"), "seat").one_of(SEATS)
    cell = _cell(Field(request.args.get("at"), "at"))
    if snapshot.game is None or snapshot.game.name != RAILROAD:
        raise NotNow(say("Only a tile of Railroad Tiles has other readings."))
    index, players = seat_index(seat), snapshot.state.players
    if index >= len(players) or cell not in players[index].territory.tiles:
        raise NotThere(say("There is no tile."))
    found = readings_at(snapshot.state, seat, cell, snapshot.evidence)
    return jsonify({"n": snapshot.n, **_as_texts(found)})


def _cell(field: Field) -> Cell:
    """A cell as moves write it, column and row."""
    if not re.fullmatch(CELL.strip("^$"), field.text()):
        field.wrong("must be a column and a row, such as 2,-1")
    column, row = field.text().split(",")
    return int(column), int(row)


@readings.post("/api/readings")
def of_a_photo() -> Response:
    """Other readings of one of some tiles, as they were read on a photo."""
    _snapshot()
    fields = Field(read_json(request.get_data(as_text=True), "request"), "request", BadPosition).keys(
        ("tiles", "at"), ("tiles", "at")
    )
    tiles = dict(read_tile_entry(item)[:2] for item in fields["tiles"].items(MOST_TILES))
    cell = fields["at"].cell(FURTHEST)
    if cell not in tiles:
        raise NotThere(say("There is no tile."))
    return jsonify(_as_texts(other_readings(Territory.of(tiles), cell, Supply.of_box(our_box()))))


def _as_texts(found: Readings) -> dict[str, Any]:
    return {
        "likely": [str(tile) for tile in found.likely],
        "turned": [str(tile) for tile in found.turned],
        "fitting": [str(tile) for tile in found.fitting],
        "others": [str(tile) for tile in found.others],
    }
