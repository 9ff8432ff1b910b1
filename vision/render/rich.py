"""Boxes drawn in detail, by the thousand: strewn grounds, built stations, icons in several tones. For training."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face import KINDS, TileFace
from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.finery import Finery, any_finery, any_pieces, draw_fine_routes
from vision.render.ground import paint_ground
from vision.render.random_style import random_style
from vision.render.routes import CENTRE, draw_routes, strokes
from vision.render.style import Colour, Rng, Style, any_colour, colour_apart, distance, pick, shade
from vision.render.symbols import PICTURES, draw_objective
from vision.render.tile import PaintedTile, Painter, paint_tile, place_spots

Canvas = NDArray[np.uint8]
Tones = tuple[Colour, ...]


@dataclass(frozen=True)
class Layer:
    """One sort of things strewn over a ground; sizes in tile widths, `apart` is how far they keep off the routes."""

    motif: str
    tones: Tones
    count: int
    size: float
    opacity: float
    outline: Colour | None
    shadow: float
    apart: float


@dataclass(frozen=True)
class Shape:
    """A coloured part of a sign: an outline about the origin in a square from -1 to 1; without a tone it is hollow."""

    points: Points
    tone: Colour | None
    edge: Colour | None = None
    edge_width: float = 0.1


Sign = tuple[Shape, ...]


@dataclass(frozen=True)
class Details:
    """What a detailed box has beside its style."""

    rural: tuple[Layer, ...]
    urban: tuple[Layer, ...]
    station: Sign
    icons: dict[str, Sign]
    turn: str
    shadow: float
    route_shadow: float
    weave: float
    halftone: float
    place_jitter: float
    finery: Finery | None = None
    icon_opacity: float = 1.0


def rich_box(rng: Rng) -> tuple[Style, Painter]:
    """A random style, drawn in detail."""
    style = random_style(rng, "rich")
    if rng.random() < 0.6:
        style = replace(style, icon_size=rng.uniform(0.14, 0.24), station_size=rng.uniform(0.22, 0.36))
    return _painted(style, _details(rng, style))


def ornate_box(rng: Rng) -> tuple[Style, Painter]:
    """A random style drawn in detail by a freer hand, with pawns of many shapes."""
    style, _ = rich_box(rng)
    size = rng.uniform(0.22, 0.46)
    style = replace(style, pieces=any_pieces(rng), station_size=max(size, 1.15 * style.icon_size))
    details = _details(rng, style)
    icons = {kind: _freely(sign, rng) for kind, sign in details.icons.items()} if rng.random() < 0.4 else details.icons
    opacity = pick(rng, (1.0, rng.uniform(0.7, 0.95)), (3, 1))
    return _painted(style, replace(details, finery=any_finery(rng), icons=icons, icon_opacity=opacity))


def _freely(sign: Sign, rng: Rng) -> Sign:
    """A sign whose frame is hollow, or drawn askew; one with a frame alone would show nothing then."""
    first, *rest = sign
    if rest and rng.random() < 0.6:
        edge = first.edge if first.edge is not None else shade(first.tone or (0.0, 0.0, 0.0), 0.4)
        first = replace(first, tone=None, edge=edge, edge_width=max(first.edge_width, 0.12))
    lean = np.array([[1.0, rng.normal(0, 0.12)], [rng.normal(0, 0.12), 1.0]])
    return tuple(replace(one, points=one.points @ lean) for one in (first, *rest))


def _painted(style: Style, details: Details) -> tuple[Style, Painter]:
    def paint(face: TileFace, _: Style, chance: Rng, size_px: int) -> PaintedTile:
        return paint_rich(face, style, details, chance, size_px)

    return style, paint


def any_box(rng: Rng, shares: tuple[float, float, float] = (2, 3, 5)) -> tuple[Style, Painter]:
    """A box for training: plain, drawn in detail, or by a freer hand."""
    sort = pick(rng, ("plain", "rich", "ornate"), shares)
    if sort == "plain":
        return random_style(rng), paint_tile
    return rich_box(rng) if sort == "rich" else ornate_box(rng)


def paint_rich(face: TileFace, style: Style, details: Details, rng: Rng, size_px: int) -> PaintedTile:
    """One tile as printed."""
    canvas = paint_ground(size_px, style.urban if face.urban else style.rural, rng)
    lines = [line.points for line in strokes(face, style.bend)]
    for layer in details.urban if face.urban else details.rural:
        _strew(canvas, layer, lines, rng)
    if details.route_shadow:
        width = style.road.width * 1.15
        _darken(canvas, lambda brush: brush.lines(lines, (0.0, 0.0, 0.0), width), details.route_shadow)
    brush = Brush(canvas)
    if details.finery is None:
        draw_routes(brush, face, style)
    else:
        draw_fine_routes(canvas, face, style, details.finery, rng)
    turn_deg = 0.0 if details.turn == "upright" else 90.0 * int(rng.integers(4))
    if face.station:
        _draw_sign(canvas, details.station, CENTRE, style.station_size / 2, turn_deg, details.shadow)
    if face.objective is not None:
        draw_objective(brush, face.objective, style)
    places = tuple(_nudged(place, face, details, rng) for place in place_spots(face, style, rng))
    for spot, place in zip(face.spots, places, strict=True):
        own_turn = _along_turn(place, lines) if details.turn == "along" and spot.on != "station" else turn_deg
        printed = canvas.copy()
        _draw_sign(printed, details.icons[spot.kind], place, style.icon_size / 2, own_turn, details.shadow)
        cv2.addWeighted(printed, details.icon_opacity, canvas, 1 - details.icon_opacity, 0, canvas)
    return PaintedTile(_finished(canvas, details, rng), places)


def _nudged(place: Points, face: TileFace, details: Details, rng: Rng) -> Points:
    if face.station and np.allclose(place, CENTRE):
        return place
    return np.asarray(np.clip(place + rng.normal(0, details.place_jitter, 2), 0.12, 0.88))


def _along_turn(place: Points, lines: list[Points]) -> float:
    """The direction of the route beside a place, in degrees."""
    ends = [(float(np.linalg.norm(line - place, axis=1).min()), line) for line in lines]
    line = min(ends, key=lambda one: one[0])[1]
    at = int(np.linalg.norm(line - place, axis=1).argmin())
    step = line[min(at + 1, len(line) - 1)] - line[max(at - 1, 0)]
    return float(np.rad2deg(np.arctan2(step[1], step[0])))


def _darken(canvas: Canvas, draw: Callable[[Brush], None], depth: float) -> None:
    """A soft shadow of what `draw` paints."""
    mask = np.full(canvas.shape, 255, np.uint8)
    draw(Brush(mask))
    soft = cv2.GaussianBlur(mask[..., 0], (0, 0), canvas.shape[0] * 0.014).astype(np.float32) / 255
    canvas[:] = np.asarray(canvas * (1 - depth * (1 - soft))[..., None], np.uint8)


def _draw_sign(canvas: Canvas, sign: Sign, at: Any, half: float, turn_deg: float, shadow: float) -> None:
    place = np.asarray(at, np.float64)
    if shadow and sign:
        first = turned(sign[0].points * half, turn_deg) + place + 0.014
        _darken(canvas, lambda brush: brush.fill(first, (0.0, 0.0, 0.0)), shadow)
    brush = Brush(canvas)
    for shape in sign:
        outline = turned(shape.points * half, turn_deg) + place
        if shape.tone is not None:
            brush.fill(outline, shape.tone)
        if shape.edge is not None:
            brush.line(outline, shape.edge, shape.edge_width * half, closed=True)


def _finished(canvas: Canvas, details: Details, rng: Rng) -> Canvas:
    """What the paper and the press do to all of a tile."""
    size = canvas.shape[0]
    out = canvas.astype(np.float32)
    if details.weave:
        threads = rng.standard_normal((size, 1)) + rng.standard_normal((1, size))
        out *= 1 + details.weave * threads[..., None].astype(np.float32)
    if details.halftone:
        y, x = np.mgrid[0:size, 0:size] * (2 * np.pi * 44 / size)
        out *= 1 + details.halftone * (np.cos(x + y) * np.cos(x - y))[..., None].astype(np.float32)
    return np.asarray(np.clip(out, 0, 255), np.uint8)


# ---- grounds


def _strew(canvas: Canvas, layer: Layer, lines: list[Points], rng: Rng) -> None:
    printed = canvas.copy()
    if layer.motif in AREAS:
        AREAS[layer.motif](printed, layer, rng)
    else:
        for place in _free_places(layer, lines, rng):
            ITEMS[layer.motif](printed, layer, place, layer.size * rng.uniform(0.6, 1.3), rng)
    cv2.addWeighted(printed, layer.opacity, canvas, 1 - layer.opacity, 0, canvas)


def _free_places(layer: Layer, lines: list[Points], rng: Rng) -> Points:
    places = rng.random((max(1, int(layer.count * rng.uniform(0.7, 1.3))), 2))
    if not layer.apart or not lines:
        return places
    routes = np.concatenate(lines)
    gaps = np.linalg.norm(places[:, None] - routes[None], axis=2).min(1)
    return np.asarray(places[gaps > layer.apart])


def _tone(layer: Layer, rng: Rng) -> Colour:
    return shade(pick(rng, layer.tones), rng.uniform(0.85, 1.12))


def _put(canvas: Canvas, layer: Layer, outline: Points, tone: Colour) -> None:
    brush = Brush(canvas)
    if layer.shadow:
        brush.fill(outline + 0.25 * layer.size, shade(tone, 1 - layer.shadow))
    brush.fill(outline, tone)
    if layer.outline is not None:
        brush.line(outline, layer.outline, 0.007, closed=True)


def _cottage(canvas: Canvas, layer: Layer, place: Points, size: float, rng: Rng) -> None:
    turn, tone = float(rng.uniform(0, 90)), _tone(layer, rng)
    wide, high = size * rng.uniform(1.2, 2.2), size * rng.uniform(0.9, 1.5)
    _put(canvas, layer, box(place, wide, high, turn), tone)
    half = turned(np.array([[-wide, -high], [wide, -high], [wide, 0], [-wide, 0]]) / 2, turn) + place
    Brush(canvas).fill(half, shade(tone, rng.uniform(0.7, 1.3)))


def _tower(canvas: Canvas, layer: Layer, place: Points, size: float, rng: Rng) -> None:
    wide, high, tone = size * rng.uniform(0.9, 1.5), size * rng.uniform(1.4, 2.6), _tone(layer, rng)
    _put(canvas, layer, box(place, wide, high), tone)
    window = pick(rng, layer.tones)
    brush = Brush(canvas)
    for x in (-0.25, 0.25):
        for y in (-0.3, 0.0, 0.3):
            brush.fill(box(place + np.array([x * wide, y * high]), wide * 0.25, high * 0.16), window)


def _bush(canvas: Canvas, layer: Layer, place: Points, size: float, rng: Rng) -> None:
    tone = _tone(layer, rng)
    _put(canvas, layer, regular(place, size * 0.7, 10), tone)
    Brush(canvas).disc(place - 0.2 * size, size * 0.3, shade(tone, rng.uniform(1.1, 1.5)))


def _flower(canvas: Canvas, layer: Layer, place: Points, size: float, rng: Rng) -> None:
    brush, tone = Brush(canvas), _tone(layer, rng)
    for petal in regular(place, size * 0.35, int(rng.integers(4, 7)), float(rng.uniform(0, 90))):
        brush.disc(petal, size * 0.25, tone)
    brush.disc(place, size * 0.2, pick(rng, layer.tones))


def _stone(canvas: Canvas, layer: Layer, place: Points, size: float, rng: Rng) -> None:
    outline = regular((0, 0), 1.0, int(rng.integers(5, 9)), float(rng.uniform(0, 90)))
    outline = outline * rng.uniform(0.5, 1.0, (len(outline), 1)) * size + place
    _put(canvas, layer, outline, _tone(layer, rng))


def _furrows(canvas: Canvas, layer: Layer, place: Points, size: float, rng: Rng) -> None:
    turn, reach = float(rng.uniform(0, 180)), 3.5 * size
    _put(canvas, layer, box(place, reach, reach, turn), _tone(layer, rng))
    ends = np.array([[-0.5, 0.0], [0.5, 0.0]]) * reach
    rows = [turned(ends + np.array([0, off * reach]), turn) + place for off in np.linspace(-0.4, 0.4, 5)]
    Brush(canvas).lines(rows, pick(rng, layer.tones), 0.008)


def _pine(canvas: Canvas, layer: Layer, place: Points, size: float, rng: Rng) -> None:
    tone = _tone(layer, rng)
    for step, reach in ((0.45, 0.8), (0.0, 0.65), (-0.45, 0.45)):
        _put(canvas, layer, regular(place + np.array([0, step * size]), reach * size, 3), tone)


def _scribble(canvas: Canvas, layer: Layer, place: Points, size: float, rng: Rng) -> None:
    steps = np.cumsum(rng.normal(0, size * 0.6, (5, 2)), axis=0)
    Brush(canvas).line(steps + place, _tone(layer, rng), 0.01)


def _cells(canvas: Canvas, layer: Layer, rng: Rng) -> None:
    """Cracked ground: every place takes the tone of the nearest of some points."""
    size, small = canvas.shape[0], 96
    points = rng.random((max(5, layer.count), 2)) * 1.2 - 0.1
    y, x = (np.mgrid[0:small, 0:small] + 0.5) / small
    gaps = np.sort((x[..., None] - points[:, 0]) ** 2 + (y[..., None] - points[:, 1]) ** 2, axis=2)
    nearest = np.argmin((x[..., None] - points[:, 0]) ** 2 + (y[..., None] - points[:, 1]) ** 2, axis=2)
    tones = np.array([_tone(layer, rng) for _ in points])
    picture = tones[nearest]
    if layer.outline is not None:
        picture[np.sqrt(gaps[..., 1]) - np.sqrt(gaps[..., 0]) < 0.012] = layer.outline
    canvas[:] = cv2.resize(picture.clip(0, 255).astype(np.uint8), (size, size), interpolation=cv2.INTER_LINEAR)


def _contours(canvas: Canvas, layer: Layer, rng: Rng) -> None:
    """Lines of equal height."""
    size = canvas.shape[0]
    hills = cv2.resize(rng.standard_normal((6, 6)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC)
    height = hills / (0.3 + 3 * layer.size)
    canvas[np.abs(height - np.round(height)) < 0.07] = pick(rng, layer.tones)


def _streets(canvas: Canvas, layer: Layer, rng: Rng) -> None:
    """A net of lanes, a little askew."""
    turn, step = float(rng.uniform(-20, 20)), 2.5 * layer.size + 0.05
    ticks = np.arange(-0.8, 0.8, step) + rng.uniform(0, step)
    rows = [turned(np.array([[-1.0, tick], [1.0, tick]]), turn + side) + 0.5 for tick in ticks for side in (0.0, 90.0)]
    Brush(canvas).lines(rows, pick(rng, layer.tones), 0.012 + 0.2 * layer.size)


def _patches(canvas: Canvas, layer: Layer, rng: Rng) -> None:
    """Soft stains in several tones."""
    size = canvas.shape[0]
    for tone in layer.tones:
        field = rng.standard_normal((5, 5)).astype(np.float32)
        stain = cv2.resize(field, (size, size), interpolation=cv2.INTER_CUBIC) > 0.6
        canvas[stain] = tone


Item = Callable[[Canvas, Layer, Points, float, Rng], None]
ITEMS: dict[str, Item] = {
    "cottage": _cottage,
    "tower": _tower,
    "bush": _bush,
    "flower": _flower,
    "stone": _stone,
    "furrows": _furrows,
    "pine": _pine,
    "scribble": _scribble,
}
AREAS: dict[str, Callable[[Canvas, Layer, Rng], None]] = {
    "cells": _cells,
    "contours": _contours,
    "streets": _streets,
    "patches": _patches,
}


def _details(rng: Rng, style: Style) -> Details:
    paint = _sign_tones(rng, style)
    return Details(
        rural=_layers(rng, style.rural.colour, ("bush", "flower", "pine", "furrows", "stone", "scribble")),
        urban=_layers(rng, style.urban.colour, ("cottage", "tower", "stone", "cottage", "furrows", "scribble")),
        station=_station(rng, style, paint),
        icons=_icons(rng, style, paint),
        turn=pick(rng, ("upright", "tile", "along"), (4, 5, 2)),
        shadow=pick(rng, (0.0, rng.uniform(0.2, 0.5)), (3, 2)),
        route_shadow=pick(rng, (0.0, rng.uniform(0.15, 0.4)), (2, 1)),
        weave=pick(rng, (0.0, rng.uniform(0.01, 0.04)), (3, 1)),
        halftone=pick(rng, (0.0, rng.uniform(0.03, 0.12)), (4, 1)),
        place_jitter=pick(rng, (0.0, rng.uniform(0.0, 0.025))),
    )


def _layers(rng: Rng, ground: Colour, motifs: tuple[str, ...]) -> tuple[Layer, ...]:
    """An area or none, and one to three sorts of things."""
    layers = [_layer(rng, ground, pick(rng, list(AREAS)), near=True)] if rng.random() < 0.5 else []
    return (*layers, *(_layer(rng, ground, pick(rng, motifs), near=False) for _ in range(int(rng.integers(1, 4)))))


def _layer(rng: Rng, ground: Colour, motif: str, near: bool) -> Layer:
    """Tones of an area stay near the ground's own, so that grounds can still be told apart by colour."""
    own = [shade(ground, rng.uniform(0.72, 1.25)) for _ in range(3)]
    if not near and rng.random() > 0.35:
        own = [own[0], *(any_colour(rng) for _ in range(int(rng.integers(1, 4))))]
    dense = rng.random() < 0.35
    return Layer(
        motif,
        tuple(own),
        int(rng.integers(20, 60)) if dense else int(rng.integers(5, 22)),
        rng.uniform(0.018, 0.04) if dense else rng.uniform(0.03, 0.07),
        rng.uniform(0.55, 1.0),
        pick(rng, (None, shade(ground, rng.uniform(0.2, 0.5))), (3, 2)),
        pick(rng, (0.0, rng.uniform(0.2, 0.6)), (2, 1)),
        pick(rng, (0.0, rng.uniform(0.08, 0.17)), (1, 2)),
    )


