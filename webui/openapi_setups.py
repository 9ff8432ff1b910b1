"""The description of set-ups: what starting each game takes, with the limits of the engine's own readers."""

from __future__ import annotations

from typing import Any

from engine.games import find_game
from engine.off_the_rails.box import BOARDS, read_box
from engine.railroad_tiles.box import our_box
from engine.railroad_tiles.challenges import CHALLENGES
from engine.railroad_tiles.tile import OBJECTIVES
from engine.ticket_to_ride_new_york.board import board_with
from webui.openapi_positions import NAME, Schema, listed, or_null, thing

_TRUTH: Schema = {"type": "boolean"}
_HANDS: Schema = {"enum": ["open", "hidden"]}
_TABLES: Schema = {"type": "object"}  # tables of an own box; those that make none get 409


def _different(schema: Schema) -> Schema:
    return {**schema, "uniqueItems": True}


def described_players(game: str) -> Schema:
    """As many different names as the game has seats."""
    seats = find_game(game).seats
    return _different(listed(NAME, seats.stop - 1, seats.start))


def described_setup(game: str) -> Schema:
    """What a set-up may say; what is of this form and does not fit together gets 409."""
    return thing(_FIELDS[game](), ())


def _railroad_tiles() -> Schema:
    each = our_box().objectives_each
    chosen = _different(listed({"enum": list(OBJECTIVES)}, each, each))
    return {
        "objectives": {"anyOf": [chosen, {"type": "array", "maxItems": 0}, {"type": "null"}]},
        "challenge": {"enum": [*CHALLENGES, None]},
        "data": or_null(_TABLES),
    }


def _off_the_rails() -> Schema:
    clans = list(read_box().clans)
    return {
        "board": {"enum": list(BOARDS)},
        "clans": _different(listed({"enum": clans}, len(clans))),
        "fast": _TRUTH,
        "data": or_null(_TABLES),
    }


def _new_york() -> Schema:
    pieces = list(board_with(None).pieces)
    return {"hands": _HANDS, "first": NAME, "colours": _different(listed({"enum": pieces}, 4)), "data": _TABLES}


def _card_game() -> Schema:
    return {"hands": _HANDS, "first": NAME, "open_piles": _TRUTH, "data": _TABLES}


_FIELDS: dict[str, Any] = {
    "railroad-tiles": _railroad_tiles,
    "off-the-rails": _off_the_rails,
    "ticket-to-ride-new-york": _new_york,
    "ticket-to-ride-card-game": _card_game,
}
