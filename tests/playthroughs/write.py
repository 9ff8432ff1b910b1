"""Playing and writing a playthrough."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from engine.bots import play_out
from engine.game import seat
from engine.games import find_bot, find_game
from engine.score import Score
from tests.playthroughs.catalogue import Playthrough

FOLDER = Path(__file__).parent
DRAWN_EVERY = 60  # moves


def path_of(playthrough: Playthrough) -> Path:
    return FOLDER / playthrough.game / f"{playthrough.name}.txt"


def tell(playthrough: Playthrough) -> str:
    """The whole game as text."""
    return "\n".join(line.rstrip() for line in _lines(playthrough)) + "\n"


def _lines(playthrough: Playthrough) -> Iterator[str]:
    game = find_game(playthrough.game)
    start = game.start(playthrough.names, playthrough.setup)
    kinds = [playthrough.bots[index % len(playthrough.bots)] for index in range(playthrough.players)]
    bots = {seat(index): find_bot(playthrough.game, kind) for index, kind in enumerate(kinds)}
    players = ", ".join(f"{name} ({kind})" for name, kind in zip(playthrough.names, kinds, strict=True))
    yield f"{playthrough.game}: {players}; set-up {playthrough.setup}; seed {playthrough.seed}"
    phase, state = "", start
    for number, (move, state) in enumerate(play_out(game, start, bots, random.Random(playthrough.seed)), 1):
        yield f"{number:>4}  {move}"
        turn = game.turn(state)
        if turn.phase != phase:
            phase = turn.phase
            yield f"      -> {phase}: {turn.todo}"
        if number % DRAWN_EVERY == 0:
            yield from ("", game.draw(state), "")
    yield from ("", game.draw(state), "")
    yield from _score_lines(game.score(game.position(state)))


def _score_lines(score: Score) -> Iterator[str]:
    for player in score.players:
        parts = ", ".join(f"{part} {points}" for part, points in player.parts.items())
        yield f"{player.name}: {player.total} = {parts}"
        for source in player.sources:
            cells = " ".join(f"{column},{row}" for column, row in source.cells)
            yield f"  {source.points:+d} {source.part}: {source.why} {' '.join(source.marks)} {cells}"
    yield f"winners: {', '.join(score.winners)} {score.tie or ''}"
    for key, value in score.also.items():
        yield f"{key}: {value}"
