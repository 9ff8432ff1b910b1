"""Where the icons of a lesson's tiles are printed: labels tell which kinds a tile shows, not where."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.face import KINDS, TileFace
from vision.heads import Head
from vision.heat import height_at
from vision.likeness import (
    OUT_OF_STATION,
    Places,
    bare_tiles,
    beside_stations,
    contrasts,
    in_all_turns,
    looks,
    places_of,
)
from vision.net import Floats, spot_features, to_input
from vision.patch import PATCH_PX, cut_patch
from vision.places import PAWN_ABOUT, Place

Bytes = NDArray[np.uint8]
# A place on a tile: the tile's number, x and y in tile widths, the class of what is there.
Row = tuple[int, float, float, int]
# Where the spots of tiles are, by the tiles' numbers.
Found = dict[int, list[tuple[float, float]]]
# Where a lesson's icon is: how much looks, the hill and the reader tell, the least that each may say, how many places
# the reader is asked about, how many others of a kind are asked, and how much it tells of them that they are strange.
LOOK, HILL, LEAST, LIKELIEST, MOST_ALIKE, STRANGE_TOO = 5.0, 1.0, 0.02, 8, 3, 0.5
# What differs less than so much from its mean, in log colour, is an even ground, however strange its grain: no icon
# that was seen is below 0.17, and grounds without a line are near 0.03.
PRINTED = 0.12
# How far around a place one looks for the middle of an icon, in tile widths, at each of so many steps.
CLIMB, CLIMB_STEPS = 0.08, 8
# The disc that looks most like an icon shows a part of it: farther off is something else.
FARTHEST = 0.13
# Places so near are one.
SAME = 0.09


def spot_label(kind: str, pawn: bool) -> int:
    """The spot reader's class: 0 nothing, then the icons, then the pawns."""
    return 1 + KINDS.index(kind) + 3 * pawn


def patch_inputs(crops: Bytes, shifts: Floats, rows: list[Row], nudge: tuple[float, float] = (0.0, 0.0)) -> Floats:
    """What the reader of spots looks at about each place; a lesson of few tiles may have none."""
    if not rows:
        return np.zeros((0, PATCH_PX, PATCH_PX, 3), np.float32)
    cut = [cut_patch(crops[index], x + nudge[0], y + nudge[1]) for index, x, y, _ in rows]
    return to_input(np.stack(cut), np.stack([shifts[index] for index, *_ in rows]))


def free_icons(crops: Bytes, shifts: Floats, faces: list[TileFace], head: Head, small: Floats, heat: Floats) -> Found:
    """Where the free icon of each tile that has just one is printed.

    It is a place on a route of its kind that looks unlike bare tiles and like the others of its kind, where a hill is,
    and of which the reader thinks as the label does.
    """
    asked = [(i, face.spots[0]) for i, face in enumerate(faces) if len(face.spots) == 1 and not face.spots[0].pawn]
    bare = in_all_turns(bare_tiles(small, faces))
    places = [places_of(spot, faces[i]) for i, spot in asked]
    rows = [looks(small[i], along) for (i, _), along in zip(asked, places, strict=True)]
    strange = [strangeness(small[i], along, bare) for (i, _), along in zip(asked, places, strict=True)]
    found: Found = {}
    for number, (index, spot) in enumerate(asked):
        others = [k for k, (_, other) in enumerate(asked) if k != number and other.kind == spot.kind]
        alike = [(rows[number] @ in_all_turns(rows[k]).T + np.tile(STRANGE_TOO * strange[k], 4)).max(1) for k in others]
        alike = sorted(alike, key=lambda one: -float(one.max()))[:MOST_ALIKE]
        hill = np.array([height_at(heat[index], x, y) for x, y in places[number]])
        score = LOOK * (strange[number] + (np.mean(alike, axis=0) if alike else 0)) + HILL * np.log(hill + LEAST)
        best = _apart(places[number], np.argsort(-score))[:LIKELIEST]
        own = [(index, *places[number][k], 0) for k in best]
        chances = head.probabilities(spot_features(patch_inputs(crops, shifts, own)))[:, spot_label(spot.kind, False)]
        likeliest = places[number][best[int((score[best] + HILL * np.log(chances + LEAST)).argmax())]]
        found[index] = [middle_about(likeliest, places[number], score)]
    return found


def _apart(places: Places, order: NDArray[np.intp]) -> list[int]:
    """The places in this order without those that show nearly the same as one before."""
    kept: list[int] = []
    for k in order:
        if all(np.linalg.norm(places[k] - places[other]) > SAME for other in kept):
            kept.append(int(k))
    return kept


def waiting_pawns(small: Floats, faces: list[TileFace], heat: Floats, waiting: float) -> Found:
    """Where the pawn of each tile stands that has just one, beside a station, as icons are printed so far from it.

    The highest hills there are those of the station itself, so it is what looks unlike all that bare tiles show.
    """
    asked = [i for i, face in enumerate(faces) if [(spot.on, spot.pawn) for spot in face.spots] == [("station", True)]]
    if waiting <= OUT_OF_STATION or not asked:
        return {}
    places, bare = beside_stations(waiting, PAWN_ABOUT), in_all_turns(bare_tiles(small, faces))
    found: Found = {}
    for index in asked:
        hill = np.array([height_at(heat[index], x, y) for x, y in places])
        score = LOOK * strangeness(small[index], places, bare) + HILL * np.log(hill + LEAST)
        found[index] = [middle_about(places[int(score.argmax())], places, score)]
    return found


def strangeness(small: Floats, places: Places, bare: Floats) -> Floats:
    """How unlike all that bare tiles show it is what these places of a halved tile show, 1 at the most."""
    printed = np.minimum(contrasts(small, places) / PRINTED, 1)
    return np.asarray(printed * (1 - (looks(small, places) @ bare.T).max(1, initial=0.0)))


def middle_about(place: Places, places: Places, scores: NDArray[np.floating]) -> tuple[float, float]:
    """The middle of what is seen about a place: all discs that show a part of an icon look like one."""
    mass = np.exp(scores - scores.max()) * (np.linalg.norm(places - place, axis=1) < FARTHEST)
    for _ in range(CLIMB_STEPS):
        near = mass * np.exp(-((places - place) ** 2).sum(1) / (2 * CLIMB**2))
        place = (near[:, None] * places).sum(0) / near.sum()
    return float(place[0]), float(place[1])


def with_known(found: list[Place], known: list[tuple[float, float]], heat: Floats) -> list[Place]:
    """The known places first, each where the hill beside it is, then the others."""
    first: list[Place] = []
    for x, y in known:
        near = min(found, key=lambda place: float(np.hypot(place[0] - x, place[1] - y)), default=(9.0, 9.0, 0.0))
        there = float(np.hypot(near[0] - x, near[1] - y)) < SAME
        first.append(near if there else (x, y, height_at(heat, x, y)))
    return first + [place for place in found if all(np.hypot(place[0] - a, place[1] - b) > SAME for a, b, _ in first)]
