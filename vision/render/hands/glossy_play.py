"""A box like a game on a telephone: bubbly shapes, strong gradients, fat outlines, buttons and coins."""

from __future__ import annotations

from functools import partial

import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points, box, regular, star, turned
from vision.render.guests import bgr, flat
from vision.render.hands.aerial_view import Canvas, plate, stamp
from vision.render.hands.glossy_view import (
    Family,
    Gloss,
    about,
    box_by,
    bulging,
    gloss,
    graded,
    mixed,
    tones_of,
)
from vision.render.hands.plain import grid, readable
from vision.render.hands.vector import WHITE, dashes, near
from vision.render.hands.worlds import beads, both
from vision.render.pictograms import oval, rounded
from vision.render.routes import CENTRE, across, along
from vision.render.style import Colour, Rng, Style, distance, luma, pick, shade


class Mobile(Gloss):
    """A game on a telephone: strong gradients, fat outlines, tubes and planks with highlights, buttons and coins."""

    book = "mobile"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.line, self.rim = near(rng, "2a1a4a 3a2418 12304a 4a1030", 5), float(pick(rng, (0.0, 0.008, 0.014, 0.02)))
        self.lip, self.toys = (
            float(pick(rng, (0.0, 0.03, 0.06))),
            pick(rng, ("trees", "gems", "clouds", "stars", "palms")),
        )
        self.blocks = pick(rng, ("towers", "crates", "domes", "huts"))

    def outlined(self, brush: Brush, shape: Points, colour: Colour, much: float = 0.3) -> None:
        if self.rim:
            brush.line(shape, self.line, 2 * self.rim, closed=True)
        bulging(brush, shape, colour, much)

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        size_px, urban = brush.size_px, face.urban
        brush.canvas[:] = self.kept(f"board {urban}", size_px, lambda own: self._board(size_px, urban))

    def _board(self, size_px: int, urban: bool) -> Canvas:
        brush, ground, look = Brush(flat(size_px, self.grounds[urban])), self.grounds[urban], self.lands[urban]
        graded(brush, box(CENTRE, 1.1, 1.1), shade(ground, 1.15), shade(ground, 0.82))
        light, step = shade(ground, 1.22), 1 / (4 + self.seed % 4)
        cells = grid(step)
        if look == "checks":
            for at in cells[(cells // step).sum(1) % 2 == 0]:
                brush.fill(box(at, step, step), light)
        elif look == "rays":
            for k in range(0, 16, 2):
                brush.fill([CENTRE, *(regular(CENTRE, 1.2, 16)[[k, k + 1]])], light)
        elif look in ("bubbles", "dots"):
            for at in cells:
                brush.disc(at, step * (0.32 if look == "dots" else 0.1 + 0.35 * (at.sum() * 77 % 1)), light)
        elif look == "hills":
            for k, x in enumerate((0.1, 0.9, 0.45)):
                graded(
                    brush, oval((x, 1.02), 0.48, 0.62 - 0.17 * k), shade(ground, 1.3 - 0.12 * k), shade(ground, 0.85)
                )
        elif look == "hexes":
            for k, at in enumerate(cells):
                brush.line(regular(np.add(at, (0, step / 2 * (k % 2))), step * 0.55, 6, 30), light, 0.012, closed=True)
        else:
            for k, at in enumerate(np.add(cells, (0, 0))):
                shift = step / 2 * (int(at[1] / step) % 2) if look == "bricks" else 0.0
                bulging(
                    brush,
                    rounded(np.add(at, (shift, 0)), step * 0.92, step * 0.88, step * 0.15),
                    shade(ground, 1.0 + 0.08 * (k % 2)),
                    0.14,
                )
        return brush.canvas

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        width, paint, look = self.widths[rail], self.paints[rail], self.looks[rail]
        line = self.line if self.rim else shade(paint, 0.55)
        rim = max(self.rim, 0.008)
        if rail:
            self._rail(brush, lines, width, line)
            return
        if look == "pads":
            for at in beads(lines, 0.5 / round(0.55 / width)):
                brush.disc(np.add(at, (0, 0.012)), width * 0.45 + rim, line)
                bulging(brush, oval(at, width * 0.45, width * 0.42), paint, 0.25)
            return
        brush.lines([np.add(points, (0, 0.012)) for points in lines], line, width + 2 * rim)
        brush.lines(lines, line, width + 2 * rim)
        brush.lines(lines, shade(paint, 0.82), width)
        brush.lines([points - (0, width * 0.05) for points in lines], paint, width * 0.82)
        bright = shade(paint, 1.5) if luma(paint) < 200 else shade(paint, 0.75)
        if look == "tube":
            brush.lines([points - width * 0.16 for points in lines], mixed(paint, WHITE, 0.45), width * 0.16)
        elif look == "ribbon":
            brush.lines(both(lines, width * 0.34), bright, width * 0.09)
            brush.lines([dash for points in lines for dash in dashes(points, 0.05, 0.075)], bright, width * 0.12)
        else:
            for points in lines:
                for at, to in zip(*along(points, 0.125, 0.06), strict=True):
                    over = np.array([-to[1], to[0]]) * width * 0.26
                    brush.line([at - over - to * 0.025, at + to * 0.025, at + over - to * 0.025], bright, width * 0.12)

    def _rail(self, brush: Brush, lines: list[Points], width: float, line: Colour) -> None:
        paint, look, rim = self.paints[1], self.looks[1], max(self.rim, 0.007)
        wood, steel = mixed(paint, bgr("7a4a22"), 0.35), mixed(shade(paint, 1.45), WHITE, 0.35)
        ties = [tie for points in lines for tie in across(points, 0.1, width * 0.4)]
        if look == "beam":
            for wide, tone in ((1.0, line), (0.86, shade(paint, 0.75)), (0.6, paint)):
                brush.lines(lines, tone, width * 0.8 * wide)
            brush.lines([points - width * 0.1 for points in lines], steel, width * 0.1)
            for at in beads(lines, 0.125):
                brush.disc(at, width * 0.2, line)
                brush.disc(at, width * 0.12, steel)
            return
        for drop, tone, wide in ((0.01, line, 0.05 + 2 * rim), (0.0, line, 0.05 + 2 * rim), (0.0, wood, 0.05)):
            brush.lines([np.add(tie, (0, drop)) for tie in ties], tone, wide)
        brush.lines([tie - (0, 0.008) for tie in ties], shade(wood, 1.3), 0.016)
        rails = lines if look == "coaster" else both(lines, width * (0.4 if look == "ladder" else 0.24))
        bar = width * (0.3 if look == "coaster" else 0.13)
        for tone, wide, shift in (
            (line, bar + 2 * rim, 0.0),
            (shade(steel, 0.75), bar, 0.0),
            (steel, bar * 0.5, bar * 0.15),
        ):
            brush.lines([points - shift for points in rails], tone, max(wide, 0.01))

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        self.outlined(brush, oval(CENTRE, self.widths[rail] * 0.65, self.widths[rail] * 0.65), self.paints[rail])
        bulging(brush, star(CENTRE, self.widths[rail] * 0.4), self.accent)

    def scenery(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        for at in self.free(face, style, rng, 0.07 + self.gap, 0.16)[: 4 + self.seed % 5]:
            half = 0.055 + 0.03 * float(at.sum() * 997 % 1)
            (self._block if face.urban else self._toy)(brush, at, half)

    def _toy(self, brush: Brush, at: Points, half: float) -> None:
        leaf = mixed(self.grounds[0], bgr("1f9a4a"), 0.55)
        if self.toys == "gems":
            gem = np.array([(-0.9, -0.2), (-0.5, -0.8), (0.5, -0.8), (0.9, -0.2), (0, 0.95)]) * half + at
            self.outlined(brush, gem, self.accent)
            graded(brush, gem[[1, 2, 4]], WHITE, self.accent, 0.4)
        elif self.toys == "stars":
            self.outlined(brush, star(at, half), bgr("ffd23f"))
        elif self.toys == "clouds":
            for x, size in ((-0.7, 0.55), (0.7, 0.5), (0, 0.8)):
                bulging(brush, oval(np.add(at, (x * half, 0)), size * half, size * half * 0.8), bgr("e8f4ff"), 0.12)
        elif self.toys == "palms":
            brush.line([np.add(at, (0, half)), np.add(at, (half * 0.2, -half * 0.3))], bgr("8a5a2a"), half * 0.35)
            for turn in (200, 250, 300, 345):
                self.outlined(
                    brush, oval((0, 0), half * 0.75, half * 0.25, turn) + at + turned((half * 0.7, 0), turn), leaf
                )
        else:
            self.outlined(brush, box(np.add(at, (0, half * 0.8)), half * 0.4, half * 0.7), bgr("8a5a2a"))
            self.outlined(brush, oval(at - (0, half * 0.1), half, half * 0.95), leaf, 0.4)
            brush.disc(at - (half * 0.35, half * 0.5), half * 0.18, shade(leaf, 1.6))

    def _block(self, brush: Brush, at: Points, half: float) -> None:
        wall = mixed(self.accent, WHITE, 0.25 + 0.5 * float(at.sum() * 613 % 1))
        if self.blocks == "crates":
            self.outlined(brush, rounded(at, half * 1.8, half * 1.8, half * 0.2), bgr("c98a4a"))
            brush.lines([at + half * np.array([(-0.7, -0.7), (0.7, 0.7)])], bgr("8a5a2a"), half * 0.2)
            return
        high = 1.6 if self.blocks == "towers" else 0.9
        self.outlined(brush, rounded(at, half * 1.6, half * 2 * high, half * 0.2), wall)
        for y in np.arange(-0.6, 0.7, 0.55) if self.blocks == "towers" else (0.3,):
            for x in (-0.35, 0.35):
                brush.fill(
                    rounded(np.add(at, (x * half, y * half * high)), half * 0.4, half * 0.45, half * 0.1),
                    shade(wall, 0.5),
                )
        if self.blocks != "towers":
            roof = oval(at - (0, half * 0.7), half * 1.05, half * 0.7) if self.blocks == "domes" else \
                np.array([(-1.15, -0.5), (0, -1.5), (1.15, -0.5)]) * half + at  # fmt: skip
            self.outlined(brush, roof, self.accent)

    def station(self, brush: Brush) -> None:
        half, paper = self.yard * 1.15, mixed(self.paper, self.accent, 0.1)
        if self.hall in ("pedestal", "button"):
            shape = oval(CENTRE, half, half) if self.hall == "button" else regular(CENTRE, half * 1.1, 6, 30)
            for shift in (0.035, 0.02):
                brush.fill(np.add(shape, (0, shift)), shade(self.accent, 0.5))
            self.outlined(brush, shape, self.accent)
            bulging(brush, about(shape, 0.78), paper, 0.2)
            return
        walls = rounded(np.add(CENTRE, (0, half * 0.15)), half * 1.9, half * 1.8, half * 0.15)
        self.outlined(brush, walls, paper, 0.2)
        if self.hall == "castle":
            for x in (-0.9, 0, 0.9):
                self.outlined(
                    brush, box(np.add(CENTRE, (x * half, -half * 0.75)), half * 0.55, half * 0.6), self.accent
                )
            return
        for k in range(6):
            strip = rounded(np.add(CENTRE, ((k - 2.5) * half * 0.4, -half * 0.7)), half * 0.4, half * 0.65, half * 0.16)
            self.outlined(brush, strip, self.accent if k % 2 else WHITE, 0.2)

    def icon(self, brush: Brush, kind: str, place: Points, turn_deg: float) -> None:
        half, ink, picture = self.size / 2, self.inks[kind], self.pictures[kind]
        if self.sign == "bold":
            ink = self.accent if luma(ink) > 235 or distance(ink, self.line) < 90 else ink
            stamp(
                brush,
                picture,
                np.add(place, (0, 0.012)),
                half * 0.94,
                tones_of("one", self.line, self.line),
                0.0,
                (self.line, 0.022),
            )
            stamp(brush, picture, place, half * 0.94, tones_of("many", ink, WHITE), 0.0, (self.line, 0.02))
            return
        shape = plate("disc" if self.sign in ("coin", "bubble") else self.shape, half) + place
        brush.fill(np.add(shape, (0, 0.025)), shade(self.line, 0.9))
        if self.sign == "bubble":
            graded(brush, shape, mixed(self.accent, WHITE, 0.75), mixed(self.accent, WHITE, 0.5))
            brush.line(shape, WHITE, 0.014, closed=True)
            dark = self.line if luma(ink) > 140 else ink
            stamp(brush, picture, place, half * 0.68, tones_of(self.manner, dark, WHITE))
        else:
            gold = bgr("ffc629") if self.sign == "coin" else ink if luma(ink) < 235 else self.accent
            self.outlined(brush, shape, gold, 0.35)
            bulging(brush, about(shape, 0.84), shade(gold, 1.12), -0.12)
            drawn = readable(gold) if self.sign == "button" else bgr("6a3a10") if luma(ink) > 140 else ink
            stamp(brush, picture, place, half * 0.66, tones_of("one", drawn, shade(gold, 1.12)))
        gloss(brush, place, half * 0.85, 0.28)

    def finish(self, brush: Brush, rng: Rng) -> None:
        """The side wall of a thick tile."""
        if self.lip:
            graded(brush, box((0.5, 1 - self.lip / 2), 1.1, self.lip), self.line, self.line, 0.55)


FAMILIES: dict[str, Family] = {"mobile": partial(box_by, Mobile)}
