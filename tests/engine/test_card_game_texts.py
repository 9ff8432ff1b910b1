"""How moves of the Card Game are written, and what is said about texts that mean nothing."""

from __future__ import annotations

import pytest

from engine.errors import AmbiguousMove, UnreadableMove
from engine.ticket_to_ride_card_game import GAME
from tests.engine.card_game import refusal, table


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("P1 takes BLUE", "P1 takes blue"),
        ("p1 takes blue", "P1 takes blue"),
        ("takes blue", "P1 takes blue"),
        ("P1 plays red, red, locomotive", "P1 plays 1 locomotive, 2 red"),
        ("P1 draws card", "P1 draws a card"),
    ],
)
def test_texts_may_be_short_or_sloppy(text: str, whole: str) -> None:
    state = table(2, "P1 hand is 2 red, 1 locomotive")
    assert str(GAME.read_move(text, state)) == whole


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("P1 takes pink", "There is no card pink"),
        ("P1 plays lots of red", "There is no card lots of red"),
        ("P1 plays 2", "Cards are written like 2 red, 1 locomotive."),
        ("P1 keeps Rome - Milan", "There is no ticket Rome - Milan."),
        ("P1 keeps Dallas", "A ticket is written like Dallas - Miami."),
        ("P1 keeps Dallas - Miami, Dallas - Miami", "A ticket is named twice."),
        ("P1 advances quickly", "It is written P1 advances"),
        ("P1 stops now", "A player advances, draws"),
        ("TABLE deals", "The table deals a card"),
    ],
)
def test_texts_that_mean_nothing_are_refused_in_a_sentence(text: str, told: str) -> None:
    with pytest.raises(UnreadableMove) as refused:
        GAME.read_move(text, table(2))
    assert told in str(refused.value)


def test_a_text_that_could_mean_two_moves_is_asked_back() -> None:
    with pytest.raises(AmbiguousMove, match="P1 draws a card or P1 draws tickets"):
        GAME.read_move("P1 draws", table(2))


def test_a_seat_that_is_not_there_cannot_act() -> None:
    assert refusal(table(2), "P4 takes blue") == "There is no P4 in this game."
