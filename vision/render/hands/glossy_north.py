"""A quiet box from the north: muted flat shapes with a grain, sprigs and gables, small geometric signs."""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points, box, regular
from vision.render.hands.aerial_view import Plane, lit, noise, plate, stamp
from vision.render.hands.glossy_view import Family, Gloss, about, box_by, mixed, tones_of
from vision.render.hands.plain import grid, readable, rows
from vision.render.hands.plain_play import blot
from vision.render.hands.vector import WHITE, between, dashes
from vision.render.hands.worlds import beads, both
from vision.render.pictograms import oval, rounded
from vision.render.routes import CENTRE, across, along
from vision.render.style import Colour, Rng, Style, distance, luma, pick, shade

LEAF = np.array([(0, 0), (0.35, -0.22), (1, 0), (0.35, 0.22)])


class Nordic(Gloss):
    """Muted flat shapes, each with a grain that thickens to one side; forests, gables, twigs and stitches."""

    book = "nordic"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.grain, self.tooth = between(rng, 0.25, 0.8), between(rng, 0.01, 0.05)
        self.plants = pick(rng, ("sprig", "oval", "spruce", "mushroom", "bird"))
        self.frame = float(pick(rng, (0.0, 0.0, 0.03, 0.06)))
        self.dusk = luma(self.grounds[0]) < 110

    def grained(self, brush: Brush, shape: Points, colour: Colour, second: Colour | None = None) -> None:
        """A flat shape with grains of a second colour, which are closer to each other towards its foot."""
        size_px = brush.size_px
        outline = np.asarray(shape, np.float64) * size_px
        left, top = np.clip(np.floor(outline.min(0)).astype(int), 0, size_px)
        right, foot = np.clip(np.ceil(outline.max(0)).astype(int) + 1, 0, size_px)
        brush.fill(shape, colour)
        if right - left < 3 or foot - top < 3:
            return
        mask = np.zeros((foot - top, right - left), np.uint8)
        cv2.fillPoly(mask, [np.round(outline - (left, top)).astype(np.int32)], 1)
        sand: Plane = self.kept("sand", size_px, lambda own: own.random((size_px, size_px), np.float32))
        down = np.linspace(0, 1, foot - top, dtype=np.float32)[:, None] ** 2 * np.float32(self.grain)
        chosen = (sand[: foot - top, : right - left] < down) & (mask > 0)
        brush.canvas[top:foot, left:right][chosen] = np.asarray(second or shade(colour, 0.78), np.uint8)

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        ground, look = self.grounds[face.urban], self.lands[face.urban]
        deep, pale = shade(ground, 0.88), shade(ground, 1.25)
        if look == "hills":
            for x, y, tone in zip(rng.random(3), (0.75, 0.95, 1.1), (1.15, 0.95, 0.85), strict=True):
                self.grained(brush, oval((x, y), 0.55, 0.45), shade(ground, tone))
        elif look == "lake":
            self.grained(
                brush, blot(rng, rng.uniform(0.15, 0.85, 2), 0.26), mixed(ground, (190.0, 160.0, 120.0), 0.45), pale
            )
        elif look == "peaks":
            for x, high in zip(rng.uniform(0, 1, 3), (0.8, 0.65, 0.5), strict=True):
                peak = np.array([(x, 1 - high), (x + high * 0.55, 1.05), (x - high * 0.55, 1.05)])
                self.grained(brush, peak, shade(ground, 0.78 + 0.25 * (1 - high)), pale)
                brush.fill(np.array([(0, 0), (0.1, 0.15), (0, 0.11), (-0.1, 0.15)]) * high * 1.2 + peak[0], pale)
        elif look == "terrazzo":
            for at, chance in zip(rng.random((40, 2)), rng.random(40), strict=True):
                chip = mixed(ground, (self.accent, self.paints[0], self.paper)[int(chance * 3)], 0.4)
                brush.fill(regular(at, 0.012 + 0.025 * chance, 4 + int(chance * 9) % 3, chance * 360), chip)
        elif look in ("blocks", "arches"):
            arch = np.concatenate([oval((0, 0), 0.1, 0.1)[14:], [(0.1, 0.1), (-0.1, 0.1)]])
            for k, at in enumerate(grid(0.25)):
                shape = box(at, 0.2, 0.2) if look == "blocks" else arch + at
                self.grained(brush, shape, (deep, pale, ground)[(k * 7 + self.seed) % 3])
        elif look == "weave":
            brush.lines([dash for row in rows(0.07, 45.0) for dash in dashes(row, 0.05, 0.03)], deep, 0.012)
        elif look == "gables":
            for k, x in enumerate(np.arange(0.06, 1.1, 0.125)):
                for y in (0.12, 0.88):
                    high = 0.06 + 0.04 * ((k * 5 + self.seed) % 3)
                    gable = np.array(
                        [(-0.055, 0.1), (-0.055, -high / 2), (0, -high / 2 - 0.05), (0.055, -high / 2), (0.055, 0.1)]
                    )
                    self.grained(brush, np.add(gable, (x, y)), (deep, pale, mixed(ground, self.accent, 0.35))[k % 3])
        if self.seed % 4 == 0:
            brush.disc(rng.uniform(0.1, 0.9, 2), 0.13, mixed(ground, (120.0, 190.0, 240.0), 0.4))

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        paint, look, width = self.paints[rail], self.looks[rail], self.widths[rail]
        second = mixed(paint, ground, 0.75) if distance(paint, ground) > 110 else readable(paint)
        if rail:
            self._rail(brush, lines, paint, look, width)
            return
        brush.lines(lines, paint, width)
        if look == "grained":
            sand = self.kept("sand", brush.size_px, lambda own: own.random((brush.size_px,) * 2, np.float32))
            mask = np.zeros(sand.shape, np.uint8)
            Brush(mask).lines(lines, (1, 1, 1), width * 0.9)
            brush.canvas[(mask > 0) & (sand < self.grain * 0.3)] = np.asarray(second, np.uint8)
        elif look == "lined":
            brush.lines(both(lines, width * 0.34), second, max(0.01, width * 0.07))
        elif look == "dotted":
            for at in beads(lines, 0.083):
                brush.disc(at, width * 0.13, second)
        elif look == "chevrons":
            for line in lines:
                for at, to in zip(*along(line, 0.1, 0.05), strict=True):
                    over = np.array([-to[1], to[0]]) * width * 0.3
                    brush.line([at - over - to * 0.02, at + to * 0.02, at + over - to * 0.02], second, 0.014)

    def _rail(self, brush: Brush, lines: list[Points], paint: Colour, look: str, width: float) -> None:
        thin = max(0.014, width * 0.13)
        if look == "twig":
            brush.lines(lines, paint, thin * 1.2)
            for line in lines:
                for at, to in zip(*along(line, 0.062, 0.02), strict=True):
                    over = np.array([-to[1], to[0]]) * width * 0.5
                    brush.line([at + over + to * 0.035, at, at - over + to * 0.035], paint, thin)
        elif look == "stitches":
            brush.lines(
                [dash for line in both(lines, width * 0.32) for dash in dashes(line, 0.035, 0.028)], paint, thin * 1.3
            )
            brush.lines(lines, paint, thin)
        elif look == "beads":
            brush.lines(lines, paint, thin)
            for at in beads(lines, 0.0835):
                brush.disc(at, width * 0.38, paint)
        elif look == "twin":
            brush.lines(both(lines, width * 0.3), paint, thin)
            brush.lines([tie for line in lines for tie in across(line, 0.125, width * 0.5)], paint, thin * 1.5)
        else:
            brush.lines(lines, paint, width * 0.9)
            pale = mixed(paint, self.paper, 0.75) if luma(paint) < 150 else shade(paint, 0.55)
            brush.lines([tie for line in lines for tie in across(line, 0.0625, width * 0.28)], pale, 0.02)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        self.grained(brush, oval(CENTRE, self.widths[rail] * 0.68, self.widths[rail] * 0.68), self.paints[rail])

    def scenery(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        ground, crowd = self.grounds[face.urban], self.crowd if not face.urban else self.crowd // 3
        leaf = mixed(shade(ground, 1.5 if self.dusk else 0.62), self.accent, 0.25)
        for at in self.free(face, style, rng, 0.06 + self.gap, 0.13)[:crowd]:
            half = 0.05 + 0.03 * float(at.sum() * 997 % 1)
            plant = self.plants if self.lands[0] != "forest" else ("spruce", "oval")[int(at.sum() * 613) % 2]
            self._plant(brush, plant, at, half, leaf)

    def _plant(self, brush: Brush, plant: str, at: Points, half: float, leaf: Colour) -> None:
        if plant == "sprig":
            brush.line([np.add(at, (0, half)), at - (0, half)], leaf, 0.01)
            for y in (-0.6, -0.1, 0.4):
                for side in (-1, 1):
                    brush.fill(LEAF * (side * half * 0.8, half * 0.9) + at + (0, y * half), leaf)
        elif plant == "oval":
            self.grained(brush, oval(at, half * 0.6, half), leaf)
            brush.line([np.add(at, (0, half * 1.4)), at - (0, half * 0.3)], mixed(leaf, self.paper, 0.5), 0.009)
        elif plant == "spruce":
            self.grained(brush, np.array([(0, -1.3), (0.65, 0.8), (-0.65, 0.8)]) * half + at, leaf)
            brush.line([np.add(at, (0, half * 1.1)), np.add(at, (0, half * 0.7))], leaf, 0.014)
        elif plant == "mushroom":
            brush.fill(rounded(np.add(at, (0, half * 0.4)), half * 0.5, half, half * 0.2), self.paper)
            self.grained(
                brush,
                np.concatenate([oval(at, half * 0.9, half * 0.9)[14:], [np.add(at, (half * 0.9, 0))]]),
                self.accent,
            )
        else:
            self.grained(
                brush, np.concatenate([oval(at, half, half * 0.8)[:15], [np.add(at, (-half * 1.4, -half * 0.3))]]), leaf
            )
            brush.disc(np.add(at, (half * 0.7, -half * 0.1)), half * 0.35, leaf)

    def station(self, brush: Brush) -> None:
        half, wall = self.yard * 1.1, self.accent
        trim = self.paper if distance(self.paper, wall) > 120 else readable(wall)
        if self.hall == "sun":
            self.grained(brush, oval(CENTRE, half * 1.1, half * 1.1), wall, mixed(wall, trim, 0.4))
            brush.disc(CENTRE, half * 0.8, trim, 0.014)
        elif self.hall == "flower":
            for petal in regular(CENTRE, half * 0.75, 8):
                brush.disc(petal, half * 0.42, wall)
            self.grained(brush, oval(CENTRE, half * 0.75, half * 0.75), trim)
        elif self.hall == "church":
            self.grained(brush, box(np.add(CENTRE, (half * 0.2, half * 0.3)), half * 1.9, half * 1.3), trim)
            self.grained(brush, np.array([(-0.9, -0.3), (0.2, -1.0), (1.3, -0.3)]) * half + CENTRE, wall)
            self.grained(brush, box(np.add(CENTRE, (-half * 0.6, 0)), half * 0.7, half * 1.9), shade(trim, 0.9))
            brush.fill(np.array([(-1.05, -0.9), (-0.6, -1.9), (-0.15, -0.9)]) * half + CENTRE, wall)
        else:
            low = 0.3 if self.hall == "barn" else -0.1
            body = np.array([(-1, 1), (-1, -low), (-0.55, -0.85), (0, -1.1), (0.55, -0.85), (1, -low), (1, 1)])
            self.grained(brush, body * half + CENTRE, wall)
            brush.line((body * half + CENTRE)[1:6], trim, 0.022)
            brush.line((about(body, 0.8) * half + CENTRE), trim, 0.01, closed=True)

    def icon(self, brush: Brush, kind: str, place: Points, turn_deg: float) -> None:
        half, ink, picture = self.size / 2, self.inks[kind], self.pictures[kind]
        if self.sign == "bare":
            edge = mixed(self.paper, WHITE, 0.4)
            stamp(
                brush,
                picture,
                place,
                half,
                tones_of("two" if self.manner == "many" else self.manner, ink, edge),
                0.0,
                (edge, 0.016),
            )
            return
        if self.sign == "arch":
            shape = np.concatenate([oval((0, -0.1), 0.95, 1.0)[14:], [(0.95, 1.0), (-0.95, 1.0)]]) * half + place
        elif self.sign == "pebble":
            shape = blot(np.random.default_rng([self.seed, len(kind)]), np.zeros(2), half) * (1.08, 1.36) + place
        else:
            shape = plate(self.shape, half) + place
        face = ink if self.seed % 3 == 0 else self.paper
        if distance(face, self.grounds[0]) < 90 or self.seed % 5 == 0:
            brush.line(shape, readable(self.grounds[0]) if self.dusk else ink, 0.02, closed=True)
        self.grained(brush, shape, face, mixed(face, ink if face is self.paper else self.paper, 0.12))
        drawn = self.paper if face is ink else ink
        stamp(brush, picture, place, half * 0.68, tones_of("one" if face is ink else self.manner, drawn, face))

    def finish(self, brush: Brush, rng: Rng) -> None:
        size_px = brush.size_px

        def tooth(own: Rng) -> Plane:
            return noise(own, size_px, {4: 0.015, size_px // 2: self.tooth, size_px: self.tooth})

        brush.canvas[:] = lit(brush.canvas, self.kept("tooth", size_px, tooth))
        if self.frame:
            brush.line(box(CENTRE, 1 - self.frame / 2, 1 - self.frame / 2), self.paper, self.frame / 2, closed=True)


FAMILIES: dict[str, Family] = {"nordic": partial(box_by, Nordic)}
