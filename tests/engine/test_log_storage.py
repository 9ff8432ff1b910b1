"""The log on failing disks, with several processes, and with one that is killed."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.errors import LogInUse, LogNotWritten
from engine.log import Entry, Log, read_log
from engine.table import Table
from tests.engine.logs import ENTRIES, HEADER, run_python
from tests.engine.scenes import Scene

AS_NOBODY = """
import os
from pathlib import Path
from engine.errors import LogNotWritten
from engine.log import Header, Log
if os.geteuid() == 0:
    os.setegid(65534)
    os.seteuid(65534)
try:
    Log.create(Path({path!r}), Header("railroad-tiles", ("Ann",)))
except LogNotWritten as error:
    print(error)
"""


# Failing disks


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of 16 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"tmpfs", bytes(folder), b"tmpfs", 0, b"size=16k") != 0:
        pytest.skip(f"a small disk can only be mounted by root: {os.strerror(ctypes.get_errno())}")
    try:
        yield folder
    finally:
        libc.umount2(bytes(folder), 2)


def again_and_again(do: Callable[[], Any]) -> None:
    for _ in range(10_000):
        do()


def test_a_full_disk_leaves_a_good_log(tiny_disk: Path) -> None:
    """Every entry up to the failure is there, the failed one is not, and with room again the game goes on."""
    path, ballast = tiny_disk / "game.jsonl", tiny_disk / "ballast"
    ballast.write_bytes(b"x" * 4096)
    long = Entry("correct", "column 1 " + "HH-- " * 200)
    with Log.create(path, HEADER) as log:
        with pytest.raises(LogNotWritten, match="No space left"):
            again_and_again(lambda: log.append(long))
        stored = len(log.entries)
        assert 5 < stored < 20
        assert list(read_log(path).entries) == [long] * stored
        with pytest.raises(LogNotWritten):
            log.append(long)
        ballast.unlink()
        log.append(long)
    assert list(read_log(path).entries) == [long] * (stored + 1)


def test_a_full_disk_changes_no_state(tiny_disk: Path) -> None:
    """Append before the state changes: what could not be stored was not played."""
    path, ballast = tiny_disk / "game.jsonl", tiny_disk / "ballast"
    scene = Scene(2)
    with Table.start(path, "railroad-tiles", ("Ann", "Bob")) as table:
        with ballast.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space"):
            again_and_again(lambda: file.write(b"x" * 256))

        def play_on() -> None:
            scene.state = table.state
            table.play(scene.usual_move())

        with pytest.raises(LogNotWritten):
            again_and_again(play_on)
        assert table.state is scene.state
        ballast.unlink()
        play_on()
        after = table.state
    with Table.open(path) as again:
        assert again.state == after


def test_a_new_log_on_a_full_disk_leaves_no_file(tiny_disk: Path) -> None:
    (tiny_disk / "ballast").write_bytes(b"x" * 16384)
    with pytest.raises(LogNotWritten):
        Log.create(tiny_disk / "game.jsonl", HEADER)
    assert not (tiny_disk / "game.jsonl").exists()


def test_a_file_that_may_not_grow_leaves_a_good_log(stored: Path) -> None:
    """A write that stops in the middle of a line: the piece is cut off again. Needs no root."""
    size = stored.stat().st_size
    program = f"""
import resource, signal
from pathlib import Path
from engine.errors import LogNotWritten
from engine.log import Entry, Log
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
log = Log.open(Path({str(stored)!r}))
resource.setrlimit(resource.RLIMIT_FSIZE, ({size + 20}, resource.RLIM_INFINITY))
try:
    log.append(Entry("move", "TABLE token car"))
except LogNotWritten as error:
    print(error)
    print(log.path.stat().st_size)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
log.append(Entry("move", "TABLE token train"))
"""
    answer = run_python(program)
    assert answer.splitlines() == ["game.jsonl: cannot be written: File too large", str(size)]
    assert list(read_log(stored).entries) == [*ENTRIES, Entry("move", "TABLE token train")]


def test_a_log_that_was_removed_is_not_written_into_the_void(stored: Path) -> None:
    with Log.open(stored) as log:
        stored.rename(stored.with_name("moved.jsonl"))
        log.append(Entry("undo"))
        stored.with_name("moved.jsonl").unlink()
        with pytest.raises(LogNotWritten, match="removed"):
            log.append(Entry("undo"))


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LogNotWritten):
        Log.create(tmp_path / "gone" / "game.jsonl", HEADER)


def test_a_read_only_folder() -> None:
    """Root may write anywhere, so the question is asked as nobody."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o555)
        assert (
            run_python(AS_NOBODY.format(path=f"{folder}/game.jsonl")) == "game.jsonl: cannot be made: Permission denied"
        )
        assert list(Path(folder).iterdir()) == []


def test_an_entry_is_on_the_disk_before_append_returns(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A power cut cannot be played here, so the question to the disk is listened to: asked with all bytes written."""
    asked: list[int] = []
    real_fsync = os.fsync

    def listening(descriptor: int) -> None:
        asked.append(os.fstat(descriptor).st_size)
        real_fsync(descriptor)

    monkeypatch.setattr(os, "fsync", listening)
    with Log.open(stored) as log:
        for number in (1, 2, 3):
            log.append(Entry("undo"))
            assert asked[-1] == stored.stat().st_size
            assert len(asked) == number


# Other processes


OPEN = """
from pathlib import Path
from engine.errors import LogInUse
from engine.log import Log
try:
    Log.open(Path({path!r})).close()
    print("open")
except LogInUse as error:
    print(error)
"""


def test_two_processes_never_write_one_log(stored: Path) -> None:
    program = OPEN.format(path=str(stored))
    with Log.open(stored) as log:
        assert run_python(program) == "game.jsonl: another Capostazione is writing this log"
        log.append(Entry("move", "TABLE token car"))
        with pytest.raises(LogInUse):
            Log.open(stored)
    assert run_python(program) == "open"


def test_a_log_can_be_read_while_it_is_written(stored: Path) -> None:
    with Log.open(stored):
        assert list(read_log(stored).entries) == ENTRIES


def test_a_killed_process_loses_nothing_it_had_acknowledged(path: Path) -> None:
    """It says a number after each entry; it is killed without warning, and the log holds at least that many."""
    program = f"""
from pathlib import Path
from engine.log import Entry, Header, Log
log = Log.create(Path({str(path)!r}), Header("railroad-tiles", ("Ann",)))
for number in range(100_000):
    log.append(Entry("correct", f"P1 prestige {{number}}"))
    print(number, flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process, process.stdout as said:
        for line in said:
            if int(line) >= 40:
                break
        process.send_signal(signal.SIGKILL)
        acknowledged = [int(number) for number in said.read().split("\n")[:-1] if number]
    last = max([40, *acknowledged])
    with Log.open(path) as log:
        assert len(log.entries) >= last + 1
        assert [entry.text for entry in log.entries] == [f"P1 prestige {n}" for n in range(len(log.entries))]
        log.append(Entry("undo"))
