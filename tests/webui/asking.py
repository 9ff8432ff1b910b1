"""How tests of the page ask: a client for each phone, posts in JSON, the number of the state."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient

Visit = Callable[..., FlaskClient]
RAILROAD = "railroad-tiles"


def post(client: FlaskClient, path: str, body: Any, **headers: str) -> Any:
    """The answer to a body in JSON."""
    return client.post(path, data=json.dumps(body), content_type="application/json", headers=headers)


def number(client: FlaskClient) -> int:
    """The number of the state that a client sees."""
    return int(client.get("/api/state").json["n"])
