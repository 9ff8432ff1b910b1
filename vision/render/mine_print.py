"""Prints the mine board of a style, its track tiles and its abyss tokens, flat."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face import TileFace
from vision.render.board_scene import blank_photo
from vision.render.brush import Brush, box, regular, star
from vision.render.ground import paint_ground
from vision.render.mine_style import MineStyle, Photo
from vision.render.routes import draw_routes
from vision.render.style import Colour, Rng, shade
from vision.render.tile import paint_tile

Told = dict[str, Any]
SIDES = "NESW"
LONGEST_PX = 1500
TILE_PX, TOKEN_PX = 112, 112
MINES = Path(__file__).resolve().parents[2] / "engine" / "off_the_rails"
_LAYOUTS = {10: "board.toml", 9: "board_9.toml", 11: "board_11.toml"}


def mine_board(columns: int = 10, square: float = 35.0, margin: float = 65.0, rows: int | None = None) -> Told:
    """A board as `board.toml` tells it: a field of squares with a margin around."""
    wide, high = columns * square, (rows or columns) * square
    corners = [[margin, margin], [margin + wide, margin], [margin + wide, margin + high], [margin, margin + high]]
    grid = {"columns": columns, "rows": rows or columns, "corners": corners}
    return {"name": "mine board", "size": [wide + 2 * margin, high + 2 * margin], "grid": grid}


@cache
def mines_of(columns: int, rows: int) -> dict[str, Any]:
    """Where the mines and start tracks of a board of that size are by default; two mines on boards of other sizes."""
    if columns != rows or columns not in _LAYOUTS:
        middle = (columns // 2, rows // 2)
        return {"mine_centres": {"red": [1, 1], "blue": [middle[0] + 1, middle[1]]}} if min(columns, rows) > 4 else {}
    return dict(tomllib.loads((MINES / _LAYOUTS[columns]).read_text(encoding="utf-8"))["grid"])


def print_mine(told: Told, style: MineStyle, longest_px: int = LONGEST_PX) -> Photo:
    """The empty board seen straight from above in even light."""
    own = style.hand.board(told, style, longest_px) if style.hand else None
    if own is not None:
        return own
    rng = np.random.default_rng(style.seed)
    width, height = (float(side) for side in told["size"])
    px = longest_px / max(width, height)
    size = max(round(width * px), round(height * px))
    picture = paint_ground(size, style.margin, rng)[: round(height * px), : round(width * px)].copy()
    grid = told["grid"]
    mines = mines_of(int(grid["columns"]), int(grid["rows"]))
    side = (grid["corners"][1][0] - grid["corners"][0][0]) / grid["columns"] * px
    print_margin(picture, told, mines, style, side, px)
    first = np.array(grid["corners"][0]) * px
    for column in range(int(grid["columns"])):
        for row in range(int(grid["rows"])):
            square = print_square(column, row, mines, style, round(side), rng)
            _put(picture, square, first + np.array([column, row]) * side)
    return picture


def make_pack(folder: Path, told: Told, style: MineStyle, rng: Rng) -> Photo:
    """Writes a board's pack as it is before teaching; the printed board comes back."""
    printed, grid = print_mine(told, style), told["grid"]
    text = f'name = "{told["name"]}"\nsize = {told["size"]}\n[grid]\n'
    text += f"columns = {grid['columns']}\nrows = {grid['rows']}\ncorners = {grid['corners']}\n"
    (folder / "board.toml").write_text(text, encoding="utf-8")
    cv2.imwrite(str(folder / "blank.jpg"), blank_photo(printed, rng))
    return printed


def _put(picture: Photo, patch: Photo, corner: Any) -> None:
    left, top = (round(float(value)) for value in corner)
    place = picture[max(top, 0) : top + patch.shape[0], max(left, 0) : left + patch.shape[1]]
    if place.size:
        place[:] = patch[max(-top, 0) :, max(-left, 0) :][: place.shape[0], : place.shape[1]]


def print_square(column: int, row: int, mines: Told, style: MineStyle, side_px: int, rng: Rng) -> Photo:
    """One square of stone; in a mine tinted, with its number or the clan's sign in the middle."""
    picture = paint_ground(side_px, style.square, rng)
    bright = rng.uniform(0.94, 1.06) * (1 + style.checkered * ((column + row) % 2))
    picture = np.asarray(np.clip(picture * bright, 0, 255), np.uint8)
    brush = Brush(picture)
    for clan, centre in mines.get("mine_centres", {}).items():
        step = (column - centre[0], row - centre[1])
        if max(abs(step[0]), abs(step[1])) > 1:
            continue
        tint = np.full_like(picture, np.array(style.clans[clan], np.uint8))
        middle = step == (0, 0)
        share = min(1.0, style.mine_tint * (1.6 if middle else 1.0))
        picture[:] = cv2.addWeighted(picture, 1 - share, tint, share, 0)
        if middle:
            brush.fill(star((0.5, 0.5), 0.32), shade(style.clans[clan], 1.5))
        elif style.numbers:
            number = (step[1] + 1) * 3 + step[0] + 2
            at, ink = (style.number_at, style.number_at), shade(style.clans[clan], 0.5)
            brush.letter(str(number - (number > 5)), at, style.number_size, ink)
    brush.line(box((0.5, 0.5), 1.0, 1.0), style.seam, style.seam_width, closed=True)
    return picture


