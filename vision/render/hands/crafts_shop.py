"""Boxes that picture a workshop: burned wood, a printed circuit, and a cork board with tape and pins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.hands.aerial_view import (
    Canvas,
    Icons,
    Plane,
    View,
    between,
    lit,
    noise,
    plate,
    strewn,
)
from vision.render.hands.crafts import craft_box, is_stump
from vision.render.hands.vector import dashes
from vision.render.pictograms import oval, rounded
from vision.render.routes import CENTRE, across, along
from vision.render.style import Colour, Rng, Style, shade
from vision.render.tile import Painter

Family = Callable[[Rng], tuple[Style, Painter]]
FULL: Colour = (255.0, 255.0, 255.0)


def aside(points: Points, offset: float) -> Points:
    """A line at the same distance all along, its corners mitred."""
    ahead = np.diff(points, axis=0)
    normals = np.stack([-ahead[:, 1], ahead[:, 0]], 1) / np.linalg.norm(ahead, axis=1, keepdims=True)
    mitres = np.concatenate([normals[:1], normals[:-1] + normals[1:], normals[-1:]])
    inner = np.concatenate([normals, normals[-1:]])
    return np.asarray(points + offset * mitres / np.sum(mitres * inner, axis=1, keepdims=True))


def _mask(brush: Brush, draw: Callable[[Brush], None], soft: float) -> Plane:
    mask = np.zeros((brush.size_px, brush.size_px), np.uint8)
    draw(Brush(mask))
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), soft * brush.size_px) / 255, np.float32)


def _moved(mask: Plane, shift: float) -> Plane:
    """The mask moved down and to the right; what comes in at the border is like what was there."""
    by_px = round(shift * mask.shape[0])
    rows = np.clip(np.arange(mask.shape[0]) - by_px, 0, mask.shape[0] - 1)
    return np.asarray(mask[rows][:, rows], np.float32)


def darken(brush: Brush, draw: Callable[[Brush], None], much: float, soft: float = 0.01, shift: float = 0.0) -> None:
    """A soft shadow, or a scorched place, of the shape that `draw` paints in full."""
    kept = cv2.convertScaleAbs(_moved(_mask(brush, draw, soft), shift), alpha=-255 * much, beta=255)
    cv2.multiply(brush.canvas, cv2.merge([kept, kept, kept]), brush.canvas, 1 / 255)


def carve(brush: Brush, draw: Callable[[Brush], None], depth: float) -> None:
    """Sinks a shape into the material: its upper left walls lie in the shade."""
    deep = _mask(brush, draw, 0.009)
    slope = _moved(deep, -0.012) - _moved(deep, 0.012)
    brush.canvas[:] = lit(brush.canvas, (np.minimum(slope, 0) + 0.5 * np.maximum(slope, 0) - 0.28 * deep) * depth)


class Woodwork(View):
    """A wooden puzzle: grain and parquet, routes carved, inlaid or burned, slices of a branch as stations, brands."""

    def ground(self, rng: Rng, size_px: int, urban: bool) -> Canvas:
        base = np.full((size_px, size_px, 3), self.roofs[0] if urban else self.fields[0], np.float32)
        y = np.linspace(0, 1, size_px, dtype=np.float32)[:, None]
        rings = np.sin(2 * np.pi * (y * (9 + self.seed % 9) + noise(rng, size_px, {4: 0.9, 9: 0.15})))
        fibres = cv2.resize(rng.standard_normal((size_px // 2, 16)).astype(np.float32), (size_px, size_px))
        grain = (0.055 * rings + 0.045 * fibres).astype(np.float32)
        if urban and self.manner != 1:
            x, rows = np.meshgrid(*[np.arange(size_px) * 12 // size_px] * 2)
            grain = np.where((x + rows) % 2 == 0, grain, grain.T - 0.07)
        elif self.seed % 4 == 0:
            grain = grain + 0.06 * np.sin(np.floor(y * 8) * 4) - 0.4 * (np.abs(y * 8 % 1 - 0.5) > 0.48)
        return lit(base, grain)

    def highway(self, brush: Brush, lines: list[Points]) -> None:
        width, burn, road = self.widths[0], self.tones["burn"], self.tones["road"]
        ends = [CENTRE] * is_stump(lines)

        def band(over: float) -> Callable[[Brush], None]:
            def draw(on: Brush) -> None:
                on.lines(lines, FULL, width + over)
                for at in ends:
                    on.disc(at, width * 0.75 + over / 2, FULL)

            return draw

        if self.manner == 0:
            carve(brush, band(0.0), 0.85)
        elif self.manner == 1:
            brush.lines(lines, burn, width + 0.024)
            brush.lines(lines, road, width)
            for line in lines:
                brush.lines([aside(line, side * width * 0.22) for side in (-1, 0.2, 1)], shade(road, 0.9), 0.008)
            for at in ends:
                brush.disc(at, width * 0.72, burn)
                brush.disc(at, width * 0.6, road)
        else:
            darken(brush, band(0.02), 0.3, 0.02)
            brush.lines([aside(line, side * width / 2) for line in lines for side in (-1, 1)], burn, 0.016)
            brush.lines([dash for line in lines for dash in dashes(line, 0.05, 0.05)], burn, 0.014)
            for at in ends:
                brush.disc(at, width * 0.6, burn, 0.018)

    def track(self, brush: Brush, lines: list[Points]) -> None:
        width, burn, nail = self.widths[1], self.tones["burn"], self.tones["nail"]
        look = self.seed // 3 % 4
        if look == 0:
            carve(brush, lambda on: on.lines(lines, FULL, width * 0.7), 1.1)
            for at in (at for line in lines for at in along(line, 0.083, 0.04)[0]):
                brush.disc(at + 0.006, width * 0.25, shade(burn, 0.7))
                brush.disc(at, width * 0.23, nail)
                brush.disc(at - 0.006, width * 0.09, shade(nail, 1.7))
        elif look == 1:
            darken(brush, lambda on: on.lines(lines, FULL, width * 1.4), 0.3, 0.02)
            brush.lines([tick for line in lines for tick in across(line, 0.05, width * 0.7)], burn, 0.018)
            brush.lines([aside(line, side * width * 0.36) for line in lines for side in (-1, 1)], burn, 0.016)
        elif look == 2:
            brush.lines(lines, burn, width)
            for dash in (dash for line in lines for dash in dashes(line, 0.045, 0.038)):
                side = (dash[1] - dash[0])[::-1] * (-1, 1) * 0.7
                brush.fill([dash[0], dash.mean(0) + side, dash[1], dash.mean(0) - side], self.tones["road"])
        else:
            slots = [aside(line, side * width * 0.4) for line in lines for side in (-1, 1)]
            carve(brush, lambda on: on.lines(slots, FULL, 0.026), 1.6)
            brush.lines([tick for line in lines for tick in across(line, 0.0625, width * 0.25)], burn, 0.02)
        if is_stump(lines):
            brush.disc(CENTRE, width * 0.55, burn)
            brush.disc(CENTRE, width * 0.28, nail)

    def bridge(self, brush: Brush, lines: list[Points], width: float) -> None:
        """Wood is worked across, without a bridge."""

    def scenery(self, brush: Brush, rng: Rng, space: Plane, urban: bool) -> None:
        ink = shade(self.roofs[0] if urban else self.fields[0], 0.5)
        for at in strewn(rng, space, 7, 0.07, 0.17):
            if urban:
                brush.line(at + np.array([(-4, 5), (-4, -2), (0, -7), (4, -2), (4, 5)]) * 0.012, ink, 0.01, closed=True)
                brush.line(at + np.array([(0, 5), (0, 1)]) * 0.012, ink, 0.02)
            elif self.seed % 2:
                boughs = [np.array([(-k, 2 * k), (0, 2 * k - 5), (k, 2 * k)]) for k in (2.5, 4, 5.5)]
                brush.lines([at + (bough - (0, 7)) * 0.011 for bough in boughs], ink, 0.011)
            else:
                for radius in (0.018, 0.032, 0.05):
                    brush.line(oval(at, radius, radius * 0.6), ink, 0.007, closed=True)

    def station(self, brush: Brush, turn_deg: float) -> None:
        reach, burn, road = self.yard, self.tones["burn"], self.tones["slice"]
        if self.seed // 2 % 2:
            darken(brush, lambda on: on.disc(CENTRE, reach * 1.06, FULL), 0.6, 0.015, 0.014)
            brush.disc(CENTRE, reach, shade(burn, 0.8))
            brush.disc(CENTRE, reach * 0.9, road)
            for share in (0.78, 0.66, 0.5, 0.34, 0.18):
                brush.line(
                    oval(CENTRE + 0.01, reach * share, reach * share * 0.95), shade(road, 0.8), 0.008, closed=True
                )
            return
        front = np.array([(-1, 1), (-1, -0.45), (-1.25, -0.45), (0, -1.35), (1.25, -0.45), (1, -0.45), (1, 1)]) * reach
        darken(brush, lambda on: on.fill(front + CENTRE, FULL), 0.5, 0.015, 0.012)
        brush.fill(front + CENTRE, road)
        brush.line(front + CENTRE, burn, 0.022, closed=True)
        brush.line(np.add(CENTRE, [(-reach, -reach * 0.45), (reach, -reach * 0.45)]), burn, 0.012)
        brush.disc(CENTRE - (0, reach * 0.8), reach * 0.2, burn, 0.012)

    def finish(self, brush: Brush, rng: Rng) -> None:
        def fibres(own: Rng) -> Plane:
            rough = own.standard_normal((brush.size_px, 9)).astype(np.float32) * 0.02
            return np.asarray(cv2.resize(rough, brush.canvas.shape[:2]), np.float32)

        brush.canvas[:] = lit(brush.canvas, self.kept("fibres", brush.size_px, fibres))
        if self.seed % 3 == 0:
            brush.line(rounded(CENTRE, 0.99, 0.99, 0.06), shade(self.fields[0], 0.5), 0.02, closed=True)


def woodwork(rng: Rng) -> tuple[Style, Painter]:
    """A box like a toymaker's plank, a marquetry table or a burned breakfast board."""
    return craft_box("woodwork", Woodwork, Icons, rng)


