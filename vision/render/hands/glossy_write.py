"""A box of dice with stamped routes to roll and write with, and how ink comes on a sheet."""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points, box
from vision.render.guests import flat
from vision.render.hands.aerial_view import Canvas, Plane, noise, plate, stamp
from vision.render.hands.glossy_view import (
    Family,
    Gloss,
    about,
    box_by,
    mixed,
    tones_of,
)
from vision.render.hands.plain import boards, grid, rows
from vision.render.hands.vector import WHITE, between, coin, dashes, inks_of, near
from vision.render.hands.worlds import both
from vision.render.hands.worlds_tales import cuts
from vision.render.pictograms import oval, rounded
from vision.render.routes import CENTRE
from vision.render.style import Colour, Rng, Style, luma, pick, shade


class Layers(Brush):
    """A sheet and, over it, a layer of ink, white where there is none; on a dark sheet the ink is light."""

    def __init__(self, canvas: Canvas, dark: bool) -> None:
        super().__init__(canvas)
        self.dark, self.ink = dark, Brush(np.full_like(canvas, 255))

    def pen(self, colour: Colour) -> Colour:
        """What to draw in the layer for this colour to show."""
        return (255 - colour[0], 255 - colour[1], 255 - colour[2]) if self.dark else colour

    def press(self, there: tuple[Plane, Plane] | None, cover: Plane | None) -> None:
        """Presses the ink on the sheet, displaced a little and not everywhere with the same strength."""
        layer = self.ink.canvas
        if there is not None:
            layer = np.asarray(cv2.remap(layer, *there, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)
        if cover is not None:
            layer = (255 - (255 - layer) * cover[..., None]).astype(np.uint8)
        if self.dark:
            sheet = cv2.multiply(cv2.bitwise_not(self.canvas), layer, scale=1 / 255)
            self.canvas[:] = cv2.bitwise_not(sheet)
        else:
            cv2.multiply(self.canvas, layer, self.canvas, 1 / 255)
        self.ink.canvas[:] = 255


class Written(Gloss):
    """A painter whose routes and signs are ink on a sheet."""

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.dark = luma(self.grounds[0]) < 128
        self.rough, self.faint = between(rng, 0.0, 1.0), between(rng, 0.05, 0.3)
        if self.dark:
            self.inks = inks_of(rng, pick(rng, ("ffe14a 6fe4ff ff9ac8 9aff8a ffffff", "ffffff ffffff ffffff")))

    def easel(self, size_px: int, ground: Colour) -> Brush:
        return Layers(flat(size_px, ground), self.dark)

    def pressed(self, brush: Layers) -> None:
        size_px = brush.size_px

        def displaced(own: Rng) -> tuple[Plane, Plane]:
            y, x = np.mgrid[0:size_px, 0:size_px].astype(np.float32)
            much = self.rough * size_px / 224
            return x + much * noise(own, size_px, {30: 0.6, 90: 0.6}), y + much * noise(
                own, size_px, {30: 0.6, 90: 0.6}
            )

        def cover(own: Rng) -> Plane:
            return np.asarray(
                np.clip(1.03 - self.faint * np.abs(noise(own, size_px, {7: 0.5, 50: 0.4, size_px: 0.4})), 0, 1),
                np.float32,
            )

        there = self.kept("displaced", size_px, displaced) if self.rough > 0.4 else None
        brush.press(there, self.kept("cover", size_px, cover))


GHOST = np.array([(0.0, 0.25), (0.25, 0.3), (0.4, 0.5), (0.4, 0.75), (0.3, 1.0)])


class DiceFace(Written):
    """Faces of dice or boxes to tick, with routes and signs stamped on them in an ink or two."""

    book = "dice_face"

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.corner, self.solid = float(pick(rng, (0.0, 0.06, 0.12, 0.2))), coin(rng)
        self.table = near(rng, "2a5f4a 3a3a40 c9b08a f2f2f0 4a2f2a", 6)
        self.extra = pick(rng, ("none", "number", "boxes", "ghost", "folds", "arrows"))
        self.line = between(rng, 0.012, 0.024)

    def ground(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        assert isinstance(brush, Layers)
        urban, size_px = face.urban, brush.size_px
        brush.canvas[:] = self.kept(f"die {urban}", size_px, lambda own: self._die(size_px, self.grounds[urban]))
        look, ground = self.lands[urban], self.grounds[urban]
        pale = mixed(ground, self.paints[0], 0.2 if look in ("dots", "hatch", "bricks", "grid") else 0.45)
        if look == "pips":
            for at in grid(0.72) if self.seed % 2 else grid(0.36)[:: 2 + self.seed % 2]:
                brush.disc(np.clip(at, 0.13, 0.87), 0.035, pale)
        elif look == "frame":
            brush.line(rounded(CENTRE, 0.9, 0.9, 0.01 + self.corner), pale, self.line, closed=True)
        elif look == "dots":
            for at in grid(1 / 11):
                brush.disc(at, 0.013, pale)
        elif look == "hatch":
            brush.lines(rows(0.06, 45.0), pale, 0.01)
        elif look in ("bricks", "grid"):
            brush.lines([*rows(0.125, 0.0), *(rows(0.125, 90.0) if look == "grid" else [])], pale, 0.008)
        self._extra(brush, face, style, rng, pale)

    def _die(self, size_px: int, ground: Colour) -> Canvas:
        """A body with round edges on whatever it lies on."""
        brush = Brush(flat(size_px, self.table if self.corner else ground))
        if self.solid:
            for k in range(8):
                body = rounded(CENTRE, 1.02 - 0.015 * k, 1.02 - 0.015 * k, self.corner + 0.01)
                brush.fill(body - 0.0015 * k, shade(ground, 0.72 + 0.045 * k if k < 7 else 1.0))
        else:
            brush.fill(rounded(CENTRE, 1.01, 1.01, self.corner + 0.005), ground)
        return brush.canvas

    def _extra(self, brush: Layers, face: TileFace, style: Style, rng: Rng, pale: Colour) -> None:
        corner = np.array([0.15 + 0.7 * coin(rng), 0.15 + 0.7 * coin(rng)])
        if self.extra == "number":
            brush.letter(str(rng.integers(1, 7)), corner, 0.13, pale)
        elif self.extra == "boxes":
            for k in range(3):
                brush.line(box(np.add(corner, ((k - 1) * 0.09, 0)), 0.065, 0.065), pale, 0.01, closed=True)
        elif self.extra == "ghost":
            brush.line(GHOST + rng.uniform(-0.2, 0.2, 2), mixed(pale, self.grounds[face.urban], 0.6), 0.06)
        elif self.extra == "folds":
            brush.lines([np.array([(0.0, 0.02), (1, 0.02)]), np.array([(corner[0], 0), (corner[0], 1)])], pale, 0.006)
        elif self.extra == "arrows":
            for at in self.free(face, style, rng, 0.07, 0.3)[:3]:
                brush.line(
                    at + np.array([(-0.05, 0.0), (0.05, 0), (0.02, -0.03), (0.05, 0), (0.02, 0.03)]), pale, 0.012
                )

    def route(self, brush: Brush, lines: list[Points], rail: bool, ground: Colour) -> None:
        assert isinstance(brush, Layers)
        on, ink, look, width = brush.ink, brush.pen(self.paints[rail]), self.looks[rail], self.widths[rail]
        thin = max(self.line, width * 0.11)
        on.lines(lines, WHITE, width * 1.15)
        if look in ("solid", "dotted", "dashed", "checks"):
            on.lines(lines, ink, width)
            if look == "checks":
                for line in lines:
                    boards(on, line, 10, 0.5, width * 0.62, WHITE)
            elif look != "solid":
                long, gap, wide = (0.002, 0.06, 0.24) if look == "dotted" else (0.06, 0.065, 0.12)
                on.lines([dash for line in lines for dash in dashes(line, long, gap)], WHITE, width * wide)
        elif look in ("rails", "edged", "ladder", "crossed"):
            if look == "edged":
                on.lines(lines, mixed(ink, WHITE, 0.7), width)
            elif look == "rails":
                on.lines([dash for line in lines for dash in dashes(line, 0.05, 0.05)], ink, thin)
            for lean in {"ladder": (0.0,), "crossed": (-0.5, 0.5)}.get(look, ()):
                on.lines(cuts(lines, 0.077, width * 0.4, lean), ink, thin * 0.9)
            on.lines(both(lines, width * 0.43), ink, thin)
        else:
            on.lines(lines, ink, thin * 1.4)
            on.lines(
                cuts(lines, 0.083, width * (0.5 if look == "ticks" else 0.3)),
                ink,
                thin * (1 if look == "ticks" else 2.2),
            )

    def dead_end(self, brush: Brush, rail: bool, way: Points) -> None:
        assert isinstance(brush, Layers)
        aside = np.array([-way[1], way[0]]) * self.widths[rail] * 0.7
        brush.ink.line([CENTRE - aside, CENTRE + aside], brush.pen(self.paints[rail]), self.line * 2.2)

    def scenery(self, brush: Brush, face: TileFace, style: Style, rng: Rng) -> None:
        """Ink that ran: a few drops beside the routes."""
        assert isinstance(brush, Layers)
        if self.seed % 3 == 0:
            for at in self.free(face, style, rng, 0.03, 0.1)[:5]:
                brush.ink.disc(at, 0.004 + 0.008 * float(at.sum() * 997 % 1), brush.pen(self.paints[0]))

    def station(self, brush: Brush) -> None:
        assert isinstance(brush, Layers)
        on, ink, half = brush.ink, brush.pen(self.accent if self.seed % 4 == 0 else self.paints[1]), self.yard
        shape = {
            "block": box(CENTRE, half * 2, half * 2),
            "ring": oval(CENTRE, half * 1.1, half * 1.1),
            "house": np.array([(-1, 0.95), (-1, -0.35), (0, -1.2), (1, -0.35), (1, 0.95)]) * half + CENTRE,
            "target": oval(CENTRE, half * 1.15, half * 1.15),
            "plus": box(CENTRE, half * 2.5, half * 1.2),
        }[self.hall]
        if self.hall == "plus":
            on.fill(box(CENTRE, half * 1.2, half * 2.5), ink)
        on.fill(about(shape, 1.14), WHITE)
        on.fill(shape, ink)
        rings = {"ring": 1, "house": 1, "target": 3, "plus": 1}.get(self.hall, 0)
        for share, tone in ((0.78, WHITE), (0.55, ink), (0.4, WHITE))[:rings]:
            on.fill(about(shape, share), tone)

    def icon(self, brush: Brush, kind: str, place: Points, turn_deg: float) -> None:
        assert isinstance(brush, Layers)
        on, half, ink = brush.ink, self.size / 2, brush.pen(self.inks[kind])
        shape = plate("disc" if self.sign == "ringed" else self.shape, half) + place
        if self.sign == "bare":
            on.disc(place, half * 1.08, WHITE)
            stamp(on, self.pictures[kind], place, half * 0.95, tones_of("one", ink, WHITE), 0.0, (WHITE, 0.024))
            return
        on.line(shape, WHITE, 0.045, closed=True)
        on.fill(shape, ink)
        if self.sign != "solid":
            on.fill(about(shape, 0.86), WHITE)
        tones = tones_of("one", *((WHITE, ink) if self.sign == "solid" else (ink, WHITE)))
        stamp(on, self.pictures[kind], place, half * 0.68, tones)

    def finish(self, brush: Brush, rng: Rng) -> None:
        assert isinstance(brush, Layers)
        self.pressed(brush)


FAMILIES: dict[str, Family] = {"dice_face": partial(box_by, DiceFace)}
