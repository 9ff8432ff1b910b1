"""Phones: who is asking, what they may do, at which seat they sit, and how they join."""

from __future__ import annotations

import secrets
import threading
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request, session

from engine.errors import NotThere
from engine.game import seat as seat_name
from engine.reading import Field, read_json
from engine.words import say
from webui.desk import OVER, Desk, Snapshot
from webui.gate import Gate, JoinFirst, NotAllowed
from webui.present import Viewer
from webui.present.story import SECRETIVE
from webui.words import language_of

CODE_HEADER = "X-Table-Code"  # for programs, which keep no cookie
LANGUAGE_COOKIE = "language"
SEATS = tuple(seat_name(index) for index in range(4))
RULERS = ("new", "rematch")  # what ends a game that is still going on

visitors = Blueprint("visitors", __name__)


class Seats:
    """Which phone sits where; a seat is one phone's until it leaves, so that nobody looks into another's hand."""

    def __init__(self) -> None:
        self._phones: dict[tuple[str, str], str] = {}
        self._lock = threading.Lock()

    def take(self, seat: str, name: str, phone: str) -> None:
        with self._lock:
            if self._phones.get((seat, name), phone) != phone:
                raise NotAllowed("Another phone sits there; it must leave the seat first.")
            self._phones = {place: other for place, other in self._phones.items() if other != phone}
            self._phones[seat, name] = phone

    def leave(self, phone: str) -> None:
        with self._lock:
            self._phones = {place: other for place, other in self._phones.items() if other != phone}

    def holds(self, seat: str, name: str, phone: str) -> bool:
        """Whether the phone has the seat; after a restart the first phone with a signed cookie has it again."""
        with self._lock:
            return self._phones.setdefault((seat, name), phone) == phone


def gate() -> Gate:
    found: Gate = current_app.extensions["gate"]
    return found


def _desk() -> Desk:
    found: Desk = current_app.extensions["desk"]
    return found


def _seats() -> Seats:
    found: Seats = current_app.extensions["seats"]
    return found


def language() -> str:
    """The language of the phone: as asked, as chosen before, as its browser says."""
    wanted = request.args.get("lang") or request.cookies.get(LANGUAGE_COOKIE)
    return language_of(wanted, request.headers.get("Accept-Language", ""))


def viewer(snapshot: Snapshot) -> Viewer:
    """Who is asking; a wrong code in the header is refused, not passed over."""
    at_table = is_at_table()
    joined = at_table or session.get("code") == gate().code_proof
    if CODE_HEADER in request.headers:
        gate().check_code(request.headers[CODE_HEADER])
        joined = True
    may_rule = at_table or (joined and session.get("pin") == gate().pin_proof)
    return Viewer(_seat(snapshot), joined, may_rule, language())


def is_at_table() -> bool:
    """Whether the request comes from the table's own machine."""
    return request.remote_addr in ("127.0.0.1", "::1") and not current_app.config.get("ALL_ARE_FAR")


def _seat(snapshot: Snapshot) -> str | None:
    """The seat of this phone, as long as the same person still sits there in this game."""
    kept, phone = session.get("seat"), session.get("phone")
    if not isinstance(kept, list) or len(kept) != 2 or not phone:
        return None
    names = {seat_name(index): name for index, name in enumerate(snapshot.players)}
    seat, name = kept
    return seat if names.get(seat) == name and _seats().holds(seat, name, phone) else None


def check_may(do: str, what: dict[str, Any], snapshot: Snapshot) -> None:
    """Raises unless the phone may give this command now."""
    who = viewer(snapshot)
    if not who.may_play:
        raise JoinFirst("Join the table first: scan its code, or enter it.")
    if do in RULERS and snapshot.game is not None and snapshot.moment != OVER and not who.may_rule:
        raise NotAllowed("A game is going on: the table's PIN is needed for this.")
    if do in ("move", "correct") and snapshot.game is not None and snapshot.game.name in SECRETIVE:
        actor = str(what.get("text", "")).partition(" ")[0]
        if who.seat is not None and actor.startswith("P") and actor != who.seat:
            raise NotAllowed("This is for another player to do.")


def _body() -> Field:
    return Field(read_json(request.get_data(as_text=True), "request"), "request")


@visitors.post("/api/join")
def join() -> Response:
    """Let a phone play that knows the code."""
    code = _body().keys(("code",), ("code",))["code"].text(40)
    gate().check_code(code)
    session.permanent = True
    session["code"] = gate().code_proof
    session.setdefault("phone", secrets.token_hex(8))
    return jsonify({"ok": True})


@visitors.post("/api/pin")
def pin() -> Response:
    """Let a phone do dangerous things that knows the PIN."""
    gate().check_pin(_body().keys(("pin",), ("pin",))["pin"].text(40))
    session.permanent = True
    session["code"], session["pin"] = gate().code_proof, gate().pin_proof
    session.setdefault("phone", secrets.token_hex(8))
    return jsonify({"ok": True})


@visitors.post("/api/seat")
def sit() -> Response:
    """Bind the phone to a seat, or to none."""
    snapshot = _desk().snapshot
    wanted = _body().keys(("seat",), ("seat",))["seat"]
    if not viewer(snapshot).may_play:
        raise JoinFirst("Join the table first: scan its code, or enter it.")
    phone = session.setdefault("phone", secrets.token_hex(8))
    if wanted.value is None:
        _seats().leave(phone)
        session.pop("seat", None)
        return jsonify({"ok": True, "seat": None})
    names = {seat_name(index): name for index, name in enumerate(snapshot.players)}
    seat = wanted.one_of(SEATS)
    if seat not in names:
        raise NotThere(say("Nobody sits there in this game."))
    _seats().take(seat, names[seat], phone)
    session.permanent = True
    session["seat"] = [seat, names[seat]]
    return jsonify({"ok": True, "seat": seat})
