"""Sides are seen as strips and from near, and learned and read in several views of both."""

from __future__ import annotations

import numpy as np

from vision.crop import CROP_PX, MARGIN_PX, STRIP_DEEP_PX, STRIP_WIDE_PX
from vision.sides import MOVED_PX, OTHER_VIEWS, learned_views, mirrored, moved, side_inputs

STRIPS = np.random.default_rng(0).normal(size=(4, STRIP_DEEP_PX, STRIP_WIDE_PX, 6)).astype(np.float32)


def test_every_tile_has_four_sides_one_after_the_other() -> None:
    crops = np.random.default_rng(1).integers(0, 255, (2, CROP_PX, CROP_PX, 3)).astype(np.uint8)
    light = np.array([[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]], np.float32)
    both, second = side_inputs(crops, light), side_inputs(crops[1:], light[1:])
    assert both.shape == (8, STRIP_DEEP_PX, STRIP_WIDE_PX, 6)
    assert np.array_equal(both[4:], second)


def test_a_side_is_seen_from_near_about_its_middle() -> None:
    crops = np.full((1, CROP_PX, CROP_PX, 3), 10, np.uint8)
    middle, edge = CROP_PX // 2, MARGIN_PX
    crops[0, middle - 2 : middle + 2, CROP_PX - edge - 4 : CROP_PX - edge] = 250
    close = side_inputs(crops, np.zeros((1, 3), np.float32))[..., 3:]
    bright = [np.argwhere(side[..., 0] > side.min() + 1) for side in close]
    assert [len(places) for places in bright] == [0, 16, 0, 0]
    assert bright[1].mean(0)[1] == (STRIP_WIDE_PX - 1) / 2


def test_a_moved_strip_shows_the_same_a_little_elsewhere() -> None:
    right = moved(STRIPS, MOVED_PX, 0)
    assert np.array_equal(right[:, :, :-MOVED_PX], STRIPS[:, :, MOVED_PX:])
    assert np.array_equal(moved(moved(STRIPS, 0, 1), 0, -1)[:, 1:-1], STRIPS[:, 1:-1])


def test_views_keep_the_form_of_the_strips_and_teach_each_side_once_as_it_is() -> None:
    views = learned_views(STRIPS)
    assert all(view.shape == STRIPS.shape and view.dtype == np.float32 for view in views)
    assert sum(np.array_equal(view, STRIPS) for view in views) == 1
    assert any(np.array_equal(view, mirrored(STRIPS)) for view in views)
    assert len(views) > len(OTHER_VIEWS) + 1
