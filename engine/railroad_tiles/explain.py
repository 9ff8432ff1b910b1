"""The rules as a sensor: which legal moves from the last accepted state explain what the camera saw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations
from math import prod
from typing import Any, TypeAlias

from engine.game import seat_index
from engine.observation import Contradiction, Inference, Revision, conclude
from engine.parts.grid import Cell
from engine.railroad_tiles.corrections import correct
from engine.railroad_tiles.faces import MISREAD, relatives
from engine.railroad_tiles.layings import Laying, explain_layings, free_laying
from engine.railroad_tiles.legality import pawn_moves, why_not_there
from engine.railroad_tiles.market import drawn, new_in_column, supposed
from engine.railroad_tiles.moves import Fill, Lay, Move, Place, Take, TakeStart
from engine.railroad_tiles.play import play
from engine.railroad_tiles.sighting import SeenTile, Sighting, read_sighting, shifted, standing_at
from engine.railroad_tiles.state import PLACEMENT, PREPARATION, SELECTION, State
from engine.railroad_tiles.tile import Tile, same_face, ways_of
from engine.words import say

MARGIN = 20.0  # times that the best reading must be likelier than the next
MOST_STEPS = 12
DOUBTED = 0.05  # below this plausibility of any one tile people are asked
REFUTED = 0.01  # below this one the camera has seen something else
CHANGED = 0.002  # below this one a tile that was accepted before is believed to be another one now
PAWN_MARGIN = 5.0  # the same for a pawn: it is much larger than an icon, and is awaited
PAWNS_CHANGED = 50.0  # times that other pawns must be likelier than those recorded before anybody is troubled
NOT_BY_ITSELF = 0.1  # the chance that a tile looks other than before though nobody put anything on it
MISCOUNTED = 0.05  # the chance that the market was not seen as it lies

Step: TypeAlias = Move | Revision


@dataclass
class _Trail:
    """The explanation so far: the state reached, the moves to it, and what was left open on the way."""

    state: State
    moves: list[Step] = field(default_factory=list)
    choices: list[Sequence[Step]] = field(default_factory=list)
    contradictions: list[Contradiction] = field(default_factory=list)

    def play(self, *moves: Step) -> None:
        for move in moves:
            self.state = correct(self.state, move.text) if isinstance(move, Revision) else play(self.state, move)
            self.moves.append(move)

    def take_best(self, rated: Sequence[tuple[float, Sequence[Step]]]) -> bool:
        """Play the likeliest moves if they are likelier by the margin; else leave the choice to people."""
        ranked = sorted(rated, key=lambda entry: -entry[0])
        if not ranked:
            return False
        near = [moves for worth, moves in ranked if worth * MARGIN > ranked[0][0]]
        if len(near) > 1:
            self.choices += near
            return False
        self.play(*ranked[0][1])
        return True


def explain(state: State, seen: Mapping[str, Any], agreed: State | None = None) -> Inference:
    """Same, found, ambiguous or unexplained, with the moves or with the places that speak against any."""
    sighting = read_sighting(seen, len(state.players))
    if agreed is not None:
        territories = {agreed.seat_of(index): player.territory for index, player in enumerate(agreed.players)}
        sighting = replace(sighting, agreed=territories)
    trail = _Trail(state)
    for _ in range(MOST_STEPS):
        before = len(trail.moves)
        _explain_phase(trail, sighting)
        if len(trail.moves) == before or trail.choices or trail.contradictions:
            break
    if not trail.choices:
        trail.contradictions += _leftovers(trail, sighting)
    return conclude(trail.moves, _distinct(trail.contradictions), trail.choices)


def _distinct(contradictions: list[Contradiction]) -> list[Contradiction]:
    """One for each place: the first one said."""
    return list({(one.seat, one.at): one for one in reversed(contradictions)}.values())[::-1]


def _explain_phase(trail: _Trail, sighting: Sighting) -> None:
    state = trail.state
    if state.phase == PREPARATION:
        _explain_fills(trail, sighting)
    elif state.phase == SELECTION and state.choosing_start is not None:
        _explain_start(trail, sighting, state.choosing_start)
    elif state.phase == SELECTION:
        actor = state.laying if state.laying is not None else state.choosing
        assert actor is not None
        _explain_turn(trail, sighting, actor)
    elif state.phase == PLACEMENT:
        for index in state.placing:
            _explain_pawns(trail, sighting, index)


# Preparation


def _explain_fills(trail: _Trail, sighting: Sighting) -> None:
    """Tiles that have come into the columns, each below those that lay there: the likeliest, for they will be laid."""
    if sighting.columns is None or len(sighting.columns) != len(trail.state.columns):
        return
    for index, seen in enumerate(sighting.columns):
        known = trail.state.columns[index].tiles
        if len(seen) > trail.state.sizes[index] or len(seen) <= len(known):
            continue
        for sight in new_in_column(seen, known):
            trail.play(*(Fill(index + 1, tile) for _, tile in drawn(trail.state, sight)[:1]))


# Selection


def _explain_start(trail: _Trail, sighting: Sighting, index: int) -> None:
    actor = trail.state.seat_of(index)
    seen = sighting.territories.get(actor, {})
    if len(seen) != 1:
        return
    (sight,) = seen.values()
    faces = {same_face(tile): tile for tile in trail.state.start_tiles}
    laid = [tile.laid(way) for tile in faces.values() for way in ways_of(tile.sides)]
    trail.take_best([(sight.plausibility(tile), [TakeStart(actor, tile)]) for tile in laid])


def _explain_turn(trail: _Trail, sighting: Sighting, index: int) -> None:
    """The new tiles in a territory as a column that was taken and laid, or as more tiles of the hand."""
    new = _new_tiles(trail.state, sighting, index)
    hands = list(_hands(trail.state, sighting, index))
    if not new:
        _explain_take(trail, sighting, index)
        return
    legal = [laying for hand in hands for laying in explain_layings(hand, new)]
    best = max(legal, key=lambda laying: laying.worth, default=None)
    if best is None or best.weakest < REFUTED:
        free = max((free_laying(hand, new) for hand in hands), key=lambda laying: laying.worth)
        trail.contradictions += _illegal(trail.state, index, free, new)
    elif best.weakest < DOUBTED:
        trail.choices += [laying.moves for laying in legal if laying.worth * MARGIN > best.worth]
    else:
        trail.take_best([(laying.worth, laying.moves) for laying in legal])


def _hands(state: State, sighting: Sighting, index: int) -> Iterator[Laying]:
    """What the player may be laying from: the hand, or each column that is there to take."""
    if state.laying == index:
        yield Laying.of(state, index)
        return
    for column in state.untaken:
        take = Take(state.seat_of(index), column + 1)
        for way in supposed(state, sighting, column):
            taken = play(way.state, take)
            worth = way.odds * _market_fit(taken, sighting)
            yield replace(Laying.of(taken, index), moves=(*way.steps, take), worth=worth, past=way.past)


def _market_fit(state: State, sighting: Sighting) -> float:
    """How well the columns seen agree with those that should be left."""
    if sighting.columns is None:
        return 1.0
    left = [column.tiles for column in state.columns if column.tiles]
    seen = [column for column in sighting.columns if column]
    if [len(column) for column in left] != [len(column) for column in seen]:
        return MISCOUNTED
    pairs = zip(chain(*seen), chain(*left), strict=True)
    return max(prod(max(sight.plausibility(tile), 0.5) for sight, tile in pairs), MISCOUNTED)


def _explain_take(trail: _Trail, sighting: Sighting, index: int) -> None:
    """A column that is empty in the market, and nothing of it laid yet."""
    state = trail.state
    if state.choosing != index or sighting.columns is None or len(sighting.columns) != len(state.columns):
        return
    emptied = [column for column in state.untaken if state.columns[column].tiles and not sighting.columns[column]]
    if len(emptied) == 1:
        trail.play(Take(state.seat_of(index), emptied[0] + 1))


def _illegal(state: State, index: int, laying: Laying, new: Mapping[Cell, SeenTile]) -> Iterator[Contradiction]:
    """What speaks against the tiles as they were seen: each that may not lie there, or is nobody's."""
    actor, player = state.seat_of(index), state.players[index]
    for cell, tile, worth in laying.laid:
        sure = new[cell].is_sure
        if worth < REFUTED:
            words = "At {cell} lies a tile that {name} has not taken."
            yield Contradiction(say(words, cell=_at(cell), name=player.name), actor, cell, sure)
        elif reason := why_not_there(laying.without(cell), cell, tile.sides):
            yield Contradiction(reason, actor, cell, sure, str(Lay(actor, cell, tile)))
    for cell in new.keys() - {cell for cell, _, _ in laying.laid}:
        words = "At {cell} lies a tile that {name} has not taken."
        yield Contradiction(say(words, cell=_at(cell), name=player.name), actor, cell, new[cell].is_sure)


