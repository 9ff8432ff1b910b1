"""The description of the state: every key that a page or a program gets, in each of the four games."""

from __future__ import annotations

from typing import Any

from engine.games import names
from webui.desk import MOMENTS
from webui.openapi_positions import Schema, or_null, thing
from webui.visitors import SEATS
from webui.words import LANGUAGES

_TEXT: Schema = {"type": "string"}
_MAYBE_TEXT: Schema = {"type": ["string", "null"]}
_COUNT: Schema = {"type": "integer"}
_MAYBE_COUNT: Schema = {"type": ["integer", "null"]}
_TRUTH: Schema = {"type": "boolean"}
_SEAT: Schema = {"enum": list(SEATS)}
_MAYBE_SEAT: Schema = {"enum": [*SEATS, None]}
_OBJECT: Schema = {"type": "object"}
_MAYBE_OBJECT: Schema = {"type": ["object", "null"]}


def _each(item: Schema) -> Schema:
    return {"type": "array", "items": item}


def _by_name(value: Schema) -> Schema:
    return {"type": "object", "additionalProperties": value}


_CELL: Schema = {"type": "array", "items": _COUNT, "minItems": 2, "maxItems": 2}
_TEXTS = _each(_TEXT)
_OBJECTS = _each(_OBJECT)


def described_state() -> Schema:
    """Without a game the keys of the table alone; with one those of the game, too."""
    return thing({**_of_the_table(), **_of_the_game()}, tuple(_of_the_table()))


def _of_the_table() -> dict[str, Schema]:
    return {
        "n": _told(_COUNT, "grows with all that a command may depend on; commands name the n they saw"),
        "serial": _told(_COUNT, "grows with every change, of lights and the camera's health too"),
        "moment": _told({"enum": list(MOMENTS)}, "what is awaited"),
        "game": {"enum": [*names(), None]},
        "phase": _MAYBE_TEXT,
        "next": _told(_TEXT, "what is to be done next"),
        "on_turn": _told(_each({"enum": [*SEATS, "TABLE"]}), "who may act now; TABLE is chance"),
        "over": _TRUTH,
        "players": _each(_player()),
        "scores": or_null(_scores()),
        "can_undo": _TRUTH,
        "can_redo": _TRUTH,
        "problem": _told(_MAYBE_TEXT, "the one sentence to show large"),
        "lights": _by_name(_TEXT),
        "guide": _told(_TEXTS, "what the wood must still follow after an undo or a redo"),
        "flipped": or_null(thing({"side": _TEXT, "n": _COUNT})),
        "showing": _told(_TEXT, "what somebody wants to see large: score or address"),
        "watching": _told(_TEXT, "the camera: off, looking, moving or reading"),
        "picture": _told(_TRUTH, "whether there is a camera's picture to ask for"),
        "troubles": _told(_by_name(_TEXT), "what does not work, by part: camera, panel, disk, ..."),
        "table": _told(_OBJECT, "what a simulated table tells of itself; else empty"),
        "you": thing({"seat": _MAYBE_SEAT, "may_play": _TRUTH, "may_rule": _TRUTH}),
        "language": {"enum": list(LANGUAGES)},
        "view": _told({"anyOf": [{"type": "null"}, *_views()]}, "the table as this viewer may see it"),
        "story": _told(_each(_entry()), "the last entries of the log"),
    }


def _of_the_game() -> dict[str, Schema]:
    return {
        "setup": _told(_OBJECT, "what the game was started with, without tables of an own box"),
        "map": or_null(_map()),
        "box": or_null(thing({"cards": _TEXTS, "tickets": _each(_TEXTS)})),
        "growth": _told(_each(thing({"round": _COUNT, "totals": _each(_COUNT)})), "the scores so far"),
        "changed": _told(_each(thing({"seat": _MAYBE_SEAT, "at": _CELL})), "the cells that the last entry changed"),
        "problems": _each(_problem()),
        "moves": _told(_COUNT, "entries of the log that are in force"),
        "seen": or_null(_seen()),
    }


def _told(schema: Schema, about: str) -> Schema:
    return {**schema, "description": about}


_PARTS = _told(_by_name(_MAYBE_COUNT), "points by part; null is hidden")


def _player() -> Schema:
    fields = {"seat": _SEAT, "name": _TEXT, "on_turn": _TRUTH, "total": _COUNT, "parts": _PARTS}
    return thing(fields, ("seat", "name", "on_turn"))


