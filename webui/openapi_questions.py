"""The description of what the page asks beside state and commands: questions, joining, photos, lessons."""

from __future__ import annotations

from typing import Any

from engine.games import names
from engine.railroad_tiles.position import MOST_TILES
from webui.boards import (
    COLOURS,
    CORNERS,
    LONGEST,
    MOST_PIECES,
    MOST_POINTS,
    MOST_ROUTES,
    MOST_SPACES,
    NARROWEST,
    SHORTEST,
    SIZE,
    WIDEST,
)  # fmt: skip
from webui.openapi_positions import (
    NAME,
    described_cell,
    described_position,
    described_tile,
    listed,
    thing,
    whole,
)
from webui.orders import LARGEST_N, LONGEST_PACK, PACK_PATTERN
from webui.readings import CELL
from webui.visitors import SEATS
from webui.words import LANGUAGES

LANGUAGE: dict[str, Any] = {
    "name": "lang",
    "in": "query",
    "required": False,
    "description": f"{', '.join(LANGUAGES)}; any other is as if none were named",
    "schema": {"type": "string"},
}
_TEXT: dict[str, Any] = {"type": "string", "maxLength": 40}
_PACK: dict[str, Any] = {"type": "string", "maxLength": LONGEST_PACK, "pattern": PACK_PATTERN}
_PHOTO: dict[str, Any] = {"type": "string", "format": "binary"}
_GAME: dict[str, Any] = {"enum": list(names())}
_QUERIES: dict[str, dict[str, Any]] = {
    "seat": {"enum": list(SEATS)},
    "game": _GAME,
    "corners": {"type": "string", "pattern": CORNERS},
    "size": {"type": "string", "pattern": SIZE},
    "at": {"type": "string", "pattern": CELL},
}
_NEEDED = ("seat", "corners", "size", "at")
_LABELLED = thing({"photo": whole(0, 99), "labels": {"type": "object"}})


def described_questions() -> dict[str, Any]:
    """Paths with what each takes and may answer."""
    no_hints = ("400", "401", "403", "404", "409", "422")
    no_markers = ("400", "401", "404", "422", "503")
    return {
        "/api/moves": {"get": _asked("The legal moves that this phone may know of.", (), ("409",))},
        "/api/hints": {"get": _asked("The best moves of a player, and why.", ("seat", "tile"), no_hints)},
        "/api/readings": {
            "get": _asked("What else a tile of the game may be.", ("seat", "at"), ("400", "401", "404", "409")),
            "post": _told("What else a tile on a photo may be.", _tiles()),
        },
        "/api/story": {"get": _asked("The whole story of the game.", (), ("409",))},
        "/api/log": {"get": _asked("The game's log, a JSON value a line.", (), ("403", "409"), "application/x-ndjson")},
        "/api/address": {"get": _asked("Where phones find the page, as a QR code too.")},
        "/api/packs": {"get": _asked("Which games can be read from photos, and which boxes were taught.")},
        "/api/markers": {"get": _asked("The corner cards that the camera sees.", (), no_markers)},
        "/api/chance": {"post": _told("Draw for the players.", _chance(), ("n",))},
        "/api/join": {"post": _told("Let a phone play that knows the code.", {"code": _TEXT})},
        "/api/pin": {"post": _told("Let a phone rule that knows the PIN.", {"pin": _TEXT})},
        "/api/seat": {"post": _told("Bind the phone to a seat, or to none.", {"seat": {"enum": [*SEATS, None]}})},
        "/api/score": {"post": _scored()},
        "/api/lessons": {"post": _told("Learn a box from photos.", _lesson())},
        "/api/photos/score": {"post": _sent("Read one photo and count what lies on it.", ("game", "pack"))},
        "/api/photos/markers": {"post": _sent("The corner cards on a photo.")},
        "/api/boards": {"post": _told("Keep a board that was drawn as a pack.", _board())},
        "/api/photos/board": {"post": _sent("Cut a photo to the edges of its board.", ("corners", "size"))},
        "/api/photos/lesson": {"post": _sent("Take a photo to teach from.", ("game", "pack"))},
    }


def _tiles() -> dict[str, Any]:
    return {"tiles": listed(described_tile(), MOST_TILES), "at": described_cell()}


def _chance() -> dict[str, Any]:
    return {"n": whole(0, LARGEST_N), "all": {"type": "boolean"}}


def _lesson() -> dict[str, Any]:
    return {"game": _GAME, "pack": _PACK, "photos": listed(_LABELLED, 6, 1)}


def _board() -> dict[str, Any]:
    colour = {"enum": list(COLOURS)}
    route = {
        "ends": listed(NAME, 2, 2),
        "colour": colour,
        "spaces": whole(1, MOST_SPACES),
        "line": listed(listed(_number(0, LONGEST), 2, 2), MOST_POINTS, 2),
    }
    return {
        "pack": _PACK,
        "name": NAME,
        "photo": whole(0, 99),
        "size": listed(_number(SHORTEST, LONGEST), 2, 2),
        "pieces": listed(colour, MOST_PIECES, 1),
        "width": _number(NARROWEST, WIDEST),
        "routes": listed(thing(route), MOST_ROUTES, 1),
    }


def _number(least: float, most: float) -> dict[str, Any]:
    return {"type": "number", "minimum": least, "maximum": most}


def _asked(
    summary: str, queries: tuple[str, ...] = (), errors: tuple[str, ...] = (), kind: str = "application/json"
) -> dict[str, Any]:
    return {"summary": summary, "parameters": _queries(queries), "responses": _answers(summary, errors, kind)}


def _told(summary: str, fields: dict[str, Any], needed: tuple[str, ...] | None = None) -> dict[str, Any]:
    errors = ("400", "401", "403", "404", "409", "413", "415", "422", "429", "503", "507")
    return {
        "summary": summary,
        "requestBody": {"required": True, "content": {"application/json": {"schema": thing(fields, needed)}}},
        "responses": _answers(summary, errors),
    }


def _scored() -> dict[str, Any]:
    return {
        "summary": "The final score of a position.",
        "requestBody": {"required": True, "content": {"application/json": {"schema": described_position()}}},
        "responses": _answers("The score.", ("400", "403", "409", "413", "415", "422")),
    }


def _sent(summary: str, queries: tuple[str, ...] = ()) -> dict[str, Any]:
    pictures = {kind: {"schema": _PHOTO} for kind in ("image/jpeg", "image/png")}
    return {
        "summary": summary,
        "parameters": _queries(queries),
        "requestBody": {"required": True, "content": pictures},
        "responses": _answers(summary, ("400", "401", "403", "404", "413", "415", "422", "503")),
    }


def _queries(wanted: tuple[str, ...]) -> list[dict[str, Any]]:
    asked = [
        {"name": name, "in": "query", "required": name in _NEEDED, "schema": _QUERIES.get(name, {"type": "string"})}
        for name in wanted
    ]
    return [LANGUAGE, *asked]


def _answers(summary: str, errors: tuple[str, ...], kind: str = "application/json") -> dict[str, Any]:
    failure = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    failures = {code: {"description": "A clear no, in words.", "content": failure} for code in ("421", *errors)}
    return {"200": {"description": summary, "content": {kind: {}}}, **failures}
