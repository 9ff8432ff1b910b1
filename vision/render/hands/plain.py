"""Boxes of small publishers: flat tiles with emblems, a sheet to print and cut at home, pale tiles in thin lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.face import TileFace
from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.guests import bgr
from vision.render.hands.aerial_view import plate
from vision.render.hands.vector import (
    SIGNS,
    Artist,
    Inks,
    Pictures,
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
from vision.render.pictograms import draw, rounded
from vision.render.routes import CENTRE, across, along
from vision.render.style import Colour, Rng, Style, luma, pick, shade
from vision.render.tile import PaintedTile, Painter

# Things instead of vehicles: of each set one for those who drive, for trains and for those who travel.
EMBLEMS = (
    sketches(
        "ink dot96 0,0; hole dot66 0,0; ink line18 -80,0 80,0; ink line18 -40,-70 40,70; ink line18 -40,70 40,-70;"
        "ink dot28 0,0; hole dot11 0,0",
        "ink slab16 0,-70 96,50; ink slab4 0,0 30,140; ink fill -92,96 -92,72 -18,44 18,44 92,72 92,96",
        "ink line18 -34,-44 -34,-82 34,-82 34,-44; ink slab18 0,22 190,136; hole line11 54,-40 54,86 both",
    ),
    sketches(
        "ink dot96 0,0; hole dot68 0,0; ink fill -82,-8 82,-8 60,20 20,32 15,82 -15,82 -20,32 -60,20; ink dot24 0,4",
        "ink line20 44,-96 44,96 both; ink line20 -90,-64 90,-64; ink line20 -90,0 90,0; ink line20 -90,64 90,64",
        "ink slab17 0,44 200,36; ink fill -60,40 -52,-64 -20,-50 20,-50 52,-64 60,40; hole line15 -60,14 60,14",
    ),
    sketches(
        "ink dot46 -48,0; hole dot20 -56,0; ink line24 -20,0 96,0; ink line20 52,0 52,42; ink line20 88,0 88,34",
        "ink line18 -44,-84 -44,92; ink line20 -84,94 0,94; ink fill -56,-88 92,-48 84,-10 -56,-50; hole dot12 60,-38;"
        "ink dot22 -44,-6; hole dot9 -44,-6",
        "ink fill -96,6 -86,-38 -56,-70 0,-86 56,-70 86,-38 96,6 64,-8 32,6 0,-8 -32,6 -64,-8; ink line14 0,-98 0,74;"
        "ink line14 0,74 12,92 32,92 42,72",
    ),
    sketches(
        "ink slab22 0,0 100,198; hole dot27 0,-60; hole dot27 0,0; hole dot27 0,60",
        "ink line30 -90,-62 90,62; ink line30 -90,62 90,-62; ink dot24 0,-78; ink dot24 0,78",
        "ink slab26 -42,-46 54,92; ink slab20 -42,34 46,42; ink slab26 42,0 54,92; ink slab20 42,80 46,42",
    ),
)
TUFT = np.array([(-0.03, -0.02), (-0.01, 0.02), (0, -0.03), (0.01, 0.02), (0.03, -0.02)])
HOUSE = np.array([(-0.05, 0.05), (-0.05, -0.01), (0, -0.06), (0.05, -0.01), (0.05, 0.05)])
LETTERS = ("CTP", "AZR", "VTW", "MBG", "123", "HRS", "XYZ")


def rows(step: float, turn_deg: float) -> list[Points]:
    """Parallel lines all over the tile."""
    return [turned([(-0.75, k), (0.75, k)], turn_deg) + CENTRE for k in np.arange(-0.75, 0.75, step)]


def grid(step: float) -> Points:
    """The knots of a net over the tile."""
    at = np.arange(step / 2, 1, step)
    return np.stack(np.meshgrid(at, at), 2).reshape(-1, 2)


def boards(brush: Brush, points: Points, count: int, share: float, width: float, colour: Colour) -> None:
    """Boards with square ends along a line, so many on a tile's width."""
    places, ahead = along(points, 1 / count, 0.5 / count)
    reach, half = ahead * share / (2 * count), np.stack([-ahead[:, 1], ahead[:, 0]], 1) * width / 2
    for at, to, side in zip(places, reach, half, strict=True):
        brush.fill([at - to - side, at + to - side, at + to + side, at - to + side], colour)


