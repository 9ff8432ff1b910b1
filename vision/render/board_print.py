"""Prints boards: a map with routes, or a field of squares, in any of many styles, as `board.toml` describes them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.light import Photo
from vision.render.style import Colour, Rng, any_colour, pick, shade

Told = dict[str, Any]
Points = NDArray[np.float64]

LONGEST_PX = 1500
NEW_YORK = Path(__file__).resolve().parents[2] / "engine" / "ticket_to_ride_new_york" / "board.toml"
INKS: dict[str, Colour] = {
    "red": (45, 50, 190),
    "blue": (185, 105, 40),
    "green": (50, 140, 80),
    "orange": (40, 135, 230),
    "pink": (160, 110, 205),
    "black": (45, 42, 42),
    "white": (225, 232, 235),
    "yellow": (50, 205, 240),
    "gray": (150, 150, 152),
}
ICONS = ("ring", "cross", "disc", "bar", "none")
_SHIFT = 4


@dataclass(frozen=True)
class BoardStyle:
    """How one printer would draw a board; widths are in spaces' widths."""

    paper: Colour = (205, 215, 220)
    water: Colour = (190, 175, 150)
    ink: Colour = (90, 95, 100)
    blotch: float = 0.05
    grain: float = 0.04
    streets: int = 60
    frame: Colour = (70, 75, 80)
    frame_width: float = 0.1
    icon: str = "ring"
    icon_ink: float = 0.75
    fade: float = 0.0
    band: Colour = (60, 50, 130)
    seed: int = 0


# Two styles of our own for the simulated table and the tests.
STYLES = {
    "broadsheet": BoardStyle(seed=1),
    "midnight": BoardStyle(
        paper=(95, 70, 50),
        water=(120, 80, 40),
        ink=(150, 130, 105),
        frame=(215, 215, 205),
        frame_width=0.14,
        icon="cross",
        icon_ink=1.25,
        fade=0.12,
        band=(40, 110, 160),
        seed=2,
    ),
}


def random_board_style(rng: Rng) -> BoardStyle:
    """A style that nobody has seen."""
    paper = any_colour(rng)
    pale = rng.uniform(0.3, 0.85)
    blue, green, red = (part * (1 - pale) + white * pale for part, white in zip(paper, (215, 220, 225), strict=True))
    paper = (blue, green, red)
    return BoardStyle(
        paper=paper,
        water=shade(paper, rng.uniform(0.7, 1.1)),
        ink=shade(paper, pick(rng, (0.45, 0.65, 1.3))),
        blotch=rng.uniform(0.02, 0.12),
        grain=rng.uniform(0.01, 0.08),
        streets=int(rng.integers(15, 120)),
        frame=shade(paper, pick(rng, (0.35, 0.6, 1.25))),
        frame_width=rng.uniform(0.05, 0.2),
        icon=pick(rng, ICONS),
        icon_ink=pick(rng, (0.6, 0.8, 0.88, 1.15, 1.35)),
        fade=rng.uniform(0, 0.35),
        band=any_colour(rng),
        seed=int(rng.integers(2**31)),
    )


def new_york() -> Told:
    """The New York board as data."""
    told = tomllib.loads(NEW_YORK.read_text(encoding="utf-8"))
    kept = {key: told[key] for key in ("name", "size", "pieces", "route")}
    return {**kept, "supply": told["rules"]["taxis"]}


def print_board(told: Told, style: BoardStyle) -> Photo:
    """The empty board seen straight from above in even light."""
    rng = np.random.default_rng(style.seed)
    width, height = (float(side) for side in told["size"])
    px = LONGEST_PX / max(width, height)
    picture = _ground(round(width * px), round(height * px), style, rng)
    _band(picture, style)
    for route in told.get("route", ()):
        _route(picture, np.array(route["spaces"], np.float64) * px, str(route["colour"]), style)
    _cities(picture, told, px, style)
    if "grid" in told:
        _squares(picture, told["grid"], px, style)
    return picture


