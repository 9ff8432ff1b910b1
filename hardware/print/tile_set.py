"""The default tile set: every tile of the box's list at true size, fronts and mirrored backs."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.railroad_tiles.box import Box, our_box
from engine.railroad_tiles.tile import Spot, Tile
from hardware.print.sheet import BLACK, GREY, WHITE, Colour, Point, Sheet, circle, colour, ruler

TILE_MM = 45.0
_COLUMNS, _ROWS = 4, 5
_LEFT, _TOP = 15.0, 20.0
_RURAL, _URBAN = colour("#bfd98a"), colour("#f0d9b5")
_TREE, _HOUSE = colour("#8fb35c"), colour("#cfae82")
_ROAD, _RAIL, _SLEEPER, _STATION = colour("#6b7280"), colour("#2b3a7a"), colour("#8a5a3b"), colour("#e8751a")
_SPOT_COLOURS = {"car": colour("#2f6fb5"), "train": colour("#f2c230"), "traveller": colour("#d0342c")}
# Middles of the sides N E S W and the tile's middle, in tile widths.
_SIDES: tuple[Point, ...] = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
_MIDDLE: Point = (0.5, 0.5)
_SCATTER: tuple[Point, ...] = ((0.14, 0.16), (0.82, 0.2), (0.2, 0.8), (0.86, 0.86), (0.3, 0.26), (0.7, 0.78))


def tile_sheets(box: Box | None = None) -> list[Sheet]:
    """Fronts and backs in turn, for printing on both sides (flip on the long edge)."""
    box = box or our_box()
    tiles = [tile for tile, count in box.tiles for _ in range(count)]
    tiles += [tile for tile in box.objectives.values() for _ in range(4)]
    per_sheet = _COLUMNS * _ROWS
    sheets = []
    for start in range(0, len(tiles), per_sheet):
        part = tiles[start : start + per_sheet]
        sheets += [_sheet(part, back=False), _sheet(part, back=True)]
    return sheets


def _sheet(tiles: Sequence[Tile], back: bool) -> Sheet:
    sheet = Sheet()
    sheet.write("Tiles, backs: mirror images" if back else "Tiles, fronts", (_LEFT, 14), 4, bold=True)
    for number, tile in enumerate(tiles):
        row, column = divmod(number, _COLUMNS)
        place = (_LEFT + (_COLUMNS - 1 - column if back else column) * TILE_MM, _TOP + row * TILE_MM)
        _TileDrawing(sheet, place, back).draw(tile)
    ruler(sheet, (_LEFT, 270))
    return sheet


class _TileDrawing:
    """One tile on a sheet; `mirrored` turns left and right for the back."""

    def __init__(self, sheet: Sheet, corner: Point, mirrored: bool) -> None:
        self._sheet, self._corner, self._mirrored = sheet, corner, mirrored

    def draw(self, tile: Tile) -> None:
        self._ground(tile)
        for letter, paint in (("H", self._road), ("R", self._rail)):
            for path in routes(tile, letter):
                paint(path)
        if tile.station:
            self._square(_MIDDLE, 0.3, _STATION)
        for spot in tile.spots:
            self._spot(spot, spot_place(tile, spot))
        if tile.objective:
            self._name(tile.objective)
        frame = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)]
        self._sheet.line(self._laid(frame), GREY, 0.1)

    def _laid(self, points: Sequence[Point]) -> list[Point]:
        x, y = self._corner
        return [(x + (1 - px if self._mirrored else px) * TILE_MM, y + py * TILE_MM) for px, py in points]

    def _square(self, middle: Point, side: float, shade: Colour) -> None:
        low_x, low_y, high_x, high_y = (
            middle[0] - side / 2,
            middle[1] - side / 2,
            middle[0] + side / 2,
            middle[1] + side / 2,
        )
        self._sheet.area(self._laid([(low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y)]), shade)

    def _ground(self, tile: Tile) -> None:
        self._square(_MIDDLE, 1.0, _URBAN if tile.urban else _RURAL)
        for place in _SCATTER:
            if tile.urban:
                self._square(place, 0.09, _HOUSE)
            else:
                self._sheet.area(self._laid(circle(place, 0.045)), _TREE)

    def _road(self, path: list[Point]) -> None:
        self._sheet.line(self._laid(path), _ROAD, 0.17 * TILE_MM)
        self._sheet.line(self._laid(path), WHITE, 0.6, (2.2, 1.6))

    def _rail(self, path: list[Point]) -> None:
        self._sheet.line(self._laid(path), _SLEEPER, 0.13 * TILE_MM, (0.9, 1.6))
        for side in (-0.035, 0.035):
            self._sheet.line(self._laid(_beside(path, side)), _RAIL, 0.6)

    def _spot(self, spot: Spot, place: Point) -> None:
        self._sheet.area(self._laid(circle(place, 0.1)), WHITE)
        self._sheet.area(self._laid(circle(place, 0.085)), _SPOT_COLOURS[spot.kind])
        x, y = place
        shapes = {
            "car": [[(-0.055, 0.01), (-0.03, -0.03), (0.02, -0.03), (0.055, 0.01), (0.055, 0.035), (-0.055, 0.035)]],
            "train": [
                [(-0.035, -0.05), (0.035, -0.05), (0.035, 0.03), (-0.035, 0.03)],
                [(-0.05, 0.045), (0.05, 0.045), (0.0, 0.02)],
            ],
            "traveller": [list(circle((0.0, -0.035), 0.02, 12)), [(-0.03, 0.05), (0.0, -0.015), (0.03, 0.05)]],
        }
        for shape in shapes[spot.kind]:
            self._sheet.area(self._laid([(x + dx, y + dy) for dx, dy in shape]), WHITE)

    def _name(self, objective: str) -> None:
        """A label bar; words are never mirrored."""
        x, y = self._corner
        self._sheet.box((x, y + 0.86 * TILE_MM), (TILE_MM, 0.1 * TILE_MM), WHITE)
        self._sheet.write(objective.replace("-", " "), (x + 2, y + 0.935 * TILE_MM), 3.2, BLACK, bold=True)


def routes(tile: Tile, letter: str) -> list[list[Point]]:
    """The lines of one kind of route on a tile: straight through, a bend, or arms that meet in the middle."""
    ends = [side for side in range(4) if tile.sides[side] == letter]
    if len(ends) == 2 and not tile.station:
        first, second = ends
        return [[_SIDES[first], _SIDES[second]]] if second - first == 2 else [_bend(first, second)]
    return [[_SIDES[end], _MIDDLE] for end in ends]


def _bend(first: int, second: int) -> list[Point]:
    """A quarter circle about the corner between two neighbouring sides."""
    one, other = _SIDES[first], _SIDES[second]
    corner = (one[0] + other[0] - 0.5, one[1] + other[1] - 0.5)
    start, end = (math.atan2(p[1] - corner[1], p[0] - corner[0]) for p in (one, other))
    sweep = (end - start + math.pi) % (2 * math.pi) - math.pi
    turns = [start + sweep * k / 16 for k in range(17)]
    return [(corner[0] + 0.5 * math.cos(turn), corner[1] + 0.5 * math.sin(turn)) for turn in turns]


def _beside(path: list[Point], offset: float) -> list[Point]:
    """The path moved sideways."""
    moved = []
    for k, (x, y) in enumerate(path):
        (ax, ay), (bx, by) = path[max(k - 1, 0)], path[min(k + 1, len(path) - 1)]
        length = math.hypot(bx - ax, by - ay)
        moved.append((x - (by - ay) / length * offset, y + (bx - ax) / length * offset))
    return moved


def spot_place(tile: Tile, spot: Spot) -> Point:
    """Where a spot is printed: on the station, or half way along the first line of its route."""
    paths = routes(tile, "H" if spot.on == "highway" else "R") if spot.on != "station" else []
    if not paths:
        return _MIDDLE
    path = paths[0]
    crossed = len(path) == 2 and tile.sides.count("H") > 0 and tile.sides.count("R") > 0
    if len(path) == 2 and (len(paths) > 1 or crossed or path[-1] == _MIDDLE):
        return (path[0][0] * 0.55 + _MIDDLE[0] * 0.45, path[0][1] * 0.55 + _MIDDLE[1] * 0.45)
    (ax, ay), (bx, by) = path[(len(path) - 1) // 2], path[len(path) // 2]
    return ((ax + bx) / 2, (ay + by) / 2)
