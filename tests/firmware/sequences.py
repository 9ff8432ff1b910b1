"""Whole games of Railroad Tiles seen through the real vision, measured: rendered pictures, no process, no waiting.

`python -m tests.firmware.sequences [--styles meadow,woodcut,random-1] [--players 1,2] [--seeds 1,2]` prints one row
for each game. Every gesture of the players is rendered, read and explained from the last recorded state, as the service
does it; what is not recorded as it was done is put right and counted.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.bots import throw
from engine.errors import ClearNo, IllegalMove
from engine.games import find_game
from engine.observation import AMBIGUOUS, FOUND, SAME, UNEXPLAINED, entry_of
from firmware.flip import sides_due
from firmware.simulation.box import taught_box
from firmware.simulation.painter import Painter, fits_in_zone
from firmware.simulation.players import shown_and_entered, turn_of
from firmware.simulation.wood import GAME, Wood, alike, as_seen, counted, is_seen, wood_of
from tests.firmware.onlooker import Onlooker
from vision.render.named import STYLES
from vision.render.random_style import random_style
from vision.render.style import Style
from vision.see import entries_of

RULES = find_game(GAME)
FIRST_RANDOM = 700_000  # far from the seeds of training
NAMES = ("Ann", "Bob", "Cleo", "Dino")


@dataclass
class Counts:
    """What came of a game: its pictures, its gestures, and the tiles of the record at its end."""

    looked_at: int = 0
    read_alone: int = 0
    gestures: int = 0
    more_looks: int = 0
    revised: int = 0
    asked: int = 0
    unexplained: int = 0
    wrong: int = 0
    tiles: int = 0
    recorded: int = 0
    same_score: bool = False
    stories: list[str] = field(default_factory=list)

    @property
    def exact(self) -> bool:
        """Whether the evening was hands-free and ended with the right score."""
        return self.same_score and not (self.asked or self.unexplained or self.wrong)


def style_of(name: str) -> Style:
    """A hand-made style by its name, or random-N."""
    if name in STYLES:
        return STYLES[name]
    return random_style(np.random.default_rng(FIRST_RANDOM + int(name.removeprefix("random-"))))


def gestures(players: int, seed: int) -> Iterator[tuple[Any, Any, list[str], bool]]:
    """All that happens in a game among bots: the states before and after, the moves, and whether a camera sees them."""
    dice, state = random.Random(seed), RULES.start(NAMES[:players], {})
    while not RULES.turn(state).over:
        if sides_due(RULES, state):
            turn = [str(throw(RULES, state, dice))]
        else:
            turn = turn_of(RULES, state, RULES.turn(state).actors[0], dice, fits_in_zone)
        for seen, texts in shown_and_entered(turn, is_seen):
            before, state = state, played(state, texts)
            yield before, state, texts, seen


def played(state: Any, texts: Iterable[str]) -> Any:
    """The state after moves, and after corrections that are among them."""
    for do, text in map(entry_of, texts):
        state = RULES.correct(state, text) if do == "correct" else RULES.play(state, RULES.read_move(text, state))
    return state


class Watcher(Onlooker):
    """A painter and a reader of one box."""

    def __init__(self, style: Style, packs: Path, seed: int) -> None:
        super().__init__(GAME, taught_box(packs, style), seed)
        self.painter = Painter(style)

    def see_a_market(self) -> None:
        """See what every evening begins with: a full market, by which the light over the table is known."""
        full = next(after for _, after, texts, shown in gestures(1, 1) if shown and " fill " in texts[0])
        self.reader.read(self.painter.paint(wood_of(full)), GAME)

    def look(self, before: Any, after: Any) -> tuple[Any, Any, int]:
        """What is read of the table after a gesture, what the rules make of it, and how many looks it took."""
        return self.look_at(before, wood_of(after))

    def look_at(self, before: Any, wood: Wood) -> tuple[Any, Any, int]:
        looks, inference = self.look_at_picture(before, self.painter.paint(wood))
        return looks[-1], inference, len(looks)


def watch(style: Style, packs: Path, players: int, seed: int) -> Counts:
    """A whole game with its record; what the record gets wrong in anything that counts is put right, and counted."""
    watcher, counts = Watcher(style, packs, seed), Counts()
    record = after = None
    for before, after, texts, is_shown in gestures(players, seed):
        record = before if record is None else record
        if is_shown:
            record = _shown(watcher, counts, record, after, texts)
            watcher.agree(record)
        else:
            record = _entered(counts, record, after, texts)
    counts.tiles, counts.recorded = tiles_right(record, after)
    counts.same_score = points(record) == points(after)
    return counts


def points(state: Any) -> Any:
    """Every player's points part by part; which of two pawns came first is not to be seen, and changes no sum."""
    told = RULES.score(RULES.position(state)).as_json()
    return [(player["name"], player["total"], player["parts"]) for player in told["players"]], told["winners"]


