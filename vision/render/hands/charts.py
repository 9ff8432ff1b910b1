"""What boxes after maps and charts share: the sheet under work, the markers of spots, and the order of printing."""

from __future__ import annotations

import tomllib
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points, box, turned
from vision.render.guests import flat, lines_of
from vision.render.hands.aerial_view import (
    FROM_ABOVE,
    FROM_AHEAD,
    FROM_ASIDE,
    Canvas,
    Plane,
    heading_deg,
    lit,
    noise,
    plate,
    rail_turn_deg,
    stamp,
)
from vision.render.hands.painted import redrawn
from vision.render.hands.plain import readable
from vision.render.hands.vector import Inker, Pictures, between, boxed, coin, inks_of, near, palette, sketches
from vision.render.pictograms import oval
from vision.render.routes import CENTRE, EDGES
from vision.render.style import Colour, Rng, Style, luma, pick, shade
from vision.render.symbols import draw_objective
from vision.render.tile import PaintedTile, Painter, place_spots

Family = Callable[[Rng], tuple[Style, Painter]]
BOOK: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("charts.toml").read_text("utf-8"))
PICTURES: dict[str, Pictures] = {"ahead": FROM_AHEAD, "aside": FROM_ASIDE, "above": FROM_ABOVE} | {
    name: sketches(**texts) for name, texts in BOOK["pictures"].items()
}
SYLLABLES = "Alb Berg Cor Dun Esk Fell Gar Holm Ings Kyle Lin Moor Ness Orm Pol Rath Sund Tarn Ulm Vik Wold"


@dataclass(frozen=True)
class Sheet:
    """A tile under work."""

    brush: Brush
    face: TileFace
    style: Style
    rng: Rng

    @property
    def urban(self) -> bool:
        return self.face.urban

    def settled(self, count: int, clear: float, apart: float) -> list[tuple[Points, Rng]]:
        """Places so far from all routes, from the middle and from each other, each with a chance of its own."""
        tries, seeds = self.rng.random((count, 2)), self.rng.integers(2**31, size=count)
        routes = [line for letter in "HR" for line in lines_of(self.face, letter, self.style.bend)]
        gaps = np.linalg.norm(tries[:, None] - np.concatenate([CENTRE[None], *routes])[None], axis=2).min(1)
        kept: list[int] = []
        for one in np.flatnonzero(gaps > clear):
            if all(np.linalg.norm(tries[one] - tries[other]) > apart for other in kept):
                kept.append(int(one))
        kept.sort(key=lambda one: float(tries[one, 1]))
        return [(tries[one], np.random.default_rng(int(seeds[one]))) for one in kept]


def outline(shape: str, half: float) -> Points:
    """What lies under a picture, about the origin."""
    if shape in ("legend", "bars"):
        return box((0, 0), half * 2.3, half * 1.8)
    if shape == "rhomb":
        return np.array([(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)]) * half
    if shape == "board":
        return np.array([(-1.2, -0.8), (0.95, -0.8), (1.5, 0), (0.95, 0.8), (-1.2, 0.8)]) * half
    if shape == "pennant":
        return np.array([(-1.2, -0.85), (1.35, -0.85), (1.0, 0), (1.35, 0.85), (-1.2, 0.85)]) * half
    if shape == "cartouche":
        angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        reach = 1 + 0.1 * np.abs(np.sin(4 * angle))
        return np.stack([np.cos(angle) * reach * 1.15, np.sin(angle) * reach * 0.95], 1) * half
    if shape == "seal":
        angle = np.linspace(0, 2 * np.pi, 60, endpoint=False)
        reach = 1 + 0.06 * np.sin(12 * angle)
        return np.stack([np.cos(angle) * reach, np.sin(angle) * reach], 1) * half
    return plate("disc" if shape == "split" else shape, half)


