"""Boxes whose tiles are land seen from above, painted or drawn: storybook, winter and survey map."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.hands.aerial import conifer, cottage, crown
from vision.render.hands.aerial_view import (
    FROM_AHEAD,
    FROM_ASIDE,
    WHITE,
    Canvas,
    Plane,
    View,
    between,
    boxed,
    icons,
    lit,
    noise,
    palette,
    paste,
    patchwork,
    set_of,
    strewn,
)
from vision.render.pictograms import rounded
from vision.render.routes import CENTRE, across, along, beside
from vision.render.style import Rng, Style, pick, shade
from vision.render.tile import Painter


def winding(rng: Rng) -> Points:
    """A brook or a path right across the tile."""
    at, swing = np.linspace(-0.1, 1.1, 24), between(rng, 0.05, 0.14)
    line = np.stack([at, between(rng, 0.1, 0.9) + swing * np.sin(at * between(rng, 5, 9) + between(rng, 0, 6))], 1)
    return line[:, ::-1] if rng.random() < 0.5 else line


class Storybook(View):
    """A painted land of villages, brooks and fields, with sandy lanes, dark tracks and castle gates for stations."""

    def ground(self, rng: Rng, size_px: int, urban: bool) -> Canvas:
        square = self.tones["paving"]
        hues = (square, shade(square, 1.1), shade(square, 0.93)) if urban else self.fields
        sheet = patchwork(rng, size_px, hues, 5 if urban else 3, 0.05, shade(hues[0], 0.78))
        strokes_of_paint = cv2.blur(noise(rng, size_px, {60: 0.1, 150: 0.08}), (1, size_px // 60))
        return lit(cv2.GaussianBlur(sheet, (0, 0), size_px / 500), strokes_of_paint + noise(rng, size_px, {5: 0.06}))

    def lanes(self, brush: Brush, rng: Rng, urban: bool) -> None:
        if rng.random() < 0.45:
            brook = winding(rng)
            brush.line(brook, shade(self.tones["water"], 0.7), 0.085)
            brush.line(brook, self.tones["water"], 0.065)
            brush.line(brook + 0.012, shade(self.tones["water"], 1.4), 0.008)
        else:
            at, ahead = along(winding(rng), 0.045)
            brush.lines(list(np.stack([at, at + ahead * 0.02], 1)), shade(self.tones["road"], 0.85), 0.014)
        if self.manner:
            brush.line(rounded(CENTRE, 0.94, 0.94, 0.07), self.tones["frame"], 0.02 / self.manner, closed=True)

    def highway(self, brush: Brush, lines: list[Points]) -> None:
        width, road = self.widths[0], self.tones["road"]
        brush.lines(lines, shade(road, 0.45), width + 0.03)
        brush.lines(lines, road, width)
        for line in lines:
            brush.line(beside(line, -width * 0.36), shade(road, 1.4), width * 0.16)
            stones = along(line, 0.05)[0]
            for place, side in zip(stones, np.sin(np.arange(len(stones)) * 2.4), strict=True):
                brush.disc(place + side * width * 0.25, 0.01, shade(road, 0.78))

    def track(self, brush: Brush, lines: list[Points]) -> None:
        width, bed = self.widths[1], self.tones["bed"]
        brush.lines(lines, shade(bed, 1.5), width + 0.03)
        brush.lines(lines, bed, width)
        for line in lines:
            if self.manner < 2:
                brush.lines(across(line, 0.06, width * 0.33), self.tones["sleeper"], 0.022)
            if self.manner:
                brush.lines([beside(line, side * width * 0.24) for side in (-1, 1)], self.tones["sleeper"], 0.014)

    def scenery(self, brush: Brush, rng: Rng, space: Plane, urban: bool) -> None:
        tones, px = self.tones, brush.size_px
        homes = self.sprites(
            "homes", px, lambda own: cottage(own, tones["wall"], pick(own, self.roofs)), (0.14, 0.24), 0.4
        )
        trees = self.sprites(
            "trees", px, lambda own: crown(own, pick(own, (tones["leaf"], self.fields[0]))), (0.1, 0.18), 0.4
        )
        firs = self.sprites(
            "fir", px, lambda own: conifer(own, shade(tones["leaf"], 0.6), tones["leaf"]), (0.14, 0.22), 0.3
        )
        for at in strewn(rng, space, 26 if urban else int(rng.integers(4)), 0.055, 0.09):
            paste(brush.canvas, pick(rng, homes), at)
        for at in strewn(rng, space, 7 if urban else 26, 0.03, 0.06):
            paste(brush.canvas, pick(rng, trees if rng.random() < 0.65 else firs), at)

    def station(self, brush: Brush, turn_deg: float) -> None:
        wall, tiles = shade(self.tones["wall"], 0.9), self.roofs[0]
        brush.fill(box((0.5, 0.52), 0.3, 0.24), shade(wall, 0.4))
        brush.fill(box((0.5, 0.51), 0.28, 0.22), wall)
        for x in np.linspace(0.38, 0.62, 6):
            brush.fill(box((x, 0.395), 0.028, 0.03), wall)
        for x in (0.345, 0.655):
            brush.fill(box((x, 0.51), 0.1, 0.28), shade(wall, 0.4))
            brush.fill(box((x, 0.51), 0.08, 0.26), shade(wall, 1.2))
            brush.fill([(x - 0.06, 0.385), (x, 0.27), (x + 0.06, 0.385)], tiles)
            brush.fill([(x, 0.27), (x, 0.23), (x + 0.05, 0.245)], self.tones["frame"])
            brush.line([(x, 0.47), (x, 0.52)], shade(wall, 0.4), 0.018)
        brush.fill(rounded((0.5, 0.53), 0.15, 0.18, 0.06), shade(wall, 0.35))


def storybook(rng: Rng) -> tuple[Style, Painter]:
    """A painted land of villages."""
    fields, leaf = pick(
        rng,
        (
            ("8fae4a c8b650 a5bd5c dcc873", "4a7a34"),
            ("b9a85c d2b86a 93a050 c79a4e", "7a6a2c"),
            ("6fa07a 8fb888 a8c48a c9cf8f", "2f6a58"),
        ),
    )
    road, bed = pick(rng, (("e8d3a2", "4a3226"), ("f2e4c8", "3a3f52"), ("d8b98a", "5a2a24"), ("efe9da", "2f4a44")))
    text = f"leaf {leaf} road {road} bed {bed} sleeper e2cfa6 paving {pick(rng, ('d9b98c', 'c9b7a0', 'dfc39a'))}"
    schemes = (
        "f3e6c4|4a2f1f|b8482f|4a2f1f",
        "2f5f8f b8862a 8f2f2f|f8efd8|f8efd8|3a2a1c",
        "f8efd8|1f5f8f 2f7040 a8322a|c8a050|3a2a1c",
    )
    view = Storybook(
        seed=int(rng.integers(2**31)),
        icons=icons(
            rng, (FROM_ASIDE, FROM_AHEAD), ("shield", "ticket", "hexagon"), (0.19, 0.27), schemes, (0.01, 0.018)
        ),
        tones=palette(rng, text + " water 6fa8bf wall f0dfbb frame d8a838 shadow 8a7a62 label f3e6c4 letters 5a2f1f"),
        fields=set_of(rng, fields),
        roofs=set_of(rng, pick(rng, ("c4562f d87a3f a8402f", "3f6a9a c4562f 8a5a3a", "8a4a7a c87a4a 5a6a8a"))),
        widths=(between(rng, 0.12, 0.18), between(rng, 0.1, 0.14)),
        fall=(-0.06, 0.04),
        over=pick(rng, ("H", "R")),
        yard=0.19,
    )
    return boxed("storybook", rng, ("tight", "arc"), "3f7ab0 d8a030 b03a30", "7a4a9a 5a8a3a e0d8c0"), view.paint


class Winter(View):
    """Snow over everything: slushy roads, half-buried tracks, white roofs, a chalet for a station."""

    def ground(self, rng: Rng, size_px: int, urban: bool) -> Canvas:
        drift = noise(rng, size_px, {4: 0.6, 14: 0.5, 40: 0.15})
        slope = np.asarray(cv2.GaussianBlur(drift, (0, 0), 3) - np.roll(drift, 6, (0, 1)), np.float32)
        snow = np.full((size_px, size_px, 3), self.fields[1 if urban else 0], np.float32)
        return lit(snow, np.clip(slope * 0.5, -0.16, 0.1) + noise(rng, size_px, {size_px: 0.015}))

    def lanes(self, brush: Brush, rng: Rng, urban: bool) -> None:
        for _ in range(2):
            skis = winding(rng)
            brush.lines([skis, skis + 0.016], shade(self.fields[0], 0.8), 0.006)
        if not urban and rng.random() < 0.4:
            lake = regular(rng.random(2), between(rng, 0.1, 0.2), 14) + rng.normal(0, 0.012, (14, 2))
            brush.fill(lake, self.tones["ice"])
            brush.line(lake, WHITE, 0.014, closed=True)
        if self.manner == 2:
            brush.line(box(CENTRE, 1.0, 1.0), WHITE, 0.08, closed=True)

    def highway(self, brush: Brush, lines: list[Points]) -> None:
        width, road = self.widths[0], self.tones["road"]
        brush.lines(lines, WHITE, width + 0.06)
        brush.lines([line + 0.008 for line in lines], shade(self.fields[0], 0.72), width + 0.02)
        brush.lines(lines, road, width)
        for line in lines:
            for side in ((-0.3, -0.12, 0.12, 0.3), (-0.22, 0.22), ())[self.manner]:
                brush.line(beside(line, side * width), shade(road, 0.86 if abs(side) < 0.2 else 1.25), 0.012)

    def track(self, brush: Brush, lines: list[Points]) -> None:
        width, steel = self.widths[1], self.tones["steel"]
        brush.lines(lines, shade(self.fields[0], 0.88), width * 1.35)
        for line in lines:
            brush.lines(across(line, 0.05, width * 0.62), self.tones["wood"], 0.016)
            if self.manner != 1:
                brush.line(line, shade(self.fields[0], 0.97), width * 0.4)
            brush.lines([beside(line, side * width * 0.36) for side in (-1, 1)], steel, 0.014)

    def scenery(self, brush: Brush, rng: Rng, space: Plane, urban: bool) -> None:
        leaf, snow, px = self.tones["leaf"], self.fields[0], brush.size_px
        walls = (self.tones["wall"], *self.roofs)
        homes = self.sprites("homes", px, lambda own: cottage(own, pick(own, walls), leaf, WHITE), (0.17, 0.27), 0.3)
        firs = self.sprites("firs", px, lambda own: conifer(own, leaf, WHITE), (0.13, 0.24), 0.3)
        bush = self.sprites("bush", px, lambda own: crown(own, shade(snow, 0.93)), (0.06, 0.12), 0.35)
        for at in strewn(rng, space, 17 if urban else int(rng.integers(3)), 0.07, 0.12):
            paste(brush.canvas, pick(rng, homes), at)
        for at in strewn(rng, space, 5 if urban else 22, 0.035, 0.06):
            paste(brush.canvas, pick(rng, firs if rng.random() < 0.75 else bush), at)

    def station(self, brush: Brush, turn_deg: float) -> None:
        wood, leaf = self.roofs[0], self.tones["leaf"]
        brush.fill(box((0.5, 0.56), 0.34, 0.2), wood)
        for row in np.linspace(0.48, 0.65, 6):
            brush.line([(0.335, row), (0.665, row)], shade(wood, 0.75), 0.007)
        brush.fill([(0.27, 0.48), (0.5, 0.3), (0.73, 0.48)], shade(wood, 0.6))
        brush.line([(0.25, 0.48), (0.5, 0.29), (0.75, 0.48)], shade(self.fields[0], 0.75), 0.062)
        brush.line([(0.25, 0.475), (0.5, 0.28), (0.75, 0.475)], WHITE, 0.045)
        for x in (0.375, 0.625):
            brush.fill(box((x, 0.56), 0.05, 0.07), self.tones["lamp"])
            brush.line(box((x, 0.56), 0.05, 0.07), shade(leaf, 0.6), 0.01, closed=True)

    def finish(self, brush: Brush, rng: Rng) -> None:
        for at in rng.random((26, 2)):
            brush.disc(at, 0.006, WHITE)


def winter(rng: Rng) -> tuple[Style, Painter]:
    """A land under snow."""
    snow = pick(rng, ("eef3f8 d9dde6", "e6eef2 e6dccf", "dfe7f3 c9cfe0", "f4f1ee e0d3d0"))
    road, leaf = pick(rng, ("8d99a8", "b4bfcb", "6f7480", "a39a94")), pick(rng, ("2f5a4a", "3a5a6a", "4a5a3a"))
    schemes = (
        "fbfcfd|1f3f6f a82a2a 2a6a4a|f0c24a|fbfcfd",
        "f4f1ea|2a2f3a|c8322c|fbfcfd",
        "223048|ffd25a 8fd0e8 ff8a7a|fbfcfd|223048",
    )
    plates = ("none", "none", "square", "disc")
    view = Winter(
        seed=int(rng.integers(2**31)),
        icons=icons(rng, (FROM_ASIDE, FROM_AHEAD), plates, (0.2, 0.28), schemes, (0.014, 0.022)),
        tones=palette(
            rng,
            f"road {road} leaf {leaf} ice b4d4e4 steel 3a4048 wood 6a5244 wall c8a88a lamp ffd878 shadow aab4c2"
            " label 2a3f5f letters f4f8fc",
        ),
        fields=set_of(rng, snow, 3),
        roofs=set_of(rng, pick(rng, ("8a5a3a a84a3a c8a06a", "6a4a44 3f5f7a a8443a"))),
        widths=(between(rng, 0.13, 0.2), between(rng, 0.07, 0.12)),
        fall=(between(rng, 0.05, 0.1), 0.02),
        over=pick(rng, ("H", "R")),
        yard=0.2,
    )
    return boxed("winter", rng, ("arc", "chamfer"), "2a4f9a c8322c 2f8a5a", "e8b030 3a3f4a d8507a"), view.paint


class Survey(View):
    """A surveyor's sheet: contour lines, woods, parcels, grid and heights, with thin cased roads and inked rails."""

    def ground(self, rng: Rng, size_px: int, urban: bool) -> Canvas:
        paper, ink = self.fields[0], self.tones["ink"]
        hills = cv2.GaussianBlur(noise(rng, size_px, {4: 2.2, 9: 0.9}), (0, 0), size_px / 60)
        steep = np.hypot(*np.gradient(hills)) * (size_px / 400)
        levels = np.abs(hills * 4 - np.round(hills * 4)) / np.maximum(4 * steep, 1e-3)
        sheet = np.full((size_px, size_px, 3), paper, np.float32)
        if urban:
            parcels = tuple(shade(self.fields[2], tone) for tone in (1.0, 1.2, 0.95))
            sheet = patchwork(rng, size_px, parcels, 9, 0.0, shade(ink, 1.45)).astype(np.float32)
        else:
            sheet[noise(rng, size_px, {5: 1.0, 20: 0.4}) > 0.6] = self.fields[1]
        line = np.clip(1.2 - levels, 0, 1)[..., None] * (0.35 if urban else 0.8)
        return lit(
            sheet * (1 - line) + np.asarray(self.tones["contour"], np.float32) * line, noise(rng, size_px, {300: 0.012})
        )

    def lanes(self, brush: Brush, rng: Rng, urban: bool) -> None:
        grid = np.array([(between(rng, 0.1, 0.9), -0.1), (between(rng, 0.1, 0.9), 1.1)])
        brush.lines([grid, grid[:, ::-1]], self.tones["water"], 0.005)
        if rng.random() < 0.5:
            brush.line(winding(rng), self.tones["water"], between(rng, 0.008, 0.02))
        at, ahead = along(winding(rng), 0.035)
        brush.lines(list(np.stack([at, at + ahead * 0.018], 1)), self.tones["ink"], 0.006)

    def highway(self, brush: Brush, lines: list[Points]) -> None:
        brush.lines(lines, self.tones["ink"], self.widths[0] + 0.024)
        brush.lines(lines, self.tones["road"], self.widths[0])
        if self.widths[0] > 0.07:
            brush.lines(lines, self.tones["ink"], 0.007)

    def track(self, brush: Brush, lines: list[Points]) -> None:
        width, ink = self.widths[1], self.tones["rail"]
        brush.lines(lines, ink, width)
        for line in lines:
            if width > 0.04:
                at, ahead = along(line, 0.1, 0.02)
                brush.lines(list(np.stack([at, at + ahead * 0.05], 1)), self.fields[0], width * 0.55)
            else:
                brush.lines(across(line, 0.07, 0.05), ink, 0.014)

    def bridge(self, brush: Brush, lines: list[Points], width: float) -> None:
        brush.lines([beside(line, side * (width / 2 + 0.03)) for line in lines for side in (-1, 1)], WHITE, 0.03)
        for line in lines:
            brush.lines([beside(line, side * (width / 2 + 0.03)) for side in (-1, 1)], self.tones["ink"], 0.012)

    def scenery(self, brush: Brush, rng: Rng, space: Plane, urban: bool) -> None:
        ink, turn = self.tones["ink"], between(rng, -20, 20)
        for at in strewn(rng, space, 38 if urban else int(rng.integers(4)), 0.03, 0.065):
            brush.fill(box(at, between(rng, 0.03, 0.06), between(rng, 0.02, 0.04), turn), pick(rng, self.roofs))
        for at in strewn(rng, space, 4 if urban else 18, 0.02, 0.05):
            brush.disc(at, 0.013, self.tones["tree"], 0.006)
            brush.line(at + np.array([(0.0, 0.013), (0.014, 0.013)]), self.tones["tree"], 0.005)
        for at in strewn(rng, space, 2, 0.09, 0.3):
            brush.disc(at - (0.06, 0.0), 0.006, ink)
            brush.letter(pick(rng, ("412", "87", "1203", "Bf", "Mill", "Abb.", "635")), at, 0.04, ink)

    def station(self, brush: Brush, turn_deg: float) -> None:
        if self.manner == 1:
            brush.disc(CENTRE, 0.15, self.tones["ink"])
            brush.disc(CENTRE, 0.135, self.tones["label"])
            brush.disc(CENTRE, 0.122, self.tones["road"], 0.014)
            return
        yard = turned(box((0, 0), 0.3, 0.21), turn_deg) + CENTRE
        brush.line(yard, self.tones["ink"], 0.03, closed=True)
        brush.fill(yard, self.tones["label"])
        ends = [turned(box((x, 0), 0.035, 0.21), turn_deg) + CENTRE for x in (-0.13, 0.13)]
        for end in ends:
            brush.fill(end, self.tones["rail"])


