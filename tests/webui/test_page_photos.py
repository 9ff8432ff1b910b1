"""Photos that the page sends: scored, kept for a lesson, refused."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tests.webui.asking import RAILROAD, Visit, post
from tests.webui.conftest import Start
from tests.webui.eyes import Eyes
from webui.gate import Gate
from webui.lens import ReadPhoto


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
    assert post(client, "/api/lessons", lesson).json == {"learned": 1, "not_found": [], "unseen": []}
    assert post(client, "/api/lessons", {**lesson, "pack": "../../etc"}).status_code == 400
    assert post(client, "/api/lessons", {**lesson, "photos": [{"photo": 9, "labels": {}}]}).status_code == 404


def test_teaching_from_a_far_phone_needs_the_pin(start: Start, visit: Visit) -> None:
    gate = Gate()
    phone = visit(start(), far=True, GATE=gate, LENS=Eyes())
    photo = {"data": b"\xff\xd8photo", "content_type": "image/jpeg"}
    assert phone.post("/api/photos/lesson", **photo).status_code == 401
    post(phone, "/api/join", {"code": gate.code})
    assert phone.post("/api/photos/score", **photo).status_code == 200
    assert phone.post("/api/photos/lesson", **photo).status_code == 403
    post(phone, "/api/pin", {"pin": gate.pin})
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
