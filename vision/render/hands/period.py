"""Boxes in the print of other times: an art deco poster and a Japanese woodblock, and the hand that paints them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import cv2
import numpy as np

from vision.face import KINDS, TileFace
from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.guests import Canvas, bgr, flat, lines_of
from vision.render.named import MEADOW
from vision.render.pictograms import Part, Pictogram, draw, oval, rounded
from vision.render.routes import CENTRE, across, along
from vision.render.style import Colour, Piece, Rng, Style, pick, shade
from vision.render.symbols import draw_objective
from vision.render.tile import PaintedTile, Painter, place_spots


def _parts(text: str) -> list[Part]:
    """The parts of a pictogram that one line of `period.toml` tells of."""
    head, _, tail = text.partition(":")
    tone, _, form = head.partition(" ")
    numbers = np.array([[float(value) for value in place.split(",")] for place in tail.split()], np.float64)
    if form == "o":
        return [Part(tone, oval((x, y), radius, radius)) for x, y, radius in numbers]
    return [Part(tone, numbers, float(form or 0))]


PICTURES: dict[str, dict[str, Pictogram]] = {
    family: {name: tuple(part for text in texts for part in _parts(text)) for name, texts in pictures.items()}
    for family, pictures in tomllib.loads(Path(__file__).with_name("period.toml").read_text(encoding="utf-8")).items()
}


def spun(picture: Pictogram, turn_deg: float) -> Pictogram:
    """The picture turned about its middle."""
    return tuple(replace(part, points=turned(part.points, turn_deg)) for part in picture)


def beside(points: Points, offset: Any) -> Points:
    """A line beside another, from its very first to its very last point."""
    ahead = np.gradient(points, axis=0)
    ahead /= np.maximum(np.linalg.norm(ahead, axis=1, keepdims=True), 1e-9)
    return np.asarray(points + offset * np.stack([-ahead[:, 1], ahead[:, 0]], 1))


def clipped(at: Points, wide: float, high: float, clip: float) -> Points:
    """A rectangle with its corners cut off."""
    x, y = wide / 2, high / 2
    quarter = np.array([(x, y - clip), (x - clip, y)])
    return np.concatenate([quarter, quarter[::-1] * (-1, 1), quarter * -1, quarter[::-1] * (1, -1)]) + at


def unsteady(points: Points, rng: Rng, much: float) -> Points:
    """The line as an unsteady hand draws it; its ends stay where they are."""
    share = np.linspace(0, 1, len(points))
    waves = [np.sin(np.pi * k * share)[:, None] * rng.normal(0, much / k**0.5, 2) for k in (2, 3, 5)]
    return np.asarray(points + np.sum(waves, axis=0))


def between(rng: Rng, low: float, high: float) -> float:
    return float(rng.uniform(low, high))


def chance(rng: Rng, share: float) -> bool:
    return bool(rng.random() < share)


def pawns(rng: Rng, shapes: Mapping[str, tuple[str, ...]], colours: Mapping[str, Colour]) -> dict[str, Piece]:
    """A box's pawns: one of the shapes for each kind, of about the usual size, some of them in two colours."""
    size, trim = between(rng, 0.85, 1.15), pick(rng, (None, None, bgr("f2ead8"), bgr("1d1a18")))
    sizes = {"car": (0.34, 0.17, 0.2), "train": (0.36, 0.16, 0.24), "traveller": (0.22, 0.18, 0.42)}
    return {
        kind: Piece(pick(rng, shapes[kind]), colours[kind], length * size, width * size, height * size, trim, 0.66)
        for kind, (length, width, height) in sizes.items()
    }


