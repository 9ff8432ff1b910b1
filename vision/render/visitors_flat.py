"""Visiting artists who lay flat colours beside each other: a topographic atlas, leaded glass, the fifties."""

from __future__ import annotations

import cv2
import numpy as np

from vision.face import TileFace
from vision.render import pictograms
from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.guests import bgr, clouds, flat, lines_of, ties
from vision.render.pictograms import draw, oval, rounded
from vision.render.routes import CENTRE, along
from vision.render.style import Rng, Style, pick
from vision.render.tile import PaintedTile, place_spots
from vision.render.visitors_craft import blend, borders, dashes, free_places, grained, nearest_seeds, pair_of_rails

# Atlas: a topographic map with tints for heights, contours, woods and built-up blocks.


def _atlas_country(rng: Rng, size_px: int) -> Brush:
    hills = clouds(rng, size_px, 5)
    canvas = flat(size_px, bgr("dfe9bd"))
    for height, tint in ((-0.4, "e9edc6"), (0.2, "f3ecc8"), (0.8, "f0dfb4"), (1.4, "e3c796")):
        canvas[hills > height] = bgr(tint)
    canvas[clouds(rng, size_px, 6) > 0.75] = bgr("b4d598")
    slope = cv2.GaussianBlur(cv2.Sobel(hills, cv2.CV_32F, 1, 1, ksize=5), (0, 0), size_px * 0.035)
    blend(canvas, bgr("6a5a40"), np.clip(slope * size_px / 224 * 4, 0, 0.2))
    contour = np.abs(hills * 2.5 - np.round(hills * 2.5)) < 0.045
    blend(canvas, bgr("b98a55"), contour * 0.65)
    return Brush(canvas)


def _atlas_town(face: TileFace, style: Style, rng: Rng, size_px: int) -> Brush:
    brush = Brush(flat(size_px, bgr("dcc3c0")))
    turn_deg = float(rng.uniform(-14, 14))
    for place in (np.arange(-3, 9) - 2.5) / 5:
        for quarter in (0, 90):
            street = turned(np.array([(place, -1.0), (place, 1.0)]), turn_deg + quarter) + CENTRE
            brush.line(street, bgr("f8f3ec"), 0.022)
    for at in free_places(face, style, rng, 34, 0.13, 0.075):
        sides = rng.uniform(0.035, 0.075, 2)
        brush.fill(box(at, float(sides[0]), float(sides[1]), turn_deg), bgr(pick(rng, ("8f6f74", "a27f80", "77595f"))))
    return brush


def atlas(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
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
    return PaintedTile(grained(brush.canvas, rng, 3), places)


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
    cells = nearest_seeds(rng, size_px, count, 0.7)
    colours = np.array([bgr(pick(rng, tints)) for _ in range(count)], np.float32)
    lead = borders(cells)
    depth = cv2.distanceTransform((~lead).astype(np.uint8), cv2.DIST_L2, 3) / size_px
    light = 0.86 + np.minimum(depth * 4, 0.2) + 0.03 * clouds(rng, size_px, 16)
    brush = Brush(np.clip(colours[cells] * light[..., None], 0, 255).astype(np.uint8))
    blend(brush.canvas, bgr("3a3d34"), cv2.GaussianBlur(lead.astype(np.float32), (0, 0), size_px * 0.003) * 0.9)
    return brush


def _lily(brush: Brush, at: Points, lean: float) -> None:
    """A flower with three petals on a bowed stem."""
    down = np.linspace(0, 1, 12)
    stem = np.stack([lean * 0.05 * np.sin(down * np.pi / 2), 0.11 * down], 1)
    brush.line(stem + at, bgr("3f5f3c"), 0.012)
    brush.fill(turned(oval((0, -0.035), 0.012, 0.035), -lean * 50) + stem[-3] + at, bgr("3f5f3c"))
    for turn_deg, tint in ((-38, "e9d3e4"), (38, "e9d3e4"), (0, "fbf3e6")):
        brush.fill(turned(oval((0, -0.034), 0.02, 0.042), turn_deg) + at, bgr(tint))


def nouveau(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """Leaded glass: green country and rosy town, ivory roads with gold, rails of gold on plum, oval medallions."""
    gold, plum, ivory = bgr("c4932f"), bgr("42203f"), bgr("f6ead0")
    tints = ("dfa07a", "e8b48c", "d98f74", "efc79d") if face.urban else ("8fae7c", "a3bd86", "7ea386", "b6c78f")
    brush = _glass(rng, size_px, tints, 26 if face.urban else 15)
    for at in free_places(face, style, rng, 5, 0.2, 0.2):
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
        brush.lines(pair_of_rails(points, 0.032), bgr("f0c95e"), 0.017)
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
    for at in free_places(face, style, rng, 11, 0.17, 0.15):
        (_atomic_house if face.urban else _atomic_tree)(brush, at, rng)
    return brush


def atomic(face: TileFace, style: Style, rng: Rng, size_px: int) -> PaintedTile:
    """The fifties: charcoal roads with mustard dashes, teal rails with a chain of lozenges, a shape for each icon."""
    charcoal, cream = bgr("33383b"), bgr("fbf3e2")
    brush = _atomic_ground(face, style, rng, size_px)
    for points in lines_of(face, "H", style.bend):
        brush.line(points, charcoal, 0.145)
        brush.lines(dashes(points, 0.125, 0.055, 0.035), bgr("f2b632"), 0.02)
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
