"""Visiting artists: six more boxes by other hands, richer in their printing than the guests'.

As with the guests nothing is trained on them, but mistakes on them were looked at. What is printed lies as the tile was
laid: pictures, stations and shadows turn with it, unless a box's style is upright.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face import TileFace
from vision.render import pictograms
from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.guests import Canvas, bgr, box_of, clouds, flat, lines_of, ties
from vision.render.pictograms import draw, oval, rounded
from vision.render.routes import CENTRE, along, beside, strokes
from vision.render.style import Colour, Rng, Style, pick, shade
from vision.render.tile import PaintedTile, Painter, place_spots


def _turning(paint: Painter) -> Painter:
    """The same artist, whose tiles are laid in any of the four turns."""

    def laid(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
        quarters = 0 if style.upright else int(rng.integers(4))
        printed = paint(face.turned(-quarters), style, rng, size_px)
        picture = np.ascontiguousarray(np.rot90(printed.picture_bgr, -quarters))
        return PaintedTile(picture, tuple(turned(at - CENTRE, 90.0 * quarters) + CENTRE for at in printed.places))

    return laid


def _dashes(points: Points, step: float, length: float, start: float = 0.02) -> list[Points]:
    """Short lines along a route, a step apart."""
    at, ahead = along(points, step, start)
    return [np.stack([a, a + d * length]) for a, d in zip(at, ahead, strict=True)]


def _pair(points: Points, half: float) -> list[Points]:
    """The two rails of a track, out to its very end."""
    sides = (beside(points, -half), beside(points, half))
    return [np.concatenate([line, 2 * line[-1:] - line[-2:-1]]) for line in sides]


def _free_places(face: TileFace, style: Style, rng: Rng, count: int, clear: float, apart: float) -> list[Points]:
    """Up to so many places away from the routes, from the middle and from one another, the upper ones first."""
    taken = np.concatenate([CENTRE[None], *(line.points for line in strokes(face, style.bend))])
    found: list[Points] = []
    for at in rng.uniform(-0.02, 1.02, (count * 12, 2)):
        beside_routes = np.linalg.norm(taken - at, axis=1).min() < clear
        if not beside_routes and all(np.linalg.norm(other - at) > apart for other in found):
            found.append(at)
    return sorted(found[:count], key=lambda at: float(at[1]))


def _cells(rng: Rng, size_px: int, count: int, stretch: float = 1.0) -> NDArray[np.intp]:
    """The number of the nearest of some seeds for every pixel."""
    seeds = rng.random((count, 2)) * size_px
    rows, columns = np.mgrid[0:size_px, 0:size_px]
    away = [(columns - x) ** 2 + (stretch * (rows - y)) ** 2 for x, y in seeds]
    return np.asarray(np.argmin(np.stack(away), axis=0), np.intp)


def _borders(cells: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Where one cell meets another."""
    numbers = cells.astype(np.float32)
    return np.asarray(cv2.dilate(numbers, np.ones((3, 3))) != cv2.erode(numbers, np.ones((3, 3))))


def _blend(canvas: Canvas, colour: Colour, part: Any) -> None:
    """Mixes a colour into the canvas, per pixel so much of it."""
    share = np.asarray(part, np.float32)[..., None]
    canvas[:] = np.clip(canvas * (1 - share) + np.asarray(colour, np.float32) * share, 0, 255).astype(np.uint8)


def _shadow(brush: Brush, shapes: Iterable[Points], shift: float, soft: float, depth: float) -> None:
    """The soft shadow that shapes throw to the lower right."""
    mask = Brush(np.zeros((brush.size_px, brush.size_px, 3), np.uint8))
    for shape in shapes:
        mask.fill(shape + shift, (255, 255, 255))
    blurred = cv2.GaussianBlur(mask.canvas[..., 0], (0, 0), soft * brush.size_px)
    _blend(brush.canvas, bgr("1a1c2a"), blurred.astype(np.float32) / 255 * depth)


