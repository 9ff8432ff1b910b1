"""Corner cards on the table: AprilTags, the zones they span, and what they tell about camera and light."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import USUAL_FOCAL, Lens, lens_that_fits

Bgr = NDArray[np.uint8]
Grey = NDArray[np.uint8]
Points = NDArray[np.float64]

TAG_MM = 24.0
BORDER_MM = 4.0
ZONES = 5
# Tags are looked for in a smaller copy: so long, or so large a part of the photo if that is more.
SEARCH_PX, SEARCH_SHARE = 1400, 0.45
# Where that shows no two cards of a zone, small ones are looked for in a copy so long.
CLOSE_PX = 2400
# So near to its first lines the edge of a card's square is looked for again.
NEAR_EDGE_PX = 2.0
# Widths of the windows against which black and white are told apart: one is quick, several miss less.
_QUICK, _THOROUGH = (23, 23), (3, 23)
# A card's black square is at least so wide in the copy: a smaller one shows nothing of the squares of its code.
SMALLEST_PX = 8.0
# Smaller ones than this are missed now and then by the quick look.
QUICK_PX = 24.0
# Unit square of a black tag square, TL TR BR BL as the detector names corners.
_SQUARE = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)
# Where each card's black square starts: (in zone widths, in zone heights) and (in tag sizes).
_PLACES = (((0, 0), (-1, -1)), ((1, 0), (0, -1)), ((1, 1), (0, 0)), ((0, 1), (-1, 0)))
# So far from its middle a card reaches, with what lies a little askew.
_REACH_MM = TAG_MM / 2 + BORDER_MM + 2.0
# How well a card's corner is known: pixels, print and paper that does not lie quite flat.
_CORNER_PX = 0.15


@dataclass(frozen=True)
class Camera:
    """How the table is seen: table millimetres (x right, y down from the zone's top left) to photo pixels.

    `eye_mm` is the lens's place (x, y, height above the table), None if it cannot be told.
    `white_bgr` is what the cards' white borders look like in this light, None without cards.
    """

    mm_to_px: NDArray[np.float64]
    eye_mm: tuple[float, float, float] | None
    white_bgr: tuple[float, float, float] | None


@dataclass(frozen=True)
class MarkedZone:
    """A zone between its corner cards; `size_mm` is its width and height, `error_px` how well the cards fit.

    Under a `lens` that bends, `mm_to_px` is right near the cards and a little off between them; `mm_to_straight` leads
    into the lens's straight picture and is right everywhere.
    """

    number: int
    size_mm: tuple[float, float]
    camera: Camera
    tags: tuple[int, ...]
    error_px: float
    mm_to_straight: NDArray[np.float64]
    lens: Lens | None = None


def find_zones(photo_bgr: Bgr) -> tuple[MarkedZone, ...]:
    """Every zone of which at least two cards are seen, by number."""
    return zones_between(photo_bgr, find_cards(photo_bgr))


def glimpsed_zones(photo_bgr: Bgr, grey: Grey) -> tuple[MarkedZone, ...]:
    """The zones of which three cards or more are seen at a first look in a copy of half the size, which is quick."""
    seen = _by_zone(find_tags(grey, _QUICK, max(grey.shape) // 2))
    return zones_between(photo_bgr, {number: cards for number, cards in seen.items() if len(cards) > 2})


def find_cards(photo_bgr: Bgr) -> dict[int, dict[int, Points]]:
    """For each zone the cards that are seen: corner (0 top left, clockwise) to the card's own corners."""
    grey = np.asarray(cv2.cvtColor(photo_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    tags = find_tags(grey, _QUICK)
    if not tags or _are_small(tags, grey) or any(_one_sided(cards) for cards in _by_zone(tags).values()):
        tags |= find_tags(grey, _THOROUGH)
    if max(map(len, _by_zone(tags).values()), default=0) < 2 and max(grey.shape) > SEARCH_PX:
        tags |= find_tags(grey, _THOROUGH, CLOSE_PX)
    for number, cards in _by_zone(tags).items():
        if 2 <= len(cards) < 4:
            tags |= {4 * number + corner: quad for corner, quad in _closer_look(grey, number, cards).items()}
    return _by_zone(tags)


def _are_small(tags: Mapping[int, Points], grey: Grey) -> bool:
    """Whether cards are so small that the quick look may have missed those of another zone."""
    sides = [float(np.linalg.norm(quad - np.roll(quad, 1, 0), axis=1).mean()) for quad in tags.values()]
    return bool(min(sides) * _scale(grey, SEARCH_PX) < QUICK_PX)


def zones_between(photo_bgr: Bgr, seen: Mapping[int, dict[int, Points]]) -> tuple[MarkedZone, ...]:
    """The zones of which two cards or more are seen; one alone does not tell how the table is tilted."""
    zones = {number: cards for number, cards in sorted(seen.items()) if len(cards) >= 2}
    lens = _lens((photo_bgr.shape[1], photo_bgr.shape[0]), list(zones.values()))
    return tuple(_zone(number, cards, photo_bgr, lens) for number, cards in zones.items())


def _lens(size_px: tuple[int, int], zones: list[dict[int, Points]]) -> Lens | None:
    """How the lens bends, as all cards together tell it: away from the picture's middle it stretches them outwards."""

    sizes = [_first_size(cards) for cards in zones]

    def misfit(lens: Lens) -> float:
        errors = [fit_zone(_straight(lens, cards), size)[2] for cards, size in zip(zones, sizes, strict=True)]
        return sum(8 * len(cards) * (error / _CORNER_PX) ** 2 for cards, error in zip(zones, errors, strict=True))

    return lens_that_fits(size_px, misfit) if zones else None


def _straight(lens: Lens | None, cards: Mapping[int, Points]) -> dict[int, Points]:
    if lens is None:
        return dict(cards)
    return dict(zip(cards, lens.straight(np.stack(list(cards.values()))), strict=True))


def _one_sided(cards: Mapping[int, Points]) -> bool:
    """Whether the cards of a zone do not tell where its others lie."""
    order = sorted(cards)
    return not (_spans(order, 0) and _spans(order, 1))


def _by_zone(tags: Mapping[int, Points]) -> dict[int, dict[int, Points]]:
    """For each zone the corners (0 top left, clockwise) that are seen."""
    zones: dict[int, dict[int, Points]] = {}
    for tag, quad in tags.items():
        zones.setdefault(tag // 4, {})[tag % 4] = quad
    return zones


def find_tags(grey: Grey, windows: tuple[int, int], search_px: int = SEARCH_PX) -> dict[int, Points]:
    """Tag number to its four corners in photo pixels, searched in a smaller copy and refined in the full one."""
    scale = _scale(grey, search_px)
    found = _detected(_smaller(grey, scale, windows == _QUICK), windows)
    return {
        tag: _refined(grey, (quad + 0.5) / scale - 0.5, 1 / scale) for tag, quad in found.items() if tag < 4 * ZONES
    }


def _scale(grey: Grey, search_px: int) -> float:
    return float(min(1.0, max(search_px / max(grey.shape), SEARCH_SHARE)))


def _smaller(grey: Grey, scale: float, quickly: bool) -> Grey:
    """A smaller copy of a picture; `quickly` without means over parts of pixels, which blurs small things more."""
    size = (round(grey.shape[1] * scale), round(grey.shape[0] * scale))
    while quickly and grey.shape[1] >= 2 * size[0]:
        grey = np.asarray(cv2.resize(grey, (grey.shape[1] // 2, grey.shape[0] // 2), interpolation=cv2.INTER_AREA))
    if quickly:
        return np.asarray(cv2.resize(cv2.GaussianBlur(grey, (3, 3), 0), size, interpolation=cv2.INTER_LINEAR), np.uint8)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


def _closer_look(grey: Grey, number: int, cards: Mapping[int, Points]) -> dict[int, Points]:
    """Looks in the full picture where the zone's other cards must lie: small or dark ones are missed in the copy."""
    mm_to_px, size, _ = fit_zone(cards)
    found = {}
    for corner in {0, 1, 2, 3} - cards.keys():
        reach = _card_points([corner], np.array(size)).mean(0) + (_SQUARE - 0.5) * 3 * TAG_MM
        box = project(mm_to_px, reach)
        low, high = np.floor(box.min(0)).astype(int).clip(0), np.ceil(box.max(0)).astype(int)
        part = np.ascontiguousarray(grey[low[1] : high[1], low[0] : high[0]])
        if min(part.shape, default=0) > 20:
            quad = _detected(part, _THOROUGH).get(4 * number + corner)
            if quad is not None:
                found[corner] = _refined(grey, quad + low, 1.0)
    return found


def _detected(grey: Grey, windows: tuple[int, int]) -> dict[int, Points]:
    corners, ids, _ = _detector(windows, max(grey.shape)).detectMarkers(grey)
    if ids is None:
        return {}
    quads = (np.asarray(quad, np.float64).reshape(4, 2) for quad in corners)
    return {int(tag): quad for tag, quad in zip(np.ravel(ids), quads, strict=True)}


@lru_cache(maxsize=16)
def _detector(windows: tuple[int, int], longest_px: int) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.minMarkerPerimeterRate = 4 * SMALLEST_PX / longest_px
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax = windows
    # A warm dim lamp leaves little between black and white.
    settings.adaptiveThreshConstant = 5
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11), settings)


def _refined(grey: Grey, quad: Points, slack_px: float) -> Points:
    """Corners to a part of a pixel, where straight lines through the edges of the black square meet.

    Corner detectors draw such corners inwards by a third of a pixel, which on a small card is a percent of its size.
    The first lines run where the eye took the sides to be, the second ones where they are.
    """
    near = _on_edges(grey, quad, 2.0 * slack_px + 1.5)
    return _on_edges(grey, near, NEAR_EDGE_PX)


def _on_edges(grey: Grey, quad: Points, reach: float) -> Points:
    """The corners moved to where the edges meet that are seen so near to the sides.

    A side that wanders off (a mug's edge) leaves its corners where they were.
    """
    # Not as far as the next edge, which is one of eight squares inwards.
    square = float(np.linalg.norm(quad - np.roll(quad, 1, 0), axis=1).min()) / 8
    reach = min(reach, max(0.55 * square, 1.0))
    steps = np.linspace(-reach, reach, 8 * int(np.ceil(reach)) + 1)
    start, end = quad, np.roll(quad, -1, 0)
    along = np.linspace(0.12, 0.88, 20)[:, None]
    normal = (end - start)[:, ::-1] * (1, -1)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    points = start[:, None] * (1 - along) + end[:, None] * along
    places = points[:, :, None] + normal[:, None, None] * steps[:, None]
    slope = np.abs(np.gradient(_grey_at(grey, places), axis=2))
    weight = np.clip(slope - 0.5 * slope.max(2, keepdims=True), 0, None)
    shift = (weight * steps).sum(2) / np.maximum(weight.sum(2), 1e-6)
    lines = _lines(points + normal[:, None] * shift[..., None], slope.max(2))
    fine = _meet(np.roll(lines, 1, 0), lines)
    moved = np.linalg.norm(fine - quad, axis=1)
    return np.where((moved > reach + 1)[:, None], quad, fine)


def _grey_at(grey: Grey, places: Points) -> NDArray[np.float64]:
    x, y = (np.ascontiguousarray(places[..., k].reshape(len(places), -1), np.float32) for k in (0, 1))
    found = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, np.float64).reshape(places.shape[:-1])


def _lines(points: Points, strength: NDArray[np.float64]) -> Points:
    """The line (a, b, c with ax + by + c = 0) through the points of each row, without those that stick out."""
    weights, lines = strength, np.zeros((len(points), 3))
    for _ in range(3):
        share = (weights + 1e-9)[..., None]
        middle = (points * share).sum(1) / share.sum(1)
        off = points - middle[:, None]
        normal = np.linalg.eigh((off * share).transpose(0, 2, 1) @ off)[1][..., 0]
        lines = np.column_stack([normal, -(normal * middle).sum(1)])
        beside = (points @ normal[..., None])[..., 0] + lines[:, 2:]
        weights = strength * np.exp(-(beside**2) / 0.5)
    return lines


def _meet(some: Points, others: Points) -> Points:
    """Where each line meets its other one."""
    points = np.cross(some, others)
    flat = np.abs(points[:, 2:]) < 1e-9
    met: Points = points[:, :2] / np.where(flat, 1e-9, points[:, 2:])
    return met


def _zone(number: int, cards: Mapping[int, Points], photo_bgr: Bgr, lens: Lens | None) -> MarkedZone:
    mm_to_straight, size, error = fit_zone(_straight(lens, cards))
    mm_to_px = mm_to_straight if lens is None else _seen_through(lens, mm_to_straight, size, sorted(cards))
    height, width = photo_bgr.shape[:2]
    eye = eye_over_table(mm_to_straight, (width, height))
    camera = Camera(mm_to_px, eye, white_of(photo_bgr, tuple(cards.values())))
    tags = tuple(sorted(4 * number + corner for corner in cards))
    return MarkedZone(number, size, camera, tags, error, mm_to_straight, lens)


def _seen_through(
    lens: Lens, mm_to_straight: NDArray[np.float64], size_mm: tuple[float, float], order: list[int]
) -> NDArray[np.float64]:
    """The homography that is nearest to what the bent lens shows at the cards."""
    points = _card_points(order, np.array(size_mm))
    return np.asarray(cv2.findHomography(points, lens.bent(project(mm_to_straight, points)))[0], np.float64)


def fit_zone(
    cards: Mapping[int, Points], guess_mm: Points | None = None
) -> tuple[NDArray[np.float64], tuple[float, float], float]:
    """Homography (mm to px), the zone's size and the rms error, all from the corners of two or more cards at once.

    Two neighbouring cards say nothing of how far the zone reaches beyond them: then it is taken for half as long again.
    """
    order = sorted(cards)
    seen = np.concatenate([cards[k] for k in order])
    size = _first_size(cards) if guess_mm is None else guess_mm
    free = np.array([_spans(order, 0), _spans(order, 1)])
    mm_to_px = cv2.findHomography(_card_points(order, size), seen)[0]
    params = np.concatenate([mm_to_px.ravel()[:8] / mm_to_px[2, 2], size])
    params = _polish(params, order, seen, free)
    size = params[8:]
    error = float(np.sqrt(np.mean(_residuals(params, order, seen) ** 2)))
    return np.append(params[:8], 1.0).reshape(3, 3), (float(size[0]), float(size[1])), error


def _spans(order: list[int], axis: int) -> bool:
    """Whether the seen cards lie on both sides of the zone along this axis (0 across, 1 down)."""
    return len({_PLACES[k][0][axis] for k in order}) == 2


def _first_size(cards: Mapping[int, Points]) -> Points:
    """A guess at the zone's size from distances between cards, measured in tag sizes along the cards' own axes."""
    size = np.array([300.0, 300.0])
    order = sorted(cards)
    for a in order:
        for b in order:
            step = np.array(_PLACES[b][0], float) - np.array(_PLACES[a][0], float)
            if a < b and np.abs(step).sum() > 0:
                local = cv2.findHomography(_SQUARE, (cards[a] + (cards[b] - cards[b].mean(0) + cards[a].mean(0))) / 2)[
                    0
                ]
                linear = local[:2, :2] - np.outer(local[:2, 2], local[2, :2])
                gap = np.linalg.solve(linear, cards[b].mean(0) - cards[a].mean(0)) * TAG_MM
                for axis in (0, 1):
                    if step[axis]:
                        size[axis] = max(30.0, abs(gap[axis]) - TAG_MM)
    for axis in (0, 1):
        if not _spans(order, axis):
            size[axis] = 1.5 * size[1 - axis]
    return size


def card_middles(zone: MarkedZone) -> Points:
    """The middles of the cards that are seen of a zone, in mm."""
    return _middles([tag % 4 for tag in zone.tags], zone)


def _middles(corners: list[int], zone: MarkedZone) -> Points:
    return np.asarray(_card_points(corners, np.array(zone.size_mm)).reshape(-1, 4, 2).mean(1))


def clear_cards(view: NDArray[np.float32], zone: MarkedZone, rim_mm: float) -> None:
    """Sets a map of a zone with its rim, 1 px a mm, to 0 where its cards lie, seen or covered."""
    low, high = (_middles([0, 1, 2, 3], zone) + rim_mm + step for step in (-_REACH_MM, _REACH_MM))
    for (left, top), (right, bottom) in zip(np.maximum(low, 0).astype(int), high.astype(int), strict=True):
        view[top:bottom, left:right] = 0


def _card_points(order: list[int], size: Points) -> Points:
    places = [np.array(_PLACES[k][0]) * size + np.array(_PLACES[k][1]) * TAG_MM for k in order]
    return np.concatenate([place + _SQUARE * TAG_MM for place in places])


def _residuals(params: Points, order: list[int], seen: Points) -> Points:
    mm_to_px = np.append(params[:8], 1.0).reshape(3, 3)
    return (project(mm_to_px, _card_points(order, params[8:])) - seen).ravel()


def _slopes(params: Points, order: list[int]) -> Points:
    """How every residual changes with each of the homography's eight numbers and with the zone's width and height."""
    points = _card_points(order, params[8:])
    mm_to_px = np.append(params[:8], 1.0).reshape(3, 3)
    flat = np.column_stack([points, np.ones(len(points))])
    depth = flat @ mm_to_px[2]
    seen = project(mm_to_px, points)
    far = np.repeat([_PLACES[k][0] for k in order], 4, axis=0)
    found = np.zeros((len(points), 2, 10))
    for axis in (0, 1):
        found[:, axis, 3 * axis : 3 * axis + 3] = flat
        found[:, axis, 6:8] = -seen[:, axis, None] * points
        found[:, axis, 8:] = far * (mm_to_px[axis, :2] - seen[:, axis, None] * mm_to_px[2, :2])
    slopes: Points = (found / depth[:, None, None]).reshape(-1, 10)
    return slopes


def _polish(params: Points, order: list[int], seen: Points, free: NDArray[np.bool_]) -> Points:
    """Levenberg-Marquardt over homography and the sizes that the seen cards can tell."""
    moving = np.concatenate([np.ones(8, bool), free])
    damping, error = 1e-3, _residuals(params, order, seen)
    for _ in range(40):
        slopes = _slopes(params, order)[:, moving]
        normal = slopes.T @ slopes
        change = np.zeros(10)
        change[moving] = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), -slopes.T @ error)
        trial = _residuals(params + change, order, seen)
        if trial @ trial < error @ error:
            gain = error @ error - trial @ trial
            params, error, damping = params + change, trial, damping / 5
            if gain < 1e-5 * (error @ error) + 1e-9:
                break
        else:
            damping *= 5
            if damping > 1e8:
                break
    return params


def project(homography: NDArray[np.float64], points: Points) -> Points:
    """Points through a homography."""
    flat = np.asarray(points, np.float64).reshape(-1, 2)
    mapped = flat @ homography[:, :2].T + homography[:, 2]
    result: Points = (mapped[:, :2] / mapped[:, 2:]).reshape(np.shape(points))
    return result


def eye_over_table(mm_to_px: NDArray[np.float64], size_px: tuple[int, int]) -> tuple[float, float, float] | None:
    """The lens's place above the table, for a lens whose axis goes through the middle of the picture."""
    middle = np.array([[1, 0, -size_px[0] / 2], [0, 1, -size_px[1] / 2], [0, 0, 1.0]])
    seen = middle @ mm_to_px
    focal = _focal(seen, max(size_px))
    pose = np.diag([1 / focal, 1 / focal, 1]) @ seen
    scale = (np.linalg.norm(pose[:, 0]) + np.linalg.norm(pose[:, 1])) / 2
    pose = pose / (scale * np.sign(pose[2, 2]))
    turn = np.stack([pose[:, 0], pose[:, 1], np.cross(pose[:, 0], pose[:, 1])], 1)
    u, _, v = np.linalg.svd(turn)
    eye = -(u @ v).T @ pose[:, 2]
    # x right and y down make the third axis point into the table, so the lens has a negative place on it.
    height = float(abs(eye[2]))
    return (float(eye[0]), float(eye[1]), height) if height > 50 else None


def _focal(seen: NDArray[np.float64], longest_px: int) -> float:
    """The focal length that makes the zone's axes perpendicular; the usual one where the view is too straight."""
    usual = USUAL_FOCAL * longest_px
    first, second = seen[:, 0], seen[:, 1]
    bottom = first[2] * second[2]
    tilt = abs(bottom) * usual**2 / (np.linalg.norm(first[:2]) * np.linalg.norm(second[:2]))
    if tilt < 0.02:
        return usual
    squared = -(first[0] * second[0] + first[1] * second[1]) / bottom
    return float(np.sqrt(squared)) if (0.5 * usual) ** 2 < squared < (2.5 * usual) ** 2 else usual


def white_of(photo_bgr: Bgr, quads: tuple[Points, ...]) -> tuple[float, float, float] | None:
    """The colour of the cards' white borders: the median over all cards seen."""
    ring = np.concatenate([_SQUARE * 1.0, (_SQUARE + np.roll(_SQUARE, -1, 0)) / 2]) - 0.5
    reach = 1 + BORDER_MM / TAG_MM
    samples = []
    for quad in quads:
        lie = cv2.getPerspectiveTransform((_SQUARE - 0.5).astype(np.float32), quad.astype(np.float32))
        places = project(np.asarray(lie, np.float64), ring * reach)
        columns, rows = np.rint(places).astype(int).T
        inside = (columns >= 0) & (rows >= 0) & (columns < photo_bgr.shape[1]) & (rows < photo_bgr.shape[0])
        if inside.any():
            samples.append(np.median(photo_bgr[rows[inside], columns[inside]], axis=0))
    if not samples:
        return None
    blue, green, red = np.median(samples, axis=0)
    return float(blue), float(green), float(red)
