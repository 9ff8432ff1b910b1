"""Boxes painted by hand: watercolour with ink, and wax crayon; and what all hands on paper share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face import KINDS, Spot, TileFace
from vision.render import pictograms
from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.guests import Canvas, bgr, clouds, flat
from vision.render.named import MEADOW
from vision.render.pictograms import Part, Pictogram, oval
from vision.render.routes import CENTRE, across, along, beside, strokes
from vision.render.style import Colour, Piece, Rng, Style, distance, pick, shade
from vision.render.symbols import draw_objective
from vision.render.tile import PaintedTile, Painter, place_spots

Mask = NDArray[np.float32]
FULL: Colour = (255.0, 255.0, 255.0)
DOWN = np.array([0.0, 1.0])
SHEET_PX = 420
PAWN_SIZES = ((0.35, 0.17, 0.21), (0.37, 0.16, 0.25), (0.23, 0.15, 0.42))


def drawing(text: str) -> Pictogram:
    """A picture of parts: "tone x,y ..." is an area, "tone/width ..." a line, "tone@radius ..." discs or ovals."""
    parts: list[Part] = []
    for piece in text.split(";"):
        head, *pairs = piece.split()
        points = np.array([[float(value) for value in pair.split(",")] for pair in pairs])
        if "@" in head:
            tone, radii = head.split("@")
            wide, _, high = radii.partition("x")
            parts += [Part(tone, oval(at, float(wide), float(high or wide))) for at in points]
        else:
            tone, _, width = head.partition("/")
            parts.append(Part(tone, points, float(width or 0)))
    return tuple(parts)


def drawings(*texts: str) -> dict[str, Pictogram]:
    """The pictures of car, train and traveller."""
    return {kind: drawing(text) for kind, text in zip(KINDS, texts, strict=True)}


def redrawn(rng: Rng, pictures: Mapping[str, Pictogram], shake: float) -> dict[str, Pictogram]:
    """The pictures as this box's artist draws them: stretched, leaning, with a less than sure hand."""
    shape = np.array([[rng.uniform(0.9, 1.1), 0.0], [rng.normal(0, 0.05), rng.uniform(0.9, 1.1)]])
    return {
        kind: tuple(
            replace(part, points=part.points @ shape + rng.normal(0, shake, part.points.shape)) for part in parts
        )
        for kind, parts in pictures.items()
    }


def near(rng: Rng, codes: str, much: float = 7.0) -> Colour:
    """A colour near one of those with these hexadecimal digits."""
    code = pick(rng, codes.split())
    blue, green, red = np.clip(np.asarray(bgr(code)) + rng.normal(0, much) + rng.normal(0, much, 3), 8, 252)
    return (float(blue), float(green), float(red))


def apart(rng: Rng, codes: str, others: Sequence[Colour]) -> Colour:
    """Of a few such colours the one that differs most from the others."""
    return max((near(rng, codes) for _ in range(5)), key=lambda tone: min(distance(tone, other) for other in others))


def tooth(rng: Rng, soft: float) -> Mask:
    """The grain of a large sheet of paper, 0 to 1, from which every tile is cut."""
    noise = cv2.GaussianBlur(rng.standard_normal((SHEET_PX, SHEET_PX)).astype(np.float32), (0, 0), soft)
    return np.asarray(np.clip(noise / noise.std() * 0.22 + 0.5, 0, 1), np.float32)


def cut(sheet: Mask, rng: Rng, size_px: int) -> Mask:
    """A tile's piece of the sheet."""
    left, top = rng.integers(0, max(1, SHEET_PX - size_px), 2)
    piece = sheet[top : top + size_px, left : left + size_px]
    return piece if piece.shape[0] == size_px else np.asarray(cv2.resize(sheet, (size_px, size_px)), np.float32)


def shaky(rng: Rng, points: Points, much: float) -> Points:
    """The line as a hand draws it; its ends stay."""
    place = np.linspace(0, 1, len(points))[:, None]
    sway = np.sin(2 * np.pi * (place * rng.uniform(1.2, 2.8, 2) + rng.random(2)))
    return np.asarray(points + much * np.sin(np.pi * place) * sway, np.float64)


