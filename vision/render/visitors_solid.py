"""Visiting artists who draw houses and trees as bodies: a comic, a model landscape, a gouache from the air."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from vision.face import TileFace
from vision.render import pictograms
from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.guests import Canvas, bgr, clouds, flat, lines_of, ties
from vision.render.pictograms import draw, oval, rounded
from vision.render.routes import CENTRE
from vision.render.style import Colour, Rng, Style, pick, shade
from vision.render.tile import PaintedTile, place_spots
from vision.render.visitors_craft import blend, borders, dashes, free_places, nearest_seeds, pair_of_rails, shadow

# Comic: thick black lines and printer's dots.


def _halftone(size_px: int, paper: Colour, ink: Colour, rng: Rng) -> Brush:
    """Dots of the press, bigger towards one end of the tile."""
    brush = Brush(flat(size_px, paper))
    turn_deg = float(rng.uniform(0, 360))
    steps = np.arange(-0.75, 0.75, 0.043)
    for row, y in enumerate(steps):
        for x in steps + 0.0215 * (row % 2):
            at = turned(np.array([x, y]), turn_deg) + CENTRE
            brush.disc(at, 0.006 + 0.011 * float(np.clip(x + 0.5, 0, 1)), ink)
    return brush


def _outlined(brush: Brush, shape: Points, colour: Colour, width: float = 0.013) -> None:
    brush.fill(shape, colour)
    brush.line(shape, bgr("141414"), width, closed=True)


def _comic_bush(brush: Brush, at: Points, rng: Rng) -> None:
    puffs = [at + np.array(shift) for shift in ((-0.045, 0.01), (0.045, 0.012), (0, -0.028))]
    for puff in puffs:
        brush.disc(puff, 0.052, bgr("141414"))
    green = bgr(pick(rng, ("2fa84f", "1f9a6a", "55b53a")))
    for puff in puffs:
        brush.disc(puff, 0.04, green)
    brush.line(oval(at, 0.04, 0.035)[15:20], bgr("c9f28a"), 0.01)


def _comic_tower(brush: Brush, at: Points, rng: Rng) -> None:
    height = float(rng.uniform(0.11, 0.17))
    colour = bgr(pick(rng, ("ff9f43", "ff6b81", "54c6eb", "f6e05e")))
    front = box(at, 0.1, height)
    side = np.array([front[1], front[1] + np.array([0.035, -0.03]), front[2] + np.array([0.035, -0.03]), front[2]])
    roof = np.array([front[0], front[0] + np.array([0.035, -0.03]), side[1], front[1]])
    _outlined(brush, side, shade(colour, 0.6), 0.009)
    _outlined(brush, roof, shade(colour, 1.5), 0.009)
    _outlined(brush, front, colour, 0.009)
    for y in np.arange(0.03, height - 0.01, 0.04):
        for x in (0.03, 0.07):
            brush.fill(box(front[0] + np.array([x, y]), 0.02, 0.024), bgr("3a2f5c"))


def _comic_ground(face: TileFace, style: Style, rng: Rng, size_px: int) -> Brush:
    paper, ink = ("cdbdf2", "b29ae6") if face.urban else ("b9e35f", "93cf46")
    brush = _halftone(size_px, bgr(paper), bgr(ink), rng)
    for at in free_places(face, style, rng, 9, 0.19, 0.17):
        (_comic_tower if face.urban else _comic_bush)(brush, at, rng)
    return brush


def _comic_rail(brush: Brush, points: Points) -> None:
    for width, grow, colour in ((0.042, 0.01, "141414"), (0.022, 0.0, "b5652b")):
        brush.lines(ties(points, 0.085, 0.078 + grow, 0.042), bgr(colour), width)
    for width, colour in ((0.036, "141414"), (0.014, "e8f1f8")):
        brush.lines(pair_of_rails(points, 0.045), bgr(colour), width)


def comic(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """A comic: dotted lawns and lilac streets, black contours, icons in bursts."""
    brush = _comic_ground(face, style, rng, size_px)
    roads = lines_of(face, "H", style.bend)
    brush.lines(roads, bgr("141414"), 0.2)
    brush.lines(roads, bgr("6d7683"), 0.172)
    for points in roads:
        brush.lines(dashes(points, 0.125, 0.06, 0.03), bgr("ffffff"), 0.026)
    for points in lines_of(face, "R", style.bend):
        _comic_rail(brush, points)
    if face.station:
        _comic_station(brush)
    places = place_spots(face, style, rng)
    inks = {"car": bgr("f0282d"), "train": bgr("1d6fe0"), "traveller": bgr("ff8a00")}
    for spot, place in zip(face.spots, places, strict=True):
        turn_deg = float(rng.uniform(0, 30))
        spikes = np.stack([regular((0, 0), 0.135, 12, turn_deg), regular((0, 0), 0.112, 12, turn_deg + 15)], 1)
        _outlined(brush, spikes.reshape(-1, 2) + place, bgr("fffbe0"))
        tones = {"ink": inks[spot.kind], "light": bgr("d8f1ff"), "dark": bgr("141414")}
        tones |= {"shine": bgr("ffe14a"), "skin": bgr("ffd0a6")}
        draw(brush, pictograms.COMIC[spot.kind], place, 0.084, tones, (bgr("141414"), 0.007))
    return PaintedTile(brush.canvas, places)


def _comic_station(brush: Brush) -> None:
    """A yellow hall with a red roof and a big clock."""
    _outlined(brush, box((0.5, 0.56), 0.29, 0.17), bgr("ffd93b"), 0.016)
    _outlined(brush, np.array([(0.33, 0.48), (0.4, 0.4), (0.6, 0.4), (0.67, 0.48)]), bgr("e8262d"), 0.016)
    for x in (0.41, 0.59):
        _outlined(brush, rounded((x, 0.58), 0.055, 0.09, 0.02), bgr("54c6eb"))
    brush.disc((0.5, 0.44), 0.075, bgr("141414"))
    brush.disc((0.5, 0.44), 0.06, bgr("ffffff"))
    brush.line(np.array([(0.5, 0.405), (0.5, 0.44), (0.525, 0.455)]), bgr("141414"), 0.014)
    _outlined(brush, box((0.5, 0.595), 0.06, 0.09), bgr("8b3fc6"))


# Diorama: a model seen from above, with light from the upper left.


def _prism(brush: Brush, at: Any, width: float, depth: float, height: float, wall: Colour, roof: Colour) -> None:
    """A house of toy blocks: two walls and a roof of two slopes."""
    x = np.asarray(at, np.float64)
    east, south, up = np.array([width, width * 0.5]), np.array([-depth, depth * 0.5]), np.array([0, -height])
    north, right, near, left = (
        x - (east + south) / 2,
        x + (east - south) / 2,
        x + (east + south) / 2,
        x - (east - south) / 2,
    )
    ridge = up * 1.55
    brush.fill(np.array([left, near, near + up, left + up]), wall)
    brush.fill(np.array([near, right, right + up, (near + right) / 2 + ridge, near + up]), shade(wall, 0.72))
    brush.fill(
        np.array([north, right, right + up, (near + right) / 2 + ridge, (north + left) / 2 + ridge]), shade(roof, 0.7)
    )
    brush.fill(np.array([left + up, near + up, (near + right) / 2 + ridge, (north + left) / 2 + ridge]), roof)


def _diorama_house(brush: Brush, at: Points, rng: Rng) -> None:
    wall = bgr(pick(rng, ("f6ead8", "f3d9b0", "dfe6ea")))
    roof = bgr(pick(rng, ("d9573f", "c2703c", "4f7fa8", "b8483e")))
    shadow(brush, [oval(at + np.array([0.0, 0.01]), 0.085, 0.05)], 0.022, 0.012, 0.45)
    _prism(brush, at, 0.085, 0.06, float(rng.uniform(0.05, 0.09)), wall, roof)


def _diorama_tree(brush: Brush, at: Points, rng: Rng) -> None:
    size = float(rng.uniform(0.8, 1.2))
    shadow(brush, [oval(at + np.array([0.0, 0.03]), 0.05 * size, 0.03 * size)], 0.02, 0.01, 0.45)
    brush.line(np.array([(0, 0.045), (0, 0.0)]) * size + at, bgr("7a5232"), 0.02)
    green = bgr(pick(rng, ("3f8f4a", "2f7d52", "5a9a3c")))
    ball = at + np.array([0, -0.03]) * size
    for radius, shift, bright in ((0.055, 0.0, 0.7), (0.047, -0.008, 1.0), (0.026, -0.018, 1.3)):
        brush.disc(ball + shift * size, radius * size, shade(green, bright))


def _diorama_ground(face: TileFace, style: Style, rng: Rng, size_px: int) -> Brush:
    base = bgr("c9c6c4") if face.urban else bgr("93cc6a")
    brush = Brush(flat(size_px, base))
    if face.urban:
        for k in range(-9, 19):
            for lean in (0.5, -0.5):
                slab = np.array([(0, k / 9), (1, k / 9 + lean)])
                brush.line(slab, bgr("b7b3b0"), 0.007)
    else:
        lawn = clouds(rng, size_px, 6)
        blend(brush.canvas, bgr("7bb857"), (lawn > 0.3) * 0.6)
        blend(brush.canvas, bgr("b5de85"), (lawn < -0.8) * 0.6)
    light = np.add(*np.mgrid[0:size_px, 0:size_px]) / (2.0 * size_px)
    blend(brush.canvas, bgr("2a3048"), light * 0.14)
    return brush


def _diorama_routes(brush: Brush, face: TileFace, style: Style) -> None:
    roads, rails = lines_of(face, "H", style.bend), lines_of(face, "R", style.bend)
    for lines, width in ((roads, 0.19), (rails, 0.15)):
        mask = Brush(np.zeros_like(brush.canvas))
        mask.lines([points + 0.014 for points in lines], (255, 255, 255), width)
        blurred = cv2.GaussianBlur(mask.canvas[..., 0], (0, 0), brush.size_px * 0.008)
        blend(brush.canvas, bgr("1a1c2a"), blurred.astype(np.float32) / 255 * 0.5)
    for width, shift, colour in ((0.185, 0.004, "a9a7a0"), (0.185, -0.004, "f3f1ea"), (0.15, 0.0, "4d535c")):
        brush.lines([points + shift for points in roads], bgr(colour), width)
    for points in roads:
        brush.lines(dashes(points, 0.1, 0.05, 0.025), bgr("f7f3e0"), 0.014)
    brush.lines([points + 0.004 for points in rails], bgr("8b7a66"), 0.15)
    brush.lines([points - 0.004 for points in rails], bgr("cbb99e"), 0.142)
    for points in rails:
        brush.lines([tie + 0.005 for tie in ties(points, 0.0625, 0.055, 0.03)], bgr("4a2f1e"), 0.024)
        brush.lines(ties(points, 0.0625, 0.055, 0.03), bgr("7d5233"), 0.02)
        brush.lines([rail + 0.005 for rail in pair_of_rails(points, 0.035)], bgr("3a3f48"), 0.02)
        brush.lines(pair_of_rails(points, 0.035), bgr("dfe5ea"), 0.014)


def diorama(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """A model landscape: toy houses and round trees with shadows, kerbs, ballast, buttons for icons."""
    brush = _diorama_ground(face, style, rng, size_px)
    _diorama_routes(brush, face, style)
    for at in free_places(face, style, rng, 10, 0.18, 0.15 if face.urban else 0.13):
        (_diorama_house if face.urban else _diorama_tree)(brush, at, rng)
    if face.station:
        _diorama_station(brush)
    places = place_spots(face, style, rng)
    tops = {"car": bgr("f2c21b"), "train": bgr("d4342f"), "traveller": bgr("2f77c9")}
    for spot, place in zip(face.spots, places, strict=True):
        top = tops[spot.kind]
        shadow(brush, [oval(place, 0.1, 0.1)], 0.022, 0.012, 0.6)
        brush.disc(place + 0.008, 0.1, shade(top, 0.55))
        brush.disc(place, 0.1, shade(top, 1.45))
        brush.disc(place + 0.004, 0.093, top)
        ink = bgr("2b2620") if spot.kind == "car" else bgr("ffffff")
        draw(brush, pictograms.DIORAMA[spot.kind], place, 0.066, {"ink": ink, "hole": top})
    return PaintedTile(brush.canvas, places)


def _diorama_station(brush: Brush) -> None:
    """A big hall of blocks on a platform."""
    platform = np.array([(-0.22, 0.02), (0.0, -0.11), (0.22, 0.02), (0.0, 0.15)]) + CENTRE
    shadow(brush, [platform], 0.025, 0.014, 0.6)
    brush.fill(platform + np.array([0, 0.016]), bgr("8e8a86"))
    brush.fill(platform, bgr("efe9dc"))
    _prism(brush, (0.5, 0.525), 0.21, 0.13, 0.085, bgr("fbe3a6"), bgr("8a2f8f"))
    for part in (0.2, 0.5, 0.8):
        foot = np.array([0.33, 0.505]) + np.array([0.21, 0.105]) * part
        brush.line(np.stack([foot, foot + np.array([0, 0.03])]), bgr("5a3a28"), 0.02)


# Gouache: fields and roofs from the air, painted thickly.


def _furrowed(rng: Rng, size_px: int) -> Brush:
    """A patchwork of fields with furrows and hedges."""
    tints = ("7fae4e", "9dbb52", "c9c25a", "689a4c", "d8c878", "8db765")
    cells = nearest_seeds(rng, size_px, 9, 1.3)
    rows, columns = np.mgrid[0:size_px, 0:size_px] / size_px
    canvas = np.zeros((size_px, size_px, 3), np.uint8)
    for number in range(9):
        field, colour = cells == number, bgr(pick(rng, tints))
        angle = rng.uniform(0, np.pi)
        furrow = np.sin((columns * np.cos(angle) + rows * np.sin(angle)) * rng.uniform(110, 170)) > 0.2
        canvas[field] = colour
        canvas[field & furrow] = shade(colour, 0.9)
    brush = Brush(canvas)
    hedges = np.argwhere(borders(cells))
    for row, column in hedges[rng.permutation(len(hedges))[: len(hedges) // 9]]:
        at = np.array([column, row]) / size_px + rng.normal(0, 0.006, 2)
        brush.disc(at, float(rng.uniform(0.008, 0.018)), bgr(pick(rng, ("3f6b37", "527f3d", "35593a"))))
    return brush


def _roof(brush: Brush, at: Points, turn_deg: float, rng: Rng) -> None:
    """A house from above: one slope in the light, one in the shade."""
    length, width = float(rng.uniform(0.08, 0.13)), float(rng.uniform(0.06, 0.08))
    tile = bgr(pick(rng, ("c8603f", "b9523a", "d57f52", "9c5648", "7d7f8c")))
    brush.fill(box(at + 0.014, length, width, turn_deg), bgr("7c7470"))
    half = turned(np.array([0, width / 4]), turn_deg)
    brush.fill(box(at - half, length, width / 2, turn_deg), shade(tile, 1.15))
    brush.fill(box(at + half, length, width / 2, turn_deg), shade(tile, 0.8))
    brush.disc(at + turned(np.array([length * 0.3, -width * 0.2]), turn_deg), 0.009, bgr("f3e6d2"))


def _gouache_ground(face: TileFace, style: Style, rng: Rng, size_px: int) -> Brush:
    if not face.urban:
        brush = _furrowed(rng, size_px)
        for at in free_places(face, style, rng, 5, 0.14, 0.08):
            brush.disc(at + 0.012, 0.034, bgr("44623a"))
            brush.disc(at, 0.034, bgr("3f7440"))
            brush.disc(at - 0.01, 0.019, bgr("6b9c50"))
        return brush
    brush = Brush(flat(size_px, bgr("d3c3b0")))
    blend(brush.canvas, bgr("bba893"), (clouds(rng, size_px, 7) > 0.4) * 0.5)
    turn_deg = float(rng.uniform(-20, 20))
    for at in free_places(face, style, rng, 30, 0.14, 0.115):
        _roof(brush, at, turn_deg + 90 * int(rng.integers(2)) + float(rng.normal(0, 4)), rng)
    return brush


def _daubed(canvas: Canvas, rng: Rng) -> Canvas:
    """The same picture in thick paint: short strokes that are lighter and darker."""
    size_px = canvas.shape[0]
    bristles = cv2.GaussianBlur(rng.normal(0, 1, (size_px, size_px)).astype(np.float32), (0, 0), 5, sigmaY=0.7)
    return np.clip(canvas * (1 + 0.2 * bristles[..., None]), 0, 255).astype(np.uint8)


def gouache(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """The land from the air: furrowed fields or tiled roofs, slate-blue roads, rust-red rails, pictures with a halo."""
    brush = _gouache_ground(face, style, rng, size_px)
    roads, rails = lines_of(face, "H", style.bend), lines_of(face, "R", style.bend)
    for width, colour in ((0.165, "ece2cd"), (0.135, "5c6c86"), (0.09, "71819a"), (0.014, "f6eedb")):
        brush.lines(roads, bgr(colour), width)
    for width, colour in ((0.13, "8a5a41"), (0.1, "a8745a")):
        brush.lines(rails, bgr(colour), width)
    for points in rails:
        brush.lines(ties(points, 0.055, 0.05), bgr("3b241c"), 0.018)
        brush.lines(pair_of_rails(points, 0.03), bgr("241a1a"), 0.018)
    if face.station:
        _gouache_station(brush)
    daubed = Brush(_daubed(brush.canvas, rng))
    places = place_spots(face, style, rng)
    inks = {"car": bgr("e07b1a"), "train": bgr("1f7f4c"), "traveller": bgr("b8286f")}
    for spot, place in zip(face.spots, places, strict=True):
        tones = {"ink": inks[spot.kind], "light": bgr("fff6e2"), "dark": bgr("2a2330")}
        draw(daubed, pictograms.GOUACHE[spot.kind], place, 0.088, tones, (bgr("2a2330"), 0.026))
        draw(daubed, pictograms.GOUACHE[spot.kind], place, 0.088, tones, (bgr("fff6e2"), 0.018))
    return PaintedTile(daubed.canvas, places)


def _gouache_station(brush: Brush) -> None:
    """The hall from above: a long roof of glass between two wings, on a pale forecourt."""
    brush.fill(rounded(CENTRE, 0.32, 0.3, 0.04), bgr("efe4cf"))
    brush.fill(box(CENTRE + 0.014, 0.26, 0.2), bgr("8b8078"))
    for y, colour in ((0.44, "8fc3cf"), (0.56, "5f9db0")):
        brush.fill(box((0.5, y), 0.16, 0.1), bgr(colour))
    brush.lines([np.array([(x, 0.4), (x, 0.6)]) for x in np.linspace(0.45, 0.55, 4)], bgr("e9f3f2"), 0.008)
    for x in (0.395, 0.605):
        brush.fill(box((x, 0.5), 0.06, 0.23), bgr("a3312c"))
        brush.fill(box((x - 0.015, 0.5), 0.03, 0.23), bgr("c9483b"))
