"""The lattice of a territory: angle, pitch and origin that best sort a map of "not table" into full and empty cells."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Map = NDArray[np.float32]
Points = NDArray[np.float64]
Matrix = NDArray[np.float64]

_COARSE_PX, _FINE_PX = 10, 20
_PITCH_STEP = 0.03
_PEAKS = 6
# What is not table looks so much larger than it is; a row is at most so many pitches wide.
_BLUR_PX, _ONE_ROW = 3, 1.2


@dataclass(frozen=True)
class Lattice:
    """Cell (column, row) has its middle at origin + pitch * turn(column, row), in pixels of the map."""

    angle_deg: float
    pitch_px: float
    origin_px: tuple[float, float]
    purity: float

    def matrix(self) -> Matrix:
        """From cells (homogeneous column and row) to pixels of the map."""
        turn = _turn(self.angle_deg) * self.pitch_px
        return np.array([[*turn[0], self.origin_px[0]], [*turn[1], self.origin_px[1]], [0, 0, 1.0]])


def lattices(strange: Map, pitches_px: tuple[float, float]) -> list[Lattice]:
    """The lattices of a nearly upright map whose cells are most purely full or empty, one for each good pitch."""
    steps = max(3, round(np.log(pitches_px[1] / pitches_px[0]) / _PITCH_STEP) + 1)
    tried = [_best_offset(strange, 0.0, pitch, _COARSE_PX) for pitch in np.geomspace(*pitches_px, steps)]
    in_a_row = [_best_offset(strange, 0.0, pitch, _FINE_PX) for pitch in _in_a_row(strange, pitches_px)]
    return [_polished(strange, start) for start in _peaks(tried)] + in_a_row


def _in_a_row(strange: Map, pitches_px: tuple[float, float]) -> list[float]:
    """The pitches that part a single row into whole tiles: how much of the map is full hardly tells these apart."""
    there = cv2.morphologyEx((strange > 0.5).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(there)
    if len(stats) < 2:
        return []
    largest = stats[1 + stats[1:, cv2.CC_STAT_AREA].argmax()]
    short, long = sorted(int(extent) - _BLUR_PX for extent in largest[[cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]])
    if not pitches_px[0] < short < _ONE_ROW * pitches_px[1] or long < 2 * short:
        return []
    return [long / count for count in range(2, 30) if pitches_px[0] < long / count < pitches_px[1]]


def _purity(lattice: Lattice) -> float:
    return lattice.purity


def _peaks(tried: list[Lattice]) -> list[Lattice]:
    """The pitches that are purer than their neighbours, the few best of them.

    Parts of a pitch sort as purely as the whole, so a larger pitch counts a little more.
    """
    values = [0.0, *map(_purity, tried), 0.0]
    tops = [tried[k] for k in range(len(tried)) if values[k + 1] >= max(values[k], values[k + 2])]
    return sorted(tops, key=lambda top: top.purity * (1 + 0.05 * np.log2(top.pitch_px)), reverse=True)[:_PEAKS]


def _polished(strange: Map, best: Lattice) -> Lattice:
    """Climbs in angle and pitch by halving steps; the offset is always searched in full."""
    best = _best_offset(strange, best.angle_deg, best.pitch_px, _FINE_PX)
    turn, stretch = 1.0, 0.012
    while turn > 0.2:
        around = [
            _best_offset(strange, best.angle_deg + a * turn, best.pitch_px * (1 + s * stretch), _FINE_PX)
            for a, s in ((1, 0), (-1, 0), (0, 1), (0, -1))
        ]
        better = max(around, key=_purity)
        if better.purity > best.purity:
            best = better
        else:
            turn, stretch = turn / 2, stretch / 2
    return best


def _turn(angle_deg: float) -> Matrix:
    angle = np.radians(angle_deg)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _best_offset(strange: Map, angle_deg: float, pitch_px: float, cell_px: int) -> Lattice:
    """The best origin for this angle and pitch: the turned map is folded cell upon cell, all offsets at once."""
    step = _turn(angle_deg) * pitch_px / cell_px
    height, width = strange.shape
    columns, rows = (int(np.ceil(extent * 1.05 / pitch_px)) + 2 for extent in (width, height))
    grid = np.array([columns * cell_px, rows * cell_px])
    shift = np.array([width / 2, height / 2]) - step @ (grid / 2)
    turned = cv2.warpAffine(
        strange,
        np.column_stack([step, shift]),
        (int(grid[0]), int(grid[1])),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
    )
    full = np.asarray(cv2.blur(turned, (cell_px, cell_px), borderType=cv2.BORDER_CONSTANT), np.float32)
    purity = _folded(full * full, rows, columns, cell_px) / np.maximum(_folded(full, rows, columns, cell_px), 0.3)
    row, column = np.unravel_index(int(purity.argmax()), purity.shape)
    # A box of even size lies half a pixel before the pixel that its mean is written to.
    origin = step @ (np.array([column, row]) - 0.5) + shift
    return Lattice(angle_deg, pitch_px, (float(origin[0]), float(origin[1])), float(purity[row, column]))


def _folded(values: Map, rows: int, columns: int, cell_px: int) -> Map:
    """The sum of all cells of a map, laid one upon the other."""
    upon = np.ones(rows, np.float32) @ values.reshape(rows, -1)
    return np.asarray(upon.reshape(cell_px, columns, cell_px).sum(1), np.float32)


def sample(values: Map, places: Points | Map) -> NDArray[np.float64]:
    """Values at these places (x, y), linear between pixels, 0 outside."""
    flat = np.asarray(places, np.float32).reshape(len(places), -1, 2)
    found = sample_at(values, np.ascontiguousarray(flat[..., 0]), np.ascontiguousarray(flat[..., 1]))
    return np.asarray(found, np.float64).reshape(places.shape[:-1])


def sample_at(values: Map, x: Map, y: Map) -> Map:
    """The same for rows of places whose x and y lie apart already."""
    return np.asarray(
        cv2.remap(values, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0), np.float32
    )
