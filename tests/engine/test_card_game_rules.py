"""The rules of the Card Game, each test with the heading of the rulebook or the number of our ruling (RULES.md)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import BadSetup
from engine.game import TABLE
from engine.parts.cards import Cards, Hand
from engine.ticket_to_ride_card_game import GAME
from engine.ticket_to_ride_card_game.state import Group, Step
from tests.engine.card_game import BOX, after, refusal, set_up, table

THREE = "P1 plays red, white, yellow"


# Setting up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_with_a_locomotive_seven_cards_and_six_tickets(players: int) -> None:
    """Rulebook, set-up; ruling 1."""
    state = set_up(players)
    for player in state.players:
        assert player.hand.size == 8
        assert player.hand.known["locomotive"] >= 1
        assert player.tickets.size == 6
    assert None not in state.row
    assert state.supply.deck == 96 - 8 * players - 5
    assert state.ticket_deck == 46 - 6 * players


def test_cards_may_be_dealt_in_any_order_but_not_too_many() -> None:
    state = GAME.start(("Ann", "Bob"), {})
    state = after(state, *["TABLE deals P2 red"] * 7)
    assert refusal(state, "TABLE deals P2 blue") == "Bob is owed no card."
    assert refusal(state, "TABLE shows blue") == "No open card is to be laid now."
    assert refusal(state, "TABLE deals P1 Dallas - Miami") == "No ticket is to be dealt now."
    assert refusal(state, "P1 draws a card") == "First the cards are dealt."
    state = after(state, *["TABLE deals P1 red"] * 3)
    assert refusal(state, "TABLE deals P1 red") == "The deck has no red card left: all of them are elsewhere."


def test_at_least_one_of_six_tickets_is_kept_and_the_others_are_shuffled_into_the_deck() -> None:
    """Rulebook, set-up."""
    state = GAME.start(("Ann", "Bob"), {})
    state = after(state, *["TABLE deals red"] * 8, *["TABLE deals blue"] * 6, *["TABLE shows green"] * 5)
    names = [str(ticket) for ticket in BOX.tickets]
    state = after(state, *(f"TABLE deals P1 {name}" for name in names[:6]))
    assert refusal(state, f"TABLE deals P1 {names[6]}") == "Ann is owed no ticket."
    assert "lies elsewhere" in refusal(state, f"TABLE deals P2 {names[0]}")
    state = after(state, *(f"TABLE deals P2 {name}" for name in names[6:12]))
    assert GAME.turn(state).actors == ("P1", "P2")
    assert refusal(state, "P1 keeps no tickets") == "At the start at least 1 ticket must be kept."
    assert "is not among the drawn tickets" in refusal(state, f"P1 keeps {names[7]}")
    state = after(state, "P2 keeps 6 tickets", f"P1 keeps {names[2]}, {names[0]}")
    assert state.players[0].tickets == Hand(Cards([names[0], names[2]]))
    assert state.ticket_deck == 46 - 8
    assert state.under == ()
    assert names[1] in state.tickets.unseen
    assert (state.step, state.current) == (Step.ACTION, 0)


def test_the_first_player_may_be_named() -> None:
    assert set_up(3, {"first": "Cleo"}).current == 2


@pytest.mark.parametrize(
    ("players", "setup", "told"),
    [
        (1, {}, "1 players: this game is for 2 to 4"),
        (2, {"first": "Zoe"}, "must be one of Ann, Bob"),
        (2, {"hands": "secret"}, "must be one of open, hidden"),
        (2, {"speed": 1}, "unknown key 'speed'"),
        (2, {"data": {"train": 1}}, "unknown table 'train'"),
        (2, {"data": {"bonus": [{"city": "Dallas", "points": -1}]}}, "must be from 0 to 1000"),
        (2, {"data": {"bonus": [{"city": "A - B", "points": 1}]}}, "no name that can be written in a move"),
        (2, {"data": {"cards": {"colours": ["red"], "of_each_colour": 9, "locomotives": 0}}}, "must be one of red"),
    ],
)
def test_a_bad_set_up_is_refused_in_a_sentence(players: int, setup: dict[str, object], told: str) -> None:
    with pytest.raises(BadSetup, match=told):
        GAME.start(("Ann", "Bob", "Cleo", "Dino")[:players], setup)


# Phase 1


def test_phase_one_is_skipped_with_an_empty_yard() -> None:
    """Rulebook, phase 1."""
    state = table(2)
    assert state.step is Step.ACTION
    assert refusal(state, "P1 advances") == "The yard's cards were moved in this turn, or there were none."


def test_one_card_of_every_group_goes_onto_the_track() -> None:
    """Rulebook, phase 1: a card of each colour, locomotives after the coloured cards (ruling 2)."""
    state = table(2, "P1 red row is 2 red, 1 locomotive", "P1 blue row is 1 blue", "turn is P1")
    assert refusal(state, "P1 draws a card") == "First a card of every colour in the yard goes onto the track."
    state = after(state, "P1 advances")
    assert state.players[0].pile == Cards(["red", "blue"])
    assert state.players[0].yard == (Group("red", 1, 1),)


def test_the_player_may_send_a_locomotive_first() -> None:
    """Ruling 2."""
    state = table(2, "P1 red row is 2 red, 1 locomotive", "P1 blue row is 2 blue", "turn is P1")
    assert "no locomotive among the blue" in refusal(state, "P1 advances with locomotive from blue")
    state = after(state, "P1 advances with locomotive from red")
    assert state.players[0].pile == Cards(["locomotive", "blue"])
    assert state.players[0].yard == (Group("red", 2), Group("blue", 1))


def test_a_row_of_locomotives_left_over_keeps_its_colour() -> None:
    """Rulebook, action B: the row stays that of its colour until it is gone."""
    state = table(3, "P1 red row is 1 red, 2 locomotive", "P1 hand is 2 red", "P2 hand is 3 red", "turn is P1")
    state = after(state, "P1 advances")
    assert state.players[0].yard == (Group("red", 0, 2),)
    assert refusal(state, "P1 plays 2 red") == "There are red cards in the own yard already."
    state = after(state, "P1 takes black", "TABLE shows white", "P1 stops")
    robbed = after(state, "P2 plays 3 red")
    assert robbed.players[0].yard == ()
    assert robbed.supply.discards.known == Cards({"locomotive": 2})


# Phase 2, action A


def test_two_cards_are_drawn_from_the_row_or_the_deck_and_gaps_are_filled_at_once() -> None:
    """Rulebook, action A."""
    state = after(table(2), "P1 takes blue")
    assert GAME.turn(state).actors == (TABLE,)
    assert refusal(state, "P1 takes black") == "First the open row is filled."
    state = after(state, "TABLE shows red", "P1 draws a card", "TABLE deals P1 locomotive")
    assert state.players[0].hand == Hand(Cards(["blue", "locomotive"]))
    assert state.row == ("black", "red", "green", "orange", "purple")
    assert state.current == 1


def test_an_open_locomotive_counts_as_two_cards() -> None:
    """Rulebook, action A."""
    state = table(2, "row is black, locomotive, green, orange, purple")
    taken = after(state, "P1 takes locomotive", "TABLE shows red")
    assert taken.current == 1
    second = after(state, "P1 takes black", "TABLE shows white")
    words = "An open locomotive counts as two cards, so it cannot be the second one."
    assert refusal(second, "P1 takes locomotive") == words


def test_up_to_two_cards_so_one_is_enough_and_none_is_not() -> None:
    """Rulebook, action A: up to two."""
    state = table(2)
    assert refusal(state, "P1 stops") == "At least one card is drawn first."
    assert after(state, "P1 takes black", "TABLE shows white", "P1 stops").current == 1


def test_three_open_locomotives_change_nothing() -> None:
    """Rulebook, action A; ruling 2."""
    state = table(2, "row is black, locomotive, locomotive, locomotive, locomotive")
    state = after(state, "P1 takes black", "TABLE shows locomotive")
    assert state.row == ("locomotive",) * 5


def test_a_card_that_does_not_lie_open_cannot_be_taken() -> None:
    assert refusal(table(2), "P1 takes white") == "There is no open white card."
    assert refusal(table(2), "P2 takes black") == "It is Ann's turn."


def test_after_a_first_card_nothing_else_can_be_done() -> None:
    """Rulebook, phase 2: one and only one action."""
    state = table(2, "P1 hand is 3 red")
    state = after(state, "P1 takes black", "TABLE shows white")
    words = "After a first card only a second one can be drawn."
    assert refusal(state, "P1 plays 3 red") == words
    assert refusal(state, "P1 draws tickets") == words


# Phase 2, action B


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("1 red", "A row has two or more cards."),
        ("2 locomotive", "A row needs at least one coloured card."),
        ("2 red, 1 white", "Cards of different colours are played exactly three at a time, each of another colour."),
        ("1 red, 1 white", "Cards of different colours are played exactly three at a time, each of another colour."),
        (
            "1 red, 1 white, 1 yellow, 1 black",
            "Cards of different colours are played exactly three at a time, each of another colour.",
        ),
        ("1 red, 1 white, 1 locomotive", "A locomotive cannot be played with cards of different colours."),
        ("1 red, 1 white, 1 yellow, 1 locomotive", "A locomotive cannot be played with cards of different colours."),
        ("4 red", "Ann does not hold 4 red."),
        ("2 green", "Ann does not hold 2 green."),
    ],
)
def test_cards_that_cannot_be_played_together_are_refused(cards: str, told: str) -> None:
    """Rulebook, action B; ruling 3."""
    state = table(2, "P1 hand is 3 red, 1 white, 1 yellow, 1 black, 2 locomotive")
    assert refusal(state, f"P1 plays {cards}") == told


def test_a_row_is_two_or_more_of_a_colour_with_locomotives() -> None:
    """Rulebook, action B: five green cards, two of them locomotives; one coloured card is enough (ruling 3)."""
    state = table(2, "P1 hand is 3 green, 2 locomotive")
    assert after(state, "P1 plays 3 green, 2 locomotive").players[0].yard == (Group("green", 3, 2),)
    assert after(state, "P1 plays 1 green, 1 locomotive").players[0].yard == (Group("green", 1, 1),)


def test_three_different_colours_are_three_groups() -> None:
    """Rulebook, action B."""
    state = after(table(2, "P1 hand is 1 red, 1 white, 1 yellow"), THREE)
    assert state.players[0].yard == (Group("red", 1), Group("white", 1), Group("yellow", 1))
    assert state.players[0].hand.size == 0
    assert state.current == 1


def test_three_single_cards_go_onto_the_track_together() -> None:
    state = after(table(2, "P1 hand is 1 red, 1 white, 1 yellow"), THREE)
    state = after(state, "P2 takes black", "TABLE shows red", "P2 stops", "P1 advances")
    assert state.players[0].pile == Cards(["red", "white", "yellow"])
    assert state.players[0].yard == ()


def test_a_colour_of_the_own_yard_cannot_be_played_again() -> None:
    """Rulebook, action B, neither as a row nor among three colours."""
    state = table(2, "P1 red row is 2 red", "P1 hand is 4 red, 1 white, 1 yellow", "turn is P1")
    state = after(state, "P1 advances")
    assert refusal(state, "P1 plays 4 red") == "There are red cards in the own yard already."
    assert refusal(state, THREE) == "There are red cards in the own yard already."


# Train robbery


def test_the_rulebook_s_robbery_three_blue_cards_against_one() -> None:
    """Rulebook, action B: John has blue, red and yellow; Paul plays three blue cards."""
    state = table(2, "P2 blue row is 1 blue", "P2 red row is 1 red", "P2 yellow row is 1 yellow", "P1 hand is 3 blue")
    state = after(state, "P1 plays 3 blue")
    assert state.players[1].yard == (Group("red", 1), Group("yellow", 1))
    assert state.players[0].yard == (Group("blue", 3),)
    assert state.supply.discards.known == Cards(["blue"])
    assert GAME.view(state)["remarks"] == ["Train robbery: Bob discards 1 blue."]


def test_as_many_cards_are_not_enough_to_rob() -> None:
    """Rulebook, action B: a greater number; locomotives in both rows count (ruling 3)."""
    state = table(3, "P3 red row is 2 red, 1 locomotive", "P1 hand is 3 red, 1 locomotive")
    words = "There are 3 red cards in another yard: a train robbery needs more than that."
    assert refusal(state, "P1 plays 3 red") == words
    assert refusal(state, "P1 plays 2 red, 1 locomotive") == words
    robbed = after(state, "P1 plays 3 red, 1 locomotive")
    assert robbed.players[2].yard == ()
    assert robbed.supply.discards.known == Cards({"red": 2, "locomotive": 1})


def test_three_single_cards_never_rob() -> None:
    """Rulebook, action B: one card is not more than the one that lies there."""
    state = table(2, "P2 red row is 1 red", "P1 hand is 1 red, 1 white, 1 yellow")
    assert "needs more than that" in refusal(state, THREE)


def test_a_robbery_leaves_the_track_and_the_other_rows_alone() -> None:
    state = table(2, "P2 red row is 2 red", "P2 blue row is 2 blue", "P2 pile is 3 red", "P1 hand is 3 red")
    state = after(state, "P1 plays 3 red")
    assert state.players[1].yard == (Group("blue", 2),)
    assert state.players[1].pile == Cards({"red": 3})


# Phase 2, action C


def test_four_tickets_are_drawn_and_any_number_is_kept() -> None:
    """Rulebook, action C: even none; the others go under the deck."""
    state = after(table(2), "P1 draws tickets")
    assert GAME.turn(state).actors == (TABLE,)
    drawn = sorted(state.tickets.unseen)[:4]
    state = after(state, *(f"TABLE deals {name}" for name in drawn))
    assert state.players[0].offered == Hand(Cards(drawn))
    assert refusal(state, "P1 draws a card") == "First the drawn tickets are kept or put back."
    none = after(state, "P1 keeps no tickets")
    assert none.players[0].tickets.size == 6
    assert none.under == (Hand(Cards(drawn)),)
    some = after(state, f"P1 keeps {drawn[3]}, {drawn[0]}")
    assert some.players[0].tickets.size == 8
    assert some.under == (Hand(Cards(drawn[1:3])),)
    assert some.current == 1


def test_tickets_under_the_deck_come_last_and_in_the_bundles_they_were_put_back_in() -> None:
    """Rulebook, action C: under the deck."""
    state = table(2)
    state = replace(
        state,
        tickets=replace(state.tickets, deck=2, unseen=Cards(["Dallas - Miami", "Chicago - Dallas"])),
        under=(Hand(Cards(["Dallas - Helena"])), Hand(Cards(["Seattle - Miami", "Seattle - Dallas"]))),
    )
    state = after(state, "P1 draws tickets")
    assert "lies elsewhere" in refusal(state, "TABLE deals Dallas - Helena")
    state = after(state, "TABLE deals Dallas - Miami", "TABLE deals Chicago - Dallas")
    assert [str(move) for move in GAME.chances(state)] == ["TABLE deals P1 Dallas - Helena"]
    state = after(state, "TABLE deals Dallas - Helena")
    assert len(GAME.chances(state)) == 2
    state = after(state, "TABLE deals Seattle - Miami")
    assert state.players[0].offered.size == 4
    assert state.ticket_deck == 1


def test_fewer_tickets_are_drawn_when_fewer_are_left() -> None:
    state = table(2)
    state = replace(state, tickets=replace(state.tickets, deck=1, unseen=Cards(["Dallas - Miami"])))
    state = after(state, "P1 draws tickets", "TABLE deals Dallas - Miami", "P1 keeps no tickets")
    assert state.under == (Hand(Cards(["Dallas - Miami"])),)
    state = replace(state, under=(), tickets=replace(state.tickets, unseen=Cards()))
    assert refusal(state, "P2 draws tickets") == "There are no tickets left to draw."
