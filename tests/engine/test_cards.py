"""Cards as known and unknown, against every hand that is possible (the general ruling on hidden hands)."""

from __future__ import annotations

import itertools
import random

import pytest

from engine.parts.cards import (
    EMPTY,
    Cards,
    Hand,
    Supply,
    Verdict,
    fill,
    holds,
    least,
    lying,
    most,
    read_cards,
    reveal,
    spend,
    spend_unseen,
    take_from,
)

KINDS = ("red", "blue", "taxi")


def possible_hands(hand: Hand, unseen: Cards) -> set[Cards]:
    """Every hand that the counts allow, by trying all."""
    single = [kind for kind in unseen for _ in range(unseen[kind])]
    return {hand.known + Cards(some) for some in itertools.combinations(single, hand.unknown)}


def some_cards(dice: random.Random, highest: int) -> Cards:
    return Cards({kind: dice.randint(0, highest) for kind in KINDS})


def some_hands(rounds: int) -> list[tuple[Hand, Cards, random.Random]]:
    dice = random.Random(4)
    cases = []
    for _ in range(rounds):
        unseen = some_cards(dice, 2)
        cases.append((Hand(some_cards(dice, 2), dice.randint(0, unseen.size)), unseen, dice))
    return cases


def test_cards_add_subtract_and_compare() -> None:
    some = Cards({"red": 2, "taxi": 1})
    assert some + Cards(["red"]) == Cards({"red": 3, "taxi": 1})
    assert some - Cards(["taxi"]) == Cards({"red": 2})
    assert some.without(Cards({"taxi": 5})) == Cards({"red": 2})
    assert Cards(["red"]) <= some
    assert not Cards(["blue"]) <= some
    assert (some["red"], some["blue"], some.size) == (2, 0, 3)
    assert hash(Cards(["red", "taxi", "red"])) == hash(some)


def test_cards_that_are_not_there_cannot_be_taken_away() -> None:
    with pytest.raises(ValueError, match="1 blue cannot be taken from 2 red"):
        Cards({"red": 2}) - Cards(["blue"])
    with pytest.raises(ValueError, match="fewer than no cards"):
        Cards({"red": -1})


@pytest.mark.parametrize("cards", [Cards(), Cards(["taxi"]), Cards({"red": 12, "light blue": 1})])
def test_the_text_of_cards_reads_back(cards: Cards) -> None:
    assert read_cards(str(cards)) == cards


def test_cards_may_be_named_one_by_one() -> None:
    assert read_cards("red, taxi,red") == Cards({"red": 2, "taxi": 1})


@pytest.mark.parametrize("text", ["", "red,,blue", "2", " , "])
def test_a_text_without_cards_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no cards can be read"):
        read_cards(text)


def test_a_hand_holds_what_it_holds_in_all_possible_hands() -> None:
    for hand, unseen, dice in some_hands(400):
        wanted = some_cards(dice, 2)
        answers = {wanted <= possible for possible in possible_hands(hand, unseen)}
        expected = {(True,): Verdict.YES, (False,): Verdict.NO}.get(tuple(answers), Verdict.CANNOT_TELL)
        assert holds(hand, wanted, unseen) is expected


def test_least_and_most_are_the_bounds_over_all_possible_hands() -> None:
    for hand, unseen, _ in some_hands(200):
        for kind in KINDS:
            counts = [possible[kind] for possible in possible_hands(hand, unseen)]
            assert (least(hand, kind, unseen), most(hand, kind, unseen)) == (min(counts), max(counts))


def test_a_hand_taken_from_the_open_cards_is_remembered() -> None:
    hand = EMPTY.take("red").take_unseen().take("red")
    assert hand == Hand(Cards({"red": 2}), 1)
    assert holds(hand, Cards({"red": 2}), Cards(["blue"])) is Verdict.YES


def test_a_seen_payment_takes_known_cards_first() -> None:
    hand, unseen = spend(Hand(Cards({"red": 1}), 2), Cards({"red": 2}), Cards({"red": 1, "blue": 3}))
    assert hand == Hand(Cards(), 1)
    assert unseen == Cards({"blue": 3})


def test_after_an_unseen_payment_nothing_is_known_that_may_have_been_paid() -> None:
    compared = 0
    for hand, unseen, _ in some_hands(600):
        ways = [Cards({"red": 2}), Cards({"red": 1, "taxi": 1})]
        before = possible_hands(hand, unseen)
        truth = {possible - way for possible in before for way in ways if way <= possible}
        if not truth:
            continue
        left, spent, unseen_after = spend_unseen(hand, ways, unseen)
        assert truth <= possible_hands(left, unseen_after)
        assert left.size + spent.size == hand.size
        assert unseen_after.size - left.unknown - spent.unknown == unseen.size - hand.unknown
        compared += 1
    assert compared > 100


def test_cards_that_no_payment_could_use_stay_known() -> None:
    hand = Hand(Cards({"blue": 2, "red": 1}), 3)
    ways = [Cards({"red": 2}), Cards({"red": 1, "taxi": 1})]
    left, spent, unseen = spend_unseen(hand, ways, Cards({"red": 2, "taxi": 2}))
    assert left == Hand(Cards({"blue": 2}), 2)
    assert spent == Hand(unknown=2)
    assert unseen == Cards({"red": 3, "taxi": 2})


def test_the_only_possible_payment_is_as_good_as_a_seen_one() -> None:
    ways = [Cards({"red": 2}), Cards({"taxi": 2})]
    left, spent, unseen = spend_unseen(Hand(Cards({"red": 2, "blue": 1})), ways, Cards({"taxi": 2}))
    assert (left, spent, unseen) == (Hand(Cards(["blue"])), Hand(Cards({"red": 2})), Cards({"taxi": 2}))


def test_a_shown_hand_is_known() -> None:
    hand, unseen = reveal(Hand(Cards(["red"]), 2), Cards({"red": 2}), Cards({"red": 1, "taxi": 2}))
    assert hand == Hand(Cards({"red": 2}), 1)
    assert unseen == Cards({"taxi": 2})


def test_the_supply_gives_takes_back_and_is_remade() -> None:
    supply = Supply.shuffled(Cards({"red": 2, "taxi": 1}))
    assert supply.may_give("taxi")
    assert not supply.may_give("blue")
    supply = supply.give("taxi").give_unseen()
    assert (supply.deck, supply.unseen) == (1, Cards({"red": 2}))
    supply = supply.discard(Hand(Cards(["taxi"]), 1))
    assert supply.discards == Hand(Cards(["taxi"]), 1)
    assert supply.remade() == Supply(3, Cards({"red": 2, "taxi": 1}))
    assert not Supply(0, Cards(["red"])).may_give("red")


def test_a_row_has_gaps_until_they_are_filled() -> None:
    row = take_from(("red", "taxi", "red"), "red")
    assert row == (None, "taxi", "red")
    assert lying(row) == Cards(["taxi", "red"])
    assert fill(row, "blue") == ("blue", "taxi", "red")
    with pytest.raises(ValueError, match="not in"):
        take_from(row, "blue")
