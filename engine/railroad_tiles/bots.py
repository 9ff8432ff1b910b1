"""A player that thinks: column, places, pawns and stars by the final score it expects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nlargest

from engine.bots import Dice
from engine.game import AnyGame, seat_index
from engine.parts.grid import Cell
from engine.railroad_tiles.legality import laying_moves, pawn_moves
from engine.railroad_tiles.moves import Discard, Lay, Move, Pass, Place, Refuse, Take, TakeStart
from engine.railroad_tiles.outlook import Weights, best_spots, first_glance, outlook
from engine.railroad_tiles.state import PLACEMENT, Player, State
from engine.railroad_tiles.territory import EMPTY, Territory
from engine.railroad_tiles.tile import KINDS, Tile, ways_of

LOOKED_AT = 6  # places of a tile that get a full look
KEPT = 3  # unfinished layings that are followed on
STAR = 2.0  # points that a star must bring early in the game
REFUSED = 1.5  # points that refusing a tile must save
REMEMBERED = 4096


@dataclass(frozen=True)
class Plan:
    """What to do with the tiles of a hand, and what the territory is worth then."""

    worth: float
    steps: tuple[tuple[str, Tile, Cell | None], ...]  # lay, refuse or discard, which tile as it then lies, where
    territory: Territory
    left: tuple[Tile, ...]
    refusals: int


class GoodBot:
    """Looks a hand ahead: lays the tiles of each column in thought and takes the column that ends best."""

    name = "good"

    def __init__(self) -> None:
        self._plans: dict[object, Plan] = {}

    def choose(self, game: AnyGame, state: State, actor: str, dice: Dice) -> Move:
        index = seat_index(actor)
        if state.phase == PLACEMENT:
            return self._pawn(state, index)
        if state.choosing_start == index:
            return self._start(state, actor)
        if state.laying == index:
            return self._lay(state, index)
        return self._take(state, index)

    def _start(self, state: State, actor: str) -> Move:
        weights = Weights.at(state)
        tiles = dict.fromkeys(state.start_tiles)
        best = max(tiles, key=lambda tile: outlook(EMPTY.with_tile((0, 0), tile), weights))
        return TakeStart(actor, best.laid(ways_of(best.sides)[0]))

    def _take(self, state: State, index: int) -> Move:
        best = max(state.untaken, key=lambda column: self._column_worth(state, index, column))
        return Take(state.seat_of(index), best + 1)

    def _column_worth(self, state: State, index: int, column: int) -> float:
        player, choice = state.players[index], state.columns[column]
        owes = state.waiting is not None and state.waiting.flag and bool(player.objectives)
        worth = self._plan(state, player, choice.tiles, owes).worth
        stars = choice.stars + (1 if state.solo and column == 0 else 0)
        point = 1 if state.solo and column == 1 else 0
        # An early seat in the next round is worth a little; the leftmost columns give it.
        return worth + stars * STAR * Weights.at(state).future + point - 0.1 * column

    def _lay(self, state: State, index: int) -> Move:
        player, actor = state.players[index], state.seat_of(index)
        plan = self._plan(state, player, player.hand, player.owes_objective)
        if not plan.steps:
            return next(laying_moves(state, index))
        do, tile, cell = plan.steps[0]
        if cell is not None:
            return Lay(actor, cell, tile)
        return Refuse(actor, tile) if do == "refuse" else Discard(actor, tile)

    def _plan(self, state: State, player: Player, hand: tuple[Tile, ...], owes: bool) -> Plan:
        weights = Weights.at(state)
        objectives = player.objectives if owes else ()
        key = (player.territory, hand, objectives, len(player.refused), weights)
        if key not in self._plans:
            if len(self._plans) > REMEMBERED:
                self._plans.clear()
            refusals = state.box.refusals - len(player.refused)
            self._plans[key] = best_plan(player.territory, hand, objectives, refusals, weights)
        return self._plans[key]

    def _pawn(self, state: State, index: int) -> Move:
        worth, move = max(_rated_pawns(state, index), key=lambda entry: entry[0])
        return move if worth > 0 else Pass(state.seat_of(index))


def _rated_pawns(state: State, index: int) -> Iterator[tuple[float, Place]]:
    """The best pawn by each token and kind with its worth; a star costs what it could bring later."""
    player = state.players[index]
    spots = {pawn: worth for kind in KINDS for worth, _, pawn in best_spots(player.territory, kind)}
    star_cost = STAR * Weights.at(state).future
    for move in pawn_moves(state, index):
        yield spots[move.cell, move.spot - 1] - (star_cost if move.star else 0), move


def best_plan(
    territory: Territory, hand: tuple[Tile, ...], objectives: tuple[Tile, ...], refusals: int, weights: Weights
) -> Plan:
    """The best way found to lay the hand, and one of the objective tiles if there are any, in any order."""
    front = [Plan(outlook(territory, weights), (), territory, hand, refusals)]
    owed = 1 if objectives else 0
    for _ in range(len(hand) + owed):
        further = {
            (plan.territory, plan.left): plan
            for before in front
            for plan in _next_plans(before, hand, objectives, weights)
        }
        if not further:
            break
        front = nlargest(KEPT, further.values(), key=lambda plan: plan.worth)
    return max(front, key=lambda plan: plan.worth)


def _next_plans(plan: Plan, hand: tuple[Tile, ...], objectives: tuple[Tile, ...], weights: Weights) -> Iterator[Plan]:
    """The plan with one tile more."""
    for tile in dict.fromkeys(plan.left):
        left = _less(plan.left, tile)
        yield from _laid(plan, tile, left, weights)
        yield from _not_laid(plan, tile, left, weights)
    if objectives and not any(step[1].objective for step in plan.steps):
        for tile in objectives:
            yield from _laid(plan, tile, plan.left, weights)


def _laid(plan: Plan, tile: Tile, left: tuple[Tile, ...], weights: Weights) -> Iterator[Plan]:
    for cell, laid in promising(plan.territory, tile, weights, LOOKED_AT):
        territory = plan.territory.with_tile(cell, laid)
        steps = (*plan.steps, ("lay", laid, cell))
        yield Plan(outlook(territory, weights), steps, territory, left, plan.refusals)


def _not_laid(plan: Plan, tile: Tile, left: tuple[Tile, ...], weights: Weights) -> Iterator[Plan]:
    if not plan.territory.can_lay(tile.sides):
        yield Plan(plan.worth, (*plan.steps, ("discard", tile, None)), plan.territory, left, plan.refusals)
    elif plan.refusals:
        cost = REFUSED * weights.future
        steps = (*plan.steps, ("refuse", tile, None))
        yield Plan(plan.worth - cost, steps, plan.territory, left, plan.refusals - 1)


def promising(territory: Territory, tile: Tile, weights: Weights, count: int) -> list[tuple[Cell, Tile]]:
    """The places of a tile that look best at first glance."""
    places = ((cell, tile.laid(way)) for cell, way in territory.placements(tile.sides))
    return nlargest(count, places, key=lambda place: first_glance(territory, place[0], place[1], weights.future))


def _less(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    index = tiles.index(tile)
    return tiles[:index] + tiles[index + 1 :]


GOOD = GoodBot()