@dataclass(frozen=True)
class Marker:
    """How a box prints its icons: bare or on a plate, in the kind's ink or on it."""

    pictures: Pictures
    plate: str
    size: float
    paper: Colour
    full: bool
    edge_width: float
    shadow: bool
    along: bool

    def draw(self, brush: Brush, kind: str, place: Points, own: Colour, turn_deg: float) -> None:
        half, bare = self.size / 2, self.plate == "none"
        full = self.full and not bare
        light = luma(own) > 150
        paper = own if full else (shade(own, 0.15) if light and luma(self.paper) > 120 else self.paper)
        ink = readable(own) if full else own
        trim = shade(ink, 0.55) if luma(ink) > 130 else shade(ink, 1.5)
        tones = {"ink": ink, "hole": paper, "trim": trim, "dark": shade(ink, 0.7), "light": paper}
        if not bare:
            self._plate(brush, outline(self.plate, half), place, paper, ink if not full else self.paper)
        turn_deg = turn_deg if self.along and kind != "traveller" else 0.0
        fill = {"none": 1.0, "rhomb": 0.62, "legend": 0.72, "bars": 0.72}.get(self.plate, 0.64)
        halo = (paper, max(self.edge_width, 0.012)) if bare else None
        stamp(brush, self.pictures[kind], place, half * fill, tones, turn_deg, halo)

    def _plate(self, brush: Brush, shape: Points, place: Points, paper: Colour, edge: Colour) -> None:
        if self.shadow:
            brush.fill(shape + place + 0.016, shade(edge, 0.2))
        if self.plate == "pennant":
            staff = np.array([(-1.2, -1.0), (-1.2, 1.5)]) * self.size / 2 + place
            brush.line(staff, edge, 0.018)
        brush.line(shape + place, edge, 2 * self.edge_width, closed=True)
        brush.fill(shape + place, paper)
        if self.plate == "split":
            lower = shape[shape[:, 1] >= -1e-9]
            brush.fill(lower + place, shade(paper, 0.72 if luma(paper) > 90 else 1.3))
        elif self.plate in ("cartouche", "seal", "legend"):
            brush.line(shape * 0.84 + place, edge, 0.007, closed=True)
        elif self.plate == "bars":
            brush.lines([np.array([(-1.15, y), (1.15, y)]) * self.size / 2 + place for y in (-0.85, 0.85)], edge, 0.025)


