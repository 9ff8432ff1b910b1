"""Guest artists: boxes drawn by another hand than `paint_tile`, so that the reader meets art it was not built on.

They share only where lines run and where spots may lie; grounds, lines, stations and icons are their own. Nothing is
trained on them; they are for measuring, though mistakes on most were looked at while versions were chosen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face import TileFace
from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.named import MEADOW
from vision.render.routes import CENTRE, along, strokes
from vision.render.style import Colour, Piece, Rng, Style, pick
from vision.render.tile import PaintedTile, Painter, place_spots

Canvas = NDArray[np.uint8]


def bgr(code: str) -> Colour:
    """A colour from its six hexadecimal digits."""
    return (float(int(code[4:6], 16)), float(int(code[2:4], 16)), float(int(code[0:2], 16)))


def flat(size_px: int, colour: Colour) -> Canvas:
    """A canvas of one colour."""
    return np.full((size_px, size_px, 3), np.asarray(colour), np.uint8)


def clouds(rng: Rng, size_px: int, cells: int) -> NDArray[np.float32]:
    """Soft hills and hollows, so many across the tile, about 0 in the mean."""
    coarse = rng.standard_normal((cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (size_px, size_px), interpolation=cv2.INTER_CUBIC), np.float32)


def lines_of(face: TileFace, letter: str, bend: str) -> list[Points]:
    """The lines of highway ("H") or rail ("R")."""
    return [line.points for line in strokes(face, bend) if line.letter == letter]


def _car(brush: Brush, at: Any, size: float, ink: Colour, hole: Colour) -> None:
    x = np.asarray(at)
    body = np.array([(-1, 0.3), (-1, -0.05), (-0.6, -0.15), (-0.35, -0.6), (0.4, -0.6), (0.65, -0.1), (1, 0), (1, 0.3)])
    brush.fill(body * size + x, ink)
    brush.fill(np.array([(-0.4, -0.15), (-0.25, -0.45), (0.32, -0.45), (0.45, -0.15)]) * size + x, hole)
    for wheel in (-0.55, 0.55):
        brush.disc(x + np.array([wheel, 0.35]) * size, 0.26 * size, ink)


def _train(brush: Brush, at: Any, size: float, ink: Colour, hole: Colour) -> None:
    x = np.asarray(at)
    front = np.array([(-0.6, 0.6), (-0.6, -0.5), (-0.3, -0.85), (0.3, -0.85), (0.6, -0.5), (0.6, 0.6)])
    brush.fill(front * size + x, ink)
    brush.fill(box(x + np.array([0, -0.25]) * size, 0.8 * size, 0.45 * size), hole)
    for lamp in (-0.3, 0.3):
        brush.disc(x + np.array([lamp, 0.3]) * size, 0.14 * size, hole)
    brush.line(np.array([(-0.75, 0.9), (0.75, 0.9)]) * size + x, ink, 0.18 * size)


def _person(brush: Brush, at: Any, size: float, ink: Colour, hole: Colour) -> None:
    x = np.asarray(at)
    brush.disc(x + np.array([0, -0.55]) * size, 0.3 * size, ink)
    coat = np.array([(-0.5, 0.85), (-0.45, 0.0), (-0.2, -0.2), (0.2, -0.2), (0.45, 0.0), (0.5, 0.85)])
    brush.fill(coat * size + x, ink)
    brush.line(np.array([(0, 0.85), (0, 0.4)]) * size + x, hole, 0.1 * size)


_GLYPHS = {"car": _car, "train": _train, "traveller": _person}


def _metro(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """A transport map: white country, grey town, one thick line for each kind."""
    brush = Brush(flat(size_px, bgr("e4e6ea") if face.urban else bgr("fbfaf5")))
    if face.urban:
        for k in range(-8, 16):
            brush.line(np.array([(k / 8, 0), (k / 8 + 1, 1)]), bgr("d2d6dd"), 0.006)
    else:
        for _ in range(5):
            brush.disc(rng.random(2), float(rng.uniform(0.03, 0.08)), bgr("dcecd2"))
    brush.lines(lines_of(face, "H", style.bend), bgr("d9232e"), 0.1)
    rails = lines_of(face, "R", style.bend)
    brush.lines(rails, bgr("1f56a8"), 0.1)
    brush.lines(rails, bgr("fbfaf5"), 0.022)
    if face.station:
        brush.disc(CENTRE, 0.12, bgr("15181c"))
        brush.disc(CENTRE, 0.085, bgr("ffffff"))
    places = place_spots(face, style, rng)
    for spot, place in zip(face.spots, places, strict=True):
        brush.fill(box(place, 0.16, 0.16), bgr("15181c"))
        _GLYPHS[spot.kind](brush, place, 0.058, bgr("ffffff"), bgr("15181c"))
    return PaintedTile(brush.canvas, places)


def _wash(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """Watercolour: washes of paint, uneven roads, a pencil for the rails and round labels with ink drawings."""
    paint = np.asarray(bgr("d8b892") if face.urban else bgr("a9c67a"), np.float32)
    stain = clouds(rng, size_px, 4) * 0.07 + clouds(rng, size_px, 14) * 0.04
    ground = np.clip(paint * (1 + stain[..., None]) + rng.normal(0, 4, (size_px, size_px, 1)), 0, 255)
    brush = Brush(ground.astype(np.uint8))
    if face.urban:
        for _ in range(9):
            brush.fill(box(rng.random(2), 0.09, 0.07, float(rng.uniform(0, 90))), bgr("b5714e"))
    else:
        for _ in range(11):
            at = rng.random(2)
            brush.disc(at, 0.03, bgr("7f9f52"))
            brush.disc(at + 0.018, 0.024, bgr("92b262"))
    for points in lines_of(face, "H", style.bend):
        wobble = points + rng.normal(0, 0.004, points.shape)
        brush.line(wobble, bgr("8d7b66"), 0.15)
        brush.line(wobble, bgr("efe3c8"), 0.125)
    for points in lines_of(face, "R", style.bend):
        at, ahead = along(points, 0.06, 0.02)
        beside = np.stack([-ahead[:, 1], ahead[:, 0]], 1) * 0.055
        brush.lines([np.stack([a, b]) for a, b in zip(at - beside, at + beside, strict=True)], bgr("5a4a3c"), 0.012)
        brush.line(points, bgr("3d3430"), 0.02)
    if face.station:
        brush.fill(box((0.5, 0.53), 0.18, 0.14), bgr("f6efe0"))
        brush.fill(np.array([(-0.12, -0.02), (0, -0.13), (0.12, -0.02)]) + CENTRE, bgr("a8402f"))
        brush.line(box((0.5, 0.53), 0.18, 0.14), bgr("4a3a30"), 0.01, closed=True)
    places = place_spots(face, style, rng)
    for spot, place in zip(face.spots, places, strict=True):
        brush.disc(place, 0.085, bgr("fdf8ec"))
        brush.disc(place, 0.085, bgr("4a3a30"), 0.01)
        _GLYPHS[spot.kind](brush, place, 0.05, bgr("33506e"), bgr("fdf8ec"))
    blurred = np.asarray(cv2.GaussianBlur(brush.canvas, (0, 0), size_px * 0.003), np.uint8)
    return PaintedTile(blurred, places)


def _night(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """The country from above at night: contour lines, windows, glowing roads; icons without any frame."""
    brush = Brush(flat(size_px, bgr("38323f") if face.urban else bgr("1f3038")))
    if face.urban:
        for _ in range(26):
            brush.fill(box(rng.random(2), 0.022, 0.03), bgr("d9b45a"))
    else:
        hills = clouds(rng, size_px, 5)
        contour = np.abs(hills * 3 - np.round(hills * 3)) < 0.06
        brush.canvas[contour] = bgr("2f4a52")
    glow = Brush(np.zeros_like(brush.canvas))
    glow.lines(lines_of(face, "H", style.bend), bgr("ffb347"), 0.1)
    soft = cv2.GaussianBlur(glow.canvas, (0, 0), size_px * 0.03)
    brush.canvas[:] = np.clip(brush.canvas.astype(np.int32) + soft // 2, 0, 255).astype(np.uint8)
    brush.lines(lines_of(face, "H", style.bend), bgr("ffd27a"), 0.07)
    for points in lines_of(face, "R", style.bend):
        at, ahead = along(points, 0.11, 0.0)
        brush.lines([np.stack([a, a + d * 0.04]) for a, d in zip(at, ahead, strict=True)], bgr("e8eef2"), 0.05)
    if face.station:
        brush.fill(regular(CENTRE, 0.13, 4), bgr("f2663b"))
        brush.fill(regular(CENTRE, 0.07, 4), bgr("1f3038"))
    places = place_spots(face, style, rng)
    inks = {"car": "ff5a36", "train": "3fd0ff", "traveller": "ff6fd8"}
    for spot, place in zip(face.spots, places, strict=True):
        brush.disc(place, 0.085, bgr("10181c"))
        _GLYPHS[spot.kind](brush, place, 0.075, bgr(inks[spot.kind]), bgr("10181c"))
    return PaintedTile(brush.canvas, places)


_PIXELS = {
    "car": ("........", "..####..", ".#.##.#.", "########", "########", ".##..##.", ".##..##.", "........"),
    "train": (".######.", ".#....#.", ".#....#.", ".######.", ".#.##.#.", ".######.", "..#..#..", ".#....#."),
    "traveller": ("...##...", "...##...", "..####..", ".#.##.#.", "...##...", "..#..#..", "..#..#..", "........"),
    "station": ("...##...", "..####..", ".######.", "########", ".######.", ".#.##.#.", ".#.##.#.", ".######."),
}


def _pixel(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """A video game of long ago: forty-eight pixels across a tile."""
    across = 48
    first, second = ("b8a48c", "a58f78") if face.urban else ("6cb04a", "5a9c3e")
    small = flat(across, bgr(first))
    small[rng.random((across, across)) < 0.25] = bgr(second)
    if face.urban:
        for _ in range(6):
            x, y = rng.integers(0, across - 5, 2)
            small[y : y + 5, x : x + 4] = bgr("8a5a4a")
            small[y : y + 2, x : x + 4] = bgr("c4503c")
    brush = Brush(small)
    for points in lines_of(face, "H", "corner"):
        brush.line(points, bgr("4a4a52"), 0.16)
        at, ahead = along(points, 0.125, 0.02)
        for a, d in zip(at, ahead, strict=True):
            brush.line(np.stack([a, a + d * 0.05]), bgr("f0d040"), 0.01)
    for points in lines_of(face, "R", "corner"):
        at, ahead = along(points, 0.0834, 0.02)
        for a, d in zip(at, ahead, strict=True):
            beside = np.array([-d[1], d[0]]) * 0.09
            brush.line(np.stack([a - beside, a + beside]), bgr("6a4426"), 0.03)
        for side in (-0.05, 0.05):
            brush.line(points + turned(np.gradient(points, axis=0) * 25, 90) * side, bgr("d8d8e0"), 0.02)
    places = place_spots(face, replace(style, bend="corner"), rng)
    marks = [("station", CENTRE)] if face.station else []
    for kind, place in [*marks, *((s.kind, p) for s, p in zip(face.spots, places, strict=True))]:
        paper, ink = {"station": ("f8f0d8", "c02818"), "car": ("ffffff", "1850c0"), "train": ("ffffff", "107830")}.get(
            kind, ("ffffff", "a01890")
        )
        corner = np.clip(np.round(np.asarray(place) * across - 4).astype(int), 1, across - 9)
        if kind == "station":
            small[corner[1] - 3 : corner[1] + 11, corner[0] - 3 : corner[0] + 11] = bgr("c02818")
        part = small[corner[1] - 1 : corner[1] + 9, corner[0] - 1 : corner[0] + 9]
        part[:] = bgr(paper)
        drawn = np.array([[letter == "#" for letter in row] for row in _PIXELS[kind]])
        part[1:9, 1:9][drawn] = bgr(ink)
    grown = cv2.resize(small, (size_px, size_px), interpolation=cv2.INTER_NEAREST)
    return PaintedTile(np.asarray(grown, np.uint8), places)


def _poster(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """A travel poster in few flat colours: teal country, coral town, cream roads, navy rails in long dashes."""
    brush = Brush(flat(size_px, bgr("e8836b") if face.urban else bgr("5fa8a0")))
    if face.urban:
        for _ in range(7):
            x, y = rng.random(2)
            brush.fill(box((x, y), 0.07, float(rng.uniform(0.08, 0.16))), bgr("d96f58"))
    else:
        for _ in range(6):
            x, y = rng.random(2)
            brush.fill(np.array([(-0.08, 0.05), (0, -0.06), (0.08, 0.05)]) + np.array([x, y]), bgr("53978f"))
    brush.lines(lines_of(face, "H", style.bend), bgr("f7ecd0"), 0.14)
    for points in lines_of(face, "R", style.bend):
        brush.line(points, bgr("1d2f4f"), 0.075)
        at, ahead = along(points, 0.1, 0.03)
        brush.lines([np.stack([a, a + d * 0.05]) for a, d in zip(at, ahead, strict=True)], bgr("f7ecd0"), 0.04)
    if face.station:
        brush.disc(CENTRE, 0.13, bgr("1d2f4f"))
        brush.disc(CENTRE, 0.1, bgr("f2b632"))
        brush.line(np.array([(0, -0.07), (0, 0), (0.05, 0.03)]) + CENTRE, bgr("1d2f4f"), 0.018)
    places = place_spots(face, style, rng)
    for spot, place in zip(face.spots, places, strict=True):
        brush.disc(place, 0.09, bgr("1d2f4f"))
        _GLYPHS[spot.kind](brush, place, 0.062, bgr("f7ecd0"), bgr("1d2f4f"))
    return PaintedTile(brush.canvas, places)


def ties(points: Points, step: float, half: float, start: float = 0.02) -> list[Points]:
    """Short lines across a route, a step apart."""
    at, ahead = along(points, step, start)
    beside = np.stack([-ahead[:, 1], ahead[:, 0]], 1) * half
    return [np.stack([a, b]) for a, b in zip(at - beside, at + beside, strict=True)]


def _chalk(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """A blackboard: everything is drawn in lines of chalk."""
    brush = Brush(flat(size_px, bgr("3d4257") if face.urban else bgr("2f5040")))
    for _ in range(8):
        at = rng.random(2)
        if face.urban:
            brush.line(box(at, 0.08, 0.08), bgr("7d849c"), 0.008, closed=True)
        else:
            brush.line(np.array([(-0.03, 0.03), (0, -0.03), (0.03, 0.03)]) + at, bgr("6f9480"), 0.008)
    for points in lines_of(face, "H", style.bend):
        brush.line(points, bgr("f2f2ec"), 0.14)
        brush.line(points, bgr("55585e"), 0.11)
        at, ahead = along(points, 0.12, 0.02)
        brush.lines([np.stack([a, a + d * 0.05]) for a, d in zip(at, ahead, strict=True)], bgr("f2f2ec"), 0.012)
    for points in lines_of(face, "R", style.bend):
        brush.line(points, bgr("f0dc82"), 0.022)
        brush.lines(ties(points, 0.07, 0.05), bgr("f0dc82"), 0.014)
    if face.station:
        brush.fill(box(CENTRE, 0.22, 0.22), bgr("24282e"))
        brush.line(box(CENTRE, 0.22, 0.22), bgr("f29e9e"), 0.018, closed=True)
        brush.line(np.array([(0.43, 0.43), (0.57, 0.57)]), bgr("f29e9e"), 0.018)
        brush.line(np.array([(0.57, 0.43), (0.43, 0.57)]), bgr("f29e9e"), 0.018)
    places = place_spots(face, style, rng)
    for spot, place in zip(face.spots, places, strict=True):
        brush.disc(place, 0.085, bgr("24282e"))
        brush.disc(place, 0.085, bgr("f2f2ec"), 0.012)
        _GLYPHS[spot.kind](brush, place, 0.055, bgr("f2f2ec"), bgr("24282e"))
    speck = rng.normal(0, 7, (size_px, size_px, 1))
    return PaintedTile(np.clip(brush.canvas + speck, 0, 255).astype(np.uint8), places)


def _toy(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """A box for small children: bright lawns, spotted squares, an orange road, rails in red and blue."""
    brush = Brush(flat(size_px, bgr("f4d35e") if face.urban else bgr("8fd14f")))
    for _ in range(10):
        brush.disc(rng.random(2), 0.025, bgr("fae588") if face.urban else bgr(pick(rng, ("ffffff", "f7a1c4"))))
    brush.lines(lines_of(face, "H", style.bend), bgr("ffffff"), 0.23)
    brush.lines(lines_of(face, "H", style.bend), bgr("ee8033"), 0.2)
    for points in lines_of(face, "R", style.bend):
        brush.lines(ties(points, 0.09, 0.08), bgr("d8343f"), 0.035)
        brush.line(points, bgr("2554c7"), 0.1)
        brush.line(points, bgr("f4d35e") if face.urban else bgr("8fd14f"), 0.06)
    if face.station:
        brush.fill(box((0.5, 0.54), 0.22, 0.16), bgr("d8343f"))
        brush.fill(np.array([(0.35, 0.47), (0.5, 0.34), (0.65, 0.47)]), bgr("7a2fa0"))
        brush.fill(box((0.5, 0.57), 0.06, 0.1), bgr("ffffff"))
    places = place_spots(face, style, rng)
    inks = {"car": "d8343f", "train": "2554c7", "traveller": "7a2fa0"}
    for spot, place in zip(face.spots, places, strict=True):
        brush.fill(box(place, 0.2, 0.2), bgr("ffffff"))
        _GLYPHS[spot.kind](brush, place, 0.08, bgr(inks[spot.kind]), bgr("ffffff"))
    return PaintedTile(brush.canvas, places)


def _winter(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """Snow with pines, roofs of slate, a ladder of rails, warning signs for icons."""
    brush = Brush(flat(size_px, bgr("c3b4a6") if face.urban else bgr("e9eff6")))
    for _ in range(9):
        at = rng.random(2)
        if face.urban:
            brush.fill(box(at, 0.1, 0.08), bgr("8a8f9a"))
            brush.line(np.array([(-0.05, 0), (0.05, 0)]) + at, bgr("f4f7fb"), 0.015)
        else:
            brush.fill(np.array([(-0.035, 0.05), (0, -0.06), (0.035, 0.05)]) + at, bgr("6f9a8d"))
    brush.lines(lines_of(face, "H", style.bend), bgr("6a7686"), 0.13)
    for points in lines_of(face, "R", style.bend):
        brush.lines(ties(points, 0.045, 0.045), bgr("2c3038"), 0.016)
        brush.line(points, bgr("2c3038"), 0.02)
    if face.station:
        brush.disc(CENTRE, 0.13, bgr("b3262e"))
        brush.line(np.array([(0.46, 0.43), (0.46, 0.57)]), bgr("ffffff"), 0.022)
        brush.line(np.array([(0.54, 0.43), (0.54, 0.57)]), bgr("ffffff"), 0.022)
        brush.line(np.array([(0.46, 0.5), (0.54, 0.5)]), bgr("ffffff"), 0.022)
    places = place_spots(face, style, rng)
    for spot, place in zip(face.spots, places, strict=True):
        brush.fill(regular(place, 0.115, 4), bgr("1c1c1c"))
        brush.fill(regular(place, 0.1, 4), bgr("f7c52b"))
        _GLYPHS[spot.kind](brush, place, 0.052, bgr("1c1c1c"), bgr("f7c52b"))
    return PaintedTile(brush.canvas, places)


def _desert(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """Sand and bricks, a black road with yellow lines, rails as a brown band with white dashes."""
    brush = Brush(flat(size_px, bgr("b8614a") if face.urban else bgr("e6c98f")))
    if face.urban:
        for row in range(10):
            brush.line(np.array([(0, row / 10), (1, row / 10)]), bgr("a5523d"), 0.008)
            for k in range(6):
                x = (k + 0.5 * (row % 2)) / 5.5
                brush.line(np.array([(x, row / 10), (x, (row + 1) / 10)]), bgr("a5523d"), 0.008)
    else:
        for _ in range(7):
            turn = np.linspace(0, np.pi, 12)
            dune = np.stack([np.cos(turn), -0.5 * np.sin(turn)], 1) * rng.uniform(0.06, 0.14)
            brush.line(dune + rng.random(2), bgr("d4b274"), 0.012)
    for points in lines_of(face, "H", style.bend):
        brush.line(points, bgr("26262a"), 0.16)
        brush.line(points, bgr("e8b923"), 0.03)
        brush.line(points, bgr("26262a"), 0.012)
    for points in lines_of(face, "R", style.bend):
        brush.line(points, bgr("5d3a23"), 0.11)
        at, ahead = along(points, 0.09, 0.02)
        brush.lines([np.stack([a, a + d * 0.045]) for a, d in zip(at, ahead, strict=True)], bgr("f6efe2"), 0.035)
    if face.station:
        brush.fill(regular(CENTRE, 0.15, 8, 22.5), bgr("0f7173"))
        brush.disc(CENTRE, 0.07, bgr("f6efe2"), 0.02)
    places = place_spots(face, style, rng)
    for spot, place in zip(face.spots, places, strict=True):
        brush.disc(place, 0.09, bgr("f6efe2"))
        _GLYPHS[spot.kind](brush, place, 0.06, bgr("0f7173"), bgr("f6efe2"))
    return PaintedTile(brush.canvas, places)


def _engraved(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """An old engraving on cream paper: only black ink, grounds told apart by their hatching."""
    ink, paper = bgr("2a2622"), bgr("efe6d2")
    brush = Brush(flat(size_px, paper))
    if face.urban:
        for k in range(-10, 22):
            brush.line(np.array([(k / 11, 0), (k / 11 + 1, 1)]), bgr("8d8373"), 0.005)
            brush.line(np.array([(k / 11, 1), (k / 11 + 1, 0)]), bgr("8d8373"), 0.005)
    else:
        for _ in range(14):
            x, y = rng.random(2)
            brush.line(np.array([(x - 0.05, y), (x + 0.05, y)]), bgr("b5aa95"), 0.007)
    brush.lines(lines_of(face, "H", style.bend), ink, 0.13)
    brush.lines(lines_of(face, "H", style.bend), paper, 0.1)
    for points in lines_of(face, "R", style.bend):
        brush.line(points, ink, 0.06)
        at, ahead = along(points, 0.1, 0.02)
        brush.lines([np.stack([a, a + d * 0.05]) for a, d in zip(at, ahead, strict=True)], paper, 0.035)
    if face.station:
        brush.fill(box(CENTRE, 0.22, 0.22), ink)
        brush.fill(box(CENTRE, 0.1, 0.1), paper)
    places = place_spots(face, style, rng)
    for spot, place in zip(face.spots, places, strict=True):
        brush.disc(place, 0.09, paper)
        brush.disc(place, 0.09, ink, 0.012)
        _GLYPHS[spot.kind](brush, place, 0.062, ink, paper)
    return PaintedTile(brush.canvas, places)


def box_of(name: str, colours: tuple[str, str, str], shapes: tuple[str, str, str], bend: str) -> Style:
    """The pieces and the cardboard of a guest's box."""
    sizes = ((0.34, 0.17, 0.22), (0.36, 0.16, 0.25), (0.22, 0.22, 0.42))
    pieces = {
        kind: Piece(shape, bgr(colour), *size)
        for kind, shape, colour, size in zip(("car", "train", "traveller"), shapes, colours, sizes, strict=True)
    }
    return replace(MEADOW, name=name, pieces=pieces, bend=bend)


