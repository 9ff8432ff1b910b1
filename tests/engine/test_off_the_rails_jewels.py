"""Picking up jewels (rulebook, Raccogliere i gioielli, Raccogliere rocce, Gli spazi di carico; ruling 5)."""

from __future__ import annotations

import pytest

from engine.off_the_rails import GAME
from engine.off_the_rails.moves import Go
from engine.off_the_rails.state import State
from tests.engine.mine import cart, play, refused, table

LINE = ("track 4,4 NS", "track 4,5 NS", "track 4,6 NS", "track 4,7 NS")


def line(*corrections: str, speed: int = 2) -> State:
    """A cart at 4,4 about to go south over a straight line."""
    return play(table(*LINE, f"cart red black 4,4 S {speed}", *corrections), "P1 done")


def takes(state: State) -> set[tuple[object, ...]]:
    return {move.take for move in GAME.legal_moves(state) if isinstance(move, Go)}


def test_one_from_a_square_in_passing() -> None:
    state = line("jewels 4,5 ruby gold")
    assert takes(state) == {(), (((4, 5), ("ruby",)),), (((4, 5), ("gold",)),)}
    after = play(state, "P1 move black SS take 4,5 gold")
    assert cart(after, "red").hold == ("gold",)
    assert after.jewels == {(4, 5): ("ruby",)}
    assert "At most 1" in refused(state, "P1 move black SS face S take 4,5 gold ruby")


def test_two_from_the_square_where_it_ends() -> None:
    state = line("jewels 4,6 ruby gold gold")
    after = play(state, "P1 move black SS take 4,6 gold gold")
    assert cart(after, "red").hold == ("gold", "gold")
    assert after.jewels == {(4, 6): ("ruby",)}
    assert "At most 2" in refused(state, "P1 move black SS face S take 4,6 gold gold ruby")


def test_nothing_from_the_square_it_began_on() -> None:
    state = line("jewels 4,4 diamond")
    assert "Nothing can be taken from 4,4" in refused(state, "P1 move black SS face S take 4,4 diamond")


def test_nothing_from_the_first_square_even_after_a_loop() -> None:
    loop = ("track 4,4 ES", "track 5,4 SW", "track 5,5 NW", "track 4,5 NE", "jewels 4,4 diamond")
    state = play(table(*loop, "cart red black 4,4 E 4"), "P1 done")
    assert takes(state) == {()}


def test_a_square_passed_twice_still_gives_one() -> None:
    """The rulebook: one jewel from each tile that is crossed."""
    loop = ("track 4,5 NESW", "track 5,5 SW", "track 5,6 NW", "track 4,6 NE", "track 4,3 NS", "track 4,4 NS")
    state = play(table(*loop, "jewels 4,5 ruby ruby", "cart red black 4,4 S 6", "track 3,5 EW"), "P1 done")
    over_it_twice = [move for move in GAME.legal_moves(state) if isinstance(move, Go) and move.path == "SESWNN"]
    assert {len(dict(move.take).get((4, 5), ())) for move in over_it_twice} == {0, 1}


def test_passing_and_then_ending_there_gives_two_in_all() -> None:
    loop = ("track 4,5 NESW", "track 5,5 SW", "track 5,6 NW", "track 4,6 NE", "track 4,4 NS")
    state = play(table(*loop, "jewels 4,5 ruby ruby ruby", "cart red black 4,4 S 5"), "P1 done")
    ending_there = [move for move in GAME.legal_moves(state) if isinstance(move, Go) and move.path == "SESWN"]
    assert {len(dict(move.take).get((4, 5), ())) for move in ending_there} == {0, 1, 2}


def test_rocks_first() -> None:
    """Rocks MUST be collected first; apart from that they are jewels like the others."""
    state = line("jewels 4,5 rock gold")
    assert takes(state) == {(), (((4, 5), ("rock",)),)}
    assert "rocks first" in refused(state, "P1 move black SS face S take 4,5 gold")


