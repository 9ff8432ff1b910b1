"""Whole games for the service's tests: moves that bots chose, ready to be entered or shown."""

from __future__ import annotations

import random
from functools import cache

from engine.bots import RandomBot, play_out
from engine.game import seat
from engine.games import find_game

RAILROAD = "railroad-tiles"


@cache
def moves_of_a_game(players: tuple[str, ...] = ("Ann", "Bob"), game: str = RAILROAD, seed: int = 1) -> tuple[str, ...]:
    """The texts of a whole random game."""
    rules = find_game(game)
    bots = {seat(index): RandomBot() for index in range(len(players))}
    start = rules.start(players, {})
    return tuple(str(move) for move, _ in play_out(rules, start, bots, random.Random(seed)))
