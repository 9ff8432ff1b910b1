"""Boxes of other worlds: steam and brass, a colony on another planet, the frontier of the West."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.guests import bgr
from vision.render.hands.aerial_view import lit, noise, plate
from vision.render.hands.painted import redrawn
from vision.render.hands.vector import (
    Artist,
    between,
    boxed,
    coin,
    dashes,
    free_places,
    inks_of,
    near,
    palette,
    parallel,
    sketches,
)
from vision.render.pictograms import draw, oval, rounded
from vision.render.routes import CENTRE, across, along
from vision.render.style import Colour, Rng, Style, pick, shade
from vision.render.tile import PaintedTile, Painter

WORLDS: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("worlds.toml").read_text("utf-8"))


class World(Artist):
    """A painter of one world; the prints of some of its boxes lie in any of four turns, as players put them down."""

    world: str

    def __init__(self, rng: Rng) -> None:
        book = WORLDS[self.world]
        country, town, highway, rail, paper = palette(rng, *book["palettes"])
        self.grounds, self.paper = (near(rng, country, 6), near(rng, town, 6)), near(rng, paper, 4)
        self.paints = (near(rng, highway), near(rng, rail))
        self.widths = (between(rng, *book["widths"][0]), between(rng, *book["widths"][1]))
        self.looks = (pick(rng, book["highways"]), pick(rng, book["rails"]))
        self.hall, self.plate = pick(rng, book["stations"]), pick(rng, book["plates"])
        self.inks = inks_of(rng, pick(rng, book["inks"]))
        self.pictures = redrawn(rng, sketches(**pick(rng, book["pictures"])), 0.0)
        self.size, self.turns = between(rng, *book["size"]), coin(rng)

    def __call__(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
        quarters = int(rng.integers(4)) if self.turns else 0
        tile = self.printed(face.turned(-quarters), style, rng, size_px)
        picture = np.ascontiguousarray(np.rot90(tile.picture_bgr, -quarters))
        return PaintedTile(picture, tuple(turned(at - CENTRE, 90.0 * quarters) + CENTRE for at in tile.places))

    def printed(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
        """The tile as it left the press."""
        return super().__call__(face, style, rng, size_px)


def box_of(artist: type[World], rng: Rng) -> tuple[Style, Painter]:
    """A new box of this artist's world."""
    book = WORLDS[artist.world]
    return boxed(rng, artist.world, tuple(book["bends"]), artist(rng), book["bar"])


def both(lines: list[Points], offset: float) -> list[Points]:
    """The lines on both sides of these."""
    return [parallel(line, side) for line in lines for side in (-offset, offset)]


def beads(lines: list[Points], step: float) -> list[Points]:
    """Places along all the lines."""
    return [at for line in lines for at in along(line, step, step / 2)[0]]


def textured(brush: Brush, rng: Rng, octaves: dict[int, float]) -> None:
    """Clouds and grain over all that is painted so far."""
    brush.canvas[:] = lit(brush.canvas, noise(rng, brush.size_px, octaves))


def cog(at: Points, radius: float, teeth: int, turn_deg: float = 0.0) -> Points:
    """The outline of a gear."""
    angle = np.deg2rad(turn_deg) + np.arange(teeth * 4) * np.pi / (2 * teeth)
    reach = radius * np.tile([1.0, 1.0, 0.8, 0.8], teeth)
    return np.asarray(np.stack([np.cos(angle), np.sin(angle)], 1) * reach[:, None] + at, np.float64)


def links(points: Points, length: float, half: float) -> list[Points]:
    """Oval links along a line, every other one seen from its edge."""
    places, ahead = along(points, length * 0.8, length * 0.2)
    turns = np.rad2deg(np.arctan2(ahead[:, 1], ahead[:, 0]))
    return [
        oval(at, length * 0.6, half * (0.3 if k % 2 else 1.0), float(turn))
        for k, (at, turn) in enumerate(zip(places, turns, strict=True))
    ]


