"""Illegal placements on rendered pictures, through the real vision: how many come out as what they are."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import cv2

from tests.firmware.mistakes import COLUMNS, mistakes, outcome_of, row
from tests.firmware.sequences import Watcher, line, style_of

STYLES = ("meadow", "nursery", "random-1", "random-5")
CASES = 12
ABOUT = (
    "A quarter each: a side that does not match, a place that touches others by a corner only, a tile that was never",
    "taken, a place that touches nothing. Each style is taught by two photos.",
)


def table_lines() -> Iterator[str]:
    cv2.setNumThreads(1)
    yield "# Illegal placements seen through the camera"
    yield ""
    yield from ABOUT
    yield ""
    yield line(COLUMNS)
    yield line(["---"] * len(COLUMNS))
    with tempfile.TemporaryDirectory() as packs:
        for name in STYLES:
            yield row(name, outcome_of(Watcher(style_of(name), Path(packs) / name, 1), mistakes(CASES, 1)))
