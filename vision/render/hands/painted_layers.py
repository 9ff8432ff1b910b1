"""Boxes in layers: cut paper with its shadows, and oil with its ridges."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from vision.face import Spot, TileFace
from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.guests import Canvas, flat
from vision.render.hands.painted import (
    DOWN,
    FULL,
    Artist,
    apart,
    box_by,
    cut,
    drawings,
    ends_alone,
    free_places,
    mixed,
    near,
    redrawn,
    shaky,
    tooth,
    ways,
    zigzag,
)
from vision.render.pictograms import oval
from vision.render.routes import CENTRE, across, along, beside
from vision.render.style import Colour, Rng, Style, pick, shade
from vision.render.tile import Painter

SNIPPED = drawings(
    "ink -1,-.3 -.8,-.52 .76,-.5 1,-.24 1,.24 .76,.5 -.8,.52 -1,.3; light .18,-.4 .52,-.3 .52,.3 .18,.4;"
    "light -.5,-.36 -.74,-.28 -.74,.28 -.5,.36; dark -.4,-.34 .08,-.36 .08,.36 -.4,.34",
    "ink -1.15,-.36 -.2,-.36 -.2,.36 -1.15,.36; dark -.24,-.1 0,-.1 0,.1 -.24,.1; ink -.06,-.36 .8,-.36 1.16,-.12 "
    "1.16,.12 .8,.36 -.06,.36; light .58,-.24 .8,-.2 .8,.2 .58,.24; light -1,-.1 -.36,-.1 -.36,.1 -1,.1;"
    "light .06,-.1 .42,-.1 .42,.1 .06,.1",
    "ink -.8,.86 -.66,.2 -.26,0 .26,0 .66,.2 .8,.86; dark@.4 0,-.42; light -.16,.06 .16,.06 0,.5",
)


class Collage(Artist):
    """Coloured papers cut with scissors, one over the other, each with its shadow."""

    def __init__(self, rng: Rng) -> None:
        inks = ("1f5fa8 d23c2a 2a2a30", "e2571f 1a7a6a 5a2f7f", "d8b01f c92f5f 2f4f9f")
        bends = ("corner", "chamfer", "arc")
        super().__init__(rng, "collage", bends, inks, ("flat_car flat_loco flat_person", "long_car loco ball_cylinder"))
        self.country, self.leaf = (
            near(rng, "8cc084 3f8f6a c8d65a 9fd0c0 2f5f58"),
            near(rng, "2f7a4a b8d86a f0d05a 5aa8a0"),
        )
        self.town, self.roof = near(rng, "f0e6d2 f2b8a0 d8d0e8 f5d58a"), near(rng, "d8583a 3a5a9a 8a4a7a e0a030")
        self.road, self.dash = (
            apart(rng, "3c3c44 f6f0e0 e87a5a 8f8a9a 4a3428", (self.country, self.town)),
            near(rng, "f8f4e8 f2c83a 2a2a30"),
        )
        self.rail, self.tie = near(rng, "23232a 5a3a28 2a3f7a f7f2e6"), near(rng, "f4e8cc d8502a 23232a 9ad0e0")
        self.label_paper, self.dark = near(rng, "fdf8ec fbe8a8 f8d8d0", 4), near(rng, "26242a", 4)
        self.road_width, self.rail_width = float(rng.uniform(0.11, 0.2)), float(rng.uniform(0.1, 0.16))
        self.rail_look, self.label = pick(rng, ("ties", "tape", "pinked")), pick(rng, ("ticket", "disc", "none"))
        self.town_paper, self.block = pick(rng, ("news", "stripes", "squares")), bool(rng.random() < 0.5)
        self.icon_size, self.house = float(rng.uniform(0.22, 0.3)), float(rng.uniform(0.13, 0.17))
        self.lift, self.fall = float(rng.uniform(0.01, 0.02)), float(rng.uniform(0.3, 0.55))
        self.torn = bool(rng.random() < 0.35)
        self.pictures, self.sheet = redrawn(rng, SNIPPED, 0.02), tooth(rng, 0.8)

    def land(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> Canvas:
        brush = Brush(flat(size_px, self.town if face.urban else self.country))
        if face.urban:
            self._pattern(brush)
        canvas = self._pasted(brush.canvas, lambda at: self._scraps(at, face, style, rng))
        return self._pasted(canvas, lambda at: self._routes(at, face, style, rng))

    def finished(self, canvas: Canvas, bare: Canvas, rng: Rng) -> Canvas:
        share = 0.9 + 0.1 * cut(self.sheet, rng, canvas.shape[0])
        return mixed(self._over(canvas, bare), np.zeros_like(canvas), np.asarray(share, np.float32))

    def _pasted(self, canvas: Canvas, draw: Callable[[Brush], None]) -> Canvas:
        draw(brush := Brush(canvas.copy()))
        return self._over(brush.canvas, canvas)

    def _over(self, canvas: Canvas, under: Canvas) -> Canvas:
        """What is new on the canvas throws a shadow on what was there."""
        new = cv2.threshold(cv2.cvtColor(cv2.absdiff(canvas, under), cv2.COLOR_BGR2GRAY), 0, 255, cv2.THRESH_BINARY)[1]
        shift = max(1, round(self.lift * canvas.shape[0]))
        shadow = cv2.blur(np.roll(new, (shift, shift), (0, 1)), (2 * shift + 1, 2 * shift + 1))
        dim = mixed(np.zeros_like(under), under, np.asarray(shadow * (self.fall / 255), np.float32))
        return np.asarray(np.where(new[..., None] > 0, canvas, dim), np.uint8)

    def _pattern(self, brush: Brush) -> None:
        tone, steps = shade(self.town, 0.8), np.arange(-0.5, 1.5, 0.055)
        if self.town_paper == "stripes":
            brush.lines([np.array([(x - 0.5, 0), (x + 0.5, 1)]) for x in steps[::2]], tone, 0.03)
        elif self.town_paper == "squares":
            brush.lines([np.array(ends) for x in steps for ends in (((x, 0), (x, 1)), ((0, x), (1, x)))], tone, 0.006)
        else:
            starts = [(x, y) for y in np.arange(0.02, 1, 0.035) for x in (0.03, 0.36, 0.69)]
            brush.lines([np.array([(x, y), (x + 0.2 + 0.08 * (7 * y % 1), y)]) for x, y in starts], tone, 0.012)

    def _scraps(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        for at in free_places(rng, face, style.bend, 5, 0.19):
            turn_deg, size = float(rng.uniform(0, 360)), float(rng.uniform(0.07, 0.12))
            if face.urban:
                brush.fill(box(at, size * 1.3, size, turn_deg), self.roof)
                brush.fill(
                    box(at + turned((0, size / 4), turn_deg), size * 1.3, size / 2, turn_deg), shade(self.roof, 0.8)
                )
            else:
                frond = [(0, -1), (0.3, -0.5), (0.7, -0.5), (0.4, 0), (0.6, 0.5), (0.15, 0.4), (0, 1)]
                outline = np.array([*frond, *((-x, y) for x, y in frond[-2:0:-1])])
                brush.fill(turned(outline * size * 0.8, turn_deg) + at, self.leaf)

    def _routes(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        roads, rails = ways(face, "H", style.bend), ways(face, "R", style.bend)
        if self.torn:
            brush.lines([line + rng.normal(0, 0.006, line.shape) for line in roads], FULL, self.road_width + 0.03)
        brush.lines(roads, self.road, self.road_width)
        for line in roads:
            places, ahead = along(line, 0.14, 0.06)
            for place, way in zip(places, ahead, strict=True):
                brush.fill(box(place, 0.07, 0.022, float(np.rad2deg(np.arctan2(way[1], way[0])))), self.dash)
        if roads and ends_alone(face):
            brush.fill(box(CENTRE, self.road_width * 1.5, self.road_width * 1.5), self.road)
        for line in rails:
            self._rail(brush, line)

    def _rail(self, brush: Brush, line: Points) -> None:
        half = self.rail_width / 2
        if self.rail_look == "ties":
            brush.lines(across(line, 0.085, half), self.tie, 0.034)
            brush.line(line, self.rail, self.rail_width * 0.36)
            return
        brush.line(line, self.rail, self.rail_width)
        if self.rail_look == "tape":
            places, ahead = along(line, 0.075, 0.02)
            aside = np.stack([-ahead[:, 1], ahead[:, 0]], 1) * half * 0.85
            slant = ahead * 0.03
            brush.lines(list(np.stack([places - aside - slant, places + aside + slant], 1)), self.tie, 0.022)
        else:
            brush.line(zigzag(line, 0.04, half * 0.45), self.tie, 0.02)

    def station(self, brush: Brush) -> None:
        size = self.house
        if not self.block:
            for radius, paper in ((1.45, self.dark), (1.2, self.label_paper), (0.85, self.roof)):
                brush.fill(regular(CENTRE, size * radius, 14), paper)
            return
        cube = regular(CENTRE, size * 1.3, 6)
        brush.fill(cube, shade(self.roof, 0.75))
        brush.fill(np.stack([CENTRE, cube[5], cube[0], cube[1]]), shade(self.roof, 1.3))
        brush.fill(np.stack([CENTRE, cube[1], cube[2], cube[3]]), self.roof)

    def icon(self, brush: Brush, spot: Spot, place: Points, face: TileFace) -> None:
        half, turn_deg = self.icon_size / 2, 0.0
        if spot.kind != "traveller":
            turn_deg = self._way_deg(face, "H" if spot.on == "highway" else "R", place)
        if self.label == "ticket":
            notched = np.array([(-1, -0.8), (-0.2, -0.8), (0, -0.6), (0.2, -0.8), (1, -0.8)]) * half * 1.1
            brush.fill(turned(np.concatenate([notched, -notched]), turn_deg) + place, self.label_paper)
        elif self.label == "disc" or spot.kind == "traveller":
            brush.fill(regular(place, half, 15), self.label_paper)
        size = half * (0.95 if self.label == "none" and spot.kind != "traveller" else 0.72)
        self.stamp(brush, spot.kind, place, size, (self.inks[spot.kind], self.dark, self.label_paper), turn_deg)

    def _way_deg(self, face: TileFace, letter: str, place: Points) -> float:
        """In which direction the route runs there."""
        runs = [np.concatenate(along(line, 0.03), 1) for line in ways(face, letter, self.style.bend)]
        steps = np.concatenate(runs or [np.eye(4)[2:3]])
        way = steps[int(np.linalg.norm(steps[:, :2] - place, axis=1).argmin()), 2:]
        return float(np.rad2deg(np.arctan2(way[1], way[0])) + 90) % 180 - 90


MODELLED = drawings(
    "dark@.24x.3 -.62,.6 .62,.6; ink -.9,.56 -.98,.1 -.7,-.12 -.54,-.7 .54,-.7 .7,-.12 .98,.1 .9,.56; dark -.5,-.14 "
    "-.38,-.52 .38,-.52 .5,-.14; dark -.3,.1 .3,.1 .22,.46 -.22,.46; light@.18 -.64,.2 .64,.2",
    "ink -1,.5 -1,-.4 .2,-.46 .7,-.24 1.02,.2 1.02,.5; dark -.86,.02 -.86,-.24 -.2,-.26 -.2,.02; dark .02,.02 "
    ".02,-.28 .34,-.26 .62,.02; light/.12 -1,.24 .98,.24; dark/.16 -.9,.62 .9,.62",
    "ink -.86,.9 -.7,.26 -.24,.08 .24,.08 .7,.26 .86,.9; light@.36x.42 0,-.3; dark@.7x.13 0,-.5;"
    "dark -.36,-.5 -.3,-.96 .3,-.96 .36,-.5; dark -.14,.1 .14,.1 0,.7",
)


class Oil(Artist):
    """Thick paint in short strokes that catch the light, with enamelled medallions for the icons."""

    def __init__(self, rng: Rng) -> None:
        inks = ("1f4f8a 9a2a20 2f6a3a", "7a3a6a 1f6a6a b06a1a", "262a36 262a36 262a36")
        super().__init__(rng, "oil", ("arc", "tight"), inks, ("taxi loco bell", "two_box_car tram ball_cone"))
        self.country, self.field = near(rng, "7a9a4a 4a6a3a b0a850 3a5a5f"), near(rng, "c8b04a 9ab86a 5a7a8a d8a050")
        self.town, self.roof = near(rng, "c89a70 a08a80 8a7a98 d8b088"), near(rng, "a84a30 6a4a5a d87a4a 4a5a80")
        self.road, self.rail = (
            apart(rng, "e0c898 8a7a78 d8d0c0 6a4a3a", (self.country, self.town)),
            near(rng, "3a2a2a 2a2a48 5a2a1a"),
        )
        self.tie, self.gold = near(rng, "d8a868 b8b8c0 e8d8b0"), near(rng, "d8b04a c8c8c8 e8dcc0 3a2a1a")
        self.cream, self.dark = near(rng, "f6ecd2", 4), near(rng, "2a2024", 4)
        self.road_width, self.rail_width = float(rng.uniform(0.13, 0.2)), float(rng.uniform(0.11, 0.17))
        self.dab, self.relief = float(rng.uniform(0.022, 0.042)), float(rng.uniform(0.25, 0.55))
        self.flow_deg, self.corners = float(rng.uniform(0, 180)), int(pick(rng, (6, 8, 28)))
        self.icon_size, self.hall = float(rng.uniform(0.23, 0.3)), float(rng.uniform(0.16, 0.2))
        self.heavy, self.pictures = bool(rng.random() < 0.5), redrawn(rng, MODELLED, 0.02)
        streaks = cv2.blur(tooth(rng, 0.7), (13, 1))
        self.sheet = np.asarray(np.clip((streaks - 0.5) * 3 + 0.5, 0, 1), np.float32)

    def land(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> Canvas:
        first, second = (self.town, self.roof) if face.urban else (self.country, self.field)
        brush = Brush(flat(size_px, first))
        for tone in (0.82, 1.1, 0.94, 1.2, 1.0):
            self._dabs(brush, rng.random((26, 2)), shade(first, tone), rng)
        spots = free_places(rng, face, style.bend, 10, 0.16)
        for at in spots if face.urban else ():
            house = box(at, 0.11, 0.09, float(rng.normal(0, 8)))
            brush.fill(house + 0.012, shade(self.dark, 1.15))
            brush.fill(house, shade(second, float(rng.uniform(0.85, 1.25))))
            brush.line(house[:2], shade(second, 1.45), self.dab * 0.5)
        if not face.urban:
            self._dabs(brush, np.repeat(spots, 4, 0) + rng.normal(0, 0.03, (4 * len(spots), 2)), second, rng)
        self._routes(brush, face, style, rng)
        return brush.canvas

    def _dabs(self, brush: Brush, places: Points, colour: Colour, rng: Rng) -> None:
        reach = turned((0.045, 0.0), self.flow_deg + float(rng.normal(0, 18)))
        brush.lines([np.stack([at - reach, at + reach]) for at in places], colour, self.dab)

    def _routes(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        roads, rails = ways(face, "H", style.bend), ways(face, "R", style.bend)
        brush.lines(roads, shade(self.road, 0.55), self.road_width + 0.02)
        for offset in (-0.4, 0.4, -0.2, 0.2, 0.0):
            streaks = [shaky(rng, beside(line, offset * self.road_width), 0.006) for line in roads]
            brush.lines(streaks, shade(self.road, float(rng.uniform(0.85, 1.3))), self.road_width * 0.27)
        if roads and ends_alone(face):
            brush.disc(CENTRE, self.road_width * 0.65, shade(self.road, 0.9))
        brush.lines(rails, self.rail, self.rail_width)
        for line in rails:
            brush.lines(across(line, 0.075, self.rail_width * 0.42), self.tie, 0.034 if self.heavy else 0.02)
            if not self.heavy:
                rims = [beside(line, side * self.rail_width * 0.28) for side in (-1, 1)]
                brush.lines(rims, shade(self.tie, 1.4), 0.016)

    def station(self, brush: Brush) -> None:
        size = self.hall
        arch = oval((0, 0), 1.15, 1.15)[14:]
        vault = np.concatenate([arch, [(1.15, 0.8), (-1.15, 0.8)]]) * size + CENTRE
        brush.fill(vault + 0.016, self.dark)
        brush.fill(vault, self.roof)
        brush.fill((vault - CENTRE) * 0.82 + CENTRE + 0.01 * DOWN, self.cream)
        brush.lines([np.stack([CENTRE + 0.08 * DOWN, rib]) for rib in vault[1:14:3]], self.roof, self.dab * 0.35)

    def icon(self, brush: Brush, spot: Spot, place: Points, face: TileFace) -> None:
        half, ink = self.icon_size / 2, self.inks[spot.kind]
        for shift, radius, colour in ((0.012, 1.0, self.dark), (0.0, 1.0, self.gold), (0.0, 0.86, ink)):
            brush.fill(regular(place + shift, half * radius, self.corners, 180 / self.corners), colour)
        self.stamp(brush, spot.kind, place, half * 0.66, (self.cream, self.dark, self.gold))

    def finished(self, canvas: Canvas, bare: Canvas, rng: Rng) -> Canvas:
        """Light from the upper left on ridges of paint."""
        ridges = np.array([[-self.relief, 0, 0], [0, 1, 0], [0, 0, self.relief]], np.float32)
        share = np.asarray(0.86 + 0.14 * cut(self.sheet, rng, canvas.shape[0]), np.float32)
        return mixed(np.asarray(cv2.filter2D(canvas, -1, ridges), np.uint8), flat(canvas.shape[0], self.dark), share)


FAMILIES: dict[str, Callable[[Rng], tuple[Style, Painter]]] = {
    "collage": partial(box_by, Collage),
    "oil": partial(box_by, Oil),
}
