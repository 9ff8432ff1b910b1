"""Whole games of Off the Rails seen through the real vision, measured: rendered pictures, no process, no waiting.

`python -m tests.firmware.mine_sequences [--styles cavern,random-1] [--players 2] [--seeds 1]` prints one row for each
game, as `tests.firmware.sequences` does for Railroad Tiles.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2

from engine.errors import ClearNo
from engine.games import find_game
from engine.observation import AMBIGUOUS, FOUND, SAME, UNEXPLAINED
from firmware.reading import explanations_of
from firmware.simulation.mine import GAME, MinePainter, as_seen, mine_of, same_loads, taught_mine
from firmware.simulation.players import shown_and_entered, turn_of
from firmware.simulation.wood import is_seen, wood_of
from tests.firmware.onlooker import Onlooker
from tests.firmware.sequences import NAMES, line
from vision.mine.evaluate import compare

RULES = find_game(GAME)


@dataclass
class Counts:
    """What came of a game: what single looks read, and its gestures."""

    squares: int = 0
    squares_right: int = 0
    carts: int = 0
    carts_right: int = 0
    gestures: int = 0
    more_looks: int = 0
    asked: int = 0
    unexplained: int = 0
    wrong: int = 0
    same_score: bool = False
    stories: list[str] = field(default_factory=list)

    @property
    def put_right(self) -> int:
        """How often people had to enter what was done, or take back what was not."""
        return self.unexplained + self.wrong

    @property
    def exact(self) -> bool:
        """Whether the evening was hands-free and ended with the right score."""
        return self.same_score and not (self.asked or self.put_right)


def next_gesture(state: Any, dice: random.Random) -> tuple[Any, list[str], bool]:
    """What is done next in a game among bots: the state after it, the moves, and whether a camera sees them."""
    turn = turn_of(RULES, state, RULES.turn(state).actors[0], dice)
    seen, texts = next(iter(shown_and_entered(turn, lambda text: is_seen(text, GAME))))
    after = played(state, texts)
    return after, texts, seen and wood_of(state) != wood_of(after)


def played(state: Any, texts: Iterable[str]) -> Any:
    for text in texts:
        state = RULES.play(state, RULES.read_move(text, state))
    return state


class Watcher(Onlooker):
    """A painter and a reader of one box."""

    def __init__(self, style: str, packs: Path, seed: int = 1) -> None:
        super().__init__(GAME, taught_mine(packs, style), seed)
        self.painter = MinePainter(style)

    def look(self, record: Any, mine: Any, painter: MinePainter | None = None) -> tuple[Any, Any, int]:
        """What the first look reads of a board, what the rules make of the last, and how many looks it took."""
        return self.look_at(record, (painter or self.painter).paint(mine))

    def look_at(self, record: Any, picture: Any) -> tuple[Any, Any, int]:
        looks, inference = self.look_at_picture(record, picture)
        return looks[0], inference, len(looks)


def watch(style: str, packs: Path, players: int, seed: int, fast: bool = True) -> Counts:
    """A whole game with its record; what the record gets wrong is put right, and counted."""
    watcher, counts, dice = Watcher(style, packs, seed), Counts(), random.Random(seed)
    record = RULES.start(NAMES[:players], {"fast": fast})
    watcher.look(record, mine_of(record))
    watcher.agree(record)
    counts.same_score = True
    while not RULES.turn(record).over:
        after, texts, is_shown = next_gesture(record, dice)
        record = _shown(watcher, counts, record, after, texts) if is_shown else after
        if is_shown:
            watcher.agree(record)
        counts.same_score = counts.same_score and points(record) == points(after)
    return counts


def points(state: Any) -> Any:
    """Every player's points part by part."""
    told = RULES.score(RULES.position(state)).as_json()
    return [(player["name"], player["total"], player["parts"]) for player in told["players"]], told["winners"]


def same_record(one: Any, other: Any) -> bool:
    """Whether two states are the same on the board, in the holds and in the stashes."""
    return mine_of(one) == mine_of(other) and same_loads(one, other)


def _shown(watcher: Watcher, counts: Counts, record: Any, after: Any, texts: list[str]) -> Any:
    counts.gestures += 1
    try:
        seen, inference, looks = watcher.look(record, mine_of(after))
    except ClearNo as nothing:
        counts.unexplained += 1
        counts.stories.append(f"{texts}: {nothing}")
        return after
    _count_alone(counts, seen, after)
    counts.more_looks += looks - 1
    told = explanations_of(inference)
    if inference.verdict == FOUND and same_record(reached := played(record, told[0]), after):
        return reached
    offered = inference.verdict == AMBIGUOUS and any(same_record(played(record, one), after) for one in told)
    counts.asked += offered
    counts.wrong += inference.verdict == FOUND
    counts.unexplained += inference.verdict in (UNEXPLAINED, SAME) or (inference.verdict == AMBIGUOUS and not offered)
    reasons = [str(one.why) for one in inference.contradictions]
    counts.stories.append(f"{texts}: {inference.verdict} {'(offered)' if offered else ''} {told} {reasons}")
    return after


def _count_alone(counts: Counts, seen: Any, after: Any) -> None:
    """What one look read right by itself."""
    told = compare(as_seen(mine_of(after)), seen)
    counts.squares, counts.squares_right = counts.squares + told.squares, counts.squares_right + told.squares_right
    counts.carts, counts.carts_right = counts.carts + told.carts, counts.carts_right + told.carts_right


COLUMNS = (
    "style", "players", "seed", "squares on all pictures", "read right alone", "carts", "read right alone",
    "gestures", "more looks", "asked", "put right", "of these recorded wrong", "score exact", "hands-free",
)  # fmt: skip


def row(name: str, players: int, seed: int, counts: Counts) -> str:
    shares = [
        f"{100 * right / max(count, 1):.1f} %"
        for right, count in ((counts.squares_right, counts.squares), (counts.carts_right, counts.carts))
    ]
    return line((
        name, players, seed, counts.squares, shares[0], counts.carts, shares[1], counts.gestures, counts.more_looks,
        counts.asked, counts.put_right, counts.wrong, *("yes" if fine else "no" for fine in
        (counts.same_score, counts.exact)),
    ))  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--styles", default="cavern")
    parser.add_argument("--players", default="2")
    parser.add_argument("--seeds", default="1")
    parser.add_argument("--long", action="store_true", help="not the fast game")
    parser.add_argument("--packs", type=Path, default=None, help="keep the taught boxes here")
    parser.add_argument("--stories", action="store_true", help="tell what was not recorded as it was done")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    exact = True
    print(line(COLUMNS), line(["---"] * len(COLUMNS)), sep="\n")
    with tempfile.TemporaryDirectory() as folder:
        for name in args.styles.split(","):
            for players in map(int, args.players.split(",")):
                for seed in map(int, args.seeds.split(",")):
                    counts = watch(name, args.packs or Path(folder), players, seed, not args.long)
                    print(row(name, players, seed, counts), flush=True)
                    if args.stories:
                        print(*counts.stories, sep="\n", flush=True)
                    exact = exact and counts.exact
    return 0 if exact else 1


if __name__ == "__main__":
    sys.exit(main())