def print_margin(picture: Photo, told: Told, mines: Told, style: MineStyle, side: float, px: float) -> None:
    """The clans' sides: a band in the clan's colour, start tracks, and places for the cargo."""
    grid = told["grid"]
    (left, top), (right, bottom) = (np.array(grid["corners"][k], np.float64) * px for k in (0, 2))
    outer = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
    middle = np.array([(left + right) / 2, (top + bottom) / 2])
    cv2.putText(picture, str(told["name"]).upper(), (12, picture.shape[0] - 14), 3, 0.9, style.seam, 2, cv2.LINE_AA)
    for clan, name in mines.get("clan_side", {}).items():
        away = np.array(outer[name], np.float64)
        across = np.array([away[1], away[0]])
        reach = np.abs(away) @ np.array([right - left, bottom - top]) / 2
        for start in mines["start_columns"] if away[0] == 0 else mines["start_rows"]:
            along = (start + 0.5 - (grid["columns"] if away[0] == 0 else grid["rows"]) / 2) * side
            centre = middle + away * (reach + side / 2) + np.abs(across) * along
            print_start_track(picture, centre, side, "N-S-" if away[0] == 0 else "-E-W", style)
        for place in range(-5, 6):
            at = middle + away * (reach + 1.45 * side) + across * place * side * 0.6
            centre_px = (round(at[0]), round(at[1]))
            cv2.circle(picture, centre_px, max(3, round(side * 0.18)), style.clans[clan], -1 if place == 0 else 2)


def print_start_track(picture: Photo, centre: NDArray[np.float64], side: float, sides: str, style: MineStyle) -> None:
    """A track printed on the board itself: cut out, drawn over, put back."""
    half = round(side / 2)
    left, top = round(centre[0]) - half, round(centre[1]) - half
    patch = picture[max(top, 0) : top + 2 * half, max(left, 0) : left + 2 * half]
    if patch.shape[:2] == (2 * half, 2 * half):
        drawn = patch.copy()
        draw_routes(Brush(drawn), _face(sides.replace("-", ""), style), style.tile)
        patch[:] = cv2.addWeighted(patch, 0.4, drawn, 0.6, 0)


def _face(track: str, style: MineStyle) -> TileFace:
    return TileFace("".join(style.letter if side in track else "-" for side in SIDES))


def print_tile(track: str, style: MineStyle, seed: int) -> Photo:
    """A track tile with these exits; the same seed gives the same cardboard."""
    rng = np.random.default_rng(seed)
    own = style.hand.tile(track, style, rng, TILE_PX) if style.hand else None
    return own if own is not None else paint_tile(_face(track, style), style.tile, rng, TILE_PX).picture_bgr


def tile_outline(style: MineStyle) -> Photo | None:
    """The mask of tiles that are no squares."""
    return style.hand.outline(TILE_PX) if style.hand else None


def print_token(clan: str, style: MineStyle) -> tuple[Photo, NDArray[np.uint8]]:
    """An abyss token of a clan and the mask of its outline."""
    own = style.hand.token(clan, style, TOKEN_PX) if style.hand else None
    if own is not None:
        return own
    colour = style.clans[clan]
    picture = np.full((TOKEN_PX, TOKEN_PX, 3), np.array(colour, np.uint8), np.uint8)
    mask = np.zeros((TOKEN_PX, TOKEN_PX), np.uint8)
    brush = Brush(picture)
    _outline(Brush(mask), style.token_shape, 0.49, (255.0, 255.0, 255.0))
    _outline(brush, style.token_shape, 0.49, shade(colour, 0.7))
    _outline(brush, style.token_shape, 0.44, colour)
    _token_mark(brush, style.token_mark, style.token_dark, shade(colour, 1.35))
    return picture, mask


def _outline(brush: Brush, shape: str, radius: float, colour: Colour) -> None:
    if shape == "disc":
        brush.disc((0.5, 0.5), radius, colour)
    elif shape == "square":
        brush.fill(box((0.5, 0.5), 2 * radius, 2 * radius), colour)
    else:
        brush.fill(regular((0.5, 0.5), radius * 1.05, 8, 22.5), colour)


def _token_mark(brush: Brush, mark: str, dark: Colour, light: Colour) -> None:
    centre = (0.5, 0.5)
    if mark == "hole":
        brush.disc(centre, 0.28, dark)
    elif mark == "void":
        brush.disc(centre, 0.38, dark)
    elif mark == "rings":
        for radius in (0.34, 0.24, 0.14):
            brush.disc(centre, radius, dark, 0.04)
    elif mark == "spiral":
        turn = np.linspace(0, 5 * np.pi, 90)
        brush.line(np.stack([np.cos(turn), np.sin(turn)], 1) * (turn / 45)[:, None] + 0.5, dark, 0.045)
    elif mark == "cracks":
        for k in range(7):
            brush.line([centre, regular(centre, 0.4, 7)[k]], dark, 0.035)
    elif mark == "star":
        brush.fill(star(centre, 0.32), light)
