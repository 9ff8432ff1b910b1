"""Boxes after plans of towns: the engraved or washed plan of old, and the city of a board game of the seventies."""

from __future__ import annotations

from functools import cache, partial

import cv2
import numpy as np

from vision.render.brush import Brush, Points, box, regular, star, turned
from vision.render.hands.aerial_view import Canvas, Plane, lit, noise
from vision.render.hands.charts import (
    Chart,
    Family,
    Sheet,
    a_name,
    band,
    blob,
    box_of,
    creased,
    spread,
    wavy,
    write,
)
from vision.render.hands.plain import boards, bordered, grid, readable
from vision.render.hands.vector import between, coin, dashes, parallel
from vision.render.hands.worlds import beads, both
from vision.render.hands.worlds_tales import cuts
from vision.render.pictograms import oval, rounded
from vision.render.routes import CENTRE, along
from vision.render.style import Colour, Rng, luma, shade

FRONT = np.array([(-1, 0.8), (-1, -0.25), (-0.4, -0.25), (0, -0.85), (0.4, -0.25), (1, -0.25), (1, 0.8)])
APSE = np.array([(-1, -0.6), (0.7, -0.6), (0.95, -0.3), (0.95, 0.3), (0.7, 0.6), (-1, 0.6)])


def quarters(rng: Rng, cells: int, gap: float, loose: float) -> list[Points]:
    """Blocks of a town, so many along the tile, with streets between them."""
    steps = np.linspace(-0.08, 1.08, cells + 1)
    knots = np.stack(np.meshgrid(steps, steps), 2) + rng.uniform(-loose, loose, (cells + 1, cells + 1, 2)) / cells
    blocks = []
    for row, column in np.ndindex(cells, cells):
        (a, b), (d, c) = knots[row : row + 2, column : column + 2]
        corners = np.stack([a, b, c, d])
        middle = corners.mean(0)
        blocks.append(middle + (corners - middle) * (1 - gap * cells))
    return blocks


