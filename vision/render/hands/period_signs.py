"""More boxes in the print of other times: an illuminated manuscript, railway ephemera, a console, a blackboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import cv2
import numpy as np

from vision.face import KINDS
from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.guests import Canvas, bgr, clouds, flat
from vision.render.hands.period import PICTURES, Hand, beside, between, chance, clipped, spun, unsteady
from vision.render.pictograms import draw, oval, rounded
from vision.render.routes import CENTRE, across, along
from vision.render.style import Rng, Style, pick, shade
from vision.render.tile import Painter

SCRIBE_PALETTES = (
    ("ecdcb4", "3a2a1c", "b23a2a", "2c4f8c", "d9a632", "f3ead6"),
    ("e2cfa0", "2c2420", "8f2f3a", "33694f", "c99a2e", "efe2c4"),
    ("f0e6cc", "402c24", "c4572e", "3d6f94", "e0b64a", "d8b8a0"),
    ("d6bf8c", "281c14", "7a2440", "24406a", "c08a24", "f6ecd2"),
)


class Scribe(Hand):
    """An illuminated leaf: stained parchment, tendrils, chequered fields, braids and gilded miniatures."""

    bends = ("tight", "corner", "arc")
    wobble = 0.004
    shapes: ClassVar = {"car": ("block", "two_box_car"), "train": ("steam", "loco"), "traveller": ("meeple", "bell")}

    def __init__(self, rng: Rng) -> None:
        self.skin, self.ink, self.red, self.blue, self.gold, self.road = (bgr(c) for c in pick(rng, SCRIBE_PALETTES))
        self.road_width, self.rail_width = between(rng, 0.1, 0.18), between(rng, 0.06, 0.1)
        self.pen, self.size = between(rng, 0.006, 0.01), between(rng, 0.18, 0.26)
        self.braid, self.chequers, self.framed = chance(rng, 0.6), chance(rng, 0.5), chance(rng, 0.6)
        self.lozenge, self.beads = chance(rng, 0.35), chance(rng, 0.5)

    def ground(self, size_px: int, urban: bool, rng: Rng) -> Brush:
        stain = 1 + clouds(rng, size_px, 4) * 0.035 + clouds(rng, size_px, 40) * 0.02
        brush = Brush(np.clip(np.asarray(self.skin) * stain[..., None], 0, 255).astype(np.uint8))
        if not urban:
            self._tendrils(brush, rng)
        elif self.chequers:
            self._chequers(brush)
        else:
            self._houses(brush, rng)
        if self.framed:
            brush.line(box(CENTRE, 0.95, 0.95), self.ink, 0.05, closed=True)
            brush.line(box(CENTRE, 0.95, 0.95), self.blue if urban else self.red, 0.034, closed=True)
            for corner in regular(CENTRE, 0.672, 4, 45):
                brush.fill(box(corner, 0.08, 0.08), self.gold)
                brush.line(box(corner, 0.08, 0.08), self.ink, self.pen, closed=True)
        return brush

    def _tendrils(self, brush: Brush, rng: Rng) -> None:
        turn = np.linspace(0, 11, 40)
        for root in np.array([(0.24, 0.24), (0.76, 0.24), (0.24, 0.76), (0.76, 0.76)]) + rng.normal(0, 0.02, (4, 2)):
            reach = 0.015 + 0.013 * turn
            spiral = np.stack([np.cos(turn), np.sin(turn)], 1) * reach[:, None] * pick(rng, (1, -1)) + root
            brush.line(spiral, shade(self.ink, 1.25), 0.007)
            for k in range(9, 40, 5):
                leaf = oval(spiral[k] + rng.normal(0, 0.012, 2), 0.024, 0.013, between(rng, 0, 180))
                brush.fill(leaf, pick(rng, (self.red, self.blue, self.gold)))
            brush.disc(root, 0.022, self.gold)

    def _chequers(self, brush: Brush) -> None:
        for k in range(8):
            for row in range(8):
                tone = (self.gold, self.blue, self.gold, self.red)[(k + row) % 4]
                brush.fill(box((k / 8 + 0.0625, row / 8 + 0.0625), 0.125, 0.125), shade(tone, 1.35))
        grid = [np.array([(k / 8, 0.0), (k / 8, 1.0)]) for k in range(9)]
        brush.lines([*grid, *(line[:, ::-1] for line in grid)], shade(self.gold, 1.6), 0.006)

    def _houses(self, brush: Brush, rng: Rng) -> None:
        for y in (0.16, 0.4, 0.64, 0.88):
            for x in np.arange(0.1, 1.0, 0.2) + rng.normal(0, 0.02):
                brush.fill(box((x, y + 0.03), 0.13, 0.12), shade(self.skin, 1.5))
                brush.line(box((x, y + 0.03), 0.13, 0.12), self.ink, 0.005, closed=True)
                brush.fill(np.array([(x - 0.085, y - 0.03), (x, y - 0.12), (x + 0.085, y - 0.03)]), self.red)
                brush.fill(box((x, y + 0.05), 0.03, 0.08), self.ink)

    def highways(self, brush: Brush, lines: list[Points], rng: Rng) -> None:
        for tone, extra in ((self.ink, 0.05), (self.gold, 0.034), (self.ink, 2 * self.pen), (self.road, 0.0)):
            brush.lines(lines, tone, self.road_width + extra)
        for points in lines:
            if self.beads:
                for k, at in enumerate(along(points, 0.05, 0.025)[0]):
                    brush.disc(at, 0.012, self.red if k % 2 else self.blue)
            else:
                wave = np.sin(np.arange(len(points)) * 1.3)[:, None] * self.road_width * 0.25
                brush.line(beside(points, wave), self.red, self.pen * 1.3)

    def rails(self, brush: Brush, lines: list[Points], rng: Rng) -> None:
        wide = self.rail_width
        for points in lines:
            if not self.braid:
                brush.line(points, self.ink, wide + 0.024)
                brush.line(points, self.blue, wide)
                brush.lines(across(points, 0.1, wide / 2), self.red, 0.05)
                brush.lines(across(points, 0.05, wide / 2), self.skin, 0.008)
                continue
            at, ahead = along(points, 0.01)
            side = np.stack([-ahead[:, 1], ahead[:, 0]], 1) * np.sin(np.arange(len(at)) * 0.42)[:, None] * wide * 0.5
            for strand, tone in ((at + side, self.red), (at - side, self.blue)):
                brush.line(strand, self.ink, wide * 0.36 + 0.02)
                brush.line(strand, tone, wide * 0.36)

    def ending(self, brush: Brush, letter: str) -> None:
        for radius, tone in ((0.085, self.ink), (0.075, self.gold), (0.04, self.red)):
            brush.disc(CENTRE, radius, tone)

    def station(self, brush: Brush, rng: Rng) -> None:
        """A castle from the front, with an open gate between two towers."""
        for x, wide, top in ((0.5, 0.3, 0.42), (0.31, 0.13, 0.28), (0.69, 0.13, 0.28)):
            teeth = [box((x + k * wide / 3, top - 0.02), wide / 5, 0.06) for k in (-1, 0, 1)]
            for tone, grown in ((self.ink, 2 * self.pen), (shade(self.road, 0.95), 0.0)):
                for part in (box((x, (top + 0.68) / 2), wide, 0.68 - top), *teeth):
                    brush.line(part, tone, grown or 0.004, closed=True)
                    brush.fill(part, tone)
        for x in (0.31, 0.69):
            brush.fill(rounded((x, 0.42), 0.035, 0.09, 0.015), self.ink)
            brush.fill(np.array([(x - 0.09, 0.25), (x, 0.12), (x + 0.09, 0.25)]), self.blue)
        brush.fill(rounded((0.5, 0.6), 0.13, 0.16, 0.06), self.ink)

    def icon(self, brush: Brush, kind: str, place: Points, heading_deg: float) -> None:
        field = {"car": self.red, "train": self.blue, "traveller": shade(self.ink, 0.9)}[kind]
        for share, tone in ((1.1, self.ink), (1.0, self.gold), (0.82, self.ink), (0.76, field)):
            side = self.size * share
            brush.fill(regular(place, side * 0.68, 4) if self.lozenge else box(place, side, side), tone)
        draw(brush, PICTURES["scribe"][kind], place, self.size * 0.29, {"ink": shade(self.skin, 1.6), "hole": field})


def scribe(rng: Rng) -> tuple[Style, Painter]:
    """An illuminated leaf."""
    look = Scribe(rng)
    colours = {"car": look.red, "train": look.blue, "traveller": look.gold}
    return look.boxed(rng, colours, shade(look.skin, 0.85), look.gold)


ENGRAVED_PALETTES = (
    ("f1e6cb", "2a2a2a", "8a2b2b", "d8e4dc"),
    ("d9e6dc", "1d3a34", "9a4a20", "efe6c8"),
    ("f3d9cc", "3a1f2c", "22507a", "f6efdc"),
    ("e9dfb8", "23304f", "6f2a4a", "dfe3e8"),
    ("cfdbe6", "1b2440", "8a3a1c", "f2ead6"),
)


class Engraved(Hand):
    """Railway paper of the old queen's days: tinted card, fine engraved lines, beaded frames, tickets and vignettes."""

    bends = ("arc", "corner", "arc")
    shapes: ClassVar = {"car": ("taxi", "profile_car"), "train": ("steam", "flat_loco"), "traveller": ("dome",)}

    def __init__(self, rng: Rng) -> None:
        self.paper, self.ink, self.second, self.clear = (bgr(code) for code in pick(rng, ENGRAVED_PALETTES))
        self.road_width, self.rail_width = between(rng, 0.07, 0.14), between(rng, 0.03, 0.06)
        self.hair, self.size, self.wild = between(rng, 0.004, 0.008), between(rng, 0.15, 0.23), pick(rng, (14, 20, 30))
        self.word, self.vignette = pick(rng, ("DEPOT", "HALT", "STATION")), pick(rng, ("oval", "ticket", "bare"))
        self.shaded, self.ticks = chance(rng, 0.5), chance(rng, 0.4)
        self.framed, self.along_route = chance(rng, 0.7), chance(rng, 0.4)

    def ground(self, size_px: int, urban: bool, rng: Rng) -> Brush:
        brush = Brush(flat(size_px, self.clear if urban else self.paper))
        pale = shade(self.second if urban else self.ink, 1.45)
        if urban:
            courses = [np.array([(0.0, y), (1.0, y)]) for y in np.arange(0.02, 1, 0.055)]
            starts = [(x, y) for k, y in enumerate(np.arange(0.02, 1, 0.055)) for x in np.arange(k % 2 / 16, 1, 0.125)]
            brush.lines([*courses, *(np.array([(x, y), (x, y + 0.055)]) for x, y in starts)], pale, self.hair)
        else:
            x, bow = np.linspace(0, 1, 41), between(rng, 0, 6)
            heights = [k / self.wild + 0.05 * np.sin(6.3 * x + bow + k * 0.35) for k in range(-1, self.wild + 2)]
            brush.lines([np.stack([x, y], 1) for y in heights], pale, self.hair)
            for at in rng.uniform(0.15, 0.85, (2, 2)):
                brush.lines([*(oval(at, 0.1, 0.035, turn) for turn in range(0, 180, 20))], pale, self.hair)
        if self.framed:
            self._frame(brush)
        return brush

    def _frame(self, brush: Brush) -> None:
        for inset, width in ((0.02, 0.014), (0.075, 0.006)):
            brush.line(box(CENTRE, 1 - 2 * inset, 1 - 2 * inset), self.ink, width, closed=True)
        for k in np.linspace(0.08, 0.92, 19):
            for bead in ((k, 0.047), (k, 0.953), (0.047, k), (0.953, k)):
                brush.disc(bead, 0.011, self.second)

    def highways(self, brush: Brush, lines: list[Points], rng: Rng) -> None:
        wide = self.road_width
        for k, extra in enumerate((0.06, 0.045, 0.03, 0.018, 0.0)):
            brush.lines(lines, self.ink if k % 2 else self.clear, wide + extra)
        for points in lines if self.shaded else ():
            brush.lines([tie * 0.5 + tie[1] * 0.5 for tie in across(points, 0.022, wide / 2)], self.ink, self.hair)

    def rails(self, brush: Brush, lines: list[Points], rng: Rng) -> None:
        wide = self.rail_width
        brush.lines(lines, self.paper, wide + 0.05)
        brush.lines(lines, self.ink, wide * (0.4 if self.ticks else 1))
        for points in lines:
            if self.ticks:
                brush.lines(across(points, 0.04, wide * 0.8), self.ink, 0.009)
            else:
                gaps = zip(*along(points, 0.1, 0.05), strict=True)
                brush.lines([np.stack([at, at + ahead * 0.036]) for at, ahead in gaps], self.clear, wide * 0.5)

    def ending(self, brush: Brush, letter: str) -> None:
        brush.fill(regular(CENTRE, 0.06, 8), self.ink)
        brush.disc(CENTRE, 0.035, self.clear)
        brush.disc(CENTRE, 0.018, self.second)

    def station(self, brush: Brush, rng: Rng) -> None:
        """A ticket with clipped corners that bears a word below the traveller."""
        for tone, grown in ((self.ink, 0.03), (self.clear, 0.014), (self.second, -0.01), (self.clear, -0.022)):
            brush.fill(clipped(CENTRE + np.array([0, 0.03]), 0.5 + grown, 0.34 + grown, 0.06), tone)
        brush.letter(self.word, (0.5, 0.65), 0.055, self.ink)
        for x in (0.31, 0.69):
            brush.fill(regular((x, 0.5), 0.03, 4), self.second)

    def icon(self, brush: Brush, kind: str, place: Points, heading_deg: float) -> None:
        half, picture = self.size / 2, spun(PICTURES["engraved"][kind], heading_deg)
        tones = {"ink": self.second if kind == "traveller" else self.ink, "hole": self.clear}
        if self.vignette == "bare":
            draw(brush, picture, place, half, tones, (self.clear, 0.014))
            return
        for tone, grown in ((self.clear, 0.016), (self.ink, 0.008), (self.clear, 0.0)):
            side = half + grown
            long = self.vignette == "oval"
            brush.fill(oval(place, side * 1.2, side) if long else clipped(place, 2 * side, 2 * side, 0.03), tone)
        draw(brush, picture, place, half * 0.72, tones)


