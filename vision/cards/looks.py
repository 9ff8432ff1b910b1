"""Single cards as they are seen, and how unlike known faces they are.

Where cards lie is told by the net (`vision/cards/pieces.py`). Each is laid on all faces, turned over or not, and
compared where it shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.closer import REACH, RIVAL, WHOLE, compare, half_shifts, weight_of
from vision.cards.heaps import PX_PER_MM, RIM_MM, seen_from_above
from vision.cards.paper import Paper, evened
from vision.cards.pieces import Owners, Piece, turn_of
from vision.cards.reader import light_of, lit
from vision.cards.rims import CELL_MM as NET_CELL_MM
from vision.cards.strips import CELL_MM, Face, Map
from vision.cards.tones import Light, tones_of

Bgr = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Matrix = NDArray[np.float64]
Costs = NDArray[np.float64]
Size = tuple[int, int]
# Only cards that fit this well tell of the light, and how strongly it is believed to be as it was.
TELLING, TRUST = 0.45, 15.0
# Where cards usually are so unlike, light is looked for twice and other contrasts are tried.
POOR, CONTRASTS, CLEARLY = 0.25, (1.0, 0.7, 0.5), 0.02
# What the rim of what shows weighs: another card may show there.
AT_RIM = 0.3
# Cells of a card that are surely its own are so many from where another begins.
EDGE = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, eq=False)
class Look:
    """What is seen of one card, upright as its place tells: its tones with a margin, and where it shows."""

    piece: Piece
    tones: Map
    shown: Mask
    weight: Map

    margin_mm = float(REACH * CELL_MM)

    @property
    def own(self) -> Map:
        """The tones of the card itself."""
        return self.tones[REACH:-REACH, REACH:-REACH]


def looks_of(
    photo_bgr: Bgr, paper: Paper, to_photo: Matrix, pieces: Sequence[Piece], owners: Owners, card: Size
) -> list[Look]:
    """Each card cut out of the photo; `card` is its size in cells, wide and high."""
    found = []
    for number, piece in enumerate(pieces):
        lay = to_photo @ from_card(piece, card)
        size = tuple(round((side + 2 * REACH) * CELL_MM * PX_PER_MM) for side in card)
        cut = seen_from_above(photo_bgr, lay @ np.diag([1 / PX_PER_MM, 1 / PX_PER_MM, 1.0]), (size[0], size[1]))
        at = np.array(piece.middle_mm) - RIM_MM
        fine = tones_of(evened(cut, *paper.near(at)))
        cells = (card[0] + 2 * REACH, card[1] + 2 * REACH)
        tones = np.asarray(cv2.resize(fine, cells, interpolation=cv2.INTER_AREA), np.float32)
        found.append(Look(piece, tones, *_shown(piece, owners == number, card)))
    return found


def from_card(piece: Piece, card: Size) -> Matrix:
    """From mm of a cut with its margin to mm of the view."""
    wide, high = ((side / 2 + REACH) * CELL_MM for side in card)
    turn = turn_of(piece.angle_deg)
    lay = np.eye(3)
    lay[:2, :2] = turn
    lay[:2, 2] = np.array(piece.middle_mm) - turn @ np.array((wide, high))
    return lay


def _shown(piece: Piece, own: Mask, card: Size) -> tuple[Mask, Map]:
    """Where a card shows, by its own cells, and what each weighs."""
    first = (REACH + 0.5) * CELL_MM
    there = np.array([[CELL_MM, 0, first], [0, CELL_MM, first], [0, 0, 1.0]])
    back = np.array([[1 / NET_CELL_MM, 0, -0.5], [0, 1 / NET_CELL_MM, -0.5], [0, 0, 1.0]])
    lay = (back @ from_card(piece, card) @ there)[:2]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = np.asarray(cv2.warpAffine(own.astype(np.float32), lay, card, flags=flags), np.float32) > 0.5
    mask = np.asarray(cv2.morphologyEx(seen.astype(np.uint8), cv2.MORPH_CLOSE, EDGE), np.uint8)
    inner = cv2.erode(mask, EDGE, borderType=cv2.BORDER_CONSTANT, borderValue=1)
    return mask > 0, np.where(inner > 0, 1.0, AT_RIM).astype(np.float32)


def views_of(look: Look) -> Map:
    """The card as it is seen, once for each shift: [tones, shifts, cells]."""
    high, wide = look.shown.shape
    block = np.pad(look.tones, ((0, 1), (0, 1), (0, 0)), "edge")
    return half_shifts(block, high, wide)


Turned = tuple[Map, Mask, Map]


def turned_faces(faces: Sequence[Face], weights: Sequence[Map] | None = None) -> list[Turned]:
    """Each face as taught and turned over: its tones, where they are known, and what each cell weighs."""
    weights = weights or [weight_of(face) for face in faces]
    ways = [(face.tones, face.known, weight) for face, weight in zip(faces, weights, strict=True)]
    return [tuple(np.rot90(one, turn) for one in way) for way in ways for turn in (0, 2)]  # type: ignore[misc]


def unlike_faces(look: Look, faces: Sequence[Turned], finely: bool = True) -> Costs:
    """How unlike each face a card is, as taught and turned over: [faces, 2], 0 to 1, where it fits best.

    Whole shifts are tried first, and between them, if finely, for those faces that may still be the one or its rival.
    """
    views = views_of(look)[:, :, look.shown.reshape(-1)]
    whole, between = (np.ascontiguousarray(views[:, some]) for some in (WHOLE, ~WHOLE))
    covered = bool(look.shown.mean() < 0.95)
    parts = [_part(look, *face) for face in faces]
    costs = np.array([compare(whole, *part, covered) for part in parts])
    for number in np.flatnonzero(costs < costs.min() + RIVAL) if finely else ():
        costs[number] = min(costs[number], compare(between, *parts[number], covered))
    return costs.reshape(-1, 2)


def _part(look: Look, tones: Map, known: Mask, weight: Map) -> tuple[Map, Mask, Map]:
    """Of a face what shows: its known tones [tones, cells], which cells are known, and what the known ones weigh."""
    both = known & look.shown
    return np.ascontiguousarray(tones[both].T), known[look.shown], (weight * look.weight)[both]


def in_light(looks: Sequence[Look], faces: Sequence[Face]) -> list[Costs]:
    """How unlike the faces each card is, in the light of these cards, which may differ from lesson to lesson."""
    weights = [weight_of(face) for face in faces]

    def unlike(now: Sequence[Face], finely: bool = False) -> list[Costs]:
        turned = turned_faces(now, weights)
        return [unlike_faces(look, turned, finely) for look in looks]

    here, costs = list(faces), unlike(faces)
    if not looks:
        return costs
    here = lit(here, light_of(_pairs(looks, here, costs, None), TRUST))
    if _usual(costs) > POOR:  # glare and haze take contrast from all cards alike
        middle = np.array([np.mean([face.tones[..., 0].mean() for face in faces]), 0, 0], np.float32)
        for contrast in CONTRASTS:
            pale = lit(faces, Light((1 - contrast) * middle, np.full(3, contrast, np.float32)))
            pale = lit(pale, light_of(_pairs(looks, pale, unlike(pale), None), TRUST))
            fits = unlike(pale)
            if contrast == 1 or _usual(fits) < _usual(costs) - CLEARLY:
                here, costs = pale, fits
        here = lit(here, light_of(_pairs(looks, here, costs, None), TRUST))
    for photo in sorted({face.photo for face in faces}):
        mine = {number for number, face in enumerate(faces) if face.photo == photo}
        light = light_of(_pairs(looks, here, costs, mine), 2 * TRUST)
        here = [lit([face], light)[0] if number in mine else face for number, face in enumerate(here)]
    return unlike(here, finely=True)


def _usual(costs: Sequence[Costs]) -> float:
    return float(np.mean([cost.min() for cost in costs]))


def _pairs(
    looks: Sequence[Look], faces: Sequence[Face], costs: Sequence[Costs], mine: set[int] | None
) -> list[tuple[Map, Map, Map]]:
    """Tones as seen and as taught, cell by cell, of the cards that fit well."""
    pairs = []
    for look, cost in zip(looks, costs, strict=True):
        face, turned = divmod(int(cost.argmin()), 2)
        fit = float(cost.min())
        if fit > TELLING or (mine is not None and face not in mine):
            continue
        tones, known = np.rot90(faces[face].tones, 2 * turned), np.rot90(faces[face].known, 2 * turned)
        both = known & look.shown & (np.abs(look.own - tones).max(2) < 0.8)
        weight = np.full(int(both.sum()), 1 - fit / TELLING, np.float32)
        pairs.append((look.own[both], tones[both], weight))
    return pairs
