"""What is drawn on a photo lies where it belongs, however the camera is turned."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.annotate import annotate
from vision.find import FoundTile, FoundZone

MIDDLE, SIDE_PX = np.array([200.0, 200.0]), 110.0
SPOTS = [{"kind": "traveller", "pawn": True}, {"kind": "car", "pawn": False}]
TILE = {"at": [12, 3], "sides": "----", "urban": True, "station": True, "objective": "airport", "spots": SPOTS}


@pytest.mark.parametrize("turn_deg", range(0, 360, 15))
def test_the_words_of_a_tile_stand_on_it(turn_deg: int) -> None:
    """Where a zone is turned they once stood on its neighbour."""
    turn = np.deg2rad(turn_deg)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * SIDE_PX / 2
    quad = MIDDLE + square @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    zone = FoundZone(None, (FoundTile((12, 3), quad, 1.0),), None)
    blank = np.full((400, 400, 3), 128, np.uint8)
    seen = {"zones": [{"zone": None, "tiles": [{**TILE, "confidence": 0.99}]}]}
    drawn = np.abs(annotate(blank, seen, (zone,)).astype(int) - 128).max(axis=2) > 0
    inside = np.zeros(drawn.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.rint(quad).astype(np.int32), 1)
    inside = cv2.dilate(inside, np.ones((9, 9), np.uint8))
    assert not (drawn & (inside == 0)).any()
