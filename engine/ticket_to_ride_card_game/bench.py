"""The benchmarks of the Card Game; where it can end in a lifetime, beside trying every choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations
from typing import Any

from engine.bench import Benchmark
from engine.bots import Bot, Dice, RandomBot, play_out
from engine.game import seat
from engine.log import Entry, Header
from engine.parts.cards import Cards
from engine.table import replay
from engine.ticket_to_ride_card_game import GAME
from engine.ticket_to_ride_card_game.bots import GOOD
from engine.ticket_to_ride_card_game.box import our_box
from engine.ticket_to_ride_card_game.choice import (
    Prize,
    Tickets,
    best_choice,
    choice_above,
    missing_cards,
    ticket_program,
)
from engine.ticket_to_ride_card_game.moves import Move
from engine.ticket_to_ride_card_game.program import Program, solve
from engine.ticket_to_ride_card_game.state import State

PLAYERS = ("Ann", "Bob", "Cleo", "Dino")
TRIED = 20  # riddles of which the hardest is measured
SIZES = ((6, 9), (10, 15), (12, 18))  # tickets and cards that trying everything can still manage


def benchmarks(dice: Dice) -> Iterator[Benchmark]:
    for tickets, cards in SIZES:
        pile, held = _riddle(dice, tickets, cards)
        yield Benchmark("best choice of tickets", partial(_points, pile, held), partial(_plain, pile, held), tickets)
    hardest = max((_program(dice, 40, 60) for _ in range(TRIED)), key=_nodes)
    yield Benchmark(f"best choice of tickets for 60 cards, the hardest of {TRIED}", lambda: solve(hardest), size=40)
    with_bonuses = max((_program(dice, 40, 60, _prizes()) for _ in range(TRIED)), key=_nodes)
    yield Benchmark(f"the same with six bonuses in reach, the hardest of {TRIED}", lambda: solve(with_bonuses), size=40)
    game = _game(RandomBot(), dice)
    position = GAME.position(_game(GOOD, dice)[-1][1])
    yield Benchmark("final score of 4 players", lambda: _score(position))
    header, entries = Header(GAME.name, PLAYERS), [Entry("move", str(move)) for move, _ in game]
    yield Benchmark("replay a 4-player game", lambda: replay(header, entries).state)
    yield Benchmark("a whole random 4-player game", lambda: _game(RandomBot(), dice))
    yield Benchmark("a whole good 4-player game", lambda: _game(GOOD, dice))


def _game(bot: Bot, dice: Dice) -> list[tuple[Move, State]]:
    bots = dict.fromkeys(map(seat, range(len(PLAYERS))), bot)
    return list(play_out(GAME, GAME.start(PLAYERS, {}), bots, dice))


def _riddle(dice: Dice, tickets: int, cards: int) -> tuple[Cards, Tickets]:
    """A pile and tickets from the whole box."""
    box = our_box()
    deck, stack = [kind for kind in box.kinds for _ in range(box.cards[kind])], list(box.tickets)
    pile = Cards(deck.pop(int(dice.random() * len(deck))) for _ in range(cards))
    return pile, tuple(stack.pop(int(dice.random() * len(stack))) for _ in range(tickets))


def _score(position: Mapping[str, Any]) -> object:
    """The score without what is remembered from the last time."""
    best_choice.cache_clear()
    choice_above.cache_clear()
    return GAME.score(position).as_json()


def _prizes() -> tuple[Prize, ...]:
    return tuple(Prize(city, points, 4) for city, points in our_box().bonuses.items())


def _program(dice: Dice, tickets: int, cards: int, prizes: tuple[Prize, ...] = ()) -> Program:
    return ticket_program(*_riddle(dice, tickets, cards), frozenset(our_box().bonuses), prizes)


def _nodes(program: Program) -> int:
    answer = solve(program)
    return answer.nodes if answer else 0


def _points(pile: Cards, held: Tickets) -> int:
    answer = solve(ticket_program(pile, held, frozenset(our_box().bonuses)))
    return sum(held[place].points for place in answer.chosen) if answer else 0


def _plain(pile: Cards, held: Tickets) -> int:
    """The same points by trying every choice."""
    choices = (some for count in range(len(held) + 1) for some in combinations(held, count))
    return max(sum(ticket.points for ticket in some) for some in choices if not missing_cards(pile, some))
