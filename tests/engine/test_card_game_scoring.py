"""The final score of positions: against the slow reference, the rulebook's cases, mistakes and bad input."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.errors import BadPosition
from engine.ticket_to_ride_card_game import GAME
from engine.ticket_to_ride_card_game.box import our_box
from tests.engine.card_game import BOX, random_position
from tests.reference import ticket_to_ride_card_game as reference
from tests.setups import SHORT_LINES


def seated(name: str, on_track: dict[str, int], *tickets: str, before: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "name": name,
        "on_track": on_track,
        "tickets": [ticket.split(" - ") for ticket in tickets],
        "completed_before": [ticket.split(" - ") for ticket in before],
    }


def answer(*players: dict[str, Any]) -> dict[str, Any]:
    return GAME.score({"game": GAME.name, "players": list(players)}).as_json()


def as_choice(pairs: list[list[str]]) -> reference.Choice:
    return tuple((start, end) for start, end in pairs)


# Against the reference


def test_random_deals_score_as_the_reference_does() -> None:
    """The choice is the first of the best; parts, bonuses, other choices and winners follow from it."""
    dice = random.Random(21)
    others = 0
    for number in range(120):
        position = random_position(dice, 2 + number % 3, 9, 24)
        players = position["players"]
        result = GAME.score(position).as_json()
        choices = []
        for player, scored in zip(players, result["players"], strict=True):
            before = player["completed_before"]
            assert scored["completed"][: len(before)] == before
            choice = as_choice(scored["completed"][len(before) :])
            held = as_choice(player["tickets"])
            best = reference.best_choices(player["on_track"], held)
            assert choice == min(best, key=lambda some: [held.index(ticket) for ticket in some])
            choices.append(choice)
        for index, scored in enumerate(result["players"]):
            total, cities, parts = reference.total(players, choices, index)
            assert (scored["total"], set(scored["bonus_cities"]), scored["parts"]) == (total, cities, parts)
            others += check_other_choice(players, choices, index, scored)
        assert set(result["winners"]) == reference.winners(players, choices)
        assert result["problems"] == []
    assert others > 10


def check_other_choice(
    players: list[dict[str, Any]], choices: list[reference.Choice], index: int, scored: dict[str, Any]
) -> bool:
    """Another choice is shown exactly if one ends higher, and then it is the highest of all."""
    highest = reference.highest_total(players, choices, index)
    other = scored["other_choice"]
    if highest == scored["total"]:
        assert other is None
        return False
    before = len(players[index]["completed_before"])
    changed = [*choices[:index], as_choice(other["completed"][before:]), *choices[index + 1 :]]
    total, cities, _ = reference.total(players, changed, index)
    assert total == other["total"] == highest
    assert set(other["bonus_cities"]) == cities
    assert set(other["winners"]) == reference.winners(players, changed)
    assert reference.can_complete(players[index]["on_track"], changed[index])
    return True


def test_the_tickets_of_engine_and_reference_are_the_same() -> None:
    """Two lists, written down apart: 46 tickets worth 581 points, every one to a big city."""
    ours = {ticket.ends: (ticket.points, Counter(ticket.cards.counts())) for ticket in BOX.tickets}
    assert ours == {ends: (points, Counter(cards)) for ends, (points, cards) in reference.WORTH.items()}
    assert dict(BOX.bonuses) == reference.BONUSES
    assert (len(ours), sum(points for points, _ in ours.values())) == (46, 581)
    assert all(BOX.big_cities(ticket) for ticket in BOX.tickets)
    assert (BOX.cards.size, BOX.cards["locomotive"], BOX.cards["red"]) == (96, 16, 10)


def test_the_points_of_a_ticket_follow_its_number_of_cards() -> None:
    """The arithmetic that makes the typed list believable."""
    spans = {1: (5, 5), 2: (6, 10), 3: (11, 15), 4: (16, 20), 5: (21, 22)}
    for ticket in BOX.tickets:
        low, high = spans[ticket.cards.size]
        assert low <= ticket.points <= high
        assert max(ticket.cards.counts().values()) <= 2


# The rulebook's cases


def test_completed_tickets_add_and_open_ones_subtract() -> None:
    """Rulebook, end of the game; ruling 6."""
    result = answer(seated("Ann", {"green": 1, "red": 1}, "Dallas - Raleigh", "Chicago - Miami"), seated("Bob", {}))
    ann, bob = result["players"]
    assert ann["parts"] == {"tickets": 8, "open": -10, "bonuses": 10}
    assert (ann["completed"], ann["bonus_cities"]) == ([["Dallas", "Raleigh"]], ["Dallas"])
    assert (bob["total"], bob["bonus_cities"]) == (0, [])
    assert result["winners"] == ["Ann"]


def test_the_two_directions_of_chicago_and_new_york_are_two_tickets() -> None:
    """Contract: tickets are ordered pairs; one takes a yellow card, the other a blue one."""
    both = ("Chicago - New York", "New York - Chicago")
    result = answer(seated("Ann", {"yellow": 1}, *both), seated("Bob", {}))
    assert result["players"][0]["completed"] == [["Chicago", "New York"]]
    assert result["problems"] == []


def test_a_bonus_goes_to_all_who_tie_and_to_nobody_with_none() -> None:
    """Ruling 6."""
    result = answer(
        seated("Ann", {"locomotive": 2}, "Dallas - Helena"),
        seated("Bob", {"locomotive": 2}, "Dallas - Raleigh"),
        seated("Cleo", {"red": 9}, "Dallas - Washington"),
    )
    assert [player["bonus_cities"] for player in result["players"]] == [["Dallas"], ["Dallas"], []]


def test_a_ticket_between_two_big_cities_counts_for_both() -> None:
    """Rulebook, end of the game."""
    result = answer(seated("Ann", {"locomotive": 2}, "Dallas - Miami"), seated("Bob", {}))
    assert result["players"][0]["bonus_cities"] == ["Dallas", "Miami"]


def test_tickets_of_the_first_half_count_for_points_bonuses_and_ties() -> None:
    """Rulebook, four players; ruling 5."""
    result = answer(
        seated("Ann", {}, before=("Chicago - Dallas", "Chicago - Montreal")),
        seated("Bob", {"yellow": 1, "red": 1}, "Chicago - Charleston"),
        seated("Cleo", {}),
        seated("Dino", {}),
    )
    ann, bob = result["players"][:2]
    assert ann["parts"] == {"tickets": 13, "open": 0, "bonuses": 22}
    assert ann["completed"] == [["Chicago", "Dallas"], ["Chicago", "Montreal"]]
    assert (bob["total"], bob["bonus_cities"]) == (7, [])
    assert result["problems"] == []


@pytest.mark.parametrize(
    ("ann", "bob", "total", "winners", "told"),
    [
        (
            ("Miami - Omaha", "Miami - El Paso"),
            ("Chicago - New York",),
            32,
            ["Ann"],
            "A tie: Ann completed more tickets.",
        ),
        (
            ("Chicago - Charleston", "Miami - El Paso"),
            ("Los Angeles - Nashville", "Los Angeles - Duluth"),
            40,
            ["Ann"],
            "A tie: Ann has more bonus cards.",
        ),
        (
            ("Seattle - Phoenix", "Los Angeles - Nashville"),
            ("Dallas - Helena", "Dallas - New York"),
            46,
            ["Ann", "Bob"],
            "A tie, shared: as many completed tickets and as many bonus cards.",
        ),
    ],
)
def test_equal_points_go_to_more_tickets_then_to_more_bonus_cards(
    ann: tuple[str, ...], bob: tuple[str, ...], total: int, winners: list[str], told: str
) -> None:
    """Rulebook, end of the game; ruling 6."""
    result = answer(seated("Ann", {"locomotive": 8}, *ann), seated("Bob", {"locomotive": 8}, *bob))
    assert [player["total"] for player in result["players"]] == [total, total]
    assert (result["winners"], result["tie"]) == (winners, told)


def test_other_choices_that_end_higher_through_a_bonus_are_shown() -> None:
    """Ruling 4: Ann's best ticket is worth 10, one of 9 would bring New York's bonus with it."""
    ann = seated("Ann", {"locomotive": 2}, "Dallas - Helena", "New York - Kansas City")
    bob = seated("Bob", {"locomotive": 2}, "Dallas - Washington")
    result = answer(ann, bob)
    scored = result["players"][0]
    assert scored["completed"] == [["Dallas", "Helena"]]
    assert scored["total"] == 10 - 9 + 10
    assert scored["other_choice"]["completed"] == [["New York", "Kansas City"]]
    assert scored["other_choice"]["total"] == 9 - 10 + 15
    assert "would end with 14 points, through the bonus of New York" in scored["other_choice"]["why"]
    assert result["players"][1]["other_choice"] is None


def test_a_picked_choice_is_counted_instead_of_the_best() -> None:
    """Ruling 4: the players may pick the other choice."""
    ann = seated("Ann", {"locomotive": 2}, "Dallas - Helena", "New York - Kansas City")
    ann["completed"] = [["New York", "Kansas City"]]
    result = answer(ann, seated("Bob", {"locomotive": 2}, "Dallas - Washington"))
    assert result["players"][0]["total"] == 9 - 10 + 15
    assert result["problems"] == []


def test_every_point_has_a_source_and_every_payment_is_told() -> None:
    pile = {"white": 1, "blue": 1, "purple": 1, "locomotive": 1}
    result = answer(seated("Ann", pile, "Los Angeles - Pittsburgh"), seated("Bob", {}))
    told = [source["why"] for source in result["players"][0]["sources"]]
    assert told[0] == "Los Angeles - Pittsburgh with 1 blue, 1 locomotive, 1 purple, 1 white."
    assert told[1] == "Nobody completed more tickets to Los Angeles; these are 1."


# Mistakes in a position


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ([seated("Ann", {"red": 11}), seated("Bob", {})], "There are 11 red cards in the pile of Ann; the box has 10."),
        (
            [seated("Ann", {"red": 6}), seated("Bob", {"red": 5})],
            "There are 11 red cards in the pile of Ann and Bob; the box has 10.",
        ),
        (
            [seated("Ann", {"locomotive": 17}), seated("Bob", {})],
            "There are 17 locomotive cards in the pile of Ann; the box has 16.",
        ),
        (
            [seated("Ann", {}, "Dallas - Miami"), seated("Bob", {}, "Dallas - Miami")],
            "There is only one ticket Dallas - Miami; it is held by Ann and Bob.",
        ),
        (
            [seated("Ann", {}, "Dallas - Miami", "Dallas - Miami"), seated("Bob", {})],
            "There is only one ticket Dallas - Miami; Ann has it 2 times.",
        ),
        (
            [seated("Ann", {}, before=("Dallas - Miami",)), seated("Bob", {})],
            "Only four players play two halves, so nothing can be completed before.",
        ),
    ],
)
def test_a_breach_is_named_and_the_position_still_scored(players: list[dict[str, Any]], told: str) -> None:
    result = answer(*players)
    assert told in [problem["why"] for problem in result["problems"]]
    assert len(result["players"]) == len(players)


def test_the_contracts_own_example_is_scored_without_complaint() -> None:
    """Contract: a position may tell of one player only."""
    result = answer(seated("Ann", {"red": 3, "locomotive": 2}, "Chicago - New York"))
    assert result["players"][0]["parts"] == {"tickets": 5, "open": 0, "bonuses": 27}
    assert (result["winners"], result["problems"]) == (["Ann"], [])


def test_a_ticket_held_twice_counts_twice() -> None:
    result = answer(seated("Ann", {"locomotive": 4}, "Dallas - Miami", "Dallas - Miami"), seated("Bob", {}))
    assert result["players"][0]["parts"] == {"tickets": 18, "open": 0, "bonuses": 18}


def test_a_pick_that_cannot_be_paid_is_named_and_not_counted() -> None:
    ann = seated("Ann", {"locomotive": 1}, "Dallas - Helena", "Chicago - New York")
    ann["completed"] = [["Dallas", "Helena"]]
    result = answer(ann, seated("Bob", {}))
    assert result["players"][0]["completed"] == [["Chicago", "New York"]]
    assert "The pile lacks 1 cards" in result["problems"][0]["why"]


# Bad input


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"on_track": {"pink": 1}}, "there is no card 'pink'"),
        ({"on_track": {"red": -1}}, "must be from 0 to 1000, not -1"),
        ({"on_track": {"red": 1.5}}, "must be a whole number"),
        ({"on_track": {"red": True}}, "must be a whole number"),
        ({"on_track": ["red"]}, "must be an object"),
        ({"tickets": [["Dallas"]]}, "must have 2 entries"),
        ({"tickets": [["Rome", "Milan"]]}, "there is no ticket Rome - Milan"),
        ({"tickets": [["Miami", "Dallas"]]}, "there is no ticket Miami - Dallas; the card reads Dallas - Miami"),
        ({"tickets": "Dallas - Miami"}, "must be a list"),
        ({"tickets": [["Dallas", "Miami"]] * 47}, "must have 0 to 46 entries"),
        ({"completed_before": {}}, "must be a list"),
        ({"name": 4}, "must be a text"),
        ({"score": 4}, "unknown key 'score'"),
    ],
)
def test_an_unreadable_player_is_refused_in_a_sentence(change: dict[str, Any], told: str) -> None:
    position = {"players": [{**seated("Ann", {}), **change}, seated("Bob", {})]}
    with pytest.raises(BadPosition) as refused:
        GAME.score(position)
    assert told in str(refused.value)
    assert "players[0]" in str(refused.value)


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ({}, "the key 'players' is missing"),
        ({"players": []}, "must have 1 to 4 entries"),
        ({"players": [seated("Ann", {}), seated("Ann", {})]}, "two players have the same name"),
        ({"players": [seated("Ann", {})], "data": {"cards": 3}}, "data: cards: must be an object"),
    ],
)
def test_an_unreadable_position_is_refused_in_a_sentence(position: dict[str, Any], told: str) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.score(position)
    assert told in str(refused.value)


def test_another_box_is_scored_with_its_own_tickets_and_bonuses() -> None:
    player = {"name": "Ann", "on_track": {"teal": 1, "plum": 1}, "tickets": [["Hill", "Lake"], ["Ford", "Lake"]]}
    result = GAME.score({"players": [player, {"name": "Bob"}], "data": SHORT_LINES}).as_json()
    assert result["players"][0]["parts"] == {"tickets": 7, "open": -6, "bonuses": 7}
    assert our_box().bonuses["Chicago"] == 12
