"""Illegal placements in rendered pictures, through the real vision: how many come out as what they are.

`python -m tests.firmware.mistakes [--styles meadow,woodcut] [--cases 25]` prints one row for each style. Each case is a
state of a solo game in which the player has tiles to lay, and one of these laid against the rules: a side that does not
match, a place that touches others by a corner only, or a tile that was never taken.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from engine.observation import FOUND, UNEXPLAINED
from engine.parts.grid import Cell
from engine.railroad_tiles.legality import why_not_there
from engine.railroad_tiles.state import SELECTION, State
from engine.railroad_tiles.tile import Tile, shape, ways_of
from firmware.simulation.painter import fits_in_zone
from firmware.simulation.wood import Wood, wood_of
from tests.firmware.sequences import Watcher, gestures, line, played, style_of

KINDS = ("a side that does not match", "touching by a corner only", "a tile of somebody else")


@dataclass(frozen=True)
class Mistake:
    """A tile laid against the rules, and the state before it."""

    kind: str
    state: State
    cell: Cell
    tile: Tile

    @property
    def wood(self) -> Wood:
        return wood_of(self.state).with_tile(0, self.cell, self.tile)


def mistakes(count: int, seed: int) -> Iterator[Mistake]:
    """Mistakes of all kinds in turn, in the course of games."""
    dice, made = random.Random(seed), 0
    while made < count:
        for state in laying_states(dice.randrange(1000)):
            mistake = _mistake(state, KINDS[made % len(KINDS)], dice)
            if made < count and mistake is not None and dice.random() < 0.4:
                made += 1
                yield mistake


def laying_states(seed: int) -> Iterator[State]:
    """The moments of a solo game at which tiles are in the hand and some lie already."""
    for before, _, texts, _ in gestures(1, seed):
        for number in range(1, len(texts)):
            state = played(before, texts[:number])
            if state.phase == SELECTION and state.laying == 0 and len(state.players[0].territory.tiles) > 1:
                yield state


def _mistake(state: State, kind: str, dice: random.Random) -> Mistake | None:
    player, tile = state.players[0], dice.choice(state.players[0].hand)
    territory = player.territory
    cells, gaps = list(territory.tiles), [cell for cell in territory.gaps if fits_in_zone([*territory.tiles, cell])]
    if kind == KINDS[1]:
        across = [(x + dx, y + dy) for x, y in cells for dx in (-1, 1) for dy in (-1, 1)]
        free = [cell for cell in across if cell not in territory.gaps and cell not in cells]
        apart = [cell for cell in free if fits_in_zone([*cells, cell])]
        return Mistake(kind, state, dice.choice(apart), tile) if apart else None
    if kind == KINDS[2]:
        held = {shape(one.sides) for one in player.hand}
        tile = dice.choice([one for one, _ in state.box.tiles if shape(one.sides) not in held])
    fits = kind == KINDS[2]
    ways = [
        (cell, tile.laid(way))
        for cell in gaps
        for way in ways_of(tile.sides)
        if (why_not_there(territory, cell, way) is None) == fits
    ]
    return Mistake(kind, state, *dice.choice(ways)) if ways else None


@dataclass
class Outcome:
    """What came of the mistakes of one style."""

    cases: int = 0
    reported: int = 0
    asked: int = 0
    taken: int = 0


def outcome_of(watcher: Watcher, tried: Iterator[Mistake]) -> Outcome:
    outcome = Outcome()
    watcher.see_a_market()
    for mistake in tried:
        _, inference, _ = watcher.look_at(mistake.state, mistake.wood)
        outcome.cases += 1
        outcome.reported += is_reported(mistake, inference)
        outcome.asked += inference.verdict not in (FOUND, UNEXPLAINED)
        outcome.taken += inference.verdict == FOUND
    return outcome


def is_reported(mistake: Mistake, inference: Any) -> bool:
    """Whether the camera says that something is wrong, and where."""
    return inference.verdict == UNEXPLAINED and mistake.cell in [one.at for one in inference.contradictions]


COLUMNS = ("style", "illegal placements", "reported as illegal", "asked about", "taken for a move")


def row(name: str, outcome: Outcome) -> str:
    return line([name, outcome.cases, outcome.reported, outcome.asked, outcome.taken])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--styles", default="meadow")
    parser.add_argument("--cases", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--packs", type=Path, default=None, help="keep the taught boxes here")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    print(line(COLUMNS), line(["---"] * len(COLUMNS)), sep="\n")
    with tempfile.TemporaryDirectory() as folder:
        for name in args.styles.split(","):
            watcher = Watcher(style_of(name), (args.packs or Path(folder)) / name, args.seed)
            outcome = outcome_of(watcher, mistakes(args.cases, args.seed))
            print(row(name, outcome), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
