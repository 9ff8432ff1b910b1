"""A box of today's large publishers, painted on a screen: lit grass and asphalt, bevelled rails, glossy badges."""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points, box, regular
from vision.render.guests import bgr
from vision.render.hands.aerial_view import (
    Canvas,
    Plane,
    cropped,
    lit,
    noise,
    plate,
    stamp,
)
from vision.render.hands.crafts import cells_about, lattice
from vision.render.hands.crafts_shop import FULL
from vision.render.hands.glossy_view import (
    Drawing,
    Family,
    Gloss,
    about,
    box_by,
    bulging,
    fall,
    gloss,
    graded,
    mixed,
    pictures,
    tones_of,
)
from vision.render.hands.plain import readable
from vision.render.hands.plain_play import blot
from vision.render.hands.vector import (
    BLACK,
    WHITE,
    between,
    dashes,
    near,
    parallel,
)
from vision.render.hands.worlds import both
from vision.render.pictograms import Pictogram, rounded
from vision.render.routes import CENTRE, across, along
from vision.render.style import Colour, Rng, Style, luma, pick, shade


def villa(rng: Rng, wall: Colour, tiles: Colour) -> Drawing:
    """A house of which one sees a gable, a side and the roof."""
    wide, eaves, rise = between(rng, 0.28, 0.42), between(rng, 0.5, 0.6), between(rng, 0.12, 0.2)
    depth, side = np.array([between(rng, 0.16, 0.26), -0.13]), float(pick(rng, (-1, 1)))
    left, foot, over = 0.5 - (wide + depth[0]) / 2, 0.78, 0.03
    right, middle = left + wide, left + wide / 2

    def draw(brush: Brush) -> None:
        def put(top: float, bottom: float, colour: Colour, *corners: tuple[float, float] | Points) -> None:
            points = np.array([np.asarray(corner, np.float64) for corner in corners])
            graded(brush, (points - 0.5) * (side, 1) + 0.5, shade(colour, top), shade(colour, bottom))

        low, apex = (right + over, eaves + over), np.array([middle, eaves - rise])
        put(
            0.75,
            0.6,
            tiles,
            apex,
            apex + depth,
            np.add((left - over, eaves + over), depth),
            (left - over, eaves + over),
        )
        put(1.25, 0.95, wall, (left, foot), (right, foot), (right, eaves), apex, (left, eaves))
        put(0.8, 0.6, wall, (right, foot), (right, eaves), np.add(depth, (right, eaves)), np.add(depth, (right, foot)))
        put(1.4, 0.95, tiles, apex, low, depth + low, apex + depth)
        for x, y, high in ((0.25, 0.35, 0.3), (0.72, 0.35, 0.3), (0.5, 0.78, 0.44)):
            at = np.array([left + x * wide, eaves + y * (foot - eaves)])
            pane = box(at, 0.07, high * (foot - eaves))
            put(0.45, 0.3, tiles if high > 0.4 else bgr("6f8fb0"), *pane)

    return draw


def tower(rng: Rng, wall: Colour, tiles: Colour) -> Drawing:
    """A block of flats with its flat roof."""
    wide, high, deep = between(rng, 0.26, 0.38), between(rng, 0.3, 0.5), between(rng, 0.12, 0.2)
    left, foot, floors = 0.5 - (wide + deep) / 2, 0.82, int(rng.integers(3, 6))

    def draw(brush: Brush) -> None:
        right, top = left + wide, foot - high
        lift = np.array([deep, -deep * 0.6])
        graded(brush, box((left + wide / 2, foot - high / 2), wide, high), shade(wall, 1.3), shade(wall, 0.85))
        side = np.array([(right, foot), (right, top), np.add(lift, (right, top)), np.add(lift, (right, foot))])
        graded(brush, side, shade(wall, 0.8), shade(wall, 0.5))
        roof = np.array([(left, top), (right, top), np.add(lift, (right, top)), np.add(lift, (left, top))])
        graded(brush, roof, shade(tiles, 1.35), shade(tiles, 1.0))
        for y in np.linspace(top, foot, floors, endpoint=False) + high / floors / 2:
            for x in (0.26, 0.74):
                brush.fill(box((left + x * wide, y), wide * 0.28, high / floors * 0.5), bgr("5a7f9f"))

    return draw