# ---- signs


def _sign_tones(rng: Rng, style: Style) -> Tones:
    """Some tones that a box's stations and icons share."""
    first = [style.station.paper, style.station.ink, *(mark.paper for mark in style.icons.values())]
    return (*first, any_colour(rng), colour_apart(rng, first, 60), (250.0, 250.0, 250.0), (25.0, 22.0, 20.0))


def _frame(rng: Rng) -> Points:
    look = pick(rng, ("disc", "square", "round", "gear", "star", "flower", "oct", "ticket", "drop", "rhomb", "wide"))
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    ring = np.stack([np.cos(angle), np.sin(angle)], 1)
    if look == "gear":
        return np.asarray(ring * (0.9 + 0.1 * np.sign(np.sin(angle * int(rng.integers(6, 11)))))[:, None])
    if look == "star":
        points = int(rng.integers(8, 14))
        outer, inner = regular((0, 0), 1.15, points), regular((0, 0), 0.82, points, 180 / points)
        return np.stack([outer, inner], 1).reshape(-1, 2)
    if look == "flower":
        return np.asarray(ring * (0.92 + 0.12 * np.cos(angle * int(rng.integers(5, 9))))[:, None])
    if look == "square":
        return box((0, 0), 1.8, 1.8)
    if look in ("rhomb", "oct"):
        return regular((0, 0), 1.2, 4) if look == "rhomb" else regular((0, 0), 1.0, 8, 22.5)
    if look in ("round", "ticket", "wide"):
        power, wide = {"round": (4.0, 1.0), "ticket": (6.0, 1.2), "wide": (2.5, 1.25)}[look]
        scale = (np.abs(ring) ** power).sum(1) ** (-1 / power)
        return np.asarray(ring * scale[:, None] * (0.92 * wide, 0.92 / wide))
    if look == "drop":
        return np.asarray(ring * (0.9 + 0.35 * np.maximum(0, np.sin(angle)) ** 6)[:, None])
    return ring


