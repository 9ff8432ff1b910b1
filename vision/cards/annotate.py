"""Draws cards onto the photo: the part of each that shows, its kind, and how sure that is."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.seen import SeenCard, SeenZone

Bgr = NDArray[np.uint8]
_SURE, _DOUBTFUL, _UNSURE, _STRANGE = (70, 180, 40), (0, 190, 255), (60, 60, 255), (170, 170, 170)
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def annotate(photo_bgr: Bgr, seen: dict[str, Any], zones: tuple[SeenZone, ...]) -> Bgr:
    """A copy of the photo with every card outlined by confidence; what is no known card is grey."""
    picture = photo_bgr.copy()
    thick = max(1, max(picture.shape[:2]) // 1000)
    for zone in zones:
        for card in zone.cards:
            cv2.polylines(picture, [np.rint(card.quad_px).astype(np.int32)], True, _colour(card), thick, cv2.LINE_AA)
            _write(picture, card, thick)
    return picture


def _colour(card: SeenCard) -> tuple[int, int, int]:
    if card.name is None:
        return _STRANGE
    return _SURE if card.chance >= 0.95 else _DOUBTFUL if card.chance >= 0.7 else _UNSURE


def _write(picture: Bgr, card: SeenCard, thick: int) -> None:
    x, y = np.rint(card.quad_px.mean(0)).astype(int)
    text = "?" if card.name is None else card.name
    for colour, width in (((0, 0, 0), 3 * thick), (_colour(card), thick)):
        cv2.putText(picture, text, (int(x) - 9 * thick, int(y)), _FONT, 0.4 * thick, colour, width, cv2.LINE_AA)
