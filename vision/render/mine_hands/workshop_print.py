"""What the workshop prints on its grounds: letters and signs, tokens, and the squares of a mine."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.render.brush import Brush, Points, box, regular
from vision.render.guests import Canvas, flat
from vision.render.hands.painted import masked, mixed
from vision.render.hands.vector import dashes, sketch
from vision.render.mine_hands.workshop_ground import bevelled
from vision.render.pictograms import Pictogram, draw, rounded
from vision.render.routes import CENTRE
from vision.render.style import Colour, Rng, luma, pick, shade

BOOK: dict[str, Any] = tomllib.loads(Path(__file__).with_name("workshop.toml").read_text("utf-8"))
SIGNS: dict[str, Pictogram] = {name: sketch(" ".join(text.split())) for name, text in BOOK["signs"].items()}
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII")
LETTER_FONTS = (0, 2, 3, 4, 6, 7)


def letters(brush: Brush, text: str, at: Any, high: float, ink: Colour, font: int = 0) -> None:
    """Letters so high, their middle at a place."""
    thick = max(1, round(high * brush.size_px * 0.13))
    (width, height), _ = cv2.getTextSize(text, font, 1.0, 1)
    scale = high * brush.size_px / height
    place = np.asarray(at, np.float64) * brush.size_px + np.array([-width, height]) * scale / 2
    corner = (round(float(place[0])), round(float(place[1])))
    cv2.putText(brush.canvas, text, corner, font, scale, ink, thick, cv2.LINE_AA)


def sign(brush: Brush, name: str, at: Any, half: float, ink: Colour, hole: Colour) -> None:
    draw(brush, SIGNS[name], at, half, {"ink": ink, "hole": hole})


def plate_of(shape: str, half: float, rng: Rng | None = None) -> Points:
    """The outline of a token or a badge about the middle of its square."""
    if shape in ("octagon", "hexagon"):
        corners = {"octagon": 8, "hexagon": 6}[shape]
        return regular(CENTRE, half * 1.04, corners, 180 / corners)
    if shape == "ragged":
        edge = np.random.default_rng(7) if rng is None else rng
        return np.asarray((regular(CENTRE, half, 26) - CENTRE) * edge.uniform(0.86, 1.0, (26, 1)) + CENTRE)
    if shape == "shield":
        side = np.array([(0, -1), (0.55, -0.95), (0.95, -0.8), (0.95, 0.1), (0.7, 0.6), (0, 1)]) * half
        return np.asarray(np.concatenate([side, side[-2:0:-1] * (-1, 1)]) + CENTRE)
    if shape in ("square", "round"):
        return rounded(CENTRE, 2 * half, 2 * half, half * (0.05 if shape == "square" else 0.35))
    return regular(CENTRE, half, 40)


def _hole(brush: Brush, half: float, dark: Colour, light: Colour, _: str) -> None:
    """A shaft whose depth is darkest."""
    for share in np.linspace(1, 0.45, 6):
        brush.disc(CENTRE, half * share, shade(dark, 0.2 + 0.8 * share))


def _whirl(brush: Brush, half: float, dark: Colour, light: Colour, _: str) -> None:
    turn = np.linspace(0.3, 3.4, 26)
    brush.disc(CENTRE, half, dark)
    for arm in np.arange(5) * 2 * np.pi / 5:
        spiral = np.stack([np.cos(turn + arm), np.sin(turn + arm)], 1) * (turn / 3.6 * half)[:, None]
        brush.line(spiral + CENTRE, light, half * 0.14)


def _spiral(brush: Brush, half: float, dark: Colour, light: Colour, _: str) -> None:
    turn = np.linspace(0, 6 * np.pi, 90)
    brush.line(np.stack([np.cos(turn), np.sin(turn)], 1) * (turn / 19 * half)[:, None] + CENTRE, dark, half * 0.12)


def _pit(brush: Brush, half: float, dark: Colour, light: Colour, _: str) -> None:
    """A ragged hole with cracks around."""
    edge = plate_of("ragged", half, np.random.default_rng(3))
    for corner in edge[::4]:
        brush.line([CENTRE, (corner - CENTRE) * 1.35 + CENTRE], dark, half * 0.08)
    brush.fill((edge - CENTRE) * 0.85 + CENTRE, shade(dark, 1.25))
    brush.fill((edge - CENTRE) * 0.7 + CENTRE, dark)


def _signed(brush: Brush, half: float, dark: Colour, light: Colour, name: str) -> None:
    sign(brush, name, CENTRE, half * 0.85, dark, light)


def _in_hole(brush: Brush, half: float, dark: Colour, light: Colour, name: str) -> None:
    brush.disc(CENTRE, half, dark)
    sign(brush, name, CENTRE, half * 0.66, light, dark)


def _lettered(brush: Brush, half: float, dark: Colour, light: Colour, _: str) -> None:
    brush.disc(CENTRE, half * 0.5, dark)
    letters(brush, "ABYSS", (0.5, 0.5 - half * 0.78), half * 0.3, dark, 2)
    letters(brush, "5", (0.5, 0.5 + half * 0.8), half * 0.3, dark, 2)


def _crossed(brush: Brush, half: float, dark: Colour, light: Colour, _: str) -> None:
    for way in ((1, 1), (1, -1)):
        brush.line([CENTRE - np.array(way) * half * 0.6, CENTRE + np.array(way) * half * 0.6], dark, half * 0.3)


def _rings(brush: Brush, half: float, dark: Colour, light: Colour, _: str) -> None:
    for share, tone in ((1.0, dark), (0.76, light), (0.54, dark), (0.3, light)):
        brush.disc(CENTRE, half * share, tone)


MARKS: dict[str, Callable[[Brush, float, Colour, Colour, str], None]] = {
    "hole": _hole, "whirl": _whirl, "spiral": _spiral, "pit": _pit, "sign": _signed, "in_hole": _in_hole,
    "letters": _lettered, "cross": _crossed, "rings": _rings,
}  # fmt: skip


@dataclass(frozen=True)
class TokenLook:
    """How abyss tokens look: painted all over in the clan's colour, or dark with a rim of it."""

    shape: str = "disc"
    mark: str = "hole"
    dark: Colour = (20.0, 15.0, 20.0)
    rim: float = 0.05
    full: bool = True
    engraved: bool = False

    def draw(self, clan: Colour, name: str, size_px: int) -> tuple[Canvas, Canvas]:
        """The token and the mask of its outline."""
        edge = shade(clan, 0.65) if self.full else clan
        face = clan if self.full else shade(self.dark, 1.12)
        dark, light = (self.dark, shade(clan, 1.4)) if self.full else (clan, self.dark)
        picture, mask = flat(size_px, edge), np.zeros((size_px, size_px), np.uint8)
        outline = plate_of(self.shape, 0.49)
        Brush(mask).fill(outline, (255.0, 255.0, 255.0))
        brush, rim = Brush(picture), self.rim if self.full else max(self.rim, 0.09)
        brush.fill((outline - CENTRE) * (1 - 2 * rim) + CENTRE, face)
        if self.engraved:
            self._mark(brush, shade(face, 1.5), face, name, 0.012)
        self._mark(brush, dark, light, name)
        return picture, mask

    def _mark(self, brush: Brush, dark: Colour, light: Colour, name: str, shift: float = 0.0) -> None:
        if not shift:
            MARKS[self.mark](brush, 0.31, dark, light, name)
            return
        stamp = flat(brush.size_px, light)
        MARKS[self.mark](Brush(stamp), 0.31, dark, light, name)
        by_px = max(1, round(shift * brush.size_px))
        brush.canvas[by_px:, by_px:] = np.where(
            (stamp[:-by_px, :-by_px] != np.asarray(light, np.uint8)).any(2, keepdims=True),
            stamp[:-by_px, :-by_px], brush.canvas[by_px:, by_px:],
        )  # fmt: skip


