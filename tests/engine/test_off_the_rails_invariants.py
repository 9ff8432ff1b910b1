"""Hundreds of lively random games: no piece gets lost, no game fails to end, everything that can happen happens."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from engine.bots import throw
from engine.game import TABLE
from engine.off_the_rails import GAME
from engine.off_the_rails.checks import all_jewels, all_tiles, all_tokens
from engine.off_the_rails.moves import Collapse, Draw, Go, Lay, Move
from engine.off_the_rails.rules import way_of
from engine.off_the_rails.state import OVER, State
from engine.off_the_rails.turns import ALL_LAID, ALL_OFF
from tests.engine.mine import NAMES
from tests.reference.off_the_rails import final_scores

GAMES = 200
BATCH = 20
TRACKS = ("NS", "EW", "NE", "ES", "SW", "NW", "NES", "ESW", "NSW", "NEW", "NESW")


def lively(state: State, dice: Random) -> Move:
    """Any kind of move is as likely as another, however many there are of each; carts mostly
    stay on the rails, and tokens fall on carts where they can.
    """
    kinds: dict[type, list[Move]] = {}
    for move in GAME.legal_moves(state):
        kinds.setdefault(type(move), []).append(move)
    moves = kinds[dice.choice(sorted(kinds, key=lambda kind: kind.__name__))]
    if isinstance(moves[0], Go) and dice.random() < 0.9:
        moves = [move for move in moves if isinstance(move, Go) and move.face] or moves
    under_carts = [move for move in moves if isinstance(move, Collapse) and move.at in state.on_board]
    return dice.choice(under_carts or moves)


def start(number: int, dice: Random) -> State:
    """Every number of players, board and length of game; two of three begin with a crowded board."""
    players = 2 + number % 3
    state = GAME.start(NAMES[:players], {"fast": number % 2 == 0, "board": ("10", "9", "11")[number % 5 % 3]})
    return crowded(state, dice) if number % 3 else state


def crowded(state: State, dice: Random) -> State:
    """Nearly all tiles on the board, and every cart somewhere on it with something in its hold."""
    squares = [cell for cell in state.box.squares if cell not in state.box.centres]
    dice.shuffle(squares)
    for cell in squares[:75]:
        exits = [exits for exits in TRACKS if state.tiles_left[len(exits) > 2] > 5]
        state = GAME.correct(state, f"track {cell[0]},{cell[1]} {dice.choice(exits)}")
    for cart, cell in zip(state.carts, squares, strict=False):
        facing = dice.choice(state.tracks[cell])
        state = GAME.correct(state, f"cart {cart.clan} {cart.die} {cell[0]},{cell[1]} {facing} {dice.choice('123456')}")
        hold = dice.choice(("none", "ruby", "rock ruby", "ruby ruby emerald"))
        state = GAME.correct(state, f"hold {cart.clan} {cart.die} {hold}")
    return state


def check_pieces(state: State) -> None:
    """66 jewels, 20 tokens, 90 tiles, two carts for each player, wherever they are."""
    box = state.box
    assert all_jewels(state) == Counter(box.jewel_counts)
    assert sum(all_jewels(state).values()) == 66
    assert sum(all_tokens(state).values()) == 20
    assert all_tiles(state) == 90
    assert [(cart.clan, cart.die) for cart in state.carts] == [(clan, die) for clan in state.clans for die in box.dice]
    assert all(len(cart.hold) <= box.hold_places for cart in state.carts)
    assert all(not cart.hold for cart in state.carts if not cart.on_board)
    assert GAME.problems(state) == ()


def what_happened(before: State, move: Move) -> str:
    if isinstance(move, Go):
        way = way_of(before, move)
        assert way is not None
        return f"{way.ending} {way.connected}" if way.ending == "collides" else way.ending
    if isinstance(move, Collapse) and move.at in before.on_board:
        return "swallowed"
    return type(move).__name__


@cache
def play_batch(batch: int) -> tuple[Counter[str], Counter[str]]:
    """Some games, checked at every move; what happened in them, and how they ended."""
    happened: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    for number in range(batch, batch + BATCH):
        dice = Random(number)
        state = start(number, dice)
        moves = 0
        while state.phase != OVER:
            move = throw(GAME, state, dice) if state.actor == TABLE else lively(state, dice)
            after = GAME.play(state, move)
            if not isinstance(move, (Lay, Draw)):
                check_pieces(after)
            happened[what_happened(state, move)] += 1
            state, moves = after, moves + 1
            assert moves < 1000
        endings[state.ending] += 1
        check_end(state)
    return happened, endings


def check_end(state: State) -> None:
    assert not state.on_board
    assert not GAME.legal_moves(state)
    position = GAME.position(state)
    assert [dict(player.parts) for player in GAME.score(position).players] == final_scores(position["players"])


@pytest.mark.parametrize("batch", range(0, GAMES, BATCH))
def test_nothing_is_lost_and_every_game_ends(batch: int) -> None:
    _, endings = play_batch(batch)
    assert sum(endings.values()) == BATCH


def test_everything_that_can_happen_happens() -> None:
    """The games above would show little if they were dull."""
    happened: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    for batch in range(0, GAMES, BATCH):
        some, ends = play_batch(batch)
        happened += some
        endings += ends
    for event in ("stops", "home", "derails", "collides True", "collides False", "swallowed", "Face"):
        assert happened[event] > 5, (event, happened)
    assert set(endings) == {ALL_OFF, ALL_LAID}
