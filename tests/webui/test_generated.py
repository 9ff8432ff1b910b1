"""Requests made by a machine from the interface's own description: whatever comes, the answer is one it promises."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings

from firmware.boards import BoardMaker
from firmware.folder import DataFolder
from firmware.inbox import Stop
from firmware.photos import PhotoLens
from firmware.service import Service
from tests.webui.conftest import play_some
from webui.app import create_app
from webui.openapi import describe

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed: pip install -e '.[dev]'")
from schemathesis.checks import load_all_checks  # noqa: E402  # only after the check above
from schemathesis.specs.openapi.checks import (  # noqa: E402
    content_type_conformance,
    negative_data_rejection,
    positive_data_acceptance,
    response_schema_conformance,
    status_code_conformance,
)

load_all_checks()
ENDLESS = "/api/changes"  # a stream of events ends only with the server
EACH = 20  # requests to a path, of those that fit its description and of those that do not
LONGEST_S = 15.0
TOO_LARGE = 413
CHECKS = [schemathesis.checks.not_a_server_error, status_code_conformance, content_type_conformance,
          response_schema_conformance, negative_data_rejection, positive_data_acceptance]  # fmt: skip


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder: Path = tmp_path_factory.mktemp("data")
    service = Service(DataFolder(folder))
    thread = threading.Thread(target=service.run, daemon=True)
    thread.start()
    service.begin("railroad-tiles", ("Giulia", "Mirko"), {})
    play_some(service, 30)
    yield service
    service.put(Stop("the test is over"))
    thread.join(5)
    service.close()


@pytest.fixture(scope="module")
def app(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """With the real reader of photos and maker of boards."""
    packs = tmp_path_factory.mktemp("packs")
    return create_app(service, {"LENS": PhotoLens(packs), "BOARDS": BoardMaker(packs), "TESTING": False})


@pytest.fixture(scope="module")
def schema(app: Flask) -> Any:
    """Asked as from the table's own machine: a stranger would be turned away before anything is read."""
    inside = app.wsgi_app
    app.wsgi_app = lambda environ, begin: inside({**environ, "REMOTE_ADDR": "127.0.0.1"}, begin)  # type: ignore[method-assign]  # as Flask's own guide does it
    return schemathesis.openapi.from_wsgi("/api/openapi.json", app)


@pytest.fixture(scope="module")
def until() -> float:
    """When this module has had its time: a slow machine tries less, never longer."""
    return time.monotonic() + LONGEST_S


PATHS = sorted(set(describe("0")["paths"]) - {ENDLESS})


MODES = schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.filterwarnings("ignore")  # of the generator's own
def test_every_path_answers_as_it_promises(schema: Any, service: Service, until: float, path: str) -> None:
    """What fits the description and what does not; a path that takes nothing has nothing that does not fit."""
    for method in describe("0")["paths"][path]:
        for mode in MODES if method == "post" else MODES[:1]:
            assert _try(schema[path][method.upper()].as_strategy(generation_mode=mode), until)
    assert service.is_alive()


def _try(cases: Any, until: float) -> int:
    """Send some cases, at least one; tells how many."""
    tried = 0

    @settings(max_examples=EACH, deadline=None, derandomize=True, database=None,
              suppress_health_check=list(HealthCheck), phases=[Phase.generate])  # fmt: skip
    @given(case=cases)
    def send(case: Any) -> None:
        nonlocal tried
        if not tried or time.monotonic() < until:
            tried += 1
            answer = case.call()
            if answer.status_code != TOO_LARGE:  # refused unread, whatever it says
                case.validate_response(answer, checks=CHECKS)

    send()
    return tried


@pytest.mark.parametrize("path", sorted(describe("0")["paths"]))
def test_a_path_is_asked_only_as_described(app: Flask, path: str) -> None:
    """Any other method gets 405 with the methods that are, and changes nothing."""
    methods = {method.upper() for method in describe("0")["paths"][path]}
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY"} - methods:
        answer = app.test_client().open(path, method=method, json={})
        assert answer.status_code == 405, method
        assert methods <= {one.strip() for one in answer.headers["Allow"].split(",")}


def test_every_path_of_the_interface_is_described(app: Flask) -> None:
    known = {rule.rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/")}
    assert known <= set(describe("0")["paths"])
