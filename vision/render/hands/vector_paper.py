"""A box of today's interface designers: sheets of paper that throw soft shadows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points, regular
from vision.render.hands.vector import (
    SIGNS,
    WHITE,
    Artist,
    between,
    boxed,
    coin,
    dashes,
    free_places,
    inks_of,
    near,
    palette,
    parallel,
)
from vision.render.pictograms import draw, rounded
from vision.render.routes import CENTRE, across, along
from vision.render.style import Colour, Rng, Style, luma, pick, shade
from vision.render.tile import Painter


def _sheet(outline: Points, brush: Brush, colour: Colour) -> None:
    brush.fill(outline, colour)


class Material(Artist):
    """Sheets of paper lifted off each other: soft shadows, slow gradients, badges whose signs throw long shadows."""

    def __init__(self, rng: Rng) -> None:
        country, town, road, rail, card = palette(
            rng,
            "dcefdc cfd8dc ffffff 455a64 ff7043",
            "b2dfdb ffe0b2 37474f fafafa 5c6bc0",
            "c5e1a5 d1c4e9 f4f6f7 6d4c41 26a69a",
            "263238 46525e 90a4ae ffca28 ef5350",
            "ffe4d6 cfdcf7 ff8a65 4d6fd0 8e5bb5",
        )
        self.grounds, self.card = (near(rng, country, 5), near(rng, town, 5)), near(rng, card)
        self.paints, self.widths = (
            (near(rng, road), near(rng, rail)),
            (between(rng, 0.1, 0.19), between(rng, 0.08, 0.13)),
        )
        self.marks = (pick(rng, ("none", "line", "dashes")), pick(rng, ("ties", "beads", "twin")))
        self.soft, self.depth = between(rng, 0.01, 0.025), between(rng, 0.3, 0.6)
        self.inks = inks_of(rng, "e53935 1e88e5 fb8c00 8e24aa 00897b 3949ab d81b60")
        self.signs, self.size, self.corner = (
            pick(rng, SIGNS),
            between(rng, 0.15, 0.23),
            float(pick(rng, (0.3, 0.5, 0.98))),
        )
        self.framed = coin(rng)

    def _lift(self, brush: Brush, cut: Callable[[Brush, Colour], None], colour: Colour) -> None:
        """Cuts a sheet and lays it over its own shadow."""
        shadow = Brush(np.full((brush.size_px // 3, brush.size_px // 3), 255, np.uint8))
        cut(shadow, shade(WHITE, 1 - self.depth))
        soft = cv2.GaussianBlur(shadow.canvas, (0, 0), self.soft * shadow.size_px)
        fall_px = round(self.soft * brush.size_px)
        wide = cv2.resize(soft, (brush.size_px, brush.size_px))[:-fall_px]
        fallen = cv2.copyMakeBorder(wide, fall_px, 0, 0, 0, cv2.BORDER_REPLICATE)
        cv2.multiply(brush.canvas, cv2.merge([fallen] * 3), brush.canvas, 1 / 255)
        cut(brush, colour)

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        ground = self.grounds[face.urban]
        ramp = np.add.outer(*[np.linspace(0.5, 0.42, brush.size_px)] * 2) * 1.06
        brush.canvas[:] = np.clip(brush.canvas * ramp[..., None], 0, 255)
        for tone in (1.12, 0.93):
            hill = regular(rng.random(2) * (1, 0.5) + (0, 0.5), between(rng, 0.25, 0.5), 40)
            self._lift(brush, partial(_sheet, hill), shade(ground, tone))
        for at in free_places(face, style, rng, 12 if face.urban else 8, self.widths[0] / 2 + 0.08):
            half = between(rng, 0.035, 0.06)
            rim = rounded(at, 2 * half, 2 * half, half * (0.2 if face.urban else 0.95))
            for k in range(6):
                brush.fill(rim + half * 0.25 * k, shade(ground, 0.86))
            brush.fill(rim, shade(self.card, between(rng, 1.1, 1.6)) if face.urban else shade(ground, 0.72))
        if self.framed:
            brush.line(rounded(CENTRE, 0.97, 0.97, 0.12), WHITE, 0.03, closed=True)

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        paint, width, marks = self.paints[rail], self.widths[rail], self.marks[rail]
        self._lift(brush, lambda on, ink: on.lines(lines, ink, width), paint)
        brush.lines(lines, shade(paint, 1.08), width * 0.7)
        ink = shade(paint, 0.55) if luma(paint) > 120 else shade(paint, 1.7)
        for points in lines:
            if marks == "line":
                brush.line(points, ink, width * 0.08)
            elif marks == "dashes":
                brush.lines(dashes(points, 0.06, 0.06), ink, width * 0.1)
            elif marks == "ties":
                brush.lines(across(points, 1 / 12, width * 0.3), ink, 0.02)
            elif marks == "twin":
                brush.lines([parallel(points, side * width * 0.22) for side in (-1, 1)], ink, width * 0.13)
            elif marks == "beads":
                for at in along(points, 1 / 12, 1 / 24)[0]:
                    brush.disc(at, width * 0.17, ink)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        self._lift(brush, lambda on, ink: on.disc(CENTRE, self.widths[rail] * 0.8, ink), self.paints[rail])

    def station(self, brush: Brush) -> None:
        wide = self.size * 1.75
        self._lift(brush, partial(_sheet, rounded(CENTRE, wide, wide, 0.03)), WHITE)
        brush.fill(rounded(np.add(CENTRE, (0, -0.39 * wide)), wide, wide * 0.22, 0.025), self.card)
        brush.fill(rounded(np.add(CENTRE, (0, 0.43 * wide)), wide * 0.7, wide * 0.05, 0.004), shade(self.card, 1.5))

    def icon(self, brush: Brush, kind: str, place: Points) -> None:
        half, ink = self.size / 2, self.inks[kind]
        badge = rounded(place, self.size, self.size, half * self.corner)
        self._lift(brush, partial(_sheet, badge), ink)
        inked, mask = Brush(brush.canvas.copy()), Brush(np.zeros_like(brush.canvas))
        for k in range(1, 9):
            draw(
                inked,
                self.signs[kind],
                place + 0.01 * k,
                half * 0.66,
                {"ink": shade(ink, 0.75), "hole": shade(ink, 0.75)},
            )
        mask.fill(badge, WHITE)
        np.copyto(brush.canvas, inked.canvas, where=mask.canvas > 128)
        draw(brush, self.signs[kind], place, half * 0.66, {"ink": WHITE, "hole": ink})


def material(rng: Rng) -> tuple[Style, Painter]:
    return boxed(rng, "material", ("arc", "tight"), Material(rng), "fafafa")


FAMILIES: dict[str, Callable[[Rng], tuple[Style, Painter]]] = {"material": material}
