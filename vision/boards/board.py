"""A board's pack before teaching: `board.toml` and `blank.jpg`, the picture of the empty board cut to its edges."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput, words_of
from engine.reading import Field
from vision.boards.lab import to_lab
from vision.boards.snap import snapped
from vision.boards.told import check_told
from vision.photo import read_kept

Bgr = NDArray[np.uint8]
Points = NDArray[np.float64]

BOARD_FILE = "board.toml"
BLANK_FILE = "blank.jpg"
# The longest side of the picture in which boards are compared: a train of the series is then about 38 px long.
WORK_PX = 1200
# So much wider or narrower than `size` says may the blank picture be: edges are cut by hand.
SKEWED = 1.1


class BoardUnreadable(BadInput):
    """The pack does not describe a board."""


@dataclass(frozen=True)
class Route:
    """A route as printed; `spaces` are the corners of each, snapped to the print, the first two along a long side."""

    ends: tuple[str, str]
    colour: str
    spaces: Points

    @property
    def name(self) -> list[str]:
        return [*self.ends, self.colour]


@dataclass(frozen=True)
class Grid:
    """A field of squares; `corners` are top left, top right, bottom right, bottom left."""

    columns: int
    rows: int
    corners: Points


@dataclass(frozen=True, eq=False)
class Board:
    """A board as its pack tells it, all places in pixels of `blank_bgr`; `px_per_unit` leads back to the pack's unit.

    `supply` is the number of pieces each player has, None if the pack does not say.
    """

    name: str
    blank_bgr: Bgr
    pieces: tuple[str, ...]
    routes: tuple[Route, ...]
    grid: Grid | None
    supply: int | None
    px_per_unit: tuple[float, float]

    @property
    def size_px(self) -> tuple[int, int]:
        return self.blank_bgr.shape[1], self.blank_bgr.shape[0]

    @property
    def outline(self) -> Points:
        """The board's corners: top left, top right, bottom right, bottom left."""
        width, height = self.size_px
        return np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64) - 0.5

    @property
    def spaces(self) -> Points:
        """Every space of every route, in the order of the routes."""
        return np.concatenate([route.spaces for route in self.routes])

    @property
    def route_of_space(self) -> NDArray[np.intp]:
        return np.repeat(np.arange(len(self.routes)), [len(route.spaces) for route in self.routes])


def open_board(folder: Path) -> Board:
    """The board of a pack, its blank picture brought to the size we work in."""
    path = folder / BOARD_FILE
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as trouble:
        raise BoardUnreadable(f"{folder}: has no {BOARD_FILE}, so it is no pack of a board.") from trouble
    except UnicodeDecodeError as trouble:
        raise BoardUnreadable(f"{path}: is no text in UTF-8.") from trouble
    except tomllib.TOMLDecodeError as trouble:
        raise BoardUnreadable(f"{path}: is no TOML: {trouble}.") from trouble
    except RecursionError as trouble:
        raise BoardUnreadable(f"{path}: is no TOML that can be read: nested far too deeply.") from trouble
    try:
        check_told(Field(told, BOARD_FILE))
        blank = read_kept(folder / BLANK_FILE)
        _check_shape(told, blank)
        return make_board(told, blank)
    except BadInput as trouble:
        raise BoardUnreadable(f"{folder}: {words_of(trouble)}") from trouble


def _check_shape(told: dict[str, Any], blank_bgr: Bgr) -> None:
    """Raises BadInput if the picture is not as wide for its height as the board."""
    (width, height), (high_px, wide_px) = told["size"], blank_bgr.shape[:2]
    if not 1 / SKEWED <= (width / height) / (wide_px / high_px) <= SKEWED:
        seen = f"{BLANK_FILE}, which is {wide_px} x {high_px}"
        raise BadInput(f"{BOARD_FILE}: a board of {width} x {height} is not the shape of {seen}")


def with_routes(board: Board) -> Board:
    """The board, which must be a map: one of squares has no routes to claim."""
    if not board.routes:
        raise BoardUnreadable(f"{board.name}: the pack's {BOARD_FILE} has no [[route]], so it is no map.")
    if not board.pieces:
        raise BoardUnreadable(f"{board.name}: the pack's {BOARD_FILE} names no pieces, so nobody can claim a route.")
    return board


def make_board(told: dict[str, Any], blank_bgr: Bgr) -> Board:
    """A board from what `board.toml` says and the picture of the empty board."""
    scale = WORK_PX / max(blank_bgr.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    blank = np.asarray(cv2.resize(blank_bgr, None, fx=scale, fy=scale, interpolation=how), np.uint8)
    width, height = (float(side) for side in told["size"])
    px = np.array([blank.shape[1] / width, blank.shape[0] / height])
    routes = _on_print(tuple(_read_route(route, px) for route in told.get("route", ())), blank)
    grid = _read_grid(told["grid"], px) if "grid" in told else None
    pieces = tuple(str(piece) for piece in told.get("pieces", ()))
    supply = told.get("supply", told.get("rules", {}).get("taxis"))
    return Board(
        str(told["name"]),
        blank,
        pieces,
        routes,
        grid,
        None if supply is None else int(supply),
        (float(px[0]), float(px[1])),
    )


def _on_print(routes: tuple[Route, ...], blank_bgr: Bgr) -> tuple[Route, ...]:
    if not routes:
        return routes
    spaces = snapped([route.spaces for route in routes], to_lab(blank_bgr.astype(np.float32)))
    return tuple(replace(route, spaces=exact) for route, exact in zip(routes, spaces, strict=True))


def _read_route(told: dict[str, Any], px: Points) -> Route:
    first, second = told["ends"]
    spaces = np.array(told["spaces"], np.float64)
    lengthwise = np.stack([_lengthwise(space) for space in spaces * px - 0.5])
    return Route((str(first), str(second)), str(told["colour"]), lengthwise)


def _lengthwise(space: Points) -> Points:
    """The same corners, clockwise, starting with a long side: clicked corners come in any order."""
    if cv2.contourArea(space.astype(np.float32), oriented=True) < 0:
        space = space[::-1]
    sides = np.linalg.norm(np.roll(space, -1, 0) - space, axis=1)
    return np.roll(space, -1, 0) if sides[0] + sides[2] < sides[1] + sides[3] else space


def _read_grid(told: dict[str, Any], px: Points) -> Grid:
    corners = np.array(told["corners"], np.float64) * px - 0.5
    return Grid(int(told["columns"]), int(told["rows"]), corners)
