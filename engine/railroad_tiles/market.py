"""The market as the camera knows it: what has come into a column, and what a column that was taken may have held.

A tile lies in the market first and is laid later. Until then a doubt about it troubles nobody: the likeliest is
recorded, and when it is laid both looks at it and its neighbours settle together what it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from math import prod

from engine.errors import IllegalMove
from engine.observation import Revision
from engine.railroad_tiles.corrections import correct
from engine.railroad_tiles.faces import UNLISTED, Past, as_any_way
from engine.railroad_tiles.sighting import SeenTile, Sighting
from engine.railroad_tiles.state import State
from engine.railroad_tiles.tile import CAR, TRAIN, Spot, Tile, same_face, shape

DOUBT = 20.0  # a tile with other sides that is so much less likely than the recorded one is not thought of any more
SUPPOSED = 6  # ways in which one column may have been misread that are followed


def new_in_column(seen: tuple[SeenTile, ...], known: tuple[Tile, ...]) -> list[SeenTile]:
    """The seen tiles less, for each known one, the one that looks most like it."""
    left = list(seen)
    for tile in known:
        left.remove(max(left, key=lambda sight: as_any_way(sight, tile)[0]))
    return left


def drawn(state: State, sight: SeenTile) -> list[tuple[float, Tile]]:
    """The tiles that may have come out of the bag, one for each kind of sides, the likeliest first.

    What was read is weighed by how many of it are left.
    """
    rated = [(worth * count, laid) for tile, count in state.bag for worth, laid in (as_any_way(sight, tile),)]
    read = Tile(sight.sides, sight.urban, sight.station, _likely_spots(sight))
    if same_face(read) not in dict(state.bag) and not state.box.complete:
        rated.append((UNLISTED * sight.plausibility(read), read))
    best = {shape(tile.sides): (worth, tile) for worth, tile in sorted(rated, key=lambda one: one[0])}
    return sorted(best.values(), key=lambda one: -one[0])


def _likely_spots(sight: SeenTile) -> tuple[Spot, ...]:
    """The spots with what they probably lie on."""

    def place(kind: str) -> str:
        if kind in (CAR, TRAIN):
            return "highway" if kind == CAR else "rail"
        return "station" if sight.station else "highway" if "H" in sight.sides else "rail"

    return tuple(Spot(kind, place(kind)) for kind, _ in sight.spots)


@dataclass(frozen=True)
class Supposed:
    """A column as it may have lain: the state with it, what must be put right for that, and how likely it is."""

    state: State
    past: Past
    steps: tuple[Revision, ...] = ()
    odds: float = 1.0  # for each time that it was as recorded


def supposed(state: State, sighting: Sighting, column: int) -> Iterator[Supposed]:
    """The column as recorded, and with other sides where the last look at it left them in doubt."""
    past = Past.of_column(state, sighting, column)
    yield Supposed(state, past)
    choices = [[(1.0, tile), *_others(state, tile, sight)] for tile, sight in past.looks]
    ways = ((prod(odds for odds, _ in way), tuple(tile for _, tile in way)) for way in product(*choices))
    recorded = state.columns[column].tiles
    likely = sorted((way for way in ways if way[1] != recorded and way[0] * DOUBT > 1), key=lambda way: -way[0])
    for odds, tiles in likely[:SUPPOSED]:
        revision = Revision(f"column {column + 1} {' '.join(map(str, tiles))}")
        with suppress(IllegalMove):  # the bag may hold each of the tiles and not all of them
            corrected = correct(state, revision.text)
            yield Supposed(corrected, Past.of_column(corrected, sighting, column), (revision,), odds)


def _others(state: State, recorded: Tile, sight: SeenTile) -> Iterator[tuple[float, Tile]]:
    """Tiles with other sides than the recorded one, with how likely each is for each time that it is that one."""
    own = as_any_way(sight, recorded)[0] * (dict(state.bag).get(same_face(recorded), 0) + 1)
    for worth, tile in drawn(state, sight):
        if shape(tile.sides) != shape(recorded.sides) and worth * DOUBT > own:
            yield worth / own, tile