class Hand:
    """The order in which every box is painted; each family paints the parts in its own manner."""

    bends: ClassVar[tuple[str, ...]] = ("arc",)
    shapes: ClassVar[dict[str, tuple[str, ...]]] = {}
    along_route = False
    wobble = 0.0

    def ground(self, size_px: int, urban: bool, rng: Rng) -> Brush:
        raise NotImplementedError

    def highways(self, brush: Brush, lines: list[Points], rng: Rng) -> None:
        raise NotImplementedError

    def rails(self, brush: Brush, lines: list[Points], rng: Rng) -> None:
        raise NotImplementedError

    def ending(self, brush: Brush, letter: str) -> None:
        """How a route ends in the middle of a tile without a station."""

    def station(self, brush: Brush, rng: Rng) -> None:
        raise NotImplementedError

    def finish(self, brush: Brush, size_px: int, rng: Rng) -> Canvas:
        """What the press makes of the painted tile."""
        return brush.canvas

    def icon(self, brush: Brush, kind: str, place: Points, heading_deg: float) -> None:
        raise NotImplementedError

    def paint(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
        """One tile of the box."""
        brush = self.ground(size_px, face.urban, rng)
        for letter in "HR" if style.rail_over else "RH":
            lines = [unsteady(points, rng, self.wobble) for points in lines_of(face, letter, style.bend)]
            if lines:
                (self.highways if letter == "H" else self.rails)(brush, lines, rng)
            if len(lines) == 1 and face.sides.count(letter) == 1 and not face.station:
                self.ending(brush, letter)
        if face.station:
            self.station(brush, rng)
        if face.objective is not None:
            draw_objective(brush, face.objective, style)
        places = place_spots(face, style, rng)
        for spot, place in zip(face.spots, places, strict=True):
            self.icon(brush, spot.kind, place, self._heading(face, style, spot.on, place))
        return PaintedTile(self.finish(brush, size_px, rng), places)

    def _heading(self, face: TileFace, style: Style, route: str, place: Points) -> float:
        lines = lines_of(face, {"highway": "H", "rail": "R"}.get(route, ""), style.bend)
        if not (self.along_route and lines):
            return 0.0
        points = min(lines, key=lambda line: float(np.linalg.norm(line - place, axis=1).min()))
        near = int(np.clip(np.linalg.norm(points - place, axis=1).argmin(), 1, len(points) - 2))
        step = points[near + 1] - points[near - 1]
        return float(np.rad2deg(np.arctan2(step[1], step[0])) + 90) % 180 - 90

    def boxed(self, rng: Rng, colours: Mapping[str, Colour], rim: Colour, bar: Colour) -> tuple[Style, Painter]:
        """The box: its style with pawns of these colours, and its painter."""
        style = replace(
            MEADOW,
            name=type(self).__name__.lower(),
            bend=pick(rng, self.bends),
            rail_over=chance(rng, 0.5),
            arm_place=between(rng, 0.25, 0.31),
            pieces=pawns(rng, self.shapes, colours),
            rim=rim,
            objective_bar=bar,
        )
        return style, self._lying if chance(rng, 0.8) else self.paint

    def _lying(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
        """A tile as it lies on the table, turned by quarters together with all that is printed on it."""
        quarters = int(rng.integers(4))
        tile = self.paint(face.turned(quarters), style, rng, size_px)
        back = [turned(place - CENTRE, -90.0 * quarters) + CENTRE for place in tile.places]
        return PaintedTile(np.ascontiguousarray(np.rot90(tile.picture_bgr, quarters)), tuple(back))


DECO_PALETTES = (
    ("13233f", "5c2230", "d9b25f", "f3e6c8", ("a83a32", "1d6a6a", "2a2a2e")),
    ("123c36", "23262e", "e0bb6a", "f6ecd6", ("b5532a", "26457c", "6f1f33")),
    ("1c1b20", "3f4a5a", "c9a24d", "efe2c4", ("0f6d6a", "8b2635", "4a3a70")),
    ("7a9e92", "c98a5e", "23303c", "fbf3df", ("b3402f", "23303c", "2f6f63")),
    ("d7c49a", "d98c6a", "2b2630", "fffaf0", ("20505e", "9a2f2f", "5a3b63")),
)


class Deco(Hand):
    """A poster of the thirties: gold lines on dark fields, set-back towers, rays and fans, medals as icons."""

    bends = ("chamfer", "arc", "tight")
    shapes: ClassVar = {"car": ("low_car", "long_car"), "train": ("long_box", "tram"), "traveller": ("turned", "bell")}

    def __init__(self, rng: Rng) -> None:
        *fields, accents = pick(rng, DECO_PALETTES)
        self.dark, self.town, self.gold, self.cream = (bgr(str(code)) for code in fields)
        self.accents = dict(zip(KINDS, (bgr(code) for code in rng.permutation(accents)), strict=True))
        self.wild, self.city = pick(rng, (self._rays, self._fans)), pick(rng, (self._towers, self._chevrons))
        self.road, self.rail = pick(rng, ("pale", "dark", "twin")), pick(rng, ("lozenges", "steps", "beads"))
        self.road_width, self.rail_width = between(rng, 0.12, 0.2), between(rng, 0.075, 0.13)
        self.line, self.radius = between(rng, 0.008, 0.014), between(rng, 0.085, 0.125)
        self.medal, self.clock = pick(rng, (8, 6, 4, 32)), chance(rng, 0.35)
        self.framed, self.along_route = chance(rng, 0.6), chance(rng, 0.4)

    def ground(self, size_px: int, urban: bool, rng: Rng) -> Brush:
        brush = Brush(flat(size_px, self.town if urban else self.dark))
        (self.city if urban else self.wild)(brush, rng)
        if self.framed:
            for inset, width in ((0.035, self.line * 1.6), (0.065, self.line * 0.8)):
                brush.line(box(CENTRE, 1 - 2 * inset, 1 - 2 * inset), self.gold, width, closed=True)
            for corner in np.array([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)]):
                brush.fill(box(corner, 0.07, 0.07), self.dark)
                brush.line(box(corner, 0.07, 0.07), self.gold, self.line, closed=True)
        return brush

    def _rays(self, brush: Brush, rng: Rng) -> None:
        source = np.array(pick(rng, ((0.0, 1.0), (0.5, 1.1), (1.0, 1.0))))
        for k in range(0, 36, 2):
            ends = np.deg2rad(np.array([k, k + 1]) * 10.0)
            rim = source + 1.7 * np.stack([np.cos(ends), np.sin(ends)], 1)
            brush.fill(np.stack([source, *rim]), shade(self.dark, 1.1))
        brush.disc(source, 0.17, self.gold, self.line)

    def _fans(self, brush: Brush, rng: Rng) -> None:
        for row in range(-1, 5):
            for column in range(-1, 5):
                middle = (0.25 * column + 0.125 * (row % 2), 0.25 * row + 0.25)
                brush.disc(middle, 0.125, self.dark)
                for radius in (0.125, 0.085, 0.045):
                    brush.disc(middle, radius, shade(self.dark, 1.22), 0.008)

    def _towers(self, brush: Brush, rng: Rng) -> None:
        for x in rng.permutation(np.linspace(0.06, 0.94, 7)):
            top, tone = between(rng, 0.12, 0.62), shade(self.town, float(rng.choice([0.72, 0.85, 1.14])))
            for step in range(3):
                brush.fill(box((x, 1.2 - step * 0.05), 0.2 - 0.055 * step, 2 * (0.8 - top) + 0.4 * step), tone)
            windows = [np.array([(x - 0.03, y), (x + 0.03, y)]) for y in np.arange(top + 0.16, 0.97, 0.07)]
            brush.lines(windows, shade(self.town, 1.4), 0.012)

    def _chevrons(self, brush: Brush, rng: Rng) -> None:
        zigzag = np.stack([np.linspace(0, 1, 9), np.tile([0.0, 0.08], 5)[:9]], 1)
        for k, y in enumerate(np.arange(-0.05, 1.05, 0.09)):
            brush.line(zigzag + np.array([0.0, y]), shade(self.town, 0.8 if k % 3 else 1.25), 0.016)

    def highways(self, brush: Brush, lines: list[Points], rng: Rng) -> None:
        wide = self.road_width
        brush.lines(lines, self.dark, wide + 0.03)
        brush.lines(lines, shade(self.dark, 0.55) if self.road == "dark" else self.cream, wide)
        if self.road == "twin":
            brush.lines(lines, self.dark, wide * 0.36)
            brush.lines(lines, self.gold, wide * 0.1)
            return
        for share in (-0.34, 0.0, 0.34):
            ink = self.dark if self.road == "pale" else self.gold
            brush.lines([beside(points, share * wide) for points in lines], ink, self.line)

    def rails(self, brush: Brush, lines: list[Points], rng: Rng) -> None:
        wide = self.rail_width
        brush.lines(lines, self.dark, wide + 0.03)
        if self.rail == "lozenges":
            brush.lines(lines, self.gold, wide)
            brush.lines(lines, self.dark, wide * 0.78)
        for points in lines:
            if self.rail == "steps":
                ties = across(points, 0.04, wide * 0.5)
                brush.lines([*ties[::2], *(tie * 0.5 + tie.mean(0) * 0.5 for tie in ties[1::2])], self.gold, 0.016)
            elif self.rail == "lozenges":
                for at, ahead in zip(*along(points, wide * 1.05, wide * 0.5), strict=True):
                    long, side = ahead * wide * 0.45, np.array([-ahead[1], ahead[0]]) * wide * 0.3
                    brush.fill(np.stack([at + long, at + side, at - long, at - side]), self.gold)
            else:
                brush.lines([beside(points, wide * 0.4), beside(points, -wide * 0.4)], self.gold, self.line * 1.5)
                for at in along(points, 0.055, 0.027)[0]:
                    brush.disc(at, wide * 0.17, self.gold)

    def ending(self, brush: Brush, letter: str) -> None:
        wide = self.road_width if letter == "H" else self.rail_width
        brush.fill(regular(CENTRE, wide * 0.75, 8, 22.5), self.gold)
        brush.fill(regular(CENTRE, wide * 0.5, 8, 22.5), self.dark)

    def station(self, brush: Brush, rng: Rng) -> None:
        """Set-back steps to the left and right of a high door with rays above it, or a great clock."""
        for radius, tone in ((0.22, self.gold), (0.2, self.dark), (0.185, self.cream)) if self.clock else ():
            brush.fill(regular(CENTRE, radius, 12, 15), tone)
        if self.clock:
            brush.lines(
                [turned([(0, -0.14), (0, -0.17)], turn) + CENTRE for turn in range(0, 360, 30)], self.dark, 0.012
            )
            return
        for k, (wide, high) in enumerate(((0.46, 0.2), (0.36, 0.3), (0.26, 0.4))):
            brush.fill(box((0.5, 0.64 - high / 2), wide, high), shade(self.cream, 1 - 0.14 * k))
            brush.line(box((0.5, 0.64 - high / 2), wide, high), self.dark, self.line, closed=True)
        for angle in (-40, -20, 0, 20, 40):
            brush.line(turned([(0.0, -0.03), (0.0, -0.1)], angle) + np.array([0.5, 0.25]), self.gold, 0.014)
        brush.fill(rounded((0.5, 0.54), 0.12, 0.2, 0.055), self.dark)

    def icon(self, brush: Brush, kind: str, place: Points, heading_deg: float) -> None:
        medal = regular(place, self.radius, self.medal, 22.5 if self.medal == 8 else 0)
        brush.fill(medal, self.accents[kind])
        brush.line(medal, self.gold, self.line * 2, closed=True)
        tones = {"ink": self.cream, "hole": self.accents[kind]}
        size = self.radius * (0.6 if self.medal == 4 else 0.7)
        draw(brush, spun(PICTURES["deco"][kind], heading_deg), place, size, tones)


def deco(rng: Rng) -> tuple[Style, Painter]:
    """A poster of the thirties."""
    look = Deco(rng)
    return look.boxed(rng, look.accents, shade(look.dark, 0.8), look.gold)


UKIYO_PALETTES = (
    ("1d2a44", "3f6e9c", "dfe6d8", "c9a27c", "efe0c2", "e9d9b0", "7f4a3a", "b8352b"),
    ("2a2420", "5a8a78", "e6e2c0", "6f7f94", "d9d8cc", "f0e6cc", "2f4a70", "c0402c"),
    ("221f2c", "e2a08a", "f3e4cc", "8a86a8", "dccfd0", "c8b48c", "34506a", "a82c38"),
    ("20303a", "8fb0a0", "c8d4a4", "d8b070", "f0dcae", "fbf4e2", "6a3a30", "cc4a30"),
    ("181c28", "24406e", "6f96b4", "3a3a4c", "a08c80", "d8c8a0", "e0a860", "b03028"),
)


class Ukiyo(Hand):
    """A woodblock print: graded washes, grain of the block, uneven key lines, red seals."""

    bends = ("arc", "arc", "tight")
    wobble = 0.006
    shapes: ClassVar = {"car": ("van", "block"), "train": ("step_loco",), "traveller": ("ball_cone", "cylinder")}

    def __init__(self, rng: Rng) -> None:
        self.ink, self.sky, self.earth, self.tiles, *others = (bgr(code) for code in pick(rng, UKIYO_PALETTES))
        self.walls, self.road, self.track, self.seal = others
        self.wild = pick(rng, (self._waves, self._mountain, self._pines))
        self.label, self.tower = pick(rng, ("bare", "seal", "fan")), chance(rng, 0.4)
        self.road_width, self.track_width = between(rng, 0.1, 0.17), between(rng, 0.08, 0.13)
        self.key, self.size, self.shift = between(rng, 0.007, 0.012), between(rng, 0.17, 0.25), rng.normal(0, 0.004, 2)
        self.ladder, self.pebbles = chance(rng, 0.5), chance(rng, 0.6)

    def ground(self, size_px: int, urban: bool, rng: Rng) -> Brush:
        share = np.clip(np.linspace(-0.25, 1.4, size_px), 0, 1)[:, None, None]
        above, below = (self.tiles, self.walls) if urban else (self.sky, self.earth)
        rows = np.asarray(above) * (1 - share) + np.asarray(below) * share
        brush = Brush(np.repeat(rows, size_px, axis=1).astype(np.uint8))
        (self._roofs if urban else self.wild)(brush, rng)
        for y in rng.uniform(0.05, 0.95, 2):
            x, long = rng.uniform(0.1, 0.6), rng.uniform(0.25, 0.4)
            brush.fill(rounded((x, y), long, 0.05, 0.024), shade(self.earth, 1.6))
            brush.fill(rounded((x + 0.12, y + 0.04), long, 0.04, 0.019), shade(self.earth, 1.6))
        return brush

    def finish(self, brush: Brush, size_px: int, rng: Rng) -> Canvas:
        grain = rng.normal(1, 0.03, (5, 70)).astype(np.float32)
        whole = cv2.resize(grain, (size_px, size_px), interpolation=cv2.INTER_CUBIC)
        return np.asarray(cv2.multiply(brush.canvas, cv2.merge([whole] * 3), dtype=cv2.CV_8U), np.uint8)

    def _waves(self, brush: Brush, rng: Rng) -> None:
        for row in range(7):
            for x in np.arange(-0.1, 1.2, 0.2) + (row % 2) * 0.1:
                middle = (x, 0.1 + row * 0.15)
                brush.disc(middle, 0.1, (self.sky, self.earth)[row % 2])
                for radius in (0.1, 0.068, 0.036):
                    brush.disc(middle, radius, shade(self.earth, 1.5), 0.01)

    def _mountain(self, brush: Brush, rng: Rng) -> None:
        top = np.array([rng.uniform(0.25, 0.75), rng.uniform(0.1, 0.22)])
        slope = np.array([(-0.6, 0.75), (-0.26, 0.38), (-0.05, 0), (0.05, 0), (0.28, 0.38), (0.62, 0.75)])
        brush.fill(slope + top, shade(self.sky, 0.72))
        snow = np.array([(-0.15, 0.2), (-0.05, 0), (0.05, 0), (0.17, 0.2), (0.1, 0.14), (0.03, 0.24), (-0.05, 0.13)])
        brush.fill(snow + top, shade(self.earth, 1.75))
        brush.line(slope + top, self.ink, self.key * 0.6)
        x = np.linspace(0, 1, 25)
        brush.lines([np.stack([x, y + 0.012 * np.sin(x * 21)], 1) for y in (0.86, 0.93)], self.ink, 0.005)

    def _pines(self, brush: Brush, rng: Rng) -> None:
        for at in rng.random((5, 2)):
            brush.line(at + np.array([(0.0, 0.14), (0.02, 0.06), (-0.01, 0.0)]), shade(self.ink, 1.2), 0.018)
            for k in range(3):
                puff = oval(at + np.array([0.05 * (-1) ** k, -0.05 + 0.045 * k]), 0.075, 0.03)
                brush.fill(puff, shade(self.earth, 0.62))
                brush.line(puff, self.ink, 0.005, closed=True)

    def _roofs(self, brush: Brush, rng: Rng) -> None:
        roof = np.array([(-0.13, 0.03), (-0.07, -0.005), (-0.05, -0.05), (0.05, -0.05), (0.07, -0.005), (0.13, 0.03)])
        lattice = np.array([[(dx, 0.03), (dx, 0.085)] for dx in (-0.06, -0.02, 0.02, 0.06)])
        for y in np.arange(0.12, 1.1, 0.2):
            for x in np.arange(0.05, 1.1, 0.27) + rng.uniform(-0.05, 0.05):
                at = np.array([x, y])
                brush.fill(box((x, y + 0.055), 0.19, 0.07), shade(self.walls, 1.4))
                brush.lines([*(lattice + at)], self.ink, 0.004)
                brush.fill(roof + at, shade(self.tiles, float(rng.choice([0.6, 0.75]))))
                brush.line(roof + at, self.ink, 0.006, closed=True)

    def highways(self, brush: Brush, lines: list[Points], rng: Rng) -> None:
        brush.lines(lines, self.ink, self.road_width + 2 * self.key)
        brush.lines([points + self.shift for points in lines], self.road, self.road_width)
        for points in lines if self.pebbles else ():
            places = along(points, 0.03, 0.02)[0]
            pebbles = places + rng.normal(0, self.road_width * 0.16, places.shape)
            brush.lines([at + np.array([(-0.012, 0.0), (0.012, 0.0)]) for at in pebbles], shade(self.road, 0.72), 0.008)

    def rails(self, brush: Brush, lines: list[Points], rng: Rng) -> None:
        half = self.track_width / 2
        for points in lines:
            if self.ladder:
                brush.lines(across(points, 0.06, half * 1.25), self.track, 0.022)
                brush.lines([beside(points, half * 0.75), beside(points, -half * 0.75)], self.ink, self.key * 1.3)
            else:
                brush.line(points, self.ink, self.track_width * 0.62 + 2 * self.key)
                brush.line(points + self.shift, self.track, self.track_width * 0.62)
                brush.lines(across(points, 0.075, half * 1.3), self.ink, self.key * 1.6)

    def station(self, brush: Brush, rng: Rng) -> None:
        """A red gate, with the traveller between its posts, or a tower of three roofs, with the traveller on it."""
        for y in (0.6, 0.45, 0.3) if self.tower else ():
            brush.fill(box((0.5, y + 0.04), 0.1 + y * 0.3, 0.13), shade(self.walls, 1.5))
            eaves = np.array([(-0.5, 0.02), (-0.28, -0.04), (0.28, -0.04), (0.5, 0.02), (0.3, 0.035), (-0.3, 0.035)])
            brush.fill(eaves * (0.2 + y * 0.5, 1.4) + (0.5, y), self.seal)
            brush.line(eaves * (0.2 + y * 0.5, 1.4) + (0.5, y), self.ink, self.key, closed=True)
        if self.tower:
            return
        beam = np.array([(0.23, 0.285), (0.36, 0.31), (0.5, 0.316), (0.64, 0.31), (0.77, 0.285)])
        for tone, wide in ((self.ink, 2 * self.key), (self.seal, 0.0)):
            posts = [np.array([(x, 0.68), (x + lean, 0.33)]) for x, lean in ((0.34, 0.02), (0.66, -0.02))]
            brush.lines(posts, tone, 0.045 + wide)
            brush.line(np.array([(0.3, 0.385), (0.7, 0.385)]), tone, 0.03 + wide)
            brush.line(beam, tone, 0.055 + wide)

    def icon(self, brush: Brush, kind: str, place: Points, heading_deg: float) -> None:
        half, picture, pale = self.size / 2, PICTURES["ukiyo"][kind], shade(self.road, 1.6)
        if self.label == "bare":
            draw(brush, picture, place, half, {"ink": self.ink, "hole": pale}, (pale, 0.012))
            return
        red = self.label == "seal"
        shape = rounded(place, self.size, self.size, half * 0.3) if red else oval(place, half, half)
        brush.fill(shape, self.seal if red else pale)
        brush.line(shape, self.ink, self.key * (0.6 if red else 1.5), closed=True)
        tones = {"ink": pale, "hole": self.seal} if red else {"ink": self.ink, "hole": pale}
        draw(brush, picture, place, half * 0.68, tones)


def ukiyo(rng: Rng) -> tuple[Style, Painter]:
    """A woodblock print."""
    look = Ukiyo(rng)
    colours = {"car": look.seal, "train": shade(look.sky, 0.7), "traveller": look.road}
    return look.boxed(rng, colours, shade(look.road, 0.9), look.seal)


FAMILIES: dict[str, Callable[[Rng], tuple[Style, Painter]]] = {"deco": deco, "ukiyo": ukiyo}
