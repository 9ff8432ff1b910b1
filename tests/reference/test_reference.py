"""Small cases worked out by hand that check the reference itself."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from tests.reference import railroad_tiles as rules
from tests.reference.railroad_tiles import Tile, challenge_met, connected_pawns, objective_met
from tests.reference.territories import (
    FLAVOURS,
    block,
    line,
    loose_tiles,
    mirrored,
    pawn,
    positions,
    random_tiles,
    territories,
    tile,
    towns,
    turned,
)

CAR, TRAIN = pawn("car", "highway"), pawn("train", "rail")
ON_ROAD, ON_RAIL, ON_STATION = (pawn("traveller", place) for place in ("highway", "rail", "station"))
CHANGE = [tile(0, 0, "-H--", ON_ROAD), tile(1, 0, "-R-H", ON_STATION, station=True), tile(2, 0, "---R", ON_RAIL)]


def with_objective(tiles: list[Tile], cell: tuple[int, int], name: str, **more: Any) -> bool:
    """Whether the objective is met once the tile on this cell is that objective."""
    index = [there["at"] for there in tiles].index(list(cell))
    tiles[index] = {**tiles[index], "objective": name, **more}
    return objective_met(tiles, index)


def score(tiles: list[Tile], **more: Any) -> dict[str, Any]:
    player = {"name": "Giulia", "prestige": 20, "column": 0, "tiles": tiles}
    return rules.score_position({"game": "railroad-tiles", "players": [player], **more})


# Laying: rulings 3, 4 and 5


@pytest.mark.parametrize(
    ("sides", "ways"), [("----", 1), ("H-H-", 2), ("H---", 4), ("HH--", 4), ("HR--", 8), ("HRH-", 4), ("HR-H", 8)]
)
def test_a_tile_has_up_to_eight_ways(sides: str, ways: int) -> None:
    """Ruling 3: a corner of road and rail has eight, of which turning alone gives four."""
    assert len(rules.ways_to_lay(sides)) == ways


def test_start_tiles_are_the_same_after_turning_or_flipping() -> None:
    """Ruling 4."""
    assert rules.same_connections("HR--", "RH--")  # only by flipping
    assert rules.same_connections("H-R-", "-R-H")  # only by turning
    assert not rules.same_connections("HHRR", "HRHR")
    assert not rules.same_connections("HH--", "H-H-")


def test_a_straight_road_beside_a_straight_road() -> None:
    """Ruling 5: on at the two ends with the road, along it with blank to blank."""
    found = [(cell, sides) for cell, sides, _ in rules.legal_placements(line(1), {"sides": "H-H-"})]
    assert found == [((-1, 0), "-H-H"), ((0, -1), "-H-H"), ((0, 1), "-H-H"), ((1, 0), "-H-H")]


def test_a_tile_goes_on_an_empty_cell_that_shares_a_side() -> None:
    """Ruling 5: not on one of two blank tiles, nor at a corner; six cells are left around them."""
    found = {cell for cell, _, _ in rules.legal_placements(block(2, 1), {"sides": "----"})}
    assert found == {(-1, 0), (2, 0), (0, -1), (1, -1), (0, 1), (1, 1)}


def test_a_tile_must_match_every_tile_it_touches() -> None:
    """Ruling 5: in the corner a highway comes from the west and a rail from the north."""
    tiles = [tile(0, 1, "-H--"), tile(0, 0), tile(1, 0, "--R-")]
    ways = [sides for cell, sides, _ in rules.legal_placements(tiles, {"sides": "HR--"}) if cell == (1, 1)]
    assert ways == ["R--H"]
    assert not [cell for cell, _, _ in rules.legal_placements(tiles, {"sides": "H-R-"}) if cell == (1, 1)]


def test_a_tile_that_fits_nowhere() -> None:
    """Rulings 5 and 6: a rail crossing finds only blank sides and a highway."""
    assert rules.legal_placements([tile(0, 0, "H---")], {"sides": "RRRR"}) == []


def test_the_first_solo_tile_lies_in_any_way() -> None:
    """Ruling 5."""
    assert len(rules.legal_placements([], {"sides": "HR--"})) == 8


def test_the_laid_tile_keeps_its_spots() -> None:
    """Ruling 3: a turned or flipped tile shows the same icons."""
    loose = {"sides": "HR--", "station": True, "spots": [ON_STATION]}
    cell, sides, laid = rules.legal_placements([tile(0, 0, "---R")], loose)[0]
    assert (cell, sides) == ((-1, 0), "-RH-")
    assert laid == {"at": [-1, 0], "sides": "-RH-", "station": True, "spots": [ON_STATION]}


# Pawns: rulings 2 and 14


def test_cars_connect_over_highways_past_stations_and_pawns() -> None:
    """Ruling 14: neither the station nor the car in the middle interrupts."""
    tiles = [tile(0, 0, "-H--", CAR), tile(1, 0, "-HRH", CAR, station=True), tile(2, 0, "---H", CAR)]
    assert connected_pawns(tiles, 0, 0) == {(1, 0), (2, 0)}
    assert rules.pawn_points(tiles, 0, 0) == 3


def test_a_free_spot_sees_pawns_but_is_seen_by_none() -> None:
    """Ruling 14 counts pawns, not spots."""
    tiles = [tile(0, 0, "-H--", pawn("car", "highway", placed=False)), tile(1, 0, "---H", CAR)]
    assert connected_pawns(tiles, 0, 0) == {(1, 0)}
    assert connected_pawns(tiles, 1, 0) == set()


def test_a_pawn_earns_at_most_five() -> None:
    """Ruling 14: a sixth car in a row."""
    tiles = [tile(x, 0, "-H-H", CAR) for x in range(6)]
    assert len(connected_pawns(tiles, 0, 0)) == 5
    assert rules.pawn_points(tiles, 0, 0) == 5


@pytest.mark.parametrize(("station", "reached"), [(True, {(2, 0)}), (False, set())])
def test_travellers_change_at_stations_alone(station: bool, reached: set[tuple[int, int]]) -> None:
    """Rulings 2 and 14: road from the west, rail to the east."""
    tiles = [tile(0, 0, "-H--", ON_ROAD), tile(1, 0, "-R-H", station=station), tile(2, 0, "---R", ON_RAIL)]
    assert connected_pawns(tiles, 0, 0) == reached
    assert connected_pawns(tiles, 0, 0, tired=True) == set()


def test_an_overpass_joins_for_nobody() -> None:
    """Ruling 2: two travellers on one tile, one on its road and one on its rail."""
    assert connected_pawns([tile(0, 0, "HRHR", ON_ROAD, ON_RAIL)], 0, 0) == set()
    assert connected_pawns([tile(0, 0, "HRHR", ON_ROAD, ON_RAIL, station=True)], 0, 0) == {(0, 1)}


def test_cars_do_not_use_a_station_to_take_the_train() -> None:
    """Ruling 2: the two highways meet only over the rail between two stations."""
    tiles = [tile(0, 0, "HR--", CAR, station=True), tile(1, 0, "H--R", CAR, station=True)]
    assert connected_pawns(tiles, 0, 0) == set()


def test_sides_that_differ_join_nothing() -> None:
    """Ruling 5 is broken, so ruling 14 finds no connection."""
    tiles = [tile(0, 0, "-H--", CAR), tile(1, 0, "---R", CAR)]
    assert connected_pawns(tiles, 0, 0) == set()
    assert rules.mismatches(tiles) == [((0, 0), (1, 0))]


def test_a_tired_traveller_on_a_station_stands_on_both_networks() -> None:
    """Ruling 14 and tired-travellers: from the station both ways, through it none."""
    assert connected_pawns(CHANGE, 1, 0, tired=True) == {(0, 0), (2, 0)}
    assert connected_pawns(CHANGE, 0, 0, tired=True) == {(1, 0)}
    assert connected_pawns(CHANGE, 0, 0) == {(1, 0), (2, 0)}


# The end: ruling 15


def test_cities_are_joined_by_sides() -> None:
    """Ruling 15: three in a bend are a city, two and a diagonal neighbour are none, five are one city still."""
    assert len(rules.cities(towns((0, 0), (1, 0), (1, 1)))) == 1
    assert rules.cities(towns((0, 0), (1, 0), (2, 1))) == []
    assert score(towns(*((x, 0) for x in range(5))))["players"][0]["parts"]["cities"] == 5


def test_the_largest_rectangle_has_no_hole() -> None:
    """Ruling 15: 3 x 3 without its middle leaves a row of three; without a corner it leaves 2 x 3."""
    assert rules.largest_rectangle(block(3, 3, missing=((1, 1),))) == 3
    assert rules.largest_rectangle(block(3, 3, missing=((0, 0),))) == 6
    assert rules.largest_rectangle(block(4, 4)) == 16
    assert rules.largest_rectangle([]) == 0


@pytest.mark.parametrize(("crossings", "loose", "penalty"), [(1, 4, 0), (2, 6, -1), (3, 8, -3)])
def test_loose_ends_beyond_the_fifth_cost_one_each(crossings: int, loose: int, penalty: int) -> None:
    """Ruling 15: crossings in a row, each joined to the next."""
    tiles = line(crossings, "HHHH")
    assert rules.interruptions(tiles) == loose
    assert score(tiles)["players"][0]["parts"]["interruptions"] == penalty


def test_a_side_that_faces_a_tile_is_no_interruption() -> None:
    """Ruling 15 asks for no tile beyond, also where sides differ."""
    assert rules.interruptions([tile(0, 0, "-H--"), tile(1, 0, "----")]) == 0


def test_a_tie_goes_to_the_leftmost_column() -> None:
    """Ruling 15; equal or unknown columns leave the tie as it is."""

    def winners(*columns: int | None) -> list[str]:
        players: list[dict[str, Any]] = [
            {"name": f"{seat}", "column": column, "tiles": []} for seat, column in enumerate(columns)
        ]
        return rules.winners_of(players, [12] * len(players))

    assert winners(3, 1, 2) == ["1"]
    assert winners(2, 1, 1) == ["1", "2"]
    assert winners(2, None) == ["0", "1"]


def test_parts_add_up() -> None:
    """Rulings 15 and 16: a 3 x 3 town of crossings has 12 loose ends; its middle is a metropolis."""
    tiles = [tile(x, y, "HHHH", urban=True) for x in range(3) for y in range(3)]
    tiles[4]["objective"] = "metropolis"
    parts = {"pawns": 20, "cities": 5, "rectangle": 9, "interruptions": -7, "objectives": 5}
    player = {"name": "Giulia", "total": 32, "parts": parts}
    assert score(tiles) == {"players": [player], "winners": ["Giulia"], "challenge": None}


# Objectives: ruling 16


def test_town_hall_wants_two_tiles_in_each_direction() -> None:
    cross = [tile(x, 2) for x in range(5)] + [tile(2, y) for y in (0, 1, 3, 4)]
    assert with_objective(cross, (2, 2), "town-hall")
    assert not with_objective(cross[1:], (2, 2), "town-hall")
    assert not with_objective(block(4, 5), (2, 2), "town-hall")


def test_metropolis_counts_itself_among_five() -> None:
    five = towns(*((x, 0) for x in range(5)))
    assert with_objective(five, (2, 0), "metropolis")
    assert not with_objective(five[:4], (2, 0), "metropolis")
    assert not with_objective([*five, tile(5, 0)], (5, 0), "metropolis")


def test_central_station_counts_other_stations_by_rail() -> None:
    """Five others on the line, itself not counted; a road between two of them cuts the line."""
    rails = [{**there, "station": True} for there in line(6, "-R-R")]
    assert with_objective(rails, (2, 0), "central-station")
    assert not with_objective(rails[:5], (2, 0), "central-station")
    by_road = [*rails[:5], tile(5, 0, "-H-R", station=True), tile(6, 0, "---H", station=True)]
    assert with_objective(by_road, (0, 0), "central-station")
    assert not with_objective(by_road[1:], (1, 0), "central-station")


def test_stadium_counts_travellers_on_the_eight_tiles_around() -> None:
    """Two on one tile count twice; the stadium's own, those further off and free spots do not."""
    free = pawn("traveller", "station", placed=False)
    here, far = tile(1, 1, "H-R-", ON_STATION, station=True), tile(3, 1, "H-R-", ON_STATION, station=True)
    corner = tile(0, 0, "HR--", ON_ROAD, ON_RAIL)
    assert with_objective([here, corner, tile(1, 2, "RH--", ON_ROAD)], (1, 1), "stadium")
    assert not with_objective([here, far, corner], (1, 1), "stadium")
    assert not with_objective([here, corner, tile(1, 2, "RH--", free, station=True)], (1, 1), "stadium")


