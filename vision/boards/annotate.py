"""Draws a board's outline, its spaces and who claimed them onto the photo."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.board import Board
from vision.boards.claims import route_owners
from vision.boards.colours import NAMED
from vision.boards.locate import Place

Bgr = NDArray[np.uint8]
_OUTLINE, _EMPTY = (70, 180, 40), (170, 170, 170)
_SURE = 0.95
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def annotate(photo_bgr: Bgr, seen: dict[str, Any], found: tuple[Board, Place]) -> Bgr:
    """A copy of the photo: free spaces grey, claimed ones in the piece's colour, doubtful claims with their chance."""
    board, place = found
    picture = photo_bgr.copy()
    thick = max(1, round(max(picture.shape[:2]) / 900))
    _quad(picture, place.corners_px, _OUTLINE, 2 * thick)
    owners = route_owners(board, seen["claims"])
    chances = {tuple(claim["route"]): float(claim.get("confidence", 1.0)) for claim in seen["claims"]}
    for route, owner in zip(board.routes, owners, strict=True):
        quads = [place.photo_px(space) for space in route.spaces]
        for quad in quads:
            if owner:
                _quad(picture, quad, (0, 0, 0), 3 * thick)
            _quad(
                picture,
                quad,
                NAMED.get(board.pieces[owner - 1], _OUTLINE) if owner else _EMPTY,
                2 * thick if owner else 1,
            )
        chance = chances.get(tuple(route.name), 1.0)
        if owner and chance < _SURE:
            _write(picture, f"{chance:.0%}?", quads[len(quads) // 2].mean(0), thick)
    return picture


def _quad(picture: Bgr, quad: NDArray[np.float64], colour: tuple[int, int, int], thick: int) -> None:
    cv2.polylines(picture, [np.rint(quad * 8).astype(np.int32)], True, colour, thick, cv2.LINE_AA, 3)


def _write(picture: Bgr, text: str, place: NDArray[np.float64], thick: int) -> None:
    """Text with a dark rim, readable on any print."""
    at = (round(float(place[0])), round(float(place[1])))
    for colour, width in (((0, 0, 0), 3 * thick), ((60, 60, 255), thick)):
        cv2.putText(picture, text, at, _FONT, 0.5 * thick, colour, width, cv2.LINE_AA)