class Brass(World):
    """Steam and brass: riveted plates, gears and gauges, pipes for highways, racks and chains for rails."""

    world = "brass"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.panels, self.flora = int(rng.integers(1, 4)), pick(rng, ("scroll", "flower"))
        self.streak, self.teeth = between(rng, 0.03, 0.09), int(rng.integers(9, 15))

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        streaks = rng.standard_normal((brush.size_px, 3)).astype(np.float32) * self.streak
        brush.canvas[:] = lit(brush.canvas, np.asarray(cv2.resize(streaks, (brush.size_px,) * 2), np.float32))
        own = self.grounds[face.urban]
        for row, column in np.ndindex(self.panels, self.panels):
            middle, side = (np.array([column, row]) + 0.5) / self.panels, 0.985 / self.panels
            brush.line(box(middle, side, side), shade(own, 0.62), 0.012, closed=True)
            for bolt in box(middle, side - 0.07, side - 0.07):
                self._rivet(brush, bolt, 0.014, own)
        for at in free_places(face, style, rng, 26 if face.urban else 16, self.widths[0] / 2 + 0.09):
            (self._works if face.urban else self._flora)(brush, at, rng)

    def _rivet(self, brush: Brush, at: Points, radius: float, colour: Colour) -> None:
        brush.disc(at + radius * 0.3, radius, shade(colour, 0.5))
        brush.disc(at, radius, shade(colour, 1.25))

    def _works(self, brush: Brush, at: Points, rng: Rng) -> None:
        metal, radius = shade(self.grounds[1], between(rng, 0.6, 1.5)), between(rng, 0.05, 0.1)
        brush.fill(cog(at + 0.01, radius, int(radius * 130)), shade(self.grounds[1], 0.5))
        brush.fill(cog(at, radius, int(radius * 130)), metal)
        brush.disc(at, radius * 0.52, shade(metal, 0.7))
        brush.disc(at, radius * 0.2, shade(metal, 1.3))

    def _flora(self, brush: Brush, at: Points, rng: Rng) -> None:
        ink, size = shade(self.grounds[0], pick(rng, (0.68, 1.22))), between(rng, 0.05, 0.09)
        if self.flora == "flower":
            brush.line([at, np.add(at, (0, size * 1.4))], ink, 0.012)
            brush.fill(cog(at, size * 0.7, 7, between(rng, 0, 50)), ink)
            brush.disc(at, size * 0.25, self.grounds[0])
        else:
            turn = np.linspace(0, 4 * np.pi, 30)[:, None]
            spiral = np.concatenate([np.cos(turn), np.sin(turn)], 1) * np.linspace(0.1, 1, 30)[:, None] * size
            brush.line(spiral * (pick(rng, (-1, 1)), 1) + at, ink, 0.011)

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        look, metal, width = self.looks[rail], self.paints[rail], self.widths[rail]
        dark, bright = shade(metal, 0.5), shade(metal, 1.45)
        brush.lines([line + 0.012 for line in lines], shade(ground, 0.5), width * (0.6 if rail else 1.05))
        if look in ("pipe", "plate", "grate"):
            brush.lines(lines, dark, width)
            brush.lines(lines, metal if look != "grate" else bright, width * 0.84)
        if look == "grate":
            brush.lines(lines, shade(metal, 0.8), width * 0.62)
        for line in lines:
            if look == "pipe":
                brush.line(parallel(line, -width * 0.16), bright, width * 0.22)
                brush.lines(across(line, 0.25, width * 0.56), dark, 0.04)
                brush.lines(across(line, 0.25, width * 0.52), shade(metal, 1.2), 0.02)
            elif look == "plate":
                for bolt in beads(both([line], width * 0.3), 1 / 14):
                    self._rivet(brush, bolt, 0.011, metal)
            elif look == "grate":
                brush.lines(across(line, 0.05, width * 0.3), dark, 0.012)
            elif look == "rack":
                brush.lines(across(line, 1 / 14, width * 0.5), metal, 0.032)
                brush.line(line, metal, width * 0.6)
                brush.line(line, bright if sum(metal) < 300 else dark, width * 0.14)
            elif look == "chain":
                for k, link in enumerate(links(line, 1 / 9, width * 0.42)):
                    brush.line(link, dark if k % 2 else metal, 0.026, closed=True)
            else:
                brush.lines(both([line], width * 0.36), metal, width * 0.24)
                brush.lines(across(line, 0.125, width * 0.56), metal, 0.036)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        metal, radius = self.paints[rail], self.widths[rail] * 0.72
        brush.disc(CENTRE, radius, shade(metal, 0.5))
        brush.disc(CENTRE, radius, shade(metal, 1.2), radius * 0.25)
        brush.disc(CENTRE, radius * 0.3, shade(metal, 1.3))

    def station(self, brush: Brush) -> None:
        metal, radius = self.paints[0], self.size * 0.66
        dark = shade(metal, 0.4)
        if self.hall == "gauge":
            brush.fill(cog(CENTRE + 0.012, radius * 1.45, self.teeth), shade(dark, 0.5))
            brush.fill(cog(CENTRE, radius * 1.45, self.teeth), shade(metal, 1.15))
        elif self.hall == "boiler":
            for side in (-0.8, 0.8):
                brush.fill(box(np.add(CENTRE, (side * radius, -radius * 1.2)), radius * 0.5, radius * 1.2), dark)
                brush.fill(box(np.add(CENTRE, (side * radius, -radius * 1.75)), radius * 0.75, radius * 0.25), metal)
            brush.fill(rounded(CENTRE, radius * 3.0, radius * 2.5, radius * 0.5), dark)
            brush.fill(rounded(CENTRE, radius * 2.8, radius * 2.3, radius * 0.45), metal)
        else:
            brush.fill(box(np.add(CENTRE, (0, radius * 0.25)), radius * 2.5, radius * 3.0), dark)
            brush.fill(box(np.add(CENTRE, (0, radius * 0.25)), radius * 2.3, radius * 2.8), metal)
            brush.fill(CENTRE + np.array([(-1.5, -1.15), (0, -2.5), (1.5, -1.15)]) * radius, dark)
        brush.disc(CENTRE, radius * 1.05, dark)
        brush.disc(CENTRE, radius * 0.95, self.paper)
        ticks = regular(CENTRE, radius * 0.9, 12)
        brush.lines([np.stack([at, CENTRE + (at - CENTRE) * 0.86]) for at in ticks], dark, 0.01)

    def icon(self, brush: Brush, kind: str, place: Points) -> None:
        half, metal = self.size / 2, self.paints[0]
        if self.plate == "name":
            brush.fill(rounded(place, half * 2.3, half * 1.9, half * 0.2), shade(metal, 0.4))
            brush.fill(rounded(place, half * 2.2, half * 1.8, half * 0.2), self.paper)
        else:
            brush.fill(
                cog(place, half * 1.3, 12) if self.plate == "cog" else oval(place, *[half * 1.16] * 2),
                shade(metal, 0.5),
            )
            brush.disc(place, half, self.paper)
        tones = {"ink": self.inks[kind], "hole": self.paper, "trim": shade(metal, 1.1)}
        draw(brush, self.pictures[kind], place, half * 0.78, tones)