def test_airport_sees_another_tile_of_a_city_at_any_distance() -> None:
    city = towns((4, 0), (4, 1), (5, 1))
    assert with_objective([tile(0, 1), *city], (0, 1), "airport")
    assert with_objective([tile(5, 9), *city], (5, 9), "airport")
    assert not with_objective([tile(0, 2), *city], (0, 2), "airport")
    assert not with_objective([tile(0, 0), *city[:2]], (0, 0), "airport")
    assert with_objective(city, (5, 1), "airport")


def test_temple_bears_no_car_or_train_spot_around() -> None:
    """Free or taken, also at a corner; travellers, its own spots and those two tiles off are no matter."""
    free = pawn("train", "rail", placed=False)
    assert with_objective([tile(0, 0, "H---", CAR), tile(1, 0, "H---", ON_ROAD)], (0, 0), "temple")
    assert with_objective([tile(0, 0), tile(2, 0, "H---", CAR)], (0, 0), "temple")
    assert not with_objective([tile(0, 0), tile(1, 1, "R---", free)], (0, 0), "temple")


def test_service_station_lies_on_a_stretch_of_eight() -> None:
    assert with_objective(line(8), (3, 0), "service-station")
    assert not with_objective(line(7), (3, 0), "service-station")
    assert not with_objective([*line(8), tile(3, 1)], (3, 1), "service-station")


