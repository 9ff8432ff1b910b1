"""A tile: four sides, its ground, perhaps a station, its spots; with a one-line text form that reads back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from engine.errors import BadInput
from engine.words import clause

HIGHWAY, RAIL, BLANK = "H", "R", "-"
CAR, TRAIN, TRAVELLER = "car", "train", "traveller"
KINDS = (CAR, TRAIN, TRAVELLER)
PLACES = ("highway", "rail", "station")
MOST_SPOTS = 2  # ruling 1
OBJECTIVES = ("town-hall", "metropolis", "central-station", "stadium", "airport", "temple", "service-station")

_SPOT_LETTERS = {
    (CAR, "highway"): "C",
    (CAR, "rail"): "Cr",
    (CAR, "station"): "Cs",
    (TRAIN, "rail"): "T",
    (TRAIN, "highway"): "Th",
    (TRAIN, "station"): "Ts",
    (TRAVELLER, "highway"): "Vh",
    (TRAVELLER, "rail"): "Vr",
    (TRAVELLER, "station"): "Vs",
}
_SPOTS_BY_LETTERS = {letters: spot for spot, letters in _SPOT_LETTERS.items()}


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A position icon: for which pawn, and lying on which part of the tile."""

    kind: str
    on: str

    def __str__(self) -> str:
        return _SPOT_LETTERS[self.kind, self.on]


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile as it lies: `sides` go N E S W. A tile in the hand lies in the way in which it was drawn."""

    sides: str
    urban: bool = False
    station: bool = False
    spots: tuple[Spot, ...] = ()
    objective: str | None = None

    def __str__(self) -> str:
        words = [self.sides]
        words += ["u"] * self.urban + ["s"] * self.station
        words += [str(spot) for spot in self.spots]
        return ".".join(words) + (f"={self.objective}" if self.objective else "")

    def laid(self, sides: str) -> Tile:
        """The same tile with its sides turned or flipped to these."""
        return Tile(sides, self.urban, self.station, self.spots, self.objective)

    def has(self, place: str) -> bool:
        """Whether the tile has a highway, a rail or a station."""
        if place == "station":
            return self.station
        return (HIGHWAY if place == "highway" else RAIL) in self.sides


@cache
def ways_of(sides: str) -> tuple[str, ...]:
    """The different ways of laying these sides, turned and flipped (up to 8), the given one first."""
    mirrored = sides[0] + sides[3] + sides[2] + sides[1]
    ways = [turned(form, quarter) for form in (sides, mirrored) for quarter in range(4)]
    return tuple(dict.fromkeys(ways))


def turned(sides: str, quarters: int) -> str:
    """The sides after turning clockwise by quarters."""
    return sides[-quarters % 4 :] + sides[: -quarters % 4]


@cache
def shape(sides: str) -> str:
    """The sides in one standing way: equal for tiles that are equal after turning or flipping (ruling 4)."""
    return max(ways_of(sides))


@cache
def same_face(tile: Tile) -> Tile:
    """The tile in its standing way, so that two pieces of cardboard compare equal however they lie."""
    return replace(tile, sides=shape(tile.sides), spots=tuple(sorted(tile.spots)))


def is_sides(text: str) -> bool:
    return len(text) == 4 and all(letter in "HR-" for letter in text)


@cache
def read_tile(text: str) -> Tile:
    """The tile that a text like `H-HR.u.s.C.Vs` or `H-H-=town-hall` means."""
    body, equals, objective = text.partition("=")
    sides, *words = body.split(".")
    if not is_sides(sides):
        raise BadInput(clause("{text!r} is no tile: it must begin with four sides, each H, R or -", text=text))
    if equals and objective not in OBJECTIVES:
        raise BadInput(
            clause(
                "{text!r} is no tile: {word!r} is no objective; they are {known}",
                text=text,
                word=objective,
                known=", ".join(OBJECTIVES),
            )
        )
    spots = []
    for word in words:
        if word in _SPOTS_BY_LETTERS:
            spots.append(Spot(*_SPOTS_BY_LETTERS[word]))
        elif word not in ("u", "s"):
            raise BadInput(
                clause(
                    "{text!r} is no tile: {word!r} is neither u, s nor a spot (C, T, Vh, Vr, Vs)", text=text, word=word
                )
            )
    if len(spots) > MOST_SPOTS:
        raise BadInput(clause("{text!r} is no tile: a tile has at most {most} spots", text=text, most=MOST_SPOTS))
    tile = Tile(sides, "u" in words, "s" in words, tuple(spots), objective or None)
    for spot in spots:
        if not tile.has(spot.on):
            raise BadInput(
                clause(
                    "{text!r} is no tile: a {kind} spot lies on a {on} that is not there",
                    text=text,
                    kind=spot.kind,
                    on=spot.on,
                )
            )
    return tile


def open_ways(kind: str) -> str:
    """The sides over which a pawn of this kind goes."""
    return {CAR: HIGHWAY, TRAIN: RAIL, TRAVELLER: HIGHWAY + RAIL}[kind]
