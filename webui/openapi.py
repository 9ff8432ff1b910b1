"""The description of the interface, made from the same tables that the commands are read with."""

from __future__ import annotations

from typing import Any

from engine.games import names
from webui.openapi_positions import thing, whole
from webui.openapi_questions import LANGUAGE, described_questions
from webui.openapi_setups import described_players, described_setup
from webui.openapi_state import described_state
from webui.orders import LARGEST_N, LONGEST_MOVE, LONGEST_PACK, NEEDED, OPTIONAL, PACK_PATTERN, TAKEN, WISHES

Query = dict[str, Any]
_CHANGES = "Server-sent events, one per change, each a whole state."
_DRAWN: Query = {
    "name": "drawn",
    "in": "query",
    "required": False,
    "description": "given with any value: what was read is drawn on the picture",
    "schema": {"type": "string"},
}
_TYPES: dict[str, dict[str, Any]] = {
    "text": {"type": "string", "maxLength": LONGEST_MOVE},
    "choice": {"type": "integer", "minimum": 0, "maximum": 99},
    "pack": {"type": "string", "pattern": PACK_PATTERN, "maxLength": LONGEST_PACK},
    "insist": {"type": "boolean"},
    "what": {"enum": list(WISHES)},
    "seat": {"enum": list(TAKEN)},
    "speed": {"type": "integer", "minimum": 1, "maximum": 100},
    "on": {"type": "boolean"},
}


def describe(version: str) -> dict[str, Any]:
    """The whole description, as OpenAPI 3.1."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Capostazione", "version": version, "description": "The stationmaster of a table."},
        "paths": {
            "/api/state": {"get": _get("The whole public state.", _json("State"), queries=(LANGUAGE,))},
            "/api/changes": {"get": _get(_CHANGES, _events(), "503", queries=(LANGUAGE,))},
            "/api/commands": {"post": _post()},
            "/api/picture.jpg": {"get": _get("The camera's last picture.", _picture(), "404", queries=(_DRAWN,))},
            "/api/openapi.json": {"get": _get("This description.", {"application/json": {}})},
            **described_questions(),
            "/healthz": {"get": _get("Whether the service loop lives.", _json("Health"), "503")},
        },
        "components": {
            "schemas": {"State": described_state(), "Command": _command(), "Error": _error(), "Health": _health()}
        },
    }


def _get(summary: str, content: dict[str, Any], *errors: str, queries: tuple[Query, ...] = ()) -> dict[str, Any]:
    answers = {"200": {"description": summary, "content": content}}
    responses = answers | {code: _failure() for code in ("421", *errors)}
    return {"summary": summary, "parameters": list(queries), "responses": responses}


def _post() -> dict[str, Any]:
    codes = ("400", "401", "403", "404", "409", "413", "415", "421", "422", "503", "507")
    failures = {code: _failure() for code in codes}
    return {
        "summary": "Have something done, in view of state n; a stale n gets 409.",
        "parameters": [LANGUAGE],
        "requestBody": {"required": True, "content": _json("Command")},
        "responses": {"200": {"description": "Done; the new state.", "content": _json("State")}} | failures,
    }


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def _events() -> dict[str, Any]:
    """Each event is a whole state as JSON; between them come lines that only keep the connection."""
    data = {"type": "string", "contentMediaType": "application/json",
            "contentSchema": {"$ref": "#/components/schemas/State"}}  # fmt: skip
    event = {"id": {"type": "string"}, "event": {"const": "change"}, "data": data}
    return {"text/event-stream": {"schema": {"type": "object", "properties": event}}}


def _picture() -> dict[str, Any]:
    return {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}}


def _failure() -> dict[str, Any]:
    return {"description": "A clear no, in words.", "content": _json("Error")}


def _command() -> dict[str, Any]:
    others = [_one_command(do) for do in NEEDED if do != "new"]
    return {"oneOf": [*others, *(_new_game(game) for game in names())]}


def _one_command(do: str, **told: dict[str, Any]) -> dict[str, Any]:
    details = {name: told.get(name) or _TYPES[name] for name in (*NEEDED[do], *OPTIONAL.get(do, {}))}
    return thing({"n": whole(0, LARGEST_N), "do": {"const": do}, **details}, ("n", "do", *NEEDED[do]))


def _new_game(game: str) -> dict[str, Any]:
    """Every game has its own number of players and its own set-up."""
    told = {"game": {"const": game}, "players": described_players(game), "setup": described_setup(game)}
    return _one_command("new", **told)


def _error() -> dict[str, Any]:
    fields = {"ok": {"const": False}, "error": {"type": "string"}, "status": {"type": "integer"}}
    return {"type": "object", "properties": fields, "required": list(fields)}


def _health() -> dict[str, Any]:
    return {"type": "object", "properties": {"ok": {"const": True}}, "required": ["ok"]}
