"""The fifteen solo challenges: whether each is met, and which of them can break before the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.parts.grid import Cell, holes
from engine.railroad_tiles.networks import PawnAt, Way, steps_from
from engine.railroad_tiles.objectives import Verdict, cities, urban_groups
from engine.railroad_tiles.stretch import find_stretch
from engine.railroad_tiles.territory import Territory
from engine.railroad_tiles.tile import CAR, HIGHWAY, RAIL, TRAIN, TRAVELLER
from engine.words import say

FAR = 12  # steps between far friends


def megalopolis(territory: Territory) -> Verdict:
    largest = max(urban_groups(territory), key=len, default=frozenset[Cell]())
    why = say("Urban tiles of the largest city: {count}; 10 are needed.", count=len(largest))
    return Verdict(len(largest) >= 10, why, tuple(sorted(largest)))


def _long_way(territory: Territory, letter: str) -> Verdict:
    path = find_stretch(territory.tiles, letter, 14)
    words = {
        (HIGHWAY, True): say("There is a continuous highway of 14 tiles or more."),
        (HIGHWAY, False): say("There is no continuous highway of 14 tiles."),
        (RAIL, True): say("There is a continuous railway of 14 tiles or more."),
        (RAIL, False): say("There is no continuous railway of 14 tiles."),
    }
    return Verdict(bool(path), words[letter, bool(path)], path)


def route_66(territory: Territory) -> Verdict:
    return _long_way(territory, HIGHWAY)


def trans_europe_express(territory: Territory) -> Verdict:
    return _long_way(territory, RAIL)


def perfection(territory: Territory) -> Verdict:
    ends = territory.loose_ends
    why = say("Interruptions: {count}; at most 3 are allowed.", count=len(ends))
    return Verdict(len(ends) <= 3, why, tuple(cell for cell, _ in ends))


def flat_earth(territory: Territory) -> Verdict:
    rows = [row for _, row in territory.tiles]
    height = max(rows) - min(rows) + 1 if rows else 0
    return Verdict(height <= 3, say("Rows of the territory: {count}; at most 3 are allowed.", count=height))


def volcano(territory: Territory) -> Verdict:
    for hole in holes(territory.tiles):
        columns, rows = {cell[0] for cell in hole}, {cell[1] for cell in hole}
        if len(hole) == 4 and len(columns) == len(rows) == 2:
            return Verdict(True, say("A hole of 2 x 2 cells is closed in."), tuple(sorted(hole)))
    return Verdict(False, say("No hole of exactly 2 x 2 cells is closed in."))


def small_holes(territory: Territory) -> Verdict:
    single = [cell for hole in holes(territory.tiles) if len(hole) == 1 for cell in hole]
    why = say("Holes of one cell: {count}; 3 are needed.", count=len(single))
    return Verdict(len(single) >= 3, why, tuple(single))


def far_friends(territory: Territory) -> Verdict:
    stands = {pawn: _stands_on(territory, pawn) for pawn in sorted(territory.pawns) if _is_traveller(territory, pawn)}
    crowd = Counter(way for ways in stands.values() for way in ways)
    for pawn in stands:
        friend = _far_friend(territory, pawn, stands, crowd)
        if friend is not None:
            return Verdict(True, say("Two connected travellers are 12 steps or more apart."), (pawn[0], friend[0]))
    return Verdict(False, say("No two connected travellers are 12 steps apart with nobody between them."))


def _is_traveller(territory: Territory, pawn: PawnAt) -> bool:
    return territory.spot(pawn).kind == TRAVELLER


def _stands_on(territory: Territory, pawn: PawnAt) -> frozenset[Way]:
    """The highway, the rail or, on a station, both that a traveller stands on."""
    cell, on = pawn[0], territory.spot(pawn).on
    letters = {"highway": HIGHWAY, "rail": RAIL}.get(on, HIGHWAY + RAIL)
    return frozenset((cell, letter) for letter in letters if letter in territory.tiles[cell].sides)


def _far_friend(
    territory: Territory, pawn: PawnAt, stands: dict[PawnAt, frozenset[Way]], crowd: Counter[Way]
) -> PawnAt | None:
    """A traveller far enough away, with a shortest route between them on which nobody else stands."""
    starts = frozenset(way for way in stands[pawn] if crowd[way] == 1)
    alone = steps_from(territory.tiles, starts, frozenset(crowd) - starts)
    friends = [
        (other, min((alone[way] for way in ways if crowd[way] == 1 and way in alone), default=0))
        for other, ways in stands.items()
        if other != pawn
    ]
    far = [(other, steps) for other, steps in friends if steps >= FAR]
    if not far:
        return None
    shortest = steps_from(territory.tiles, stands[pawn], frozenset())
    for other, steps in far:
        if steps == min(shortest[way] for way in stands[other] if way in shortest):
            return other
    return None


def station_mayhem(territory: Territory) -> Verdict:
    most = max(territory.networks.stations().values(), key=len, default=())
    why = say("Stations of the largest network: {count}; 10 are needed.", count=len(most))
    return Verdict(len(most) >= 10, why, most)


def _crowd(territory: Territory, kind: str) -> tuple[PawnAt, ...]:
    """The most pawns of a kind on one network."""
    crowds = [pawns for (of_kind, _), pawns in territory.pawns_by_network.items() if of_kind == kind]
    return max(crowds, key=len, default=())


def car_paradise(territory: Territory) -> Verdict:
    crowd = _crowd(territory, CAR)
    why = say("Cars on one highway network: {count}; 8 are needed.", count=len(crowd))
    return Verdict(len(crowd) >= 8, why, tuple(pawn[0] for pawn in crowd))


def train_paradise(territory: Territory) -> Verdict:
    crowd = _crowd(territory, TRAIN)
    why = say("Trains on one rail network: {count}; 8 are needed.", count=len(crowd))
    return Verdict(len(crowd) >= 8, why, tuple(pawn[0] for pawn in crowd))


def four_cities(territory: Territory) -> Verdict:
    found = cities(territory)
    why = say("Cities: {count}; 4 are needed.", count=len(found))
    return Verdict(len(found) >= 4, why, tuple(sorted(cell for city in found for cell in city)))


def strict_rules(territory: Territory) -> Verdict:
    rows = Counter((pawn[0][1], territory.spot(pawn).kind) for pawn in territory.pawns)
    crowded = {key for key, count in rows.items() if count > 1}
    cells = [pawn[0] for pawn in sorted(territory.pawns) if (pawn[0][1], territory.spot(pawn).kind) in crowded]
    if crowded:
        return Verdict(False, say("Two pawns of one kind stand in one row."), tuple(cells))
    return Verdict(True, say("No row holds two pawns of one kind."))


def traffic_control(territory: Territory) -> Verdict:
    crowd = max(territory.pawns_by_network.values(), key=len, default=())
    why = say("Pawns of one kind on one network: {count}; at most 2 are allowed.", count=len(crowd))
    return Verdict(len(crowd) <= 2, why, tuple(pawn[0] for pawn in crowd))


def tired_travellers(_: Territory) -> Verdict:
    return Verdict(True, say("Travellers score only for those reached by highways alone or by rails alone."))


CHALLENGES: dict[str, Callable[[Territory], Verdict]] = {
    "megalopolis": megalopolis,
    "route-66": route_66,
    "trans-europe-express": trans_europe_express,
    "perfection": perfection,
    "flat-earth": flat_earth,
    "volcano": volcano,
    "holes": small_holes,
    "far-friends": far_friends,
    "station-mayhem": station_mayhem,
    "car-paradise": car_paradise,
    "train-paradise": train_paradise,
    "four-cities": four_cities,
    "strict-rules": strict_rules,
    "traffic-control": traffic_control,
    "tired-travellers": tired_travellers,
}

# What can break for good before the end of the game, and is then reported at once.
RESTRICTIONS = ("flat-earth", "strict-rules", "traffic-control")
