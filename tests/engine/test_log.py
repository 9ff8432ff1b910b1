"""The log: written, read back, cut at every byte, damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadInput, DamagedLog, LogError
from engine.log import Entry, Log, parse_log, read_log
from engine.table import Table
from tests.engine.logs import ENTRIES, HEADER, ends_of_lines
from tests.engine.scenes import Scene

# Writing and reading back


def test_a_log_reads_back(stored: Path) -> None:
    recorded = read_log(stored)
    assert recorded.header == HEADER
    assert list(recorded.entries) == ENTRIES


def test_a_log_is_json_lines_that_people_can_read(stored: Path) -> None:
    lines = [json.loads(line) for line in stored.read_text(encoding="utf-8").splitlines()]
    assert lines[0]["game"] == "railroad-tiles"
    assert lines[0]["players"] == ["Ann", "Zoë"]
    assert [line["n"] for line in lines[1:]] == list(range(1, 8))
    assert "Zoë" in stored.read_text(encoding="utf-8")


def test_a_log_goes_on_where_it_ended(stored: Path) -> None:
    more = Entry("move", "TABLE token car")
    with Log.open(stored) as log:
        assert log.entries == ENTRIES
        log.append(more)
    assert list(read_log(stored).entries) == [*ENTRIES, more]


def test_a_log_is_never_begun_over_another(stored: Path) -> None:
    before = stored.read_bytes()
    with pytest.raises(LogError, match="already"):
        Log.create(stored, HEADER)
    assert stored.read_bytes() == before


def test_a_hand_written_log_needs_no_check_sums() -> None:
    text = b"""{"capostazione": 1, "game": "railroad-tiles", "players": ["Ann", "Bob"]}
{"do": "move", "text": "TABLE order P2 P1"}
{"do": "undo"}
"""
    recorded = parse_log(text)
    assert [entry.do for entry in recorded.entries] == ["move", "undo"]
    assert (recorded.header.rules, recorded.header.setup) == (1, {})
    assert parse_log(text.replace(b"\n", b"\r\n")).entries == recorded.entries


@pytest.mark.parametrize(
    "entry",
    [Entry("move", "x" * 2001), Entry("move"), Entry("undo", "why"), Entry("dance"), Entry("correct", "\ud800")],
)
def test_what_could_not_be_read_back_is_not_stored(stored: Path, entry: Entry) -> None:
    before = stored.read_bytes()
    with Log.open(stored) as log, pytest.raises(BadInput):
        log.append(entry)
    assert stored.read_bytes() == before


@pytest.mark.parametrize(
    "players", [("Ann", "Ann"), ("",), ("A\nB",), ("A" * 61,), ("\ud800",), ("A", "B", "C", "D", "E"), ()]
)
def test_a_header_that_could_not_be_read_back_is_not_stored(path: Path, players: tuple[str, ...]) -> None:
    with pytest.raises(BadInput):
        Table.start(path, "railroad-tiles", players)
    assert not path.exists()


@pytest.mark.parametrize("setup", [{"objectives": {1, 2}}, {"zoo": 1}, {"challenge": "holes"}, {"data": "x"}])
def test_a_set_up_that_cannot_be_played_leaves_no_file(path: Path, setup: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        Table.start(path, "railroad-tiles", ("Ann", "Bob"), setup)
    assert not path.exists()


# Cut


def test_a_log_cut_at_any_byte_opens_to_its_last_whole_entry_and_goes_on(stored: Path, tmp_path: Path) -> None:
    data = stored.read_bytes()
    ends = ends_of_lines(data)
    more = Entry("move", "TABLE token car")
    for cut in range(len(data) + 1):
        torn = tmp_path / "torn.jsonl"
        torn.write_bytes(data[:cut])
        whole = sum(end <= cut for end in ends)  # a cut just before the line end loses nothing
        if not whole:
            with pytest.raises(LogError, match="first line"):
                Log.open(torn)
            assert torn.read_bytes() == data[:cut]
            continue
        with Log.open(torn) as log:
            assert log.entries == ENTRIES[: whole - 1]
            log.append(more)
        assert list(read_log(torn).entries) == [*ENTRIES[: whole - 1], more]


def test_a_game_cut_at_any_byte_replays_and_goes_on(tmp_path: Path) -> None:
    """The same for a real game on a table: it stands as it stood after the last whole move."""
    path, torn = tmp_path / "game.jsonl", tmp_path / "torn.jsonl"
    scene, states = Scene(2), []
    with Table.start(path, "railroad-tiles", ("Ann", "Bob")) as table:
        states.append(table.state)
        for _ in range(20):
            scene.state = table.state
            states.append(table.play(scene.usual_move()))
    data = path.read_bytes()
    ends = ends_of_lines(data)
    for cut in range(ends[0], len(data), 7):
        torn.write_bytes(data[:cut])
        whole = sum(end <= cut for end in ends)
        with Table.open(torn) as table:
            assert table.state == states[whole - 1]
            scene.state = table.state
            after = table.play(scene.usual_move())
        with Table.open(torn) as table:
            assert table.state == after


@pytest.mark.parametrize("tail", [b"\0" * 4096, b'{"n": 8, "do"' + b"\0" * 100, b"\0\0\0\n", b'{"n": 8,\0\0\n'])
def test_nuls_that_a_power_cut_left_at_the_end_are_cut_off(stored: Path, tail: bytes) -> None:
    """A file may have grown on the disk before its bytes arrived."""
    before = stored.read_bytes()
    stored.write_bytes(before + tail)
    assert list(read_log(stored).entries) == ENTRIES
    with Log.open(stored):
        assert stored.read_bytes() == before


# Damage


def test_a_turned_bit_anywhere_before_the_last_line_is_noticed(stored: Path) -> None:
    data = stored.read_bytes()
    for index in range(ends_of_lines(data)[-2]):
        for bit in range(8):
            bad = bytearray(data)
            bad[index] ^= 1 << bit
            with pytest.raises(LogError) as error:
                parse_log(bytes(bad))
            assert len(str(error.value).splitlines()) == 1


def test_a_damaged_middle_is_refused_and_kept(stored: Path) -> None:
    """In every line but the last: nothing is made of it, and the file stays as it is."""
    data = stored.read_bytes()
    for end in ends_of_lines(data)[:-1]:
        bad = data[: end - 30] + b"#" + data[end - 29 :]
        stored.write_bytes(bad)
        with pytest.raises(DamagedLog, match=r"game\.jsonl: line \d is damaged .*; the file is kept as it is"):
            Log.open(stored)
        assert stored.read_bytes() == bad


def test_a_damaged_line_is_named(stored: Path) -> None:
    lines = stored.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b"undo", b"redo")
    stored.write_bytes(b"".join(lines))
    with pytest.raises(DamagedLog, match="line 4 is damaged"):
        read_log(stored)


@pytest.mark.parametrize("change", ["lost", "twice", "swapped"])
def test_lines_that_are_lost_doubled_or_swapped_are_noticed(stored: Path, change: str) -> None:
    """Each line's check sum covers all lines before it."""
    lines = stored.read_bytes().splitlines(keepends=True)
    two, three = lines[2], lines[3]
    lines[2:4] = {"lost": [three], "twice": [two, two, three], "swapped": [three, two]}[change]
    stored.write_bytes(b"".join(lines))
    with pytest.raises(DamagedLog):
        read_log(stored)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"capostazione": 1', b'"capostazione": 2', "newer Capostazione"),
        (b'"rules": 1', b'"rules": 99', "newer rules"),
        (b'"railroad-tiles"', b'"chess"', "no game called"),
        (b'["Ann", "Bob"]', b'["Ann", "Ann"]', "same name"),
        (b'["Ann", "Bob"]', b'["A","B","C","D","E"]', "must have 1 to 4"),
        (b'["Ann", "Bob"]', b"[]", "must have 1 to 4"),
        (b'["Ann", "Bob"]', b'[" ", "Bob"]', "name"),
        (b'["Ann", "Bob"]', b"7", "must be a list"),
        (b'"rules": 1', b'"zoo": 1', "unknown key"),
        (b'"rules": 1', b'"setup": {"challenge": "holes"}', "solo game"),
        (b'"rules": 1', b'"setup": 3', "must be an object"),
        (b'"rules": 1', b'"setup": {"\\ud800": 3}', "half a character"),
    ],
)
def test_a_header_that_we_cannot_play_says_why(path: Path, old: bytes, new: bytes, why: str) -> None:
    header = b'{"capostazione": 1, "game": "railroad-tiles", "rules": 1, "players": ["Ann", "Bob"]}\n'
    path.write_bytes(header.replace(old, new))
    with pytest.raises(BadInput, match=why):
        Table.open(path)
    path.write_bytes(header)
    Table.open(path).close()


