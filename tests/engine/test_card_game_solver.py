"""The choice of tickets in the final count, against exhaustive search and against an integer program (ruling 4)."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from engine.parts.cards import Cards
from engine.ticket_to_ride_card_game.box import LOCOMOTIVE, Ticket
from engine.ticket_to_ride_card_game.choice import (
    Prize,
    best_choice,
    choice_above,
    missing_cards,
    payments,
    ticket_program,
)
from engine.ticket_to_ride_card_game.program import Program, solve
from tests.engine.card_game import ALL_CARDS, BIG_CITIES, BOX
from tests.reference import ticket_to_ride_card_game as reference

Tickets = tuple[Ticket, ...]


def random_case(dice: random.Random, tickets: int, cards: int) -> tuple[Cards, Tickets]:
    held = sorted(dice.sample(BOX.tickets, tickets), key=BOX.tickets.index)
    return Cards(dice.sample(ALL_CARDS, cards)), tuple(held)


def random_prizes(dice: random.Random) -> tuple[Prize, ...]:
    cities = dice.sample(sorted(BOX.bonuses), dice.randint(0, 6))
    return tuple(Prize(city, BOX.bonuses[city], dice.randint(1, 5)) for city in cities)


def rank(choice: Tickets) -> tuple[int, int, int]:
    names = sum(end in BIG_CITIES for ticket in choice for end in ticket.ends)
    return sum(ticket.points for ticket in choice), len(choice), names


def won(choice: Tickets, prizes: Sequence[Prize]) -> int:
    return sum(prize.points for prize in prizes if sum(prize.city in t.ends for t in choice) >= prize.needed)


def integer_program(pile: Cards, tickets: Tickets, prizes: Sequence[Prize] = ()) -> int:
    """The most points, twice the completed tickets plus prizes, as another program finds them."""
    colours = list(BOX.colours)
    width = len(tickets) + len(colours) + len(prizes)
    rows, limits = [], []
    for place, colour in enumerate(colours):
        row = np.zeros(width)
        row[: len(tickets)] = [ticket.cards[colour] for ticket in tickets]
        row[len(tickets) + place] = -1
        rows.append(row)
        limits.append(pile[colour])
    engines = np.zeros(width)
    engines[len(tickets) : len(tickets) + len(colours)] = 1
    rows.append(engines)
    limits.append(pile[LOCOMOTIVE])
    for place, prize in enumerate(prizes):
        row = np.zeros(width)
        row[: len(tickets)] = [-(prize.city in ticket.ends) for ticket in tickets]
        row[len(tickets) + len(colours) + place] = prize.needed
        rows.append(row)
        limits.append(0)
    gains = [2 * t.points for t in tickets] + [0] * len(colours) + [prize.points for prize in prizes]
    upper = [1] * len(tickets) + [np.inf] * len(colours) + [1] * len(prizes)
    found = milp(
        -np.array(gains, dtype=float),
        constraints=LinearConstraint(np.array(rows), -np.inf, limits),
        bounds=Bounds(0, upper),
        integrality=np.ones(width),
        options={"mip_rel_gap": 0},
    )
    assert found.success
    return round(-found.fun)


def test_the_choice_is_the_best_of_all_choices() -> None:
    """Every choice of up to ten tickets is tried, by a count that shares nothing with the engine; ties are met too."""
    dice = random.Random(11)
    tied = 0
    for _ in range(150):
        pile, tickets = random_case(dice, dice.randint(0, 10), dice.randint(0, 30))
        held = tuple(ticket.ends for ticket in tickets)
        best = reference.best_choices(pile.counts(), held)
        expected = min(best, key=lambda choice: [held.index(ticket) for ticket in choice])
        assert tuple(ticket.ends for ticket in best_choice(pile, tickets, BIG_CITIES)) == expected
        tied += len(best) > 1
    assert tied > 5


def test_the_choice_with_prizes_is_the_best_of_all_choices() -> None:
    dice = random.Random(12)
    better = 0
    for _ in range(150):
        pile, tickets = random_case(dice, dice.randint(1, 9), dice.randint(0, 25))
        prizes = random_prizes(dice)
        whole = sum(ticket.points for ticket in tickets)
        plain = best_choice(pile, tickets, BIG_CITIES)
        worth = 2 * rank(plain)[0] - whole + won(plain, prizes)
        held = tuple(ticket.ends for ticket in tickets)
        choices = [
            tuple(ticket for ticket in tickets if ticket.ends in choice)
            for choice in reference.all_choices(pile.counts(), held)
        ]
        highest = max(2 * rank(choice)[0] - whole + won(choice, prizes) for choice in choices)
        other = choice_above(worth, pile, tickets, BIG_CITIES, prizes)
        if highest == worth:
            assert other is None
        else:
            assert other is not None
            assert 2 * rank(other)[0] - whole + won(other, prizes) == highest
            assert missing_cards(pile, other) == 0
            better += 1
    assert better > 5


@pytest.mark.parametrize(("tickets", "cards"), [(40, 60), (46, 60), (46, 96), (25, 40), (46, 20)])
def test_an_integer_program_finds_as_many_points(tickets: int, cards: int) -> None:
    dice = random.Random(tickets * 100 + cards)
    for _ in range(8):
        pile, held = random_case(dice, tickets, cards)
        choice = best_choice(pile, held, BIG_CITIES)
        assert missing_cards(pile, choice) == 0
        assert 2 * rank(choice)[0] == integer_program(pile, held)


def test_an_integer_program_finds_as_many_points_with_prizes() -> None:
    dice = random.Random(14)
    for _ in range(25):
        pile, held = random_case(dice, 40, 60)
        prizes = random_prizes(dice)
        whole = sum(ticket.points for ticket in held)
        choice = choice_above(-whole - 1, pile, held, BIG_CITIES, prizes)
        assert choice is not None
        assert 2 * rank(choice)[0] + won(choice, prizes) == integer_program(pile, held, prizes)


def test_equal_points_go_to_more_tickets_then_to_more_names() -> None:
    """Ruling 4: ties go to more tickets, then to more big-city names."""
    named = BOX.ticket_named
    # 16 points with one ticket of four cards, or with two tickets of two cards each.
    one, first, second = named["Seattle - Dallas"], named["Dallas - Helena"], named["Chicago - Dallas"]
    held = (second, first, one)
    assert best_choice(Cards({LOCOMOTIVE: 4}), held, BIG_CITIES) == (second, first)
    # Both have 10 points for the same two cards; only one names two big cities.
    single, double = named["Los Angeles - Vancouver"], named["Los Angeles - Dallas"]
    pile = Cards({"white": 1, LOCOMOTIVE: 1})
    assert best_choice(pile, (double, single), BIG_CITIES) == (double,)
    assert best_choice(pile, (single, double), BIG_CITIES) == (double,)


def test_a_locomotive_stands_for_any_colour() -> None:
    """Rulebook, when the deck is used up: Los Angeles - Pittsburgh with one locomotive and three coloured cards."""
    ticket = BOX.ticket_named["Los Angeles - Pittsburgh"]
    pile = Cards({"white": 1, "blue": 1, "purple": 1, LOCOMOTIVE: 1})
    assert best_choice(pile, (ticket,), BIG_CITIES) == (ticket,)
    assert payments(pile, [ticket]) == [pile]
    assert best_choice(Cards({"white": 1, "blue": 1, "purple": 1}), (ticket,), BIG_CITIES) == ()


def test_payments_never_use_a_card_twice() -> None:
    """Rulebook, when the deck is used up: a card serves one ticket."""
    dice = random.Random(15)
    for _ in range(50):
        pile, held = random_case(dice, 20, 30)
        choice = best_choice(pile, held, BIG_CITIES)
        paid = payments(pile, choice)
        assert sum(paid, Cards()) <= pile
        for ticket, cards in zip(choice, paid, strict=True):
            assert cards.size == ticket.cards.size
            assert cards.without(Cards({LOCOMOTIVE: 99})) <= ticket.cards


def test_forty_tickets_and_sixty_cards_take_less_than_a_tenth_of_a_second() -> None:
    """The middle of many, in processor time, so that a busy machine does not matter."""
    dice = random.Random(16)
    taken = []
    for _ in range(15):
        pile, held = random_case(dice, 40, 60)
        prizes = random_prizes(dice)
        begun = time.process_time()
        choice = best_choice(pile, held, BIG_CITIES)
        choice_above(2 * rank(choice)[0] - sum(t.points for t in held), pile, held, BIG_CITIES, prizes)
        taken.append(time.process_time() - begun)
    assert sorted(taken)[len(taken) // 2] < 0.1


def test_a_position_with_tickets_many_times_is_still_solved() -> None:
    """Such a position breaks the rules, is reported, and is counted all the same, however often a ticket is there."""
    dice = random.Random(17)
    for kinds in (4, 10, 30):
        pile = Cards(dice.sample(ALL_CARDS, 60))
        some = dice.sample(BOX.tickets, kinds)
        held = tuple(sorted((dice.choice(some) for _ in range(46)), key=BOX.tickets.index))
        program = ticket_program(pile, held, BIG_CITIES)
        assert 2 * rank(best_choice(pile, held, BIG_CITIES))[0] == integer_program(pile, held)
        answer = solve(program)
        assert answer is not None
        assert answer.nodes < 5000


def test_small_programs_of_any_kind_are_solved_exactly() -> None:
    """Random gains, limits and rooms, against all choices; amounts are left out, so a choice is just a mask."""
    dice = random.Random(18)
    for _ in range(200):
        decisions, limits = dice.randint(1, 7), dice.randint(1, 4)
        program = Program(
            tuple(dice.randint(-5, 20) for _ in range(decisions)),
            decisions,
            tuple(tuple(dice.randint(-3, 4) for _ in range(decisions)) for _ in range(limits)),
            tuple(dice.randint(0, 6) for _ in range(limits)),
            leading=dice.randint(0, decisions),
        )
        values = [
            sum(gain for gain, taken in zip(program.gains, choice, strict=True) if taken)
            for choice in product((0, 1), repeat=decisions)
            if all(
                sum(entry * taken for entry, taken in zip(limit, choice, strict=True)) <= room
                for limit, room in zip(program.limits, program.room, strict=True)
            )
        ]
        answer = solve(program)
        assert answer is not None
        assert answer.value == max(values)
        assert sum(program.gains[column] for column in answer.chosen) == answer.value
        assert solve(program, above=answer.value) is None


def test_the_program_says_how_little_it_had_to_search() -> None:
    dice = random.Random(19)
    for _ in range(10):
        pile, held = random_case(dice, 40, 60)
        answer = solve(ticket_program(pile, held, BIG_CITIES))
        assert answer is not None
        assert answer.nodes < 2000
