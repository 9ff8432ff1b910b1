"""The real process: started, played, pressed, killed at any moment, started again; and faults for real."""

from __future__ import annotations

import errno
import http.client
import os
import random
import resource
import subprocess
import sys
import threading
import time
import urllib.error
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.log import read_log
from tests.firmware.games import moves_of_a_game
from tests.firmware.process import ROOT, Process, Refused
from vision.photo import write_picture

GAME = ("--game", "railroad-tiles", "--players", "Ann,Bob")
TABLE_BGR = np.tile(np.linspace(60, 160, 640, dtype=np.uint8)[None, :, None], (480, 1, 3))
KILLS = int(os.environ.get("CAPOSTAZIONE_KILLS", "10"))


def story(state: dict[str, object]) -> list[str]:
    entries = state["story"]
    assert isinstance(entries, list)
    return [entry["text"] for entry in entries]


def logged(data: Path) -> list[str]:
    name = (data / "current").read_text().strip()
    return [entry.text or entry.do for entry in read_log(data / "games" / name).entries]


def test_an_evening_of_kills_loses_nothing(tmp_path: Path) -> None:
    """SIGKILL at random moments, also in the midst of a command: what was answered is there after the restart."""
    data, dice, moves = tmp_path / "data", random.Random(7), moves_of_a_game()
    answered = 0
    for kill in range(KILLS):
        if answered > len(moves) - 5:
            data, answered = tmp_path / f"data-{kill}", 0  # the game is nearly over: another one
        with Process(data, *GAME) as service:
            done = len(logged(data))
            assert answered <= done <= answered + 1, "at most the move that was under way came through unanswered"
            assert logged(data) == list(moves[:done])
            assert service.state["moves"] == done
            service.do("move", text=moves[done])
            answered = done + 1
            killer = threading.Timer(dice.uniform(0.0, 0.6), service.kill)
            killer.start()
            try:
                while answered < len(moves) - 1:
                    service.do("move", text=moves[answered])
                    answered += 1
            except (urllib.error.URLError, http.client.HTTPException, ConnectionError, TimeoutError):
                pass
            finally:
                killer.join()
    assert answered > 0


@pytest.fixture
def pressed(tmp_path: Path) -> Iterator[Process]:
    with Process(tmp_path / "data", *GAME, module="tests.firmware.pressed") as service:
        yield service


def until_flip(service: Process) -> None:
    for text in moves_of_a_game():
        if service.do("move", text=text)["moment"] == "flip":
            return


def test_buttons_and_lights_of_the_real_process(pressed: Process, tmp_path: Path) -> None:
    until_flip(pressed)
    count = len(logged(tmp_path / "data"))
    pressed.press("flip")
    pressed.press("flip")
    state = pressed.until(lambda state: state["flipped"] is not None)
    side = state["flipped"]["side"]
    time.sleep(0.5)
    assert logged(tmp_path / "data")[count:] == [f"TABLE flip {side}"]
    assert pressed.state["lights"][side] == "on"
    end = time.monotonic() + 10
    while f"light {side} 1.0\n" not in pressed.complained:
        assert time.monotonic() < end, pressed.complained
        pressed.press(side, "light")
        time.sleep(0.2)
    pressed.press("undo")
    pressed.until(lambda state: state["moment"] == "flip" or state["moment"] == "owing")
    assert logged(tmp_path / "data")[-1] == "undo"
    pressed.press("score")
    pressed.until(lambda state: state["showing"] == "score")


def test_holding_the_score_button_ends_the_service(pressed: Process) -> None:
    pressed.press("score", "hold")
    assert pressed.wait() == 0
    assert any("shut down" in line for line in pressed.said)


