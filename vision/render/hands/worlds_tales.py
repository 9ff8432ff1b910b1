"""Boxes of worlds from books: a city under the sea, a land of sweets, Roman mosaics."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points, box, regular, star, turned
from vision.render.guests import bgr, flat, lines_of
from vision.render.hands.aerial_view import Canvas, Plane, lit, noise, plate
from vision.render.hands.vector import (
    between,
    coin,
    dashes,
    free_places,
    near,
    parallel,
)
from vision.render.hands.worlds import World, beads, both, box_of
from vision.render.pictograms import draw, oval, rounded
from vision.render.routes import CENTRE, across, along
from vision.render.style import Colour, Rng, Style, luma, pick, shade
from vision.render.symbols import draw_objective
from vision.render.tile import PaintedTile, Painter, place_spots


def cuts(lines: list[Points], step: float, half: float, lean: float = 0.0) -> list[Points]:
    """Short strokes across all the lines, leaning forwards by so much."""
    found: list[Points] = []
    for line in lines:
        for stroke in across(line, step, half):
            over = (stroke[1] - stroke[0]) @ np.array([[0.0, -1.0], [1.0, 0.0]]) * lean
            found.append(stroke + np.stack([over, -over]))
    return found


def waving(line: Points, swing: float, length: float, phase: float = 0.0) -> Points:
    """A line that swings about another."""
    fine = along(line, 0.012)[0]
    swings = swing * np.sin(np.arange(len(fine)) * 0.024 * np.pi / length + phase)
    return np.asarray(fine + (parallel(fine, 1.0) - fine) * swings[:, None], np.float64)


class Reef(World):
    """A city under the sea: dancing light, weed and corals, domes of glass, paths of sand, strings of pearls."""

    world = "reef"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.weeds = tuple(near(rng, "f0586a f29c4b 4fae6a 9bd06a c77bd0 f7d9c4") for _ in range(3))
        self.light = between(rng, 0.08, 0.4)

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        hills = noise(rng, brush.size_px, {5: 1.0, 11: 0.6})
        brush.canvas[:] = lit(brush.canvas, self.light * np.exp(-5 * np.abs(hills)) + 0.03 * hills)
        for at in free_places(face, style, rng, 15, self.widths[0] / 2 + 0.1):
            if face.urban:
                self._house(brush, at, between(rng, 0.05, 0.085))
            else:
                pick(rng, (self._weed, self._coral, self._fish))(brush, at, pick(rng, self.weeds))
        for at in rng.random((7, 2)):
            brush.disc(at, between(rng, 0.008, 0.02), shade(self.grounds[face.urban], 1.5), 0.006)

    def _house(self, brush: Brush, at: Points, size: float) -> None:
        bow = np.concatenate([oval(at, size, size * 1.2)[14:], [np.add(at, (size, 0))]])
        brush.fill(bow, shade(self.grounds[1], 1.45))
        brush.line(bow, self.paper, 0.01, closed=True)
        for side in (-0.4, 0.1):
            brush.fill(box(np.add(at, (side * size, -size * 0.3)), size * 0.3, size * 0.4), bgr("ffe08a"))

    def _weed(self, brush: Brush, at: Points, ink: Colour) -> None:
        stalk = at + np.linspace((0, 0.09), (0, -0.09), 12)
        for side in (-0.03, 0.0, 0.03):
            brush.line(np.add(waving(stalk, 0.014, 0.09, side * 90), (side, 0)), shade(ink, 0.8), 0.014)

    def _coral(self, brush: Brush, at: Points, ink: Colour) -> None:
        for lean in (-0.05, -0.02, 0.02, 0.05):
            brush.line([np.add(at, (0, 0.06)), np.add(at, (lean * 0.6, 0)), np.add(at, (lean, -0.06))], ink, 0.018)

    def _fish(self, brush: Brush, at: Points, ink: Colour) -> None:
        brush.fill(at + np.array([(0.03, 0), (0.065, -0.03), (0.065, 0.03)]), ink)
        brush.fill(oval(at, 0.045, 0.025), ink)
        brush.disc(at - (0.022, 0.005), 0.006, self.grounds[0])

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        look, paint, width = self.looks[rail], self.paints[rail], self.widths[rail]
        if look == "glass":
            glass = np.add(np.multiply(paint, 0.55), np.multiply(ground, 0.45))
            brush.lines(lines, paint, width)
            brush.lines(lines, (float(glass[0]), float(glass[1]), float(glass[2])), width * 0.8)
            brush.lines([parallel(line, -width * 0.2) for line in lines], self.paper, width * 0.1)
        elif look == "sand":
            for at in beads(both(lines, width * 0.42), 0.05):
                brush.disc(at, width * 0.16, paint)
            brush.lines(lines, paint, width * 0.9)
            for at in beads(both(lines, width * 0.21), 0.1):
                brush.disc(at, 0.008, shade(paint, 0.7))
        elif look == "ribs":
            brush.lines(lines, shade(ground, 0.6), width)
            brush.lines(cuts(lines, 1 / 14, width / 2), paint, 0.02)
            brush.lines(both(lines, width / 2), paint, 0.014)
        elif look == "pearls":
            brush.lines(lines, shade(paint, 0.55), width * 0.2)
            for at in beads(lines, 1 / 10):
                brush.disc(at, width * 0.46, shade(paint, 0.6))
                brush.disc(at - 0.003, width * 0.38, paint)
                brush.disc(at - width * 0.14, width * 0.12, shade(paint, 1.8))
        elif look == "rope":
            brush.lines(lines, paint, width * 0.8)
            brush.lines(cuts(lines, 0.05, width * 0.3, 0.5), shade(paint, 0.6 if luma(paint) > 90 else 1.5), 0.016)
        else:
            brush.lines(lines, paint, width * 0.26)
            brush.lines(cuts(lines, 1 / 15, width * 0.55, 0.35), paint, 0.018)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        brush.fill(star(CENTRE, self.widths[rail] * 1.1), shade(self.paints[rail], 0.7))
        brush.fill(star(CENTRE, self.widths[rail] * 0.8), self.paints[rail])

    def station(self, brush: Brush) -> None:
        radius, dark = self.size * 0.95, shade(self.grounds[1], 0.5)
        if self.hall == "scallop":
            fan = CENTRE + turned(np.array([(0, 1.25)]), 0.0) * radius
            rim = regular(CENTRE, radius * 1.1, 18, 10.0)[np.r_[12:18, 0:7]]
            for at in rim:
                brush.disc(at, radius * 0.24, self.weeds[0])
            brush.fill(np.concatenate([rim, fan]), self.weeds[0])
            brush.lines([np.stack([fan[0], at]) for at in rim], shade(self.weeds[0], 0.7), 0.012)
            brush.disc(CENTRE, radius * 0.72, self.paper)
        elif self.hall == "bell":
            bow = np.concatenate(
                [oval(CENTRE, radius * 1.1, radius * 1.3)[14:], CENTRE + box((0, 0.8), 2.2, 0.6)[2:] * radius]
            )
            brush.fill(bow, self.paper)
            brush.line(bow, dark, 0.02, closed=True)
            brush.fill(rounded(np.add(CENTRE, (0, radius)), radius * 2.6, radius * 0.35, radius * 0.1), dark)
        else:
            brush.disc(CENTRE, radius * 1.05, dark)
            brush.disc(CENTRE, radius, shade(self.paints[1], 0.85))
            for bolt in regular(CENTRE, radius * 0.87, 10):
                brush.disc(bolt, radius * 0.07, dark)
            brush.disc(CENTRE, radius * 0.74, self.paper)

    def icon(self, brush: Brush, kind: str, place: Points) -> None:
        half, ink = self.size / 2, self.inks[kind]
        tones = {"ink": ink, "light": self.paper}
        if self.plate == "none":
            draw(brush, self.pictures[kind], place, half, tones, (self.paper, 0.014))
            return
        brush.disc(place, half * 1.16, ink if self.plate == "bubble" else shade(self.paints[1], 0.45))
        brush.disc(place, half * 1.08, self.paper if self.plate == "bubble" else self.paints[1])
        brush.disc(place, half * 0.94, self.paper)
        draw(brush, self.pictures[kind], place, half * 0.74, tones)


class Sweets(World):
    """A land of sweets: icing and sprinkles, waffles and chocolate, candy canes, liquorice and gingerbread."""

    world = "sweets"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.pops = tuple(near(rng, "e8336d 37b6c9 f7b52c 7cc242 8f5ac9") for _ in range(4))
        self.meadow, self.town = pick(rng, ("sprinkles", "lollies", "waves")), pick(rng, ("waffle", "tablet", "buns"))
        self.dough, self.ice = self.paper, near(rng, "fffaf2", 2)

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        own, look = self.grounds[face.urban], self.town if face.urban else self.meadow
        if look == "waffle":
            for turn in (45.0, -45.0):
                bars = [turned([(-0.8, k / 8), (0.8, k / 8)], turn) + CENTRE for k in range(-6, 7)]
                brush.lines(bars, shade(own, 0.78), 0.03)
                brush.lines([bar - 0.008 for bar in bars], shade(own, 1.25), 0.01)
        elif look == "tablet":
            for row, column in np.ndindex(4, 4):
                square = box((0.25 * column + 0.125, 0.25 * row + 0.125), 0.22, 0.22)
                brush.line(square, shade(own, 0.75), 0.014, closed=True)
                brush.line(square[[3, 0, 1]], shade(own, 1.3), 0.014)
        elif look == "waves":
            for y in np.arange(0.06, 1.1, 0.14):
                brush.line(waving(np.array([(0, y), (1, y)]), 0.025, 0.25, y * 9), shade(own, 1.5), 0.03)
        for at in rng.random((40, 2)) if look == "sprinkles" else ():
            brush.line([at, at + turned([(0.035, 0)], between(rng, 0, 360))[0]], pick(rng, self.pops), 0.013)
        for at in free_places(face, style, rng, 16 if look in ("buns", "lollies") else 7, self.widths[0] / 2 + 0.1):
            (self._bun if face.urban else self._lolly)(brush, at, pick(rng, self.pops))

    def _bun(self, brush: Brush, at: Points, pop: Colour) -> None:
        brush.fill(at + np.array([(-0.05, 0), (0.05, 0), (0.035, 0.06), (-0.035, 0.06)]), shade(pop, 0.75))
        for x, y in ((-0.035, -0.005), (0.035, -0.005), (0, -0.03)):
            brush.disc(np.add(at, (x, y)), 0.032, shade(pop, 1.5))
        brush.disc(np.add(at, (0, -0.062)), 0.014, bgr("d4213d"))

    def _lolly(self, brush: Brush, at: Points, pop: Colour) -> None:
        brush.line([at, np.add(at, (0, 0.11))], self.ice, 0.014)
        brush.disc(at, 0.052, pop)
        brush.disc(at, 0.034, self.ice, 0.01)
        brush.disc(at, 0.012, self.ice)

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        look, paint, width = self.looks[rail], self.paints[rail], self.widths[rail]
        other = self.ice if max(luma(paint), *map(luma, self.grounds)) < 200 else self.pops[0]
        if look == "cane":
            brush.lines(lines, shade(ground, 0.7), width * 1.12)
            brush.lines(lines, paint, width)
            brush.lines(cuts(lines, 1 / 12, width * 0.44, 0.45), other, 0.028)
        elif look == "cream":
            for at in beads(both(lines, width * 0.45), 1 / 15):
                brush.disc(at, width * 0.2, other)
            brush.lines(lines, paint, width * 0.86)
        elif look == "biscuit":
            brush.lines(lines, shade(self.dough, 0.6), width)
            brush.lines(lines, shade(self.dough, 1.15), width * 0.86)
            for at in beads(both(lines, width * 0.2), 1 / 12):
                brush.disc(at, 0.012, shade(self.dough, 0.6))
        elif look == "liquorice":
            brush.lines(cuts(lines, 1 / 11, width * 0.62), other, 0.034)
            brush.lines(both(lines, width * 0.34), paint, width * 0.26)
        elif look == "twist":
            for phase, ink in ((0.0, paint), (np.pi, other)):
                brush.lines([waving(line, width * 0.3, 0.14, phase) for line in lines], ink, width * 0.34)
        else:
            for k, at in enumerate(beads(lines, 1 / 9)):
                brush.disc(at, width * 0.5, shade((paint, other)[k % 2], 0.8))
                brush.disc(at - 0.004, width * 0.42, (paint, other)[k % 2])

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        brush.disc(CENTRE, self.widths[rail] * 0.8, self.pops[1])
        brush.fill(star(CENTRE, self.widths[rail] * 0.6), self.ice)

    def station(self, brush: Brush) -> None:
        half = self.size * 0.75
        if self.hall == "ring":
            brush.disc(CENTRE, half * 1.4, self.dough)
            brush.disc(CENTRE, half * 1.1, self.pops[0], half * 0.5)
            for k, at in enumerate(regular(CENTRE, half * 1.12, 14)):
                brush.line([at, at + turned([(0.03, 0)], k * 77.0)[0]], self.ice, 0.014)
            brush.disc(CENTRE, half * 0.86, self.ice)
            return
        if self.hall == "house":
            brush.fill(box(np.add(CENTRE, (0, half * 0.2)), half * 2.2, half * 2.0), self.dough)
            roof = CENTRE + np.array([(-1.5, -0.6), (0, -2.0), (1.5, -0.6)]) * half
            brush.fill(roof, shade(self.dough, 0.65))
            brush.line(waving(roof, half * 0.1, 0.06), self.ice, 0.03)
        else:
            for wide, y, pop in ((2.8, 0.85, self.pops[0]), (2.3, 0.0, self.dough), (1.7, -0.85, self.pops[2])):
                brush.fill(rounded(np.add(CENTRE, (0, y * half)), half * wide, half * 0.95, half * 0.12), pop)
                brush.fill(
                    rounded(np.add(CENTRE, (0, (y - 0.36) * half)), half * wide * 1.05, half * 0.24, half * 0.1),
                    self.ice,
                )
        brush.fill(rounded(CENTRE, half * 1.5, half * 1.5, half * 0.3), self.ice)

    def icon(self, brush: Brush, kind: str, place: Points) -> None:
        half, ink = self.size / 2, self.inks[kind]
        tones = {"ink": ink, "ice": self.ice, "pop": shade(ink, 0.6)}
        if self.plate == "none":
            draw(brush, self.pictures[kind], place, half, tones, (self.ice, 0.018))
            return
        if self.plate == "biscuit":
            for at in regular(place, half * 1.02, 16):
                brush.disc(at, half * 0.2, self.dough)
        brush.disc(place, half * 1.08, self.dough if self.plate == "biscuit" else ink)
        brush.disc(place, half * 0.96, self.ice)
        draw(brush, self.pictures[kind], place, half * 0.72, tones)


class Rome(World):
    """A Roman floor: all ground and routes laid in small stones, with vines, courts, meanders, temples and coins."""

    world = "rome"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.cells, self.seed = int(rng.integers(30, 46)), int(rng.integers(1 << 30))
        self.grout, self.framed = near(rng, "8a8172 3a342e e6dfcf"), coin(rng)
        self.plants, self.roofs = near(rng, "5f7a46 2f5a4a 8a9a3a"), near(rng, "9a3f2a 3a4a6a f2e6cc")
        self.maps: dict[int, tuple[Plane, Plane, Plane]] = {}

    def printed(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
        brush = Brush(flat(size_px, self.grounds[face.urban]))
        self.ground(brush, face, style, rng)
        for letter in "HR" if style.rail_over else "RH":
            self.route(brush, lines_of(face, letter, style.bend), letter == "R", self.grounds[face.urban])
            if face.sides.count(letter) == 1 and not face.station:
                self.dead_end(brush, letter == "R", CENTRE)
        brush = Brush(self._laid(brush.canvas, rng))
        if face.station:
            self.station(brush)
        if face.objective is not None:
            draw_objective(brush, face.objective, style)
        places = place_spots(face, style, rng)
        for spot, place in zip(face.spots, places, strict=True):
            self.icon(brush, spot.kind, place)
        return PaintedTile(brush.canvas, places)

    def _laid(self, canvas: Canvas, rng: Rng) -> Canvas:
        """The picture in small stones: each has the colour at its middle, a little lighter or darker."""
        size_px = canvas.shape[0]
        if size_px not in self.maps:
            own = np.random.default_rng(self.seed)
            grid = np.stack(np.meshgrid(*[np.arange(size_px, dtype=np.float32)] * 2)) * (self.cells / size_px)
            grid += np.stack([noise(own, size_px, {7: 0.22, 25: 0.12}) for _ in range(2)])
            middles = (np.floor(grid) + 0.5) * (size_px / self.cells)
            gap = np.clip((np.abs(grid - np.floor(grid) - 0.5).max(0) - 0.38) * 9, 0, 0.85)
            self.maps[size_px] = (middles[0], middles[1], gap.astype(np.float32)[..., None])
        across_px, down_px, gap = self.maps[size_px]
        tones = cv2.resize(rng.normal(1, 0.06, (self.cells,) * 2).astype(np.float32), (size_px,) * 2, interpolation=0)
        stones = cv2.remap(canvas, across_px, down_px, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
        laid = stones * tones[..., None] * (1 - gap) + np.asarray(self.grout, np.float32) * gap
        return np.clip(laid, 0, 255).astype(np.uint8)

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        own = self.grounds[face.urban]
        if self.framed:
            brush.line(box(CENTRE, 0.95, 0.95), shade(own, 0.5), 0.025, closed=True)
        for at in free_places(face, style, rng, 14, self.widths[0] / 2 + 0.1):
            if face.urban:
                brush.fill(box(at, 0.15, 0.13), self.roofs)
                brush.fill(box(at, 0.06, 0.05), shade(own, 0.6))
            elif coin(rng):
                brush.fill(oval(at, 0.035, 0.09), self.plants)
            else:
                brush.line(at + np.array([(-0.08, 0.05), (0.0, 0.0), (0.08, -0.05)]), shade(self.plants, 0.7), 0.02)
                brush.fill(oval(np.add(at, (0.01, -0.04)), 0.04, 0.03), self.plants)
                brush.fill(oval(np.add(at, (0.0, 0.045)), 0.04, 0.03), self.plants)

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        look, paint, width = self.looks[rail], self.paints[rail], self.widths[rail]
        brush.lines(lines, shade(ground, 1.5) if rail else paint, width)
        rims = both(lines, width * 0.44)
        if look == "kerbs":
            brush.lines(rims, shade(paint, 0.5 if luma(paint) > 110 else 1.6), 0.026)
        elif look == "checks":
            brush.lines([dash for line in lines for dash in dashes(line, 0.055, 0.055)], shade(paint, 1.5), width * 0.4)
        elif look == "meander":
            brush.lines(rims, paint, 0.024)
            brush.lines(cuts([parallel(line, width * 0.12) for line in lines], 1 / 9, width * 0.34), paint, 0.03)
            brush.lines([dash for line in lines for dash in dashes(line, 0.06, 1 / 9 - 0.06)], paint, 0.028)
        elif look == "braid":
            for phase in (0.0, np.pi):
                brush.lines([waving(line, width * 0.36, 0.25, phase) for line in lines], paint, 0.032)
        elif look == "teeth":
            brush.lines(cuts(lines, 1 / 10, width * 0.5), paint, 0.05)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        brush.fill(box(CENTRE, self.widths[rail] * 1.2, self.widths[rail] * 1.2), self.paints[rail])

    def station(self, brush: Brush) -> None:
        half, dark = self.size * 0.75, shade(self.paper, 0.4)
        if self.hall == "temple":
            gable = CENTRE + np.array([(-1.7, -0.9), (0, -1.9), (1.7, -0.9)]) * half
            brush.fill(box(CENTRE, half * 3.0, half * 2.4), dark)
            brush.fill(gable, self.roofs)
            brush.line(gable, dark, 0.016, closed=True)
            for x in (-1.35, -0.95, 0.95, 1.35):
                brush.fill(box(np.add(CENTRE, (x * half, 0)), half * 0.24, half * 1.8), shade(self.paper, 1.4))
            brush.fill(box(np.add(CENTRE, (0, half * 1.05)), half * 3.4, half * 0.3), shade(self.paper, 1.2))
        else:
            brush.fill(box(CENTRE, half * 2.9, half * 2.9), dark)
            brush.line(box(CENTRE, half * 2.4, half * 2.4), self.roofs, half * 0.36, closed=True)
        brush.fill(rounded(CENTRE, half * 1.55, half * 1.55, half * 0.1), shade(self.paper, 1.3))

    def icon(self, brush: Brush, kind: str, place: Points) -> None:
        half, ink = self.size / 2, self.inks[kind]
        shape = plate(self.plate, half * 1.1)
        brush.fill(shape + place, self.paper)
        brush.line(shape + place, shade(ink, 0.8), 0.016, closed=True)
        brush.line(shape * 0.88 + place, shade(self.paper, 0.7), 0.008, closed=True)
        draw(brush, self.pictures[kind], place, half * 0.72, {"ink": ink, "hole": self.paper})


FAMILIES: dict[str, Callable[[Rng], tuple[Style, Painter]]] = {
    artist.world: partial(box_of, artist) for artist in (Reef, Sweets, Rome)
}
