"""What nobody saw, what is shown to whom, what corrections reveal, and what hands may insist on."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from engine.bots import RandomBot, play_out
from engine.errors import IllegalMove, MoveError
from engine.game import seat
from engine.parts.cards import Cards, Hand, Verdict
from engine.ticket_to_ride_card_game import GAME
from engine.ticket_to_ride_card_game.bots import GOOD
from engine.ticket_to_ride_card_game.moves import Complete, DealCard, DealTicket, Keep, Move, Play
from engine.ticket_to_ride_card_game.state import Group, State, Step
from tests.engine.card_game import NAMES, after, swapped, table


def verdict(state: State, text: str) -> Verdict:
    return GAME.verdict(state, GAME.read_move(text, state))


def states_of_a_game(players: int, seed: int, **setup: Any) -> list[State]:
    bots = {seat(index): RandomBot() for index in range(players)}
    start = GAME.start(NAMES[:players], setup)
    return [state for _, state in play_out(GAME, start, bots, random.Random(seed))]


# Yes, no, cannot tell


def test_a_play_from_a_hidden_hand_is_yes_no_or_cannot_tell() -> None:
    """Rulings, hidden hands."""
    state = table(2, hands="hidden")
    assert state.players[0].hand == Hand(Cards({"locomotive": 1}), 7)
    assert verdict(state, "P1 plays 3 red") is Verdict.CANNOT_TELL
    assert verdict(state, "P1 plays 8 red") is Verdict.NO
    assert verdict(state, "P1 plays 1 red") is Verdict.NO
    assert verdict(state, "P1 takes black") is Verdict.YES
    shown = GAME.correct(state, "P1 holds 3 red")
    assert verdict(shown, "P1 plays 3 red") is Verdict.YES
    assert verdict(shown, "P1 plays 7 red, 1 locomotive") is Verdict.CANNOT_TELL
    assert verdict(shown, "P1 plays 8 red, 1 locomotive") is Verdict.NO


def test_a_play_that_nobody_can_tell_is_played_with_a_remark() -> None:
    state = after(table(2, hands="hidden"), "P1 plays 3 red")
    assert state.players[0].yard == (Group("red", 3),)
    assert state.players[0].hand == Hand(Cards({"locomotive": 1}), 4)
    assert state.supply.unseen["red"] == 7
    assert GAME.view(state)["remarks"] == ["Nobody saw all the cards of Ann; the counts allow it."]


def test_colours_that_lie_elsewhere_cannot_be_in_a_hidden_hand() -> None:
    state = table(2, "P2 pile is 8 red", "P2 red row is 1 red", hands="hidden")
    with pytest.raises(IllegalMove, match="cannot hold 2 red: the counts do not allow it"):
        after(state, "P1 plays 2 red")


def test_an_open_card_that_is_taken_is_remembered() -> None:
    """Hidden hands: what was seen being taken is known."""
    state = after(table(2, hands="hidden"), "P1 takes blue", "TABLE shows white", "P1 draws a card")
    assert state.players[0].hand == Hand(Cards(["locomotive", "blue"]), 8)
    assert state.current == 1


def test_hidden_tickets_are_kept_by_number_and_shown_in_the_end() -> None:
    state = table(2, hands="hidden")
    assert state.players[0].tickets == Hand(unknown=6)
    state = after(state, "P1 draws tickets")
    assert state.players[0].offered == Hand(unknown=4)
    with pytest.raises(IllegalMove, match="say only how many are kept"):
        after(state, "P1 keeps Dallas - Miami")
    with pytest.raises(IllegalMove, match="So many were not drawn"):
        after(state, "P1 keeps 5 tickets")
    state = after(state, "P1 keeps 1 ticket")
    assert (state.players[0].tickets.unknown, state.under) == (7, (Hand(unknown=3),))
    state = replace(state, step=Step.COUNT, last_turns=0)
    with pytest.raises(IllegalMove, match="First Ann shows 7 more tickets"):
        after(state, "P2 completes no tickets")
    for ticket in sorted(state.tickets.unseen)[:7]:
        state = after(state, f"P1 shows {ticket}")
    assert state.players[0].tickets.unknown == 0
    with pytest.raises(IllegalMove, match="All tickets of Ann are known"):
        after(state, f"P1 shows {min(state.tickets.unseen)}")
    assert GAME.turn(state).actors == ("P2",)


def test_in_the_first_half_of_four_open_tickets_stay_secret() -> None:
    """Rulebook, four players: tickets that were not completed stay secret."""
    state = table(4, "P1 pile is 2 locomotive", hands="hidden")
    state = replace(state, step=Step.COUNT, last_turns=0)
    state = after(state, "P1 shows Dallas - Helena", "P1 completes Dallas - Helena")
    assert state.players[0].tickets == Hand(Cards(["Dallas - Helena"]), 5)
    state = after(state, *(f"P{number} completes no tickets" for number in (2, 3, 4)))
    assert state.half == 2
    assert state.players[0].tickets == Hand(unknown=5)


# What a viewer sees


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_hidden_changes_nothing_that_a_viewer_sees(players: int) -> None:
    """Two tables that differ only in hidden cards look the same, to every seat and to those who only watch."""
    dice = random.Random(players)
    changed = 0
    for state in states_of_a_game(players, seed=players)[::9]:
        if state.step is Step.OVER:
            continue
        for viewer in (None, *range(players)):
            other = swapped(state, viewer, dice)
            assert other.all_cards() == state.all_cards()
            name = None if viewer is None else seat(viewer)
            assert json.dumps(GAME.view(other, name)) == json.dumps(GAME.view(state, name))
            assert GAME.turn(other) == GAME.turn(state)
            changed += other != state
    assert changed > 50


def test_the_pile_on_the_track_is_hidden_even_from_its_owner() -> None:
    """Rulebook, phase 1: hidden from all, its owner included, until the count; beginners may look at their own."""
    for open_piles in (False, True):
        state = table(2, "P1 pile is 3 red", open_piles=open_piles)
        own, other = GAME.view(state, "P1")["players"][0], GAME.view(state, "P2")["players"][0]
        assert own["on_track"] == other["on_track"] == 3
        assert ("on_track_cards" in own) == open_piles
        assert "on_track_cards" not in other
        counted = GAME.view(replace(state, step=Step.COUNT))["players"][0]
        assert counted["on_track_cards"] == {"red": 3}


def test_a_seat_sees_its_own_hand_and_tickets() -> None:
    state = table(2, "P1 hand is 2 red")
    own = GAME.view(state, "P1")["players"]
    assert own[0]["hand"] == {"known": {"red": 2}, "unknown": 0}
    assert len(own[0]["ticket_list"]) == 6
    assert "hand" not in own[1]
    assert "ticket_list" not in own[1]
    assert all("hand" not in player for player in GAME.view(state)["players"])


# Corrections


def test_corrections_replace_what_was_recorded_and_keep_all_cards() -> None:
    state = table(2, "P1 hand is 2 red, 1 locomotive")
    assert state.players[0].hand == Hand(Cards({"red": 2, "locomotive": 1}))
    state = GAME.correct(state, "P1 pile is 3 blue")
    state = GAME.correct(state, "P2 green row is 2 green, 1 locomotive")
    state = GAME.correct(state, "P2 green row is 1 green")
    state = GAME.correct(state, "row is white, white, red, locomotive, black")
    assert state.row == ("white", "white", "red", "locomotive", "black")
    assert (state.players[0].pile, state.players[1].yard) == (Cards({"blue": 3}), (Group("green", 1),))
    assert state.all_cards() == state.box.cards
    assert state.supply.deck == state.supply.unseen.size


def test_a_robbery_that_was_none_is_taken_back_from_the_discards() -> None:
    """All ten red cards are known then, so the two can only have lain among the discards."""
    state = after(table(2, "P2 red row is 2 red", "P1 hand is 8 red"), "P1 plays 8 red")
    assert (state.supply.discards.known, state.players[1].yard) == (Cards({"red": 2}), ())
    state = GAME.correct(state, "P2 red row is 2 red")
    assert (state.supply.discards.known, state.players[1].yard) == (Cards(), (Group("red", 2),))
    assert state.all_cards() == state.box.cards


def test_a_hidden_hand_can_be_counted_anew() -> None:
    state = table(2, "P1 hand is 2 red, 3 unseen", hands="hidden")
    assert state.players[0].hand == Hand(Cards({"red": 2}), 3)
    assert state.supply.deck == 96 - 5 - 8 - 5
    assert state.supply.unseen.size == state.supply.deck + 3 + 7


def test_a_correction_reveals_hidden_cards_and_tickets() -> None:
    state = table(2, "P1 holds 2 red", "P1 holds ticket Dallas - Miami", hands="hidden")
    assert state.players[0].hand == Hand(Cards({"red": 2, "locomotive": 1}), 5)
    assert state.players[0].tickets == Hand(Cards(["Dallas - Miami"]), 5)
    assert state.all_cards() == state.box.cards


@pytest.mark.parametrize(
    ("correction", "told"),
    [
        ("P1 holds 9 red", "The counts do not allow it"),
        ("P1 holds pink", "There is no card pink"),
        ("P1 holds ticket Rome - Milan", "There is no ticket Rome - Milan"),
        ("P1 hand is 11 red", "seen elsewhere, or there are not so many"),
        ("P1 red row is 2 blue", "A row has cards of its own colour and locomotives"),
        ("P1 locomotive row is 2 locomotive", "A row has cards of its own colour and locomotives"),
        ("row is red, red, red, red, red, red", "There are only 5 open cards"),
        ("P4 pile is 1 red", "There is no P4 in this game"),
        ("the lamp is on", "A correction is written like"),
    ],
)
def test_a_correction_that_cannot_be_is_refused_in_a_sentence(correction: str, told: str) -> None:
    with pytest.raises(MoveError) as refused:
        GAME.correct(table(2), correction)
    assert told in str(refused.value)


def test_the_turn_can_be_corrected() -> None:
    state = GAME.correct(table(3), "turn is P3")
    assert (state.current, state.step) == (2, Step.ACTION)
    with pytest.raises(IllegalMove, match="Nobody is choosing an action now"):
        GAME.correct(replace(state, step=Step.COUNT), "turn is P1")


# Insisting


def insisted(state: State, text: str) -> State:
    move = GAME.read_move(text, state)
    with pytest.raises(IllegalMove):
        GAME.play(state, move)
    after_all = GAME.play(state, move, insist=True)
    assert after_all.all_cards() == state.box.cards
    assert any(problem.what == str(move) for problem in GAME.problems(after_all))
    return after_all


def test_a_robbery_with_too_few_cards_leaves_both_rows_and_is_named() -> None:
    state = insisted(table(2, "P2 red row is 3 red", "P1 hand is 2 red"), "P1 plays 2 red")
    assert state.players[0].yard == (Group("red", 2),)
    assert state.players[1].yard == (Group("red", 3),)
    assert "There are red cards in the yards of Ann and Bob" in str(GAME.problems(state)[-1].why)


def test_a_colour_played_twice_joins_its_row() -> None:
    state = table(2, "P1 red row is 2 red", "P1 hand is 2 red, 1 locomotive", "turn is P1")
    state = insisted(after(state, "P1 advances"), "P1 plays 2 red, 1 locomotive")
    assert state.players[0].yard == (Group("red", 3, 1),)


def test_whoever_acts_out_of_turn_and_is_insisted_on_has_the_turn() -> None:
    state = insisted(table(3), "P3 takes blue")
    assert (state.current, state.drawn) == (2, 1)


def test_cards_against_the_record_make_the_hand_unknown() -> None:
    state = insisted(table(2, "P1 hand is 3 blue"), "P1 plays 2 red")
    assert state.players[0].hand == Hand(unknown=1)
    assert state.players[0].yard == (Group("red", 2),)


@pytest.mark.parametrize(
    "text",
    [
        "P1 plays 2 locomotive",
        "P1 plays 5 red",
        "P1 takes white",
        "P1 advances",
        "P4 takes blue",
        "P1 keeps 1 ticket",
        "P1 completes no tickets",
        "P1 shows Dallas - Miami",
        "TABLE deals P1 Dallas - Miami",
        "TABLE shows red",
    ],
)
def test_what_hands_cannot_do_is_refused_even_then(text: str) -> None:
    state = table(2, "P1 hand is 3 blue, 1 locomotive")
    with pytest.raises(IllegalMove):
        GAME.play(state, GAME.read_move(text, state), insist=True)


def test_nobody_can_act_before_the_open_row_is_filled_not_even_by_insisting() -> None:
    state = table(2, "row is black, locomotive, green, orange, purple", "P1 hand is 3 blue")
    state = after(state, "P1 takes locomotive")
    with pytest.raises(IllegalMove, match="First the open row is filled"):
        GAME.play(state, GAME.read_move("P1 plays 3 blue", state), insist=True)


def test_a_card_too_many_is_recorded() -> None:
    state = insisted(table(2), "TABLE deals P2 white")
    assert state.players[1].hand.known == Cards(["white"])
    assert state.current == 0


def test_insisting_on_anything_breaks_nothing() -> None:
    """Moves of other moments of random games, insisted on, keep all cards and the game can be played to its end."""
    dice = random.Random(5)
    bots = {seat(index): RandomBot() for index in range(3)}
    moves = [move for move, _ in play_out(GAME, GAME.start(NAMES[:3], {}), bots, random.Random(8))]
    for state in states_of_a_game(3, seed=9)[::60]:
        for move in dice.sample(moves, 8):
            try:
                changed = GAME.play(state, move, insist=True)
            except IllegalMove:
                continue
            assert changed.all_cards() == state.box.cards
            assert changed.all_tickets() == state.all_tickets()
            assert list(play_out(GAME, changed, bots, random.Random(1)))[-1][1].step is Step.OVER


# A true game told to a table that sees only what lies open


def told(state: State, move: Move) -> list[str]:
    """What a table with hidden hands hears of a move at a table with open ones."""
    if isinstance(move, DealCard | DealTicket):
        return []
    if isinstance(move, Keep):
        count = len(move.tickets)
        return [f"{seat(move.player)} keeps {count} tickets" if count else str(move)]
    if isinstance(move, Complete):
        first = move.tickets if state.half < state.halves else ()
        return [*(f"{seat(move.player)} shows {ticket}" for ticket in first), str(move)]
    return [str(move)]


def shows_of_the_last_count(state: State, hidden: State) -> list[str]:
    """In the last count everybody lays open what the hidden table has not seen."""
    return [
        f"{seat(index)} shows {ticket}"
        for index, player in enumerate(state.players)
        for ticket in sorted(player.tickets.known.without(hidden.players[index].tickets.known))
    ]


def check_answers(state: State, hidden: State, dice: random.Random) -> None:
    """A yes and a no of the hidden table are true of the real hand."""
    kinds = dice.sample(state.box.colours, 3)
    for cards in (Cards({kinds[0]: dice.randint(1, 4), "locomotive": dice.randint(0, 2)}), Cards(kinds)):
        guess = GAME.verdict(hidden, Play(state.current, cards))
        truth = GAME.verdict(state, Play(state.current, cards))
        assert guess in (truth, Verdict.CANNOT_TELL)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_truly_happened_is_never_refused_to_a_hidden_table(players: int) -> None:
    dice = random.Random(players)
    bots = {seat(index): GOOD if index else RandomBot() for index in range(players)}
    state, hidden = GAME.start(NAMES[:players], {}), GAME.start(NAMES[:players], {"hands": "hidden"})
    for move, after_it in play_out(GAME, state, bots, random.Random(players)):
        if state.step is Step.COUNT and state.half == state.halves:
            hidden = after(hidden, *shows_of_the_last_count(state, hidden))
        hidden = after(hidden, *told(state, move))
        state = after_it
        assert [player.yard for player in hidden.players] == [player.yard for player in state.players]
        if state.step is Step.ACTION and hidden.step is Step.ACTION:
            assert [player.hand.size for player in hidden.players] == [player.hand.size for player in state.players]
            check_answers(state, hidden, dice)
    assert GAME.score(GAME.position(hidden)) == GAME.score(GAME.position(state))