def engraved(rng: Rng) -> tuple[Style, Painter]:
    """Railway paper of the old queen's days."""
    look = Engraved(rng)
    return look.boxed(rng, dict(zip(KINDS, (look.ink, look.second, look.clear), strict=True)), look.paper, look.clear)


SPRITES = {
    "car": "..#####...|.#oo#oo#..|.#oo#oo##.|##########|o########o|##########|.xxx..xxx.|.xxx..xxx.",
    "train": "..######..|.########.|.#oo##oo#.|.#oo##oo#.|.########.|.#o####o#.|.########.|..xxxxxx..|.xx....xx.",
    "traveller": "...xxxx...|..xxxxxx..|...oooo...|...oooo...|..######..|.########.|.o.####.o.|...#..#...|..xx..xx..",
}
CONSOLES = (
    ("9bbc0f", "8bac0f", "306230", "487838", "0f380f", "0f380f", "e0f8cf", ("8bac0f", "8bac0f", "9bbc0f")),
    ("00a844", "58d854", "bcbcbc", "7c7c7c", "503000", "000000", "fcfcfc", ("d82800", "0058f8", "a800cc")),
    ("7abf5a", "5f9f48", "d8a878", "b07850", "6a4830", "221830", "fff4d8", ("e04848", "3868d0", "f0a020")),
    ("1d2b53", "29366f", "5f574f", "83769c", "c2c3c7", "000000", "fff1e8", ("ff004d", "29adff", "ffa300")),
    ("f7e26b", "e8c850", "9d9d9d", "c4c4c4", "493c2b", "1b2632", "ffffff", ("be2633", "31a2f2", "44891a")),
)


