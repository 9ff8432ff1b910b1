"""The abyss, from the card to the last token (rulebook, Fine della partita - l'abisso; rulings 7 and 8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.off_the_rails import GAME
from engine.off_the_rails.state import State
from engine.off_the_rails.turns import ALL_LAID, ALL_OFF
from tests.engine.mine import cart, open_abyss, play, refused, table

# A deck of which the Abyss card can be the first.
SHORT = {
    "deposit_deck": {
        "pile_order_top_to_bottom": [4, 5],
        "abyss_card_pile": 4,
        "initial_deposits_pile": 6,
        "abyss_pile": 7,
        "left_out": {},
    }
}
# A cart that goes round a loop for ever, so that the game goes on.
LOOP = ("track 4,4 ES", "track 5,4 SW", "track 5,5 NW", "track 4,5 NE")
ROUND = (*LOOP, "cart green black 4,4 E 4")


def short(*corrections: str, players: int = 2) -> State:
    return table(*corrections, players=players, setup={"data": SHORT})


def deposit(card: str) -> tuple[str, str]:
    return f"TABLE card {card}", "TABLE jewels ruby ruby"


def opening(state: State) -> State:
    """Ann draws the Abyss card, everybody has another turn, and the pile of the abyss is about to be opened."""
    state = play(state, "P1 done", "TABLE card abyss")
    for seat, card in (("P2", "red 1"), ("P1", "blue 1")):
        state = play(state, f"{seat} done")
        if state.phase == "movement":
            state = play(state, f"{seat} move black ESWN")
        state = play(state, *deposit(card))
    return state


OPENED = ("TABLE card red 2", "TABLE card yellow 2", "TABLE card green 2", "TABLE card blue 2")


def test_the_card_makes_no_deposit_and_ends_the_turn() -> None:
    state = play(short(), "P1 done", "TABLE card abyss")
    assert (state.phase, state.active, state.opened) == ("actions", 1, False)
    assert state.jewels == {}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_and_the_drawer_has_one_more_turn_with_deposits(players: int) -> None:
    state = play(short(players=players), "P1 done", "TABLE card abyss")
    cards = ("red 1", "yellow 1", "green 1", "blue 1")
    for turn in range(players):
        seat = (turn + 1) % players
        assert (state.phase, state.active) == ("actions", seat)
        state = play(state, f"P{seat + 1} done", *deposit(cards[turn]))
    assert (state.phase, state.active) == ("opening", 0)
    assert len(state.jewels) == players


def test_the_opening_puts_a_token_on_the_square_of_each_card() -> None:
    state = play(opening(short(*ROUND)), *OPENED)
    assert state.abyss == {(2, 1): "red", (7, 1): "yellow", (7, 6): "green", (2, 6): "blue"}
    assert len(state.lid) == 16
    assert (state.phase, state.active) == ("actions", 1)


def test_each_colour_is_opened_once_with_a_card_not_seen_before() -> None:
    state = play(opening(short(*ROUND)), "TABLE card red 2")
    assert "cannot be red" in refused(state, "TABLE card red 3")
    assert "not turned up before" in refused(state, "TABLE card blue 1")


def test_track_and_jewels_under_a_token_leave_the_game() -> None:
    """Their square is gone; the jewels do not go back to the bag."""
    state = opening(short(*ROUND, "track 2,1 NES", "jewels 2,1 gold"))
    tiles = sum(state.tiles_left)
    state = play(state, *OPENED)
    assert (2, 1) not in state.tracks
    assert (2, 1) not in state.jewels
    assert state.gone == ("gold",)
    assert state.tiles_gone == (0, 1)
    assert sum(state.tiles_left) == tiles


def test_a_cart_under_a_token_derails_for_good_and_its_load_goes_to_the_bag() -> None:
    state = opening(short(*ROUND))
    state = GAME.correct(state, "track 2,1 NS")
    state = GAME.correct(state, "cart red black 2,1 N 1")
    state = GAME.correct(state, "hold red black gold")
    state = play(state, *OPENED)
    assert cart(state, "red").lost
    assert state.bag.count("gold") == 10
    assert state.gone == ()


def after_opening(*corrections: str) -> State:
    return play(opening(short(*ROUND, *corrections)), *OPENED)


def bobs_token(state: State, colour: str) -> State:
    return play(state, "P2 done", "P2 move black ESWN", f"TABLE token {colour}")


def test_a_token_instead_of_a_card() -> None:
    state = play(after_opening(), "P2 done", "P2 move black ESWN")
    assert state.phase == "token"
    assert "not the time" in refused(state, "TABLE card red 3")
    assert {str(move): weight for move, weight in GAME.chances(state).items()} == {
        f"TABLE token {colour}": 4 for colour in ("red", "yellow", "green", "blue")
    }


def test_a_token_lies_by_its_side_next_to_one_of_its_colour() -> None:
    """Orthogonally next to any other of its colour, the player's choice; the mine's centre is allowed."""
    state = bobs_token(after_opening(), "red")
    assert {str(move) for move in GAME.legal_moves(state)} == {
        "P2 abyss 2,0",
        "P2 abyss 3,1",
        "P2 abyss 2,2",
        "P2 abyss 1,1",
    }
    assert "next to another" in refused(state, "P2 abyss 3,2")
    assert "next to another" in refused(state, "P2 abyss 7,2")
    state = play(state, "P2 abyss 2,2")
    assert state.abyss[2, 2] == "red"
    assert len(state.lid) == 15


def test_a_token_may_go_next_to_any_of_its_colour() -> None:
    state = play(bobs_token(after_opening(), "red"), "P2 abyss 2,2", "P1 done", "TABLE token red")
    places = {str(move) for move in GAME.legal_moves(state)}
    assert "P1 abyss 2,3" in places
    assert "P1 abyss 2,0" in places
    assert "P1 abyss 2,1" not in places


def test_a_token_without_a_square_is_set_aside() -> None:
    """Ruling 7."""
    walled = ("abyss 0,0 red", "abyss 1,0 yellow", "abyss 0,1 yellow")
    state = open_abyss(table(*ROUND, *walled))
    state = play(state, "P1 done", "TABLE token red")
    assert state.aside == ("red",)
    assert (state.phase, state.active) == ("actions", 1)


def test_no_token_beside_the_board() -> None:
    state = play(open_abyss(table(*ROUND, "abyss 0,0 red")), "P1 done", "TABLE token red")
    assert {str(move) for move in GAME.legal_moves(state)} == {"P1 abyss 1,0", "P1 abyss 0,1"}


def test_players_without_a_cart_lay_tokens_too() -> None:
    """Regole per la fine della partita, last point."""
    state = play(bobs_token(after_opening(), "red"), "P2 abyss 2,2", "P1 done", "TABLE token red")
    assert GAME.turn(state).actors == ("P1",)


def test_no_deposit_on_an_abyss_token() -> None:
    """Ruling 7: nothing is put there, and the bag stays as it is."""
    state = play(table("abyss 1,1 red"), "P1 done", "TABLE card red 1")
    assert (state.phase, len(state.bag)) == ("actions", 66)


def test_a_cart_at_home_may_enter_again_during_the_abyss() -> None:
    state = play(bobs_token(after_opening(), "red"), "P2 abyss 2,2", "P1 enter black 4,-1")
    assert cart(state, "red").on_board


# The ends of the game


def test_the_game_ends_after_a_turn_with_no_cart_on_the_board() -> None:
    state = open_abyss(table("track 4,0 NS", "cart red black 4,0 N 1", "hold red black gold", "abyss 0,0 red"))
    state = play(state, "P1 done", "P1 move black N")
    assert state.phase == "token"
    state = play(state, "TABLE token red", "P1 abyss 0,1")
    assert (state.phase, state.ending) == ("over", ALL_OFF)
    assert state.stashes[0] == ("gold",)
    assert GAME.turn(state).over


def test_before_the_opening_an_empty_board_ends_nothing() -> None:
    state = play(table(), "P1 done", *deposit("red 1"), "P2 done", *deposit("blue 1"))
    assert state.phase == "actions"


def test_an_empty_board_at_the_opening_ends_the_game() -> None:
    """The drawer's last turn is over when the abyss is open, and no cart is on the board after it."""
    state = play(opening(short()), *OPENED)
    assert (state.phase, state.ending) == ("over", ALL_OFF)