def test_service_station_counts_no_tile_of_a_ring_twice() -> None:
    """A ring of eight is enough; on a ring of six with one tile beside it the stretch has seven."""
    ring = [tile(x, y, sides) for x, y, sides in [(0, 0, "-HH-"), (1, 0, "-H-H"), (2, 0, "--HH"), (2, 1, "H--H")]]
    six = [*ring, tile(1, 1, "-H-H"), tile(0, 1, "HH--")]
    assert not with_objective(six, (1, 1), "service-station")
    six[0] = tile(0, 0, "-HHH")
    assert rules.longest_stretch([*six, tile(-1, 0, "-H--")], "H") == 7
    eight = [
        *ring[:3],
        tile(2, 1, "H-H-"),
        tile(2, 2, "H--H"),
        tile(1, 2, "-H-H"),
        tile(0, 2, "HH--"),
        tile(0, 1, "H-H-"),
    ]
    assert with_objective(eight, (2, 1), "service-station")


def test_service_station_on_a_short_branch() -> None:
    """South of the middle of seven tiles the stretch is 1 + 1 + 3; with three more to the east it is 1 + 7."""
    tiles = [*line(3), tile(3, 0, "-HHH"), *[tile(x, 0, "-H-H") for x in (4, 5, 6)], tile(3, 1, "H---")]
    assert not with_objective(tiles, (3, 1), "service-station")
    longer = [*tiles, *[tile(x, 0, "-H-H") for x in (7, 8, 9)]]
    assert with_objective(longer, (3, 1), "service-station")


