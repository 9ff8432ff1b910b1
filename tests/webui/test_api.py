"""The interface: what it says, what it refuses, and that nothing is changed by looking."""

from __future__ import annotations

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.errors import LogNotWritten
from engine.games import names
from firmware.folder import DataFolder
from firmware.inbox import Stop
from firmware.service import Service
from tests.firmware.games import RAILROAD, moves_of_a_game
from webui.api import MOST_STREAMS
from webui.app import create_app
from webui.desk import NotAnswered, StaleNumber
from webui.guard import host_name, is_ours
from webui.openapi import describe
from webui.orders import NEEDED
from webui.server import PortInUse, Server, addresses


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with DataFolder(tmp_path) as folder:
        service = Service(folder)
        service.begin(RAILROAD, ("Ann", "Bob"), {})
        thread = threading.Thread(target=service.run)
        thread.start()
        yield service
        service.put(Stop())
        thread.join(5)
        service.close()


@pytest.fixture
def app(service: Service) -> Flask:
    return create_app(service, {"HEARTBEAT_S": 0.2})


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def post(client: FlaskClient, **command: Any) -> TestResponse:
    return client.post("/api/commands", json=command)


def n_of(client: FlaskClient) -> int:
    return int(client.get("/api/state").get_json()["n"])


def test_the_state_has_what_the_contract_names(client: FlaskClient) -> None:
    state = client.get("/api/state").get_json()
    assert {"n", "game", "phase", "players", "scores", "next", "lights", "problem"} <= set(state)
    assert state["game"] == RAILROAD
    assert [player["name"] for player in state["players"]] == ["Ann", "Bob"]
    assert set(state["players"][0]["parts"]) == {"pawns", "cities", "rectangle", "interruptions", "objectives"}


def test_a_move_gives_the_new_state(client: FlaskClient) -> None:
    n = n_of(client)
    answer = post(client, n=n, do="move", text=moves_of_a_game()[0])
    assert answer.status_code == 200
    assert answer.get_json()["n"] == n + 1
    assert [(entry["do"], entry["text"]) for entry in answer.get_json()["story"]] == [("move", moves_of_a_game()[0])]


def test_undo_redo_and_score(client: FlaskClient) -> None:
    post(client, n=n_of(client), do="move", text=moves_of_a_game()[0])
    assert post(client, n=n_of(client), do="undo").get_json()["moves"] == 0
    assert post(client, n=n_of(client), do="redo").get_json()["moves"] == 1
    assert post(client, n=n_of(client), do="score").get_json()["showing"] == "score"


def test_a_stale_number_gets_409_and_changes_nothing(client: FlaskClient, service: Service) -> None:
    before = service.snapshot
    for n in (before.n - 1, before.n + 1, before.n + 1000):
        answer = post(client, n=n, do="move", text=moves_of_a_game()[0])
        assert answer.status_code == 409
        assert answer.get_json().keys() == {"ok", "error", "status"}
        assert answer.get_json()["status"] == 409
    assert service.snapshot is before


