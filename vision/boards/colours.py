"""What colours the pieces have, in the light of the blank picture: from their names, then from pieces seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.boards.lab import to_lab
from vision.boards.slots import WITHIN, Cuts, Field

# Blue, green, red of plastic pieces as they are sold, in even light.
NAMED: dict[str, tuple[int, int, int]] = {
    "red": (40, 35, 185),
    "green": (75, 105, 35),
    "blue": (180, 105, 25),
    "black": (38, 36, 36),
    "yellow": (35, 195, 225),
    "white": (205, 210, 215),
    "turquoise": (165, 165, 45),
    "purple": (125, 50, 110),
    "orange": (30, 110, 225),
    "pink": (150, 90, 215),
    "brown": (45, 70, 110),
    "gray": (125, 125, 125),
    "silver": (165, 165, 165),
    "gold": (60, 150, 190),
    "teal": (125, 120, 20),
    "violet": (140, 60, 120),
}
# How far pieces of one colour spread (L, a, b) before any was seen, and at least.
FIRST_SPREAD = np.array([2.2, 2.0, 2.0])
LEAST_SPREAD = np.array([0.75, 0.4, 0.4])
CHANGED = 4.0
FEWEST_PX = 60


@dataclass(frozen=True)
class PieceColour:
    """A colour with its spread, in the Lab steps of the cuts; `seen_px` is on how many pixels it rests."""

    mean: NDArray[np.float64]
    spread: NDArray[np.float64]
    seen_px: int = 0

    def off(self, lab: Field) -> Field:
        """The squared distance of pixels from this colour, in spreads; `lab` has L, a, b along its first axis."""
        light, a, b = (part - np.float32(mean) for part, mean in zip(lab, self.mean, strict=True))
        inverse = np.linalg.inv(self.spread).astype(np.float32)
        squares = inverse[0, 0] * light * light + inverse[1, 1] * a * a + inverse[2, 2] * b * b
        mixed = inverse[0, 1] * light * a + inverse[0, 2] * light * b + inverse[1, 2] * a * b
        return np.asarray(squares + 2 * mixed, np.float32)


def named_colours(names: Sequence[str]) -> tuple[PieceColour, ...]:
    """A start without teaching; a name nobody knows is a middle grey with a wide spread."""
    known = np.array([[NAMED.get(name, (128, 128, 128)) for name in names]], np.float32)
    spread = [np.diag((FIRST_SPREAD * (1 if name in NAMED else 3)) ** 2) for name in names]
    return tuple(
        PieceColour(mean.astype(np.float64), wide) for mean, wide in zip(to_lab(known)[0], spread, strict=True)
    )


def learned_colours(
    first: Sequence[PieceColour], stacks: Sequence[tuple[Cuts, NDArray[np.intp]]]
) -> tuple[PieceColour, ...]:
    """The colours of the pieces in these cuts; owners are 0 for nobody, k + 1 for colour k. Unseen ones stay."""
    return tuple(_learned(colour, _piece_px(stacks, k + 1)) for k, colour in enumerate(first))


def _piece_px(stacks: Sequence[tuple[Cuts, NDArray[np.intp]]], owner: int) -> NDArray[np.float64]:
    """The pixels in the middle of owned spaces that are not the board's own."""
    parts = []
    for cuts, owners in stacks:
        owned = owners == owner
        parts.append(cuts.raised[owned][:, *WITHIN][cuts.off[owned][:, *WITHIN] > CHANGED])
    return np.concatenate(parts).astype(np.float64)


def _learned(first: PieceColour, pixels: NDArray[np.float64]) -> PieceColour:
    """Mean and spread of the pixels that belong together: shine, shadow and a wrong label are left out."""
    if len(pixels) < FEWEST_PX:
        return first
    mean, kept = np.median(pixels, axis=0), pixels
    for _ in range(5):
        off = (((pixels - mean) / np.array([2.0, 1.2, 1.2])) ** 2).sum(axis=1)
        kept = pixels[off <= np.quantile(off, 0.8)]
        mean = kept.mean(axis=0)
    spread = 1.6 * np.cov(kept.T) + np.diag(LEAST_SPREAD**2)
    return PieceColour(mean, spread, len(kept))
