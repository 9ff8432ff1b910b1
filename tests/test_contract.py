"""What every game promises to the table, the log and the page, played on every registered game."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from engine.bots import RandomBot, play_out, throw
from engine.errors import IllegalMove, MoveError, UnreadableMove
from engine.game import TABLE, seat
from engine.games import find_game, names
from engine.log import Entry, Header
from engine.table import Table, replay
from tests.setups import SETUPS, all_setups

LOOKED_AT = 60  # moves of one state that are looked at more closely
CASES = [pytest.param(*case, id=f"{case[0]}-{len(case[1])}-{number}") for number, case in enumerate(all_setups())]
on_every_game = pytest.mark.parametrize(("name", "players", "setup"), CASES)


def freeze(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


@cache
def _played(name: str, players: tuple[str, ...], setup: str) -> tuple[Any, list[tuple[Any, Any]]]:
    game = find_game(name)
    start = game.start(players, json.loads(setup))
    bots = {seat(index): RandomBot() for index in range(len(players))}
    return start, list(play_out(game, start, bots, random.Random(f"{name} {players} {setup}")))


def played(name: str, players: tuple[str, ...], setup: dict[str, Any]) -> tuple[Any, list[tuple[Any, Any]]]:
    """A whole random game: its first state, and each move with the state after it."""
    return _played(name, players, json.dumps(setup))


def states_of(name: str, players: tuple[str, ...], setup: dict[str, Any], count: int = 40) -> list[Any]:
    """States spread over a random game, the first and the last among them."""
    start, moves = played(name, players, setup)
    states = [start, *(state for _, state in moves)]
    step = max(1, len(states) // count)
    return [*states[::step], states[-1]]


def test_every_registered_game_is_tested() -> None:
    assert set(SETUPS) == set(names())


@on_every_game
def test_a_random_game_ends(name: str, players: tuple[str, ...], setup: dict[str, Any]) -> None:
    game = find_game(name)
    _, moves = played(name, players, setup)
    last = moves[-1][1]
    assert game.turn(last).over
    assert not game.legal_moves(last)
    assert not game.chances(last)


@on_every_game
def test_legal_moves_agree_with_themselves(name: str, players: tuple[str, ...], setup: dict[str, Any]) -> None:
    game = find_game(name)
    for state in states_of(name, players, setup):
        legal = game.legal_moves(state)
        actors = game.turn(state).actors
        for move in islice(legal, LOOKED_AT):
            assert move in legal
            assert str(move).split()[0] in actors
            assert game.read_move(str(move)) == move
            assert game.read_move(str(move), state) == move
            assert hash(game.read_move(str(move))) == hash(move)


@on_every_game
def test_a_move_changes_nothing_but_what_it_returns(name: str, players: tuple[str, ...], setup: dict[str, Any]) -> None:
    game = find_game(name)
    for state in states_of(name, players, setup, 12):
        before = freeze(game.view(state)), freeze(game.position(state))
        for move in islice(game.legal_moves(state), LOOKED_AT):
            assert game.play(state, move) == game.play(state, move)
        assert (freeze(game.view(state)), freeze(game.position(state))) == before


@on_every_game
def test_chance_gives_legal_moves_of_the_table(name: str, players: tuple[str, ...], setup: dict[str, Any]) -> None:
    game = find_game(name)
    for state in states_of(name, players, setup):
        chances = game.chances(state)
        assert bool(chances) == (game.turn(state).actors == (TABLE,))
        for move, weight in chances.items():
            assert weight > 0
            assert move in game.legal_moves(state)
        if chances:
            assert throw(game, state, random.Random(1)) in chances


@on_every_game
def test_an_illegal_move_is_refused_in_words(name: str, players: tuple[str, ...], setup: dict[str, Any]) -> None:
    """Moves of other moments of the game: those that are not legal now raise, with a sentence."""
    game = find_game(name)
    _, moves = played(name, players, setup)
    for state in states_of(name, players, setup, 10):
        for move, _ in moves[:: max(1, len(moves) // 40)]:
            if move in game.legal_moves(state):
                continue
            with pytest.raises(IllegalMove) as refused:
                game.play(state, move)
            assert str(move) in str(refused.value)
            assert str(refused.value.why).endswith(".")


@on_every_game
@pytest.mark.parametrize("text", ["", " ", "P1", "P9 pass", "TABLE", "P1 dance", "nonsense", "P1 \x00", "P1 " * 50])
def test_nonsense_is_unreadable(name: str, players: tuple[str, ...], setup: dict[str, Any], text: str) -> None:
    game = find_game(name)
    with pytest.raises(UnreadableMove):
        game.read_move(text)


@on_every_game
def test_what_is_shown_is_json_and_what_is_scored_adds_up(
    name: str, players: tuple[str, ...], setup: dict[str, Any]
) -> None:
    game = find_game(name)
    for state in states_of(name, players, setup, 15):
        for viewer in (None, "P1"):
            freeze(game.view(state, viewer))
        assert game.draw(state).strip()
        assert str(game.turn(state).todo).endswith(".")
        position = game.position(state)
        answer = game.score(json.loads(freeze(position))).as_json()
        assert answer["game"] == name
        for player in answer["players"]:
            assert player["total"] == sum(player["parts"].values())
            for part, points in player["parts"].items():
                told = [source["points"] for source in player["sources"] if source["part"] == part]
                assert sum(told) == points


@on_every_game
def test_a_lawful_game_has_no_problems(name: str, players: tuple[str, ...], setup: dict[str, Any]) -> None:
    if "challenge" in setup:
        pytest.skip("a random player breaks a challenge's restriction, and that is reported")
    game = find_game(name)
    for state in states_of(name, players, setup, 15):
        assert game.problems(state) == ()


@on_every_game
def test_a_replay_of_any_prefix_gives_the_state_then(
    name: str, players: tuple[str, ...], setup: dict[str, Any]
) -> None:
    game = find_game(name)
    start, moves = played(name, players, setup)
    entries = [Entry("move", str(move)) for move, _ in moves]
    history = replay(Header(name, players, setup, game.rules), entries)
    assert history.states == [start, *(state for _, state in moves)]


@on_every_game
def test_a_table_lives_on_its_log(name: str, players: tuple[str, ...], setup: dict[str, Any], tmp_path: Path) -> None:
    """Play on a log, undo and redo, close, open: the same game is there; a refused move leaves no trace."""
    path = tmp_path / "game.jsonl"
    _, moves = played(name, players, setup)
    with Table.start(path, name, players, setup) as table:
        for move, state in moves[:25]:
            assert table.play(move) == state
        for _ in range(5):
            table.undo()
        assert table.state == moves[19][1]
        for _ in range(3):
            table.redo()
        size = path.stat().st_size
        with pytest.raises(MoveError):
            table.play("P1 dance")
        assert path.stat().st_size == size
    with Table.open(path) as again:
        assert again.state == moves[22][1]
        assert again.n == 25 + 5 + 3
        assert again.can_redo
        assert again.redo() == moves[23][1]
