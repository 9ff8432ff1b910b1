"""Round things on the table: found by the arcs of their outlines, and told from tiles."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.outline import angular, direction_of
from vision.rounds import Disc, Map, places_of, rounds

RADII = (24.0, 85.0)


def ground(tiles: list[tuple[int, int]], mugs: list[tuple[int, int, int]], angle: float = 0.0) -> Map:
    """Tiles of 45 pixels in these cells and mugs at x, y of this radius."""
    table = np.zeros((500, 500), np.float32)
    turn = cv2.getRotationMatrix2D((250, 250), angle, 1.0)
    for column, row in tiles:
        square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * 45.0 + (150 + 46 * column, 150 + 46 * row)
        corners = square @ turn[:, :2].T + turn[:, 2]
        cv2.fillPoly(table, [np.rint(corners).astype(np.int32)], 1.0)
    for x, y, radius in mugs:
        cv2.circle(table, (x, y), radius, 1.0, cv2.FILLED)
    return table


@pytest.mark.parametrize("angle", [0.0, 20.0, 45.0])
def test_tiles_are_not_round(angle: float) -> None:
    for tiles in ([(0, 0)], [(0, 0), (1, 0)], [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]):
        assert rounds(ground(tiles, [], angle), RADII) == []


def test_mugs_that_touch_tiles_are_found_where_they_stand() -> None:
    mugs = [(110, 195, 38), (242, 320, 34)]
    found = sorted(rounds(ground([(0, 0), (1, 0), (0, 1), (1, 1), (2, 1)], mugs), RADII), key=lambda disc: disc.x)
    assert len(found) == 2
    for disc, mug in zip(found, mugs, strict=True):
        assert (disc.x, disc.y, disc.radius) == pytest.approx(mug, abs=2.5)


def test_half_a_mug_behind_a_tile_is_enough() -> None:
    (disc,) = rounds(ground([(0, 0), (0, 1)], [(150, 190, 40)]), RADII)
    assert (disc.x, disc.y, disc.radius) == pytest.approx((150, 190, 40), abs=3)


def test_what_a_mug_covers_is_no_outline_of_the_tiles() -> None:
    """Two tiles between three mugs are kept, though most of what lies there is round."""
    table = ground([(0, 0), (1, 0)], [(110, 172, 42), (285, 170, 44), (196, 105, 44)], 7.0)
    covered = places_of(rounds(table, RADII), table.shape)
    rest = table * (1 - covered)
    assert direction_of(rest, covered) == pytest.approx(-7.0, abs=2.0)
    kept = angular(rest, -7.0, covered)
    assert kept[175, 195] == 1.0
    assert kept[:, :100].sum() < 100


def test_places_of_round_things_have_their_rims() -> None:
    covered = places_of([Disc(50.0, 40.0, 20.0)], (100, 100))
    assert covered[40, 71] == 1.0
    assert covered[40, 74] == 0.0
