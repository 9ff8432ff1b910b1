"""Boxes of small publishers: a child's first game, a school atlas, a fan's redesign in strong outlines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.hands.aerial_view import FROM_AHEAD, FROM_ASIDE, plate
from vision.render.hands.plain import Badge, Plain, boards, bordered, grid, readable, rows
from vision.render.hands.vector import (
    SIGNS,
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
from vision.render.pictograms import rounded
from vision.render.routes import CENTRE, across, along
from vision.render.style import Colour, Rng, Style, luma, pick, shade
from vision.render.tile import Painter

CORNERS = np.array([(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)])
# Pictures of circles, triangles and boards, as children put them together.
CHUNKY = (
    sketches(
        "ink dot58 -6,-8; light slab10 -34,-18 42,40; light slab10 20,-18 42,40; ink slab26 0,22 196,64;"
        "dark dot32 54,54 both; light dot13 54,54 both",
        "ink slab8 -50,-16 84,124; ink slab20 34,20 124,64; ink fill 40,-6 30,-84 96,-84 86,-6;"
        "light slab8 -50,-38 46,46; dark dot29 -62,66; dark dot29 2,66; dark dot29 66,66",
        "ink fill 0,-50 80,94 -80,94; light dot42 0,-54; dark fill -46,-62 -30,-92 0,-102 30,-92 46,-62",
    ),
    sketches(
        "dark slab12 62,66 44,56 both; ink slab34 0,-22 140,120; light slab20 0,-34 100,60; ink slab28 0,30 198,66;"
        "light dot20 62,28 both",
        "ink fill -28,-50 -38,-100 38,-100 28,-50; dark slab10 0,78 190,40; ink dot80 0,0; light dot54 0,0;"
        "dark dot9 22,-12 both; dark line10 -24,20 0,32 24,20",
        "dark slab14 24,74 34,52 both; ink slab34 0,22 116,92; ink line28 -50,10 -84,-40; light dot46 0,-54;"
        "ink fill -50,-64 -44,-88 0,-104 44,-88 74,-62",
    ),
)


class FirstGame(Plain):
    """A child's first game: a few huge shapes, wide roads, wooden rails, and icons as large as a thumb."""

    def __init__(self, rng: Rng) -> None:
        country, town, road, rail, *toys = palette(
            rng,
            "8ccf5f ffd95a 6d7480 d99a5b e94f37 3f88c5 f6f7eb",
            "9bdcf0 ffb8a0 ffffff b06a3b 44af69 f8333c 2b9eb3",
            "6cc3a0 f4e4c1 46505e f2c078 ef476f ffd166 118ab2",
            "ffe08a c9b6e4 ff8c61 5c4d7d 2ec4b6 e71d36 ff9f1c",
            "2f9c5a f08a4b f7efd6 7a3e2b ffd23f ee4266 3bceac",
            "f5f0e1 bcd8e8 f2b134 4f86c6 ed553b 47ab6c 2b3a67",
        )
        self.grounds, self.toys = (near(rng, country, 6), near(rng, town, 6)), [near(rng, toy, 6) for toy in toys]
        self.paints = (near(rng, road, 6), near(rng, rail, 6))
        self.widths = (between(rng, 0.16, 0.22), between(rng, 0.14, 0.19))
        self.looks = (
            pick(rng, ("dashes", "dots", "plain", "kerb")),
            pick(rng, ("planks", "grooves", "beads", "blocks")),
        )
        self.country = pick(rng, ("hills", "stripes", "trees", "flowers"))
        self.town = pick(rng, ("houses", "checks", "towers"))
        self.hall, self.frame = pick(rng, ("house", "arch", "tower", "tent")), pick(rng, (0.0, 0.0, 0.05))
        self.inks = inks_of(rng, "d62828 1d5fbf e08e00 7b2cbf 1b8a4b 2b2d42")
        size, shape = between(rng, 0.24, 0.3), pick(rng, ("disc", "disc", "round", "none", "octagon"))
        self.badge = Badge(pick(rng, CHUNKY), shape, size, near(rng, "ffffff fff6dc", 2), between(rng, 0.008, 0.016))
        self.turns = bool(rng.random() < 0.3)

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        look, ground = self.town if face.urban else self.country, self.grounds[face.urban]
        if look == "hills":
            for x, tone in ((between(rng, 0, 0.4), 0.9), (between(rng, 0.6, 1), 1.25)):
                brush.disc((x, 1.05), between(rng, 0.35, 0.6), shade(ground, tone))
        elif look == "stripes":
            brush.lines(rows(0.3, 30.0), shade(ground, 1.25), 0.15)
        elif look == "checks":
            for at in grid(0.25)[(np.arange(16) + np.arange(16) // 4) % 2 == 0]:
                brush.fill(box(at, 0.25, 0.25), shade(ground, 1.3))
        else:
            for at in CORNERS[rng.random(4) < 0.75]:
                self._toy(brush, look, at + rng.uniform(-0.04, 0.04, 2), self.toys[int(rng.integers(3))])
        if self.frame:
            brush.line(rounded(CENTRE, 1 - self.frame, 1 - self.frame, 0.1), self.badge.paper, self.frame, closed=True)
            brush.line(box(CENTRE, 1, 1), self.badge.paper, self.frame * 0.7, closed=True)

    def _toy(self, brush: Brush, look: str, at: Points, colour: Colour) -> None:
        if look == "trees":
            brush.fill(box(np.add(at, (0, 0.09)), 0.035, 0.1), self.paints[1])
            brush.disc(at, 0.09, shade(self.grounds[0], 0.62))
        elif look == "flowers":
            for petal in regular(at, 0.055, 5):
                brush.disc(petal, 0.04, colour)
            brush.disc(at, 0.035, self.badge.paper)
        elif look == "houses":
            brush.fill(box(np.add(at, (0, 0.05)), 0.17, 0.13), self.badge.paper)
            brush.fill(np.array([(-0.11, -0.01), (0, -0.13), (0.11, -0.01)]) + at, colour)
            brush.fill(box(np.add(at, (0, 0.07)), 0.045, 0.09), colour)
        else:
            brush.fill(box(at, 0.15, 0.27), colour)
            for window in (-0.08, 0, 0.08):
                brush.fill(box(np.add(at, (0, window)), 0.09, 0.04), self.badge.paper)

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        look, width, paint = self.looks[rail], self.widths[rail], self.paints[rail]
        light = readable(paint) if abs(luma(paint) - 135) < 60 else shade(paint, 0.6 if luma(paint) > 135 else 1.6)
        if look == "kerb":
            brush.lines(lines, light, width + 0.03)
        if look in ("dashes", "dots", "plain", "kerb", "grooves"):
            brush.lines(lines, paint, width)
        for points in lines:
            if look in ("dashes", "kerb"):
                brush.lines(dashes(points, 0.09, 0.076), light, width * 0.14)
            elif look == "dots":
                for at in along(points, 1 / 8, 1 / 16)[0]:
                    brush.disc(at, width * 0.12, light)
            elif look == "grooves":
                brush.lines([parallel(points, side * width * 0.24) for side in (-1, 1)], light, width * 0.14)
            elif look == "planks":
                brush.lines(across(points, 1 / 7, width * 0.46), paint, 0.05)
                brush.lines([parallel(points, side * width * 0.26) for side in (-1, 1)], shade(paint, 0.5), 0.026)
            elif look == "blocks":
                boards(brush, points, 8, 0.68, width * 0.9, paint)
            elif look == "beads":
                brush.line(points, shade(paint, 0.6), 0.03)
                for at in along(points, 1 / 7, 1 / 14)[0]:
                    brush.disc(at, width * 0.33, paint)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        if rail:
            over = np.array([-way[1], way[0]]) * self.widths[1] * 0.7
            brush.line([CENTRE - over, CENTRE + over], self.toys[0], 0.07)
        else:
            brush.disc(CENTRE, self.widths[0] * 0.8, self.paints[0])

    def station(self, brush: Brush) -> None:
        wide, body, top = self.badge.size * 1.35, self.toys[0], self.toys[1]
        if self.hall == "arch":
            brush.disc(CENTRE, wide * 0.72, body)
            brush.fill(box(np.add(CENTRE, (0, wide * 0.4)), wide * 1.44, wide * 0.8), body)
            brush.fill(box(np.add(CENTRE, (0, wide * 0.72)), wide * 1.6, wide * 0.2), top)
        else:
            brush.fill(box(CENTRE, wide * 1.25, wide * 1.25), body)
            roof = {
                "house": [(-0.85, -0.55), (0, -1.2), (0.85, -0.55)],
                "tent": [(-0.62, -0.6), (0, -1), (0.62, -0.6)],
                "tower": [(-0.8, -0.62), (-0.8, -0.85), (0.8, -0.85), (0.8, -0.62)],
            }[self.hall]
            brush.fill(np.array(roof) * wide + CENTRE, top)
        if self.hall == "tent":
            for x in (-0.5, 0, 0.5):
                brush.fill(box(np.add(CENTRE, (x * wide, 0)), wide * 0.25, wide * 1.25), top)
        brush.disc(CENTRE, self.badge.size * 0.6, self.badge.paper)


def first_game(rng: Rng) -> tuple[Style, Painter]:
    style, painter = boxed(rng, "first_game", ("arc", "arc", "tight"), FirstGame(rng), "ffffff fff2c9")
    return replace(style, arm_place=between(rng, 0.32, 0.35)), painter


SYLLABLES = "Al Ber Dor Ko Lin Mar Nes Or Pel Ro Sant Tre Ul Var Wes Zell"


def blot(rng: Rng, at: Points, reach: float) -> Points:
    """A smooth, irregular outline, as of a lake."""
    angle = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    bulge = 1 + sum(between(rng, -0.2, 0.2) * np.sin(k * angle + between(rng, 0, 6)) for k in (1, 2, 3))
    return np.asarray(at + reach * np.stack([np.cos(angle) * bulge, np.sin(angle) * bulge * 0.8], 1), np.float64)


class SchoolAtlas(Plain):
    """A school atlas: heights or countries in tints, lakes and names, thin routes, towns as rings, a legend's icons."""

    def __init__(self, rng: Rng) -> None:
        low, mid, high, town = palette(
            rng,
            "b5d69c e9e3a6 d9b47c e9a09a",
            "cfe3c0 f4efc5 ecd39b f0b8a8",
            "9cc79a cfd98f c79a62 d5d2cc",
            "f6d9c8 fbeed0 e6c4d4 f3c65a",
            "d4e6d2 f7e9ba f2cbb2 c9b9d9",
        )
        self.grounds, self.tints = (near(rng, low, 5), near(rng, town, 5)), (near(rng, mid, 5), near(rng, high, 5))
        self.water, self.ink = near(rng, "7fb8dc 9ccbe6 5a9fd0", 5), near(rng, "2b2724 3d2c2c 1f2a44", 4)
        self.lines = (near(rng, "d0342c b5452c e0782a c2185b"), near(rng, "201e1e 3a3a3a 4a2f27", 4))
        self.widths = (between(rng, 0.035, 0.08), between(rng, 0.035, 0.06))
        self.looks = (pick(rng, ("cased", "twin", "single")), pick(rng, ("stripes", "ticks", "bones")))
        self.country, self.town = (
            pick(rng, ("heights", "realms", "lakes")),
            pick(rng, ("hatch", "streets", "area", "ribbon")),
        )
        self.net, self.scale, self.named = coin(rng), coin(rng), rng.random() < 0.7
        self.place = pick(rng, ("ring", "square", "double", "dot"))
        dark = pick(rng, (self.ink, near(rng, "8c1c2c 1c4a7c 2d5c34")))
        self.inks = pick(
            rng, ({"car": dark, "train": dark, "traveller": dark}, inks_of(rng, "a3262e 1f4f8f 2f6b3a 5f3475"))
        )
        pictures, shape = (
            pick(rng, (*SIGNS, FROM_ASIDE, FROM_AHEAD)),
            pick(rng, ("square", "round", "disc", "none", "shield")),
        )
        self.badge = Badge(
            pictures, shape, between(rng, 0.14, 0.2), near(rng, "fffdf4 ffffff fdf3cf", 2), 0.006, coin(rng)
        )
        self.turns = coin(rng)

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        faint = shade(self.grounds[face.urban], 0.8)
        if face.urban:
            self._built(brush, rng, faint)
        elif self.country == "heights":
            middle = rng.random(2)
            for reach, tint in zip((0.55, 0.32), self.tints, strict=True):
                brush.fill(blot(rng, middle, reach), tint)
        elif self.country == "realms":
            border = blot(rng, CORNERS[int(rng.integers(4))] * 1.6 - 0.3, 0.65)
            bordered(brush, border, self.tints[0], shade(self.tints[1], 0.85), 0.025)
            brush.lines(dashes(border, 0.03, 0.03), self.ink, 0.006)
        elif self.country == "lakes":
            bordered(
                brush, blot(rng, rng.random(2), between(rng, 0.08, 0.2)), self.water, shade(self.water, 0.7), 0.004
            )
            shore = np.linspace(-0.05, 1.05, 30)
            river = np.stack([shore, between(rng, 0.1, 0.9) + 0.07 * np.sin(shore * between(rng, 5, 11))], 1)
            brush.line(river if coin(rng) else river[:, ::-1], shade(self.water, 0.85), 0.012)
        if self.net:
            brush.lines(rows(0.5, 3.0) + rows(0.5, 93.0), shade(self.water, 0.8), 0.005)
        for at in free_places(face, style, rng, 5, 0.13)[: 2 if self.named else 0]:
            self._name(brush, at, "".join(rng.choice(SYLLABLES.split(), 2)).capitalize())
        if self.scale:
            for k in range(4):
                edge = turned([(-0.5, -0.485), (0.5, -0.485)], 90.0 * k) + CENTRE
                brush.line(edge, self.ink, 0.03)
                boards(brush, edge, 8, 0.5, 0.018, self.badge.paper)

    def _built(self, brush: Brush, rng: Rng, faint: Colour) -> None:
        if self.town == "hatch":
            brush.lines(rows(0.05, 45.0), faint, 0.008)
        elif self.town == "streets":
            brush.lines(rows(0.16, 20.0) + rows(0.22, 110.0), shade(self.grounds[1], 1.55), 0.018)
        elif self.town == "ribbon":
            brush.line(box(CENTRE, 0.93, 0.93), shade(self.grounds[1], 0.75), 0.06, closed=True)
        else:
            brush.fill(box(CENTRE, 1.1, 1.1), shade(self.grounds[1], 1.45))
            brush.fill(blot(rng, CENTRE, 0.42), self.grounds[1])

    def _name(self, brush: Brush, at: Points, name: str) -> None:
        corner = (round((float(at[0]) - 0.06) * brush.size_px), round((float(at[1]) + 0.01) * brush.size_px))
        brush.disc(np.subtract(at, (0.08, 0)), 0.01, self.ink)
        cv2.putText(brush.canvas, name, corner, cv2.FONT_HERSHEY_COMPLEX, brush.size_px / 620, self.ink, 1, cv2.LINE_AA)

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        look, ink, width = self.looks[rail], self.lines[rail], self.widths[rail]
        if look in ("cased", "twin"):
            brush.lines(lines, shade(ink, 0.5) if look == "cased" else ink, width)
            brush.lines(lines, ink if look == "cased" else self.badge.paper, width * 0.5)
        else:
            brush.lines(lines, ink, width * (0.7 if look in ("single", "stripes") else 0.3))
        for points in lines:
            if look == "stripes":
                boards(brush, points, 9, 0.5, width * 0.4, self.badge.paper)
            elif look == "ticks":
                brush.lines(across(points, 1 / 10, width * 0.6), ink, 0.012)
            elif look == "bones":
                for k, tick in enumerate(across(points, 1 / 14, width * 0.7)):
                    brush.line([tick.mean(0), tick[k % 2]], ink, 0.014)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        bordered(brush, regular(CENTRE, self.widths[rail] * 0.6, 20), self.badge.paper, self.lines[rail], 0.01)

    def station(self, brush: Brush) -> None:
        reach, paper = max(self.badge.size * 0.68, 0.11), self.badge.paper
        shape = box(CENTRE, reach * 2, reach * 2) if self.place == "square" else regular(CENTRE, reach, 36)
        bordered(brush, shape, self.lines[0] if self.place == "dot" else paper, self.ink, 0.012)
        if self.place == "double":
            brush.disc(CENTRE, reach * 0.84, self.ink, 0.01)


def school_atlas(rng: Rng) -> tuple[Style, Painter]:
    return boxed(rng, "school_atlas", ("arc", "tight", "chamfer"), SchoolAtlas(rng), "fffbe8 f3e3c0")


# Figures that carry an outline: a jeep, a diesel engine, someone under a pack.
STOUT = sketches(
    "dark slab8 64,64 40,60 both; ink slab14 0,22 190,76; ink fill -72,0 -58,-72 58,-72 72,0;"
    "light fill -52,-8 -42,-54 42,-54 52,-8; light dot17 66,16 both; dark slab4 0,26 70,40",
    "dark line18 -98,86 98,86; ink fill -98,62 -98,-40 -20,-40 -20,-76 62,-76 98,10 98,62;"
    "light fill 6,-20 6,-56 50,-56 66,-20; dark slab4 -58,-8 50,14; dark slab4 -58,22 50,14; dark dot20 56,64 both;"
    "dark dot20 0,64",
    "dark slab16 -36,-2 56,84; dark slab8 -20,72 30,58; dark slab8 24,72 30,58; ink slab20 6,6 72,92;"
    "light dot34 6,-60; ink fill -44,-66 -28,-96 34,-96 46,-66",
)


class Outlined(Plain):
    """A fan's redesign: everything in strong outlines, the ground told by its border and by emblems in the corners."""

    def __init__(self, rng: Rng) -> None:
        field, country, town, road, rail, hall = palette(
            rng,
            "e9dcb8 5f8f3e a8503a 8f959e 7a4a2b f2b632",
            "7fb35c 3f6f3a 6a6f7d f2e3b6 d9d9d9 c8402f",
            "c9d8dc 3f8f86 d98c2b 4c5260 c2452d f4f0e2",
            "d9b98a 7d8f35 5d5470 f8efd8 3f6fa0 e2574c",
            "3d4a55 7fae56 e08a3c e8e2d0 b9c4cc e8c547",
            "f2f0ea 58a05c 7b6fb0 f0c23c e0603f 4a90c2",
        )
        same = near(rng, field, 6)
        self.borders = (near(rng, country, 6), near(rng, town, 6))
        self.grounds = (same, same) if coin(rng) else (same, shade(self.borders[1], 1.45))
        self.paints, self.hall = (near(rng, road, 6), near(rng, rail, 6)), near(rng, hall, 6)
        self.widths = (between(rng, 0.1, 0.17), between(rng, 0.09, 0.14))
        self.black, self.line = near(rng, "121214 2a1c18 16203a", 3), between(rng, 0.011, 0.022)
        self.looks = (pick(rng, ("plain", "line", "dashes", "tracks")), pick(rng, ("ties", "rungs", "boards", "core")))
        self.back, self.rim = pick(rng, ("plain", "rays", "lozenges", "glow")), between(rng, 0.04, 0.08)
        self.shown = pick(rng, ([0, 1, 2, 3], [0, 2], [1], list[int]()))
        self.arrows, self.shape = coin(rng), pick(rng, ("hexagon", "shield", "tower", "banner"))
        self.inks = inks_of(rng, "c62828 1f66b5 e0a100 2e8b47 7a3fa0 e0601f")
        shape = pick(rng, ("hexagon", "shield", "octagon", "pin", "square", "none"))
        pictures, self.lift = pick(rng, (STOUT, STOUT, FROM_AHEAD, FROM_ASIDE)), pick(rng, (0.0, 0.0, 0.03, 0.045))
        paper, size = near(rng, "fdf8ea ffffff", 2), between(rng, 0.19, 0.28)
        self.badge = Badge(pictures, shape, size, paper, self.line * 0.8, coin(rng))
        self.turns = coin(rng) and not self.lift

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        ground, border = self.grounds[face.urban], self.borders[face.urban]
        if self.back == "rays":
            for k in range(0, 24, 2):
                rim = [CENTRE + turned([(0.8, 0)], 15.0 * step)[0] for step in (k, k + 1)]
                brush.fill([CENTRE, *rim], shade(ground, 1.18))
        elif self.back == "lozenges":
            for at in grid(0.125)[::2]:
                brush.fill(regular(at, 0.035, 4), shade(ground, 0.92))
        elif self.back == "glow":
            for reach in (0.5, 0.4, 0.3):
                brush.disc(CENTRE, reach, shade(ground, 1.48 - reach * 0.8))
        inner = rounded(CENTRE, 1 - 2 * self.rim, 1 - 2 * self.rim, 0.07)
        outer = box(CENTRE, 1.1, 1.1)[[0, 1, 2, 3, 0]]
        brush.fill(np.concatenate([inner, inner[:1], outer]), border)
        brush.line(inner, self.black, self.line, closed=True)
        for at in CORNERS[self.shown]:
            self._emblem(brush, at, face.urban, border)
        for side in range(4) if self.arrows else ():
            if face.sides[side] != "-":
                half = self.widths[face.sides[side] == "R"] / 2 + 0.07
                notch = turned([(-half, -0.5), (0, -0.32), (half, -0.5)], 90.0 * side) + CENTRE
                self._inked(brush, notch, shade(border, 1.2), 0.5)

    def _inked(self, brush: Brush, shape: Points, fill: Colour, share: float = 1.0) -> None:
        bordered(brush, shape, fill, self.black, self.line * share)

    def _emblem(self, brush: Brush, at: Points, urban: bool, colour: Colour) -> None:
        if urban:
            for x, high in ((-0.045, 0.09), (0.05, 0.07), (0.0, 0.14)):
                self._inked(brush, box(np.add(at, (x, 0.06 - high / 2)), 0.055, high), shade(colour, 1.25), 0.4)
        else:
            brush.line([at, np.add(at, (0, 0.08))], self.black, self.line * 1.6)
            self._inked(brush, np.array([(-0.055, 0.045), (0, -0.085), (0.055, 0.045)]) + at, colour, 0.5)

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        look, paint, width, black = self.looks[rail], self.paints[rail], self.widths[rail], self.black
        if look in ("ties", "boards"):
            for points in lines:
                boards(brush, points, 9, 0.6, width * 1.35 + 2 * self.line, black)
                boards(brush, points, 9, 0.6 - 18 * self.line, width * 1.35, shade(paint, 0.7))
        body = width * (0.55 if look in ("ties", "boards") else 1.0)
        brush.lines(lines, black, body + 2 * self.line)
        brush.lines(lines, ground if look == "ties" and luma(ground) > 110 else paint, body)
        for points in lines:
            if look == "line":
                brush.line(points, readable(paint), width * 0.12)
            elif look == "dashes":
                brush.lines(dashes(points, 0.06, 0.065), readable(paint), width * 0.14)
            elif look == "tracks":
                ruts = [parallel(points, side * width * 0.26) for side in (-1, 1)]
                brush.lines(ruts, shade(paint, 0.75), width * 0.14)
            elif look == "rungs":
                brush.lines(across(points, 1 / 11, width * 0.5), black, self.line)
            elif look == "core":
                brush.line(points, black, width * 0.3)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        self._inked(brush, regular(CENTRE, self.widths[rail] * 0.85, 8, 22.5), self.paints[rail])

    def station(self, brush: Brush) -> None:
        reach, at = self.badge.size * 0.85, np.subtract(CENTRE, (0, self.lift))
        outline = box((0, 0), reach * 1.9, reach * 1.9)
        if self.shape == "banner":
            self._inked(brush, box(np.add(at, (0, reach * 0.8)), reach * 3, reach * 0.5), shade(self.hall, 0.7))
        elif self.shape == "tower":
            self._inked(brush, np.array([(-0.6, -0.8), (0, -1.7), (0.6, -0.8)]) * reach + at, self.borders[1])
        else:
            outline = plate(self.shape, reach * 1.1)
        self._inked(brush, outline + at, self.hall)
        brush.fill(outline * 0.8 + at, shade(self.hall, 1.3))

    def icon(self, brush: Brush, kind: str, place: Points) -> None:
        at, badge, ink = np.subtract(place, (0, self.lift)), self.badge, self.inks[kind]
        if badge.plate != "none":
            outline = plate(badge.plate, badge.size / 2) + at
            for fall in (0.012, 0.0):
                self._inked(brush, outline + fall, self.black)
        badge.draw(brush, kind, at, ink)


def outlined(rng: Rng) -> tuple[Style, Painter]:
    style, painter = boxed(rng, "outlined", ("arc", "tight", "corner", "chamfer"), Outlined(rng), "fdf6e0 2a2a2e")
    return replace(style, arm_place=between(rng, 0.29, 0.33)), painter


FAMILIES: dict[str, Callable[[Rng], tuple[Style, Painter]]] = {
    "first_game": first_game,
    "school_atlas": school_atlas,
    "outlined": outlined,
}
