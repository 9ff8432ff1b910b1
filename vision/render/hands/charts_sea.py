"""Boxes after charts of what nobody sees: the depths of the sea, and the rocks under the land."""

from __future__ import annotations

from functools import cache, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.brush import Brush, Points, box, regular, star, turned
from vision.render.guests import flat
from vision.render.hands.aerial_view import Canvas, Plane, lit, noise
from vision.render.hands.charts import (
    Chart,
    Family,
    Sheet,
    a_name,
    band,
    blob,
    box_of,
    contours,
    inked,
    rosette,
    scale_frame,
    spread,
    terrain,
    wavy,
    write,
)
from vision.render.hands.plain import boards, bordered, readable, rows
from vision.render.hands.vector import between, coin, dashes, parallel
from vision.render.hands.worlds import beads, both, links
from vision.render.hands.worlds_tales import cuts, waving
from vision.render.pictograms import oval
from vision.render.routes import CENTRE, across, along
from vision.render.style import Colour, Rng, luma, pick, shade

BOAT = np.array([(-0.9, 0.3), (0.9, 0.3), (0.55, 0.75), (-0.6, 0.75)])
SAIL = np.array([(0.0, 0.15), (0.0, -1.0), (0.75, 0.15)])
ANCHOR = (
    np.array([(0, -0.7), (0, 0.85)]),
    np.array([(-0.4, -0.35), (0.4, -0.35)]),
    np.array([(-0.75, 0.3), (-0.5, 0.7), (0, 0.9), (0.5, 0.7), (0.75, 0.3)]),
)
FISH = np.array([(-1, -0.45), (-0.55, 0), (0, -0.4), (0.6, -0.3), (1, 0), (0.6, 0.3), (0, 0.4), (-0.55, 0), (-1, 0.45)])


