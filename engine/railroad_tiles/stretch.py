"""Continuous stretches of highway or rail: simple paths from tile to tile, none counted twice."""

from __future__ import annotations

from collections.abc import Mapping

from engine.parts.grid import Cell
from engine.railroad_tiles.networks import joined
from engine.railroad_tiles.tile import Tile

Graph = dict[Cell, tuple[Cell, ...]]


def stretch_graph(tiles: Mapping[Cell, Tile], letter: str) -> Graph:
    """Which tiles of highway (or rail) lead on to which."""
    return {cell: tuple(joined(tiles, cell, letter)) for cell, tile in tiles.items() if letter in tile.sides}


def find_stretch(tiles: Mapping[Cell, Tile], letter: str, length: int, through: Cell | None = None) -> tuple[Cell, ...]:
    """A stretch of `length` tiles, through a given tile if one is named; empty if there is none."""
    graph = stretch_graph(tiles, letter)
    if through is not None:
        return _through(graph, through, length) if through in graph else ()
    # Ends of lines first: they find a long stretch soonest.
    for start in sorted(graph, key=lambda cell: len(graph[cell])):
        path = _arm(graph, [start], {start}, length)
        if path:
            return path
    return ()


def _arm(graph: Graph, path: list[Cell], used: set[Cell], length: int) -> tuple[Cell, ...]:
    """The path made `length` tiles long at its end, or nothing."""
    if len(path) >= length:
        return tuple(path)
    if len(path) + _within_reach(graph, path[-1], used, length - len(path)) < length:
        return ()
    for beyond in graph[path[-1]]:
        if beyond not in used:
            path.append(beyond)
            used.add(beyond)
            found = _arm(graph, path, used, length)
            if found:
                return found
            used.discard(path.pop())
    return ()


def _within_reach(graph: Graph, end: Cell, used: set[Cell], enough: int) -> int:
    """How many unused tiles can be reached at all, counted no further than enough."""
    seen, edge = {end}, [end]
    while edge and len(seen) <= enough:
        for beyond in graph[edge.pop()]:
            if beyond not in used and beyond not in seen:
                seen.add(beyond)
                edge.append(beyond)
    return len(seen) - 1


def _through(graph: Graph, middle: Cell, length: int) -> tuple[Cell, ...]:
    """A stretch with the middle tile anywhere on it: one arm, and a second one that avoids the first."""
    path, used = [middle], {middle}

    def grow() -> tuple[Cell, ...]:
        found = _arm(graph, path[::-1], set(used), length)
        if found:
            return found
        for beyond in graph[path[-1]]:
            if beyond not in used and len(path) < length:
                path.append(beyond)
                used.add(beyond)
                found = grow()
                if found:
                    return found
                used.discard(path.pop())
        return ()

    return grow()
