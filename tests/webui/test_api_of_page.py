"""What the page asks and says: moves, hints, chance, logs, joining, uploads, headers; and what is refused."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from flask.sessions import SecureCookieSessionInterface
from flask.testing import FlaskClient

from engine.errors import BadInput
from engine.log import parse_log
from engine.table import replay
from tests.webui.conftest import Start
from webui.gate import Gate
from webui.lens import Lesson, Markers, ReadPhoto

Visit = Callable[..., FlaskClient]
RAILROAD = "railroad-tiles"


def _post(client: FlaskClient, path: str, body: Any, **headers: str) -> Any:
    return client.post(path, data=json.dumps(body), content_type="application/json", headers=headers)


def _n(client: FlaskClient) -> int:
    return int(client.get("/api/state").json["n"])


@pytest.mark.parametrize("path", ["/", "/new", "/sheet", "/photo", "/calibrate", "/teach", "/board", "/join"])
@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_every_page_opens_in_every_language(start: Start, visit: Visit, path: str, language: str) -> None:
    answer = visit(start()).get(f"{path}?lang={language}")
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text
    assert "script-src" not in answer.headers["Content-Security-Policy"]  # default-src 'self' covers it
    assert "style=" not in answer.text
    assert "onclick" not in answer.text


def test_the_state_speaks_the_phones_language(start: Start, visit: Visit) -> None:
    client = visit(start(RAILROAD))
    assert client.get("/api/state?lang=it").json["next"] == "Mettete le pedine Giocatore in un ordine casuale."
    told = client.get("/api/state", headers={"Accept-Language": "fr-CH,fr;q=0.9"}).json
    assert told["next"] == "Mettez les pions Joueur dans un ordre au hasard."


def test_moves_are_those_that_the_rules_allow(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=40)
    told = visit(service).get("/api/moves").json
    state = service.snapshot.state
    assert told["moves"] == [str(move) for move in service.snapshot.game.legal_moves(state)]
    assert told["n"] == service.snapshot.n


def test_chance_draws_only_what_the_table_owes(start: Start, visit: Visit) -> None:
    service = start(RAILROAD)
    client = visit(service)
    assert _post(client, "/api/chance", {"n": _n(client), "all": True}).status_code == 200
    assert service.snapshot.turn.actors != ("TABLE",)
    refused = _post(client, "/api/chance", {"n": _n(client)})
    assert refused.status_code == 409
    assert refused.json["error"] == "The table has nothing to draw now."


def test_chance_in_view_of_an_old_state_changes_nothing(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=1)
    before = service.snapshot
    answer = _post(visit(service), "/api/chance", {"n": before.n - 1})
    assert (answer.status_code, service.snapshot.n) == (409, before.n)


def test_a_stale_command_gets_409_and_changes_nothing(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=10)
    before = service.snapshot
    answer = _post(visit(service), "/api/commands", {"n": before.n - 1, "do": "undo"})
    assert answer.status_code == 409
    assert answer.json == {"ok": False, "error": answer.json["error"], "status": 409}
    assert service.snapshot.story == before.story


def test_hints_say_why(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=0)
    client = visit(service)
    while not any(text.startswith(("P1 lay", "P2 lay")) for text in client.get("/api/moves").json["moves"]):
        if service.snapshot.turn.actors == ("TABLE",):
            _post(client, "/api/chance", {"n": _n(client)})
        else:
            first = client.get("/api/moves").json["moves"][0]
            _post(client, "/api/commands", {"n": _n(client), "do": "move", "text": first})
    seat = service.snapshot.turn.actors[0]
    hints = client.get(f"/api/hints?seat={seat}&lang=it").json["hints"]
    assert 1 <= len(hints) <= 3
    assert hints[0]["move"] in client.get("/api/moves").json["moves"]
    assert any("interruzion" in why or "rettangolo" in why for hint in hints for why in hint["why"])


def test_a_hint_for_somebody_who_is_not_to_move_is_refused(start: Start, visit: Visit) -> None:
    assert visit(start(RAILROAD)).get("/api/hints?seat=P1").status_code == 409


def test_the_log_that_is_kept_replays_to_the_same_score(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=10_000)
    assert service.snapshot.turn.over
    answer = visit(service).get("/api/log")
    recorded = parse_log(answer.data)
    history = replay(recorded.header, recorded.entries)
    assert history.state == service.snapshot.state
    assert "attachment" in answer.headers["Content-Disposition"]


def test_the_state_brings_the_end_of_the_story_and_the_whole_is_asked_for(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=90)
    client = visit(service)
    told, whole = client.get("/api/state").json, client.get("/api/story").json["story"]
    assert [entry["text"] for entry in whole] == [entry.text for entry in service.snapshot.story]
    assert told["story"] == whole[-40:]
    assert told["moves"] == 90


def test_scores_grow_by_round(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=10_000)
    told = visit(service).get("/api/state").json
    assert [step["round"] for step in told["growth"]] == list(range(1, 9))
    assert told["growth"][-1]["totals"] == [player["total"] for player in told["scores"]["players"]]


def test_what_the_last_move_changed_is_marked_also_after_undo(start: Start, visit: Visit) -> None:
    service = start(RAILROAD, moves=60)
    client = visit(service)
    while "lay" not in service.snapshot.story[-1].text:
        _post(client, "/api/commands", {"n": _n(client), "do": "undo"})
    words = service.snapshot.story[-1].text.split()
    changed = client.get("/api/state").json["changed"]
    assert changed == [{"seat": words[0], "at": [int(part) for part in words[2].split(",")]}]


def test_a_game_is_begun_with_a_taught_box(start: Start, visit: Visit) -> None:
    service, used = start(), list[str]()
    client = visit(service)
    new = {"n": _n(client), "do": "new", "game": RAILROAD, "players": ["Ann", "Bob"], "pack": "our-box"}
    refused = _post(client, "/api/commands", new)
    assert (refused.status_code, service.snapshot.game) == (409, None)
    service.choose_packs_with(used.append)
    assert _post(client, "/api/commands", {**new, "pack": "../our-box"}).status_code == 400
    assert _post(client, "/api/commands", {**new, "n": _n(client)}).status_code == 200
    assert used == ["our-box"]


@pytest.mark.parametrize("game", ["off-the-rails", "ticket-to-ride-new-york", "ticket-to-ride-card-game"])
def test_the_other_games_have_hints_too(start: Start, visit: Visit, game: str) -> None:
    service, gate = start(game, ("Ann", "Bob"), 70, {} if game == "off-the-rails" else {"hands": "open"}), Gate()
    while service.snapshot.turn.actors[0] == "TABLE":
        _post(visit(service), "/api/chance", {"n": service.snapshot.n})
    seat = service.snapshot.turn.actors[0]
    phone = visit(service, far=True, GATE=gate)
    assert phone.get(f"/api/hints?seat={seat}").status_code == 401
    _post(phone, "/api/join", {"code": gate.code})
    _post(phone, "/api/seat", {"seat": seat})
    told = phone.get(f"/api/hints?seat={seat}&lang=fr").json["hints"]
    assert 1 <= len(told) <= 3
    assert all(hint["told"] and all(hint["why"]) for hint in told)
    assert told[0]["why"] != phone.get(f"/api/hints?seat={seat}&lang=en").json["hints"][0]["why"]


REFUSALS = {  # what is asked: the words in Italian and in French
    ("POST", "/api/commands", "{"): ("non è JSON", "pas du JSON"),
    ("POST", "/api/commands", '{"n": 1}'): ("manca la chiave 'do'", "il manque la clé 'do'"),
    ("POST", "/api/commands", '{"n": 1, "do": "undo"}'): ("andato avanti", "a avancé"),
    ("POST", "/api/score", '{"game": "chess"}'): ("non c'è un gioco chiamato 'chess'", "il n'y a pas de jeu appelé"),
    ("GET", "/nowhere", ""): ("non c'è niente", "il n'y a rien"),
    ("GET", "/api/commands", ""): ("non si chiede così", "ne se demande pas ainsi"),
    ("GET", "/api/picture.jpg", ""): ("telecamera", "caméra"),
}


@pytest.mark.parametrize(("asked", "words"), REFUSALS.items(), ids=str)
def test_refusals_come_in_the_phones_language(
    start: Start, visit: Visit, asked: tuple[str, str, str], words: tuple[str, str]
) -> None:
    client = visit(start(RAILROAD, moves=3))
    method, path, body = asked
    for language, wanted in zip(("it", "fr"), words, strict=True):
        answer = client.open(f"{path}?lang={language}", method=method, data=body, content_type="application/json")
        assert answer.status_code >= 400
        assert wanted in answer.json["error"]


# Joining.


def test_a_far_phone_watches_freely_and_plays_only_with_the_code(start: Start, visit: Visit) -> None:
    service, gate = start(RAILROAD, moves=3), Gate()
    phone = visit(service, far=True, GATE=gate)
    assert phone.get("/api/state").json["you"] == {"seat": None, "may_play": False, "may_rule": False}
    refused = _post(phone, "/api/commands", {"n": _n(phone), "do": "undo"})
    assert refused.status_code == 401
    assert _post(phone, "/api/chance", {"n": _n(phone)}).status_code == 401
    assert len(service.snapshot.story) == 3
    assert _post(phone, "/api/join", {"code": "AAAAAA"}).status_code == 403
    assert _post(phone, "/api/join", {"code": gate.code}).status_code == 200
    assert _post(phone, "/api/commands", {"n": _n(phone), "do": "undo"}).status_code == 200
    assert len(service.snapshot.story) == 2


def test_a_program_may_send_the_code_in_a_header_and_a_wrong_one_is_refused(start: Start, visit: Visit) -> None:
    service, gate = start(RAILROAD, moves=3), Gate()
    far = visit(service, far=True, GATE=gate)
    body = {"n": _n(far), "do": "undo"}
    assert _post(far, "/api/commands", body, **{"X-Table-Code": "NOPE22"}).status_code == 403
    assert _post(far, "/api/commands", body, **{"X-Table-Code": gate.code}).status_code == 200


def test_a_forged_cookie_gives_nothing(start: Start, visit: Visit) -> None:
    phone = visit(start(RAILROAD, moves=3), far=True)
    phone.set_cookie("table", "eyJjb2RlIjoiYSJ9.aaaa.bbbb")
    assert _post(phone, "/api/commands", {"n": _n(phone), "do": "undo"}).status_code == 401


def test_a_cookie_does_not_carry_code_or_pin(start: Start, visit: Visit) -> None:
    """It is signed, not secret: whoever finds a phone's cookie reads in it nothing that opens the table to others."""
    gate = Gate()
    phone = visit(start(RAILROAD), far=True, GATE=gate)
    cookie = _post(phone, "/api/pin", {"pin": gate.pin}).headers["Set-Cookie"]
    serializer = SecureCookieSessionInterface().get_signing_serializer(phone.application)
    assert serializer is not None
    kept = serializer.loads(cookie.split("=", 1)[1].split(";")[0])
    assert {"code", "pin", "phone"} <= set(kept)
    assert not {gate.code, gate.pin} & set(kept.values())
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_a_cookie_signed_with_another_key_is_nobodys(start: Start, visit: Visit) -> None:
    """Also where it claims no more than a seat: that would show a hand."""
    service = start("ticket-to-ride-new-york", moves=40)
    phone, other = visit(service, far=True, GATE=Gate()), visit(service, far=True, GATE=Gate())
    with other.session_transaction() as forged:
        forged["seat"], forged["phone"] = ["P1", "Giulia"], "mine"
    assert other.get("/api/state").json["you"]["seat"] == "P1"
    cookie = other.get_cookie("table")
    assert cookie is not None
    phone.set_cookie("table", cookie.value)
    assert phone.get("/api/state").json["you"]["seat"] is None


