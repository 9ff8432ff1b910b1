"""A pack for a new board: a photo of the empty board, its corners, and routes drawn on it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from flask import Blueprint, Response, current_app, jsonify, request

from engine.errors import BadInput, ClearNo
from engine.reading import Field, read_json
from engine.words import clause
from webui.orders import read_pack
from webui.photos import Lessons, check_joined, data_url, one_at_a_time

boards = Blueprint("boards", __name__)
MOST_ROUTES, MOST_POINTS, MOST_SPACES, MOST_PIECES = 200, 12, 12, 8
SHORTEST, LONGEST = 1, 10_000  # of a board's side, in whatever unit
NARROWEST, WIDEST = 0.1, LONGEST / 10  # of a space
# What the query says, with commas between: where the corners are, as parts of the photo, and how large the board is.
_PART, _SIDE = r"(0(\.[0-9]{1,9})?|1(\.0{1,9})?)", r"[1-9][0-9]{0,3}(\.[0-9]{1,9})?"
CORNERS, SIZE = f"^{_PART}(,{_PART}){{7}}$", f"^{_SIDE},{_SIDE}$"
COLOURS = ("red", "orange", "yellow", "green", "blue", "turquoise", "purple", "pink", "white", "gray", "black")


class Maker(Protocol):
    """Whoever gives the application one lets the page make packs."""

    def flat(self, photo: bytes, corners: Sequence[Sequence[float]], size: tuple[float, float]) -> bytes:
        """The board cut to its edges (JPEG); corners are parts of the photo, clockwise from the board's top left."""

    def save(self, pack: str, drawn: Mapping[str, Any], blank: bytes) -> bytes:
        """Keep a new pack; the answer is the board with its spaces drawn on it (JPEG)."""


def _maker() -> Maker:
    found: Maker | None = current_app.config.get("BOARDS")
    if found is None:
        raise ClearNo("This table cannot read photos.")
    return found


@boards.post("/api/photos/board")
def flat_board() -> Response:
    """Cut a photo to the board's edges, to draw on; the picture is kept for saving."""
    check_joined(rule=True)
    maker = _maker()
    corners = _numbers("corners", CORNERS, 8, 0, 1)
    width, height = _numbers("size", SIZE, 2, 1, LONGEST - 1)
    with one_at_a_time():
        flat = maker.flat(request.get_data(), [corners[k : k + 2] for k in range(0, 8, 2)], (width, height))
    blanks: Lessons = current_app.extensions["blanks"]
    return jsonify({"photo": blanks.add(flat), "picture": data_url(flat), "size": [width, height]})


def _numbers(name: str, pattern: str, count: int, least: int, most: int) -> list[float]:
    """Numbers in the query, with commas between them."""
    told = request.args.get(name, "")
    if not re.fullmatch(pattern.strip("^$"), told):
        raise BadInput(
            clause(
                "{name}: must be {count} numbers from {least:g} to {most:g} with commas between them",
                name=name,
                count=count,
                least=least,
                most=most,
            )
        )
    return [float(part) for part in told.split(",")]


@boards.post("/api/boards")
def save_board() -> Response:
    """Keep what was drawn as a pack."""
    check_joined(rule=True)
    maker = _maker()
    keys = ("pack", "name", "photo", "size", "pieces", "width", "routes")
    body = Field(read_json(request.get_data(as_text=True), "board"), "board").keys(keys, keys)
    pack = read_pack(body["pack"])
    blanks: Lessons = current_app.extensions["blanks"]
    blank = blanks.photo(body["photo"].whole(0, 99))
    drawn: dict[str, Any] = {
        "name": body["name"].name(),
        "size": [_number(side, SHORTEST, LONGEST) for side in body["size"].items(2, 2)],
        "pieces": [piece.one_of(COLOURS) for piece in body["pieces"].items(MOST_PIECES, 1)],
        "width": _number(body["width"], NARROWEST, WIDEST),
        "routes": [_route(route) for route in body["routes"].items(MOST_ROUTES, 1)],
    }
    with one_at_a_time():
        shown = maker.save(pack, drawn, blank)
    return jsonify({"pack": pack, "routes": len(drawn["routes"]), "picture": data_url(shown)})


def _route(told: Field) -> dict[str, Any]:
    keys = ("ends", "colour", "spaces", "line")
    fields = told.keys(keys, keys)
    line = [[_number(part, 0, LONGEST) for part in point.items(2, 2)] for point in fields["line"].items(MOST_POINTS, 2)]
    if math.dist(line[0], line[-1]) < 1e-3 and len(line) == 2:
        fields["line"].wrong("begins and ends at one place")
    return {
        "ends": [end.name() for end in fields["ends"].items(2, 2)],
        "colour": fields["colour"].one_of(COLOURS),
        "spaces": fields["spaces"].whole(1, MOST_SPACES),
        "line": line,
    }


def _number(field: Field, least: float, most: float) -> float:
    value = field.value
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        field.wrong("must be a number from {least:g} to {most:g}", least=least, most=most)
    return float(value)
