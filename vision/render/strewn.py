"""Things strewn over the grounds of boxes drawn in detail: houses, trees, fields, streets, cracks, contours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.brush import Brush, Points, box, regular, turned
from vision.render.style import Colour, Rng, any_colour, pick, shade

Canvas = NDArray[np.uint8]


@dataclass(frozen=True)
class Layer:
    """One sort of things strewn over a ground; sizes in tile widths, `apart` is how far they keep off the routes."""

    motif: str
    tones: tuple[Colour, ...]
    count: int
    size: float
    opacity: float
    outline: Colour | None
    shadow: float
    apart: float


def random_layers(rng: Rng, ground: Colour, motifs: tuple[str, ...]) -> tuple[Layer, ...]:
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


def strew(canvas: Canvas, layer: Layer, lines: list[Points], rng: Rng) -> None:
    """Prints an area, or many of one sort of things, over a ground."""
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
