"""The benchmarks of New York, each beside a plain way of doing the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.bench import Benchmark
from engine.bots import Bot, Dice, RandomBot, play_out
from engine.game import seat
from engine.log import Entry, Header
from engine.parts.cards import Cards
from engine.table import replay
from engine.ticket_to_ride_new_york import GAME
from engine.ticket_to_ride_new_york.bots import GOOD
from engine.ticket_to_ride_new_york.legal import generate, why_not
from engine.ticket_to_ride_new_york.moves import Claim, Move
from engine.ticket_to_ride_new_york.state import State, Step

PLAYERS = ("Ann", "Bob", "Cleo", "Dino")


def benchmarks(dice: Dice) -> Iterator[Benchmark]:
    game = _game(RandomBot(), dice)
    widest = max((state for _, state in game if _chooses(state)), key=lambda state: state.player.hand.size)
    yield Benchmark(
        "legal claims of a full hand",
        lambda: {move for move in generate(widest) if isinstance(move, Claim)},
        lambda: _plain_claims(widest),
        widest.player.hand.size,
    )
    position = GAME.position(_game(GOOD, dice)[-1][1])
    yield Benchmark("final score of 4 players", lambda: GAME.score(position).as_json())
    header, entries = Header(GAME.name, PLAYERS), [Entry("move", str(move)) for move, _ in game]
    yield Benchmark("replay a 4-player game", lambda: replay(header, entries).state)
    yield Benchmark("a whole random 4-player game", lambda: _game(RandomBot(), dice))
    yield Benchmark("a whole good 4-player game", lambda: _game(GOOD, dice))


def _game(bot: Bot, dice: Dice) -> list[tuple[Move, State]]:
    bots = dict.fromkeys(map(seat, range(len(PLAYERS))), bot)
    return list(play_out(GAME, GAME.start(PLAYERS, {}), bots, dice))


def _chooses(state: State) -> bool:
    return state.step is Step.ACTION and not state.waits_for_open_card


def _plain_claims(state: State) -> set[Claim]:
    """Every handful of cards for every route, asked one by one."""
    cards = [kind for kind in state.player.hand.known for _ in range(state.player.hand.known[kind])]
    tried = {
        Claim.of(state.current, route, Cards(some))
        for route in state.board.routes
        for some in combinations(cards, route.length)
    }
    return {move for move in tried if why_not(state, move) is None}