def test_a_cookie_of_an_old_code_or_pin_opens_nothing(start: Start, visit: Visit, tmp_path: Path) -> None:
    """Whoever writes a new code or PIN has thrown everybody out."""
    service = start(RAILROAD, moves=3)
    gate = Gate(tmp_path)
    phone = visit(service, far=True, GATE=gate)
    _post(phone, "/api/pin", {"pin": gate.pin})
    assert phone.get("/api/state").json["you"] == {"seat": None, "may_play": True, "may_rule": True}
    cookie = phone.get_cookie("table")
    assert cookie is not None
    for name, rights in (("pin", (True, False)), ("join-code", (False, False))):
        (tmp_path / name).write_text("222222", encoding="utf-8")
        again = visit(service, far=True, GATE=Gate(tmp_path))
        again.set_cookie("table", cookie.value)
        you = again.get("/api/state").json["you"]
        assert (you["may_play"], you["may_rule"]) == rights


@pytest.mark.parametrize("do", ["new", "rematch"])
def test_whatever_ends_a_game_needs_the_pin(start: Start, visit: Visit, do: str) -> None:
    service, gate = start(RAILROAD, moves=3), Gate()
    phone = visit(service, far=True, GATE=gate)
    _post(phone, "/api/join", {"code": gate.code})
    more = {"game": RAILROAD, "players": ["A", "B"]} if do == "new" else {}
    assert _post(phone, "/api/commands", {"n": _n(phone), "do": do, **more}).status_code == 403
    assert len(service.snapshot.story) == 3