class TownPlan(Chart):
    """An old plan: blocks, parcels and gardens around empty streets, public buildings in plan or in front view."""

    chart = "town_plan"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.folds, self.stains, self.walled = int(rng.integers(0, 3)), between(rng, 0.01, 0.05), rng.random() < 0.3
        self.cells, self.loose, self.river = int(rng.integers(4, 7)), between(rng, 0.02, 0.3), rng.random() < 0.35
        self.house = self.tints[0] if coin(rng) else shade(self.tints[0], 1.3)

    def ground(self, sheet: Sheet) -> None:
        brush, rng = sheet.brush, sheet.rng
        if self.river and not sheet.urban:
            river = wavy(rng)
            brush.line(river, self.ink, 0.11)
            brush.line(river, self.tints[2], 0.1)
            brush.lines([parallel(river, off) for off in (-0.03, 0.0, 0.03)], shade(self.tints[2], 0.8), 0.005)
        if sheet.urban:
            self._built(sheet)
        else:
            self._gardens(sheet)
        if self.walled:
            wall = box(CENTRE, 0.94, 0.94)
            brush.line(wall, self.ink, 0.016, closed=True)
            for at in wall:
                bordered(brush, regular(at, 0.06, 5), self.house, self.ink, 0.006)

    def _built(self, sheet: Sheet) -> None:
        brush, rng, ink = sheet.brush, sheet.rng, self.ink
        for block in quarters(rng, self.cells, 0.016, self.loose):
            tone = shade(self.house, between(rng, 0.92, 1.15))
            if self.town == "poche":
                brush.fill(block, self.house)
                middle = block.mean(0)
                if rng.random() < 0.6:
                    brush.fill(middle + (block - middle) * rng.uniform(0.2, 0.5, 2), self.grounds[1])
            elif self.town == "blocks":
                bordered(brush, block, tone, ink, 0.005)
                for share in (0.3, 0.55, 0.8):
                    side = block[0] + (block[3] - block[0]) * share, block[1] + (block[2] - block[1]) * share
                    brush.line(np.stack(side), shade(tone, 0.7), 0.005)
            elif self.town == "parcels":
                bordered(brush, block, shade(self.grounds[1], 1.3), ink, 0.004)
                cut = block + (np.roll(block, -1, 0) - block) * between(rng, 0.35, 0.65)
                brush.fill([block[0], cut[0], block.mean(0), cut[3]], tone)
                brush.lines([cut[[0, 2]], cut[[1, 3]]], ink, 0.004)
            else:
                self._house(brush, block.mean(0), 0.075, tone)
        for at, chance in sheet.settled(6, self.widths[0] / 2 + 0.07, 0.3)[:2]:
            write(brush, str(int(chance.integers(2, 99))), at, 0.05, readable(self.house))

    def _house(self, brush: Brush, at: Points, size: float, tone: Colour) -> None:
        """A house in front view, as views from a tower show it."""
        bordered(brush, box(np.add(at, (0, size * 0.4)), size * 1.5, size * 0.9), self.paper, self.line, 0.004)
        roof = np.array([(-0.95, 0), (-0.5, -0.8), (0.5, -0.8), (0.95, 0)]) * size + at
        bordered(brush, roof, tone, self.line, 0.004)
        brush.fill(box(np.add(at, (0, size * 0.5)), size * 0.3, size * 0.6), self.line)

    def _gardens(self, sheet: Sheet) -> None:
        brush, rng, green, ink = sheet.brush, sheet.rng, self.tints[1], shade(self.ink, 1.15)
        if self.country == "parterre":
            for at in grid(0.5):
                for share in (0.42, 0.3, 0.16):
                    bordered(brush, box(at, share, share, 45.0 * (share == 0.16)), self.grounds[0], green, 0.012)
                brush.disc(at, 0.035, self.tints[0])
        elif self.country == "orchard":
            for at in grid(0.11) + rng.normal(0, 0.006, 2):
                brush.disc(at, 0.024, green)
                brush.disc(at, 0.024, ink, 0.005)
        elif self.country == "furrows":
            for k, block in enumerate(quarters(rng, 3, 0.012, 0.4)):
                middle, turn = block.mean(0), between(rng, 0, 180)
                brush.line(block, green, 0.014, closed=True)
                lines = [turned([(-0.11, y), (0.11, y)], turn) + middle for y in np.arange(-0.1, 0.11, 0.04)]
                brush.lines(lines, green if k % 2 else shade(green, 0.8), 0.008)
        for at, chance in sheet.settled(20, self.widths[0] / 2 + 0.06, 0.12)[: 9 if self.country == "park" else 3]:
            self._tree(brush, at, between(chance, 0.03, 0.055))

    def _tree(self, brush: Brush, at: Points, size: float) -> None:
        brush.fill(oval(np.add(at, (size * 0.5, size * 0.9)), size, size * 0.3), shade(self.grounds[0], 0.75))
        brush.line(np.add(at, [(0, 0), (0, size)]), self.ink, 0.01)
        bordered(brush, regular(at, size * 0.9, 9), self.tints[1], self.ink, 0.004)

    def route(self, sheet: Sheet, lines: list[Points], rail: bool) -> None:
        (self._rail if rail else self._road)(sheet.brush, lines)

    def _road(self, brush: Brush, lines: list[Points]) -> None:
        look, width, paint, ink = self.looks[0], self.widths[0], self.paints[0], self.ink
        edge = shade(paint, 0.75) if look == "wash" else ink
        band(brush, lines, width, paint, edge, 0.018 if look == "void" else 0.006)
        if look == "boulevard":
            for at in (at for rim in both(lines, width * 0.33) for at in along(rim, 0.075, 0.037)[0]):
                brush.disc(at, max(0.014, width * 0.1), self.tints[1])
                brush.disc(at, max(0.014, width * 0.1), ink, 0.004)
        elif look == "cobbles":
            brush.lines(cuts(lines, 0.055, width * 0.42), shade(paint, 0.72), 0.01)
            brush.lines(both(lines, width * 0.2), shade(paint, 0.72), 0.01)
        elif look == "rampart":
            brush.lines(cuts(both(lines, width * 0.4), 0.04, width * 0.1), ink, 0.014)
        elif look == "wash":
            brush.lines([line - width * 0.12 for line in lines], shade(paint, 1.4), width * 0.3)

    def _rail(self, brush: Brush, lines: list[Points]) -> None:
        look, width, paint, paper = self.looks[1], self.widths[1], self.paints[1], self.paper
        if look == "tram":
            band(brush, lines, width, paper, paint, 0.006)
            brush.lines(both(lines, width * 0.2), paint, 0.018)
            for at in beads(lines, 0.125):
                brush.disc(at, 0.017, paint)
        elif look == "solid":
            band(brush, lines, width * 0.7, paint, paper, 0.014)
        elif look == "comb":
            brush.lines(lines, paper, width)
            brush.lines(cuts(lines, 0.05, width * 0.46, 0.3), paint, 0.014)
            brush.lines(lines, paint, 0.036)
        elif look == "dotted":
            brush.lines(lines, paper, width)
            for at in beads(lines, 0.083):
                brush.disc(at, width * 0.3, paint)
        else:
            brush.lines(lines, paint, width)
            for line in lines:
                boards(brush, line, 11, 0.55, width * 0.66, paper)

    def station(self, brush: Brush, turn_deg: float) -> None:
        reach, ink, house, paper = self.reach, self.line, self.house, self.paper
        if self.hall == "hall":
            bordered(brush, spread(APSE, CENTRE, reach * 1.05, turn_deg), house, ink, 0.012)
            bordered(brush, spread(APSE, CENTRE, reach * 0.8, turn_deg), paper, ink, 0.005)
            for x, y in ((x, y) for x in (-0.6, -0.2, 0.2, 0.6) for y in (-0.3, 0.3)):
                brush.disc(turned([(x * reach, y * reach)], turn_deg)[0] + CENTRE, reach * 0.07, ink)
        elif self.hall == "dome":
            bordered(brush, box(CENTRE, reach * 2, reach * 2), house, ink, 0.01)
            bordered(brush, regular(CENTRE, reach * 0.82, 32), paper, ink, 0.008)
            spokes = [np.stack([CENTRE, tip]) for tip in regular(CENTRE, reach * 0.82, 12)]
            brush.lines(spokes, ink, 0.008)
        elif self.hall == "facade":
            bordered(brush, spread(FRONT, CENTRE, reach), paper, ink, 0.012)
            brush.fill(spread(np.add(FRONT[2:5], (0, 0.08)), CENTRE, reach * 0.85), house)
            for x in (-0.75, -0.45, 0.45, 0.75):
                brush.fill(box(np.add(CENTRE, (x * reach, reach * 0.3)), reach * 0.16, reach * 0.6), house)
            brush.fill(box(np.add(CENTRE, (0, reach * 0.42)), reach * 0.4, reach * 0.76), ink)
        elif self.hall == "fountain":
            rings = ((1.0, self.paints[0]), (0.62, self.tints[1]), (0.4, paper), (0.28, self.tints[2]))
            for share, tone in rings:
                bordered(brush, regular(CENTRE, reach * share, 36), tone, ink, 0.006)
        else:
            bordered(brush, box(CENTRE, reach * 2, reach * 1.3), house, ink, 0.01)
            for x in (-0.85, 0.85):
                bordered(brush, regular(np.add(CENTRE, (x * reach, 0)), reach * 0.45, 24), paper, ink, 0.01)
            bordered(brush, box(CENTRE, reach * 0.8, reach * 0.8), paper, ink, 0.006)

    def overprint(self, sheet: Sheet) -> None:
        for at, rng in sheet.settled(5, self.widths[0] / 2 + 0.05, 0.4)[:1]:
            write(sheet.brush, a_name(rng).upper(), np.clip(at, 0.2, 0.8), 0.045, self.ink)

    def finish(self, canvas: Canvas, rng: Rng) -> Canvas:
        aged = lit(canvas, noise(rng, canvas.shape[0], {4: self.stains, 60: 0.02}) - self.stains)
        return creased(aged, rng, 0.05, self.folds) if self.folds else aged


