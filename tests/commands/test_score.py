"""`capostazione score`: an answer as JSON, or one line on what is wrong with the input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands.runs import Answer, Command, real_command
from tests.reference.railroad_tiles import CHALLENGES, OBJECTIVES, score_position
from tests.reference.territories import random_position, seeded

TILE = {"at": [0, 0], "sides": "HRHR", "station": True, "spots": [{"kind": "traveller", "on": "station", "pawn": True}]}
PLAYER = {"name": "Giulia", "prestige": 12, "column": 3, "tiles": [TILE]}
POSITION = {"game": "railroad-tiles", "challenge": None, "players": [PLAYER]}


def position(**changes: Any) -> dict[str, Any]:
    return {**POSITION, **changes}


def with_player(**changes: Any) -> dict[str, Any]:
    return position(players=[{**PLAYER, **changes}])


def with_tile(**changes: Any) -> dict[str, Any]:
    return with_player(tiles=[{**TILE, **changes}])


def with_spot(**changes: Any) -> dict[str, Any]:
    return with_tile(spots=[{"kind": "traveller", "on": "station", "pawn": True, **changes}])


def without(key: str, value: dict[str, Any]) -> dict[str, Any]:
    return {name: there for name, there in value.items() if name != key}


# Answers


def test_a_position_is_scored(command: Command) -> None:
    """The contract's form: name, total, parts, winners, problems."""
    answer = command.score(POSITION)
    assert (answer.code, answer.err) == (0, "")
    told = json.loads(answer.out)
    assert told["game"] == "railroad-tiles"
    assert told["winners"] == ["Giulia"]
    assert told["problems"] == []
    (player,) = told["players"]
    assert (player["name"], player["total"]) == ("Giulia", 13)
    assert player["parts"] == {"pawns": 12, "cities": 0, "rectangle": 1, "interruptions": 0, "objectives": 0}


def test_what_may_be_left_out_may_be_left_out(command: Command) -> None:
    """Contract: urban, station, spots, objective, challenge, prestige; and null for what has no value."""
    bare = {"game": "railroad-tiles", "players": [{"name": "A", "tiles": [{"at": [0, 0], "sides": "H---"}]}]}
    full = {"at": [0, 0], "sides": "H---", "urban": False, "station": False, "objective": None, "spots": []}
    player = {"name": "A", "prestige": 0, "column": None, "tiles": [full]}
    assert command.score(bare).out == command.score({**bare, "challenge": None, "players": [player]}).out


@pytest.mark.parametrize("seed", range(25))
def test_random_positions_score_as_in_the_reference(command: Command, seed: int) -> None:
    given_position = seeded(seed, random_position, most_tiles=25)
    told = json.loads(command.score(given_position).out)
    wanted = score_position(given_position)
    assert [player["total"] for player in told["players"]] == [player["total"] for player in wanted["players"]]
    assert told["winners"] == wanted["winners"]
    if wanted["challenge"]:
        assert told["challenge"].items() >= wanted["challenge"].items()


def test_what_see_prints_can_be_scored(command: Command) -> None:
    """Its tiles have a confidence, and its spots do not say what they lie on."""
    seen = {**TILE, "confidence": 0.98, "spots": [{"kind": "traveller", "pawn": True}]}
    assert command.score(with_player(tiles=[seen])).code == 0


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (with_player(tiles=[TILE, {"at": [1, 0], "sides": "---H"}]), "The touching sides of the tiles at 0,0 and 1,0"),
        (with_player(tiles=[TILE, {"at": [5, 0], "sides": "---H"}]), "The tile at 5,0 does not hang together"),
        (with_tile(spots=[{"kind": "traveller", "on": "rail"}] * 3), "The tile at 0,0 has more than two spots."),
        (with_tile(spots=[{"kind": "car", "on": "rail"}]), "The car spot at 0,0 lies on the wrong kind of way."),
        (position(players=[PLAYER, {**PLAYER, "name": "Mirko"}]), "Giulia and Mirko have chosen the same column, 4."),
        (
            position(challenge="holes", players=[PLAYER, {**PLAYER, "name": "M", "column": 0}]),
            "A challenge is for a solo",
        ),
        (
            with_player(tiles=[{"at": [x, 0], "sides": "----", "objective": "temple"} for x in range(2)]),
            "The objective temple lies there 2 times.",
        ),
        (
            with_player(
                tiles=[{**TILE, "at": [3 * x, 0], "spots": [{"kind": "car", "pawn": True}]} for x in range(19)]
            ),
            "There are 19 car pawns, those of Giulia; the box has 18.",
        ),
    ],
)
def test_a_position_that_breaks_a_rule_is_scored_and_the_breach_named(command: Command, value: Any, why: str) -> None:
    """Contract: which player, where, why."""
    answer = command.score(value)
    assert (answer.code, answer.err) == (0, "")
    assert any(why in problem["why"] for problem in json.loads(answer.out)["problems"])