GUESTS: dict[str, tuple[Style, Painter]] = {
    "metro": (box_of("metro", ("d9232e", "1f56a8", "f2b632"), ("two_box_car", "loco", "ball_cone"), "arc"), _metro),
    "wash": (box_of("wash", ("c8a04a", "4a6a8a", "8a4a6a"), ("long_car", "step_loco", "ball_cone"), "arc"), _wash),
    "night": (box_of("night", ("ff5a36", "3fd0ff", "ff6fd8"), ("block", "loco", "ball_cylinder"), "tight"), _night),
    "pixel": (box_of("pixel", ("1850c0", "107830", "a01890"), ("two_box_car", "block", "cylinder"), "corner"), _pixel),
    "poster": (
        box_of("poster", ("f2b632", "1d2f4f", "f7ecd0"), ("profile_car", "profile_loco", "profile_person"), "arc"),
        _poster,
    ),
    "chalk": (box_of("chalk", ("f29e9e", "f0dc82", "8fb8de"), ("block", "loco", "cylinder"), "arc"), _chalk),
    "toy": (
        box_of("toy", ("d8343f", "2554c7", "7a2fa0"), ("two_box_car", "step_loco", "ball_cylinder"), "tight"),
        _toy,
    ),
    "winter": (box_of("winter", ("b3262e", "2c3038", "f7c52b"), ("long_car", "loco", "ball_cone"), "arc"), _winter),
    "desert": (
        box_of("desert", ("0f7173", "e8b923", "7b3f98"), ("profile_car", "profile_loco", "ball_cone"), "chamfer"),
        _desert,
    ),
    "engraved": (
        box_of("engraved", ("8c2f39", "2b4c7e", "4f772d"), ("two_box_car", "loco", "profile_person"), "arc"),
        _engraved,
    ),
}
