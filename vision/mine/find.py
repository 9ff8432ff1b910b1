"""Finds a mine board: by its tags, else by its print, and the right way round, since its squares look alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.board import Board
from vision.boards.locate import BOARD_ZONE, BoardNotFound, Place, Search, by_print, settle
from vision.boards.locate import SEARCHES as ALL_SEARCHES
from vision.markers import MarkedZone, find_zones, glimpsed_zones
from vision.mine.edge import edge_corners
from vision.mine.light import misfit
from vision.mine.view import grid_of

Bgr = NDArray[np.uint8]
Grey = NDArray[np.uint8]
Matrix = NDArray[np.float64]

# A place is taken at once if so many of the board's patches are found again there; else the best of all is.
GOOD = 0.3
# Patches by which the turns are compared: their size, the distance between them, how far they may have moved.
PATCH_PX, STEP_PX, REACH_PX = 44, 80, 5
# A board is laid roughly in a copy of half the size and then exactly by a quarter of its patches: more fit no better.
ROUGHLY, EXACTLY = ((12, 0, 2),), ((8, 3, 4),)
# The first search by print is quicker than those for maps: a mine board has strong lines.
SEARCHES = (Search("sift", 1500, 800, 640), *ALL_SEARCHES[1:])
SQUARE = 0.03
# Which way round the board lies is told by its print and by its colours, which count so much.
COLOUR = 0.5


@dataclass(frozen=True)
class MinePlace(Place):
    """Where a mine board lies; `sure_way` if its tags tell which way up."""

    sure_way: bool = False


def find_mine(photo_bgr: Bgr, board: Board) -> MinePlace:
    """Where the board lies in the photo."""
    grey = np.asarray(cv2.cvtColor(photo_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    best: MinePlace | None = None
    for guess, sure_way in _guesses(photo_bgr, grey, board):
        place = None if guess is None else _laid(grey, board, guess)
        if place is not None and not sure_way:
            place = _right_way(photo_bgr, grey, board, place)
        if place is not None and (best is None or place.agreement > best.agreement):
            best = _with_way(place, sure_way)
        if best is not None and best.agreement > GOOD:
            return best
    by_edge = _by_edge(photo_bgr, grey, board)
    if by_edge is not None and (best is None or by_edge.agreement > best.agreement):
        best = _with_way(by_edge, False)
    if best is None:
        raise BoardNotFound(f"{board.name} is not seen on this photo.")
    return best


def _laid(grey: Grey, board: Board, guess: Matrix) -> Place | None:
    """The board where a guess has it, or None if it is not there; where a quick look leaves doubt, by a close one."""
    small, grown = _half(board)
    half = np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    rough = settle(half, small, np.asarray(np.linalg.inv(_TWICE) @ guess @ grown, np.float64), ROUGHLY)
    if rough is not None:
        better = _TWICE @ rough.to_photo @ np.linalg.inv(grown)
        place = settle(grey, board, np.asarray(better, np.float64), EXACTLY)
        if place is not None and place.agreement > GOOD:
            return place
    return settle(grey, board, guess)


# The way from pixels of a picture of half the size to those of the whole one.
_TWICE = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]])


@lru_cache(maxsize=2)
def _half(board: Board) -> tuple[Board, Matrix]:
    """A board with a blank of half the size, and the way from its pixels to the whole one's."""
    width, height = board.size_px
    size = (width // 2, height // 2)
    blank = np.asarray(cv2.resize(board.blank_bgr, size, interpolation=cv2.INTER_AREA), np.uint8)
    x, y = width / size[0], height / size[1]
    return replace(board, blank_bgr=blank), np.array([[x, 0, (x - 1) / 2], [0, y, (y - 1) / 2], [0, 0, 1.0]])


def _with_way(place: Place, sure_way: bool) -> MinePlace:
    return MinePlace(place.to_photo, place.bend, place.size_px, place.agreement, sure_way)


def _guesses(photo_bgr: Bgr, grey: Grey, board: Board) -> Iterator[tuple[Matrix | None, bool]]:
    """Homographies that may be right, and whether they tell which way up the board lies."""
    yield from _in_zone(board, glimpsed_zones(photo_bgr, grey))
    yield from _in_zone(board, find_zones(photo_bgr))
    for search in SEARCHES:
        yield by_print(grey, board, search), False


def _in_zone(board: Board, zones: Iterable[MarkedZone]) -> Iterator[tuple[Matrix, bool]]:
    """The board between its tags, which tell which way up it lies."""
    return ((between_tags(board, zone), True) for zone in zones if zone.number == BOARD_ZONE)


def _by_edge(photo_bgr: Bgr, grey: Grey, board: Board) -> Place | None:
    """The board, or its field, in the outline of what differs from the table, whichever way round agrees best."""
    corners = edge_corners(photo_bgr)
    if corners is None:
        return None
    found = []
    for part in (board.outline, grid_of(board).corners):
        turns = [np.roll(corners, k, 0).astype(np.float32) for k in range(4)]
        guesses = [np.asarray(cv2.getPerspectiveTransform(part.astype(np.float32), turn), np.float64) for turn in turns]
        found += [place for guess in guesses if (place := _laid(grey, board, guess)) is not None]
    return max(found, key=lambda place: _upright(place.rectified(photo_bgr), board.blank_bgr), default=None)


def _upright(seen_bgr: Bgr, blank_bgr: Bgr) -> float:
    """How well the board seen from above agrees with the empty one, by its print and by its colours."""
    if seen_bgr.shape != blank_bgr.shape:
        size = (blank_bgr.shape[1], blank_bgr.shape[0])
        seen_bgr = np.asarray(cv2.resize(seen_bgr, size, interpolation=cv2.INTER_AREA), np.uint8)
    seen, blank = (np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8) for part in (seen_bgr, blank_bgr))
    return _agreement(seen, blank) - COLOUR * float(np.log(misfit(seen_bgr, blank_bgr)))


