"""Finds a board in a photo by its print: features that agree, then patches compared everywhere on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import ClearNo
from vision.boards.board import Board
from vision.markers import MarkedZone, find_zones, project

Bgr = NDArray[np.uint8]
Grey = NDArray[np.uint8]
Matrix = NDArray[np.float64]
Points = NDArray[np.float64]

LIKENESS = 0.8
FEWEST = 14
# So many features are compared with all others at once.
CHUNK = 256
BOARD_ZONE = 0
# Patches: their size, the distance between them, and how well one must agree with the photo to count.
PATCH_PX, STEP_PX = 36, 48
AGREES = 0.55
FEWEST_PATCHES = 0.12


_FINDERS: dict[str, Callable[[int], Any]] = {
    "orb": cv2.ORB.create,
    "sift": lambda count: cv2.SIFT.create(count, contrastThreshold=0.02),
}


@dataclass(frozen=True)
class Search:
    """One way to look for the print: the kind of feature, how many, and the longest sides of photo and blank."""

    kind: str
    features: int
    photo_px: int
    blank_px: int

    def marks(self, grey: Grey) -> tuple[Points, NDArray[Any]]:
        """Places and descriptions of the features in a picture."""
        found, marks = _FINDERS[self.kind](self.features).detectAndCompute(grey, None)
        places = np.array([point.pt for point in found], np.float64).reshape(-1, 2)
        return places, np.zeros((0, 1), np.uint8) if marks is None else marks


# From quick to thorough: most boards are found by the first.
SEARCHES = (Search("orb", 2000, 800, 800), Search("sift", 2500, 1000, 900), Search("sift", 6000, 1800, 900))


class BoardNotFound(ClearNo):
    """The board is not in the photo."""


@dataclass(frozen=True)
class Place:
    """Where the board lies: pixels of the blank, bent by a smooth field, then through a homography, are photo pixels.

    `agreement` is the share of the board's patches that are found again in the photo.
    """

    to_photo: Matrix
    bend: Matrix
    size_px: tuple[int, int]
    agreement: float

    def photo_px(self, points: Points) -> Points:
        """Points of the board in the photo."""
        flat = np.asarray(points, np.float64).reshape(-1, 2)
        if self.bend.any():
            flat = flat + _terms(flat, self.size_px) @ self.bend
        return project(self.to_photo, flat).reshape(np.shape(points))

    def rectified(self, photo_bgr: Bgr) -> Bgr:
        """The board seen from above, as large as the blank; a much larger photo is reduced first, against noise."""
        width, height = self.size_px
        shrink = min(1.0, 1 / np.sqrt(cv2.contourArea(self.corners_px.astype(np.float32)) / (width * height)))
        if shrink < 0.7:
            smaller = cv2.resize(photo_bgr, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
            photo_bgr = np.asarray(smaller, np.uint8)
        else:
            shrink = 1.0
        # A coarse net of places, enlarged eight times: its points lie between pixels, and one more beyond every rim.
        across, down = (np.arange(-4.5, side + 8, 8.0) for side in (width, height))
        places = ((self.photo_px(np.stack(np.meshgrid(across, down), -1)) + 0.5) * shrink - 0.5).astype(np.float32)
        x, y = (
            cv2.resize(part, (8 * len(across), 8 * len(down)), interpolation=cv2.INTER_LINEAR)[8:, 8:][:height, :width]
            for part in cv2.split(places)
        )
        found = cv2.remap(photo_bgr, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(found, np.uint8)

    @cached_property
    def corners_px(self) -> Points:
        width, height = self.size_px
        return self.photo_px(np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64) - 0.5)


def lying_flat(board: Board) -> Place:
    """The place of a board in its own picture."""
    return Place(np.eye(3), np.zeros((len(_POWERS), 2)), board.size_px, 1.0)


def find_board(photo_bgr: Bgr, board: Board) -> Place:
    """Where the board lies in the photo: by a quick look at its print, then by its tags, then by a close look."""
    grey = np.asarray(cv2.cvtColor(photo_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    for guess in _guesses(photo_bgr, grey, board):
        place = None if guess is None else settle(grey, board, guess)
        if place is not None:
            return place
    raise BoardNotFound(f"{board.name} is not seen on this photo.")


def _guesses(photo_bgr: Bgr, grey: Grey, board: Board) -> Iterator[Matrix | None]:
    yield by_print(grey, board, SEARCHES[0])
    yield from (_between_tags(board, zone) for zone in find_zones(photo_bgr) if zone.number == BOARD_ZONE)
    yield from (by_print(grey, board, search) for search in SEARCHES[1:])


def _between_tags(board: Board, zone: MarkedZone) -> Matrix:
    width, height = board.size_px
    shrink = np.diag([zone.size_mm[0] / width, zone.size_mm[1] / height, 1.0])
    return np.asarray(zone.camera.mm_to_px @ shrink, np.float64)


def by_print(grey: Grey, board: Board, search: Search) -> Matrix | None:
    """A homography from blank to photo by features of the print, or None."""
    small, scale = _reduced(grey, search.photo_px)
    (there, marks), (here, blank_marks, blank_scale) = search.marks(small), _blank_marks(board, search)
    if min(len(marks), len(blank_marks)) < FEWEST:
        return None
    pairs = _matches(blank_marks, marks)
    if len(pairs) < FEWEST:
        return None
    first = (here[pairs[:, 0]] + 0.5) / blank_scale - 0.5
    second = (there[pairs[:, 1]] + 0.5) / scale - 0.5
    found, agree = cv2.findHomography(first, second, cv2.USAC_MAGSAC, 4.0 / scale, maxIters=5000, confidence=0.9999)
    if found is None or int(agree.sum()) < FEWEST or not _plausible(np.asarray(found, np.float64), board, grey.shape):
        return None
    return np.asarray(found, np.float64)


def _reduced(grey: Grey, longest_px: int) -> tuple[Grey, float]:
    scale = min(1.0, longest_px / max(grey.shape))
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8), scale


@lru_cache(maxsize=8)
def _blank_marks(board: Board, search: Search) -> tuple[Points, NDArray[Any], float]:
    """Places and descriptions of the features of the blank, reduced by so much: a camera sees one board often."""
    blank, scale = _reduced(_blank_grey(board), search.blank_px)
    return (*search.marks(blank), scale)


def _blank_grey(board: Board) -> Grey:
    return np.asarray(cv2.cvtColor(board.blank_bgr, cv2.COLOR_BGR2GRAY), np.uint8)


def _matches(first: NDArray[Any], second: NDArray[Any]) -> NDArray[np.intp]:
    """Pairs of features, each much more alike than the next best, and none of the second ones in two of them.

    On a board of squares that look alike many features are most like the same one of the photo: a homography that
    puts them all in one point would explain most pairs.
    """
    nearest, far, next_far = _hamming(first, second) if first.dtype == np.uint8 else _euclid(first, second)
    clear = np.nonzero(far < LIKENESS * next_far)[0]
    clear = clear[np.argsort(far[clear], kind="stable")]
    _, alone = np.unique(nearest[clear], return_index=True)
    kept = clear[np.sort(alone)]
    return np.stack([kept, nearest[kept]], 1)


# Of each feature: the number of the most alike one, how far it is, and how far the next one is.
_Nearest = tuple[NDArray[np.intp], Points, Points]


def _hamming(first: NDArray[Any], second: NDArray[Any]) -> _Nearest:
    both = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(first, second, k=2)
    told = np.array([(one.trainIdx, one.distance, other.distance) for one, other in both], np.float64)
    return told[:, 0].astype(np.intp), told[:, 1], told[:, 2]


def _euclid(first: NDArray[Any], second: NDArray[Any]) -> _Nearest:
    """By comparing all with all, some at a time: always the same answer, unlike that of a search in random trees."""
    lengths = np.einsum("nd,nd->n", second, second)
    parts = [_two_nearest(first[k : k + CHUNK], second, lengths) for k in range(0, len(first), CHUNK)]
    nearest, far, next_far = (np.concatenate(part) for part in zip(*parts, strict=True))
    return nearest, far, next_far


def _two_nearest(some: NDArray[Any], second: NDArray[Any], lengths: NDArray[Any]) -> _Nearest:
    squares = lengths - 2 * (some @ second.T)
    rows, own = np.arange(len(some)), np.einsum("nd,nd->n", some, some)
    nearest = squares.argmin(1)
    far = squares[rows, nearest] + own
    squares[rows, nearest] = np.inf
    next_far = squares.min(1) + own
    return nearest, np.sqrt(np.maximum(far, 0), dtype=np.float64), np.sqrt(np.maximum(next_far, 0), dtype=np.float64)


def _plausible(to_photo: Matrix, board: Board, shape: tuple[int, ...]) -> bool:
    """Whether a camera could see the board so: not mirrored, not folded, large enough, mostly in the picture."""
    corners = project(to_photo, board.outline)
    depth = np.c_[board.outline, np.ones(4)] @ to_photo[2]
    if depth.min() <= 0 or depth.max() > 4 * depth.min() or not cv2.isContourConvex(corners.astype(np.float32)):
        return False
    area = float(cv2.contourArea(corners.astype(np.float32), oriented=True))
    sides = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
    picture = np.array([shape[1], shape[0]], np.float64)
    near = bool((abs(corners - picture / 2) < 2 * picture).all())
    return near and area > 0.02 * picture.prod() and bool(sides.min() > 0.1 * sides.max())


# How a board is laid exactly: by patches that may be so far off, with which bend, and every how-manieth of them.
Steps = tuple[tuple[int, int, int], ...]
STEPS: Steps = ((24, 0, 3), (8, 3, 1))


def settle(grey: Grey, board: Board, guess: Matrix, steps: Steps = STEPS) -> Place | None:
    """Lays the board exactly: a better homography, then a smooth bend for folds and lens; None if it is not there."""
    centres, patches = _blank_patches(board)
    place = Place(guess, np.zeros((len(_POWERS), 2)), board.size_px, 0.0)
    for reach_px, order, every in steps:
        some = centres[::every]
        moved, agree = _shifts(grey, place, some, patches[::every], reach_px)
        if agree.sum() < max(10, FEWEST_PATCHES * len(some)):
            return None
        place = _bettered(place, some[agree], moved[agree], order, float(agree.mean()))
    return place


@lru_cache(maxsize=4)
def _blank_patches(board: Board) -> tuple[Points, list[Grey]]:
    return _patches(_blank_grey(board))


def _patches(blank: Grey) -> tuple[Points, list[Grey]]:
    """Patches of the blank with enough print on them to be found again."""
    half = PATCH_PX // 2
    height, width = blank.shape
    centres, patches = [], []
    for row in range(half + 2, height - half - 2, STEP_PX):
        for column in range(half + 2, width - half - 2, STEP_PX):
            patch = blank[row - half : row + half, column - half : column + half]
            if float(cv2.meanStdDev(patch)[1][0, 0]) > 6:
                centres.append((column - 0.5, row - 0.5))
                patches.append(patch)
    return np.array(centres, np.float64).reshape(-1, 2), patches


def _shifts(
    grey: Grey, place: Place, centres: Points, patches: list[Grey], reach_px: int
) -> tuple[Points, NDArray[np.bool_]]:
    """How far each patch lies from its place, in pixels of the blank, and whether it is there at all."""
    view = np.asarray(place.rectified(grey), np.uint8)
    view = np.asarray(cv2.copyMakeBorder(view, reach_px, reach_px, reach_px, reach_px, cv2.BORDER_REPLICATE), np.uint8)
    moved = np.zeros_like(centres)
    agree = np.zeros(len(centres), np.bool_)
    wide = PATCH_PX + 2 * reach_px
    for number, (centre, patch) in enumerate(zip(centres, patches, strict=True)):
        left, top = (int(value) for value in centre + 0.5 - PATCH_PX // 2)
        window = view[top : top + wide, left : left + wide]
        likeness = np.asarray(cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED), np.float32)
        row, column = divmod(int(likeness.argmax()), likeness.shape[1])
        best, at = likeness[row, column], (column, row)
        inner = 0 < at[0] < 2 * reach_px and 0 < at[1] < 2 * reach_px
        agree[number] = best > AGREES and inner
        if agree[number]:
            moved[number] = np.array(at) - reach_px + _peak(likeness, at)
    return moved, agree


def _peak(likeness: NDArray[np.float32], at: tuple[int, int]) -> Points:
    """Where between the pixels the best likeness lies, by parabolas."""
    x, y = at
    around = likeness[y - 1 : y + 2, x - 1 : x + 2].astype(np.float64)
    bends = np.array([around[1, 0] + around[1, 2], around[0, 1] + around[2, 1]]) - 2 * around[1, 1]
    slopes = np.array([around[1, 2] - around[1, 0], around[2, 1] - around[0, 1]]) / 2
    return np.asarray(np.clip(-slopes / np.minimum(bends, -1e-6), -0.5, 0.5))


def _bettered(place: Place, centres: Points, moved: Points, order: int, agreement: float) -> Place:
    if order == 0:
        wanted = project(place.to_photo, centres + moved)
        scale = np.sqrt(abs(np.linalg.det(place.to_photo[:2, :2])))
        found, _ = cv2.findHomography(centres, wanted, cv2.USAC_MAGSAC, 3.0 * scale, maxIters=3000, confidence=0.999)
        return place if found is None else Place(np.asarray(found, np.float64), place.bend, place.size_px, agreement)
    terms = _terms(centres, place.size_px)
    target = terms @ place.bend + moved
    return Place(place.to_photo, _robust_bend(terms, target), place.size_px, agreement)


_POWERS = tuple((i, j) for i in range(5) for j in range(5 - i))


def _terms(points: Points, size_px: tuple[int, int]) -> Points:
    """Products of powers of x and y, each from -1 to 1 over the board."""
    x, y = (points / np.array(size_px) * 2 - 1).T
    across, down = ([np.ones_like(at)] for at in (x, y))
    for _ in range(max(i for i, _ in _POWERS)):
        across.append(across[-1] * x)
        down.append(down[-1] * y)
    return np.stack([across[i] * down[j] for i, j in _POWERS], -1)


def _robust_bend(terms: Points, target: Points) -> Points:
    """Least squares undisturbed by patches found in a wrong place; a little stiffness keeps the unseen rim calm."""
    weights = np.ones(len(terms))
    stiff = np.diag([0.3 * (i + j) for i, j in _POWERS])
    bend: Points = np.zeros((terms.shape[1], 2))
    for _ in range(12):
        weighted = terms * weights[:, None]
        bend = np.asarray(np.linalg.solve(terms.T @ weighted + stiff, weighted.T @ target), np.float64)
        off = np.linalg.norm(target - terms @ bend, axis=1)
        width = max(0.5, 1.5 * float(np.median(off)))
        weights = 1 / (1 + (off / width) ** 2) ** 2
    return bend
