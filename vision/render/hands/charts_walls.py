"""Boxes after maps that hang or are carried: the folded map of the mountains, and the chart on a classroom's wall."""

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
    contours,
    creased,
    inked,
    slopes,
    spread,
    terrain,
    wavy,
    write,
)
from vision.render.hands.plain import boards, bordered, grid, readable, rows
from vision.render.hands.vector import between, coin, dashes
from vision.render.hands.worlds import beads, both
from vision.render.hands.worlds_tales import cuts, waving
from vision.render.pictograms import oval
from vision.render.routes import CENTRE, across, along
from vision.render.style import Colour, Rng, distance, luma, pick, shade

HUT = np.array([(-0.8, 0.75), (-0.8, -0.1), (0, -0.85), (0.8, -0.1), (0.8, 0.75)])
PEAK = np.array([(-1, 0.7), (-0.15, -0.9), (0.25, -0.3), (0.45, -0.5), (1, 0.7)])
BENCH = np.array([[(-1, 0), (1, 0)], [(-1, -0.5), (1, -0.5)], [(-0.7, 0), (-0.7, 0.6)], [(0.7, 0), (0.7, 0.6)]])


class TrailMap(Chart):
    """A walker's map: shaded relief under fine contours, marked paths, rack and cable railways, signboards, folds."""

    chart = "trail_map"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.folds, self.steep, self.lines = int(rng.integers(0, 3)), between(rng, 4.0, 11.0), coin(rng)
        self.path, self.net, self.height = rng.random() < 0.6, rng.random() < 0.4, int(rng.integers(3, 24)) * 100
        self.bits = pick(rng, (("peak", "tree", "spring"), ("tree", "cross"), ("peak", "parking", "bench"), ("flag",)))

    def ground(self, sheet: Sheet) -> None:
        brush, rng, size_px = sheet.brush, sheet.rng, sheet.brush.size_px
        heights = terrain(rng, size_px, {"slopes": 2, "glacier": 3}.get(self.country, 4))
        calm = 0.35 if sheet.urban else 1.0
        if not sheet.urban:
            if self.country in ("forest", "relief"):
                brush.canvas[heights < (0.1 if self.country == "forest" else -0.35)] = self.tints[0]
            elif self.country == "glacier":
                brush.canvas[heights > 0.3] = shade(self.tints[0], 1.6)
        right, down = slopes(heights)
        light = np.clip((down + right) * np.float32(-self.steep * size_px / 224), -0.42, 0.3) * np.float32(calm)
        brush.canvas[:] = lit(brush.canvas, light)
        if self.lines:
            inked(brush.canvas, contours(heights, 0.2, 0.9), self.tints[1], 0.75 * calm)
        if sheet.urban:
            self._village(brush, rng)
        if self.net:
            brush.lines(rows(0.5, 2.0) + rows(0.5, 92.0), shade(self.tints[2], 1.3), 0.005)
        if self.path:
            brush.lines(dashes(wavy(rng), 0.03, 0.022), self.tints[2], 0.014)
        for at, chance in sheet.settled(14, max(self.widths) / 2 + 0.07, 0.2)[:4]:
            self._bit(brush, "house" if sheet.urban else pick(chance, self.bits), at, chance)

    def _village(self, brush: Brush, rng: Rng) -> None:
        roof, turn = shade(self.ink, 1.1) if luma(self.grounds[1]) > 120 else shade(self.paper, 0.8), self.seed % 60
        if self.town == "grey":
            brush.lines(rows(0.1, turn) + rows(0.13, 90 + turn), shade(self.grounds[1], 1.4), 0.022)
        elif self.town == "resort":
            for at in grid(0.125) + rng.normal(0, 0.01, (64, 2)):
                roof = shade(self.tints[2], between(rng, 1.1, 1.5))
                brush.fill(box(at, between(rng, 0.04, 0.08), between(rng, 0.04, 0.08), turn), roof)
        elif self.town == "village":
            for at in rng.random((34, 2)):
                brush.fill(box(at, between(rng, 0.025, 0.06), between(rng, 0.025, 0.06), turn), roof)
        else:
            for at in rng.random((6, 2)):
                brush.fill(blob(rng, at, 0.1), shade(self.grounds[1], 0.85))
                for house in at + rng.normal(0, 0.04, (4, 2)):
                    brush.fill(box(house, 0.035, 0.028, turn), roof)

    def _bit(self, brush: Brush, look: str, at: Points, rng: Rng) -> None:
        ink, size, bright = self.ink, between(rng, 0.045, 0.07), self.tints[2]
        if look == "peak":
            bordered(brush, PEAK * size + at, self.paper if coin(rng) else self.tints[1], ink, 0.006)
            write(brush, str(self.height + int(rng.integers(99))), np.add(at, (0, size * 1.2)), 0.04, ink)
        elif look == "tree":
            for y in (0.3, -0.3):
                cone = np.array([(-0.6, y + 0.5), (0, y - 0.6), (0.6, y + 0.5)])
                brush.fill(cone * size + at, shade(self.tints[0], 0.6))
        elif look == "spring":
            brush.disc(at, size * 0.4, (200.0, 130.0, 40.0))
            brush.disc(at, size * 0.4, self.paper, 0.008)
        elif look == "cross":
            beams = np.array([[(0, -1), (0, 1)], [(-0.6, -0.4), (0.6, -0.4)]])
            brush.lines(list(beams * size + at), ink, 0.016)
        elif look == "parking":
            bordered(brush, box(at, size * 1.7, size * 1.7), (180.0, 90.0, 30.0), self.paper, 0.006)
            write(brush, "P", at, size * 1.1, self.paper, True, False)
        elif look == "bench":
            brush.lines(list(BENCH * size + at), ink, 0.013)
        elif look == "flag":
            brush.line(np.add(at, np.array([(0, -1), (0, 1)]) * size), ink, 0.012)
            brush.fill(np.add(at, np.array([(0, -1), (1.2, -0.6), (0, -0.2)]) * size), bright)
        else:
            bordered(brush, box(at, size * 1.8, size * 1.2, self.seed % 60), shade(bright, 1.2), ink, 0.005)

    def route(self, sheet: Sheet, lines: list[Points], rail: bool) -> None:
        (self._rail if rail else self._road)(sheet.brush, lines)

    def _road(self, brush: Brush, lines: list[Points]) -> None:
        look, width, paint, paper = self.looks[0], self.widths[0], self.paints[0], self.paper
        bright = self.tints[2]
        if look == "cased":
            band(brush, lines, width, paint, self.ink, 0.013)
            return
        brush.lines(lines, self.line, width)
        brush.lines(lines, paper, width - 0.014)
        if look == "dashes":
            brush.lines([dash for line in lines for dash in dashes(line, 0.06, 0.05)], bright, width * 0.5)
        elif look == "blazes":
            for line in lines:
                boards(brush, line, 5, 0.6, width * 0.8, bright)
                boards(brush, line, 5, 0.22, width * 0.8, paper)
        elif look == "steps":
            brush.lines(cuts(lines, 0.05, width * 0.4), bright, 0.02)
        else:
            brush.lines(lines, paint if abs(luma(paint) - luma(paper)) > 35 else bright, width * 0.55)

    def _rail(self, brush: Brush, lines: list[Points]) -> None:
        look, width, paint, paper = self.looks[1], self.widths[1], self.paints[1], self.paper
        brush.lines(lines, paper, width * (1.0 if look != "ticks" else 0.6))
        if look == "rack":
            brush.lines(both(lines, width * 0.4), paint, 0.016)
            brush.lines([waving(line, width * 0.2, 0.045) for line in lines], paint, 0.022)
        elif look == "cableway":
            brush.lines(both(lines, width * 0.3), paint, 0.014)
            for at in beads(lines, 0.125):
                brush.fill(box(at, width * 0.55, width * 0.55), paint)
        elif look == "stripes":
            brush.lines(lines, paint, width)
            for line in lines:
                boards(brush, line, 8, 0.5, width * 0.6, paper)
        elif look == "ticks":
            brush.lines(cuts(lines, 0.083, width * 0.5), paint, 0.022)
            brush.lines(lines, paint, width * 0.36)
        else:
            brush.lines(cuts(lines, 0.05, width * 0.36, 0.5), paint, 0.014)
            brush.lines(both(lines, width * 0.42), paint, 0.024)

    def station(self, brush: Brush, turn_deg: float) -> None:
        reach, ink, paper, bright = self.reach, self.line, self.paper, self.tints[2]
        if self.hall == "hut":
            bordered(brush, spread(HUT, CENTRE, reach), paper, ink, 0.01)
            roof = np.array([(-1.05, 0.02), (0, -0.98), (1.05, 0.02), (0.8, 0.16), (0, -0.62), (-0.8, 0.16)])
            brush.fill(spread(roof, CENTRE, reach), bright)
            brush.fill(box(np.add(CENTRE, (0, reach * 0.45)), reach * 0.36, reach * 0.6), ink)
        elif self.hall == "summit":
            bordered(brush, regular(CENTRE, reach, 36), shade(self.tints[0], 1.3), ink, 0.012)
            brush.fill(spread(PEAK, CENTRE, reach * 0.8), ink)
            brush.fill(spread(np.array([(-0.4, -0.4), (-0.15, -0.9), (0.1, -0.5)]), CENTRE, reach * 0.8), paper)
        elif self.hall == "lift":
            square = box(CENTRE, reach * 1.8, reach * 1.8)
            bordered(brush, square, paper, bright, 0.03)
            brush.lines([square[[0, 2]], square[[1, 3]]], bright, 0.024)
        elif self.hall == "signpost":
            brush.disc(CENTRE, reach, paper)
            brush.disc(CENTRE, reach, ink, 0.012)
            brush.line(spread(np.array([(0, -0.8), (0, 0.85)]), CENTRE, reach), ink, reach * 0.14)
            for y, side in ((-0.45, 1), (0.0, -1)):
                sign = np.array([(-0.4, -0.18), (0.4, -0.18), (0.66, 0), (0.4, 0.18), (-0.4, 0.18)]) * (side, 1)
                bordered(brush, spread(sign + np.array((0, y)), CENTRE, reach), self.tints[1], ink, 0.005)
        else:
            for y in (-0.55, 0.55):
                platform = turned(box((0, y * reach), reach * 2.2, reach * 0.5), turn_deg) + CENTRE
                bordered(brush, platform, paper, ink, 0.008)
            bordered(brush, turned(box((0, 0), reach * 1.5, reach * 0.8), turn_deg) + CENTRE, ink, paper, 0.008)

    def overprint(self, sheet: Sheet) -> None:
        for at, rng in sheet.settled(5, 0.1, 0.4)[:1]:
            write(sheet.brush, a_name(rng), np.clip(at, 0.18, 0.82), 0.05, self.ink)

    def finish(self, canvas: Canvas, rng: Rng) -> Canvas:
        return creased(canvas, rng, 0.07, self.folds) if self.folds else canvas