class Nautical(Chart):
    """A sea chart: depths, soundings and buoys for the country, harbours for the town, fairways and causeways."""

    chart = "nautical"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.framed, self.net, self.leading = rng.random() < 0.35, coin(rng), coin(rng)
        self.bits = pick(rng, (("buoy", "anchor", "wreck"), ("boat", "fish"), ("rose", "wreck"), ("buoy", "boat")))

    def ground(self, sheet: Sheet) -> None:
        brush, rng = sheet.brush, sheet.rng
        if sheet.urban:
            self._land(sheet)
        else:
            self._depths(brush, rng)
        if self.net:
            brush.lines(rows(0.42, self.seed % 25) + rows(0.42, 90 + self.seed % 25), shade(self.tints[1], 0.8), 0.005)
        if self.framed:
            scale_frame(brush, self.line, self.paper, 0.03, 8)
        clear = self.widths[0] / 2 + 0.08
        for at, chance in sheet.settled(14, clear, 0.2)[: 2 if sheet.urban else 4]:
            self._bit(brush, pick(chance, ("block", "tower") if sheet.urban else self.bits), at, chance)

    def _depths(self, brush: Brush, rng: Rng) -> None:
        shoal, deep, size_px = self.tints[0], self.tints[1], brush.size_px
        heights = terrain(rng, size_px, 3)
        if self.country in ("bands", "soundings"):
            brush.canvas[heights > 0.25] = shoal
            brush.canvas[heights > 0.85] = deep
            inked(brush.canvas, contours(heights - 0.25, 0.6, 1.2), self.ink, 0.5)
        elif self.country == "rhumbs":
            knot = rng.uniform(-0.2, 1.2, 2)
            tips = regular(knot, 2.0, 32, between(rng, 0, 11))
            brush.lines([np.stack([knot, tip]) for tip in tips], shade(self.tints[2], 1.3), 0.005)
        else:
            for at in rng.random((26, 2)):
                swell = np.array([(-0.05, 0), (-0.025, -0.022), (0, 0), (0.025, -0.022), (0.05, 0)])
                brush.line(swell + at, shade(deep, 0.85), 0.009)
        count = 15 if self.country == "soundings" else 7
        for at in rng.random((count, 2)):
            write(brush, str(int(rng.integers(2, 60))), at, between(rng, 0.03, 0.045), shade(self.ink, 1.2))

    def _land(self, sheet: Sheet) -> None:
        brush, rng, land, water = sheet.brush, sheet.rng, self.grounds[1], self.grounds[0]
        corner = np.array(pick(rng, ((0, 0), (1, 0), (0, 1), (1, 1))), float)
        if self.town == "shore":
            basin = blob(rng, corner, 0.36)
            brush.line(basin, shade(land, 0.6), 0.05, closed=True)
            bordered(brush, basin, water, self.ink, 0.005)
        elif self.town == "docks":
            for k in range(2):
                dock = box(corner * 0.7 + 0.15 + (k * 0.1, 0), 0.07, 0.34, 8.0)
                bordered(brush, dock, water, self.ink, 0.006)
        elif self.town == "stipple":
            for at in rng.random((170, 2)):
                brush.disc(at, 0.006, shade(self.ink, 1.3))
        streets = rows(0.15, self.seed % 40) + rows(0.2, 90 + self.seed % 40)
        if self.town in ("quays", "docks"):
            brush.lines(streets, shade(land, 0.8), 0.012)
        write(brush, a_name(rng).upper(), rng.uniform(0.2, 0.8, 2), 0.045, self.ink)

    def _bit(self, brush: Brush, look: str, at: Points, rng: Rng) -> None:
        ink, bright, size = self.ink, self.tints[2], between(rng, 0.05, 0.085)
        if look == "buoy":
            brush.fill(np.add(at, np.array([(-0.5, 0.6), (0.5, 0.6), (0.2, -0.6), (-0.2, -0.6)]) * size), bright)
            brush.line(np.add(at, np.array([(-0.9, 0.62), (0.9, 0.62)]) * size), ink, 0.009)
            brush.fill(regular(np.add(at, (0, -size)), size * 0.35, 3), ink)
        elif look == "anchor":
            brush.lines([part * size + at for part in ANCHOR], pick(rng, (ink, bright)), 0.016)
            brush.disc(np.add(at, (0, -0.85 * size)), size * 0.2, ink, 0.01)
        elif look == "wreck":
            brush.lines([turned(np.array([(-1, 0), (1, 0)]) * size * 0.6, turn) + at for turn in (0, 90)], ink, 0.01)
            ring = regular(at, size * 0.9, 24)
            brush.lines(dashes(np.concatenate([ring, ring[:1]]), 0.012, 0.014), ink, 0.008)
        elif look == "boat":
            brush.fill(BOAT * size * 1.2 + at, ink)
            brush.fill(SAIL * size * 1.2 + at, bright)
            brush.fill(SAIL * (-0.8, 0.8) * size * 1.2 + at, self.paper)
        elif look == "fish":
            bordered(brush, FISH * size * 1.3 + at, self.tints[1], ink, 0.005)
        elif look == "rose":
            brush.disc(at, size * 1.9, bright, 0.008)
            rosette(brush, at, size * 1.7, bright, self.paper)
        elif look == "block":
            bordered(brush, box(at, size * 2.4, size * 1.5, self.seed % 40), shade(self.grounds[1], 0.75), ink, 0.004)
        else:
            brush.disc(at, size * 0.7, ink, 0.012)
            brush.disc(at, size * 0.2, ink)

    def route(self, sheet: Sheet, lines: list[Points], rail: bool) -> None:
        (self._rail if rail else self._road)(sheet.brush, lines, self.grounds[sheet.urban])

    def _road(self, brush: Brush, lines: list[Points], ground: Colour) -> None:
        look, width, paint, bright = self.looks[0], self.widths[0], self.paints[0], self.tints[2]
        rims = both(lines, width / 2 - 0.01)
        if look == "causeway":
            band(brush, lines, width, paint, self.ink, 0.018)
            return
        fill = {"isobath": self.tints[1], "arrows": shade(bright, 1.55)}.get(look, paint)
        brush.lines(lines, shade(fill, 0.8) if abs(luma(fill) - luma(ground)) < 40 else fill, width)
        brush.lines(lines, fill, width * 0.86)
        if look == "fairway":
            brush.lines([dash for rim in rims for dash in dashes(rim, 0.06, 0.035)], bright, 0.022)
        elif look == "dredged":
            brush.lines(rims, self.ink, 0.012)
            brush.lines([dash for line in lines for dash in dashes(line, 0.05, 0.05)], self.ink, 0.012)
        elif look == "isobath":
            brush.lines(rims + both(lines, width * 0.32), shade(self.tints[1], 0.55), 0.012)
        else:
            heads = cuts(lines, 0.11, width * 0.3)
            ways = [ahead for line in lines for ahead in along(line, 0.11, 0.055)[1]]
            for head, way in zip(heads, ways, strict=True):
                brush.line([head[0], head.mean(0) + way * 0.05, head[1]], bright, 0.024)
            brush.lines(rims, bright, 0.012)

    def _rail(self, brush: Brush, lines: list[Points], ground: Colour) -> None:
        look, width, paint = self.looks[1], self.widths[1], self.paints[1]
        if look == "embankment":
            brush.lines(cuts(lines, 0.04, width / 2), paint, 0.014)
            brush.lines(lines, paint, width * 0.42)
            brush.lines(lines, self.paper, width * 0.16)
        elif look == "chain":
            brush.lines(lines, ground, width)
            for shape in (shape for line in lines for shape in links(line, 0.1, width * 0.42)):
                brush.line(shape, paint, 0.026, closed=True)
        elif look == "stripes":
            brush.lines(lines, paint, width * 0.8)
            for line in lines:
                boards(brush, line, 8, 0.5, width * 0.52, self.paper)
        elif look == "ladder":
            brush.lines(lines, self.paper, width)
            brush.lines(both(lines, width * 0.42), paint, 0.024)
            brush.lines([tick for line in lines for tick in across(line, 0.07, width * 0.42)], paint, 0.018)
        else:
            brush.lines(lines, self.paper, width)
            brush.lines(lines, paint, 0.022)
            brush.lines([waving(line, width * 0.36, 0.1) for line in lines], paint, 0.02)
            brush.lines([waving(line, -width * 0.36, 0.1) for line in lines], paint, 0.02)

    def station(self, brush: Brush, turn_deg: float) -> None:
        reach, ink, bright, paper = self.reach, self.line, self.tints[2], self.paper
        if self.hall == "light":
            wedge = np.concatenate([[(0, 0)], oval((0, 0), 1, 1)[2:9]])
            brush.disc(CENTRE, reach, paper)
            brush.fill(spread(wedge, CENTRE, reach, self.seed % 360), bright)
            brush.disc(CENTRE, reach, ink, 0.014)
            brush.fill(star(CENTRE, reach * 0.5), ink)
        elif self.hall == "rose":
            bordered(brush, regular(CENTRE, reach, 40), paper, ink, 0.01)
            brush.lines(across(_closed(regular(CENTRE, reach * 0.9, 36)), 0.03, 0.012), ink, 0.007)
            rosette(brush, CENTRE, reach * 0.8, bright, self.tints[1])
        elif self.hall == "mole":
            bow = spread(np.array([(-0.9, -0.2), (-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]), CENTRE, reach)
            brush.fill(box(CENTRE, reach * 1.9, reach * 1.9), self.tints[0])
            brush.line(bow, ink, reach * 0.36)
            brush.line(bow, shade(self.grounds[1], 1.2), reach * 0.22)
            brush.disc(spread(bow[:1] - CENTRE, CENTRE, 1.0)[0], reach * 0.22, bright)
        elif self.hall == "tower":
            bordered(brush, regular(CENTRE, reach, 36), shade(self.tints[1], 1.2), ink, 0.01)
            tower = np.array([(-0.42, 0.8), (-0.22, -0.5), (0.22, -0.5), (0.42, 0.8)])
            bordered(brush, spread(tower, CENTRE, reach), paper, ink, 0.006)
            for low, high in ((-0.28, 0.0), (0.28, 0.56)):
                sides = np.array([(-0.3, high), (-0.26, low), (0.26, low), (0.3, high)])
                brush.fill(spread(sides, CENTRE, reach), bright)
            brush.fill(spread(np.array([(-0.34, -0.5), (0, -0.95), (0.34, -0.5)]), CENTRE, reach), bright)
        else:
            bordered(brush, regular(CENTRE, reach * 1.2, 4), bright, ink, 0.01)
            bordered(brush, regular(CENTRE, reach * 0.72, 4), paper, ink, 0.008)

    def overprint(self, sheet: Sheet) -> None:
        if self.leading and not sheet.urban:
            line = wavy(sheet.rng, 0.0)
            sheet.brush.lines(dashes(line, 0.035, 0.025), self.tints[2], 0.008)

    def finish(self, canvas: Canvas, rng: Rng) -> Canvas:
        return lit(canvas, noise(rng, canvas.shape[0], {4: 0.02, 90: 0.012}))


def _closed(points: Points) -> Points:
    return np.concatenate([points, points[:1]])


CODES = ("Jm", "Qal", "Tr", "K2", "gd", "Pz", "Ob", "Mu1", "Eoc", "so", "By")


class Strata(Chart):
    """A geological map: coloured and patterned rocks with codes, dips and faults, made ground for the town."""

    chart = "strata"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.faults, self.dips, self.framed = coin(rng), coin(rng), rng.random() < 0.3
        self.units = [self.grounds[0], *self.tints]
        if coin(rng):
            self.units = [shade(unit, 1.25) for unit in self.units]
        self.patterns = [int(kind) for kind in rng.permutation(6)[:4]]
        self.dark = between(rng, 0.12, 0.35)
        self.sheets: dict[int, list[Canvas]] = {}

    def ground(self, sheet: Sheet) -> None:
        brush, rng, size_px = sheet.brush, sheet.rng, sheet.brush.size_px
        units = self._units(rng, size_px)
        veil = {"veiled": 0.62, "sections": 0.8}.get(self.town, 1.0) if sheet.urban else 0.0
        if veil < 1:
            for unit, rock in enumerate(self._rocks(size_px)):
                cv2.copyTo(rock, (units == unit).astype(np.uint8), brush.canvas)
            brush.canvas[:-1][units[1:] != units[:-1]] = shade(self.ink, 1.25)
            brush.canvas[:, :-1][units[:, 1:] != units[:, :-1]] = shade(self.ink, 1.25)
        if sheet.urban:
            town = flat(size_px, self.grounds[1])
            cv2.addWeighted(town, veil, brush.canvas, 1 - veil, 0, brush.canvas)
            self._town(brush, rng)
        elif self.faults:
            self._fault(brush, rng)
        if self.framed:
            brush.line(box(CENTRE, 0.97, 0.97), self.paper, 0.03, closed=True)
            brush.line(box(CENTRE, 0.94, 0.94), self.ink, 0.008, closed=True)
        self._signs(sheet)

    def _rocks(self, size_px: int) -> list[Canvas]:
        """A sheet of every rock with its pattern, printed once for a box."""
        if size_px not in self.sheets:
            self.sheets[size_px] = [flat(size_px, unit) for unit in self.units]
            for rock, kind in zip(self.sheets[size_px], self.patterns, strict=True):
                inked(rock, _pattern(kind, size_px), self.ink, self.dark)
        return self.sheets[size_px]

    def _units(self, rng: Rng, size_px: int) -> NDArray[np.int32]:
        heights = terrain(rng, size_px, 3)
        x, y = np.meshgrid(*[np.linspace(-0.5, 0.5, size_px, dtype=np.float32)] * 2)
        turn = between(rng, 0, 2 * np.pi)
        far = x * np.cos(turn) + y * np.sin(turn)
        if self.country == "layers":
            field = far * 5 + heights * 0.35
        elif self.country == "folds":
            field = far * 4 + heights * 0.3 + 0.9 * np.sin((x * np.sin(turn) - y * np.cos(turn)) * 9)
        elif self.country == "intrusion":
            middle = rng.uniform(-0.4, 0.4, 2)
            field = np.hypot(x - middle[0], y - middle[1]) * 5.5 + heights * 0.4
        else:
            field = heights * 1.6 + far
        return np.asarray(field + 40, np.int32) % np.int32(len(self.units))

    def _town(self, brush: Brush, rng: Rng) -> None:
        faint, turn = shade(self.grounds[1], 0.78), float(self.seed % 90)
        if self.town == "made":
            brush.lines(rows(0.13, turn) + rows(0.17, 90 + turn), faint, 0.014)
            for at in rng.random((60, 2)):
                brush.disc(at, 0.008, faint)
        elif self.town == "hatched":
            brush.lines(rows(0.055, turn), faint, 0.014)
        elif self.town == "veiled":
            brush.lines(rows(0.16, turn) + rows(0.12, 90 + turn), self.paper, 0.02)
        else:
            for at in rng.random((9, 2)):
                plot = box(at, between(rng, 0.06, 0.15), between(rng, 0.06, 0.15), turn)
                bordered(brush, plot, faint, self.ink, 0.004)

    def _fault(self, brush: Brush, rng: Rng) -> None:
        line = wavy(rng, 0.03)
        brush.line(line, self.ink, 0.016)
        teeth = [np.stack([tick.mean(0), tick[0]]) for tick in across(line, 0.12, 0.045)]
        brush.lines(teeth, self.ink, 0.016)

    def _signs(self, sheet: Sheet) -> None:
        brush, ink = sheet.brush, self.ink
        for k, (at, rng) in enumerate(sheet.settled(16, self.widths[0] / 2 + 0.07, 0.18)[:5]):
            if k < 2:
                write(brush, pick(rng, CODES), at, between(rng, 0.05, 0.075), ink)
            elif self.dips:
                bar = turned(np.array([(-0.05, 0), (0.05, 0), (0, 0), (0, 0.03)]), between(rng, 0, 360)) + at
                brush.line(bar, ink, 0.012)
                write(brush, str(int(rng.integers(5, 85))), np.add(at, (0.06, 0.03)), 0.032, ink)
            elif sheet.urban:
                bordered(brush, box(at, 0.12, 0.08, self.seed % 90), shade(self.grounds[1], 0.62), ink, 0.004)
            else:
                brush.line(_spiral(at, 0.06, 3.2), ink, 0.007)

    def route(self, sheet: Sheet, lines: list[Points], rail: bool) -> None:
        (self._rail if rail else self._road)(sheet.brush, lines)

    def _road(self, brush: Brush, lines: list[Points]) -> None:
        look, width, paint, ink = self.looks[0], self.widths[0], self.paints[0], self.ink
        band(brush, lines, width, paint, ink, 0.007 if look == "plain" else 0.015)
        if look == "double":
            brush.lines(lines, ink, 0.014)
        elif look == "dashed":
            brush.lines([dash for line in lines for dash in dashes(line, 0.055, 0.045)], ink, max(0.02, width * 0.16))
        elif look == "banded":
            tone = readable(paint)
            for line in lines:
                boards(brush, line, 6, 0.34, width * 0.6, tone)

    def _rail(self, brush: Brush, lines: list[Points]) -> None:
        look, width, paint, paper = self.looks[1], self.widths[1], self.paints[1], self.paper
        if look == "ticks":
            brush.lines(cuts(lines, 0.08, width / 2), paper, 0.034)
            brush.lines(lines, paper, width * 0.38 + 0.016)
            brush.lines(cuts(lines, 0.08, width / 2), paint, 0.02)
            brush.lines(lines, paint, width * 0.38)
        elif look == "stripes":
            brush.lines(lines, paint, width * 0.85)
            for line in lines:
                boards(brush, line, 7, 0.5, width * 0.5, paper)
        elif look == "twin":
            brush.lines(lines, paper, width)
            brush.lines(both(lines, width * 0.3), paint, width * 0.22)
        elif look == "teeth":
            brush.lines(lines, paper, width * 0.7)
            for at, way in ((at, way) for line in lines for at, way in zip(*along(line, 0.09, 0.045), strict=True)):
                side = np.array([-way[1], way[0]]) * width * 0.55
                brush.fill([at - way * 0.04 - side * 0.3, at + way * 0.04 - side * 0.3, at + side], paint)
            brush.lines([parallel(line, -width * 0.15) for line in lines], paint, width * 0.34)
        else:
            brush.lines(lines, paper, width)
            brush.lines(lines, paint, width * 0.74)
            for at in beads(lines, 0.11):
                brush.disc(at, width * 0.2, paper)

    def station(self, brush: Brush, turn_deg: float) -> None:
        reach, ink, paper = self.reach, self.ink, self.paper
        if self.hall == "column":
            bordered(brush, box(CENTRE, reach * 1.5, reach * 2), paper, ink, 0.012)
            for k, unit in enumerate([*self.units, self.units[0]]):
                layer = box(np.add(CENTRE, (0, reach * (-0.72 + 0.36 * k))), reach * 1.3, reach * 0.36)
                bordered(brush, layer, shade(unit, 0.9), ink, 0.005)
        elif self.hall == "shaft":
            square = box(CENTRE, reach * 1.8, reach * 1.8)
            bordered(brush, square, paper, ink, 0.012)
            brush.fill(square[[0, 1, 2]], ink)
        else:
            rim = regular(CENTRE, reach, 40)
            bordered(brush, rim, paper, ink, 0.014)
            if self.hall == "borehole":
                for first in (0, 20):
                    brush.fill([CENTRE, *rim[first : first + 11]], ink)
            elif self.hall == "spiral":
                brush.line(_spiral(CENTRE, reach * 0.8), ink, 0.024)
            else:
                for side in (-1, 1):
                    shaft = np.array([(-0.5, 0.6), (0.45, -0.5)]) * (side, 1)
                    head = np.array([(0.2, -0.75), (0.7, -0.25)]) * (side, 1)
                    brush.line(spread(shaft, CENTRE, reach), ink, reach * 0.16)
                    brush.line(spread(head, CENTRE, reach), ink, reach * 0.26)

    def finish(self, canvas: Canvas, rng: Rng) -> Canvas:
        return lit(canvas, noise(rng, canvas.shape[0], {3: 0.025, 120: 0.02}))


def _spiral(at: Points, radius: float, turns: float = 5.2) -> Points:
    angle = np.linspace(0, turns * np.pi, 60)
    return np.asarray(at + np.stack([np.cos(angle), np.sin(angle)], 1) * (radius * angle / angle[-1])[:, None])


@cache
def _pattern(kind: int, size_px: int) -> Plane:
    """Dots, bricks, dashes, slanted lines, crosses or grains, as rocks are told apart in print."""
    x, y = np.meshgrid(*[np.arange(size_px, dtype=np.float32) * 24 / size_px] * 2)
    row = np.floor(y)
    if kind == 0:
        marks = np.hypot((x + 0.5 * (row % 2)) % 1 - 0.5, y % 1 - 0.5) < 0.22
    elif kind == 1:
        marks = (y % 1 < 0.14) | ((x * 0.5 + 0.5 * (row % 2)) % 1 < 0.07)
    elif kind == 2:
        marks = (np.abs(y % 1 - 0.5) < 0.1) & ((x * 0.6 + 0.5 * (row % 2)) % 1 < 0.55)
    elif kind == 3:
        marks = (x + y) % 1.5 < 0.22
    elif kind == 4:
        u, v = np.abs(x % 2 - 1), np.abs(y % 2 - 1)
        marks = ((u < 0.12) & (v < 0.4)) | ((v < 0.12) & (u < 0.4))
    else:
        marks = np.sin(x * 2.1 + 1.3 * np.sin(y)) * np.sin(y * 2.6 + np.sin(x * 1.7)) > 0.72
    return np.asarray(cv2.GaussianBlur(marks.astype(np.float32), (0, 0), 0.5), np.float32)


FAMILIES: dict[str, Family] = {"nautical": partial(box_of, Nautical), "strata": partial(box_of, Strata)}