def ball_tree(rng: Rng, leaf: Colour) -> Drawing:
    """A tree of round clumps, each lit from the upper left."""
    clumps = [(rng.uniform(0.38, 0.62, 2), between(rng, 0.13, 0.22)) for _ in range(int(rng.integers(1, 5)))]

    def draw(brush: Brush) -> None:
        for at, radius in clumps:
            for depth in range(6):
                brush.disc(at - radius * 0.09 * depth, radius * (1 - 0.16 * depth), shade(leaf, 0.55 + 0.15 * depth))

    return draw


def parked(rng: Rng, pictures: dict[str, Pictogram], paint: Colour) -> Drawing:
    """A small car that someone has left beside the road."""
    turn_deg, tones = between(rng, 0, 360), tones_of("many", shade(paint, between(rng, 0.6, 1.5)), WHITE)
    return lambda brush: stamp(brush, pictures["car"], (0.5, 0.5), 0.3, tones, turn_deg)


class BigBox(Gloss):
    """A large publisher's tile: painted land with soft shadows, roads and rails with lit edges, polished badges."""

    book = "big_box"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.leaf = near(rng, "3f7a2c 5a8f34 2f6a4a 9a7a2a b8742f", 8)
        self.wall, self.tiles = near(rng, "f0e4cc dccab0 e8e8ea c9826a", 6), near(rng, "b5452f 6a4a42 4f6274 a86a3a", 8)
        self.grown = between(rng, 0.16, 0.3)
        self.edge, self.cars = float(pick(rng, (0.0, 0.014, 0.026))), pictures(rng, "above")

    def _sheet(self, rng: Rng, size_px: int, urban: bool) -> Canvas:
        base, look = np.full((size_px, size_px, 3), self.grounds[urban], np.float32), self.lands[urban]
        sheet = lit(base, noise(rng, size_px, {6: 0.07, 15: 0.05, 60: 0.05, size_px: 0.04}))
        if not urban or look == "lawns":
            blades = rng.random((1500, 2)) * size_px
            tips = blades + rng.normal((0, -0.012), (0.006, 0.003), (1500, 2)) * size_px
            for tone, group in zip((0.75, 0.88, 1.14), np.split(np.stack([blades, tips], 1), 3), strict=True):
                cv2.polylines(sheet, list(group.astype(np.int32)), False, shade(self.grounds[urban], tone), 1)
        if look == "setts":
            gap = cells_about(lattice(rng, "hexagons", 34), size_px).gap_px
            return lit(sheet, np.clip(gap / (size_px * 0.012), 0, 1) * np.float32(0.3) - np.float32(0.2))
        if look in ("slabs", "lawns"):
            count = 16 if look == "slabs" else 5
            tint = cv2.resize(
                rng.normal(0, 0.05, (count, count)).astype(np.float32), (size_px, size_px), interpolation=0
            )
            joint = np.arange(size_px) % (size_px / count)
            line = np.where(joint < 2, -0.2, np.where(joint < 4, 0.14, 0.0)).astype(np.float32)
            sheet = lit(sheet, tint + line[:, None] + line[None])
        return sheet

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        size_px, urban = brush.size_px, face.urban
        sheet = self.kept(f"sheet {urban}", size_px, lambda own: self._sheet(own, 2 * size_px, urban))
        brush.canvas[:] = cropped(rng, sheet, size_px)
        look, ground = self.lands[urban], self.grounds[urban]
        if look == "river":
            x = np.linspace(-0.1, 1.1, 24)
            bank = np.stack([x, between(rng, 0.15, 0.85) + 0.07 * np.sin(x * 7 + between(rng, 0, 6))], 1)
            for wide, tone in (
                (0.17, shade(ground, 0.7)),
                (0.15, bgr("d9cfa4")),
                (0.12, bgr("4f9fc8")),
                (0.05, bgr("86c6e0")),
            ):
                brush.line(bank if self.seed % 2 else bank[:, ::-1], tone, wide)
        elif look == "pond":
            shore = blot(rng, rng.uniform(0.1, 0.9, 2), between(rng, 0.12, 0.22))
            graded(brush, about(shore, 1.12), shade(ground, 0.6), shade(ground, 1.2))
            graded(brush, shore, bgr("3f86b0"), bgr("9ad2e8"))
        elif look == "fields":
            for at in rng.uniform(0, 1, (2, 2)):
                acre = box(at, 0.42, 0.3, between(rng, 0, 90))
                graded(
                    brush, acre, shade(mixed(ground, bgr("d9b84a"), 0.5), 1.15), mixed(ground, bgr("c9a03f"), 0.6), 0.8
                )
                brush.lines([acre[0] + (acre[1] - acre[0]) * k / 7 + [(0, 0), acre[3] - acre[0]] for k in range(8)],
                            shade(ground, 0.75), 0.008)  # fmt: skip
        elif look == "yard":
            graded(brush, box(rng.uniform(0.2, 0.8, 2), 0.5, 0.36), shade(ground, 0.85), shade(ground, 0.75), 0.7)

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        width = self.widths[rail]
        fall(brush, lambda on: on.lines(lines, FULL, width), 0.5, 0.014, 0.012)
        if rail:
            self._track(brush, lines, width)
        else:
            self._road(brush, lines, width)

    def _road(self, brush: Brush, lines: list[Points], width: float) -> None:
        look, paint = self.looks[0], self.paints[0]
        kerb = shade(paint, 0.7) if look == "dirt" else bgr("d9d6cc") if luma(paint) < 150 else shade(paint, 0.6)
        mark = bgr("fbfbf4") if luma(paint) < 150 else bgr("6a5f52")
        brush.lines(lines, shade(kerb, 0.6), width)
        brush.lines([line - 0.005 for line in lines], kerb, width * 0.96)
        brush.lines(lines, shade(paint, 0.85), width * 0.84)
        brush.lines([line + 0.006 for line in lines], shade(paint, 1.1), width * 0.66)
        if look == "asphalt":
            brush.lines([dash for line in lines for dash in dashes(line, 0.06, 0.065)], mark, max(0.014, width * 0.07))
            brush.lines(both(lines, width * 0.36), mark, 0.008)
        elif look == "boulevard":
            brush.lines(lines, shade(self.leaf, 0.7), width * 0.26)
            for at in (at for line in lines for at in along(line, 0.1, 0.05)[0]):
                brush.disc(at, width * 0.11, shade(self.leaf, 1.25))
        elif look == "dirt":
            brush.lines(both(lines, width * 0.2), shade(paint, 0.72), width * 0.12)
        elif look == "slabs":
            brush.lines(
                [line for points in lines for line in across(points, 0.125, width * 0.4)], shade(paint, 0.6), 0.01
            )
            brush.lines(lines, shade(paint, 0.6), 0.01)
        else:
            for k, offset in enumerate((-0.3, -0.1, 0.1, 0.3)):
                for at in (
                    at for line in lines for at in along(parallel(line, offset * width), 0.05, 0.025 * (k % 2))[0]
                ):
                    brush.disc(at, width * 0.085, shade(paint, 0.65))
                    brush.disc(at - 0.004, width * 0.07, shade(paint, 1.3))

    def _track(self, brush: Brush, lines: list[Points], width: float) -> None:
        look, paint = self.looks[1], self.paints[1]
        wood, steel = (bgr("4a3526"), bgr("c9ced6")) if luma(paint) > 70 else (bgr("a08a74"), bgr("e6eaf0"))
        if look in ("ballast", "heavy"):
            brush.lines(lines, shade(paint, 0.75), width)
            brush.lines([line - 0.004 for line in lines], shade(paint, 1.15), width * 0.9)
        elif look == "slab":
            brush.lines(lines, bgr("8f9298"), width)
            brush.lines(lines, bgr("c4c6c8"), width * 0.86)
        if look != "slab":
            ties = [tie for line in lines for tie in across(line, 0.077, width * 0.38)]
            for shift, dim, wide in ((0.006, 0.45, 0.04), (0.0, 1.0, 0.036), (-0.004, 1.25, 0.014)):
                brush.lines([tie + shift for tie in ties], shade(wood, dim), wide)
        bar = width * (0.15 if look == "heavy" else 0.1)
        for shift, tone, wide in ((0.01, BLACK, 1.1), (0.0, shade(steel, 0.55), 1.3), (-0.003, shade(steel, 1.4), 0.6)):
            brush.lines([line + shift for line in both(lines, width * 0.27)], tone, max(0.009, bar * wide))

    def scenery(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        build, grown = villa if self.seed % 3 else tower, self.grown * (1.5 if face.urban else 1)
        trees = self.free(face, style, rng, grown * 0.24 + self.gap, grown * 0.5)
        houses = self.free(face, style, rng, grown * 0.34 + self.gap, grown * 0.8)
        if face.urban or self.seed % 5 == 0:
            self.strew(brush, houses, "house", grown, lambda own: build(own, self.wall, self.tiles))
        if not face.urban or self.seed % 4:
            self.strew(
                brush, trees[: self.crowd // (1 + face.urban)], "tree", grown, lambda own: ball_tree(own, self.leaf)
            )
        if self.sign != "model" and self.seed % 7 < 2:
            cars = self.free(face, style, rng, 0.06 + self.gap, 0.2)[:3]
            self.strew(brush, cars, "car", 0.17, lambda own: parked(own, self.cars, self.tiles))

    def station(self, brush: Brush) -> None:
        reach, paper = self.yard, bgr("e2dac8")
        if self.hall in ("plaza", "roundabout"):
            fall(brush, lambda on: on.disc(CENTRE, reach * 1.2, FULL), 0.5, 0.02, 0.015)
            bulging(brush, regular(CENTRE, reach * 1.2, 8 if self.hall == "plaza" else 40, 22.5), paper, 0.25)
            inner = self.tiles if self.hall == "plaza" else self.leaf
            for share, tone in ((0.96, 0.6), (0.9, 1.0), (0.62, 1.25)):
                brush.disc(CENTRE, reach * share, shade(inner, tone))
            return
        wide, high = (reach * 2.5, reach * 1.7) if self.hall == "hall" else (reach * 2.1, reach * 2.3)
        fall(brush, lambda on: on.fill(box(CENTRE, wide, high), FULL), 0.55, 0.02, 0.025)
        bulging(brush, rounded(CENTRE, wide, high, 0.02), paper, 0.15)
        upper, ridge = np.add(CENTRE, (0, -high * 0.22)), wide * (0.42 if self.hall == "hall" else 0.5)
        slope = np.array(
            [(-wide / 2, high * 0.22), (-ridge, -high * 0.22), (ridge, -high * 0.22), (wide / 2, high * 0.22)]
        )
        bulging(brush, slope + upper, self.tiles, 0.3)
        graded(brush, slope * (1, -1) + CENTRE + (0, high * 0.22), shade(self.tiles, 0.65), shade(self.tiles, 0.85))
        brush.line([CENTRE - (wide * 0.5, 0), np.add(CENTRE, (wide * 0.5, 0))], shade(self.tiles, 1.6), 0.012)

    def icon(self, brush: Brush, kind: str, place: Points, turn_deg: float) -> None:
        half, ink = self.size / 2, self.inks[kind]
        badge = plate(self.shape, half) + place
        if self.sign in ("model", "sticker"):
            fall(brush, lambda on: on.disc(place, half * 0.8, FULL), 0.4, 0.03, 0.012)
            picture, tones = self.pictures[kind], tones_of("many", ink, self.paper)
            if luma(ink) < 60:
                tones["dark"] = bgr("8a8f9a")
            stamp(
                brush, picture, place, half, tones, turn_deg, (self.paper if self.sign == "sticker" else BLACK, 0.012)
            )
            return
        fall(brush, lambda on: on.fill(badge, FULL), 0.5, 0.012, 0.014)
        rim = bgr("d8c27a") if self.sign == "metal" else self.paper if luma(self.paper) > 100 else bgr("e6e2d6")
        graded(brush, badge, shade(rim, 1.5), shade(rim, 0.55))
        face = ink if self.seed % 2 else self.paper
        bulging(brush, about(badge, 0.86), face, 0.3 if self.sign == "metal" else 0.4)
        drawn = readable(face) if self.seed % 2 else readable(face) if luma(ink) - luma(face) > -60 else ink
        stamp(brush, self.pictures[kind], place, half * 0.68, tones_of("one", drawn, face))
        if self.sign == "glass":
            gloss(brush, place, half * 0.9, 0.3)

    def finish(self, brush: Brush, rng: Rng) -> None:
        brush.canvas[:] = lit(
            brush.canvas, self.kept("light", brush.size_px, lambda own: self._light(own, brush.size_px))
        )

    def _light(self, rng: Rng, size_px: int) -> Plane:
        """The sun from the upper left, grain, and the lit and shaded edges of a thick tile."""
        y, x = np.mgrid[0:size_px, 0:size_px].astype(np.float32) / size_px
        sun = (1 - x - y) * 0.1 + noise(rng, size_px, {3: 0.03, size_px: 0.02})
        if self.edge:
            sun += 0.35 * ((x < self.edge) | (y < self.edge)) - 0.35 * ((x > 1 - self.edge) | (y > 1 - self.edge))
        return np.asarray(sun, np.float32)


FAMILIES: dict[str, Family] = {"big_box": partial(box_by, BigBox)}
