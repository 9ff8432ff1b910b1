"""The description of what the page asks beside state and commands: questions, joining, photos, lessons."""

from __future__ import annotations

from typing import Any

from engine.games import names
from webui.boards import COLOURS, LONGEST, MOST_PIECES, MOST_POINTS, MOST_ROUTES, MOST_SPACES

_TEXT: dict[str, Any] = {"type": "string", "maxLength": 40}
_WHOLE: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": 10**9}
_PHOTO: dict[str, Any] = {"type": "string", "format": "binary"}
_GAME: dict[str, Any] = {"enum": list(names())}
_SEATS = ["P1", "P2", "P3", "P4"]
_QUERIES: dict[str, dict[str, Any]] = {"seat": {"enum": _SEATS}, "game": _GAME}
_LABELLED = {
    "type": "object",
    "properties": {"photo": {"type": "integer", "minimum": 0, "maximum": 99}, "labels": {"type": "object"}},
    "required": ["photo", "labels"],
    "additionalProperties": False,
}


def described_questions() -> dict[str, Any]:
    """Paths with what each takes and may answer."""
    no_hints = ("400", "401", "403", "422")
    no_markers = ("400", "401", "404", "422", "503")
    return {
        "/api/moves": {"get": _asked("The legal moves that this phone may know of.", (), ("422",))},
        "/api/hints": {"get": _asked("The best moves of a player, and why.", ("seat", "tile"), no_hints)},
        "/api/story": {"get": _asked("The whole story of the game.", (), ("422",))},
        "/api/log": {"get": _asked("The game's log, a JSON value a line.", (), ("403", "422"), "application/x-ndjson")},
        "/api/address": {"get": _asked("Where phones find the page, as a QR code too.")},
        "/api/packs": {"get": _asked("Which games can be read from photos, and which boxes were taught.")},
        "/api/markers": {"get": _asked("The corner cards that the camera sees.", (), no_markers)},
        "/api/chance": {"post": _told("Draw for the players.", {"n": _WHOLE, "all": {"type": "boolean"}}, ("n",))},
        "/api/join": {"post": _told("Let a phone play that knows the code.", {"code": _TEXT})},
        "/api/pin": {"post": _told("Let a phone rule that knows the PIN.", {"pin": _TEXT})},
        "/api/seat": {"post": _told("Bind the phone to a seat, or to none.", {"seat": {"enum": [*_SEATS, None]}})},
        "/api/score": {"post": _scored()},
        "/api/lessons": {"post": _told("Learn a box from photos.", _lesson())},
        "/api/photos/score": {"post": _sent("Read one photo and count what lies on it.", ("game", "pack"))},
        "/api/photos/markers": {"post": _sent("The corner cards on a photo.")},
        "/api/boards": {"post": _told("Keep a board that was drawn as a pack.", _board())},
        "/api/photos/board": {"post": _sent("Cut a photo to the edges of its board.", ("corners", "size"))},
        "/api/photos/lesson": {"post": _sent("Take a photo to teach from.", ("game", "pack"))},
    }


def _lesson() -> dict[str, Any]:
    photos = {"type": "array", "items": _LABELLED, "minItems": 1, "maxItems": 6}
    return {"game": _GAME, "pack": {**_TEXT, "pattern": "^[A-Za-z0-9_-]+$"}, "photos": photos}


def _board() -> dict[str, Any]:
    number, colour = {"type": "number", "minimum": 0, "maximum": LONGEST}, {"enum": list(COLOURS)}
    name = {"type": "string", "maxLength": 60}
    ends, point = ({"type": "array", "items": one, "minItems": 2, "maxItems": 2} for one in (name, number))
    route = {
        "ends": ends,
        "colour": colour,
        "spaces": {"type": "integer", "minimum": 1, "maximum": MOST_SPACES},
        "line": {"type": "array", "items": point, "minItems": 2, "maxItems": MOST_POINTS},
    }
    drawn = {"type": "object", "properties": route, "required": list(route), "additionalProperties": False}
    return {
        "pack": {**_TEXT, "pattern": "^[A-Za-z0-9_-]+$"},
        "name": name,
        "photo": {"type": "integer", "minimum": 0, "maximum": 99},
        "size": point,
        "pieces": {"type": "array", "items": colour, "minItems": 1, "maxItems": MOST_PIECES},
        "width": number,
        "routes": {"type": "array", "items": drawn, "minItems": 1, "maxItems": MOST_ROUTES},
    }


def _asked(
    summary: str, queries: tuple[str, ...] = (), errors: tuple[str, ...] = (), kind: str = "application/json"
) -> dict[str, Any]:
    return {"summary": summary, "parameters": _queries(queries), "responses": _answers(summary, errors, kind)}


def _told(summary: str, fields: dict[str, Any], needed: tuple[str, ...] | None = None) -> dict[str, Any]:
    body = {
        "type": "object",
        "properties": fields,
        "required": list(fields if needed is None else needed),
        "additionalProperties": False,
    }
    errors = ("400", "401", "403", "409", "413", "415", "422", "429", "503", "507")
    return {
        "summary": summary,
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": _answers(summary, errors),
    }


def _scored() -> dict[str, Any]:
    position = {"type": "object", "properties": {"game": _GAME}, "required": ["game"]}
    return {
        "summary": "The final score of a position.",
        "requestBody": {"required": True, "content": {"application/json": {"schema": position}}},
        "responses": _answers("The score.", ("400", "403", "413", "415", "422")),
    }


def _sent(summary: str, queries: tuple[str, ...] = ()) -> dict[str, Any]:
    pictures = {kind: {"schema": _PHOTO} for kind in ("image/jpeg", "image/png")}
    return {
        "summary": summary,
        "parameters": _queries(queries),
        "requestBody": {"required": True, "content": pictures},
        "responses": _answers(summary, ("400", "401", "403", "413", "415", "422", "503")),
    }


def _queries(wanted: tuple[str, ...]) -> list[dict[str, Any]]:
    names_asked = ("lang", *wanted)
    return [{"name": name, "in": "query", "schema": _QUERIES.get(name, {"type": "string"})} for name in names_asked]


def _answers(summary: str, errors: tuple[str, ...], kind: str = "application/json") -> dict[str, Any]:
    failure = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    failures = {code: {"description": "A clear no, in words.", "content": failure} for code in ("421", *errors)}
    return {"200": {"description": summary, "content": {kind: {}}}, **failures}
