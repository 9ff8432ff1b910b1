"""The benchmarks of Railroad Tiles, each beside a brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.bench import Benchmark
from engine.bots import Dice, RandomBot, play_out, throw
from engine.game import TABLE, seat
from engine.log import Entry, Header
from engine.parts.grid import Cell
from engine.railroad_tiles import plain
from engine.railroad_tiles.box import our_box
from engine.railroad_tiles.legality import legal_moves
from engine.railroad_tiles.moves import Move
from engine.railroad_tiles.networks import PawnAt
from engine.railroad_tiles.position import Position, Seated
from engine.railroad_tiles.rules import GAME
from engine.railroad_tiles.scoring import score_position
from engine.railroad_tiles.state import State
from engine.railroad_tiles.territory import ANY, EMPTY, Territory
from engine.railroad_tiles.tile import Tile
from engine.table import replay

SIZES = (10, 28, 55, 100)
PLAYERS = ("Ann", "Bob", "Cleo", "Dino")


def benchmarks(dice: Dice) -> Iterator[Benchmark]:
    for size in SIZES:
        yield from _of_territory(random_territory(size, dice), size, dice)
    start = GAME.start(PLAYERS, {})
    game = [move for move, _ in play_out(GAME, start, dict.fromkeys(map(seat, range(4)), RandomBot()), dice)]
    header, entries = Header("railroad-tiles", PLAYERS), [Entry("move", str(move)) for move in game]
    yield Benchmark(
        "replay a 4-player game", lambda: replay(header, entries).state, lambda: _plain_replay(start, entries)
    )
    throws = [dice.random() for _ in range(4000)]
    yield Benchmark(
        "a whole random 4-player game",
        lambda: _random_game(start, _Throws(throws), lambda state: list(legal_moves(state))),
        lambda: _random_game(start, _Throws(throws), plain.moves),
    )


def _of_territory(territory: Territory, size: int, dice: Dice) -> Iterator[Benchmark]:
    tile = dice.choice(our_box().tiles)[0]
    position = Position((Seated("Ann", territory),))
    yield Benchmark(
        "legal placements of a tile",
        lambda: set(territory.placements(tile.sides)),
        lambda: set(plain.placements(territory, tile.sides)),
        size,
    )
    yield Benchmark(
        "connected pawns of all pawns",
        lambda: _all_connected(territory),
        lambda: {pawn: plain.connected(territory, pawn) for pawn in territory.pawns},
        size,
    )
    cell, way = dice.choice(list(territory.placements(tile.sides)) or [(next(iter(territory.gaps)), tile.sides)])
    yield Benchmark(
        "lay a tile, then the same",
        lambda: _all_connected(territory.with_tile(cell, tile.laid(way))),
        lambda: _plain_all_connected(territory, cell, tile.laid(way)),
        size,
    )
    yield Benchmark(
        "final score",
        lambda: _parts(position),
        lambda: {"pawns": 0, **plain.parts(territory), "objectives": 0},
        size,
    )


def random_territory(size: int, dice: Dice) -> Territory:
    """A territory grown at random but closely, as people lay them, with a pawn on every second spot."""
    territory = EMPTY
    kinds = [tile for tile, count in our_box().tiles for _ in range(count)]
    while len(territory.tiles) < size:
        tile = dice.choice(kinds)
        places = list(territory.placements(tile.sides))
        if places:
            tried = [dice.choice(places) for _ in range(6)]
            cell, way = min(tried, key=lambda place: territory.gaps[place[0]].count(ANY))
            territory = territory.with_tile(cell, tile.laid(way))
    for cell, tile in territory.tiles.items():
        for index in range(len(tile.spots)):
            if dice.random() < 0.5:
                territory = territory.with_pawn(cell, index)
    return territory


def _parts(position: Position) -> dict[str, int]:
    return dict(score_position(position, our_box()).players[0].parts)


def _plain_all_connected(territory: Territory, cell: Cell, tile: Tile) -> dict[PawnAt, tuple[PawnAt, ...]]:
    grown = Territory({**territory.tiles, cell: tile}, territory.pawns, {})
    return {pawn: plain.connected(grown, pawn) for pawn in grown.pawns}


def _all_connected(territory: Territory) -> dict[PawnAt, tuple[PawnAt, ...]]:
    return {pawn: territory.connected(pawn) for pawn in territory.pawns}


def _plain_replay(state: State, entries: list[Entry]) -> State:
    for entry in entries:
        texts = {str(move): move for move in plain.moves(state)}
        state = GAME.play(state, texts[entry.text])
    return state


class _Throws:
    """The same dice for both ways of playing."""

    def __init__(self, throws: list[float]) -> None:
        self._left = iter(throws)

    def random(self) -> float:
        return next(self._left)

    def choice(self, seq: object, /) -> object:
        raise TypeError("these dice only give numbers")


def _random_game(state: State, dice: _Throws, moves_of: Callable[[State], list[Move]]) -> int:
    """The number of tiles laid when the game is over; the order in which moves are found does not matter for it."""
    while not GAME.turn(state).over:
        if GAME.turn(state).actors == (TABLE,):
            move = throw(GAME, state, dice)
        else:
            moves = sorted(moves_of(state), key=str)
            move = moves[int(dice.random() * len(moves))]
        state = GAME.play(state, move)
    return sum(len(player.territory.tiles) for player in state.players)
