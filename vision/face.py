"""What is printed and standing on one tile, in the words of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

KINDS = ("car", "train", "traveller")
SIDE_LETTERS = "-HR"
OBJECTIVES = ("town-hall", "metropolis", "central-station", "stadium", "airport", "temple", "service-station")
ROUTE_OF_LETTER = {"H": "highway", "R": "rail"}


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
    """A face from a contract entry; what is left out has the contract's default."""
    sides, station = str(entry["sides"]), bool(entry.get("station", False))
    if len(sides) != 4 or set(sides) - set(SIDE_LETTERS):
        raise ValueError(f"sides {sides!r} are not four letters of H, R and -")
    spots = tuple(_read_spot(spot, sides, station) for spot in entry.get("spots", ()))
    return TileFace(sides, bool(entry.get("urban", False)), station, entry.get("objective"), spots)


def _read_spot(entry: Mapping[str, Any], sides: str, station: bool) -> Spot:
    kind = str(entry["kind"])
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is no kind of spot; the kinds are car, train and traveller")
    return Spot(kind, str(entry.get("on") or likely_place(kind, sides, station)), bool(entry.get("pawn", False)))