def test_the_game_ends_when_a_token_swallows_the_last_cart() -> None:
    state = open_abyss(table("track 4,4 NS", "track 4,5 NS", "cart red black 4,4 S 1", "abyss 5,5 red"))
    state = play(state, "P1 done", "P1 move black S", "TABLE token red", "P1 abyss 4,5")
    assert (state.phase, state.ending) == ("over", ALL_OFF)
    assert cart(state, "red").lost


def test_the_game_ends_with_the_last_token_and_the_carts_on_the_board_derail() -> None:
    state = open_abyss(table(*ROUND, "hold green black gold", "abyss 0,0 red"))
    state = replace(state, lid=("red",))
    state = play(state, "P1 done", "TABLE token red", "P1 abyss 0,1")
    assert (state.phase, state.ending) == ("over", ALL_LAID)
    assert cart(state, "green").lost
    assert state.bag.count("gold") == 10
    score = GAME.score(GAME.position(state))
    assert [player.parts["carts"] for player in score.players] == [6, 3]


def test_a_last_token_that_is_set_aside_ends_the_game_too() -> None:
    walled = ("abyss 0,0 red", "abyss 1,0 yellow", "abyss 0,1 yellow")
    state = replace(open_abyss(table(*ROUND, *walled)), lid=("red",))
    state = play(state, "P1 done", "TABLE token red")
    assert (state.phase, state.ending) == ("over", ALL_LAID)


def test_nothing_is_legal_after_the_end() -> None:
    state = play(opening(short()), *OPENED)
    assert not GAME.legal_moves(state)
    assert "over" in refused(state, "P1 done")
