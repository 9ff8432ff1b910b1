"""The wood of Railroad Tiles: what lies on the table, whatever the log says, and the slips of hands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from engine.off_the_rails.state import State as MineState
from engine.parts.grid import Cell
from engine.railroad_tiles.moves import Lay
from engine.railroad_tiles.state import State
from engine.railroad_tiles.tile import Tile
from firmware.simulation.mine import SEEN_VERBS, MineWood, mine_wood_of

GAME = "railroad-tiles"
Nudge = tuple[float, float, float]  # millimetres to the right and down, and degrees


@dataclass(frozen=True)
class Piece:
    """A tile on its cell, with the spots on which pawns stand."""

    cell: Cell
    tile: Tile
    pawns: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Wood:
    """The territories in the order of the seats, the columns of the market, and what has slipped."""

    territories: tuple[tuple[Piece, ...], ...] = ()
    columns: tuple[tuple[Tile, ...], ...] = ()
    nudged: tuple[tuple[int, Cell, Nudge], ...] = ()
    hand_left: bool = field(default=False)

    def as_laid(self) -> Wood:
        """The same without any slip."""
        return replace(self, nudged=(), hand_left=False)

    def with_tile(self, seat: int, cell: Cell, tile: Tile) -> Wood:
        """One tile more, allowed or not."""
        territories = list(self.territories)
        kept = tuple(piece for piece in territories[seat] if piece.cell != cell)
        territories[seat] = (*kept, Piece(cell, tile))
        return replace(self, territories=tuple(territories))


def wood_of(state: Any) -> Wood | MineWood:
    """How the table lies when it is as recorded; games that no camera reads yet have no wood."""
    if isinstance(state, MineState):
        return mine_wood_of(state)
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


def same_wood(one: Wood | MineWood, other: Wood | MineWood) -> bool:
    """Whether two tables look the same, in whatever order their tiles came and from whichever cell one counts."""
    if not isinstance(one, Wood) or not isinstance(other, Wood):
        return one == other
    mine, others = ([_counted(pieces) for pieces in wood.territories] for wood in (one, other))
    return mine == others and one.columns == other.columns


def _counted(pieces: tuple[Piece, ...]) -> frozenset[Piece]:
    """The pieces with the smallest column and row 0, as a camera counts them."""
    left = min((piece.cell[0] for piece in pieces), default=0)
    top = min((piece.cell[1] for piece in pieces), default=0)
    return frozenset(replace(piece, cell=(piece.cell[0] - left, piece.cell[1] - top)) for piece in pieces)


def as_seen(wood: Wood) -> dict[str, Any]:
    """The table as a reader that never errs would print it; a hand that was left hides the territories."""
    columns = [[_face(tile) for tile in column] for column in wood.columns if column]
    zones: list[dict[str, Any]] = [{"zone": 0, "columns": columns}]
    for number, pieces in enumerate(wood.territories, 1):
        tiles = [{"at": list(piece.cell), **_face(piece.tile, piece.pawns)} for piece in _counted(pieces)]
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


def is_seen(text: str) -> bool:
    """Whether a move changes what a camera sees."""
    actor, verb = text.split()[:2]
    return verb in ("fill", "jewels") if actor == "TABLE" else verb in ("start", "take", "lay", "pawn", *SEEN_VERBS)


def mistaken_tile(state: Any) -> Lay | None:
    """A tile that somebody might lay where it may not lie: far away from all others."""
    if not isinstance(state, State):
        return None
    for index, player in enumerate(state.players):
        tiles = player.hand or tuple(player.territory.tiles.values())
        if player.territory.tiles and tiles:
            right = max(cell[0] for cell in player.territory.tiles)
            row = next(cell[1] for cell in player.territory.tiles if cell[0] == right)
            return Lay(state.seat_of(index), (right + 2, row), tiles[0])
    return None
