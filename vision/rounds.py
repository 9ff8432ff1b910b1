"""Round things on the table: mugs, glasses, saucers and the ends of their shadows, by the arcs of their outlines."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Map = NDArray[np.float32]
Points = NDArray[np.float64]
Numbers = NDArray[np.float64]

# Radii are tried in steps of this part of them, middles on a grid of so many pixels.
_STEP, _GRID_PX = 0.08, 4
# Outlines are smoothed over so many pixels, their direction is taken over so many each way. A rim may miss its circle
# by this part of it, so many pixels and this angle, and by more while the circle is being fitted.
_SMOOTH, _REACH, _LEAST_LINE = 2.0, 3, 40
_OFF, _OFF_PX, _FACING = 0.035, 0.6, math.cos(math.radians(12.0))
_NARROWING = (4.0, 2.0, 1.0, 1.0)
# Places farther off than so many radii do not belong to a circle however it is fitted.
_CLOSE = 1.5
# So much of a rim must be seen, and so much of it in one piece: a square touches a circle in four short ones.
_DIRECTIONS, _SEEN, _RUN = 36, 0.36, 0.3
# So many circles are looked at, if so much of the outline points to their middles.
_TRIES, _WORTH_A_LOOK = 12, 0.3


@dataclass(frozen=True)
class Disc:
    """A round thing in pixels of a map."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Rims:
    """Places that may be on a rim, and at each the direction into the thing whose rim it would be."""

    x: Numbers
    y: Numbers
    inward_x: Numbers
    inward_y: Numbers

    def only(self, these: NDArray[np.bool_]) -> Rims:
        return Rims(self.x[these], self.y[these], self.inward_x[these], self.inward_y[these])

    def is_close(self, disc: Disc) -> NDArray[np.bool_]:
        """Which places may belong to a circle, however it is fitted."""
        far = _CLOSE * disc.radius
        return np.asarray((np.abs(self.x - disc.x) < far) & (np.abs(self.y - disc.y) < far))

    def on(self, disc: Disc, wide: float = 1.0) -> NDArray[np.bool_]:
        """Which places lie on a circle and run along it."""
        away_x, away_y = disc.x - self.x, disc.y - self.y
        far = np.sqrt(away_x**2 + away_y**2)
        facing = away_x * self.inward_x + away_y * self.inward_y > _FACING * far
        return np.asarray(facing & (np.abs(far - disc.radius) < wide * (_OFF * disc.radius + _OFF_PX)))


def places_of(discs: list[Disc], shape: tuple[int, ...]) -> Map:
    """One where these round things lie, with their very rims, and nothing elsewhere."""
    covered = np.zeros(shape, np.float32)
    for disc in discs:
        cv2.circle(covered, (round(disc.x), round(disc.y)), round(disc.radius + 2), 1.0, cv2.FILLED)
    return covered


def rounds(strange: Map, radii_px: tuple[float, float]) -> list[Disc]:
    """The round things on a nearly level map whose radius is in this range."""
    return rounds_along(*_outlines(strange), strange.shape, radii_px)


def rounds_along(places: Points, inward: Points, shape: tuple[int, ...], radii_px: tuple[float, float]) -> list[Disc]:
    """The round things whose rims run through such places; at each is told the direction into the thing."""
    if len(places) < radii_px[0]:
        return []
    # All x beside each other and all y: numpy is slow where it goes through pairs.
    rims = Rims(*np.ascontiguousarray(places.T), *np.ascontiguousarray(inward.T))
    found = []
    for disc in _likely(rims, shape, radii_px):
        near = rims.only(rims.is_close(disc))
        fitted = _fitted(near, disc)
        if fitted is not None and radii_px[0] <= fitted.radius <= radii_px[1] and _is_rim(near, fitted):
            found.append(fitted)
    return found