def readable(paper: Colour) -> Colour:
    """Nearly black or white, whichever is seen on this paper."""
    return bgr("17181c") if luma(paper) > 135 else bgr("fdfcf8")


def bordered(brush: Brush, shape: Points, fill: Colour, edge: Colour, width: float) -> None:
    brush.line(shape, edge, 2 * width, closed=True)
    brush.fill(shape, fill)


@dataclass(frozen=True)
class Badge:
    """How a box prints its icons: on a plate or bare ("none"), as pictures or, if it has them, as letters."""

    pictures: Pictures
    plate: str
    size: float
    paper: Colour
    edge_width: float = 0.01
    full: bool = False
    letters: str = ""

    def draw(self, brush: Brush, kind: str, place: Points, ink: Colour) -> None:
        half, bare = self.size / 2, self.plate == "none"
        paper, ink, edge = (ink, readable(ink), self.paper) if self.full and not bare else (self.paper, ink, ink)
        if not bare:
            bordered(brush, plate(self.plate, half) + place, paper, edge, self.edge_width)
        if self.letters:
            letter = self.letters[("car", "train", "traveller").index(kind)]
            brush.letter(letter, place, self.size * 0.62, ink)
            return
        tones = {"ink": ink, "hole": paper, "light": paper, "trim": paper, "dark": shade(ink, 0.45)}
        ring = (paper, self.edge_width * 1.4) if bare else None
        draw(brush, self.pictures[kind], place, half * (1.0 if bare else 0.64), tones, ring)


