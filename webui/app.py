"""The page's application: made around a desk, so that tests and the service bring their own."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata
from typing import Any

from flask import Flask, Response, jsonify, render_template
from werkzeug.exceptions import HTTPException

from engine.errors import CapostazioneError
from webui.api import HEARTBEAT_S, Streams, api, status_of
from webui.desk import Desk
from webui.guard import MOST_BYTES, guard
from webui.present import present


def create_app(desk: Desk, config: Mapping[str, Any] | None = None) -> Flask:
    """The application over a desk."""
    app = Flask(__name__)
    app.config.from_mapping(HEARTBEAT_S=HEARTBEAT_S, VERSION=_version(), MAX_CONTENT_LENGTH=MOST_BYTES)
    app.config.from_mapping(config or {})
    app.extensions["desk"] = desk
    app.extensions["streams"] = Streams()
    guard(app)
    app.register_blueprint(api)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(CapostazioneError, _clear_error)
    app.add_url_rule("/", "page", lambda: render_template("page.html", state=present(desk.snapshot)))
    return app


def _version() -> str:
    try:
        return metadata.version("capostazione")
    except metadata.PackageNotFoundError:
        return "0"


def _error(words: str, status: int) -> Response:
    answer = jsonify({"ok": False, "error": words, "status": status})
    answer.status_code = status
    return answer


def _http_error(error: HTTPException) -> Response:
    return _error(error.description or error.name, error.code or 500)


def _clear_error(error: CapostazioneError) -> Response:
    return _error(str(error), status_of(error))
