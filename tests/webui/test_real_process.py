"""The real process on a home network: whatever strangers send is refused, and the service lives on after each."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from tests.firmware.games import moves_of_a_game
from tests.firmware.process import Process
from tests.webui.test_photos_for_real import HOSTILE
from tests.webui.test_watchers import WATCHERS, watch

FAR = "127.0.0.2"  # not the table's own address: to the service a phone like any other
JSON = {"Content-Type": "application/json"}
JPEG = {"Content-Type": "image/jpeg"}
UNDO = json.dumps({"n": 3, "do": "undo"}).encode()
MOVES = moves_of_a_game()[:3]
PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A game for two with an entry in its log."""
    data: Path = tmp_path_factory.mktemp("table") / "data"
    with Process(data, "--game", "railroad-tiles", "--players", "Ann,Bob") as running:
        running.do("move", text=MOVES[0])
        yield running


def _ask(
    service: Process, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None,
    far: bool = False,
) -> tuple[int, Any]:  # fmt: skip
    """One request with exactly these headers; the status and what was said."""
    line = HTTPConnection("127.0.0.1", service.port, PATIENCE_S, source_address=(FAR, 0) if far else None)
    try:
        line.request(method, path, body, dict(headers or {}))
        answer = line.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if "json" in answer.getheader("Content-Type", "") else text
    finally:
        line.close()


def _lives(service: Process) -> None:
    """Nothing was changed, nothing was complained of, and the next question is answered."""
    assert service.get("/healthz") == {"ok": True}
    assert service.process.poll() is None
    assert service.state["moves"] == 1
    assert not [line for line in service.complained if "Traceback" in line]


