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
from vision.render.card_clutter import clutter
from vision.render.card_table import table_of
from vision.render.light import develop, random_light
from vision.render.style import Rng, pick

# A net sees pieces so large at this scale, and tells of cells so large.
VIEW_MM, VIEW_PX_PER_MM, CELL_MM = 224, 2.0, 2
CELLS = VIEW_MM // CELL_MM
RIM_MM = 2.5
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
Piece = tuple[Picture, float, float, float]


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
    scale = float(np.exp(rng.uniform(np.log(1.0), np.log(3.2))))
    side = round(VIEW_MM * scale)
    scene = table_of(rng, (side, side), box, scale).astype(np.float32)
    shadows = np.zeros((side, side), np.uint8)
    upper = np.zeros((VIEW_MM, VIEW_MM), np.int32)
    clutter(rng, scene, shadows, None, scale, VIEW_MM)
    laid = _layout(rng, box)
    fall = rng.normal(0, 0.6, 2)
    depth = rng.uniform(40, 190)
    for number, card in enumerate(laid):
        _lay(scene, shadows, card, box, scale, fall, depth)
        _cover(upper, card, box.size_mm, number + 1)
    clutter(rng, scene, shadows, upper, scale, VIEW_MM)
    shadows = np.asarray(cv2.GaussianBlur(shadows, (0, 0), rng.uniform(0.4, 1.4)), np.uint8)
    if rng.random() < 0.35:  # the shadow of somebody, or of a lamp's foot
        soft = blotches(rng, (side, side), side / rng.uniform(1.2, 4)) * rng.uniform(40, 140)
        shadows = np.maximum(shadows, np.clip(soft, 0, 255).astype(np.uint8))
    light = replace(random_light(rng), blur_px=rng.uniform(0.3, 0.45 * scale))
    photo = develop(np.clip(scene, 0, 255).astype(np.uint8), shadows, light, rng)
    size = round(VIEW_MM * VIEW_PX_PER_MM)
    way = cv2.INTER_AREA if scale > VIEW_PX_PER_MM else cv2.INTER_LINEAR
    picture = np.asarray(cv2.resize(photo, (size, size), interpolation=way), np.uint8)
    return View(picture, _truth(upper, laid, box))


def _layout(rng: Rng, box: CardSet) -> list[Laid]:
    """Rows with strips, cards side by side, piles, fans or a mess, all about a way that the table has."""
    turn = float(rng.normal(0, 3)) if rng.random() < 0.75 else rng.uniform(-45, 45)
    sort = pick(rng, ("yard", "side by side", "fan", "mess", "few"), (6, 3, 2, 1, 1))
    loose = (rng.uniform(0.1, 1.2), rng.uniform(0.1, 2.0))
    if rng.random() < 0.2:  # a careless hand
        loose = (rng.uniform(1.0, 4.0), rng.uniform(1.5, 6.0))
    cards: list[Piece] = []
    if sort == "yard":
        cards = _yard(rng, box)
    elif sort == "side by side":
        gap = rng.uniform(-1.0, 12)
        steps = np.array(box.size_mm) + gap
        across, down = (int(np.ceil(VIEW_MM * 1.3 / step)) for step in steps)
        cards = [
            (_face(rng, box), x * steps[0], y * steps[1], 0.0)
            for y in range(down) for x in range(across) if rng.random() < 0.8
        ]  # fmt: skip
    elif sort == "fan":
        for _ in range(int(rng.integers(1, 4))):
            cards += _fan(rng, box)
    else:
        count = int(rng.integers(4, 12)) if sort == "mess" else int(rng.integers(0, 3))
        cards = [(_face(rng, box), *rng.uniform(0, VIEW_MM, 2), rng.uniform(0, 360)) for _ in range(count)]
    if rng.random() < 0.2:
        cards += _pile(rng, box)
    return _loosely(rng, cards, turn, loose)