# Solo challenges


def friends(between: int, *third: Tile) -> list[Tile]:
    """Two travellers on a highway with so many tiles between them, and whatever else."""
    tiles = {tuple(there["at"]): there for there in line(between + 2)}
    tiles[0, 0] = tile(0, 0, "-H-H", ON_ROAD)
    tiles[between + 1, 0] = tile(between + 1, 0, "-H-H", ON_ROAD)
    return list((tiles | {tuple(there["at"]): there for there in third}).values())


RING = ((1, 1), (2, 1), (1, 2), (2, 2))
PITS = ((1, 1), (3, 1), (5, 1))
ROW_OF_TEN = towns(*((x, 0) for x in range(10)))
FOUR = towns(*((x, y) for x in range(3) for y in (0, 2, 4, 6)))
STATIONS = [tile(x, 0, "-R-H" if x % 2 else "-H-R", station=True) for x in range(10)]
CARS = [tile(x, 0, "-H-H", CAR) for x in range(8)]
TRAINS = [tile(x, 0, "-R-R", TRAIN, TRAIN) for x in range(4)]
SEVEN_TRAINS = [*TRAINS[:3], tile(3, 0, "-R-R", TRAIN, pawn("train", "rail", placed=False))]


@pytest.mark.parametrize(
    ("name", "met", "failed"),
    [
        ("megalopolis", ROW_OF_TEN, ROW_OF_TEN[1:]),
        ("route-66", line(14), line(13)),
        ("route-66", [tile(x, 0, "-H-H", station=True) for x in range(14)], line(14, "-R-R")),
        ("trans-europe-express", line(14, "-R-R"), line(13, "-R-R")),
        ("perfection", [tile(0, 0, "HRH-")], [tile(0, 0, "HRHR")]),
        ("flat-earth", block(9, 3), block(1, 4)),
        ("volcano", block(4, 4, missing=RING), block(4, 4, missing=(*RING, (1, 0)))),
        (
            "volcano",
            block(4, 4, missing=(*RING, (0, 0), (3, 3))),
            block(6, 3, missing=((1, 1), (2, 1), (3, 1), (4, 1))),
        ),
        ("volcano", block(4, 4, missing=RING), block(5, 4, missing=(*RING, (3, 1)))),
        ("holes", block(7, 3, missing=PITS), block(7, 3, missing=PITS[:2])),
        ("holes", block(7, 3, missing=(*PITS, (0, 0))), block(8, 3, missing=(*PITS, (6, 1)))),
        ("station-mayhem", STATIONS, [*STATIONS[:9], tile(9, 0, "-H-H")]),
        ("car-paradise", CARS, CARS[1:]),
        ("train-paradise", TRAINS, SEVEN_TRAINS),
        ("four-cities", FOUR, FOUR[1:]),
        ("strict-rules", [tile(0, 0, "HR--", CAR, TRAIN), tile(0, 1, "H---", CAR)], [*CARS[:1], *CARS[5:6]]),
        ("strict-rules", [tile(0, 0, "R---", TRAIN)], [tile(0, 0, "R---", TRAIN, TRAIN)]),
        ("traffic-control", CARS[:2] + CARS[4:6], CARS[:3]),
        ("traffic-control", CHANGE[:2], CHANGE),
    ],
)
def test_challenges(name: str, met: list[Tile], failed: list[Tile]) -> None:
    """The challenges as listed below the rulings, each on its threshold and just off it."""
    assert challenge_met(name, met)
    assert not challenge_met(name, failed)


