"""Photos from a phone: scored without a game, checked for markers, or learned from."""

from __future__ import annotations

import base64
import threading
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request

from engine.errors import BadInput, ClearNo
from engine.games import find_game
from engine.reading import Field, read_json
from engine.words import say
from webui.desk import Desk
from webui.gate import JoinFirst, NotAllowed
from webui.lens import Lens
from webui.present import present_score
from webui.visitors import viewer

photos = Blueprint("photos", __name__)
_at_work = threading.Semaphore(1)  # a photo keeps a core busy for seconds; one at a time leaves the game its own


def _lens() -> Lens:
    found: Lens | None = current_app.config.get("LENS")
    if found is None:
        raise ClearNo("This table cannot read photos.")
    return found


def _check_joined(rule: bool = False) -> None:
    desk: Desk = current_app.extensions["desk"]
    who = viewer(desk.snapshot)
    if not who.may_play:
        raise JoinFirst("Join the table first: scan its code, or enter it.")
    if rule and not who.may_rule:
        raise NotAllowed("The table's PIN is needed for this.")


def _begin() -> None:
    if not _at_work.acquire(blocking=False):
        abort(503, say("another photo is being read; try again in a moment"))


@photos.get("/api/packs")
def packs() -> Response:
    """Which games can be read from photos, and which boxes have been taught."""
    lens: Lens | None = current_app.config.get("LENS")
    return jsonify({"games": list(lens.games()) if lens else [], "packs": list(lens.packs()) if lens else []})


@photos.post("/api/photos/score")
def score_photo() -> Response:
    """Read one photo and count what lies on it."""
    _check_joined()
    lens, game = _lens(), request.args.get("game", "railroad-tiles")
    data = request.get_data()
    _begin()
    try:
        read = lens.read(data, game, request.args.get("pack") or None)
    finally:
        _at_work.release()
    position = position_of(game, read.observation)
    desk: Desk = current_app.extensions["desk"]
    who = viewer(desk.snapshot)
    score = find_game(game).score(position)
    return jsonify({
        "observation": read.observation,
        "position": position,
        "scores": present_score(score, who, over=True),
        "problems": [{**problem.as_json(), "why": who.say(problem.why)} for problem in score.problems],
        "picture": _data_url(read.drawn),
    })  # fmt: skip


@photos.post("/api/photos/markers")
def check_markers() -> Response:
    """Which corner cards are on a photo."""
    _check_joined()
    return _markers(request.get_data())


@photos.get("/api/markers")
def markers() -> Response:
    """Which corner cards the camera sees now."""
    _check_joined()
    desk: Desk = current_app.extensions["desk"]
    picture = desk.picture()
    if picture is None:
        abort(404, say("the camera has not taken a picture yet"))
    return _markers(picture)


def _markers(photo: bytes) -> Response:
    lens = _lens()
    _begin()
    try:
        found = lens.markers(photo)
    finally:
        _at_work.release()
    return jsonify({"tags": list(found.tags), "zones": list(found.zones), "picture": _data_url(found.drawn)})


def _data_url(picture: bytes) -> str:
    return "data:image/jpeg;base64," + base64.b64encode(picture).decode()


def position_of(game: str, observation: Mapping[str, Any]) -> dict[str, Any]:
    """The position that a photo shows: every player's zone with tiles is a player."""
    if game != "railroad-tiles":
        raise ClearNo("A single photo can be scored for Railroad Tiles only.")
    zones = [zone for zone in observation.get("zones", []) if zone.get("zone") != 0 and zone.get("tiles")]
    if not zones:
        raise ClearNo("No tiles are seen on this photo.")
    players = [
        {"name": f"{zone.get('zone') or 1}", "tiles": [_scorable(tile) for tile in zone["tiles"]]} for zone in zones
    ]
    return {"game": game, "players": players[:4]}


def _scorable(tile: Mapping[str, Any]) -> dict[str, Any]:
    """A tile as it was read; a traveller's spot lies on the station, the rail or the highway, whichever is there."""
    entry = {key: tile[key] for key in ("at", "sides", "urban", "station", "objective") if key in tile}
    return {**entry, "spots": [_spot(spot, tile) for spot in tile.get("spots", [])]}


def _spot(spot: Mapping[str, Any], tile: Mapping[str, Any]) -> dict[str, Any]:
    on = spot.get("on")
    if on is None and spot["kind"] == "traveller":
        on = "station" if tile.get("station") else "rail" if "H" not in tile["sides"] else "highway"
    return {"kind": spot["kind"], "pawn": spot.get("pawn", False), **({"on": on} if on else {})}


class Lessons:
    """The photos of a lesson that is being prepared, between its uploads and the learning itself."""

    MOST = 6

    def __init__(self) -> None:
        self._photos: list[bytes] = []
        self._lock = threading.Lock()

    def add(self, photo: bytes) -> int:
        with self._lock:
            if len(self._photos) >= self.MOST:
                self._photos.clear()
            self._photos.append(photo)
            return len(self._photos) - 1

    def photo(self, number: int) -> bytes:
        with self._lock:
            if not 0 <= number < len(self._photos):
                raise BadInput(say("there is no such photo in this lesson; upload it again"))
            return self._photos[number]


@photos.post("/api/photos/lesson")
def begin_lesson() -> Response:
    """Take a photo to teach from: what is read of it so far is the draft of its labels."""
    _check_joined(rule=True)
    lens, data = _lens(), request.get_data()
    game = request.args.get("game", "railroad-tiles")
    _begin()
    try:
        read = lens.read(data, game, request.args.get("pack") or None)
    finally:
        _at_work.release()
    lessons: Lessons = current_app.extensions["lessons"]
    return jsonify({"photo": lessons.add(data), "labels": read.observation, "picture": _data_url(read.drawn)})


@photos.post("/api/lessons")
def learn() -> Response:
    """Learn a box from the uploaded photos and their corrected labels."""
    _check_joined(rule=True)
    lens = _lens()
    body = Field(read_json(request.get_data(as_text=True), "lesson"), "lesson").keys(
        ("game", "pack", "photos"), ("game", "pack", "photos")
    )
    lessons: Lessons = current_app.extensions["lessons"]
    pairs = []
    for item in body["photos"].items(Lessons.MOST, 1):
        fields = item.keys(("photo", "labels"), ("photo", "labels"))
        fields["labels"].entries()
        pairs.append((lessons.photo(fields["photo"].whole(0, 99)), fields["labels"].value))
    game, pack = body["game"].text(), body["pack"].text(40)
    if not pack.replace("-", "").replace("_", "").isalnum():
        raise BadInput(say("a box's name has letters, figures and - only"))
    _begin()
    try:
        lesson = lens.teach(game, pack, pairs)
    finally:
        _at_work.release()
    return jsonify({"learned": lesson.learned, "not_found": list(lesson.not_found), "unseen": list(lesson.unseen)})
