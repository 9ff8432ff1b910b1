"""Derailments (rulebook, Deragliamenti; rulings 4 and 8): the three ways, and what becomes of load and cart."""

from __future__ import annotations

import pytest

from engine.off_the_rails.state import State
from tests.engine.mine import cart, open_abyss, play, refused, table

LOADED = "hold red black gold ruby"


def derailed(state: State, move: str) -> State:
    after = play(state, "P1 done", move)
    assert not cart(after, "red").on_board
    assert not cart(after, "red").hold
    assert after.bag.count("gold") == 10
    assert after.bag.count("ruby") == 24
    assert after.stashes == ((), ())
    return after


@pytest.mark.parametrize(
    ("corrections", "move"),
    [
        (("track 4,4 NS", "cart red black 4,4 S 1"), "P1 move black S"),
        (("track 4,4 NS", "track 4,5 EW", "cart red black 4,4 S 1"), "P1 move black S"),
        (("track 2,1 NS", "cart red black 2,1 S 1"), "P1 move black S"),
        (("track 3,0 NS", "cart red black 3,0 N 1"), "P1 move black N"),
        (("track 0,4 NS", "track 0,5 NW", "cart red black 0,4 S 3"), None),
        (("track 4,4 NS", "abyss 4,5 red", "cart red black 4,4 S 1"), "P1 move black S"),
        (("track 4,4 NS", "track 4,5 NS", "cart red black 4,4 S 3"), "P1 move black SS"),
    ],
    ids=["no track", "no exit back", "mine's centre", "rim", "start track", "abyss token", "after a step"],
)
def test_moving_where_no_track_answers(corrections: tuple[str, ...], move: str | None) -> None:
    """The first way: a cart must move beyond the connected tiles. A start track is home instead."""
    state = table(*corrections, LOADED)
    if move is None:
        assert play(state, "P1 done", "P1 move black SW").stashes[0] == ("gold", "ruby")
    else:
        derailed(state, move)


def test_an_entered_cart_without_a_track_before_it_derails() -> None:
    state = play(table(), "P1 enter black 4,-1", "P1 done", "P1 move black S")
    assert not cart(state, "red").on_board


def test_the_second_way_an_empty_cart_in_a_collision() -> None:
    tracks = ("track 4,4 NS", "track 4,5 NS", "cart red black 4,4 S 1", "cart green black 4,5 N 1")
    state = play(table(*tracks, LOADED), "P1 done", "P1 move black S")
    assert not cart(state, "green").on_board


def test_the_third_way_an_abyss_token_on_the_cart() -> None:
    state = open_abyss(table("track 4,4 NS", "cart red black 4,4 S 1", LOADED, "abyss 4,5 red", "turn P2"))
    state = play(state, "P2 done", "TABLE token red", "P2 abyss 4,4")
    assert cart(state, "red").lost
    assert len(state.bag) == 66
    assert state.gone == ()


def test_before_the_abyss_a_derailed_cart_goes_back_to_its_owner() -> None:
    state = derailed(table("track 4,4 NS", "cart red black 4,4 S 1", LOADED), "P1 move black S")
    assert not cart(state, "red").lost
    state = play(
        state, "TABLE card red 1", "TABLE jewels rock rock", "P2 done", "TABLE card blue 1", "TABLE jewels rock rock"
    )
    assert cart(play(state, "P1 enter black 4,-1"), "red").on_board


def test_after_the_opening_a_derailed_cart_is_out_for_good() -> None:
    """Regole per la fine della partita: it cannot come back into the game."""
    other = ("track 7,9 NS", "track 7,8 NS", "cart green black 7,9 N 1")
    state = open_abyss(table("track 4,4 NS", "cart red black 4,4 S 1", LOADED, *other, "abyss 0,0 red"))
    state = derailed(state, "P1 move black S")
    assert cart(state, "red").lost
    state = play(
        state, "TABLE token red", "P1 abyss 0,1", "P2 done", "P2 move black N", "TABLE token red", "P2 abyss 0,2"
    )
    assert "cannot come back" in refused(state, "P1 enter black 4,-1")
    assert cart(play(state, "P1 enter white 4,-1"), "red", "white").on_board