def test_far_friends_are_twelve_steps_apart() -> None:
    """far-friends: eleven tiles between are twelve steps."""
    assert challenge_met("far-friends", friends(11))
    assert not challenge_met("far-friends", friends(10))
    assert not challenge_met("far-friends", friends(11, tile(5, 0, "-R-R")))


def test_far_friends_have_nobody_between_them() -> None:
    """far-friends: a traveller on the route disturbs, on its ends too; on the rail of an overpass he does not."""
    assert not challenge_met("far-friends", friends(11, tile(5, 0, "-H-H", ON_ROAD)))
    assert not challenge_met("far-friends", friends(11, tile(5, 0, "RHRH", ON_STATION, station=True)))
    assert not challenge_met("far-friends", friends(11, tile(0, 0, "-H-H", ON_ROAD, ON_ROAD)))
    assert challenge_met("far-friends", friends(11, tile(5, 0, "RHRH", ON_RAIL)))
    assert challenge_met("far-friends", friends(11, tile(5, 0, "RHRH", ON_RAIL, station=True)))
    assert challenge_met("far-friends", friends(11, tile(5, 0, "-H-H", CAR)))


def test_far_friends_change_at_no_cost() -> None:
    """far-friends: a station on the way is one tile as any other."""
    rails = [tile(x, 0, "-R-R") for x in range(6, 12)]
    change = [tile(5, 0, "-R-H", station=True), *rails, tile(12, 0, "---R", ON_RAIL)]
    assert challenge_met("far-friends", friends(11, *change))
    assert not challenge_met("far-friends", friends(11, *change, tile(5, 0, "-R-H")))


def test_far_friends_take_one_of_several_shortest_routes() -> None:
    """far-friends: a loop of two equal branches, one with a traveller on it; a third on both closes it."""
    fork = [tile(4, 0, "--HH"), tile(4, 1, "HH--"), tile(5, 1, "-H-H"), tile(6, 1, "H--H"), tile(6, 0, "-HH-")]
    north = [tile(4, 0, "H-HH"), tile(4, -1, "-HH-"), tile(5, -1, "-H-H", ON_ROAD), tile(6, -1, "--HH")]
    loop = [there for there in friends(9, *fork, *north, tile(6, 0, "HHH-")) if there["at"] != [5, 0]]
    assert rules.mismatches(loop) == []
    assert challenge_met("far-friends", loop)
    taken = [{**there, "spots": [ON_ROAD]} if there["at"] == [5, 1] else there for there in loop]
    assert not challenge_met("far-friends", taken)