def test_ending_a_game_that_goes_on_needs_the_pin(start: Start, visit: Visit) -> None:
    service, gate = start(RAILROAD, moves=3), Gate()
    phone = visit(service, far=True, GATE=gate)
    _post(phone, "/api/join", {"code": gate.code})
    new = {"n": _n(phone), "do": "new", "game": RAILROAD, "players": ["A", "B"]}
    assert _post(phone, "/api/commands", new).status_code == 403
    assert service.snapshot.players == ("Giulia", "Mirko")
    assert _post(phone, "/api/pin", {"pin": "x"}).status_code == 403
    assert _post(phone, "/api/pin", {"pin": gate.pin}).status_code == 200
    assert _post(phone, "/api/commands", new).status_code == 200
    assert service.snapshot.players == ("A", "B")


def test_guessing_the_pin_over_the_net_is_slowed_down(start: Start, visit: Visit) -> None:
    phone = visit(start(), far=True)
    codes = [_post(phone, "/api/pin", {"pin": f"{guess:06}"}).status_code for guess in range(6)]
    assert codes == [403, 403, 403, 429, 429, 429]
    assert int(_post(phone, "/api/pin", {"pin": "0"}).headers["Retry-After"]) >= 1


def test_the_code_is_shown_only_to_those_who_play_or_by_the_tables_own_button(start: Start, visit: Visit) -> None:
    service, gate = start(RAILROAD), Gate()
    far = visit(service, far=True, GATE=gate)
    assert far.get("/api/address").json["code"] is None
    assert gate.code not in far.get("/api/address").text
    assert visit(service, GATE=gate).get("/api/address").json["code"] == gate.code
    service.ask("show_address", None)
    assert far.get("/api/address").json["code"] == gate.code


