"""Random tiles for training and for simulated tables."""

from __future__ import annotations

from vision.face import OBJECTIVES, Spot, TileFace
from vision.render.style import Rng, pick

# How often each arrangement of sides is dealt; every one is also turned at random.
PLAIN = {
    "H-H-": 6,
    "R-R-": 6,
    "HH--": 6,
    "RR--": 6,
    "HH-H": 5,
    "RR-R": 5,
    "HHHH": 3,
    "RRRR": 3,
    "H---": 3,
    "R---": 3,
    "HRHR": 5,
    "HHRR": 2,
}
STATIONS = {
    "H-R-": 5,
    "HR--": 5,
    "HRH-": 3,
    "RHR-": 3,
    "HHHR": 1,
    "RRRH": 1,
    "HRHR": 1,
    "HHRR": 2,
    "H---": 2,
    "R---": 2,
    "HHR-": 2,
    "RRH-": 2,
}


def random_face(rng: Rng, pawn_share: float = 0.45, objective_share: float = 0.0) -> TileFace:
    """One tile as it might lie on a table, spots and pawns included."""
    station = bool(rng.random() < 0.36)
    deck = STATIONS if station else PLAIN
    sides = pick(rng, list(deck), list(deck.values()))
    objective = pick(rng, OBJECTIVES) if rng.random() < objective_share else None
    face = TileFace(sides, bool(rng.random() < 0.42), station, objective)
    spots = _random_spots(face, rng, pawn_share)
    return TileFace(face.sides, face.urban, station, objective, spots).turned(int(rng.integers(4)))


def _random_spots(face: TileFace, rng: Rng, pawn_share: float) -> tuple[Spot, ...]:
    count = int(pick(rng, (0, 1, 2), (40, 56, 4)))
    spots: dict[str, Spot] = {}
    for _ in range(count):
        spot = _random_spot(face, rng, bool(rng.random() < pawn_share))
        spots.setdefault(spot.on, spot)
    return tuple(spots.values())


def _random_spot(face: TileFace, rng: Rng, pawn: bool) -> Spot:
    if face.station and rng.random() < 0.75:
        return Spot("traveller", "station", pawn)
    letter = pick(rng, [letter for letter in "HR" if letter in face.sides])
    own, place = ("car", "highway") if letter == "H" else ("train", "rail")
    return Spot(own if rng.random() < 0.7 else "traveller", place, pawn)
