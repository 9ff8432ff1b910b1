"""Finds the zones of a photo and, in each, where the tiles lie: every tile with its cell and its own four corners."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.markers import Camera

Points = NDArray[np.float64]


@dataclass(frozen=True)
class FoundTile:
    """One tile on the table.

    `at` is (column, row) with the smallest 0; in the market (column of tiles from the left, place from the top).
    `quad_px` holds the tile's own corners TL TR BR BL in photo pixels, where "up" is as the zone's markers say.
    """

    at: tuple[int, int]
    quad_px: Points
    presence: float


@dataclass(frozen=True)
class FoundZone:
    """The tiles of one zone; `number` is None in a photo without tags, `camera` is None if nothing is known of it."""

    number: int | None
    tiles: tuple[FoundTile, ...]
    camera: Camera | None


def find_tiles(photo_bgr: NDArray[np.uint8], pack: Path | None = None) -> tuple[FoundZone, ...]:
    """All zones with their tiles, in the order of their numbers."""
    raise SystemExit("under construction")