class Console(Hand):
    """A game of an early console: few colours, big pixels, dithered meadows and sprites for icons."""

    bends = ("corner", "chamfer", "tight")
    shapes: ClassVar = {"car": ("block", "two_box_car"), "train": ("block",), "traveller": ("block", "meeple")}

    def __init__(self, rng: Rng) -> None:
        *tones, accents = pick(rng, CONSOLES)
        self.grass, self.tuft, self.town, self.brick, *others = (bgr(str(code)) for code in tones)
        self.tie, self.dark, self.light = others
        self.accents = dict(zip(KINDS, (bgr(code) for code in accents), strict=True))
        self.across, self.screen = pick(rng, (42, 48, 56, 64)), pick(rng, ("plain", "grid", "lines"))
        self.road_px, self.rail_px = pick(rng, (5, 7, 9)), pick(rng, (3, 4, 5))
        self.pale_road, self.bricks, self.carded = chance(rng, 0.5), chance(rng, 0.5), chance(rng, 0.5)

    def ground(self, size_px: int, urban: bool, rng: Rng) -> Brush:
        """A canvas with four dots a pixel, of which the press keeps one."""
        small = flat(self.across, self.town if urban else self.grass)
        y, x = np.indices(small.shape[:2])
        if urban:
            pattern = (y % 4 == 3) | ((x + y // 4 % 2 * 4) % 8 == 7) if self.bricks else ((x // 4 + y // 4) % 2 == 0)
        else:
            cloud = cv2.resize(rng.standard_normal((6, 6)).astype(np.float32), small.shape[1::-1])
            pattern = (cloud > 0.1) & ((x + y) % 2 == 0) | (cloud > 0.8)
        small[pattern] = self.brick if urban else self.tuft
        for _ in range(6):
            self._ornament(small, urban, rng)
        return Brush(np.ascontiguousarray(small.repeat(4, 0).repeat(4, 1)))

    def _ornament(self, small: Canvas, urban: bool, rng: Rng) -> None:
        x, y = rng.integers(0, self.across - 6, 2)
        if urban:
            small[y : y + 6, x : x + 5] = self.dark
            small[y + 1 : y + 5 : 2, x + 1 : x + 4 : 2] = self.light
        else:
            small[y + 1 : y + 4, x : x + 5] = small[y : y + 5, x + 1 : x + 4] = shade(self.tuft, 0.65)
            small[y + 5, x + 2] = self.dark

    def highways(self, brush: Brush, lines: list[Points], rng: Rng) -> None:
        fill, mark = (self.light, self.tie) if self.pale_road else (shade(self.dark, 1.2), self.light)
        for tone, wide_px in ((self.dark, self.road_px + 2), (fill, self.road_px)):
            brush.lines(lines, tone, wide_px / self.across)
        for points in lines:
            at, ahead = along(points, 4 / self.across, 1 / self.across)
            dashes = [np.stack([p, p + d / self.across]) for p, d in zip(at, ahead, strict=True)]
            brush.lines(dashes, mark, 1 / self.across)

    def rails(self, brush: Brush, lines: list[Points], rng: Rng) -> None:
        one = 1 / self.across
        for points in lines:
            brush.lines(across(points, 3 * one, (self.rail_px / 2 + 1) * one), self.tie, 1.2 * one)
            brush.lines([beside(points, side * self.rail_px / 2 * one) for side in (-1, 1)], self.dark, one)

    def station(self, brush: Brush, rng: Rng) -> None:
        for tone, grown in ((self.dark, 0.05), (self.light, 0.0)):
            brush.fill(box((0.5, 0.56), 0.4 + grown, 0.24 + grown), tone)
        brush.fill(np.array([(0.24, 0.46), (0.34, 0.3), (0.66, 0.3), (0.76, 0.46)]), self.accents["car"])
        brush.line(np.array([(0.24, 0.46), (0.34, 0.3), (0.66, 0.3), (0.76, 0.46)]), self.dark, 0.02, closed=True)
        for x in (0.36, 0.64):
            brush.fill(box((x, 0.57), 0.05, 0.1), self.dark)

    def icon(self, brush: Brush, kind: str, place: Points, heading_deg: float) -> None:
        rows = np.array([list(row) for row in SPRITES[kind].split("|")])
        sprite = np.pad(rows, 2, constant_values=".").repeat(4, 0).repeat(4, 1)
        left, top = (np.clip(np.round(place * self.across - np.array(sprite.shape[::-1]) / 8), 0, None) * 4).astype(int)
        part = brush.canvas[top : top + sprite.shape[0], left : left + sprite.shape[1]]
        sprite = sprite[: part.shape[0], : part.shape[1]]
        drawn = (sprite != ".").astype(np.uint8)
        for tone, reach_px in ((self.light, 17), (self.dark, 9)) if self.carded else ((self.dark, 9),):
            part[cv2.dilate(drawn, np.ones((reach_px, reach_px), np.uint8)) > 0] = tone
        for letter, tone in (("#", self.accents[kind]), ("x", self.dark), ("o", self.light)):
            part[sprite == letter] = tone

    def finish(self, brush: Brush, size_px: int, rng: Rng) -> Canvas:
        whole = cv2.resize(brush.canvas[2::4, 2::4], (size_px, size_px), interpolation=cv2.INTER_NEAREST)
        edges = np.unique((np.arange(1, self.across) * size_px / self.across).astype(int))
        if self.screen != "plain":
            whole[edges] = whole[edges] * 0.82
        if self.screen == "grid":
            whole[:, edges] = whole[:, edges] * 0.82
        return np.asarray(whole, np.uint8)


def console(rng: Rng) -> tuple[Style, Painter]:
    """A game of an early console."""
    look = Console(rng)
    return look.boxed(rng, look.accents, look.dark, look.light)


class Chalk(Hand):
    """A lesson on a blackboard: grainy chalk on a wiped board, doodles, outlines for icons."""

    bends = ("arc", "tight", "chamfer")
    wobble = 0.007
    shapes: ClassVar = {"car": ("flat_car", "van"), "train": ("tram",), "traveller": ("flat_person", "cylinder")}

    def __init__(self, rng: Rng) -> None:
        self.board = bgr(pick(rng, ("23302a", "1f2224", "2b4a3c", "27384a", "3b3f3c")))
        tints = [bgr(code) for code in rng.permutation(("f5d76e", "8ec7f0", "f4a6b4", "a8e0a0", "f2b27a"))]
        self.white, self.tints = bgr("f2f2ea"), dict(zip(KINDS, tints[:3], strict=True))
        self.road_ink, self.rail_ink = pick(rng, (self.white, tints[3])), pick(rng, (self.white, tints[4]))
        self.road_width, self.rail_width = between(rng, 0.1, 0.19), between(rng, 0.06, 0.11)
        self.stick, self.size = between(rng, 0.012, 0.02), between(rng, 0.2, 0.3)
        self.scribbled, self.ladder, self.ringed, self.squared = (chance(rng, 0.5) for _ in range(4))
        self.along_route, self.roundel = chance(rng, 0.5), chance(rng, 0.4)

    def ground(self, size_px: int, urban: bool, rng: Rng) -> Brush:
        brush = Brush(flat(size_px, (0, 0, 0)))
        dim = shade(self.white, 0.45)
        if self.squared:
            grid = [np.array([(k / 6, 0.0), (k / 6, 1.0)]) for k in range(1, 6)]
            brush.lines([*grid, *(line[:, ::-1] for line in grid)], shade(self.white, 0.25), 0.006)
        doodles = ("house", "block") if urban else ("tree", "cloud", "hills")
        for at in np.array([(0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8)]) + rng.normal(0, 0.03, (4, 2)):
            doodle = PICTURES["doodles"][pick(rng, doodles)]
            draw(brush, doodle, at, between(rng, 0.1, 0.15), {"ink": dim, "hole": (0, 0, 0)})
        return brush

    def highways(self, brush: Brush, lines: list[Points], rng: Rng) -> None:
        brush.lines(lines, self.road_ink, self.road_width + 2 * self.stick)
        brush.lines(lines, (0, 0, 0), self.road_width)
        for points in lines:
            if self.scribbled:
                at = along(points, 0.02)[0]
                swing = np.where(np.arange(len(at)) % 2, 0.4, -0.4)[:, None] * self.road_width
                brush.line(beside(at, swing), shade(self.road_ink, 0.6), self.stick * 0.6)
            else:
                brush.lines([*np.split(points, range(3, len(points), 3))][::2], self.road_ink, self.stick * 0.8)

    def rails(self, brush: Brush, lines: list[Points], rng: Rng) -> None:
        half = self.rail_width / 2
        brush.lines(lines, (0, 0, 0), self.rail_width + 0.03)
        for points in lines:
            brush.lines(across(points, 0.07, half * 1.35), self.rail_ink, self.stick)
            rails = [beside(points, half * 0.7), beside(points, -half * 0.7)] if self.ladder else [points]
            brush.lines(rails, self.rail_ink, self.stick * 1.2)

    def ending(self, brush: Brush, letter: str) -> None:
        brush.lines([turned([(-0.05, 0.0), (0.05, 0.0)], turn) + CENTRE for turn in (45, 135)], self.white, self.stick)

    def station(self, brush: Brush, rng: Rng) -> None:
        """An outlined house with a flag, or two rings."""
        if self.roundel:
            brush.disc(CENTRE, 0.24, (0, 0, 0))
            for radius in (0.24, 0.2):
                brush.line(unsteady(regular(CENTRE, radius, 28), rng, 0.006), self.white, self.stick, closed=True)
            return
        house = np.array([(0.3, 0.7), (0.3, 0.4), (0.5, 0.22), (0.7, 0.4), (0.7, 0.7)])
        brush.fill(house, (0, 0, 0))
        brush.line(unsteady(house, rng, 0.006), self.white, self.stick * 1.4, closed=True)
        brush.line(np.array([(0.25, 0.42), (0.5, 0.21), (0.75, 0.42)]), self.tints["car"], self.stick * 1.6)
        brush.line(np.array([(0.5, 0.2), (0.5, 0.08), (0.6, 0.115), (0.5, 0.15)]), self.white, self.stick)

    def icon(self, brush: Brush, kind: str, place: Points, heading_deg: float) -> None:
        brush.disc(place, self.size * 0.6, (0, 0, 0))
        if self.ringed:
            brush.disc(place, self.size * 0.62, self.tints[kind], self.stick)
        picture, tones = spun(PICTURES["chalk"][kind], heading_deg), {"ink": self.tints[kind], "hole": (0.0, 0.0, 0.0)}
        draw(brush, picture, place, self.size * (0.4 if self.ringed else 0.5), tones)

    def finish(self, brush: Brush, size_px: int, rng: Rng) -> Canvas:
        """Chalk takes only on the grain of the board; the sponge has left smears."""
        grain = np.clip(0.8 + 0.35 * rng.standard_normal((size_px, size_px), np.float32), 0.1, 1)
        smears = cv2.resize(rng.standard_normal((3, 12)).astype(np.float32), (size_px, size_px))
        board = np.asarray(self.board, np.float32) * (1.05 + 0.08 * smears[..., None])
        return np.asarray(np.clip(board + brush.canvas * grain[..., None] * 0.85, 0, 255), np.uint8)


def chalk(rng: Rng) -> tuple[Style, Painter]:
    """A lesson on a blackboard."""
    look = Chalk(rng)
    return look.boxed(rng, look.tints, look.board, look.white)


FAMILIES: dict[str, Callable[[Rng], tuple[Style, Painter]]] = {
    "scribe": scribe,
    "engraved": engraved,
    "console": console,
    "chalk": chalk,
}
