"""Boxes of today's city illustrators: the neon night, the thickly outlined cartoon and the town of blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points, box, regular
from vision.render.guests import bgr, flat, lines_of
from vision.render.hands.vector import (
    BLACK,
    KINDS,
    Artist,
    Inker,
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
from vision.render.pictograms import draw, oval
from vision.render.routes import CENTRE, across, along
from vision.render.style import Colour, Rng, Style, pick, shade
from vision.render.symbols import draw_objective
from vision.render.tile import PaintedTile, Painter, place_spots

# Tubes of gas bent to pictures.
TUBES = (
    sketches(
        "ink line15 -78,36 -100,36 -98,0 -62,-10 -34,-56 34,-56 64,-8 100,6 100,36 76,36; ink line15 -22,36 22,36;"
        "ink line12 -56,-6 58,-6; ink ring22 50,42 both",
        "ink line15 -60,50 -60,-50 -30,-85 30,-85 60,-50 60,50 -60,50; ink line12 -60,-2 60,-2; ink line12 0,-2 0,-80;"
        "ink line14 30,50 62,95 both; ink dot12 30,24 both",
        "ink ring28 0,-62; ink line15 -56,90 -56,20 -30,-10 30,-10 56,20 56,90; ink line13 0,30 0,90",
    ),
    sketches(
        "ink line15 -90,50 -90,5 -60,-60 60,-60 90,5 90,50 -90,50; ink line12 -86,0 86,0; ink ring8 52,25 both;"
        "ink line20 62,55 62,80 both",
        "ink line15 -100,40 -100,-45 20,-45 66,-20 100,40 -100,40; ink line12 -100,-6 76,-6; ink line10 -60,-42 -60,-6;"
        "ink line10 -20,-42 -20,-6; ink line10 20,-42 20,-6; ink line13 -100,74 100,74",
        "ink dot24 8,-74; ink line17 2,-40 -8,20 -44,92; ink line17 -8,20 24,46 30,94;"
        "ink line15 -56,12 -40,-24 4,-36 30,-2 60,0",
    ),
)


class Neon(Inker):
    """A city by night: dim lines on a dark ground, and routes, stations and icons of glowing tubes."""

    def __init__(self, rng: Rng) -> None:
        country, town = palette(rng, "0d1030 241236", "07191f 10253d", "16161a 2a2a31", "1d0f2b 0a0a1c")
        glows = inks_of(rng, "ff2fa0 21e6ff 8dff3f ffb02e ff5a3c 9b6bff")
        codes = pick(rng, ("f4fbff f4fbff f4fbff", *["ff6fd0 6ff2ff c0ff70 ffd95a ff8a6a ffffff"] * 3))
        self.inks, self.pictures = inks_of(rng, codes), pick(rng, TUBES)
        self.grounds = (near(rng, country, 4), near(rng, town, 4))
        self.dim = (near(rng, "1f4a44 27306b 3a3a46"), near(rng, "5a2f66 5b5030 474a5c"))
        self.tubes, self.sign = (glows["car"], glows["train"]), glows["traveller"]
        self.looks = (pick(rng, ("edges", "lane", "solid")), pick(rng, ("ladder", "ticks", "arrows")))
        self.gauges, self.tube = (between(rng, 0.09, 0.17), between(rng, 0.07, 0.12)), between(rng, 0.012, 0.024)
        self.decor = (pick(rng, ("waves", "stars", "grid")), pick(rng, ("windows", "circuit")))
        self.corners, self.size = int(pick(rng, (0, 6, 8, 32))), between(rng, 0.15, 0.24)
        self.ringed, self.glow = coin(rng), float(pick(rng, (0.0, 0.7, 1.1)))

    def __call__(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
        ground = self.grounds[face.urban]
        dark, light = Brush(flat(size_px, ground)), Brush(flat(size_px, BLACK))
        self._night(dark, face, style, rng)
        for letter in "HR" if style.rail_over else "RH":
            lines, kind = lines_of(face, letter, style.bend), "HR".index(letter)
            for brush, under in ((dark, shade(ground, 0.8)), (light, BLACK)):
                brush.lines(lines, under, self.gauges[kind] + self.tube * 2)
            self._route(light, lines, kind)
        if face.station:
            self._station(dark, light, ground)
        places = place_spots(face, style, rng)
        for spot, place in zip(face.spots, places, strict=True):
            for brush, under in ((dark, shade(ground, 0.7)), (light, BLACK)):
                brush.disc(place, self.size * 0.62, under)
            if self.ringed:
                light.disc(place, self.size * 0.6, self.inks[spot.kind], self.tube * 0.7)
            reach = self.size * (0.38 if self.ringed else 0.48)
            draw(light, self.pictures[spot.kind], place, reach, {"ink": self.inks[spot.kind]})
        soft = cv2.GaussianBlur(light.canvas, (0, 0), size_px * 0.022)
        glowing = cv2.addWeighted(dark.canvas, 1.0, soft, self.glow, 0)
        lit = Brush(np.asarray(cv2.max(glowing, light.canvas), np.uint8))
        if face.objective is not None:
            draw_objective(lit, face.objective, style)
        return PaintedTile(lit.canvas, places)

    def _night(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        look, ink = self.decor[face.urban], self.dim[face.urban]
        if look == "windows":
            for x, y in free_places(face, style, rng, 34, 0.13):
                size = rng.uniform(0.05, 0.1, 2)
                brush.fill(box((x, y), *size), shade(ink, 0.7))
                for k in range(4):
                    pane = np.array([x, y]) + (np.array([k % 2, k // 2]) - 0.5) * size * 0.45
                    brush.fill(box(pane, *(size * 0.25)), shade(ink, 1.0 + 0.35 * rng.random()))
        elif look == "circuit":
            for at in free_places(face, style, rng, 16, 0.1):
                way = pick(rng, ((0.12, 0.0), (0.0, 0.12), (0.09, 0.09), (-0.09, 0.09)))
                brush.line([at, at + way], ink, 0.01)
                brush.disc(at + way, 0.016, ink, 0.008)
        elif look == "grid":
            lines = [np.array([(k / 9, 0), (k / 9, 1)]) for k in range(10)]
            brush.lines([*lines, *(one[:, ::-1] for one in lines)], ink, 0.006)
        elif look == "waves":
            x = np.linspace(0, 1, 24)
            phase, swell = rng.uniform(0, 6), between(rng, 0.015, 0.04)
            rows = [np.stack([x, k / 10 + swell * np.sin(7 * x + phase + k)], 1) for k in range(11)]
            brush.lines(rows, ink, 0.008)
        else:
            for at in rng.random((26, 2)):
                brush.disc(at, between(rng, 0.003, 0.009), shade(ink, 1.3))

    def _route(self, light: Brush, lines: list[Points], kind: int) -> None:
        look, ink, half = self.looks[kind], self.tubes[kind], self.gauges[kind] / 2
        if look in ("edges", "lane", "ladder"):
            light.lines([parallel(points, side * half) for points in lines for side in (-1, 1)], ink, self.tube)
            light.lines(lines, BLACK, 2 * half - self.tube)
        if look == "lane":
            light.lines([dash for points in lines for dash in dashes(points, 0.05, 0.06)], shade(ink, 1.5), self.tube)
        elif look == "ladder":
            light.lines([bar for points in lines for bar in across(points, 0.075, half)], ink, self.tube * 0.8)
        elif look == "solid":
            light.lines(lines, shade(ink, 0.75), 1.4 * half)
            light.lines(lines, shade(ink, 1.6), self.tube)
        elif look == "ticks":
            light.lines(lines, ink, self.tube)
            light.lines([bar for points in lines for bar in across(points, 0.1, half)], ink, self.tube)
        elif look == "arrows":
            for points in lines:
                for at, to in zip(*along(points, 0.083, 0.04), strict=True):
                    over = np.array([-to[1], to[0]]) * half
                    light.line([at - over - to * 0.03, at + to * 0.02, at + over - to * 0.03], ink, self.tube)

    def _station(self, dark: Brush, light: Brush, ground: Colour) -> None:
        reach = self.size * 1.05
        if self.corners:
            shape = regular(CENTRE, reach, self.corners, 22.5 if self.corners == 8 else 0.0)
        else:
            eaves = [(-1.1, -0.55), (0, -1.15), (1.1, -0.55)]
            walls = [(0.85, -0.5), (0.85, 0.9), (-0.85, 0.9), (-0.85, -0.5)]
            shape = np.array(eaves + walls) * reach * 0.85 + CENTRE
        dark.fill(shape, shade(ground, 0.7))
        light.fill(shape, BLACK)
        light.line(shape, self.sign, self.tube * 1.4, closed=True)
        light.line((shape - CENTRE) * 1.18 + CENTRE, shade(self.sign, 0.6), self.tube * 0.6, closed=True)


def neon(rng: Rng) -> tuple[Style, Painter]:
    return boxed(rng, "neon", ("arc", "tight", "corner"), Neon(rng), "2a2440")


# Round friends with a face: seen from the side, and looking at you.
FRIENDS = (
    sketches(
        "dark dot30 54,52 both; ink slab30 0,14 200,72; ink fill -66,-10 -46,-72 36,-72 66,-10;"
        "light fill -46,-12 -34,-52 -6,-52 -6,-12; light fill 8,-12 8,-52 28,-52 46,-12; dark dot24 54,50 both;"
        "light dot10 54,50 both; shine dot12 86,8",
        "ink slab18 22,2 150,62; ink slab6 -66,-22 68,112; light slab6 -66,-42 38,38; dark line16 -104,-80 -28,-80;"
        "dark fill 48,-28 40,-86 92,-86 82,-28; shine slab8 8,-34 36,26; dark dot32 -60,54; light dot12 -60,54;"
        "dark dot24 6,62; dark dot24 64,62",
        "dark line30 16,50 22,92 both; ink slab22 0,18 84,86; ink line22 34,0 62,-34; ink line22 -34,0 -58,32;"
        "skin dot38 0,-50; shine fill -42,-58 -30,-92 0,-100 30,-92 42,-58; shine line14 0,-58 62,-56",
    ),
    sketches(
        "dark slab10 62,68 42,44 both; ink slab26 0,26 196,78; ink fill -74,4 -56,-76 56,-76 74,4;"
        "light slab18 0,-32 104,58; dark dot11 24,-30 both; shine dot17 66,18 both; dark line12 -26,42 0,52 26,42",
        "dark line18 -70,90 70,90; ink slab40 0,-6 140,168; light slab16 0,-36 104,60; dark dot11 24,-36 both;"
        "shine dot16 42,34 both; dark line12 -20,40 0,50 20,40; dark line14 -30,-96 30,-96",
        "dark slab14 24,80 34,36 both; ink slab54 0,-4 116,176; skin slab28 0,-38 84,60; dark dot9 18,-42 both;"
        "dark line9 -16,-22 0,-16 16,-22; shine line16 -52,22 52,22; dark line14 40,-80 56,-100",
    ),
)


class Cartoon(Artist):
    """A cartoon: strong colours, one thick outline round everything, bushes and houses, large vehicles with faces."""

    def __init__(self, rng: Rng) -> None:
        country, town, road, leaf = palette(
            rng,
            "8fd14f ffd98a 6c7080 3f9e3f",
            "5fc9a8 f5a9b8 4b4a67 1f8f7a",
            "ffe07a 9ad7f5 c98a5a ef8f3a",
            "a6d8ff e9e2d0 8a8fa6 4fb07a",
            "cfe86b d9c2f0 f4efe0 79b82f",
        )
        self.inks, self.friends = inks_of(rng, "e8333c 2f7de0 ffb400 8a3fd1 18b39b ff7a2f"), pick(rng, FRIENDS)
        self.grounds, self.leaf = (near(rng, country), near(rng, town)), near(rng, leaf)
        self.outline, self.pen = near(rng, "17151c 2a1c3d 3d2414", 5), between(rng, 0.009, 0.02)
        self.road, self.lane = near(rng, road), near(rng, "ffe14d ff8f5a b8f0ff")
        self.plank, self.metal = near(rng, "b5713c 8f5a8a d9a566"), near(rng, "dfe6ee f5c84b 7fa8c9")
        self.width, self.gauge = between(rng, 0.14, 0.21), between(rng, 0.085, 0.13)
        self.walls = (near(rng, "f08a5d"), near(rng, "ef5a6f 5a8def f7c548 ffffff"))
        self.size, self.burst, self.dotted = between(rng, 0.19, 0.27), int(pick(rng, (0, 0, 12, 32))), coin(rng)

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        ground = self.grounds[face.urban]
        for at in rng.random((5, 2)):
            brush.fill(oval(at, *rng.uniform(0.06, 0.2, 2)), shade(ground, 1.18 if coin(rng) else 0.92))
        if self.dotted:
            for k in range(100):
                brush.disc(((k % 10 + k // 10 % 2 / 2) / 10, k // 10 / 10 + 0.05), 0.012, shade(ground, 0.9))
        for at in free_places(face, style, rng, 13, self.width * 0.62 + 0.05):
            if face.urban:
                self._house(brush, at, between(rng, 0.06, 0.09), shade(self.walls[0], rng.uniform(0.75, 1.5)))
            else:
                self._bush(brush, at, between(rng, 0.035, 0.06))

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        (self._rail if rail else self._road)(brush, lines)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        if rail:
            self._shape(brush, box(CENTRE, *(0.05 + np.abs(way[::-1]) * self.gauge * 1.6)), self.lane)
        else:
            self._shape(brush, regular(CENTRE, self.width * 0.8, 32), self.road)
            self._bush(brush, CENTRE, self.width * 0.16)

    def station(self, brush: Brush) -> None:
        self._house(brush, np.add(CENTRE, (0, 0.02)), 0.1 + self.size * 0.4, self.walls[1])

    def _shape(self, brush: Brush, points: Points, colour: Colour) -> None:
        brush.line(points, self.outline, 2 * self.pen, closed=True)
        brush.fill(points, colour)

    def _bush(self, brush: Brush, at: Points, size: float) -> None:
        puffs = [at + np.array(way) * size for way in ((-0.9, 0.2), (0.9, 0.2), (0, -0.4))]
        for puff in puffs:
            brush.disc(puff, size + self.pen, self.outline)
        for puff in puffs:
            brush.disc(puff, size, self.leaf)
            brush.disc(puff - size * 0.25, size * 0.45, shade(self.leaf, 1.3))

    def _house(self, brush: Brush, at: Any, half: float, wall: Colour) -> None:
        front, roof = np.add(at, (0, half * 0.25)), np.array([(-1.25, -0.45), (0, -1.35), (1.25, -0.45)])
        self._shape(brush, box(front, half * 2, half * 1.5), wall)
        self._shape(brush, roof * half + at, shade(wall, 0.6))
        brush.fill(box(np.add(front, (0, half * 0.4)), half * 0.5, half * 0.7), self.outline)
        for side in (-0.62, 0.62):
            brush.fill(box(np.add(front, (side * half, -0.1 * half)), half * 0.36, half * 0.4), shade(self.lane, 1.3))

    def _road(self, brush: Brush, lines: list[Points]) -> None:
        brush.lines(lines, self.outline, self.width + 2 * self.pen)
        brush.lines(lines, self.road, self.width)
        brush.lines(
            [parallel(points, -self.width * 0.42) for points in lines], shade(self.road, 1.2), self.width * 0.14
        )
        brush.lines(lines, self.road, self.width * 0.7)
        brush.lines([dash for points in lines for dash in dashes(points, 0.06, 0.065)], self.lane, self.width * 0.12)

    def _rail(self, brush: Brush, lines: list[Points]) -> None:
        planks = [bar for points in lines for bar in across(points, 1 / 9, self.gauge * 0.78)]
        brush.lines(planks, self.outline, 0.035 + 2 * self.pen)
        brush.lines(planks, self.plank, 0.035)
        rails = [parallel(points, side * self.gauge / 2) for points in lines for side in (-1, 1)]
        brush.lines(rails, self.outline, 0.014 + 2 * self.pen)
        brush.lines(rails, self.metal, 0.014)

    def icon(self, brush: Brush, kind: str, place: Points) -> None:
        half, paper = self.size / 2, bgr("fffdf2")
        if self.burst:
            rays = np.stack(
                [regular(place, half * 1.45, self.burst), regular(place, half * 1.2, self.burst, 180 / self.burst)]
            )
            self._shape(brush, rays.transpose(1, 0, 2).reshape(-1, 2), paper)
        tones = {"ink": self.inks[kind], "light": bgr("e6f7ff"), "dark": self.outline, "skin": bgr("f2c29b")}
        tones["shine"] = self.lane
        for rim in ((paper, self.pen + 0.012), (self.outline, self.pen * 0.8)):
            draw(brush, self.friends[kind], place, half * (0.85 if self.burst else 1), tones, rim)


def cartoon(rng: Rng) -> tuple[Style, Painter]:
    return boxed(rng, "cartoon", ("arc", "arc", "tight"), Cartoon(rng), "fff2c8")


Block = tuple[Points, Points, str]


def figures(*texts: str) -> dict[str, tuple[Block, ...]]:
    """Figures of blocks "x,y,z length,depth,height tone": place of foot, size, colour; in hundredths."""
    found: dict[str, tuple[Block, ...]] = {}
    for kind, text in zip(KINDS, texts, strict=True):
        blocks = [block.split() for block in text.split(";")]
        found[kind] = tuple((_hundredths(at), _hundredths(size), tone) for at, size, tone in blocks)
    return found


def _hundredths(text: str) -> Points:
    return np.array(text.split(","), np.float64) / 100


WHEELS = "-55,-40,0 45,20,30 dark; 55,-40,0 45,20,30 dark; -55,40,0 45,20,30 dark; 55,40,0 45,20,30 dark;"
FIGURES = (
    figures(
        WHEELS + "0,0,15 190,90,42 ink; -10,0,57 100,80,34 glass; -10,0,91 100,80,8 ink",
        "0,0,0 220,70,18 dark; 0,0,18 230,85,36 ink; 0,0,54 230,85,30 glass; 0,0,84 230,85,20 ink;"
        "0,0,104 120,40,12 dark",
        "0,0,0 50,45,60 dark; 0,0,60 62,85,80 ink; 0,0,140 50,50,50 skin; 0,0,190 56,56,14 dark",
    ),
    figures(
        WHEELS + "0,0,15 200,85,35 ink; -35,0,50 130,85,40 ink; 33,0,52 10,70,34 glass",
        "0,0,0 220,70,25 dark; -70,0,25 80,90,100 ink; -70,0,125 100,105,12 dark; 40,0,25 140,60,60 ink;"
        "75,0,85 28,28,50 dark",
        "0,-55,0 50,30,55 dark; 0,10,0 70,70,110 ink; 0,10,110 52,52,52 skin",
    ),
)
EAST, SOUTH = np.array([0.87, 0.5]), np.array([-0.87, 0.5])


def prism(brush: Brush, at: Any, size: Any, colour: Colour, sides: tuple[float, float] = (0.6, 0.8)) -> Points:
    """A block seen from a corner, its foot about a place; gives its roof."""
    length, depth, height = (float(part) for part in size)
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    foot = np.array([np.asarray(at) + x * length / 2 * EAST + y * depth / 2 * SOUTH for x, y in signs])
    roof = foot - (0.0, height)
    brush.fill([foot[3], foot[2], roof[2], roof[3]], shade(colour, sides[0]))
    brush.fill([foot[2], foot[1], roof[1], roof[2]], shade(colour, sides[1]))
    brush.fill(roof, colour)
    return np.asarray(roof, np.float64)


class Isometric(Artist):
    """A city of blocks seen from a corner: raised slabs for routes, towers and trees, figures made of blocks."""

    def __init__(self, rng: Rng) -> None:
        country, town, leaf, *towers = palette(
            rng,
            "a9d48a d8d4cb 4c9a55 f5f1e8 e8a27a 8fb3c9",
            "f2d9a0 c9d3e0 5aa38c ffffff f07f6a 5d7fb5",
            "7fc4b0 efc8b8 2f7f6f fbe3c0 c7657a 7a5c99",
            "4d6f63 565a75 7fb08a 8d90b8 e9a86a 6f7fa0",
        )
        self.inks, self.figures = inks_of(rng, "e63946 1d6fd1 f6ae2d 7a3fb0 12a085 f4703a"), pick(rng, FIGURES)
        self.grounds, self.leaf = (near(rng, country, 6), near(rng, town, 6)), near(rng, leaf)
        self.towers, self.tall = [near(rng, code) for code in towers], between(rng, 0.8, 1.8)
        self.road, self.kerb = near(rng, "5b6070 8b8f99 d9c7a5 3b3f55"), near(rng, "f4f1ea c9c6c0 ffe9a8")
        self.rail = (near(rng, "b9a58c 8a8f98 d8cfc0"), near(rng, "6b4630"), near(rng, "e4e8ee"))
        self.width, self.gauge = between(rng, 0.13, 0.2), between(rng, 0.06, 0.085)
        self.hall, self.rise = near(rng, "d9534f 3f7cac f0b84c 6a4c93"), between(rng, 0.008, 0.026)
        self.plate = (pick(rng, ("rhomb", "disc", "none")), near(rng, "ffffff fff0c4 2c3247"))
        self.size = between(rng, 0.18, 0.26)

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        grid = [np.array([(0, k / 7), (1, k / 7 + slope)]) for k in range(-4, 12) for slope in (0.575, -0.575)]
        brush.lines(grid, shade(self.grounds[face.urban], 0.94), 0.006)
        for at in free_places(face, style, rng, 26, self.width / 2 + 0.09):
            self._block(brush, at, face.urban, rng)

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        (self._rail if rail else self._road)(brush, lines)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        prism(brush, np.add(CENTRE, (0, 0.03)), (0.08, 0.08, 0.05), self.hall)

    def _block(self, brush: Brush, at: Points, urban: bool, rng: Rng) -> None:
        if urban:
            size = rng.uniform(0.06, 0.11, 3) * (1, 1, self.tall)
            roof = prism(brush, at, size, pick(rng, self.towers))
            brush.fill((roof - roof.mean(0)) * 0.6 + roof.mean(0), shade(self.towers[0], 0.85))
        elif rng.random() < 0.25:
            prism(brush, at, (0.15, 0.12, 0.012), shade(self.leaf, 1.4))
        else:
            brush.line([at, np.add(at, (0, -0.04))], shade(self.leaf, 0.4), 0.014)
            for side, tone in ((-0.045, 0.8), (0.045, 1.15)):
                brush.fill(np.add(at, [(side, -0.03), (0, -0.012), (0, -0.15)]), shade(self.leaf, tone))

    def _slab(self, brush: Brush, lines: list[Points], colour: Colour, width: float) -> None:
        brush.lines([np.add(points, (0.012, self.rise * 1.6)) for points in lines], shade(self.grounds[0], 0.72), width)
        brush.lines([np.add(points, (0, self.rise)) for points in lines], shade(colour, 0.6), width)
        brush.lines(lines, colour, width)

    def _road(self, brush: Brush, lines: list[Points]) -> None:
        self._slab(brush, lines, self.kerb, self.width)
        brush.lines(lines, self.road, self.width * 0.78)
        brush.lines([dash for points in lines for dash in dashes(points, 0.05, 0.05)], self.kerb, self.width * 0.07)

    def _rail(self, brush: Brush, lines: list[Points]) -> None:
        bed, tie, metal = self.rail
        self._slab(brush, lines, bed, self.gauge * 2)
        brush.lines([bar for points in lines for bar in across(points, 1 / 15, self.gauge * 0.8)], tie, 0.026)
        rails = [parallel(points, side * self.gauge / 2) for points in lines for side in (-1, 1)]
        brush.lines([np.add(points, (0, 0.008)) for points in rails], shade(metal, 0.5), 0.014)
        brush.lines(rails, metal, 0.014)

    def station(self, brush: Brush) -> None:
        side, high = self.size * 1.15, 0.05 + 0.04 * self.tall
        prism(brush, np.add(CENTRE, (0, high + 0.015)), (side * 1.2, side * 1.2, 0.02), self.kerb)
        roof = prism(brush, np.add(CENTRE, (0, high)), (side, side, high), self.hall)
        for k in (0.2, 0.5, 0.8):
            for one, other in ((3, 2), (2, 1)):
                at = roof[one] * (1 - k) + roof[other] * k
                brush.line([np.add(at, (0, high * 0.3)), np.add(at, (0, high * 0.75))], self.kerb, 0.018)
        brush.line(roof, shade(self.hall, 1.5), 0.012, closed=True)

    def icon(self, brush: Brush, kind: str, place: Points) -> None:
        look, paper = self.plate
        if look == "rhomb":
            prism(brush, np.add(place, (0, 0.02)), (self.size, self.size, 0.02), paper)
        elif look == "disc":
            brush.disc(np.add(place, (0, 0.015)), self.size * 0.62, shade(paper, 0.6))
            brush.disc(place, self.size * 0.62, paper)
        tones = {"ink": self.inks[kind], "dark": bgr("2a2c36"), "glass": bgr("d8f1fa"), "skin": bgr("f0c096")}
        unit = self.size * (0.42 if kind == "traveller" else 0.38)
        foot = np.add(place, (0, unit * (0.95 if kind == "traveller" else 0.5)))
        for (x, y, z), size, tone in self.figures[kind]:
            prism(brush, foot + unit * (x * EAST + y * SOUTH - (0.0, z)), size * unit, tones[tone])


def isometric(rng: Rng) -> tuple[Style, Painter]:
    return boxed(rng, "isometric", ("arc", "tight", "chamfer"), Isometric(rng), "ffffff")


FAMILIES: dict[str, Callable[[Rng], tuple[Style, Painter]]] = {
    "neon": neon,
    "cartoon": cartoon,
    "isometric": isometric,
}
