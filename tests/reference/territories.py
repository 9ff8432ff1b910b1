"""Random Railroad Tiles territories and positions in the form of the contract, from a seed or drawn by Hypothesis.

Growth is legal by construction: a new tile copies every side that it touches and is free in the others, so all 81
combinations of sides occur. Broken territories break sides afterwards.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.reference.railroad_tiles import (
    CHALLENGES,
    OBJECTIVES,
    Cell,
    Ground,
    Tile,
    around,
    beside,
    beyond,
    cell_of,
    facing,
)

KINDS = ["car", "train", "traveller"]
NAMES = ["Giulia", "Mirko", "Diane", "Sami"]


@dataclass(frozen=True)
class Flavour:
    """What a territory is rich in; chances go from 0 to 1."""

    tracks: dict[str, int]  # how often a free side is blank, highway or rail
    urban: float = 0.35
    station: float = 0.5
    spots: tuple[int, int, int] = (3, 3, 2)  # how often a tile has 0, 1, 2 spots
    kinds: tuple[int, int, int] = (1, 1, 1)  # how often a spot is for a car, a train, a traveller
    pawn: float = 0.5
    objective: float = 0.15
    rows: int = 99
    shape: str = "free"  # free, round, pitted, snake
    strips: bool = False  # every second column is urban: many cities


PLAIN = {"-": 2, "H": 2, "R": 2}
FLAVOURS = {
    "plain": Flavour(PLAIN),
    "round": Flavour(PLAIN, shape="round", objective=0.3),
    "pitted": Flavour(PLAIN, shape="pitted"),
    "snake": Flavour({"-": 3, "H": 3, "R": 3}, shape="snake", station=0.8, kinds=(0, 0, 1), pawn=0.1),
    "flat": Flavour(PLAIN, rows=3),
    "town": Flavour(PLAIN, urban=0.7, objective=0.3),
    "villages": Flavour(PLAIN, urban=0, strips=True, shape="round", rows=3),
    "sealed": Flavour({"-": 20, "H": 1, "R": 1}, shape="round"),
    "motorway": Flavour({"-": 1, "H": 5, "R": 0}, kinds=(4, 1, 1), pawn=0.8, objective=0.3),
    "railway": Flavour({"-": 1, "H": 0, "R": 5}, kinds=(1, 4, 1), pawn=0.8),
    "junctions": Flavour({"-": 1, "H": 4, "R": 4}, station=0.9, objective=0.3),
    "crowd": Flavour({"-": 1, "H": 3, "R": 3}, spots=(0, 1, 3), pawn=1, objective=0.3),
    "quiet": Flavour(PLAIN, pawn=0.08),
}
SUITED = {  # the flavour in which a challenge that is rarely met by chance has one
    "megalopolis": "town",
    "route-66": "motorway",
    "trans-europe-express": "railway",
    "perfection": "sealed",
    "volcano": "pitted",
    "holes": "pitted",
    "far-friends": "snake",
    "station-mayhem": "junctions",
    "car-paradise": "motorway",
    "train-paradise": "railway",
    "four-cities": "villages",
}


# By hand


def tile(column: int, row: int, sides: str = "----", *spots: dict[str, Any], **more: Any) -> Tile:
    return {"at": [column, row], "sides": sides, "spots": list(spots), **more}


def pawn(kind: str, on: str, placed: bool = True) -> dict[str, Any]:
    return {"kind": kind, "on": on, "pawn": placed}


def block(columns: int, rows: int, missing: tuple[tuple[int, int], ...] = ()) -> list[Tile]:
    """Blank rural tiles in a rectangle, without some of them."""
    return [tile(x, y) for x in range(columns) for y in range(rows) if (x, y) not in missing]


def line(length: int, sides: str = "-H-H", row: int = 0) -> list[Tile]:
    """Equal tiles side by side from column 0 eastwards."""
    return [tile(x, row, sides) for x in range(length)]


def towns(*cells: tuple[int, int]) -> list[Tile]:
    return [tile(*cell, urban=True) for cell in cells]


def turned(tiles: list[Tile]) -> list[Tile]:
    """The territory a quarter clockwise."""
    return [
        {**there, "at": [-there["at"][1], there["at"][0]], "sides": there["sides"][3] + there["sides"][:3]}
        for there in tiles
    ]


def mirrored(tiles: list[Tile]) -> list[Tile]:
    return [
        {**there, "at": [-there["at"][0], there["at"][1]], "sides": there["sides"][0] + there["sides"][:0:-1]}
        for there in tiles
    ]


# Growing


def chance(rng: Random, probability: float) -> bool:
    return rng.random() < probability


def weighted(rng: Random, weights: dict[str, int]) -> str:
    return rng.choices(list(weights), list(weights.values()))[0]


def pits(rng: Random) -> set[Cell]:
    """Cells near (0, 0) that stay empty: four single ones, a square of four, or a few anywhere."""
    single = {(1, 1), (-1, 1), (1, -1), (-1, -1)}
    square = {(1, 0), (2, 0), (1, 1), (2, 1)}
    anywhere = {(rng.randint(-2, 3), rng.randint(-2, 3)) for _ in range(5)} - {(0, 0)}
    return rng.choice([single, square, anywhere])


def frontier(ground: Ground, closed: set[Cell], rows: int) -> list[Cell]:
    """The empty cells beside the territory, in a fixed order."""
    cells = {cell for here in ground for cell in beside(here)} - set(ground) - closed
    return sorted(cell for cell in cells if 0 <= cell[1] < rows or rows > 3)


def narrowed(cells: list[Cell], ground: Ground, closed: set[Cell], shape: str) -> list[Cell]:
    """Those cells of the frontier that suit the shape, never none."""
    if shape in ("round", "pitted"):
        cells = [cell for cell in cells if around(cell) & closed] or cells
        return sorted(cells, key=lambda cell: cell[0] ** 2 + cell[1] ** 2)[:3]
    tip = list(ground)[-1]
    ahead = [cell for cell in cells if cell in beside(tip) and beside(cell) & set(ground) == {tip}]
    return ahead or cells if shape == "snake" else cells


def sides_for(rng: Random, ground: Ground, cell: Cell, tracks: dict[str, int]) -> str:
    return "".join(facing(ground, cell, direction) or weighted(rng, tracks) for direction in range(4))


def random_spot(rng: Random, sides: str, station: bool, flavour: Flavour) -> dict[str, Any] | None:
    """A spot on one of the tile's own networks, or None if the tile has none for its kind."""
    kind = rng.choices(KINDS, flavour.kinds)[0]
    places = {"highway": "H" in sides, "rail": "R" in sides, "station": station}
    fitting = {"car": ["highway"], "train": ["rail"], "traveller": list(places)}[kind]
    there = [place for place in fitting if places[place]]
    if not there:
        return None
    return {"kind": kind, "on": rng.choice(there), "pawn": chance(rng, flavour.pawn)}


