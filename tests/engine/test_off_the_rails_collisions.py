"""Collisions (rulebook, Collisioni e deragliamenti; ruling 6), rule by rule."""

from __future__ import annotations

import pytest

from engine.errors import AmbiguousMove
from engine.off_the_rails import GAME
from engine.off_the_rails.moves import Go
from engine.off_the_rails.state import State
from tests.engine.mine import cart, open_abyss, play, refused, table

ROW = ("track 3,4 EW", "track 4,4 EW", "track 5,4 EW", "track 6,4 EW", "track 7,4 EW")
MOVER = "cart red black 3,4 E 4"


def before(*corrections: str) -> State:
    """Ann's cart at 3,4 goes east with speed 4; what stands in its way is told by the corrections."""
    return play(table(*ROW, MOVER, *corrections), "P1 done")


STRUCK = ("cart green black 6,4 W 2", "hold green black ruby gold")
LOADED = "hold red black emerald"


def test_the_mover_ends_on_the_square_before() -> None:
    """Step 1: its movement ends at once, whatever speed is left."""
    after = play(before(*STRUCK, LOADED), "P1 move black EEE drop ruby")
    assert cart(after, "red").at == (5, 4)
    assert cart(after, "green").at == (6, 4)


def test_the_mover_cannot_stop_before_nor_go_through() -> None:
    state = before(*STRUCK, LOADED)
    assert "exactly so far" in refused(state, "P1 move black EE face W")
    assert "ends at 5,4, where it collides" in refused(state, "P1 move black EEEE face E")


def test_a_struck_cart_loses_half_of_its_load_onto_its_own_square() -> None:
    """Step 3, and ruling 6 on where the jewels go."""
    after = play(before(*STRUCK, LOADED, "jewels 6,4 rock"), "P1 move black EEE drop gold")
    assert cart(after, "green").hold == ("ruby",)
    assert after.jewels == {(6, 4): ("gold", "rock")}
    assert cart(after, "red").hold == ("emerald",)


