"""Gives learned faces their names: the labels say how many cards of each kind lie in each zone, not which is which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.cards.closer import MOST_LIGHT, SOFT_CELL, weight_of
from vision.cards.names import chances
from vision.cards.strips import Face

Numbers = NDArray[np.float64]
# What an unlikely name (in log chances) weighs against one card miscounted.
HUE = 0.25
# What each face more weighs: of readings that agree with the labels the one with the fewest is right.
FACE = 0.3
# What faces of one name weigh that are more unlike than this, and how much both must show to tell.
KIN, ALIKE, MOSTLY = 3.0, 0.3, 0.6
ROUNDS = 12
# Two kinds are told apart if exchanging them would agree this much worse.
CLEAR = 0.25
# What a name that is no colour weighs, and the least chance that counts.
ANY_NAME, LEAST_CHANCE = 1.5, 0.01


@dataclass(frozen=True)
class Evidence:
    """How many cards of each face are seen in each zone and of each kind labelled, and how little names and faces fit.

    `taste` is how unlike its name each face would be with each kind, `strangers` how unlike two faces are.
    """

    seen: Numbers
    wanted: Numbers
    taste: Numbers
    strangers: Numbers


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
    told = Evidence(seen, wanted, taste_of(faces, kinds), _strangers(faces))
    free = [face for face in range(1, len(faces)) if face not in fixed]
    best: tuple[float, NDArray[np.intp]] | None = None
    for start in _starts(told, free):
        given = np.full(len(faces), -1, np.intp)
        for face, kind in fixed.items():
            given[face] = kinds.index(kind)
        given[free] = start
        cost = _settle(given, told, free)
        if best is None or cost < best[0]:
            best = (cost, given)
    assert best is not None
    names = {face: kinds[kind] for face, kind in enumerate(best[1]) if kind >= 0}
    doubtful = _interchangeable(best[1], best[0], told)
    return names, best[0], {kinds[kind] for kind in doubtful} - set(fixed.values())


def _starts(told: Evidence, free: Sequence[int]) -> list[NDArray[np.intp]]:
    """First guesses: by counts and colour, by colour alone, and some at random."""
    apart = np.abs(told.seen[:, free, None] - told.wanted[:, None, :]).sum(0)
    dice = np.random.default_rng(1)
    hue = told.taste[free]
    guesses = [(apart + HUE * hue).argmin(1), hue.argmin(1)]
    return guesses + [(apart + HUE * hue + dice.exponential(1.5, apart.shape)).argmin(1) for _ in range(ROUNDS)]


def _settle(given: NDArray[np.intp], told: Evidence, free: Sequence[int]) -> float:
    """Changes one face's kind, or swaps two, as long as that agrees better."""
    cost = _cost(given, told)
    for _ in range(30):
        before = cost
        for face in free:
            for kind in range(-1, told.wanted.shape[1]):
                cost = _try(given, {face: kind}, cost, told)
            for other in free:
                cost = _try(given, {face: int(given[other]), other: int(given[face])}, cost, told)
        if cost >= before:
            break
    return cost


def _interchangeable(given: NDArray[np.intp], cost: float, told: Evidence) -> set[int]:
    """The kinds of which two faces could be exchanged and agree almost as well."""
    found: set[int] = set()
    named = [int(face) for face in np.flatnonzero(given >= 0)]
    for one, other in combinations(named, 2):
        swapped = given.copy()
        swapped[[one, other]] = given[[other, one]]
        if given[one] != given[other] and _cost(swapped, told) < cost + CLEAR:
            found |= {int(given[one]), int(given[other])}
    return found


def _try(given: NDArray[np.intp], change: Mapping[int, int], cost: float, told: Evidence) -> float:
    old = {face: int(given[face]) for face in change}
    for face, kind in change.items():
        given[face] = kind
    now = _cost(given, told)
    if now < cost - 1e-9:
        return now
    for face, kind in old.items():
        given[face] = kind
    return cost


def _wrong(given: NDArray[np.intp], told: Evidence) -> float:
    """Cards too many and too few over all zones; faces without a kind count half: backs and strangers lie about too."""
    member = given[:, None] == np.arange(told.wanted.shape[1])
    return float(np.abs(told.seen @ member - told.wanted).sum()) + 0.5 * float(told.seen[:, given < 0].sum())


def _cost(given: NDArray[np.intp], told: Evidence) -> float:
    named = given >= 0
    hue = told.taste[np.flatnonzero(named), given[named]].sum()
    return _wrong(given, told) + HUE * float(hue) + FACE * float(named.sum()) + KIN * _mixed(given, told)


def _mixed(given: NDArray[np.intp], told: Evidence) -> float:
    """How unlike each other the faces are that have one name."""
    same = (given[:, None] == given) & (given >= 0)
    nearest = np.where(same, told.strangers, np.inf).min(1)
    return float(nearest[np.isfinite(nearest)].sum()) / 2


def _strangers(faces: Sequence[Face]) -> Numbers:
    """How much more unlike two faces are than two cards of one kind may be in different light; none is its own kin."""
    looks = [(face, weight_of(face)) for face in faces]
    apart = np.zeros((len(faces), len(faces)))
    for (n, (one, weight)), (m, (other, _)) in combinations(enumerate(looks), 2):
        turned = Face(np.rot90(other.tones, 2), np.rot90(other.known, 2))
        apart[n, m] = apart[m, n] = min(_unlike(one, weight, way) for way in (other, turned))
    apart = np.maximum(apart - ALIKE, 0.0)
    np.fill_diagonal(apart, np.inf)
    return apart


def _unlike(one: Face, weight: NDArray[np.float32], other: Face) -> float:
    """How unlike two faces are (0..1) where both are known; of strips alone that is not told."""
    both = one.known & other.known
    if both.mean() < MOSTLY:
        return 0.0
    raw = one.tones[both] - other.tones[both]
    off = raw - np.clip(raw.mean(0), -MOST_LIGHT, MOST_LIGHT)
    square = (off**2).sum(1)
    return float(weight[both] @ (square / (square + SOFT_CELL**2)) / weight[both].sum())


def taste_of(faces: Sequence[Face], kinds: Sequence[str]) -> Numbers:
    """How little a face looks like what a kind's name says (0 not at all unlike it); other names fit all alike."""
    taste = np.full((len(faces), len(kinds)), ANY_NAME)
    known = [number for number, face in enumerate(faces) if face.known.any()]
    named, chance = chances([faces[number] for number in known])
    for kind in set(kinds) & set(named):
        taste[known, kinds.index(kind)] = -np.log(np.maximum(chance[:, named.index(kind)], LEAST_CHANCE))
    return taste