def _new_tiles(state: State, sighting: Sighting, index: int) -> dict[Cell, SeenTile]:
    territory = state.players[index].territory
    seen = shifted(sighting.territories.get(state.seat_of(index), {}), territory)
    if seen and not territory.tiles:
        first = min(seen)  # whichever was laid first, a territory is counted from it
        return {(cell[0] - first[0], cell[1] - first[1]): sight for cell, sight in seen.items()}
    return {cell: sight for cell, sight in seen.items() if cell not in territory.tiles}


# Pawns


def _explain_pawns(trail: _Trail, sighting: Sighting, index: int) -> None:
    """Pawns that stand where none stood: by the token that allows them most narrowly, else by a star."""
    actor, territory = trail.state.seat_of(index), trail.state.players[index].territory
    for cell, sight in shifted(sighting.territories.get(actor, {}), territory).items():
        if cell not in territory.tiles or sighting.is_settled(actor, cell, sight, territory):
            continue
        untouched = NOT_BY_ITSELF if sighting.is_touched(actor, cell, sight) else 1.0
        if not _explain_pawns_at(trail, index, cell, sight, untouched):
            return


def _explain_pawns_at(trail: _Trail, index: int, cell: Cell, sight: SeenTile, untouched: float) -> bool:
    """Place what has come to stand on one tile; false if people must say what it is.

    `untouched` is the chance that the tile looks as it does now though nothing came.
    """
    territory = trail.state.players[index].territory
    tile, now = territory.tiles[cell], standing_at(territory, cell)
    worth = untouched * sight.plausibility(tile, now)
    rated = sorted(((one.worth_of(sight), one) for one in _with_pawns(trail.state, tile, now)), key=lambda one: -one[0])
    likely = [(much, one) for much, one in rated if much > worth and much * MARGIN > rated[0][0]]
    allowed = ((much, _steps_to(trail.state, index, cell, one)) for much, one in likely)
    much, steps = next((one for one in allowed if one[1]), (worth, []))
    if steps and much < PAWN_MARGIN * worth:
        trail.choices.append(steps)
        return False
    trail.play(*steps)
    return True


