"""A new board drawn by hand: a photo cut to its edges, and routes as lines along which spaces are spread."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput, ClearNo
from engine.words import say
from vision.boards.board import BLANK_FILE, BOARD_FILE, make_board
from vision.boards.pack import PICTURE

Bgr = NDArray[np.uint8]
Points = NDArray[np.float64]
Told = Mapping[str, Any]

LONGEST_PX = 1500
# The smallest part of the photo that a board may take up.
LEAST_SHARE = 0.02
# Between two spaces of a route lies a gap, a part of a space's length.
GAP = 0.05
_SMOOTH = 24


def cut_to_edges(photo_bgr: Bgr, corners: Sequence[Sequence[float]], size: tuple[float, float]) -> Bgr:
    """The board seen from above; corners are parts of the photo's width and height, clockwise from the top left."""
    height, width = photo_bgr.shape[:2]
    quad = (np.array(corners, np.float64) * (width, height) - 0.5).astype(np.float32)
    if not cv2.isContourConvex(quad) or cv2.contourArea(quad, oriented=True) < LEAST_SHARE * width * height:
        raise ClearNo("Tap the corners in order: top left, top right, bottom right, bottom left of the board.")
    px = LONGEST_PX / max(size)
    across, down = round(size[0] * px), round(size[1] * px)
    flat = np.array([(0, 0), (across, 0), (across, down), (0, down)], np.float32) - np.float32(0.5)
    lay = cv2.getPerspectiveTransform(quad, flat)
    return np.asarray(cv2.warpPerspective(photo_bgr, lay, (across, down), flags=cv2.INTER_AREA), np.uint8)


def spread_spaces(line: Sequence[Sequence[float]], count: int, width: float) -> list[list[list[float]]]:
    """Spaces one after another along a line from end to end, bent as the line is; four corners each."""
    way = _smooth(np.array(line, np.float64))
    far = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(way, axis=0), axis=1))])
    step = far[-1] / count
    spaces = []
    for number in range(count):
        start, end = (_at(way, far, step * (number + part)) for part in (GAP / 2, 1 - GAP / 2))
        along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
        across = np.array([-along[1], along[0]]) * width / 2
        corners = (start - across, end - across, end + across, start + across)
        spaces.append([[round(float(x), 2), round(float(y), 2)] for x, y in corners])
    return spaces


def _smooth(points: Points) -> Points:
    """A curve through all points (Catmull and Rom's); two points are a straight line."""
    if len(points) < 3:
        return points
    padded = np.concatenate([2 * points[:1] - points[1:2], points, 2 * points[-1:] - points[-2:-1]])
    t = np.linspace(0, 1, _SMOOTH, endpoint=False)[:, None]
    pieces = [
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False)
    ]
    return np.concatenate([*pieces, points[-1:]])


def _at(way: Points, far: Points, distance: float) -> Points:
    return np.array([np.interp(distance, far, way[:, axis]) for axis in (0, 1)])


def toml_of(told: Told) -> str:
    """A board as `board.toml` says it; JSON's texts and lists of numbers are TOML's too."""
    lines = [f"{key} = {_value(told[key])}" for key in ("name", "size", "pieces", "supply") if key in told]
    for route in told.get("route", ()):
        lines += ["", "[[route]]", *(f"{key} = {_value(route[key])}" for key in ("ends", "colour", "spaces"))]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    return json.dumps(value).replace("\x7f", "\\u007f")


def save_board(folder: Path, told: Told, blank_bgr: Bgr) -> None:
    """Makes a pack of a new board; one that is there already is left as it is."""
    if folder.exists():
        raise BadInput(say("there is already a pack called {pack!r}; choose another name", pack=folder.name))
    make_board(dict(told), blank_bgr)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-") as place:
        new = Path(place) / "pack"
        new.mkdir()
        cv2.imwrite(str(new / BLANK_FILE), blank_bgr, PICTURE)
        (new / BOARD_FILE).write_text(toml_of(told), encoding="utf-8")
        os.rename(new, folder)
