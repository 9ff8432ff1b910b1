"""The corner cards: AprilTags of 24 mm with a white border, four for each zone."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.print.sheet import BLACK, GREY, WHITE, Point, Sheet, ruler
from vision.markers import BORDER_MM, TAG_MM

CARD_MM = TAG_MM + 2 * BORDER_MM
_MODULES = 8
_CORNERS = ("top left", "top right", "bottom right", "bottom left")
_PLACES = ("market", "player 1", "player 2", "player 3", "player 4")


def corner_sheets() -> list[Sheet]:
    """One sheet with a row for each zone."""
    sheet = Sheet()
    sheet.write("Corner cards", (15, 18), 6, bold=True)
    sheet.write("Cut along the grey lines; keep the white border: it tells the camera what white is.", (15, 25), 3)
    sheet.write("Lay each card upright at its corner; the zone is what lies between the black squares.", (15, 29.5), 3)
    for zone, name in enumerate(_PLACES):
        top = 36 + zone * (CARD_MM + 12)
        sheet.write(f"Zone {zone}: {name}", (15, top + 3), 3.2, bold=True)
        for corner in range(4):
            _card(sheet, (15 + corner * (CARD_MM + 14), top + 5), 4 * zone + corner)
            sheet.write(_CORNERS[corner], (15 + corner * (CARD_MM + 14), top + CARD_MM + 8.2), 2.4, GREY)
    ruler(sheet, (15, 278))
    return [sheet]


def _card(sheet: Sheet, corner: Point, tag: int) -> None:
    x, y = corner
    sheet.box(corner, (CARD_MM, CARD_MM), WHITE)
    sheet.line([(x, y), (x + CARD_MM, y), (x + CARD_MM, y + CARD_MM), (x, y + CARD_MM), (x, y)], GREY, 0.1)
    sheet.box((x + BORDER_MM, y + BORDER_MM), (TAG_MM, TAG_MM), BLACK)
    module = TAG_MM / _MODULES
    for row, column in np.argwhere(tag_pattern(tag) > 0).tolist():
        # White squares overlap a little, or a printer's rounding leaves black hair lines between them.
        place = (x + BORDER_MM + column * module - 0.01, y + BORDER_MM + row * module - 0.01)
        sheet.box(place, (module + 0.02, module + 0.02), WHITE)


def tag_pattern(tag: int) -> np.ndarray:
    """The 8 by 8 squares of a tag, its black frame included: 0 is black."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, tag, _MODULES))
