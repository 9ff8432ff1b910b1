"""Cuts out each space of a board, from the photo and from the blank picture, lengthwise and at one size."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.board import Board
from vision.boards.even import DARK, light_over
from vision.boards.lab import to_lab
from vision.boards.locate import Place
from vision.boards.warp import sampled
from vision.markers import eye_over_table

Bgr = NDArray[np.uint8]
Field = NDArray[np.float32]
Points = NDArray[np.float64]
Part = tuple[slice, slice]

# A cut reaches beyond the space, because pieces stand crooked and throw shadows: its size in spaces, and in pixels.
REACH = (1.2, 3.0)
CUT_PX = (40, 28)
# Half of a piece's height, in lengths of a space: the middle of what is seen of it appears that far above its foot.
LIFT = 0.12
# The print may lie so many pixels from where it should.
SLACK_PX = 2


def inner_part(length: float = 0.8, width: float = 1.0) -> Part:
    """Rows and columns of a cut that hold the middle of the space, these shares of its length and width."""
    half_columns, half_rows = round(CUT_PX[0] / REACH[0] * length / 2), round(CUT_PX[1] / REACH[1] * width / 2)
    row, column = CUT_PX[1] // 2, CUT_PX[0] // 2
    return slice(row - half_rows, row + half_rows), slice(column - half_columns, column + half_columns)


INNER = inner_part()
# A piece may stand so many pixels off, down and to the right: the inner part with that much around it, and it in that.
OFF_PX = (4, 3)
NEAR: Part = (
    slice(INNER[0].start - OFF_PX[0], INNER[0].stop + OFF_PX[0]),
    slice(INNER[1].start - OFF_PX[1], INNER[1].stop + OFF_PX[1]),
)
WITHIN: Part = (slice(OFF_PX[0], -OFF_PX[0]), slice(OFF_PX[1], -OFF_PX[1]))


@dataclass(frozen=True)
class Cuts:
    """All spaces of a board as stacks (space, row, column), the long side of the space along the columns.

    `seen` and `blank` are Lab colours where the space is printed, `off_ground` is how far (squared) it is there from
    anything printed nearby. `raised` and `off` are the same NEAR where a piece in it appears. There, in the INNER part,
    `dimmed` and `tinted` part the change (logarithms) into what a shadow can do and what it cannot.
    """

    seen: Field
    blank: Field
    off_ground: Field
    raised: Field
    off: Field
    dimmed: Field
    tinted: Field


@dataclass(frozen=True)
class BoardView:
    """A photo's board seen from above, as large as the blank; `eye` is the lens's place over it in board pixels."""

    picture_bgr: Bgr
    eye: tuple[float, float, float] | None


def view_from_above(photo_bgr: Bgr, place: Place) -> BoardView:
    """The board as the photo shows it."""
    eye = eye_over_table(place.to_photo, (photo_bgr.shape[1], photo_bgr.shape[0]))
    return BoardView(place.rectified(photo_bgr), eye)


def cut_spaces(view: BoardView, board: Board) -> Cuts:
    """Every space as the photo shows it in the blank's light, beside the blank."""
    light = light_over(view.picture_bgr, board.blank_bgr)
    flat, high = _net(board.spaces), _net(lifted(board.spaces, view.eye), NEAR)
    blank = to_lab(np.asarray(board.blank_bgr, np.float32))
    near = np.ones((2 * SLACK_PX + 1, 2 * SLACK_PX + 1), np.uint8)
    low, top = np.asarray(cv2.erode(blank, near), np.float32), np.asarray(cv2.dilate(blank, near), np.float32)
    raised_bgr = light.taken_off(_at(view.picture_bgr, high), high)
    seen, raised = to_lab(light.taken_off(_at(view.picture_bgr, flat), flat)), to_lab(raised_bgr)
    off_ground, off = (_off(lab, _at(low, net), _at(top, net)) for lab, net in ((seen, flat), (raised, high)))
    count = len(board.spaces)
    here, printed = (_stack(part, count)[:, *WITHIN] for part in (raised_bgr, _at(board.blank_bgr, high)))
    stacks = [_stack(part, count) for part in (seen, _at(blank, flat), off_ground, raised, off)]
    return Cuts(*(*stacks, *_shadow_and_tint(here, printed)))


def lifted(spaces: Points, eye: tuple[float, float, float] | None) -> Points:
    """The spaces as they appear when raised towards the lens, whose place is `eye` in board pixels."""
    if eye is None:
        return spaces
    height = LIFT * float(np.linalg.norm(spaces[:, 1] - spaces[:, 0], axis=1).mean())
    foot = spaces.mean(axis=1, keepdims=True)
    return np.asarray(spaces + (foot - np.array(eye[:2])) * (height / max(eye[2] - height, height)))


def _net(spaces: Points, part: Part = (slice(None), slice(None))) -> Field:
    """Where the pixels of all cuts, or of a part of them, lie in the board's picture, the cuts beneath each other."""
    along = (np.arange(CUT_PX[0]) + 0.5) / CUT_PX[0] * REACH[0] - (REACH[0] - 1) / 2
    across = (np.arange(CUT_PX[1]) + 0.5) / CUT_PX[1] * REACH[1] - (REACH[1] - 1) / 2
    u, v = along[part[1]][None, None, :, None], across[part[0]][None, :, None, None]
    a, b, c, d = (spaces[:, k][:, None, None, :] for k in range(4))
    net = a * (1 - u) * (1 - v) + b * u * (1 - v) + c * u * v + d * (1 - u) * v
    return np.asarray(net.reshape(-1, net.shape[2], 2), np.float32)


def _at(picture: NDArray[np.uint8] | Field, net: Field) -> Field:
    return np.asarray(sampled(picture, net), np.float32)


def _off(lab: Field, low: Field, top: Field) -> Field:
    """The squared distance to the colours between low and top."""
    away = np.maximum(np.maximum(low - lab, lab - top), 0)
    return np.asarray((away * away).sum(axis=2), np.float32)


def _shadow_and_tint(bgr: Field, blank_bgr: Field) -> tuple[Field, Field]:
    """How much darker a place is than its print, and how far its three colours differ in that."""
    change = np.log(bgr + np.float32(DARK)) - np.log(blank_bgr + np.float32(DARK))
    dimmed = change.mean(axis=-1)
    return np.asarray(-dimmed, np.float32), np.asarray(np.abs(change - dimmed[..., None]).max(axis=-1), np.float32)


def _stack(cuts: Field, count: int) -> Field:
    return cuts.reshape(count, -1, *cuts.shape[1:])
