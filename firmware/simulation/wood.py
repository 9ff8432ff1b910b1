"""What lies on the table, whatever the log says, and the slips of hands: tiles, a map's pieces, a mine, cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.off_the_rails.state import State as MineState
from engine.parts.grid import Cell
from engine.railroad_tiles.moves import Lay
from engine.railroad_tiles.state import State
from engine.railroad_tiles.territory import agrees
from engine.railroad_tiles.tile import Tile, same_face, shape, ways_of
from engine.ticket_to_ride_card_game.state import State as CardState
from engine.ticket_to_ride_new_york.state import State as MapState
from firmware.simulation import cards, maps, mine

GAME = "railroad-tiles"
SEEN = (GAME, maps.GAME, mine.GAME, cards.GAME)  # the games that lie on the table for a camera to see
Nudge = tuple[float, float, float]  # millimetres to the right and down, and degrees


@dataclass(frozen=True)
class Piece:
    """A tile on its cell, with the spots on which pawns stand."""

    cell: Cell
    tile: Tile
    pawns: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Wood:
    """The territories in the order of the seats, the columns of the market, and what has slipped.

    `claims` are the routes claimed on a map, None where no map lies on the table; so it is with the mine and
    the cards.
    """

    territories: tuple[tuple[Piece, ...], ...] = ()
    columns: tuple[tuple[Tile, ...], ...] = ()
    nudged: tuple[tuple[int, Cell, Nudge], ...] = ()
    hand_left: bool = field(default=False)
    claims: tuple[maps.Claimed, ...] | None = None
    mine: mine.Mine | None = None
    cards: cards.Cards | None = None

    def with_tile(self, seat: int, cell: Cell, tile: Tile) -> Wood:
        """One tile more, allowed or not."""
        territories = list(self.territories)
        kept = tuple(piece for piece in territories[seat] if piece.cell != cell)
        territories[seat] = (*kept, Piece(cell, tile))
        return replace(self, territories=tuple(territories))


def wood_of(state: Any) -> Wood:
    """How the table lies when it is as recorded; games that no camera reads yet have no wood."""
    if isinstance(state, MapState):
        return Wood(claims=maps.claims_of(state))
    if isinstance(state, MineState):
        return Wood(mine=mine.mine_of(state))
    if isinstance(state, CardState):
        return Wood(cards=cards.cards_of(state))
    if not isinstance(state, State):
        return Wood()
    territories = tuple(
        tuple(
            Piece(cell, tile, frozenset(spot for at, spot in player.territory.pawns if at == cell))
            for cell, tile in player.territory.tiles.items()
        )
        for player in state.players
    )
    return Wood(territories, tuple(column.tiles for column in state.columns))


def same_wood(one: Wood, other: Wood) -> bool:
    """Whether two tables look the same, in whatever order their tiles came and from whichever cell one counts."""
    mine, others = ([counted(pieces) for pieces in wood.territories] for wood in (one, other))
    return mine == others and one.columns == other.columns and _same_board(one, other)


def same_loads(one: Any, other: Any) -> bool:
    """Whether two states are the same in what lies hidden in holds and stashes."""
    return not isinstance(one, MineState) or not isinstance(other, MineState) or mine.same_loads(one, other)


def _same_board(one: Wood, other: Wood) -> bool:
    boards = one.claims == other.claims and one.mine == other.mine
    return boards and cards.same_cards(one.cards, other.cards)


def alike(one: Wood, other: Wood) -> bool:
    """Whether two tables are the same in all that counts now.

    What is printed on a free spot does not, nor what a tile in the market looks like: people see it in the wood, and
    the record learns it when the tile is laid or a pawn comes.
    """
    mine, others = ([set(map(_plain, counted(pieces))) for pieces in wood.territories] for wood in (one, other))
    heights = [[len(column) for column in wood.columns] for wood in (one, other)]
    return mine == others and heights[0] == heights[1] and _same_board(one, other)


def _plain(piece: Piece) -> tuple[Any, ...]:
    tile, pawns = piece.tile, sorted(piece.tile.spots[spot].kind for spot in piece.pawns)
    return piece.cell, tile.sides, tile.urban, tile.station, tile.objective, tuple(pawns)


def misread_columns(record: Wood, wood: Wood) -> dict[int, str]:
    """The columns whose sides are recorded otherwise than they lie, each with the correction that puts it right."""
    pairs = enumerate(zip(record.columns, wood.columns, strict=False))
    return {
        number: f"column {number + 1} {' '.join(map(str, real))}"
        for number, (recorded, real) in pairs
        if len(recorded) == len(real)
        and [shape(tile.sides) for tile in recorded] != [shape(tile.sides) for tile in real]
    }


def counted(pieces: tuple[Piece, ...]) -> frozenset[Piece]:
    """The pieces with the smallest column and row 0, as a camera counts them."""
    left, top = _corner(pieces)
    return frozenset(replace(piece, cell=(piece.cell[0] - left, piece.cell[1] - top)) for piece in pieces)


def _corner(pieces: Iterable[Piece]) -> Cell:
    cells = [piece.cell for piece in pieces]
    return min((cell[0] for cell in cells), default=0), min((cell[1] for cell in cells), default=0)


def real_wood(wood: Wood, record: Wood, wanted: Wood) -> Wood:
    """The wood after moves that lead from the record to the wanted one.

    Hands lay the tiles that really lie in the market, whatever the record takes them for, and leave those that lie.
    """
    taken = [
        (recorded, real)
        for index, column in enumerate(record.columns)
        if column and not wanted.columns[index] and index < len(wood.columns)
        for recorded, real in zip(column, wood.columns[index], strict=False)
    ]
    territories = tuple(
        tuple(_real_piece(piece, lying, taken) for piece in pieces)
        for pieces, lying in zip(wanted.territories, _placed_as(wood, record), strict=True)
    )
    columns = tuple(
        wood.columns[index] if index < len(wood.columns) and column == record.columns[index] else column
        for index, column in enumerate(wanted.columns)
    )
    return Wood(territories, columns, claims=wanted.claims, mine=wanted.mine, cards=wanted.cards)


def _placed_as(wood: Wood, record: Wood) -> list[dict[Cell, Piece]]:
    """The pieces that lie, by the cells of the record: both count from wherever the first tile was seen."""
    placed = []
    for index, pieces in enumerate(record.territories):
        lying = wood.territories[index] if index < len(wood.territories) else ()
        (x, y), (left, top) = _corner(pieces), _corner(lying)
        placed.append({(one.cell[0] - left + x, one.cell[1] - top + y): one for one in lying})
    return placed


def _real_piece(piece: Piece, lying: Mapping[Cell, Piece], taken: list[tuple[Tile, Tile]]) -> Piece:
    """A piece of the wanted wood as it really is; a pawn stands on the real tile's spot of its kind, if it has one."""
    real = lying[piece.cell].tile if piece.cell in lying else _from_market(piece.tile, taken)
    if real is None or real.sides != piece.tile.sides:
        return piece
    kinds = [piece.tile.spots[spot].kind for spot in sorted(piece.pawns)]
    spots = [spot.kind for spot in real.spots]
    pawns = frozenset(spots.index(kind) for kind in kinds if kind in spots)
    return Piece(piece.cell, real, pawns) if len(pawns) == len(kinds) else piece