# What a country yields, as signs on economic maps.
GOODS: dict[str, tuple[Points, ...]] = {
    "wheat": tuple(oval((x, y), 0.16, 0.32, turn) for x, y, turn in
                   ((0, -0.75, 0), (-0.3, -0.4, 30), (0.3, -0.4, -30), (-0.3, 0, 30), (0.3, 0, -30), (0, 0.6, 0))),
    "works": (np.array([(-0.9, 0.7), (-0.9, -0.1), (-0.4, -0.4), (-0.4, -0.1), (0.1, -0.4), (0.1, -0.1), (0.4, -0.3),
                        (0.5, -0.95), (0.75, -0.95), (0.85, 0.7)]),),
    "fish": (np.array([(-1, -0.45), (-0.5, 0), (0.1, -0.4), (0.7, -0.25), (1, 0), (0.7, 0.25), (0.1, 0.4), (-0.5, 0),
                       (-1, 0.45)]),),
    "derrick": (np.array([(-0.6, 0.8), (-0.12, -0.9), (0.12, -0.9), (0.6, 0.8), (0.4, 0.8), (0, -0.4), (-0.4, 0.8)]),
                box((0, 0.2), 0.7, 0.16)),
    "cow": (np.array([(-0.8, -0.35), (0.4, -0.35), (0.6, -0.6), (1, -0.35), (0.75, 0), (0.6, 0.1), (0.6, 0.75),
                      (0.35, 0.75), (0.35, 0.25), (-0.45, 0.25), (-0.45, 0.75), (-0.7, 0.75), (-0.8, 0)]),),
    "ship": (np.array([(-1, 0.1), (1, 0.1), (0.7, 0.65), (-0.75, 0.65)]), box((-0.1, -0.1), 0.9, 0.3),
             box((0, -0.5), 0.24, 0.5)),
    "tree": (np.array([(-0.6, 0.4), (0, -0.9), (0.6, 0.4)]), box((0, 0.6), 0.22, 0.4)),
    "grapes": tuple(oval(at, 0.26, 0.26) for at in ((-0.5, -0.3), (0, -0.3), (0.5, -0.3), (-0.25, 0.15), (0.25, 0.15),
                                                    (0, 0.6))),
}  # fmt: skip


