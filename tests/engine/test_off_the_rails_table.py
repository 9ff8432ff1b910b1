"""Texts, corrections, moves that hands insisted on, what is shown: the table's side of Off the Rails."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import AmbiguousMove, IllegalMove, MoveError, UnreadableMove
from engine.off_the_rails import GAME
from engine.off_the_rails.moves import Go
from engine.off_the_rails.reach import reach, warning
from engine.off_the_rails.state import State
from tests.engine.mine import cart, open_abyss, play, table

# Texts


@pytest.mark.parametrize(
    "text",
    [
        "P1 lay 3,4 NS",
        "P2 upgrade 3,4 NESW",
        "P1 enter white 10,5",
        "P4 speed black 4",
        "P3 done",
        "P1 move black SSE",
        "P1 move black SSE face N take 2,1 ruby 3,-1 gold rock drop diamond ruby",
        "P2 face white S",
        "P1 abyss 3,4",
        "TABLE card red 3",
        "TABLE card abyss",
        "TABLE jewels gold ruby ruby",
        "TABLE jewels nothing",
        "TABLE token blue",
    ],
)
def test_texts_read_back(text: str) -> None:
    assert str(GAME.read_move(text)) == text


def test_texts_are_forgiving_about_case_and_order() -> None:
    assert str(GAME.read_move("p1 LAY 3,4 sn")) == "P1 lay 3,4 NS"
    assert str(GAME.read_move("table jewels Ruby gold")) == "TABLE jewels gold ruby"
    assert str(GAME.read_move("P1 move black ss drop ruby face n take 3,4 ruby")) == (
        "P1 move black SS face N take 3,4 ruby drop ruby"
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("P1 lay", "the square is missing"),
        ("P1 lay 3;4 NS", "not a square"),
        ("P1 lay 3,4", "the exits is missing"),
        ("P1 lay 3,4 NX", "sides N E S W"),
        ("P1 lay 3,4 NS NS", "one word too many"),
        ("P1 speed black fast", "not a number"),
        ("P1 speed pink 3", "no cart with a 'pink' die"),
        ("P3 done", "nobody sits at P3"),
        ("P1 card red 1", "no move"),
        ("TABLE lay 3,4 NS", "no move"),
        ("TABLE card pink 1", "no mine called"),
        ("TABLE card red 9", "no deposit card with the number 9"),
        ("TABLE jewels pearl", "no jewel called"),
        ("P1 move black S take gold", "not a square"),
        ("P1 move black S dance", "not understood"),
    ],
)
def test_unreadable_texts_say_why(text: str, why: str) -> None:
    with pytest.raises(UnreadableMove, match=why):
        GAME.read_move(text, table())


def test_what_is_left_out_is_completed_if_only_one_move_fits() -> None:
    state = table("track 4,4 NES", "track 4,0 NS", "track 4,1 NS", "track 4,2 NS")
    assert str(GAME.read_move("P1 upgrade 4,4", state)) == "P1 upgrade 4,4 NESW"
    with pytest.raises(AmbiguousMove):
        GAME.read_move("P1 enter 4,-1", state)
    state = play(state, "P1 enter black 4,-1")
    assert str(GAME.read_move("P1 enter 2,-1", state)) == "P1 enter white 2,-1"
    state = play(state, "P1 done")
    assert str(GAME.read_move("P1 move black", state)) == "P1 move black SSS face S"


# Corrections


def test_corrections_keep_the_pieces_together() -> None:
    state = table(
        "track 3,3 NS",
        "track 3,3 NES",
        "track 5,5 NS",
        "track 5,5 none",
        "jewels 3,3 ruby gold",
        "jewels 3,3 ruby",
        "cart P1 black 3,3 N 4",
        "hold red black diamond",
        "stash green emerald",
        "abyss 0,0 blue",
        "abyss 0,0 none",
        "missions P2 5",
    )
    assert state.tracks == {(3, 3): "NES"}
    assert state.tiles_left == (60, 29)
    assert state.jewels == {(3, 3): ("ruby",)}
    assert cart(state, "red").hold == ("diamond",)
    assert state.stashes == ((), ("emerald",))
    assert state.missions == (0, 5)
    assert GAME.problems(state) == ()
    state = GAME.correct(state, "cart red black home")
    assert not cart(state, "red").on_board
    assert state.bag.count("diamond") == 5
    assert cart(GAME.correct(state, "cart red black lost"), "red").lost


@pytest.mark.parametrize(
    "correction",
    [
        "",
        "dance",
        "track 3,3",
        "track 3,3 N",
        "track 10,0 NS",
        "jewels 3,3",
        "jewels 3,3 " + "diamond " * 6,
        "cart red black 3,3 N 3",
        "cart red black 4,-1 N 3",
        "cart red black 4,-1 S 7",
        "cart blue black home",
        "cart red pink home",
        "hold red black ruby",
        "abyss 3,3 pink",
        "missions P1 many",
        "turn P3",
    ],
)
def test_a_correction_that_cannot_be_is_refused(correction: str) -> None:
    with pytest.raises(MoveError):
        GAME.correct(table(), correction)


def test_the_turn_can_be_corrected() -> None:
    state = GAME.correct(play(table(), "P1 lay 3,3 NS"), "turn P2")
    assert (state.actor, state.actions) == ("P2", 0)


def test_a_cart_taken_away_is_not_waited_for() -> None:
    state = play(table("track 4,0 NS", "cart red black 4,0 S 1"), "P1 done")
    assert GAME.correct(state, "cart red black home").phase == "deposit"


def test_a_correction_never_leaves_a_table_waiting_for_what_cannot_come() -> None:
    """A bag without jewels, a lid without tokens, a token without a square, a struck cart without a choice."""
    data = {"jewels": {"ruby": {"count": 2, "points": 1}}}
    state = play(table(setup={"data": data}), "P1 done", "TABLE card red 1")
    assert GAME.correct(state, "stash P1 ruby").deposit == ((1, 1), 1)
    assert GAME.correct(state, "stash P1 ruby ruby").phase == "actions"

    last = replace(play(open_abyss(table("cart green black 4,10 N 1")), "P1 done"), lid=("red",))
    assert GAME.correct(last, "abyss 0,0 red").phase == "over"

    state = play(open_abyss(table("abyss 0,0 red", "cart green black 4,10 N 1")), "P1 done", "TABLE token red")
    state = GAME.correct(GAME.correct(state, "abyss 1,0 blue"), "abyss 0,1 blue")
    assert (state.aside, state.actor) == (("red",), "P2")

    tracks = ("track 3,4 EW", "track 4,4 NSW", "cart red black 3,4 E 1", "cart green black 4,4 N 1")
    state = play(table(*tracks, "hold green black ruby", "hold red black ruby"), "P1 done", "P1 move black E")
    assert state.actor == "P2"
    assert GAME.correct(state, "cart green black home").phase == "deposit"
    assert GAME.correct(state, "cart green black 4,4 S 1").phase == "deposit"
    assert GAME.correct(state, "track 4,4 none").phase == "deposit"
    assert GAME.correct(state, "track 4,4 SW").struck_sides == "S"


def test_a_cart_without_a_track_can_still_be_struck() -> None:
    state = table(
        "track 3,4 EW", "track 4,4 NS", "cart red black 3,4 E 1", "cart green black 4,4 N 1", "track 4,4 none"
    )
    assert any("without an exit" in problem.why for problem in GAME.problems(state))
    assert cart(play(state, "P1 done", "P1 move black E"), "green").facing == "N"


# Moves against the rules


@pytest.mark.parametrize(
    ("corrections", "move"),
    [
        ((), "P1 lay 2,2 NS"),
        ((), "P1 lay 3,3 NES"),
        (("track 3,3 NS",), "P1 lay 3,3 EW"),
        ((), "P2 lay 3,3 NS"),
        (("track 3,3 NS",), "P1 upgrade 3,3 NESW"),
        ((), "P1 enter black 4,10"),
        (("cart red black 4,-1 S 3",), "P1 speed black 6"),
        (("track 4,0 NS", "track 4,1 NS", "cart red black 4,0 S 3"), "P1 move black S face S"),
        (("track 4,0 NS", "track 4,1 NS", "cart red black 4,1 S 1"), "P1 move black N face N"),
    ],
)
def test_hands_may_insist_and_the_problem_is_named(corrections: tuple[str, ...], move: str) -> None:
    state = table(*corrections)
    with pytest.raises(IllegalMove):
        GAME.play(state, GAME.read_move(move, state))
    after = GAME.play(state, GAME.read_move(move, state), insist=True)
    assert after != state
    assert any(problem.what == str(GAME.read_move(move, state)) for problem in GAME.problems(after))


def test_insisting_on_a_movement_moves_the_cart() -> None:
    state = table("track 4,0 NS", "track 4,1 NS", "jewels 4,1 ruby ruby ruby", "cart red black 4,0 S 3")
    move = GAME.read_move("P1 move black S face S take 4,1 ruby ruby ruby")
    after = GAME.play(state, move, insist=True)
    assert cart(after, "red").at == (4, 1)
    assert cart(after, "red").hold == ("ruby",) * 3
    assert after.phase == "deposit"


def test_insisting_on_a_legal_move_marks_nothing() -> None:
    after = GAME.play(table(), GAME.read_move("P1 lay 3,3 NS"), insist=True)
    assert GAME.problems(after) == ()


@pytest.mark.parametrize(
    "move",
    [
        "P1 lay 10,0 NS",
        "P1 lay 3,3 N",
        "P1 speed black 4",
        "P1 move black S",
        "P1 face black S",
        "P1 abyss 3,3",
        "TABLE token red",
        "TABLE card red 1",
        "P4 lay 3,3 NS",
    ],
)
def test_what_has_no_meaning_is_refused_even_then(move: str) -> None:
    with pytest.raises(IllegalMove):
        GAME.play(table(), GAME.read_move(move), insist=True)


def test_the_table_may_insist_on_a_card() -> None:
    state = play(table(), "P1 done", "TABLE card red 1", "TABLE jewels ruby ruby", "P2 done")
    after = GAME.play(state, GAME.read_move("TABLE card red 1"), insist=True)
    assert after.phase == "jewels"
    assert sum(len(pile) for pile in after.piles) == 15


# What the players are told


def junction() -> State:
    """South to a T: east a jewel and then nothing, west another cart."""
    return table(
        "track 4,0 NS",
        "track 4,1 NEW",
        "track 5,1 EW",
        "track 3,1 EW",
        "jewels 5,1 gold rock",
        "cart red black 4,0 S 3",
        "cart green black 3,1 E 1",
        "hold green black ruby",
    )


def test_reach_shows_every_way_with_what_happens_on_it() -> None:
    state = junction()
    told = {outcome.way.path: outcome for outcome in reach(state, cart(state, "red"))}
    assert set(told) == {"SEE", "SW"}
    assert told["SEE"].derails
    assert told["SEE"].says == "It derails after 5,1: There is no track at 6,1."
    assert told["SEE"].offered == (((5, 1), 1, ("gold", "rock")),)
    assert "collides with the green black cart, which loses 1 jewels" in told["SW"].says
    assert "derails itself if still empty" in told["SW"].says
    assert told["SW"].end == (4, 1)


def test_a_warning_comes_before_a_derailment() -> None:
    state = junction()
    said = warning(state, cart(state, "red"))
    assert said == "The red black cart derails if it goes SEE: There is no track at 6,1."
    state = GAME.correct(state, "track 6,1 EW")
    assert warning(state, cart(state, "red")) is None
    state = GAME.correct(GAME.correct(state, "track 4,1 NE"), "track 6,1 none")
    assert "will derail" in str(warning(state, cart(state, "red")))


@pytest.mark.parametrize(
    ("corrections", "why"),
    [
        (("track 3,0 NS", "cart red black 3,0 N 1"), "over the rim"),
        (("track 2,1 NS", "cart red black 2,1 S 1"), "centre of the red mine"),
        (("track 4,4 NS", "abyss 4,5 red", "cart red black 4,4 S 1"), "into the abyss at 4,5"),
        (("track 4,4 NS", "cart red black 4,4 S 1"), "no track at 4,5"),
        (("track 4,4 NS", "track 4,5 EW", "cart red black 4,4 S 1"), "4,5 has no exit"),
    ],
)
def test_the_warning_says_why(corrections: tuple[str, ...], why: str) -> None:
    state = table(*corrections)
    assert why in str(warning(state, cart(state, "red")))


def test_home_and_stops_are_told_too() -> None:
    state = table(
        "track 4,0 NS",
        "track 4,1 NS",
        "cart red black 4,1 N 2",
        "track 6,6 NS",
        "cart red white 6,6 N 1",
        "track 6,5 NS",
    )
    assert [outcome.says for outcome in reach(state, cart(state, "red"))] == ["It comes home over 4,0."]
    assert [outcome.says for outcome in reach(state, cart(state, "red", "white"))] == ["It stops at 6,5."]


def test_the_view_shows_reach_and_warning_of_the_player_whose_turn_it_is() -> None:
    shown = GAME.view(junction())
    black = shown["players"][0]["carts"][0]
    assert {way["path"] for way in black["reach"]} == {"SEE", "SW"}
    assert "derails if it goes SEE" in black["warning"]
    assert "reach" not in shown["players"][1]["carts"][0]


def test_every_legal_movement_is_on_a_way_that_reach_shows() -> None:
    state = junction()
    paths = {outcome.way.path for outcome in reach(state, cart(state, "red"))}
    state = play(state, "P1 done")
    assert {move.path for move in GAME.legal_moves(state) if isinstance(move, Go)} == paths


def test_a_stash_is_hidden_behind_its_shield_until_the_end() -> None:
    """Scudi per la scorta dei gioielli."""
    state = table("stash P1 gold", "stash P2 ruby")
    assert [player["stash"] for player in GAME.view(state, "P1")["players"]] == [{"gold": 1}, None]
    assert [player["stash"] for player in GAME.view(state)["players"]] == [None, None]
    over = play(open_abyss(GAME.correct(state, "abyss 0,0 red")), "P1 done", "TABLE token red", "P1 abyss 0,1")
    assert [player["stash"] for player in GAME.view(over)["players"]] == [{"gold": 1}, {"ruby": 1}]


def test_the_drawing_shows_tracks_carts_and_jewels() -> None:
    drawn = GAME.draw(junction())
    assert "│ rv" in drawn
    assert "─2" in drawn
    assert "P2 Bob (green): stash nothing; black at 3,1 facing E, speed 1, ruby" in drawn
