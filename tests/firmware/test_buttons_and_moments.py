"""Every moment against every button, and the fairness of the token."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product
from pathlib import Path

import pytest

from engine.errors import BadInput, ClearNo
from engine.games import find_game
from firmware.actions import ACTIONS, action_of
from firmware.flip import side_of, sides_due, throw
from firmware.folder import DataFolder
from firmware.service import Service
from hardware.wiring import BUTTONS
from tests.firmware.games import RAILROAD, moves_of_a_game
from webui.desk import FLIP, IDLE, MOMENTS, OFFER, OVER, OWING, PLAY, PUZZLE, QUESTION

# Written out again by hand: rows are moments; columns are confirm, undo, flip, score, then confirm and score held.
EXPECTED = {
    IDLE: ("rematch", None, None, "show_address", "show_address", "shut_down"),
    PLAY: ("look", "undo", None, "score", "show_address", "shut_down"),
    FLIP: ("look", "undo", "flip", "score", "show_address", "shut_down"),
    OFFER: ("accept", "dismiss", None, "score", "show_address", "shut_down"),
    QUESTION: ("look", "dismiss", None, "score", "show_address", "shut_down"),
    PUZZLE: ("look", "undo", None, "score", "show_address", "shut_down"),
    OWING: ("settle", "undo", None, "score", "show_address", "shut_down"),
    OVER: ("score", "undo", None, "score", "show_address", "rematch"),
}
COLUMNS = [("confirm", False), ("undo", False), ("flip", False), ("score", False), ("confirm", True), ("score", True)]


@pytest.mark.parametrize(("moment", "press"), list(product(MOMENTS, product(BUTTONS, (False, True)))))
def test_every_button_at_every_moment(moment: str, press: tuple[str, bool]) -> None:
    expected = EXPECTED[moment][COLUMNS.index(press)] if press in COLUMNS else None
    assert action_of(moment, *press) == expected


def test_the_token_is_thrown_at_no_other_moment() -> None:
    assert [moment for moment, actions in ACTIONS.items() if "flip" in actions] == [FLIP]


def test_every_action_is_one_that_the_service_can_do(tmp_path: Path) -> None:
    with DataFolder(tmp_path) as folder:
        service = Service(folder)
        for action in {action for actions in ACTIONS.values() for action in actions.values()}:
            try:
                service._do(action, {})
            except BadInput:
                pytest.fail(f"the service does not know {action}")
            except ClearNo:
                continue  # there is no game, and it says so


def test_ten_thousand_throws_are_fair() -> None:
    """A fair coin leaves this window (4.9 standard deviations) once in a million runs; one of 53 % mostly does."""
    ways = ("TABLE flip left", "TABLE flip right")
    throws = [throw(ways) for _ in range(10_000)]
    assert abs(throws.count(ways[0]) - 5000) < 245
    # Throws do not hang together: a pair is equal as often as not.
    alike = sum(one == other for one, other in pairwise(throws))
    assert abs(alike - 5000) < 245
    longest = max(len(run) for run in "".join(side_of(text)[0] for text in throws).replace("r", " ").split())
    assert 7 <= longest <= 35


def test_a_throw_is_each_way_once_for_each_number() -> None:
    numbers = iter(range(3))
    assert Counter(throw(("a", "b", "c"), lambda _: next(numbers)) for _ in range(3)) == {"a": 1, "b": 1, "c": 1}


def test_a_throw_is_due_exactly_when_the_rules_wait_for_one() -> None:
    game = find_game(RAILROAD)
    state = game.start(("Ann", "Bob"), {})
    for text in moves_of_a_game():
        assert bool(sides_due(game, state)) == (game.turn(state).phase == "round-end")
        assert bool(sides_due(game, state)) == text.startswith("TABLE flip")
        state = game.play(state, game.read_move(text, state))
    assert sides_due(game, state) == ()
