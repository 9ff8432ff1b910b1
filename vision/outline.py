"""What outlines of things on the table tell: how the table is tilted, which way the tiles lie, what is round."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Map = NDArray[np.float32]
Points = NDArray[np.float64]
Matrix = NDArray[np.float64]
Lengths = NDArray[np.float64]

_STEEPEST_DEG = 40.0
_FOCAL = 0.85
_ANGULAR, _NEARLY_ANGULAR = 0.5, 0.25
_LONG = 1.5
_GAP_PX, _SMALL = 11, 0.1


def level_view(strange: Map, covered: Map | None = None) -> tuple[Matrix, float]:
    """The homography from a level view to this picture, and the tiles' direction in the level view (within 45 degrees).

    Both views share the picture's middle and the scale there. All sides of tiles are parallel to one of two
    directions on the table, so the right tilt is the one under which their directions agree best. Outlines along what
    is `covered` by round things are not those of tiles.
    """
    size = (strange.shape[1], strange.shape[0])
    ends, lengths = _segments(strange, covered)
    best = np.zeros(2)
    if len(ends) < 4:
        return np.eye(3), 0.0
    for reach, step in ((_STEEPEST_DEG, 5.0), (5.0, 1.0), (1.0, 0.25)):
        moves = np.arange(-reach, reach + step / 2, step)
        tilts = best + np.stack(np.meshgrid(moves, moves), -1).reshape(-1, 2)
        best = tilts[int(np.argmax([_tilt_score(ends, lengths, tilt, size) for tilt in tilts]))]
    flat = _flattened(ends, best, size)
    return tilted(best, size), _agreement(flat, lengths)[1]


def direction_of(strange: Map, covered: Map | None = None) -> float:
    """The direction in degrees (within 45) that most of the outlines share in a level view."""
    ends, lengths = _segments(strange, covered)
    return _agreement(ends, lengths)[1] if len(ends) else 0.0


def _segments(strange: Map, covered: Map | None) -> tuple[Points, Lengths]:
    """Straight pieces of the outline of what lies on the table: ends [n, 2, 2] and how much each counts.

    Long ones count more than their length, since a rim or a frayed edge falls into short ones, and all count less on
    small things: a territory is larger than a knot in the wood or a spoon.
    """
    image = np.rint(cv2.GaussianBlur(_thick(strange), (0, 0), 1.0) * 255).astype(np.uint8)
    lines = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(image)[0]
    if lines is None:
        return np.zeros((0, 2, 2)), np.zeros(0)
    ends = np.asarray(lines, np.float64).reshape(-1, 2, 2)
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    own = (lengths > 0.012 * max(strange.shape)) & ~_along(covered, ends.mean(1))
    ends, lengths = ends[own], lengths[own]
    rows, columns = _inside(ends.mean(1), strange.shape)
    return ends, lengths**_LONG * _importance(strange)[rows, columns]


def _inside(places: Points, shape: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows and columns of places in a map."""
    columns, rows = np.rint(places).astype(np.int64).T
    return rows.clip(0, shape[0] - 1), columns.clip(0, shape[1] - 1)


def _along(covered: Map | None, places: Points) -> NDArray[np.bool_]:
    """Which places lie along something that covers the table."""
    if covered is None or not covered.any():
        return np.zeros(len(places), bool)
    near = cv2.dilate(covered, np.ones((9, 9), np.uint8))
    return np.asarray(near[_inside(places, covered.shape)] > 0.5)


def _importance(strange: Map) -> Map:
    """For each place on or beside a thing how large the thing is, against the largest one (0..1)."""
    _, parts, stats, _ = cv2.connectedComponentsWithStats((strange > 0.5).astype(np.uint8))
    areas = np.sqrt(stats[:, cv2.CC_STAT_AREA].astype(np.float32))
    areas[0] = 0
    share = areas / max(float(areas.max()), 1.0)
    return np.asarray(np.maximum(cv2.dilate(share[parts], np.ones((9, 9), np.uint8)), 0.02), np.float32)


