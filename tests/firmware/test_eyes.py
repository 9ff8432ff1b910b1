"""Watching and reading: when a picture is taken, what becomes of it, and what a camera in trouble does."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.errors import ClearNo
from engine.railroad_tiles.moves import Lay
from firmware import eyes as eyes_module
from firmware.cameras import Bgr, CameraStalled, shrunk
from firmware.eyes import Eyes
from firmware.folder import DataFolder
from firmware.inbox import Stop
from firmware.service import Service
from firmware.still import DARKNESS, MOVING, STILL, Stillness
from tests.engine.sights import see_state
from tests.firmware.games import RAILROAD, moves_of_a_game
from webui.desk import OWING, PLAY, PUZZLE, Snapshot

rng = np.random.default_rng(1)
TABLE_BGR = np.full((480, 640, 3), (60, 90, 120), np.uint8)
for _corner in range(0, 600, 60):
    cv2.rectangle(TABLE_BGR, (_corner, _corner // 2), (_corner + 50, _corner // 2 + 50), (200, 210, 190), -1)


def noisy(frame: Bgr, spread: float = 3.0) -> Bgr:
    return np.clip(frame + rng.normal(0, spread, frame.shape), 0, 255).astype(np.uint8)


def with_hand(frame: Bgr, at: int) -> Bgr:
    shown = frame.copy()
    cv2.rectangle(shown, (at, 200), (at + 90, 479), (130, 160, 215), -1)
    return shown


def test_noise_is_still_and_a_hand_is_not() -> None:
    still = Stillness()
    verdicts = [still.look(shrunk(noisy(TABLE_BGR)), k / 10) for k in range(12)]
    assert verdicts[0] == MOVING
    assert set(verdicts[7:]) == {STILL}
    assert still.look(shrunk(noisy(with_hand(TABLE_BGR, 100))), 1.3) == MOVING
    assert still.look(shrunk(noisy(with_hand(TABLE_BGR, 200))), 1.4) == MOVING


def test_two_frames_that_are_alike_are_no_rest_on_a_machine_that_sees_few() -> None:
    still = Stillness()
    seen = [still.look(shrunk(noisy(TABLE_BGR)), seconds) for seconds in (0.0, 2.0, 4.0, 6.0)]
    assert seen == [MOVING, MOVING, MOVING, STILL]


def test_a_lamp_that_dims_as_a_whole_is_no_motion() -> None:
    still = Stillness()
    frames = [noisy((TABLE_BGR * (1 - 0.02 * k)).astype(np.uint8), 2.0) for k in range(10)]
    assert [still.look(shrunk(frame), k / 10) for k, frame in enumerate(frames)][-2:] == [STILL, STILL]


def test_a_covered_lens_is_dark() -> None:
    still = Stillness()
    assert still.look(np.full((90, 160, 3), 3, np.uint8), 0.0) == DARKNESS
    assert still.look(np.full((90, 160, 3), 120, np.uint8), 0.1) == DARKNESS


class Scene:
    """A camera over a table that the test sets; `state` is what the reader will read."""

    def __init__(self) -> None:
        self.frame = TABLE_BGR
        self.trouble: str = ""
        self.opened = 0

    def open(self) -> None:
        self.opened += 1
        self._check()

    def small(self) -> Bgr:
        self._check()
        return shrunk(noisy(self.frame))

    def full(self) -> Bgr:
        self._check()
        return self.frame

    def close(self) -> None:
        pass

    def _check(self) -> None:
        if self.trouble == "a mistake":
            raise ZeroDivisionError
        if self.trouble:
            raise CameraStalled(self.trouble)


class Truth:
    """Reads the state that the wood is in."""

    state: Any = None
    was_read: Any = None
    count = 0
    fails: Exception | None = None

    def reads(self, game: str) -> bool:
        return True

    def read(self, picture_bgr: Bgr, game: str) -> Mapping[str, Any]:
        self.count += 1
        if self.fails:
            raise self.fails
        self.was_read = self.state
        return see_state(self.state)

    def agree(self, game: str) -> bool:
        return False

    def read_again(self, picture_bgr: Bgr, game: str) -> Mapping[str, Any]:
        return self.read(picture_bgr, game)


class Bench:
    """A service with eyes, running."""

    def __init__(self, folder: DataFolder) -> None:
        self.scene, self.truth = Scene(), Truth()
        self.service = Service(folder)
        self.eyes = Eyes(self.scene, self.truth, self.service.put, frame_s=0.02)
        self.service.watch_with(self.eyes)
        self.service.begin(RAILROAD, ("Ann", "Bob"), {})
        self.truth.state = self.service.snapshot.state
        self.service.listen(self.eyes.show)
        self.eyes.show(self.service.snapshot)
        self.eyes._still.rest_s = 0.1
        self.thread = threading.Thread(target=self.service.run)

    def start(self) -> None:
        self.thread.start()
        self.eyes.start()

    def close(self) -> None:
        self.eyes.close()
        self.service.put(Stop())
        self.thread.join(5)
        self.service.close()

    def until(self, true: Callable[[Snapshot], bool], seconds: float = 8.0) -> Snapshot:
        end = time.monotonic() + seconds
        snapshot = self.service.snapshot
        while not true(snapshot):
            assert time.monotonic() < end, f"it did not come to that: {snapshot.moment} {dict(snapshot.troubles)}"
            snapshot = self.service.wait_for_news(snapshot.serial, 0.2)
        return snapshot

    def wave(self) -> None:
        """A hand goes over the table and away."""
        for at in (50, 150, 250):
            self.scene.frame = with_hand(TABLE_BGR, at)
            self.until(lambda snapshot: snapshot.watching == "moving") if at == 50 else time.sleep(0.05)
        self.scene.frame = TABLE_BGR

    def play_in_wood(self, text: str) -> None:
        game = self.service.snapshot.game
        assert game is not None
        self.truth.state = game.play(self.truth.state, game.read_move(text, self.truth.state))

    def enter(self, texts: tuple[str, ...]) -> None:
        for text in texts:
            # First the page: wood that was ahead of it would be read, and recorded, before it is entered.
            self.service.ask("move", None, text=text)
            self.play_in_wood(text)
        self.eyes.look()

    def has_read_it(self, snapshot: Snapshot) -> bool:
        """Whether the wood as it lies now was read and is as recorded."""
        read = self.truth.was_read is self.truth.state
        return read and snapshot.watching == "looking" and snapshot.moment == PLAY


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(eyes_module, "RETRY_S", 0.1)
    monkeypatch.setattr(eyes_module, "DARK_S", 0.1)
    with DataFolder(tmp_path) as folder:
        bench = Bench(folder)
        bench.start()
        yield bench
        bench.close()


def first_lay() -> int:
    return next(k for k, text in enumerate(moves_of_a_game()) if " lay " in text)


def test_a_tile_that_hands_lay_is_recorded(bench: Bench) -> None:
    moves = moves_of_a_game()
    bench.enter(moves[: first_lay()])
    bench.until(bench.has_read_it)
    bench.play_in_wood(moves[first_lay()])
    bench.wave()
    snapshot = bench.until(lambda snapshot: len(snapshot.story) > first_lay())
    assert snapshot.story[-1].text == moves[first_lay()]
    assert snapshot.state == bench.truth.state


def test_after_an_undo_the_eyes_notice_when_the_wood_follows(bench: Bench) -> None:
    moves, lay = moves_of_a_game(), first_lay()
    bench.enter(moves[: lay + 1])
    bench.until(bench.has_read_it)
    before = bench.truth.state
    bench.service.ask("undo", None)
    bench.until(lambda snapshot: snapshot.moment == OWING)
    time.sleep(0.3)
    assert bench.service.snapshot.moment == OWING
    bench.truth.state = bench.service.snapshot.state
    assert bench.truth.state != before
    bench.wave()
    assert bench.until(lambda snapshot: snapshot.moment == PLAY).guide == ()


def test_an_illegal_tile_is_shown_and_can_be_insisted_on(bench: Bench) -> None:
    moves, lay = moves_of_a_game(), first_lay()
    bench.enter(moves[:lay])
    game = bench.service.snapshot.game
    assert game is not None
    legal = game.read_move(moves[lay], bench.truth.state)
    far = Lay(legal.actor, (legal.cell[0] + 7, legal.cell[1]), legal.tile)
    bench.truth.state = game.play(bench.truth.state, far, insist=True)
    bench.wave()
    snapshot = bench.until(lambda snapshot: snapshot.moment == PUZZLE)
    assert snapshot.seen is not None
    assert snapshot.seen.contradictions
    bench.service.ask("move", None, text=str(far), insist=True)
    snapshot = bench.until(lambda snapshot: snapshot.moment == PLAY)
    assert snapshot.story[-1].insist
    assert snapshot.problems


@pytest.mark.parametrize("trouble", ["The camera gives no more pictures.", "a mistake"])
def test_a_camera_that_goes_away_is_said_and_comes_back_by_itself(bench: Bench, trouble: str) -> None:
    bench.scene.trouble = trouble
    snapshot = bench.until(lambda snapshot: "camera" in snapshot.troubles)
    assert snapshot.watching == "off"
    bench.enter(moves_of_a_game()[:3])
    bench.scene.trouble = ""
    bench.until(lambda snapshot: "camera" not in snapshot.troubles and snapshot.watching == "looking")
    assert bench.scene.opened >= 2


def test_a_covered_lens_is_said(bench: Bench) -> None:
    bench.scene.frame = np.full_like(TABLE_BGR, 2)
    assert "darkness" in bench.until(lambda snapshot: "camera" in snapshot.troubles).troubles["camera"]
    bench.scene.frame = TABLE_BGR
    bench.until(lambda snapshot: "camera" not in snapshot.troubles)


@pytest.mark.parametrize("failure", [ClearNo("No zone is to be seen."), RuntimeError("a mistake in vision")])
def test_a_reader_that_fails_costs_a_picture_and_not_the_evening(bench: Bench, failure: Exception) -> None:
    bench.until(lambda snapshot: snapshot.watching == "looking")
    bench.truth.fails = failure
    bench.eyes.look()
    bench.until(lambda snapshot: "reader" in snapshot.troubles)
    bench.truth.fails = None
    bench.eyes.look()
    bench.until(lambda snapshot: "reader" not in snapshot.troubles)
    assert bench.eyes.picture() is not None


def test_a_table_at_rest_is_read_once(bench: Bench) -> None:
    bench.until(lambda snapshot: snapshot.watching == "looking")
    count = bench.truth.count
    time.sleep(0.5)
    assert bench.truth.count == count
    with pytest.raises(queue.Empty):
        bench.service.inbox.get_nowait()


class Stubborn(Truth):
    """Misreads one tile with conviction, and knows again what it had read when all agreed."""

    misread = ""
    agreed: Any = None

    def read(self, picture_bgr: Bgr, game: str) -> Mapping[str, Any]:
        told = super().read(picture_bgr, game)
        for entry in self._entries(told):
            if entry["sides"] == self.misread:
                entry.update(station=not entry["station"], confidence=0.999)
        old = [_face(entry) for entry in self._entries(self.agreed)] if self.agreed else []
        self.last = {"zones": [dict(zone, tiles=[dict(e) for e in zone.get("tiles", ())]) for zone in told["zones"]]}
        for entry in self._entries(told):
            if _face(entry) in old:
                entry["old"] = True
        return told

    def agree(self, game: str) -> bool:
        self.agreed = self.last
        return True

    def _entries(self, told: Any) -> list[dict[str, Any]]:
        return [entry for zone in told["zones"] for entry in zone.get("tiles", ())]


def _face(entry: Mapping[str, Any]) -> Any:
    return entry["sides"], entry["urban"], entry["station"], str(entry["spots"])


def two_lays() -> tuple[int, str]:
    """Where in the game two tiles with different sides are laid one after the other, and the sides of the first."""
    moves = moves_of_a_game()
    for k, text in enumerate(moves[:-1]):
        if " lay " in text and " lay " in moves[k + 1]:
            one, other = (move.split()[3].split(".")[0] for move in moves[k : k + 2])
            if one != other and not any(one in text for text in moves[:k]):
                return k, one
    raise AssertionError("no two such tiles")


def test_what_people_say_stands_and_a_stubborn_misreading_does_not_hide_the_next_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves, (lay, sides) = moves_of_a_game(), two_lays()
    monkeypatch.setattr(Stubborn, "misread", sides)
    with DataFolder(tmp_path) as folder:
        bench = Bench(folder)
        bench.truth = bench.eyes._reader = Stubborn()
        bench.truth.state = bench.service.snapshot.state
        bench.start()
        try:
            bench.enter(moves[:lay])
            bench.until(bench.has_read_it)
            bench.play_in_wood(moves[lay])
            bench.wave()
            bench.until(lambda snapshot: snapshot.moment == PUZZLE)
            bench.service.ask("move", None, text=moves[lay])
            bench.until(lambda snapshot: snapshot.moment == PUZZLE and len(snapshot.story) == lay + 1)  # said once more
            bench.play_in_wood(moves[lay + 1])
            bench.wave()
            snapshot = bench.until(lambda snapshot: len(snapshot.story) == lay + 2)
            assert snapshot.story[-1].text == moves[lay + 1]
        finally:
            bench.close()


def test_people_wait_for_the_second_look_and_then_only_while_there_is_time() -> None:
    now = 0.0
    eyes = Eyes(Scene(), Truth(), lambda item: None, clock=lambda: now)
    for looks, seconds, more in ((1, 5.0, True), (2, 0.5, True), (2, 5.0, False), (3, 5.0, False)):
        eyes._looks, now = looks, seconds
        assert eyes._has_time() == more, (looks, seconds)
