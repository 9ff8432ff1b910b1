"""Boxes by several hands show what their faces say, whatever they look like."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.face import Spot, TileFace
from vision.render.hands import FAMILIES, box_by_hand
from vision.render.style import Style
from vision.render.tile import PaintedTile, Painter

SIZE_PX = 140
Box = tuple[Style, Painter]
ICONS = {
    "car": ("H-H-", "highway", False),
    "train": ("RR--", "rail", False),
    "traveller": ("H-R-", "station", True),
}


def painted(box: Box, face: TileFace) -> PaintedTile:
    style, paint = box
    return paint(face, style, np.random.default_rng(9), SIZE_PX)


def changed(one: PaintedTile, other: PaintedTile) -> NDArray[np.int64]:
    return np.abs(one.picture_bgr.astype(int) - other.picture_bgr).sum(2)


def along_side(field: NDArray[np.int64], side: int) -> float:
    """How much of a tile changed where a route would cross this side, a little inside of frames."""
    turned = np.rot90(field, side)
    return float(turned[int(0.04 * SIZE_PX) : int(0.1 * SIZE_PX), int(0.4 * SIZE_PX) : int(0.6 * SIZE_PX)].mean())


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_routes_cross_the_sides_that_the_face_has(family: str) -> None:
    box = FAMILIES[family](np.random.default_rng(4))
    for letter in "HR":
        for side in range(4):
            sides = ["-"] * 4
            sides[(side + 1) % 4] = letter
            one = painted(box, TileFace("".join(sides)))
            sides[side] = letter
            field = changed(one, painted(box, TileFace("".join(sides))))
            assert along_side(field, side) > 20
            assert along_side(field, side) > 1.5 * along_side(field, (side + 2) % 4)


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_icons_lie_where_the_box_says(family: str) -> None:
    box = FAMILIES[family](np.random.default_rng(5))
    for kind, (sides, place, station) in ICONS.items():
        marked = painted(box, TileFace(sides, station=station, spots=(Spot(kind, place),)))
        bare = painted(box, TileFace(sides, station=station))
        rows, columns = np.nonzero(changed(marked, bare) > 90)
        middle = np.array([np.median(columns), np.median(rows)]) / SIZE_PX
        assert np.linalg.norm(middle - marked.places[0]) < 0.07, kind


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_a_box_follows_its_seed_and_its_family_has_many_members(family: str) -> None:
    face = TileFace("HRHR", True, spots=(Spot("train", "rail"),))
    one, same, other = (painted(FAMILIES[family](np.random.default_rng(seed)), face) for seed in (1, 1, 2))
    assert np.array_equal(one.picture_bgr, same.picture_bgr)
    assert changed(one, other).mean() > 10


def test_boxes_for_training_come_from_all_hands() -> None:
    drawn = [painted(box_by_hand(np.random.default_rng(seed)), TileFace("H-H-")).picture_bgr for seed in range(8)]
    assert all(picture.shape == (SIZE_PX, SIZE_PX, 3) for picture in drawn)
    assert len({picture.tobytes() for picture in drawn}) == len(drawn)
