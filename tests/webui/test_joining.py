"""Phones that join: code, PIN and cookie, and what each of them opens."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.sessions import SecureCookieSessionInterface

from tests.webui.asking import RAILROAD, Visit, number, post
from tests.webui.conftest import Start
from webui.gate import Gate


def test_a_far_phone_watches_freely_and_plays_only_with_the_code(start: Start, visit: Visit) -> None:
    service, gate = start(RAILROAD, moves=3), Gate()
    phone = visit(service, far=True, GATE=gate)
    assert phone.get("/api/state").json["you"] == {"seat": None, "may_play": False, "may_rule": False}
    refused = post(phone, "/api/commands", {"n": number(phone), "do": "undo"})
    assert refused.status_code == 401
    assert post(phone, "/api/chance", {"n": number(phone)}).status_code == 401
    assert len(service.snapshot.story) == 3
    assert post(phone, "/api/join", {"code": "AAAAAA"}).status_code == 403
    assert post(phone, "/api/join", {"code": gate.code}).status_code == 200
    assert post(phone, "/api/commands", {"n": number(phone), "do": "undo"}).status_code == 200
    assert len(service.snapshot.story) == 2


def test_a_program_may_send_the_code_in_a_header_and_a_wrong_one_is_refused(start: Start, visit: Visit) -> None:
    service, gate = start(RAILROAD, moves=3), Gate()
    far = visit(service, far=True, GATE=gate)
    body = {"n": number(far), "do": "undo"}
    assert post(far, "/api/commands", body, **{"X-Table-Code": "NOPE22"}).status_code == 403
    assert post(far, "/api/commands", body, **{"X-Table-Code": gate.code}).status_code == 200


def test_a_forged_cookie_gives_nothing(start: Start, visit: Visit) -> None:
    phone = visit(start(RAILROAD, moves=3), far=True)
    phone.set_cookie("table", "eyJjb2RlIjoiYSJ9.aaaa.bbbb")
    assert post(phone, "/api/commands", {"n": number(phone), "do": "undo"}).status_code == 401


def test_a_cookie_does_not_carry_code_or_pin(start: Start, visit: Visit) -> None:
    """It is signed, not secret: whoever finds a phone's cookie reads in it nothing that opens the table to others."""
    gate = Gate()
    phone = visit(start(RAILROAD), far=True, GATE=gate)
    cookie = post(phone, "/api/pin", {"pin": gate.pin}).headers["Set-Cookie"]
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
    post(phone, "/api/pin", {"pin": gate.pin})
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
    post(phone, "/api/join", {"code": gate.code})
    more = {"game": RAILROAD, "players": ["A", "B"]} if do == "new" else {}
    assert post(phone, "/api/commands", {"n": number(phone), "do": do, **more}).status_code == 403
    assert len(service.snapshot.story) == 3


def test_ending_a_game_that_goes_on_needs_the_pin(start: Start, visit: Visit) -> None:
    service, gate = start(RAILROAD, moves=3), Gate()
    phone = visit(service, far=True, GATE=gate)
    post(phone, "/api/join", {"code": gate.code})
    new = {"n": number(phone), "do": "new", "game": RAILROAD, "players": ["A", "B"]}
    assert post(phone, "/api/commands", new).status_code == 403
    assert service.snapshot.players == ("Giulia", "Mirko")
    assert post(phone, "/api/pin", {"pin": "x"}).status_code == 403
    assert post(phone, "/api/pin", {"pin": gate.pin}).status_code == 200
    assert post(phone, "/api/commands", new).status_code == 200
    assert service.snapshot.players == ("A", "B")


def test_guessing_the_pin_over_the_net_is_slowed_down(start: Start, visit: Visit) -> None:
    phone = visit(start(), far=True)
    codes = [post(phone, "/api/pin", {"pin": f"{guess:06}"}).status_code for guess in range(6)]
    assert codes == [403, 403, 403, 429, 429, 429]
    assert int(post(phone, "/api/pin", {"pin": "0"}).headers["Retry-After"]) >= 1


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
