"""What the faces of a box's dice look like: a die is laid on those of the lessons, since all are printed alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.mine.nets import to_log

Cuts = NDArray[np.uint8]
Floats = NDArray[np.float32]

# Dice are cut out so many squares wide, in so many pixels and turns; a face is known by a disc of so many pixels to all
# sides, which may lie so far off.
SPAN, PX, TURNS = 0.75, 36, 24
RADIUS, REACH = 5, 4
# Less contrast than this tells nothing.
FAINT = 0.25
SPEEDS = 6
# So much counts the head, and likeness, where either counts alone.
HEAD, LIKENESS = 2.0, 60.0
# A speed that no lesson shows is taken to be as alike as all but so many of the lessons' dice are to others of their
# speed, but not more than this: what is less like all that is known is likely new. In older packs it is so much less
# alike than the best.
FEW, MOST_ALIKE, UNSEEN = 0.1, 0.9, 0.08
# How much likeness may count; of what suits the lessons equally well, the least.
SHARES = (0.0, 0.25, 0.5, 0.75)
_SIDE = 2 * RADIUS + 1
_AT = np.arange(_SIDE) - RADIUS
_DISC = (np.hypot(_AT[:, None], _AT[None]) <= RADIUS + 0.1).astype(np.float32).ravel()


@dataclass(frozen=True)
class Faces:
    """The middles of the lessons' dice, without light and contrast, their speeds, and how much likeness counts.

    `usual` is how alike a die mostly is to another one of its speed.
    """

    looks: Floats
    speeds: NDArray[np.intp]
    share: float = SHARES[0]
    usual: float | None = None

    @classmethod
    def learned(cls, cuts: Cuts, speeds: NDArray[np.intp], heads: NDArray[np.float64]) -> Faces:
        """By dice in all turns (dice, turns, picture), the first upright, and what a head taught by others says."""
        middle = slice(PX // 2 - RADIUS, PX // 2 + RADIUS + 1)
        upright = np.concatenate([_striking(die[:1]) for die in cuts])
        faces = cls(_evened(upright[:, middle, middle].reshape(len(cuts), -1)), speeds)
        alike = [faces.likeness(die, without=n) for n, die in enumerate(cuts)]
        asked = [n for n, speed in enumerate(speeds) if not np.isnan(alike[n][speed - 1])]
        if not asked:
            return faces
        usual = min(MOST_ALIKE, float(np.quantile([alike[n][speeds[n] - 1] for n in asked], FEW)))
        faces, right = replace(faces, usual=usual), []
        for share in SHARES:
            logs = [replace(faces, share=share).weighed(heads[n], alike[n])[speeds[n] - 1] for n in asked]
            right.append(float(np.mean(np.maximum(logs, -5.0))))
        return replace(faces, share=SHARES[int(np.argmax(right))])

    def likeness(self, cuts: Cuts, without: int | None = None) -> Floats:
        """How much a die, cut out in all turns, looks like each speed at best, from 0 to 1; NaN if it was not seen."""
        first, last = PX // 2 - RADIUS - REACH, PX // 2 + RADIUS + REACH + 1
        windows = sliding_window_view(_striking(cuts)[:, first:last, first:last], (_SIDE, _SIDE), (1, 2))
        most = np.abs(_evened(windows.reshape(-1, _SIDE * _SIDE)) @ self.looks.T).max(0)
        others = np.arange(len(most)) != without
        found = [most[(self.speeds == speed) & others] for speed in range(1, SPEEDS + 1)]
        return np.array([part.max() if len(part) else np.nan for part in found], np.float32)

    def weighed(self, head: NDArray[np.float64], alike: Floats) -> NDArray[np.float64]:
        """The logarithms of the chances of 1 to 6, by those of the head and by likeness."""
        if np.isnan(alike).all():
            seen = 0 * head
        else:
            new = float(np.nanmax(alike)) - UNSEEN if self.usual is None else self.usual
            seen = np.where(np.isnan(alike), new, alike)
        logs = HEAD * (1 - self.share) * head + LIKENESS * self.share * seen
        return np.asarray(logs - np.logaddexp.reduce(logs))

    def told(self) -> dict[str, Any]:
        looks = np.round(self.looks.astype(float), 4).tolist()
        return {"looks": looks, "speeds": self.speeds.tolist(), "share": self.share, "usual": self.usual}

    @classmethod
    def from_told(cls, told: Mapping[str, Any]) -> Faces:
        looks, speeds = np.array(told["looks"], np.float32), np.array(told["speeds"], np.intp)
        if looks.shape != (len(speeds), _SIDE * _SIDE):
            raise ValueError("faces of dice are no pictures")
        usual = None if told.get("usual") is None else float(told["usual"])
        return cls(looks, speeds, float(told["share"]), usual)


def _striking(cuts: Cuts) -> Floats:
    """A die in all turns along the colour in which its face differs most: green pips may be as bright as a purple die.

    Which end of that colour is up says nothing.
    """
    logs = to_log(cuts)
    middle = slice(PX // 2 - RADIUS, PX // 2 + RADIUS + 1)
    face = logs[0, middle, middle].reshape(-1, logs.shape[-1])[_DISC > 0]
    return np.asarray(logs @ np.linalg.svd(face - face.mean(0))[2][0] / np.sqrt(logs.shape[-1]), np.float32)


def _evened(discs: Floats) -> Floats:
    """Discs as numbers whose mean is 0 and whose squares add up to 1, or less if they are faint."""
    inner = discs * _DISC
    inner -= inner.sum(1, keepdims=True) / _DISC.sum() * _DISC
    long = np.sqrt(np.einsum("nk,nk->n", inner, inner))[:, None]
    return np.asarray(inner / np.maximum(long, FAINT), np.float32)
