"""Which card of a lesson is of which kind: labels tell how many of each kind lie in a zone, not which they are.

Cards were found one by one. Those of one kind look alike, and like what people call that kind. Cards change places
between the labels of their zone as long as all then fits better; so the numbers are always those of the labels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.cards.looks import Look, turned_faces, unlike_faces
from vision.cards.naming import taste_of
from vision.cards.strips import Face

Numbers = NDArray[np.float64]
Given = NDArray[np.intp]
# What it weighs if cards of one kind are quite unlike each other, what an unlikely name does, and each card of no kind.
UNLIKE, NAME, NO_KIND = 8.0, 0.3, 1.0
# What cards of one kind that cannot be compared are taken for.
NEUTRAL = 0.3
STARTS, ROUNDS = 10, 12
# Two kinds are told apart if exchanging them would fit this much worse.
CLEAR = 0.4


@dataclass(frozen=True)
class Sorted:
    """For each card its kind (none where nothing was left), how badly all fits, and kinds that might be each other."""

    kinds: tuple[str | None, ...]
    cost: float
    alike: frozenset[str]


@dataclass(frozen=True)
class _Told:
    apart: Numbers
    taste: Numbers
    zones: NDArray[np.intp]


def face_of(look: Look, photo: int) -> Face:
    """What is seen of a card, as a face."""
    return Face(np.ascontiguousarray(look.own), look.shown & (look.weight == 1), photo)


def sort_looks(zones: Sequence[Sequence[Look]], labels: Sequence[Mapping[str, int]]) -> Sorted:
    """Gives every card of every zone one of the labels of its zone."""
    kinds = sorted({kind for zone in labels for kind in zone})
    looks = [look for zone in zones for look in zone]
    where = np.array([n for n, zone in enumerate(zones) for _ in zone], np.intp)
    told = _Told(_apart(looks), taste_of([face_of(look, 0) for look in looks], kinds), where)
    size = np.array([float(look.shown.mean()) for look in looks])
    wanted = [[kinds.index(kind) for kind in sorted(zone) for _ in range(zone[kind])] for zone in labels]
    rng = np.random.default_rng(1)
    best: tuple[float, Given] | None = None
    for start in range(STARTS):
        given = _start(told, wanted, size, rng if start else None)
        cost = _settled(given, told)
        if best is None or cost < best[0] - 1e-9:
            best = (cost, given)
    assert best is not None
    names = tuple(kinds[n] if n >= 0 else None for n in best[1])
    return Sorted(names, best[0], frozenset(kinds[n] for n in _alike(best[1], best[0], told)))


def _start(told: _Told, wanted: Sequence[Sequence[int]], size: Numbers, rng: np.random.Generator | None) -> Given:
    """The labels of each zone given to its cards, the likeliest names first; cards that show least go without."""
    given = np.full(len(told.zones), -1, np.intp)
    for zone, labels in enumerate(wanted):
        mine = np.flatnonzero(told.zones == zone)
        mine = mine[np.argsort(-size[mine], kind="stable")][: len(labels)]
        cost = told.taste[np.ix_(mine, np.array(labels, int))]
        if rng is not None:
            cost = cost + rng.exponential(1.5, cost.shape)
        for _ in range(min(cost.shape)):
            card, label = np.unravel_index(int(cost.argmin()), cost.shape)
            given[mine[card]] = labels[int(label)]
            cost[card], cost[:, label] = np.inf, np.inf
    return given


def _settled(given: Given, told: _Told) -> float:
    """Changes places between two cards of a zone, or two kinds of a zone, as long as that fits better."""
    cost = _cost(given, told)
    for _ in range(ROUNDS):
        before = cost
        for one, other in combinations(range(len(given)), 2):
            if told.zones[one] == told.zones[other] and given[one] != given[other]:
                cost = _try(given, np.array((one, other)), given[[other, one]], cost, told)
        for zone in set(told.zones.tolist()):
            mine = np.flatnonzero(told.zones == zone)
            for first, second in combinations(sorted(set(given[mine].tolist())), 2):
                cost = _exchange(given, mine, first, second, cost, told)
        cost = _all_zones(given, cost, told)
        if cost >= before - 1e-9:
            break
    return cost


def _all_zones(given: Given, cost: float, told: _Told) -> float:
    every = np.arange(len(given))
    for first, second in combinations(sorted(set(given.tolist())), 2):
        cost = _exchange(given, every, first, second, cost, told)
    return cost


def _exchange(given: Given, mine: NDArray[np.intp], first: int, second: int, cost: float, told: _Told) -> float:
    """Two kinds exchanged among these cards, if as many are of each in every zone."""
    ones, others = mine[given[mine] == first], mine[given[mine] == second]
    if sorted(told.zones[ones].tolist()) != sorted(told.zones[others].tolist()):
        return cost
    both = np.concatenate([ones, others])
    return _try(given, both, np.array([second] * len(ones) + [first] * len(others)), cost, told)


def _try(given: Given, cards: NDArray[np.intp], kinds: NDArray[np.intp], cost: float, told: _Told) -> float:
    old = given[cards].copy()
    given[cards] = kinds
    now = _cost(given, told)
    if now < cost - 1e-9:
        return now
    given[cards] = old
    return cost


def _cost(given: Given, told: _Told) -> float:
    named = np.flatnonzero(given >= 0)
    kind = given[named]
    same = (kind[:, None] == kind) & ~np.eye(len(kind), dtype=bool)
    others = same.sum(1)
    unlike = np.where(others > 0, (told.apart[np.ix_(named, named)] * same).sum(1) / np.maximum(others, 1), NEUTRAL)
    taste = told.taste[named, kind].sum()
    return UNLIKE * float(unlike.sum()) + NAME * float(taste) + NO_KIND * (len(given) - len(named))


def _alike(given: Given, cost: float, told: _Told) -> set[int]:
    """The kinds that could be exchanged, all of their cards, and fit almost as well."""
    found: set[int] = set()
    for first, second in combinations(sorted(set(given.tolist()) - {-1}), 2):
        swapped = given.copy()
        swapped[given == first], swapped[given == second] = second, first
        zones = (sorted(told.zones[given == kind].tolist()) for kind in (first, second))
        if next(zones) == next(zones) and _cost(swapped, told) < cost + CLEAR:
            found |= {first, second}
    return found


def _apart(looks: Sequence[Look]) -> Numbers:
    """How unlike each other two cards are."""
    faces = turned_faces([face_of(look, 0) for look in looks])
    one_way = np.array([unlike_faces(look, faces).min(1) for look in looks]).reshape(len(looks), len(looks))
    return np.asarray((one_way + one_way.T) / 2)