@pytest.mark.parametrize(
    ("command", "status", "words"),
    [
        ({}, 400, "'n' is missing"),
        ({"n": 1}, 400, "'do' is missing"),
        ({"n": 1, "do": "dance"}, 400, "must be one of"),
        ({"n": 1, "do": "shut_down"}, 400, "must be one of"),
        ({"n": "1", "do": "undo"}, 400, "whole number"),
        ({"n": True, "do": "undo"}, 400, "whole number"),
        ({"n": 1, "do": "move"}, 400, "'text' is missing"),
        ({"n": 1, "do": "move", "text": 5}, 400, "must be a text"),
        ({"n": 1, "do": "move", "text": "x" * 501}, 400, "at most 500"),
        ({"n": 1, "do": "undo", "text": "x"}, 400, "unknown key"),
        ({"n": 1, "do": "undo"}, 409, "nothing to undo"),
        ({"n": 1, "do": "flip"}, 409, "No flip is due"),
        ({"n": 1, "do": "move", "text": "nonsense"}, 409, "no move"),
        ({"n": 1, "do": "move", "text": "P1 pass"}, 409, "Pawns are placed only"),
        ({"n": 1, "do": "choose", "choice": 3}, 409, "no such move"),
        ({"n": 1, "do": "simulate", "what": "nudge"}, 409, "real table"),
        ({"n": 1, "do": "simulate", "what": "nonsense"}, 400, "must be one of pause, go"),
        ({"n": 1, "do": "simulate", "what": "seat", "seat": "P9"}, 400, "must be one of P1"),
        ({"n": 1, "do": "new", "game": "chess", "players": ["A"]}, 400, "no game called 'chess'"),
        ({"n": 1, "do": "new", "game": RAILROAD, "players": []}, 400, "1 to 8 entries"),
        ({"n": 1, "do": "new", "game": RAILROAD, "players": ["A"], "setup": {"challenge": "x"}}, 400, "one of"),
    ],
)
def test_commands_that_are_refused(client: FlaskClient, command: dict[str, Any], status: int, words: str) -> None:
    answer = client.post("/api/commands", json=command)
    assert answer.status_code == status
    told = answer.get_json()
    assert told["ok"] is False
    assert told["status"] == status
    assert words in told["error"]
    assert client.get("/api/state").get_json()["moves"] == 0


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff\xfe", b'{"n": 1, "n": 2}', b"[" * 30_000, b"NaN"])
def test_bodies_that_cannot_be_read(client: FlaskClient, body: bytes) -> None:
    answer = client.post("/api/commands", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.get_json()["ok"] is False


def test_a_huge_body_is_refused(client: FlaskClient) -> None:
    answer = client.post("/api/commands", data=b"x" * 100_000, content_type="application/json")
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("headers", "content_type", "status"),
    [
        ({"Host": "evil.example"}, "application/json", 421),
        ({"Host": "192.168.1.20:8080"}, "application/json", 200),
        ({"Host": "[fe80::1]:8080"}, "application/json", 200),
        ({"Host": "table.local"}, "application/json", 200),
        ({"Origin": "http://evil.example"}, "application/json", 403),
        ({"Origin": "null"}, "application/json", 403),
        ({"Host": "table.local", "Origin": "http://table.local"}, "application/json", 200),
        ({}, "text/plain", 415),
        ({}, "application/x-www-form-urlencoded", 415),
    ],
)
def test_only_our_own_page_may_command(
    client: FlaskClient, headers: dict[str, str], content_type: str, status: int
) -> None:
    body = json.dumps({"n": 1, "do": "score"})
    answer = client.post("/api/commands", data=body, headers=headers, content_type=content_type)
    assert answer.status_code == status


def test_names_that_can_only_be_ours() -> None:
    assert [host_name(host) for host in ("a:80", "a", "[::1]:80", "1.2.3.4:5")] == ["a", "a", "::1", "1.2.3.4"]
    assert not is_ours("localhost.evil.example")
    assert not is_ours("")


def test_nothing_is_changed_by_looking(client: FlaskClient, service: Service) -> None:
    before = service.snapshot
    for path in ("/", "/api/state", "/api/openapi.json", "/healthz", "/api/picture.jpg", "/api/commands", "/nowhere"):
        client.get(path)
    assert service.snapshot is before


def test_errors_are_json_in_words(client: FlaskClient) -> None:
    for answer, status in ((client.get("/nowhere"), 404), (client.get("/api/commands"), 405)):
        assert answer.status_code == status
        assert answer.get_json()["status"] == status
    assert client.get("/api/picture.jpg").status_code == 404


@pytest.mark.parametrize(
    ("error", "status"), [(StaleNumber("x"), 409), (NotAnswered("x"), 503), (LogNotWritten("x"), 507)]
)
def test_each_trouble_has_its_status(
    client: FlaskClient, service: Service, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(service, "ask", refuse)
    assert post(client, n=1, do="undo").status_code == status


def test_the_page_is_whole_and_needs_nothing_from_outside(client: FlaskClient) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    text = answer.get_data(as_text=True)
    assert "http://" not in text
    assert "https://" not in text
    for name in ("js/main.js", "style.css"):
        with client.get(f"/static/{name}") as file:
            assert file.status_code == 200


def test_the_description_names_every_path_and_command(app: Flask, client: FlaskClient) -> None:
    described = client.get("/api/openapi.json").get_json()
    rules = {str(rule) for rule in app.url_map.iter_rules() if str(rule).startswith(("/api", "/healthz"))}
    assert set(described["paths"]) == rules
    commands = described["components"]["schemas"]["Command"]["oneOf"]
    assert {command["properties"]["do"]["const"] for command in commands} == set(NEEDED)
    games = [command["properties"]["game"]["const"] for command in commands if "game" in command["properties"]]
    assert games == list(names())


def test_what_the_code_asks_of_an_address_is_described() -> None:
    """`lang` on whatever has sentences, `drawn` on the picture."""
    paths = describe("0")["paths"]
    asked = {path: {one["name"] for one in paths[path]["get"]["parameters"]} for path in ("/api/state", "/api/changes")}
    assert asked == {"/api/state": {"lang"}, "/api/changes": {"lang"}}
    assert [one["name"] for one in paths["/api/picture.jpg"]["get"]["parameters"]] == ["drawn"]
    assert [one["name"] for one in paths["/api/commands"]["post"]["parameters"]] == ["lang"]


def test_the_largest_position_that_is_described_is_read(client: FlaskClient) -> None:
    spots = [{"kind": "traveller", "on": "station", "pawn": True}] * 2
    tiles = [{"at": [-column, -row], "sides": "HRHR", "station": True, "spots": spots}
             for column in range(25) for row in range(20)]  # fmt: skip
    players = [{"name": name, "tiles": tiles} for name in ("Ann", "Bob", "Cat", "Dan")]
    answer = client.post("/api/score", json={"game": "railroad-tiles", "players": players})
    assert answer.status_code == 200


def test_health_follows_the_heart(client: FlaskClient, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/healthz").get_json() == {"ok": True}
    monkeypatch.setattr(service, "is_alive", lambda: False)
    assert client.get("/healthz").status_code == 503


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    server = Server(app, "127.0.0.1", 0)
    server.start()
    yield server
    server.close()


def events(port: int) -> Iterator[dict[str, Any]]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/changes", timeout=5) as stream:
        for line in stream:
            if line.startswith(b"data: "):
                yield json.loads(line[6:])


def test_changes_come_at_once_and_whole(server: Server, service: Service) -> None:
    stream = events(server.port)
    first = next(stream)
    assert first["n"] == service.snapshot.n
    for text in moves_of_a_game()[:3]:
        service.ask("move", None, text=text)
        start = time.monotonic()
        told = next(stream)
        assert time.monotonic() - start < 1.0
        assert told["story"][-1]["text"] == text
        assert told["n"] == service.snapshot.n
    stream.close()


def test_watchers_are_capped_and_gone_ones_make_room(server: Server) -> None:
    streams = [events(server.port) for _ in range(MOST_STREAMS)]
    for stream in streams:
        next(stream)
    with pytest.raises(urllib.error.HTTPError) as refused:
        next(events(server.port))
    assert refused.value.code == 503
    refused.value.close()
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/healthz", timeout=5) as healthy:
        assert healthy.status == 200
    for stream in streams:
        stream.close()
    end = time.monotonic() + 5
    while time.monotonic() < end:
        try:
            again = events(server.port)
            next(again)
            again.close()
            return
        except urllib.error.HTTPError as full:
            full.close()
            time.sleep(0.1)
    pytest.fail("the heartbeat did not find the streams that had gone")


def test_a_port_in_use_is_said(app: Flask, server: Server) -> None:
    with pytest.raises(PortInUse, match="choose another with --port"):
        Server(app, "127.0.0.1", server.port)


def test_addresses_name_this_machine() -> None:
    found = addresses(8080)
    assert found[0] == "http://localhost:8080/"
    assert all(address.endswith(":8080/") for address in found)


@pytest.mark.parametrize(
    ("host", "address"),
    [("127.0.0.1", "localhost"), ("127.0.0.2", "127.0.0.2"), ("::1", "[::1]"), ("192.168.1.9", "192.168.1.9")],
)
def test_a_page_on_one_address_names_no_other(host: str, address: str) -> None:
    assert addresses(8080, host) == [f"http://{address}:8080/"]
