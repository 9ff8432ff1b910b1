"""Hints: the best places for a tile or a pawn, and why."""

from __future__ import annotations

from engine.game import seat_index
from engine.hints import Hint, best
from engine.parts.grid import largest_rectangle
from engine.railroad_tiles import objectives
from engine.railroad_tiles.bots import promising
from engine.railroad_tiles.legality import pawn_moves
from engine.railroad_tiles.moves import Lay
from engine.railroad_tiles.outlook import Weights, best_spots, outlook
from engine.railroad_tiles.state import PLACEMENT, State
from engine.railroad_tiles.territory import Territory
from engine.railroad_tiles.tile import KINDS, Tile
from engine.words import Said, say

LOOKED_AT = 12


def hints(state: State, actor: str, tile: Tile | None = None) -> list[Hint]:
    """The three best moves for a player who is to lay a tile (a named one, or any of the hand) or to place a pawn."""
    index = seat_index(actor)
    if state.phase == PLACEMENT:
        return _pawn_hints(state, index)
    player = state.players[index]
    tiles = [tile] if tile else [*dict.fromkeys(player.hand), *(player.objectives if player.owes_objective else ())]
    found = [hint for each in tiles for hint in _tile_hints(state, index, each)]
    return best(found)


def _tile_hints(state: State, index: int, tile: Tile) -> list[Hint]:
    territory, weights = state.players[index].territory, Weights.at(state)
    now = outlook(territory, weights)
    found = []
    for cell, laid in promising(territory, tile, weights, LOOKED_AT):
        after = territory.with_tile(cell, laid)
        gain = outlook(after, weights) - now
        found.append(Hint(Lay(state.seat_of(index), cell, laid), round(gain, 1), tuple(_reasons(territory, after))))
    return found


def _reasons(before: Territory, after: Territory) -> list[Said]:
    """What changes in the final count between two territories."""
    reasons = []
    grown = len(largest_rectangle(after.tiles)) - len(largest_rectangle(before.tiles))
    if grown:
        reasons.append(say("The largest rectangle grows by {count}.", count=grown))
    founded = len(objectives.cities(after)) - len(objectives.cities(before))
    if founded > 0:
        reasons.append(say("It founds a city."))
    elif founded < 0:
        reasons.append(say("It joins two cities into one."))
    ends = after.loose_end_count - before.loose_end_count
    if ends < 0:
        reasons.append(say("It closes {count} loose ends.", count=-ends))
    elif ends > 0:
        reasons.append(say("It opens {count} loose ends.", count=ends))
    return reasons + _objective_reasons(before, after)


def _objective_reasons(before: Territory, after: Territory) -> list[Said]:
    def fulfilled(territory: Territory) -> int:
        return sum(objectives.judge(territory, cell).met for cell in objectives.objective_cells(territory))

    change = fulfilled(after) - fulfilled(before)
    if change > 0:
        return [say("It fulfils an objective.")]
    return [say("It spoils an objective.")] if change < 0 else []


def _pawn_hints(state: State, index: int) -> list[Hint]:
    territory = state.players[index].territory
    worth = {pawn: (value, points) for kind in KINDS for value, points, pawn in best_spots(territory, kind)}
    found = []
    for move in pawn_moves(state, index):
        value, points = worth[move.cell, move.spot - 1]
        why = [say("The pawn scores {points}.", points=points)]
        if move.star:
            why.append(say("It costs a star."))
        found.append(Hint(move, round(value - move.star * 2 * Weights.at(state).future, 1), tuple(why)))
    return best(found)
