"""Corrections: somebody says that a thing on the table is other than recorded, and so it is. No rule is asked."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.errors import BadInput, IllegalMove, MoveError, UnreadableMove, words_of
from engine.game import seat_index
from engine.parts.grid import Cell
from engine.railroad_tiles.moves import read_cell
from engine.railroad_tiles.networks import PawnAt
from engine.railroad_tiles.play import draw_from_bag, settled, with_player
from engine.railroad_tiles.state import State
from engine.railroad_tiles.territory import Territory
from engine.railroad_tiles.tile import Tile, read_tile, same_face
from engine.words import clause, say

FORMS = (
    "P1 tile 2,1 HH--.u.C",
    "P1 tile 2,1 none",
    "P1 pawn 2,1#1 on",
    "P1 pawn 2,1#1 off",
    "P1 prestige 12",
    "P1 stars 2",
    "column 2 HH-- R-R-.T",
)


def correct(state: State, text: str) -> State:
    """The state after a correction; its texts are like those in FORMS."""
    try:
        return settled(_corrected(state, text))
    except (BadInput, ValueError) as error:
        if isinstance(error, MoveError):
            raise
        forms = clause("they are written like {forms}", forms="; ".join(FORMS))
        why = words_of(error) if isinstance(error, BadInput) else forms
        raise UnreadableMove(text, say("This is no correction: {why}.", why=why)) from error


def _corrected(state: State, text: str) -> State:
    match text.split():
        case ["column", number, *tiles]:
            named = tuple(read_tile(tile) for tile in tiles if tile != "none")
            return _correct_column(state, int(number) - 1, named)
        case [seat, "tile", cell, tile]:
            return _correct_tile(state, _index(state, seat), read_cell(cell), _tile_or_none(tile))
        case [seat, "pawn", spot, ("on" | "off") as stands]:
            return _correct_pawn(state, _index(state, seat), spot, stands == "on")
        case [seat, "prestige", number] if number.isdecimal() and len(number) < 5:
            return with_player(state, _index(state, seat), prestige=int(number))
        case [seat, "stars", number] if number.isdecimal() and len(number) < 5:
            return _correct_stars(state, _index(state, seat), int(number))
        case _:
            raise ValueError


def _index(state: State, seat: str) -> int:
    seats = [state.seat_of(index) for index in range(len(state.players))]
    if seat not in seats:
        raise BadInput(clause("there is no player {seat}", seat=seat))
    return seat_index(seat)


def _tile_or_none(text: str) -> Tile | None:
    return None if text == "none" else read_tile(text)


def _correct_tile(state: State, index: int, cell: Cell, tile: Tile | None) -> State:
    """Another tile on a cell, or none: it goes back where it came from, and pawns that still fit stay."""
    territory = state.players[index].territory
    old = territory.tiles.get(cell)
    if old is None and tile is None:
        raise IllegalMove(f"tile {cell[0]},{cell[1]} none", say("There is no tile."))
    tiles = {at: other for at, other in territory.tiles.items() if at != cell}
    if old is not None:
        state = _given_back(state, index, old)
    if tile is not None:
        state = _taken_out(state, index, tile)
        tiles[cell] = tile
    kept = frozenset(pawn for pawn in territory.pawns if pawn[0] != cell or _still_fits(territory, pawn, tile))
    gone = Counter(territory.spot(pawn).kind for pawn in territory.pawns - kept)
    pawns = tuple((kind, count + gone[kind]) for kind, count in state.pawns)
    return replace(with_player(state, index, territory=Territory.of(tiles, kept)), pawns=pawns)


def _still_fits(territory: Territory, pawn: PawnAt, tile: Tile | None) -> bool:
    """Whether the corrected tile has a spot of the same kind under the pawn."""
    return tile is not None and pawn[1] < len(tile.spots) and tile.spots[pawn[1]].kind == territory.spot(pawn).kind


def _given_back(state: State, index: int, tile: Tile) -> State:
    """An objective tile goes back to its player, any other into the bag."""
    if tile.objective:
        return with_player(state, index, objectives=(*state.players[index].objectives, tile))
    return _back_into_bag(state, tile)


def _taken_out(state: State, index: int, tile: Tile) -> State:
    """An objective tile comes from its player and is then the one that was owed, any other comes out of the bag."""
    if not tile.objective:
        return _out_of_bag(state, tile)
    held = state.players[index].objectives
    left = tuple(other for other in held if other.objective != tile.objective)
    if left == held:
        name = state.players[index].name
        raise IllegalMove(str(tile), say("{name} has no such objective tile.", name=name))
    return with_player(state, index, objectives=left, owes_objective=False)


def _back_into_bag(state: State, tile: Tile) -> State:
    counts, face = dict(state.bag), same_face(tile)
    if face in dict(state.box.tiles):
        counts[face] = counts.get(face, 0) + 1
    bag = tuple(sorted(counts.items(), key=lambda entry: str(entry[0])))
    return replace(state, bag=bag, bag_count=state.bag_count + 1)


def _out_of_bag(state: State, tile: Tile) -> State:
    if tile.objective:
        raise IllegalMove(str(tile), say("Objective tiles are not in the bag."))
    if state.bag_count == 0:
        raise IllegalMove(str(tile), say("The bag is empty."))
    return draw_from_bag(state, tile)


def _correct_pawn(state: State, index: int, spot: str, stands: bool) -> State:
    """A pawn that stands there or does not; its points are not counted again, prestige is corrected by itself."""
    at, _, number = spot.partition("#")
    pawn = (read_cell(at), int(number) - 1)
    territory = state.players[index].territory
    tile = territory.tiles.get(pawn[0])
    if tile is None or not 0 <= pawn[1] < len(tile.spots):
        raise IllegalMove(f"pawn {spot}", say("There is no such spot."))
    if (pawn in territory.pawns) == stands:
        raise IllegalMove(f"pawn {spot}", say("It is recorded like that already."))
    kind = territory.spot(pawn).kind
    if stands and not state.supply_of(kind):
        raise IllegalMove(f"pawn {spot}", say("There is no {kind} pawn left in the supply.", kind=kind))
    changed = territory.with_pawn(*pawn) if stands else territory.without_pawn(*pawn)
    change = -1 if stands else 1
    pawns = tuple((name, count + change * (name == kind)) for name, count in state.pawns)
    return replace(with_player(state, index, territory=changed), pawns=pawns)


def _correct_stars(state: State, index: int, count: int) -> State:
    """A player's stars; the supply gives or takes back the difference."""
    more = count - state.players[index].stars
    if more > state.stars:
        raise IllegalMove(
            f"stars {count}",
            say("There are only {count} stars left in the supply.", count=state.stars),
        )
    return replace(with_player(state, index, stars=count), stars=state.stars - more)


def _correct_column(state: State, index: int, tiles: tuple[Tile, ...]) -> State:
    if not 0 <= index < len(state.columns):
        raise BadInput(clause("there is no column {column}", column=index + 1))
    if len(tiles) > state.sizes[index]:
        raise BadInput(clause("column {column} holds {count} tiles", column=index + 1, count=state.sizes[index]))
    column = state.columns[index]
    for tile in column.tiles:
        state = _back_into_bag(state, tile)
    for tile in tiles:
        state = _out_of_bag(state, tile)
    columns = (*state.columns[:index], replace(column, tiles=tiles), *state.columns[index + 1 :])
    return replace(state, columns=columns)
