"""Cards that the camera saw, explained by legal moves from the last accepted state."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.bots import RandomBot, play_out
from engine.errors import BadInput
from engine.game import seat
from engine.infer import infer
from engine.observation import AMBIGUOUS, FOUND, SAME, UNEXPLAINED, Inference
from engine.ticket_to_ride_card_game import GAME
from engine.ticket_to_ride_card_game.bots import GOOD
from engine.ticket_to_ride_card_game.explain import open_cards
from engine.ticket_to_ride_card_game.moves import Advance, Play, Take
from engine.ticket_to_ride_card_game.state import State
from tests.engine.card_game import NAMES, after, table


def see(state: State, *zones: int, confidence: float = 1.0) -> dict[str, Any]:
    """What a good camera prints of a table, of some zones or of all."""
    shown = zones or range(len(state.players) + 1)
    return {
        "game": GAME.name,
        "zones": [
            {
                "zone": zone,
                "cards": [
                    {"kind": kind, "count": count, "confidence": confidence}
                    for kind, count in open_cards(state, zone).counts().items()
                ],
            }
            for zone in shown
        ],
    }


def inferred(before: State, now: State, *zones: int, confidence: float = 1.0) -> Inference:
    return infer(GAME.name, before, see(now, *zones, confidence=confidence))


def texts(answer: Inference) -> list[str]:
    return [str(move) for move in answer.moves]


def test_an_unchanged_table_is_the_same() -> None:
    state = table(3, "P2 red row is 2 red, 1 locomotive")
    assert inferred(state, state).verdict == SAME
    assert inferred(state, state, 2).verdict == SAME


@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_every_visible_move_of_a_game_is_found(hands: str) -> None:
    """A play, a phase 1, or an open card with its successor: found, or asked about where it could be another."""
    state = GAME.start(NAMES[:3], {"hands": hands})
    bots = {seat(index): GOOD if hands == "open" else RandomBot() for index in range(3)}
    looked = 0
    for move, now in play_out(GAME, state, bots, random.Random(4)):
        if isinstance(move, Play | Advance) and open_cards(state, state.current + 1) != open_cards(
            now, state.current + 1
        ):
            answer = inferred(state, now)
            assert answer.verdict == FOUND
            assert texts(answer) == [str(move)]
            looked += 1
        state = now
    assert looked > 30


def test_a_whole_turn_is_found_at_once() -> None:
    before = table(2, "P1 red row is 2 red", "P1 hand is 1 blue, 1 locomotive", "turn is P1")
    now = after(before, "P1 advances", "P1 plays 1 blue, 1 locomotive")
    assert texts(inferred(before, now)) == ["P1 advances", "P1 plays 1 blue, 1 locomotive"]


def test_an_open_card_that_was_taken_is_found_with_its_successor() -> None:
    before = table(2)
    now = after(before, "P1 takes blue", "TABLE shows red")
    answer = inferred(before, now)
    assert texts(answer) == ["P1 takes blue", "TABLE shows red"]
    assert isinstance(answer.moves[0], Take)


def test_two_open_cards_are_found_in_whatever_order() -> None:
    before = table(2)
    now = after(before, "P1 takes blue", "TABLE shows red", "P1 takes green", "TABLE shows red")
    answer = inferred(before, now)
    assert answer.verdict == FOUND
    reached = after(before, *texts(answer))
    assert reached.players == now.players
    assert reached.current == 1


def test_a_robbery_is_found_from_both_yards() -> None:
    before = table(2, "P2 red row is 2 red", "P1 hand is 3 red")
    answer = inferred(before, after(before, "P1 plays 3 red"))
    assert texts(answer) == ["P1 plays 3 red"]


def test_a_play_against_the_rules_is_reported_with_the_reason() -> None:
    """Ruling 3: two cards do not rob two."""
    before = table(2, "P2 red row is 2 red", "P1 hand is 2 red")
    now = GAME.play(before, GAME.read_move("P1 plays 2 red", before), insist=True)
    answer = inferred(before, now)
    assert answer.verdict == UNEXPLAINED
    assert "a train robbery needs more than that" in answer.contradictions[0].why
    assert answer.contradictions[0].move == "P1 plays 2 red"
    assert answer.contradictions[0].seat == "P1"


def test_a_row_that_shrank_without_reason_is_reported() -> None:
    before = table(2, "P2 red row is 3 red")
    answer = inferred(before, GAME.correct(before, "P2 red row is 1 red"))
    assert answer.verdict == UNEXPLAINED
    assert answer.contradictions[0].why == "The yard of Bob shows 1 red; by the record it is 3 red."


def test_a_doubtful_reading_is_asked_about() -> None:
    before = table(2, "P1 hand is 3 red")
    answer = inferred(before, after(before, "P1 plays 3 red"), confidence=0.6)
    assert answer.verdict == AMBIGUOUS
    assert [str(move) for move in answer.choices[0]] == ["P1 plays 3 red"]


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        ({}, "the key 'zones' is missing"),
        ({"zones": [{"zone": 4, "cards": []}]}, "must be from 0 to 2"),
        ({"zones": [{"zone": None, "cards": []}]}, "must be a whole number"),
        ({"zones": [{"zone": 1, "cards": [{"kind": "pink", "count": 1}]}]}, "must be one of black"),
        ({"zones": [{"zone": 1, "cards": [{"kind": "red", "count": -1}]}]}, "must be from 0 to 200"),
    ],
)
def test_a_sighting_that_cannot_be_read_is_refused_in_a_sentence(seen: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput) as refused:
        infer(GAME.name, table(2), seen)
    assert told in str(refused.value)
