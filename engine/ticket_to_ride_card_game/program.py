"""Yes-or-no decisions under limits, solved exactly: branch and bound over a dual simplex in whole numbers.

A tableau of whole numbers over one common denominator has no rounding, so a bound that says "no better choice is down
here" is a proof. The entries stay small because the limits of this game only hold 0, 1, 2 and a few counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# Pivots by the steepest rule before the slow rule that cannot run in circles takes over.
PATIENCE = 200


@dataclass(frozen=True)
class Program:
    """Maximise `gains` over decisions (0 or 1) and amounts (0 or more) while every limit's sum stays within its room.

    The first `decisions` columns are decisions, the others amounts. An amount's gain must not be positive, so that the
    best value has a bound, and no room may be negative, so that choosing nothing is possible. The first `leading`
    decisions are settled before the others, because much hangs on each of them.
    """

    gains: tuple[int, ...]
    decisions: int
    limits: tuple[tuple[int, ...], ...]
    room: tuple[int, ...]
    leading: int = 0


@dataclass(frozen=True)
class Answer:
    """The best value and the decisions that reach it; `nodes` says how many relaxations were solved."""

    value: int
    chosen: frozenset[int]
    nodes: int


class Tableau:
    """The relaxation in which a decision may be a fraction, always kept so that its value is an upper bound.

    Row 0 is the value. Every row r reads `denominator * basic[r] = room[r] - sum(rows[r][k] * free[k])`, and every free
    variable stands at 0; a variable that stands at its upper end 1 is written as what is missing to it (`flipped`).
    """

    __slots__ = ("basic", "denominator", "flipped", "free", "room", "rows")

    def __init__(self, program: Program) -> None:
        columns = len(program.gains)
        self.rows = [[-gain for gain in program.gains], *map(list, program.limits)]
        self.room = [0, *program.room]
        self.free = list(range(columns))
        self.basic = [-1, *range(columns, columns + len(program.limits))]
        self.flipped: frozenset[int] = frozenset()
        self.denominator = 1
        for column in range(program.decisions):
            if program.gains[column] > 0:
                self._flip_free(column)

    def copy(self) -> Tableau:
        twin: Tableau = object.__new__(Tableau)
        twin.rows = list(self.rows)  # rows are replaced, never changed
        twin.room = list(self.room)
        twin.free = list(self.free)
        twin.basic = list(self.basic)
        twin.flipped = self.flipped
        twin.denominator = self.denominator
        return twin

    @property
    def bound(self) -> int:
        """No whole choice from here is worth more."""
        return self.room[0] // self.denominator

    def _flip_free(self, column: int) -> None:
        for number, row in enumerate(self.rows):
            self.room[number] -= row[column]
            self.rows[number] = [*row[:column], -row[column], *row[column + 1 :]]
        self.flipped ^= {self.free[column]}

    def _flip_basic(self, number: int) -> None:
        self.room[number] = self.denominator - self.room[number]
        self.rows[number] = [-entry for entry in self.rows[number]]
        self.flipped ^= {self.basic[number]}

    def _drop(self, column: int) -> None:
        """Leave a free variable where it stands, for good."""
        for number, row in enumerate(self.rows):
            self.rows[number] = row[:column] + row[column + 1 :]
        del self.free[column]

    def repair(self, decisions: int, known: int) -> bool:
        """Pivot until every variable is within its ends; False if that is impossible, or no better than what is known.

        Every pivot lowers the bound or leaves it, so a search that has fallen to what is known can stop.
        """
        patience = PATIENCE
        while (number := self._broken_row(decisions, patience > 0)) is not None:
            if self.bound <= known:
                return False
            patience -= 1
            if self.room[number] > 0:
                self._flip_basic(number)
            column = self._entering(number)
            if column is None:
                return False
            self._pivot(number, column)
        return True

    def _broken_row(self, decisions: int, patient: bool) -> int | None:
        """The row that is furthest outside its ends or, when patience is lost, the first by name (Bland's rule)."""
        broken = []
        for number in range(1, len(self.room)):
            room = self.room[number]
            excess = room - self.denominator if room > 0 and self.basic[number] < decisions else -room
            if excess > 0:
                broken.append((excess if patient else -self.basic[number], number))
        return max(broken)[1] if broken else None

    def settle(self, number: int, up: bool) -> bool:
        """Fix the decision of a row at 1 or 0 and take it out; False if that is impossible."""
        if up:
            self._flip_basic(number)
        self.rows[number] = [-entry for entry in self.rows[number]]
        self.room[number] = -self.room[number]
        column = self._entering(number)
        if column is None:
            return False
        self._pivot(number, column)
        self._drop(column)
        return True

    def drop_hopeless(self, decisions: int, known: int) -> None:
        """Leave every free decision where it stands if moving it alone falls to what is known already."""
        most = self.room[0] - (known + 1) * self.denominator
        costs = self.rows[0]
        kept = [k for k, name in enumerate(self.free) if name >= decisions or costs[k] <= most]
        if len(kept) < len(self.free):
            self.rows = [[row[k] for k in kept] for row in self.rows]
            self.free = [self.free[k] for k in kept]

    def fractions(self, decisions: int) -> list[int]:
        """The rows of decisions that are neither 0 nor 1."""
        return [
            number
            for number in range(1, len(self.room))
            if self.basic[number] < decisions and 0 < self.room[number] < self.denominator
        ]

    def chosen(self, decisions: int) -> frozenset[int]:
        ones = {name for name, room in zip(self.basic, self.room, strict=True) if 0 <= name < decisions and room}
        return frozenset(ones ^ self.flipped)

    def _entering(self, number: int) -> int | None:
        """The free variable whose entering costs least; among equals the first by name, so that no round repeats."""
        values, row = self.rows[0], self.rows[number]
        best: int | None = None
        for column, entry in enumerate(row):
            if entry < 0 and (best is None or self._cheaper(values, row, column, best)):
                best = column
        return best

    def _cheaper(self, values: Sequence[int], row: Sequence[int], column: int, best: int) -> bool:
        left, right = values[column] * -row[best], values[best] * -row[column]
        return left < right or (left == right and self.free[column] < self.free[best])

    def _pivot(self, number: int, column: int) -> None:
        """Exchange a basic and a free variable; the entry between them is negative and becomes the denominator."""
        row, before = self.rows[number], self.denominator
        pivot, room = -row[column], self.room[number]
        for other, entries in enumerate(self.rows):
            factor = entries[column]
            if other == number or (factor == 0 and pivot == before):
                continue
            changed = [(entry * pivot + factor * own) // before for entry, own in zip(entries, row, strict=True)]
            changed[column] = factor
            self.rows[other] = changed
            self.room[other] = (self.room[other] * pivot + factor * room) // before
        turned = [-entry for entry in row]
        turned[column] = -before
        self.rows[number] = turned
        self.room[number] = -room
        self.denominator = pivot
        self.basic[number], self.free[column] = self.free[column], self.basic[number]


def solve(program: Program, above: int = -1) -> Answer | None:
    """The best choice among those that are worth more than `above`; None if there is none."""
    best, chosen, nodes = above, None, 0
    root = Tableau(program)
    waiting = [root] if root.repair(program.decisions, above) else []
    while waiting:
        node = waiting.pop()
        nodes += 1
        if node.bound <= best:
            continue
        fractions = node.fractions(program.decisions)
        if not fractions:
            best, chosen = node.bound, node.chosen(program.decisions)
            continue
        node.drop_hopeless(program.decisions, best)
        waiting += _children(node, _most_doubtful(node, fractions, program.leading), program.decisions, best)
    return None if chosen is None else Answer(best, chosen, nodes)


def _most_doubtful(node: Tableau, fractions: Sequence[int], leading: int) -> int:
    """The row whose decision is nearest to one half, a leading one if there is any."""
    leaders = [number for number in fractions if node.basic[number] < leading]
    return min(leaders or fractions, key=lambda number: abs(2 * node.room[number] - node.denominator))


def _children(node: Tableau, number: int, decisions: int, known: int) -> list[Tableau]:
    """Both settlements of a row's decision, the one with the better bound last, for it is tried first."""
    children = []
    for up in (False, True):
        child = node.copy()
        if child.settle(number, up) and child.repair(decisions, known):
            children.append(child)
    return sorted(children, key=lambda child: child.room[0] / child.denominator)