def test_far_friends_make_no_detour() -> None:
    """far-friends: a traveller on the shortest route disturbs, though a longer way around him is free."""
    around = [tile(4, 0, "HH-H"), tile(4, -1, "-HH-"), tile(5, -1, "-H-H"), tile(6, -1, "--HH"), tile(6, 0, "HH-H")]
    assert challenge_met("far-friends", friends(11, *around))
    assert not challenge_met("far-friends", friends(11, *around, tile(5, 0, "-H-H", ON_ROAD)))


def test_holes_are_inside() -> None:
    """volcano and holes: the open table around a territory is none."""
    assert rules.holes(block(3, 3)) == []
    assert rules.holes(block(3, 3, missing=((1, 1), (0, 0)))) == [{(1, 1)}]


@pytest.mark.parametrize(("prestige", "stars"), [(27, 0), (28, 1), (37, 1), (38, 2), (47, 2), (48, 3), (90, 3)])
def test_stars(prestige: int, stars: int) -> None:
    """flat-earth: stars at 40, 50 and 60; twelve points come from the rectangle."""
    player = {"name": "Giulia", "prestige": prestige, "tiles": block(4, 3)}
    answer = rules.score_position({"challenge": "flat-earth", "players": [player]})
    assert answer["players"][0]["total"] == prestige + 12
    assert answer["challenge"] == {"name": "flat-earth", "met": True, "stars": stars}


def test_a_failed_challenge_leaves_nothing() -> None:
    """A failed mission scores 0."""
    answer = score(line(3), challenge="route-66")
    assert answer["players"][0]["total"] == 0
    assert set(answer["players"][0]["parts"].values()) == {0}
    assert answer["winners"] == []
    assert answer["challenge"] == {"name": "route-66", "met": False, "stars": 0}


def test_tired_travellers_cannot_fail() -> None:
    """tired-travellers changes only what a pawn earns."""
    assert challenge_met("tired-travellers", CHANGE)


# What must hold for any territory


@settings(max_examples=40, deadline=None)
@given(territories(max_tiles=14))
def test_turning_and_flipping_a_territory_changes_no_points(tiles: list[Tile]) -> None:
    """Only the two challenges that speak of rows know which way is up."""
    level = [name for name in rules.CHALLENGES if name not in ("flat-earth", "strict-rules")]
    for other in (turned(tiles), mirrored(tiles)):
        assert rules.parts_of({"tiles": other}) == rules.parts_of({"tiles": tiles})
        assert [challenge_met(name, other) for name in level] == [challenge_met(name, tiles) for name in level]


@settings(max_examples=40, deadline=None)
@given(territories(max_tiles=14), loose_tiles())
def test_a_legal_tile_leaves_a_legal_territory(tiles: list[Tile], loose: Tile) -> None:
    """Ruling 5."""
    assert rules.mismatches(tiles) == []
    assert len(rules.groups(rules.laid(tiles))) == 1
    for _, _, laid in rules.legal_placements(tiles, loose):
        assert rules.mismatches([*tiles, laid]) == []
        assert len(rules.groups(rules.laid([*tiles, laid]))) == 1


@settings(max_examples=40, deadline=None)
@given(positions(max_tiles=10, breaking=True))
def test_any_position_can_be_scored(position: dict[str, Any]) -> None:
    """Broken ones too, and parts add up."""
    answer = rules.score_position(position)
    assert all(player["total"] == sum(player["parts"].values()) for player in answer["players"])
    assert answer["winners"] or not answer["challenge"]["met"]


def test_the_territories_meet_and_fail_everything() -> None:
    """A generator that never fulfils an objective or a challenge would check nothing."""
    seen = set()
    for seed in range(25):
        for flavour in FLAVOURS:
            tiles = random_tiles(Random(seed), 20 + seed, flavour)
            seen |= {there["sides"] for there in tiles}
            seen |= {(name, challenge_met(name, tiles)) for name in rules.CHALLENGES}
            aims = [index for index, there in enumerate(tiles) if there.get("objective")]
            seen |= {(tiles[index]["objective"], objective_met(tiles, index)) for index in aims}
    names = [*rules.CHALLENGES, *rules.OBJECTIVES]
    missing = {(name, met) for name in names for met in (True, False)} - seen
    assert missing == {("tired-travellers", False)}
    assert sum(isinstance(sides, str) for sides in seen) == 81


def test_broken_territories_are_broken() -> None:
    """Most have sides that differ; a change of sides may by chance fit again."""
    wrong = [bool(rules.mismatches(random_tiles(Random(seed), 12, breaking=True))) for seed in range(40)]
    assert sum(wrong) >= 30
