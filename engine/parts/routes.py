"""Routes between places on a map, and the shortest connection that some of them make."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush


@dataclass(frozen=True)
class Route:
    """One lane of spaces between two places; `copy` tells twins of the same colour apart."""

    ends: tuple[str, str]
    colour: str
    length: int
    copy: int = 0

    @cached_property
    def pair(self) -> frozenset[str]:
        return frozenset(self.ends)

    def other(self, end: str) -> str:
        return self.ends[1] if end == self.ends[0] else self.ends[0]

    def __str__(self) -> str:
        return f"{self.ends[0]} - {self.ends[1]} {self.colour}"


def shortest(
    routes: Iterable[Route], start: str, goal: str, cost: Callable[[Route], float] = lambda route: route.length
) -> tuple[Route, ...] | None:
    """The routes of a cheapest connection, in order from start to goal; None if they make none."""
    leaving: dict[str, list[Route]] = defaultdict(list)
    for route in routes:
        for end in route.ends:
            leaving[end].append(route)
    came: dict[str, Route | None] = {}
    # The count in the middle settles equal costs by who came first, so that the answer is always the same.
    queue: list[tuple[float, int, str, Route | None]] = [(0, 0, start, None)]
    pushed = 0
    while queue:
        spent, _, place, by = heappop(queue)
        if place in came:
            continue
        came[place] = by
        if place == goal:
            return _way_back(came, goal)
        for route in leaving[place]:
            pushed += 1
            heappush(queue, (spent + cost(route), pushed, route.other(place), route))
    return None


def _way_back(came: dict[str, Route | None], place: str) -> tuple[Route, ...]:
    way: list[Route] = []
    while (route := came[place]) is not None:
        way.append(route)
        place = route.other(place)
    return tuple(reversed(way))


def touched(routes: Iterable[Route]) -> set[str]:
    """The places where one of the routes ends."""
    return {end for route in routes for end in route.ends}
