"""The action phase (rulebook, Fase azione; rulings 1 and 2)."""

from __future__ import annotations

import pytest

from engine.off_the_rails import GAME
from engine.off_the_rails.moves import Done, Enter, Lay, Speed, Upgrade
from tests.engine.mine import cart, play, refused, table


def test_a_straight_or_corner_lies_anywhere_and_any_way_round() -> None:
    """Mettere una tessera binario: tracks need not be connected and are turned at will."""
    state = play(table(), "P1 lay 0,0 NS", "P1 lay 9,9 WE", "P1 lay 4,4 SE")
    assert state.tracks == {(0, 0): "NS", (9, 9): "EW", (4, 4): "ES"}
    assert state.tiles_left == (57, 30)


def test_jewels_stay_on_the_square_under_a_new_track() -> None:
    state = play(table("jewels 3,1 ruby rock"), "P1 lay 3,1 NS")
    assert state.jewels == {(3, 1): ("rock", "ruby")}


@pytest.mark.parametrize(
    ("corrections", "move", "why"),
    [
        ((), "P1 lay 2,2 NS", "centre of a mine"),
        ((), "P1 lay 10,0 NS", "not a square"),
        ((), "P1 lay 0,-1 NS", "not a square"),
        (("abyss 3,3 red",), "P1 lay 3,3 NS", "abyss token"),
        (("track 3,3 NS",), "P1 lay 3,3 EW", "already"),
        ((), "P1 lay 3,3 NES", "straight or a corner"),
        ((), "P1 lay 3,3 NESW", "straight or a corner"),
        ((), "P1 lay 3,3 N", "straight or a corner"),
        ((), "P2 lay 3,3 NS", "not their turn"),
    ],
)
def test_where_no_track_may_be_laid(corrections: tuple[str, ...], move: str, why: str) -> None:
    """Ruling 1: not on a mine's centre, not on an abyss token; ruling 2: on an empty square."""
    assert why in refused(table(*corrections), move)


def test_upgrades_go_from_straight_or_corner_to_t_to_crossing() -> None:
    """Migliorare una tessera binario: exits are added, never removed."""
    state = play(
        table("track 3,3 NS", "track 5,5 ES"), "P1 upgrade 3,3 NES", "P1 upgrade 3,3 NESW", "P1 upgrade 5,5 SEN"
    )
    assert state.tracks == {(3, 3): "NESW", (5, 5): "NES"}


@pytest.mark.parametrize(
    ("track", "move", "why"),
    [
        ("NS", "P1 upgrade 3,3 NEW", "keep its exits NS"),
        ("NS", "P1 upgrade 3,3 NESW", "exactly one more"),
        ("NES", "P1 upgrade 3,3 NES", "exactly one more"),
        ("NES", "P1 upgrade 3,3 ESW", "keep its exits NES"),
        ("NESW", "P1 upgrade 3,3 NESW", "exactly one more"),
        ("none", "P1 upgrade 3,3 NES", "no track"),
    ],
)
def test_what_is_no_upgrade(track: str, move: str, why: str) -> None:
    assert why in refused(table(f"track 3,3 {track}"), move)


def test_no_upgrade_under_a_cart_but_under_jewels() -> None:
    """Ruling 2: never under a cart; a track with jewels may be upgraded, and they stay."""
    state = table("track 3,3 NS", "track 5,5 NS", "cart green black 3,3 N 3", "jewels 5,5 gold")
    assert "under a cart" in refused(state, "P1 upgrade 3,3 NES")
    assert play(state, "P1 upgrade 5,5 NES").jewels == {(5, 5): ("gold",)}


def test_tiles_are_counted_by_their_two_kinds() -> None:
    """90 double-sided tiles: an upgrade to a T gives the straight back, one to a crossing turns the T over."""
    state = play(table("track 3,3 NS"), "P1 upgrade 3,3 NES")
    assert state.tiles_left == (60, 29)
    assert play(state, "P1 upgrade 3,3 NESW").tiles_left == (60, 29)


def test_without_a_tile_nothing_is_laid() -> None:
    data = {"track_tiles": {"straight_corner": 1, "tee_cross": 0}}
    state = play(table(setup={"data": data}), "P1 lay 3,3 NS")
    assert "is left" in refused(state, "P1 lay 4,4 NS")
    assert "is left" in refused(state, "P1 upgrade 3,3 NES")
    assert not any(isinstance(move, (Lay, Upgrade)) for move in GAME.legal_moves(state))


def test_a_cart_enters_on_its_own_side_facing_in_with_speed_3() -> None:
    """Mettere un carrello; Dadi velocità."""
    state = play(table(), "P1 enter black 4,-1")
    assert (cart(state, "red").at, cart(state, "red").facing, cart(state, "red").speed) == ((4, -1), "S", 3)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("P1 enter black 4,10", "not a start track of the red clan"),
        ("P1 enter black 3,-1", "not a start track"),
        ("P1 enter black 4,0", "not a start track"),
        ("P1 enter white 2,-1", "A cart stands"),
    ],
)
def test_where_a_cart_may_not_enter(move: str, why: str) -> None:
    state = table("cart green black 2,-1 S 3")
    assert why in refused(state, move)


def test_at_most_two_carts_are_on_the_board() -> None:
    state = play(table(), "P1 enter black 4,-1", "P1 enter white 2,-1")
    assert "on the board already" in refused(state, "P1 enter white 5,-1")
    assert not any(isinstance(move, Enter) for move in GAME.legal_moves(state))


def test_the_speed_changes_by_one_from_1_to_6() -> None:
    """Cambiare la velocità di un carrello; every cart has speed 1 at least and 6 at most."""
    state = table("track 3,3 NS", "track 6,6 NS", "cart red black 3,3 N 6", "cart red white 6,6 N 1")
    assert "from 1 to 6" in refused(state, "P1 speed black 7")
    assert "from 1 to 6" in refused(state, "P1 speed white 0")
    assert "by 1" in refused(state, "P1 speed black 4")
    assert "by 1" in refused(state, "P1 speed black 6")
    assert {str(move) for move in GAME.legal_moves(state) if isinstance(move, Speed)} == {
        "P1 speed black 5",
        "P1 speed white 2",
    }
    state = play(state, "P1 speed black 5", "P1 speed black 4")
    assert cart(state, "red").speed == 4


def test_only_an_own_cart_on_the_board_changes_speed() -> None:
    assert "not on the board" in refused(table(), "P1 speed black 4")


def test_four_actions_in_any_order_and_no_fifth() -> None:
    """Up to 4 actions, repeated at will; then the carts move."""
    state = play(table(), "P1 lay 4,0 NS", "P1 enter black 4,-1", "P1 speed black 2", "P1 speed black 1")
    assert state.phase == "movement"
    assert "not the time" in refused(state, "P1 lay 5,5 NS")


def test_fewer_actions_are_fine() -> None:
    state = play(table(), "P1 done")
    assert state.phase == "deposit"
    assert Done("P1") in GAME.legal_moves(table())