def furnished(rng: Random, tile: Tile, flavour: Flavour) -> Tile:
    """A tile with its ground, station, objective and spots; now and then a station has only road or only rail."""
    sides = tile["sides"]
    likely = flavour.station if "H" in sides and "R" in sides else flavour.station / 10
    station = sides != "----" and (bool(tile.get("station")) or chance(rng, likely))
    wanted = rng.choices([0, 1, 2], flavour.spots)[0]
    spots = [random_spot(rng, sides, station, flavour) for _ in range(wanted)]
    return {
        "at": tile["at"],
        "sides": sides,
        "urban": (flavour.strips and tile["at"][0] % 2 == 1) or chance(rng, flavour.urban),
        "station": station,
        "objective": rng.choice(list(OBJECTIVES)) if chance(rng, flavour.objective) else None,
        "spots": [spot for spot in spots if spot],
    }


def without_defaults(rng: Random, tile: Tile) -> Tile:
    """The same tile with some of the keys left out that the contract lets one leave out."""
    return {key: value for key, value in tile.items() if value or chance(rng, 0.5)}


def grown(rng: Random, count: int, flavour: Flavour) -> list[Tile]:
    """Bare tiles, laid legally one after the other; fewer than asked for where there is no room."""
    closed = pits(rng) if flavour.shape == "pitted" else set()
    ground: Ground = {}
    for _ in range(count):
        cells = frontier(ground, closed, flavour.rows) if ground else [(0, 0)]
        if cells:
            cell = rng.choice(narrowed(cells, ground, closed, flavour.shape) if ground else cells)
            ground[cell] = {"at": list(cell), "sides": sides_for(rng, ground, cell, flavour.tracks)}
    return list(ground.values())


def join(one: Tile, two: Tile, track: str) -> None:
    """Put a track on the sides with which two tiles touch, if they do."""
    for tile, other in ((one, two), (two, one)):
        for direction in range(4):
            if beyond(cell_of(tile), direction) == cell_of(other):
                tile["sides"] = tile["sides"][:direction] + track + tile["sides"][direction + 1 :]


