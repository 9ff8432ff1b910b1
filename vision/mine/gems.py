"""Finds jewels: hills in the square net's map, each with the colours about it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.lab import to_lab
from vision.mine.nets import CUT_PX, SquareSigns
from vision.mine.view import COARSE_PX, FINE_PX, RIM, MineView, raised

Cell = tuple[int, int]
Floats = NDArray[np.float64]

# What is seen of a jewel lies about so high, in squares.
LIFT = 0.08
# Hills from these log odds on are worth a look.
FAINT = -2.5
# The colours of a jewel are looked at in these rings about its middle, in squares.
RINGS = (0.03, 0.06, 0.09)
_STEP = 2 / COARSE_PX


@dataclass(frozen=True)
class Hill:
    """A place that may hold a jewel: the square, where on the field it appears, the net's log odds, and colours."""

    at: Cell
    place: Floats
    odds: float
    colours: Floats


def find_hills(view: MineView, signs: SquareSigns) -> list[Hill]:
    """Every place on the field where a jewel may lie, on the square on which it lies."""
    found: list[tuple[Cell, Floats, float]] = []
    for cell, heat in zip(view.cells, signs.heat, strict=True):
        found += [(cell, place, odds) for place, odds in _peaks(heat, cell, view)]
    if not found:
        return []
    colours = hill_colours(view, np.array([place for _, place, _ in found]))
    return [Hill(cell, place, odds, colours[n]) for n, (cell, place, odds) in enumerate(found)]


def _peaks(heat: NDArray[np.float32], cell: Cell, view: MineView) -> list[tuple[Floats, float]]:
    """The tops of the hills that stand on this square, not on the neighbour's."""
    around = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= around) & (heat > FAINT))
    peaks = []
    for row, column in zip(rows, columns, strict=True):
        offset = (np.array([column, row]) * 2 + 1 - CUT_PX / 2) / COARSE_PX
        place = np.array(cell) + 0.5 + offset
        foot = place - (raised(place, LIFT, view.eye) - place)
        if (np.floor(foot) == cell).all():
            peaks.append((place, float(heat[row, column])))
    return peaks


def hill_colours(view: MineView, places: Floats) -> Floats:
    """The Lab colours in rings about each place, in the blank's light."""
    reach = round(RINGS[-1] * FINE_PX) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    far = np.hypot(x, y) / FINE_PX
    centre = (places + RIM) * FINE_PX - 0.5
    net = (centre[:, None, None] + np.stack([x, y], -1)).astype(np.float32)
    flat = net.reshape(len(places), -1, 2)
    seen = cv2.remap(view.fine_bgr, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    at = np.clip(((places + RIM) * COARSE_PX).astype(int), 0, np.array(view.fine_light.shape[1::-1]) - 1)
    even = (seen.astype(np.float32) + 12) * view.fine_light[at[:, 1], at[:, 0]][:, None] - 12
    lab = to_lab(np.clip(even, 0, 300).astype(np.float32))
    rings = [((far > low) & (far <= high)).ravel() for low, high in pairwise((-1.0, *RINGS))]
    return np.concatenate([lab[:, ring].mean(1) for ring in rings], 1).astype(np.float64)
