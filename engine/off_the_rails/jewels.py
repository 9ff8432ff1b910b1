"""Heaps of jewels: in the bag, on a square, in a hold, in a stash. A heap is a sorted tuple of kinds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TypeAlias

Jewels: TypeAlias = tuple[str, ...]


def heap(kinds: Iterable[str]) -> Jewels:
    return tuple(sorted(kinds))


def heap_of(counts: Mapping[str, int]) -> Jewels:
    return heap(kind for kind, count in counts.items() for _ in range(count))


def counts_of(jewels: Jewels) -> dict[str, int]:
    return {kind: jewels.count(kind) for kind in dict.fromkeys(jewels)}


def put(jewels: Jewels, more: Iterable[str]) -> Jewels:
    return heap((*jewels, *more))


def without(jewels: Jewels, fewer: Iterable[str]) -> Jewels:
    """The heap after taking some away, which must be there."""
    left = list(jewels)
    for kind in fewer:
        left.remove(kind)
    return tuple(left)


def holds(jewels: Jewels, some: Jewels) -> bool:
    """Whether all of `some` are in the heap."""
    return all(jewels.count(kind) >= some.count(kind) for kind in set(some))


@lru_cache(maxsize=4096)
def parts_of(jewels: Jewels, size: int) -> tuple[Jewels, ...]:
    """Every different part of a heap with so many jewels."""
    return tuple(dict.fromkeys(combinations(jewels, size)))


@lru_cache(maxsize=4096)
def helpings(jewels: Jewels, most: int, taken_first: frozenset[str]) -> tuple[Jewels, ...]:
    """What may be taken from a square, nothing included: rocks first (rulebook, Raccogliere rocce)."""
    rocks = sum(kind in taken_first for kind in jewels)
    found: list[Jewels] = []
    for size in range(min(most, len(jewels)) + 1):
        found += [
            part for part in parts_of(jewels, size) if sum(kind in taken_first for kind in part) == min(size, rocks)
        ]
    return tuple(found)


def draws(bag: Jewels, size: int) -> dict[Jewels, int]:
    """Every heap that a hand can draw blindly from the bag, with in how many ways."""
    return dict(_draws(list(counts_of(bag).items()), size))


def _draws(counts: list[tuple[str, int]], size: int) -> Iterator[tuple[Jewels, int]]:
    if not counts:
        if size == 0:
            yield (), 1
        return
    (kind, count), others = counts[0], counts[1:]
    for some in range(min(count, size) + 1):
        for rest, ways in _draws(others, size - some):
            yield heap((kind,) * some + rest), ways * comb(count, some)
