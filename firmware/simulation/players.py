"""How the simulated players decide: whole turns of bots that keep their tiles between the corner cards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from engine.bots import throw
from engine.errors import IllegalMove
from engine.game import TABLE, AnyGame, seat_index
from engine.games import find_bot
from engine.parts.grid import Cell
from engine.railroad_tiles.bots import GoodBot
from engine.railroad_tiles.moves import Move
from engine.railroad_tiles.state import State
from engine.railroad_tiles.territory import Territory
from firmware.flip import sides_due

MOST_AT_ONCE = 12
Fits = Callable[[list[Cell]], bool]  # whether a territory of these cells has room in its zone

# A bot of our own: it remembers plans, and those made for a narrow table are no good as anybody's hints.
_NARROW = GoodBot()


def turn_of(game: AnyGame, state: Any, actor: str, dice: random.Random, fits: Fits | None = None) -> list[str]:
    """What one actor does now, up to where somebody else is to act or the phase ends."""
    moves: list[str] = []
    phase = game.turn(state).phase
    while len(moves) < MOST_AT_ONCE and not sides_due(game, state):
        turn = game.turn(state)
        if actor not in turn.actors or turn.phase != phase:
            break
        move = throw(game, state, dice) if actor == TABLE else _chosen(game, state, actor, dice, fits)
        moves.append(str(move))
        state = game.play(state, move)
        if moves[-1].split()[1] == "start":
            break  # a first tile lies alone before anything is laid beside it
    return moves


def shown_and_entered(turn: Sequence[str], sees: Callable[[str], bool]) -> Iterator[tuple[bool, list[str]]]:
    """A turn in the parts that a camera sees and those that are entered on the page.

    Which column was taken shows by its tiles; who does not lay all of them says it. A column that was taken and not yet
    laid is an empty place: too little to go by.
    """
    kept = any(text.split()[1] in ("refuse", "discard") for text in turn)
    for seen, run in groupby(turn, key=lambda text: sees(text) and not (kept and _takes(text))):
        texts = list(run)
        yield seen and not all(map(_takes, texts)), texts


def _takes(text: str) -> bool:
    """Whether a move is the taking of a column."""
    return text.split()[1] == "take"


def _chosen(game: AnyGame, state: Any, actor: str, dice: random.Random, fits: Fits | None) -> Any:
    """A good move, between the cards if there is one."""
    if fits is not None and isinstance(state, State):
        move = _NARROW.choose(game, _on_narrow_table(state, seat_index(actor), fits), actor, dice)
        if _is_legal(game, state, move):
            return move
    return find_bot(game.name, "good").choose(game, state, actor, dice)


def _on_narrow_table(state: State, index: int, fits: Fits) -> State:
    """The state in which a player sees only the places that lie between the corner cards."""
    player = state.players[index]
    old, cells = player.territory, list(player.territory.tiles)
    gaps = {cell: needed for cell, needed in old.gaps.items() if fits([*cells, cell])}
    seen = replace(player, territory=Territory(old.tiles, old.pawns, gaps))
    return replace(state, players=(*state.players[:index], seen, *state.players[index + 1 :]))


def _is_legal(game: AnyGame, state: State, move: Move) -> bool:
    """Whether the move stands on the whole table too: a tile without a place between the cards may have one outside."""
    try:
        game.play(state, move)
    except IllegalMove:
        return False
    return True
