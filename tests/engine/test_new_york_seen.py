"""Taxis that the camera saw, explained by legal claims from the last accepted state."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engine.errors import BadInput
from engine.infer import infer
from engine.observation import AMBIGUOUS, FOUND, SAME, UNEXPLAINED, Inference
from engine.ticket_to_ride_new_york import GAME
from engine.ticket_to_ride_new_york.moves import Claim
from engine.ticket_to_ride_new_york.state import State
from tests.engine.new_york import game_states, table

CHELSEA_SOHO = ["Chelsea", "Soho", "pink"]
TWINS = ["Chelsea", "Empire State Building", "gray"]


def see(state: State, *more: dict[str, Any]) -> dict[str, Any]:
    """What a good camera prints of a table, with the entries added."""
    claims = [
        {"route": route, "taxis": player["colour"]}
        for player in GAME.position(state)["players"]
        for route in player["routes"]
    ]
    return {"game": GAME.name, "claims": [*claims, *more]}


def inferred(state: State, *more: dict[str, Any]) -> Inference:
    return infer(GAME.name, state, see(state, *more))


def claim(route: list[str], taxis: str, **more: float) -> dict[str, Any]:
    return {"route": route, "taxis": taxis, **more}


@pytest.mark.parametrize(("players", "hands"), [(2, "open"), (3, "hidden"), (4, "hidden")])
def test_every_claim_of_a_game_is_found_or_its_payment_asked(players: int, hands: str) -> None:
    states = game_states(players, players, {"hands": hands})
    found = 0
    for before, now in pairwise(states):
        answer = infer(GAME.name, before, see(now))
        if before.owners == now.owners:
            assert answer.verdict == SAME
        elif answer.verdict == FOUND:
            assert GAME.play(before, answer.moves[0]).owners == now.owners
            found += 1
        else:
            assert answer.verdict == AMBIGUOUS
            assert {GAME.play(before, move).owners for (move,) in answer.choices} == {now.owners}
            assert hands == "open"
    assert found > 5


def test_claims_of_several_players_in_turn_are_found_together() -> None:
    state = table(3, "P1 hand is 4 pink", "P2 hand is 2 red")
    answer = inferred(state, claim(["Midtown West", "Lincoln Center", "red"], "yellow"), claim(CHELSEA_SOHO, "white"))
    assert answer.verdict == FOUND
    assert [str(move) for move in answer.moves] == [
        "P1 claims Chelsea - Soho pink with 4 pink",
        "P2 claims Lincoln Center - Midtown West red with 2 red",
    ]


def test_gray_twins_are_counted_not_told_apart() -> None:
    """Ruling 7."""
    state = table(3, "Chelsea - Empire State Building gray belongs to P2", "P1 hand is 2 red")
    answer = inferred(state, claim(TWINS, "white"))
    assert [str(move) for move in answer.moves] == ["P1 claims Chelsea - Empire State Building gray with 2 red"]


def test_a_payment_that_the_hand_leaves_open_is_asked() -> None:
    answer = inferred(table(2, "P1 hand is 4 pink, 1 taxi"), claim(CHELSEA_SOHO, "white"))
    assert answer.verdict == AMBIGUOUS
    assert len(answer.choices) == 2
    assert all(isinstance(move, Claim) for (move,) in answer.choices)


def test_a_doubtful_reading_is_asked() -> None:
    answer = inferred(table(2, "P1 hand is 4 pink"), claim(CHELSEA_SOHO, "white", confidence=0.6))
    assert answer.verdict == AMBIGUOUS


@pytest.mark.parametrize(
    ("sight", "why"),
    [
        (claim(CHELSEA_SOHO, "yellow"), "It is Ann's turn."),
        (claim(CHELSEA_SOHO, "purple"), "Nobody plays with purple taxis, and they stand on Chelsea - Soho pink."),
        (claim(["Chinatown", "Brooklyn", "red"], "white"), "Ann cannot have 3 cards of red."),
        (claim(["Chinatown", "Wall Street", "green"], "white"), "the second route between Chinatown and Wall Street"),
    ],
)
def test_a_claim_that_breaks_a_rule_is_shown_and_not_taken_for_another(sight: dict[str, Any], why: str) -> None:
    state = table(2, "P1 hand is 2 green, 4 pink", "Chinatown - Wall Street pink belongs to P2")
    answer = inferred(state, sight)
    assert answer.verdict == UNEXPLAINED
    (contradiction,) = answer.contradictions
    assert why in contradiction.why
    assert answer.moves == ()


def test_taxis_that_changed_or_went_away_are_told_once() -> None:
    state = table(2, "Chelsea - Soho pink belongs to P2", "P1 hand is 4 pink")
    for claims in ([], [claim(CHELSEA_SOHO, "white")]):
        answer = infer(GAME.name, state, {"claims": claims})
        assert answer.verdict == UNEXPLAINED
        assert [one.why for one in answer.contradictions] == [
            "The taxis of Bob on Chelsea - Soho pink are not to be seen."
        ]


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        ({}, "sighting: the key 'claims' is missing"),
        ({"claims": [claim(["Soho", "Brooklyn", "red"], "white")]}, "Soho - Brooklyn red is no route of New York"),
        ({"claims": [claim(CHELSEA_SOHO, "green")]}, "must be one of white, yellow, turquoise, purple"),
    ],
)
def test_a_sighting_that_cannot_be_read_is_refused(seen: dict[str, Any], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        infer(GAME.name, table(2), seen)
