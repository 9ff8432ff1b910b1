"""Boxes drawn in detail, by the thousand: strewn grounds, built stations, icons in several tones. For training."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.face import TileFace
from vision.render.brush import Brush, Points
from vision.render.finery import Finery, any_finery, any_pieces, draw_fine_routes
from vision.render.ground import paint_ground
from vision.render.random_style import random_style
from vision.render.routes import CENTRE, draw_routes, strokes
from vision.render.signs import Sign, darken, draw_sign, freely, random_icons, random_station, sign_tones
from vision.render.strewn import Canvas, Layer, random_layers, strew
from vision.render.style import Rng, Style, pick
from vision.render.symbols import draw_objective
from vision.render.tile import PaintedTile, Painter, paint_tile, place_spots


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
    icons = {kind: freely(sign, rng) for kind, sign in details.icons.items()} if rng.random() < 0.4 else details.icons
    opacity = pick(rng, (1.0, rng.uniform(0.7, 0.95)), (3, 1))
    return _painted(style, replace(details, finery=any_finery(rng), icons=icons, icon_opacity=opacity))


def any_box(rng: Rng, shares: tuple[float, float, float] = (2, 3, 5)) -> tuple[Style, Painter]:
    """A box for training: plain, drawn in detail, or by a freer hand."""
    sort = pick(rng, ("plain", "rich", "ornate"), shares)
    if sort == "plain":
        return random_style(rng), paint_tile
    return rich_box(rng) if sort == "rich" else ornate_box(rng)


def _details(rng: Rng, style: Style) -> Details:
    paint = sign_tones(rng, style)
    return Details(
        rural=random_layers(rng, style.rural.colour, ("bush", "flower", "pine", "furrows", "stone", "scribble")),
        urban=random_layers(rng, style.urban.colour, ("cottage", "tower", "stone", "cottage", "furrows", "scribble")),
        station=random_station(rng, style, paint),
        icons=random_icons(rng, style, paint),
        turn=pick(rng, ("upright", "tile", "along"), (4, 5, 2)),
        shadow=pick(rng, (0.0, rng.uniform(0.2, 0.5)), (3, 2)),
        route_shadow=pick(rng, (0.0, rng.uniform(0.15, 0.4)), (2, 1)),
        weave=pick(rng, (0.0, rng.uniform(0.01, 0.04)), (3, 1)),
        halftone=pick(rng, (0.0, rng.uniform(0.03, 0.12)), (4, 1)),
        place_jitter=pick(rng, (0.0, rng.uniform(0.0, 0.025))),
    )


def _painted(style: Style, details: Details) -> tuple[Style, Painter]:
    def paint(face: TileFace, _: Style, chance: Rng, size_px: int) -> PaintedTile:
        return paint_rich(face, style, details, chance, size_px)

    return style, paint


def paint_rich(face: TileFace, style: Style, details: Details, rng: Rng, size_px: int) -> PaintedTile:
    """One tile as printed."""
    canvas = paint_ground(size_px, style.urban if face.urban else style.rural, rng)
    lines = [line.points for line in strokes(face, style.bend)]
    for layer in details.urban if face.urban else details.rural:
        strew(canvas, layer, lines, rng)
    if details.route_shadow:
        width = style.road.width * 1.15
        darken(canvas, lambda brush: brush.lines(lines, (0.0, 0.0, 0.0), width), details.route_shadow)
    brush = Brush(canvas)
    if details.finery is None:
        draw_routes(brush, face, style)
    else:
        draw_fine_routes(canvas, face, style, details.finery, rng)
    turn_deg = 0.0 if details.turn == "upright" else 90.0 * int(rng.integers(4))
    if face.station:
        draw_sign(canvas, details.station, CENTRE, style.station_size / 2, turn_deg, details.shadow)
    if face.objective is not None:
        draw_objective(brush, face.objective, style)
    places = tuple(_nudged(place, face, details, rng) for place in place_spots(face, style, rng))
    for spot, place in zip(face.spots, places, strict=True):
        own_turn = _along_turn(place, lines) if details.turn == "along" and spot.on != "station" else turn_deg
        printed = canvas.copy()
        draw_sign(printed, details.icons[spot.kind], place, style.icon_size / 2, own_turn, details.shadow)
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
