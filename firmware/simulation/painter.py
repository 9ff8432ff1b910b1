"""Paints wood as a camera over the table would see it, zone by zone between corner cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.parts.grid import Cell
from engine.railroad_tiles.tile import Tile
from firmware.cameras import Bgr
from firmware.simulation import cards
from firmware.simulation.cards import CardPainter
from firmware.simulation.maps import USUAL, MapPainter
from firmware.simulation.mine import USUAL_STYLE, MinePainter
from firmware.simulation.wood import Nudge, Piece, Wood
from vision.face import Spot, TileFace
from vision.render.camera import Camera, camera_over
from vision.render.light import DAY
from vision.render.named import MEADOW
from vision.render.style import Style
from vision.render.table import LaidTile, Scene, ZoneScene, shoot

TILE_MM, PITCH_MM = 45.0, 45.6
MARKET_MM = (420.0, 230.0)
TERRITORY_MM = (470.0, 420.0)
APART_MM = 70.0  # between two zones: two cards with their borders and a finger
COLUMN_MM = 62.0
PX_PER_MM = 2.0
HEIGHT_MM = 950.0
EDGE_MM = 20.0
ROOM = (int((TERRITORY_MM[0] - 2 * EDGE_MM) // PITCH_MM), int((TERRITORY_MM[1] - 2 * EDGE_MM) // PITCH_MM))


@dataclass(frozen=True)
class Layout:
    """Where the zones lie on a table for so many players, and the camera that sees all of it."""

    players: int

    @property
    def across(self) -> int:
        return 2 if self.players > 1 else 1

    @property
    def size_mm(self) -> tuple[float, float]:
        down = (max(self.players, 1) + self.across - 1) // self.across
        width = max(MARKET_MM[0], self.across * TERRITORY_MM[0] + (self.across - 1) * APART_MM) + 2 * APART_MM
        return width, MARKET_MM[1] + down * (TERRITORY_MM[1] + APART_MM) + 2 * APART_MM

    def corner_mm(self, seat: int) -> tuple[float, float]:
        column, row = seat % self.across, seat // self.across
        top = MARKET_MM[1] + 2 * APART_MM + row * (TERRITORY_MM[1] + APART_MM)
        return APART_MM + column * (TERRITORY_MM[0] + APART_MM), top

    def camera(self) -> Camera:
        width, height = self.size_mm
        size_px = (round(width * PX_PER_MM), round(height * PX_PER_MM))
        return camera_over((width / 2, height / 2), HEIGHT_MM, width, size_px, tilt_deg=4.0, heading_deg=180.0)


def fits_in_zone(cells: list[Cell]) -> bool:
    """Whether a territory of these cells has room between its corner cards."""
    return all(max(cell[axis] for cell in cells) - min(cell[axis] for cell in cells) < ROOM[axis] for axis in (0, 1))


class Painter:
    """A box's look on a table; the same wood gives the same picture."""

    def __init__(
        self,
        style: Style = MEADOW,
        map_style: str = USUAL,
        mine_style: str = USUAL_STYLE,
        card_style: str = cards.USUAL_STYLE,
    ) -> None:
        self._style = style
        self._map_style = map_style
        self._mine = MinePainter(mine_style)
        self._cards = CardPainter(card_style)
        self._anchors: dict[int, Cell] = {}

    @cached_property
    def _map(self) -> MapPainter:
        return MapPainter(self._map_style)

    def paint(self, wood: Wood) -> Bgr:
        if wood.claims is not None:
            return self._map.paint(wood.claims)
        if wood.mine is not None:
            return self._mine.paint(wood.mine)
        if wood.cards is not None:
            return self._cards.paint(wood.cards)
        layout = Layout(len(wood.territories))
        nudged = {(seat, cell): nudge for seat, cell, nudge in wood.nudged}
        zones = [self._market(layout, wood.columns)]
        zones += [self._territory(layout, seat, pieces, nudged) for seat, pieces in enumerate(wood.territories)]
        return shoot(Scene(tuple(zones), layout.camera(), DAY, loose_mm=1.0), self._style, seed=1).photo_bgr

    def _market(self, layout: Layout, columns: tuple[tuple[Tile, ...], ...]) -> ZoneScene:
        tiles = [
            _laid((column, row), tile, frozenset(), (0.0, 0.0, 0.0), 50 + column)
            for column, stack in enumerate(columns)
            for row, tile in enumerate(stack)
        ]
        corner = ((layout.size_mm[0] - MARKET_MM[0]) / 2, APART_MM)
        return ZoneScene(0, tuple(tiles), corner, MARKET_MM, 0.0, (35.0, 30.0), (COLUMN_MM, PITCH_MM))

    def _territory(
        self, layout: Layout, seat: int, pieces: Iterable[Piece], nudged: dict[tuple[int, Cell], Nudge]
    ) -> ZoneScene:
        pieces = list(pieces)
        anchor = self._anchor(seat, [piece.cell for piece in pieces])
        tiles = [
            _laid(piece.cell, piece.tile, piece.pawns, nudged.get((seat, piece.cell), (0.0, 0.0, 0.0)), seat)
            for piece in pieces
        ]
        first = (EDGE_MM - anchor[0] * PITCH_MM, EDGE_MM - anchor[1] * PITCH_MM)
        pitch = (PITCH_MM, PITCH_MM)
        return ZoneScene(seat + 1, tuple(tiles), layout.corner_mm(seat), TERRITORY_MM, 0.0, first, pitch)

    def _anchor(self, seat: int, cells: list[Cell]) -> Cell:
        """Which cell lies in the zone's corner: it stays until the territory outgrows the zone, then all is pushed."""
        old = self._anchors.get(seat, (-(ROOM[0] // 2), -(ROOM[1] // 2)))
        moved = []
        for axis in (0, 1):
            low = min((cell[axis] for cell in cells), default=0)
            high = max((cell[axis] for cell in cells), default=0)
            moved.append(min(max(old[axis], high - ROOM[axis] + 1), low))
        self._anchors[seat] = (moved[0], moved[1])
        return self._anchors[seat]


def _laid(cell: Cell, tile: Tile, pawns: frozenset[int], nudge: Nudge, pile: int) -> LaidTile:
    """A tile of cardboard: the same one lies equally crooked in every picture, and a pawn on it stands as it stood."""
    spots = tuple(Spot(spot.kind, spot.on, number in pawns) for number, spot in enumerate(tile.spots))
    face = TileFace(tile.sides, tile.urban, tile.station, tile.objective, spots)
    seed = abs(cell[0] * 73_856_093 ^ cell[1] * 19_349_663 ^ (pile + 1) * 83_492_791) % 2**31
    rng = np.random.default_rng(seed)
    shift = (float(rng.normal(0, 0.3)) + nudge[0], float(rng.normal(0, 0.3)) + nudge[1])
    return LaidTile(cell, face, shift, float(rng.normal(0, 0.5)) + nudge[2], seed, seed)