class Plain(Artist):
    """A painter of simple tiles, who in some boxes lays them any side up."""

    turns: bool
    inks: Inks
    badge: Badge

    def __call__(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
        quarters = int(rng.integers(4)) if self.turns else 0
        painted = super().__call__(face.turned(-quarters), style, rng, size_px)
        picture = np.ascontiguousarray(np.rot90(self.printed(painted.picture_bgr, rng), -quarters))
        places = tuple(turned(place - CENTRE, 90.0 * quarters) + CENTRE for place in painted.places)
        return PaintedTile(picture, places)

    def printed(self, picture: NDArray[np.uint8], rng: Rng) -> NDArray[np.uint8]:
        """What the press makes of the drawing."""
        return picture

    def icon(self, brush: Brush, kind: str, place: Points) -> None:
        self.badge.draw(brush, kind, place, self.inks[kind])


class Emblem(Plain):
    """Flat tiles: grounds told apart by their tint alone, plain bands, and things or letters instead of vehicles."""

    def __init__(self, rng: Rng) -> None:
        country, town, road, rail, hall = palette(
            rng,
            "a8c686 d8d2c4 5b5f66 8c3b2a f4f1e8",
            "2f5d50 7a5c61 e8d8a8 1b2426 c8553d",
            "f3e2b3 e8b98a ffffff 31476b 31476b",
            "b9d3e6 8fa9c4 f7f4ea 27374d e0563f",
            "e8e6e1 c9c6c0 e04f39 2f6f9f 22252b",
            "3a3f52 5d3f56 f2b950 7fc6c0 f6efe0",
        )
        self.grounds, self.hall = (near(rng, country, 6), near(rng, town, 6)), near(rng, hall, 5)
        self.paints = (near(rng, road, 6), near(rng, rail, 6))
        self.widths = (between(rng, 0.1, 0.2), between(rng, 0.1, 0.18))
        self.look = pick(rng, ("hollow", "squares", "zigzag", "halves", "rungs", "plain"))
        self.count = int(rng.integers(6, 12))
        self.edged, self.mark = coin(rng), pick(rng, ("square", "circle", "diamond", "plus", "half"))
        self.inks = inks_of(rng, pick(rng, ("23262d 23262d 23262d", *["b3261e 1f5fa8 2c7a45 d18b00 6a3d8f"] * 2)))
        letters = pick(rng, LETTERS) if rng.random() < 0.25 else ""
        shape = pick(rng, ("disc", "square", "round", "hexagon", "octagon", "octagon" if letters else "none"))
        paper, size, edge = near(rng, "fdfbf4 f3ead3", 3), between(rng, 0.16, 0.25), between(rng, 0.006, 0.014)
        self.badge = Badge(pick(rng, EMBLEMS), shape, size, paper, edge, coin(rng), letters)
        self.turns, self.inset = coin(rng), pick(rng, (0.0, 0.0, 0.02, 0.05))

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        if self.inset:
            brush.fill(box(CENTRE, 1.1, 1.1), self.badge.paper)
            brush.fill(rounded(CENTRE, 1 - self.inset, 1 - self.inset, 0.08), self.grounds[face.urban])

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        paint, width = self.paints[rail], self.widths[rail]
        if self.edged:
            brush.lines(lines, ground, width + 0.05)
        look = self.look if rail else "plain"
        if look not in ("squares", "zigzag"):
            brush.lines(lines, paint, width)
        for points in lines:
            if look == "hollow":
                brush.line(points, ground, width * 0.5)
            elif look == "squares":
                boards(brush, points, self.count, 0.6, width, paint)
            elif look == "zigzag":
                at, ahead = along(points, 1 / 16, 0.0)
                aside = np.stack([-ahead[:, 1], ahead[:, 0]], 1) * (width * 0.36 * (-1) ** np.arange(len(at)))[:, None]
                brush.line(np.concatenate([points[:1], (at + aside)[1:], points[-1:]]), paint, width * 0.3)
            elif look == "halves":
                brush.line(parallel(points, width * 0.25), shade(paint, 1.5), width * 0.5)
            elif look == "rungs":
                brush.lines(across(points, 1 / 10, width * 0.5), ground, 0.028)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        brush.disc(CENTRE, self.widths[rail] * (0.55 if self.edged else 0.8), self.paints[rail])

    def station(self, brush: Brush) -> None:
        reach, edge = max(self.badge.size * 0.72, 0.14), self.paints[1]
        if self.mark == "half":
            brush.disc(CENTRE, reach * 1.25, self.paints[0])
            brush.fill(regular(CENTRE, reach * 1.25, 32)[:17], edge)
            brush.disc(CENTRE, reach * 0.95, self.hall)
            return
        arm = [(-0.5, -0.5), (-0.5, -1), (0.5, -1)]
        shape = {
            "square": box(CENTRE, reach * 2.2, reach * 2.2),
            "circle": regular(CENTRE, reach * 1.2, 36),
            "diamond": regular(CENTRE, reach * 1.6, 4),
            "plus": np.concatenate([turned(arm, 90.0 * k) for k in range(4)]) * reach * 1.5 + CENTRE,
        }[self.mark]
        bordered(brush, shape, self.hall, edge, 0.012)


def emblem(rng: Rng) -> tuple[Style, Painter]:
    return boxed(rng, "emblem", ("arc", "tight", "corner", "chamfer"), Emblem(rng), "fbf7ea 2b2d33")


class PrintAndPlay(Plain):
    """A sheet to print at home and to cut: black on paper with one more ink, grounds told apart by patterns."""

    def __init__(self, rng: Rng) -> None:
        self.paper, self.black = near(rng, "fefefc f6f1e4 efeeea", 3), near(rng, "111214 26262a", 4)
        self.spot = near(rng, "d8262c 1c6fb7 e8862a 2c8f5b 8d4fa3 13a0a8 9a9a9a")
        self.widths = (between(rng, 0.09, 0.17), between(rng, 0.07, 0.13))
        self.looks = palette(
            rng, "hollow ticks", "hollow checks", "hollow spotted", "black ladder", "black ticks", "spot ladder",
            "spot checks", "spot ticks", "dotted ladder", "dotted checks",
        )  # fmt: skip
        self.country = pick(rng, ("blank", "tufts", "stipple", "trees"))
        self.town = pick(rng, ("hatch", "cross", "bricks", "screen", "tint", "houses"))
        self.grounds = (self.paper, shade(self.spot, 1.68) if self.town == "tint" else self.paper)
        self.frame = pick(rng, ("none", "cut", "crop", "line"))
        self.hall = pick(rng, ("front", "box", "rings", "block"))
        self.line, self.grain, self.clear = between(rng, 0.007, 0.014), between(rng, 0, 5), between(rng, 0.0, 0.05)
        ink = pick(rng, (self.black, self.spot))
        self.inks = {"car": ink, "train": ink, "traveller": pick(rng, (ink, self.black, self.spot))}
        pictures, plates = pick(rng, (*SIGNS, *EMBLEMS[:2])), ("disc", "square", "round", "ticket", "none")
        self.badge = Badge(pictures, pick(rng, plates), between(rng, 0.14, 0.22), self.paper, self.line, coin(rng))
        self.turns = coin(rng)

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        look, pale = self.town if face.urban else self.country, shade(self.black, 1.45)
        if look in ("hatch", "cross"):
            for turn_deg in (45.0, -45.0)[: 1 + (look == "cross")]:
                brush.lines(rows(0.06, turn_deg), pale, self.line * 0.7)
        elif look == "bricks":
            brush.lines(rows(0.1, 0.0), pale, self.line * 0.7)
            for x, y in grid(0.1):
                brush.line([(x + y % 0.2 / 2, y), (x + y % 0.2 / 2, y + 0.1)], pale, self.line * 0.7)
        elif look == "screen":
            for at in turned(grid(0.06) - CENTRE, 30.0) * 1.4 + CENTRE:
                brush.disc(at, 0.013, pale)
        for at in free_places(face, style, rng, 22, self.widths[0] / 2 + 0.07):
            self._strew(brush, at, look)
        self._cut(brush)

    def _strew(self, brush: Brush, at: Points, look: str) -> None:
        if look == "tufts":
            brush.line(TUFT + at, self.black, self.line * 0.8)
        elif look == "stipple":
            brush.disc(at, 0.011, self.black)
        elif look == "trees":
            brush.line([at, np.add(at, (0, 0.07))], self.black, self.line)
            brush.disc(at, 0.036, self.paper)
            brush.disc(at, 0.036, self.black, self.line)
        elif look == "houses":
            bordered(brush, HOUSE + at, self.paper, self.black, self.line * 0.8)
            brush.fill(HOUSE[1:4] + at, self.spot)

    def _cut(self, brush: Brush) -> None:
        if self.frame == "line":
            brush.line(rounded(CENTRE, 0.95, 0.95, 0.06), self.black, self.line, closed=True)
        reach = {"cut": 0.5, "crop": -0.4}.get(self.frame)
        for k in range(4) if reach else ():
            edge = turned([(-0.49, -0.4), (-0.49, -0.49), (reach, -0.49)], 90.0 * k) + CENTRE
            brush.lines(dashes(edge, 0.035, 0.03) if self.frame == "cut" else [edge], self.black, 0.007)

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        look, width, black, paper = self.looks[rail], self.widths[rail], self.black, self.paper
        brush.lines(lines, paper, width + self.clear + 0.03)
        if look != "ladder":
            brush.lines(lines, black, width if look not in ("ticks", "spotted") else width * 0.3)
        if look in ("hollow", "dotted", "spot"):
            brush.lines(lines, self.spot if look == "spot" else paper, width - 2 * self.line)
        for points in lines:
            if look == "checks":
                boards(brush, points, 10, 0.5, width - 2 * self.line, paper)
            elif look in ("black", "dotted"):
                brush.lines(dashes(points, 0.05, 0.05), paper if look == "black" else self.spot, width * 0.14)
            elif look == "ladder":
                brush.lines(across(points, 1 / 14, width * 0.5), self.spot if self.looks[0] != "spot" else black, 0.014)
                brush.lines([parallel(points, side * width * 0.32) for side in (-1, 1)], black, self.line * 1.3)
            elif look == "ticks":
                brush.lines(across(points, 1 / 12, width * 0.5), black, width * 0.2)
            elif look == "spotted":
                for at in along(points, 1 / 9, 1 / 18)[0]:
                    brush.disc(at, width * 0.36, black)
                    brush.disc(at, width * 0.36 - self.line, self.spot)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        over = np.array([-way[1], way[0]]) * self.widths[rail] * 0.75
        brush.line([CENTRE - over, CENTRE + over], self.black, 0.03)

    def station(self, brush: Brush) -> None:
        wide, thick = max(self.badge.size * 1.5, 0.24), self.line * 1.5
        if self.hall == "rings":
            bordered(brush, regular(CENTRE, wide * 0.6, 36), self.paper, self.black, thick)
            brush.disc(CENTRE, wide * 0.5, self.spot, thick * 1.6)
            return
        filled = self.black if self.hall == "block" else self.paper
        bordered(brush, rounded(CENTRE, wide * 1.1, wide * 1.1, 0.02), filled, self.black, thick)
        if self.hall == "front":
            roof = np.array([(-0.7, -0.5), (0, -0.95), (0.7, -0.5)]) * wide + CENTRE
            bordered(brush, roof, self.spot, self.black, thick)
        elif self.hall == "block":
            brush.fill(rounded(CENTRE, wide * 0.86, wide * 0.86, 0.01), self.paper)
        else:
            brush.fill(box(np.add(CENTRE, (0, wide * 0.5)), wide * 1.1, wide * 0.12), self.spot)

    def printed(self, picture: NDArray[np.uint8], rng: Rng) -> NDArray[np.uint8]:
        if self.grain < 1.5:
            return picture
        speckle, streaks = (rng.normal(0, self.grain, (len(picture), wide, 1)) for wide in (len(picture), 1))
        return np.clip(picture + speckle + streaks, 0, 255).astype(np.uint8)


def print_and_play(rng: Rng) -> tuple[Style, Painter]:
    return boxed(rng, "print_and_play", ("arc", "tight", "corner", "chamfer"), PrintAndPlay(rng), "ffffff")


# Outlines only, drawn with a fine pen.
PENNED = (
    sketches(
        "ink line10 -96,36 -96,2 -62,-10 -36,-56 40,-56 66,-10 96,4 96,36 -96,36; ink line9 -62,-10 66,-10;"
        "ink line9 2,-56 2,-10; hole dot26 52,40 both; ink ring22 52,40 both",
        "ink line10 -60,60 -60,-50 -36,-90 36,-90 60,-50 60,60 -60,60; ink line9 -40,-8 -40,-46 40,-46 40,-8 -40,-8;"
        "ink ring10 34,30 both; ink line10 32,62 58,98 both; ink line9 -44,82 44,82",
        "ink ring26 0,-66; ink line10 -46,92 -54,10 -28,-28 28,-28 54,10 46,92; ink line9 22,28 22,92 both",
    ),
    sketches(
        "ink line10 -70,0 -50,-66 50,-66 70,0 92,14 92,62 -92,62 -92,14 -70,0 70,0; ink ring12 60,30 both;"
        "ink line10 -70,64 -70,88 -44,88 -44,64; ink line10 70,64 70,88 44,88 44,64",
        "ink line10 -96,40 -96,-60 -30,-60 -30,-10 96,-10 96,40 -96,40; ink line10 50,-12 44,-70 84,-70 78,-12;"
        "ink line9 -80,-44 -46,-44 -46,-12 -80,-12 -80,-44; hole dot26 56,56 both; ink ring22 56,56 both",
        "ink ring24 -8,-70; ink line10 -8,-40 -60,60 44,60 -8,-40; ink line10 -26,60 -26,96; ink line10 10,60 10,96;"
        "ink line9 8,-14 62,20; ink line9 46,30 88,30 88,76 46,76 46,30",
    ),
)


class Pale(Plain):
    """Nearly white tints and thin lines: hollow roads, combed rails, icons drawn with a fine pen."""

    def __init__(self, rng: Rng) -> None:
        country, town, ink, paper = palette(
            rng,
            "e6f1dc f6ebe0 7f9284 ffffff",
            "e1eef8 f7e6ee 7488a6 fdfdfd",
            "fbf4da e4e9f6 9b836f fffdf6",
            "efe5f6 dff1ec 83709c fbfaff",
            "f9e4dd e0eede 93737d fffaf6",
            "e4f3f1 e4f3f1 5f8a8b ffffff",
        )
        self.grounds, self.ink = (near(rng, country, 3), near(rng, town, 3)), near(rng, ink, 7)
        self.paper, self.line = near(rng, paper, 2), between(rng, 0.006, 0.012)
        self.widths = (between(rng, 0.07, 0.16), between(rng, 0.05, 0.1))
        self.look, self.centre = pick(rng, ("comb", "pair", "chain", "twin")), pick(rng, ("none", "dashes", "line"))
        self.bed = pick(rng, (None, self.paper, shade(self.ink, 1.65)))
        self.country = pick(rng, ("plain", "scales", "rings", "frame") if country != town else ("scales", "rings"))
        self.town = pick(rng, ("plain", "net", "windows", "frame") if country != town else ("net", "windows"))
        self.hall, self.turns = pick(rng, ("gable", "round", "flat")), coin(rng)
        deep = shade(self.ink, between(rng, 0.5, 0.85))
        own = inks_of(rng, "a04a52 3f6a9a 5b8254 8a5a9a b07a30")
        self.inks = pick(rng, ({"car": deep, "train": deep, "traveller": deep}, own))
        plates, size = ("disc", "round", "square", "none", "ticket"), between(rng, 0.17, 0.26)
        self.badge = Badge(pick(rng, PENNED), pick(rng, plates), size, self.paper, self.line / 2, rng.random() < 0.2)

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        look, faint = self.town if face.urban else self.country, shade(self.grounds[face.urban], 0.86)
        if look == "scales":
            for row, column in np.ndindex(8, 7):
                brush.disc(((column + row % 2 / 2) / 6, row / 7), 0.08, faint, self.line)
        elif look == "rings":
            for at in free_places(face, style, rng, 9, 0.14):
                for radius in (0.02, 0.045, 0.07):
                    brush.disc(at, radius, faint, self.line)
        elif look == "net":
            brush.lines(rows(1 / 7, 0.0) + rows(1 / 7, 90.0), faint, self.line)
        elif look == "windows":
            for at in grid(1 / 6):
                brush.line(box(at, 0.06, 0.09), faint, self.line, closed=True)
        elif look == "frame":
            for wide in (0.92, 0.87):
                brush.line(rounded(CENTRE, wide, wide, 0.05), self.ink, self.line, closed=True)

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        width, ink, bed = self.widths[rail], self.ink, ground if self.bed is None else self.bed
        if not rail:
            brush.lines(lines, ink, width)
            brush.lines(lines, bed, width - 2 * self.line)
            if self.centre != "none":
                marks = lines if self.centre == "line" else [d for points in lines for d in dashes(points, 0.04, 0.043)]
                brush.lines(marks, ink, self.line)
            return
        brush.lines(lines, ground, width + 0.03)
        for points in lines:
            sides = {"comb": (0,), "chain": ()}.get(self.look, (-1, 1))
            brush.lines([parallel(points, side * width * 0.36) for side in sides], ink, self.line)
            if self.look in ("comb", "pair"):
                brush.lines(across(points, 1 / 16, width * 0.5), ink, self.line)
            elif self.look == "chain":
                for at in along(points, 1 / 11, 1 / 22)[0]:
                    brush.disc(at, 0.036, ink, self.line)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        bordered(brush, regular(CENTRE, 0.04 if rail else self.widths[0] * 0.7, 28), self.paper, self.ink, self.line)

    def station(self, brush: Brush) -> None:
        wide = max(self.badge.size * 1.35, 0.26)
        if self.hall == "round":
            for reach in (0.66, 0.58):
                bordered(brush, regular(CENTRE, wide * reach, 36), self.paper, self.ink, self.line)
            return
        top = [(-0.56, -0.56), (0, -0.98), (0.56, -0.56)] if self.hall == "gable" else [(-0.56, -0.56), (0.56, -0.56)]
        shape = np.array([*top, (0.56, 0.56), (-0.56, 0.56)]) * wide + CENTRE
        bordered(brush, shape, self.paper, self.ink, self.line)
        brush.lines([np.array([(-0.62, y), (0.62, y)]) * wide + CENTRE for y in (-0.56, 0.56)], self.ink, self.line * 2)


def pale(rng: Rng) -> tuple[Style, Painter]:
    return boxed(rng, "pale", ("arc", "tight", "corner", "chamfer"), Pale(rng), "ffffff f4efe6")


FAMILIES: dict[str, Callable[[Rng], tuple[Style, Painter]]] = {
    "emblem": emblem,
    "print_and_play": print_and_play,
    "pale": pale,
}