def survey(rng: Rng) -> tuple[Style, Painter]:
    """A topographic, military or cadastral map."""
    fields, contour, tree = pick(
        rng,
        (
            ("f6f3e6 cfe3b8 ecd0c0", "c08a5a", "4f8a4a"),
            ("e9e2c8 c8cf9f d8b8a0", "a8784a", "6a7a3f"),
            ("f2f4f4 d8ead8 d4d8de", "b0a8a0", "5a9a7a"),
            ("efe6d4 dcd9b4 e8c89a", "8a6a4a", "7a7a4a"),
        ),
    )
    road, rail = pick(rng, (("d8483a", "2a2622"), ("f0c040", "2a2622"), ("f4f0e4", "3a2a6a"), ("e89a4a", "1f3f5f")))
    schemes = (
        "fdfcf6|2a2622|b8b0a4|2a2622",
        "2a2622|fdfcf6|d8c8a0|fdfcf6",
        "fdfcf6|1f4f9a 2a2622 b02a2a|c8c4ba|5a544a",
        "3a5a8a 3a6a4a 9a3a34|fdfcf6|fdfcf6|2a2622",
    )
    text = f"contour {contour} tree {tree} road {road} rail {rail} water 5a9ac8 ink 33302c label fdfbf2 letters 33302c"
    view = Survey(
        seed=int(rng.integers(2**31)),
        icons=icons(rng, (FROM_ASIDE, FROM_AHEAD), ("square", "disc", "octagon", "ticket"), (0.14, 0.19), schemes),
        tones=palette(rng, text, 3),
        fields=set_of(rng, fields, 3),
        roofs=set_of(rng, pick(rng, ("3a3632 4a4540", "c05a4a a84a3a", "6a6a72 8a5a4a"))),
        widths=(between(rng, 0.05, 0.1), float(pick(rng, (0.022, 0.028, 0.06, 0.075)))),
        over=pick(rng, ("H", "R")),
        yard=0.17,
    )
    return boxed(
        "survey", rng, ("corner", "chamfer", "arc"), "2a5a9a 2a2622 b03030", "d8c8a0 8a3f2f 3f6a4a"
    ), view.paint


FAMILIES: dict[str, Callable[[Rng], tuple[Style, Painter]]] = {
    "storybook": storybook,
    "winter": winter,
    "survey": survey,
}
