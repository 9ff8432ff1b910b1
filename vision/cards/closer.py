"""Looks closely at one card: laid on each face that it may be, a little shifted, in a light that may differ a little.

Rows are first read by columns, all cells of which count alike; a card that is off by half a cell then looks unlike any
face. Here the print decides: where two kinds have nearly one colour, their signs and cars still differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.strips import STRANGER, Face, Map, Strip

Costs = NDArray[np.float64]
# Shifts that are tried along and across, in cells: up to so many, by halves.
REACH = 1
SHIFTS = tuple(half / 2 for half in range(-2 * REACH, 2 * REACH + 1))
# How much light may still differ on one card, each tone, and the difference at which a cell is half unlike.
MOST_LIGHT = np.array((0.12, 0.06, 0.06), np.float32)
SOFT_CELL = 0.16
# What plain ground weighs beside print; how far around a cell tells, and how much print differs from it.
PLAIN, AROUND, PRINTED = 0.5, 3.0, 0.25
# What the outermost cells of a strip weigh: they may show the table, or the card beside it.
RIM = 0.3
# A cell of which a face is not known is as unlike as those of right cards are at most, and of wrong ones at least.
# Where the known cells of a face are hardly alike the others are a stranger's, more and more.
UNKNOWN, HARDLY = 0.38, 0.48
STEEP = (STRANGER - UNKNOWN) / (STRANGER - HARDLY)
WHOLE = np.array([down == int(down) and right == int(right) for down in SHIFTS for right in SHIFTS])
# Faces that cost so much more than the best are out, for each cell along or for the whole strip: neither the name nor
# the confidence in it can change any more.
RIVAL, RIVAL_COLUMNS = 0.12, 1.6


@dataclass(frozen=True)
class Part:
    """The part of a face that a strip shows, and what each cell of it weighs: print tells more than plain ground.

    `covered` says that another card lies on the rest of it, which may also show at its side.
    """

    tones: Map
    known: NDArray[np.bool_]
    weight: Map
    covered: bool = False


def unlike_faces(tones: Map, top: int, strip: Strip, parts: Sequence[Part]) -> Costs:
    """For each part of a face how unlike it the strip looks (0..1) where it fits best.

    All faces are tried at whole shifts; between them only those that may still be the one or its rival.
    """
    views = _shifted(tones, top, strip, parts[0].tones.shape[0])
    whole, between = views[:, WHOLE], views[:, ~WHOLE]
    flat = [(_known(part), part.known.reshape(-1), part.weight[part.known], part.covered) for part in parts]
    costs = np.array([compare(whole, *one) for one in flat])
    near = np.flatnonzero(costs - costs.min() < max(RIVAL, RIVAL_COLUMNS / strip.shown))
    for number in near:
        costs[number] = min(costs[number], compare(between, *flat[number]))
    return costs


def _known(part: Part) -> Map:
    """The tones of a part that are known: [tones, cells]."""
    tones = part.tones.reshape(-1, 3) if part.known.all() else part.tones[part.known]
    return np.ascontiguousarray(tones.T)


def _shifted(tones: Map, top: int, strip: Strip, across: int) -> Map:
    """The strip as it is seen, once for each shift: [tones, shifts, across x along]."""
    low = int(np.clip(top + strip.pose[1], 0, tones.shape[0] - across))
    leaning = levelled(tones, strip.pose[0], (strip.start + strip.shown / 2, top + across / 2))
    padded = np.pad(leaning, ((REACH, REACH), (REACH, REACH), (0, 0)), "edge")
    rows, columns = across + 2 * REACH + 1, strip.shown + 2 * REACH + 1
    block = _filled(padded[low : low + rows, strip.start : strip.start + columns], rows, columns)
    return half_shifts(block, across, strip.shown)


def half_shifts(block: Map, high: int, wide: int) -> Map:
    """A piece that has one cell more at its far sides and a margin around, in all shifts: [tones, shifts, cells]."""
    down = [block[:-1], block[:-1] * 0.5 + block[1:] * 0.5]
    halves = [[one[:, :-1], one[:, :-1] * 0.5 + one[:, 1:] * 0.5] for one in down]
    views = []
    for twice_down in range(-2 * REACH, 2 * REACH + 1):
        for twice_right in range(-2 * REACH, 2 * REACH + 1):
            y, x = twice_down // 2 + REACH, twice_right // 2 + REACH
            views.append(halves[twice_down % 2][twice_right % 2][y : y + high, x : x + wide])
    seen = np.stack(views).astype(np.float32)
    return np.ascontiguousarray(seen.reshape(len(views), -1, 3).transpose(2, 0, 1))


def levelled(tones: Map, skew_deg: float, middle: tuple[float, float]) -> Map:
    """The heap turned about the middle of a card that lies askew, so that the card lies straight."""
    if skew_deg == 0:
        return tones
    turn = cv2.getRotationMatrix2D(middle, skew_deg, 1.0)
    size = (tones.shape[1], tones.shape[0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(tones, turn, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _filled(block: Map, rows: int, columns: int) -> Map:
    """A block at the rim of a heap, continued to its full size."""
    missing = (max(rows - block.shape[0], 0), max(columns - block.shape[1], 0))
    return block if not any(missing) else np.pad(block, ((0, missing[0]), (0, missing[1]), (0, 0)), "edge")


def compare(views: Map, face: Map, known: NDArray[np.bool_], weight: Map, covered: bool) -> float:
    """How unlike the face, [tones, known cells], the best of the views is."""
    share = float(known.mean())
    if share < 0.02:
        return STRANGER
    raw = (views if share == 1 else views[:, :, known]) - face[:, None]
    off = raw - np.clip(raw.mean(2), -MOST_LIGHT[:, None], MOST_LIGHT[:, None])[:, :, None]
    costs = (_half(off) @ weight) / weight.sum()
    best = int(costs.argmin())
    cost = float(costs[best])
    if covered:
        cost = min(cost, _in_its_light(raw[:, best], off[:, best], weight))
    return cost * share + _unknown(cost) * (1 - share)


def _unknown(cost: float) -> float:
    """What a cell costs of which a face is not known, where those that are known cost so much."""
    return UNKNOWN + STEEP * float(np.clip(cost - HARDLY, 0, STRANGER - HARDLY))


def known_cost(cost: float, share: float) -> float:
    """What the cells cost of which a face is known, this share of it, where all of it costs so much."""
    known = (cost - UNKNOWN * (1 - share)) / share
    if known > HARDLY:
        known = (cost - (UNKNOWN - STEEP * HARDLY) * (1 - share)) / (share + STEEP * (1 - share))
    return max(known, 0.0)


def _half(off: Map) -> Map:
    """How unlike each cell is that differs so much in each tone."""
    square = off[0] * off[0] + off[1] * off[1] + off[2] * off[2]
    return np.asarray(square / (square + SOFT_CELL**2), np.float32)


def _in_its_light(raw: Map, off: Map, weight: Map) -> float:
    """How unlike a view is in the light that those cells tell which already look alike: a bit of table tells none."""
    alike = (1 - _half(off)) ** 2 * weight
    light = np.clip(raw @ alike / alike.sum(), -MOST_LIGHT, MOST_LIGHT)
    return float(_half(raw - light[:, None]) @ weight / weight.sum())


def laid_face(face: Face, upright: bool) -> tuple[Part, Part]:
    """A whole face as it lies in its band, as taught and turned over."""
    whole = Part(face.tones, face.known, weight_of(face))
    return _quarter_turned(whole, 0 if upright else 1), _quarter_turned(whole, 2 if upright else 3)


def _quarter_turned(look: Part, times: int) -> Part:
    return Part(np.rot90(look.tones, times), np.rot90(look.known, times), np.rot90(look.weight, times))


def shown_part(look: Part, backwards: bool, shown: int) -> Part:
    """What a strip shows of a face that lies like this; of a whole card the rim tells as much as the rest."""
    columns = np.s_[:, -shown:] if backwards else np.s_[:, :shown]
    covered = shown < look.tones.shape[1] - 2
    weight = rim_counts_less(look.weight[columns]) if covered else look.weight[columns]
    return Part(look.tones[columns], look.known[columns], weight, covered)


def part_of(face: Face, upright: bool, turned: bool, backwards: bool, shown: int) -> tuple[Map, NDArray[np.bool_]]:
    """The part of a face that a strip shows, as it lies in its band."""
    quarter = (0 if upright else 1) + (2 if turned else 0)
    columns = np.s_[:, -shown:] if backwards else np.s_[:, :shown]
    return np.rot90(face.tones, quarter)[columns], np.rot90(face.known, quarter)[columns]


def weight_of(face: Face) -> Map:
    """What each cell of a face weighs: more where it differs from its surroundings."""
    off = np.abs(face.tones - cv2.GaussianBlur(face.tones, (0, 0), AROUND)).sum(2)
    return np.asarray(PLAIN + (1 - PLAIN) * np.minimum(off / PRINTED, 1.0), np.float32)


def rim_counts_less(weight: Map) -> Map:
    """The weights of a strip, less along its rim: cut by a cell too wide it shows there what is not its own."""
    rimmed = weight.copy()
    for side in (rimmed[0], rimmed[-1], rimmed[:, 0], rimmed[:, -1]):
        side *= RIM
    return rimmed