def _loosely(rng: Rng, cards: Sequence[Piece], turn: float, loose: tuple[float, float]) -> list[Laid]:
    """All of it turned, each card a little off its place."""
    start = rng.uniform(-30, 60, 2)
    lean = np.deg2rad(turn)
    way = np.array([[np.cos(lean), np.sin(lean)], [-np.sin(lean), np.cos(lean)]])
    found = []
    for picture, x, y, own in cards:
        at = (np.array((x, y)) - VIEW_MM / 2) @ way + VIEW_MM / 2 + start + rng.normal(0, loose[0], 2)
        shine = float(np.exp(rng.normal(0, 0.03)))
        found.append(Laid(picture, (float(at[0]), float(at[1])), turn + own + float(rng.normal(0, loose[1])), shine))
    return found


def _fan(rng: Rng, box: CardSet) -> list[Piece]:
    """Cards spread about a point below them, from either side."""
    pivot, face = rng.uniform(0.5, 3.0) * box.size_mm[1], _face(rng, box)
    step, at, whole = rng.uniform(8, 24) / (pivot + box.size_mm[1] / 2), rng.uniform(20, VIEW_MM - 60, 2), []
    count = int(rng.integers(3, 9))
    over = rng.uniform(0, 360) if rng.random() < 0.3 else 0.0
    for n in range(count):
        face = face if rng.random() < 0.6 else _face(rng, box)
        lean = (n - (count - 1) / 2) * step
        x, y = pivot * np.sin(lean), pivot * (1 - np.cos(lean))
        far = np.deg2rad(over)
        place = at + np.array((x * np.cos(far) - y * np.sin(far), x * np.sin(far) + y * np.cos(far)))
        whole.append((face, float(place[0]), float(place[1]), float(np.rad2deg(lean) + over)))
    return whole[::-1] if rng.random() < 0.5 else whole


def _pile(rng: Rng, box: CardSet) -> list[Piece]:
    at, face = rng.uniform(20, VIEW_MM - 40, 2), box.back if rng.random() < 0.6 else _face(rng, box)
    slide, turn = rng.normal(0, 0.5, 2), 90.0 * (rng.random() < 0.3)
    count = int(rng.integers(3, 12))
    return [(face, *(at + slide * n + rng.normal(0, 0.3, 2)), turn + rng.normal(0, 1.5)) for n in range(count)]


def _face(rng: Rng, box: CardSet) -> Picture:
    return box.back if rng.random() < 0.04 else box.faces[int(rng.integers(len(box.faces)))]


def _yard(rng: Rng, box: CardSet) -> list[Piece]:
    """Overlapping rows, one below the other, the cards of a row mostly of one kind."""
    sideways, backwards = rng.random() < 0.4, rng.random() < 0.35
    wide, high = box.size_mm[::-1] if sideways else box.size_mm
    step, gap = rng.uniform(7, 26), rng.uniform(0.3, 14)
    slant = 0.05 if rng.random() < 0.3 else 0.0
    cards = []
    y = 0.0
    while y < VIEW_MM * 1.3:
        x = rng.uniform(-20, 50)
        while x < VIEW_MM * 1.2:
            row = []
            face = _face(rng, box)
            down, bend, uneven = rng.normal(0, slant), rng.normal(0, slant / 60), rng.uniform(0, 0.25)
            at = x
            for _ in range(int(rng.integers(1, 8))):
                face = face if rng.random() < 0.75 else _face(rng, box)
                over = 180.0 if rng.random() < 0.1 else 0.0
                aside = down * (at - x) + bend * (at - x) ** 2
                row.append((face, at, y + aside, (90.0 if sideways else 0.0) + over))
                at += max(step * (1 + rng.normal(0, uneven)), 6.0)
            x = row[-1][1] + wide + gap + rng.exponential(15)
            cards += row[::-1] if backwards else row
        y += high + gap
        if rng.random() < 0.15:
            y += rng.uniform(0, 80)
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
