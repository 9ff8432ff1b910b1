"""What a square is worth to a cart: how far home is from it, and which jewels lie ahead. For bots; all in points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from math import inf

from engine.off_the_rails.box import Box
from engine.off_the_rails.jewels import Jewels, helpings
from engine.off_the_rails.state import State
from engine.off_the_rails.travel import others
from engine.parts.grid import SIDES, Cell, neighbour, opposite

STEP = 0.22  # of a turn, for going one square on a track that is there
BUILD = 0.22  # of a turn more, for each tile that has to be laid or upgraded first
KEPT_EACH_TURN = 0.75  # the chance that nothing happens to a cart within a turn
KEPT_IN_ABYSS = 0.65  # the same once the abyss is near
TIME_TO_HOPE = 5.0  # turns that must be left for jewels ahead to count in full
ROCK = -0.4  # what a place in the hold is worth that a rock takes up
FRESH = 0.8  # of what the same cart could hope for on a start track
RUBY = 0.3  # what a ruby is worth more, for the majority of them
AHEAD = 2  # heaps of jewels that a cart may hope for

Exit = tuple[Cell, str]  # a square and the side by which a cart leaves it


@dataclass(frozen=True)
class Outlook:
    """The board as a bot looks at it at the beginning of a thought."""

    state: State
    turns_home: dict[Exit, float]
    heaps: tuple[tuple[Cell, float], ...]
    turns_left: float
    fresh: dict[str, float] = field(default_factory=dict)  # what a clan's cart at home can hope for

    @classmethod
    def of(cls, state: State) -> Outlook:
        most = state.box.taken_ending
        heaps = ((cell, best_helping(state, jewels, most)[0]) for cell, jewels in state.jewels.items())
        worthy = tuple((cell, worth) for cell, worth in heaps if worth > 0)
        outlook = cls(state, turns_home(state), worthy, turns_left(state))
        return replace(outlook, fresh={clan: outlook.fresh_hope(clan) for clan in state.clans})

    def fresh_hope(self, clan: str) -> float:
        """What a cart at home can still hope for: it has to enter first, and to build its way."""
        box = self.state.box
        hopes = (self.hope(at, box.starts[at], box.hold_places) for at in box.start_tracks(clan))
        return FRESH * max(hopes, default=0.0) if self.turns_left > 1 else 0.0

    def chance_of_home(self, at: Cell, side: str) -> float:
        """How likely a cart that leaves a square by a side comes home in time."""
        turns = self.turns_home.get((at, side), inf)
        kept = KEPT_EACH_TURN if self.state.turns_left is None else KEPT_IN_ABYSS
        return float(kept**turns) if turns <= self.turns_left + 1 else 0.0

    def hope(self, at: Cell, side: str, room: int) -> float:
        """What the jewels ahead are worth to a cart, the nearest and best counted, as far as there is room."""
        ahead = neighbour(at, side)
        hopes = [
            worth * KEPT_EACH_TURN ** (1 + abs(cell[0] - ahead[0]) + abs(cell[1] - ahead[1]))
            for cell, worth in self.heaps
            if cell != at
        ]
        time = min(1.0, self.turns_left / TIME_TO_HOPE)
        return time * sum(sorted(hopes, reverse=True)[: min(AHEAD, (room + 1) // 2)])


def best_helping(state: State, jewels: Jewels, most: int) -> tuple[float, Jewels]:
    """The best that may be taken from a square, and what it is worth."""
    return max((worth_of(state, part), part) for part in helpings(jewels, most, state.box.taken_first))


def worth_of(state: State, jewels: Jewels) -> float:
    """Points, with a little for the majority of rubies and less for rocks."""
    return sum(_worth_of_one(state.box, kind) for kind in jewels)


def _worth_of_one(box: Box, kind: str) -> float:
    if kind in box.taken_first:
        return ROCK
    return box.jewel_points[kind] + RUBY * (kind == box.most_of)


def turns_left(state: State) -> float:
    """About how many turns each player still has."""
    players = len(state.clans)
    tokens = len(state.lid) / players
    if state.opened:
        return tokens
    if state.turns_left is not None:
        return state.turns_left / players + tokens / 2
    return sum(len(pile) for pile in state.piles[:-1]) / players + 1 + tokens / 2


def turns_home(state: State) -> dict[Exit, float]:
    """For each exit of each square how many turns it is to a start track, the missing tiles counted in."""
    before: dict[Exit, list[tuple[Exit, float]]] = {}
    turns: dict[Exit, float] = {}
    edge: list[tuple[float, Exit]] = []
    for start, inward in state.box.starts.items():
        edge.append((STEP, (neighbour(start, inward), opposite(inward))))
    for cell in state.box.squares:
        for leaving, arriving, cost in _crossings(state, cell):
            before.setdefault(arriving, []).append((leaving, cost))
    while edge:
        cost, here = heappop(edge)
        if here in turns:
            continue
        turns[here] = cost
        for earlier, step in before.get(here, ()):
            if earlier not in turns:
                heappush(edge, (cost + step, earlier))
    return turns


def _crossings(state: State, cell: Cell) -> Iterator[tuple[Exit, Exit, float]]:
    """The ways across a square: from the exit of the square before to an exit of this one, and what it takes."""
    if cell in state.box.centres or cell in state.abyss:
        return
    exits = state.tracks.get(cell)
    for came in SIDES:
        leaving = (neighbour(cell, came), opposite(came))
        for out in others(SIDES, came):
            missing = 1 if exits is None else (came not in exits) + (out not in exits)
            yield leaving, (cell, out), STEP + BUILD * missing
