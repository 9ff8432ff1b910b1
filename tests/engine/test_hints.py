"""Advice for a player: legal, with a reason, the same every time, and blind to what others hide."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.bots import play_out
from engine.game import TABLE, seat
from engine.games import MODULES, find_bot, find_game, names
from engine.hints import BEST, Hint
from engine.parts.cards import NONE, Hand

OPEN_HANDS = {"ticket-to-ride-new-york": {"hands": "open"}, "ticket-to-ride-card-game": {"hands": "open"}}
HIDDEN = tuple(OPEN_HANDS)


def _positions(name: str, every: int, seed: int = 2) -> Iterator[tuple[Any, str]]:
    """Positions of a game among bots, each with somebody who is to act."""
    game = find_game(name)
    bots = {seat(index): find_bot(name, "good" if index else "random") for index in range(2)}
    state = game.start(("Ann", "Bob"), OPEN_HANDS.get(name, {}))
    for number, (_, after) in enumerate(play_out(game, state, bots, random.Random(seed))):
        actors = [actor for actor in game.turn(after).actors if actor != TABLE]
        if actors and number % every == 0:
            yield after, actors[0]


def _hints(name: str, state: Any, actor: str) -> list[Hint]:
    found: list[Hint] = importlib.import_module(f"{MODULES[name]}.hints").hints(state, actor)
    return found


@pytest.mark.parametrize("name", names())
def test_every_hint_is_a_legal_move_and_says_why(name: str) -> None:
    game, phases = find_game(name), set()
    for state, actor in _positions(name, 4):
        legal = {str(move) for move in game.legal_moves(state)}
        found = _hints(name, state, actor)
        assert len(found) <= BEST
        for hint in found:
            assert str(hint.move) in legal
            assert name == "railroad-tiles" or hint.why
            phases.add(game.turn(state).phase)
        assert found == _hints(name, state, actor)
    assert len(phases) >= 2


@pytest.mark.parametrize("name", [name for name in names() if name != "railroad-tiles"])
def test_there_is_advice_whenever_a_player_has_a_choice(name: str) -> None:
    """Only the last count, where all tickets are shown and the best choice follows, may go without."""
    game, silent, asked = find_game(name), 0, 0
    for state, actor in _positions(name, 3, seed=5):
        mine = [move for move in game.legal_moves(state) if str(move).startswith(actor)]
        if len(mine) > 1:
            asked += 1
            silent += not _hints(name, state, actor)
    assert asked > 10
    assert silent == 0


@pytest.mark.parametrize("name", HIDDEN)
def test_hints_do_not_depend_on_what_others_hide(name: str) -> None:
    tried = 0
    for state, actor in _positions(name, 11):
        other = 1 - int(actor[1:]) + 1
        hand, tickets = state.players[other].hand, state.players[other].tickets
        blind = state.with_player(other, hand=Hand(NONE, hand.size), tickets=Hand(NONE, tickets.size))
        hidden = replace(blind, supply=replace(state.supply, unseen=state.supply.unseen + hand.known))
        if hand.size and _hints(name, state, actor):
            assert _hints(name, hidden, actor) == _hints(name, state, actor)
            tried += 1
    assert tried > 3


@pytest.mark.parametrize("name", [name for name in names() if name != "railroad-tiles"])
def test_whoever_follows_the_hints_beats_chance(name: str) -> None:
    game, won = find_game(name), 0
    for seed in range(3):
        dice = random.Random(seed)
        state = game.start(("Ann", "Bob"), OPEN_HANDS.get(name, {}))
        state = _played_by_hints(name, game, state, dice)
        totals = [player.total for player in game.score(game.position(state)).players]
        won += totals[0] > totals[1]
    assert won >= 2


def _played_by_hints(name: str, game: Any, state: Any, dice: random.Random) -> Any:
    """Ann follows the first hint, Bob plays anything."""
    chance = find_bot(name, "random")
    bots = {"P1": chance, "P2": chance}
    while not game.turn(state).over:
        actor = game.turn(state).actors[0]
        found = _hints(name, state, actor) if actor == "P1" else []
        move = found[0].move if found else next(play_out(game, state, bots, dice))[0]
        state = game.play(state, move)
    return state