def test_a_rock_and_then_any_other_at_the_end() -> None:
    state = line("jewels 4,6 rock gold ruby")
    found = {dict(take).get((4, 6), ()) for take in takes(state)}  # type: ignore[call-overload]
    assert found == {(), ("rock",), ("gold", "rock"), ("rock", "ruby")}


def test_taking_is_a_choice_and_each_square_stands_alone() -> None:
    state = line("jewels 4,5 rock", "jewels 4,6 gold")
    assert (((4, 6), ("gold",)),) in takes(state)
    assert () in takes(state)


def test_squares_are_served_in_the_order_passed() -> None:
    state = line("jewels 4,5 ruby", "jewels 4,6 gold")
    assert "in the order" in refused(state, "P1 move black SS face S take 4,6 gold 4,5 ruby")
    assert cart(play(state, "P1 move black SS take 4,5 ruby 4,6 gold"), "red").hold == ("gold", "ruby")


def test_a_hold_carries_five() -> None:
    state = line("hold red black ruby ruby ruby ruby", "jewels 4,6 gold gold")
    assert "carries 5" in refused(state, "P1 move black SS face S take 4,6 gold gold")
    assert len(cart(play(state, "P1 move black SS take 4,6 gold"), "red").hold) == 5


def test_a_full_hold_takes_nothing() -> None:
    state = line("hold red black ruby ruby ruby ruby ruby", "jewels 4,5 gold", "jewels 4,6 gold")
    assert takes(state) == {()}


def test_each_cart_has_its_own_hold() -> None:
    other = ("track 6,4 NS", "track 6,5 NS", "cart red white 6,4 S 1", "jewels 6,5 gold")
    state = line("hold red black ruby ruby ruby ruby ruby", *other)
    state = play(state, "P1 move black SS", "P1 move white S take 6,5 gold")
    assert cart(state, "red", "white").hold == ("gold",)


def test_what_is_taken_on_the_way_home_is_safe() -> None:
    tracks = ("track 4,1 NS", "track 4,0 NS", "jewels 4,0 gold ruby", "cart red black 4,1 N 6")
    state = play(table(*tracks), "P1 done", "P1 move black NN take 4,0 gold")
    assert state.stashes[0] == ("gold",)


def test_what_is_taken_on_the_way_to_a_derailment_goes_to_the_bag() -> None:
    state = play(line("jewels 4,5 gold", speed=5), "P1 move black SSSS take 4,5 gold")
    assert state.bag.count("gold") == 10
    assert not cart(state, "red").on_board


@pytest.mark.parametrize("number", [1, 5, 6, 8])
def test_a_deposit_puts_the_cards_number_of_jewels_on_its_square(number: int) -> None:
    """Come creare un deposito di gioielli; jewels by number: components 4.1."""
    size = 2 if number <= 5 else 3
    state = play(table(), "P1 done", f"TABLE card yellow {number}")
    assert "must be drawn" in refused(state, "TABLE jewels ruby")
    state = play(state, "TABLE jewels " + "ruby " * size)
    assert state.jewels == {state.box.mines["yellow"].spaces[number]: ("ruby",) * size}
    assert len(state.bag) == 66 - size


def test_a_deposit_joins_the_jewels_that_lie_there_also_under_a_cart() -> None:
    state = table("track 1,1 NS", "jewels 1,1 gold", "cart green black 1,1 N 1")
    state = play(state, "P1 done", "TABLE card red 1", "TABLE jewels rock ruby")
    assert state.jewels == {(1, 1): ("gold", "rock", "ruby")}


def test_only_jewels_that_are_in_the_bag_can_be_drawn() -> None:
    state = play(table("stash P1 diamond diamond diamond diamond"), "P1 done", "TABLE card red 1")
    assert "not in the bag" in refused(state, "TABLE jewels diamond diamond")


def test_a_bag_that_is_nearly_empty_gives_what_it_has() -> None:
    data = {"jewels": {"ruby": {"count": 1, "points": 1}}}
    state = play(table(setup={"data": data}), "P1 done", "TABLE card red 1", "TABLE jewels ruby")
    assert state.jewels == {(1, 1): ("ruby",)}
    state = play(state, "P2 done", "TABLE card blue 1")
    assert state.phase == "actions"