def _station(rng: Rng, style: Style, tones: Tones) -> Sign:
    """Walls, roofs, stripes and a sign on top of each other."""
    paper = style.station.paper
    shapes = [Shape(_frame(rng), paper, style.station.edge, rng.uniform(0.05, 0.16))]
    for _ in range(int(rng.integers(1, 5))):
        tone = colour_apart(rng, [paper], 40) if rng.random() < 0.4 else pick(rng, tones)
        shapes.append(Shape(_primitive(rng) * rng.uniform(0.6, 1.0), tone, pick(rng, (None, shade(tone, 0.4)), (2, 1))))
    return tuple(shapes)


def _primitive(rng: Rng) -> Points:
    """A part of a picture, somewhere within the square."""
    look = pick(rng, ("bar", "box", "disc", "wedge", "arch", "ring"))
    at = rng.uniform(-0.4, 0.4, 2) * (rng.random() < 0.6)
    if look == "bar":
        return box(at, rng.uniform(0.9, 1.6), rng.uniform(0.15, 0.4), pick(rng, (0.0, 90.0, 45.0)))
    if look == "box":
        return box(at, rng.uniform(0.5, 1.2), rng.uniform(0.4, 1.0), pick(rng, (0.0, 0.0, 45.0)))
    if look == "wedge":
        return regular(at, rng.uniform(0.4, 0.9), 3, pick(rng, (0.0, 90.0, 180.0)))
    if look == "arch":
        bow = regular((0, 0), 0.6, 24)
        return np.concatenate([bow[bow[:, 1] < 0.05], [[0.6, 0.6], [-0.6, 0.6]]]) * rng.uniform(0.5, 1.0)
    return regular(at, rng.uniform(0.2, 0.6), 20)