def test_sigterm_ends_cleanly_and_the_game_goes_on(tmp_path: Path) -> None:
    with Process(tmp_path / "data", *GAME) as service:
        n = service.do("move", text=moves_of_a_game()[0])["n"]
        assert service.get("/healthz") == {"ok": True}
        assert service.said[0] == f"Capostazione is at http://localhost:{service.port}/\n"
        assert service.stop() == 0
    with Process(tmp_path / "data") as again:
        assert again.state["n"] > n, "what a sleeping page kept is stale"
        assert story(again.state) == list(moves_of_a_game()[:1])
        assert "no picture" in again.until(lambda state: "camera" in state["troubles"])["troubles"]["camera"]


def test_a_second_service_on_the_folder_is_refused(tmp_path: Path) -> None:
    with Process(tmp_path / "data", *GAME) as first:
        with pytest.raises(Refused, match="another Capostazione is running") as refused:
            Process(tmp_path / "data", *GAME)
        assert refused.value.status == 1
        assert str(refused.value).count("\n") == 1
        assert first.get("/healthz") == {"ok": True}


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file in the way")
    with pytest.raises(Refused, match="cannot be written") as refused:
        Process(tmp_path / "data", *GAME)
    assert refused.value.status == 2


def mounted(folder: Path, options: str) -> bool:
    """Whether a small file system could be mounted there; only root may."""
    folder.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    return os.geteuid() == 0 and subprocess.run(command, capture_output=True, check=False).returncode == 0


def fill(filler: Path) -> None:
    """Write until the disk is full."""
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 512)
        except OSError as full:
            if full.errno != errno.ENOSPC:
                raise


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    if not mounted(disk, "size=128k"):
        pytest.skip("mounting a small file system needs root")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_full_disk_is_said_and_play_goes_on_when_there_is_room(small_disk: Path) -> None:
    with Process(small_disk / "data", *GAME) as service:
        service.do("move", text=moves_of_a_game()[0])
        filler = small_disk / "filler"
        fill(filler)
        refused = None
        for text in moves_of_a_game()[1:]:
            try:
                service.do("move", text=text)
            except Refused as no:
                refused = no
                break
        assert refused is not None, "the page of the log was full at last"
        assert refused.status == 507
        state = service.state
        assert "No space left" in state["troubles"]["disk"]
        assert state["lights"]["state"] == "red blink"
        moves = state["moves"]
        filler.unlink()
        state = service.do("move", text=moves_of_a_game()[moves])
        assert "disk" not in state["troubles"]
        assert state["moves"] == moves + 1


def test_a_disk_that_becomes_read_only_is_said(small_disk: Path) -> None:
    with Process(small_disk / "data", *GAME) as service:
        service.do("move", text=moves_of_a_game()[0])
        service.kill()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(Refused, match="Read-only file system"):
        Process(small_disk / "data", *GAME)
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    with Process(small_disk / "data", *GAME) as service:
        assert story(service.state) == list(moves_of_a_game()[:1])


def play_all(service: Process) -> None:
    for text in moves_of_a_game():
        service.do("move", text=text)


