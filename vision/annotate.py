"""Draws what was seen onto the photo, for people who want to check."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import FoundTile, FoundZone
from vision.markers import project
from vision.see import entries_of

Bgr = NDArray[np.uint8]
Quad = NDArray[np.float64]
Colour = tuple[int, int, int]

# Highway, railway and nothing on a side; sure, doubtful and uncertain tiles.
_SIDES: dict[str, Colour] = {"H": (40, 40, 230), "R": (230, 120, 30), "-": (160, 160, 160)}
_SURE, _DOUBTFUL, _UNSURE = (70, 180, 40), (0, 190, 255), (60, 60, 255)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
# How wide a tile's words may be, and how far below its middle they stand, in tile widths.
WIDTH, BELOW = 0.8, 0.28


def annotate(photo_bgr: Bgr, seen: dict[str, Any], zones: tuple[FoundZone, ...]) -> Bgr:
    """A copy of the photo with every zone and tile drawn on it: outline by confidence, a mark on each side."""
    picture = photo_bgr.copy()
    for zone, told in zip(zones, seen["zones"], strict=True):
        entries = dict(entries_of(told))
        for tile in zone.tiles:
            _draw_tile(picture, tile, entries[tile.at])
        _draw_name(picture, zone)
    return picture


def _draw_name(picture: Bgr, zone: FoundZone) -> None:
    if zone.camera is not None:
        x, y = project(zone.camera.mm_to_px, np.zeros((1, 2)))[0]
        _write(picture, f"zone {zone.number}", (float(x), float(y)), 1.0, _SURE)


def _draw_tile(picture: Bgr, tile: FoundTile, entry: dict[str, Any]) -> None:
    quad = tile.quad_px
    sure = float(entry["confidence"])
    colour = _SURE if sure >= 0.95 else _DOUBTFUL if sure >= 0.7 else _UNSURE
    thick = max(1, round(float(np.linalg.norm(quad[1] - quad[0])) / 50))
    cv2.polylines(picture, [np.rint(quad * 8).astype(np.int32)], True, colour, thick, cv2.LINE_AA, 3)
    middle = quad.mean(0)
    for side, letter in enumerate(entry["sides"]):
        inside = (quad[side] + quad[(side + 1) % 4]) / 2 * 0.86 + middle * 0.14
        cv2.circle(picture, (round(inside[0]), round(inside[1])), 2 + thick, _SIDES[letter], cv2.FILLED, cv2.LINE_AA)
    _write_inside(picture, _words(tile, entry), quad, colour)


def _write_inside(picture: Bgr, text: str, quad: Quad, colour: Colour) -> None:
    """Text across the lower half of a tile, as wide as it has room there however the tile is turned."""
    side = float(np.linalg.norm(quad[1] - quad[0]))
    (wide, _), _ = cv2.getTextSize(text, _FONT, 1.0, 1)
    scale = min(side / 220, WIDTH * side / wide)
    x, y = quad.mean(0)
    _write(picture, text, (x - wide * scale / 2, y + BELOW * side), scale, colour)


def _words(tile: FoundTile, entry: dict[str, Any]) -> str:
    """Cell, ground, station and spots in a few letters: `3,1 u S t*` is an urban station with a traveller's pawn."""
    spots = " ".join(spot["kind"][:2] + ("*" if spot["pawn"] else "") for spot in entry["spots"])
    marks = ("u" if entry["urban"] else "r") + (" S" if entry["station"] else "") + (" !" if entry["objective"] else "")
    return f"{tile.at[0]},{tile.at[1]} {marks} {spots}".strip()


def _write(picture: Bgr, text: str, place: tuple[float, float], scale: float, colour: Colour) -> None:
    """Text with a dark rim, readable on any art."""
    at = (round(place[0]), round(place[1]))
    cv2.putText(picture, text, at, _FONT, scale, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(picture, text, at, _FONT, scale, colour, 1, cv2.LINE_AA)
