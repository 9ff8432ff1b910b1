"""What `board.toml` must say, so that it describes a board; every mistake is one sentence."""

from __future__ import annotations

import cv2
import numpy as np

from engine.reading import Field

# Sizes are in any unit; all that is on a board lies within so many times its size.
SMALLEST, LARGEST, AROUND = 0.001, 1_000_000, 2
MOST_PIECES, MOST_ROUTES, MOST_SPACES, MOST_SQUARES, MOST_SUPPLY = 40, 1000, 50, 1000, 1000
# The least that a space covers, as a share of the board.
LEAST_SPACE = 1e-9


def check_told(board: Field) -> None:
    """Raises BadInput with what is wrong where."""
    told = board.entries(("name", "size"))
    told["name"].text()
    size = [side.number(SMALLEST, LARGEST) for side in told["size"].items(2, 2)]
    for piece in told["pieces"].items(MOST_PIECES) if "pieces" in told else []:
        piece.text()
    if "supply" in told:
        told["supply"].whole(0, MOST_SUPPLY)
    rules = told["rules"].entries() if "rules" in told else {}
    if "taxis" in rules:
        rules["taxis"].whole(0, MOST_SUPPLY)
    routes = told["route"].items(MOST_ROUTES) if "route" in told else []
    for route in routes:
        _check_route(route, size)
    if "grid" in told:
        _check_grid(told["grid"], size)
    elif not routes:
        board.wrong("has neither routes nor a grid")


def _check_route(route: Field, size: list[float]) -> None:
    told = route.entries(("ends", "colour", "spaces"))
    for end in told["ends"].items(2, 2):
        end.text()
    told["colour"].text()
    for space in told["spaces"].items(MOST_SPACES, 1):
        corners = np.array(_corners(space, size)) / size
        if cv2.contourArea(corners.astype(np.float32)) < LEAST_SPACE:
            space.wrong("must be the four corners of a space, one after another")
        if (corners.max(axis=0) <= 0).any() or (corners.min(axis=0) >= 1).any():
            space.wrong("lies beside the board")


def _check_grid(grid: Field, size: list[float]) -> None:
    told = grid.entries(("columns", "rows", "corners"))
    for key in ("columns", "rows"):
        told[key].whole(0, MOST_SQUARES)
    corners = np.array(_corners(told["corners"], size), np.float32)
    if cv2.contourArea(corners, oriented=True) <= 0:
        told["corners"].wrong("must be top left, top right, bottom right, bottom left of the field")


def _corners(field: Field, size: list[float]) -> list[list[float]]:
    """Four corners on the board, or hardly beside it."""
    places = [place.items(2, 2) for place in field.items(MOST_SPACES)]
    if len(places) != 4:
        field.wrong("must be four corners, not {count}", count=len(places))
    far = [(-(AROUND - 1) * side, AROUND * side) for side in size]
    return [[part.number(*limits) for part, limits in zip(place, far, strict=True)] for place in places]
