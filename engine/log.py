"""The log of a game: append-only JSON lines that survive a pulled plug.

The first line is the header, every other line one entry. An entry's `crc` covers its line and all before it, so a
damaged line is noticed even where it is still JSON; a line written by hand may leave it out.
"""

from __future__ import annotations

import fcntl
import json
import os
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.errors import BadInput, DamagedLog, LogError, LogInUse, LogNotWritten, words_of
from engine.reading import Field, read_json
from engine.words import clause, say

FORMAT = 1
DOINGS = ("move", "undo", "redo", "correct")
LONGEST_LOG_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True)
class Header:
    """What must be known to replay a game: which one, by whom, with what set-up, read by which version of our rules."""

    game: str
    players: tuple[str, ...]
    setup: Mapping[str, Any] = field(default_factory=dict)
    rules: int = 1

    def as_json(self) -> dict[str, Any]:
        return {
            "capostazione": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "players": list(self.players),
            "setup": dict(self.setup),
        }


@dataclass(frozen=True)
class Entry:
    """One line of the log: a move, an undo, a redo or a correction; `text` is the move or the correction in words."""

    do: str
    text: str = ""
    insist: bool = False

    def as_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {"do": self.do}
        if self.text:
            answer["text"] = self.text
        if self.insist:
            answer["insist"] = True
        return answer


@dataclass(frozen=True)
class Recorded:
    """What a log file holds: header, entries, and where its last whole line ends."""

    header: Header
    entries: tuple[Entry, ...]
    crc: int
    end: int
    ended: bool  # the last whole line has its line end; a cut just before it loses nothing


def read_log(path: Path, named: str = "", by_hand: bool = False) -> Recorded:
    """What the file holds up to its last whole entry; a torn last line is passed over, a damaged middle is refused.

    `named` is what errors call it. A log written by hand may begin with a byte order mark and end with blank lines.
    """
    name = named or path.name or str(path)  # a folder like . has no name
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST_LOG_BYTES + 1)
    except OSError as error:
        raise LogError(say("{name}: cannot be read: {why}", name=name, why=error.strerror or error)) from error
    if len(data) > LONGEST_LOG_BYTES:
        raise LogError(clause("{name}: larger than any game's log can be", name=name))
    return parse_log(_without_marks(data) if by_hand else data, name)


def _without_marks(data: bytes) -> bytes:
    """Without what editors leave at the beginning and the end; a line that was never ended stays so."""
    data = data.removeprefix(BOM_UTF8)
    text = data.rstrip(b" \t\r\n")
    return text + b"\n" if b"\n" in data[len(text) :] else data


def parse_log(data: bytes, name: str = "the log") -> Recorded:
    header: Header | None = None
    entries: list[Entry] = []
    crc, end, ended = 0, 0, True
    for number, (line, start, whole) in enumerate(_lines(data), 1):
        try:
            value, crc_here = _read_line(line, crc, number == 1)
            if header is None:
                header = read_header(value)
            else:
                entries.append(_read_entry(value, len(entries) + 1))
        except BadInput as error:
            if not whole:
                break
            raise DamagedLog(
                clause(
                    "{name}: line {number} is damaged ({why}); the file is kept as it is",
                    name=name,
                    number=number,
                    why=words_of(error),
                )
            ) from error
        ended = data[start + len(line) : start + len(line) + 1] == b"\n"
        crc, end = crc_here, start + len(line) + ended
    if header is None:
        raise LogError(clause("{name}: no game was recorded in it: its first line is not there whole", name=name))
    return Recorded(header, tuple(entries), crc, end, ended)


def _lines(data: bytes) -> Iterator[tuple[bytes, int, bool]]:
    """The lines with where they start, and whether each was ended; a power cut may also leave NULs at the end."""
    start = 0
    while start < len(data):
        stop = data.find(b"\n", start)
        last = stop < 0 or stop == len(data) - 1
        line = data[start:] if stop < 0 else data[start:stop]
        yield line, start, stop >= 0 and not (last and b"\0" in line)
        start += len(line) + 1


def _read_line(line: bytes, crc_before: int, is_header: bool) -> tuple[dict[str, Any], int]:
    try:
        value = read_json(line.decode("utf-8"), "line")
    except UnicodeDecodeError as error:
        raise BadInput("line: not text") from error
    if not isinstance(value, dict):
        raise BadInput("line: not an object")
    claimed = value.pop("crc", None)
    crc = _crc(value, 0 if is_header else crc_before)
    if claimed is not None and claimed != f"{crc:08x}":
        raise BadInput("line: its check sum is wrong")
    return value, crc


def _crc(value: Mapping[str, Any], before: int) -> int:
    return zlib.crc32(json.dumps(value, sort_keys=True, ensure_ascii=False).encode(), before)


def _line_of(value: Mapping[str, Any], before: int) -> tuple[bytes, int]:
    crc = _crc(value, before)
    return json.dumps({**value, "crc": f"{crc:08x}"}, ensure_ascii=False).encode() + b"\n", crc


