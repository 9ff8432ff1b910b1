"""Finds jewels: hills in the field net's map, each with what the net and the colours say of it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.heads import Head
from vision.mine.logit import own_chances
from vision.mine.nets import HILL_PX, FieldSigns, gem_vectors
from vision.mine.view import COARSE_PX, HALF, MineView, jewel_cuts, raised

Cell = tuple[int, int]
Floats = NDArray[np.float64]
Vectors = NDArray[np.float32]

# What is seen of a jewel lies about so high, in squares.
LIFT = 0.08
# Hills from these log odds on are worth a look, and of those so near to each other, in pixels of the map, the highest.
FAINT, APART = -3.0, 2
# No jewel is so small, in squares, that another could lie so near.
TOUCHING = 0.13


@dataclass(frozen=True)
class Hills:
    """Places of the field that may hold a jewel, the squares to which they belong, and the net's vectors of them."""

    at: list[Cell]
    places: Floats
    vectors: Vectors

    def on(self, cell: Cell) -> list[int]:
        """The numbers of the hills on a square."""
        return [n for n, at in enumerate(self.at) if at == cell]


def find_hills(view: MineView, signs: FieldSigns) -> Hills:
    """Every place on the field where a jewel may lie, on the square on which it lies."""
    peaks, tops = summits(signs.hill, FAINT)
    places = (tops * HILL_PX + HILL_PX / 2) / COARSE_PX - HALF
    feet = 2 * places - raised(places, LIFT, view.eye)
    cells = np.floor(feet).astype(int)
    inside = ((cells >= 0) & (cells < (view.columns, view.rows))).all(1)
    at = [(int(column), int(row)) for column, row in cells[inside]]
    x, y = peaks[inside].T
    return Hills(at, places[inside], gem_vectors(signs.hill[y, x], jewel_cuts(view, places[inside])))


def jewel_chances(hills: Hills, head: Head) -> Floats:
    """The chance of none and of each kind at every hill; two jewels cannot lie in one place."""
    chances = own_chances(head, hills.vectors)
    kept: list[int] = []
    for n in np.argsort(chances[:, 0]):
        if chances[n].argmax() == 0:
            break
        if all(np.linalg.norm(hills.places[n] - hills.places[other]) > TOUCHING for other in kept):
            kept.append(int(n))
        else:
            chances[n] = _none(chances[n])
    return chances


def _none(chances: Floats) -> Floats:
    """None, as likely as the kind that it seemed to be: which of two hills is the jewel does not matter."""
    turned = np.full_like(chances, (1 - chances.max()) / (len(chances) - 1))
    turned[0] = chances.max()
    return turned


def summits(hill: Vectors, least: float) -> tuple[NDArray[np.intp], Floats]:
    """The pixels (x, y) of the map that are higher than those around, and where between pixels each is highest."""
    around = cv2.dilate(hill, np.ones((2 * APART + 1,) * 2, np.uint8))
    rows, columns = np.nonzero((hill >= around) & (hill > least))
    peaks = np.stack([columns, rows], 1)
    padded = np.pad(hill, 1, mode="edge").astype(np.float64)
    x, y = columns + 1, rows + 1
    offs = [
        _lean(padded[y, x - 1], padded[y, x], padded[y, x + 1]),
        _lean(padded[y - 1, x], padded[y, x], padded[y + 1, x]),
    ]
    return peaks, np.asarray(peaks + np.stack(offs, 1), np.float64)


def _lean(before: Floats, here: Floats, after: Floats) -> Floats:
    """How far from the middle one of three heights a parabola through them is highest."""
    bend = 2 * here - before - after
    return np.asarray(np.clip((after - before) / (2 * np.maximum(bend, 1e-6)), -0.5, 0.5))
