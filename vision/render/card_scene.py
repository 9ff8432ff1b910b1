"""Photographs tables of cards, with labels in the form that `see` prints.

Everything random comes from the seed, so a frame can be drawn again exactly.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.brush import box
from vision.render.camera import Camera, Matrix
from vision.render.card_art import CardSet
from vision.render.card_print import Picture, Ticket, paint_back, paint_card, paint_ticket, shape_of
from vision.render.card_style import CardStyle
from vision.render.light import DAY, Light, Photo, develop, table_top
from vision.render.pieces import Lamp
from vision.render.style import Colour
from vision.render.table import Cup, Hand, Stage, ZoneScene, lay_tags, put_cup, reach_in, stand_pieces

GAME = "ticket-to-ride-card-game"
BACK = "back"
# How far a card's shadow falls, in millimetres: one card is thin, but it never lies quite flat.
FALL_MM = 0.9


@dataclass(frozen=True)
class LaidCard:
    """A card on the table: a kind, a ticket or a back, its middle and its turn; later ones lie on top."""

    face: str | Ticket
    middle_mm: tuple[float, float]
    turn_deg: float = 0.0


@dataclass(frozen=True)
class CardZone:
    """A zone and its cards in the order in which they were laid."""

    number: int | None
    cards: tuple[LaidCard, ...]
    corner_mm: tuple[float, float] = (0.0, 0.0)
    size_mm: tuple[float, float] = (470.0, 420.0)
    tags: tuple[bool, bool, bool, bool] = (True, True, True, True)


@dataclass(frozen=True)
class CardScene:
    """All that lies on the table and the light over it."""

    zones: tuple[CardZone, ...]
    camera: Camera
    light: Light = DAY
    table: str = "wood"
    table_colour: Colour | None = None
    cups: tuple[Cup, ...] = ()
    hand: Hand | None = None


def shoot_cards(scene: CardScene, style: CardStyle | CardSet, seed: int) -> tuple[Photo, dict[str, Any]]:
    """A picture of the table and its labels."""
    rng = np.random.default_rng(seed)
    light = scene.light
    top = table_top(scene.table, scene.camera.size_px, rng, scene.table_colour)
    lamp = Lamp(np.asarray(light.lamp_mm, float), light.ambient, light.shine, light.sharpness)
    stage = Stage(top, np.zeros(top.shape[:2], np.uint8), scene.camera, lamp)
    for zone in scene.zones:
        lay_tags(stage, ZoneScene(zone.number, (), zone.corner_mm, zone.size_mm, tags=zone.tags))
        for card in zone.cards:
            _lay_card(stage, zone, card, style)
    stage.shadows[:] = cv2.GaussianBlur(stage.shadows, (0, 0), 0.7)
    for cup in scene.cups:
        put_cup(stage, cup)
    stand_pieces(stage, light)
    photo = develop(stage.scene, stage.shadows, light, rng)
    if scene.hand is not None:
        reach_in(photo, scene.hand, rng)
    return photo, card_labels(scene)


def card_labels(scene: CardScene) -> dict[str, Any]:
    """What `see` should print for this table."""
    return {"game": GAME, "zones": [_zone_labels(zone) for zone in scene.zones]}


def _zone_labels(zone: CardZone) -> dict[str, Any]:
    counts = Counter(card.face for card in zone.cards if isinstance(card.face, str) and card.face != BACK)
    told: dict[str, Any] = {"zone": zone.number}
    told["cards"] = [{"kind": kind, "count": count} for kind, count in sorted(counts.items())]
    tickets = [list(card.face[:2]) for card in zone.cards if not isinstance(card.face, str)]
    return {**told, "tickets": tickets} if tickets else told


@lru_cache(maxsize=400)
def _printed(face: str | Ticket, name: str, _box: int) -> Picture:
    style = _STYLES[_box]
    if not isinstance(face, str):
        return paint_ticket(face, style)
    return paint_back(style) if face == BACK else paint_card(face, style)


# Styles by identity: a style holds a dictionary and cannot be a key itself.
_STYLES: dict[int, CardStyle] = {}


def _picture(face: str | Ticket, style: CardStyle | CardSet) -> tuple[Picture, Picture]:
    """A card's face and its outline; drawn cards have no tickets."""
    if isinstance(style, CardSet):
        return style.picture(str(face)), style.shape
    _STYLES[id(style)] = style
    return _printed(face, style.name, id(style)), shape_of(style)


def _lay_card(stage: Stage, zone: CardZone, card: LaidCard, style: CardStyle | CardSet) -> None:
    outline = box(np.asarray(card.middle_mm) + zone.corner_mm, *style.size_mm, card.turn_deg)
    quad_px = stage.camera.ground(outline)
    px_per_mm = float(np.linalg.norm(quad_px[1] - quad_px[0])) / style.size_mm[0]
    away = quad_px.mean(0) - stage.camera.ground(stage.lamp.place_mm[:2])[0]
    fall = away / max(float(np.linalg.norm(away)), 1e-6) * FALL_MM * px_per_mm
    cv2.fillPoly(stage.shadows, [np.round((quad_px + fall) * 8).astype(np.int32)], (120.0,), cv2.LINE_AA, 3)
    cv2.fillPoly(stage.shadows, [np.round(quad_px * 8).astype(np.int32)], (0.0,), cv2.LINE_AA, 3)
    _paste(stage.scene, *_picture(card.face, style), quad_px, px_per_mm)


def _paste(scene: Photo, picture: Picture, shape: Picture, quad_px: Matrix, px_per_mm: float) -> None:
    height, width = scene.shape[:2]
    low = np.maximum(np.floor(quad_px.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(quad_px.max(0)).astype(int) + 2, (width, height))
    if (high <= low).any():
        return
    shrink = min(1.0, 1.3 * float(np.linalg.norm(quad_px[1] - quad_px[0])) / picture.shape[1])
    small, cut = (
        cv2.resize(part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) for part in (picture, shape)
    )
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)
    source = (unit * (small.shape[1], small.shape[0]) - 0.5).astype(np.float32)
    lay = cv2.getPerspectiveTransform(source, (quad_px - low).astype(np.float32))
    window = (int(high[0] - low[0]), int(high[1] - low[1]))
    laid = cv2.warpPerspective(small, lay, window, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask: NDArray[Any] = cv2.warpPerspective(cut, lay, window, flags=cv2.INTER_LINEAR)
    cover = mask[..., None].astype(np.float32) / 255
    part = scene[low[1] : high[1], low[0] : high[0]]
    part[:] = (part + (laid - part.astype(np.float32)) * cover).astype(np.uint8)