def test_the_qr_code_has_no_style_that_the_page_forbids(start: Start, visit: Visit) -> None:
    svg = visit(start()).get("/api/address").json["svg"]
    assert svg.startswith("<svg")
    assert "style" not in svg
    assert "<script" not in svg


# The home network.


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
    assert _post(client, path, {"n": 1, "do": "undo"}, Origin=origin).status_code == 403


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


# Photos.


class Eyes:
    """A lens for the page's own paths; the real one is tested with real photos elsewhere."""

    def games(self) -> tuple[str, ...]:
        return (RAILROAD,)

    def packs(self) -> tuple[str, ...]:
        return ("our-box",)

    def board(self, pack: str) -> Mapping[str, Any] | None:
        return None

    def read(self, photo: bytes, game: str, pack: str | None) -> ReadPhoto:
        if photo[:2] != b"\xff\xd8":
            raise BadInput("the photo: is neither a JPEG nor a PNG picture.")
        tiles = [{"at": [0, 0], "sides": "H-H-", "spots": [{"kind": "traveller", "pawn": True}], "confidence": 0.9}]
        return ReadPhoto({"game": game, "zones": [{"zone": 1, "tiles": tiles}]}, b"drawn")

    def draft(self, photo: bytes, game: str, pack: str | None) -> ReadPhoto:
        return self.read(photo, game, pack)

    def markers(self, photo: bytes) -> Markers:
        return Markers((4, 5, 6, 7), (1,), b"drawn")

    def teach(self, game: str, pack: str, photos: Sequence[tuple[bytes, Mapping[str, Any]]]) -> Lesson:
        return Lesson(len(photos), (), ())


