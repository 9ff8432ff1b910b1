"""A lens that bends: it is told from the corner cards, undone, and put back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.lens import USUAL_FOCAL, Lens, lens_that_fits
from vision.markers import TAG_MM, fit_zone
from vision.render.camera import camera_over

SIZE_PX = (1600, 900)
CORNERS = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)
OUTSIDE = np.array([(-1, -1), (0, -1), (0, 0), (-1, 0)], float)


@settings(max_examples=40, deadline=None)
@given(st.floats(-0.12, 0.12), st.floats(0, 1599), st.floats(0, 899))
def test_bending_undoes_straightening(k1: float, x: float, y: float) -> None:
    lens = Lens(k1, SIZE_PX)
    seen = np.array([[x, y]])
    straight = lens.straight(seen)
    assert np.allclose(lens.bent(straight), seen, atol=0.02)
    assert (straight > -1).all()
    assert (straight < np.array(SIZE_PX) + 1).all()


@pytest.mark.parametrize("k1", [-0.08, 0.08])
def test_the_straight_picture_shows_the_points_where_they_belong(k1: float) -> None:
    lens = Lens(k1, SIZE_PX)
    photo = np.zeros((*SIZE_PX[::-1], 3), np.uint8)
    places = np.array([(300.0, 200.0), (800.0, 450.0), (1400.0, 700.0)])
    for x, y in places.astype(int):
        photo[y - 4 : y + 5, x - 4 : x + 5] = 255
    straight = lens.straighten(photo)[..., 0] > 127
    for x, y in lens.straight(places):
        rows, columns = np.nonzero(straight[int(y) - 15 : int(y) + 16, int(x) - 15 : int(x) + 16])
        assert rows.mean() + int(y) - 15 == pytest.approx(y, abs=0.6)
        assert columns.mean() + int(x) - 15 == pytest.approx(x, abs=0.6)


def told_by_cards(k1: float, shown: tuple[int, ...], tilt: float, noise_px: float = 0.05) -> Lens | None:
    """The lens as cards tell it whose corners are seen with a little noise."""
    size, middle = np.array([480.0, 330.0]), np.array(SIZE_PX) / 2 - 0.5
    camera = camera_over(size / 2, 560, 680, SIZE_PX, tilt, 70, 8)
    rng = np.random.default_rng(3)
    cards = {}
    for k in shown:
        card = CORNERS[k] * size + OUTSIDE[k] * TAG_MM + CORNERS * TAG_MM
        away = camera.ground(card) - middle
        stretch = 1 + k1 / (USUAL_FOCAL * SIZE_PX[0]) ** 2 * (away**2).sum(1, keepdims=True)
        cards[k] = away * stretch + middle + rng.normal(0, noise_px, (4, 2))

    def misfit(tried: Lens) -> float:
        error = fit_zone({k: tried.straight(card) for k, card in cards.items()})[2]
        return 8 * len(cards) * (error / 0.15) ** 2

    return lens_that_fits(SIZE_PX, misfit)


@pytest.mark.parametrize("tilt", [0.0, 20.0])
@pytest.mark.parametrize("k1", [-0.08, -0.03, 0.05, 0.08])
def test_cards_tell_the_lens(k1: float, tilt: float) -> None:
    lens = told_by_cards(k1, (0, 1, 2, 3), tilt)
    assert lens is not None
    assert lens.k1 == pytest.approx(k1, abs=0.015)


@pytest.mark.parametrize("shown", [(0, 2), (0, 1), (1, 2, 3)], ids=str)
def test_fewer_cards_never_tell_a_lens_that_is_not_there(shown: tuple[int, ...]) -> None:
    lens = told_by_cards(0.0, shown, 10.0)
    assert lens is None or abs(lens.k1) < 0.03


def test_a_straight_lens_stays_straight() -> None:
    lens = told_by_cards(0.0, (0, 1, 2, 3), 10.0)
    assert lens is None or abs(lens.k1) < 0.01