def _icons(rng: Rng, style: Style, tones: Tones) -> dict[str, Sign]:
    """A sign for each kind: mostly one frame for all, pictures that are known or made up."""
    shared = _frame(rng) if rng.random() < 0.7 else None
    framed, made_up, paper_for_all = rng.random() < 0.88, rng.random() < 0.35, rng.random() < 0.5
    signs: dict[str, Sign] = {}
    for kind in KINDS:
        mark = style.icons[kind]
        paper = style.icons["car"].paper if paper_for_all else mark.paper
        ink = mark.ink if distance(mark.ink, paper) > 90 else colour_apart(rng, [paper], 110)
        if not framed:
            ink = colour_apart(rng, [style.road.fill, style.rail.colour, style.rural.colour, style.urban.colour], 90)
        frame = [Shape(_frame(rng) if shared is None else shared, paper, mark.edge, rng.uniform(0.0, 0.18) + 0.02)]
        second = pick(rng, (paper, pick(rng, tones)), (3, 2))
        picture = _made_up(rng, ink, second) if made_up else _known(rng, mark.glyph, ink, second)
        reach = rng.uniform(0.55, 0.8) if framed else 1.0
        edge = shade(ink, 0.3) if rng.random() < 0.25 else None
        signs[kind] = (
            *(frame if framed else []),
            *(replace(one, points=one.points * reach, edge=edge, edge_width=0.06) for one in picture),
        )
    return signs