def tiles_right(record: Any, truth: Any) -> tuple[int, int]:
    """How many tiles lie in the territories, and how many of them are recorded with everything on them."""
    pairs = zip(wood_of(record).territories, wood_of(truth).territories, strict=True)
    both = [(counted(one), counted(other)) for one, other in pairs]
    return sum(len(other) for _, other in both), sum(len(one & other) for one, other in both)


def _entered(counts: Counts, record: Any, after: Any, texts: list[str]) -> Any:
    """What no camera sees is entered on the page; where a misread tile stands in the way, it is put right first."""
    try:
        return played(record, texts)
    except IllegalMove:
        counts.wrong += 1
        counts.stories.append(f"{texts}: cannot be entered, for a tile was misread")
        return after


def _shown(watcher: Watcher, counts: Counts, record: Any, after: Any, texts: list[str]) -> Any:
    counts.gestures += 1
    try:
        seen, inference, looks = watcher.look(record, after)
    except ClearNo as nothing:
        counts.unexplained += 1
        counts.stories.append(f"{texts}: {nothing}")
        return after
    right, shown = read_right(seen, after)
    counts.read_alone += right
    counts.looked_at += shown
    counts.more_looks += looks - 1
    steps = [str(step) for step in inference.moves]
    if inference.verdict == FOUND and alike(wood_of(reached := played(record, steps)), wood_of(after)):
        counts.revised += sum(entry_of(step)[0] == "correct" for step in steps)
        return reached
    counts.wrong += inference.verdict == FOUND
    counts.asked += inference.verdict == AMBIGUOUS
    counts.unexplained += inference.verdict in (UNEXPLAINED, SAME)
    choices = [[str(step) for step in choice] for choice in inference.choices]
    reasons = [str(one.why) for one in inference.contradictions]
    counts.stories.append(f"{texts}: {inference.verdict} {steps} {choices} {reasons}")
    return after


def read_right(seen: Any, after: Any) -> tuple[int, int]:
    """How many tiles of the picture the reader read right by itself, and how many there are."""
    truth = {zone["zone"]: dict(entries_of(zone)) for zone in as_seen(wood_of(after))["zones"]}
    read = {zone["zone"]: dict(entries_of(zone)) for zone in seen["zones"]}
    right = sum(
        cell in read.get(zone, {}) and _face(read[zone][cell]) == _face(entry)
        for zone, entries in truth.items()
        for cell, entry in entries.items()
    )
    return right, sum(map(len, truth.values()))


def _face(entry: Any) -> Any:
    spots = sorted((spot["kind"], spot["pawn"]) for spot in entry["spots"])
    return entry["sides"], entry["urban"], entry["station"], entry["objective"], spots


COLUMNS = (
    "style", "players", "seed", "tiles on all pictures", "read right alone", "tiles at the end", "recorded right",
    "gestures", "more looks", "seen better later", "asked", "not explained", "wrong", "score exact", "hands-free",
)  # fmt: skip


def row(name: str, players: int, seed: int, counts: Counts) -> str:
    share = f"{100 * counts.read_alone / max(counts.looked_at, 1):.1f} %"
    cells = (
        name, players, seed, counts.looked_at, share, counts.tiles, counts.recorded, counts.gestures, counts.more_looks,
        counts.revised, counts.asked, counts.unexplained, counts.wrong, *("yes" if fine else "no" for fine in
        (counts.same_score, counts.exact)),
    )  # fmt: skip
    return line(cells)


def line(cells: Iterable[Any]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--styles", default="meadow")
    parser.add_argument("--players", default="2,1")
    parser.add_argument("--seeds", default="1")
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
                    packs = (args.packs or Path(folder)) / name
                    counts = watch(style_of(name), packs, players, seed)
                    print(row(name, players, seed, counts), flush=True)
                    if args.stories:
                        print(*counts.stories, sep="\n", flush=True)
                    exact = exact and counts.exact
    return 0 if exact else 1


if __name__ == "__main__":
    sys.exit(main())
