"""The benchmarks of Off the Rails, each beside a brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.bench import Benchmark
from engine.bots import Dice, RandomBot, play_out, throw
from engine.game import TABLE, seat
from engine.log import Entry, Header
from engine.off_the_rails import GAME, plain
from engine.off_the_rails.choices import legal_moves, movements
from engine.off_the_rails.moves import Move
from engine.off_the_rails.outlook import turns_home
from engine.off_the_rails.state import ACTIONS, Cart, State
from engine.off_the_rails.travel import ways
from engine.table import replay

PLAYERS = ("Ann", "Bob", "Cleo", "Dino")
SPEEDS = (2, 4, 6)
TRACKS = ("NS", "EW", "NE", "ES", "SW", "NW", "NES", "ESW", "NSW", "NEW", "NESW", "NESW", "NESW")


def benchmarks(dice: Dice) -> Iterator[Benchmark]:
    state = crowded(dice)
    free = max(state.carts, key=lambda cart: sum(1 for _ in ways(state, replace(cart, speed=SPEEDS[-1]))))
    for speed in SPEEDS:
        yield from _of_cart(state, replace(free, speed=speed), speed)
    yield Benchmark(
        "legal actions", lambda: set(legal_moves(state)), lambda: set(plain.moves(state)), len(state.tracks)
    )
    yield Benchmark("turns home from every exit", lambda: turns_home(state))
    yield from _of_games(dice)


def _of_cart(state: State, cart: Cart, speed: int) -> Iterator[Benchmark]:
    yield Benchmark("ways of a cart", lambda: set(ways(state, cart)), lambda: set(plain.ways(state, cart)), speed)
    yield Benchmark(
        "movements with their loads",
        lambda: set(movements(state, cart)),
        lambda: plain.movements(state, cart),
        speed,
    )


def _of_games(dice: Dice) -> Iterator[Benchmark]:
    start = GAME.start(PLAYERS, {})
    game = [move for move, _ in play_out(GAME, start, dict.fromkeys(map(seat, range(4)), RandomBot()), dice)]
    header, entries = Header(GAME.name, PLAYERS), [Entry("move", str(move)) for move in game]
    yield Benchmark("replay a 4-player game", lambda: replay(header, entries).state)
    throws = [dice.random() for _ in range(4000)]
    yield Benchmark(
        "a whole random 4-player game",
        lambda: _random_game(start, throws, lambda state: list(legal_moves(state))),
        lambda: _random_game(start, throws, plain.moves),
    )


def crowded(dice: Dice) -> State:
    """A board full of tracks, most of them junctions, with jewels and all eight carts."""
    state = replace(GAME.start(PLAYERS, {}), phase=ACTIONS, started=True, first_deposits=())
    squares = [cell for cell in state.box.squares if cell not in state.box.centres]
    tracks = {cell: dice.choice(TRACKS) for cell in squares if dice.random() < 0.85}
    jewels = {cell: ("emerald", "rock", "ruby") for cell in tracks if dice.random() < 0.1}
    places = list(tracks)
    carts = []
    for cart in state.carts:
        at = places.pop(int(dice.random() * len(places)))
        carts.append(replace(cart, at=at, facing=tracks[at][0], speed=state.box.start_speed, hold=("gold",)))
    return replace(state, tracks=tracks, jewels=jewels, carts=tuple(carts))


def _random_game(state: State, throws: list[float], moves_of: Callable[[State], list[Move]]) -> State:
    """The end of a game played by these throws; the order in which moves are found does not matter for it."""
    left = iter(throws)
    while not GAME.turn(state).over:
        if state.actor == TABLE:
            move = throw(GAME, state, _Throw(next(left)))
        else:
            moves = sorted(moves_of(state), key=str)
            move = moves[int(next(left) * len(moves))]
        state = GAME.play(state, move)
    return state


class _Throw:
    """Dice that show one number."""

    def __init__(self, number: float) -> None:
        self._number = number

    def random(self) -> float:
        return self._number

    def choice(self, seq: object, /) -> object:
        raise TypeError("these dice only give a number")
