"""The good player against the random one: both in every seat, over many games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean

from engine.bots import play_out
from engine.game import seat
from engine.games import find_bot, find_game, names
from tests.setups import NAMES

GAMES = 200


@dataclass(frozen=True)
class Match:
    """How a number of games between two players, one good and one random, went."""

    game: str
    games: int
    won: int
    good: float
    random: float


def play_match(name: str, games: int) -> Match:
    results = [play_one(name, number) for number in range(games)]
    won = sum(good > other for good, other in results)
    return Match(name, games, won, mean(good for good, _ in results), mean(other for _, other in results))


def play_one(name: str, number: int) -> tuple[int, int]:
    """The totals of the good and the random player; they change seats from game to game."""
    game = find_game(name)
    good = seat(number % 2)
    bots = {seat(index): find_bot(name, "good" if seat(index) == good else "random") for index in range(2)}
    state = game.start(NAMES[:2], {})
    for _, after in play_out(game, state, bots, random.Random(f"{name} {number}")):
        state = after
    totals = [player.total for player in game.score(game.position(state)).players]
    return totals[number % 2], totals[1 - number % 2]


def table_lines(games: int = GAMES) -> Iterator[str]:
    yield "# The good player against the random one"
    yield ""
    yield "Two players, who change seats from game to game."
    yield ""
    yield "| game | games | won by the good player | its mean score | the random player's |"
    yield "| --- | --- | --- | --- | --- |"
    for name in names():
        match = play_match(name, games)
        yield f"| {name} | {match.games} | {match.won} | {match.good:.1f} | {match.random:.1f} |"
