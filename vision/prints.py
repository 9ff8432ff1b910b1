"""The box's own icons as the taught photos show them: an icon is known by its print, whatever route lies under it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.patch import PATCH_PX

Floats = NDArray[np.float32]
KINDS = 3
RADIUS_PX = 8
SLACK_PX = 4
TURNS_DEG = range(0, 360, 30)
# A print is kept with a little around it, so that it can be turned.
KEPT_PX = 2 * RADIUS_PX + 4
_HALF = KEPT_PX // 2
_MIDDLE = PATCH_PX // 2
# What prints are never closer than: noise of the camera.
_FLOOR = 0.005


@dataclass(frozen=True)
class IconPrints:
    """Middles of taught patches in log colour without light, the kind (0 to 2) of each.

    `usual` is how far places without an icon are from the nearest print; it is not a number where none was seen.
    """

    views: Floats
    kinds: NDArray[np.int64]
    usual: float = float("nan")

    @property
    def complete(self) -> bool:
        """Whether every kind was seen, so that they can be weighed against each other."""
        return len(set(self.kinds.tolist())) == KINDS

    def gaps(self, patches: Floats) -> NDArray[np.float64]:
        """How far each patch is from the nearest print of each kind: mean squared log colour, at the best fit."""
        gaps = np.full((len(patches), KINDS), np.inf)
        turned, of_kind = self._turned, np.repeat(self.kinds, len(TURNS_DEG))
        squares = (turned**2).sum(1)
        for row, patch in zip(gaps, patches, strict=True):
            seen = _windows(patch)
            apart = ((seen**2).sum(1)[:, None] + squares - 2 * seen @ turned.T).min(0) / seen.shape[1] * 3
            for kind in range(KINDS):
                row[kind] = np.min(apart[of_kind == kind], initial=np.inf)
        return np.asarray(np.maximum(gaps, 0) + _FLOOR)

    @cached_property
    def _turned(self) -> Floats:
        """Every print in all turns, as rows."""
        middle = ((KEPT_PX - 1) / 2,) * 2
        disc = _disc(KEPT_PX)
        rows = [
            cv2.warpAffine(view, cv2.getRotationMatrix2D(middle, turn, 1.0), (KEPT_PX, KEPT_PX), borderMode=1)[disc]
            for view in self.views
            for turn in TURNS_DEG
        ]
        return np.asarray(rows, np.float32).reshape(len(rows), -1)


NO_PRINTS = IconPrints(np.zeros((0, KEPT_PX, KEPT_PX, 3), np.float32), np.zeros(0, np.int64))


def prints_of(patches: Floats, labels: Any) -> IconPrints:
    """The prints of labelled patches: class 0 shows nothing, 1 to 3 are free icons, the rest is left out."""
    known = np.asarray(labels)
    icons = (known > 0) & (known <= KINDS)
    near = slice(_MIDDLE - _HALF, _MIDDLE + _HALF)
    prints = IconPrints(np.ascontiguousarray(patches[icons][:, near, near]), (known[icons] - 1).astype(np.int64))
    if not icons.any() or icons.all():
        return prints
    usual = float(np.median(prints.gaps(patches[known == 0]).min(1)))
    return IconPrints(prints.views, prints.kinds, usual)


def _disc(side_px: int) -> NDArray[np.bool_]:
    y, x = np.mgrid[0:side_px, 0:side_px] - (side_px - 1) / 2
    return np.asarray(np.hypot(x, y) < RADIUS_PX + 0.5)


def _windows(patch: Floats) -> Floats:
    """The discs about the middle of a patch and about places near it, as rows."""
    disc = _disc(2 * RADIUS_PX)
    shifts = range(_MIDDLE - RADIUS_PX - SLACK_PX, _MIDDLE - RADIUS_PX + SLACK_PX + 1)
    cut = [patch[top : top + 2 * RADIUS_PX, left : left + 2 * RADIUS_PX][disc] for top in shifts for left in shifts]
    return np.stack(cut).reshape(len(cut), -1)