class Colony(World):
    """A colony on another planet: dust and craters, domes and solar panels, tracks of tyres, tubes, hazard stripes."""

    world = "colony"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.craters, self.rough = int(rng.integers(4, 14)), between(rng, 0.03, 0.08)
        self.blocks, self.corners = pick(rng, ("hexes", "solar", "domes")), coin(rng)

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        textured(brush, rng, {4: self.rough, 24: self.rough * 0.7, 120: self.rough * 0.6})
        own = self.grounds[face.urban]
        for at in rng.random((self.craters // (2 if face.urban else 1), 2)):
            radius = between(rng, 0.015, 0.085)
            brush.disc(at - radius * 0.12, radius, shade(own, 1.22))
            brush.disc(at, radius * 0.92, shade(own, 0.74))
            brush.disc(at + radius * 0.16, radius * 0.7, shade(own, 0.88))
        if face.urban:
            for at in free_places(face, style, rng, 22, self.widths[0] / 2 + 0.1):
                self._module(brush, at, rng)
        if self.corners:
            for corner in box(CENTRE, 0.9, 0.9):
                arms = corner + np.array([(0.07, 0.0), (0.0, 0.0), (0.0, 0.07)]) * np.sign(CENTRE - corner)
                brush.line(arms, shade(self.paper, 0.95), 0.012)
            brush.letter(f"{'ABCDEFG'[int(rng.integers(7))]}{rng.integers(10, 99)}", (0.17, 0.91), 0.05, self.paper)

    def _module(self, brush: Brush, at: Points, rng: Rng) -> None:
        size, shell = between(rng, 0.05, 0.08), shade(self.paper, between(rng, 0.75, 1.0))
        brush.disc(at + 0.015, size * 0.9, shade(self.grounds[1], 0.6))
        if self.blocks == "hexes":
            brush.fill(regular(at, size, 6), shell)
            brush.line(regular(at, size * 0.6, 6), shade(shell, 0.6), 0.01, closed=True)
        elif self.blocks == "solar":
            brush.fill(box(at, size * 2.2, size * 1.2), bgr("1d2b57"))
            brush.lines(across(at + np.array([(-size, 0), (size, 0)]), size * 0.5, size * 0.5), shell, 0.008)
        else:
            brush.disc(at, size, shell)
            brush.disc(at - size * 0.2, size * 0.6, shade(shell, 1.5))
            brush.disc(at, size, shade(shell, 0.5), 0.008)

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        look, paint, width = self.looks[rail], self.paints[rail], self.widths[rail]
        if look == "tyres":
            treads = both(lines, width * 0.3)
            brush.lines(treads, shade(ground, 0.55), width * 0.36)
            brush.lines([cut for line in treads for cut in across(line, 0.0357, width * 0.16)], paint, 0.016)
        elif look == "panels":
            brush.lines(lines, shade(paint, 0.6), width * 1.1)
            brush.lines(lines, paint, width * 0.94)
            brush.lines([cut for line in lines for cut in across(line, 0.125, width * 0.46)], shade(paint, 0.72), 0.012)
            brush.lines([cut for line in lines for cut in dashes(line, 0.03, 0.095)], shade(paint, 0.6), width * 0.2)
        elif look == "beacons":
            brush.lines(lines, shade(ground, 0.66), width)
            for at in beads(both(lines, width * 0.5), 1 / 12):
                brush.disc(at, 0.017, paint)
        elif look == "tube":
            brush.lines(lines, shade(paint, 0.5), width)
            brush.lines(lines, paint, width * 0.7)
            brush.lines([parallel(line, -width * 0.14) for line in lines], shade(paint, 1.7), width * 0.16)
            brush.lines([cut for line in lines for cut in across(line, 0.1, width * 0.62)], self.paper, 0.022)
        elif look == "mono":
            brush.lines([line + 0.02 for line in lines], shade(ground, 0.62), width * 0.5)
            for at in beads(lines, 0.2):
                brush.fill(box(at, width * 1.1, width * 1.1, 45.0), paint)
            brush.lines(lines, paint, width * 0.55)
            brush.lines(lines, shade(paint, 1.5), width * 0.16)
        else:
            brush.lines([cut for line in lines for cut in across(line, 1 / 16, width * 0.6)], paint, 0.022)
            brush.lines(both(lines, width * 0.24), paint, 0.014)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        radius, paint = self.widths[rail] * 0.7, self.paints[rail]
        brush.disc(CENTRE, radius, shade(self.paper, 0.85))
        brush.disc(CENTRE, radius, paint, 0.02)
        brush.line([CENTRE - way[::-1] * radius * 0.5, CENTRE + way[::-1] * radius * 0.5], paint, 0.02)

    def station(self, brush: Brush) -> None:
        radius, dark = self.size * 0.92, shade(self.paper, 0.45)
        brush.disc(CENTRE + 0.02, radius, shade(self.grounds[1], 0.5))
        if self.hall == "dome":
            brush.disc(CENTRE, radius, self.paper)
            rings = [regular(CENTRE, radius * part, 10, 18.0 * k) for k, part in enumerate((1.0, 0.68))]
            for k in range(10):
                brush.line([rings[0][k - 1], rings[1][k - 1], rings[0][k], rings[1][k]], shade(self.paper, 0.68), 0.01)
            brush.disc(CENTRE, radius, dark, 0.02)
            brush.disc(CENTRE, radius * 0.66, shade(self.paper, 1.5))
        elif self.hall == "pad":
            brush.fill(regular(CENTRE, radius * 1.08, 8, 22.5), bgr("f2c230"))
            rim = regular(CENTRE, radius, 32).reshape(16, 2, 2)
            brush.lines(list(rim), bgr("16181d"), radius * 0.22)
            brush.disc(CENTRE, radius * 0.8, shade(self.paper, 0.9))
            brush.disc(CENTRE, radius * 0.7, dark, 0.012)
        else:
            for turn in (0.0, 90.0):
                brush.fill(turned(rounded((0, 0), radius * 2.3, radius * 0.9, radius * 0.2), turn) + CENTRE, dark)
            brush.fill(rounded(CENTRE, radius * 1.7, radius * 1.7, radius * 0.4), self.paper)
            brush.line(rounded(CENTRE, radius * 1.4, radius * 1.4, radius * 0.3), self.paints[1], 0.016, closed=True)

    def icon(self, brush: Brush, kind: str, place: Points) -> None:
        half, ink = self.size / 2, self.inks[kind]
        tones = {"ink": ink, "hole": self.paper, "trim": shade(ink, 1.35)}
        if self.plate == "none":
            draw(brush, self.pictures[kind], place, half, tones, (self.paper, 0.016))
            return
        if self.plate == "brackets":
            brush.fill(box(place, half * 2, half * 2), self.paper)
            for corner in box(place, half * 2.2, half * 2.2):
                arms = corner + np.array([(0.6, 0.0), (0.0, 0.0), (0.0, 0.6)]) * half * np.sign(place - corner)
                brush.line(arms, ink, 0.018)
        else:
            shape = plate(self.plate, half * 1.12) + place
            brush.fill(shape, self.paper)
            brush.line(shape, ink, 0.014, closed=True)
        draw(brush, self.pictures[kind], place, half * 0.76, tones)


class Frontier(World):
    """The frontier of the West: sand and cactus, planks and false fronts, wagon trails, straps, badges and posters."""

    world = "frontier"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.plant, self.planks = near(rng, "5d7a45 7f8a4a 3f6650"), int(rng.integers(4, 9))

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        own = self.grounds[face.urban]
        textured(brush, rng, {3: 0.05, 40: 0.03} if face.urban else {4: 0.06, 90: 0.05})
        for k in range(self.planks if face.urban else 0):
            level, joint = k / self.planks, between(rng, 0, 1)
            brush.line([(0, level), (1, level)], shade(own, 0.6), 0.012)
            brush.line([(joint, level), (joint, level + 1 / self.planks)], shade(own, 0.6), 0.01)
        for at in free_places(face, style, rng, 14, self.widths[0] / 2 + 0.1):
            if face.urban:
                front = at + np.array([(-0.06, 0.06), (-0.06, -0.05), (-0.03, -0.05), (-0.03, -0.08)])
                front = np.concatenate([front, front[::-1] * (-1, 1) + (2 * at[0], 0)])
                brush.fill(front, shade(own, between(rng, 0.5, 1.5)))
                brush.fill(box(np.add(at, (0, 0.025)), 0.035, 0.07), shade(own, 0.4))
            elif coin(rng):
                arms = at + np.array([(-0.04, -0.03), (-0.04, 0.015), (0.04, 0.0), (0.04, -0.045)])
                brush.lines([np.array([at - (0, 0.07), np.add(at, (0, 0.06))]), arms], self.plant, 0.022)
            else:
                mesa = at + np.array([(-0.09, 0.03), (-0.05, -0.04), (0.04, -0.04), (0.1, 0.03)])
                brush.fill(mesa, shade(own, 0.72))
                brush.line(mesa[1:3], shade(own, 1.3), 0.014)

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        look, paint, width = self.looks[rail], self.paints[rail], self.widths[rail]
        strokes = [cut for line in lines for cut in across(line, 1 / 13, width / 2)]
        rims = both(lines, width * 0.36)
        if look in ("ruts", "fence", "strap"):
            brush.lines(lines, shade(paint, 0.7), width * 1.06)
            brush.lines(lines, paint, width)
        if look == "ruts":
            brush.lines(both(lines, width * 0.2), shade(paint, 0.72), 0.022)
        elif look == "fence":
            for at in beads(rims, 0.1):
                brush.fill(box(at, 0.03, 0.03), shade(paint, 0.4))
        elif look == "strap":
            thread = shade(paint, 1.6 if sum(paint) < 380 else 0.5)
            brush.lines([cut for rim in rims for cut in dashes(rim, 0.03, 0.026)], thread, 0.012)
        elif look == "logs":
            for k, cut in enumerate(strokes):
                brush.line(cut, shade(paint, 0.5), 0.07)
                brush.line(cut, shade(paint, 0.9 + 0.1 * (k % 3)), 0.052)
        elif look == "ties":
            for k, cut in enumerate(strokes):
                brush.line(cut + 0.006 * (k % 3 - 1), shade(self.paints[0], 0.55), 0.036)
            brush.lines(both(lines, width * 0.26), paint, 0.02)
        else:
            brush.lines(both(lines, 0.012), paint, 0.014)
            for at in beads(lines, 0.1):
                brush.lines([box(at, width * 0.8, width * 0.8)[k::2] for k in (0, 1)], paint, 0.016)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        over = np.array([-way[1], way[0]]) * self.widths[rail] * 0.8
        brush.line([CENTRE - over, CENTRE + over], shade(self.paints[rail], 0.45), 0.06)

    def station(self, brush: Brush) -> None:
        half, wood = self.size * 0.7, shade(self.paints[1], 0.9 if sum(self.paints[1]) > 380 else 1.25)
        if self.hall == "star":
            points = np.stack([regular(CENTRE, half * 2.1, 6), regular(CENTRE, half * 1.25, 6, 30.0)], 1).reshape(-1, 2)
            brush.fill(points, shade(wood, 0.5))
            brush.fill((points - CENTRE) * 0.9 + CENTRE, shade(self.paper, 0.8))
            for at in points[::2]:
                brush.disc(at, half * 0.2, shade(wood, 0.5))
        elif self.hall == "depot":
            for wide, high, up in ((3.2, 2.2, 0.1), (1.8, 1.2, -1.1)):
                brush.fill(
                    box(np.add(CENTRE, (0, up * half)), wide * half + 0.03, high * half + 0.03), shade(wood, 0.5)
                )
                brush.fill(box(np.add(CENTRE, (0, up * half)), wide * half, high * half), wood)
        else:
            legs = [CENTRE + np.array([(x, 0.5), (x * 1.4, 2.0)]) * half for x in (-0.8, 0.0, 0.8)]
            brush.lines(legs, shade(wood, 0.5), 0.03)
            brush.fill(CENTRE + np.array([(-1.3, -1.0), (0, -1.9), (1.3, -1.0)]) * half, shade(wood, 0.5))
            brush.fill(box(CENTRE, half * 2.4, half * 2.1), wood)
        brush.fill(rounded(CENTRE, half * 1.7, half * 1.7, half * 0.1), self.paper)

    def icon(self, brush: Brush, kind: str, place: Points) -> None:
        half, ink = self.size / 2, self.inks[kind]
        tones = {"ink": ink, "hole": self.paper}
        if self.plate == "brand":
            draw(brush, self.pictures[kind], place, half, tones, (self.paper, 0.014))
            return
        shape = {
            "poster": box(place, half * 2.0, half * 2.3, 4.0),
            "badge": np.stack([regular(place, half * 1.5, 8), regular(place, half * 1.15, 8, 22.5)], 1).reshape(-1, 2),
            "sign": rounded(place, half * 2.5, half * 1.9, half * 0.3),
        }[self.plate]
        brush.fill(shape, self.paper)
        brush.line(shape, shade(ink, 0.8), 0.014, closed=True)
        draw(brush, self.pictures[kind], place, half * 0.76, tones)


FAMILIES: dict[str, Callable[[Rng], tuple[Style, Painter]]] = {
    artist.world: partial(box_of, artist) for artist in (Brass, Colony, Frontier)
}