def between_tags(board: Board, zone: MarkedZone) -> Matrix:
    """The board in its zone; tags on one side only tell no more than that side, and the board's shape the rest."""
    width, height = board.size_px
    corners = {tag % 4 for tag in zone.tags}
    far_x, far_y = corners & {1, 2}, corners & {2, 3}
    size, start = np.array(zone.size_mm), np.zeros(2)
    if not (far_x and corners & {0, 3}):
        wide = size[1] * width / height
        start[0], size[0] = (size[0] - wide if far_x else 0.0), wide
    elif not (far_y and corners & {0, 1}):
        high = size[0] * height / width
        start[1], size[1] = (size[1] - high if far_y else 0.0), high
    lay = np.array([[size[0] / width, 0, start[0]], [0, size[1] / height, start[1]], [0, 0, 1.0]])
    return np.asarray(zone.camera.mm_to_px @ lay, np.float64)


def _right_way(photo_bgr: Bgr, grey: Grey, board: Board, place: Place) -> Place | None:
    """The same place, turned so that print and colours agree best: squares alone fit turned as well."""
    width, height = board.size_px
    seen = place.rectified(photo_bgr)
    quarters = (0, 1, 2, 3) if abs(width / height - 1) < SQUARE else (0, 2)
    best = max(quarters, key=lambda k: _upright(np.ascontiguousarray(np.rot90(seen, k)), board.blank_bgr))
    if best == 0:
        return place
    turned = place.to_photo @ _turn(best, width, height)
    return _laid(grey, board, np.asarray(turned, np.float64))


def _agreement(seen: Grey, blank: Grey) -> float:
    """How alike two pictures of one size are at patches all over them: the mean likeness, pieces counting little."""
    likeness = []
    for row in range(REACH_PX, blank.shape[0] - PATCH_PX - REACH_PX, STEP_PX):
        for column in range(REACH_PX, blank.shape[1] - PATCH_PX - REACH_PX, STEP_PX):
            patch = blank[row : row + PATCH_PX, column : column + PATCH_PX]
            if float(cv2.meanStdDev(patch)[1][0, 0]) > 5:
                window = seen[
                    row - REACH_PX : row + PATCH_PX + REACH_PX, column - REACH_PX : column + PATCH_PX + REACH_PX
                ]
                likeness.append(float(cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED).max()))
    return float(np.mean(np.clip(likeness, 0.4, 1.0))) if likeness else 0.0


def _turn(quarters: int, width: int, height: int) -> Matrix:
    """Pixels of the blank to those of the same picture turned back by quarters."""
    step = {
        1: [[0, -width / height, width - 1], [height / width, 0, 0], [0, 0, 1]],
        2: [[-1, 0, width - 1], [0, -1, height - 1], [0, 0, 1]],
        3: [[0, width / height, 0], [-height / width, 0, height - 1], [0, 0, 1]],
    }[quarters]
    return np.array(step, np.float64)
