"""Clumsy hands: random corrections and moves against the rules, in the middle of random games."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine.bots import throw
from engine.errors import MoveError
from engine.game import TABLE
from engine.off_the_rails import GAME
from engine.off_the_rails.state import OVER, State
from tests.engine.mine import NAMES
from tests.engine.test_off_the_rails_invariants import crowded, lively

SIDES = ("N", "E", "S", "W", "NS", "EW", "NE", "ESW", "NESW", "none")
JEWELS = ("none", "ruby", "rock rock", "gold emerald ruby", "diamond diamond diamond diamond diamond diamond")


def a_cell(dice: Random) -> str:
    return f"{dice.choice(range(-1, 11))},{dice.choice(range(-1, 11))}"


def a_cart(dice: Random) -> str:
    return f"{dice.choice(('red', 'green', 'yellow', 'P1'))} {dice.choice(('black', 'white'))}"


def a_correction(dice: Random) -> str:
    cell, jewels = a_cell(dice), dice.choice(JEWELS)
    return dice.choice(
        (
            f"track {cell} {dice.choice(SIDES)}",
            f"jewels {cell} {jewels}",
            f"abyss {cell} {dice.choice(('red', 'blue', 'none'))}",
            f"cart {a_cart(dice)} {cell} {dice.choice('NESW')} {dice.choice(range(8))}",
            f"cart {a_cart(dice)} {dice.choice(('home', 'lost'))}",
            f"hold {a_cart(dice)} {jewels}",
            f"stash {dice.choice(('P1', 'P2', 'green'))} {jewels}",
            f"turn {dice.choice(('P1', 'P2', 'P3'))}",
        )
    )


def a_move(dice: Random) -> str:
    cell, seat, die = a_cell(dice), dice.choice(("P1", "P2")), dice.choice(("black", "white"))
    path = "".join(dice.choice("NESW") for _ in range(dice.choice((1, 2, 3))))
    return dice.choice(
        (
            f"{seat} lay {cell} {dice.choice(SIDES[:-1])}",
            f"{seat} upgrade {cell} {dice.choice(SIDES[:-1])}",
            f"{seat} enter {die} {cell}",
            f"{seat} speed {die} {dice.choice(range(8))}",
            f"{seat} done",
            f"{seat} move {die} {path}",
            f"{seat} move {die} {path} face {dice.choice('NESW')}",
            f"{seat} move {die} {path} face {dice.choice('NESW')} take {cell} ruby drop ruby",
            f"{seat} face {die} {dice.choice('NESW')}",
            f"{seat} abyss {cell}",
            f"TABLE card {dice.choice(('red', 'blue'))} {dice.choice(range(1, 9))}",
            "TABLE card abyss",
            f"TABLE jewels {dice.choice(JEWELS[1:])}",
            f"TABLE token {dice.choice(('red', 'green'))}",
        )
    )


def clumsy(state: State, dice: Random) -> State:
    """A correction or an insisted move, or the same state if it is refused."""
    try:
        if dice.random() < 0.4:
            return GAME.correct(state, a_correction(dice))
        return GAME.play(state, GAME.read_move(a_move(dice), state), insist=True)
    except MoveError:
        return state


def check_usable(state: State) -> None:
    json.dumps([GAME.view(state), GAME.position(state), [problem.as_json() for problem in GAME.problems(state)]])
    assert GAME.draw(state)
    assert GAME.turn(state).over or GAME.legal_moves(state)
    assert all(problem.why for problem in GAME.problems(state))


@pytest.mark.parametrize("seed", [*range(10), 127, 164])
def test_clumsy_hands_never_break_the_table(seed: int) -> None:
    """Whatever is said and done, the table can be shown, somebody can go on, and the game ends."""
    dice = Random(seed)
    state = crowded(GAME.start(NAMES[:2], {"fast": True}), dice)
    for _ in range(2500):
        if state.phase == OVER:
            break
        for _ in range(dice.choice((0, 0, 1, 3))):
            state = clumsy(state, dice)
        check_usable(state)
        if state.phase != OVER:
            move = throw(GAME, state, dice) if state.actor == TABLE else lively(state, dice)
            state = GAME.play(state, move)
    assert state.phase == OVER