def read_header(value: Any) -> Header:
    fields = Field(value, "header").keys(
        ("capostazione", "game", "rules", "players", "setup", "at"), ("capostazione", "game", "players")
    )
    if fields["capostazione"].whole(1, 10**6) > FORMAT:
        fields["capostazione"].wrong("this log was written by a newer Capostazione")
    players = tuple(item.name() for item in fields["players"].items(most=4, least=1))
    if len(set(players)) < len(players):
        fields["players"].wrong("two players have the same name")
    setup = {key: item.value for key, item in fields["setup"].entries().items()} if "setup" in fields else {}
    rules = fields["rules"].whole(1, 10**6) if "rules" in fields else 1
    return Header(fields["game"].text(), players, setup, rules)


def _read_entry(value: Any, number: int) -> Entry:
    fields = Field(value, "entry").keys(("n", "do", "text", "insist", "at"), ("do",))
    if "n" in fields and fields["n"].value != number:
        fields["n"].wrong("must be {number} here", number=number)
    do = fields["do"].one_of(DOINGS)
    text = fields["text"].text(2000) if "text" in fields else ""
    if bool(text) != (do in ("move", "correct")):
        fields["do"].wrong("a move and a correction have a text, nothing else has")
    return Entry(do, text, fields["insist"].truth() if "insist" in fields else False)


class Log:
    """A log open for writing: an entry is stored for good when `append` returns, and not at all if it raises."""

    def __init__(self, path: Path, descriptor: int, recorded: Recorded) -> None:
        self.path = path
        self.header = recorded.header
        self.entries = list(recorded.entries)
        self._descriptor = descriptor
        self._crc = recorded.crc
        self._end = recorded.end

    @classmethod
    def create(cls, path: Path, header: Header) -> Log:
        """Begin a log; there must be none at this path yet."""
        read_header(header.as_json())  # what could not be read back is not begun
        line, crc = _line_of(header.as_json(), 0)
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        except FileExistsError as error:
            raise LogError(clause("{name}: there is a log of that name already", name=path.name)) from error
        except OSError as error:
            raise LogNotWritten(
                say("{name}: cannot be made: {why}", name=path.name, why=error.strerror or error)
            ) from error
        log = cls(path, descriptor, Recorded(header, (), 0, 0, True))
        try:
            log._lock()
            log._store(line)
            _sync_folder(path.parent)
        except BaseException:
            log.close()
            path.unlink(missing_ok=True)
            raise
        log._crc = crc
        return log

    @classmethod
    def open(cls, path: Path) -> Log:
        """Go on with a log: what stands after its last whole entry is cut off."""
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        except OSError as error:
            raise LogError(
                say("{name}: cannot be opened: {why}", name=path.name, why=error.strerror or error)
            ) from error
        try:
            _lock(descriptor, path)
            recorded = read_log(path)
            log = cls(path, descriptor, recorded)
            log._mend(recorded)
        except BaseException:
            os.close(descriptor)
            raise
        return log

    def append(self, entry: Entry) -> None:
        """Store an entry on the disk; on any failure the log is as it was before."""
        value = {"n": len(self.entries) + 1, **entry.as_json()}
        _read_entry(value, len(self.entries) + 1)  # what could not be read back would damage the log
        line, crc = _line_of(value, self._crc)
        self._store(line)
        self._crc = crc
        self.entries.append(entry)

    def close(self) -> None:
        """Let another process write the log; closing twice does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _lock(self) -> None:
        _lock(self._descriptor, self.path)

    def _mend(self, recorded: Recorded) -> None:
        """Cut a torn end off and end the last whole line, so that the next entry starts on a line of its own."""
        self._cut()
        if not recorded.ended:
            self._store(b"\n")

    def _store(self, data: bytes) -> None:
        if self._descriptor < 0:
            raise LogNotWritten(clause("{name}: the log is closed", name=self.path.name))
        if os.fstat(self._descriptor).st_nlink == 0:
            # Writing on would seem to work, and be lost with the process.
            raise LogNotWritten(clause("{name}: the log has been removed from its folder", name=self.path.name))
        try:
            # A failed earlier append may have left a piece that could not be cut off then.
            self._cut()
            _write_all(self._descriptor, data, self._end)
            os.fsync(self._descriptor)
        except OSError as error:
            self._try_cut()
            raise LogNotWritten(
                say("{name}: cannot be written: {why}", name=self.path.name, why=error.strerror or error)
            ) from error
        self._end += len(data)

    def _cut(self) -> None:
        if os.fstat(self._descriptor).st_size != self._end:
            os.ftruncate(self._descriptor, self._end)

    def _try_cut(self) -> None:
        try:
            self._cut()
        except OSError:
            return  # the next `_store` tries again, and a reader passes over a torn last line


def _write_all(descriptor: int, data: bytes, offset: int) -> None:
    while data:
        written = os.pwrite(descriptor, data, offset)
        data, offset = data[written:], offset + written


def _lock(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise LogInUse(clause("{name}: another Capostazione is writing this log", name=path.name)) from error


def _sync_folder(folder: Path) -> None:
    """Make the file's name itself survive a power cut."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise LogNotWritten(
            say("{name}: cannot be written: {why}", name=folder, why=error.strerror or error)
        ) from error