@pytest.mark.parametrize(("load", "lost"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_half_is_rounded_up(load: int, lost: int) -> None:
    state = before("cart green black 6,4 W 2", "hold green black " + "ruby " * load, LOADED)
    after = play(state, "P1 move black EEE")
    assert len(cart(after, "green").hold) == load - lost
    assert len(after.jewels[6, 4]) == lost


def test_a_cart_that_loses_its_only_jewel_stays() -> None:
    """Empty carts derail before the load is halved, so this one does not."""
    state = before("cart green black 6,4 W 2", "hold green black ruby", LOADED)
    assert cart(play(state, "P1 move black EEE"), "green").on_board


def test_which_jewels_are_lost_must_be_told() -> None:
    """The owner parts them in two fists and the mover picks one: any half may be the lost one."""
    state = before("cart green black 6,4 W 2", "hold green black ruby gold gold", LOADED)
    with pytest.raises(AmbiguousMove):
        GAME.read_move("P1 move black EEE", state)
    drops = {move.drop for move in GAME.legal_moves(state) if isinstance(move, Go)}
    assert drops == {("gold", "gold"), ("gold", "ruby")}
    assert "loses 2 jewels" in refused(state, "P1 move black EEE face W drop gold")
    assert "loses 2 jewels" in refused(state, "P1 move black EEE face W drop gold diamond")


def test_a_loaded_mover_loses_nothing() -> None:
    after = play(before(*STRUCK, LOADED), "P1 move black EEE drop ruby")
    assert cart(after, "red").hold == ("emerald",)


def test_an_empty_mover_derails_and_the_struck_cart_loses_half() -> None:
    """Step 2: carts that hold no jewel derail."""
    after = play(before(*STRUCK), "P1 move black EEE drop gold")
    assert not cart(after, "red").on_board
    assert cart(after, "green").hold == ("ruby",)
    assert not cart(after, "red").lost


def test_an_empty_struck_cart_derails_and_the_mover_stays() -> None:
    after = play(before("cart green black 6,4 W 2", LOADED), "P1 move black EEE")
    assert not cart(after, "green").on_board
    assert (cart(after, "red").at, cart(after, "red").facing) == ((5, 4), "W")


def test_two_empty_carts_both_derail() -> None:
    after = play(before("cart green black 6,4 W 2"), "P1 move black EEE")
    assert not cart(after, "red").on_board
    assert not cart(after, "green").on_board


def test_a_mover_that_takes_a_jewel_on_the_way_is_not_empty() -> None:
    state = before(*STRUCK, "jewels 4,4 emerald")
    after = play(state, "P1 move black EEE take 4,4 emerald drop gold")
    assert cart(after, "red").hold == ("emerald",)
    after = play(state, "P1 move black EEE drop gold")
    assert not cart(after, "red").on_board


def test_the_mover_takes_two_where_the_collision_stops_it() -> None:
    """Rulings 5 and 6: its movement ends on the square before, so that is where it ends."""
    state = before(*STRUCK, "jewels 5,4 emerald emerald emerald")
    after = play(state, "P1 move black EEE take 5,4 emerald emerald drop gold")
    assert cart(after, "red").hold == ("emerald", "emerald")


def test_nothing_is_taken_by_a_collision_on_the_first_step() -> None:
    state = before("cart green black 4,4 W 2", "hold green black ruby", LOADED, "jewels 3,4 gold")
    assert "Nothing can be taken" in refused(state, "P1 move black E face W take 3,4 gold drop ruby")


# Facings


def test_the_mover_turns_back_the_way_it_came() -> None:
    """Step 4 and the rulebook's example: the active cart has no choice."""
    tracks = ("track 5,4 NESW", "track 5,3 NS", "track 5,5 NS")
    state = before(*STRUCK, LOADED, *tracks)
    assert "must face W" in refused(state, "P1 move black EEE face N drop ruby")
    assert cart(play(state, "P1 move black EEE drop ruby"), "red").facing == "W"


def test_a_mover_on_a_corner_turns_back_round_the_corner() -> None:
    corner = ("track 4,4 SW", "track 4,5 NS", "cart green black 4,5 N 1", "hold green black ruby")
    after = play(before(*corner, LOADED), "P1 move black ES drop ruby")
    assert (cart(after, "red").at, cart(after, "red").facing) == ((4, 4), "W")


def test_the_struck_cart_turns_away_from_the_blow() -> None:
    after = play(before(*STRUCK, LOADED), "P1 move black EEE drop ruby")
    assert cart(after, "green").facing == "E"


def test_the_owner_of_the_struck_cart_picks_between_two_exits() -> None:
    """The rulebook's example: a cart on a T is struck from its stem and is turned up or down by its owner."""
    state = before("track 6,4 NSW", *STRUCK, LOADED)
    state = play(state, "P1 move black EEE drop ruby")
    assert GAME.turn(state).actors == ("P2",)
    assert {str(move) for move in GAME.legal_moves(state)} == {"P2 face black N", "P2 face black S"}
    assert "must face N or S" in refused(state, "P2 face black W")
    assert "not their turn" in refused(state, "P1 face black N")
    after = play(state, "P2 face black S")
    assert cart(after, "green").facing == "S"
    assert after.phase == "deposit"


def test_a_crossing_leaves_three_exits_to_pick_from() -> None:
    state = play(before("track 6,4 NESW", *STRUCK, LOADED), "P1 move black EEE drop ruby")
    assert {str(move) for move in GAME.legal_moves(state)} == {f"P2 face black {side}" for side in "NES"}


def test_a_mover_stopped_on_its_first_step_picks_any_exit_but_the_struck_side() -> None:
    """Ruling 6: it has not come from anywhere this turn."""
    state = before("track 3,4 NES", "cart green black 4,4 W 2", "hold green black ruby", LOADED)
    assert {move.face for move in GAME.legal_moves(state) if isinstance(move, Go)} == {"N", "S"}
    assert cart(play(state, "P1 move black E face S"), "red").facing == "S"


def test_a_mover_on_a_straight_stopped_on_its_first_step_turns_round() -> None:
    state = before("cart green black 4,4 W 2", "hold green black ruby", LOADED)
    assert cart(play(state, "P1 move black E"), "red").facing == "W"


def test_a_cart_on_its_start_track_stays_facing_in() -> None:
    """Ruling 6. Only an unconnected blow leaves it there, for it is empty."""
    state = table("track 4,0 EW", "cart green black 4,0 E 1", "hold green black ruby", "cart red black 4,-1 S 3")
    after = play(state, "P1 done", "P1 move black S")
    assert (cart(after, "red").at, cart(after, "red").facing) == ((4, -1), "S")


def test_a_cart_that_waits_on_its_start_track_can_be_struck() -> None:
    """A start track with a cart on it is a square with a cart: a collision, no home-coming."""
    state = table("track 4,0 NS", "cart green black 4,-1 S 1", "cart red black 4,0 N 2", LOADED)
    after = play(state, "P1 done", "P1 move black N")
    assert not cart(after, "green").on_board
    assert (cart(after, "red").at, cart(after, "red").facing) == ((4, 0), "S")
    assert after.stashes == ((), ())


# Unconnected tracks


def test_over_unconnected_tracks_nothing_is_lost_and_nobody_derails() -> None:
    """Collisioni attraverso tessere binario non connesse."""
    state = before("track 6,4 NS", "cart green black 6,4 N 2", "hold green black ruby gold")
    state = play(state, "P1 move black EEE")
    assert cart(state, "green").hold == ("gold", "ruby")
    assert cart(state, "red").at == (5, 4)
    assert cart(state, "red").facing == "W"


def test_two_empty_carts_stay_over_unconnected_tracks() -> None:
    state = play(before("track 6,4 NS", "cart green black 6,4 N 2"), "P1 move black EEE", "P2 face black S")
    assert cart(state, "red").on_board
    assert (cart(state, "green").at, cart(state, "green").facing) == ((6, 4), "S")


def test_nothing_may_be_dropped_over_unconnected_tracks() -> None:
    state = before("track 6,4 NS", "cart green black 6,4 N 2", "hold green black ruby gold")
    assert "loses 0 jewels" in refused(state, "P1 move black EEE face W drop ruby")


def test_a_struck_straight_across_faces_either_end() -> None:
    """No exit is on the struck side, so all of them are away from the blow."""
    state = play(before("track 6,4 NS", "cart green black 6,4 N 2"), "P1 move black EEE")
    assert {str(move) for move in GAME.legal_moves(state)} == {"P2 face black N", "P2 face black S"}


# Own carts


def test_own_carts_collide_like_any_others() -> None:
    """The designer's answer, and ruling 6."""
    state = before("cart red white 6,4 W 1", "hold red white ruby gold", LOADED)
    after = play(state, "P1 move black EEE drop gold")
    assert cart(after, "red", "white").hold == ("ruby",)
    assert cart(after, "red", "white").facing == "E"


def test_an_own_cart_that_was_struck_still_has_to_move_with_its_new_facing() -> None:
    state = before("cart red white 6,4 W 1", "hold red white ruby gold", LOADED)
    after = play(state, "P1 move black EEE drop gold")
    assert after.phase == "movement"
    assert cart(play(after, "P1 move white E"), "red", "white").at == (7, 4)


def test_the_owner_turns_an_own_struck_cart_before_it_moves() -> None:
    state = before("track 6,4 NSW", "track 6,5 NS", "cart red white 6,4 W 1", "hold red white ruby", LOADED)
    state = play(state, "P1 move black EEE", "P1 face white S", "P1 move white S")
    assert cart(state, "red", "white").at == (6, 5)


def test_an_own_cart_that_derailed_does_not_move() -> None:
    state = play(before("cart red white 6,4 W 1", LOADED), "P1 move black EEE")
    assert state.phase == "deposit"


def test_once_the_abyss_is_open_a_collision_derails_for_good() -> None:
    """Ruling 8."""
    state = play(open_abyss(table(*ROW, MOVER, "cart green black 6,4 W 2", LOADED)), "P1 done", "P1 move black EEE")
    assert cart(state, "green").lost
    assert not cart(state, "red").lost
