"""How bright and how shiny the pieces of a photo are beside the taught ones.

Pieces stand up into the light, so that a lamp makes them brighter than the board, and mirrors itself in some: rubies
become pink, rocks grey. All jewels of a photo tell together how much, each place by those around it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.mine.nets import DARK, to_log
from vision.mine.view import FINE_PX, JEWEL_PX, RIM, MineView

Bgr = NDArray[np.uint8]
Floats = NDArray[np.float64]

# A jewel's colour is the mean of so many pixels of the fine picture to all sides.
REACH = 4
WHITE, KEPT = 255.0, 0.4
# What may be: how bright, and what part of the light is the lamp's mirror image; how unusual they are.
BRIGHT, SHINE = np.exp(np.arange(-6, 7) * 0.1), np.arange(-3, 16) * 0.05
USUAL_BRIGHT, USUAL_SHINE = 0.3, 0.2
# No colour is known better than this; what is no jewel counts as so unlikely, and shine is alike over so many squares.
LEAST_SPREAD, ODD, NEAR = 0.004, -8.0, 1.5
# A piece differs from the bare board by so much, and reaches so far, in pixels of the fine picture.
SAME, OTHER, RADIUS, SOFT, AROUND = 0.1, 0.3, 9.0, 3.0, 12
# Fewer jewels tell nothing.
FEWEST = 6


@dataclass(frozen=True)
class Colours:
    """The taught colours of jewels, blue, green, red, and the spread of their logarithms."""

    means: Floats
    spread: Floats

    def told(self) -> dict[str, Any]:
        return {"means": np.round(self.means, 2).tolist(), "spread": np.round(self.spread, 5).tolist()}

    @classmethod
    def from_told(cls, told: Mapping[str, Any]) -> Colours:
        means, spread = (np.array(told[name], np.float64) for name in ("means", "spread"))
        if means.ndim != 2 or means.shape[1] != 3 or spread.shape != (3, 3):
            raise ValueError("colours are no table")
        return cls(means, spread)


def colours_at(view: MineView, places: Floats) -> Floats:
    """The mean colours of the photo about places of the field."""
    middles = np.rint((places + RIM) * FINE_PX).astype(int)
    most = np.array(view.fine_bgr.shape[1::-1]) - REACH - 1
    x, y = np.clip(middles, REACH, most).T
    steps = np.arange(-REACH, REACH + 1)
    at = (y[:, None] + steps)[:, :, None], (x[:, None] + steps)[:, None, :]
    return np.asarray(view.fine_bgr[at].mean((1, 2), dtype=np.float64))


def learned_colours(colours: Floats, labels: NDArray[np.intp]) -> Colours | None:
    """By jewels whose kinds are known; kinds that were not seen are left out."""
    if len(colours) < FEWEST:
        return None
    kinds, numbers = np.unique(labels, return_inverse=True)
    means = np.stack([colours[numbers == k].mean(0) for k in range(len(kinds))])
    rest = _logs(colours) - _logs(means)[numbers]
    return Colours(means, rest.T @ rest / len(rest))


def _logs(colours: Floats) -> Floats:
    return np.asarray(np.log(np.clip(colours, 0, 400) + DARK))


@dataclass(frozen=True)
class PieceLight:
    """How bright pieces are, and how shiny at each place."""

    bright: float
    shine: Floats

    def taken_off(self, cuts: Bgr) -> Bgr:
        """Cuts about the places, each beside the same without pieces, with the pieces as they were taught."""
        evened, middle = cuts.copy(), slice(JEWEL_PX // 2 - AROUND, JEWEL_PX // 2 + AROUND)
        inner = cuts[:, middle, middle]
        logs, seen = to_log(inner), inner[..., :3].astype(np.float32)
        off = np.abs(logs[..., :3] - logs[..., 3:]).max(3)
        share = (np.clip((off - SAME) / (OTHER - SAME), 0, 1) * _INSIDE)[..., None].astype(np.float32)
        shine = self.shine.astype(np.float32)[:, None, None, None]
        plain = np.clip((seen - WHITE * shine) / (self.bright * (1 - (1 - KEPT) * shine)), 0, 255)
        evened[:, middle, middle, :3] = np.rint(seen + share * (plain - seen))
        return evened


def _inside() -> Floats:
    """Which pixels about the middle of a cut may be a jewel's, from 0 to 1."""
    at = np.arange(2 * AROUND) - AROUND + 0.5
    return np.asarray(np.clip((RADIUS + SOFT - np.hypot(at[:, None], at[None])) / SOFT, 0, 1))


_INSIDE = _inside()


def piece_light(known: Colours, colours: Floats, jewels: Floats, places: Floats) -> PieceLight:
    """The light on pieces by the colours of what are likely jewels, at any places."""
    if len(jewels) < FEWEST:
        return PieceLight(1.0, np.zeros(len(places)))
    bright, shine = BRIGHT[:, None, None, None], SHINE[:, None, None]
    expected = _logs(known.means * bright * (1 - (1 - KEPT) * shine) + WHITE * shine)
    whiten = np.linalg.cholesky(np.linalg.inv(known.spread + LEAST_SPREAD * np.eye(3)))
    off = (_logs(colours) @ whiten)[:, None] - (expected @ whiten)[:, :, None]
    misfit = 0.5 * np.einsum("bsnkc,bsnkc->bsnk", off, off)
    fits = np.maximum(np.log(np.exp(-misfit).mean(3) + 1e-12), ODD)
    usual = -0.5 * (np.log(BRIGHT) / USUAL_BRIGHT)[:, None] ** 2 - 0.5 * (SHINE / USUAL_SHINE) ** 2
    best = int((fits.sum(2) + usual).max(1).argmax())
    near = np.exp(-((jewels[:, None] - places) ** 2).sum(2) / (2 * NEAR**2))
    shines = SHINE[(fits[best] @ near + usual[best][:, None]).argmax(0)]
    return PieceLight(float(BRIGHT[best]), np.asarray(shines))