REFUSED: Mapping[str, tuple[int, str, str, bytes, Mapping[str, str]]] = {
    "another site": (403, "POST", "/api/commands", UNDO, {**JSON, "Origin": "http://evil.example"}),
    "a page without origin": (403, "POST", "/api/commands", UNDO, {**JSON, "Origin": "null"}),
    "another port": (403, "POST", "/api/chance", UNDO, {**JSON, "Origin": "http://127.0.0.1:1"}),
    "a form of another site": (415, "POST", "/api/commands", UNDO, {"Content-Type": "text/plain"}),
    "a photo of another site": (403, "POST", "/api/photos/score", b"\xff\xd8", {**JPEG, "Origin": "http://evil.example"}),
    "a rebinding host": (421, "GET", "/api/state", b"", {"Host": "evil.example"}),
    "a rebinding host that posts": (421, "POST", "/api/commands", UNDO, {**JSON, "Host": "table.local.evil.example"}),
    "no host that can be read": (421, "GET", "/", b"", {"Host": "a b:c"}),
    "a wrong code": (403, "POST", "/api/commands", UNDO, {**JSON, "X-Table-Code": "WRONG2"}),
    "a command by GET": (405, "GET", "/api/commands?n=3&do=undo", b"", {}),
    "a huge command": (413, "POST", "/api/commands", b" " * 200_000, JSON),
    "half a command": (400, "POST", "/api/commands", UNDO[:9], JSON),
    "a very deep command": (400, "POST", "/api/commands", b"[" * 50_000, JSON),
    "a huge photo": (413, "POST", "/api/photos/score", b"\xff\xd8" + bytes(21_000_000), JPEG),
    "a way out of the folder": (404, "GET", "/static/../../pyproject.toml", b"", {}),
    **{f"a photo that is {name}": (400, "POST", "/api/photos/score", data, JPEG) for name, data in HOSTILE.items()},
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_strangers_send_is_refused_and_the_service_lives_on(service: Process, what: str) -> None:
    status, method, path, body, headers = REFUSED[what]
    answered, told = _ask(service, method, path, body, headers)
    assert answered == status
    assert (told["ok"], told["status"], bool(told["error"])) == (False, status, True)
    _lives(service)


BAD_TOKENS: Mapping[str, Mapping[str, str]] = {
    "none": {},
    "a made-up cookie": {"Cookie": "table=eyJjb2RlIjoiYSJ9.aaaa.bbbb"},
    "an unsigned cookie": {"Cookie": "table=eyJjb2RlIjoiYSIsInBpbiI6ImIifQ"},
    "a broken cookie": {"Cookie": "table=\x80\xff;;;=="},
}


@pytest.mark.parametrize("token", BAD_TOKENS)
@pytest.mark.parametrize("path", ["/api/commands", "/api/chance", "/api/seat", "/api/photos/score", "/api/lessons"])
def test_a_far_phone_with_a_bad_token_only_watches(service: Process, token: str, path: str) -> None:
    photo = path == "/api/photos/score"
    body = b"\xff\xd8" if photo else {"/api/seat": b'{"seat": "P1"}'}.get(path, UNDO)
    if path == "/api/chance":
        body = b'{"n": 3}'
    headers = {**(JPEG if photo else JSON), **BAD_TOKENS[token]}
    assert _ask(service, "POST", path, body, headers, far=True)[0] == 401
    assert _ask(service, "GET", "/api/state", far=True)[1]["you"]["may_play"] is False
    _lives(service)


def test_a_request_that_never_ends_keeps_nobody_waiting(service: Process) -> None:
    """Half a header and half a body, left open."""
    with socket.create_connection(("127.0.0.1", service.port)) as header, \
            socket.create_connection(("127.0.0.1", service.port)) as body:  # fmt: skip
        header.sendall(b"POST /api/commands HTTP/1.1\r\nHost: local")
        body.sendall(b"POST /api/commands HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n{")
        _lives(service)


def test_a_hundred_watchers_see_the_game_go_on(service: Process) -> None:
    """Each over its own connection to the real process, while commands are posted."""
    wanted = service.state["n"] + len(MOVES[1:])
    seen: list[int] = []
    address = f"http://127.0.0.1:{service.port}"
    threads = [threading.Thread(target=watch, args=(address, wanted, seen), daemon=True) for _ in range(WATCHERS)]
    for thread in threads:
        thread.start()
    for text in MOVES[1:]:
        service.do("move", text=text)
    for thread in threads:
        thread.join(PATIENCE_S)
    assert len(seen) == WATCHERS
    for _ in MOVES[1:]:
        service.do("undo")
    _lives(service)


RAW: Mapping[str, tuple[int, bytes]] = {
    "no start line": (400, b"nonsense\r\n\r\n"),
    "a bad length": (400, b"POST /api/commands HTTP/1.1\r\nHost: localhost\r\nContent-Length: many\r\n\r\n"),
    "a header without end": (431, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 300_000),
    "another coding": (501, b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: br\r\n\r\n"),
    "raw bytes in the path": (400, b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    "a gigabyte that asks first": (
        413, b"POST /api/photos/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\n"
        b"Content-Length: 1000000000\r\nExpect: 100-continue\r\n\r\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", RAW)
def test_what_is_no_request_is_refused_in_the_same_form(service: Process, what: str) -> None:
    status, sent = RAW[what]
    with socket.create_connection(("127.0.0.1", service.port), PATIENCE_S) as line:
        line.sendall(sent)
        answer = HTTPResponse(line)
        answer.begin()
        told = json.loads(answer.read())
    assert answer.status == status
    assert (told["ok"], told["status"], bool(told["error"])) == (False, status, True)
    assert answer.getheader("X-Content-Type-Options") == "nosniff"
    _lives(service)


def test_a_body_that_nothing_takes_is_not_kept(service: Process) -> None:
    """Its sender is heard out and told; nothing of it is kept in memory or in a file."""
    before = _kept_bytes(service)
    line = HTTPConnection("127.0.0.1", service.port, PATIENCE_S)
    line.putrequest("POST", "/api/photos/score")
    line.putheader("Content-Type", "image/jpeg")
    line.putheader("Content-Length", "100000000")
    line.endheaders()
    for _ in range(100):
        line.send(bytes(1_000_000))
        assert _kept_bytes(service) - before < 20_000_000
    answer = line.getresponse()
    assert (answer.status, json.loads(answer.read())["status"]) == (413, 413)
    line.close()
    _lives(service)


def _kept_bytes(service: Process) -> int:
    """What the process holds in memory and in files without a name."""
    me = Path(f"/proc/{service.process.pid}")
    memory = int(next(line for line in (me / "status").read_text().splitlines() if line.startswith("VmRSS")).split()[1])
    files = [file.stat().st_size for file in (me / "fd").iterdir() if "(deleted)" in os.readlink(file)]
    return memory * 1024 + sum(files)