def test_a_file_that_may_not_grow_is_said(tmp_path: Path) -> None:
    """The same as a full disk, for those who may not mount: the process's files may have 400 bytes."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400))

    with Process(tmp_path / "data", *GAME, preexec_fn=limit) as service:
        with pytest.raises(Refused) as refused:
            play_all(service)
        assert refused.value.status == 507
        assert service.get("/healthz") == {"ok": True}
        assert service.state["moves"] == len(logged(tmp_path / "data"))


def test_a_data_folder_that_is_taken_away_is_survived(tmp_path: Path) -> None:
    """The open log is still written; a new game finds no folder and says so."""
    with Process(tmp_path / "data", *GAME) as service:
        (tmp_path / "data").rename(tmp_path / "elsewhere")
        service.do("move", text=moves_of_a_game()[0])
        with pytest.raises(Refused, match="cannot be made"):
            service.do("new", game="railroad-tiles", players=["Ann"])
        assert service.state["moves"] == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game", "chess"], "no game called 'chess'"),
        (["--table", "telescope"], "--table telescope"),
        (["--port", "99999"], "0 to 65535"),
        (["--speed", "0"], "0.01 to 1000"),
        (["--pack", "nowhere"], "no such pack"),
        (["--game", "railroad-tiles", "--players", "A,B,C,D,E"], "1 to 4 players"),
        (["--take", "never"], "itself or button"),
    ],
)
def test_bad_usage_is_one_line_and_code_2(tmp_path: Path, arguments: list[str], words: str) -> None:
    command = [sys.executable, "-m", "firmware.cli", "run", "--data", str(tmp_path / "data"), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_taken_port_is_said(tmp_path: Path) -> None:
    with Process(tmp_path / "data", *GAME) as first, pytest.raises(Refused, match="choose another with --port"):
        Process(tmp_path / "other", *GAME, "--port", str(first.port))


def test_the_simulated_table_plays_pauses_and_goes_on_after_a_kill(tmp_path: Path) -> None:
    """A mine, painted, that the real reader learns and reads."""
    simulated = ("--table", "simulated", "--game", "off-the-rails", "--speed", "200", "--seed", "1")
    with Process(tmp_path / "data", *simulated) as service:
        state = service.until(lambda state: state["moves"] > 8, 240)
        assert state["table"]["gestures"] >= 4, "the first deposits at least were seen"
        service.do_at_last("simulate", what="pause")
        service.until(lambda state: state["table"].get("paused") is True)
        moves = service.until(lambda state: state["moves"] == len(logged(tmp_path / "data")))["moves"]
        service.kill()
    with Process(tmp_path / "data", *simulated) as service:
        assert service.state["moves"] >= moves
        service.until(lambda state: state["moves"] > moves + 3, 240)


def test_it_ends_cleanly_while_the_simulated_box_is_being_learned(tmp_path: Path) -> None:
    learner = "tests.firmware.slow_learner"
    with Process(tmp_path / "data", "--table", "simulated", *GAME, module=learner) as service:
        service.until(lambda state: "box" in state["troubles"])
        assert service.stop() == 0
        assert service.said[-1] == "Capostazione has ended: asked to end.\n"
        assert not any("terminate" in line for line in service.complained)


def test_another_game_is_begun_when_another_is_asked_for(tmp_path: Path) -> None:
    with Process(tmp_path / "data", *GAME) as service:
        service.do("move", text=moves_of_a_game()[0])
        service.stop()
    with Process(tmp_path / "data", "--players", "Cleo") as service:
        assert service.state["moves"] == 0
        assert [player["name"] for player in service.state["players"]] == ["Cleo"]
        service.stop()
    assert len(list((tmp_path / "data" / "games").iterdir())) == 2


def test_a_camera_that_is_covered_or_pulled_out_is_said_and_recovers(tmp_path: Path) -> None:
    """The folder of pictures is the camera: a black picture covers its lens, and without the folder it is unplugged."""
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    write_picture(pictures / "1.jpg", TABLE_BGR)
    with Process(tmp_path / "data", *GAME, "--table", f"folder:{pictures}") as service:
        service.until(lambda state: state["watching"] == "looking")
        write_picture(pictures / "2.jpg", np.zeros_like(TABLE_BGR))
        dark = service.until(lambda state: "camera" in state["troubles"])
        assert "darkness" in dark["troubles"]["camera"]
        assert dark["lights"]["state"] == "amber blink"
        assert service.do("move", text=moves_of_a_game()[0])["moves"] == 1, "play goes on by hand"
        pictures.rename(tmp_path / "unplugged")
        gone = service.until(lambda state: "cannot be read" in state["troubles"].get("camera", ""))
        assert gone["watching"] == "off"
        write_picture(tmp_path / "unplugged" / "3.jpg", TABLE_BGR)
        (tmp_path / "unplugged").rename(pictures)
        service.until(lambda state: "camera" not in state["troubles"] and state["watching"] == "looking")
