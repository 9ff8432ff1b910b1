"""What is printed and standing on one tile, in the words of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.reading import Field

KINDS = ("car", "train", "traveller")
PLACES = ("highway", "rail", "station")
# Read on one tile, as positions have it: more than the two of the rules is reported.
MOST_SPOTS = 4
SIDE_LETTERS = "-HR"
OBJECTIVES = ("town-hall", "metropolis", "central-station", "stadium", "airport", "temple", "service-station")


@dataclass(frozen=True)
class Spot:
    """A position icon; under a pawn it counts as the pawn's kind."""

    kind: str
    on: str
    pawn: bool = False

    def entry(self) -> dict[str, Any]:
        return {"kind": self.kind, "on": self.on, "pawn": self.pawn}


@dataclass(frozen=True)
class TileFace:
    """One tile as it lies: sides N E S W, ground, station, objective, spots."""

    sides: str
    urban: bool = False
    station: bool = False
    objective: str | None = None
    spots: tuple[Spot, ...] = ()

    def turned(self, quarters: int) -> TileFace:
        """The face after that many clockwise quarter turns."""
        cut = -quarters % 4
        return replace(self, sides=self.sides[cut:] + self.sides[:cut])

    def entry(self) -> dict[str, Any]:
        """The form that `see` prints, without place and confidence."""
        return {
            "sides": self.sides,
            "urban": self.urban,
            "station": self.station,
            "objective": self.objective,
            "spots": [spot.entry() for spot in self.spots],
        }


def likely_place(kind: str, sides: str, station: bool) -> str:
    """Where a spot of that kind stands on a tile with these sides, as far as the sides tell."""
    if kind == "car" and "H" in sides:
        return "highway"
    if kind == "train" and "R" in sides:
        return "rail"
    if station:
        return "station"
    return "highway" if sides.count("H") > sides.count("R") else "rail"


def read_face(entry: Mapping[str, Any]) -> TileFace:
    """A face from a contract entry; raises BadInput."""
    return face_in(Field(dict(entry), "tile"))


def face_in(field: Field) -> TileFace:
    """The face that an entry from outside tells; what is left out has the contract's default."""
    told = field.entries(("sides",))
    sides = told["sides"].text()
    if len(sides) != 4 or set(sides) - set(SIDE_LETTERS):
        told["sides"].wrong("must be four letters N E S W, each H, R or -")
    urban, station = (name in told and told[name].truth() for name in ("urban", "station"))
    objective = told["objective"].one_of(OBJECTIVES) if _is_told(told, "objective") else None
    spots = told["spots"].items(MOST_SPOTS) if "spots" in told else []
    return TileFace(sides, urban, station, objective, tuple(_read_spot(spot, sides, station) for spot in spots))


def _read_spot(field: Field, sides: str, station: bool) -> Spot:
    told = field.entries(("kind",))
    kind = told["kind"].one_of(KINDS)
    on = told["on"].one_of(PLACES) if _is_told(told, "on") else likely_place(kind, sides, station)
    return Spot(kind, on, "pawn" in told and told["pawn"].truth())


def _is_told(told: Mapping[str, Field], key: str) -> bool:
    return key in told and told[key].value is not None
