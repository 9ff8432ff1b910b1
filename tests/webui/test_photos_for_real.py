"""A real board through the page: photographed by our renderer, taught and counted by the real reader, hostile files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from firmware.board_lessons import BoardLesson, differences, teach_board
from firmware.photos import PhotoLens
from tests.vision.test_boards import CALM, WARM, scene, toml_of
from tests.webui.asking import RAILROAD, post
from tests.webui.conftest import Start
from vision.render.board_print import STYLES, new_york, print_board
from vision.render.board_scene import blank_photo, shoot_board

Visit = Callable[..., FlaskClient]
GAME, STYLE = "ticket-to-ride-new-york", sorted(STYLES)[0]


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a pack of the empty board that nobody has taught yet."""
    folder = tmp_path_factory.mktemp("packs")
    (folder / "city").mkdir()
    told = new_york()
    (folder / "city" / "board.toml").write_text(toml_of(told), encoding="utf-8")
    blank = blank_photo(print_board(told, STYLES[STYLE]), np.random.default_rng(0))
    cv2.imwrite(str(folder / "city" / "blank.jpg"), blank)
    return folder


def _photo(seed: int, light: Any) -> tuple[bytes, dict[str, Any]]:
    picture, labels = shoot_board(scene(STYLE, seed, light, 6.0), seed)
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes(), dict(labels)


def _claims(told: Any) -> set[tuple[str, ...]]:
    return {(*claim["route"], claim["taxis"]) for claim in told["claims"]}


def test_a_board_is_taught_and_a_photo_counted_on_the_page(start: Start, visit: Visit, packs: Path) -> None:
    client = visit(start(), LENS=PhotoLens(packs))
    assert client.get("/api/packs").json["boards"] == ["city"]
    lesson = []
    for seed, light in ((1, CALM), (2, WARM)):
        photo, labels = _photo(seed, light)
        path = f"/api/photos/lesson?game={GAME}&pack=city"
        told = client.post(path, data=photo, content_type="image/jpeg").json
        assert len(told["board"]["routes"]) == len(new_york()["route"])
        lesson.append({"photo": told["photo"], "labels": {"claims": labels["claims"]}})
    body = json.dumps({"game": GAME, "pack": "city", "photos": lesson})
    learned = client.post("/api/lessons", data=body, content_type="application/json").json
    assert learned["learned"] == 2 * len(new_york()["route"])

    photo, labels = _photo(3, CALM)
    told = client.post(f"/api/photos/score?game={GAME}&pack=city&lang=it", data=photo, content_type="image/jpeg").json
    assert len(_claims(told["observation"]) ^ _claims(labels)) <= 2
    assert {player["colour"] for player in told["position"]["players"]} == {one["taxis"] for one in labels["claims"]}
    assert all(player["parts"]["routes"] > 0 for player in told["scores"]["players"])
    assert told["missing"] == "I biglietti non si vedono nella foto: inseriscili."


def test_a_corrected_route_teaches_the_pack(packs: Path) -> None:
    """The record differs from what is read at one route, and that route is learned."""
    photo, _ = _photo(5, CALM)
    picture = np.asarray(cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    read = PhotoLens(packs).read(photo, GAME, "city").observation
    right = {"claims": [dict(claim) for claim in read["claims"]]}
    pieces = new_york()["pieces"]
    first = right["claims"][0]
    first["taxis"] = pieces[(pieces.index(first["taxis"]) + 1) % len(pieces)]
    before = len(list((packs / "city").glob("taught-*.jpg")))
    assert differences(read, right) == 1
    assert teach_board(packs / "city", BoardLesson(GAME, right), picture)
    assert len(list((packs / "city").glob("taught-*.jpg"))) == before + 1
    assert not teach_board(packs / "city", BoardLesson(GAME, {"claims": []}), picture)  # a table that was cleared


# Tiles, in a real box.

TILES = Path(__file__).resolve().parents[1] / "photos" / RAILROAD


@pytest.fixture
def tiles(packs: Path, start: Start, visit: Visit) -> tuple[FlaskClient, dict[str, Any]]:
    """A phone that has uploaded a photo of tiles, and what lies there."""
    client = visit(start(), LENS=PhotoLens(packs))
    photo = (TILES / "atlas-teach0.jpg").read_bytes()
    told = client.post(f"/api/photos/lesson?game={RAILROAD}", data=photo, content_type="image/jpeg").json
    return client, {"photo": told["photo"], "labels": json.loads((TILES / "atlas-teach0.json").read_text())}


def _learn(client: FlaskClient, pack: str, photo: int, labels: Any, language: str = "en", game: str = RAILROAD) -> Any:
    body = {"game": game, "pack": pack, "photos": [{"photo": photo, "labels": labels}]}
    return post(client, f"/api/lessons?lang={language}", body)


@pytest.mark.parametrize(
    ("pack", "few"),
    [
        ("single", lambda tile: tile["at"] == [0, 0]),
        ("stationless", lambda tile: not tile["station"]),
        ("pawns", lambda tile: any(spot["pawn"] for spot in tile["spots"])),
        ("spots", lambda tile: bool(tile["spots"])),
    ],
)
def test_lessons_that_show_few_sorts_of_tiles_are_learned_on_the_page(
    tiles: tuple[FlaskClient, dict[str, Any]], pack: str, few: Callable[[Any], bool]
) -> None:
    client, lesson = tiles
    (zone,) = lesson["labels"]["zones"]
    kept = [tile for tile in zone["tiles"] if few(tile)]
    answer = _learn(client, pack, lesson["photo"], {"zones": [{**zone, "tiles": kept}]})
    assert (answer.status_code, answer.json["learned"]) == (200, len(kept))


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        ({"zones": [{"zone": 1, "tiles": "x"}]}, "labels.zones[0].tiles: dev'essere un elenco, non un testo"),
        ({"zones": [{"zone": 1}]}, "labels.zones[0]: manca la chiave 'tiles'"),
        ({"zones": ["x"]}, "labels.zones[0]: dev'essere un oggetto, non un testo"),
        ({"zones": [{"zone": 1, "tiles": [{"at": [0, 0], "sides": "HHXX"}]}]}, "devono essere quattro lettere"),
        ({}, "labels: manca la chiave 'zones'"),
    ],
)
def test_labels_of_a_wrong_form_are_told_in_the_phone_s_language(
    tiles: tuple[FlaskClient, dict[str, Any]], labels: Any, said: str
) -> None:
    client, lesson = tiles
    answer = _learn(client, "wrong", lesson["photo"], labels, "it")
    assert answer.status_code == 400
    assert said in answer.json["error"]