class Chart(Inker):
    """A painter of maps; the prints of some boxes lie in any of four turns, as players put them down."""

    chart: str

    def __init__(self, rng: Rng) -> None:
        book = BOOK[self.chart]
        country, town, road, rail, paper, ink, *tints = palette(rng, *book["palettes"])
        self.grounds, self.paper = (near(rng, country, 5), near(rng, town, 5)), near(rng, paper, 2)
        self.paints, self.ink = (near(rng, road, 6), near(rng, rail, 6)), near(rng, ink, 4)
        self.tints = [near(rng, tint, 6) for tint in tints]
        self.line = self.ink if abs(luma(self.ink) - luma(self.paper)) > 90 else readable(self.paper)
        self.widths = (between(rng, *book["widths"][0]), between(rng, *book["widths"][1]))
        self.looks = (pick(rng, book["highways"]), pick(rng, book["rails"]))
        self.country, self.town = pick(rng, book["countries"]), pick(rng, book["towns"])
        self.hall, self.inks = pick(rng, book["stations"]), inks_of(rng, pick(rng, book["inks"]))
        name, size = pick(rng, book["pictures"]), between(rng, *book["size"])
        self.marker = Marker(
            redrawn(rng, PICTURES[name], 0.0), pick(rng, book["plates"]), size, self.paper, coin(rng),
            between(rng, 0.005, 0.014), rng.random() < 0.3, name == "above",
        )  # fmt: skip
        self.reach = max(between(rng, *book["station"]), 1.3 * size) / 2
        self.turns, self.beside, self.aside = coin(rng), rng.random() < 0.3, float(pick(rng, (0, 0, 0, 0.05)))
        self.seed = int(rng.integers(2**31))

    def __call__(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
        quarters = int(rng.integers(4)) if self.turns else 0
        tile = self._printed(face.turned(-quarters), style, rng, size_px)
        picture = np.ascontiguousarray(np.rot90(tile.picture_bgr, -quarters))
        return PaintedTile(picture, tuple(turned(at - CENTRE, 90.0 * quarters) + CENTRE for at in tile.places))

    def _printed(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
        chances = [np.random.default_rng(int(seed)) for seed in rng.integers(2**31, size=3)]
        sheet = Sheet(Brush(flat(size_px, self.grounds[face.urban])), face, style, chances[0])
        self.ground(sheet)
        for letter in "HR" if style.rail_over else "RH":
            self._lay(sheet, letter)
        if face.station:
            self.station(sheet.brush, rail_turn_deg(face))
        self.overprint(replace(sheet, rng=chances[1]))
        if face.objective is not None:
            draw_objective(sheet.brush, face.objective, style)
        places = tuple(self._moved(at, face, rng) for at in place_spots(face, style, rng))
        for spot, place in zip(face.spots, places, strict=True):
            turn_deg = heading_deg(face, style, spot.on, place)
            self.marker.draw(sheet.brush, spot.kind, place, self.inks[spot.kind], turn_deg)
        return PaintedTile(self.finish(sheet.brush.canvas, chances[2]), places)

    def _lay(self, sheet: Sheet, letter: str) -> None:
        lines = lines_of(sheet.face, letter, sheet.style.bend)
        if not lines:
            return
        self.route(sheet, lines, letter == "R")
        if sheet.face.sides.count(letter) == 1 and not sheet.face.station:
            way = np.asarray(2 * (CENTRE - EDGES[sheet.face.sides.index(letter)]))
            self.stop(sheet.brush, letter == "R", way)

    def _moved(self, place: Points, face: TileFace, rng: Rng) -> Points:
        """A little off the line, or to the station's side, in boxes that print so."""
        off = rng.choice([-1.0, 1.0], 2)
        if np.allclose(place, CENTRE) and face.station:
            return place + off * self.reach * 0.5 if self.beside else place
        return np.asarray(np.clip(place + off * self.aside * 0.7, 0.14, 0.86))

    def stop(self, brush: Brush, rail: bool, way: Points) -> None:
        """What closes a route that ends in the middle of a tile."""
        over = np.array([-way[1], way[0]]) * self.widths[rail] * 0.62
        brush.line([CENTRE - over, CENTRE + over], self.ink, max(self.widths[rail] * 0.3, 0.035))

    def overprint(self, sheet: Sheet) -> None:
        """What is printed across the routes."""

    def finish(self, canvas: Canvas, rng: Rng) -> Canvas:
        """What years and the press did to the sheet."""
        return canvas

    @abstractmethod
    def ground(self, sheet: Sheet) -> None: ...

    @abstractmethod
    def route(self, sheet: Sheet, lines: list[Points], rail: bool) -> None: ...

    @abstractmethod
    def station(self, brush: Brush, turn_deg: float) -> None: ...


def box_of(artist: type[Chart], rng: Rng) -> tuple[Style, Painter]:
    """A new box of this chart; large stations push the spots outwards."""
    book, made = BOOK[artist.chart], artist(rng)
    style, painter = boxed(rng, artist.chart, tuple(book["bends"]), made, book["bar"])
    size = made.marker.size
    place = min(0.49 - size / 2, max(style.arm_place, made.reach + 0.3 * size))
    return replace(style, arm_place=place), painter


# ---- what all charts draw


def band(brush: Brush, lines: list[Points], width: float, fill: Colour, edge: Colour, edge_width: float) -> None:
    """A band with lines along its rims."""
    brush.lines(lines, edge, width)
    brush.lines(lines, fill, max(width - 2 * edge_width, width * 0.3))


def wavy(rng: Rng, swing: float = 0.08) -> Points:
    """A line that winds across the whole tile."""
    far = np.linspace(-0.6, 0.6, 25)
    bows = swing * np.sin(far * between(rng, 4, 11) + between(rng, 0, 6)) + between(rng, -0.35, 0.35)
    return np.asarray(turned(np.stack([far * 1.5, bows], 1), between(rng, 0, 360)) + CENTRE, np.float64)


def write(brush: Brush, text: str, at: Any, height: float, ink: Colour, bold: bool = False, serif: bool = True) -> None:
    """Letters of this height about a place."""
    font, thick = (cv2.FONT_HERSHEY_COMPLEX if serif else cv2.FONT_HERSHEY_DUPLEX), 2 if bold else 1
    scale = height * brush.size_px / 21.0
    (wide_px, high_px), _ = cv2.getTextSize(text, font, scale, thick)
    x, y = np.asarray(at, float) * brush.size_px
    corner = (round(x - wide_px / 2), round(y + high_px / 2))
    cv2.putText(brush.canvas, text, corner, font, scale, ink, thick, cv2.LINE_AA)


def a_name(rng: Rng) -> str:
    return "".join(rng.choice(SYLLABLES.split(), 2)).capitalize()


def terrain(rng: Rng, size_px: int, cells: int) -> Plane:
    """Soft heights, about 0 and mostly within 1."""
    rough = noise(rng, max(size_px // 2, 40), {cells: 0.8, cells * 2 + 1: 0.25})
    soft = cv2.GaussianBlur(rough, (0, 0), size_px / 90)
    return np.asarray(cv2.resize(soft, (size_px, size_px), interpolation=cv2.INTER_LINEAR), np.float32)


def contours(heights: Plane, step: float, thick_px: float) -> Plane:
    """How much ink of contour lines, a step apart, lies on every place."""
    steep = cv2.magnitude(*slopes(heights))
    away = np.abs(heights - np.round(heights / np.float32(step)) * np.float32(step)) / np.maximum(steep, 1e-4)
    return np.asarray(np.clip(thick_px / 2 + 0.5 - away, 0, 1), np.float32)


def slopes(heights: Plane) -> tuple[Plane, Plane]:
    """How the land rises to the right and downwards, from pixel to pixel."""
    right, down = (cv2.Sobel(heights, cv2.CV_32F, x, 1 - x, ksize=3, scale=0.125) for x in (1, 0))
    return np.asarray(right, np.float32), np.asarray(down, np.float32)


def inked(canvas: Canvas, cover: Plane, ink: Colour, share: float = 1.0) -> None:
    """Prints an ink over a tile where the plate has it."""
    part = (cover * share)[..., None]
    canvas[:] = (canvas * (1 - part) + np.asarray(ink, np.float32) * part).astype(np.uint8)


def creased(canvas: Canvas, rng: Rng, depth: float, count: int = 1) -> Canvas:
    """A sheet that was folded: bent light beside the folds, worn ink on them."""
    size_px = canvas.shape[0]
    light = np.zeros((size_px, size_px), np.float32)
    far = (np.arange(size_px, dtype=np.float32) + 0.5) / size_px
    for turn in range(count):
        away = far - between(rng, 0.08, 0.92)
        fold = np.sign(away) * np.exp(-np.abs(away) / 0.12) * depth + 1.6 * depth * np.exp(-((away / 0.006) ** 2))
        light += fold[None] if turn % 2 else fold[:, None]
    return lit(canvas, light)


def scale_frame(brush: Brush, ink: Colour, paper: Colour, width: float, parts: int) -> None:
    """A frame in black and white, as degrees are printed along the edge of a map; open where routes may cross."""
    for quarter in range(4):
        for k in range(parts):
            ends = np.array([(k / parts - 0.5, width / 2 - 0.5), ((k + 1) / parts - 0.5, width / 2 - 0.5)])
            brush.line(turned(ends, 90.0 * quarter) + CENTRE, ink if k % 2 else paper, width)


def rosette(brush: Brush, at: Any, radius: float, dark: Colour, light: Colour, points: int = 8) -> None:
    """A compass rose: rays, each half dark and half light."""
    angles = np.deg2rad(np.arange(points) * 360 / points - 90)
    for k in [*range(1, points, 2), *range(0, points, 2)]:
        long = radius * (1.0 if k % (points // 4) == 0 else 0.66)
        tip = np.array([np.cos(angles[k]), np.sin(angles[k])]) * long
        for side, tone in ((-1, dark), (1, light)):
            turn = angles[k] + side * np.pi / points * 1.4
            waist = np.array([np.cos(turn), np.sin(turn)]) * radius * 0.26
            brush.fill(np.stack([np.zeros(2), waist, tip]) + np.asarray(at), tone)


def spread(shape: Points, at: Any, size: float, turn_deg: float = 0.0) -> Points:
    """A shape given about the origin, in its place."""
    return np.asarray(turned(shape * size, turn_deg) + np.asarray(at), np.float64)


def blob(rng: Rng, at: Any, radius: float, rough: float = 0.25) -> Points:
    """A round thing with an uneven rim."""
    rim = oval((0, 0), 1.0, 1.0)
    angle = np.linspace(0, 2 * np.pi, len(rim), endpoint=False)
    reach = 1 + sum(rng.normal(0, rough / k) * np.sin(k * angle + between(rng, 0, 6)) for k in (1, 2, 3, 5))
    return np.asarray(rim * np.clip(reach, 0.4, 1.8)[:, None] * radius + np.asarray(at), np.float64)
