"""Boxes from the press: linocut in two colours, and copperplate."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from vision.face import Spot, TileFace
from vision.render import pictograms
from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.guests import Canvas, clouds, flat
from vision.render.hands.painted import (
    DOWN,
    Artist,
    box_by,
    cut,
    drawings,
    ends_alone,
    free_places,
    mixed,
    near,
    outlined,
    redrawn,
    shaky,
    tooth,
    ways,
)
from vision.render.pictograms import oval
from vision.render.routes import CENTRE, across, along, beside
from vision.render.style import Colour, Rng, Style, pick, shade
from vision.render.tile import Painter

CARVED = drawings(
    "ink -1,.4 -.96,-.06 -.5,-.16 -.3,-.66 .5,-.66 .74,-.1 1,.02 1,.4; light -.3,-.16 -.16,-.48 .06,-.48 .06,-.16;"
    "light .2,-.16 .2,-.48 .4,-.48 .54,-.16; ink@.32 -.54,.44 .54,.44; light@.15 -.54,.44 .54,.44",
    "ink -1,.36 -1,-.7 -.36,-.7 -.36,-.3 .9,-.3 1,-.1 1,.36; light -.82,-.2 -.82,-.5 -.56,-.5 -.56,-.2; ink .4,-.3 "
    ".34,-.9 .84,-.9 .74,-.3; ink@.16 .02,-.34; ink@.3 -.66,.5 .02,.5 .68,.5; light@.13 -.66,.5 .02,.5 .68,.5",
    "ink@.27 .04,-.62; ink -.34,-.78 .02,-1.04 .44,-.7; ink -.3,-.34 .34,-.34 .5,.36 -.4,.36; ink -.4,.3 -.04,.3 "
    "-.3,1 -.66,1; ink .08,.3 .46,.3 .56,1 .22,1; ink/.14 .72,-.3 .84,1; ink/.18 .2,-.2 .78,.02",
)


class Linocut(Artist):
    """One dark block over one flat colour, with the marks of the gouge and a worn print."""

    def __init__(self, rng: Rng) -> None:
        inks = ("b8321f 1f4f8f 2a6a3a", "c77a12 7a1f3a 1f5f6a", "20242c 20242c 20242c")
        super().__init__(rng, "linocut", ("chamfer", "tight"), inks, ("block step_loco cylinder", "taxi tram bell"))
        self.ink, self.paper = near(rng, "1d1b1c 1f2a44 4a1d1a 1f3a30"), near(rng, "f4ecd8 f7f2ea ecdcb8", 4)
        self.country, self.town = near(rng, "8fb26a 6fa8a0 c9c47a b9d0a0"), near(rng, "e08a5a e6b84a c97f86 d8c6a8")
        self.dark_land, self.dark_road = bool(rng.random() < 0.4), bool(rng.random() < 0.5)
        self.rail_look, self.label = (
            pick(rng, ("teeth", "rhombs", "ladder")),
            pick(rng, ("block", "lozenge", "cleared")),
        )
        self.road_width, self.rail_width = float(rng.uniform(0.12, 0.18)), float(rng.uniform(0.1, 0.15))
        self.flow_deg, self.gouge = float(rng.uniform(0, 180)), float(rng.uniform(0.012, 0.022))
        self.icon_size, self.tower = float(rng.uniform(0.22, 0.3)), float(rng.uniform(0.12, 0.16))
        self.frame, self.worn = float(pick(rng, (0.0, 0.02, 0.035))), float(rng.uniform(0.8, 0.98))
        self.pictures, self.sheet = redrawn(rng, CARVED, 0.03), tooth(rng, 0.9)

    def land(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> Canvas:
        flat_colour = self.town if face.urban else self.country
        under, marks = (self.ink, flat_colour) if self.dark_land else (flat_colour, self.ink)
        brush = Brush(flat(size_px, under))
        (self._houses if face.urban else self._gouges)(brush, face, style, rng, marks, under)
        if self.frame:
            brush.line(box(CENTRE, 0.99, 0.99) + rng.normal(0, 0.004, (4, 2)), self.paper, self.frame * 2, closed=True)
        roads = [shaky(rng, line, 0.004) for line in ways(face, "H", style.bend)]
        rails = ways(face, "R", style.bend)
        dark, light = (self.ink, self.paper) if self.dark_road else (self.paper, self.ink)
        brush.lines(roads, light, self.road_width + 0.035)
        brush.lines(roads, dark, self.road_width)
        for line in roads:
            brush.lines(across(line, 0.09, self.road_width * 0.12), light, 0.02)
        if roads and ends_alone(face):
            brush.fill(box(CENTRE, self.road_width * 1.6, self.road_width * 1.6, 45), dark)
        brush.lines(rails, self.paper, self.rail_width + 0.03)
        for line in rails:
            self._rail(brush, line)
        return brush.canvas

    def _gouges(self, brush: Brush, face: TileFace, style: Style, rng: Rng, marks: Colour, under: Colour) -> None:
        rows, columns = np.mgrid[-0.8:0.8:0.062, -0.8:0.8:0.105]
        starts = np.stack([columns, rows + 0.03 * np.sin(columns * 7 + rng.uniform(0, 6))], -1).reshape(-1, 2)
        starts = turned(starts + rng.normal(0, 0.012, starts.shape), self.flow_deg) + CENTRE
        cuts = [
            np.stack([at, at + turned((0.055, 0.012), self.flow_deg)]) for at in starts if (abs(at - 0.5) < 0.55).all()
        ]
        brush.lines(cuts[::2], marks, self.gouge)
        brush.lines(cuts[1::2], marks, self.gouge * 0.6)

    def _houses(self, brush: Brush, face: TileFace, style: Style, rng: Rng, marks: Colour, under: Colour) -> None:
        for at in free_places(rng, face, style.bend, 9, 0.17):
            wide, high = rng.uniform(0.09, 0.14), rng.uniform(0.1, 0.17)
            gable = np.array([(-0.5, 0.5), (-0.5, -0.2), (0, -0.62), (0.5, -0.2), (0.5, 0.5)])
            brush.fill(gable * (wide, high) + at + rng.normal(0, 0.004, (5, 2)), marks)
            for x in (-0.22, 0.22):
                brush.fill(box(at + np.array([x * wide, 0.02]), wide * 0.2, high * 0.24), under)

    def _rail(self, brush: Brush, line: Points) -> None:
        half = self.rail_width / 2
        if self.rail_look == "ladder":
            brush.lines([beside(line, half * 0.8), beside(line, -half * 0.8)], self.ink, 0.024)
            brush.lines(across(line, 0.07, half * 0.8), self.ink, 0.02)
            return
        brush.line(line, self.ink, 0.034 if self.rail_look == "teeth" else 0.012)
        rhomb = np.array([(-0.026, 0), (0, half), (0.026, 0), (0, -half)])
        for place, (x, y) in zip(*along(line, 0.062, 0.02), strict=True):
            brush.fill(rhomb @ np.array([(x, y), (-y, x)]) + place, self.ink)

    def station(self, brush: Brush) -> None:
        size, top = self.tower, CENTRE - 0.19 * DOWN
        plinth = box(CENTRE + 0.01 * DOWN, size * 2.5, size * 2.2)
        shaft = np.array([(-0.5, 0.8), (-0.45, -0.5), (-0.7, -0.5), (0, -1.2), (0.7, -0.5), (0.45, -0.5), (0.5, 0.8)])
        for shape in (shaft * size + top, plinth):
            brush.line(shape, self.paper, 0.03, closed=True)
            brush.fill(shape, self.ink)
        brush.disc(top - size * 0.12 * DOWN, size * 0.3, self.paper)
        for x in (-0.75, 0, 0.75):
            brush.fill(box(CENTRE + np.array([x, 0.25]) * size, size * 0.42, size * 1.1), self.paper)

    def icon(self, brush: Brush, spot: Spot, place: Points, face: TileFace) -> None:
        half, ink = self.icon_size / 2, self.inks[spot.kind]
        if self.label == "cleared":
            brush.fill(regular(place, half * 1.02, 7, 12), self.paper)
            self.stamp(brush, spot.kind, place, half * 0.78, (ink, ink, self.paper))
            return
        frame = box(place, 1.9 * half, 1.8 * half, 2) if self.label == "block" else regular(place, half * 1.25, 4, 3)
        outlined(brush, frame, ink, self.paper, 0.016)
        self.stamp(brush, spot.kind, place, half * 0.76, (self.paper, self.paper, ink))

    def finished(self, canvas: Canvas, bare: Canvas, rng: Rng) -> Canvas:
        """Paper shows where the roller left no ink."""
        size_px = canvas.shape[0]
        miss = np.clip((cut(self.sheet, rng, size_px) + clouds(rng, size_px, 4) * 0.06 - self.worn) * 5, 0, 0.8)
        return mixed(flat(size_px, self.paper), canvas, np.asarray(miss, np.float32))


ETCHED = drawings(
    "ink/.12 -1,-.86 .3,-.86; ink/.08 -.9,-.86 -.86,0; ink/.08 .2,-.86 .36,-.06; ink -1,.34 -1,-.24 -.72,0 -.2,0 "
    "-.1,-.24 .16,-.02 .96,-.08 1,.34; ink@.4 -.6,.46 .6,.46; light@.27 -.6,.46 .6,.46; ink@.1 -.6,.46 .6,.46",
    "ink -.2,-.34 .9,-.34 .98,.2 -.2,.2; ink/.1 -1,-.78 -.1,-.78; ink/.08 -.94,-.78 -.94,.2; ink/.08 -.2,-.78 -.2,.2;"
    "ink -1,-.1 -.2,-.1 -.2,.3 -1,.3; ink .56,-.34 .56,-.74 .46,-1 .94,-1 .84,-.74 .84,-.34; ink@.44 -.5,.5;"
    "light@.3 -.5,.5; ink@.1 -.5,.5; ink@.24 .26,.66 .8,.66; light@.1 .26,.66 .8,.66",
    "ink -.26,-.74 -.22,-1.1 .22,-1.1 .26,-.74; ink/.12 -.46,-.76 .46,-.76; ink@.25 0,-.54; ink -.36,-.3 .36,-.3 .3,.1 "
    ".52,.66 -.52,.66 -.3,.1; ink/.2 -.2,.6 -.22,1; ink/.2 .2,.6 .22,1; ink/.12 .3,-.2 .7,.1 .72,1",
)


class Engraving(Artist):
    """A copperplate map: fine lines only, hachured hills, hatched town blocks, sometimes tinted by hand."""

    def __init__(self, rng: Rng) -> None:
        inks = ("2b2320 2b2320 2b2320", "7a2a20 24405f 3a5a34", "3a2a1c 5a2418 1f3a4a")
        shapes = ("two_box_car steam turned", "low_car profile_loco ball_cone")
        super().__init__(rng, "engraving", ("arc", "corner"), inks, shapes)
        self.paper, self.ink = near(rng, "efe4c8 f3ecda e2d2ac e9e4d8", 4), near(rng, "2b2320 3a2a1c 1f2a3c", 4)
        tinted = bool(rng.random() < 0.6)
        self.country = near(rng, "d5dcb0 c9d8c0 dfe0b4", 4) if tinted else self.paper
        self.town = near(rng, "ecc9b0 e8c0b8 e6d08f", 4) if tinted else self.paper
        self.road, self.track = near(rng, "f6efdc e8cf94 dba890", 4), pick(rng, ("checker", "ticks", "triple"))
        self.road_width, self.rail_width = float(rng.uniform(0.055, 0.12)), float(rng.uniform(0.05, 0.09))
        self.line, self.gap = float(rng.uniform(0.007, 0.011)), float(rng.uniform(0.028, 0.042))
        self.icon_size, self.hall = float(rng.uniform(0.18, 0.26)), float(rng.uniform(0.13, 0.17))
        self.label, self.fort = pick(rng, ("hatched", "oval", "bare")), bool(rng.random() < 0.4)
        self.plate, self.pictures = bool(rng.random() < 0.6), redrawn(rng, ETCHED, 0.01)

    def land(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> Canvas:
        brush = Brush(flat(size_px, self.town if face.urban else self.country))
        (self._blocks if face.urban else self._hills)(brush, face, style, rng)
        for inset in (0.03, 0.055) if self.plate else ():
            brush.line(box(CENTRE, 1 - 2 * inset, 1 - 2 * inset), self.ink, self.line, closed=True)
        roads, rails = ways(face, "H", style.bend), ways(face, "R", style.bend)
        brush.lines(roads, self.ink, self.road_width + 2.4 * self.line)
        if roads and ends_alone(face):
            brush.disc(CENTRE, self.road_width, self.ink, self.line * 2)
        brush.lines(roads, self.road, self.road_width)
        brush.lines(rails, self.paper, self.rail_width * 1.2)
        for line in rails:
            self._rail(brush, line)
        return brush.canvas

    def _hills(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        x, (phase, height) = np.linspace(0, 1, 24), rng.uniform((0, 0.01), (6, 0.03))
        waves = [np.stack([x, y + height * np.sin(5 * x + phase + 3 * y)], 1) for y in np.arange(-0.02, 1.04, self.gap)]
        brush.lines(waves, shade(self.country, 0.72), self.line * 0.8)
        for at in free_places(rng, face, style.bend, 6, 0.16):
            feet = np.stack([np.linspace(-0.07, 0.07, 8), 0.03 + 0.02 * np.cos(np.linspace(-2, 2, 8))], 1)
            brush.lines([np.stack([at + foot * (0.3, -0.9), at + foot]) for foot in feet], self.ink, self.line)

    def _blocks(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        for at in free_places(rng, face, style.bend, 9, 0.15):
            wide, high, turn_deg = rng.uniform(0.07, 0.15), rng.uniform(0.06, 0.11), float(rng.normal(0, 12))
            rules = np.arange(-wide / 2, wide / 2, self.gap * 0.5)
            outlined(brush, box(at, wide, high, turn_deg), self.paper, self.ink, self.line)
            strokes = [turned(np.array([(x, -high / 2), (x, high / 2)]), turn_deg) + at for x in rules]
            brush.lines(strokes, self.ink, self.line * 0.8)

    def _rail(self, brush: Brush, line: Points) -> None:
        half = self.rail_width / 2
        if self.track == "checker":
            brush.line(line, self.ink, self.rail_width * 0.75)
            places, ahead = along(line, 0.11, 0.03)
            brush.lines(list(np.stack([places, places + ahead * 0.035], 1)), self.paper, self.rail_width * 0.4)
        elif self.track == "ticks":
            brush.line(line, self.ink, self.line * 2)
            brush.lines(across(line, 0.04, half), self.ink, self.line)
        else:
            brush.lines([beside(line, half * side) for side in (-1, 0, 1)], self.ink, self.line * 1.3)

    def station(self, brush: Brush) -> None:
        size, at = self.hall, CENTRE - 0.1 * DOWN
        if self.fort:
            rays = np.stack([regular(CENTRE, size * 1.25, 8), regular(CENTRE, size * 0.9, 8, 22.5)], 1).reshape(-1, 2)
            outlined(brush, rays, self.paper, self.ink, self.line * 2)
            brush.disc(CENTRE, size * 0.75, self.ink, self.line)
            return
        gable = np.array([(-1.1, -0.35), (0, -0.95), (1.1, -0.35)])
        for shape in (box((0, 0.3), 2.3, 1.9), gable):
            outlined(brush, shape * size + at, self.paper, self.ink, self.line * 1.4)
        columns = [np.array([(x, -0.3), (x, 1.2)]) * size + at for x in np.linspace(-0.95, 0.95, 6)]
        brush.lines(columns, self.ink, self.line * 2)

    def icon(self, brush: Brush, spot: Spot, place: Points, face: TileFace) -> None:
        half, ink = self.icon_size / 2, self.inks[spot.kind]
        if self.label != "bare" or spot.on == "station":
            outlined(brush, oval(place, half * 1.15, half), self.paper, ink, self.line * 1.5)
        if self.label == "hatched":
            rules = [(np.sqrt(1 - y * y) * 1.12, y) for y in np.linspace(-0.9, 0.9, 9)]
            brush.lines(
                [np.array([(-x, y), (x, y)]) * half + place for x, y in rules], shade(ink, 1.6), self.line * 0.7
            )
        size, tones = half * (0.95 if self.label == "bare" else 0.76), {"ink": ink, "light": self.paper}
        pictograms.draw(brush, self.pictures[spot.kind], place, size, tones, (self.paper, 0.014))

    def finished(self, canvas: Canvas, bare: Canvas, rng: Rng) -> Canvas:
        """The print has aged."""
        size_px = canvas.shape[0]
        stain = np.clip(0.08 + clouds(rng, size_px, 5) * 0.07, 0, 0.4)
        return mixed(flat(size_px, shade(self.paper, 0.7)), canvas, np.asarray(stain, np.float32))


FAMILIES: dict[str, Callable[[Rng], tuple[Style, Painter]]] = {
    "linocut": partial(box_by, Linocut),
    "engraving": partial(box_by, Engraving),
}
