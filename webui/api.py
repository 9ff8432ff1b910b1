"""The interface for programs and for the page: state, changes, commands, health."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

from flask import Blueprint, Response, abort, current_app, request, stream_with_context

from engine.errors import (
    BadInput,
    CapostazioneError,
    Contradictory,
    LogNotWritten,
    MoveError,
    NotNow,
    NotThere,
    Unfitting,
)
from engine.reading import read_json
from engine.words import say
from webui.desk import Desk, NotAnswered, Snapshot, StaleNumber
from webui.gate import NotAllowed
from webui.openapi import describe
from webui.orders import read_order
from webui.present import Viewer, present
from webui.present.growth import Past
from webui.visitors import check_may, viewer

HEARTBEAT_S = 12.0
LOOK_S = 1.0  # between two looks whether the server is to end
MOST_STREAMS = 120

api = Blueprint("api", __name__)


class Streams:
    """Counts the open event streams: each of them keeps a thread of the server busy until it is told to end."""

    def __init__(self, most: int = MOST_STREAMS) -> None:
        self._most = most
        self._count = 0
        self._left = threading.Condition()
        self.ending = False

    def enter(self) -> bool:
        with self._left:
            self._count += 1
            return self._count <= self._most

    def leave(self) -> None:
        with self._left:
            self._count -= 1
            self._left.notify_all()

    def end(self, longest_s: float) -> None:
        """Have all streams end; a server that is closed under them would write to pipes that are gone."""
        self.ending = True
        with self._left:
            self._left.wait_for(lambda: self._count == 0, longest_s)


def desk() -> Desk:
    found: Desk = current_app.extensions["desk"]
    return found


class Papers:
    """The last state as text for each kind of viewer: many phones watch, and most of them see the same."""

    def __init__(self, past: Past) -> None:
        self._past = past
        self._serial = -1
        self._texts: dict[Viewer, str] = {}
        self._lock = threading.Lock()

    def text(self, snapshot: Snapshot, who: Viewer) -> str:
        with self._lock:
            if snapshot.serial != self._serial:
                self._serial, self._texts = snapshot.serial, {}
            if who not in self._texts:
                self._texts[who] = json.dumps(present(snapshot, who, self._past), ensure_ascii=False)
            return self._texts[who]


def state_text(snapshot: Snapshot, who: Viewer) -> str:
    papers: Papers = current_app.extensions["papers"]
    return papers.text(snapshot, who)


def _answer(text: str) -> Response:
    return Response(text, mimetype="application/json")


@api.get("/api/state")
def state() -> Response:
    snapshot = desk().snapshot
    return _answer(state_text(snapshot, viewer(snapshot)))


@api.post("/api/commands")
def commands() -> Response:
    do, n, what = read_order(read_json(request.get_data(as_text=True), "command"))
    check_may(do, what, desk().snapshot)
    snapshot = desk().ask(do, n, **what)
    return _answer(state_text(snapshot, viewer(snapshot)))


@api.get("/api/changes")
def changes() -> Response:
    streams: Streams = current_app.extensions["streams"]
    if not streams.enter():
        streams.leave()
        abort(503, say("too many pages are watching already; close one"))
    events = stream_with_context(_events(desk(), streams, current_app.config["HEARTBEAT_S"]))
    answer = Response(events, mimetype="text/event-stream")
    answer.call_on_close(streams.leave)
    return answer


def _events(table: Desk, streams: Streams, heartbeat_s: float) -> Iterator[str]:
    """The whole state at once and after every change; the heartbeat finds streams whose reader has gone."""
    yield "retry: 2000\n\n"
    serial, quiet_s, look_s = -1, 0.0, min(LOOK_S, heartbeat_s)
    while not streams.ending:
        snapshot = table.wait_for_news(serial, look_s)
        quiet_s = quiet_s + look_s if snapshot.serial == serial else 0.0
        if snapshot.serial != serial:
            serial = snapshot.serial
            yield f"id: {serial}\nevent: change\ndata: {state_text(snapshot, viewer(snapshot))}\n\n"
        elif quiet_s >= heartbeat_s:
            quiet_s = 0.0
            yield ": still here\n\n"


@api.get("/api/picture.jpg")
def picture() -> Response:
    data = desk().picture(drawn="drawn" in request.args)
    if data is None:
        abort(404, say("the camera has not taken a picture yet"))
    return Response(data, mimetype="image/jpeg")


@api.get("/api/openapi.json")
def openapi() -> Response:
    return _answer(json.dumps(describe(current_app.config["VERSION"])))


@api.get("/healthz")
def healthz() -> Response:
    if not desk().is_alive():
        abort(503, say("the service loop has stopped"))
    return _answer('{"ok": true}')


def status_of(error: CapostazioneError) -> int:
    """The HTTP status that says what kind of no it is."""
    if isinstance(error, StaleNumber | NotNow | MoveError | Contradictory | Unfitting):
        return 409
    if isinstance(error, NotThere):
        return 404
    if isinstance(error, NotAnswered):
        return 503
    if isinstance(error, LogNotWritten):
        return 507
    if isinstance(error, NotAllowed):
        return error.status
    return 400 if isinstance(error, BadInput) else 422