def test_a_photo_is_scored_without_a_game(start: Start, visit: Visit) -> None:
    client = visit(start(), LENS=Eyes())
    told = client.post("/api/photos/score?game=railroad-tiles", data=b"\xff\xd8photo", content_type="image/jpeg").json
    assert told["scores"]["players"][0]["parts"]["rectangle"] == 1
    assert told["position"]["players"][0]["tiles"][0]["spots"] == [{"kind": "traveller", "pawn": True, "on": "highway"}]
    assert told["picture"].startswith("data:image/jpeg;base64,")


def test_a_lesson_goes_from_photos_to_learning(start: Start, visit: Visit) -> None:
    client = visit(start(), LENS=Eyes())
    first = client.post("/api/photos/lesson", data=b"\xff\xd8photo", content_type="image/jpeg").json
    lesson = {"game": RAILROAD, "pack": "our-box", "photos": [{"photo": first["photo"], "labels": first["labels"]}]}
    assert _post(client, "/api/lessons", lesson).json == {"learned": 1, "not_found": [], "unseen": []}
    assert _post(client, "/api/lessons", {**lesson, "pack": "../../etc"}).status_code == 400
    assert _post(client, "/api/lessons", {**lesson, "photos": [{"photo": 9, "labels": {}}]}).status_code == 404


def test_teaching_from_a_far_phone_needs_the_pin(start: Start, visit: Visit) -> None:
    gate = Gate()
    phone = visit(start(), far=True, GATE=gate, LENS=Eyes())
    photo = {"data": b"\xff\xd8photo", "content_type": "image/jpeg"}
    assert phone.post("/api/photos/lesson", **photo).status_code == 401
    _post(phone, "/api/join", {"code": gate.code})
    assert phone.post("/api/photos/score", **photo).status_code == 200
    assert phone.post("/api/photos/lesson", **photo).status_code == 403
    _post(phone, "/api/pin", {"pin": gate.pin})
    assert phone.post("/api/photos/lesson", **photo).status_code == 200


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "image/gif", "multipart/form-data"])
def test_a_photo_of_another_kind_is_refused(start: Start, visit: Visit, kind: str) -> None:
    client = visit(start(), LENS=Eyes())
    assert client.post("/api/photos/score", data=b"\xff\xd8", content_type=kind).status_code == 415


def test_a_huge_photo_is_refused_and_the_table_lives_on(start: Start, visit: Visit) -> None:
    client = visit(start(), LENS=Eyes())
    answer = client.post("/api/photos/score", data=b"\xff\xd8" + b"\0" * 21_000_000, content_type="image/jpeg")
    assert answer.status_code == 413
    assert client.get("/healthz").status_code == 200


class SlowEyes(Eyes):
    """Eyes that look until they are told to stop."""

    def __init__(self) -> None:
        self.looking, self.enough = threading.Event(), threading.Event()

    def read(self, photo: bytes, game: str, pack: str | None) -> ReadPhoto:
        self.looking.set()
        assert self.enough.wait(20)
        return super().read(photo, game, pack)


def test_one_photo_is_read_at_a_time(start: Start, visit: Visit) -> None:
    """A second phone is asked to wait, and the game keeps its core."""
    eyes = SlowEyes()
    app = visit(start(), LENS=eyes).application
    photo: dict[str, Any] = {"data": b"\xff\xd8photo", "content_type": "image/jpeg"}
    answers: list[int] = []
    first = threading.Thread(
        target=lambda: answers.append(app.test_client().post("/api/photos/score", **photo).status_code)
    )
    first.start()
    assert eyes.looking.wait(20)
    refused = app.test_client().post("/api/photos/score", **photo)
    eyes.enough.set()
    first.join(20)
    assert (refused.status_code, answers) == (503, [200])
    assert app.test_client().post("/api/photos/score", **photo).status_code == 200


def test_without_eyes_photos_are_refused_in_words(start: Start, visit: Visit) -> None:
    answer = visit(start()).post("/api/photos/score?lang=it", data=b"\xff\xd8", content_type="image/jpeg")
    assert (answer.status_code, answer.json["error"]) == (422, "Questo tavolo non sa leggere le foto.")