def _thick(strange: Map) -> Map:
    """Without the streaks of grain that hang on to things."""
    return np.asarray(cv2.morphologyEx(strange, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.float32)


def _flattened(ends: Points, tilt_deg: Points, size: tuple[int, int]) -> Points:
    level = np.linalg.inv(tilted(tilt_deg, size))
    return np.asarray(cv2.perspectiveTransform(ends.reshape(1, -1, 2), level), np.float64).reshape(-1, 2, 2)


def _tilt_score(ends: Points, lengths: Lengths, tilt_deg: Points, size: tuple[int, int]) -> float:
    """Agreement under this tilt, less a little for steepness: few outlines can agree by chance under any tilt."""
    steep = float(np.hypot(*tilt_deg) / 25) ** 2
    return _agreement(_flattened(ends, tilt_deg, size), lengths)[0] - steep * (0.03 + 0.5 / float(np.sqrt(len(ends))))


def _agreement(ends: Points, lengths: Lengths) -> tuple[float, float]:
    """How well directions agree (0..1), counting right angles as agreement, and the common direction in degrees."""
    step = ends[:, 1] - ends[:, 0]
    angles = np.arctan2(step[:, 1], step[:, 0])
    belief, direction = lengths, 0.0
    for width in (0.2, 0.12, 0.08):
        direction = float(np.angle(np.sum(belief * np.exp(4j * angles)))) / 4
        belief = lengths * np.exp(-((_off_square(angles, direction) / width) ** 2))
    agreeing = lengths * np.exp(-((_off_square(angles, direction) / 0.05) ** 2))
    return float(agreeing.sum() / lengths.sum()), float(np.degrees(direction))


def _off_square(angles: NDArray[np.float64], direction: float) -> NDArray[np.float64]:
    """By how much each angle misses the direction or a right angle to it."""
    missed: NDArray[np.float64] = np.abs((angles - direction + np.pi / 4) % (np.pi / 2) - np.pi / 4)
    return missed


def tilted(tilt_deg: Points, size: tuple[int, int]) -> Matrix:
    """Level view to picture for a lens tilted by so much about the picture's two axes."""
    focal = _FOCAL * max(size)
    turn = cv2.Rodrigues(np.array([*np.radians(tilt_deg), 0.0]))[0]
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    found = lens @ turn @ np.linalg.inv(lens)
    # The level view is moved and scaled so that both share the middle; a move of the picture would bend the angles.
    centre = np.array([size[0] / 2, size[1] / 2, 1.0])
    under = np.linalg.solve(found, centre)
    under /= under[2]
    depth = float(found[2] @ under) / float(np.cbrt(np.linalg.det(found)))
    move = np.array([[depth, 0, under[0] - depth * centre[0]], [0, depth, under[1] - depth * centre[1]], [0, 0, 1]])
    result = found @ move
    return np.asarray(result / result[2, 2], np.float64)


def angular(strange: Map, direction_deg: float, covered: Map | None = None) -> Map:
    """The map without things that are round or lie askew: mugs, hands, a pencil.

    Tiles in some of the table's colours have a ragged outline: what fails and is not small beside the largest thing is
    judged again without its gaps.
    """
    smooth = (cv2.GaussianBlur(_thick(strange), (0, 0), 2.0) > 0.5).astype(np.uint8)
    kept = _angular_things(smooth, direction_deg, covered)
    rest = (strange > 0.5).astype(np.uint8) * (1 - cv2.dilate(kept, np.ones((5, 5), np.uint8)))
    gap = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_GAP_PX, _GAP_PX))
    patched = cv2.morphologyEx(cv2.morphologyEx(rest, cv2.MORPH_CLOSE, gap), cv2.MORPH_OPEN, gap)
    kept |= _angular_things(np.asarray(patched, np.uint8), direction_deg, covered, _SMALL * _largest(kept))
    return strange * cv2.dilate(kept, np.ones((5, 5), np.uint8))


def nearly_angular(strange: Map, direction_deg: float, covered: Map | None = None) -> Map:
    """The largest thing alone, if it is nearly angular: a shadow or a sleeve may hang on to tiles."""
    smooth = (cv2.GaussianBlur(_thick(strange), (0, 0), 2.0) > 0.5).astype(np.uint8)
    kept = _angular_things(smooth, direction_deg, covered, _largest(smooth), _NEARLY_ANGULAR)
    return strange * cv2.dilate(kept, np.ones((5, 5), np.uint8))


def _largest(things: NDArray[np.uint8]) -> float:
    """The area of the largest thing, filled."""
    outlines, _ = cv2.findContours(things, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return max((cv2.contourArea(outline) for outline in outlines), default=0.0)


def _angular_things(
    things: NDArray[np.uint8],
    direction_deg: float,
    covered: Map | None,
    least_px: float = 0.0,
    least_angular: float = _ANGULAR,
) -> NDArray[np.uint8]:
    """Those of the things, so large at least, whose outline runs mostly along the direction or square to it, filled."""
    outlines, _ = cv2.findContours(things, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    kept = np.zeros(things.shape, np.uint8)
    for outline in outlines:
        line = np.asarray(outline, np.float64).reshape(-1, 2)
        part = _angular_part(line, direction_deg, things.shape, covered)
        if part >= least_angular and cv2.contourArea(outline) >= least_px:
            cv2.drawContours(kept, [outline], -1, 1, cv2.FILLED)
    return kept


def _angular_part(outline: Points, direction_deg: float, shape: tuple[int, ...], covered: Map | None) -> float:
    """The share of an outline that runs along the direction or at right angles to it.

    Where the edge of the view, or something round, cuts a thing off the outline is not the thing's own.
    """
    bends = np.asarray(cv2.approxPolyDP(outline.astype(np.int32), 2.0, True), np.float64).reshape(-1, 2)
    after = np.roll(bends, -1, 0)
    step = after - bends
    edge = np.array([shape[1], shape[0]]) - 4
    cut = (((bends < 3) & (after < 3)) | ((bends > edge) & (after > edge))).any(1)
    lengths = np.hypot(step[:, 0], step[:, 1]) * ~cut
    along = _off_square(np.arctan2(step[:, 1], step[:, 0]), np.radians(direction_deg)) < np.radians(9)
    return float(lengths[along].sum() / max(float(lengths.sum()), 1e-9))
