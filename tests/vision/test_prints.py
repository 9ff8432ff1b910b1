"""Icons and stations are known by the box's own print of them, in any turn and on any route."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.odds import weighed
from vision.patch import PATCH_PX
from vision.prints import NO_ICONS, Prints, icon_prints, station_prints

KIND_COLOURS = ((1.0, -0.5, -0.5), (-0.5, 1.0, -0.5), (-0.5, -0.5, 1.0))


def patch(
    kind: int | None, ground: float, turn_deg: float = 0.0, shift: tuple[int, int] = (0, 0), radius_px: int = 9
) -> np.ndarray:
    """A patch with a badge of that kind's colour, with a bar across it, on a plain ground."""
    view = np.full((PATCH_PX, PATCH_PX, 3), ground, np.float32)
    if kind is None:
        return view
    middle = (PATCH_PX // 2 + shift[0], PATCH_PX // 2 + shift[1])
    cv2.circle(view, middle, radius_px, KIND_COLOURS[kind], -1)
    along = np.array([np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))]) * (radius_px - 2)
    ends = [tuple(int(v) for v in np.rint(np.array(middle) + sign * along)) for sign in (-1, 1)]
    cv2.line(view, ends[0], ends[1], (1.5, 1.5, 1.5), 3)
    return view


@pytest.fixture
def prints() -> Prints:
    """Each kind shown once, each on a ground of its own, and two bare places."""
    shown = [patch(0, -0.4), patch(1, 0.0), patch(2, 0.4), patch(None, -0.4), patch(None, 0.4)]
    return icon_prints(np.stack(shown), [1, 2, 3, 0, 0])


@pytest.mark.parametrize("kind", range(3))
@pytest.mark.parametrize("ground", [-0.4, 0.0, 0.4])
def test_an_icon_is_nearest_to_its_own_print_on_every_ground(prints: Prints, kind: int, ground: float) -> None:
    asked = patch(kind, ground, turn_deg=90, shift=(2, -3))
    gaps = prints.gaps(asked[None])
    assert gaps.colour[0].argmin() == kind
    assert gaps.colour.min() < 0.3 * prints.usual


def lettered(strokes: int, blur_px: float = 0.0) -> np.ndarray:
    """A patch with a badge on which so many bars are drawn: icons that differ in shape alone."""
    view = patch(0, 0.0)
    cv2.circle(view, (PATCH_PX // 2, PATCH_PX // 2), 9, KIND_COLOURS[0], -1)
    for bar in range(strokes):
        y = PATCH_PX // 2 - 5 + 5 * bar
        cv2.line(view, (PATCH_PX // 2 - 5, y), (PATCH_PX // 2 + 5, y), (1.5, 1.5, 1.5), 2)
    return np.asarray(cv2.GaussianBlur(view, (0, 0), blur_px)) if blur_px else view


@pytest.mark.parametrize("strokes", [1, 2, 3])
def test_icons_of_one_colour_are_told_by_their_shape_in_another_light_and_less_sharp(strokes: int) -> None:
    prints = icon_prints(np.stack([lettered(1), lettered(2), lettered(3), patch(None, 0.0)]), [1, 2, 3, 0])
    asked = 0.7 * lettered(strokes, blur_px=1.0) + np.float32(0.35)
    gaps = prints.gaps(asked[None].astype(np.float32))
    assert gaps.colour[0].argmin() == gaps.shape[0].argmin() == strokes - 1


def test_a_small_icon_is_known_though_most_of_what_lies_around_it_differs() -> None:
    """Two prints of one kind tell how large a box's icons are: what differs between them is no part of the icon."""
    shown = [patch(0, -0.8, radius_px=4), patch(0, 0.8, radius_px=4), patch(1, 0.0, radius_px=4)]
    shown += [patch(2, -0.8, radius_px=4), patch(2, 0.8, radius_px=4), patch(None, 0.0)]
    small = icon_prints(np.stack(shown), [1, 1, 2, 3, 3, 0])
    for kind in (0, 2):
        assert small.gaps(patch(kind, 0.0, turn_deg=90, radius_px=4)[None]).colour[0].argmin() == kind


def test_a_bare_place_is_near_to_no_print(prints: Prints) -> None:
    assert prints.gaps(patch(None, 0.1)[None]).colour.min() > 0.7 * prints.usual


def test_the_print_outweighs_the_route_under_an_icon(prints: Prints) -> None:
    """The close look took a traveller for a car because it stands on a highway."""
    thought = np.array([[0.02, 0.7, 0.02, 0.26, 0.0, 0.0, 0.0]])
    now = weighed(thought, np.array([0.6]), patch(2, -0.4)[None], prints)
    assert now[0].argmax() == 3
    assert now.sum() == pytest.approx(1.0)


def test_without_a_print_of_every_kind_none_is_weighed() -> None:
    """Likeness to one kind alone would say that everything is of that kind."""
    lonely = icon_prints(np.stack([patch(0, 0.0), patch(None, 0.0)]), [1, 0])
    thought = np.array([[0.1, 0.3, 0.2, 0.4, 0.0, 0.0, 0.0]])
    asked = patch(0, 0.0)[None]
    assert np.array_equal(
        weighed(thought, np.array([0.5]), asked, lonely), weighed(thought, np.array([0.5]), asked, NO_ICONS)
    )


def test_a_low_hill_is_rather_nothing() -> None:
    thought = np.array([[0.4, 0.2, 0.2, 0.2, 0.0, 0.0, 0.0]] * 2)
    low, high = weighed(thought, np.array([0.03, 0.7]), np.stack([patch(None, 0.0)] * 2), NO_ICONS)
    assert low[0] > 0.7 > 0.5 > high[0]


def test_a_station_is_nearest_to_the_stations_of_its_box() -> None:
    small = [
        cv2.resize(patch(kind, ground), (80, 80)) for kind, ground in ((0, 0.0), (0, 0.3), (None, 0.0), (None, 0.3))
    ]
    prints = station_prints(np.stack(small), [True, True, False, False])
    asked = cv2.resize(patch(0, 0.2, turn_deg=90), (80, 80))
    plain, station = prints.gaps(asked[None]).colour[0]
    assert station < 0.5 * plain