@pytest.mark.parametrize(
    "line",
    [
        b"[]", b"3", b"null", b"{}", b'{"do": "dance"}', b'{"do": "move"}', b'{"do": "undo", "text": "x"}', b"\xff\xfe",
        b'{"do": "move", "text": 3}', b'{"do": "move", "text": "x", "do": "undo"}', b'{"n": 7, "do": "undo"}',
        b'{"do": "undo", "crc": "00000000"}', b'{"do": "undo", "crc": 3}', b'{"do": "move", "text": "P1 \\ud800"}', b"",
        b'{"do": "undo", "insist": 1}', b'{"do": "move", "text": "' + b"x" * 3000 + b'"}', b"[" * 100_000,
    ],
)  # fmt: skip
def test_a_line_that_is_no_entry_is_damage(line: bytes) -> None:
    header = b'{"capostazione": 1, "game": "railroad-tiles", "players": ["Ann"]}\n'
    with pytest.raises(DamagedLog, match="line 2 is damaged"):
        parse_log(header + line + b'\n{"do": "undo"}\n')


@pytest.mark.parametrize("data", [b"", b"\n", b"\0" * 100, b"hello", b"\x89PNG\r\n\x1a\n"])
def test_a_file_that_is_no_log_is_refused(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(LogError):
        Log.open(path)
    assert path.read_bytes() == data


def test_a_path_that_is_no_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.jsonl", Path("/dev/zero")):
        with pytest.raises(LogError):
            read_log(path)
