"""Rows among cards that were found one by one: those that lie on each other, turned alike and in one line.

A single card is a row too. Where within a row its cards begin is left to those who know their faces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.pieces import Piece, corners_of, heaps_of, turn_of
from vision.cards.rims import CELL_MM, Floats

Place = tuple[float, float]
Points = NDArray[np.float64]
# Cards of a row are turned alike but for so much, and lie in line but for so much.
ALIKE_DEG, IN_LINE_MM = 9.0, 9.0
# How a row is turned and moved until it lies best, how wide the rims are that the net tells of, and where it is tried.
TURNS_DEG, SHIFTS_MM = (-1.8, -1.2, -0.6, 0.0, 0.6, 1.2, 1.8), (-2.1, -1.4, -0.7, 0.0, 0.7, 1.4, 2.1)
RIM_MM, SAMPLES = 2.5, 20


@dataclass(frozen=True)
class FoundRow:
    """A row: its middle and size in the view, in mm, and how far it is turned."""

    middle_mm: Place
    size_mm: Place
    angle_deg: float


def rows_among(pieces: Sequence[Piece], card_mm: Place) -> list[FoundRow]:
    """The rows that cards form; heaps of another shape are none."""
    heaps = heaps_of(pieces, card_mm)
    some = [[piece for piece, heap in zip(pieces, heaps, strict=True) if heap == one] for one in sorted(set(heaps))]
    return [row for row in (_row(heap, card_mm) for heap in some) if row is not None]


def _row(pieces: Sequence[Piece], card_mm: Place) -> FoundRow | None:
    """The rectangle around cards, if they are a row."""
    first = pieces[0].angle_deg
    turns = [(piece.angle_deg - first + 90) % 180 - 90 for piece in pieces]
    if max(turns) - min(turns) > ALIKE_DEG:
        return None
    angle = first + float(np.mean(turns))
    corners = np.concatenate([corners_of(piece, card_mm) for piece in pieces]) @ turn_of(angle)
    low, high = corners.min(0), corners.max(0)
    if np.all(high - low > np.array(card_mm) + IN_LINE_MM):
        return None
    middle = turn_of(angle) @ (low + high) / 2
    size = (float(high[0] - low[0]), float(high[1] - low[1]))
    return FoundRow((float(middle[0]), float(middle[1])), size, angle)


def settled(row: FoundRow, rims: Floats) -> tuple[FoundRow, float]:
    """The row a little turned and moved so that it lies best between its rims, and how many mm of them are seen."""
    inwards = np.ascontiguousarray(np.dstack([rims[..., 1] - rims[..., 2], rims[..., 3] - rims[..., 4]]))
    half = np.array(row.size_mm) / 2 - RIM_MM / 2
    along, ones = np.linspace(-0.9, 0.9, SAMPLES), np.ones(SAMPLES)
    sides = np.concatenate([np.stack(one, 1) for one in ((along, -ones), (along, ones), (-ones, along), (ones, along))])
    normals = np.repeat(np.array([(0, 1), (0, -1), (1, 0), (-1, 0)], float), SAMPLES, axis=0)
    turns, shifts = np.deg2rad(row.angle_deg + np.array(TURNS_DEG)), np.array(SHIFTS_MM)
    way = np.array([[np.cos(turns), -np.sin(turns)], [np.sin(turns), np.cos(turns)]]).transpose(2, 0, 1)
    moves = np.stack(np.meshgrid(shifts, shifts), -1).reshape(-1, 2)
    points = ((sides * half + moves[:, None])[None] @ way.transpose(0, 2, 1)[:, None] + row.middle_mm) / CELL_MM - 0.5
    flat = points.reshape(-1, SAMPLES * 4, 2).astype(np.float32)
    seen = cv2.remap(inwards, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR).reshape(*points.shape)
    lengths = np.repeat(np.array(row.size_mm)[[0, 0, 1, 1]], SAMPLES) / SAMPLES
    score = ((seen * (normals @ way.transpose(0, 2, 1))[:, None]).sum(3) * lengths).sum(2)
    turn, move = np.unravel_index(int(score.argmax()), score.shape)
    middle = way[turn] @ moves[move] + row.middle_mm
    at = (float(middle[0]), float(middle[1]))
    return replace(row, middle_mm=at, angle_deg=row.angle_deg + TURNS_DEG[turn]), float(score.max())


def corners_of_row(row: FoundRow) -> Points:
    """The corners of a row in the view, in mm."""
    return np.asarray(cv2.boxPoints((row.middle_mm, row.size_mm, row.angle_deg)), np.float64)
