"""The page's application: made around a desk, so that tests and the service bring their own."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata
from typing import Any

from flask import Flask, Response
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from engine.errors import CapostazioneError, words_of
from engine.words import Said, say
from webui.api import HEARTBEAT_S, Papers, Streams, api, status_of
from webui.boards import boards
from webui.desk import Desk
from webui.gate import Gate, TooManyTries
from webui.guard import MOST_BYTES, guard
from webui.pages import pages
from webui.photos import Lessons, photos
from webui.present.growth import Past
from webui.questions import questions
from webui.readings import readings
from webui.refusals import plain_words, refusal
from webui.visitors import Seats, language, visitors
from webui.words import translate

MOST_DAYS = 90


def create_app(desk: Desk, config: Mapping[str, Any] | None = None) -> Flask:
    """The application over a desk.

    `config` may bring a `GATE`, a `LENS` for photos, a maker of `BOARDS` for new packs, and the `ADDRESSES` under which
    phones reach the table.
    """
    app = Flask(__name__)
    app.config.from_mapping(HEARTBEAT_S=HEARTBEAT_S, VERSION=_version(), MAX_CONTENT_LENGTH=MOST_BYTES)
    app.config.from_mapping(
        SESSION_COOKIE_NAME="table", SESSION_COOKIE_SAMESITE="Strict", PERMANENT_SESSION_LIFETIME=MOST_DAYS * 86400
    )
    app.config.from_mapping(config or {})
    app.json.sort_keys = False  # type: ignore[attr-defined]  # parts of a score come in the order of the rules
    gate: Gate = app.config.get("GATE") or Gate()
    app.secret_key = gate.key
    app.extensions["gate"] = gate
    app.extensions["seats"] = Seats()
    app.extensions["lessons"] = Lessons()
    app.extensions["blanks"] = Lessons()
    app.extensions["papers"] = Papers(Past())
    app.extensions["desk"] = desk
    app.extensions["streams"] = Streams()
    guard(app)
    for part in (api, boards, pages, photos, questions, readings, visitors):
        app.register_blueprint(part)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(CapostazioneError, _clear_error)
    return app


def _version() -> str:
    try:
        return metadata.version("capostazione")
    except metadata.PackageNotFoundError:
        return "0"


def _http_error(error: HTTPException) -> Response:
    code = error.code or 500
    said = error.description if isinstance(error.description, Said) else plain_words().get(code, say(error.name))
    answer = refusal(translate(said, language()), code)
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        answer.headers["Allow"] = ", ".join(error.valid_methods)
    return answer


def _clear_error(error: CapostazioneError) -> Response:
    answer = refusal(translate(words_of(error), language()), status_of(error))
    if isinstance(error, TooManyTries):
        answer.headers["Retry-After"] = str(int(error.wait_s) + 1)
    return answer
