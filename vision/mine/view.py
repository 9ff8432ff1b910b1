"""The field of squares seen from above in the light of the blank picture, and cuts of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from engine.errors import BadInput
from vision.boards.board import Board, Grid
from vision.boards.even import SHRINK, largest
from vision.boards.locate import Place
from vision.markers import eye_over_table, project
from vision.mine.light import mine_light
from vision.mine.nets import to_log

Bgr = NDArray[np.uint8]
Points = NDArray[np.float64]

# Pixels of a square in the coarse picture for tracks and jewels, and in the fine one for carts and dice.
COARSE_PX, FINE_PX = 48, 80
# The light over the field is smooth: so many pixels a square are enough.
LIGHT_PX = 20
# A cut about a jewel has so many pixels of the fine picture: its shadow and its neighbours help to know it.
JEWEL_PX = 40
# So many squares around the field belong to the picture: carts wait on start tracks just outside it.
RIM = 1.5
# The field net looks at so much around the field.
HALF = 0.5
MOST_SQUARES, SMALLEST_PX = 40, 16.0
# Without this much of a square on each side, what differs less than this from the blank is the blank.
MIDDLE, ALIKE = 0.2, 0.14
# A print is looked for at most so many pixels aside; one that varies by less than this, in logarithms, is none.
ASIDE, PRINTED = 2, 0.05
_UNIT = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)


class NoGrid(BadInput):
    """The pack's board has no field of squares."""


@dataclass(frozen=True)
class MineView:
    """The field with its rim, in the blank's light, beside the blank; `eye` is the lens's place, in squares."""

    coarse_bgr: Bgr
    blank_bgr: Bgr
    fine_bgr: Bgr
    fine_blank_bgr: Bgr
    columns: int
    rows: int
    eye: tuple[float, float, float] | None

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The squares of the field, row by row."""
        return [(column, row) for row in range(self.rows) for column in range(self.columns)]

    @cached_property
    def as_on_blank(self) -> NDArray[np.bool_]:
        """Which squares look in their middle as on the blank: mines have a printed sign that looks like a token."""
        off = largest(np.abs(to_log(self.coarse_bgr) - to_log(self.blank_bgr)))
        first, size = round((RIM + MIDDLE) * COARSE_PX), round((1 - 2 * MIDDLE) * COARSE_PX)
        windows = sliding_window_view(off[first:, first:], (size, size))[::COARSE_PX, ::COARSE_PX]
        middles = windows[: self.rows, : self.columns].reshape(self.rows * self.columns, -1)
        return np.asarray(np.median(middles, axis=1) < ALIKE)

    def print_seen(self, cell: tuple[int, int]) -> float:
        """How well the blank's print in the middle of a square is seen again, up to 1."""
        x, y = (round((at + RIM + MIDDLE) * COARSE_PX) for at in cell)
        size = round((1 - 2 * MIDDLE) * COARSE_PX)
        return seen_again(*(to_log(part[y : y + size, x : x + size]) for part in (self.coarse_bgr, self.blank_bgr)))

    def half_rim(self, picture: Bgr, px: int = COARSE_PX) -> Bgr:
        """A picture, coarse or with so many pixels a square, with half a square around the field."""
        rim = round((RIM - HALF) * px)
        return picture[rim:-rim, rim:-rim]

    def turned(self) -> MineView:
        """The same field turned by a quarter: what was east is now north."""
        eye = None if self.eye is None else (self.eye[1], self.columns - self.eye[0], self.eye[2])
        coarse, blank, fine, fine_blank = (np.rot90(part) for part in self._pictures)
        return MineView(coarse, blank, fine, fine_blank, self.rows, self.columns, eye)

    def mirrored(self) -> MineView:
        """The same field with east and west changed."""
        eye = None if self.eye is None else (self.columns - self.eye[0], self.eye[1], self.eye[2])
        coarse, blank, fine, fine_blank = (part[:, ::-1] for part in self._pictures)
        return MineView(coarse, blank, fine, fine_blank, self.columns, self.rows, eye)

    @property
    def _pictures(self) -> tuple[Bgr, Bgr, Bgr, Bgr]:
        return self.coarse_bgr, self.blank_bgr, self.fine_bgr, self.fine_blank_bgr


def grid_of(board: Board) -> Grid:
    """The board's field of squares."""
    if board.grid is None:
        raise NoGrid(f"{board.name}: the pack's board.toml has no [grid], so it is no mine board.")
    grid = board.grid
    if not (1 <= grid.columns <= MOST_SQUARES and 1 <= grid.rows <= MOST_SQUARES):
        raise NoGrid(f"{board.name}: a grid has 1 to {MOST_SQUARES} columns and rows.")
    if not cv2.isContourConvex(grid.corners.astype(np.float32)) or _side(grid) < SMALLEST_PX:
        raise NoGrid(f"{board.name}: the corners of the grid do not enclose squares that are large enough to be seen.")
    return grid


def _side(grid: Grid) -> float:
    """How wide a square is, in pixels of the blank."""
    area = float(cv2.contourArea(grid.corners.astype(np.float32)))
    return float(np.sqrt(area / (grid.columns * grid.rows)))


def to_squares(grid: Grid) -> Points:
    """The homography from pixels of the blank to squares: the field's top left corner is 0, 0."""
    corners = (_UNIT * (grid.columns, grid.rows)).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(grid.corners.astype(np.float32), corners), np.float64)


