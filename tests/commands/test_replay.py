"""`capostazione replay`: a game's log through the rules, to its end or to the first move that is refused."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.bots import RandomBot, play_out
from engine.game import seat
from engine.log import Entry, Header, Log
from engine.railroad_tiles import GAME
from tests.commands.runs import Command, real_command

HEADER = '{"capostazione": 1, "game": "railroad-tiles", "players": ["Ann", "Bob"]}\n'


@cache
def random_game(players: int) -> tuple[list[str], dict[str, Any]]:
    """The moves of a whole game in words, and its last position."""
    names = ("Ann", "Bob", "Cleo", "Dino")[:players]
    bots = {seat(index): RandomBot() for index in range(players)}
    game = list(play_out(GAME, GAME.start(names, {}), bots, Random(players)))
    return [str(move) for move, _ in game], GAME.position(game[-1][1])


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The log of a whole game of two."""
    return write_log(tmp_path / "game.jsonl", 2, random_game(2)[0])


def write_log(path: Path, players: int, moves: list[str]) -> Path:
    with Log.create(path, Header("railroad-tiles", ("Ann", "Bob", "Cleo", "Dino")[:players])) as log:
        for move in moves:
            log.append(Entry("move", move))
    return path


def by_hand(path: Path, *moves: str) -> Path:
    """A log as a person writes it."""
    path.write_text(HEADER + "".join(json.dumps({"do": "move", "text": move}) + "\n" for move in moves))
    return path


@pytest.mark.parametrize(("before", "after"), [("\ufeff", ""), ("", "\n\n"), ("\ufeff", " \r\n\t\n\n"), ("", "\n ")])
def test_what_editors_leave_around_a_log_is_passed_over(
    command: Command, tmp_path: Path, before: str, after: str
) -> None:
    path = by_hand(tmp_path / "game.jsonl", "TABLE order P2 P1")
    path.write_text(before + path.read_text() + after, encoding="utf-8", newline="")
    answer = command.run("replay", str(path))
    assert (answer.code, answer.err) == (0, "")
    assert json.loads(answer.out)["moves"] == 1


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_finished_game_is_told(command: Command, tmp_path: Path, players: int) -> None:
    moves, position = random_game(players)
    answer = command.run("replay", str(write_log(tmp_path / "game.jsonl", players, moves)))
    assert (answer.code, answer.err) == (0, "")
    told = json.loads(answer.out)
    assert told["over"] is True
    assert told["moves"] == len(moves)
    assert told["problems"] == []
    assert told["position"] == position
    assert told["score"] == json.loads(json.dumps(GAME.score(position).as_json()))


def test_the_position_of_a_replay_can_be_scored(command: Command, log: Path) -> None:
    told = json.loads(command.run("replay", str(log)).out)
    assert json.loads(command.score(told["position"]).out) == told["score"]


def test_an_unfinished_game_says_what_is_next(command: Command, tmp_path: Path) -> None:
    told = json.loads(command.run("replay", str(by_hand(tmp_path / "game.jsonl", "TABLE order P2 P1"))).out)
    assert told["over"] is False
    assert told["next"] == "Draw a start tile for every player."


def test_a_game_can_be_drawn(command: Command, log: Path) -> None:
    answer = command.run("replay", "--draw", str(log))
    assert answer.code == 0
    assert answer.out.startswith("Round 8, over")


@pytest.mark.parametrize(
    ("moves", "entry", "why"),
    [
        (["P1 take 1"], 1, "Tiles are chosen only in the selection phase."),
        (["TABLE order P1 P2", "TABLE order P1 P2"], 2, "The turn order is known already."),
        (["TABLE order P1 P2", "TABLE start HH--", "TABLE start -HH-"], 3, "Another start tile has the same"),
        (["TABLE order P1 P2", "P1 dance"], 2, "This is no move"),
        (["TABLE order P1 P2", "TABLE fill"], 2, "This could mean"),
    ],
)
def test_the_first_refused_move_is_told(
    command: Command, tmp_path: Path, moves: list[str], entry: int, why: str
) -> None:
    """Exit code 1, one line with the entry and the reason; the JSON tells what was reached before it."""
    answer = command.run("replay", str(by_hand(tmp_path / "game.jsonl", *moves, "TABLE token car")))
    assert answer.code == 1
    assert len(answer.err.splitlines()) == 1
    assert f"entry {entry}: " in answer.err
    assert why in answer.err
    told = json.loads(answer.out)
    assert told["refused"]["entry"] == entry
    assert told["refused"]["text"] == moves[entry - 1]
    assert why in told["refused"]["why"]
    assert told["moves"] == entry - 1


