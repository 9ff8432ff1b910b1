"""What is measured of this game: each entry is a name, the work, and a slower way to do the same, if there is one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from engine.bots import Bot, RandomBot, play_out
from engine.game import seat
from engine.parts.cards import Cards
from engine.ticket_to_ride_card_game import GAME
from engine.ticket_to_ride_card_game.bots import GOOD
from engine.ticket_to_ride_card_game.box import our_box
from engine.ticket_to_ride_card_game.choice import Prize, Tickets, missing_cards, ticket_program
from engine.ticket_to_ride_card_game.program import solve
from engine.ticket_to_ride_card_game.state import State

Work = Callable[[], object]


class FixedDice:
    """Dice that fall the same way every time, so that every run measures the same games."""

    def __init__(self) -> None:
        self._last = 20_081_016

    def random(self) -> float:
        self._last = (self._last * 1_103_515_245 + 12_345) % 2**31
        return self._last / 2**31

    def choice(self, seq: Sequence[Any], /) -> Any:
        return seq[int(self.random() * len(seq))]

    def some(self, things: Sequence[Any], count: int) -> list[Any]:
        """So many of them, none twice."""
        left = list(things)
        return [left.pop(int(self.random() * len(left))) for _ in range(count)]


def _game(bot: Bot, players: int) -> State:
    state = GAME.start(("Ann", "Bob", "Cleo", "Dino")[:players], {})
    for _, following in play_out(GAME, state, {seat(index): bot for index in range(players)}, FixedDice()):
        state = following
    return state


def _riddles(tickets: int, cards: int, count: int) -> list[tuple[Cards, Tickets]]:
    """Piles with tickets, drawn from the whole box."""
    box, dice = our_box(), FixedDice()
    deck = [kind for kind in box.kinds for _ in range(box.cards[kind])]
    return [(Cards(dice.some(deck, cards)), tuple(dice.some(box.tickets, tickets))) for _ in range(count)]


def _in_turn(works: Sequence[Work]) -> Work:
    """The works one after the other, one at each call, so that a mean is one over all of them."""
    calls = iter(range(10**9))
    return lambda: works[next(calls) % len(works)]()


def _solver(tickets: int, cards: int, with_bonuses: bool = False) -> Work:
    big_cities = frozenset(our_box().bonuses)
    prizes = tuple(Prize(city, points, 3) for city, points in our_box().bonuses.items()) if with_bonuses else ()
    programs = [ticket_program(pile, held, big_cities, prizes) for pile, held in _riddles(tickets, cards, 20)]
    return _in_turn([partial(solve, program) for program in programs])


def _exhaustive(tickets: int, cards: int) -> Work:
    """The same by trying every choice."""
    return _in_turn([partial(_try_all, *riddle) for riddle in _riddles(tickets, cards, 20)])


def _try_all(pile: Cards, held: Tickets) -> int:
    choices = (some for count in range(len(held) + 1) for some in combinations(held, count))
    return max(sum(ticket.points for ticket in some) for some in choices if not missing_cards(pile, some))


def benchmarks() -> list[tuple[str, Work, Work | None]]:
    final = GAME.position(_game(GOOD, 4))
    return [
        ("card game: best choice of 40 tickets for 60 cards", _solver(40, 60), None),
        ("card game: the same with six bonuses in reach", _solver(40, 60, with_bonuses=True), None),
        ("card game: best choice of 10 tickets for 15 cards", _solver(10, 15), _exhaustive(10, 15)),
        ("card game: the final score of four players", lambda: GAME.score(final), None),
        ("card game: a whole random game of four", lambda: _game(RandomBot(), 4), None),
        ("card game: a whole good game of two", lambda: _game(GOOD, 2), None),
    ]
