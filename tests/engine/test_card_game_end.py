"""How the Card Game ends: the last turns, the count and, of four players, the second half (rulebook; RULES.md)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import AmbiguousMove
from engine.parts.cards import Cards, Hand
from engine.ticket_to_ride_card_game import GAME
from engine.ticket_to_ride_card_game.state import State, Step
from tests.engine.card_game import after, refusal, set_up, table, with_deck

# The last turns


def test_after_the_last_card_everyone_has_one_more_turn_the_drawer_last() -> None:
    """Rulebook, when the deck is used up; ruling 4."""
    state = with_deck(table(3), "red")
    state = after(state, "P1 draws a card", "TABLE deals red")
    assert state.last_turns is None  # the turn still goes on: a second card lies open
    state = after(state, "P1 stops")
    assert (state.current, state.last_turns) == (1, 3)
    assert "everyone has one more turn" in GAME.view(state)["remarks"][-1]
    state = after(state, "P2 takes black", "P2 stops", "P3 takes blue", "P3 stops")
    assert (state.current, state.last_turns) == (0, 1)
    state = after(state, "P1 takes green", "P1 takes orange")
    assert state.step is Step.COUNT


def test_a_card_that_fills_the_row_may_be_the_last_one() -> None:
    """Ruling 4: the deck is used up whoever got its last card."""
    state = with_deck(table(2), "red")
    state = after(state, "P1 takes black", "TABLE shows red")
    assert state.supply.deck == 0
    state = after(state, "P1 takes blue")
    assert (state.current, state.last_turns) == (1, 2)
    assert state.row == ("red", None, "green", "orange", "purple")


def test_open_cards_can_be_taken_after_the_deck_is_used_up_and_are_not_replaced() -> None:
    """Rulebook, when the deck is used up: a single card that is left may be drawn alone."""
    state = with_deck(table(2, "row is black"), "")
    assert state.supply.deck == 0
    assert refusal(state, "P1 draws a card") == "The deck is used up."
    state = after(state, "P1 takes black")
    assert state.current == 1  # there was no second card
    assert state.row == (None,) * 5
    assert "There is no open black card." in refusal(state, "P2 takes black")


def test_a_player_passes_only_when_nothing_can_be_done() -> None:
    """Rulebook, phase 2: one action must be taken."""
    state = table(2)
    assert refusal(state, "P1 passes") == "There are cards to draw."
    bare = replace(with_deck(table(2, "row is black"), ""), row=(None,) * 5)
    assert refusal(bare, "P1 passes") == "There are tickets to draw."
    bare = replace(bare, tickets=replace(bare.tickets, deck=0))
    holding = replace(bare, players=(replace(bare.players[0], hand=Hand(Cards({"red": 2}))), bare.players[1]))
    assert refusal(holding, "P1 passes") == "There are cards in the hand that can be played."
    assert [str(move) for move in GAME.legal_moves(bare)] == ["P1 passes"]
    assert after(bare, "P1 passes").current == 1


# The count


def counting(*corrections: str, tickets: tuple[tuple[str, ...], ...] = ((), ())) -> State:
    """Two players after their last turns, with these tickets."""
    state = table(2, *corrections)
    players = tuple(
        replace(player, tickets=Hand(Cards(held))) for player, held in zip(state.players, tickets, strict=True)
    )
    return replace(state, players=players, step=Step.COUNT, last_turns=0)


def test_the_best_choice_is_offered_and_others_are_refused() -> None:
    """Ruling 4."""
    state = counting("P1 pile is 2 locomotive", tickets=(("Dallas - Helena", "Dallas - Raleigh"), ()))
    offered = [str(move) for move in GAME.legal_moves(state)]
    assert offered == ["P1 completes Dallas - Helena", "P2 completes no tickets"]
    assert "Another choice of tickets brings more" in refusal(state, "P1 completes Dallas - Raleigh")
    assert "lacks 2 cards" in refusal(state, "P1 completes Dallas - Helena, Dallas - Raleigh")
    assert "does not hold" in refusal(state, "P1 completes Dallas - Miami")
    state = after(state, "P2 completes no tickets", "P1 completes Dallas - Helena")
    assert GAME.turn(state).over
    scored = GAME.score(GAME.position(state)).as_json()
    assert scored["players"][0]["parts"] == {"tickets": 10, "open": -8, "bonuses": 10}


def test_the_choice_that_a_bonus_favours_may_be_picked() -> None:
    """Ruling 4."""
    tickets = (("Dallas - Helena", "New York - Kansas City"), ("Dallas - Washington",))
    state = counting("P1 pile is 2 locomotive", "P2 pile is 2 locomotive", tickets=tickets)
    with pytest.raises(AmbiguousMove):
        after(state, "P1 completes")
    state = after(state, "P1 completes New York - Kansas City", "P2 completes")
    scored = GAME.score(GAME.position(state)).as_json()
    assert scored["players"][0]["total"] == 9 - 10 + 15
    assert scored["players"][0]["other_choice"] is None


# Four players


def first_half_over() -> State:
    state = table(4, "P2 hand is 5 red", "P1 pile is 3 blue, 2 locomotive", "P3 blue row is 2 blue")
    tickets = [("New York - Chicago", "Seattle - Miami"), ("Dallas - Miami",), (), ("Chicago - Dallas",)]
    players = tuple(
        replace(player, tickets=Hand(Cards(held))) for player, held in zip(state.players, tickets, strict=True)
    )
    return replace(state, players=players, step=Step.COUNT, last_turns=0, current=2)


def test_after_the_first_half_hands_and_open_tickets_stay_and_all_else_is_shuffled() -> None:
    """Rulebook, four players; ruling 5."""
    state = first_half_over()
    state = after(state, *(f"P{number} completes" for number in (1, 2, 3, 4)))
    assert (state.half, state.step, state.first) == (2, Step.DEAL_CARDS, 3)
    assert state.players[0].completed == ("New York - Chicago",)
    assert state.players[0].tickets.known == Cards(["Seattle - Miami"])
    assert state.players[1].hand.known == Cards({"red": 5})
    assert all(not player.yard and not player.pile for player in state.players)
    assert state.supply.deck == 96 - 5
    assert state.supply.unseen["red"] == 5
    state = after(state, *["TABLE deals white"] * 10, *["TABLE deals black"] * 6)
    assert [player.hand.size for player in state.players] == [4, 9, 4, 4]
    state = after(state, *["TABLE shows green"] * 5)
    assert (state.step, state.current) == (Step.ACTION, 3)


def test_two_and_three_players_play_one_half_only() -> None:
    """Rulebook, length of the game."""
    assert [set_up(players).halves for players in (2, 3, 4)] == [1, 1, 2]


def test_hands_that_hold_all_cards_leave_only_the_last_turns_of_the_second_half() -> None:
    """Our own ruling 12: as many cards as there are get dealt, and the last turns begin at once."""
    state = first_half_over()
    state = GAME.correct(replace(state, step=Step.ACTION), "P3 blue row is no cards")
    state = replace(with_deck(state, "white, white, white, black, black"), step=Step.COUNT)
    for index in (0, 1, 2, 3):
        state = after(state, f"P{index + 1} completes")
    assert state.supply.deck == 5 + 5 + 5
    for _ in range(15):
        state = GAME.play(state, next(iter(GAME.chances(state))))
    assert [player.hand.size for player in state.players[:3]] == [4, 9, 3]
    assert (state.supply.deck, state.last_turns, state.step) == (0, 4, Step.ACTION)
