"""Whole games and illegal placements on rendered pictures, through the real vision: what comes of them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import cv2

from tests.firmware import mistakes as wrong
from tests.firmware.sequences import COLUMNS, Watcher, line, row, style_of, watch

# Style, players, seed. All styles are left out of training; the random ones come from seeds that training never uses.
GAMES = (("meadow", 2, 3), ("meadow", 1, 12), ("nursery", 1, 8), ("random-1", 1, 4))
MISTAKEN = ("meadow",)
CASES = 18
ABOUT_GAMES = (
    "Whole games among bots, every gesture rendered, read and explained as the service does it; each style is",
    "taught by two photos. *Read right alone* is `see` on single pictures; *recorded right* is what the record holds",
    "at the end, with every spot; *hands-free* means that nobody was asked and nothing put right.",
)
ABOUT_MISTAKES = (
    "A third each: a side that does not match, a place that touches by a corner only, a tile that was never taken.",
)


def table_lines(packs: Path | None = None) -> Iterator[str]:
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as folder:
        kept = packs or Path(folder)
        yield from _games(kept)
        yield ""
        yield from _mistakes(kept)


def _games(packs: Path) -> Iterator[str]:
    yield "# Games seen through the camera"
    yield ""
    yield from ABOUT_GAMES
    yield ""
    yield line(COLUMNS)
    yield line(["---"] * len(COLUMNS))
    for name, players, seed in GAMES:
        yield row(name, players, seed, watch(style_of(name), packs / name, players, seed))


def _mistakes(packs: Path) -> Iterator[str]:
    yield "## Illegal placements"
    yield ""
    yield from ABOUT_MISTAKES
    yield ""
    yield line(wrong.COLUMNS)
    yield line(["---"] * len(wrong.COLUMNS))
    for name in MISTAKEN:
        outcome = wrong.outcome_of(Watcher(style_of(name), packs / name, 1), wrong.mistakes(CASES, 1))
        yield wrong.row(name, outcome)