def _scores() -> Schema:
    source = thing({"part": _TEXT, "points": _COUNT, "why": _TEXT, "cells": _each(_CELL), "marks": _TEXTS})
    fields = {"name": _TEXT, "total": _COUNT, "parts": _PARTS, "sources": _each(source)}
    more = {
        "completed": _each(_TEXTS),
        "connections": _OBJECTS,
        "bonus_cities": _TEXTS,
        "other_choice": _MAYBE_OBJECT,
        "challenge": _OBJECT,
        "without_challenge": _OBJECT,
    }
    players = _each(thing({**fields, **more}, tuple(fields)))
    whole = {"players": players, "winners": _TEXTS, "tie": _MAYBE_TEXT}
    return thing({**whole, "challenge": _OBJECT}, tuple(whole))


def _entry() -> Schema:
    fields = {"number": _COUNT, "do": _TEXT, "seat": _MAYBE_TEXT, "insist": _TRUTH}
    return thing({**fields, "text": _told(_MAYBE_TEXT, "null where it would tell what is hidden"), "told": _TEXT})


def _problem() -> Schema:
    fields = {"player": _MAYBE_TEXT, "at": or_null(_CELL), "why": _TEXT}
    return thing({**fields, "what": _TEXT}, tuple(fields))


def _seen() -> Schema:
    """What the camera made of the table."""
    wrong = {"why": _TEXT, "seat": _MAYBE_SEAT, "at": or_null(_CELL), "sure": _TRUTH, "move": _MAYBE_TEXT}
    return thing({
        "verdict": _TEXT,
        "explanations": _each(_each(thing({"text": _TEXT, "told": _TEXT}))),
        "contradictions": _each(thing(wrong)),
        "observation": _told(_MAYBE_OBJECT, "in the form that `capostazione see` prints"),
    })  # fmt: skip


def _map() -> Schema:
    route = thing({"ends": _TEXTS, "colour": _TEXT, "spaces": {"type": "array"}})
    sizes = _each({"type": "number"})
    return thing({"name": _TEXT, "size": sizes, "attractions": _TEXTS, "pieces": _TEXTS, "routes": _each(route)})


# What each game shows of itself; the pieces inside are those of its own rules.


def _views() -> list[Schema]:
    return [thing(fields) for fields in (_railroad_tiles(), _off_the_rails(), _new_york(), _card_game())]


def _railroad_tiles() -> dict[str, Schema]:
    return {
        "round": _COUNT,
        "rounds": _COUNT,
        "phase": _TEXT,
        "order": _each(_SEAT),
        "challenge": _MAYBE_TEXT,
        "columns": _OBJECTS,
        "start_tiles": _OBJECTS,
        "waiting": _MAYBE_TEXT,
        "active": _each(_MAYBE_TEXT),
        "tokens_left": _COUNT,
        "bag": _COUNT,
        "supply": _by_name(_COUNT),
        "players": _OBJECTS,
    }


def _off_the_rails() -> dict[str, Schema]:
    return {
        "game": {"const": "off-the-rails"},
        "fast": _TRUTH,
        "board": _TEXT,
        "phase": _TEXT,
        "actor": _MAYBE_TEXT,
        "todo": _TEXT,
        "actions_left": _COUNT,
        "grid": thing({"columns": _COUNT, "rows": _COUNT}),
        "mines": _by_name(_OBJECT),
        "starts": _OBJECTS,
        "cells": _OBJECTS,
        "players": _OBJECTS,
        "bag": _COUNT,
        "deck": _COUNT,
        "lid": _COUNT,
        "tiles": _by_name(_COUNT),
        "abyss": _OBJECT,
        "ending": _MAYBE_TEXT,
    }


def _of_a_ticket_game(game: str) -> dict[str, Any]:
    return {
        "game": {"const": game},
        "phase": _TEXT,
        "turn": _TEXTS,
        "todo": _TEXT,
        "players": _OBJECTS,
        "row": _each(_MAYBE_TEXT),
        "deck": _COUNT,
        "ticket_deck": _COUNT,
        "last_turns": _MAYBE_COUNT,
        "remarks": _TEXTS,
    }


def _new_york() -> dict[str, Schema]:
    return {**_of_a_ticket_game("ticket-to-ride-new-york"), "map": _TEXT, "discards": _OBJECT}


def _card_game() -> dict[str, Schema]:
    own = {"half": _COUNT, "halves": _COUNT, "discards": _COUNT, "bonuses": _by_name(_COUNT)}
    return {**_of_a_ticket_game("ticket-to-ride-card-game"), **own}
