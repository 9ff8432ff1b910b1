"""The seven objectives, each fulfilled and just missed (ruling 16; rulebook: playing with objectives, p. 10)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.railroad_tiles import GAME
from engine.railroad_tiles.objectives import CONDITIONS, judge
from tests.engine.scenes import territory
from tests.reference.territories import block, line, mirrored, pawn, tile, towns, turned

Tiles = list[dict[str, Any]]
Cell = tuple[int, int]

CAR, TRAIN = pawn("car", "highway"), pawn("train", "rail")
FREE_CAR, FREE_TRAIN = pawn("car", "highway", placed=False), pawn("train", "rail", placed=False)
ON_ROAD, FREE_SEAT = pawn("traveller", "highway"), pawn("traveller", "highway", placed=False)

CROSS = [(2, 0), (2, 1), (0, 2), (1, 2), (3, 2), (4, 2), (2, 3), (2, 4)]


def with_objective(tiles: Tiles, cell: Cell, name: str) -> Tiles:
    return [{**there, "objective": name} if there["at"] == list(cell) else there for there in tiles]


def fulfilled(name: str, tiles: Tiles, cell: Cell) -> bool:
    verdict = judge(territory(with_objective(tiles, cell, name)), cell)
    assert str(verdict.why).endswith(".")
    return verdict.met


def stations(count: int, sides: str = "-R-R") -> Tiles:
    """A line of stations to the east of 0,0."""
    return [tile(x, 0, sides, station=True) for x in range(1, count + 1)]


def seats(*cells: Cell) -> Tiles:
    return [tile(x, y, "H---", ON_ROAD) for x, y in cells]


CENTRE = tile(0, 0, "-R-R", station=True)
ELBOW = [tile(0, 0), tile(1, 0), tile(1, 1)]

# name, cell, territories that fulfil it, territories that do not
CASES: list[tuple[str, Cell, list[Tiles], list[Tiles]]] = [
    (
        "town-hall",
        (2, 2),
        [block(5, 5), [tile(2, 2), *(tile(*cell) for cell in CROSS)]],
        # one tile of the eight is missing, next to it or at the far end; or it lies at the edge of a wide block
        [[tile(2, 2), *(tile(*cell) for cell in CROSS if cell != gone)] for gone in CROSS] + [block(9, 4), block(3, 3)],
    ),
    (
        "metropolis",
        (0, 0),
        [towns(*((x, 0) for x in range(5))), towns((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1))],
        # 4 with itself; 5 that touch at a corner; 5 others beside a rural one
        [
            towns(*((x, 0) for x in range(4))),
            towns((0, 0), (1, 1), (2, 1), (3, 1), (4, 1)),
            [tile(0, 0), *towns(*((x, 0) for x in range(1, 6)))],
        ],
    ),
    (
        "central-station",
        (0, 0),
        [
            [CENTRE, *stations(5)],
            [{**CENTRE, "station": False}, *stations(5)],
            [CENTRE, tile(-1, 0, "-R--"), *stations(6)],
        ],
        # 4 others; the fifth by road only; the fifth behind a tile with no rail; no rail at all
        [
            [CENTRE, *stations(4)],
            [CENTRE, *stations(3), tile(4, 0, "-H-R", station=True), tile(5, 0, "---H", station=True)],
            [CENTRE, *stations(4), tile(5, 0, "-R--"), tile(6, 0, "---R", station=True)],
            [tile(0, 0, "-H-H", station=True), *stations(6, "-H-H")],
        ],
    ),
    (
        "stadium",
        (0, 0),
        [
            [tile(0, 0), *seats((1, 1), (-1, -1), (0, 1))],
            [tile(0, 0), tile(1, 0, "HR--", ON_ROAD, ON_ROAD), *seats((-1, 1))],
        ],
        # 2 only; the third on the stadium itself, two cells away, a car, or a free spot
        [
            [tile(0, 0), *seats((1, 1), (-1, -1))],
            [tile(0, 0, "H---", ON_ROAD), *seats((1, 1), (-1, -1))],
            [tile(0, 0), *seats((1, 1), (-1, -1), (2, 0))],
            [tile(0, 0), *seats((1, 1), (-1, -1)), tile(0, 1, "H---", CAR)],
            [tile(0, 0), *seats((1, 1), (-1, -1)), tile(0, 1, "H---", FREE_SEAT)],
        ],
    ),
    (
        "airport",
        (0, 0),
        # in its row, in its column, far away, and in its own city
        [
            [tile(0, 0), *towns((3, 0), (3, 1), (3, 2))],
            [tile(0, 0), *towns((0, -9), (1, -9), (2, -9))],
            towns((0, 0), (0, 1), (1, 1)),
        ],
        # a city beside its row and column; two urban tiles are no city; urban alone in the row, the city elsewhere
        [
            [tile(0, 0), *towns((1, 1), (1, 2), (2, 1))],
            [tile(0, 0), *towns((3, 0), (4, 0))],
            [tile(0, 0), *towns((3, 0), (5, 5), (5, 6), (5, 7))],
        ],
    ),
    (
        "temple",
        (0, 0),
        # alone, with travellers around, with a car of its own, with cars two cells away
        [
            [tile(0, 0)],
            [tile(0, 0), *seats((1, 1), (0, 1))],
            [tile(0, 0, "H---", CAR)],
            [tile(0, 0), tile(2, 0, "H---", CAR), tile(2, 2, "R---", TRAIN)],
        ],
        # a car or train spot, taken or free, beside it or at a corner
        [[tile(0, 0), tile(1, 0, "H---", CAR)], [tile(0, 0), tile(-1, -1, "H---", FREE_CAR)]]
        + [[tile(0, 0), tile(0, 1, "R---", spot)] for spot in (TRAIN, FREE_TRAIN)],
    ),
    (
        "service-station",
        (3, 0),
        [line(8), line(20)],
        # 7 tiles; 8 tiles of rail; 8 tiles with a gap; 8 tiles of which it is none
        [line(7), line(8, "-R-R"), [t for t in line(9) if t["at"] != [5, 0]], [*line(8, row=1), tile(3, 0)]],
    ),
]
FLAT = [(name, cell, tiles, True) for name, cell, good, _ in CASES for tiles in good]
FLAT += [(name, cell, tiles, False) for name, cell, _, bad in CASES for tiles in bad]


def test_every_objective_has_cases() -> None:
    assert [name for name, _, _, _ in CASES] == list(CONDITIONS)


@pytest.mark.parametrize(("name", "cell", "tiles", "met"), FLAT)
def test_an_objective_is_fulfilled_or_just_missed(name: str, cell: Cell, tiles: Tiles, met: bool) -> None:
    assert fulfilled(name, tiles, cell) == met


@pytest.mark.parametrize(("name", "cell", "tiles", "met"), FLAT)
def test_an_objective_does_not_know_which_way_is_up(name: str, cell: Cell, tiles: Tiles, met: bool) -> None:
    assert fulfilled(name, turned(tiles), (-cell[1], cell[0])) == met
    assert fulfilled(name, mirrored(tiles), (-cell[0], cell[1])) == met


@pytest.mark.parametrize(("name", "cell", "tiles", "met"), FLAT)
def test_a_fulfilled_objective_brings_five_points(name: str, cell: Cell, tiles: Tiles, met: bool) -> None:
    """Rulebook p. 10, final score."""
    score = GAME.score({"players": [{"name": "Ann", "tiles": with_objective(tiles, cell, name)}]})
    assert score.players[0].parts["objectives"] == (5 if met else 0)
    sources = [source for source in score.players[0].sources if source.part == "objectives"]
    assert [(source.cells[0], source.marks) for source in sources] == [(cell, (name,))]


def test_no_tile_of_a_ring_counts_twice() -> None:
    """service-station: a ring of six with a spur of one is a stretch of seven, with a spur of two of eight."""
    ring = [
        tile(0, 0, "-HH-"),
        tile(1, 0, "-H-H"),
        tile(2, 0, "-HHH"),
        tile(2, 1, "H--H"),
        tile(1, 1, "-H-H"),
        tile(0, 1, "HH--"),
    ]
    assert not fulfilled("service-station", [*ring, tile(3, 0, "---H")], (1, 1))
    assert fulfilled("service-station", [*ring, tile(3, 0, "-H-H"), tile(4, 0, "---H")], (1, 1))


def test_an_objective_tile_is_a_tile_in_every_respect() -> None:
    """Ruling 7: it counts for the rectangle, its open ways are interruptions, and urban it counts for a city."""
    tiles = with_objective(
        [tile(0, 0, "HHHR"), tile(0, 1, "H---", urban=True), tile(-1, 0, "---H", urban=True)], (0, 0), "temple"
    )
    tiles[0]["urban"] = True
    tiles[2]["sides"] = "HRHR"
    parts = GAME.score({"players": [{"name": "Ann", "tiles": tiles}]}).players[0].parts
    assert parts == {"pawns": 0, "cities": 5, "rectangle": 2, "interruptions": 0, "objectives": 5}
