"""A correction on the page teaches the camera what it misread."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.games import find_game
from firmware.board_lessons import BoardLesson, teach_board
from firmware.eyes import Eyes
from firmware.folder import DataFolder
from firmware.lessons import Lesson, is_news, lesson_of
from firmware.readers import VisionReader
from firmware.service import Service
from firmware.simulation.painter import Painter
from firmware.simulation.wood import wood_of
from tests.firmware.games import RAILROAD, moves_of_a_game
from tests.firmware.test_eyes import Bench, Scene, Truth, bench  # noqa: F401  # the fixture

TILE: dict[str, Any] = {"at": [1, 0], "sides": "H-H-", "urban": False, "station": False, "objective": None, "spots": []}


def after_first_lay(service: Service) -> tuple[str, int, int]:
    """Plays up to the first tile that is laid; its seat and cell."""
    service.begin(RAILROAD, ("Ann", "Bob"), {})
    for text in moves_of_a_game():
        service._do("move", {"text": text})
        words = text.split()
        if words[1] == "lay":
            column, row = (int(part) for part in words[2].split(","))
            return words[0], column, row
    raise AssertionError("a game without a tile")


def test_a_corrected_tile_is_told_as_the_camera_counts(tmp_path: Path) -> None:
    with DataFolder(tmp_path) as folder:
        service = Service(folder)
        seat, column, row = after_first_lay(service)
        assert lesson_of(service.snapshot) is None
        service._do("correct", {"text": f"{seat} tile {column},{row} HHHH.u"})
        lesson = lesson_of(service.snapshot)
        assert lesson is not None
        assert lesson.zone == int(seat[1:])
        assert lesson.entry["sides"] == "HHHH"
        assert lesson.entry["urban"] is True
        players = service.snapshot.game.view(service.snapshot.state)["players"]
        cells = [tile["at"] for tile in players[lesson.zone - 1]["tiles"]]
        assert lesson.entry["at"] == [column - min(at[0] for at in cells), row - min(at[1] for at in cells)]
        service._do("correct", {"text": f"{seat} tile {column},{row} none"})
        assert lesson_of(service.snapshot) is None
        service._do("correct", {"text": f"{seat} stars 2"})
        assert lesson_of(service.snapshot) is None
        service.close()


@pytest.mark.parametrize("own", [True, False])
def test_what_the_eyes_saw_better_by_themselves_is_no_lesson(tmp_path: Path, own: bool) -> None:
    with DataFolder(tmp_path) as folder:
        service, eyes = Service(folder), Eyes(Scene(), Truth(), lambda _: None)
        seat, column, row = after_first_lay(service)
        eyes.show(service.snapshot)
        text = f"{seat} tile {column},{row} HHHH.u"
        eyes._own = {text} if own else set()
        service._do("correct", {"text": text})
        eyes.show(service.snapshot)
        assert (eyes._lesson is None) == own
        service.close()


@pytest.mark.parametrize(
    ("read", "news"),
    [
        (TILE, False),
        ({**TILE, "confidence": 0.4}, False),
        ({**TILE, "sides": "HH--"}, True),
        ({**TILE, "spots": [{"kind": "car", "pawn": False}]}, True),
        ({**TILE, "at": [0, 0]}, False),  # nothing was read at the cell: there is nothing to look at
    ],
)
def test_only_what_was_misread_is_news(read: dict[str, Any], news: bool) -> None:
    assert is_news(Lesson(1, TILE), {"zone": 1, "tiles": [read]}) is news


def test_the_eyes_take_a_correction_to_heart_and_read_again(bench: Bench) -> None:  # noqa: F811  # the fixture
    lessons: list[Lesson] = []
    bench.truth.learn_from = lambda lesson, picture_bgr: lessons.append(lesson) or True  # type: ignore[attr-defined]
    moves = moves_of_a_game()
    lay = next(k for k, text in enumerate(moves) if " lay " in text)
    bench.enter(moves[: lay + 1])
    bench.until(lambda snapshot: snapshot.watching == "looking" and bench.truth.count > 0)
    seat, _, cell, _ = moves[lay].split()
    read = bench.truth.count
    bench.service.ask("correct", None, text=f"{seat} tile {cell} HHHH.u")
    bench.until(lambda _: bool(lessons) and bench.truth.count > read)
    assert lessons[0].entry["sides"] == "HHHH"


def test_the_real_reader_teaches_its_box_and_draws_what_it_read(tmp_path: Path) -> None:
    game = find_game(RAILROAD)
    state = game.start(("Ann", "Bob"), {})
    for text in moves_of_a_game():
        state = game.play(state, game.read_move(text, state))
        if " lay " in text:
            break
    picture = Painter().paint(wood_of(state))
    reader = VisionReader(tmp_path / "box")
    seen = reader.read(picture, RAILROAD)
    zone = next(zone for zone in seen["zones"] if zone["zone"] and zone["tiles"])
    assert (reader.drawn(picture) != picture).any()
    tile = zone["tiles"][0]
    other = "RRRR" if tile["sides"] != "RRRR" else "HHHH"
    same = Lesson(zone["zone"], {**tile, "at": list(tile["at"])})
    assert not reader.learn_from(same, picture)
    assert not (tmp_path / "box").exists()
    assert reader.learn_from(Lesson(zone["zone"], {**same.entry, "sides": other, "spots": []}), picture)
    assert any((tmp_path / "box").iterdir())


def test_cards_of_an_own_box_are_no_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may be set up with other colours than the box that readers know; its corrections teach nothing."""
    monkeypatch.setattr("vision.cards.see.see", lambda *_: ({"zones": []}, ()))
    labels = {"zones": [{"zone": 1, "cards": [{"kind": "mauve", "count": 1}]}]}
    picture = np.full((300, 400, 3), 90, np.uint8)
    assert not teach_board(tmp_path, BoardLesson("ticket-to-ride-card-game", labels), picture)
