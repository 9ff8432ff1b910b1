"""Finds heaps of cards on the table: whatever lies together, each cut out level, with where it lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.paper import Paper, paper_of, unknown_paper
from vision.cards.pieces import Piece
from vision.cards.size import SOLD_MM, card_height
from vision.markers import Camera, MarkedZone, clear_cards, find_zones, project
from vision.outline import level_view
from vision.table_model import foreign, foreign_in_photo, rim_hint, solid, whole

Bgr = NDArray[np.uint8]
Map = NDArray[np.float32]
Matrix = NDArray[np.float64]
Outline = NDArray[np.int32]
Mask = NDArray[np.bool_]
Place = tuple[float, float]

RIM_MM = 30.0
TABLE_MM = 40.0
# Heaps are cut out at this scale; without corner cards a "millimetre" is whatever makes the photo this wide.
PX_PER_MM = 2.0
BARE_MM = 900
# Smaller things than this part of a card are no cards.
SMALLEST_MM = 18.0
MARGIN_MM = 6.0
# A card that looks like the table still shows its rim faintly; what a rim encloses belongs to it. The shadow of a cup
# is strange as well, but cards that lie in it are mostly far stranger.
FAINT = (0.25, 0.38, 0.5, 0.65, 0.8, 0.9, 0.97, 0.999, 0.99999)
FIRM = 0.975
# Of a card much like the table only parts of the print and of the rim show: they are joined over so many mm.
COARSE = ((0.15, 15), (0.15, 9), (0.15, 5))
HIDDEN = ((0.15, 5), (0.15, 9), (0.25, 15))
# A card's shadow and blur reach half so far around it.
SHADE_MM = 9
BAND_MM = 6.0
# Where cards lie crooked or out of line a row seems wider than a card by up to this part of the card's other side.
CROOKED = 0.13
# What is strange weighs more where it is exactly one card, and against a way of cutting where it is no band of cards;
# cards have straight sides, so they fill their rectangle by this share.
WHOLE_CARD, NOT_CARDS, STRAIGHT_SHARE = 1.08, -0.3, 0.85
# What looks like table between the sides of a band speaks against it by this much: two rows are not one long one.
BARE = 0.3
# Only what is longer than any card is looked through for lines of table; so much of such a line may look like card.
LARGEST_CARD_MM = 100.0
GAP_SHARE = 0.3
# What is no row of cards is cut in two at these levels if less of it than this is cards in any other way, also by so
# much more than a card from one of its sides.
HALVED_AT, EXPLAINED, CUT_MM = (0.25, 0.5), 0.8, (0, 2, 4, 6)
# How deep the rim of a thing is worn off to see whether it falls apart.
WEAR_MM = (1, 2, 4)


@dataclass(frozen=True)
class Heap:
    """Cards that touch, cut out so that their sides run along the picture's; `there` is 1 where something lies.

    `to_photo` leads from pixels of the cut to pixels of the photo; what is not `straight` has no sides like cards.
    `rims` tells for each cell of the cut whether a card's rim runs there, with its card to the right, left, below or
    above; None where nobody looked for them.
    """

    picture_bgr: Bgr
    there: Map
    to_photo: Matrix
    size_mm: tuple[float, float]
    middle_mm: tuple[float, float] = (0.0, 0.0)
    straight: bool = True
    rims: Map | None = None


@dataclass(frozen=True)
class CardGround:
    """A zone with its heaps; `number` is None in a photo without tags.

    `told` is what the net tells of each cell of the zone with its rim (see `vision/cards/rims.py`), if it was asked;
    `view` leads from millimetres of that view to the photo, `pieces` are the cards that the net shows there, and
    `owners` has for each cell the number of its card.
    """

    number: int | None
    heaps: tuple[Heap, ...]
    camera: Camera | None
    paper: Paper
    size_mm: Place = (0.0, 0.0)
    told: Map | None = None
    view: Matrix | None = None
    pieces: tuple[Piece, ...] = ()
    owners: Outline | None = None


def find_heaps(photo_bgr: Bgr, card_mm: Place | None = None) -> tuple[CardGround, ...]:
    """All zones by number; without corner cards the whole photo is one unnamed zone.

    `card_mm` is how large cards are, if that is known.
    """
    sizes = [card_mm] if card_mm else list(SOLD_MM)
    zones = find_zones(photo_bgr)
    return tuple(_marked(photo_bgr, zone, sizes) for zone in zones) if zones else (_unmarked(photo_bgr, sizes),)


def _marked(photo_bgr: Bgr, zone: MarkedZone, sizes: Sequence[Place]) -> CardGround:
    to_photo = zone.camera.mm_to_px @ np.array([[1, 0, -RIM_MM], [0, 1, -RIM_MM], [0, 0, 1.0]])
    width, height = (round(side + 2 * RIM_MM) for side in zone.size_mm)
    view = seen_from_above(photo_bgr, to_photo, (width, height))
    strange = foreign(view, rim_hint((height, width), TABLE_MM))
    clear_cards(strange, zone, RIM_MM)
    paper = paper_of(photo_bgr, zone) or unknown_paper(view)
    heaps = _cut_heaps(photo_bgr, strange, to_photo, -RIM_MM, sizes)
    return CardGround(zone.number, heaps, zone.camera, paper, zone.size_mm)


def _unmarked(photo_bgr: Bgr, sizes: Sequence[Place]) -> CardGround:
    """Without corner cards tilt and scale come from the cards themselves."""
    scale = min(1.0, BARE_MM / max(photo_bgr.shape[:2]))
    small = np.asarray(cv2.resize(photo_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    seen = foreign_in_photo(small)
    strange = whole(np.minimum(solid(seen, 0.001 * small[..., 0].size), np.maximum(seen, np.float32(FIRM))))
    tilt, _ = level_view(strange)
    size = (small.shape[1], small.shape[0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    level = np.asarray(cv2.warpPerspective(strange, tilt, size, flags=flags), np.float32)
    pieces = [_sides(one) for one in _Level(level, FAINT[2]).outlines]
    grow = sizes[0][1] / card_height([one for one in pieces if min(one) >= SMALLEST_MM], 40.0, 400.0, None)
    to_photo = np.diag([1 / scale, 1 / scale, 1.0]) @ tilt @ np.diag([1 / grow, 1 / grow, 1.0])
    wide = (round(size[0] * grow), round(size[1] * grow))
    even = np.asarray(
        cv2.warpPerspective(strange, tilt @ np.diag([1 / grow, 1 / grow, 1.0]), wide, flags=flags), np.float32
    )
    heaps = _cut_heaps(photo_bgr, even, to_photo, 0.0, sizes)
    upright = np.asarray(np.diag([1 / scale, 1 / scale, 1.0]) @ tilt, np.float64)
    return CardGround(None, heaps, None, unknown_paper(small), (float(size[0]), float(size[1])), view=upright)


def _cut_heaps(
    photo_bgr: Bgr, strange: Map, to_photo: Matrix, start_mm: float, sizes: Sequence[Place]
) -> tuple[Heap, ...]:
    """One cut for each thing that is large enough, by rows and then from the left."""
    pieces = outlines_of_cards(strange, sizes)
    heaps = []
    for piece in sorted(pieces, key=lambda one: (cv2.boundingRect(one)[1], cv2.boundingRect(one)[0])):
        middle, size, angle = cv2.minAreaRect(piece)
        if min(size) >= SMALLEST_MM:
            own = _mask(piece, strange.shape)
            cut = _cut(photo_bgr, own, to_photo, *level_box(middle, size, angle))
            at = (middle[0] + start_mm, middle[1] + start_mm)
            heaps.append(replace(cut, middle_mm=at, straight=_is_straight(piece)))
    return tuple(heaps)


def outlines_of_cards(strange: Map, sizes: Sequence[Place]) -> list[Outline]:
    """The outlines of what lies there: of each thing the parts it falls into as it is looked at ever more strictly.

    A card that looks like the table shows only its rim, faintly; between cards a faint shadow joins what lies apart.
    """
    coarse = [_Level(strange, *one) for one in COARSE]
    levels = coarse + [_Level(strange, level) for level in FAINT]
    found = [part for outline in levels[0].outlines for part in _parted(outline, levels, strange, sizes)]
    return found + _left_over(found, strange, sizes)


def _left_over(found: Sequence[Outline], strange: Map, sizes: Sequence[Place]) -> list[Outline]:
    """Cards or bands among what is no card yet; a card that hides well stands out once the others are taken away."""
    cards = [one for one in found if _card_like(one, strange, sizes) > 0]
    more: list[Outline] = []
    for level, joined_mm in HIDDEN:
        taken = np.zeros(strange.shape, np.uint8)
        cv2.drawContours(taken, cards + more, -1, 1, cv2.FILLED)
        rest = np.where(cv2.dilate(taken, np.ones((SHADE_MM, SHADE_MM), np.uint8)) > 0, np.float32(0), strange)
        more += [one for one in _Level(rest, level, joined_mm).outlines if _card_like(one, rest, sizes) > 0]
    return more


class _Level:
    """What is at least so strange: as it is, with its grain closed, and the outlines of it with holes filled.

    `coarse` ones also join what lies so many millimetres apart, and are not looked through for lines of table.
    """

    def __init__(self, strange: Map, level: float, joined_mm: int = 3) -> None:
        self.level, self.coarse = level, joined_mm > 3
        self.seen = np.asarray(strange > level, np.uint8)
        tool = np.ones((joined_mm, joined_mm), np.uint8)
        self.bare = np.asarray(cv2.morphologyEx(self.seen, cv2.MORPH_CLOSE, tool), np.uint8)
        full = cv2.morphologyEx(_filled(self.bare.copy()), cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
        self.outlines = _outlines(np.asarray(full, np.uint8))


def _parted(outline: Outline, levels: Sequence[_Level], strange: Map, sizes: Sequence[Place]) -> list[Outline]:
    """The thing whole, cut along lines of table, worn off where it is narrow, or as it falls apart at the next level.

    Whatever is most card-like is right.
    """
    ways = [[outline]]
    whole = levels[0].coarse or any(_is_card(_sides(outline), card) for card in sizes)
    if not whole:
        ways += [_split(outline, levels[0].bare), *_worn(outline, levels[0].seen)]
    if len(levels) > 1:
        own = _mask(outline, strange.shape)
        inside = [one for one in levels[1].outlines if own[one[0, 0, 1], one[0, 0, 0]]]
        ways.append([part for one in inside for part in _parted(one, levels[1:], strange, sizes)])
    if not whole and levels[0].level in HALVED_AT and _unexplained(outline, ways, strange, sizes):
        halves = _halved(outline, strange, sizes)
        cut = [[one for half in way for one in _firmest(half, levels, strange, sizes)] for way in halves]
        ways += [way for way in cut if all(_card_like(one, strange, sizes) > 0 for one in way)]
    return max(ways, key=lambda way: (sum(_card_like(one, strange, sizes) for one in way), len(way)))


def _unexplained(outline: Outline, ways: Sequence[Sequence[Outline]], strange: Map, sizes: Sequence[Place]) -> bool:
    """Whether a thing is no row of cards, and much of it is none in whichever of these ways it is parted."""
    mass = _card_like(outline, strange, sizes) / NOT_CARDS
    return mass > 0 and max(sum(_card_like(one, strange, sizes) for one in way) for way in ways) < EXPLAINED * mass


def _mask(outline: Outline, shape: tuple[int, ...]) -> Bgr:
    mask = np.zeros(shape, np.uint8)
    cv2.drawContours(mask, [outline], -1, 1, cv2.FILLED)
    return mask


def _card_like(piece: Outline, strange: Map, sizes: Sequence[Place]) -> float:
    """How much of what is strange a piece explains as one card or one band; less than nothing if it is neither."""
    size = _sides(piece)
    if min(size) < SMALLEST_MM:
        return 0.0
    mass = _mass(piece, strange)
    if not _is_straight(piece):
        return mass * NOT_CARDS
    bare = max(size[0] * size[1] - mass, 0.0) * BARE
    if any(_is_card(size, card) for card in sizes):
        return mass * WHOLE_CARD - bare
    return mass - bare if any(_is_band(size, card) for card in sizes) else mass * NOT_CARDS


def _is_straight(piece: Outline) -> bool:
    """Whether a piece fills its rectangle as far as cards do."""
    size = _sides(piece)
    return bool(cv2.contourArea(piece) >= STRAIGHT_SHARE * size[0] * size[1])


def _mass(piece: Outline, strange: Map) -> float:
    """How much of what is strange lies in a piece, in square millimetres."""
    x, y, width, height = cv2.boundingRect(piece)
    window = strange[y : y + height, x : x + width]
    return float((window * _mask(piece - np.array((x, y)), window.shape)).sum())


def _is_card(size: Place, card: Place) -> bool:
    return all(-3 < side - wanted < BAND_MM for side, wanted in zip(sorted(size), sorted(card), strict=True))


def _sides(piece: Outline) -> Place:
    width, height = cv2.minAreaRect(piece)[1]
    return float(width), float(height)


def _is_band(size: Place, card: Place) -> bool:
    short, long = min(size), max(size)
    as_wide = -BAND_MM < short - card[0] - 2 < max(CROOKED * card[1], BAND_MM) and long > card[1] - BAND_MM
    as_high = -BAND_MM < short - card[1] - 2 < max(CROOKED * card[0], BAND_MM)
    row = -BAND_MM < long - card[1] - 2 < max(CROOKED * card[0], BAND_MM) and short > card[0] - BAND_MM
    return as_wide or as_high or row


def _outlines(there: Bgr) -> list[Outline]:
    return [np.asarray(one, np.int32) for one in cv2.findContours(there, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]]


def _split(outline: Outline, bare: Bgr) -> list[Outline]:
    """The parts of a thing between straight lines of table that run all through it."""
    middle, size, angle = level_box(*cv2.minAreaRect(outline))
    if max(size) < LARGEST_CARD_MM:
        return [outline]
    to_view = turned_cut(middle, size, angle, 1.0)
    own = _mask(outline, bare.shape)
    level, seen = (_levelled(one, to_view, size) for one in (own, own & bare))
    gaps = [(seen.sum(axis) / np.maximum(level.sum(axis), 1) < GAP_SHARE) & (level.sum(axis) > 0) for axis in (0, 1)]
    return _without_lines(level, gaps[0], gaps[1], to_view) or [outline]


def _halved(outline: Outline, strange: Map, sizes: Sequence[Place]) -> list[list[Outline]]:
    """The thing cut in two: so far from one of its sides as a card is wide or high, or where it is faintest.

    Rows whose rims touch all along have no line of table between them, and a faint line is none that is seen.
    """
    middle, size, angle = level_box(*cv2.minAreaRect(outline))
    to_view = turned_cut(middle, size, angle, 1.0)
    own = _mask(outline, strange.shape)
    level, mass = (_levelled(one, to_view, size) for one in (own, own * np.asarray(strange * 255, np.uint8)))
    ways = []
    for axis, side in enumerate(size):
        for at in _cuts(side, mass.mean(axis), sizes):
            lines = [np.zeros(length, bool) for length in level.shape[::-1]]
            lines[axis][round(at + MARGIN_MM)] = True
            ways.append(_without_lines(level, lines[0], lines[1], to_view))
    return [way for way in ways if way]


def _firmest(half: Outline, levels: Sequence[_Level], strange: Map, sizes: Sequence[Place]) -> list[Outline]:
    """A half between its lines of table, or what is left of it at a stricter level, whichever is most card-like.

    A level at which much of it is lost tells nothing.
    """
    own, enough = _mask(half, strange.shape), EXPLAINED * _mass(half, strange)
    parts = _split(half, levels[0].bare)
    ways = [parts if all(_card_like(one, strange, sizes) > 0 for one in parts) else [half]]
    for level in levels[1:]:
        large = [one for one in level.outlines if min(cv2.boundingRect(one)[2:]) >= SMALLEST_MM]
        inside = [one for one in large if own[one[::5, 0, 1], one[::5, 0, 0]].all()]
        if sum(_mass(one, strange) for one in inside) >= enough:
            ways.append(inside)
    return max(ways, key=lambda way: sum(_card_like(one, strange, sizes) for one in way))


def _cuts(side: float, mass: NDArray[np.float64], sizes: Sequence[Place]) -> list[float]:
    """Where a thing so long may be cut so that enough for a card is left at either end."""
    enough = min(min(size) for size in sizes)
    if side < 2 * enough:
        return []
    inside = mass[int(MARGIN_MM + enough) : int(MARGIN_MM + side - enough) + 1]
    near = [card + more for card in {one for size in sizes for one in size} for more in CUT_MM]
    cuts = {at for one in near for at in (one, side - one) if enough - 1 < at < side - enough + 1}
    return sorted(cuts | {float(enough + int(inside.argmin()))})


def _levelled(there: Bgr, to_view: Matrix, size: Place) -> Bgr:
    """What is there, level and with a margin, a pixel a millimetre."""
    window = (int(size[0]) + 2 * int(MARGIN_MM), int(size[1]) + 2 * int(MARGIN_MM))
    flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(there, to_view, window, flags=flags), np.uint8)


def _without_lines(level: Bgr, columns: Mask, rows: Mask, to_view: Matrix) -> list[Outline]:
    """The parts of a level thing between these columns and rows, as they lie in the view; none if it stays whole."""
    parts = level.copy()
    parts[:, columns] = 0
    parts[rows] = 0
    parts = np.asarray(cv2.morphologyEx(parts, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)), np.uint8)
    found = [one for one in _outlines(parts) if min(cv2.minAreaRect(one)[1]) >= SMALLEST_MM]
    if len(found) < 2:
        return []
    back = [project(to_view, one.reshape(-1, 2).astype(np.float64)) for one in found]
    return [np.rint(one).astype(np.int32).reshape(-1, 1, 2) for one in back]


def _worn(outline: Outline, seen: Bgr) -> list[list[Outline]]:
    """The parts that are left of a thing when its rim is worn off, grown to size again; for every depth of wear.

    Cards that lie close are joined by a shadow or by a corner that touches, never along all of a side.
    """
    x, y, width, height = cv2.boundingRect(outline)
    if max(width, height) < LARGEST_CARD_MM:
        return []
    own = _mask(outline - np.array((x, y)), (height, width)) & seen[y : y + height, x : x + width]
    room = np.pad(own, WEAR_MM[-1])
    back = np.array((x - WEAR_MM[-1], y - WEAR_MM[-1]))
    ways = []
    for wear in WEAR_MM:
        tool = np.ones((2 * wear + 1, 2 * wear + 1), np.uint8)
        for start in (room, _filled(room.copy())):
            parts = [one for one in _outlines(np.asarray(cv2.erode(start, tool), np.uint8)) if _is_large(one, wear)]
            if len(parts) > 1:
                ways.append([_grown(one, room.shape, tool) + back for one in parts])
    return ways


def _is_large(part: Outline, wear: int) -> bool:
    return min(_sides(part)) + 2 * wear >= SMALLEST_MM


def _grown(part: Outline, shape: tuple[int, ...], tool: Bgr) -> Outline:
    """The part as it was before it was worn; holes in its print are filled."""
    return max(_outlines(np.asarray(cv2.dilate(_mask(part, shape), tool), np.uint8)), key=len)


def _filled(there: Bgr) -> Bgr:
    """Without the holes where a print looks like the table."""
    outlines, _ = cv2.findContours(there, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(there, outlines, -1, 1, cv2.FILLED)
    return there


def level_box(at: Sequence[float], sides: Sequence[float], angle: float) -> tuple[Place, Place, float]:
    """The same rectangle, turned by less than 45 degrees."""
    middle, size = (float(at[0]), float(at[1])), (float(sides[0]), float(sides[1]))
    while angle > 45:
        angle, size = angle - 90, (size[1], size[0])
    while angle < -45:
        angle, size = angle + 90, (size[1], size[0])
    return middle, size, angle


def turned_cut(middle: Place, size: Place, angle: float, px_per_mm: float) -> Matrix:
    """From pixels of a level cut with a margin to millimetres of the view."""
    wide, high = (side + 2 * MARGIN_MM for side in size)
    cos, sin = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    turn = np.array([[cos, -sin, middle[0]], [sin, cos, middle[1]], [0, 0, 1.0]])
    return np.asarray(turn @ np.array([[1 / px_per_mm, 0, -wide / 2], [0, 1 / px_per_mm, -high / 2], [0, 0, 1.0]]))


def _cut(photo_bgr: Bgr, own: Bgr, to_photo: Matrix, middle: Place, size: Place, angle: float) -> Heap:
    """The heap upright, with a margin of table."""
    to_view = turned_cut(middle, size, angle, PX_PER_MM)
    size_px = (round((size[0] + 2 * MARGIN_MM) * PX_PER_MM), round((size[1] + 2 * MARGIN_MM) * PX_PER_MM))
    cut = seen_from_above(photo_bgr, to_photo @ to_view, size_px)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    mask = cv2.warpPerspective(own.astype(np.float32), to_view, size_px, flags=flags)
    return Heap(cut, np.asarray(mask, np.float32), to_photo @ to_view, (float(size[0]), float(size[1])))


def seen_from_above(photo_bgr: Bgr, view_to_photo: Matrix, size: tuple[int, int]) -> Bgr:
    """Seen from above; a photo much finer than the view is shrunk first, so that no detail aliases."""
    middle = project(view_to_photo, np.array([(size[0] / 2, size[1] / 2), (size[0] / 2 + 1, size[1] / 2)]))
    finer = float(np.linalg.norm(middle[1] - middle[0]))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    if finer > 1.8:
        view = cv2.warpPerspective(
            photo_bgr, view_to_photo @ np.diag([0.5, 0.5, 1.0]), (size[0] * 2, size[1] * 2), flags=flags,
            borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip
        return np.asarray(cv2.resize(view, size, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(
        cv2.warpPerspective(photo_bgr, view_to_photo, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