@pytest.mark.parametrize("entry", ['{"do": "undo"}', '{"do": "redo"}', '{"do": "correct", "text": "P1 zoo"}'])
def test_other_entries_can_be_refused_too(command: Command, tmp_path: Path, entry: str) -> None:
    (tmp_path / "game.jsonl").write_text(HEADER + entry + "\n")
    answer = command.run("replay", str(tmp_path / "game.jsonl"))
    assert answer.code == 1
    assert "entry 1: " in answer.err


def test_a_cut_log_is_told_up_to_its_last_whole_entry(command: Command, log: Path) -> None:
    data = log.read_bytes()
    log.write_bytes(data[:-20])
    answer = command.run("replay", str(log))
    assert answer.code == 0
    assert json.loads(answer.out)["moves"] == len(random_game(2)[0]) - 1
    assert log.read_bytes() == data[:-20]


def test_a_damaged_log_is_bad_input(command: Command, log: Path) -> None:
    data = log.read_bytes()
    damaged = data[:2000] + b"#" + data[2001:]
    log.write_bytes(damaged)
    assert f"{log}: line " in (told := command.run("replay", str(log)).check_bad())
    assert "is damaged" in told
    assert log.read_bytes() == damaged


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\n", b"{}", b"{}\n", b"\x89PNG\r\n", b"[]\n", HEADER.encode()[:-20], HEADER.encode().replace(b"1", b"9"),
        HEADER.encode().replace(b"railroad-tiles", b"chess"), HEADER.encode().replace(b"Bob", b"Ann"),
        HEADER.encode().replace(b"}", b', "setup": {"challenge": "holes"}}'), HEADER.encode() + b'{"do": "dance"}\n',
        HEADER.encode().replace(b"}", b', "rules": 99}'),
        HEADER.encode().replace(b"}", b', "setup": {"data": {"x": 1}}}'),
        HEADER.encode() + b'{"do": "move", "text": "\\ud800"}\n',
        HEADER.encode().replace(b"}", b', "setup": {"objectives": ["temple"]}}'),
        b"[" * 100_000 + b"\n",
    ],
)  # fmt: skip
def test_what_is_no_log_is_bad_input(command: Command, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "game.jsonl").write_bytes(content)
    command.run("replay", str(tmp_path / "game.jsonl")).check_bad()


def test_files_that_cannot_be_read(command: Command, tmp_path: Path) -> None:
    for name in (f"{tmp_path}/", f"{tmp_path}/./missing.jsonl"):
        assert command.run("replay", name).check_bad().startswith(f"capostazione: {name}: cannot be read: ")
    assert "name is empty" in command.run("replay", "").check_bad()


def test_any_line_of_a_game_may_be_nonsense(command: Command, tmp_path: Path) -> None:
    """Moves of a game with letters changed: refused or played, never a traceback."""
    rng, moves = Random(5), random_game(2)[0]
    path = tmp_path / "game.jsonl"
    codes = set()
    for _ in range(150):
        changed = moves[: rng.randint(1, 60)]
        text = list(changed[-1])
        for _ in range(rng.randint(1, 3)):
            text[rng.randrange(len(text))] = rng.choice("PTHR-0123456789,.#= csuCVx\u00e9")
        codes.add(command.run("replay", str(by_hand(path, *changed[:-1], "".join(text).strip() or "x"))).code)
    assert codes == {0, 1}


def test_the_program_replays(log: Path) -> None:
    answer = real_command("replay", str(log))
    assert (answer.code, answer.err) == (0, "")
    assert json.loads(answer.out)["over"] is True
    assert real_command("replay", str(log.parent)).check_bad()
