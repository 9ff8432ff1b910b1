"""Tables of Off the Rails for tests: a game set up in a few words, and moves played on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import IllegalMove
from engine.off_the_rails import GAME
from engine.off_the_rails.state import ACTIONS, Cart, State

NAMES = ("Ann", "Bob", "Cleo", "Dino")


def table(*corrections: str, players: int = 2, setup: Mapping[str, Any] | None = None) -> State:
    """Ann's (red, north) first turn on an empty board, with these corrections made."""
    state = GAME.start(NAMES[:players], setup or {})
    state = replace(state, phase=ACTIONS, started=True, first_deposits=())
    for correction in corrections:
        state = GAME.correct(state, correction)
    return state


def play(state: State, *moves: str) -> State:
    for text in moves:
        state = GAME.play(state, GAME.read_move(text, state))
    return state


def refused(state: State, text: str) -> str:
    """Why the move is not legal; it must not be, and whoever asks `in legal_moves` must hear the same."""
    move = GAME.read_move(text, state)
    assert move not in GAME.legal_moves(state)
    with pytest.raises(IllegalMove) as error:
        GAME.play(state, move)
    return str(error.value.why)


def cart(state: State, clan: str, die: str = "black") -> Cart:
    return state.carts[state.cart_index(clan, die)]


def open_abyss(state: State) -> State:
    """The abyss is open, all tokens but the four on its pile in the lid, and it is the same player's turn."""
    return replace(state, opened=True, turns_left=0, piles=(), abyss_pile=())
