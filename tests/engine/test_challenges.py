"""The fifteen solo challenges, each met and failed by territories small enough to draw on paper.

Rulebook: solo mode, table of challenges (p. 11); rulings: the list of challenges.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.railroad_tiles import GAME
from engine.railroad_tiles.box import our_box
from engine.railroad_tiles.challenges import CHALLENGES, RESTRICTIONS
from tests.engine.scenes import territory
from tests.reference.territories import block, line, mirrored, pawn, tile, towns, turned

Tiles = list[dict[str, Any]]

CAR, TRAIN = pawn("car", "highway"), pawn("train", "rail")
ON_ROAD, ON_RAIL, ON_STATION = (pawn("traveller", place) for place in ("highway", "rail", "station"))
FREE_CAR = pawn("car", "highway", placed=False)


def met(name: str, tiles: Tiles) -> bool:
    verdict = CHALLENGES[name](territory(tiles))
    assert str(verdict.why).endswith(".")
    return verdict.met


def column_of(length: int, sides: str) -> Tiles:
    return [tile(0, y, sides) for y in range(length)]


def ring(columns: int, rows: int, letter: str) -> Tiles:
    """A ring road (or rail) around a rectangle of cells."""

    def sides(x: int, y: int) -> str:
        exits = [(y > 0) & (x in (0, columns - 1)), (x < columns - 1) & (y in (0, rows - 1))]
        exits += [(y < rows - 1) & (x in (0, columns - 1)), (x > 0) & (y in (0, rows - 1))]
        return "".join(letter if way else "-" for way in exits)

    edge = [(x, y) for x in range(columns) for y in range(rows) if x in (0, columns - 1) or y in (0, rows - 1)]
    return [tile(x, y, sides(x, y)) for x, y in edge]


def road_with(pawns: dict[int, list[dict[str, Any]]], length: int, sides: str = "-H-H", **more: Any) -> Tiles:
    """A straight line of tiles with spots on some of them."""
    return [tile(x, 0, sides, *pawns.get(x, []), **more) for x in range(length)]


def test_every_challenge_has_cases() -> None:
    assert {name for name, _, _ in CASES} | {"tired-travellers"} == set(CHALLENGES)


CASES: list[tuple[str, Tiles, Tiles]] = [
    # 10 urban tiles in one city, not 9, and not 5 + 5 that touch at a corner
    ("megalopolis", towns(*((x, 0) for x in range(10))), towns(*((x, 0) for x in range(9)))),
    ("megalopolis", towns(*((x % 5, x // 5) for x in range(10))), towns(*((x, x // 5) for x in range(10)))),
    # 14 tiles in one go; a ring of 14 has no tile twice; a branch does not add up
    ("route-66", line(14), line(13)),
    ("route-66", ring(5, 4, "H"), ring(4, 4, "H")),
    (
        "route-66",
        line(14),
        [*line(7), tile(7, 0, "HHHH"), tile(7, -1, "H-H-"), *[tile(x, 0, "-H-H") for x in range(8, 12)]],
    ),
    ("route-66", line(14), [*line(7), *line(7, "-H-H", row=1)]),
    ("trans-europe-express", column_of(14, "R-R-"), column_of(13, "R-R-")),
    ("trans-europe-express", ring(6, 4, "R"), ring(6, 4, "H")),
    # at most 3 loose ends
    ("perfection", [tile(0, 0, "HHR-")], [tile(0, 0, "HHRR")]),
    ("perfection", line(5), [*line(5), *line(5, row=1)]),
    # 3 rows, however wide, wherever they lie; a hole does not make it lower
    ("flat-earth", block(12, 3), block(2, 4)),
    (
        "flat-earth",
        [tile(0, -1), tile(0, 0), tile(0, 1)],
        [tile(0, -2), tile(0, -1), tile(1, -1), tile(1, 0), tile(1, 1)],
    ),
    # exactly 2 x 2, closed along its sides; corners may be open
    ("volcano", block(4, 4, RING := ((1, 1), (2, 1), (1, 2), (2, 2))), block(3, 3, ((1, 1),))),
    ("volcano", block(4, 4, (*RING, (0, 0), (3, 0), (0, 3), (3, 3))), block(4, 4, (*RING, (0, 1)))),
    ("volcano", block(4, 7, (*RING, (1, 5))), block(5, 4, (*RING, (3, 1), (3, 2)))),
    ("volcano", block(4, 4, RING), block(6, 3, ((1, 1), (2, 1), (3, 1), (4, 1)))),
    # three holes of one cell; a larger hole is none of them, nor is a bay
    ("holes", block(7, 3, PITS := ((1, 1), (3, 1), (5, 1))), block(7, 3, PITS[:2])),
    ("holes", block(7, 7, (*PITS, (2, 4), (3, 4))), block(7, 3, (*PITS[:2], (5, 0)))),
    ("holes", block(5, 5, ((1, 1), (3, 1), (1, 3), (3, 3))), block(8, 3, (*PITS[:2], (5, 1), (6, 1)))),
    # ten stations on one network, of either kind of way
    (
        "station-mayhem",
        [tile(x, 0, "-R-H" if x % 2 else "-H-R", station=True) for x in range(10)],
        [tile(x, 0, "-R-H" if x % 2 else "-H-R", station=x != 4) for x in range(10)],
    ),
    ("station-mayhem", road_with({}, 10, station=True), road_with({}, 9, station=True)),
    # eight cars on one highway, two on one tile count twice, free spots do not
    ("car-paradise", road_with({x: [CAR] for x in range(8)}, 8), road_with({x: [CAR] for x in range(7)}, 8)),
    (
        "car-paradise",
        road_with({x: [CAR, CAR] for x in range(4)}, 4),
        road_with({0: [FREE_CAR], **{x: [CAR] for x in range(1, 8)}}, 8),
    ),
    (
        "train-paradise",
        road_with({x: [TRAIN] for x in range(8)}, 8, "-R-R"),
        [t for t in road_with({x: [TRAIN] for x in range(9)}, 9, "-R-R") if t["at"] != [4, 0]],
    ),
    # four groups of three
    (
        "four-cities",
        towns(*((x, y) for x in range(3) for y in (0, 2, 4, 6))),
        towns(*((x, y) for x in range(3) for y in (0, 2, 4, 5))),
    ),
    # one pawn of a kind in a row; columns are free, and so are spots without a pawn
    (
        "strict-rules",
        [tile(0, 0, "H-H-", CAR), tile(0, 1, "H-H-", CAR), tile(1, 0, "----")],
        [tile(0, 0, "H-H-", CAR), tile(5, 0, "H-H-", CAR)],
    ),
    ("strict-rules", [tile(0, 0, "HR--", CAR, TRAIN)], [tile(0, 0, "HR--", ON_ROAD, ON_RAIL)]),
    ("strict-rules", road_with({0: [CAR], 1: [FREE_CAR]}, 2), road_with({0: [CAR, CAR]}, 2)),
    # two of a kind on one network, not three; an overpass is no station
    ("traffic-control", road_with({0: [CAR], 1: [CAR]}, 3), road_with({0: [CAR], 1: [CAR], 2: [CAR]}, 3)),
    (
        "traffic-control",
        [tile(0, 0, "-H--", ON_ROAD), tile(1, 0, "-R-H", ON_ROAD), tile(2, 0, "---R", ON_RAIL)],
        [tile(0, 0, "-H--", ON_ROAD), tile(1, 0, "-R-H", ON_ROAD, station=True), tile(2, 0, "---R", ON_RAIL)],
    ),
    # twelve steps, not eleven
    ("far-friends", road_with({0: [ON_ROAD], 12: [ON_ROAD]}, 13), road_with({0: [ON_ROAD], 11: [ON_ROAD]}, 12)),
    # cars and free spots are not in the way, another traveller is
    (
        "far-friends",
        road_with({0: [ON_ROAD], 6: [CAR, pawn("traveller", "highway", placed=False)], 12: [ON_ROAD]}, 13),
        road_with({0: [ON_ROAD], 6: [ON_ROAD], 12: [ON_ROAD]}, 13),
    ),
    # a third one beyond either end is not between them
    ("far-friends", road_with({0: [ON_ROAD], 1: [ON_ROAD], 13: [ON_ROAD]}, 14), road_with({0: [ON_ROAD]}, 14)),
    # a gap in the road
    (
        "far-friends",
        road_with({0: [ON_ROAD], 20: [ON_ROAD]}, 21),
        [t for t in road_with({0: [ON_ROAD], 20: [ON_ROAD]}, 21) if t["at"] != [9, 0]],
    ),
]


@pytest.mark.parametrize(("name", "done", "failed"), CASES)
def test_a_challenge_is_met_and_just_missed(name: str, done: Tiles, failed: Tiles) -> None:
    assert met(name, done)
    assert not met(name, failed)


@pytest.mark.parametrize(
    ("name", "done", "failed"), [case for case in CASES if case[0] not in ("flat-earth", "strict-rules")]
)
def test_a_challenge_does_not_know_which_way_is_up(name: str, done: Tiles, failed: Tiles) -> None:
    """Only the two that speak of rows do."""
    for change in (turned, mirrored):
        assert met(name, change(done))
        assert not met(name, change(failed))


def test_far_friends_who_cross_their_own_road() -> None:
    """far-friends: steps are counted, not tiles: a route that passes over a tile twice takes a step each time.

    From the west over the overpass at 2,0 by road, round to a station, and back under it by rail: 12 steps on 12 tiles.
    """
    loop = [
        tile(0, 0, "-H--", ON_ROAD),
        tile(1, 0, "-H-H"),
        tile(2, 0, "RHRH"),
        tile(3, 0, "-H-H"),
        tile(4, 0, "--HH"),
        tile(4, 1, "H-R-", station=True),
        tile(4, 2, "R--R"),
        tile(3, 2, "-R-R"),
        tile(2, 2, "RR--"),
        tile(2, 1, "R-R-"),
        tile(2, -1, "R-R-"),
        tile(2, -2, "--R-", ON_RAIL),
    ]
    assert met("far-friends", loop)


def test_far_friends_take_the_shortest_route() -> None:
    """far-friends: a detour of 12 steps does not count where a short cut of 2 joins the two."""
    detour = [tile(x, 1, "-H-H") for x in range(1, 6)] + [tile(0, 1, "HH--"), tile(6, 1, "H--H")]
    cut = [tile(x, 0, "-H-H") for x in range(1, 6)]
    ends = [tile(0, 0, "-HH-", ON_ROAD), tile(6, 0, "--HH", ON_ROAD)]
    assert not met("far-friends", [*ends, *detour, *cut])


def test_tired_travellers_cannot_fail() -> None:
    """tired-travellers changes what a traveller earns, nothing else."""
    assert met("tired-travellers", [])
    assert met("tired-travellers", road_with({0: [ON_ROAD], 1: [ON_ROAD]}, 2))


@pytest.mark.parametrize("name", CHALLENGES)
def test_an_empty_table_meets_the_restrictions_alone(name: str) -> None:
    """A mission wants something built; a restriction holds until it breaks."""
    restrictions = {*RESTRICTIONS, "perfection", "tired-travellers"}
    assert met(name, []) == (name in restrictions)


STARS = {
    "megalopolis": (30, 40, 50),
    "volcano": (30, 40, 50),
    "holes": (30, 40, 50),
    "traffic-control": (30, 40, 50),
    "strict-rules": (35, 45, 55),
}


@pytest.mark.parametrize("name", CHALLENGES)
def test_stars_come_at_three_totals(name: str) -> None:
    """Rulebook p. 11, the table's last columns; a total on the threshold has the star."""
    one, two, three = our_box().challenge_stars[name]
    assert (one, two, three) == STARS.get(name, (40, 50, 60))
    tiles = next((done for other, done, _ in CASES if other == name), [])
    worth = GAME.score({"players": [{"name": "Ann", "tiles": tiles}]}).players[0].total
    for total, stars in [(one - 1, 0), (one, 1), (two - 1, 1), (two, 2), (three - 1, 2), (three, 3), (three + 40, 3)]:
        answer = GAME.score(
            {"challenge": name, "players": [{"name": "Ann", "prestige": total - worth, "tiles": tiles}]}
        ).as_json()
        assert answer["players"][0]["total"] == total
        assert answer["challenge"]["stars"] == stars
        assert answer["winners"] == ["Ann"]


@pytest.mark.parametrize(("name", "failed"), [(name, failed) for name, _, failed in CASES])
def test_a_failed_challenge_scores_nothing(name: str, failed: Tiles) -> None:
    """Rulebook p. 11: a failed mission or a broken restriction leaves no points."""
    score = GAME.score({"challenge": name, "players": [{"name": "Ann", "prestige": 99, "tiles": failed}]})
    answer = score.as_json()
    assert score.players[0].total == 0
    assert set(score.players[0].parts.values()) == {0}
    assert score.winners == ()
    assert (answer["challenge"]["met"], answer["challenge"]["stars"]) == (False, 0)


def test_a_car_on_a_rail_drives_nowhere() -> None:
    """Ruling 14: cars connect over highways; one whose spot lies on the rail of the same tile is on none."""
    astray = [tile(0, 0, "RHRH", pawn("car", "rail")), tile(1, 0, "---H", CAR), tile(-1, 0, "-H--", CAR)]
    assert met("traffic-control", astray)
    assert not met("traffic-control", [tile(0, 0, "RHRH", CAR), *astray[1:]])