def _outlines(strange: Map) -> tuple[Points, Points]:
    """The outline of all that lies on the table: its places, and at each the direction into the thing."""
    smooth = (cv2.GaussianBlur(strange, (0, 0), 2.0) > 0.5).astype(np.uint8)
    outlines, _ = cv2.findContours(smooth, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    places, inward = [np.zeros((0, 2))], [np.zeros((0, 2))]
    for outline in outlines:
        line = np.asarray(outline, np.float64).reshape(-1, 2)
        if len(line) > _LEAST_LINE:
            line = _smoothed(line)
            along = (np.roll(line, -_REACH, 0) - np.roll(line, _REACH, 0))[::2]
            along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
            places.append(line[::2])
            # An outline has its thing on the left.
            inward.append(np.stack([along[:, 1], -along[:, 0]], 1))
    return np.concatenate(places), np.concatenate(inward)


def _smoothed(line: Points) -> Points:
    """A closed line without the steps of its pixels."""
    ends = math.ceil(3 * _SMOOTH)
    around = np.concatenate([line[-ends:], line, line[:ends]])
    smooth = cv2.GaussianBlur(around, (1, 2 * ends + 1), 0, sigmaY=_SMOOTH)
    return np.asarray(smooth[ends:-ends], np.float64)


def _likely(rims: Rims, shape: tuple[int, ...], radii_px: tuple[float, float]) -> list[Disc]:
    """Circles to which much of the outline belongs: every place votes for the middles that it points to."""
    radii = np.geomspace(*radii_px, max(2, round(np.log(radii_px[1] / radii_px[0]) / _STEP) + 1))
    rows, columns = shape[0] // _GRID_PX + 1, shape[1] // _GRID_PX + 1
    column = np.floor((rims.x + radii[:, None] * rims.inward_x) / _GRID_PX).astype(np.int64)
    row = np.floor((rims.y + radii[:, None] * rims.inward_y) / _GRID_PX).astype(np.int64)
    inside = (column >= 0) & (column < columns) & (row >= 0) & (row < rows)
    where = (np.arange(len(radii))[:, None] * rows + row) * columns + column
    votes = np.bincount(where[inside], minlength=len(radii) * rows * columns).reshape(len(radii), rows, columns)
    # Every second place of the outline votes, and the votes of a step aslant count for less than its length.
    share = np.stack(
        [
            cv2.boxFilter(vote, cv2.CV_32F, (3, 3), normalize=False) / (np.pi * radius)
            for vote, radius in zip(votes.astype(np.float32), radii, strict=True)
        ]
    )
    found = []
    for _ in range(_TRIES):
        top = int(share.argmax())
        if share.flat[top] < _WORTH_A_LOOK:
            break
        which, down, right = np.unravel_index(top, share.shape)
        found.append(Disc((right + 0.5) * _GRID_PX, (down + 0.5) * _GRID_PX, float(radii[which])))
        near = round(0.4 * radii[which] / _GRID_PX)
        share[:, max(0, down - near) : down + near + 1, max(0, right - near) : right + near + 1] = 0
    return found


def _fitted(rims: Rims, disc: Disc) -> Disc | None:
    """The circle through the outline near this one."""
    for wide in _NARROWING:
        near = rims.only(rims.on(disc, wide))
        if len(near.x) < 8:
            return None
        terms = np.column_stack([2 * near.x, 2 * near.y, np.ones(len(near.x))])
        x, y, rest = np.linalg.lstsq(terms, near.x**2 + near.y**2, rcond=None)[0]
        disc = Disc(float(x), float(y), float(np.sqrt(max(rest + x * x + y * y, 1.0))))
    return disc


def _is_rim(rims: Rims, disc: Disc) -> bool:
    """Whether enough of a circle is outline."""
    near = rims.only(rims.on(disc))
    there = np.zeros(_DIRECTIONS, bool)
    there[np.floor(np.arctan2(near.y - disc.y, near.x - disc.x) / (2 * np.pi) * _DIRECTIONS).astype(np.int64)] = True
    return bool(there.mean() >= _SEEN and _longest(there) >= _RUN * _DIRECTIONS)


def _longest(there: NDArray[np.bool_]) -> int:
    """The longest run around a rim, in which single directions may be missing."""
    filled = there | (np.roll(there, 1) & np.roll(there, -1))
    gaps = np.flatnonzero(~filled)
    if not len(gaps):
        return len(filled)
    return int(np.diff(np.append(gaps, gaps[0] + len(filled))).max()) - 1