def masked(size_px: int, draw: Callable[[Brush], None]) -> Mask:
    """Where something is drawn, 0 to 1."""
    draw(brush := Brush(np.zeros((size_px, size_px), np.uint8)))
    return np.asarray(brush.canvas.astype(np.float32) / 255, np.float32)


def mixed(over: Canvas, under: Canvas, share: Mask) -> Canvas:
    """So much of the one picture over the other."""
    return np.asarray(cv2.blendLinear(over, under, share, 1 - share), np.uint8)


def free_places(rng: Rng, face: TileFace, bend: str, count: int, gap: float) -> Points:
    """Random places so far from the middle of every route and from the middle of the tile."""
    tries = rng.uniform(0.04, 0.96, (count * 3, 2))
    routes = np.concatenate([CENTRE[None], *(line.points[::3] for line in strokes(face, bend))])
    room = np.linalg.norm(tries[:, None] - routes[None], axis=2).min(axis=1)
    return np.asarray(tries[room > gap][:count], np.float64)


def ways(face: TileFace, letter: str, bend: str) -> list[Points]:
    """The lines of highway ("H") or rail ("R"), drawn on a little beyond the sides of the tile."""
    found = [line.points for line in strokes(face, bend) if line.letter == letter]
    return [np.concatenate([line[:1] * 1.06 - CENTRE * 0.06, line, line[-1:] * 1.06 - CENTRE * 0.06]) for line in found]


def zigzag(line: Points, step: float, half: float) -> Points:
    """A line that goes to and fro across another."""
    places, ahead = along(line, step)
    aside = np.stack([-ahead[:, 1], ahead[:, 0]], 1) * half
    aside[::2] *= -1
    return np.asarray(places + aside, np.float64)


def outlined(brush: Brush, shape: Points, fill: Colour, edge: Colour, width: float) -> None:
    brush.fill(shape, fill)
    brush.line(shape, edge, width, closed=True)


def ends_alone(face: TileFace) -> bool:
    return face.sides.count("-") == 3 and not face.station