def test_a_column_that_two_have_chosen_is_a_breach_of_both(command: Command) -> None:
    two = position(players=[PLAYER, {**PLAYER, "name": "Mirko"}])
    problems = json.loads(command.score(two).out)["problems"]
    assert [problem["player"] for problem in problems if "same column" in problem["why"]] == ["Giulia", "Mirko"]


@pytest.mark.parametrize("name", CHALLENGES)
def test_every_challenge_is_known(command: Command, name: str) -> None:
    answer = json.loads(command.score(position(challenge=name)).out)
    assert answer["challenge"]["name"] == name


@pytest.mark.parametrize("name", OBJECTIVES)
def test_every_objective_is_known(command: Command, name: str) -> None:
    assert command.score(with_tile(objective=name)).code == 0


def test_500_tiles_of_four_players_are_scored_in_a_moment(command: Command) -> None:
    tiles = [{"at": [x % 25, x // 25], "sides": "HHHH"} for x in range(500)]
    tiles[::20] = [{**tile, "objective": "service-station"} for tile in tiles[::20]]
    assert command.score(position(players=[{"name": name, "tiles": tiles} for name in "ABCD"])).code == 0


# Bad input

NOT_READABLE: dict[str, bytes] = {
    "empty": b"",
    "blank": b" \n\n",
    "broken": b'{"game": "railroad-tiles", "players": [',
    "python": b"{'game': 'railroad-tiles'}",
    "binary": bytes(range(256)) * 20,
    "utf-16": json.dumps(POSITION).encode("utf-16"),
    "nan": json.dumps(with_player(prestige=float("nan"))).encode(),
    "infinity": json.dumps(with_player(prestige=float("inf"))).encode(),
    "doubled key": b'{"game": "railroad-tiles", "game": "railroad-tiles", "players": []}',
    "doubled key inside": json.dumps(POSITION).encode().replace(b'"station"', b'"sides": "HHHH", "sides"'),
    "two values": b"{} {}",
    "deep": b"[" * 200_000 + b"]" * 200_000,
    "deep in a position": b'{"game": "railroad-tiles", "players": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "deep objects": b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
    "huge number": json.dumps(POSITION).encode().replace(b"12", b"9" * 10_000),
    "huge exponent": json.dumps(POSITION).encode().replace(b"12", b"1e999"),
    "half a character": json.dumps(POSITION).encode().replace(b"Giulia", b"\\ud83d"),
    "half a character as key": b'{"\\udc00": 1}',
    "nul": json.dumps(POSITION).encode().replace(b"Giulia", b"\0"),
    "many doubled keys": b"{" + b",".join(b'"k%d":1' % number for number in range(200_000)) + b',"k199999":1}',
}  # fmt: skip


def test_what_is_nested_too_deeply_is_said_so(command: Command) -> None:
    assert command.score(NOT_READABLE["deep"]).err.endswith("position.json: nested far too deeply\n")


@pytest.mark.parametrize("content", NOT_READABLE.values(), ids=NOT_READABLE.keys())
def test_what_is_no_json_is_answered_in_one_line(command: Command, content: bytes) -> None:
    command.score(content).check_bad()


OTHER_TYPES: list[Any] = [None, True, 3, -1, 2.5, 10**30, "text", "", [], [1], {}, {"a": 1}, [[0, 0]], "\n", "a\tb"]
PATHS = {
    "game": lambda value: position(game=value),
    "challenge": lambda value: position(challenge=value),
    "players": lambda value: position(players=value),
    "player": lambda value: position(players=[value]),
    "name": lambda value: with_player(name=value),
    "prestige": lambda value: with_player(prestige=value),
    "column": lambda value: with_player(column=value),
    "tiles": lambda value: with_player(tiles=value),
    "earned": lambda value: with_player(earned=value),
    "tile": lambda value: with_player(tiles=[value]),
    "at": lambda value: with_tile(at=value),
    "sides": lambda value: with_tile(sides=value),
    "urban": lambda value: with_tile(urban=value),
    "station": lambda value: with_tile(station=value),
    "objective": lambda value: with_tile(objective=value),
    "spots": lambda value: with_tile(spots=value),
    "spot": lambda value: with_tile(spots=[value]),
    "kind": lambda value: with_spot(kind=value),
    "on": lambda value: with_spot(on=value),
    "pawn": lambda value: with_spot(pawn=value),
}
RIGHT = {  # which of the other types happen to be right
    "challenge": [None],
    "objective": [None],
    "column": [None, 3],
    "prestige": [3],
    "name": ["text"],
    "tiles": [[]],
    "spots": [[]],
    "earned": [[]],
    "urban": [True],
    "station": [True],
    "pawn": [True],
    "on": [None],
}


@pytest.mark.parametrize("path", PATHS)
def test_a_wrong_type_anywhere_is_answered_in_one_line(command: Command, path: str) -> None:
    for value in OTHER_TYPES:
        answer = command.score(PATHS[path](value))
        if any(value is right or (value == right and type(value) is type(right)) for right in RIGHT.get(path, [])):
            assert answer.code == 0, value
        else:
            answer.check_bad()


@pytest.mark.parametrize("value", [None, True, 3, 2.5, "text", [], [POSITION]])
def test_a_position_is_an_object(command: Command, value: Any) -> None:
    command.score(value).check_bad()


BAD: dict[str, tuple[Any, str]] = {
    "unknown key": (position(colour="red"), "unknown key 'colour'"),
    "unknown key of a player": (with_player(score=3), "unknown key 'score'"),
    "unknown key of a tile": (with_tile(pawns=3), "unknown key 'pawns'"),
    "unknown key of a spot": (with_spot(at=3), "unknown key 'at'"),
    "unknown game": (position(game="chess"), "no game called 'chess'"),
    "no game": (without("game", POSITION), "'game'"),
    "no players": (without("players", POSITION), "'players' is missing"),
    "nobody": (position(players=[]), "must have 1 to 4 entries"),
    "five players": (position(players=[{**PLAYER, "name": name} for name in "ABCDE"]), "must have 1 to 4 entries"),
    "same names": (position(players=[PLAYER, PLAYER]), "same name"),
    "no name": (position(players=[without("name", PLAYER)]), "'name' is missing"),
    "blank name": (with_player(name="  "), "name"),
    "name of two lines": (with_player(name="A\nB"), "name"),
    "long name": (with_player(name="A" * 10_000), "at most 60"),
    "no tiles": (position(players=[without("tiles", PLAYER)]), "'tiles' is missing"),
    "no cell": (with_player(tiles=[without("at", TILE)]), "'at' is missing"),
    "no sides": (with_player(tiles=[without("sides", TILE)]), "'sides' is missing"),
    "unknown challenge": (position(challenge="flat-erth"), "must be one of megalopolis"),
    "unknown objective": (with_tile(objective="zoo"), "must be one of town-hall"),
    "unknown kind": (with_spot(kind="bus"), "must be one of car, train, traveller"),
    "unknown place": (with_spot(on="roof"), "must be one of highway, rail, station"),
    "three sides": (with_tile(sides="HRH"), "four letters"),
    "five sides": (with_tile(sides="HRHRH"), "four letters"),
    "small sides": (with_tile(sides="hrhr"), "four letters"),
    "other sides": (with_tile(sides="HRHX"), "four letters"),
    "half a cell": (with_tile(at=[0, 0.5]), "whole number"),
    "one number": (with_tile(at=[0]), "must have 2 entries"),
    "three numbers": (with_tile(at=[0, 0, 0]), "must have 2 entries"),
    "far away": (with_tile(at=[0, 10**9]), "must be from"),
    "debts": (with_player(prestige=-1), "must be from 0"),
    "riches": (with_player(prestige=10**12), "must be from 0"),
    "no such column": (with_player(column=5), "must be from 0 to 4"),
    "two tiles on one cell": (with_player(tiles=[TILE, TILE]), "another tile on the cell [0, 0]"),
    "a pawn on no highway": (with_tile(sides="R-R-", spots=[{"kind": "car", "pawn": True}]), "has none"),
    "a pawn on no rail": (with_tile(sides="H-H-", spots=[{"kind": "train", "pawn": True}]), "has none"),
    "a pawn on no station": (with_tile(station=False), "has none"),
    "a traveller anywhere": (with_tile(station=False, spots=[{"kind": "traveller"}]), "spot lies on"),
    "too many spots": (with_tile(spots=[{"kind": "car", "on": "highway"}] * 5), "must have 0 to 4"),
    "thousands of tiles": (
        with_player(tiles=[{"at": [x % 70, x // 70], "sides": "----"} for x in range(4900)]), "must have 0 to 500"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("value", "why"), BAD.values(), ids=BAD.keys())
def test_bad_input_is_answered_in_one_line_that_says_why(command: Command, value: Any, why: str) -> None:
    assert why in command.score(value).check_bad()


def test_the_line_says_where(command: Command) -> None:
    bad = with_player(tiles=[TILE, {"at": [1, 0], "sides": "HHHH", "spots": [{"kind": "car"}, {"kind": "bus"}]}])
    assert "players[0].tiles[1].spots[1].kind: must be one of" in command.score(bad).check_bad()


def test_a_number_of_many_digits_is_told_in_our_own_words(command: Command) -> None:
    told = command.score(b'{"game": "railroad-tiles", "players": ' + b"9" * 5000 + b"}").check_bad()
    assert told.endswith("not JSON that can be read: it has a number of far too many digits\n")


def test_files_that_cannot_be_read(command: Command, tmp_path: Path) -> None:
    for file in (tmp_path / "missing.json", tmp_path, "/dev/zero"):
        assert f"{file}: " in command.run("score", str(file)).check_bad()
    assert "name is empty" in command.run("score", "").check_bad()


@pytest.mark.parametrize(
    "words", [(), ("score",), ("scor",), ("score", "a", "b"), ("score", "--fast"), ("--nonsense",)]
)
def test_bad_usage(command: Command, words: tuple[str, ...]) -> None:
    command.run(*words).check_bad()


# The real program


def test_the_program_reads_standard_input() -> None:
    answer = real_command("score", "-", stdin=json.dumps(POSITION).encode())
    assert (answer.code, answer.err) == (0, "")
    assert json.loads(answer.out)["winners"] == ["Giulia"]


def test_the_program_reads_a_byte_order_mark() -> None:
    assert real_command("score", "-", stdin=b"\xef\xbb\xbf" + json.dumps(POSITION).encode()).code == 0


def test_the_program_prints_any_name_in_any_locale() -> None:
    name = json.dumps(with_player(name="Zoë 火 🚂")).encode()
    ascii_only = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    for locale in ({"LC_ALL": "C"}, {"LC_ALL": "C.UTF-8"}, ascii_only, {"PYTHONIOENCODING": "latin-1"}):
        answer = real_command("score", "-", stdin=name, env={**os.environ, **locale})
        assert (answer.code, answer.err) == (0, "")
        assert json.loads(answer.out)["winners"] == ["Zoë 火 🚂"]
        refused = real_command("score", "🚂.json", env={**os.environ, **locale})
        assert refused.check_bad().startswith("capostazione: ")


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[" * 100_000, json.dumps(with_tile(at=[0, 0, 0])).encode()])
def test_the_program_answers_bad_input_in_one_line(content: bytes) -> None:
    real_command("score", "-", stdin=content).check_bad()


def test_the_program_without_standard_input() -> None:
    program = f'"{sys.executable}" -m firmware.cli score - <&-'
    done = subprocess.run(program, shell=True, capture_output=True, text=True, timeout=60, check=False)
    Answer(done.returncode, done.stdout, done.stderr).check_bad()


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("score {position} >&-", 0),
        ("score {position} >&- 2>&-", 0),
        ("score {position} <&- >&- 2>&-", 0),
        ("print --out {folder} >&-", 0),
        ("score nowhere 2>&-", 2),
        ("score nowhere 2>/dev/full", 2),
        ("nonsense 2>/dev/full", 2),
        ("score {position} >/dev/full 2>/dev/full", 2),
    ],
)
def test_the_program_with_streams_that_cannot_be_written(tmp_path: Path, rest: str, code: int) -> None:
    position = tmp_path / "position.json"
    position.write_text(json.dumps(POSITION))
    program = f'"{sys.executable}" -m firmware.cli {rest.format(position=position, folder=tmp_path)}'
    done = subprocess.run(program, shell=True, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr, done.stdout) == (code, "", "")


def test_the_program_on_a_full_disk() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full on this system")
    with Path("/dev/full").open("w") as full:
        program = [sys.executable, "-m", "firmware.cli", "score", "-"]
        position = json.dumps(POSITION)
        done = subprocess.run(
            program, input=position, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert "No space left" in Answer(done.returncode, "", done.stderr).check_bad()


def test_the_program_with_a_reader_that_goes_away() -> None:
    program = f'"{sys.executable}" -m firmware.cli score - | true'
    done = subprocess.run(
        program, input=json.dumps(POSITION), shell=True, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr == ""
