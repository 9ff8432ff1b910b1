"""Squares on a table: sides, neighbours, groups, rectangles, holes. Cells are (column, row); rows grow downwards."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]

SIDES = "NESW"
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
AROUND = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}


def opposite(side: str) -> str:
    return OPPOSITE[side]


def neighbour(cell: Cell, side: str) -> Cell:
    """The cell beyond a side."""
    step = STEPS[SIDES.index(side)]
    return cell[0] + step[0], cell[1] + step[1]


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The cells beyond the sides N, E, S, W."""
    column, row = cell
    return (column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)


def around(cell: Cell) -> Iterator[Cell]:
    """The eight cells around a cell."""
    return ((cell[0] + x, cell[1] + y) for x, y in AROUND)


def groups(cells: Collection[Cell]) -> list[frozenset[Cell]]:
    """The cells in groups joined by sides, in reading order of their first cells."""
    left = set(cells)
    found = []
    for first in sorted(cells, key=reading_order):
        if first in left:
            found.append(_group_of(first, left))
    return found


def _group_of(first: Cell, left: set[Cell]) -> frozenset[Cell]:
    """The group of a cell, taken out of those that are left."""
    left.remove(first)
    group, edge = {first}, [first]
    while edge:
        for beside in neighbours(edge.pop()):
            if beside in left:
                left.remove(beside)
                group.add(beside)
                edge.append(beside)
    return frozenset(group)


def reading_order(cell: Cell) -> tuple[int, int]:
    return cell[1], cell[0]


def largest_rectangle(cells: Collection[Cell]) -> tuple[Cell, ...]:
    """The cells of the largest rectangle without a hole; of equals the first in reading order."""
    taken = cells if isinstance(cells, (set, frozenset, dict)) else set(cells)
    widths: dict[Cell, int] = {}
    best, size = (0, 0, 0, 0), 0
    for column, row in sorted(taken, key=lambda cell: (cell[1], -cell[0])):
        widths[column, row] = widths.get((column + 1, row), 0) + 1
    for column, row in sorted(taken, key=reading_order):
        width, height = widths[column, row], 0
        while (column, row + height) in taken:
            width = min(width, widths[column, row + height])
            height += 1
            if width * height > size:
                size, best = width * height, (column, row, width, height)
    column, row, width, height = best
    return tuple((column + x, row + y) for y in range(height) for x in range(width))


def holes(cells: Collection[Cell]) -> list[frozenset[Cell]]:
    """The groups of empty cells that are closed in by cells along their sides."""
    if not cells:
        return []
    taken = set(cells)
    columns, rows = [cell[0] for cell in taken], [cell[1] for cell in taken]
    left, right, top, bottom = min(columns), max(columns), min(rows), max(rows)
    empty = {
        (column, row)
        for column in range(left, right + 1)
        for row in range(top, bottom + 1)
        if (column, row) not in taken
    }
    return [
        group for group in groups(empty) if all(left < column < right and top < row < bottom for column, row in group)
    ]
