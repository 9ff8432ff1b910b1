"""Mine boards as they lie in games that good players play to the rules."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from engine.bots import play_out
from engine.game import seat
from engine.games import find_bot, find_game
from engine.off_the_rails.state import State
from engine.off_the_rails.view import cells
from vision.render.style import Rng

GAME, PLAYERS = "off-the-rails", ("Anna", "Bruno", "Carla", "Dino")
# A board is of interest once so many tracks lie and so many carts stand on it.
TRACKS, CARTS = 10, 2
GAMES = 100_000


def played_cells(board: str, rng: Rng) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Squares and carts at some moment of some game on a board of this name, in the form that `see` prints."""
    moments = _moments(board, int(rng.integers(GAMES)))
    state = moments[int(rng.integers(len(moments)))]
    carts = [
        {"clan": cart.clan, "at": list(cart.at), "facing": cart.facing, "speed": cart.speed}
        for cart in state.carts
        if cart.at is not None
    ]
    return cells(state), carts


@lru_cache(maxsize=4)
def _moments(board: str, seed: int) -> tuple[State, ...]:
    """The states of a game with enough to see on the board."""
    game = find_game(GAME)
    bots = {seat(number): find_bot(GAME, "good") for number in range(len(PLAYERS))}
    states = (state for _, state in play_out(game, game.start(PLAYERS, {"board": board}), bots, random.Random(seed)))
    return tuple(
        state for state in states if len(state.tracks) >= TRACKS and sum(cart.on_board for cart in state.carts) >= CARTS
    )
