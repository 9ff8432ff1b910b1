"""Gives learned faces their names: the labels say how many cards of each kind lie in each zone, not which is which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.boards.colours import NAMED
from vision.cards.strips import Face
from vision.cards.tones import tones_of

Numbers = NDArray[np.float64]
# What a doubtful colour name may weigh against one card miscounted.
HUE = 0.35
ROUNDS = 12


def name_faces(
    faces: Sequence[Face],
    counts: Sequence[Mapping[int, int]],
    labels: Sequence[Mapping[str, int]],
    fixed: Mapping[int, str],
) -> tuple[dict[int, str], float]:
    """For each face its kind, and how many cards then disagree with the labels; faces of no kind are left out.

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
    wrong = _wrong(best[1], seen, wanted)
    return {face: kinds[kind] for face, kind in enumerate(best[1]) if kind >= 0}, wrong


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
    return _wrong(given, seen, wanted) + HUE * float(hue) + 0.05 * float(named.sum())


def _taste(faces: Sequence[Face], kinds: Sequence[str]) -> Numbers:
    """How little a face looks like a kind's name, 0 to 1; names that are no colours fit all alike."""
    taste = np.full((len(faces), len(kinds)), 0.5)
    usual = {kind: tones_of(np.array([[NAMED[kind]]], np.float32))[0, 0] for kind in kinds if kind in NAMED}
    for number, face in enumerate(faces):
        if not face.known.any() or not usual:
            continue
        tone = np.median(face.tones[face.known], axis=0)
        off = {kind: float(np.linalg.norm((tone - wanted) * (0.7, 1.0, 1.0))) for kind, wanted in usual.items()}
        for kind, distance in off.items():
            taste[number, kinds.index(kind)] = min(distance / 1.2, 1.0)
    return taste
