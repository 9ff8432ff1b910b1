"""What is seen of cards: each card with its place, and the zones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# What is said at most of what may be otherwise.
DOUBTFUL = 0.8
# Fit (cost for each column) and margin at which a card is as likely right as wrong, and how fast doubt goes.
FIT, _FIT_STEP = 0.6, 0.05
_MARGIN, _MARGIN_STEP = 0.0, 0.11


def likely(fit: float, margin: float) -> float:
    """The raw chance of a card that is so unlike its face, and by so much less than any other."""
    return _sure((FIT - fit) / _FIT_STEP) * _sure((margin - _MARGIN) / _MARGIN_STEP)


def _sure(x: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(x, -30, 30))))


@dataclass(frozen=True)
class SeenCard:
    """A card, or the strip of it that shows: its corners in the photo, its kind and the chance of it.

    `raw` is the chance before it was made honest; `doubtful` kinds were misread on their own lessons. `rival` is what
    else it may be, `fit` how unlike its face it is (0..1), `share` how much of it shows.
    """

    kind: str | None
    quad_px: NDArray[np.float64]
    chance: float
    ticket: tuple[str, str] | None = None
    raw: float = 0.0
    doubtful: bool = False
    rival: str | None = None
    fit: float = 1.0
    share: float = 1.0

    @property
    def name(self) -> str | None:
        """What to call it: its kind, or the ends of a ticket."""
        return " - ".join(self.ticket) if self.ticket else self.kind


@dataclass(frozen=True)
class SeenZone:
    """What was seen in a zone, and where."""

    number: int | None
    cards: tuple[SeenCard, ...]
