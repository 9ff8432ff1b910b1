"""The description of positions: what `/api/score` takes for each game, with the limits of the engine's own readers."""

from __future__ import annotations

from typing import Any

from engine.off_the_rails.box import read_box
from engine.off_the_rails.scoring import MOST_JEWELS, MOST_POINTS, MOST_THINGS
from engine.railroad_tiles.challenges import CHALLENGES
from engine.railroad_tiles.position import FURTHEST, MOST_PRESTIGE, MOST_SPOTS, MOST_TILES
from engine.railroad_tiles.tile import KINDS, OBJECTIVES, PLACES
from engine.reading import LONGEST_NAME, LONGEST_TEXT, NAME_PATTERN
from engine.ticket_to_ride_card_game.box import box_with
from engine.ticket_to_ride_card_game.position import MOST_CARDS
from engine.ticket_to_ride_new_york.board import board_with
from engine.ticket_to_ride_new_york.scoring import MOST_ENTRIES

Schema = dict[str, Any]
NAME: Schema = {"type": "string", "maxLength": LONGEST_NAME, "pattern": NAME_PATTERN}
_TRUTH: Schema = {"type": "boolean"}


def whole(least: int, most: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


def listed(item: Schema, most: int, least: int = 0) -> Schema:
    return {"type": "array", "items": item, "minItems": least, "maxItems": most}


def thing(fields: Schema, needed: tuple[str, ...] | None = None) -> Schema:
    """An object with these fields and no others."""
    required = list(fields if needed is None else needed)
    return {"type": "object", "properties": fields, "required": required, "additionalProperties": False}


def described_position() -> Schema:
    """A position of any game; what is of this form and contradicts itself gets 409."""
    games = (_railroad_tiles(), _off_the_rails(), _new_york(), _card_game())
    return {"oneOf": list(games)}


def _position(game: str, player: Schema, most: int, more: Schema) -> Schema:
    fields = {"game": {"const": game}, "players": listed(player, most, 1), **more}
    return thing(fields, ("game", "players"))


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _railroad_tiles() -> Schema:
    cell = described_cell()
    earned = {
        "points": whole(0, 5),
        "by": {"enum": [*KINDS, "column"]},
        "at": or_null(cell),
        "with": listed(cell, 200),
    }
    player = {
        "name": NAME,
        "prestige": whole(0, MOST_PRESTIGE),
        "column": or_null(whole(0, 4)),
        "tiles": listed(described_tile(), MOST_TILES),
        "earned": listed(thing(earned, ("points", "by")), 1000),
    }
    challenge = {"enum": [*CHALLENGES, None]}
    return _position("railroad-tiles", thing(player, ("name", "tiles")), 4, {"challenge": challenge})


def described_cell() -> Schema:
    return listed(whole(-FURTHEST, FURTHEST), 2, 2)


def described_tile() -> Schema:
    """A tile of a territory."""
    spot = {"kind": {"enum": list(KINDS)}, "on": {"enum": [*PLACES, None]}, "pawn": _TRUTH}
    tile = {
        "at": described_cell(),
        "sides": {"type": "string", "pattern": "^[HR-]{4}$"},
        "urban": _TRUTH,
        "station": _TRUTH,
        "objective": {"enum": [*OBJECTIVES, None]},
        "spots": listed(thing(spot, ("kind",)), MOST_SPOTS),
        "confidence": {},
    }
    return thing(tile, ("at", "sides"))


def _off_the_rails() -> Schema:
    box = read_box()
    player = {
        "name": NAME,
        "clan": {"enum": [*box.clans, None]},
        "stash": {"type": "object", "additionalProperties": whole(0, MOST_JEWELS)},
        "carts_home": whole(0, 99),
        "missions": whole(-MOST_POINTS, MOST_POINTS),
    }
    things = {"cells": listed({}, MOST_THINGS), "carts": listed({}, MOST_THINGS)}
    more = {**things, "data": {"type": ["object", "null"]}}
    return _position("off-the-rails", thing(player, ("name",)), len(box.clans), more)


def _names(count: int) -> Schema:
    """So many names of places or colours, each as the map or the card spells it."""
    return listed({"type": "string", "maxLength": 60}, count, count)


def _new_york() -> Schema:
    player = {
        "name": NAME,
        "colour": {"type": ["string", "null"], "maxLength": LONGEST_TEXT},
        "routes": listed(_names(3), MOST_ENTRIES),
        "tickets": listed(_names(2), MOST_ENTRIES),
    }
    pieces = len(board_with(None).pieces)
    return _position("ticket-to-ride-new-york", thing(player, ("name",)), pieces, {"data": {"type": "object"}})


def _card_game() -> Schema:
    tickets = listed(_names(2), len(box_with(None).tickets))
    player = {
        "name": NAME,
        "on_track": {"type": "object", "additionalProperties": whole(0, MOST_CARDS)},
        "tickets": tickets,
        "completed_before": tickets,
        "completed": or_null(tickets),
    }
    data = {"type": ["object", "null"]}
    return _position("ticket-to-ride-card-game", thing(player, ("name",)), 4, {"data": data})