class CityGame(Chart):
    """A board game's city of the seventies: sprayed blocks and parks in coarse print, numbered stops, tickets."""

    chart = "city_game"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.screen, self.spray = between(rng, 0.0, 0.09), between(rng, 0.05, 0.14)
        self.cells, self.loose, self.stops = int(rng.integers(3, 6)), between(rng, 0.0, 0.35), rng.random() < 0.4
        self.outlined, self.rim = coin(rng), rng.random() < 0.3

    def ground(self, sheet: Sheet) -> None:
        brush, rng = sheet.brush, sheet.rng
        if sheet.urban:
            for block in quarters(rng, self.cells, 0.014, self.loose):
                self._block(brush, block, rng)
        else:
            self._park(sheet)
        if self.rim:
            brush.line(box(CENTRE, 0.96, 0.96), self.tints[0], 0.045, closed=True)
        brush.canvas[:] = lit(brush.canvas, noise(rng, brush.size_px, {3: self.spray * 0.5, 7: self.spray * 0.4}))

    def _block(self, brush: Brush, block: Points, rng: Rng) -> None:
        tone, middle = shade(self.tints[0], between(rng, 0.85, 1.35)), block.mean(0)
        high = between(rng, 0.008, 0.03)
        brush.fill(block + high, shade(self.grounds[1], 0.6))
        brush.fill(block, tone)
        if self.outlined:
            brush.line(block, self.ink, 0.008, closed=True)
        if self.town == "roofs":
            ridge = (block[[0, 1]] + block[[3, 2]]) / 2
            brush.fill([block[0], block[1], ridge[1], ridge[0]], shade(tone, 1.25))
            brush.line(ridge, shade(tone, 0.6), 0.008)
        elif self.town == "terraces":
            brush.fill(middle + (block - middle) * 0.5, self.grounds[0])
            for share in (0.25, 0.5, 0.75):
                ends = block[[0, 3]] + (block[[1, 2]] - block[[0, 3]]) * share
                brush.line(ends, shade(tone, 0.75), 0.006)
        elif self.town == "towers":
            brush.fill(middle + (block - middle) * 0.6 + high, shade(tone, 0.65))
            brush.fill(middle + (block - middle) * 0.6, shade(tone, 1.3))
        elif rng.random() < 0.3:
            brush.disc(middle, 0.03, self.tints[int(rng.integers(1, 3))])

    def _park(self, sheet: Sheet) -> None:
        brush, rng, green = sheet.brush, sheet.rng, self.grounds[0]
        if self.country == "pond":
            pond = blob(rng, rng.uniform(0.05, 0.95, 2), between(rng, 0.14, 0.26))
            bordered(brush, pond, shade(self.tints[2], 1.35), shade(green, 0.75), 0.012)
        elif self.country == "allotments":
            for block in quarters(rng, self.cells, 0.01, self.loose):
                brush.fill(block, shade(green, between(rng, 0.86, 1.22)))
        elif self.country == "park":
            brush.lines([wavy(rng), wavy(rng)], shade(self.grounds[1], 1.2), 0.02)
        count = 12 if self.country == "heath" else 6
        for at, chance in sheet.settled(24, self.widths[0] / 2 + 0.05, 0.1)[:count]:
            size = between(chance, 0.03, 0.06)
            brush.disc(np.add(at, size * 0.35), size, shade(green, 0.6))
            brush.disc(at, size, shade(green, between(chance, 0.72, 0.9)))
            brush.disc(np.subtract(at, size * 0.3), size * 0.45, shade(green, 1.3))

    def route(self, sheet: Sheet, lines: list[Points], rail: bool) -> None:
        (self._rail if rail else self._road)(sheet.brush, lines)

    def _road(self, brush: Brush, lines: list[Points]) -> None:
        look, width, paint = self.looks[0], self.widths[0], self.paints[0]
        brush.lines(lines, shade(paint, 0.55) if luma(paint) > 90 else shade(paint, 1.5), width)
        brush.lines(lines, paint, width - 0.02)
        strong = self.tints[1] if abs(luma(self.tints[1]) - luma(paint)) > 30 else self.ink
        if look == "cored":
            brush.lines(lines, self.ink, width * 0.4)
            brush.lines(lines, strong, width * 0.4 - 0.016)
        elif look == "chequered":
            for k, rim in enumerate(both(lines, width * 0.14)):
                checks = [dash + (k % 2) * (dash[1] - dash[0]) for dash in dashes(rim, 0.04, 0.04)]
                brush.lines(checks, strong, width * 0.22)
        elif look == "dotted":
            for at in beads(lines, 0.1):
                brush.disc(at, width * 0.17, strong)
        elif look == "kerbed":
            brush.lines(both(lines, width * 0.38), strong, width * 0.14)

    def _rail(self, brush: Brush, lines: list[Points]) -> None:
        look, width, paint, paper = self.looks[1], self.widths[1], self.paints[1], self.paper
        if look == "tube":
            band(brush, lines, width, paint, paper, 0.016)
            brush.lines([dash for line in lines for dash in dashes(line, 0.07, 0.055)], paper, width * 0.18)
        elif look == "sleepers":
            brush.lines(cuts(lines, 0.071, width * 0.5), shade(paint, 0.5), 0.03)
            brush.lines(both(lines, width * 0.27), paint, 0.028)
        elif look == "stripes":
            brush.lines(lines, paint, width)
            for line in lines:
                boards(brush, line, 7, 0.5, width * 0.7, paper)
        elif look == "twin":
            brush.lines(both(lines, width * 0.32), paper, width * 0.42)
            brush.lines(both(lines, width * 0.32), paint, width * 0.26)
        else:
            brush.lines(lines, paint, width)
            for line in lines:
                for at, way in zip(*along(line, 0.125, 0.06), strict=True):
                    side = np.array([-way[1], way[0]]) * width * 0.34
                    brush.fill([at - side, at + way * 0.06, at + side], paper)

    def station(self, brush: Brush, turn_deg: float) -> None:
        reach, ink, paper, one, two = self.reach, self.line, self.paper, self.tints[1], self.tints[2]
        number = str(10 + self.seed % 180)
        if self.hall in ("number", "split"):
            rim = regular(CENTRE, reach, 40, -90)
            bordered(brush, rim, one, ink, 0.01)
            brush.fill(rim[:21], two)
            wide = self.hall == "number"
            plaque = box(CENTRE, reach * 1.5, reach * 0.8) if wide else regular(CENTRE, reach * 0.6, 30)
            bordered(brush, plaque, paper, ink, 0.007)
            write(brush, number, CENTRE, reach * 0.5, readable(paper), True, False)
        elif self.hall == "ticket":
            card = rounded(CENTRE, reach * 2.1, reach * 1.5, 0.02)
            bordered(brush, card, paper, ink, 0.008)
            for y, tone in ((-0.5, one), (0.5, two)):
                brush.fill(box(np.add(CENTRE, (0, y * reach)), reach * 1.9, reach * 0.34), tone)
        elif self.hall == "house":
            brush.fill(box(np.add(CENTRE, 0.02), reach * 2, reach * 1.6), shade(ink, 0.6))
            bordered(brush, box(CENTRE, reach * 2, reach * 1.6), two, ink, 0.008)
            brush.fill(box(np.add(CENTRE, (0, -reach * 0.4)), reach * 2, reach * 0.8), shade(two, 1.3))
            bordered(brush, box(CENTRE, reach * 1.2, reach * 0.5), paper, ink, 0.005)
        else:
            for share, tone in ((1.0, self.paints[0]), (0.72, self.grounds[0]), (0.4, one)):
                bordered(brush, regular(CENTRE, reach * share, 40), tone, ink, 0.006)
            brush.fill(star(CENTRE, reach * 0.3), paper)

    def overprint(self, sheet: Sheet) -> None:
        if not self.stops:
            return
        for at, rng in sheet.settled(8, self.widths[0] / 2 + 0.05, 0.3)[:2]:
            brush = sheet.brush
            bordered(brush, regular(at, 0.05, 24), self.paper, self.line, 0.006)
            write(brush, str(int(rng.integers(10, 99))), at, 0.04, readable(self.paper), serif=False)

    def finish(self, canvas: Canvas, rng: Rng) -> Canvas:
        return lit(canvas, _screen(canvas.shape[0]) * self.screen + noise(rng, canvas.shape[0], {90: 0.015}))


@cache
def _screen(size_px: int) -> Plane:
    """The dots of a coarse press, turned by some degrees."""
    x, y = np.meshgrid(*[np.arange(size_px, dtype=np.float32) * 2 * np.pi * 58 / size_px] * 2)
    dots = np.cos(x * 0.85 + y * 0.5) * np.cos(y * 0.85 - x * 0.5)
    return np.asarray(cv2.GaussianBlur(dots, (0, 0), 0.4), np.float32)


FAMILIES: dict[str, Family] = {"town_plan": partial(box_of, TownPlan), "city_game": partial(box_of, CityGame)}
