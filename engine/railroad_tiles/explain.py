"""The rules as a sensor: which legal moves from the last accepted state explain what the camera saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.game import seat_index
from engine.observation import SURE, Contradiction, Inference, conclude
from engine.parts.grid import Cell
from engine.railroad_tiles.legality import pawn_moves, why_not_there
from engine.railroad_tiles.moves import Fill, Lay, Move, Place, Take, TakeStart
from engine.railroad_tiles.play import play
from engine.railroad_tiles.sighting import SeenTile, Sighting, read_sighting, shifted, standing_at
from engine.railroad_tiles.state import PLACEMENT, PREPARATION, SELECTION, State
from engine.railroad_tiles.tile import CAR, TRAIN, Spot, Tile, same_face, ways_of
from engine.words import say

MARGIN = 20.0  # times that the best reading must be likelier than the next
MOST_STEPS = 12
CHANGED = 0.97  # from here on a tile that was accepted before is believed to be another one now


@dataclass
class _Trail:
    """The explanation so far: the state reached, the moves to it, and what was left open on the way."""

    state: State
    moves: list[Move] = field(default_factory=list)
    choices: list[Sequence[Move]] = field(default_factory=list)
    contradictions: list[Contradiction] = field(default_factory=list)

    def play(self, move: Move) -> None:
        self.state = play(self.state, move)
        self.moves.append(move)


def explain(state: State, seen: Mapping[str, Any]) -> Inference:
    """Same, found, ambiguous or unexplained, with the moves or with the places that speak against any."""
    sighting = read_sighting(seen, len(state.players))
    trail = _Trail(state)
    for _ in range(MOST_STEPS):
        before = len(trail.moves)
        _explain_phase(trail, sighting)
        if len(trail.moves) == before or trail.choices or trail.contradictions:
            break
    if not trail.choices:
        trail.contradictions += _leftovers(trail, sighting)
    choices = [[move] for choice in trail.choices for move in choice]
    return conclude(trail.moves, _distinct(trail.contradictions), choices)


def _distinct(contradictions: list[Contradiction]) -> list[Contradiction]:
    """One for each place: the first one said."""
    return list({(one.seat, one.at): one for one in reversed(contradictions)}.values())[::-1]


def _explain_phase(trail: _Trail, sighting: Sighting) -> None:
    state = trail.state
    if state.phase == PREPARATION:
        _explain_fills(trail, sighting)
    elif state.phase == SELECTION:
        actor = next(index for index in (state.choosing_start, state.laying, state.choosing) if index is not None)
        if state.choosing_start is not None:
            _explain_start(trail, sighting, actor)
        elif state.laying is not None:
            _explain_lays(trail, sighting, actor)
        else:
            _explain_take(trail, sighting, actor)
    elif state.phase == PLACEMENT:
        for index in state.placing:
            _explain_pawns(trail, sighting, index)


# Preparation


def _explain_fills(trail: _Trail, sighting: Sighting) -> None:
    """Tiles that have come into the columns, each below those that lay there."""
    if sighting.columns is None or len(sighting.columns) != len(trail.state.columns):
        return
    for index, seen in enumerate(sighting.columns):
        known = trail.state.columns[index].tiles
        if len(seen) > trail.state.sizes[index] or len(seen) <= len(known):
            continue
        for sight in _new_in_column(seen, known):
            tile = Tile(sight.sides, sight.urban, sight.station, _likely_spots(sight))
            trail.play(Fill(index + 1, tile))
            if sight.confidence < SURE:
                trail.choices.append([trail.moves[-1]])


def _new_in_column(seen: tuple[SeenTile, ...], known: tuple[Tile, ...]) -> list[SeenTile]:
    """The seen tiles less, for each known one, the one that looks most like it."""
    left = list(seen)
    for tile in known:
        left.remove(max(left, key=lambda sight: max(sight.likelihood(tile.laid(way)) for way in ways_of(tile.sides))))
    return left


def _likely_spots(sight: SeenTile) -> tuple[Spot, ...]:
    """The spots with what they probably lie on."""

    def place(kind: str) -> str:
        if kind in (CAR, TRAIN):
            return "highway" if kind == CAR else "rail"
        return "station" if sight.station else "highway" if "H" in sight.sides else "rail"

    return tuple(Spot(kind, place(kind)) for kind, _ in sight.spots)


# Selection


def _explain_start(trail: _Trail, sighting: Sighting, index: int) -> None:
    seen = sighting.territories.get(trail.state.seat_of(index), {})
    if len(seen) != 1:
        return
    (sight,) = seen.values()
    found = _readings(sight, trail.state.start_tiles)
    _take_best(trail, [(worth, TakeStart(trail.state.seat_of(index), tile)) for worth, tile in found])


def _explain_take(trail: _Trail, sighting: Sighting, index: int) -> None:
    """The column whose tiles now lie in the territory, or that is now empty in the market."""
    state, actor = trail.state, trail.state.seat_of(index)
    new = _new_tiles(state, sighting, index)
    if new:
        worths = {column: _worth_of_column(state, column, list(new.values())) for column in state.untaken}
        _take_best(trail, [(worth, Take(actor, column + 1)) for column, worth in worths.items()])
    elif sighting.columns is not None and len(sighting.columns) == len(state.columns):
        emptied = [column for column in state.untaken if state.columns[column].tiles and not sighting.columns[column]]
        if len(emptied) == 1:
            trail.play(Take(actor, emptied[0] + 1))


def _worth_of_column(state: State, column: int, new: list[SeenTile]) -> float:
    """How well the new tiles are explained by a column; tiles that none explains speak strongly against it."""
    left = list(state.columns[column].tiles)
    worth = 1.0
    for sight in sorted(new, key=lambda one: -one.confidence):
        readings = [(max(sight.likelihood(tile.laid(way)) for way in ways_of(tile.sides)), tile) for tile in left]
        if sight.objective or not readings:
            worth *= 1.0 if sight.objective else 1e-3
            continue
        best, tile = max(readings, key=lambda reading: reading[0])
        left.remove(tile)
        worth *= best
    return worth


def _explain_lays(trail: _Trail, sighting: Sighting, index: int) -> None:
    """Each new tile in the territory as a tile of the hand, laid in an order in which every step is legal."""
    waiting = dict(_new_tiles(trail.state, sighting, index))
    laid = True
    while waiting and laid:
        laid = False
        for cell, sight in sorted(waiting.items(), key=lambda item: -item[1].confidence):
            player = trail.state.players[index]
            if not player.is_laying or cell not in player.territory.gaps:
                continue
            del waiting[cell]
            if not _lay_one(trail, index, cell, sight):
                return
            laid = True
            break
    for cell, sight in waiting.items():
        trail.contradictions.append(_cannot_be_laid(trail.state, index, cell, sight))


def _lay_one(trail: _Trail, index: int, cell: Cell, sight: SeenTile) -> bool:
    """Lay the tile that was seen, if it is one of the hand, legal there and read without doubt."""
    player, actor = trail.state.players[index], trail.state.seat_of(index)
    held = player.hand + (player.objectives if player.owes_objective else ())
    readings = _readings(sight, held)
    legal = [
        (worth, Lay(actor, cell, tile))
        for worth, tile in readings
        if why_not_there(player.territory, cell, tile.sides) is None
    ]
    best = legal[0][0] if legal else 0.0
    if readings and readings[0][0] > best and (not legal or readings[0][0] > MARGIN * best or sight.confidence >= SURE):
        trail.contradictions.append(_cannot_be_laid(trail.state, index, cell, sight))
        return False
    return _take_best(trail, legal)


def _cannot_be_laid(state: State, index: int, cell: Cell, sight: SeenTile) -> Contradiction:
    """The tile as it was seen, and why it may not lie there."""
    player, actor = state.players[index], state.seat_of(index)
    held = player.hand + (player.objectives if player.owes_objective else ())
    readings = _readings(sight, held)
    sure = sight.confidence >= SURE
    if not readings or sight.differences(readings[0][1], None):
        words = "At {cell} lies a tile that {name} has not taken."
        return Contradiction(say(words, cell=_at(cell), name=player.name), actor, cell, sure)
    tile = readings[0][1]
    reason = why_not_there(player.territory, cell, tile.sides)
    why = reason or say("The tile at {cell} cannot be explained.", cell=_at(cell))
    return Contradiction(why, actor, cell, sure, str(Lay(actor, cell, tile)))


def _readings(sight: SeenTile, tiles: Sequence[Tile]) -> list[tuple[float, Tile]]:
    """The tiles that may have been seen, in every way of lying, likeliest first."""
    faces = {same_face(tile): tile for tile in tiles}
    laid = [tile.laid(way) for tile in faces.values() for way in ways_of(tile.sides)]
    return sorted(((sight.likelihood(tile), tile) for tile in laid), key=lambda reading: -reading[0])


def _take_best(trail: _Trail, rated: Sequence[tuple[float, Move]]) -> bool:
    """Play the likeliest move if it is likelier by the margin; else leave the choice to people."""
    ranked = sorted(rated, key=lambda entry: -entry[0])
    if not ranked:
        return False
    if len(ranked) > 1 and ranked[0][0] < MARGIN * ranked[1][0]:
        near = [move for worth, move in ranked if worth * MARGIN > ranked[0][0]]
        trail.choices.append(near)
        return False
    trail.play(ranked[0][1])
    return True


def _new_tiles(state: State, sighting: Sighting, index: int) -> dict[Cell, SeenTile]:
    territory = state.players[index].territory
    seen = shifted(sighting.territories.get(state.seat_of(index), {}), territory)
    return {cell: sight for cell, sight in seen.items() if cell not in territory.tiles}


# Pawns


def _explain_pawns(trail: _Trail, sighting: Sighting, index: int) -> None:
    """Pawns that stand where none stood: by the token that allows them most narrowly, else by a star."""
    territory = trail.state.players[index].territory
    seen = shifted(sighting.territories.get(trail.state.seat_of(index), {}), territory)
    for cell, kind in _new_pawns(trail.state, index, seen):
        if index not in trail.state.placing:
            return
        options = list(_placings(trail.state, index, cell, kind))
        if not options:
            continue
        trail.play(options[0])
        if seen[cell].confidence < SURE:
            trail.choices.append([trail.moves[-1]])
            return


def _new_pawns(state: State, index: int, seen: Mapping[Cell, SeenTile]) -> Iterator[tuple[Cell, str]]:
    territory = state.players[index].territory
    for cell, sight in seen.items():
        if cell in territory.tiles:
            known = Counter(territory.tiles[cell].spots[spot].kind for spot in standing_at(territory, cell))
            now = Counter(kind for kind, pawn in sight.spots if pawn)
            yield from ((cell, kind) for kind in (now - known).elements())


def _placings(state: State, index: int, cell: Cell, kind: str) -> Iterator[Place]:
    """The legal ways to have placed this pawn, the cheapest first."""
    fitting = [move for move in pawn_moves(state, index) if move.cell == cell and move.kind == kind]

    def cost(move: Place) -> tuple[bool, int, int]:
        token = state.active[move.space - 1]
        return move.star, len(token.kinds) if token else 0, move.space

    return iter(sorted(fitting, key=cost))


# What is left


def _leftovers(trail: _Trail, sighting: Sighting) -> Iterator[Contradiction]:
    """Where the sighting still differs from the state that the moves lead to."""
    for actor, seen in sighting.territories.items():
        territory = trail.state.players[seat_index(actor)].territory
        moved = shifted(seen, territory)
        for cell, tile in territory.tiles.items():
            if cell not in moved:
                # A tile under a sleeve does not speak against a move elsewhere; missing for long, it is asked about.
                if not trail.moves:
                    words = "The tile at {cell} is not to be seen."
                    yield Contradiction(say(words, cell=_at(cell)), actor, cell, sure=True)
            elif moved[cell].confidence >= CHANGED and moved[cell].differences(tile, standing_at(territory, cell)):
                words = "The tile at {cell} looks other than recorded."
                yield Contradiction(say(words, cell=_at(cell)), actor, cell, sure=True)
        for cell in moved:
            if cell not in territory.tiles:
                words = "At {cell} lies a tile that no move explains."
                yield Contradiction(say(words, cell=_at(cell)), actor, cell, moved[cell].confidence >= SURE)


def _at(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"
