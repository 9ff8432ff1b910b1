"""Prints train cards, tickets and card backs in any style."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.brush import Brush, Points, box, regular
from vision.render.card_style import COLOURS, CardLook, CardStyle
from vision.render.style import Colour, Mark, luma, shade
from vision.render.symbols import draw_picture

Picture = NDArray[np.uint8]
PX_PER_MM = 6.0
Ticket = tuple[str, str, int, tuple[str, ...]]


def paint_card(kind: str, style: CardStyle) -> Picture:
    """The face of a train card, upright."""
    look, canvas = style.looks[kind], _ground(style.looks[kind].ground, style)
    if kind == "locomotive":
        _rainbow(canvas, style)
    if style.hatching:
        _hatch(canvas, look, style)
    brush = Brush(canvas)
    _panel(brush, look, style)
    _car(canvas, look, style)
    for place, turn_deg in sign_places(style):
        draw_picture(brush, Mark(look.glyph, look.ink, look.ground, look.ink), place, style.sign_size / 2, turn_deg)
    return _bordered(canvas, style)


def paint_back(style: CardStyle) -> Picture:
    """A card's back: a lattice of lines and a wheel."""
    canvas = _ground(style.back, style)
    brush, light = Brush(canvas), shade(style.back, 1.4)
    wide = _wide(style)
    for step in np.arange(-1.0, 1.0, 0.07):
        brush.line([(step, 0), (step + 1, 1)], light, 0.008)
        brush.line([(step + 1, 0), (step, 1)], light, 0.008)
    brush.disc((wide / 2, 0.5), 0.17, style.back)
    brush.disc((wide / 2, 0.5), 0.15, light, 0.02)
    return _bordered(canvas, style)


def paint_ticket(ticket: Ticket, style: CardStyle) -> Picture:
    """A ticket: circles at the upper left, two names in the middle, the points below."""
    first, second, points, circles = ticket
    canvas = _ground(style.ticket_paper, style)
    brush, ink, wide = Brush(canvas), style.ticket_ink, _wide(style)
    coast = np.random.default_rng(7).normal(0, 0.03, (9, 2)).cumsum(0)
    brush.line(coast - coast.mean(0) + (wide / 2, 0.62), shade(style.ticket_paper, 0.8), 0.012)
    for row, colour in enumerate(circles):
        ground = style.looks[colour].ground
        brush.disc((0.09, 0.09 + 0.095 * row), 0.04, ground)
        brush.disc((0.09, 0.09 + 0.095 * row), 0.04, shade(ground, 0.5), 0.006)
        mark = Mark(style.looks[colour].glyph, ink, style.ticket_paper, ink)
        draw_picture(brush, mark, (wide - 0.09, 0.09 + 0.095 * row), 0.03, 0)
    for text, y in ((first, 0.57), (second, 0.71)):
        _write(canvas, text, (wide / 2, y), min(0.06, 0.9 * wide / max(len(text), 1)), ink)
    for x in (0.1, wide - 0.1):
        brush.disc((x, 0.9), 0.06, shade(ink, 1.3))
        _write(canvas, str(points), (x, 0.9), 0.06, style.ticket_paper)
    return _bordered(canvas, style)


def sign_places(style: CardStyle) -> list[tuple[tuple[float, float], float]]:
    """Where the signs stand, and how they are turned."""
    wide = _wide(style)
    inset = style.sign_size / 2 + 0.025 + (style.border_width if style.border else 0.0)
    low, high = (inset, inset), (wide - inset, 1 - inset)
    if style.corners == "two":
        return [(low, 0.0), (high, 180.0)]
    if style.corners == "four":
        return [(low, 0.0), ((high[0], low[1]), 0.0), (high, 180.0), ((low[0], high[1]), 180.0)]
    return [((wide / 2, low[1]), 0.0), ((wide / 2, high[1]), 180.0)]


def _wide(style: CardStyle) -> float:
    return style.size_mm[0] / style.size_mm[1]


def _ground(colour: Colour, style: CardStyle) -> Picture:
    height = round(style.size_mm[1] * PX_PER_MM)
    width = round(style.size_mm[0] * PX_PER_MM)
    fade = np.linspace(1 + style.fade / 2, 1 - style.fade / 2, height, dtype=np.float32)[:, None, None]
    paper = np.asarray(colour, np.float32) * fade * np.ones((1, width, 1), np.float32)
    return np.asarray(np.clip(paper, 0, 255), np.uint8)