def _grained(canvas: Canvas, rng: Rng, strength: float) -> Canvas:
    """The canvas with the grain of its paper."""
    grain = cv2.GaussianBlur(rng.normal(0, strength, canvas.shape[:2]).astype(np.float32), (0, 0), 0.8)
    return np.asarray(np.clip(canvas + grain[..., None], 0, 255), np.uint8)


# Atlas: a topographic map with tints for heights, contours, woods and built-up blocks.


def _atlas_country(rng: Rng, size_px: int) -> Brush:
    hills = clouds(rng, size_px, 5)
    canvas = flat(size_px, bgr("dfe9bd"))
    for height, tint in ((-0.4, "e9edc6"), (0.2, "f3ecc8"), (0.8, "f0dfb4"), (1.4, "e3c796")):
        canvas[hills > height] = bgr(tint)
    canvas[clouds(rng, size_px, 6) > 0.75] = bgr("b4d598")
    slope = cv2.GaussianBlur(cv2.Sobel(hills, cv2.CV_32F, 1, 1, ksize=5), (0, 0), size_px * 0.035)
    _blend(canvas, bgr("6a5a40"), np.clip(slope * size_px / 224 * 4, 0, 0.2))
    contour = np.abs(hills * 2.5 - np.round(hills * 2.5)) < 0.045
    _blend(canvas, bgr("b98a55"), contour * 0.65)
    return Brush(canvas)


def _atlas_town(face: TileFace, style: Style, rng: Rng, size_px: int) -> Brush:
    brush = Brush(flat(size_px, bgr("dcc3c0")))
    turn_deg = float(rng.uniform(-14, 14))
    for place in (np.arange(-3, 9) - 2.5) / 5:
        for quarter in (0, 90):
            street = turned(np.array([(place, -1.0), (place, 1.0)]), turn_deg + quarter) + CENTRE
            brush.line(street, bgr("f8f3ec"), 0.022)
    for at in _free_places(face, style, rng, 34, 0.13, 0.075):
        sides = rng.uniform(0.035, 0.075, 2)
        brush.fill(box(at, float(sides[0]), float(sides[1]), turn_deg), bgr(pick(rng, ("8f6f74", "a27f80", "77595f"))))
    return brush


