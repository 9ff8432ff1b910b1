"""Tables of New York to test on: set up by chance, then corrected to what a test needs."""

from __future__ import annotations

import random
from typing import Any

from engine.bots import throw
from engine.game import TABLE
from engine.ticket_to_ride_new_york import GAME
from engine.ticket_to_ride_new_york.state import State, Step

PLAIN_ROW = "row is black, blue, green, orange, pink"


def set_up(players: int, setup: dict[str, Any] | None = None, seed: int = 1) -> State:
    """A table where everybody has kept every ticket, before the first turn."""
    state = GAME.start(("Ann", "Bob", "Cleo", "Dino")[:players], setup or {})
    dice = random.Random(seed)
    while state.step is not Step.ACTION or state.waits_for_open_card:
        if GAME.turn(state).actors == (TABLE,):
            state = GAME.play(state, throw(GAME, state, dice))
        else:
            state = after(state, f"{GAME.turn(state).actors[0]} keeps 2 tickets")
    return state


def table(players: int, *corrections: str, seed: int = 1, **setup: Any) -> State:
    """A table with a plain row and otherwise as the corrections say."""
    state = set_up(players, setup, seed)
    empty = tuple(f"P{index + 1} hand is no cards" for index in range(players)) if not state.hidden else ()
    for correction in (*empty, PLAIN_ROW, *corrections):
        state = GAME.correct(state, correction)
    return state


def after(state: State, *moves: str) -> State:
    for text in moves:
        state = GAME.play(state, GAME.read_move(text, state))
    return state


def drop_deck(state: State, keep: str = "no cards") -> State:
    """The same table with all cards of the deck but some given to the last player."""
    from engine.parts.cards import read_cards

    last = len(state.players) - 1
    rest = state.supply.unseen - read_cards(keep)
    return GAME.correct(state, f"P{last + 1} hand is {state.players[last].hand.known + rest}")
