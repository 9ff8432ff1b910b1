"""What the page may send to make a pack, and what it is told when that cannot be."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from firmware.boards import BoardMaker
from tests.webui.conftest import Start
from vision.boards.board import open_board
from webui.gate import Gate

Visit = Callable[..., FlaskClient]
CORNERS = "0.1,0.1,0.9,0.1,0.9,0.9,0.1,0.9"
ROUTE = {"ends": ["Asti", "Bra"], "colour": "red", "spaces": 2, "line": [[20, 20], [120, 30]]}


def a_photo() -> bytes:
    noise = np.random.default_rng(2).integers(40, 220, (30, 40, 3), np.uint8)
    return cv2.imencode(".jpg", cv2.resize(noise, (800, 600), interpolation=cv2.INTER_CUBIC))[1].tobytes()


def upload(client: FlaskClient, corners: str = CORNERS, size: str = "200,150") -> Any:
    path = f"/api/photos/board?corners={corners}&size={size}"
    return client.post(path, data=a_photo(), content_type="image/jpeg")


def drawn(**other: Any) -> dict[str, Any]:
    told = {"pack": "asti", "name": "Asti", "photo": 0, "size": [200, 150], "pieces": ["red", "blue"], "width": 8}
    return {**told, "routes": [ROUTE], **other}


def save(client: FlaskClient, **other: Any) -> Any:
    return client.post("/api/boards", data=json.dumps(drawn(**other)), content_type="application/json")


@pytest.fixture
def client(start: Start, visit: Visit, tmp_path: Path) -> FlaskClient:
    return visit(start(), BOARDS=BoardMaker(tmp_path / "packs"))


def test_a_drawn_board_becomes_a_pack(client: FlaskClient, tmp_path: Path) -> None:
    flat = upload(client).json
    assert flat["size"] == [200, 150]
    assert flat["picture"].startswith("data:image/jpeg;base64,")
    answer = save(client, photo=flat["photo"])
    assert (answer.status_code, answer.json["routes"]) == (200, 1)
    board = open_board(tmp_path / "packs" / "asti")
    assert (board.name, board.pieces, len(board.spaces)) == ("Asti", ("red", "blue"), 2)


def test_a_pack_is_never_written_over(client: FlaskClient, tmp_path: Path) -> None:
    upload(client)
    assert save(client).status_code == 200
    before = (tmp_path / "packs" / "asti" / "board.toml").read_bytes()
    again = save(client, name="Other")
    assert again.status_code == 400
    assert "already a pack" in again.json["error"]
    assert (tmp_path / "packs" / "asti" / "board.toml").read_bytes() == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"pack": "../asti"},
        {"pack": ""},
        {"name": " "},
        {"name": 'a"b\n'},
        {"photo": 7},
        {"size": [0, 150]},
        {"size": [200, True]},
        {"pieces": []},
        {"pieces": ["plaid"]},
        {"width": "8"},
        {"routes": []},
        {"routes": [{**ROUTE, "line": [[20, 20]]}]},
        {"routes": [{**ROUTE, "line": [[20, 20], [20, 20]]}]},
        {"routes": [{**ROUTE, "spaces": 0}]},
        {"routes": [{**ROUTE, "ends": ["Asti"]}]},
        {"routes": [{**ROUTE, "more": 1}]},
    ],
)
def test_a_wrong_board_is_answered_in_words_and_not_kept(
    client: FlaskClient, tmp_path: Path, wrong: dict[str, Any]
) -> None:
    upload(client)
    answer = save(client, **wrong)
    assert answer.status_code == (404 if "photo" in wrong else 400)
    assert answer.json["error"]
    assert not (tmp_path / "packs").exists()


@pytest.mark.parametrize(
    ("corners", "size", "status"),
    [
        ("0,0,1,0,1,1", "200,150", 400),
        ("a,0,1,0,1,1,0,1", "200,150", 400),
        ("nan,0,1,0,1,1,0,1", "200,150", 400),
        ("0,0,1,0,1,1,0,2", "200,150", 400),
        ("0,0,0,1,1,1,1,0", "200,150", 422),
        ("0.1,0.1,0.11,0.1,0.11,0.11,0.1,0.11", "200,150", 422),
        (CORNERS, "200,inf", 400),
        (CORNERS, "2000,10", 422),
    ],
)
def test_corners_that_are_none_are_refused(client: FlaskClient, corners: str, size: str, status: int) -> None:
    answer = upload(client, corners, size)
    assert answer.status_code == status
    assert answer.json["error"]


def test_a_bad_picture_is_answered_in_words(client: FlaskClient) -> None:
    path = f"/api/photos/board?corners={CORNERS}&size=200,150"
    assert client.post(path, data=b"\xff\xd8nothing", content_type="image/jpeg").status_code == 400
    assert client.post(path, data=a_photo(), content_type="text/plain").status_code == 415


def test_drawing_from_a_far_phone_needs_the_pin(start: Start, visit: Visit, tmp_path: Path) -> None:
    gate = Gate()
    phone = visit(start(), far=True, GATE=gate, BOARDS=BoardMaker(tmp_path / "packs"))
    assert (upload(phone).status_code, save(phone).status_code) == (401, 401)
    phone.post("/api/join", data=json.dumps({"code": gate.code}), content_type="application/json")
    assert (upload(phone).status_code, save(phone).status_code) == (403, 403)
    phone.post("/api/pin", data=json.dumps({"pin": gate.pin}), content_type="application/json")
    assert (upload(phone).status_code, save(phone).status_code) == (200, 200)


def test_a_table_without_a_maker_says_so(start: Start, visit: Visit) -> None:
    assert upload(visit(start())).status_code == 422
