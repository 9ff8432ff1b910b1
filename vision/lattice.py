"""The lattice of a territory: angle, pitch and origin that best sort a map of "not table" into full and empty cells."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Map = NDArray[np.float32]
Points = NDArray[np.float64]

_COARSE_PX, _FINE_PX = 12, 32


@dataclass(frozen=True)
class Lattice:
    """Cell (column, row) has its middle at origin + pitch * turn(column, row), in pixels of the map; `purity` is 0..1."""

    angle_deg: float
    pitch_px: float
    origin_px: tuple[float, float]
    purity: float

    def axes(self) -> Points:
        """The steps to the next column and to the next row, as the columns of a matrix."""
        angle = np.radians(self.angle_deg)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        return self.pitch_px * turn

    def middles(self, cells: Points) -> Points:
        """The middles of these cells."""
        found: Points = np.asarray(cells, np.float64) @ self.axes().T + np.array(self.origin_px)
        return found


def fit_lattice(foreign: Map, pitches_px: tuple[float, float], angles_deg: tuple[float, float]) -> Lattice:
    """The lattice whose cells are as purely full or empty as can be: coarse over everything, then ever finer."""
    steps = max(2, round((pitches_px[1] - pitches_px[0]) / (pitches_px[0] * 0.025)) + 1)
    pitches = np.linspace(*pitches_px, steps)
    angles = np.arange(angles_deg[0], angles_deg[1] + 0.1, 2.0)
    tried = [_best_offset(foreign, angle, pitch, _COARSE_PX) for pitch in pitches for angle in angles]
    tried.sort(key=lambda lattice: lattice.purity, reverse=True)
    best = [_polished(foreign, start, _FINE_PX) for start in _different(tried)]
    return max(best, key=lambda lattice: lattice.purity)


def _different(tried: list[Lattice]) -> list[Lattice]:
    """The best few that are not neighbours of one another."""
    kept: list[Lattice] = []
    for lattice in tried:
        near = any(
            abs(lattice.pitch_px / other.pitch_px - 1) < 0.04 and abs(lattice.angle_deg - other.angle_deg) < 3 for other in kept
        )
        if not near:
            kept.append(lattice)
        if len(kept) == 3:
            break
    return kept


def _polished(foreign: Map, best: Lattice, cell_px: int) -> Lattice:
    """Descends in angle and pitch by halving steps; the offset is always searched in full."""
    best = _best_offset(foreign, best.angle_deg, best.pitch_px, cell_px)
    turn, stretch = 1.0, 0.0125
    while turn > 0.1:
        around = [
            _best_offset(foreign, best.angle_deg + a * turn, best.pitch_px * (1 + s * stretch), cell_px)
            for a, s in ((1, 0), (-1, 0), (0, 1), (0, -1))
        ]
        better = max(around, key=lambda lattice: lattice.purity)
        if better.purity > best.purity:
            best = better
        else:
            turn, stretch = turn / 2, stretch / 2
    return best


def _best_offset(foreign: Map, angle_deg: float, pitch_px: float, cell_px: int) -> Lattice:
    """The best origin for this angle and pitch: the turned map is folded cell upon cell, all offsets at once."""
    angle = np.radians(angle_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * pitch_px / cell_px
    height, width = foreign.shape
    half = int(np.ceil(np.hypot(width, height) / 2 / pitch_px)) + 1
    side = 2 * half * cell_px
    middle = np.array([width / 2, height / 2])
    shift = middle - turn @ np.array([side / 2, side / 2])
    turned = cv2.warpAffine(
        foreign, np.column_stack([turn, shift]), (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    full = cv2.blur(turned, (cell_px, cell_px), borderType=cv2.BORDER_CONSTANT)
    folded = full.reshape(2 * half, cell_px, 2 * half, cell_px)
    total, squares = folded.sum((0, 2)), np.einsum("aibj,aibj->ij", folded, folded)
    purity = squares / np.maximum(total, 0.3)
    row, column = np.unravel_index(int(purity.argmax()), purity.shape)
    # cv2.blur with an even size is centred half a pixel to the left of the pixel it is written to.
    off = -0.5 if cell_px % 2 == 0 else 0.0
    origin = turn @ (np.array([column, row]) + off + 0.0) + shift
    return Lattice(angle_deg, pitch_px, (float(origin[0]), float(origin[1])), float(purity[row, column]))


def coverage(foreign: Map, lattice: Lattice, cells: Points, inner: float = 0.9) -> NDArray[np.float64]:
    """How much of each cell's middle part is "not table"."""
    points = 15
    steps = (np.arange(points) + 0.5) / points - 0.5
    grid = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2) * inner
    places = lattice.middles(np.asarray(cells, np.float64))[:, None] + (grid @ lattice.axes().T)[None]
    return sample(foreign, places).mean(1)


def sample(values: Map, places: Points) -> NDArray[np.float64]:
    """Values at these places (x, y), linear between pixels, 0 outside."""
    flat = np.ascontiguousarray(places.reshape(len(places), -1, 2), np.float32)
    found = cv2.remap(values, flat, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
    return np.asarray(found, np.float64).reshape(places.shape[:-1])