class Artist:
    """A hand that paints one box: first the land with its routes, then the signs on it."""

    def __init__(self, rng: Rng, name: str, bends: Sequence[str], inks: Sequence[str], shapes: Sequence[str]) -> None:
        trio, big = pick(rng, inks).split(), float(rng.uniform(0.9, 1.12))
        self.inks = {kind: near(rng, code) for kind, code in zip(KINDS, trio, strict=True)}
        self.pictures: dict[str, Pictogram]
        pawns = zip(KINDS, pick(rng, shapes).split(), PAWN_SIZES, strict=True)
        self.style = replace(
            MEADOW,
            name=name,
            bend=pick(rng, bends),
            arm_place=float(rng.uniform(0.27, 0.33)),
            objective_bar=near(rng, "f6efdc e8d9b0 2c3040 d8e2ea"),
            objective_top=bool(rng.random() < 0.7),
            pieces={
                kind: Piece(shape, self.inks[kind], big * length, big * width, big * height)
                for kind, shape, (length, width, height) in pawns
            },
        )

    def paint(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
        """The tile as it lies: painted upright, laid down with any of its sides up."""
        quarters = int(rng.integers(4))
        face = face.turned(-quarters)
        bare = self.land(face, style, rng, size_px)
        places = place_spots(face, style, rng)
        brush = Brush(bare.copy())
        if face.station:
            self.station(brush)
        if face.objective is not None:
            draw_objective(brush, face.objective, style)
        for spot, place in zip(face.spots, places, strict=True):
            self.icon(brush, spot, place, face)
        picture = np.ascontiguousarray(np.rot90(self.finished(brush.canvas, bare, rng), -quarters))
        return PaintedTile(picture, tuple(turned(at - CENTRE, 90.0 * quarters) + CENTRE for at in places))

    def land(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> Canvas:
        raise NotImplementedError

    def station(self, brush: Brush) -> None:
        raise NotImplementedError

    def icon(self, brush: Brush, spot: Spot, place: Points, face: TileFace) -> None:
        raise NotImplementedError

    def finished(self, canvas: Canvas, bare: Canvas, rng: Rng) -> Canvas:
        return canvas

    def stamp(
        self, brush: Brush, kind: str, at: Points, size: float, tones: Sequence[Colour], turn_deg: float = 0
    ) -> None:
        """The picture of a kind, in the tones of ink, dark and light."""
        parts = tuple(Part(part.tone, turned(part.points, turn_deg), part.width) for part in self.pictures[kind])
        pictograms.draw(brush, parts, at, size, dict(zip(("ink", "dark", "light"), tones, strict=True)))


def box_by(hand: Callable[[Rng], Artist], rng: Rng) -> tuple[Style, Painter]:
    """A new box by this hand."""
    return (artist := hand(rng)).style, artist.paint


SKETCHED = drawings(
    "ink -1,.42 -1.02,.02 -.66,-.1 -.4,-.62 .3,-.64 .62,-.1 1,.04 1.02,.42; light -.46,-.08 -.28,-.46 -.04,-.46 "
    "-.04,-.08; light .1,-.08 .1,-.47 .24,-.47 .44,-.08; dark@.28 -.56,.44 .56,.44; light@.11 -.56,.44 .56,.44",
    "ink .1,-.3 .98,-.26 .98,.3 .1,.3; ink -.98,.34 -.98,-.6 -.12,-.6 -.12,.34; light -.78,-.1 -.78,-.42 -.34,-.42 "
    "-.34,-.1; dark/.14 -1.05,-.66 -.04,-.66; dark .6,-.28 .52,-.86 .92,-.86 .84,-.28; dark -1,.24 1,.24 1.04,.42 "
    "-1,.42; dark@.27 -.66,.5 0,.5; dark@.21 .6,.56; light@.1 -.66,.5 0,.5",
    "dark/.26 -.18,.4 -.26,.95; dark/.26 .16,.4 .3,.95; ink -.34,-.3 .3,-.3 .4,.56 -.44,.56; ink/.2 .2,-.2 .62,.1;"
    "ink .46,.12 .98,.12 .98,.58 .46,.58; dark@.32 0,-.62",
)


class Watercolour(Artist):
    """Washes that pool at their edges, a nib that skips, and paper left white."""

    def __init__(self, rng: Rng) -> None:
        inks = ("2f6f9f b5402f 3d7a4a", "c2552d 2d4f7c 7d3d78", "3a7f7a 8a4a2a b03a5a")
        super().__init__(rng, "watercolour", ("arc", "tight"), inks, ("van steam turned", "low_car steam meeple"))
        greens = pick(rng, ("b9cf86 8fb06a", "cfd9a0 9dbd8c", "a8cdb0 86ae7c", "dcd79a a9b56c")).split()
        stones = pick(rng, ("f0cda0 e2a98c", "e6c9d4 c9a9c2", "d9d2c6 b9b3b6", "f3dc9c e6bd7e")).split()
        self.country, self.town = [near(rng, code) for code in greens], [near(rng, code) for code in stones]
        self.paper, self.ink = near(rng, "faf6ec", 3), near(rng, "2b2624 3a2a20 20304a")
        self.spared = bool(rng.random() < 0.6)
        self.road = near(rng, "efe2c4 f0d3a8 dcd8d4" if self.spared else "a08c86 b98f6e 8d93a3", 5)
        self.rail, self.roof = near(rng, "7d8796 8e6f60 a99aa8"), near(rng, "c8623f 7f8fae b98b4f")
        self.road_width, self.rail_width = float(rng.uniform(0.11, 0.19)), float(rng.uniform(0.085, 0.13))
        self.nib, self.margin = float(rng.uniform(0.009, 0.014)), float(pick(rng, (-0.1, 0.03, 0.045)))
        self.rail_look, self.label = pick(rng, ("pen", "wash", "stitch")), pick(rng, ("paper", "wash", "bare"))
        self.icon_size, self.house = float(rng.uniform(0.2, 0.29)), float(rng.uniform(0.17, 0.22))
        self.pictures, self.sheet = redrawn(rng, SKETCHED, 0.02), tooth(rng, 1.3)

    def land(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> Canvas:
        canvas = np.repeat(np.asarray(self.paper, np.float32), size_px * size_px).reshape(3, size_px, size_px)
        hills = clouds(rng, size_px, 4) * 0.3 + clouds(rng, size_px, 9) * 0.18
        roads = [shaky(rng, line, 0.006) for line in ways(face, "H", style.bend)]
        rails = [shaky(rng, line, 0.004) for line in ways(face, "R", style.bend)]
        band = masked(size_px, lambda brush: self._band(brush, roads, ends_alone(face)))
        spread = free_places(rng, face, style.bend, 12, 0.13)
        self._ground(canvas, face, hills, band)
        strewn = masked(size_px, lambda brush: self._strew(brush, face, rng, spread))
        self._glaze(canvas, strewn, hills, self.roof if face.urban else shade(self.country[1], 0.9))
        if roads:
            self._glaze(canvas, band, hills, self.road)
        if rails and self.rail_look == "wash":
            track = masked(size_px, lambda brush: brush.lines(rails, FULL, self.rail_width))
            self._glaze(canvas, track, hills, self.rail)
        banks = cv2.dilate(band, np.ones((3, 3), np.uint8), iterations=max(1, round(self.nib * size_px / 2))) - band
        pen = np.maximum(banks, masked(size_px, lambda brush: self._pen(brush, face, rng, rails, spread)))
        pen *= np.clip(0.85 + hills * 0.7, 0.35, 1)
        for plane, tone in zip(canvas, self.ink, strict=True):
            plane += pen * (tone - plane)
        canvas *= 0.93 + 0.12 * cut(self.sheet, rng, size_px)
        return np.asarray(np.clip(cv2.merge(list(canvas)), 0, 255), np.uint8)

    def _band(self, brush: Brush, roads: list[Points], alone: bool) -> None:
        brush.lines(roads, FULL, self.road_width)
        if roads and alone:
            brush.disc(CENTRE, self.road_width * 0.75, FULL)

    def _ground(self, canvas: Mask, face: TileFace, hills: Mask, band: Mask) -> None:
        steps = np.linspace(0, 1, hills.shape[0], dtype=np.float32)
        inside = np.minimum(steps, 1 - steps)
        wet = np.clip((np.minimum(inside[:, None], inside[None]) - self.margin + hills * 0.02) * 70, 0, 1)
        wet = np.asarray(wet * (1 - band) if self.spared else wet, np.float32)
        mix = np.asarray(np.clip(0.5 + hills, 0, 1), np.float32)
        for share, pigment in zip((mix, 1 - mix), self.town if face.urban else self.country, strict=True):
            self._glaze(canvas, wet * share, hills, pigment)

    def _glaze(self, canvas: Mask, mask: Mask, hills: Mask, pigment: Colour) -> None:
        """Thin paint, darker where it dries last: at the edge."""
        soft = cv2.blur(mask, (9, 9))
        wet = np.clip(mask * (0.82 + hills * 0.3 + np.maximum(mask - soft, 0)), 0, 1.25)
        for plane, tone in zip(canvas, pigment, strict=True):
            plane *= 1 - wet * (1 - tone / 255)

    def _strew(self, brush: Brush, face: TileFace, rng: Rng, spread: Points) -> None:
        for at in spread:
            roof = box(at - 0.035 * DOWN, 0.085, 0.04, float(rng.normal(0, 4)))
            wide, high = rng.uniform(0.025, 0.055, 2)
            brush.fill(roof if face.urban else oval(at, wide, high), FULL)

    def _pen(self, pen: Brush, face: TileFace, rng: Rng, rails: list[Points], spread: Points) -> None:
        eaves, half = np.array([(-0.045, -0.015), (0, -0.06), (0.045, -0.015)]), self.rail_width / 2
        for at in spread:
            if face.urban:
                pen.line(box(at + 0.01 * DOWN, 0.07, 0.05) + rng.normal(0, 0.004, (4, 2)), FULL, self.nib, closed=True)
                pen.line(at + eaves, FULL, self.nib)
            else:
                pen.line(np.stack([at + 0.02 * DOWN, at + 0.07 * DOWN]), FULL, self.nib)
                pen.line(shaky(rng, oval(at, 0.03, 0.035)[4:22], 0.012), FULL, self.nib * 0.7)
        for points in rails:
            if self.rail_look == "pen":
                pen.lines([beside(points, side * half * 0.55) for side in (-1, 1)], FULL, self.nib * 1.3)
            elif self.rail_look == "stitch":
                pen.line(points, FULL, self.nib * 2.4)
            pen.lines(across(points, 0.055, half), FULL, self.nib * 1.4)
            if ends_alone(face):
                pen.lines(across(points[-4:-2], 0.03, half * 1.5)[:1], FULL, self.nib * 3)

    def station(self, brush: Brush) -> None:
        size, at = self.house, CENTRE - 0.15 * DOWN
        outlined(brush, oval(CENTRE, size * 0.78, size * 0.72), self.paper, self.ink, self.nib)
        walls = np.array([(-0.6, 0.5), (-0.6, -0.1), (0.6, -0.1), (0.6, 0.5)])
        roof = [(-0.75, -0.08), (-0.5, -0.5), (-0.12, -0.5), (0, -0.85), (0.12, -0.5), (0.5, -0.5), (0.75, -0.08)]
        for shape, paint in ((walls, shade(self.paper, 0.94)), (np.array(roof), self.roof)):
            outlined(brush, shape * size + at, paint, self.ink, self.nib * 1.2)
        for x in (-0.36, 0, 0.36):
            brush.fill(box(at + np.array([x, 0.22]) * size, 0.17 * size, 0.34 * size), self.ink)

    def icon(self, brush: Brush, spot: Spot, place: Points, face: TileFace) -> None:
        half, ink = self.icon_size / 2, self.inks[spot.kind]
        blot = regular(place, half, 9, 20 * len(spot.kind))
        brush.fill(blot, ink if self.label == "wash" else self.paper)
        if self.label != "bare":
            brush.line(blot, self.ink, self.nib, closed=True)
        tones = (self.paper, self.ink, ink) if self.label == "wash" else (ink, self.ink, self.paper)
        self.stamp(brush, spot.kind, place, half * (0.85 if self.label == "bare" else 0.68), tones)


CHILDISH = drawings(
    "dark@.2x.26 -.62,.66 .62,.66; ink -.92,.62 -.96,.04 -.66,-.08 -.46,-.74 .46,-.74 .66,-.08 .96,.04 .92,.62;"
    "light -.46,-.08 -.32,-.56 .32,-.56 .46,-.08; light@.19 -.6,.24 .6,.24; dark/.12 -.26,.34 0,.44 .26,.34",
    "dark/.14 -.9,.9 .9,.9; ink -.66,.7 -.66,-.42 -.4,-.66 .4,-.66 .66,-.42 .66,.7; dark -.2,-.62 -.26,-1 .26,-1 "
    ".2,-.62; light -.44,-.02 -.44,-.4 -.06,-.4 -.06,-.02; light .06,-.02 .06,-.4 .44,-.4 .44,-.02;"
    "light@.15 -.36,.36 .36,.36",
    "dark/.18 -.2,.4 -.24,.95; dark/.18 .2,.4 .24,.95; ink 0,-.4 .56,.56 -.56,.56;"
    "dark/.16 -.7,-.34 -.1,-.02 .1,-.02 .7,-.34; dark@.34 0,-.64; light@.24 0,-.62",
)


class Crayon(Artist):
    """Wax rubbed over white, brown or black paper: scribbled roads, rows of crosses, flowers."""

    def __init__(self, rng: Rng) -> None:
        inks = ("2258b8 d9302a 1f8a4a", "e0541c 6a2f9a 0f7f8f", "c81f6b 1d63a8 d98a00")
        shapes = ("profile_car profile_loco flat_person", "block long_box dome")
        super().__init__(rng, "crayon", ("arc", "tight", "corner"), inks, shapes)
        code = pick(rng, ("f8f5ee", "c9a97c", "26242a"), (5, 3, 3))
        night, self.paper = code == "26242a", bgr(code)
        self.country, self.town = near(rng, "7fb54a 4f9a5b a8c23c 57a58a"), near(rng, "e8a23c d9776a b48fd0 e6c84a")
        self.second, self.kerb = near(rng, "c9503a f3e3b0 7f6fb0"), near(rng, "3a3432 fbf7ea 7a3b22")
        self.road = apart(
            rng, "e9e2cf f2c14a e8b7c0" if night else "6d6a72 f4efe2 a8734a 8fa3b8", (self.country, self.town)
        )
        self.rail = near(rng, "f0ead8 9fd0e8 f5b8a0" if night else "2a2730 6b2d1f 2b3f7a")
        self.wall, self.roof = near(rng, "f6e9c8 f2d04a f5c9c0"), near(rng, "d23a2c 2f62b8 7a3a8a")
        self.dark, self.light = near(rng, "1c1a22", 4), near(rng, "fdf8e8", 3)
        self.road_width, self.rail_width = float(rng.uniform(0.13, 0.2)), float(rng.uniform(0.09, 0.14))
        self.tip, self.slope_deg = float(rng.uniform(0.024, 0.036)), float(rng.uniform(-70, 70))
        self.pressure, self.waxy = float(rng.uniform(0.85, 1.05)) + 0.1 * night, float(rng.uniform(1.4, 2.4))
        self.rail_look, self.label = pick(rng, ("ladder", "crosses", "zebra")), pick(rng, ("halo", "disc", "square"))
        self.icon_size, self.house = float(rng.uniform(0.22, 0.3)), float(rng.uniform(0.15, 0.19))
        self.pictures, self.sheet = redrawn(rng, CHILDISH, 0.025), tooth(rng, float(rng.uniform(0.8, 1.8)))

    def land(self, face: TileFace, style: Style, rng: Rng, size_px: int) -> Canvas:
        canvas = self._rubbed(flat(size_px, self.paper), rng, self.pressure, lambda at: self._ground(at, face, rng))
        canvas = self._rubbed(canvas, rng, 1.1, lambda at: self._strew(at, face, style, rng))
        return self._rubbed(canvas, rng, 1.2, lambda at: self._routes(at, face, style, rng))

    def finished(self, canvas: Canvas, bare: Canvas, rng: Rng) -> Canvas:
        return mixed(canvas, bare, self._wax(rng, canvas.shape[0], 1.4))

    def _rubbed(self, canvas: Canvas, rng: Rng, pressure: float, draw: Callable[[Brush], None]) -> Canvas:
        draw(brush := Brush(canvas.copy()))
        return mixed(brush.canvas, canvas, self._wax(rng, canvas.shape[0], pressure))

    def _wax(self, rng: Rng, size_px: int, pressure: float) -> Mask:
        """Where wax stays: on the hills of the paper."""
        return np.asarray(np.clip((pressure - cut(self.sheet, rng, size_px)) * self.waxy, 0, 1), np.float32)

    def _ground(self, brush: Brush, face: TileFace, rng: Rng) -> None:
        self._hatch(brush, rng, self.town if face.urban else self.country, self.slope_deg, self.tip)
        if face.urban:
            self._hatch(brush, rng, self.second, self.slope_deg + 90, self.tip * 2.4)

    def _hatch(self, brush: Brush, rng: Rng, colour: Colour, slope_deg: float, step: float) -> None:
        down = np.arange(-0.75, 0.75, step)
        ends = np.stack([np.stack([np.full_like(down, x), down], 1) for x in (-0.75, 0.0, 0.75)], 1)
        ends += rng.normal(0, self.tip * 0.3, ends.shape)
        brush.lines(list(turned(ends, slope_deg) + CENTRE), colour, self.tip * 1.05)

    def _strew(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        for at in free_places(rng, face, style.bend, 6, 0.19):
            if face.urban:
                brush.fill(box(at + 0.03 * DOWN, 0.1, 0.08), self.wall)
                brush.fill(at + np.array([(-0.07, -0.01), (0, -0.08), (0.07, -0.01)]), self.roof)
                brush.fill(box(at + 0.045 * DOWN, 0.03, 0.05), self.dark)
            elif rng.random() < 0.5:
                brush.line(np.stack([at, at + 0.08 * DOWN]), self.dark, 0.014)
                brush.fill(oval(at, 0.05, 0.045), shade(self.country, 0.6))
            else:
                for petal in regular(at, 0.026, 5):
                    brush.disc(petal, 0.018, self.roof)
                brush.disc(at, 0.014, self.light)

    def _routes(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        roads = [shaky(rng, line, 0.01) for line in ways(face, "H", style.bend)]
        brush.lines(roads, self.kerb, self.road_width + self.tip * 0.9)
        brush.lines(roads, shade(self.road, 0.93), self.road_width)
        for line in roads:
            brush.line(zigzag(line, 0.022, self.road_width * 0.42), shade(self.road, 1.25), 0.012)
        if roads and ends_alone(face):
            brush.disc(CENTRE, self.road_width * 0.6, self.kerb)
        for line in ways(face, "R", style.bend):
            self._rail(brush, shaky(rng, line, 0.008))

    def _rail(self, brush: Brush, points: Points) -> None:
        half = self.rail_width / 2
        if self.rail_look == "ladder":
            brush.lines([beside(points, -half), beside(points, half)], self.rail, self.tip * 0.7)
            brush.lines(across(points, 0.075, half), self.rail, self.tip * 0.6)
        elif self.rail_look == "crosses":
            brush.line(points, self.rail, self.tip * 0.4)
            for place, way in zip(*along(points, 0.125, 0.06), strict=True):
                arms = [turned(way, slant) * half * 1.1 for slant in (45, -45)]
                brush.lines([np.stack([place - arm, place + arm]) for arm in arms], self.rail, self.tip * 0.6)
        else:
            brush.line(points, self.rail, self.rail_width)
            brush.lines(across(points, 0.06, half * 0.75), self.paper, self.tip * 0.55)

    def station(self, brush: Brush) -> None:
        size = self.house
        brush.line(CENTRE + np.array([(0.3, -0.7), (0.3, -1.25)]) * size, self.dark, self.tip * 0.5)
        brush.fill(CENTRE + np.array([(0.3, -1.25), (0.72, -1.1), (0.3, -0.95)]) * size, self.inks["train"])
        walls = box(CENTRE + size * 0.12 * DOWN, 1.5 * size, 1.15 * size)
        roof = CENTRE + np.array([(-0.95, -0.42), (0, -1.05), (0.95, -0.42)]) * size
        for shape, wax in ((walls, self.wall), (roof, self.roof)):
            outlined(brush, shape, wax, self.dark, self.tip * 0.55)

    def icon(self, brush: Brush, spot: Spot, place: Points, face: TileFace) -> None:
        half, ink = self.icon_size / 2, self.inks[spot.kind]
        tones, halo = {"ink": ink, "dark": self.dark, "light": self.light}, self.label == "halo"
        if not halo:
            frame = regular(place, half, 24) if self.label == "disc" else box(place, 1.8 * half, 1.8 * half)
            outlined(brush, frame, self.light, ink, self.tip * 0.7)
        size, edge = (half * 0.9, (self.light, 0.02)) if halo else (half * 0.66, None)
        pictograms.draw(brush, self.pictures[spot.kind], place, size, tones, edge)


FAMILIES: dict[str, Callable[[Rng], tuple[Style, Painter]]] = {
    "watercolour": partial(box_by, Watercolour),
    "crayon": partial(box_by, Crayon),
}
