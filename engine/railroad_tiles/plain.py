"""The brute force beside the benchmarks: the same answers by looking through the whole list of tiles every time."""

from __future__ import annotations

from collections.abc import Iterator

from engine.parts.grid import STEPS, Cell
from engine.railroad_tiles.legality import legal_moves, why_not
from engine.railroad_tiles.moves import Lay, Move
from engine.railroad_tiles.networks import PawnAt, Way
from engine.railroad_tiles.state import State
from engine.railroad_tiles.territory import Territory
from engine.railroad_tiles.tile import CAR, TRAIN, Tile, ways_of

Tiles = list[tuple[Cell, Tile]]


def _tile_at(tiles: Tiles, cell: Cell) -> Tile | None:
    return next((tile for at, tile in tiles if at == cell), None)


def _every_cell(tiles: Tiles) -> Iterator[Cell]:
    """The bounding box and one cell around it."""
    columns = [cell[0] for cell, _ in tiles] or [0]
    rows = [cell[1] for cell, _ in tiles] or [0]
    for column in range(min(columns) - 1, max(columns) + 2):
        for row in range(min(rows) - 1, max(rows) + 2):
            yield column, row


def placements(territory: Territory, sides: str) -> Iterator[tuple[Cell, str]]:
    """Every cell and every way, asked one by one."""
    tiles = list(territory.tiles.items())
    for cell in _every_cell(tiles):
        for way in ways_of(sides):
            if _fits(tiles, cell, way):
                yield cell, way


def _fits(tiles: Tiles, cell: Cell, way: str) -> bool:
    if _tile_at(tiles, cell):
        return False
    beyond = [_tile_at(tiles, (cell[0] + x, cell[1] + y)) for x, y in STEPS]
    agree = all(tile is None or tile.sides[(side + 2) % 4] == way[side] for side, tile in enumerate(beyond))
    return agree and any(beyond)


def connected(territory: Territory, pawn: PawnAt) -> tuple[PawnAt, ...]:
    """A walk from the pawn that looks for each next tile in the whole list."""
    kind = territory.spot(pawn).kind
    reached = _walk(list(territory.tiles.items()), _stands_on(territory, pawn), kind)
    return tuple(
        other
        for other in sorted(territory.pawns)
        if other != pawn
        and territory.spot(other).kind == kind
        and any(way in reached for way in _stands_on(territory, other))
    )


def _stands_on(territory: Territory, pawn: PawnAt) -> list[Way]:
    spot, sides = territory.spot(pawn), territory.tiles[pawn[0]].sides
    if spot.kind in (CAR, TRAIN):
        letters = "H" if spot.kind == CAR else "R"
    else:
        letters = {"highway": "H", "rail": "R"}.get(spot.on, "HR")
    return [(pawn[0], letter) for letter in letters if letter in sides]


def _walk(tiles: Tiles, starts: list[Way], kind: str) -> list[Way]:
    reached = list(starts)
    for cell, letter in reached:  # grows while it is walked
        for way in _next_ways(tiles, cell, letter, kind):
            if way not in reached:
                reached.append(way)
    return reached


def _next_ways(tiles: Tiles, cell: Cell, letter: str, kind: str) -> Iterator[Way]:
    here = _tile_at(tiles, cell)
    assert here is not None
    for side, (x, y) in enumerate(STEPS):
        beyond = _tile_at(tiles, (cell[0] + x, cell[1] + y))
        if beyond and here.sides[side] == beyond.sides[(side + 2) % 4] == letter:
            yield (cell[0] + x, cell[1] + y), letter
    other = "R" if letter == "H" else "H"
    if here.station and kind not in (CAR, TRAIN) and other in here.sides:
        yield cell, other


def parts(territory: Territory) -> dict[str, int]:
    """Cities, rectangle and interruptions, each by looking at everything."""
    tiles = list(territory.tiles.items())
    return {"cities": _cities(tiles), "rectangle": _rectangle(tiles), "interruptions": -max(0, _loose_ends(tiles) - 5)}


def _cities(tiles: Tiles) -> int:
    """Groups that are merged until nothing changes."""
    found = [{cell} for cell, tile in tiles if tile.urban]
    merged = True
    while merged:
        merged = False
        for one in found:
            for other in found:
                if one is not other and any(abs(a - x) + abs(b - y) == 1 for a, b in one for x, y in other):
                    one |= other
                    other.clear()
                    merged = True
        found = [group for group in found if group]
    return 5 * sum(len(group) >= 3 for group in found)


def _rectangle(tiles: Tiles) -> int:
    """Every pair of corners and every cell between them."""
    cells = [cell for cell, _ in tiles]
    best = 0
    for left, top in cells:
        for right, bottom in cells:
            inside = [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]
            if len(inside) > best and all(cell in cells for cell in inside):
                best = len(inside)
    return best


def _loose_ends(tiles: Tiles) -> int:
    return sum(
        tile.sides[side] != "-" and _tile_at(tiles, (cell[0] + x, cell[1] + y)) is None
        for cell, tile in tiles
        for side, (x, y) in enumerate(STEPS)
    )


def moves(state: State) -> list[Move]:
    """The legal moves, with the places of tiles found by trying every cell and every way."""
    if state.laying is None or state.choosing_start is not None:
        return list(legal_moves(state))
    player, actor = state.players[state.laying], state.seat_of(state.laying)
    tried = [
        Lay(actor, cell, tile.laid(way))
        for tile in dict.fromkeys(player.hand)
        for cell in _every_cell(list(player.territory.tiles.items()))
        for way in ways_of(tile.sides)
    ]
    others = [move for move in legal_moves(state) if not isinstance(move, Lay)]
    return [*(move for move in tried if why_not(state, move) is None), *others]
