"""Pieces of tables with cards as seen from above, for training: what a net sees, and where cards and their rims are.

No camera and no zone: a piece is drawn as a zone's top view shows it, blurred and grainy as photographs make it. For
every cell it is known whether a card lies there, and whether the rim of the uppermost card runs through it, by the side
towards which that card lies: right, left, below, above.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.card_art import CardSet, Field, Picture, blotches, random_card_set
from vision.render.light import develop, random_light
from vision.render.style import Colour, Rng, any_colour, hsv, pick

# A net sees pieces so large at this scale, and tells of cells so large.
VIEW_MM, VIEW_PX_PER_MM, CELL_MM = 224, 2.0, 2
CELLS = VIEW_MM // CELL_MM
RIM_MM = 2.5
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
TABLES = ("wood", "cloth", "plain", "planks", "marble", "checks", "print", "stripes")


@dataclass(frozen=True)
class Laid:
    """A card as it is laid: its picture, its middle in mm, its turn, and how far it is bent towards the light."""

    picture: Picture
    middle_mm: tuple[float, float]
    turn_deg: float
    shine: float = 1.0


@dataclass(frozen=True)
class View:
    """A piece of table, and its truth by cells: card, then the rims with the card to the right, left, below, above."""

    picture_bgr: Picture
    truth: NDArray[np.uint8]


def random_view(rng: Rng) -> View:
    """A piece of some table with some cards on it."""
    box = random_card_set(rng)
    scale = rng.uniform(1.4, 3.2)
    side = round(VIEW_MM * scale)
    scene = _table(rng, (side, side), box).astype(np.float32)
    shadows = np.zeros((side, side), np.uint8)
    upper = np.zeros((VIEW_MM, VIEW_MM), np.int32)
    _clutter(rng, scene, shadows, None, scale)
    laid = _layout(rng, box)
    fall = rng.normal(0, 0.6, 2)
    depth = rng.uniform(40, 190)
    for number, card in enumerate(laid):
        _lay(scene, shadows, card, box, scale, fall, depth)
        _cover(upper, card, box.size_mm, number + 1)
    _clutter(rng, scene, shadows, upper, scale)
    shadows = np.asarray(cv2.GaussianBlur(shadows, (0, 0), rng.uniform(0.4, 1.4)), np.uint8)
    if rng.random() < 0.35:  # the shadow of somebody, or of a lamp's foot
        soft = blotches(rng, (side, side), side / rng.uniform(1.2, 4)) * rng.uniform(40, 140)
        shadows = np.maximum(shadows, np.clip(soft, 0, 255).astype(np.uint8))
    light = replace(random_light(rng), blur_px=rng.uniform(0.3, 0.45 * scale))
    photo = develop(np.clip(scene, 0, 255).astype(np.uint8), shadows, light, rng)
    size = round(VIEW_MM * VIEW_PX_PER_MM)
    way = cv2.INTER_AREA if scale > VIEW_PX_PER_MM else cv2.INTER_LINEAR
    return View(np.asarray(cv2.resize(photo, (size, size), interpolation=way), np.uint8), _truth(upper, laid, box))


def _layout(rng: Rng, box: CardSet) -> list[Laid]:
    """Rows with strips, cards side by side, piles, fans or a mess, all about a way that the table has."""
    wide, high = box.size_mm
    turn = float(rng.normal(0, 3)) if rng.random() < 0.75 else rng.uniform(-45, 45)
    sort = pick(rng, ("yard", "side by side", "fan", "mess", "few"), (6, 3, 1, 1, 1))
    loose = (rng.uniform(0.1, 1.2), rng.uniform(0.1, 2.0))
    cards: list[tuple[Picture, float, float, float]] = []
    if sort == "yard":
        cards = _yard(rng, box)
    elif sort == "side by side":
        gap = rng.uniform(-1.0, 12)
        steps = np.array((wide, high)) + gap
        across, down = (int(np.ceil(VIEW_MM * 1.3 / step)) for step in steps)
        cards = [
            (_face(rng, box), x * steps[0], y * steps[1], 0.0)
            for y in range(down) for x in range(across) if rng.random() < 0.8
        ]  # fmt: skip
    elif sort == "fan":
        pivot, face = rng.uniform(0.6, 1.6) * high, _face(rng, box)
        for angle in np.arange(-25, 26, rng.uniform(5, 14)):
            face = face if rng.random() < 0.6 else _face(rng, box)
            lean = np.deg2rad(angle)
            cards.append((face, pivot * np.sin(lean) + 90, 60 + pivot * (1 - np.cos(lean)), float(angle)))
    else:
        count = int(rng.integers(4, 12)) if sort == "mess" else int(rng.integers(0, 3))
        cards = [(_face(rng, box), *rng.uniform(0, VIEW_MM, 2), rng.uniform(0, 360)) for _ in range(count)]
    start = rng.uniform(-30, 60, 2)
    lean = np.deg2rad(turn)
    way = np.array([[np.cos(lean), np.sin(lean)], [-np.sin(lean), np.cos(lean)]])
    found = []
    for picture, x, y, own in cards:
        at = (np.array((x, y)) - VIEW_MM / 2) @ way + VIEW_MM / 2 + start + rng.normal(0, loose[0], 2)
        shine = float(np.exp(rng.normal(0, 0.03)))
        found.append(Laid(picture, (float(at[0]), float(at[1])), turn + own + float(rng.normal(0, loose[1])), shine))
    return found


def _face(rng: Rng, box: CardSet) -> Picture:
    return box.back if rng.random() < 0.04 else box.faces[int(rng.integers(len(box.faces)))]


def _yard(rng: Rng, box: CardSet) -> list[tuple[Picture, float, float, float]]:
    """Overlapping rows, one below the other, the cards of a row mostly of one kind."""
    sideways, backwards = rng.random() < 0.4, rng.random() < 0.35
    wide, high = box.size_mm[::-1] if sideways else box.size_mm
    step, gap = rng.uniform(9, 26), rng.uniform(0.3, 14)
    cards = []
    y = 0.0
    while y < VIEW_MM * 1.3:
        x = rng.uniform(-20, 50)
        while x < VIEW_MM * 1.2:
            row = []
            face = _face(rng, box)
            for n in range(int(rng.integers(1, 8))):
                face = face if rng.random() < 0.75 else _face(rng, box)
                over = 180.0 if rng.random() < 0.1 else 0.0
                row.append((face, x + step * n, y, (90.0 if sideways else 0.0) + over))
            cards += row[::-1] if backwards else row
            x = row[-1][1] + wide + gap + rng.exponential(15)
        y += high + gap
        if rng.random() < 0.15:
            y += rng.uniform(0, 80)
    if rng.random() < 0.15:  # a pile
        at, face = rng.uniform(40, VIEW_MM - 40, 2), box.back if rng.random() < 0.6 else _face(rng, box)
        slide = rng.normal(0, 0.5, 2)
        cards += [(face, *(at + slide * n + rng.normal(0, 0.3, 2)), 0.0) for n in range(int(rng.integers(3, 12)))]
    return cards


def _place(card: Laid, scale: float) -> NDArray[np.float64]:
    """From card mm about its middle to pixels."""
    angle = np.deg2rad(card.turn_deg)
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    x, y = card.middle_mm
    return np.array([[cos, -sin, x * scale], [sin, cos, y * scale]])


def _lay(
    scene: Field, shadows: Picture, card: Laid, box: CardSet, scale: float, fall: NDArray[np.float64], depth: float
) -> None:
    height, width = card.picture.shape[:2]
    to_mm = np.array(
        [[box.size_mm[0] / width, 0, -box.size_mm[0] / 2], [0, box.size_mm[1] / height, -box.size_mm[1] / 2], [0, 0, 1]]
    )
    lay = _place(card, scale) @ to_mm
    quad = np.array([(0, 0, 1), (width, 0, 1), (width, height, 1), (0, height, 1)]) @ lay.T
    low = np.maximum(np.floor(quad.min(0)).astype(int) - 4, 0)
    high = np.minimum(np.ceil(quad.max(0)).astype(int) + 5, scene.shape[0])
    if (high <= low).any():
        return
    window = (int(high[0] - low[0]), int(high[1] - low[1]))
    lay[:, 2] -= low
    shrink = min(1.0, 1.2 * scale / 3)
    small, cut = (
        cv2.resize(one, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) for one in (card.picture, box.shape)
    )
    lay[:, :2] *= (width / small.shape[1], height / small.shape[0])
    printed = np.asarray(cv2.warpAffine(small, lay, window, borderMode=cv2.BORDER_REPLICATE), np.float32) * card.shine
    mask = np.asarray(cv2.warpAffine(cut, lay, window), np.float32) / 255
    there = np.s_[low[1] : high[1], low[0] : high[0]]
    cast = cv2.warpAffine(mask, np.array([[1, 0, fall[0] * scale], [0, 1, fall[1] * scale]]), window) * depth
    shade = np.maximum(shadows[there], cast.astype(np.uint8))
    shadows[there] = (shade * (1 - mask)).astype(np.uint8)
    scene[there] += (printed - scene[there]) * mask[..., None]


def _cover(upper: NDArray[np.int32], card: Laid, size_mm: tuple[float, float], number: int) -> None:
    half = np.array([(-1, -1, 2), (1, -1, 2), (1, 1, 2), (-1, 1, 2)]) * (*size_mm, 1.0) / 2
    corners = half @ _place(card, 1.0).T - 0.5
    cv2.fillConvexPoly(upper, np.round(corners * 16).astype(np.int32), number, cv2.LINE_8, 4)


def _truth(upper: NDArray[np.int32], laid: Sequence[Laid], box: CardSet) -> NDArray[np.uint8]:
    """What is told of every cell, from the number of the uppermost card at every millimetre (0 for none)."""
    fine = np.zeros((*upper.shape, 1 + len(SIDES)), np.float32)
    there = upper > 0
    fine[..., 0] = there
    if there.any():
        mine = upper[there] - 1
        angle = np.deg2rad([card.turn_deg for card in laid])[mine]
        y, x = np.argwhere(there).T + 0.5 - np.array([card.middle_mm[::-1] for card in laid])[mine].T
        u, v = np.cos(angle) * x + np.sin(angle) * y, np.cos(angle) * y - np.sin(angle) * x
        near = np.stack([box.size_mm[0] / 2 - np.abs(u), box.size_mm[1] / 2 - np.abs(v)])
        along = near[0] < near[1]
        inwards = np.where(along, -np.sign(u), -np.sign(v)) * (near.min(0) < RIM_MM)
        across = inwards * np.where(along, np.cos(angle), -np.sin(angle))
        down = inwards * np.where(along, np.sin(angle), np.cos(angle))
        for channel, side in enumerate(SIDES):
            fine[there, 1 + channel] = np.maximum(side[0] * across + side[1] * down, 0)
    cells = cv2.resize(fine, (CELLS, CELLS), interpolation=cv2.INTER_AREA)
    return np.clip(np.rint(cells * 255), 0, 255).astype(np.uint8)


def _table(rng: Rng, shape: tuple[int, int], box: CardSet) -> Picture:
    """A bare table of some sort."""
    kind, base = pick(rng, TABLES), np.asarray(table_colour(rng, box))
    height, width = shape
    field = 1 + 0.03 * blotches(rng, shape, 100.0)
    strong = rng.uniform(0.02, 0.18)
    if kind in ("wood", "planks"):
        grain = _noise(rng, (max(2, height // 4), max(2, width // int(rng.integers(30, 200)))), shape)
        field = field + strong * grain
        if kind == "planks":
            plank = int(rng.uniform(0.15, 0.5) * height)
            for top in range(int(rng.integers(plank)), height, plank):
                field[top : top + int(rng.integers(1, 5))] *= rng.uniform(0.5, 0.9)
                field[top : top + plank] *= rng.uniform(0.9, 1.1)
        field = np.rot90(field) if rng.random() < 0.5 else field
    elif kind == "cloth":
        field = field + strong * _noise(rng, (height // 2, width // 2), shape)
    elif kind == "marble":
        field = field + strong * np.abs(blotches(rng, shape, rng.uniform(20, 90)))
    scene = np.ascontiguousarray(field)[..., None] * np.asarray(base, np.float32)
    if kind in ("checks", "print", "stripes"):
        _patterned(rng, scene, kind, base)
    return np.asarray(np.clip(scene, 0, 255), np.uint8)


def _noise(rng: Rng, coarse: tuple[int, int], shape: tuple[int, int]) -> Field:
    grain = rng.standard_normal(coarse).astype(np.float32)
    return np.asarray(cv2.resize(grain, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _patterned(rng: Rng, scene: Field, kind: str, base: NDArray[np.float64]) -> None:
    ink = np.clip(base + rng.normal(0, 35, 3), 0, 255)
    height, width = scene.shape[:2]
    if kind == "checks":
        step = rng.uniform(15, 90)
        y, x = np.mgrid[0:height, 0:width]
        both = ((x % step < step / 2).astype(np.float32) + (y % step < step / 2)) / 2
        scene += both[..., None] * (ink - base)
        return
    if kind == "stripes":
        inks = [ink, *(np.asarray(any_colour(rng)) for _ in range(2))]
        across, first = rng.random() < 0.5, 0
        while first < height:
            wide = int(rng.uniform(0.01, 0.2) * height)
            there = np.s_[:, first : first + wide] if across else np.s_[first : first + wide]
            if rng.random() < 0.5:
                scene[there] *= inks[int(rng.integers(3))] / base.clip(1)
            first += wide
        return
    for _ in range(int(rng.integers(3, 40))):
        at, size = rng.uniform(0, width, 2).astype(int), rng.uniform(4, 60, 2).astype(int)
        if rng.random() < 0.5:
            cv2.ellipse(scene, at.tolist(), size.tolist(), rng.uniform(0, 180), 0, 360, ink.tolist(), cv2.FILLED)
        else:
            cv2.rectangle(scene, at.tolist(), (at + 3 * size).tolist(), ink.tolist(), int(rng.integers(1, 4)))


def table_colour(rng: Rng, box: CardSet) -> Colour:
    """The colour of a table, in two of five cases about that of the cards."""
    wood = hsv(rng.normal(0.08, 0.03), rng.uniform(0.1, 0.6), rng.uniform(0.25, 0.95))
    pale = hsv(rng.random(), rng.uniform(0, 0.12), rng.uniform(0.75, 1.0))
    dark = hsv(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.05, 0.3))
    other = pick(rng, (wood, pale, dark, any_colour(rng)), (3, 3, 1, 2))
    like = box.border if box.border is not None and rng.random() < 0.7 else box.mean(int(rng.integers(len(box.faces))))
    near = np.clip(np.asarray(like) + rng.normal(0, 10, 3) + rng.normal(0, 12), 5, 250)
    return (float(near[0]), float(near[1]), float(near[2])) if rng.random() < 0.4 else other


def _clutter(rng: Rng, scene: Field, shadows: Picture, upper: NDArray[np.int32] | None, scale: float) -> None:
    """Cups, coins, pens, slips of paper and hands; before the cards are laid, or on them where `upper` is given."""
    for _ in range(int(rng.choice((0, 0, 0, 1, 2) if upper is None else (0, 0, 0, 0, 1)))):
        mask = np.zeros(shadows.shape, np.uint8)
        at = rng.uniform(0, VIEW_MM, 2) * scale
        middle = (int(at[0]), int(at[1]))
        ink = any_colour(rng)
        sort = pick(rng, ("cup", "coin", "pen", "paper", "hand", "tag"))
        if sort in ("cup", "coin"):
            radius = int(scale * (rng.uniform(25, 48) if sort == "cup" else rng.uniform(6, 15)))
            cv2.circle(mask, middle, radius, 255, cv2.FILLED, cv2.LINE_AA)
        elif sort == "pen":
            end = at + rng.normal(0, 90, 2) * scale
            cv2.line(mask, middle, (int(end[0]), int(end[1])), 255, int(rng.uniform(3, 12) * scale), cv2.LINE_AA)
        elif sort in ("paper", "tag"):
            sides = rng.uniform(20, 160, 2) * scale if sort == "paper" else np.full(2, 32.0) * scale
            corners = cv2.boxPoints((middle, sides.tolist(), rng.uniform(0, 90)))
            cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255, cv2.LINE_AA)
            ink = hsv(rng.random(), rng.uniform(0, 0.2), rng.uniform(0.7, 1.0))
        else:
            ink = hsv(rng.normal(0.06, 0.01), rng.uniform(0.3, 0.6), rng.uniform(0.4, 0.95))
            start = rng.uniform(-30, VIEW_MM + 30, 2) * scale
            for _ in range(5):
                end = at + rng.normal(0, 25, 2) * scale
                ends = [tuple(int(one) for one in place) for place in (start, end)]
                cv2.line(mask, ends[0], ends[1], 255, int(rng.uniform(14, 22) * scale), cv2.LINE_AA)
        _put(rng, scene, shadows, mask, ink, sort, middle)
        if upper is not None:
            hidden = cv2.resize(mask, upper.shape[::-1], interpolation=cv2.INTER_AREA) > 127
            upper[hidden] = 0


def _put(
    rng: Rng, scene: Field, shadows: Picture, mask: Picture, ink: Colour, sort: str, middle: tuple[int, int]
) -> None:
    cover = mask.astype(np.float32)[..., None] / 255
    fall = rng.normal(0, 2 if sort == "paper" else 12, 2)
    cast = np.asarray(cv2.warpAffine(mask, np.array([[1, 0, fall[0]], [0, 1, fall[1]]]), mask.shape[::-1]), np.float32)
    soft = cv2.GaussianBlur(cast, (0, 0), rng.uniform(1, 8)) * rng.uniform(0.2, 0.8)
    shadows[:] = np.maximum(shadows, np.asarray(soft, np.uint8)) * (1 - cover[..., 0])
    scene += (np.asarray(ink, np.float32) - scene) * cover
    if sort == "cup":
        radius = int(np.sqrt(mask.sum() / 255 / np.pi))
        cv2.circle(scene, middle, max(radius - int(rng.integers(4, 12)), 2), any_colour(rng), cv2.FILLED)
    elif sort == "tag":  # a corner card
        squares = rng.random((8, 8)).astype(np.float32).round() * 200 + 20
        squares[[0, -1]] = squares[:, [0, -1]] = 25
        half = int(np.sqrt(mask.sum() / 255) * 0.35)
        low = np.array(middle) - half
        part = scene[max(low[1], 0) : low[1] + 2 * half, max(low[0], 0) : low[0] + 2 * half]
        if part.size:
            part[:] = cv2.resize(squares, part.shape[1::-1], interpolation=cv2.INTER_NEAREST)[..., None]
    elif sort == "paper" and rng.random() < 0.5:
        lines = (np.arange(scene.shape[0]) % 9 < 2)[:, None] & (mask > 0)
        scene[lines] *= 0.7
