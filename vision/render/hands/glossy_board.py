"""A box of boards to wipe: markers, magnets and notes on a glossy white or black sheet."""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points, box, star
from vision.render.guests import bgr
from vision.render.hands.aerial_view import plate, stamp
from vision.render.hands.crafts_shop import FULL
from vision.render.hands.glossy_view import (
    Family,
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
from vision.render.hands.glossy_write import Layers, Written
from vision.render.hands.painted import shaky, zigzag
from vision.render.hands.plain import grid, readable, rows
from vision.render.hands.plain_play import blot
from vision.render.hands.vector import WHITE, between, coin, dashes, near, parallel
from vision.render.hands.worlds import both
from vision.render.hands.worlds_tales import cuts
from vision.render.pictograms import oval, rounded
from vision.render.routes import CENTRE, across
from vision.render.style import Colour, Rng, Style, luma, shade


class DryErase(Written):
    """A board to wipe: a pale print under a gloss, strokes of markers that overlap, magnets, smears, a lamp's glare."""

    book = "dry_erase"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.nib, self.sway = between(rng, 0.016, 0.032), between(rng, 0.0, 0.012)
        self.wiped, self.glare = coin(rng), between(rng, 0.0, 0.3)
        self.manner = "one"
        if self.sign in ("drawn", "circled", "note"):
            self.pictures = pictures(rng, "lined")

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        assert isinstance(brush, Layers)
        look, ground = self.lands[face.urban], self.grounds[face.urban]
        pale = mixed(ground, bgr("9fb4c8") if not self.dark else bgr("7a90a8"), 0.5)
        if look == "dots":
            for at in grid(1 / 9):
                brush.disc(at, 0.01, pale)
        elif look == "squares":
            brush.lines([*rows(0.1, 0.0), *rows(0.1, 90.0)], pale, 0.006)
        elif look == "land":
            for at in rng.uniform(0, 1, (3, 2)):
                brush.fill(blot(rng, at, 0.2), mixed(ground, bgr("a8d08a") if not self.dark else bgr("2f5a4a"), 0.5))
        elif look == "blocks":
            for at in grid(0.2):
                brush.line(rounded(at, 0.15, 0.15, 0.02), pale, 0.008, closed=True)
        elif look == "tint":
            brush.fill(rounded(CENTRE, 0.94, 0.94, 0.08), mixed(ground, self.accent, 0.16))
        elif look == "skyline":
            for x, high in zip(np.arange(0.05, 1, 0.1), rng.uniform(0.1, 0.4, 10), strict=True):
                brush.fill(box((x, 1 - high / 2), 0.09, high), mixed(ground, pale, 0.6))
        elif look == "hatch":
            strokes = [shaky(rng, np.linspace(a, b, 8), 0.012) for a, b in rows(0.09, -40.0)]
            brush.lines(strokes, mixed(ground, self.accent, 0.28), 0.014)
        if self.wiped:
            self._smear(brush, rng, ground)
        if self.seed % 3 == 0:
            brush.line(box(CENTRE, 0.97, 0.97), pale, 0.012, closed=True)

    def _smear(self, brush: Layers, rng: Rng, ground: Colour) -> None:
        """What an eraser left of earlier lines."""
        ink = mixed(ground, self.paints[coin(rng)], 0.12)
        start = rng.uniform(0.1, 0.9, 2)
        brush.line(start + zigzag(np.linspace((0, 0), rng.uniform(-0.4, 0.4, 2) + 0.05, 12), 0.05, 0.09), ink, 0.05)

    def stroke(self, brush: Layers, lines: list[Points], colour: Colour, width: float) -> None:
        """Strokes of a marker, which darken what they cross."""
        if len(lines):
            layer = Brush(np.full_like(brush.ink.canvas, 255))
            own = np.random.default_rng(self.seed)
            swayed = [shaky(own, line, self.sway) if len(line) > 6 else line for line in lines]
            layer.lines(swayed, brush.pen(colour), width)
            cv2.multiply(brush.ink.canvas, layer.canvas, brush.ink.canvas, 1 / 255)

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        assert isinstance(brush, Layers)
        look, width, nib = self.looks[rail], self.widths[rail], self.nib
        colour = mixed(self.paints[rail], self.grounds[0], 0.08)
        ties = [tie for line in lines for tie in across(line, 0.09, width / 2)]
        if look in ("double", "zigzag", "shaded"):
            self.stroke(brush, both(lines, width * 0.45), colour, nib)
            if look == "zigzag":
                self.stroke(
                    brush,
                    [zigzag(line, 0.05, width * 0.36) for line in lines],
                    mixed(colour, self.grounds[0], 0.35),
                    nib * 0.8,
                )
            elif look == "shaded":
                self.stroke(brush, lines, mixed(colour, self.grounds[0], 0.66), width * 0.8)
            else:
                self.stroke(brush, [dash for line in lines for dash in dashes(line, 0.05, 0.06)], colour, nib * 0.8)
        elif look in ("band", "fat"):
            self.stroke(brush, lines, mixed(colour, self.grounds[0], 0.3 if look == "band" else 0.05), width * 0.85)
            if look == "fat":
                brush.ink.lines([dash for line in lines for dash in dashes(line, 0.055, 0.07)], WHITE, nib * 0.8)
            else:
                self.stroke(
                    brush,
                    [parallel(line, width * 0.12) for line in lines],
                    mixed(colour, self.grounds[0], 0.6),
                    width * 0.6,
                )
        elif look == "ladder":
            self.stroke(brush, both(lines, width * 0.36), colour, nib)
            self.stroke(brush, ties, colour, nib)
        elif look == "crosses":
            for lean in (-0.5, 0.5):
                self.stroke(brush, cuts(lines, 0.09, width / 2, lean), colour, nib)
        elif look == "dashes":
            self.stroke(brush, [dash for line in lines for dash in dashes(line, 0.06, 0.04)], colour, width * 0.5)
            self.stroke(brush, ties[::2], colour, nib)
        elif look == "braid":
            self.stroke(
                brush, [zigzag(line, 0.045, width * side * 0.45) for line in lines for side in (-1, 1)], colour, nib
            )
        else:
            self.stroke(brush, lines, colour, nib * 1.3)
            self.stroke(brush, ties, colour, nib)

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        assert isinstance(brush, Layers)
        aside = np.array([-way[1], way[0]]) * self.widths[rail] * 0.7
        self.stroke(brush, [np.stack([CENTRE - aside, CENTRE + aside])], self.paints[rail], self.nib * 1.5)

    def scenery(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        """Scribbled trees, flowers, houses, marks."""
        assert isinstance(brush, Layers)
        doodle = (TREE, HOUSE, SPIRAL, TICK)[(self.seed + 2 * face.urban) % 4]
        places = self.free(face, style, rng, 0.05 + self.gap, 0.16)[: self.seed // 5 % 6]
        self.stroke(
            brush, [doodle * 0.055 + at for at in places], mixed(self.accent, self.grounds[0], 0.3), self.nib * 0.6
        )

    def station(self, brush: Brush) -> None:
        assert isinstance(brush, Layers)
        half, nib, ink = self.yard, self.nib, self.accent
        if self.hall == "magnet":
            self.pressed(brush)
            plain = shade(ink, 0.45) if self.dark else mixed(ink, WHITE, 0.4)
            self._magnet(brush, rounded(CENTRE, half * 2.2, half * 2.2, half * 0.3), plain)
            return
        shape = {
            "scribbled": box(CENTRE, half * 2.1, half * 2.1, 3.0),
            "ringed": oval(CENTRE, half * 1.1, half * 1.1),
            "house": np.array([(-1, 1), (-1, -0.3), (0, -1.2), (1, -0.3), (1, 1)]) * half + CENTRE,
            "starred": star(CENTRE, half * 1.45),
        }[self.hall]
        brush.ink.fill(about(shape, 1.06), WHITE)
        closed = np.concatenate([shape, shape[:2]])
        if self.hall in ("scribbled", "starred"):
            side = np.linspace(CENTRE - (half * 0.75, 0), np.add(CENTRE, (half * 0.75, 0)), 20)
            self.stroke(
                brush,
                [zigzag(side, nib * 1.3, half * (0.75 if self.hall == "scribbled" else 0.4))],
                mixed(ink, self.grounds[0], 0.35),
                nib,
            )
        elif self.hall == "ringed":
            self.stroke(brush, [np.asarray(about(closed, 0.8) + 0.006)], ink, nib)
        self.stroke(brush, [closed], ink, nib * 1.4)

    def _magnet(self, brush: Brush, shape: Points, colour: Colour) -> None:
        fall(brush, lambda on: on.fill(shape, FULL), 0.45, 0.016, 0.014)
        bulging(brush, shape, colour, 0.25)
        bulging(brush, about(shape, 0.84), shade(colour, 1.15), -0.1)

    def icon(self, brush: Brush, kind: str, place: Points, turn_deg: float) -> None:
        assert isinstance(brush, Layers)
        half, ink, picture = self.size / 2, self.inks[kind], self.pictures[kind]
        if self.sign in ("magnet", "note", "printed"):
            self.pressed(brush)
            face = (
                ink
                if self.sign == "magnet"
                else near(np.random.default_rng(self.seed), "fff27a ffc2d6 b8f0c0 c2e6ff", 3)
            )
            if self.sign == "printed":
                brush.fill(plate(self.shape, half) + place, WHITE)
                brush.line(plate(self.shape, half) + place, bgr("2a2c34"), 0.012, closed=True)
                face = WHITE
            else:
                self._magnet(brush, plate(self.shape if self.sign == "magnet" else "square", half) + place, face)
            drawn = readable(face) if self.sign == "magnet" or luma(ink) > 130 else ink
            stamp(brush, picture, place, half * 0.68, tones_of("one", drawn, face))
            if self.sign == "magnet":
                gloss(brush, place, half * 0.85, 0.22)
            return
        reach = half * (0.7 if self.sign == "circled" else 0.95)
        brush.ink.disc(place, half * 1.1, WHITE)
        if self.sign == "circled":
            self.stroke(
                brush, [np.concatenate([oval(place, half, half), oval(place, half, half)[:4] * 1.002])], ink, self.nib
            )
        stamp(brush.ink, picture, place, reach, {"ink": brush.pen(ink)})

    def finish(self, brush: Brush, rng: Rng) -> None:
        assert isinstance(brush, Layers)
        self.pressed(brush)
        if self.glare > 0.1:
            x, tilt = between(rng, 0.0, 0.8), between(rng, 0.1, 0.35)
            beam = np.array([(x, -0.05), (x + 0.12, -0.05), (x + 0.12 - tilt, 1.05), (x - tilt, 1.05)])
            graded(brush, beam, WHITE, WHITE, self.glare)


TREE = np.array([(0, 1), (0, 0.2), (-0.8, 0.1), (-0.7, -0.7), (0, -1), (0.7, -0.7), (0.8, 0.1), (0, 0.2)], np.float64)
HOUSE = np.array([(-0.8, 0.9), (-0.8, -0.2), (0, -1), (0.8, -0.2), (0.8, 0.9), (-0.8, 0.9)], np.float64)
SPIRAL = np.array([(a / 16 * np.cos(a), a / 16 * np.sin(a)) for a in np.linspace(0, 15, 30)])
TICK = np.array([(-0.8, 0), (-0.2, 0.7), (0.9, -0.8)], np.float64)
FAMILIES: dict[str, Family] = {"dry_erase": partial(box_by, DryErase)}