class Circuit(View):
    """A circuit board: lacquer over copper, buses and rows of pads as routes, chips as stations, silk-screen signs."""

    def ground(self, rng: Rng, size_px: int, urban: bool) -> Canvas:
        mask, copper = (self.roofs if urban else self.fields)[:2]
        brush = Brush(np.full((size_px, size_px, 3), mask, np.uint8))
        if urban:
            for at in rng.random((26, 2)):
                brush.fill(rounded(at, between(rng, 0.06, 0.2), between(rng, 0.06, 0.2), 0.012), copper)
        elif self.manner < 2:
            steps = np.arange(-40, 40) / 40
            brush.lines([np.array([(k, 0), (k + 1, 1)]) for k in steps], copper, 0.0045)
            brush.lines([np.array([(k + 1, 0), (k, 1)]) for k in steps] if self.manner else [], copper, 0.0045)
        else:
            for y in np.arange(0.01, 1, 0.045):
                turn = float(rng.uniform(0.1, 0.8))
                brush.line([(-0.1, y), (turn, y), (turn + 0.1, y + 0.1), (1.1, y + 0.1)], copper, 0.008)
        return lit(brush.canvas, noise(rng, size_px, {5: 0.03, size_px // 2: 0.02}))

    def lanes(self, brush: Brush, rng: Rng, urban: bool) -> None:
        trace = (self.roofs if urban else self.fields)[2]
        for _ in range(3):
            (x, y), way = rng.uniform(0, 1, 2), float(rng.choice([-1, 1]))
            path = np.array([(x - 1, y), (x, y), (x + 0.15, y + 0.15 * way), (x + 0.15, y + 0.6 * way)])
            for k in range(int(rng.integers(1, 4))):
                brush.line(aside(path, 0.028 * k), trace, 0.009)
        for at in rng.random((5, 2)):
            brush.disc(at, 0.02, trace)
            brush.disc(at, 0.009, self.tones["hole"])
        if self.seed % 2:
            for at in ((0.07, 0.07), (0.93, 0.07), (0.07, 0.93), (0.93, 0.93)):
                brush.disc(at, 0.045, self.tones["gold"])
                brush.disc(at, 0.027, self.tones["hole"])

    def highway(self, brush: Brush, lines: list[Points]) -> None:
        width, dark, road = self.widths[0], self.tones["hole"], self.tones["road"]
        brush.lines(lines, dark, width + 0.03)
        if self.manner == 0:
            count = 3 + self.seed % 3
            for offset in np.linspace(-0.5, 0.5, count) * width:
                brush.lines([aside(line, float(offset)) for line in lines], road, width / count * 0.6)
        else:
            brush.lines(lines, road, width)
            brush.lines([line - width * 0.12 for line in lines], shade(road, 1.25), width * 0.3)
            if self.manner == 2:
                brush.lines([dash for line in lines for dash in dashes(line, 0.04, 0.06)], dark, 0.02)
        if is_stump(lines):
            brush.fill(rounded(CENTRE, width * 1.5, width * 1.5, 0.02), road)
            brush.disc(CENTRE, width * 0.3, dark)

    def track(self, brush: Brush, lines: list[Points]) -> None:
        width, gold, dark = self.widths[1], self.tones["rail"], self.tones["hole"]
        look = self.seed // 5 % 3
        places = [at for line in lines for at in along(line, 0.0833, 0.0417)[0]]
        brush.lines(lines, dark, width * 1.2)
        if look == 0:
            brush.lines(lines, gold, width * 0.3)
            for at in places:
                brush.disc(at, width * 0.48, gold)
                brush.disc(at, width * 0.22, dark)
        elif look == 1:
            brush.lines([tick for line in lines for tick in across(line, 0.05, width * 0.55)], gold, 0.026)
        else:
            brush.lines([aside(line, side * width * 0.36) for line in lines for side in (-1, 1)], gold, 0.02)
            brush.lines([tick for line in lines for tick in across(line, 0.071, width * 0.36)], gold, 0.014)
        if is_stump(lines):
            brush.fill(rounded(CENTRE, width * 1.5, width * 1.5, width * 0.4), gold)
            brush.disc(CENTRE, width * 0.34, dark)

    def _chip(self, brush: Brush, at: Points, wide: float, high: float, pins: int) -> None:
        silver, body = self.tones["pins"], self.tones["chip"]
        for x in np.linspace(-0.42, 0.42, pins) * wide:
            brush.line(np.add(at, [(x, -high * 0.62), (x, high * 0.62)]), silver, wide / pins * 0.45)
        brush.fill(box(at + 0.008, wide, high), shade(body, 0.4))
        brush.fill(box(at, wide, high), body)
        brush.line(np.add(at, np.array([(-wide, -high), (wide, -high)]) * 0.48), shade(body, 1.35), 0.008)

    def scenery(self, brush: Brush, rng: Rng, space: Plane, urban: bool) -> None:
        silk = self.tones["silk"]
        for at in strewn(rng, space, 7 if urban else 3, 0.075, 0.16):
            kind = int(rng.integers(4)) if urban else 3 * int(rng.integers(2))
            if kind == 0:
                long = turned(np.array([(-0.05, 0), (0.05, 0)]), 90.0 * int(rng.integers(2))) + at
                brush.line(long, self.tones["pins"], 0.045)
                brush.line((long - at) * 0.5 + at, self.tones["part"], 0.05)
            elif kind == 1:
                self._chip(brush, at, 0.14, 0.08, 4)
            elif kind == 2:
                brush.disc(at, 0.055, silk)
                brush.disc(at, 0.047, self.tones["pins"])
                brush.fill(oval(at, 0.047, 0.047)[4:14], self.tones["chip"])
            else:
                brush.letter(f"{'RCLQ'[int(rng.integers(4))]}{rng.integers(1, 99)}", at, 0.045, silk)
                brush.line(box(at, 0.14, 0.08), silk, 0.006, closed=True)

    def station(self, brush: Brush, turn_deg: float) -> None:
        reach, gold, dark = self.yard, self.tones["gold"], self.tones["hole"]
        if self.seed // 3 % 3 == 0:
            for share, tone in ((1.15, dark), (1.08, gold), (0.86, dark), (0.78, self.fields[2])):
                brush.disc(CENTRE, reach * share, tone)
            for at in regular(CENTRE, reach * 0.97, 12):
                brush.disc(at, reach * 0.06, dark)
            return
        for turn in (0.0, 90.0):
            for k in np.linspace(-0.8, 0.8, 6) * reach:
                brush.line(turned([(k, -reach * 1.25), (k, reach * 1.25)], turn) + CENTRE, self.tones["pins"], 0.022)
        brush.fill(rounded(CENTRE + 0.01, reach * 2.06, reach * 2.06, 0.015), shade(self.tones["chip"], 0.3))
        brush.fill(rounded(CENTRE, reach * 2, reach * 2, 0.015), self.tones["chip"])
        brush.line(
            rounded(CENTRE, reach * 1.82, reach * 1.82, 0.015), shade(self.tones["chip"], 1.25), 0.008, closed=True
        )
        brush.disc(CENTRE - reach * 0.74, reach * 0.1, self.tones["silk"])
        brush.letter("HUB", np.add(CENTRE, (0, reach * 0.76)), reach * 0.22, self.tones["silk"])


def circuit(rng: Rng) -> tuple[Style, Painter]:
    """A box like the inside of a computer."""
    return craft_box("circuit", Circuit, Icons, rng)


@dataclass(frozen=True)
class Pinned(Icons):
    """Badges and notes that lie on the board, each with a shadow and held by a pin where there is room for one."""

    def draw(self, brush: Brush, face: TileFace, style: Style, places: tuple[Points, ...]) -> None:
        for place in places:
            brush.fill(plate(self.plate, self.size * 0.53) + place + (0.012, 0.018), shade(self.edge, 0.3))
        super().draw(brush, face, style, places)
        for place in places:
            if self.plate in ("square", "ticket"):
                ball(brush, place - (0, self.size * 0.45), 0.022, self.trim)


def ball(brush: Brush, at: Points, radius: float, colour: Colour) -> None:
    """The head of a pin."""
    brush.disc(np.add(at, (0.012, 0.014)), radius * 0.9, (40.0, 50.0, 60.0))
    brush.disc(at, radius, shade(colour, 0.75))
    brush.disc(at - radius * 0.12, radius * 0.8, colour)
    brush.disc(at - radius * 0.35, radius * 0.25, shade(colour, 1.75))


class Pinboard(View):
    """A cork board: patterned tape, twisted cord, chains of clips, notes, badges and pins with their shadows."""

    def ground(self, rng: Rng, size_px: int, urban: bool) -> Canvas:
        base = np.full((size_px, size_px, 3), (self.roofs if urban else self.fields)[0], np.float32)
        if urban and self.manner:
            sheet = lit(base, noise(rng, size_px, {6: 0.025, size_px: 0.03}))
            for k in np.arange(0, size_px, size_px / 20).astype(int) if self.manner == 1 else ():
                cv2.line(sheet, (k, 0), (k, size_px), self.roofs[1], 1, cv2.LINE_AA)
                cv2.line(sheet, (0, k), (size_px, k), self.roofs[1], 1, cv2.LINE_AA)
            return sheet
        crumbs = noise(rng, size_px, {40: 0.5, 90: 0.8, 160: 0.6})
        light = 0.08 * np.round(crumbs) - 0.35 * (crumbs > 1.5) + 0.15 * (crumbs < -1.5)
        return lit(base, cv2.GaussianBlur(light.astype(np.float32), (0, 0), 0.7) + noise(rng, size_px, {size_px: 0.03}))

    def highway(self, brush: Brush, lines: list[Points]) -> None:
        width, tape, print_ = self.widths[0], self.tones["road"], self.tones["print"]
        darken(brush, lambda on: on.lines(lines, FULL, width), 0.5, 0.008, 0.01)
        brush.lines(lines, tape, width)
        look = self.seed // 3 % 4
        if look == 0:
            brush.lines([aside(line, side * width * 0.34) for line in lines for side in (-1, 1)], print_, width * 0.13)
        elif look == 1:
            for at in (at for line in lines for at in along(line, 0.0625, 0.03)[0]):
                brush.disc(at, width * 0.2, print_)
        elif look == 2:
            brush.lines([tick for line in lines for tick in across(line, 0.05, width * 0.42)], print_, 0.014)
        else:
            brush.lines([dash for line in lines for dash in dashes(line, 0.05, 0.045)], print_, width * 0.14)
        if is_stump(lines):
            ball(brush, CENTRE, width * 0.36, self.tones["pin"])

    def track(self, brush: Brush, lines: list[Points]) -> None:
        width, cord, second = self.widths[1], self.tones["rail"], self.tones["tie"]
        look = self.seed // 5 % 3
        darken(brush, lambda on: on.lines(lines, FULL, width * (0.5 if look else 0.8)), 0.55, 0.008, 0.014)
        if look == 0:
            brush.lines(lines, cord, width * 0.62)
            for line in lines:
                at, ahead = along(line, 0.026, 0.013)
                slant = (np.stack([-ahead[:, 1], ahead[:, 0]], 1) + ahead * 0.8) * width * 0.22
                brush.lines(list(np.stack([at - slant, at + slant], 1)), second, 0.011)
        elif look == 1:
            for line in lines:
                at, ahead = along(line, 0.1, 0.05)
                for place, (x, y) in zip(at, ahead, strict=True):
                    turn = float(np.rad2deg(np.arctan2(y, x)))
                    brush.line(oval(place, 0.066, width * 0.36, turn), shade(cord, 0.6), 0.024, closed=True)
                    brush.line(oval(place, 0.066, width * 0.36, turn), cord, 0.014, closed=True)
        else:
            brush.lines([tick for line in lines for tick in across(line, 0.0625, width * 0.5)], second, 0.016)
            brush.lines(lines, cord, width * 0.34)
        if is_stump(lines):
            ball(brush, CENTRE, width * 0.4, self.tones["pin"])

    def bridge(self, brush: Brush, lines: list[Points], width: float) -> None:
        darken(brush, lambda on: on.lines(lines, FULL, width), 0.5, 0.015, 0.02)

    def scenery(self, brush: Brush, rng: Rng, space: Plane, urban: bool) -> None:
        for at in strewn(rng, space, 5, 0.085, 0.2):
            turn = between(rng, -20, 20)
            tone = (self.roofs if urban else self.fields)[int(rng.integers(2, 4))]
            shape = turned(plate("round", 0.07) * (1.2, 0.9), turn) if urban else oval((0, 0), 0.085, 0.04, turn * 4)
            brush.fill(shape + at + 0.01, shade(self.tones["shadow"], 0.8))
            brush.fill(shape + at, tone)
            if urban:
                rows = [np.array([(-0.045, y), (0.045, y)]) for y in (-0.01, 0.015, 0.04)]
                brush.lines([turned(row, turn) + at for row in rows], shade(tone, 0.6), 0.007)
                ball(brush, at + turned([(0.0, -0.045)], turn)[0], 0.018, self.tones["pin"])
            else:
                brush.line(turned([(-0.1, 0.0), (0.07, 0.0)], turn * 4) + at, shade(tone, 0.65), 0.008)

    def station(self, brush: Brush, turn_deg: float) -> None:
        reach, paper, ink = self.yard, self.tones["paper"], self.tones["ink"]
        card = turned(rounded((0, 0), reach * 2.3, reach * 2.2, 0.008), (-6.0, 0.0, 5.0)[self.manner]) + CENTRE
        if self.seed // 4 % 2:
            card = regular(CENTRE, reach * 1.25, 32)
        darken(brush, lambda on: on.fill(card, FULL), 0.6, 0.012, 0.02)
        brush.fill(card, paper)
        brush.line((card - CENTRE) * 0.9 + CENTRE, ink, 0.009, closed=True)
        house = np.array([(-0.7, 0.75), (-0.7, -0.3), (0, -0.85), (0.7, -0.3), (0.7, 0.75)]) * reach
        brush.fill(house + CENTRE, shade(paper, 0.9))
        brush.line(house + CENTRE, ink, 0.014, closed=True)
        for x in (-0.9, 0.9) if self.seed // 4 % 2 == 0 else (0.0,):
            ball(brush, np.add(CENTRE, (x * reach, -reach * 0.95)), 0.026, self.tones["pin"])


def pinboard(rng: Rng) -> tuple[Style, Painter]:
    """A box like the wall of a travel planner or a detective."""
    return craft_box("pinboard", Pinboard, Pinned, rng)


FAMILIES: dict[str, Family] = {"woodwork": woodwork, "circuit": circuit, "pinboard": pinboard}
