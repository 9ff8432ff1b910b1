"""Finds jewels: hills in the field net's map and what no track explains, each with what net and colours say of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.even import largest
from vision.heads import Head
from vision.mine.logit import own_chances
from vision.mine.nets import HILL_PX, FieldSigns, gem_vectors, to_log
from vision.mine.view import COARSE_PX, FINE_PX, HALF, RIM, MineView, jewel_cuts, raised

Bgr = NDArray[np.uint8]
Cell = tuple[int, int]
Floats = NDArray[np.float64]
Vectors = NDArray[np.float32]

# What is seen of a jewel lies about so high, in squares.
LIFT = 0.08
# Hills from these log odds on are worth a look (with a head to judge them, from the second on), and of those so near to
# each other, in pixels of the map, the highest.
FAINT, WORTH, APART = -3.0, -2.0, 2
# Log colours of the fine picture that no track explains are smoothed over so many pixels and count no more than that;
# from this mean on, what differs most within so many pixels may be the middle of a jewel: hills often miss it.
ODD, SMOOTH_PX, STRANGE, AROUND = 0.6, 3.5, 0.15, 4
# So near to a hill, in squares, it is the same place; of places so near to each other the likeliest is a jewel's.
SAME, BESIDE = 0.04, 0.11
# No jewel is so small, in squares, that another could lie so near.
TOUCHING = 0.13
# Every place is looked at in so many quarter turns; what is so sure at the first look is not looked at again.
TURNS, PLAIN = 4, 0.99


@dataclass(frozen=True)
class Hills:
    """Places of the field that may hold a jewel, the squares to which they belong, and their vectors in all turns."""

    at: list[Cell]
    places: Floats
    vectors: Vectors

    def on(self, cell: Cell) -> list[int]:
        """The numbers of the hills on a square."""
        return [n for n, at in enumerate(self.at) if at == cell]

    def only(self, some: Sequence[int]) -> Hills:
        """Some of them."""
        kept = list(some)
        return Hills([self.at[n] for n in kept], self.places[kept], self.vectors[:, kept])

    def chances(self, head: Head) -> Floats:
        """The chance of none and of each kind at every hill, by all turns."""
        return _agreed(head.probabilities(_flat(self.vectors)), self)

    def apart(self, head: Head) -> Hills:
        """Those that are likeliest jewels where several lie in one place."""
        kept: list[int] = []
        for n in np.argsort(self.chances(head)[:, 0]):
            if not kept or np.linalg.norm(self.places[kept] - self.places[n], axis=1).min() > BESIDE:
                kept.append(int(n))
        return self.only(sorted(kept))


def _flat(vectors: Vectors) -> Vectors:
    return vectors.reshape(-1, vectors.shape[2])


def _agreed(chances: Floats, hills: Hills) -> Floats:
    """The mean of what all turns say."""
    logs = np.log(chances + 1e-9).reshape(len(hills.vectors), len(hills.at), -1).mean(0)
    shares = np.exp(logs)
    return np.asarray(shares / shares.sum(1, keepdims=True))


def find_hills(view: MineView, signs: FieldSigns, bare_bgr: Bgr, head: Head | None = None) -> Hills:
    """Every place where a jewel may lie, on its square; `bare_bgr` is the fine picture as it would be without pieces.

    With a head, places that are plainly no jewel for it are left out, and those that are plain are seen in one turn.
    """
    least = FAINT if head is None else WORTH
    tops = (summits(signs.hill, least)[1] * HILL_PX + HILL_PX / 2) / COARSE_PX - HALF
    places = np.concatenate([tops, _strange(view, bare_bgr, signs, tops, least)])
    feet = 2 * places - raised(places, LIFT, view.eye)
    cells = np.floor(feet).astype(int)
    inside = ((cells >= 0) & (cells < (view.columns, view.rows))).all(1)
    at, places = [(int(column), int(row)) for column, row in cells[inside]], places[inside]
    cuts, heights = jewel_cuts(view, places), _height(signs, places)
    first = gem_vectors(heights, cuts)
    worth = doubtful = np.arange(len(at))
    if head is not None:
        chances = head.probabilities(first)
        worth = np.nonzero(chances[:, 0] < PLAIN)[0]
        doubtful = np.nonzero(chances[worth].max(1) < PLAIN)[0]
    vectors = np.repeat(first[None, worth], TURNS, 0)
    cuts, heights = cuts[worth[doubtful]], heights[worth[doubtful]]
    for quarters in range(1, TURNS):
        vectors[quarters, doubtful] = gem_vectors(heights, np.rot90(cuts, quarters, (1, 2)))
    return Hills([at[n] for n in worth], places[worth], vectors)


def _strange(view: MineView, bare_bgr: Bgr, signs: FieldSigns, known: Floats, least: float) -> Floats:
    """Middles of what differs from the bare field, where the map of jewels has a hill too, but no summit."""
    inner = slice(round(RIM * FINE_PX), -round(RIM * FINE_PX))
    seen, bare = (to_log(part[inner, inner]) for part in (view.fine_bgr, bare_bgr))
    off = largest(np.abs(seen - bare))
    off = np.asarray(cv2.GaussianBlur(np.minimum(off, np.float32(ODD)), (0, 0), SMOOTH_PX), np.float32)
    most = cv2.dilate(off, np.ones((2 * AROUND + 1,) * 2, np.uint8))
    rows, columns = np.nonzero((off >= most) & (off > STRANGE))
    places = (np.stack([columns, rows], 1) + 0.5) / FINE_PX
    places = places[_height(signs, places) > least]
    if len(known) and len(places):
        places = places[np.linalg.norm(places[:, None] - known, axis=2).min(1) > SAME]
    return np.asarray(places, np.float64)


def _height(signs: FieldSigns, places: Floats) -> Vectors:
    """How high the map of jewels is at these places."""
    most = np.array(signs.hill.shape[::-1]) - 1
    x, y = np.clip((places + HALF) * COARSE_PX / HILL_PX, 0, most).astype(int).T
    return np.asarray(signs.hill[y, x], np.float32)


def jewel_chances(hills: Hills, head: Head) -> tuple[Hills, Floats]:
    """The hills that lie apart and the chances of none and of each kind there; what is plain teaches the rest."""
    apart = hills.apart(head)
    chances = _agreed(own_chances(head, _flat(apart.vectors)), apart)
    kept: list[int] = []
    for n in np.argsort(chances[:, 0]):
        if chances[n].argmax() == 0:
            break
        if not kept or np.linalg.norm(apart.places[kept] - apart.places[n], axis=1).min() > TOUCHING:
            kept.append(int(n))
        else:
            chances[n] = _none(chances[n])
    return apart, chances


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
