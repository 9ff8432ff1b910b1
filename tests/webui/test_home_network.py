"""What other sites and programs of the home network cannot do: hosts, origins, bodies, headers."""

from __future__ import annotations

import pytest

from tests.webui.asking import RAILROAD, Visit, post
from tests.webui.conftest import Start

STRANGE_HOSTS = (
    "evil.example", "table.evil.example:8080", "localhost.evil.example", "10.0.0.1.evil.example",
    "table.local.evil.example",
)  # fmt: skip


@pytest.mark.parametrize("host", STRANGE_HOSTS)
def test_a_rebinding_host_is_refused_everywhere(start: Start, visit: Visit, host: str) -> None:
    client = visit(start())
    for path in ("/", "/api/state", "/api/moves", "/api/address", "/static/style.css"):
        assert client.get(path, headers={"Host": host}).status_code == 421


POSTS = ("/api/commands", "/api/chance", "/api/join", "/api/pin", "/api/seat", "/api/lessons", "/api/score")


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://localhost", "http://localhost:81"])
def test_a_post_from_another_site_is_refused(start: Start, visit: Visit, path: str, origin: str) -> None:
    client = visit(start(RAILROAD))
    assert post(client, path, {"n": 1, "do": "undo"}, Origin=origin).status_code == 403


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data", ""])
def test_only_json_is_taken(start: Start, visit: Visit, path: str, kind: str) -> None:
    assert visit(start(RAILROAD)).post(path, data='{"n": 1}', content_type=kind).status_code == 415


@pytest.mark.parametrize("path", POSTS)
def test_nothing_is_changed_by_get(start: Start, visit: Visit, path: str) -> None:
    service = start(RAILROAD, moves=2)
    assert visit(service).get(f"{path}?n=3&do=undo").status_code in (404, 405)
    assert len(service.snapshot.story) == 2


BROKEN = ("", "[", "[]", '"x"', "{}", "null", '{"n": "1"}', '{"n": -1}', b"\xed\xa0\x80")


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("body", BROKEN)
def test_a_broken_body_is_answered_in_words(start: Start, visit: Visit, path: str, body: str | bytes) -> None:
    answer = visit(start(RAILROAD)).post(path, data=body, content_type="application/json")
    assert 400 <= answer.status_code < 500
    assert answer.json["ok"] is False
    assert answer.json["error"]


def test_a_huge_command_is_refused(start: Start, visit: Visit) -> None:
    answer = visit(start(RAILROAD)).post("/api/commands", data=b" " * 100_000, content_type="application/json")
    assert answer.status_code == 413


SEALS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
POLICY = {  # nothing but the page itself; pictures may also be made by the page
    "default-src 'self'", "img-src 'self' data: blob:", "object-src 'none'", "frame-ancestors 'none'",
    "base-uri 'none'", "form-action 'self'",
}  # fmt: skip


@pytest.mark.parametrize("path", ["/", "/api/state", "/static/js/main.js", "/nothing", "/api/commands"])
def test_every_answer_is_sealed(start: Start, visit: Visit, path: str) -> None:
    with visit(start()).get(path) as answer:
        headers = answer.headers
    assert set(headers["Content-Security-Policy"].split("; ")) == POLICY
    assert {name: headers[name] for name in SEALS} == SEALS
    if path.startswith("/api"):
        assert headers["Cache-Control"] == "no-store"