# ---- squares


@dataclass(frozen=True)
class SquareLook:
    """How the squares of the board are printed; `tint` is how much of the clan's colour a mine takes on."""

    border: str = "line"
    seam: Colour = (60.0, 50.0, 60.0)
    width: float = 0.03
    wash: str = "all"
    tint: float = 0.4
    count: str = "digits"
    at: tuple[float, float] = (0.5, 0.5)
    high: float = 0.35
    font: int = 0
    checkered: float = 0.0
    uneven: float = 0.04
    badge: str = "none"

    def tinted(self, brush: Brush, clan: Colour, middle: bool) -> None:
        """Washes a mine's square in the clan's colour, or a part of it."""
        paint = brush.canvas.copy()
        over = Brush(paint)
        if middle or self.wash == "all":
            paint[:] = np.asarray(clan, np.uint8)
        elif self.wash == "frame":
            over.line(box(CENTRE, 0.86, 0.86), clan, 0.12, closed=True)
        elif self.wash == "corners":
            for corner in box(CENTRE, 1, 1):
                over.fill(regular(corner, 0.3, 4), clan)
        else:
            over.disc(CENTRE, 0.36, clan)
        share = min(1.0, self.tint * (1.5 if middle else 1.0 if self.wash == "all" else 1.6))
        brush.canvas[:] = cv2.addWeighted(brush.canvas, 1 - share, paint, share, 0)

    def numbered(self, brush: Brush, number: int, ink: Colour) -> None:
        if self.count == "pips":
            for k in range(number):
                turn = 2 * np.pi * k / number
                brush.disc(np.add(self.at, (np.cos(turn) * 0.13, np.sin(turn) * 0.13)), 0.032, ink)
        elif self.count in ("digits", "roman"):
            text = str(number) if self.count == "digits" else ROMAN[number]
            letters(brush, text, self.at, self.high, ink, self.font)

    def signed(self, brush: Brush, name: str, clan: Colour) -> None:
        """The clan's sign in the middle of its mine."""
        ground = tuple(float(v) for v in brush.canvas.reshape(-1, 3).mean(0))
        paper = shade(clan, 0.35) if luma(clan) > 110 else shade(clan, 1.75)
        if self.badge != "none":
            brush.fill(plate_of(self.badge, 0.4), paper)
            ground = clan
        ink = clan if self.badge != "none" else paper
        sign(brush, name, CENTRE, 0.27, ink, paper if self.badge != "none" else (ground[0], ground[1], ground[2]))

    def bordered(self, brush: Brush) -> None:
        if self.border == "line":
            brush.line(box(CENTRE, 1, 1), self.seam, self.width, closed=True)
        elif self.border == "bevel":
            brush.line(box(CENTRE, 1, 1), self.seam, self.width, closed=True)
            bevelled(brush.canvas, self.width + 0.02, 0.16)
        elif self.border == "dashed":
            sides = box(CENTRE, 1, 1)
            edges = [np.linspace(sides[k], sides[(k + 1) % 4], 20) for k in range(4)]
            brush.lines([dash for edge in edges for dash in dashes(edge, 0.07, 0.06)], self.seam, self.width)
        elif self.border == "round":
            inside = masked(brush.size_px, lambda on: on.fill(rounded(CENTRE, 0.95, 0.95, 0.14), (255.0,) * 3))
            brush.canvas[:] = mixed(brush.canvas, flat(brush.size_px, self.seam), inside)
        elif self.border == "ticks":
            for corner in box(CENTRE, 1, 1):
                for arm in 0.12 * np.eye(2):
                    brush.line([corner - arm, corner + arm], self.seam, self.width)


def some_square(rng: Rng, seam: Colour, borders: tuple[str, ...], counts: tuple[str, ...]) -> SquareLook:
    """Squares as one box may print them."""
    corner = rng.random() < 0.4
    return SquareLook(
        border=pick(rng, borders), seam=seam, width=rng.uniform(0.012, 0.05),
        wash=pick(rng, ("all", "frame", "corners", "disc"), (4, 2, 1, 1)), tint=rng.uniform(0.2, 0.65),
        count=pick(rng, counts), at=(0.2, 0.22) if corner else (0.5, 0.5),
        high=rng.uniform(0.14, 0.2) if corner else rng.uniform(0.22, 0.46), font=pick(rng, LETTER_FONTS),
        checkered=pick(rng, (0.0, rng.uniform(-0.14, 0.14))), uneven=rng.uniform(0, 0.06),
        badge=pick(rng, ("none", "disc", "hexagon", "shield", "square")),
    )  # fmt: skip
