"""Boxes whose tiles are views from above: aerial photograph, model railway and night flight."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.hands.aerial_view import (
    FROM_ABOVE,
    FROM_AHEAD,
    FROM_ASIDE,
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
from vision.render.routes import CENTRE, across, along, beside
from vision.render.style import Colour, Rng, Style, pick, shade
from vision.render.tile import Painter


def roof(rng: Rng, colour: Colour) -> Callable[[Brush], None]:
    """A house from straight above: gabled with a chimney, or flat with its machines."""
    wide, deep, turn = between(rng, 0.4, 0.62), between(rng, 0.26, 0.42), float(pick(rng, (0, 90, 0, 90, 30)))
    flat, chimney = bool(rng.random() < 0.35), between(rng, -0.2, 0.2)

    def draw(brush: Brush) -> None:
        def put(x: float, y: float, width: float, height: float, tone: Colour) -> None:
            brush.fill(turned(box((x, y), width, height), turn) + 0.5, tone)

        put(0, 0, wide, deep, shade(colour, 1.15 if flat else 0.72))
        put(0, 0 if flat else -deep / 4, wide * (0.86 if flat else 1), deep * (0.8 if flat else 0.5), colour)
        put(chimney, -0.05, 0.07, 0.07, shade(colour, 0.5))
        if flat:
            put(-chimney, 0.05, 0.12, 0.08, shade(colour, 1.4))

    return draw


def crown(rng: Rng, colour: Colour) -> Callable[[Brush], None]:
    """A tree or a clump of trees from above."""
    leaves = [(rng.uniform(0.34, 0.66, 2), between(rng, 0.08, 0.2)) for _ in range(7)]

    def draw(brush: Brush) -> None:
        for depth, factor in ((0.0, 0.6), (0.025, 0.85), (0.055, 1.12)):
            for at, radius in leaves:
                brush.disc(at - depth, radius * (1 - depth * 9), shade(colour, factor))

    return draw


def cottage(rng: Rng, wall: Colour, tiles: Colour, snow: Colour | None = None) -> Callable[[Brush], None]:
    """A small house seen from the front and a little from above."""
    wide, high, rise = between(rng, 0.36, 0.56), between(rng, 0.16, 0.3), between(rng, 0.2, 0.32)
    left, foot, windows = 0.5 - wide / 2, 0.74, int(rng.integers(1, 4))
    gabled = bool(rng.random() < 0.5)

    def draw(brush: Brush) -> None:
        brush.fill(box((0.5, foot - high / 2), wide, high), wall)
        brush.fill(box((left + wide * 0.85, foot - high / 2), wide * 0.3, high), shade(wall, 0.75))
        eaves, top = foot - high, foot - high - rise
        peak = (0.5, 0.5) if gabled else (left + 0.06, left + wide - 0.06)
        slope = np.array([(left - 0.05, eaves), (peak[0], top), (peak[1], top), (left + wide + 0.05, eaves)])
        brush.fill(box((left + wide * 0.75, top + 0.08), 0.07, 0.18), shade(wall, 0.5))
        brush.fill(slope, snow or tiles)
        brush.line(slope[[0, 3]], shade(tiles, 0.6), 0.03)
        brush.line(slope[:2], shade(snow or tiles, 1.3), 0.02)
        for at in np.linspace(left + 0.08, left + wide - 0.08, windows + 1):
            brush.fill(box((at, foot - high * 0.5), 0.06, high * 0.45), shade(tiles, 0.45))

    return draw


def conifer(rng: Rng, leaf: Colour, tip: Colour) -> Callable[[Brush], None]:
    """A fir in three storeys, its tips in another colour."""
    half, lean = between(rng, 0.14, 0.22), between(rng, -0.03, 0.03)

    def draw(brush: Brush) -> None:
        brush.fill(box((0.5, 0.78), 0.06, 0.12), shade(leaf, 0.5))
        for storey in range(3):
            top, wide = 0.5 - storey * 0.16, half * (1 - storey * 0.24)
            base = top + 0.24
            brush.fill([(0.5 - wide, base), (0.5 + lean, top), (0.5 + wide, base)], leaf)
            brush.fill([(0.5 - wide * 0.9, base - 0.03), (0.5 + lean, top), (0.5, base - 0.06)], tip)

    return draw


class Photograph(View):
    """A tile cut from an aerial photograph, overprinted with map pins."""

    def ground(self, rng: Rng, size_px: int, urban: bool) -> Canvas:
        paving, leaf = self.tones["paving"], self.tones["leaf"]
        hues = (paving, shade(paving, 0.88), shade(self.fields[0], 0.9)) if urban else self.fields
        seam = shade(paving if urban else leaf, 0.8)
        sheet = patchwork(rng, size_px, hues, 7 if urban else 4, 0.02 if urban else 0.08, seam)
        return lit(sheet, noise(rng, size_px, {6: 0.06, 24: 0.05, 90: 0.06, 448: 0.05}))

    def highway(self, brush: Brush, lines: list[Points]) -> None:
        tones, width = self.tones, self.widths[0]
        brush.lines(lines, tones["verge"], width + 0.03)
        brush.lines(lines, tones["road"], width)
        for line in lines:
            brush.lines([beside(line, side * width * 0.41) for side in (-1, 1)], shade(tones["road"], 1.55), 0.006)
            if self.manner == 1:
                brush.line(line, shade(tones["leaf"], 1.15), width * 0.2)
            else:
                at, ahead = along(line, 0.06, 0.015)
                brush.lines(list(np.stack([at, at + ahead * 0.03], 1)), shade(tones["road"], 1.75), 0.008)

    def track(self, brush: Brush, lines: list[Points]) -> None:
        ballast, width = self.tones["ballast"], self.widths[1]
        brush.lines(lines, shade(ballast, 0.75), width + 0.025)
        brush.lines(lines, ballast, width)
        for line in lines:
            brush.lines(across(line, 0.022, width * 0.4), shade(ballast, 0.5), 0.008)
            sides = (-0.4, -0.16, 0.16, 0.4) if self.manner == 2 else (-0.24, 0.24)
            brush.lines([beside(line, side * width) for side in sides], shade(ballast, 1.7), 0.009)

    def lanes(self, brush: Brush, rng: Rng, urban: bool) -> None:
        lane = np.array([(-0.05, between(rng, 0, 1)), rng.uniform(0.3, 0.7, 2), (between(rng, 0, 1), 1.05)])
        brush.line(lane, shade(self.tones["paving"], 0.85 if urban else 1.1), 0.02)

    def scenery(self, brush: Brush, rng: Rng, space: Plane, urban: bool) -> None:
        houses = self.sprites("houses", brush.size_px, lambda own: roof(own, pick(own, self.roofs)), (0.15, 0.24), 0.55)
        trees = self.sprites("trees", brush.size_px, lambda own: crown(own, self.tones["leaf"]), (0.07, 0.15), 0.55)
        for at in strewn(rng, space, 34 if urban else int(rng.integers(3)), 0.04, 0.085):
            paste(brush.canvas, pick(rng, houses), at)
        for at in strewn(rng, space, 9 if urban else int(rng.integers(8, 34)), 0.015, 0.04):
            paste(brush.canvas, pick(rng, trees), at)

    def station(self, brush: Brush, turn_deg: float) -> None:
        def put(x: float, y: float, width: float, height: float, tone: Colour) -> None:
            brush.fill(turned(box((x, y), width, height), turn_deg) + CENTRE, tone)

        brush.fill(box(CENTRE + np.array(self.fall) * 0.25, 0.36, 0.36), shade(self.tones["paving"], 0.42))
        put(0, 0, 0.42, 0.3, shade(self.tones["paving"], 1.25))
        for row, tone in enumerate((0.86, 1.5, 1.2, 0.8)):
            put(0, -0.09 + row * 0.06, 0.38, 0.06, shade(self.roofs[0], tone))
        for rib in np.linspace(-0.17, 0.17, 8):
            put(float(rib), 0, 0.008, 0.24, shade(self.roofs[0], 0.6))

    def finish(self, brush: Brush, rng: Rng) -> None:
        size_px = brush.size_px
        glare = self.kept("light", size_px, lambda own: noise(own, size_px, {3: 0.06, 300: 0.035})[..., None] + 1)
        brush.canvas[:] = np.clip(brush.canvas * glare, 0, 255)


def photograph(rng: Rng) -> tuple[Style, Painter]:
    """An aerial photograph of farmland, steppe, autumn or coast."""
    fields, leaf, paving = pick(
        rng,
        (
            ("7d8f4e 94994f 5f7a3f b3a66a 6a7d45", "34502c", "a39d92"),
            ("c2a878 b5935f cbb68c a5834f", "5c6038", "b9aa94"),
            ("a07f42 8c6a3a b59a55 77743c", "7d4a22", "9a938c"),
            ("4f6f4a 5d7f55 46684f 7d8f68", "22402f", "8d9298"),
            ("98ae62 b7c07a 86a153 d3c987", "4a6d33", "c9c2b4"),
        ),
    )
    road, ballast = pick(rng, ("5c5d60", "77767a", "8e8a84", "45474c")), pick(rng, ("7a6a5c", "5a5048", "96897a"))
    schemes = (
        "fdfdfb|22303c|9fb2c0|22303c",
        "1c2a3a|fdfdfb|f0b83a|fdfdfb",
        "f6c62e|22201a|fff3c4|22201a",
        "1f6fc4 1d8a4c c4302b|ffffff|dfe8f0|ffffff",
    )
    text = f"leaf {leaf} paving {paving} verge {paving} road {road} ballast {ballast} shadow 23211f"
    view = Photograph(
        seed=int(rng.integers(2**31)),
        icons=icons(rng, (FROM_ASIDE, FROM_AHEAD), ("pin", "disc", "round", "pin"), (0.15, 0.24), schemes),
        tones=palette(rng, text + " label f4f2ea letters 2a2f36"),
        fields=set_of(rng, fields),
        roofs=set_of(rng, pick(rng, ("a8563c b86d4c 8f4b3a d9d4cb", "8a8f98 6f747c c9cbd0 9c6b52"))),
        widths=(between(rng, 0.1, 0.17), between(rng, 0.08, 0.13)),
        fall=(between(rng, 0.05, 0.12), float(pick(rng, (-1, 1))) * between(rng, 0.05, 0.12)),
        over=pick(rng, ("H", "H", "R")),
    )
    pawns = ("2a6cc0 f0b429 d23c32", "e8842c 2f9a52 7a3fa0", "e8e4da 30343a c8322c")
    return boxed("photograph", rng, ("arc", "arc", "tight"), *pawns), view.paint


class Diorama(View):
    """A model railway: flock, foam trees, little kits of houses, fat rails, cars and engines on round bases."""

    def ground(self, rng: Rng, size_px: int, urban: bool) -> Canvas:
        base = np.full((size_px, size_px, 3), self.tones["paving"] if urban else self.fields[0], np.float32)
        for hue in self.fields[1:2] if urban else self.fields[1:]:
            patch = np.clip(noise(rng, size_px, {7: 1.0, 30: 0.4}) * 2 - 1, 0, 1)[..., None]
            base = base * (1 - patch) + np.asarray(hue, np.float32) * patch
        sheet = lit(base, noise(rng, size_px, {12: 0.05, size_px // 3: 0.1, size_px: 0.08}))
        for step in range(0, size_px * urban, size_px // 24):
            cv2.line(sheet, (step, 0), (step, size_px), shade(self.tones["paving"], 0.85), 1)
            cv2.line(sheet, (0, step), (size_px, step), shade(self.tones["paving"], 0.85), 1)
        return sheet

    def highway(self, brush: Brush, lines: list[Points]) -> None:
        width, road = self.widths[0], self.tones["road"]
        brush.lines(lines, self.tones["verge"], width + 0.05)
        for line in lines:
            brush.lines(across(line, 0.04, width / 2 + 0.02), shade(self.tones["verge"], 0.7), 0.006)
        brush.lines(lines, road, width)
        for line in lines:
            at, ahead = along(line, 0.1, 0.03)
            dashes = list(np.stack([at, at + ahead * 0.05], 1))
            brush.lines([line] if self.manner == 0 else dashes, self.tones["mark"], 0.012 + 0.006 * self.manner)

    def track(self, brush: Brush, lines: list[Points]) -> None:
        width = self.widths[1]
        brush.lines(lines, shade(self.tones["ballast"], 0.8), width * 1.5)
        brush.lines(lines, self.tones["ballast"], width * 1.4)
        for line in lines:
            brush.lines(across(line, 0.045, width * 0.6), self.tones["wood"], 0.024)
            for side in (-1, 1):
                rail = beside(line, side * width * 0.34)
                brush.line(rail + 0.008, shade(self.tones["wood"], 0.5), 0.016)
                brush.line(rail, self.tones["steel"], 0.014)

    def scenery(self, brush: Brush, rng: Rng, space: Plane, urban: bool) -> None:
        wall, leaf = self.tones["wall"], self.tones["leaf"]
        kits = self.sprites(
            "kits", brush.size_px, lambda own: cottage(own, wall, pick(own, self.roofs)), (0.2, 0.3), 0.5
        )
        foam = self.sprites("foam", brush.size_px, lambda own: crown(own, leaf), (0.12, 0.22), 0.5)
        firs = self.sprites("fir", brush.size_px, lambda own: conifer(own, shade(leaf, 0.7), leaf), (0.16, 0.26), 0.5)
        for at in strewn(rng, space, 12 if urban else int(rng.integers(2)), 0.09, 0.16):
            paste(brush.canvas, pick(rng, kits), at)
        for at in strewn(rng, space, 5 if urban else 16, 0.05, 0.08):
            paste(brush.canvas, pick(rng, foam if rng.random() < 0.6 else firs), at)

    def station(self, brush: Brush, turn_deg: float) -> None:
        wall, tiles = self.tones["wall"], self.roofs[0]
        brush.disc(CENTRE, self.yard + 0.012, shade(self.tones["verge"], 0.6))
        brush.disc(CENTRE, self.yard, self.tones["verge"])
        brush.fill(box((0.25, 0.36), 0.35, 0.1), shade(self.fields[0], 0.4))
        brush.fill(box((0.22, 0.34), 0.33, 0.1), wall)
        brush.fill([(0.03, 0.3), (0.08, 0.2), (0.36, 0.2), (0.41, 0.3)], tiles)
        brush.fill(box((0.22, 0.26), 0.1, 0.26), shade(wall, 1.3))
        brush.fill([(0.155, 0.14), (0.22, 0.04), (0.285, 0.14)], shade(tiles, 0.7))
        brush.disc((0.22, 0.19), 0.036, shade(tiles, 0.4))
        brush.disc((0.22, 0.19), 0.026, shade(wall, 1.8))
        for x in (0.09, 0.14, 0.3, 0.35):
            brush.fill(box((x, 0.345), 0.028, 0.055), shade(tiles, 0.4))


def diorama(rng: Rng) -> tuple[Style, Painter]:
    """A model railway on its board."""
    fields = pick(rng, ("6f9a45 87ad52 a2a453", "5c8a4a 4f7a3c c2a86a", "96a850 7d9440 b7a25a", "74a06a 5f8d5c 8aa860"))
    road, mark = pick(rng, (("8c8f92", "f6f4ea"), ("4c4f55", "f2c84a"), ("b8b2a6", "fdfbf2"), ("6a5f58", "efe6d2")))
    text = f"road {road} mark {mark} paving {pick(rng, ('cdbfa6', 'b7b3ad', 'd8b79a'))} verge ded8ca shadow 4a423a"
    schemes = (
        "f4efe0|2458a8 b8322a 2a7a4a|f0c24a|3a332c",
        "2a5fb0 e0a828 c83c34|fbf8f0|3a332c|fbf8f0",
        "3a332c|f6f2e4|d8a040|f6f2e4",
    )
    view = Diorama(
        seed=int(rng.integers(2**31)),
        icons=icons(rng, (FROM_ABOVE, FROM_ABOVE, FROM_ASIDE), ("disc", "octagon", "disc"), (0.17, 0.24), schemes),
        tones=palette(
            rng, text + " ballast a89a86 wood 4e3a2a steel d4d6d8 wall efe2c6 leaf 4f7f34 label 2f2a26 letters f6f0e0"
        ),
        fields=set_of(rng, fields),
        roofs=set_of(rng, pick(rng, ("b0482f c46a3f 7f3a2c", "4f6378 6a4a40 8a3f34", "5a7a5c a85a3a 3f4a58"))),
        widths=(between(rng, 0.14, 0.19), between(rng, 0.1, 0.13)),
        fall=(between(rng, 0.06, 0.12), between(rng, 0.02, 0.08)),
        over=pick(rng, ("H", "R", "R")),
        yard=0.16,
    )
    return boxed("diorama", rng, ("arc", "tight"), "d8322c 2c6a3f f0c030", "2f7fc0 3a332c e0862c"), view.paint


class Night(View):
    """A land after dark: lit windows, streams of headlamps, cold rails, a station of glass, icons of neon."""

    def ground(self, rng: Rng, size_px: int, urban: bool) -> Canvas:
        dark = self.tones["paving"] if urban else self.fields[0]
        hues = (dark, shade(dark, 0.8), shade(dark, 0.62)) if urban else self.fields
        sheet = patchwork(
            rng, size_px, hues, 6 if urban else 3, 0.05, shade(self.tones["street"], 0.6 if urban else 0.2)
        )
        sheet = lit(sheet, noise(rng, size_px, {8: 0.15, 50: 0.12, 160: 0.12}))
        lights = np.zeros_like(sheet)
        for x, y in rng.integers(0, size_px, (1500 if urban else 60, 2)):
            cv2.rectangle(lights, (x, y), (x + 2, y + int(rng.integers(1, 4))), pick(rng, self.roofs), -1)
        halo = cv2.GaussianBlur(lights, (0, 0), size_px / 120)
        return np.asarray(cv2.add(sheet, cv2.addWeighted(lights, 0.8, halo, 1.6, 0)), np.uint8)

    def glow(self, brush: Brush, lines: list[Points], colour: Colour, width: float, spread: float) -> None:
        """Lines of light with a halo."""
        layer = np.zeros_like(brush.canvas)
        Brush(layer).lines(lines, colour, width)
        reach = (round(spread * brush.size_px) | 1,) * 2
        halo = cv2.blur(cv2.blur(layer, reach), reach)
        cv2.add(brush.canvas, cv2.addWeighted(layer, 0.9, halo, 1.1, 0), brush.canvas)

    def highway(self, brush: Brush, lines: list[Points]) -> None:
        width = self.widths[0]
        brush.lines(lines, self.tones["road"], width)
        if lines:
            lamps = [np.stack([at, at + 0.002]) for line in lines for at in along(line, 0.08, 0.04)[0]]
            brush.lines(
                [beside(line, side * width / 2) for line in lines for side in (-1, 1)], self.tones["heads"], 0.008
            )
            for side, name in ((-0.28, "heads"), (0.28, "tails"))[: 2 - self.manner]:
                self.glow(brush, [beside(line, side * width) for line in lines], self.tones[name], 0.014, 0.07)
            brush.lines(lamps, self.tones["lamp"], 0.016)

    def track(self, brush: Brush, lines: list[Points]) -> None:
        width, steel = self.widths[1], self.tones["steel"]
        brush.lines(lines, self.tones["ballast"], width * 1.3)
        for line in lines:
            brush.lines(across(line, 0.04, width * 0.5), shade(steel, 0.5), 0.012)
        if lines:
            rails = [beside(line, side * width * 0.36) for line in lines for side in (-1, 1)]
            self.glow(brush, rails, shade(steel, 1 - 0.2 * self.manner), 0.012, 0.04)

    def scenery(self, brush: Brush, rng: Rng, space: Plane, urban: bool) -> None:
        leaf = self.tones["leaf"]
        firs = self.sprites("firs", brush.size_px, lambda own: conifer(own, leaf, shade(leaf, 1.15)), (0.12, 0.22), 0.5)
        tops = self.sprites("tops", brush.size_px, lambda own: roof(own, self.tones["paving"]), (0.16, 0.24), 0.6)
        for at in strewn(rng, space, 14 if urban else 20, 0.04, 0.08):
            paste(brush.canvas, pick(rng, tops if urban else firs), at)
        for at in strewn(rng, space, 26 if urban else 5, 0.02, 0.05):
            light = pick(rng, self.roofs)
            brush.disc(at, 0.014, shade(light, 0.45))
            brush.disc(at, 0.007, light)

    def station(self, brush: Brush, turn_deg: float) -> None:
        lamp, dark = self.tones["lamp"], self.tones["road"]
        hall = regular(CENTRE, 0.2, 8, 22.5)
        self.glow(brush, [np.concatenate([hall, hall[:1]])], shade(lamp, 0.8), 0.05, 0.12)
        brush.fill(hall, shade(lamp, 0.75))
        brush.lines([np.stack([CENTRE, corner]) for corner in hall], shade(dark, 0.8), 0.01)
        brush.line(regular(CENTRE, 0.165, 8, 22.5), dark, 0.01, closed=True)
        brush.disc(CENTRE, 0.125, dark)


def night(rng: Rng) -> tuple[Style, Painter]:
    """A land by night."""
    fields, leaf, paving = pick(
        rng,
        (
            ("16263a 1a2f44 122034", "1f4a4a", "2f3548"),
            ("1f2a1f 26331f 182418", "2f5a3a", "3a3632"),
            ("2a1f3f 33264a 221a34", "3f3a6a", "453a52"),
        ),
    )
    heads, tails = pick(rng, (("fff0c8", "ff5a3a"), ("ffd27a", "ffb040"), ("e8f4ff", "ff3a6a")))
    steel = pick(rng, ("5ac8e8", "8ab4ff", "7ae8b0"))
    schemes = (
        "10141c|5ad0ff ffd84a ff6a8a|ffffff|c8d4e4",
        "10141c|f4f8ff|ffb84a|ffb84a",
        "ffd84a|1a1c24|ffffff|10141c",
        "2f7ad8 2fa86a d8405a|ffffff|ffffff|10141c",
    )
    text = f"leaf {leaf} paving {paving} heads {heads} tails {tails} steel {steel} street f0a850 lamp ffdc8a"
    view = Night(
        seed=int(rng.integers(2**31)),
        icons=icons(rng, (FROM_AHEAD, FROM_ASIDE), ("disc", "round", "hexagon"), (0.17, 0.24), schemes),
        tones=palette(rng, text + " road 14161c ballast 1c2230 shadow 05060a label 10141c letters ffd88a", 3),
        fields=set_of(rng, fields, 3),
        roofs=set_of(rng, pick(rng, ("ffd890 ffb860 fff0d0 ffe0a0", "ffd890 a8d8ff ff9a5a ffffff"))),
        widths=(between(rng, 0.11, 0.17), between(rng, 0.08, 0.12)),
        over=pick(rng, ("H", "R")),
        yard=0.2,
    )
    return boxed("night", rng, ("chamfer", "arc"), "38b0e8 f0c83a e85080", "f0f0f0 e88a2a 6ac86a"), view.paint


FAMILIES: dict[str, Callable[[Rng], tuple[Style, Painter]]] = {
    "photograph": photograph,
    "diorama": diorama,
    "night": night,
}