class WallChart(Chart):
    """A school's wall chart: strong regions on oilcloth, goods and people as signs, bold routes, statistics."""

    chart = "wall_chart"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.goods = [str(name) for name in rng.choice(list(GOODS), 3, replace=False)]
        self.cracks, self.weave, self.rolled = rng.random() < 0.4, between(rng, 0.0, 0.06), coin(rng)
        self.bold, self.labels, self.outlined = between(rng, 0.01, 0.028), coin(rng), rng.random() < 0.6

    def ground(self, sheet: Sheet) -> None:
        brush, rng = sheet.brush, sheet.rng
        if sheet.urban:
            self._town(brush, rng)
        else:
            self._country(brush, rng)
        clear, faint = max(self.widths) / 2 + 0.08, self._faint(sheet.urban)
        count = {"goods": 6, "outline": 1}.get(self.country, 3) if not sheet.urban else 2 * (self.town == "industry")
        for at, chance in sheet.settled(22, clear, 0.19)[:count]:
            sign = "works" if sheet.urban else pick(chance, self.goods)
            for part in GOODS[sign]:
                brush.fill(part * between(chance, 0.07, 0.085) + at, faint)

    def _faint(self, urban: bool) -> Colour:
        ground = self.grounds[urban]
        return shade(ground, 0.5) if luma(ground) > 110 else shade(ground, 1.5)

    def _country(self, brush: Brush, rng: Rng) -> None:
        land, second, water = self.tints
        if self.country in ("regions", "goods"):
            region = blob(rng, rng.uniform(0, 1, 2), between(rng, 0.35, 0.6))
            brush.fill(region, land)
            brush.line(region, self.ink, self.bold, closed=True)
        elif self.country == "climates":
            start = between(rng, -0.4, 0.2)
            for k, tone in enumerate((land, second, water)):
                edge = wavy(np.random.default_rng(self.seed + k), 0.05)
                far = np.stack([np.linspace(-0.1, 1.1, 25), edge[:, 1] * 0.15 + start + 0.35 * k], 1)
                brush.fill(np.concatenate([far, [(1.1, 1.1), (-0.1, 1.1)]]), tone)
        else:
            coast = blob(rng, pick(rng, ((0, 0), (1, 0), (0, 1), (1, 1))), 0.4)
            bordered(brush, coast, water, self.ink, self.bold)

    def _town(self, brush: Brush, rng: Rng) -> None:
        faint = shade(self.grounds[1], 0.75) if luma(self.grounds[1]) > 100 else shade(self.grounds[1], 1.25)
        if self.town == "people":
            for at in grid(0.09) + rng.normal(0, 0.012, (121, 2)):
                brush.disc(at, 0.016, faint)
        elif self.town == "hatch":
            brush.lines(rows(0.075, 45.0), faint, 0.022)
        elif self.town == "dense":
            brush.lines(rows(0.1, self.seed % 30) + rows(0.1, 90 + self.seed % 30), faint, 0.02)
            for at in rng.random((14, 2)):
                brush.fill(box(at, 0.07, 0.07, self.seed % 30), faint)
        else:
            brush.fill(blob(rng, CENTRE, 0.5), faint)

    def route(self, sheet: Sheet, lines: list[Points], rail: bool) -> None:
        width = self.widths[rail]
        if self.outlined:
            sheet.brush.lines(lines, readable(self.paints[rail]), width)
            width -= 0.024
        (self._rail if rail else self._road)(sheet.brush, lines, width)

    def _road(self, brush: Brush, lines: list[Points], width: float) -> None:
        look, paint = self.looks[0], self.paints[0]
        other = readable(paint)
        brush.lines(lines, paint, width)
        if look == "trade":
            for at, way in ((at, way) for line in lines for at, way in zip(*along(line, 0.16, 0.08), strict=True)):
                side = np.array([-way[1], way[0]]) * width * 0.36
                brush.fill([at - way * 0.05 - side, at + way * 0.06, at - way * 0.05 + side], other)
        elif look == "double":
            brush.lines(lines, other, width * 0.34)
        elif look == "snake":
            brush.lines([waving(line, width * 0.22, 0.1) for line in lines], other, width * 0.16)
        elif look == "bead":
            for at in beads(lines, 0.125):
                brush.disc(at, width * 0.24, other)

    def _rail(self, brush: Brush, lines: list[Points], width: float) -> None:
        look, paint = self.looks[1], self.paints[1]
        other = readable(paint)
        if look == "ladder":
            brush.lines(lines, other, width)
            brush.lines(both(lines, width * 0.4), paint, width * 0.2)
            brush.lines([tick for line in lines for tick in across(line, 0.1, width * 0.4)], paint, 0.03)
            return
        brush.lines(lines, other if look == "blocks" else paint, width * (0.5 if look == "blocks" else 1.0))
        if look == "squares":
            for line in lines:
                boards(brush, line, 6, 0.45, width * 0.5, other)
        elif look == "bar":
            brush.lines([dash for line in lines for dash in dashes(line, 0.1, 0.066)], other, width * 0.2)
        elif look == "zip":
            for k, rim in enumerate(both(lines, width * 0.25)):
                boards(brush, rim[2 * (k % 2) :], 10, 0.5, width * 0.36, other)
        else:
            for line in lines:
                boards(brush, line, 6, 0.6, width, paint)

    def station(self, brush: Brush, turn_deg: float) -> None:
        reach, paper, dark = self.reach, self.paper, readable(self.paper)
        strong = next(tone for tone in (self.paints[1], self.tints[2], dark) if distance(tone, paper) > 120)
        if self.hall == "capital":
            for share, tone in ((1.0, dark), (0.84, paper), (0.6, strong), (0.44, paper)):
                brush.disc(CENTRE, reach * share, tone)
        elif self.hall == "pie":
            rim = regular(CENTRE, reach, 40)
            bordered(brush, rim, paper, dark, 0.014)
            for first, last, tone in ((0, 13, strong), (13, 22, self.tints[2]), (22, 31, self.tints[0])):
                bordered(brush, np.array([CENTRE, *rim[first : last + 1]]), tone, dark, 0.005)
        elif self.hall == "star":
            bordered(brush, box(CENTRE, reach * 1.8, reach * 1.8), strong, readable(strong), 0.014)
            brush.fill(star(CENTRE, reach * 0.85), readable(strong))
        elif self.hall == "factory":
            bordered(brush, regular(CENTRE, reach, 36), paper, dark, 0.014)
            brush.fill(GOODS["works"][0] * reach * 0.66 + CENTRE, strong)
        else:
            bordered(brush, box(np.add(CENTRE, (0, reach * 0.9)), reach * 2.1, reach * 0.16), dark, paper, 0.008)
            for x, high in ((-0.66, 0.9), (-0.22, 1.5), (0.22, 1.1), (0.66, 1.7)):
                column = box(np.add(CENTRE, (x * reach, reach * (0.85 - high / 2))), reach * 0.38, reach * high)
                bordered(brush, column, strong if high > 1 else self.tints[0], dark, 0.008)

    def overprint(self, sheet: Sheet) -> None:
        if self.labels:
            for at, rng in sheet.settled(5, 0.12, 0.4)[:1]:
                text = pick(rng, ("A", "II", "7", "B 4", a_name(rng).upper()))
                height, faint = 0.06 if len(text) > 3 else 0.1, self._faint(sheet.urban)
                write(sheet.brush, text, np.clip(at, 0.2, 0.8), height, faint, True)

    def finish(self, canvas: Canvas, rng: Rng) -> Canvas:
        size_px = canvas.shape[0]
        worn = lit(canvas, _weave(size_px) * self.weave + noise(rng, size_px, {3: 0.02, 60: 0.015}))
        if self.cracks:
            cover = contours(terrain(rng, size_px, 7), 0.9, 0.7)
            inked(worn, cover, shade(self.paper, 0.9), 0.35)
        return creased(worn, rng, 0.04, 1) if self.rolled else worn


@cache
def _weave(size_px: int) -> Plane:
    """Threads of canvas that go over and under each other."""
    x, y = np.meshgrid(*[np.arange(size_px, dtype=np.float32) * 2 * np.pi * 44 / size_px] * 2)
    return np.asarray(cv2.GaussianBlur(np.sin(x) * np.sin(y), (0, 0), 0.5), np.float32)


FAMILIES: dict[str, Family] = {"trail_map": partial(box_of, TrailMap), "wall_chart": partial(box_of, WallChart)}
