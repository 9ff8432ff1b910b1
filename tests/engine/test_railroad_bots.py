"""The good player plays better than chance, and its hints are legal and say why."""

from __future__ import annotations

import random

import pytest

from engine.bots import RandomBot, next_move
from engine.game import seat
from engine.games import find_bot, find_game
from engine.railroad_tiles.hints import hints
from engine.railroad_tiles.state import PLACEMENT, State
from engine.railroad_tiles.tile import same_face
from tests.tables.selfplay import play_match

GAME = find_game("railroad-tiles")


def test_the_good_player_beats_the_random_one_by_far() -> None:
    """The figure over 200 games is in tests/tables/self-play.md."""
    match = play_match("railroad-tiles", 6)
    assert match.won == match.games
    assert match.good > match.random + 25


def test_a_good_player_can_play_with_objectives_and_alone() -> None:
    for players, setup in ((3, {"objectives": ["temple", "airport", "stadium"]}), (1, {"challenge": "holes"})):
        bots = {seat(index): find_bot("railroad-tiles", "good") for index in range(players)}
        state, dice = GAME.start(("Ann", "Bob", "Cleo")[:players], setup), random.Random(5)
        while not GAME.turn(state).over:
            state = GAME.play(state, next_move(GAME, state, bots, dice))
        assert all(player.total > 0 for player in GAME.score({**GAME.position(state), "challenge": None}).players)


def states_with_a_choice() -> list[State]:
    state, dice = GAME.start(("Ann", "Bob"), {}), random.Random(4)
    found = []
    while not GAME.turn(state).over:
        if state.laying is not None or state.phase == PLACEMENT:
            found.append(state)
        state = GAME.play(state, next_move(GAME, state, {"P1": RandomBot(), "P2": RandomBot()}, dice))
    return found


def test_hints_are_legal_and_come_best_first() -> None:
    for state in states_with_a_choice()[::5]:
        (actor, *_) = GAME.turn(state).actors
        found = hints(state, actor)
        assert len(found) <= 3
        assert [hint.gain for hint in found] == sorted((hint.gain for hint in found), reverse=True)
        for hint in found:
            assert hint.move in GAME.legal_moves(state)


def test_hints_for_one_tile_are_its_best_places_and_say_why() -> None:
    state = next(state for state in states_with_a_choice() if state.laying is not None and state.round > 3)
    assert state.laying is not None
    tile = state.players[state.laying].hand[0]
    found = hints(state, state.seat_of(state.laying), tile)
    assert {same_face(hint.move.tile) for hint in found} == {same_face(tile)}  # type: ignore[union-attr]
    assert any(hint.why for hint in found)


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(ValueError, match="no player called 'grandmaster'"):
        find_bot("railroad-tiles", "grandmaster")
