"""Whole games on rendered pictures, through the real vision: what comes of them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import cv2

from tests.firmware.sequences import COLUMNS, line, row, style_of, watch

# Style, players, seed. All styles are left out of training; the random ones come from seeds that training never uses.
GAMES = (("meadow", 2, 3), ("meadow", 1, 12), ("nursery", 1, 8), ("random-1", 1, 4))
ABOUT_GAMES = (
    "Whole games among bots, every gesture rendered, read and explained as the service does it; each style is",
    "taught by two photos. *Read right alone* is `see` on single pictures; *recorded right* is what the record holds",
    "at the end, with every spot; *hands-free* means that nobody was asked and nothing put right.",
)


def table_lines() -> Iterator[str]:
    cv2.setNumThreads(1)
    yield "# Games seen through the camera"
    yield ""
    yield from ABOUT_GAMES
    yield ""
    yield line(COLUMNS)
    yield line(["---"] * len(COLUMNS))
    with tempfile.TemporaryDirectory() as packs:
        for name, players, seed in GAMES:
            yield row(name, players, seed, watch(style_of(name), Path(packs) / name, players, seed))
