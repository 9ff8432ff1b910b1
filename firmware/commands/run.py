"""`capostazione run`: for now a simulated game among bots in the terminal, drawn after every round."""

from __future__ import annotations

import argparse
import random
import time

from engine.bots import play_out
from engine.errors import BadInput
from engine.game import AnyGame, seat
from engine.games import find_bot, find_game, names


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", default="railroad-tiles", help=f"one of {', '.join(names())}")
    parser.add_argument("--players", default="Giulia,Mirko", help="names with commas between them")
    parser.add_argument("--seed", type=int, default=None, help="the same seed plays the same game")
    parser.add_argument("--speed", type=float, default=1.0, help="0 waits for nothing, 2 is twice as fast")


def run(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    players = [name.strip() for name in args.players.split(",") if name.strip()]
    if len(players) not in game.seats:
        raise BadInput(f"{game.name} is for {game.seats.start} to {game.seats.stop - 1} players, not {len(players)}")
    pause_s = 0.0 if args.speed <= 0 else 0.3 / args.speed
    play_in_terminal(game, players, random.Random(args.seed), pause_s)
    return 0


def play_in_terminal(game: AnyGame, players: list[str], dice: random.Random, pause_s: float) -> None:
    """Every move as a line, the whole table whenever a phase is over, the score at the end."""
    start = state = game.start(players, {})
    bots = {seat(index): find_bot(game.name, "good") for index in range(len(players))}
    phase = ""
    for move, after in play_out(game, start, bots, dice):
        state = after
        print(move, flush=True)
        if game.turn(state).phase != phase:
            phase = game.turn(state).phase
            print(f"\n{game.draw(state)}\n\n{game.turn(state).todo}\n", flush=True)
        time.sleep(pause_s)
    score = game.score(game.position(state))
    for player in score.players:
        parts = ", ".join(f"{part} {points}" for part, points in player.parts.items())
        print(f"{player.name}: {player.total} points ({parts})")
    print(f"{' and '.join(score.winners)} won.")
