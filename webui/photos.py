"""Photos from a phone: scored without a game, checked for markers, or learned from."""

from __future__ import annotations

import base64
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request

from engine.errors import BadInput, ClearNo, NotThere, words_of
from engine.games import find_game
from engine.reading import Field, read_json
from engine.words import say
from webui.desk import Desk
from webui.gate import JoinFirst, NotAllowed
from webui.lens import Lens, ReadPhoto
from webui.orders import read_pack
from webui.photo_positions import box_in_print, not_on_photo, nothing_seen, position_of
from webui.present import present_score
from webui.present.maps import map_of
from webui.visitors import viewer

photos = Blueprint("photos", __name__)
_at_work = threading.Semaphore(1)  # a photo keeps a core busy for seconds; one at a time leaves the game its own


def _lens() -> Lens:
    found: Lens | None = current_app.config.get("LENS")
    if found is None:
        raise ClearNo("This table cannot read photos.")
    return found


def check_joined(rule: bool = False) -> None:
    desk: Desk = current_app.extensions["desk"]
    who = viewer(desk.snapshot)
    if not who.may_play:
        raise JoinFirst("Join the table first: scan its code, or enter it.")
    if rule and not who.may_rule:
        raise NotAllowed("The table's PIN is needed for this.")


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Work on a photo if nobody else's is being worked on."""
    if not _at_work.acquire(blocking=False):
        abort(503, say("another photo is being read; try again in a moment"))
    try:
        yield
    finally:
        _at_work.release()


@photos.get("/api/packs")
def packs() -> Response:
    """Which games can be read from photos, which boxes have been taught, and which of those are boards."""
    lens: Lens | None = current_app.config.get("LENS")
    names = lens.packs() if lens else ()
    boards = [name for name in names if lens and lens.board(name)]
    return jsonify({"games": list(lens.games()) if lens else [], "packs": list(names), "boards": boards})


@photos.post("/api/photos/score")
def score_photo() -> Response:
    """Read one photo and count what lies on it."""
    check_joined()
    game, read = _read_photo()
    position = position_of(game, read.observation)
    return jsonify({**_told(game, read), "position": position, **_around(game), **_counted(game, position)})


def _read_photo(to_teach: bool = False) -> tuple[str, ReadPhoto]:
    """The photo that was sent, read with the pack that was named."""
    lens, game, data = _lens(), request.args.get("game", "railroad-tiles"), request.get_data()
    look = lens.draft if to_teach else lens.read
    with one_at_a_time():
        return game, look(data, game, request.args.get("pack") or None)


def _told(game: str, read: ReadPhoto) -> dict[str, Any]:
    pack = request.args.get("pack")
    return {
        "game": game,
        "observation": read.observation,
        "picture": data_url(read.drawn),
        "board": _lens().board(pack) if pack else None,
        "map": map_of(game, {}),
        "box": box_in_print(game),
    }


def _around(game: str) -> dict[str, str | None]:
    """What is said beside the points: what no photo shows, or, while there are none, that nothing was seen."""
    desk: Desk = current_app.extensions["desk"]
    who = viewer(desk.snapshot)
    return {"missing": who.say(not_on_photo(game)), "nothing": who.say(nothing_seen(game))}


def _counted(game: str, position: dict[str, Any]) -> dict[str, Any]:
    """The score of a photo; what the rules do not know (routes of another map) is shown and not counted."""
    desk: Desk = current_app.extensions["desk"]
    who = viewer(desk.snapshot)
    if not position["players"]:
        return {"scores": None, "problems": [], "uncounted": None}
    try:
        score = find_game(game).score(position)
    except BadInput as error:
        return {"scores": None, "problems": [], "uncounted": who.say(words_of(error))}
    return {
        "scores": present_score(score, who, over=True),
        "problems": [{**problem.as_json(), "why": who.say(problem.why)} for problem in score.problems],
        "uncounted": None,
    }


@photos.post("/api/photos/markers")
def check_markers() -> Response:
    """Which corner cards are on a photo."""
    check_joined()
    return _markers(request.get_data())


@photos.get("/api/markers")
def markers() -> Response:
    """Which corner cards the camera sees now."""
    check_joined()
    desk: Desk = current_app.extensions["desk"]
    picture = desk.picture()
    if picture is None:
        abort(404, say("the camera has not taken a picture yet"))
    return _markers(picture)


def _markers(photo: bytes) -> Response:
    lens = _lens()
    with one_at_a_time():
        found = lens.markers(photo)
    seen = {"tags": list(found.tags), "zones": list(found.zones), "corners": [list(zone) for zone in found.corners]}
    return jsonify({**seen, "picture": data_url(found.drawn)})


def data_url(picture: bytes) -> str:
    return "data:image/jpeg;base64," + base64.b64encode(picture).decode()


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
                raise NotThere(say("there is no such photo in this lesson; upload it again"))
            return self._photos[number]


@photos.post("/api/photos/lesson")
def begin_lesson() -> Response:
    """Take a photo to teach from: what is read of it so far is the draft of its labels."""
    check_joined(rule=True)
    game, read = _read_photo(to_teach=True)
    lessons: Lessons = current_app.extensions["lessons"]
    return jsonify({**_told(game, read), "photo": lessons.add(request.get_data()), "labels": read.observation})


@photos.post("/api/lessons")
def learn() -> Response:
    """Learn a box from the uploaded photos and their corrected labels."""
    check_joined(rule=True)
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
    game, pack = find_game(body["game"].text()).name, read_pack(body["pack"])
    with one_at_a_time():
        lesson = lens.teach(game, pack, pairs)
    return jsonify({"learned": lesson.learned, "not_found": list(lesson.not_found), "unseen": list(lesson.unseen)})
