"""Finds jewels: hills in a map of what differs from the field without pieces, and what net and colours say of them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.heads import Head
from vision.mine.cover import Cover, depth
from vision.mine.logit import own_chances
from vision.mine.nets import HILL_PX, gem_vectors, read_hills, to_log
from vision.mine.view import ASIDE, COARSE_PX, FINE_PX, HALF, MineView, coarse_of, jewel_cuts, raised, seen_again

Bgr = NDArray[np.uint8]
Cell = tuple[int, int]
Floats = NDArray[np.float64]
Vectors = NDArray[np.float32]

# What is seen of a jewel lies about so high, in squares.
LIFT = 0.08
# Hills from these log odds on are worth a look, and of those so near to each other, in pixels of the map, the highest.
FAINT, APART = -3.0, 2
# Of places so near to each other, in squares, the likeliest is a jewel's.
BESIDE = 0.11
# No jewel is so small, in squares, that another could lie so near; of a box whose jewels are large, this part of the
# distance below which few of them lie from the next one.
TOUCHING, NEXT, FEW = 0.13, 0.7, 10
# What lies so deep, in squares, within what a cart hides is a part of it: pips and lamps are no jewels.
ON_CART = 0.06
# Jewels are passed over more easily than invented: so much less the log odds of none count.
RATHER = 1.0
# Where what lies under a jewel is seen again so well, near its middle and around it, in so many pixels to all sides,
# there is none: mines have printed discs that look like jewels.
PRINTS = ((7, 0.85), (14, 0.92))
# Every place is looked at in so many quarter turns, in lessons in all; what is so sure at the first look is not looked
# at again.
TURNS, ALL_TURNS, PLAIN = 2, 4, 0.99


@dataclass(frozen=True)
class Hills:
    """Places of the field that may hold a jewel, their squares, and their vectors in all turns."""

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
    logs = np.log(chances + 1e-9).reshape(len(hills.vectors), len(hills.at), chances.shape[1]).mean(0)
    shares = np.exp(logs)
    return np.asarray(shares / shares.sum(1, keepdims=True))


def find_hills(view: MineView, bare_bgr: Bgr, cover: Cover, head: Head | None = None) -> Hills:
    """Every place where a jewel may lie, on its square; `bare_bgr` is the fine picture as it would be without pieces.

    With a head, places that are plainly no jewel for it are left out, and those that are plain are seen in one turn.
    """
    hill = read_hills(view.half_rim(view.coarse_bgr), coarse_of(view.half_rim(bare_bgr, FINE_PX)))
    places = summit_places(hill, FAINT)
    feet = 2 * places - raised(places, LIFT, view.eye)
    cells = np.floor(feet).astype(int)
    inside = ((cells >= 0) & (cells < (view.columns, view.rows))).all(1)
    inside &= depth(cover, places) <= ON_CART
    at, places = [(int(column), int(row)) for column, row in cells[inside]], places[inside]
    cuts, high = jewel_cuts(view, bare_bgr, places), heights(hill, places)
    first = gem_vectors(high, cuts)
    worth = doubtful = np.arange(len(at))
    turns = ALL_TURNS if head is None else TURNS
    if head is not None:
        chances = head.probabilities(first)
        worth = np.array([n for n in np.nonzero(chances[:, 0] < PLAIN)[0] if not _printed(cuts[n])], np.intp)
        doubtful = np.nonzero(chances[worth].max(1) < PLAIN)[0]
    vectors = np.repeat(first[None, worth], turns, 0)
    cuts, high = cuts[worth[doubtful]], high[worth[doubtful]]
    for quarters in range(1, turns):
        vectors[quarters, doubtful] = gem_vectors(high, np.rot90(cuts, quarters, (1, 2)))
    return Hills([at[n] for n in worth], places[worth], vectors)


def _printed(cut: NDArray[np.uint8]) -> bool:
    """Whether a cut shows the same as the one without pieces beside it."""
    seen, bare = np.split(to_log(cut), 2, axis=2)
    middle = len(cut) // 2
    for reach, well in PRINTS:
        here = slice(middle - reach - ASIDE, middle + reach + ASIDE)
        if seen_again(seen[here, here], bare[here, here]) < well:
            return False
    return True


def heights(hill: Vectors, places: Floats) -> Vectors:
    """How high the map of jewels is at these places."""
    most = np.array(hill.shape[::-1]) - 1
    x, y = np.clip((places + HALF) * COARSE_PX / HILL_PX, 0, most).astype(int).T
    return np.asarray(hill[y, x], np.float32)


def summit_places(hill: Vectors, least: float) -> Floats:
    """The places of the field, in squares, where the map of jewels has a summit."""
    return np.asarray((summits(hill, least)[1] * HILL_PX + HILL_PX / 2) / COARSE_PX - HALF, np.float64)


def learned_gap(all_places: Iterable[Floats]) -> float:
    """How near to each other two jewels of a box can lie, by where those of each of its photos lie."""
    nearest = [np.linalg.norm(places[:, None] - places, axis=2) for places in all_places if len(places) > 1]
    if not nearest:
        return TOUCHING
    least = np.concatenate([(far + np.diag(np.full(len(far), np.inf))).min(1) for far in nearest])
    return max(TOUCHING, NEXT * float(np.percentile(least, FEW)))


def jewel_chances(hills: Hills, head: Head, gap: float = TOUCHING, carts: Container[Cell] = ()) -> tuple[Hills, Floats]:
    """The hills that lie apart and the chances of none and of each kind there; what is plain teaches the rest.

    Of hills that are nearer to each other than the gap, one is a jewel. What only looks a little like one is rather a
    part of a cart where one stands.
    """
    apart = hills.apart(head)
    free = np.array([at not in carts for at in apart.at] * len(apart.vectors), bool)
    chances = _agreed(own_chances(head, _flat(apart.vectors), free), apart)
    chances[[at not in carts for at in apart.at], 0] *= np.exp(-RATHER)
    chances /= chances.sum(1, keepdims=True)
    kept: list[int] = []
    for n in np.argsort(chances[:, 0]):
        if chances[n].argmax() == 0:
            break
        if not kept or np.linalg.norm(apart.places[kept] - apart.places[n], axis=1).min() > gap:
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