def view_of(photo_bgr: Bgr, place: Place, board: Board) -> MineView:
    """The field as the photo shows it."""
    return field_view(place.rectified(photo_bgr), eye_of(photo_bgr, place), board)


def eye_of(photo_bgr: Bgr, place: Place) -> tuple[float, float, float] | None:
    """The lens's place over the board, in pixels of the blank."""
    return eye_over_table(place.to_photo, (photo_bgr.shape[1], photo_bgr.shape[0]))


def field_view(seen: Bgr, eye: tuple[float, float, float] | None, board: Board) -> MineView:
    """The field of a board that is seen from above, as large as its blank."""
    grid, light = grid_of(board), mine_light(seen, board.blank_bgr)
    fine, (blank, coarse_blank) = _field(seen, grid, FINE_PX), _blank_field(board)
    change = (_field(part, grid, LIGHT_PX, 1 / SHRINK) for part in light.change)
    fine = light.taken_off(fine, *(_as_large(part, fine) for part in change))
    eye = None if eye is None else _eye_in_squares(eye, grid)
    return MineView(coarse_of(fine), coarse_blank, fine, blank, grid.columns, grid.rows, eye)


@lru_cache(maxsize=2)
def _blank_field(board: Board) -> tuple[Bgr, Bgr]:
    """The empty field, fine and coarse: a camera sees one board often."""
    fine = _field(board.blank_bgr, grid_of(board), FINE_PX)
    return fine, coarse_of(fine)


def _as_large(smooth: NDArray[Any], picture: Bgr) -> NDArray[Any]:
    """Something smooth over the field, as large as a picture of it."""
    return np.asarray(cv2.resize(smooth, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR))


def coarse_of(fine: Bgr) -> Bgr:
    """The coarse picture by the fine one."""
    share = COARSE_PX / FINE_PX
    return np.asarray(cv2.resize(fine, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)


def _field(picture: NDArray[Any], grid: Grid, px: int, scale: float = 1.0) -> NDArray[Any]:
    """The field with its rim, so many pixels a square, from a picture `scale` times as large as the blank."""
    side = _side(grid) * scale
    shrink = min(1.0, px / side)
    if shrink < 0.8:
        picture = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        scale *= shrink
    inside = (_UNIT * (grid.columns, grid.rows) + RIM) * px - 0.5
    source = (grid.corners + 0.5) * scale - 0.5
    lay = cv2.getPerspectiveTransform(source.astype(np.float32), inside.astype(np.float32))
    size = (round((grid.columns + 2 * RIM) * px), round((grid.rows + 2 * RIM) * px))
    return np.asarray(cv2.warpPerspective(picture, lay, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def _eye_in_squares(eye: tuple[float, float, float], grid: Grid) -> tuple[float, float, float]:
    side = _side(grid)
    x, y = project(to_squares(grid), np.array([eye[:2]]))[0]
    return float(x), float(y), eye[2] / side


def raised(points: Points, height: float, eye: tuple[float, float, float] | None) -> Points:
    """Where points of the field appear on it when they are so many squares above it."""
    if eye is None:
        return points
    return np.asarray(points + (points - np.array(eye[:2])) * (height / max(eye[2] - height, height)))


def seen_again(seen: NDArray[np.float32], print_: NDArray[np.float32]) -> float:
    """How well a part of the blank is seen again, whatever the light, up to 1; both are logarithms, 0 if it is bare."""
    inner = print_[ASIDE:-ASIDE, ASIDE:-ASIDE]
    if min(inner.shape[:2]) < ASIDE or inner.std((0, 1)).mean() < PRINTED:
        return 0.0
    return float(cv2.matchTemplate(seen, inner, cv2.TM_CCOEFF_NORMED).max())


def jewel_cuts(view: MineView, bare_bgr: Bgr, places: Points) -> Bgr:
    """Upright cuts of the fine picture about points of the field, each beside the same cut without pieces."""
    corners = np.rint((places + RIM) * FINE_PX - JEWEL_PX / 2).astype(int)
    most = np.array(view.fine_bgr.shape[1::-1]) - JEWEL_PX
    x, y = np.clip(corners, 0, most).T
    windows = [sliding_window_view(part, (JEWEL_PX, JEWEL_PX, 3))[:, :, 0] for part in (view.fine_bgr, bare_bgr)]
    return np.concatenate([part[y, x] for part in windows], 3)


def fine_cuts(
    view: MineView, middles: Points, span: float, cut_px: int, turns: NDArray[np.float64] | None = None
) -> Bgr:
    """Square cuts, `span` squares wide, about any points of the field, turned clockwise by so many degrees each."""
    cuts = np.empty((len(middles), cut_px, cut_px, 3), np.uint8)
    for number, middle in enumerate(middles):
        angle = 0.0 if turns is None else np.deg2rad(turns[number])
        step = span * FINE_PX / cut_px
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * step
        centre = (np.asarray(middle) + RIM) * FINE_PX - 0.5
        lay = np.c_[turn, centre - turn @ np.full(2, (cut_px - 1) / 2)]
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cuts[number] = cv2.warpAffine(view.fine_bgr, lay, (cut_px, cut_px), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return cuts
