"""Textures of stone and paper, and the tracks that a workshop lays on them, in many manners."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face import TileFace
from vision.render.brush import Brush, Points, regular
from vision.render.guests import Canvas, flat
from vision.render.hands.aerial_view import lit, noise
from vision.render.hands.painted import masked, mixed, shaky
from vision.render.hands.vector import dashes, parallel
from vision.render.mine_print import SIDES
from vision.render.routes import CENTRE, across, along, strokes
from vision.render.style import Colour, Rng, distance, luma, shade

Plane = NDArray[np.float32]
SHEET_PX = 360


def clear_of(colour: Colour, ground: Colour, least: float = 100.0) -> Colour:
    """The colour, made darker or lighter until it is seen on this ground."""
    steps = (1.0, 0.7, 0.45, 0.25, 0.1) if luma(ground) > 105 else (1.0, 1.25, 1.5, 1.75, 1.95)
    tones = [shade(colour, step) for step in steps]
    return next((tone for tone in tones if distance(tone, ground) >= least), tones[-1])


def _cells(rng: Rng, count: int) -> tuple[NDArray[np.intp], Plane]:
    """Which of so many random places is nearest, and how far the next border is, for each point of a sheet."""
    places = rng.random((count, 2)).astype(np.float32)
    y, x = np.mgrid[0 : SHEET_PX // 2, 0 : SHEET_PX // 2].astype(np.float32) * (2 / SHEET_PX)
    far = np.hypot(x[..., None] - places[:, 0], y[..., None] - places[:, 1])
    two = np.partition(far, 1, axis=2)[..., :2]
    return far.argmin(2), np.asarray(two[..., 1] - two[..., 0], np.float32)


def _large(plane: NDArray[Any]) -> Plane:
    return np.asarray(cv2.resize(np.asarray(plane, np.float32), (SHEET_PX, SHEET_PX)), np.float32)


def _even(rng: Rng) -> Plane:
    return noise(rng, SHEET_PX, {5: 0.015})


def _blotched(rng: Rng) -> Plane:
    return noise(rng, SHEET_PX, {4: 0.06, 13: 0.06, 40: 0.04, SHEET_PX: 0.03})


def _cobbles(rng: Rng) -> Plane:
    nearest, gap = _cells(rng, int(rng.integers(40, 120)))
    tone = rng.normal(0, 0.09, nearest.max() + 1)[nearest]
    return _large(tone + np.clip(gap * 14, 0, 0.3) - 0.24) + noise(rng, SHEET_PX, {60: 0.04})


def _facets(rng: Rng) -> Plane:
    nearest, _ = _cells(rng, int(rng.integers(30, 110)))
    return _large(rng.normal(0, 0.11, nearest.max() + 1)[nearest])


def _cracked(rng: Rng) -> Plane:
    _, gap = _cells(rng, int(rng.integers(14, 40)))
    ragged = gap + 0.012 * noise(rng, SHEET_PX // 2, {50: 0.6})
    return _large(-0.38 * (ragged < 0.011)) + noise(rng, SHEET_PX, {6: 0.08, 25: 0.07, 90: 0.05})


def _strata(rng: Rng) -> Plane:
    y = np.mgrid[0:SHEET_PX, 0:SHEET_PX][0] / SHEET_PX
    level = y * rng.uniform(7, 18) + noise(rng, SHEET_PX, {4: rng.uniform(0.2, 0.6)})
    return np.asarray(0.13 * np.sin(level * 2 * np.pi) + noise(rng, SHEET_PX, {70: 0.04}), np.float32)


def _slabs(rng: Rng) -> Plane:
    plane = np.full((SHEET_PX, SHEET_PX), -0.2, np.float32)
    rows = int(rng.integers(5, 11))
    for row in range(rows):
        edges = np.concatenate([[0], np.sort(rng.random(int(rng.integers(2, 5)))), [1]])
        for left, right in pairwise(edges):
            corner, far = np.array([left, row / rows]), np.array([right, (row + 1) / rows])
            low, high = (np.round(at * SHEET_PX).astype(int) for at in (corner, far))
            plane[low[1] + 1 : high[1] - 1, low[0] + 1 : high[0] - 1] = rng.normal(0, 0.06)
    return plane + noise(rng, SHEET_PX, {40: 0.03})


def _fibres(rng: Rng) -> Plane:
    """Paper: hairs and cloudy pulp."""
    starts = rng.random((160, 2))
    bent = starts[:, None] + np.cumsum(rng.normal(0, 0.008, (160, 5, 2)), 1)
    hairs = masked(SHEET_PX, lambda brush: brush.lines(list(bent), (255.0, 255.0, 255.0), 0.002))
    return np.asarray(-rng.uniform(0.03, 0.12) * hairs + noise(rng, SHEET_PX, {8: 0.015, 160: 0.025}), np.float32)


def _hatched(rng: Rng) -> Plane:
    """Patches of short strokes, as with a pen."""
    drawn = []
    for _ in range(int(rng.integers(20, 60))):
        at, way = rng.random(2), np.array([0.03, -0.03]) * rng.uniform(0.7, 1.3)
        stroke, step = np.stack([at - way, at + way]), np.array([0.012, 0.004])
        drawn += [stroke + k * step for k in range(int(rng.integers(3, 7)))]
    inked = masked(SHEET_PX, lambda brush: brush.lines(drawn, (255.0, 255.0, 255.0), 0.003))
    return np.asarray(-rng.uniform(0.2, 0.5) * inked + noise(rng, SHEET_PX, {150: 0.02}), np.float32)


def _stippled(rng: Rng) -> Plane:
    places = rng.random((int(rng.integers(200, 900)), 2))

    def dots(brush: Brush) -> None:
        for place in places:
            brush.disc(place, 0.0035, (255.0, 255.0, 255.0))

    return np.asarray(-rng.uniform(0.2, 0.5) * masked(SHEET_PX, dots), np.float32)


def _brushed(rng: Rng) -> Plane:
    """Broad strokes of a brush in one direction, as on painted wood."""
    streaks = cv2.blur(rng.standard_normal((SHEET_PX, SHEET_PX)).astype(np.float32), (91, 3))
    return np.asarray(streaks * rng.uniform(0.5, 1.6) + noise(rng, SHEET_PX, {5: 0.05}), np.float32)


TEXTURES: dict[str, Callable[[Rng], Plane]] = {
    "even": _even, "blotched": _blotched, "cobbles": _cobbles, "facets": _facets, "cracked": _cracked,
    "strata": _strata, "slabs": _slabs, "fibres": _fibres, "hatched": _hatched, "stippled": _stippled,
    "brushed": _brushed,
}  # fmt: skip


def sheet_of(rng: Rng, texture: str, colour: Colour, second: Colour | None = None) -> Canvas:
    """A sheet of one colour, or of two that run into each other, from which pieces are cut."""
    base = flat(SHEET_PX, colour)
    if second is not None:
        share = np.clip(noise(rng, SHEET_PX, {5: 0.5, 14: 0.35}) + 0.2, 0, 1)
        base = mixed(flat(SHEET_PX, second), base, np.asarray(share, np.float32))
    return lit(base, TEXTURES[texture](rng))


def bevelled(canvas: Canvas, width: float, depth: float) -> None:
    """Light on the upper and left edge, shadow on the others, as on something thick; below 0 it is sunk."""
    reach = max(1, round(width * canvas.shape[0]))
    light = np.zeros(canvas.shape[:2], np.float32)
    light[-reach:], light[:, -reach:] = -depth, -depth
    light[:reach], light[:, :reach] = depth, depth
    canvas[:] = lit(canvas, light)


# ---- tracks


@dataclass(frozen=True)
class Track:
    """How a box draws its tracks; sizes in tile widths, `reach` in gauges, `gap` what stays free at the border."""

    look: str
    rail: Colour
    tie: Colour
    bed: Colour | None = None
    bend: str = "arc"
    switched: bool = False
    gauge: float = 0.24
    line: float = 0.04
    step: float = 0.11
    thick: float = 0.045
    reach: float = 1.4
    gap: float = 0.0
    shake: float = 0.0
    shine: float = 0.0
    hub: str = "none"


def _face(sides: str) -> TileFace:
    return TileFace("".join("R" if side in sides else "-" for side in SIDES))


def ways(track: str, look: Track) -> list[Points]:
    """The lines that join these exits; at switches every two of them, else a side line ends at the straight one."""
    switched = look.switched and len(track) == 3
    pairs = ["".join(pair) for pair in combinations(track, 2)] if switched else [track]
    found = [_once(line) for pair in pairs for line in _joined(pair, look.bend)]
    if len(track) == 3 and not switched:
        found = [found[0], *(line[np.linalg.norm(line - CENTRE, axis=1) >= look.gauge / 2] for line in found[1:])]
    if look.gap:
        return [line[(np.abs(line - 0.5) <= 0.5 - look.gap).all(1)] for line in found]
    return [_beyond(line) for line in found]


def _joined(sides: str, bend: str) -> list[Points]:
    """The lines between these sides; an easy bend is halfway between an arc and a tight one."""
    if bend != "easy":
        return [line.points for line in strokes(_face(sides), bend)]
    return [(one + other) / 2 for one, other in zip(*(_joined(sides, like) for like in ("arc", "tight")), strict=True)]


def _once(line: Points) -> Points:
    """The line without points that are given twice."""
    fresh = np.linalg.norm(np.diff(line, axis=0), axis=1) > 1e-6
    return np.asarray(line[np.concatenate([[True], fresh])], np.float64)


def _beyond(line: Points) -> Points:
    """The line drawn on a little past the sides of the tile, where it reaches them."""
    ends = [end + (end - CENTRE) * 0.1 * (np.abs(end - CENTRE).max() > 0.49) for end in (line[:1], line[-1:])]
    return _once(np.concatenate([ends[0], line, ends[1]]))


def lay_track(brush: Brush, lines: list[Points], look: Track, rng: Rng) -> None:
    """Bed, sleepers and rails along these lines, each as crooked as it is on every tile from this random number."""
    seed = int(rng.integers(2**31))
    lines = [shaky(_of_line(seed, line), line, look.shake * 0.12 * _long(line)) for line in lines]
    if look.bed is not None:
        brush.lines(lines, shade(look.bed, 0.7), look.gauge * 1.95)
        brush.lines(lines, look.bed, look.gauge * 1.75)
    LOOKS[look.look](brush, lines, look, seed)
    if len(lines) > 1:
        _hub(brush, look)


def _long(line: Points) -> float:
    return float(np.linalg.norm(np.diff(line, axis=0), axis=1).sum())


def _of_line(seed: int, line: Points) -> Rng:
    """The same accidents for the same line, whatever other lines there are."""
    return np.random.default_rng([seed, *np.rint(line[[0, -1]].ravel() * 10 + 5).astype(int)])


def _bars(line: Points, look: Track, half: float) -> list[Points]:
    """Lines across, evenly from one end to the other, so that they meet those of the next tile."""
    long = _long(line)
    return across(line, long / max(round(long / look.step), 1), half)


def _ties(brush: Brush, lines: list[Points], look: Track, seed: int, thick: float) -> None:
    """Sleepers, each lying and as long as it happens to."""
    for line in lines:
        rng = _of_line(seed, line)
        for tie in _bars(line, look, look.gauge / 2 * look.reach):
            crooked = (tie - tie.mean(0)) * rng.normal(1, look.shake) + tie.mean(0)
            crooked = crooked + rng.normal(0, look.shake * 0.06, (2, 2))
            brush.line(crooked + 0.008, shade(look.tie, 0.5), thick * 1.1)
            brush.line(crooked, look.tie, thick)
            if look.shine:
                brush.line(crooked - 0.006, shade(look.tie, 1 + look.shine * 0.5), thick * 0.3)


def _aside(line: Points, offset: float) -> Points:
    """The line beside another, without the loops that it would run inside of a narrow bend."""
    beside = parallel(line, offset)
    apart = np.linalg.norm(beside[:, None] - line, axis=2).min(1)
    return np.asarray(beside[apart > 0.97 * abs(offset)])


def _rails(brush: Brush, lines: list[Points], look: Track) -> None:
    sides = [_aside(line, side * look.gauge / 2) for line in lines for side in (-1, 1)]
    if look.shine:
        brush.lines(sides, shade(look.rail, 0.4), look.line * 1.5)
    brush.lines(sides, look.rail, look.line)
    if look.shine:
        brush.lines([side - 0.004 for side in sides], shade(look.rail, 1 + look.shine), look.line * 0.35)


def _sleepers(brush: Brush, lines: list[Points], look: Track, seed: int) -> None:
    _ties(brush, lines, look, seed, look.thick)
    _rails(brush, lines, look)


def _planks(brush: Brush, lines: list[Points], look: Track, seed: int) -> None:
    """Boards side by side, on them the rails."""
    _ties(brush, lines, look, seed, look.step * 0.72)
    _rails(brush, lines, look)


def _boards(brush: Brush, lines: list[Points], look: Track, seed: int) -> None:
    """A way of boards without rails."""
    _ties(brush, lines, look, seed, look.step * 0.66)
    brush.lines(lines, look.rail, look.line)


def _bare(brush: Brush, lines: list[Points], look: Track, _: int) -> None:
    _rails(brush, lines, look)


def _band(brush: Brush, lines: list[Points], look: Track, _: int) -> None:
    """One broad band with a rim."""
    brush.lines(lines, look.tie, look.gauge + 2 * look.line)
    brush.lines(lines, look.rail, look.gauge)


def _stitched(brush: Brush, lines: list[Points], look: Track, _: int) -> None:
    """A band with dashes along its middle."""
    brush.lines(lines, look.rail, look.gauge)
    long, gap = look.step * 0.6, look.step * 0.7
    brush.lines([dash for line in lines for dash in dashes(line, long, gap)], look.tie, look.line)


def _barred(brush: Brush, lines: list[Points], look: Track, _: int) -> None:
    """A band with bars across it."""
    brush.lines(lines, look.rail, look.gauge)
    brush.lines([bar for line in lines for bar in _bars(line, look, look.gauge * 0.36)], look.tie, look.line)


def _mono(brush: Brush, lines: list[Points], look: Track, _: int) -> None:
    """One line with ticks."""
    brush.lines([tick for line in lines for tick in _bars(line, look, look.gauge / 2)], look.tie, look.line)
    brush.lines(lines, look.rail, look.line * 1.8)


def _studs(brush: Brush, lines: list[Points], look: Track, _: int) -> None:
    """Two rails with dots between."""
    for line in lines:
        for place in along(line, look.step, look.step / 2)[0]:
            brush.disc(place, look.gauge * 0.2, look.tie)
    _rails(brush, lines, look)


def _trough(brush: Brush, lines: list[Points], look: Track, _: int) -> None:
    """A groove in the ground with rungs, its walls in the colour of the rails."""
    brush.lines(lines, look.rail, look.gauge + look.line)
    brush.lines(lines, shade(look.tie, 0.6), look.gauge - look.line)
    brush.lines([rung for line in lines for rung in _bars(line, look, look.gauge * 0.34)], look.tie, look.thick)


LOOKS: dict[str, Callable[[Brush, list[Points], Track, int], None]] = {
    "sleepers": _sleepers, "planks": _planks, "boards": _boards, "bare": _bare, "band": _band, "stitched": _stitched,
    "barred": _barred, "mono": _mono, "studs": _studs, "trough": _trough,
}  # fmt: skip


def _hub(brush: Brush, look: Track) -> None:
    """What lies where tracks meet: a turntable, a plate, a knob."""
    half = look.gauge * 0.75
    if look.hub == "turntable":
        brush.disc(CENTRE, half * 1.15, look.tie)
        brush.disc(CENTRE, half * 1.15, look.rail, look.line)
    elif look.hub == "plate":
        brush.fill(regular(CENTRE, half * 1.3, 4, 45), look.tie)
        brush.line(regular(CENTRE, half * 1.3, 4, 45), look.rail, look.line * 0.7, closed=True)
    elif look.hub == "knob":
        brush.disc(CENTRE, half * 0.5, look.rail)