def _from_market(tile: Tile, taken: list[tuple[Tile, Tile]]) -> Tile | None:
    for number, (recorded, real) in enumerate(taken):
        if same_face(recorded) == same_face(tile):
            del taken[number]
            return real.laid(tile.sides) if shape(real.sides) == shape(tile.sides) else None
    return None


def as_seen(wood: Wood) -> dict[str, Any]:
    """The table as a reader that never errs would print it; a hand that was left hides the territories."""
    if wood.claims is not None:
        return maps.as_seen(wood.claims)
    if wood.mine is not None:
        return mine.as_seen(wood.mine, wood.hand_left)
    if wood.cards is not None:
        return cards.as_seen(wood.cards, wood.hand_left)
    columns = [[_face(tile) for tile in column] for column in wood.columns if column]
    zones: list[dict[str, Any]] = [{"zone": 0, "columns": columns}]
    for number, pieces in enumerate(wood.territories, 1):
        tiles = [{"at": list(piece.cell), **_face(piece.tile, piece.pawns)} for piece in counted(pieces)]
        zones.append({"zone": number, "tiles": [] if wood.hand_left else tiles})
    return {"game": GAME, "zones": zones}


def _face(tile: Tile, pawns: frozenset[int] = frozenset()) -> dict[str, Any]:
    return {
        "sides": tile.sides,
        "urban": tile.urban,
        "station": tile.station,
        "objective": tile.objective,
        "spots": [{"kind": spot.kind, "pawn": number in pawns} for number, spot in enumerate(tile.spots)],
        "confidence": 0.98,
    }


def is_seen(text: str, game: str = GAME) -> bool:
    """Whether a move changes what a camera sees; in New York cards are taken too, but out of its sight."""
    if game == cards.GAME:
        return cards.is_seen(text)
    actor, verb = text.split()[:2]
    if maps.is_seen(text) or mine.is_seen(text):
        return True
    return verb == "fill" if actor == "TABLE" else verb in ("start", "take", "lay", "pawn")


def mistaken_tile(state: Any) -> Lay | None:
    """A tile that somebody might lay as it may not lie: beside the others, with a side that does not match."""
    if not isinstance(state, State):
        return None
    for index, player in enumerate(state.players):
        for tile in player.hand or player.territory.tiles.values():
            for cell, needed in player.territory.gaps.items():
                wrong = [way for way in ways_of(tile.sides) if not agrees(needed, way)]
                if wrong and player.territory.tiles:
                    return Lay(state.seat_of(index), cell, tile.laid(wrong[0]))
    return None
