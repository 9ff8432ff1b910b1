"""A box like a toy: everything in relief of clay, plastic or flock, rendered or photographed under a lamp."""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points, box, regular
from vision.render.guests import bgr, flat
from vision.render.hands.aerial_view import Canvas, Plane, lit, noise, plate, stamp
from vision.render.hands.glossy_view import (
    Family,
    Gloss,
    about,
    box_by,
    mixed,
    tones_of,
)
from vision.render.hands.plain import grid, readable, rows
from vision.render.hands.vector import BLACK, WHITE, between, dashes, near
from vision.render.hands.worlds import both
from vision.render.pictograms import oval
from vision.render.routes import CENTRE, across, along
from vision.render.style import Colour, Rng, Style, luma, pick, shade


class Relief(Brush):
    """Draws in colour and, on a second canvas, how high everything is, 0 to 255."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self.form = Brush(np.full(canvas.shape[:2], 60, np.uint8))

    def slab(self, shape: Points, colour: Colour, height: float) -> None:
        self.fill(shape, colour)
        self.form.fill(shape, (height, height, height))

    def bands(self, lines: list[Points], colour: Colour, width: float, height: float) -> None:
        self.lines(lines, colour, width)
        self.form.lines(lines, (height, height, height), width)

    def mound(self, shape: Points, colour: Colour, low: float, high: float, steps: int = 6) -> None:
        """A heap that rises to its middle."""
        self.fill(shape, colour)
        for k in range(steps):
            height = low + (high - low) * (1 - (1 - k / (steps - 1)) ** 2)
            self.form.fill(about(shape, 1 - 0.9 * k / steps), (height, height, height))

    def gable(self, corners: Points, colour: Colour, low: float, high: float) -> None:
        """A roof over four corners, its ridge along the first side."""
        for k in range(8):
            upper, lower = corners[[0, 1]], corners[[3, 2]]
            one, other = upper + (lower - upper) * k / 16, lower + (upper - lower) * k / 16
            height = low + (high - low) * k / 7
            self.form.fill(np.concatenate([one, other[::-1]]), (height, height, height))
        self.fill(corners, colour)


class Rendered(Gloss):
    """A toy land rendered or photographed: clay, plastic or flock, all in relief with soft light and long shadows."""

    book = "rendered"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.stuff = pick(rng, ("clay", "plastic", "layout", "layout"))
        self.leaf = mixed(self.grounds[0], near(rng, "2f7a3a 4f8f2f c8742a 8fb06a", 8), between(rng, 0.4, 0.9))
        self.tall, self.lamp = between(rng, 0.7, 1.2), between(rng, 0.0, 0.35)
        self.sun_deg, self.steep = between(rng, 200, 250), between(rng, 2.4, 5.0)
        self.bumps = {"clay": (0.0, 1.5), "plastic": (0.0, 0.0), "layout": (7.0, 4.0)}[self.stuff]

    def easel(self, size_px: int, ground: Colour) -> Brush:
        return Relief(flat(size_px, ground))

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        assert isinstance(brush, Relief)
        look, ground, size_px = self.lands[face.urban], self.grounds[face.urban], brush.size_px
        if look == "slabs":
            for turn in (0.0, 90.0):
                brush.bands(rows(1 / 7, turn), shade(ground, 0.85), 0.01, 45)
        elif look == "planks":
            brush.bands(rows(1 / 6, 0.0), shade(ground, 0.8), 0.012, 40)
        elif look == "studs":
            for at in grid(1 / 8):
                brush.form.disc(at, 0.035, (80, 80, 80))
        elif look == "waves":
            x = np.linspace(0, 1, 20)
            for y in np.arange(0.05, 1, 0.11):
                brush.form.line(np.stack([x, y + 0.02 * np.sin(9 * x + 9 * y)], 1), (74, 74, 74), 0.03)
        elif look == "flock" and self.stuff == "layout":

            def make(own: Rng) -> Plane:
                return noise(own, 2 * size_px, {9: 0.1, 40: 0.08, 2 * size_px: 0.09})

            top, left = rng.integers(0, size_px, 2)
            brush.canvas[:] = lit(
                brush.canvas, self.kept("flock", size_px, make)[top : top + size_px, left : left + size_px]
            )
        if self.seed % 3 == 0 and not face.urban:
            x = np.linspace(-0.1, 1.1, 20)
            brook = np.stack([x, between(rng, 0.1, 0.9) + 0.06 * np.sin(8 * x + between(rng, 0, 6))], 1)
            brush.bands([brook], bgr("6fb6d6"), 0.09, 25)

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        assert isinstance(brush, Relief)
        if rail:
            self._track(brush, lines, self.widths[1])
            return
        width, paint, look = self.widths[0], self.paints[0], self.looks[0]
        mark = shade(paint, 1.6) if luma(paint) < 150 else shade(paint, 0.6)
        low = 30.0 if look == "sunk" else 85.0
        if look in ("kerbed", "sunk"):
            brush.bands(lines, mixed(paint, WHITE if luma(paint) < 170 else BLACK, 0.45), width, 105)
        brush.bands(lines, paint, width * (0.84 if look in ("kerbed", "sunk") else 1.0), low)
        if look == "slots":
            brush.bands(both(lines, width * 0.22), shade(paint, 0.5), width * 0.08, low - 40)
        elif look == "studs":
            for at in (at for line in both(lines, width * 0.25) for at in along(line, 0.1, 0.05)[0]):
                brush.disc(at, width * 0.13, shade(paint, 1.1))
                brush.form.disc(at, width * 0.13, (low + 30,) * 3)
        else:
            brush.lines([dash for line in lines for dash in dashes(line, 0.06, 0.065)], mark, max(0.014, width * 0.09))

    def _track(self, brush: Relief, lines: list[Points], width: float) -> None:
        paint, look = self.paints[1], self.looks[1]
        ties = [tie for line in lines for tie in across(line, 0.083, width * 0.42)]
        if look == "wooden":
            wood = mixed(paint, bgr("e0b070"), 0.6)
            brush.bands(lines, wood, width, 115)
            brush.bands(both(lines, width * 0.24), shade(wood, 0.62), width * 0.14, 75)
            return
        if look == "beam":
            brush.bands(lines, paint, width * 0.72, 110)
            brush.bands(lines, shade(paint, 1.3), width * 0.3, 145)
            brush.bands(ties[::2], shade(paint, 0.7), 0.03, 120)
            return
        if look == "plastic":
            brush.bands(lines, shade(paint, 0.8), width, 80)
        elif self.stuff == "layout":
            brush.bands(lines, mixed(paint, bgr("a89c8a"), 0.6), width, 78)
        wood = shade(paint, 0.6 if luma(paint) > 90 else 1.5)
        brush.bands(ties, wood, 0.032, 98)
        steel = bgr("cfd3d8") if luma(wood) < 150 else bgr("4a4e58")
        brush.bands(both(lines, width * 0.25), steel, max(0.016, width * 0.1), 150)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        assert isinstance(brush, Relief)
        aside = np.array([-way[1], way[0]]) * self.widths[rail] * 0.55
        brush.bands([np.stack([CENTRE - aside, CENTRE + aside])], self.accent, 0.05, 170)

    def scenery(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        assert isinstance(brush, Relief)
        for at in self.free(face, style, rng, (0.09 if face.urban else 0.06) + self.gap, 0.17):
            chance = float(at.sum() * 997 % 1)
            if face.urban:
                colour = (self.accent, mixed(self.accent, self.paper, 0.6), self.paper)[int(chance * 3)]
                wide, deep = 0.1 + 0.05 * chance, 0.09 + 0.04 * (chance * 7 % 1)
                self._house(
                    brush, box(at, wide, deep, 90.0 * (int(chance * 10) % 2)), colour, int(chance * 100) % 2 == 0
                )
            elif chance < 0.8:
                shape = regular(at, 0.045 + 0.03 * chance, 14 if chance < 0.5 else 6, chance * 300)
                brush.mound(shape, shade(self.leaf, 0.85 + 0.4 * (chance * 13 % 1)), 100, 230 * self.tall)
            else:
                brush.mound(regular(at, 0.035, 5, chance * 300), bgr("9a948a"), 60, 130, 4)

    def _house(self, brush: Relief, corners: Points, colour: Colour, flat_roof: bool) -> None:
        if flat_roof:
            brush.slab(corners, colour, 190 * self.tall)
            brush.slab(about(corners, 0.75), shade(colour, 0.85), 170 * self.tall)
        else:
            brush.gable(corners, colour, 110, 215 * self.tall)

    def station(self, brush: Brush) -> None:
        assert isinstance(brush, Relief)
        reach = self.yard
        if self.hall == "roundabout":
            brush.slab(oval(CENTRE, reach * 1.25, reach * 1.25), mixed(self.paints[0], self.paper, 0.3), 100)
            brush.mound(oval(CENTRE, reach * 0.85, reach * 0.85), self.leaf, 120, 165)
        elif self.hall == "dome":
            brush.slab(regular(CENTRE, reach * 1.25, 8, 22.5), self.paper, 120)
            brush.mound(oval(CENTRE, reach, reach), self.accent, 140, 225)
        elif self.hall == "platform":
            brush.slab(box(CENTRE, reach * 2.3, reach * 1.5), self.paper, 130)
            brush.slab(box(CENTRE, reach * 2.1, reach * 0.9), self.accent, 185)
        elif self.hall == "arcade":
            brush.slab(box(CENTRE, reach * 2.1, reach * 2.1), self.accent, 190)
            brush.slab(box(CENTRE, reach * 1.5, reach * 1.5), self.paper, 100)
        else:
            brush.gable(box(CENTRE, reach * 2.5, reach * 1.6), self.accent, 130, 220)
            brush.slab(box(CENTRE, reach * 0.8, reach * 1.9), self.paper, 225)

    def icon(self, brush: Brush, kind: str, place: Points, turn_deg: float) -> None:
        assert isinstance(brush, Relief)
        half, ink, picture = self.size / 2, self.inks[kind], self.pictures[kind]
        pale = luma(ink) > 200
        if self.sign in ("model", "extruded"):
            edge = bgr("2c2f38") if pale else self.paper
            tones = tones_of("many" if self.sign == "model" else self.manner, ink, edge)
            if self.sign == "extruded":
                brush.form.disc(place, half * 1.15, (100, 100, 100))
                stamp(brush.form, picture, place, half, dict.fromkeys(tones, (200, 200, 200)), 0.0, ((150,) * 3, 0.02))
            else:
                heights = {"ink": 185, "dark": 150, "hole": 205, "shine": 190, "skin": 235}
                stamp(brush.form, picture, place, half, {k: (v, v, v) for k, v in heights.items()}, turn_deg)
            stamp(brush, picture, place, half, tones, turn_deg, (edge, 0.016))
            return
        shape, sunk = plate(self.shape, half) + place, self.sign == "sunk"
        face = ink if self.seed % 2 else bgr("2c2f38") if pale else self.paper
        drawn = readable(face) if self.seed % 2 else ink
        brush.slab(shape, shade(face, 0.8), 180)
        brush.slab(about(shape, 0.86), face, 165)
        height = 120.0 if sunk else 200.0
        tones = tones_of("one", drawn, face)
        raised = {key: height if tone == drawn else 165.0 for key, tone in tones.items()}
        stamp(brush.form, picture, place, half * 0.68, {key: (v, v, v) for key, v in raised.items()})
        stamp(brush, picture, place, half * 0.68, tones)

    def finish(self, brush: Brush, rng: Rng) -> None:
        assert isinstance(brush, Relief)
        size_px = brush.size_px
        form = brush.form.canvas
        if self.bumps[0]:
            rough = self.kept(
                "rough", size_px, lambda own: noise(own, size_px, {size_px // 2: 5.0, size_px: self.bumps[0]})
            )
            form = np.asarray(cv2.add(form, rough, dtype=cv2.CV_8U), np.uint8)
        blur_px = size_px * (0.009 if self.stuff == "clay" else 0.005)
        soft = np.asarray(cv2.GaussianBlur(form, (0, 0), blur_px), np.uint8)
        angle = np.deg2rad(self.sun_deg)
        cos, sin = float(np.cos(angle)), float(np.sin(angle))
        slope = cv2.addWeighted(cv2.Sobel(soft, cv2.CV_32F, 1, 0), cos, cv2.Sobel(soft, cv2.CV_32F, 0, 1), sin, 0)
        # A slope towards the sun rises away from it.
        light = slope * np.float32(-size_px / 224 / 700)
        np.clip(light, -0.35, 0.4 if self.stuff == "plastic" else 0.28, out=light)
        light += self._shade(soft, cos, sin) + self.kept("lamp", size_px, lambda own: self._lamp(own, size_px))
        brush.canvas[:] = lit(brush.canvas, light)
        if self.stuff == "plastic":
            shine = np.clip(light - 0.22, 0, 0.2) * 420
            brush.canvas[:] = cv2.add(brush.canvas, cv2.merge([shine] * 3), dtype=cv2.CV_8U)

    def _shade(self, form: Canvas, cos: float, sin: float) -> Plane:
        """Shadows thrown away from the sun, and the dusk in hollows; at half the size."""
        size_px = form.shape[0] // 2
        small = cv2.resize(form, (size_px, size_px), interpolation=cv2.INTER_AREA)
        thrown = np.zeros_like(small)
        for k in range(1, 7):
            by = np.array([[1, 0, -cos * k * size_px * 0.012], [0, 1, -sin * k * size_px * 0.012]], np.float32)
            moved = cv2.warpAffine(small, by, small.shape, borderMode=cv2.BORDER_REPLICATE)
            thrown = np.maximum(
                thrown, cv2.subtract(cv2.subtract(moved, small), np.full_like(small, round(self.steep * 5 * k)))
            )
        wide = cv2.boxFilter(small, -1, (size_px // 12, size_px // 12))
        dusk = cv2.subtract(wide, small)
        dark = cv2.addWeighted(np.minimum(thrown, 40), 1.0, dusk, 0.5, 0)
        grown = cv2.resize(cv2.blur(dark, (3, 3)), (form.shape[0], form.shape[0]))
        return np.asarray(grown * np.float32(-1 / 110), np.float32)

    def _lamp(self, rng: Rng, size_px: int) -> Plane:
        y, x = np.mgrid[0:size_px, 0:size_px].astype(np.float32) / size_px
        far = np.hypot(x - between(rng, 0.1, 0.6), y - between(rng, 0.1, 0.6))
        grain = noise(rng, size_px, {size_px: 0.025 if self.stuff == "layout" else 0.006})
        return np.asarray(self.lamp * (0.35 - far) + 0.06 + grain, np.float32)


FAMILIES: dict[str, Family] = {"rendered": partial(box_by, Rendered)}
