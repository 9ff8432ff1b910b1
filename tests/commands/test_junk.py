"""Junk and the least there can be, for every command and every game: an exit code, and one line if it is not 0."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.games import find_game, names
from firmware.cli import COMMANDS
from tests.commands.runs import Command

on_every_game = pytest.mark.parametrize("game", names())

ELSEWHERE = {"see", "teach"}  # their junk is photos and labels
BAD_USAGE: dict[str, list[list[str]]] = {
    "run": [
        ["--port", "x"],
        ["--port", "99999"],
        ["--port", "-1"],
        ["--game", "chess"],
        ["--table", "telescope"],
        ["--table", "folder:/no/such/folder"],
        ["--speed", "0"],
        ["--speed", "nan"],
        ["--take", "never"],
        ["--pack", "no such pack"],
        ["--seed", "x"],
        ["extra"],
    ],
    "score": [[], ["a.json", "b.json"], ["--fast"], ["no such file"], ["."], ["/dev/null"]],
    "replay": [[], ["a.jsonl", "b.jsonl"], ["--fast"], ["no such file"], ["."], ["/dev/null"]],
    "print": [[], ["--out"], ["--out", "/dev/null"], ["--out", "/dev/null/sheets"], ["extra"]],
    "drawings": [["--out"], ["--out", "/dev/null"], ["extra"]],
    "doctor": [["--port", "x"], ["--port", "99999"], ["--port", "-1"], ["--data"], ["extra"]],
    "install-service": [["--dry-run", "--port", "x"], ["--dry-run", "--port", "99999"], ["--dry-run", "extra"]],
    "bench": [["--game"], ["--game", "chess"], ["--game", "railroad-tiles", "--game", ""], ["--fast"], ["extra"]],
}


def least_player(game: str) -> dict[str, Any]:
    return {"name": "Ann", "tiles": []} if game == "railroad-tiles" else {"name": "Ann"}


def header(game: str, players: list[str], **more: Any) -> str:
    return json.dumps({"capostazione": 1, "game": game, "players": players, **more}) + "\n"


def test_every_command_is_tried() -> None:
    assert set(BAD_USAGE) | ELSEWHERE == set(COMMANDS)


@pytest.mark.parametrize("words", [[], ["dance"], ["--fast"], [""], ["Score", "-"]])
def test_no_command_is_bad_usage(command: Command, words: list[str]) -> None:
    command.run(*words).check_bad()


@pytest.mark.parametrize(
    ("name", "words"), [(name, words) for name, all_words in BAD_USAGE.items() for words in all_words]
)
def test_bad_usage_is_one_line_and_code_2(command: Command, name: str, words: list[str]) -> None:
    command.run(name, *words).check_bad()


@pytest.mark.parametrize("words", [["run", "--data"], ["print", "--out"], ["drawings", "--out"]])
def test_a_file_where_a_folder_must_be_is_bad_usage(command: Command, words: list[str]) -> None:
    command.file.write_text("in the way")
    assert str(command.file) in command.run(*words, str(command.file)).check_bad()


@pytest.mark.parametrize("name", ["score", "replay"])
@pytest.mark.parametrize("file", [".", "/", "no such file"])
def test_what_is_wrong_is_said_of_what(command: Command, name: str, file: str) -> None:
    assert command.run(name, file).check_bad().startswith(f"capostazione: {file}: cannot be read")


def test_bad_games_are_refused_before_anything_is_measured(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.commands.bench.measure_one", lambda *_: pytest.fail("it was measured"))
    assert "'chess'" in command.run("bench", "--game", "railroad-tiles", "--game", "chess").check_bad()


def test_the_least_that_each_command_takes(command: Command, tmp_path: Path) -> None:
    """A check of the doctor may fail on this machine: that is its answer, and no trouble of the command."""
    for words in (["print", "--out", f"{tmp_path}/sheets"], ["install-service", "--dry-run"]):
        answer = command.run(*words)
        assert (answer.code, answer.err) == (0, "")
    answer = command.run("doctor", "--data", f"{tmp_path}/data", "--port", "0", "--json")
    assert answer.code in (0, 1)
    assert answer.err == ""
    assert json.loads(answer.out)


# Positions

JUNK: list[Any] = [None, True, 0, -1, 1e300, "", "\u0000", "Ann", [], [None], [[]], [{}], {}, {"": 0}, [7] * 5]


@on_every_game
def test_the_least_position_is_scored(command: Command, game: str) -> None:
    answer = command.score({"game": game, "players": [least_player(game)]})
    assert (answer.code, answer.err) == (0, "")
    (player,) = json.loads(answer.out)["players"]
    assert player["total"] == sum(player["parts"].values())


@on_every_game
@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_junk_in_a_position_is_bad_input(command: Command, game: str, junk: Any) -> None:
    """In place of the players, of one player and of a name, and under a key that nobody knows."""
    command.score({"game": game, "players": junk}).check_bad()
    command.score({"game": game, "players": [junk]}).check_bad()
    command.score({"game": game, "players": [least_player(game)], "junk": junk}).check_bad()
    if junk != "Ann":
        command.score({"game": game, "players": [{**least_player(game), "name": junk}]}).check_bad()


@on_every_game
def test_half_a_position_is_bad_input(command: Command, game: str) -> None:
    whole = json.dumps({"game": game, "players": [least_player(game)]}).encode()
    for end in range(0, len(whole) - 1, 5):
        command.score(whole[:end]).check_bad()
    command.score({"game": game}).check_bad()


# Logs


@on_every_game
def test_the_least_log_is_replayed(command: Command, game: str) -> None:
    for count in find_game(game).seats:
        command.file.write_text(header(game, ["Ann", "Bob", "Cleo", "Dino"][:count]))
        answer = command.run("replay", str(command.file))
        assert (answer.code, answer.err) == (0, "")
        assert json.loads(answer.out)["moves"] == 0


@on_every_game
@pytest.mark.parametrize("move", ["dance", "P1", "P9 pass", "TABLE \u0000", "P1 " * 600])
def test_a_move_that_is_none_is_a_clear_no(command: Command, game: str, move: str) -> None:
    command.file.write_text(header(game, ["Ann", "Bob"]) + json.dumps({"do": "move", "text": move}) + "\n")
    answer = command.run("replay", str(command.file))
    assert answer.code == 1
    assert json.loads(answer.out)["refused"]["entry"] == 1
    assert len(answer.err.splitlines()) == 1


@on_every_game
@pytest.mark.parametrize(
    "line", ["\n{}", "nonsense", "[]", "null", "{}", '{"do": 7}', '{"do": "move"}', '{"do": "move", "text": 7}']
)
def test_a_damaged_line_is_bad_input(command: Command, game: str, line: str) -> None:
    command.file.write_text(header(game, ["Ann", "Bob"]) + line + "\n")
    command.run("replay", str(command.file)).check_bad()


@on_every_game
def test_a_log_of_a_game_that_cannot_be_is_bad_input(command: Command, game: str) -> None:
    five = ["A", "B", "C", "D", "E"]
    too_few = [header(game, ["Ann"])] if 1 not in find_game(game).seats else []
    heads = [header(game, []), header(game, five), header(game, ["Ann", "Ann"]), header(game, ["Ann", "Bob"], rules=99)]
    setups: list[Any] = [7, None, {"junk": 1}, {"data": 7}, {"data": {"junk": 1}}]
    for text in (*heads, *too_few, *(header(game, ["Ann", "Bob"], setup=setup) for setup in setups)):
        command.file.write_text(text)
        command.run("replay", str(command.file)).check_bad()