def _rainbow(canvas: Picture, style: CardStyle) -> None:
    """All colours of the box on one card."""
    if style.rainbow == "plain":
        return
    brush, wide = Brush(canvas), _wide(style)
    inks = [style.looks[colour].ground for colour in COLOURS]
    for n, ink in enumerate(inks):
        if style.rainbow == "stripes":
            brush.fill([(0, n / 8), (wide, (n - 0.8) / 8), (wide, (n + 0.2) / 8), (0, (n + 1) / 8)], ink)
        elif style.rainbow == "fan":
            start, end = np.pi * (1 + n / 8), np.pi * (1 + (n + 1) / 8)
            tip = np.array((wide / 2, 0.8))
            brush.fill([tip, tip + 1.4 * _ray(start), tip + 1.4 * _ray(end)], ink)
        else:
            middle = (wide * (0.25 + 0.5 * (n % 2)), 0.14 + 0.24 * (n // 2))
            brush.fill(box(middle, 0.2, 0.17, 12 * (n % 3)), ink)


def _ray(angle: float) -> Points:
    return np.array((np.cos(angle), np.sin(angle)), np.float64)


def _hatch(canvas: Picture, look: CardLook, style: CardStyle) -> None:
    printed = canvas.copy()
    brush = Brush(printed)
    for step in np.arange(-1.0, 1.0, 0.03):
        brush.line([(step, 0), (step + 0.8, 1)], shade(look.ground, 0.75 if luma(look.ground) > 90 else 1.25), 0.006)
    cv2.addWeighted(printed, style.hatching, canvas, 1 - style.hatching, 0, canvas)


def _panel(brush: Brush, look: CardLook, style: CardStyle) -> None:
    wide, light = _wide(style), shade(look.ground, 1.35 if luma(look.ground) < 190 else 0.85)
    if style.panel == "band":
        brush.fill(box((wide / 2, 0.5), wide, 0.42), light)
    elif style.panel == "oval":
        oval = regular((0, 0), 1.0, 40) * (0.4 * wide, 0.34) + (wide / 2, 0.5)
        brush.fill(oval, light)
        brush.line(oval, look.ink, 0.008, closed=True)
    elif style.panel == "frame":
        brush.line(box((wide / 2, 0.5), wide * 0.72, 0.6), look.ink, 0.01, closed=True)


def _car(canvas: Picture, look: CardLook, style: CardStyle) -> None:
    """The car amid the card, lying along its long side where the print is landscape."""
    wide = _wide(style)
    reach = 0.38 if style.landscape else 0.36 * wide
    body = [(-1, -0.45), (1, -0.45), (1, 0.25), (-1, 0.25)]
    shapes: dict[str, list[Any]] = {
        "box": [body],
        "tank": [
            [(-1, -0.2), (-0.8, -0.45), (0.8, -0.45), (1, -0.2), (0.8, 0.2), (-0.8, 0.2)],
            box((0, -0.5), 0.3, 0.2),
        ],
        "coach": [body, box((0, -0.5), 1.7, 0.16)],
        "hopper": [[(-1, -0.45), (1, -0.45), (0.55, 0.3), (-0.55, 0.3)]],
        "caboose": [body, box((0.1, -0.6), 0.6, 0.4)],
        "slats": [box((0, -0.35 + 0.2 * n), 2.0, 0.12) for n in range(4)],
        "engine": [
            [(-1, -0.8), (-0.35, -0.8), (-0.35, -0.3), (0.95, -0.3), (0.95, 0.25), (-1, 0.25)],
            box((0.65, -0.5), 0.22, 0.5),
        ],
    }
    brush, edge = Brush(canvas), shade(look.body, 0.5)

    def lay(points: Any) -> Points:
        local = np.asarray(points, np.float64) * reach
        local = np.stack([-local[:, 1], local[:, 0]], 1) if style.landscape else local
        return np.asarray(local + np.array((wide / 2, 0.5)))

    for shape in shapes[look.car]:
        brush.fill(lay(shape), look.body)
        brush.line(lay(shape), edge, 0.006, closed=True)
    for n in range(3 if look.car in ("coach", "caboose") else 0):
        brush.fill(lay(box((-0.6 + 0.6 * n, -0.15), 0.3, 0.25)), shade(look.body, 1.6))
    for x in (-0.7, -0.35, 0.35, 0.7):
        brush.disc(lay([(x, 0.4)])[0], 0.15 * reach, edge)


def _bordered(canvas: Picture, style: CardStyle) -> Picture:
    if style.border is not None:
        wide_px = round(style.border_width * canvas.shape[0])
        inner = canvas[wide_px:-wide_px, wide_px:-wide_px].copy()
        canvas[:] = np.asarray(style.border, np.uint8)
        canvas[wide_px:-wide_px, wide_px:-wide_px] = inner
    return canvas


def _write(canvas: Picture, text: str, middle: tuple[float, float], size: float, ink: Colour) -> None:
    height = canvas.shape[0]
    scale, thick = size * height / 21.0 * 0.62, max(1, round(size * height * 0.06))
    face = cv2.FONT_HERSHEY_DUPLEX
    (width_px, height_px), _ = cv2.getTextSize(text, face, scale, thick)
    widest = 0.92 * canvas.shape[1]
    if width_px > widest:
        scale, width_px = scale * widest / width_px, widest
    place = (round(middle[0] * height - width_px / 2), round(middle[1] * height + height_px / 2))
    cv2.putText(canvas, text, place, face, scale, ink, thick, cv2.LINE_AA)


@cache
def _cut(width_px: int, height_px: int, radius_px: int) -> Picture:
    mask = np.zeros((height_px, width_px), np.uint8)
    r = radius_px
    cv2.rectangle(mask, (r, 0), (width_px - 1 - r, height_px - 1), 255, cv2.FILLED)
    cv2.rectangle(mask, (0, r), (width_px - 1, height_px - 1 - r), 255, cv2.FILLED)
    for x in (r, width_px - 1 - r):
        for y in (r, height_px - 1 - r):
            cv2.circle(mask, (x, y), r, 255, cv2.FILLED, cv2.LINE_AA)
    return mask


def shape_of(style: CardStyle) -> Picture:
    """Where the card is: its outline with round corners, as a mask."""
    width, height = (round(side * PX_PER_MM) for side in style.size_mm)
    return _cut(width, height, round(style.radius * height))
