"""Players to play against: what a bot is, the random one, and whole games played by bots.

Nothing here makes random numbers; whoever plays brings the dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from engine.errors import ClearNo
from engine.game import TABLE, AnyGame
from engine.words import clause

LONGEST_GAME = 20_000


class Dice(Protocol):
    """What a bot may throw; Python's own `random.Random` is one."""

    def random(self) -> float:
        """A number from 0 up to, not including, 1."""

    def choice(self, seq: Sequence[Any], /) -> Any:
        """One of them, each as likely."""


class Bot(Protocol):
    """A player that is not at the table."""

    name: str

    def choose(self, game: AnyGame, state: Any, actor: str, dice: Dice) -> Any:
        """A legal move for the actor."""


class RandomBot:
    """Plays any legal move, each as likely."""

    name = "random"

    def choose(self, game: AnyGame, state: Any, actor: str, dice: Dice) -> Any:
        return dice.choice(moves_of(game, state, actor))


def moves_of(game: AnyGame, state: Any, actor: str) -> list[Any]:
    """The legal moves of one actor; where several may act, a move's text begins with who does."""
    moves = list(game.legal_moves(state))
    if len(game.turn(state).actors) == 1:
        return moves
    return [move for move in moves if str(move).startswith(f"{actor} ")]


def throw(game: AnyGame, state: Any, dice: Dice) -> Any:
    """What chance gives: one of the table's moves, by their weights."""
    chances = game.chances(state)
    left = dice.random() * sum(chances.values())
    for move, weight in chances.items():
        left -= weight
        if left < 0:
            return move
    return next(reversed(list(chances)))


def next_move(game: AnyGame, state: Any, bots: Mapping[str, Bot], dice: Dice) -> Any:
    """The next move of a game among bots: the table's, if the table is to act, else that of the first who may."""
    actor = game.turn(state).actors[0]
    if actor == TABLE:
        return throw(game, state, dice)
    return bots[actor].choose(game, state, actor, dice)


def play_out(game: AnyGame, state: Any, bots: Mapping[str, Bot], dice: Dice) -> Iterator[tuple[Any, Any]]:
    """The moves of a whole game with the state after each."""
    for _ in range(LONGEST_GAME):
        if game.turn(state).over:
            return
        move = next_move(game, state, bots, dice)
        state = game.play(state, move)
        yield move, state
    raise ClearNo(clause("{game}: a game among bots did not end in {count} moves", game=game.name, count=LONGEST_GAME))