def lay_line(rng: Random, tiles: list[Tile]) -> None:
    """Join the tiles in the order of laying to one long line that changes between road and rail at stations."""
    track = rng.choice("HR")
    for tile, following in pairwise(tiles):
        if chance(rng, 0.1):
            tile["station"] = True
            track = "R" if track == "H" else "H"
        join(tile, following, track)


def damage(rng: Random, tiles: list[Tile]) -> None:
    """Give one to three tiles any sides, and now and then move one to where it touches nothing."""
    for tile in rng.sample(tiles, min(len(tiles), rng.randint(1, 3))):
        tile["sides"] = "".join(rng.choice("-HR") for _ in range(4))
    if chance(rng, 0.2):
        tiles[-1]["at"][0] = max(tile["at"][0] for tile in tiles) + 3


# Whole territories and positions


def random_tiles(rng: Random, count: int, flavour: str | None = None, breaking: bool = False) -> list[Tile]:
    """A territory of so many tiles, in any order and anywhere on the grid; a flavour of FLAVOURS or any of them."""
    chosen = FLAVOURS[flavour or rng.choice(list(FLAVOURS))]
    tiles = grown(rng, count, chosen)
    if chosen.shape == "snake":
        lay_line(rng, tiles)
    if breaking and tiles:
        damage(rng, tiles)
    tiles = [without_defaults(rng, furnished(rng, tile, chosen)) for tile in tiles]
    x, y = rng.randint(-3, 3), rng.randint(-3, 3)
    for tile in tiles:
        tile["at"] = [tile["at"][0] + x, tile["at"][1] + y]
    rng.shuffle(tiles)
    return tiles


def random_player(rng: Random, name: str, tiles: list[Tile]) -> dict[str, Any]:
    player = {"name": name, "prestige": rng.randint(0, 60), "column": rng.randint(0, 4), "tiles": tiles}
    for key in ("prestige", "column"):
        if chance(rng, 0.1):
            del player[key]
    return player


def random_solo(rng: Random, most_tiles: int, breaking: bool) -> dict[str, Any]:
    """A solo position, mostly with a challenge, and every second one in the flavour that suits it."""
    challenge = rng.choice([*CHALLENGES, None])
    if challenge in SUITED and chance(rng, 0.5):
        tiles = random_tiles(rng, rng.randint(most_tiles * 3 // 4, most_tiles), SUITED[challenge], breaking)
    else:
        tiles = random_tiles(rng, rng.randint(1, most_tiles), breaking=breaking)
    return {"game": "railroad-tiles", "challenge": challenge, "players": [random_player(rng, NAMES[0], tiles)]}


def random_position(
    rng: Random, most_tiles: int = 20, players: int | None = None, breaking: bool = False
) -> dict[str, Any]:
    """A position; where there are several players, two neighbours are now and then level."""
    count = players or rng.randint(1, 4)
    if count == 1:
        return random_solo(rng, most_tiles, breaking)
    grounds = [random_tiles(rng, rng.randint(1, most_tiles), breaking=breaking) for _ in range(count)]
    seated = [random_player(rng, name, tiles) for name, tiles in zip(NAMES, grounds, strict=False)]
    for one, two in pairwise(seated):
        if chance(rng, 0.3):
            two |= {"prestige": one.get("prestige", 0), "tiles": one["tiles"]}
    return {"game": "railroad-tiles", "challenge": None, "players": seated}


def seeded(seed: int, make: Callable[..., Any], *args: Any, **settings: Any) -> Any:
    """What a generator of this module makes of a seed: seeded(7, random_tiles, 12)."""
    return make(Random(seed), *args, **settings)


# Hypothesis


@st.composite
def territories(
    draw: st.DrawFn, min_tiles: int = 1, max_tiles: int = 16, flavour: str | None = None, breaking: bool = False
) -> list[Tile]:
    """Territories that shrink to fewer and plainer tiles."""
    rng = draw(st.randoms(use_true_random=False))
    return random_tiles(rng, draw(st.integers(min_tiles, max_tiles)), flavour, breaking)


@st.composite
def positions(
    draw: st.DrawFn, max_tiles: int = 12, players: int | None = None, breaking: bool = False
) -> dict[str, Any]:
    return random_position(draw(st.randoms(use_true_random=False)), max_tiles, players, breaking)


def loose_tiles() -> st.SearchStrategy[Tile]:
    """Tiles still to be laid, with any of the 81 combinations of sides."""
    return st.builds(
        lambda sides, urban: {"at": [0, 0], "sides": sides, "urban": urban},
        st.text("-HR", min_size=4, max_size=4),
        st.booleans(),
    )