def _ground(width: int, height: int, style: BoardStyle, rng: Rng) -> Photo:
    coarse = _clouds(rng, (9, 9), width, height) * style.blotch
    fine = _clouds(rng, (height // 3, width // 3), width, height) * style.grain
    land = _clouds(rng, (6, 6), width, height) > -0.5
    base = np.where(land[..., None], np.array(style.paper, np.float32), np.array(style.water, np.float32))
    picture = np.asarray(np.clip(base * (1 + coarse + fine)[..., None], 0, 255), np.uint8)
    shores = cv2.findContours(land.astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]
    cv2.polylines(picture, shores, True, style.ink, 2, cv2.LINE_AA)
    for _ in range(style.streets):
        start, turn, length = rng.random(2) * (width, height), rng.uniform(0, np.pi), rng.uniform(40, 300)
        end = start + length * np.array([np.cos(turn), np.sin(turn)])
        cv2.line(picture, _px(start), _px(end), style.ink, int(rng.integers(1, 4)), cv2.LINE_AA, _SHIFT)
    return picture


def _clouds(rng: Rng, knots: tuple[int, int], width: int, height: int) -> NDArray[np.float32]:
    noise = rng.standard_normal(knots).astype(np.float32)
    return np.asarray(cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _band(picture: Photo, style: BoardStyle) -> None:
    """The band with numbers around the map."""
    height, width = picture.shape[:2]
    cell = max(width, height) / 36
    for number in range(int(width / cell)):
        for row in (0.0, height - cell):
            _numbered(picture, (number * cell, row), cell, number, style)
    for number in range(1, int(height / cell)):
        for column in (0.0, width - cell):
            _numbered(picture, (column, number * cell), cell, number + 30, style)


def _numbered(picture: Photo, corner: tuple[float, float], cell: float, number: int, style: BoardStyle) -> None:
    low, high = _px(np.array(corner) + 1), _px(np.array(corner) + cell - 1)
    cv2.rectangle(picture, low, high, shade(style.band, 0.9 if number % 2 else 1.1), cv2.FILLED, cv2.LINE_AA, _SHIFT)
    at = (round(corner[0] + cell * 0.15), round(corner[1] + cell * 0.7))
    cv2.putText(picture, str(number), at, cv2.FONT_HERSHEY_SIMPLEX, cell / 55, shade(style.band, 2.2), 2, cv2.LINE_AA)


def _route(picture: Photo, spaces: Points, colour: str, style: BoardStyle) -> None:
    ink = np.array(INKS.get(colour, INKS["gray"])) * (1 - style.fade) + np.array(style.paper) * style.fade
    blue, green, red = (float(part) for part in ink)
    for space in spaces:
        thick = float(np.linalg.norm(space[3] - space[0]))
        cv2.fillPoly(picture, [_fixed(space)], style.frame, cv2.LINE_AA, _SHIFT)
        inner = _shrunk(space, style.frame_width * thick)
        cv2.fillPoly(picture, [_fixed(inner)], (blue, green, red), cv2.LINE_AA, _SHIFT)
        _icon(picture, space, thick, shade((blue, green, red), style.icon_ink), style.icon)


def _shrunk(space: Points, by_px: float) -> Points:
    along, across = space[1] - space[0], space[3] - space[0]
    along, across = along / np.linalg.norm(along) * by_px, across / np.linalg.norm(across) * by_px
    return np.asarray(space + np.stack([along + across, across - along, -along - across, along - across]))


def _icon(picture: Photo, space: Points, thick: float, ink: Colour, icon: str) -> None:
    middle, along = space.mean(0), (space[1] - space[0]) / 5
    across = (space[3] - space[0]) / 4
    line = max(1, round(thick / 14))
    if icon in ("ring", "disc"):
        filled = line if icon == "ring" else cv2.FILLED
        cv2.circle(picture, _px(middle), round(thick * 0.22 * 16), ink, filled, cv2.LINE_AA, _SHIFT)
    elif icon in ("cross", "bar"):
        for stroke in (along, across)[: 2 if icon == "cross" else 1]:
            cv2.line(picture, _px(middle - stroke), _px(middle + stroke), ink, line + 1, cv2.LINE_AA, _SHIFT)


def _cities(picture: Photo, told: Told, px: float, style: BoardStyle) -> None:
    """A disc and a name where the routes of a city end."""
    for name, place in cities(told).items():
        at = place * px
        cv2.circle(picture, _px(at), 144, (60, 110, 190), cv2.FILLED, cv2.LINE_AA, _SHIFT)
        cv2.circle(picture, _px(at), 144, shade(style.ink, 0.6), 2, cv2.LINE_AA, _SHIFT)
        start = (round(at[0] - 40), round(at[1] - 14))
        cv2.putText(picture, name, start, cv2.FONT_HERSHEY_COMPLEX, 0.55, shade(style.ink, 0.5), 1, cv2.LINE_AA)


def cities(told: Told) -> dict[str, Points]:
    """Each city's place: amid the outer ends of its routes, whichever end of a route is nearer to the others'."""
    tips: dict[str, list[Points]] = {}
    for route in told.get("route", ()):
        middles = np.array(route["spaces"], np.float64).mean(axis=1)
        step = (middles[-1] - middles[0]) / max(len(middles) - 1, 1) / 2
        for end, tip in zip(route["ends"], (middles[0] - step, middles[-1] + step), strict=True):
            tips.setdefault(str(end), []).append(tip)
    return {name: np.mean(places, axis=0) for name, places in tips.items()}


def _squares(picture: Photo, grid: Told, px: float, style: BoardStyle) -> None:
    """The field of squares, chequered faintly."""
    corners = np.array(grid["corners"], np.float32) * px
    unit = np.array([(0, 0), (grid["columns"], 0), (grid["columns"], grid["rows"]), (0, grid["rows"])], np.float32)
    lay = cv2.getPerspectiveTransform(unit, corners)
    for column in range(int(grid["columns"])):
        for row in range(int(grid["rows"])):
            square = np.array([(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)], np.float32)
            quad = cv2.perspectiveTransform(square[None], lay)[0].astype(np.float64)
            tone = 0.93 if (column + row) % 2 else 1.04
            cv2.fillPoly(picture, [_fixed(_shrunk(quad, 2.0))], shade(style.paper, tone), cv2.LINE_AA, _SHIFT)
            _icon(
                picture, quad, float(np.linalg.norm(quad[3] - quad[0])) / 3, shade(style.paper, tone * 0.92), style.icon
            )


def _fixed(points: Points) -> NDArray[np.int32]:
    return np.asarray(np.rint(np.asarray(points) * (1 << _SHIFT)), np.int32)


def _px(point: Any) -> tuple[int, int]:
    x, y = _fixed(np.asarray(point, np.float64))
    return int(x), int(y)