def _steps_to(state: State, index: int, cell: Cell, come: _Come) -> list[Step]:
    """What makes those pawns stand there; nothing if no token allows it."""
    trail = _Trail(state)
    if come.tile != state.players[index].territory.tiles[cell]:
        trail.play(Revision(f"{state.seat_of(index)} tile {cell[0]},{cell[1]} {come.tile}"))
    for spot in sorted(come.spots):
        options = _placings(trail.state, index, cell, spot)
        if not options:
            return []
        trail.play(options[0])
    return trail.moves


@dataclass(frozen=True)
class _Come:
    """Pawns that may have come to stand on a tile, which may be another one than was recorded."""

    tile: Tile
    standing: frozenset[int]
    spots: frozenset[int]
    share: float

    def worth_of(self, sight: SeenTile) -> float:
        return self.share * sight.plausibility(self.tile, self.standing)


def _with_pawns(state: State, tile: Tile, now: frozenset[int]) -> Iterator[_Come]:
    """Every way in which pawns may have come to the tile; a pawn also tells what the spot under it was."""
    for share, face in [(1.0, tile), *_misread_spots(state, tile, now)]:
        free = [spot for spot in range(len(face.spots)) if spot not in now]
        for count in range(1, len(free) + 1):
            for come in combinations(free, count):
                yield _Come(face, now | set(come), frozenset(come), share)


def _misread_spots(state: State, tile: Tile, now: frozenset[int]) -> Iterator[tuple[float, Tile]]:
    """The tile with other spots, as long as nothing stands on it."""
    if not now and not tile.objective:
        for share, other in relatives(state, tile):
            if (other.urban, other.station) == (tile.urban, tile.station) and other.spots:
                yield min(share, 1.0) * MISREAD, other


def _placings(state: State, index: int, cell: Cell, spot: int) -> list[Place]:
    """The legal ways to have placed this pawn, the cheapest first."""
    fitting = [move for move in pawn_moves(state, index) if move.cell == cell and move.spot == spot + 1]

    def cost(move: Place) -> tuple[bool, int, int]:
        token = state.active[move.space - 1]
        return move.star, len(token.kinds) if token else 0, move.space

    return sorted(fitting, key=cost)


# What is left


def _leftovers(trail: _Trail, sighting: Sighting) -> Iterator[Contradiction]:
    """Where the sighting still differs from the state that the moves lead to.

    What has not changed since all agreed is left alone: if it looks otherwise than recorded, that was settled then.
    """
    for actor, seen in sighting.territories.items():
        territory = trail.state.players[seat_index(actor)].territory
        moved = shifted(seen, territory)
        for cell, tile in territory.tiles.items():
            if cell not in moved:
                # A tile under a sleeve does not speak against a move elsewhere; missing for long, it is asked about.
                if not trail.moves:
                    words = "The tile at {cell} is not to be seen."
                    yield Contradiction(say(words, cell=_at(cell)), actor, cell, sure=True)
            elif sighting.is_settled(actor, cell, moved[cell], territory):
                continue
            elif words := _changed(
                moved[cell], tile, standing_at(territory, cell), sighting.is_touched(actor, cell, moved[cell])
            ):
                yield Contradiction(say(words, cell=_at(cell)), actor, cell, sure=True, recorded=True)
        for cell in moved:
            if cell not in territory.tiles:
                words = "At {cell} lies a tile that no move explains."
                yield Contradiction(say(words, cell=_at(cell)), actor, cell, moved[cell].is_sure)


def _changed(sight: SeenTile, tile: Tile, standing: frozenset[int], touched: bool) -> str:
    """What is other than recorded about a tile; under a pawn the tile is what it was when it was seen free."""
    spots = range(len(tile.spots))
    others = [frozenset(pawns) for count in range(len(spots) + 1) for pawns in combinations(spots, count)]
    likely = max(others, key=lambda pawns: sight.plausibility(tile, pawns))
    if sight.plausibility(tile, likely) > PAWNS_CHANGED * sight.plausibility(tile, standing):
        return "The pawns at {cell} are other than recorded."
    if touched and not standing and sight.shows_pawn:
        return "The pawns at {cell} are other than recorded."
    if not standing and sight.plausibility(tile, standing, mild=True) < CHANGED:
        return "The tile at {cell} looks other than recorded."
    return ""


def _at(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"