def _atlas(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """A topographic atlas: an orange trunk road, a black line with ticks, signs of the legend."""
    brush = _atlas_town(face, style, rng, size_px) if face.urban else _atlas_country(rng, size_px)
    roads, rails = lines_of(face, "H", style.bend), lines_of(face, "R", style.bend)
    brush.lines(roads, bgr("8a3a1c"), 0.125)
    brush.lines(roads, bgr("f59a2f"), 0.1)
    brush.lines(roads, bgr("8a3a1c"), 0.01)
    brush.lines(rails, bgr("f7f4ea"), 0.075)
    brush.lines(rails, bgr("1d1d22"), 0.03)
    for points in rails:
        brush.lines(ties(points, 0.085, 0.05), bgr("1d1d22"), 0.018)
    if face.station:
        _atlas_station(brush)
    places = place_spots(face, style, rng)
    inks = {"car": bgr("1d57a5"), "train": bgr("b51f2e"), "traveller": bgr("1f7a3a")}
    for spot, place in zip(face.spots, places, strict=True):
        ink = inks[spot.kind]
        brush.fill(rounded(place, 0.2, 0.2, 0.03), bgr("ffffff"))
        brush.fill(rounded(place, 0.188, 0.188, 0.026), ink)
        tones = {"ink": bgr("ffffff"), "hole": ink}
        draw(brush, pictograms.ATLAS[spot.kind], place, 0.074, tones)
    return PaintedTile(_grained(brush.canvas, rng, 3), places)


def _atlas_station(brush: Brush) -> None:
    """A white house with a clock tower on a black ground, as in a legend."""
    brush.fill(rounded(CENTRE, 0.29, 0.29, 0.03), bgr("ffffff"))
    brush.fill(rounded(CENTRE, 0.265, 0.265, 0.024), bgr("1d1d22"))
    brush.fill(box((0.5, 0.56), 0.21, 0.09), bgr("ffffff"))
    brush.fill(np.array([(0.46, 0.6), (0.46, 0.46), (0.5, 0.39), (0.54, 0.46), (0.54, 0.6)]), bgr("ffffff"))
    brush.disc((0.5, 0.475), 0.022, bgr("1d1d22"))
    brush.lines([box((x, 0.565), 0.001, 0.04) for x in (0.425, 0.5, 0.575)], bgr("1d1d22"), 0.024)


# Nouveau: leaded glass, gold and plum.


def _glass(rng: Rng, size_px: int, tints: tuple[str, ...], count: int) -> Brush:
    """Panes of coloured glass between lines of lead, each brighter towards its middle."""
    cells = _cells(rng, size_px, count, 0.7)
    colours = np.array([bgr(pick(rng, tints)) for _ in range(count)], np.float32)
    lead = _borders(cells)
    depth = cv2.distanceTransform((~lead).astype(np.uint8), cv2.DIST_L2, 3) / size_px
    light = 0.86 + np.minimum(depth * 4, 0.2) + 0.03 * clouds(rng, size_px, 16)
    brush = Brush(np.clip(colours[cells] * light[..., None], 0, 255).astype(np.uint8))
    _blend(brush.canvas, bgr("3a3d34"), cv2.GaussianBlur(lead.astype(np.float32), (0, 0), size_px * 0.003) * 0.9)
    return brush


def _lily(brush: Brush, at: Points, lean: float) -> None:
    """A flower with three petals on a bowed stem."""
    down = np.linspace(0, 1, 12)
    stem = np.stack([lean * 0.05 * np.sin(down * np.pi / 2), 0.11 * down], 1)
    brush.line(stem + at, bgr("3f5f3c"), 0.012)
    brush.fill(turned(oval((0, -0.035), 0.012, 0.035), -lean * 50) + stem[-3] + at, bgr("3f5f3c"))
    for turn_deg, tint in ((-38, "e9d3e4"), (38, "e9d3e4"), (0, "fbf3e6")):
        brush.fill(turned(oval((0, -0.034), 0.02, 0.042), turn_deg) + at, bgr(tint))


def _nouveau(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """Leaded glass: green country and rosy town, ivory roads with gold, rails of gold on plum, oval medallions."""
    gold, plum, ivory = bgr("c4932f"), bgr("42203f"), bgr("f6ead0")
    tints = ("dfa07a", "e8b48c", "d98f74", "efc79d") if face.urban else ("8fae7c", "a3bd86", "7ea386", "b6c78f")
    brush = _glass(rng, size_px, tints, 26 if face.urban else 15)
    for at in _free_places(face, style, rng, 5, 0.2, 0.2):
        if face.urban:
            _nouveau_gable(brush, at)
        else:
            _lily(brush, at, pick(rng, (-1.0, 1.0)))
    roads = lines_of(face, "H", style.bend)
    for width, colour in ((0.18, plum), (0.16, gold), (0.125, ivory)):
        brush.lines(roads, colour, width)
    rails = lines_of(face, "R", style.bend)
    brush.lines(rails, plum, 0.125)
    for points in rails:
        brush.lines(ties(points, 0.062, 0.026), bgr("9c7a86"), 0.014)
        brush.lines(_pair(points, 0.032), bgr("f0c95e"), 0.017)
    if face.station:
        _nouveau_station(brush)
    places = place_spots(face, style, rng)
    papers = {"car": bgr("7d1f33"), "train": bgr("134a57"), "traveller": bgr("5a3a86")}
    for spot, place in zip(face.spots, places, strict=True):
        brush.fill(oval(place, 0.104, 0.114), plum)
        brush.fill(oval(place, 0.097, 0.107), bgr("e6bd58"))
        brush.fill(oval(place, 0.088, 0.098), papers[spot.kind])
        draw(brush, pictograms.NOUVEAU[spot.kind], place, 0.07, {"ink": ivory, "hole": papers[spot.kind]})
    return PaintedTile(brush.canvas, places)


def _nouveau_gable(brush: Brush, at: Points) -> None:
    """The front of a house with a bowed gable."""
    front = np.concatenate([oval((0, -0.03), 0.05, 0.05)[14:], [(0.05, 0.06), (-0.05, 0.06)]]) + at
    brush.fill(front, bgr("f4dcb8"))
    brush.line(front, bgr("6b3a34"), 0.01, closed=True)
    brush.fill(oval(at - np.array([0, 0.025]), 0.016, 0.022), bgr("6b3a34"))
    brush.lines([np.array([(x, 0.02), (x, 0.045)]) + at for x in (-0.022, 0.022)], bgr("6b3a34"), 0.014)


def _nouveau_station(brush: Brush) -> None:
    """A canopy of glass like a fan."""
    plum, gold = bgr("42203f"), bgr("e6bd58")
    brush.disc(CENTRE, 0.162, plum)
    brush.disc(CENTRE, 0.15, gold)
    brush.disc(CENTRE, 0.132, bgr("f6ead0"))
    foot = np.array([0.5, 0.57])
    fan = np.concatenate([oval(foot, 0.105, 0.14)[14:], [foot + np.array([0.105, 0])]])
    brush.fill(fan, bgr("2f7f78"))
    brush.lines([np.stack([foot, point]) for point in fan[1:-1:3]], bgr("f6ead0"), 0.01)
    brush.line(fan, plum, 0.014, closed=True)
    brush.fill(box((0.5, 0.595), 0.16, 0.035), plum)


# Atomic: the fifties in flat colours, a little out of register.


def _atomic_tree(brush: Brush, at: Points, rng: Rng) -> None:
    """A leaf on a stick, its line beside its colour."""
    leaf = oval(at, 0.032, 0.06, float(rng.uniform(-12, 12)))
    brush.fill(leaf + 0.008, bgr(pick(rng, ("3f8f84", "e0a92e", "6f9a4a"))))
    brush.line(leaf, bgr("2e3436"), 0.007, closed=True)
    brush.line(np.array([(0, -0.03), (0, 0.105)]) + at, bgr("2e3436"), 0.008)


def _atomic_house(brush: Brush, at: Points, rng: Rng) -> None:
    """A slab with a grid of windows, its line beside its colour."""
    width, height = float(rng.uniform(0.08, 0.11)), float(rng.uniform(0.11, 0.18))
    brush.fill(box(at + 0.009, width, height), bgr(pick(rng, ("e2694b", "5fa6a0", "f0bf4c", "b7a79a"))))
    brush.line(box(at, width, height), bgr("2e3436"), 0.007, closed=True)
    for row in np.linspace(-0.3, 0.3, 3) * height:
        for x in (-0.02, 0.02):
            brush.fill(box(at + np.array([x, row]), 0.022, 0.018), bgr("fbf3e2"))


def _atomic_ground(face: TileFace, style: Style, rng: Rng, size_px: int) -> Brush:
    brush = Brush(flat(size_px, bgr("f3d3c4") if face.urban else bgr("c9d59b")))
    for _ in range(4):
        tint = ("f7e2d3", "ecc0b0", "e6d3cf") if face.urban else ("d9dfae", "b5c886", "bfd3ac")
        at, turn_deg = rng.random(2), float(rng.uniform(0, 180))
        pebble = oval((0, 0), 0.3, 0.15)
        pebble[:, 1] += 2.2 * pebble[:, 0] ** 2
        brush.fill(turned(pebble, turn_deg) + at, bgr(pick(rng, tint)))
    for at in _free_places(face, style, rng, 11, 0.17, 0.15):
        (_atomic_house if face.urban else _atomic_tree)(brush, at, rng)
    return brush


def _atomic(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """The fifties: charcoal roads with mustard dashes, teal rails with a chain of lozenges, a shape for each icon."""
    charcoal, cream = bgr("33383b"), bgr("fbf3e2")
    brush = _atomic_ground(face, style, rng, size_px)
    for points in lines_of(face, "H", style.bend):
        brush.line(points, charcoal, 0.145)
        brush.lines(_dashes(points, 0.125, 0.055, 0.035), bgr("f2b632"), 0.02)
    rails = lines_of(face, "R", style.bend)
    brush.lines(rails, cream, 0.125)
    brush.lines(rails, bgr("15727a"), 0.105)
    for points in rails:
        for at, ahead in zip(*along(points, 0.1, 0.05), strict=True):
            lozenge = np.array([(-0.046, 0), (0, -0.032), (0.046, 0), (0, 0.032)])
            brush.fill(turned(lozenge, float(np.degrees(np.arctan2(ahead[1], ahead[0])))) + at, cream)
    if face.station:
        _atomic_station(brush)
    places = place_spots(face, style, rng)
    for spot, place in zip(face.spots, places, strict=True):
        shape, paper, ink = {
            "car": (rounded(place, 0.215, 0.17, 0.07), bgr("e2502e"), cream),
            "train": (rounded(place, 0.2, 0.18, 0.02), cream, bgr("0f5860")),
            "traveller": (oval(place, 0.104, 0.104), bgr("f2b632"), charcoal),
        }[spot.kind]
        brush.fill(shape + 0.01, charcoal)
        brush.fill(shape, paper)
        draw(brush, pictograms.ATOMIC[spot.kind], place, 0.07, {"ink": ink, "hole": paper})
    return PaintedTile(brush.canvas, places)


def _atomic_station(brush: Brush) -> None:
    """A star with many points and a ball in it, as clocks were then."""
    long, short = regular((0, 0), 0.19, 12), regular((0, 0), 0.085, 12, 15)
    brush.fill(np.stack([long, short], 1).reshape(-1, 2) + CENTRE + 0.008, bgr("33383b"))
    brush.fill(np.stack([long, short], 1).reshape(-1, 2) + CENTRE, bgr("e2502e"))
    brush.disc(CENTRE, 0.085, bgr("fbf3e2"))
    brush.disc(CENTRE, 0.066, bgr("33383b"))
    brush.line(np.array([(0.5, 0.455), (0.5, 0.5), (0.53, 0.52)]), bgr("fbf3e2"), 0.014)


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
    for at in _free_places(face, style, rng, 9, 0.19, 0.17):
        (_comic_tower if face.urban else _comic_bush)(brush, at, rng)
    return brush


def _comic_rail(brush: Brush, points: Points) -> None:
    for width, grow, colour in ((0.042, 0.01, "141414"), (0.022, 0.0, "b5652b")):
        brush.lines(ties(points, 0.085, 0.078 + grow, 0.042), bgr(colour), width)
    for width, colour in ((0.036, "141414"), (0.014, "e8f1f8")):
        brush.lines(_pair(points, 0.045), bgr(colour), width)


def _comic(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """A comic: dotted lawns and lilac streets, black contours, icons in bursts."""
    brush = _comic_ground(face, style, rng, size_px)
    roads = lines_of(face, "H", style.bend)
    brush.lines(roads, bgr("141414"), 0.2)
    brush.lines(roads, bgr("6d7683"), 0.172)
    for points in roads:
        brush.lines(_dashes(points, 0.125, 0.06, 0.03), bgr("ffffff"), 0.026)
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
    _shadow(brush, [oval(at + np.array([0.0, 0.01]), 0.085, 0.05)], 0.022, 0.012, 0.45)
    _prism(brush, at, 0.085, 0.06, float(rng.uniform(0.05, 0.09)), wall, roof)


def _diorama_tree(brush: Brush, at: Points, rng: Rng) -> None:
    size = float(rng.uniform(0.8, 1.2))
    _shadow(brush, [oval(at + np.array([0.0, 0.03]), 0.05 * size, 0.03 * size)], 0.02, 0.01, 0.45)
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
        _blend(brush.canvas, bgr("7bb857"), (lawn > 0.3) * 0.6)
        _blend(brush.canvas, bgr("b5de85"), (lawn < -0.8) * 0.6)
    light = np.add(*np.mgrid[0:size_px, 0:size_px]) / (2.0 * size_px)
    _blend(brush.canvas, bgr("2a3048"), light * 0.14)
    return brush


def _diorama_routes(brush: Brush, face: TileFace, style: Style) -> None:
    roads, rails = lines_of(face, "H", style.bend), lines_of(face, "R", style.bend)
    for lines, width in ((roads, 0.19), (rails, 0.15)):
        mask = Brush(np.zeros_like(brush.canvas))
        mask.lines([points + 0.014 for points in lines], (255, 255, 255), width)
        blurred = cv2.GaussianBlur(mask.canvas[..., 0], (0, 0), brush.size_px * 0.008)
        _blend(brush.canvas, bgr("1a1c2a"), blurred.astype(np.float32) / 255 * 0.5)
    for width, shift, colour in ((0.185, 0.004, "a9a7a0"), (0.185, -0.004, "f3f1ea"), (0.15, 0.0, "4d535c")):
        brush.lines([points + shift for points in roads], bgr(colour), width)
    for points in roads:
        brush.lines(_dashes(points, 0.1, 0.05, 0.025), bgr("f7f3e0"), 0.014)
    brush.lines([points + 0.004 for points in rails], bgr("8b7a66"), 0.15)
    brush.lines([points - 0.004 for points in rails], bgr("cbb99e"), 0.142)
    for points in rails:
        brush.lines([tie + 0.005 for tie in ties(points, 0.0625, 0.055, 0.03)], bgr("4a2f1e"), 0.024)
        brush.lines(ties(points, 0.0625, 0.055, 0.03), bgr("7d5233"), 0.02)
        brush.lines([rail + 0.005 for rail in _pair(points, 0.035)], bgr("3a3f48"), 0.02)
        brush.lines(_pair(points, 0.035), bgr("dfe5ea"), 0.014)


def _diorama(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """A model landscape: toy houses and round trees with shadows, kerbs, ballast, buttons for icons."""
    brush = _diorama_ground(face, style, rng, size_px)
    _diorama_routes(brush, face, style)
    for at in _free_places(face, style, rng, 10, 0.18, 0.15 if face.urban else 0.13):
        (_diorama_house if face.urban else _diorama_tree)(brush, at, rng)
    if face.station:
        _diorama_station(brush)
    places = place_spots(face, style, rng)
    tops = {"car": bgr("f2c21b"), "train": bgr("d4342f"), "traveller": bgr("2f77c9")}
    for spot, place in zip(face.spots, places, strict=True):
        top = tops[spot.kind]
        _shadow(brush, [oval(place, 0.1, 0.1)], 0.022, 0.012, 0.6)
        brush.disc(place + 0.008, 0.1, shade(top, 0.55))
        brush.disc(place, 0.1, shade(top, 1.45))
        brush.disc(place + 0.004, 0.093, top)
        ink = bgr("2b2620") if spot.kind == "car" else bgr("ffffff")
        draw(brush, pictograms.DIORAMA[spot.kind], place, 0.066, {"ink": ink, "hole": top})
    return PaintedTile(brush.canvas, places)


def _diorama_station(brush: Brush) -> None:
    """A big hall of blocks on a platform."""
    platform = np.array([(-0.22, 0.02), (0.0, -0.11), (0.22, 0.02), (0.0, 0.15)]) + CENTRE
    _shadow(brush, [platform], 0.025, 0.014, 0.6)
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
    cells = _cells(rng, size_px, 9, 1.3)
    rows, columns = np.mgrid[0:size_px, 0:size_px] / size_px
    canvas = np.zeros((size_px, size_px, 3), np.uint8)
    for number in range(9):
        field, colour = cells == number, bgr(pick(rng, tints))
        angle = rng.uniform(0, np.pi)
        furrow = np.sin((columns * np.cos(angle) + rows * np.sin(angle)) * rng.uniform(110, 170)) > 0.2
        canvas[field] = colour
        canvas[field & furrow] = shade(colour, 0.9)
    brush = Brush(canvas)
    hedges = np.argwhere(_borders(cells))
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
        for at in _free_places(face, style, rng, 5, 0.14, 0.08):
            brush.disc(at + 0.012, 0.034, bgr("44623a"))
            brush.disc(at, 0.034, bgr("3f7440"))
            brush.disc(at - 0.01, 0.019, bgr("6b9c50"))
        return brush
    brush = Brush(flat(size_px, bgr("d3c3b0")))
    _blend(brush.canvas, bgr("bba893"), (clouds(rng, size_px, 7) > 0.4) * 0.5)
    turn_deg = float(rng.uniform(-20, 20))
    for at in _free_places(face, style, rng, 30, 0.14, 0.115):
        _roof(brush, at, turn_deg + 90 * int(rng.integers(2)) + float(rng.normal(0, 4)), rng)
    return brush


def _daubed(canvas: Canvas, rng: Rng) -> Canvas:
    """The same picture in thick paint: short strokes that are lighter and darker."""
    size_px = canvas.shape[0]
    bristles = cv2.GaussianBlur(rng.normal(0, 1, (size_px, size_px)).astype(np.float32), (0, 0), 5, sigmaY=0.7)
    return np.clip(canvas * (1 + 0.2 * bristles[..., None]), 0, 255).astype(np.uint8)


def _gouache(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """The land from the air: furrowed fields or tiled roofs, slate-blue roads, rust-red rails, pictures with a halo."""
    brush = _gouache_ground(face, style, rng, size_px)
    roads, rails = lines_of(face, "H", style.bend), lines_of(face, "R", style.bend)
    for width, colour in ((0.165, "ece2cd"), (0.135, "5c6c86"), (0.09, "71819a"), (0.014, "f6eedb")):
        brush.lines(roads, bgr(colour), width)
    for width, colour in ((0.13, "8a5a41"), (0.1, "a8745a")):
        brush.lines(rails, bgr(colour), width)
    for points in rails:
        brush.lines(ties(points, 0.055, 0.05), bgr("3b241c"), 0.018)
        brush.lines(_pair(points, 0.03), bgr("241a1a"), 0.018)
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


VISITORS: dict[str, tuple[Style, Painter]] = {
    "atlas": (
        box_of("atlas", ("1d57a5", "b51f2e", "1f7a3a"), ("long_car", "loco", "ball_cone"), "arc"),
        _turning(_atlas),
    ),
    "nouveau": (
        box_of("nouveau", ("7d1f33", "134a57", "c4932f"), ("two_box_car", "step_loco", "ball_cone"), "arc"),
        _turning(_nouveau),
    ),
    "atomic": (
        box_of("atomic", ("e2502e", "15727a", "f2b632"), ("profile_car", "profile_loco", "ball_cylinder"), "tight"),
        _turning(_atomic),
    ),
    "comic": (
        box_of("comic", ("f0282d", "1d6fe0", "ff8a00"), ("two_box_car", "profile_loco", "profile_person"), "arc"),
        _turning(_comic),
    ),
    "diorama": (
        box_of("diorama", ("f2c21b", "d4342f", "2f77c9"), ("long_car", "step_loco", "ball_cone"), "tight"),
        _turning(_diorama),
    ),
    "gouache": (
        box_of("gouache", ("d98a3a", "2f7f4c", "b8286f"), ("block", "loco", "cylinder"), "arc"),
        _turning(_gouache),
    ),
}
