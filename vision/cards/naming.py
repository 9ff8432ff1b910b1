"""Gives learned faces their names: the labels say how many cards of each kind lie in each zone, not which is which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.cards.names import chances
from vision.cards.strips import Face

Numbers = NDArray[np.float64]
# What an unlikely name (in log chances) weighs against one card miscounted.
HUE = 0.25
# What each face more weighs: of readings that agree with the labels the one with the fewest is right.
FACE = 0.3
ROUNDS = 12
# Two kinds are told apart if exchanging them would agree this much worse.
CLEAR = 0.25
# What a name that is no colour weighs, and the least chance that counts.
ANY_NAME, LEAST_CHANCE = 1.5, 0.01


def name_faces(
    faces: Sequence[Face],
    counts: Sequence[Mapping[int, int]],
    labels: Sequence[Mapping[str, int]],
    fixed: Mapping[int, str],
) -> tuple[dict[int, str], float, set[str]]:
    """For each face its kind, how badly all then agrees with the labels, and the kinds that might be another's.

    Faces of no kind are left out.

    Counts decide. Where they cannot, because two kinds always lie together, a card called red is the redder one.
    """
    kinds = sorted({kind for zone in labels for kind in zone} | set(fixed.values()))
    wanted = np.array([[zone.get(kind, 0) for kind in kinds] for zone in labels], float).reshape(len(labels), -1)
    seen = np.array([[zone.get(face, 0) for face in range(len(faces))] for zone in counts], float)
    taste = _taste(faces, kinds)
    free = [face for face in range(1, len(faces)) if face not in fixed]
    best: tuple[float, NDArray[np.intp]] | None = None
    for start in _starts(seen, wanted, taste, free):
        given = np.full(len(faces), -1, np.intp)
        for face, kind in fixed.items():
            given[face] = kinds.index(kind)
        given[free] = start
        cost = _settle(given, seen, wanted, taste, free)
        if best is None or cost < best[0]:
            best = (cost, given)
    assert best is not None
    names = {face: kinds[kind] for face, kind in enumerate(best[1]) if kind >= 0}
    doubtful = _interchangeable(best[1], best[0], seen, wanted, taste)
    return names, best[0], {kinds[kind] for kind in doubtful} - set(fixed.values())


def _starts(seen: Numbers, wanted: Numbers, taste: Numbers, free: Sequence[int]) -> list[NDArray[np.intp]]:
    """First guesses: by counts and colour, by colour alone, and some at random."""
    apart = np.abs(seen[:, free, None] - wanted[:, None, :]).sum(0)
    dice = np.random.default_rng(1)
    guesses = [(apart + HUE * taste[free]).argmin(1), taste[free].argmin(1)]
    return guesses + [(apart + HUE * taste[free] + dice.exponential(1.5, apart.shape)).argmin(1) for _ in range(ROUNDS)]


def _settle(given: NDArray[np.intp], seen: Numbers, wanted: Numbers, taste: Numbers, free: Sequence[int]) -> float:
    """Changes one face's kind, or swaps two, as long as that agrees better."""
    cost = _cost(given, seen, wanted, taste)
    for _ in range(30):
        before = cost
        for face in free:
            for kind in range(-1, wanted.shape[1]):
                cost = _try(given, {face: kind}, cost, seen, wanted, taste)
            for other in free:
                cost = _try(given, {face: int(given[other]), other: int(given[face])}, cost, seen, wanted, taste)
        if cost >= before:
            break
    return cost


def _interchangeable(given: NDArray[np.intp], cost: float, seen: Numbers, wanted: Numbers, taste: Numbers) -> set[int]:
    """The kinds of which two faces could be exchanged and agree almost as well."""
    found: set[int] = set()
    named = [int(face) for face in np.flatnonzero(given >= 0)]
    for one, other in combinations(named, 2):
        swapped = given.copy()
        swapped[[one, other]] = given[[other, one]]
        if given[one] != given[other] and _cost(swapped, seen, wanted, taste) < cost + CLEAR:
            found |= {int(given[one]), int(given[other])}
    return found


def _try(
    given: NDArray[np.intp], change: Mapping[int, int], cost: float, seen: Numbers, wanted: Numbers, taste: Numbers
) -> float:
    old = {face: int(given[face]) for face in change}
    for face, kind in change.items():
        given[face] = kind
    now = _cost(given, seen, wanted, taste)
    if now < cost - 1e-9:
        return now
    for face, kind in old.items():
        given[face] = kind
    return cost


def _wrong(given: NDArray[np.intp], seen: Numbers, wanted: Numbers) -> float:
    """Cards too many and too few over all zones; faces without a kind count half: backs and strangers lie about too."""
    member = given[:, None] == np.arange(wanted.shape[1])
    return float(np.abs(seen @ member - wanted).sum()) + 0.5 * float(seen[:, given < 0].sum())


def _cost(given: NDArray[np.intp], seen: Numbers, wanted: Numbers, taste: Numbers) -> float:
    named = given >= 0
    hue = taste[np.flatnonzero(named), given[named]].sum()
    return _wrong(given, seen, wanted) + HUE * float(hue) + FACE * float(named.sum())


def _taste(faces: Sequence[Face], kinds: Sequence[str]) -> Numbers:
    """How little a face looks like what a kind's name says (0 not at all unlike it); other names fit all alike."""
    taste = np.full((len(faces), len(kinds)), ANY_NAME)
    told = [number for number, face in enumerate(faces) if face.known.any()]
    named, chance = chances([faces[number] for number in told])
    for kind in set(kinds) & set(named):
        taste[told, kinds.index(kind)] = -np.log(np.maximum(chance[:, named.index(kind)], LEAST_CHANCE))
    return taste
