"""Which of the places that are looked at on tiles are spots of their own: one thing may be seen at several places."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.explain import Chances
from vision.fit import BESIDE_ICON, BESIDE_PAWN
from vision.places import NEAR_MIDDLE, Place

Spot = tuple[float, float]
# A pawn that is seen so near to the middle of its tile, in tile widths, hides whether there is a station.
MIDDLE = 0.25
# Beside a pawn that is so sure, what looks like an icon is what shows of its own.
SURE_PAWN = 0.9
# Beside a pawn, where its shadow may lie, another kind must be seen so surely to be believed.
SURELY_OTHER = 0.97
# No spot of those styles had a hill so low, and a third of the peaks where nothing is have.
FLAT, LOW = 0.03, 0.1


def by_tile(found: list[list[Place]], chances: Chances) -> list[Chances]:
    """The chances at all places, tile by tile."""
    return np.split(chances, np.cumsum([len(places) for places in found])[:-1])


def tile_of(found: list[list[Place]]) -> NDArray[np.int64]:
    """The number of the tile to which each place belongs."""
    return np.repeat(np.arange(len(found)), [len(places) for places in found])


def joined(
    found: list[list[Place]], spots: Chances, more: list[list[Place]], seen: Chances
) -> tuple[list[list[Place]], Chances]:
    """The places of all tiles and more of them, with what is seen there."""
    both = [part for pair in zip(by_tile(found, spots), by_tile(more, seen), strict=True) for part in pair]
    return [one + other for one, other in zip(found, more, strict=True)], np.concatenate(both)


def worth_a_look(found: list[Place]) -> list[Place]:
    """The places of a tile where something may be: hardly any tile has more than two spots."""
    return [
        (x, y, height)
        for rank, (x, y, height) in enumerate(found)
        if height > (FLAT if rank < 2 else LOW) or np.hypot(x - 0.5, y - 0.5) < NEAR_MIDDLE
    ]


def covered(places: list[Place], chances: Chances) -> float:
    """The chance that a pawn stands where a station would be printed."""
    near = [float(seen[4:].sum()) for (x, y, _), seen in zip(places, chances, strict=True)
            if np.hypot(x - 0.5, y - 0.5) < MIDDLE]  # fmt: skip
    return max(near, default=0.0)


def _reach(shown: Chances, beside: Chances) -> float:
    """How far around what one place shows another place shows but a part of it, unless that is surely another kind."""
    kind = _kind(shown)
    others = [label for label in range(1, 7) if (label - 1) % 3 != kind]
    return BESIDE_PAWN if shown[4:].sum() > 0.5 and beside[others].sum() < SURELY_OTHER else BESIDE_ICON


def apart(places: list[Place], chances: Chances) -> Chances:
    """The chances without places that show only a part of what stands at a better one, a sure pawn first.

    Where such a part looks like another kind both are weighed together, the higher hill and the surer look more: one
    pawn, seen twice.
    """
    if not places:
        return chances
    kept: list[int] = []
    seen_again: dict[int, list[int]] = {}
    for i in sorted(range(len(places)), key=lambda i: (chances[i, 4:].max() < SURE_PAWN, float(chances[i, 0]))):
        whole = [k for k in kept if chances[k, 0] < 0.5 and gap(places[i], places[k]) < _reach(chances[k], chances[i])]
        if not whole:
            kept.append(i)
        elif chances[i, 0] < 0.5 and _kind(chances[i]) != _kind(chances[whole[0]]):
            seen_again.setdefault(whole[0], []).append(i)
    told = (np.array([height for *_, height in places]) + FLAT) * chances.max(1)
    together = [[k, *seen_again.get(k, ())] for k in kept]
    return np.stack([np.average(chances[rows], axis=0, weights=told[rows]) for rows in together])


def gap_to(place: Spot | Place, others: list[Place]) -> float:
    """How far a place is from the nearest of others."""
    return min((gap(place, other) for other in others), default=1.0)


def gap(one: Spot | Place, other: Spot | Place) -> float:
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))


def _kind(chances: Chances) -> int:
    """The likeliest kind, of an icon or a pawn."""
    return int(chances[1:].argmax()) % 3
