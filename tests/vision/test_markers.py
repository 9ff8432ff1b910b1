"""Corner cards: zones from four, three and two of them, at any angle."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.markers import TAG_MM, eye_over_table, find_tags, find_zones, fit_zone, project
from vision.render.camera import Camera, camera_over
from vision.render.named import STYLES
from vision.render.table import Scene, ZoneScene, shoot

SIZE_PX = (1600, 900)
CORNERS = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)
OUTSIDE = np.array([(-1, -1), (0, -1), (0, 0), (-1, 0)], float)
PAIRS = [pair for count in (2, 3, 4) for pair in itertools.combinations(range(4), count)]


def cards_seen(camera: Camera, size_mm: np.ndarray, shown: tuple[int, ...]) -> dict[int, np.ndarray]:
    return {k: camera.ground(CORNERS[k] * size_mm + OUTSIDE[k] * TAG_MM + CORNERS * TAG_MM) for k in shown}


@settings(max_examples=60, deadline=None)
@given(
    shown=st.sampled_from(PAIRS),
    tilt=st.floats(0, 25),
    heading=st.floats(0, 360),
    roll=st.floats(-180, 180),
    width=st.floats(150, 600),
    height=st.floats(150, 600),
)
def test_a_zone_is_fitted_from_any_two_cards(
    shown: tuple[int, ...], tilt: float, heading: float, roll: float, width: float, height: float
) -> None:
    size = np.array([width, height])
    camera = camera_over(size / 2, 800, 900, SIZE_PX, tilt, heading, roll)
    mm_to_px, found, error = fit_zone(cards_seen(camera, size, shown))
    assert error < 0.01
    across, down = (len({CORNERS[k][axis] for k in shown}) == 2 for axis in (0, 1))
    if across:
        assert found[0] == pytest.approx(width, abs=0.5)
    if down:
        assert found[1] == pytest.approx(height, abs=0.5)
    # Cards of one side do not tell how far away the other side is, so measure from a corner that is seen.
    seen = CORNERS[shown[0]]
    near = np.array([[0.0, 0.0], [30.0, 20.0], [-40.0, 10.0]])
    assert np.allclose(project(mm_to_px, seen * found + near), camera.ground(seen * size + near), atol=0.5)


@settings(max_examples=25, deadline=None)
@given(st.floats(5, 25), st.floats(0, 360), st.floats(500, 1000))
def test_the_lens_is_found_over_the_table(tilt: float, heading: float, high: float) -> None:
    # A lens of the usual width, so that a view too straight to tell the focal length does not matter.
    camera = camera_over((200, 200), high, high / np.cos(np.radians(tilt)) / 0.77, SIZE_PX, tilt, heading)
    mm_to_px, _, _ = fit_zone(cards_seen(camera, np.array([400.0, 400.0]), (0, 1, 2, 3)))
    eye = eye_over_table(mm_to_px, SIZE_PX)
    assert eye is not None
    assert np.allclose(eye, camera.place_mm, atol=0.06 * high)


@pytest.mark.parametrize("lost", [(), (1,), (3,), (0, 2), (0, 1), (1, 2)], ids=str)
@pytest.mark.parametrize(("tilt", "roll"), [(4, 10), (12, 40), (25, 170)])
def test_a_rendered_zone_survives_lost_cards(lost: tuple[int, ...], tilt: float, roll: float) -> None:
    tags = tuple(k not in lost for k in range(4))
    zone = ZoneScene(3, (), size_mm=(420.0, 330.0), tags=(tags[0], tags[1], tags[2], tags[3]))
    camera = camera_over((210, 165), 800, 1250, SIZE_PX, tilt, 70, roll)
    photo = shoot(Scene((zone,), camera), STYLES["meadow"], 1).photo_bgr
    (found,) = find_zones(photo)
    assert found.number == 3
    assert found.tags == tuple(12 + k for k in range(4) if tags[k])
    first = next(k for k in range(4) if tags[k])
    place = np.array([[80.0, 60.0]]) * (1 - 2 * CORNERS[first])
    truly, seen = (CORNERS[first] * np.array(size) + place for size in ((420.0, 330.0), found.size_mm))
    off_px = np.linalg.norm(project(found.camera.mm_to_px, seen) - camera.ground(truly))
    assert off_px < 1.3  # 1 mm here
    if len(lost) < 2:
        assert found.size_mm == pytest.approx((420.0, 330.0), rel=0.006)


def test_cards_that_look_tiny_from_high_above_are_found() -> None:
    """Twenty pixels a card: too small for the copy in which cards are looked for first."""
    zone = ZoneScene(2, (), size_mm=(420.0, 330.0))
    camera = camera_over((210, 165), 1400, 2304 / 0.8, (2304, 1296), 6, 30, 10)
    photo = shoot(Scene((zone,), camera), STYLES["meadow"], 1).photo_bgr
    assert not find_tags(np.asarray(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), np.uint8), (3, 23))
    (found,) = find_zones(photo)
    assert (found.number, len(found.tags)) == (2, 4)


def test_one_card_alone_is_no_zone() -> None:
    zone = ZoneScene(1, (), size_mm=(420.0, 330.0), tags=(True, False, False, False))
    photo = shoot(Scene((zone,), camera_over((210, 165), 800, 900, SIZE_PX)), STYLES["meadow"], 1).photo_bgr
    assert find_zones(photo) == ()


def test_the_white_borders_tell_the_light() -> None:
    zone = ZoneScene(1, (), size_mm=(420.0, 330.0))
    photo = shoot(Scene((zone,), camera_over((210, 165), 800, 900, SIZE_PX)), STYLES["meadow"], 1).photo_bgr
    (found,) = find_zones((photo * np.array([0.5, 0.8, 1.0])).astype(np.uint8))
    assert found.camera.white_bgr is not None
    blue, green, red = found.camera.white_bgr
    assert blue / red == pytest.approx(0.5, abs=0.05)
    assert green / red == pytest.approx(0.8, abs=0.05)


def test_corners_do_not_depend_on_the_copy_in_which_a_card_is_found() -> None:
    size = np.array([420.0, 420.0])
    for seed in range(3):
        camera = camera_over(size / 2, 900, 1400, (2304, 1296), 15.0, 120.0 * seed, 10.0)
        scene = Scene((ZoneScene(1, (), size_mm=(420.0, 420.0)),), camera)
        grey = cv2.cvtColor(shoot(scene, STYLES["meadow"], seed).photo_bgr, cv2.COLOR_BGR2GRAY)
        small, large = (find_tags(np.asarray(grey, np.uint8), (3, 23), wide) for wide in (1400, 2304))
        assert set(small) == set(large) == {4, 5, 6, 7}
        assert max(float(np.abs(small[tag] - large[tag]).max()) for tag in small) < 0.04
