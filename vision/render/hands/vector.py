"""Boxes of today's vector illustrators: the transit diagram and the country folded from triangles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.finery import any_pieces
from vision.render.guests import bgr, flat, lines_of
from vision.render.named import MEADOW
from vision.render.pictograms import Part, Pictogram, draw, oval, rounded
from vision.render.routes import CENTRE, EDGES, across, along
from vision.render.style import Colour, Rng, Style, luma, pick, shade
from vision.render.symbols import draw_objective
from vision.render.tile import PaintedTile, Painter, place_spots

BLACK, WHITE = (0.0, 0.0, 0.0), (255.0, 255.0, 255.0)
KINDS = ("car", "train", "traveller")
Inks = dict[str, Colour]
Pictures = dict[str, Pictogram]


def near(rng: Rng, codes: str, spread: float = 9.0) -> Colour:
    """A colour close to one of those with these digits."""
    blue, green, red = np.clip(np.add(bgr(pick(rng, codes.split())), rng.normal(0, spread, 3)), 0, 255)
    return (float(blue), float(green), float(red))


def coin(rng: Rng) -> bool:
    return bool(rng.random() < 0.5)


def between(rng: Rng, low: float, high: float) -> float:
    return float(rng.uniform(low, high))


def palette(rng: Rng, *choices: str) -> list[str]:
    """The words of one of the choices, mostly colours."""
    return pick(rng, choices).split()


def inks_of(rng: Rng, codes: str) -> Inks:
    """Colours for the three kinds, dealt anew to each box."""
    dealt = rng.permutation(codes.split())
    return {kind: near(rng, str(code)) for kind, code in zip(KINDS, dealt[:3], strict=True)}


def parallel(points: Points, offset: float) -> Points:
    """The line beside another, as long as it."""
    ahead = np.gradient(points, axis=0)
    ahead /= np.maximum(np.linalg.norm(ahead, axis=1, keepdims=True), 1e-9)
    return np.asarray(points + offset * np.stack([-ahead[:, 1], ahead[:, 0]], 1), np.float64)


def dashes(points: Points, length: float, gap: float) -> list[Points]:
    """A broken line."""
    places, ahead = along(points, length + gap, gap / 2)
    return [np.stack([at, at + to * length]) for at, to in zip(places, ahead, strict=True)]


def free_places(face: TileFace, style: Style, rng: Rng, count: int, clear: float) -> Points:
    """Random places at least so far from all routes and from the station, the upper ones first."""
    routes = [CENTRE[None], *lines_of(face, "H", style.bend), *lines_of(face, "R", style.bend)]
    tries = rng.random((count, 2))
    gaps = np.linalg.norm(tries[:, None] - np.concatenate(routes)[None], axis=2).min(1)
    kept = tries[gaps > clear]
    return np.asarray(kept[np.argsort(kept[:, 1])], np.float64)


def sketch(text: str) -> Pictogram:
    """A picture from words: parts "tone shape places", in hundredths; "both" at the end also draws it mirrored.

    Shapes: fill; line, of a width; dot and ring, of a radius; slab, of a corner's radius, at a place and of a size.
    """
    parts: list[Part] = []
    for words in (part.split() for part in text.split(";")):
        shape, number = words[1].rstrip("0123456789"), float(words[1].lstrip("abcdefghijklmnopqrstuvwxyz") or 0) / 100
        pairs = np.array([word.split(",") for word in words[2:] if word != "both"], np.float64) / 100
        round_ = oval(pairs[0], number, number)
        points, width = {
            "fill": (pairs, 0.0),
            "line": (pairs, number),
            "dot": (round_, 0.0),
            "ring": (np.concatenate([round_, round_[:1]]), 0.14),
            "slab": (rounded(pairs[0], float(pairs[-1][0]), float(pairs[-1][1]), number), 0.0),
        }[shape]
        for side in (1, -1) if words[-1] == "both" else (1,):
            parts.append(Part(words[0], points * (side, 1), width))
    return tuple(parts)


def sketches(car: str, train: str, traveller: str) -> Pictures:
    """The three pictures of a box."""
    return {"car": sketch(car), "train": sketch(train), "traveller": sketch(traveller)}


class Inker(ABC):
    """A painter of tiles who has an ink for each kind of spot."""

    inks: Inks

    @abstractmethod
    def __call__(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile: ...


class Artist(Inker):
    """A painter who lays ground, routes, station, objective and icons over each other."""

    grounds: tuple[Colour, Colour]

    def __call__(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
        brush = Brush(flat(size_px, self.grounds[face.urban]))
        self.ground(brush, face, style, rng)
        for letter in "HR" if style.rail_over else "RH":
            self.route(brush, lines_of(face, letter, style.bend), letter == "R", self.grounds[face.urban])
        for letter in "HR":
            if face.sides.count(letter) == 1 and not face.station:
                self.dead_end(brush, letter == "R", np.asarray(2 * (CENTRE - EDGES[face.sides.index(letter)])))
        if face.station:
            self.station(brush)
        if face.objective is not None:
            draw_objective(brush, face.objective, style)
        places = place_spots(face, style, rng)
        for spot, place in zip(face.spots, places, strict=True):
            self.icon(brush, spot.kind, place)
        return PaintedTile(brush.canvas, places)

    @abstractmethod
    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None: ...

    @abstractmethod
    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None: ...

    @abstractmethod
    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None: ...

    @abstractmethod
    def station(self, brush: Brush) -> None: ...

    @abstractmethod
    def icon(self, brush: Brush, kind: str, place: Points) -> None: ...


def boxed(rng: Rng, name: str, bends: tuple[str, ...], painter: Inker, bar: str) -> tuple[Style, Painter]:
    """The painter with a box for it; the pawns mostly have the colours of the icons."""
    pieces = any_pieces(rng)
    if rng.random() < 0.7:
        pieces = {kind: replace(piece, colour=painter.inks[kind]) for kind, piece in pieces.items()}
    rim, place = near(rng, "e8e4da b9a58a 8d8d90 3a3a40"), between(rng, 0.22, 0.32)
    style = replace(MEADOW, name=name, pieces=pieces, bend=pick(rng, bends), rim=rim, arm_place=place)
    return replace(style, objective_bar=near(rng, bar, 4), objective_top=coin(rng), rail_over=coin(rng)), painter


# Signs of a public transport network.
SIGNS = (
    sketches(
        "ink fill -95,10 -72,-10 -50,-62 50,-62 72,-10 95,10; ink slab12 0,26 190,52; ink slab8 66,60 36,40 both;"
        "hole fill -50,-6 -34,-44 34,-44 50,-6; hole dot14 62,24 both",
        "ink slab28 0,-12 124,150; hole slab6 27,-34 42,46 both; hole dot13 34,30 both; ink line16 30,62 62,96 both",
        "ink dot24 0,-74; ink slab22 0,-8 86,84; ink slab12 0,46 48,100; hole line8 0,40 0,95;"
        "hole line7 28,-10 28,40 both",
    ),
    sketches(
        "ink slab20 0,20 196,56; ink fill -75,0 -50,-56 30,-56 66,0; hole fill -50,-6 -36,-38 -10,-38 -10,-6;"
        "hole fill 4,-6 4,-38 22,-38 42,-6; hole dot32 52,48 both; ink dot22 52,48 both",
        "ink fill -100,40 -100,-50 30,-50 72,-30 100,20 100,40; hole slab5 -74,-16 28,30; hole slab5 -34,-16 28,30;"
        "hole slab5 6,-16 28,30; hole fill 34,0 34,-30 56,-24 72,0; ink line14 60,64 94,64 both;"
        "ink line14 -17,64 17,64",
        "ink dot42 0,-42; ink fill -80,90 -74,40 -40,12 40,12 74,40 80,90; hole fill -14,12 14,12 0,50",
    ),
)


class Transit(Artist):
    """A transit diagram: pale zones, thin coloured lines at right angles and halves of them, capsules and signs."""

    def __init__(self, rng: Rng) -> None:
        paper, zone, pale = palette(
            rng,
            "fdfdfb e6e8ec cdd8e4",
            "f4efe2 e2d8c2 cdd6b4",
            "e9f3ea f6ead2 c3dccb",
            "232a3a 3a4257 4b5672",
            "dbe9f2 f7f4ee bcd0de",
        )
        lines = inks_of(rng, "d9232e 0067b1 00a060 f29100 7b2d8e e3007d 009ee0")
        self.inks = inks_of(rng, pick(rng, ("1b1e26 1b1e26 1b1e26", *["c4161c 00508f 1f7a3d e08a00 5b2a86"] * 3)))
        self.grounds, self.pale = (near(rng, paper, 3), near(rng, zone, 3)), near(rng, pale, 4)
        self.line_inks, self.widths = (
            (lines["car"], lines["train"]),
            (between(rng, 0.06, 0.15), between(rng, 0.055, 0.11)),
        )
        self.looks = palette(
            rng, "band core", "band ticks", "band checks", "twin ticks", "twin checks", "side core", "side ticks"
        )
        self.country = pick(rng, ("river", "parks", "rings", "plain"))
        self.zone = pick(rng, ("hatch", "squares", "number", "others"))
        self.hub = pick(rng, ("capsule", "roundel", "diamond", "box"))
        self.plate = pick(rng, ("square", "disc", "ticket"))
        self.signs, self.size = pick(rng, SIGNS), between(rng, 0.14, 0.21)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        over = np.array([-way[1], way[0]]) * self.widths[rail] * 1.3
        brush.line([CENTRE - over, CENTRE + over], self.line_inks[rail], self.widths[rail] * 0.7)

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        look, shift = self.zone if face.urban else self.country, between(rng, -0.3, 0.3)
        if look == "river":
            bent = np.array([(-0.1, 0.25), (0.3, 0.25), (0.72, 0.67), (1.1, 0.67)]) + np.array([0, shift])
            brush.line(bent if coin(rng) else bent[:, ::-1], self.pale, 0.13)
        elif look == "parks":
            for at in rng.random((4, 2)):
                brush.fill(rounded(at, between(rng, 0.1, 0.3), between(rng, 0.1, 0.3), 0.03), self.pale)
        elif look == "rings":
            for radius in (0.25, 0.45, 0.65, 0.85):
                brush.disc(EDGES[int(rng.integers(4))], radius, self.pale, 0.02)
        elif look == "hatch":
            brush.lines([np.array([(k / 10, 0), (k / 10 + 1, 1)]) for k in range(-10, 10)], self.pale, 0.012)
        elif look == "squares":
            brush.lines([np.array([(k / 8, 0), (k / 8, 1)]) for k in range(9)], self.pale, 0.008)
            brush.lines([np.array([(0, k / 8), (1, k / 8)]) for k in range(9)], self.pale, 0.008)
        elif look == "number":
            brush.letter(str(rng.integers(1, 7)), pick(rng, ((0.2, 0.2), (0.8, 0.8))), 0.24, self.pale)
            brush.line(rounded(CENTRE, 0.93, 0.93, 0.1), self.pale, 0.02, closed=True)
        elif look == "others":
            bent = np.array([(-0.1, 0.2), (0.25, 0.2), (0.85, 0.8), (0.85, 1.1)]) + shift / 2
            brush.line(bent, self.pale, 0.025)
            for at in bent[1:3]:
                brush.disc(at, 0.025, self.pale)

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        look, ink, width = self.looks[rail], self.line_inks[rail], self.widths[rail]
        brush.lines(lines, ground, width * 1.7)
        if look == "twin":
            both = [parallel(points, side * width * 0.36) for points in lines for side in (-1, 1)]
            brush.lines(both, ink, width * 0.34)
            return
        if look == "ticks":
            brush.lines(lines, ink, width * 0.45)
            brush.lines([tick for points in lines for tick in across(points, 0.07, width * 0.62)], ink, width * 0.3)
            return
        brush.lines(lines, ink, width)
        if look == "core":
            brush.lines(lines, ground, width * 0.35)
        elif look == "checks":
            brush.lines([dash for points in lines for dash in dashes(points, 0.035, 0.055)], ground, width * 0.55)
        elif look == "side":
            brush.lines([parallel(points, width * 0.3) for points in lines], shade(ink, 1.55), width * 0.3)

    def station(self, brush: Brush) -> None:
        ink, paper, half = bgr("16181d"), bgr("ffffff"), self.size * 0.62
        if self.hub == "roundel":
            brush.fill(box(CENTRE, half * 3.6, half * 0.7), ink)
        shape = {
            "capsule": turned(rounded((0, 0), half * 3.1, half * 1.9, half * 0.94), 45.0) + CENTRE,
            "roundel": regular(CENTRE, half * 1.2, 32),
            "diamond": regular(CENTRE, half * 1.75, 4),
            "box": rounded(CENTRE, half * 2.2, half * 2.2, half * 0.3),
        }[self.hub]
        brush.fill(shape, paper)
        brush.line(shape, ink, 0.024, closed=True)

    def icon(self, brush: Brush, kind: str, place: Points) -> None:
        half = self.size / 2
        ink = bgr("ffffff") if luma(self.inks[kind]) < 150 else bgr("16181d")
        if self.plate == "disc":
            shape = regular(place, half * 1.1, 32)
        elif self.plate == "ticket":
            shape = rounded(place, half * 2.4, half * 1.9, half * 0.15)
        else:
            shape = rounded(place, half * 2, half * 2, half * 0.4)
        brush.fill(shape, self.inks[kind])
        brush.line(shape, bgr("ffffff"), 0.01, closed=True)
        if self.plate == "ticket":
            for side in (-1, 1):
                brush.disc(np.add(place, (side * half * 1.2, 0)), half * 0.3, bgr("ffffff"))
        draw(brush, self.signs[kind], place, half * 0.68, {"ink": ink, "hole": self.inks[kind]})


def transit(rng: Rng) -> tuple[Style, Painter]:
    return boxed(rng, "transit", ("chamfer", "chamfer", "tight"), Transit(rng), "ffffff")


# Vehicles cut like gems, light from the upper left.
GEMS = (
    sketches(
        "mid fill -100,40 -100,4 -55,-8 0,40; light fill -55,-8 0,40 50,-8; dark fill 0,40 50,-8 100,10 100,40;"
        "light fill -55,-8 -30,-60 0,-8; hole fill -30,-60 0,-8 28,-60; dark fill 0,-8 28,-60 50,-8;"
        "deep dot25 54,44 both; light dot9 54,44 both",
        "light fill -62,60 -62,-50 0,14; mid fill -62,-50 -30,-92 30,-92 62,-50 0,14; dark fill 62,-50 62,60 0,14;"
        "mid fill -62,60 62,60 0,14; hole fill -44,-44 44,-44 26,-8 -26,-8; deep line16 -80,88 80,88",
        "light fill 0,-100 -30,-70 0,-40; dark fill 0,-100 30,-70 0,-40; light fill -40,-32 0,-32 0,30 -30,30;"
        "dark fill 40,-32 0,-32 0,30 30,30; mid fill -30,30 0,30 -8,95 -38,95; deep fill 30,30 0,30 8,95 38,95",
    ),
    sketches(
        "deep slab4 58,40 40,20 both; deep slab4 58,-40 40,20 both; light fill -100,0 -80,-38 80,-38 40,0;"
        "dark fill -100,0 -80,38 80,38 40,0; mid fill 40,0 80,-38 100,0 80,38; hole fill 20,-28 44,-22 44,22 20,28",
        "light fill -100,36 -100,-48 -20,36; mid fill -100,-48 20,-48 -20,36; dark fill 20,-48 70,-20 100,36 -20,36;"
        "hole slab2 -70,-18 30,26; hole slab2 -24,-18 30,26; hole fill 24,-4 24,-34 60,-8; deep line14 -96,66 96,66",
        "light fill 0,-98 -36,-70 -22,-30 0,-48; dark fill 0,-98 36,-70 22,-30 0,-48;"
        "mid fill -22,-30 0,-48 22,-30 0,10; light fill -22,-30 -70,70 0,10;"
        "dark fill 22,-30 70,70 0,10; mid fill -70,70 0,10 70,70 0,96",
    ),
)


class LowPoly(Artist):
    """A country folded from triangles: faceted ground, trees and roofs, routes of quads, icons cut like gems."""

    def __init__(self, rng: Rng) -> None:
        country, town, road, rail, hall = palette(
            rng,
            "7fb069 d9a679 4a4e69 f2e9d0 e07a5f",
            "4f9d94 b8a9c9 f3e3c3 5a3d5c f2a65a",
            "e3c567 c8553d 2b3a55 fdf6e3 588b8b",
            "5b7aa3 8a8fa0 f0ead6 20283d f28f3b",
            "dfe9ee b5c3d6 6c7a96 3d2c4a c44569",
        )
        self.grounds, self.fold = (near(rng, country), near(rng, town)), between(rng, 0.06, 0.16)
        self.cells, self.bits = int(rng.integers(4, 9)), int(rng.integers(4, 12))
        self.paints, self.hall = (near(rng, road), near(rng, rail)), near(rng, hall)
        self.widths = (between(rng, 0.11, 0.2), between(rng, 0.1, 0.16))
        self.beam, self.corners = coin(rng), int(pick(rng, (5, 6, 8)))
        self.inks = inks_of(rng, "d7263d 1b6ca8 f4b41a 6d3fa0 2a9d5c ef7b45")
        self.gems, self.size = pick(rng, GEMS), between(rng, 0.19, 0.28)
        self.plate, self.paper = int(pick(rng, (0, 4, 6, 8))), near(rng, "fbfaf4 f7e8c8 262b3a")

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        steps = np.linspace(-0.1, 1.1, self.cells + 1)
        knots = (
            np.stack(np.meshgrid(steps, steps), 2) + rng.uniform(-0.35, 0.35, (*[self.cells + 1] * 2, 2)) / self.cells
        )
        for row, column in np.ndindex(self.cells, self.cells):
            (a, b), (d, c) = knots[row : row + 2, column : column + 2]
            for corners in ([a, b, c], [a, c, d]):
                brush.fill(corners, shade(self.grounds[face.urban], float(np.clip(rng.normal(1, self.fold), 0.7, 1.4))))
        for at in free_places(face, style, rng, 2 * self.bits, self.widths[0] / 2 + 0.07):
            if face.urban:
                self._fan(brush, box(at, *rng.uniform(0.09, 0.15, 2)), shade(self.hall, rng.uniform(0.8, 1.4)))
            elif coin(rng):
                self._fan(brush, regular(at, 0.05, 5, between(rng, 0, 72)), shade(self.grounds[0], 0.65))
            else:
                for side, tone in ((-0.05, 0.75), (0.05, 0.5)):
                    brush.fill(np.add(at, [(side, 0.05), (0, 0.07), (0, -0.09)]), shade(self.grounds[0], tone))

    def _fan(self, brush: Brush, rim: Points, colour: Colour) -> None:
        """A pyramid from above."""
        for one, other in zip(rim, np.roll(rim, -1, 0), strict=True):
            lean = float(np.sum((one + other) / 2 - rim.mean(0)) / np.ptp(rim))
            brush.fill([one, other, rim.mean(0)], shade(colour, 1 - 0.6 * lean))

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        paint, half = self.paints[rail], self.widths[rail] / 2
        brush.lines([np.add(points, 0.012) for points in lines], shade(ground, 0.6), half * (1.2 if rail else 2))
        for points in lines:
            cuts = np.linspace(0, len(points) - 1, 10).astype(int)
            left, right = parallel(points, -half)[cuts], parallel(points, half)[cuts]
            for k in range(len(left) - 1) if not rail else ():
                brush.fill([left[k], left[k + 1], right[k + 1]], shade(paint, 1.0 + 0.12 * (k % 2)))
                brush.fill([left[k], right[k + 1], right[k]], shade(paint, 0.86 + 0.1 * (k % 2)))
            if rail:
                brush.lines(across(points, 1 / 11, half), shade(paint, 0.7), 0.034)
                rows = [points] if self.beam else [parallel(points, side * half * 0.55) for side in (-1, 1)]
                brush.lines(rows, paint, half * (0.6 if self.beam else 0.3))
                brush.lines([parallel(row, half * 0.12) for row in rows], shade(paint, 1.35), half * 0.14)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        self._fan(brush, regular(CENTRE, self.widths[rail] * 0.75, 6), self.paints[rail])

    def station(self, brush: Brush) -> None:
        reach = self.size * 0.95
        brush.fill(regular(np.add(CENTRE, 0.015), reach * 1.05, self.corners), bgr("20222c"))
        self._fan(brush, regular(CENTRE, reach, self.corners), self.hall)
        brush.fill(regular(CENTRE, reach * 0.62, self.corners), shade(self.hall, 1.55))

    def icon(self, brush: Brush, kind: str, place: Points) -> None:
        ink, size = self.inks[kind], self.size * (0.4 if self.plate else 0.5)
        tones = {"light": shade(ink, 1.4), "mid": ink, "dark": shade(ink, 0.72), "deep": shade(ink, 0.35)}
        if self.plate:
            brush.fill(regular(np.add(place, 0.01), self.size * 0.66, self.plate, 180 / self.plate), shade(ink, 0.4))
            brush.fill(regular(place, self.size * 0.64, self.plate, 180 / self.plate), self.paper)
        draw(brush, self.gems[kind], place, size, {**tones, "hole": self.paper}, (self.paper, 0.012))


def low_poly(rng: Rng) -> tuple[Style, Painter]:
    return boxed(rng, "low_poly", ("chamfer", "corner", "tight"), LowPoly(rng), "f4ecd8")


FAMILIES: dict[str, Callable[[Rng], tuple[Style, Painter]]] = {"transit": transit, "low_poly": low_poly}
