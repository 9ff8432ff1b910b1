"""What the lights show, as words and as levels over time."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from engine.bots import RandomBot, play_out
from engine.game import TABLE, seat
from engine.games import find_game, names
from engine.words import say
from firmware.lights import CHASE_S, PATTERNS, chase, is_moving, level, levels, lights_of, phase_light
from tests.firmware.games import RAILROAD
from tests.setups import NAMES, SETUPS
from webui.desk import OFFER, OWING, PLAY, PUZZLE, QUESTION, Flipped, Snapshot

GAME = find_game(RAILROAD)


def snapshot_of(state: object, **fields: object) -> Snapshot:
    score = GAME.score(GAME.position(state))
    started = Snapshot(game=GAME, state=state, players=("Ann", "Bob"), turn=GAME.turn(state), score=score, moment=PLAY)
    return replace(started, **fields)  # type: ignore[arg-type]


def lit(snapshot: Snapshot) -> set[str]:
    return {name for name, pattern in lights_of(snapshot).items() if pattern == "on"}


@pytest.fixture(scope="module")
def states() -> list[object]:
    import random

    start = GAME.start(("Ann", "Bob"), {})
    bots = {seat(k): RandomBot() for k in range(2)}
    return [start, *(state for _, state in play_out(GAME, start, bots, random.Random(3)))]


def test_one_phase_and_the_players_on_turn_are_lit(states: list[object]) -> None:
    for state in states[:-1]:
        turn = GAME.turn(state)
        players = {f"player-{actor[1:]}" for actor in turn.actors if actor != TABLE}
        assert lit(snapshot_of(state)) == players | {phase_light(RAILROAD, turn.phase)}


def test_at_the_end_the_winners_shine(states: list[object]) -> None:
    snapshot = snapshot_of(states[-1])
    assert snapshot.score is not None
    assert lit(snapshot) == {f"player-{('Ann', 'Bob').index(name) + 1}" for name in snapshot.score.winners}


def test_the_side_of_the_token_stays_until_players_move(states: list[object]) -> None:
    filling = next(state for state in states if GAME.turn(state).actors == (TABLE,))
    choosing = next(state for state in states if GAME.turn(state).phase == "selection")
    assert "left" in lit(snapshot_of(filling, n=9, flipped=Flipped("left", 7)))
    assert not {"left", "right"} & lit(snapshot_of(choosing, n=12, flipped=Flipped("left", 7)))


@pytest.mark.parametrize(
    ("fields", "light"),
    [
        ({}, "green on"),
        ({"watching": "looking"}, "green on"),
        ({"watching": "moving"}, "blue slow"),
        ({"watching": "reading"}, "blue slow"),
        ({"moment": OFFER}, "amber blink"),
        ({"moment": QUESTION}, "amber blink"),
        ({"moment": OWING}, "amber blink"),
        ({"troubles": {"camera": "gone"}}, "amber blink"),
        ({"moment": PUZZLE}, "red blink"),
        ({"refusal": say("No.")}, "red blink"),
        ({"troubles": {"disk": "full"}, "watching": "reading"}, "red blink"),
    ],
)
def test_the_state_light(states: list[object], fields: dict[str, object], light: str) -> None:
    assert lights_of(snapshot_of(states[0], **fields))["state"] == light


def test_without_a_game_only_the_state_light_is_on() -> None:
    assert {name for name, pattern in lights_of(Snapshot()).items() if pattern != "off"} == {"state"}


@pytest.mark.parametrize("game", names())
def test_every_phase_that_a_game_reaches_has_a_light(game: str) -> None:
    import random

    rules = find_game(game)
    for players, setup in SETUPS[game][:3]:
        state = rules.start(NAMES[:players], setup)
        bots = {seat(k): RandomBot() for k in range(players)}
        phases = {rules.turn(after).phase for _, after in play_out(rules, state, bots, random.Random(1))}
        assert {phase for phase in phases if phase_light(game, phase) is None} <= {"over", "setup"}


@pytest.mark.parametrize("side", ["left", "right"])
def test_the_chase_goes_to_and_fro_and_ends_on_the_result(side: str) -> None:
    times = [sum(CHASE_S[:k]) + CHASE_S[k] / 2 for k in range(len(CHASE_S))]
    sides = [chase(side, at_s) for at_s in times]
    assert all(one != other for one, other in pairwise(sides))
    assert sides[-1] != side, "the last step before rest is on the other side, then it falls"
    assert chase(side, sum(CHASE_S) + 0.01) is None
    resting, _ = levels(lights_of(Snapshot()) | {side: "on"}, 100.0 + sum(CHASE_S), (side, 100.0))
    assert resting[side] == 1.0
    tumbling, _ = levels(lights_of(Snapshot()) | {side: "on"}, 100.0, (side, 100.0))
    assert sorted((tumbling["left"], tumbling["right"])) == [0.0, 1.0]


def test_patterns_follow_their_data() -> None:
    for pattern, steps in PATTERNS.items():
        at_s = 0.0
        for bright, seconds in steps * 2:
            assert level(pattern, at_s + seconds / 2) == bright
            at_s += seconds
    assert is_moving({"state": "amber blink"})
    assert not is_moving({"state": "green on", "left": "off"})