def _known(rng: Rng, glyph: str, ink: Colour, second: Colour) -> list[Shape]:
    """A picture of `pictures.toml`; letters become made up pictures."""
    if glyph not in PICTURES:
        return _made_up(rng, ink, second)
    picture = PICTURES[glyph]
    stretch = np.array([rng.uniform(0.8, 1.2), rng.uniform(0.8, 1.2)])
    shapes = [Shape(np.asarray(polygon, float) * stretch, ink) for polygon in picture["fill"]]
    wheel = shade(ink, rng.uniform(0.4, 1.0))
    shapes += [Shape(regular((x, y), r, 16) * stretch, wheel) for x, y, r in picture.get("discs", ())]
    shapes += [Shape(np.asarray(polygon, float) * stretch, second) for polygon in picture.get("holes", ())]
    return shapes + [Shape(regular((x, y), r, 16) * stretch, second) for x, y, r in picture.get("hollows", ())]


def _made_up(rng: Rng, ink: Colour, second: Colour) -> list[Shape]:
    """A picture that nobody knows, often with two sides alike."""
    shapes, alike = [], rng.random() < 0.6
    for number in range(int(rng.integers(2, 6))):
        tone = ink if number == 0 or rng.random() < 0.7 else second
        part = _primitive(rng)
        shapes.append(Shape(part, tone))
        if alike:
            shapes.append(Shape(part * (-1, 1), tone))
    return shapes
