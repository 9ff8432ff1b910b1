"""The good player of Off the Rails plays better than chance, in every kind of game."""

from __future__ import annotations

import random

import pytest

from engine.bots import play_out
from engine.game import seat
from engine.games import find_bot, find_game
from engine.off_the_rails.outlook import turns_home
from tests.engine.mine import NAMES, table
from tests.tables.selfplay import play_match

GAME = find_game("off-the-rails")


def test_the_good_player_beats_the_random_one_by_far() -> None:
    """The figure over 200 games is in tests/tables/self-play.md."""
    match = play_match("off-the-rails", 6)
    assert match.won == match.games
    assert match.good > match.random + 12


@pytest.mark.parametrize(("players", "setup"), [(3, {"board": "9", "fast": True}), (4, {"board": "11", "fast": True})])
def test_good_players_play_among_themselves_by_the_rules(players: int, setup: dict[str, object]) -> None:
    state = GAME.start(NAMES[:players], setup)
    bots = {seat(index): find_bot("off-the-rails", "good") for index in range(players)}
    for _, after in play_out(GAME, state, bots, random.Random(5)):
        state = after
    assert GAME.problems(state) == ()
    assert sum(player.parts["jewels"] for player in GAME.score(GAME.position(state)).players) > 0


def test_home_is_nearer_over_tracks_that_lie_there() -> None:
    bare, built = table(), table("track 4,0 NS", "track 4,1 NS")
    assert turns_home(built)[(4, 2), "N"] < turns_home(bare)[(4, 2), "N"]
    assert turns_home(bare)[(4, 0), "N"] < turns_home(bare)[(4, 2), "N"]
    assert ((2, 1), "S") not in turns_home(bare)
