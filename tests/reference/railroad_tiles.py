"""A second reading of Railroad Tiles, written from the rules alone and kept too plain to be wrong.

Everything works on the dicts of a position. Numbers in brackets are those of the rulings. A cell is a pair
(column, row); a node is a cell with the letter of one network on it, so a tile with road and rail has two nodes.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from itertools import combinations
from typing import Any, TypeVar

Tile = dict[str, Any]
Spot = dict[str, Any]
Cell = tuple[int, int]
Node = tuple[Cell, str]
Ground = dict[Cell, Tile]
Pawn = tuple[int, int]  # index of the tile, index of the spot on it
Thing = TypeVar("Thing", bound=Hashable)

DIRECTIONS = [(0, -1), (1, 0), (0, 1), (-1, 0)]  # N E S W; rows grow southwards
TRACKS = "HR"
TRACKS_OF_SPOT = {"highway": "H", "rail": "R", "station": "HR"}
TRACKS_OF_KIND = {"car": "H", "train": "R", "traveller": "HR"}


# Tiles and cells


def cell_of(tile: Tile) -> Cell:
    column, row = tile["at"]
    return column, row


def laid(tiles: list[Tile]) -> Ground:
    return {cell_of(tile): tile for tile in tiles}


def beyond(cell: Cell, direction: int) -> Cell:
    return cell[0] + DIRECTIONS[direction][0], cell[1] + DIRECTIONS[direction][1]


def facing(ground: Ground, cell: Cell, direction: int) -> str | None:
    """The side that a neighbouring tile turns to this cell, None where no tile lies."""
    tile = ground.get(beyond(cell, direction))
    return tile["sides"][(direction + 2) % 4] if tile else None


def beside(cell: Cell) -> set[Cell]:
    """The four cells that share a side with this one."""
    return {beyond(cell, direction) for direction in range(4)}


def around(cell: Cell) -> set[Cell]:
    """The eight cells around this one."""
    return {(cell[0] + x, cell[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {cell}


def box(cells: Iterable[Cell], margin: int = 0) -> set[Cell]:
    """Every cell of the smallest rectangle around these, widened by the margin."""
    columns, rows = zip(*cells, strict=True)
    return {
        (column, row)
        for column in range(min(columns) - margin, max(columns) + margin + 1)
        for row in range(min(rows) - margin, max(rows) + margin + 1)
    }


def spots_of(tile: Tile) -> list[Spot]:
    return tile.get("spots") or []


def pawns(tiles: list[Tile], kind: str) -> list[Pawn]:
    """Where the pawns of one kind stand."""
    return [
        (index, number)
        for index, tile in enumerate(tiles)
        for number, spot in enumerate(spots_of(tile))
        if spot["kind"] == kind and spot.get("pawn")
    ]


# Reaching and grouping


def reachable(starts: Iterable[Thing], steps: Callable[[Thing], Iterable[Thing]]) -> set[Thing]:
    """The starts and all that can be reached from them, step after step."""
    reached = set(starts)
    waiting = list(reached)
    while waiting:
        for thing in steps(waiting.pop()):
            if thing not in reached:
                reached.add(thing)
                waiting.append(thing)
    return reached


def groups(cells: Collection[Cell]) -> list[set[Cell]]:
    """The cells, parted into groups joined by sides."""
    found: list[set[Cell]] = []
    for cell in cells:
        if not any(cell in group for group in found):
            found.append(reachable([cell], lambda here: beside(here) & set(cells)))
    return found


# Networks


def along(ground: Ground, node: Node) -> list[Node]:
    """The nodes one tile further on the same network: both sides that touch must show its track (2)."""
    cell, track = node
    return [
        (beyond(cell, direction), track)
        for direction in range(4)
        if ground[cell]["sides"][direction] == track and facing(ground, cell, direction) == track
    ]


def changes(ground: Ground, node: Node) -> list[Node]:
    """The other network of the same tile, if it has a station to change at (2)."""
    cell, track = node
    return [(cell, "R" if track == "H" else "H")] if ground[cell].get("station") else []


def network(tiles: list[Tile], starts: Iterable[Node], changing: bool) -> set[Node]:
    """All nodes joined to the starts, with or without changing at stations."""
    ground = laid(tiles)
    return reachable(starts, lambda node: along(ground, node) + (changes(ground, node) if changing else []))


def standing(tiles: list[Tile], pawn: Pawn) -> set[Node]:
    """The nodes that a pawn stands on: a traveller on a station on both networks, a car only ever on a highway (14)."""
    tile = tiles[pawn[0]]
    spot = spots_of(tile)[pawn[1]]
    return {(cell_of(tile), track) for track in TRACKS_OF_SPOT[spot["on"]] if track in TRACKS_OF_KIND[spot["kind"]]}


def connected_pawns(tiles: list[Tile], index_of_tile: int, index_of_spot: int, tired: bool = False) -> set[Pawn]:
    """The other pawns of the spot's kind that a pawn on it is connected to (14).

    The spot itself may be free. Tired travellers do not change at stations.
    """
    here = (index_of_tile, index_of_spot)
    kind = spots_of(tiles[index_of_tile])[index_of_spot]["kind"]
    reached = network(tiles, standing(tiles, here), changing=kind == "traveller" and not tired)
    return {pawn for pawn in pawns(tiles, kind) if pawn != here and standing(tiles, pawn) & reached}


def pawn_points(tiles: list[Tile], index_of_tile: int, index_of_spot: int, tired: bool = False) -> int:
    """What a pawn earns when it is placed on this spot (14)."""
    return min(5, 1 + len(connected_pawns(tiles, index_of_tile, index_of_spot, tired)))


def most_connected(tiles: list[Tile], kind: str) -> int:
    """The number of pawns of one kind in the largest set of them that is connected."""
    return max((1 + len(connected_pawns(tiles, *pawn)) for pawn in pawns(tiles, kind)), default=0)


def stretches(tiles: list[Tile], track: str, length: int) -> Iterator[list[Cell]]:
    """Every walk over so many tiles of one track, from tile to joined tile, that enters no tile twice."""
    ground = laid(tiles)

    def walk(path: list[Cell]) -> Iterator[list[Cell]]:
        if len(path) == length:
            yield path
            return
        for cell, _ in along(ground, (path[-1], track)):
            if cell not in path:
                yield from walk([*path, cell])

    for tile in tiles:
        if track in tile["sides"]:
            yield from walk([cell_of(tile)])


def has_stretch(tiles: list[Tile], track: str, length: int) -> bool:
    return any(True for _ in stretches(tiles, track, length))


def longest_stretch(tiles: list[Tile], track: str) -> int:
    """The number of tiles of the longest stretch; hopeless on large dense territories."""
    length = 0
    while has_stretch(tiles, track, length + 1):
        length += 1
    return length


def steps_between(tiles: list[Tile], starts: set[Node], ends: set[Node], closed: set[Node]) -> int | None:
    """The fewest steps from tile to tile between two travellers who enter no closed node; changing costs no step."""
    ground = laid(tiles)

    def with_changes(nodes: set[Node]) -> set[Node]:
        return (nodes | {other for node in nodes for other in changes(ground, node)}) - closed

    steps = 0
    ring = with_changes(starts)
    seen = set(ring)
    while ring:
        if ring & ends:
            return steps
        further = {node for here in ring for node in along(ground, here)}
        ring = with_changes(further) - seen
        seen |= ring
        steps += 1
    return None


# Laying


def ways_to_lay(sides: str) -> set[str]:
    """The sides of a tile in its up to 8 ways: turned, and flipped to its mirror image (3)."""
    mirrored = sides[0] + sides[3] + sides[2] + sides[1]
    return {face[turn:] + face[:turn] for face in (sides, mirrored) for turn in range(4)}


def same_connections(sides_a: str, sides_b: str) -> bool:
    """Whether two start tiles count as the same (4)."""
    return sides_b in ways_to_lay(sides_a)


def fits(tiles: list[Tile], cell: Cell, sides: str) -> bool:
    """Whether a tile with these sides may be laid on this cell (5)."""
    ground = laid(tiles)
    touched = [direction for direction in range(4) if facing(ground, cell, direction)]
    matches = all(facing(ground, cell, direction) == sides[direction] for direction in touched)
    return cell not in ground and matches and (bool(touched) or not ground)


def legal_placements(tiles: list[Tile], tile: Tile) -> list[tuple[Cell, str, Tile]]:
    """Every cell and way of laying a tile that is legal (3, 5), with the tile as it then lies.

    The first tile of a solo game lies anywhere, which stands here as the one cell (0, 0).
    """
    cells = box(laid(tiles), margin=1) if tiles else {(0, 0)}
    return [
        (cell, sides, {**tile, "at": list(cell), "sides": sides})
        for cell in sorted(cells)
        for sides in sorted(ways_to_lay(tile["sides"]))
        if fits(tiles, cell, sides)
    ]


def mismatches(tiles: list[Tile]) -> list[tuple[Cell, Cell]]:
    """The pairs of neighbouring cells whose touching sides differ (5), each pair once and in order."""
    ground = laid(tiles)
    return sorted(
        (cell, beyond(cell, direction))
        for cell in ground
        for direction in (1, 2)
        if facing(ground, cell, direction) not in (None, ground[cell]["sides"][direction])
    )


# The end of the game (15)


def urban_groups(tiles: list[Tile]) -> list[set[Cell]]:
    return groups({cell_of(tile) for tile in tiles if tile.get("urban")})


def cities(tiles: list[Tile]) -> list[set[Cell]]:
    return [group for group in urban_groups(tiles) if len(group) >= 3]


def largest_rectangle(tiles: list[Tile]) -> int:
    """The number of tiles of the largest full rectangle, found by trying all pairs of corners."""
    cells = set(laid(tiles))
    rectangles = (box([corner, opposite]) for corner in cells for opposite in cells)
    return max((len(rectangle) for rectangle in rectangles if rectangle <= cells), default=0)


def interruptions(tiles: list[Tile]) -> int:
    """The number of track sides with no tile beyond them; a tile with a different side is a tile all the same."""
    ground = laid(tiles)
    return sum(
        tile["sides"][direction] in TRACKS and facing(ground, cell, direction) is None
        for cell, tile in ground.items()
        for direction in range(4)
    )


def holes(tiles: list[Tile]) -> list[set[Cell]]:
    """The groups of empty cells that tiles close in along their sides."""
    if not tiles:
        return []
    cells = set(laid(tiles))
    outside = box(cells, margin=1) - box(cells)
    return [group for group in groups(box(cells, margin=1) - cells) if not group & outside]


# Objectives (16): each is given the territory and the cell of its tile


def town_hall(tiles: list[Tile], cell: Cell) -> bool:
    arms = [{beyond(cell, way), beyond(beyond(cell, way), way)} for way in range(4)]
    return all(arm <= set(laid(tiles)) for arm in arms)


def metropolis(tiles: list[Tile], cell: Cell) -> bool:
    return any(cell in group and len(group) >= 5 for group in urban_groups(tiles))


def central_station(tiles: list[Tile], cell: Cell) -> bool:
    ground = laid(tiles)
    reached = {there for there, _ in network(tiles, [(cell, "R")], changing=False)} - {cell}
    return sum(bool(ground[there].get("station")) for there in reached) >= 5


def stadium(tiles: list[Tile], cell: Cell) -> bool:
    return sum(cell_of(tiles[index]) in around(cell) for index, _ in pawns(tiles, "traveller")) >= 3


def airport(tiles: list[Tile], cell: Cell) -> bool:
    others = set().union(*cities(tiles)) - {cell}
    return any(there[0] == cell[0] or there[1] == cell[1] for there in others)


def temple(tiles: list[Tile], cell: Cell) -> bool:
    near = [tile for tile in tiles if cell_of(tile) in around(cell)]
    return not any(spot["kind"] in ("car", "train") for tile in near for spot in spots_of(tile))


def service_station(tiles: list[Tile], cell: Cell) -> bool:
    """Eight tiles are enough to look for: a longer stretch holds one of eight with this tile on it."""
    return any(cell in path for path in stretches(tiles, "H", 8))


OBJECTIVES: dict[str, Callable[[list[Tile], Cell], bool]] = {
    "town-hall": town_hall,
    "metropolis": metropolis,
    "central-station": central_station,
    "stadium": stadium,
    "airport": airport,
    "temple": temple,
    "service-station": service_station,
}


def objective_met(tiles: list[Tile], index: int) -> bool:
    """Whether the objective tile at this index is fulfilled."""
    return OBJECTIVES[tiles[index]["objective"]](tiles, cell_of(tiles[index]))


# Solo challenges


def flat_earth(tiles: list[Tile]) -> bool:
    rows = [row for _, row in laid(tiles)]
    return not rows or max(rows) - min(rows) + 1 <= 3


def volcano(tiles: list[Tile]) -> bool:
    corners = [(min(hole), (min(hole)[0] + 1, min(hole)[1] + 1)) for hole in holes(tiles)]
    return any(box(pair) in holes(tiles) for pair in corners)


def far_friends(tiles: list[Tile]) -> bool:
    """Some shortest route between two travellers takes 12 or more steps and has no third traveller on it."""
    travellers = pawns(tiles, "traveller")
    for one, two in combinations(travellers, 2):
        starts, ends = standing(tiles, one), standing(tiles, two)
        others = [standing(tiles, pawn) for pawn in travellers if pawn not in (one, two)]
        steps = steps_between(tiles, starts, ends, closed=set())
        undisturbed = steps_between(tiles, starts, ends, closed=set().union(*others))
        if steps is not None and steps >= 12 and steps == undisturbed:
            return True
    return False


def station_mayhem(tiles: list[Tile]) -> bool:
    stations = {cell_of(tile) for tile in tiles if tile.get("station")}
    return any(
        len({cell for cell, _ in network(tiles, [(station, "H")], changing=True)} & stations) >= 10
        for station in stations
    )


def strict_rules(tiles: list[Tile]) -> bool:
    places = [(kind, tiles[index]["at"][1]) for kind in TRACKS_OF_KIND for index, _ in pawns(tiles, kind)]
    return len(places) == len(set(places))


CHALLENGES: dict[str, tuple[Callable[[list[Tile]], bool], tuple[int, int, int]]] = {
    "megalopolis": (lambda tiles: any(len(city) >= 10 for city in cities(tiles)), (30, 40, 50)),
    "route-66": (lambda tiles: has_stretch(tiles, "H", 14), (40, 50, 60)),
    "trans-europe-express": (lambda tiles: has_stretch(tiles, "R", 14), (40, 50, 60)),
    "perfection": (lambda tiles: interruptions(tiles) <= 3, (40, 50, 60)),
    "flat-earth": (flat_earth, (40, 50, 60)),
    "volcano": (volcano, (30, 40, 50)),
    "holes": (lambda tiles: sum(len(hole) == 1 for hole in holes(tiles)) >= 3, (30, 40, 50)),
    "far-friends": (far_friends, (40, 50, 60)),
    "station-mayhem": (station_mayhem, (40, 50, 60)),
    "car-paradise": (lambda tiles: most_connected(tiles, "car") >= 8, (40, 50, 60)),
    "train-paradise": (lambda tiles: most_connected(tiles, "train") >= 8, (40, 50, 60)),
    "four-cities": (lambda tiles: len(cities(tiles)) >= 4, (40, 50, 60)),
    "strict-rules": (strict_rules, (35, 45, 55)),
    "traffic-control": (lambda tiles: all(most_connected(tiles, kind) <= 2 for kind in TRACKS_OF_KIND), (30, 40, 50)),
    "tired-travellers": (lambda tiles: True, (40, 50, 60)),  # changes what pawns earn, can not be failed
}


def challenge_met(name: str, tiles: list[Tile]) -> bool:
    return CHALLENGES[name][0](tiles)


# Scores


def parts_of(player: dict[str, Any]) -> dict[str, int]:
    tiles = player["tiles"]
    objectives = [index for index, tile in enumerate(tiles) if tile.get("objective")]
    return {
        "pawns": player.get("prestige", 0),
        "cities": 5 * len(cities(tiles)),
        "rectangle": largest_rectangle(tiles),
        "interruptions": -max(0, interruptions(tiles) - 5),
        "objectives": 5 * sum(objective_met(tiles, index) for index in objectives),
    }


def winners_of(players: list[dict[str, Any]], totals: list[int]) -> list[str]:
    """The names of the best; of equals those in the leftmost column, or all of them if a column is not known (15)."""
    best = [player for player, total in zip(players, totals, strict=True) if total == max(totals)]
    columns = [player["column"] for player in best if player.get("column") is not None]
    if len(columns) == len(best):
        best = [player for player in best if player["column"] == min(columns)]
    return [player["name"] for player in best]


def score_challenge(name: str, met: bool, total: int) -> dict[str, Any]:
    stars = sum(met and total >= threshold for threshold in CHALLENGES[name][1])
    return {"name": name, "met": met, "stars": stars}


def score_position(position: dict[str, Any]) -> dict[str, Any]:
    """The final score of a position; a failed challenge leaves no points, no parts and no winner."""
    players = position["players"]
    name = position.get("challenge")
    met = not name or challenge_met(name, players[0]["tiles"])
    parts = [{part: points if met else 0 for part, points in parts_of(player).items()} for player in players]
    totals = [sum(part.values()) for part in parts]
    return {
        "players": [
            {"name": player["name"], "total": total, "parts": part}
            for player, total, part in zip(players, totals, parts, strict=True)
        ],
        "winners": winners_of(players, totals) if met else [],
        "challenge": score_challenge(name, met, totals[0]) if name else None,
    }
