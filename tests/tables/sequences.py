"""Whole games on rendered pictures, through the real vision: what comes of them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import cv2

from tests.firmware import mine_sequences
from tests.firmware.sequences import COLUMNS, line, row, style_of, watch
from vision.render.named import STYLES

# Style, players, seed. All styles are left out of training; the random ones come from seeds that training never uses.
# The solo games' seeds were chosen before anything was seen of these games, and are the same for every style.
GAMES = (("meadow", 2, 3), *((name, 1, seed) for name in (*STYLES, "random-1") for seed in (21, 22)))
ABOUT_GAMES = (
    "Whole games among bots, every gesture rendered, read and explained as the service does it; each style is",
    "taught by two photos. *Read right alone* is `see` on single pictures; *recorded right* is what the record holds",
    "at the end, with every spot; *hands-free* means that nobody was asked and nothing put right.",
)

# The same for Off the Rails, the fast game: a hand-made style and one from a seed that training never uses.
MINES = (("random-1", 2, 1), ("cavern", 2, 1))
ABOUT_MINES = (
    "Off the Rails in the same way. *Read right alone* is what one look reads without the rules: of all squares with",
    "something on them, and of all carts. *Asked* means that what was done is among the choices, *put right* that it",
    "must be entered. What no camera can see, such as which of two carts took a jewel, is always asked.",
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
        played = [(*game, watch(style_of(game[0]), Path(packs) / game[0], *game[1:])) for game in GAMES]
    yield from (row(*game) for game in played)
    yield ""
    tiles, right = (sum(getattr(game[-1], part) for game in played) for part in ("tiles", "recorded"))
    free = sum(game[-1].exact for game in played)
    yield f"{right} of {tiles} tiles recorded right, {free} of {len(played)} games hands-free."
    yield ""
    yield from ABOUT_MINES
    yield ""
    yield line(mine_sequences.COLUMNS)
    yield line(["---"] * len(mine_sequences.COLUMNS))
    with tempfile.TemporaryDirectory() as packs:
        yield from (mine_sequences.row(*game, mine_sequences.watch(game[0], Path(packs), *game[1:])) for game in MINES)
