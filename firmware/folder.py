"""The data folder: the logs of all games, which of them is on the table, and who may write here."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from engine.errors import BadInput, ClearNo
from engine.words import say

GAMES, PACKS, CURRENT, LOCK, NEXT_N = "games", "packs", "current", "lock", "next-n"
BLOCK = 1000  # numbers of states that are kept for this process at once
HIGHEST_N = 900_000_000  # beyond it the file is damaged


class FolderInUse(ClearNo):
    """Another service has this data folder."""


class FolderNotWritable(ClearNo):
    """The data folder can no longer be written."""


class NoDataFolder(BadInput):
    """What was named as the data folder cannot be made or written: another must be named."""


class DataFolder:
    """A data folder held by this process; a second process is refused until `close`."""

    def __init__(self, path: Path) -> None:
        self.path = path.expanduser().absolute()
        self._lock = -1
        try:
            (self.path / GAMES).mkdir(parents=True, exist_ok=True)
            (self.path / PACKS).mkdir(exist_ok=True)
            self._lock = os.open(self.path / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            self._hold()
            self._try_to_write()
        except OSError as error:
            self.close()
            why = error.strerror or str(error)
            words = f"the data folder {self.path} cannot be written ({why}); choose another with --data"
            raise NoDataFolder(words) from error
        except ClearNo:
            self.close()
            raise

    def _hold(self) -> None:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            words = f"another Capostazione is running on the data folder {self.path}; stop it or choose another --data"
            raise FolderInUse(words) from error

    def _try_to_write(self) -> None:
        """The lock file may be open for writing although nothing can be written (a full disk, a quota)."""
        os.pwrite(self._lock, f"{os.getpid()}\n".encode(), 0)
        os.fsync(self._lock)

    def new_log(self, game: str) -> Path:
        """Where the next game's log goes. Games are counted, not dated: a Pi without a network has no right time."""
        numbers = [int(log.name[:4]) for log in self.logs()]
        return self.path / GAMES / f"{max(numbers, default=0) + 1:04d}-{game}.jsonl"

    def logs(self) -> list[Path]:
        """The logs of all games, oldest first."""
        return sorted(log for log in (self.path / GAMES).glob("*.jsonl") if log.name[:4].isdecimal())

    @property
    def current(self) -> Path | None:
        """The log of the game on the table; if a power cut has damaged the file that names it, the newest one."""
        try:
            name = (self.path / CURRENT).read_bytes().decode().strip()
        except FileNotFoundError:
            return None
        except UnicodeDecodeError:
            name = "\0"
        except OSError as error:
            raise BadInput(say("{name}: cannot be read: {why}", name=self.path / CURRENT, why=error)) from error
        if "\0" in name:
            return max(self.logs(), default=None)
        log = self.path / GAMES / Path(name).name
        return log if name and log.is_file() else None

    def point_to(self, log: Path) -> None:
        """Make this log the game on the table."""
        self._write(CURRENT, log.name)

    @property
    def next_n(self) -> int:
        """The first number of a state that no process before this one can have used."""
        try:
            kept = int((self.path / NEXT_N).read_bytes())
        except (OSError, ValueError):
            return 0
        return kept if 0 <= kept < HIGHEST_N else 0

    def keep_from(self, n: int) -> int:
        """Keep numbers from `n` on for this process, whatever becomes of it; returns the first that is not kept."""
        self._write(NEXT_N, str(n + BLOCK))
        return n + BLOCK

    def _write(self, name: str, text: str) -> None:
        """Write a small file whole, or leave the old one."""
        aside = self.path / f"{name}.new"
        try:
            with aside.open("w", encoding="utf-8") as file:
                file.write(f"{text}\n")
                file.flush()
                os.fsync(file.fileno())
            aside.replace(self.path / name)
            _sync(self.path)
        except OSError as error:
            raise FolderNotWritable(
                say("{name}: cannot be written: {why}", name=self.path, why=error.strerror or error)
            ) from error

    def close(self) -> None:
        """Let another process have the folder; closing twice does nothing."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def __enter__(self) -> DataFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
