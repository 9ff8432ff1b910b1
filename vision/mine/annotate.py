"""Draws a mine board's squares, and what was read on them, onto the photo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.board import Board
from vision.boards.locate import Place
from vision.markers import project
from vision.mine.colours import EXPECTED
from vision.mine.labels import SIDES
from vision.mine.view import grid_of, to_squares

Bgr = NDArray[np.uint8]
Points = NDArray[np.float64]
Colour = tuple[int, int, int]
_SURE, _DOUBTFUL = 0.95, 0.8
_GREEN, _AMBER, _RED, _WHITE = (70, 180, 40), (0, 190, 255), (40, 40, 230), (255, 255, 255)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_WAYS = dict(zip(SIDES, ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True))
_SQUARE = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)


def annotate(photo_bgr: Bgr, seen: Mapping[str, Any], found: tuple[Board, Place]) -> Bgr:
    """A copy of the photo: tracks as lines, jewels as dots, carts as arrows; green is sure, red is not."""
    board, place = found
    picture = photo_bgr.copy()
    thick = max(1, round(max(picture.shape[:2]) / 1100))
    back = np.asarray(np.linalg.inv(to_squares(grid_of(board))), np.float64)

    def px(points: Any) -> NDArray[np.int32]:
        return np.rint(place.photo_px(project(back, np.asarray(points, np.float64))) * 8).astype(np.int32)

    cv2.polylines(picture, [np.rint(place.corners_px * 8).astype(np.int32)], True, _GREEN, 2 * thick, cv2.LINE_AA, 3)
    for cell in seen["cells"]:
        _draw_cell(picture, cell, px, thick)
    for doubt in seen.get("doubtful", ()):
        cv2.polylines(picture, [px(_inner(doubt["at"]))], True, _RED, thick, cv2.LINE_AA, 3)
    for cart in seen["carts"]:
        _draw_cart(picture, cart, px, thick)
    return picture


def _inner(at: Any) -> Points:
    return np.asarray(at, np.float64) + 0.5 + (_SQUARE - 0.5) * 0.9


def _trust(entry: Mapping[str, Any]) -> Colour:
    chance = float(entry.get("confidence", 1.0))
    return _GREEN if chance >= _SURE else _AMBER if chance >= _DOUBTFUL else _RED


def _draw_cell(picture: Bgr, cell: Mapping[str, Any], px: Any, thick: int) -> None:
    middle = np.array(cell["at"], np.float64) + 0.5
    cv2.polylines(picture, [px(_inner(cell["at"]))], True, _trust(cell), thick, cv2.LINE_AA, 3)
    for side in cell["track"] or "":
        line = px([middle, middle + np.array(_WAYS[side]) * 0.42])
        for colour, wide in ((0, 0, 0), 3 * thick), (_WHITE, thick):
            cv2.polylines(picture, [line], False, colour, wide, cv2.LINE_AA, 3)
    if cell["abyss"]:
        _dot(picture, px([middle])[0], 6 * thick, EXPECTED.get(cell["abyss"], _WHITE))
    for number, jewel in enumerate(cell["jewels"]):
        at = middle + np.array([-0.36 + 0.18 * (number % 5), 0.34 - 0.18 * (number // 5)])
        _dot(picture, px([at])[0], 3 * thick, EXPECTED.get(jewel, _WHITE))


def _draw_cart(picture: Bgr, cart: Mapping[str, Any], px: Any, thick: int) -> None:
    middle, way = np.array(cart["at"], np.float64) + 0.5, np.array(_WAYS[cart["facing"]], np.float64)
    colour = EXPECTED.get(cart["clan"], _WHITE)
    cv2.polylines(picture, [px(_inner(cart["at"]))], True, _trust(cart), 2 * thick, cv2.LINE_AA, 3)
    tail, tip = px([middle - way * 0.3, middle + way * 0.42])
    for ink, wide in ((0, 0, 0), 4 * thick), (colour, 2 * thick):
        cv2.arrowedLine(picture, tail.tolist(), tip.tolist(), ink, wide, cv2.LINE_AA, 3, 0.4)
    at = (px([middle - np.array([0.45, 0.2])])[0] / 8).astype(int)
    for ink, wide in ((0, 0, 0), 4 * thick), (_WHITE, 2 * thick):
        cv2.putText(picture, str(cart["speed"]), (int(at[0]), int(at[1])), _FONT, 0.5 * thick, ink, wide, cv2.LINE_AA)


def _dot(picture: Bgr, at: NDArray[np.int32], radius_px: int, colour: Colour) -> None:
    centre = (int(at[0]), int(at[1]))
    cv2.circle(picture, centre, 8 * (radius_px + 1), (0, 0, 0), cv2.FILLED, cv2.LINE_AA, 3)
    cv2.circle(picture, centre, 8 * radius_px, colour, cv2.FILLED, cv2.LINE_AA, 3)