def test_claims_of_a_wrong_form_are_told_in_the_phone_s_language(tiles: tuple[FlaskClient, dict[str, Any]]) -> None:
    client, lesson = tiles
    answer = _learn(client, "city", lesson["photo"], {"claims": [{"route": None, "taxis": None}]}, "it", GAME)
    assert answer.status_code == 400
    assert answer.json["error"] == "labels.claims[0].route: dev'essere un elenco, non null"
    other = {"claims": [{"route": ["Roma", "Paris", "red"], "taxis": "white"}]}
    answer = _learn(client, "city", lesson["photo"], other, "fr", GAME)
    assert answer.status_code == 400
    assert "ligne" in answer.json["error"]


def test_a_box_that_knows_no_tiles_or_is_damaged_is_told_on_the_page(
    tiles: tuple[FlaskClient, dict[str, Any]], packs: Path
) -> None:
    client, lesson = tiles
    photo = {"data": (TILES / "atlas-teach0.jpg").read_bytes(), "content_type": "image/jpeg"}
    answer = client.post(f"/api/photos/score?game={RAILROAD}&pack=city", **photo)
    assert answer.status_code == 422
    assert "teach it first" in answer.json["error"]
    draft = client.post(f"/api/photos/lesson?game={RAILROAD}&pack=city", **photo)
    assert len(draft.json["labels"]["zones"][0]["tiles"]) == 20
    (zone,) = lesson["labels"]["zones"]
    _learn(client, "broken", lesson["photo"], {"zones": [{**zone, "tiles": zone["tiles"][:1]}]})
    (packs / "broken" / "taught.npz").write_bytes(bytes(range(256)) * 9)
    for path in ("score", "lesson"):
        answer = client.post(f"/api/photos/{path}?game={RAILROAD}&pack=broken", **photo)
        assert answer.status_code == 422
        assert "is damaged" in answer.json["error"]
        assert str(packs) not in answer.json["error"]


HOSTILE = {
    "nothing": b"",
    "a GIF": b"GIF89a" + b"\0" * 50,
    "a JPEG's head": b"\xff\xd8\xff\xe0",
    "a PNG of a hundred gigapixels": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
    + (400_000).to_bytes(4, "big") * 2
    + b"\x08\x02\0\0\0",
    "noise": bytes(range(256)) * 40,
    "words": b"<svg onload=alert(1)>",
}


@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_hostile_files_are_answered_in_words_and_the_table_lives_on(
    start: Start, visit: Visit, packs: Path, language: str
) -> None:
    client = visit(start("railroad-tiles", moves=3), LENS=PhotoLens(packs))
    sentences = set()
    for data in HOSTILE.values():
        for path in ("score", "markers", "lesson"):
            answer = client.post(f"/api/photos/{path}?lang={language}", data=data, content_type="image/jpeg")
            assert answer.status_code == 400
            sentences.add(answer.json["error"])
            assert client.get("/healthz").status_code == 200
    spoken = {"en": "picture", "it": "immagine", "fr": "image"}[language]
    assert any(spoken in sentence for sentence in sentences)
    assert len(client.get("/api/story").json["story"]) == 3
