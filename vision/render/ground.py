"""The printed ground: paper, blotches and what is strewn over it."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.brush import Brush, box, regular
from vision.render.style import Ground, Rng, shade

Canvas = NDArray[np.uint8]
Strew = Callable[[Brush, Ground, Rng], None]


def paint_ground(size_px: int, ground: Ground, rng: Rng) -> Canvas:
    """A square of ground, freshly strewn."""
    canvas = _paper(size_px, ground, rng)
    if ground.decoration == "none":
        return canvas
    printed = canvas.copy()
    STREWN[ground.decoration](Brush(printed), ground, rng)
    return np.asarray(cv2.addWeighted(printed, ground.opacity, canvas, 1 - ground.opacity, 0), np.uint8)


def _paper(size_px: int, ground: Ground, rng: Rng) -> Canvas:
    coarse = rng.standard_normal((6, 6)).astype(np.float32) * ground.blotch
    fine = rng.standard_normal((size_px // 3, size_px // 3)).astype(np.float32) * ground.grain
    blotches = cv2.resize(coarse, (size_px, size_px), interpolation=cv2.INTER_CUBIC)
    grain = cv2.resize(fine, (size_px, size_px), interpolation=cv2.INTER_LINEAR)
    paper = np.asarray(ground.colour, np.float32) * (1 + blotches + grain)[..., None]
    return np.asarray(np.clip(paper, 0, 255), np.uint8)


def _places(ground: Ground, rng: Rng) -> NDArray[np.float64]:
    return rng.random((max(1, int(ground.count * rng.uniform(0.7, 1.3))), 2))


def _inks(ground: Ground, rng: Rng) -> tuple[float, float, float]:
    return shade(ground.ink if rng.random() < 0.6 else ground.second_ink, rng.uniform(0.85, 1.1))


def _trees(brush: Brush, ground: Ground, rng: Rng) -> None:
    for place in _places(ground, rng):
        brush.disc(place, ground.size * rng.uniform(0.3, 0.8), _inks(ground, rng))


def _outlines(brush: Brush, ground: Ground, rng: Rng) -> None:
    for place in _places(ground, rng):
        brush.disc(place, ground.size * rng.uniform(0.4, 0.9), _inks(ground, rng), 0.008)


def _houses(brush: Brush, ground: Ground, rng: Rng) -> None:
    for place in _places(ground, rng):
        corners = box(place, ground.size * rng.uniform(1, 2.2), ground.size * rng.uniform(1, 2.2))
        ink = _inks(ground, rng)
        brush.fill(corners, ink)
        brush.line(corners, shade(ink, 0.7), 0.006, closed=True)


def _roofs(brush: Brush, ground: Ground, rng: Rng) -> None:
    for place in _places(ground, rng):
        width, height, turn = (
            ground.size * rng.uniform(1.4, 2.4),
            ground.size * rng.uniform(1, 1.6),
            90.0 * rng.integers(4),
        )
        ink = _inks(ground, rng)
        brush.fill(box(place, width, height, turn), ink)
        along = box((0, 0), width, height, turn)
        brush.fill(
            np.stack([along[0], along[1], (along[1] + along[2]) / 2, (along[0] + along[3]) / 2]) + place,
            shade(ink, 1.25),
        )


def _blocks(brush: Brush, ground: Ground, rng: Rng) -> None:
    cells = int(np.clip(0.22 / ground.size, 3, 7))
    step = 1 / cells
    for column in range(cells):
        for row in range(cells):
            if rng.random() < 0.75:
                centre = ((column + 0.5) * step, (row + 0.5) * step)
                brush.fill(
                    box(centre, step * rng.uniform(0.5, 0.85), step * rng.uniform(0.5, 0.85)), _inks(ground, rng)
                )


def _hatching(brush: Brush, ground: Ground, rng: Rng) -> None:
    step = ground.size * 1.2
    slope = 1.0 if ground.count % 2 else -1.0
    starts = np.arange(-1, 2, step) + rng.uniform(0, step)
    brush.lines([np.array([[start, 0.0], [start + slope, 1.0]]) for start in starts], ground.ink, step * 0.22)


def _tufts(brush: Brush, ground: Ground, rng: Rng) -> None:
    size = ground.size
    shape = np.array([[-0.5, -0.6], [0.0, 0.4], [0.5, -0.6]]) * size
    brush.lines([shape + place for place in _places(ground, rng)], ground.ink, 0.01)


def _pines(brush: Brush, ground: Ground, rng: Rng) -> None:
    for place in _places(ground, rng):
        brush.fill(regular(place, ground.size * rng.uniform(0.5, 0.95), 3), _inks(ground, rng))


def _dots(brush: Brush, ground: Ground, rng: Rng) -> None:
    step = ground.size * 1.6
    steps = np.arange(step / 2, 1, step)
    for x in steps:
        for y in steps:
            brush.disc((x, y), ground.size * 0.25, ground.ink)


def _fields(brush: Brush, ground: Ground, rng: Rng) -> None:
    for place in _places(ground, rng)[:6]:
        corners = box(place, rng.uniform(0.2, 0.5), rng.uniform(0.2, 0.5), rng.uniform(0, 90))
        brush.fill(corners, _inks(ground, rng))


def _waves(brush: Brush, ground: Ground, rng: Rng) -> None:
    x = np.linspace(0, 1, 24)
    step = ground.size * 2
    rows = [np.stack([x, y + 0.25 * ground.size * np.sin(x * 25 + y * 9)], 1) for y in np.arange(0, 1, step)]
    brush.lines(rows, ground.ink, 0.01)


def _paving(brush: Brush, ground: Ground, rng: Rng) -> None:
    step = ground.size * 2
    ticks = np.arange(rng.uniform(0, step), 1, step)
    rows = [np.array([[0.0, y], [1.0, y]]) for y in ticks]
    brush.lines(rows + [row[:, ::-1] for row in rows], ground.ink, 0.008)


STREWN: dict[str, Strew] = {
    "trees": _trees,
    "outlines": _outlines,
    "houses": _houses,
    "roofs": _roofs,
    "blocks": _blocks,
    "hatching": _hatching,
    "tufts": _tufts,
    "pines": _pines,
    "dots": _dots,
    "fields": _fields,
    "waves": _waves,
    "paving": _paving,
}
