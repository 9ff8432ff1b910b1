"""Grounds are told by the colours of all tiles of a photo, whatever the light over the table."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.crop import CROP_PX
from vision.grounds import GroundTones, ground_spread, slopes_of_light, texture_grounds, textures
from vision.odds import with_tones

GROUNDS = np.array([[0.05, 0.04, 0.02], [-0.05, -0.04, -0.06]], np.float32)
KNOWN = GroundTones(GROUNDS, np.eye(3, dtype=np.float32) * 0.02**2)
LIGHT = np.array([4.4, 4.6, 4.9])


def seen(urban: np.ndarray, seed: int, slope: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Corner tones of tiles on a square table, and where they lie; the light falls off to one side."""
    rng = np.random.default_rng(seed)
    across = int(np.ceil(np.sqrt(len(urban))))
    middles = np.array([(k % across, k // across) for k in range(len(urban))], np.float64)
    fall = slope * (middles[:, :1] / max(across - 1, 1) - 0.5)
    tones = GROUNDS[urban] + LIGHT + fall + rng.normal(0, 0.01, (len(urban), 3))
    return tones.astype(np.float32), middles


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), slope=st.floats(-0.4, 0.4))
def test_grounds_that_differ_less_than_the_light_over_the_table_are_told_apart(seed: int, slope: float) -> None:
    urban = np.random.default_rng(seed).permutation(np.arange(25) % 2)
    odds = KNOWN.log_odds(*seen(urban, seed, slope))
    assert ((odds > 0) == urban).sum() >= 20  # all of them in 1,330 of 1,331 photos


@pytest.mark.parametrize("kind", [0, 1])
def test_tiles_of_one_ground_are_named_by_the_white_of_the_cards_and_by_nothing_else(kind: int) -> None:
    hues = GroundTones(np.array([[0.25, 0.0, -0.25], [-0.25, 0.0, 0.25]], np.float32), KNOWN.spread)
    tones, middles = seen(np.full(9, kind), 1)
    tones += hues.grounds[kind] - GROUNDS[kind]
    told = hues.log_odds(tones, middles, LIGHT.astype(np.float32))
    assert (told > 4).all() if kind else (told < -4).all()
    assert np.abs(hues.log_odds(tones, middles)).max() < 1


def test_a_colour_that_is_blown_out_tells_nothing_and_the_others_all() -> None:
    """Under a bright lamp blue was 255 on every tile, and all of them were taken for the bluer ground."""
    hues = GroundTones(np.array([[0.04, 0.21, 0.13], [0.20, 0.15, 0.21]], np.float32), KNOWN.spread)
    urban = np.arange(21) % 3 // 2
    tones, middles = seen(urban, 3)
    tones += hues.grounds[urban] - GROUNDS[urban]
    tones[:, 0] = LIGHT[0] + 0.13
    blown = np.array([True, False, False])
    assert ((hues.log_odds(tones, middles, None, blown) > 0) == urban).all()


# The corner tones of a photo in haze, taught in clear light: three green tiles at its rim were taken for red ones.
HAZY = np.array(
    [[5.389, 5.517, 5.485], [5.416, 5.525, 5.497], [5.429, 5.493, 5.557], [5.438, 5.497, 5.565], [5.455, 5.505, 5.565],
     [5.268, 5.485, 5.442], [5.338, 5.497, 5.455], [5.357, 5.517, 5.497], [5.366, 5.517, 5.476], [5.438, 5.497, 5.565],
     [5.283, 5.485, 5.464], [5.338, 5.497, 5.464], [5.366, 5.513, 5.468], [5.429, 5.485, 5.557], [5.429, 5.497, 5.565],
     [5.407, 5.529, 5.497], [5.394, 5.472, 5.549], [5.338, 5.505, 5.472], [5.407, 5.472, 5.557], [5.357, 5.438, 5.537]],
    np.float32,
)  # fmt: skip
HAZY_AT = [(2, 0), (3, 0), (2, 1), (3, 1), (4, 1), (0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (0, 3), (1, 3), (3, 3),
           (4, 3), (5, 3), (6, 3), (2, 4), (3, 4), (4, 4), (2, 5)]  # fmt: skip
HAZY_URBAN = np.array([0, 0, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1])


def test_haze_brings_the_grounds_nearer_to_each_other() -> None:
    clear = np.array([[0.0186, 0.1242, 0.0352], [0.1066, 0.0522, 0.1681]], np.float32)
    spread = np.diag(np.array([0.0243, 0.0216, 0.0266], np.float32) ** 2)
    white = np.array([5.207, 5.355, 5.381], np.float32)
    odds = GroundTones(clear, spread).log_odds(HAZY, np.array(HAZY_AT, np.float64), white)
    assert ((odds > 0) == HAZY_URBAN).all()


TEAL_AND_SAND = np.array([[0.03, -0.12, -1.6], [0.37, 0.38, 1.33]], np.float32)


def veiled(urban: np.ndarray, seed: int, veil: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Corner tones of such tiles where so much light lies on each of them, in times a middling colour."""
    tones, middles = seen(urban, seed)
    clear = np.exp(tones - GROUNDS[urban] - LIGHT + TEAL_AND_SAND[urban])
    return (np.log(clear + veil) + LIGHT).astype(np.float32), middles


@pytest.mark.parametrize("seed", range(8))
def test_haze_hides_most_of_a_colour_that_one_ground_hardly_has(seed: int) -> None:
    """Teal has no red, so a reddish haze leaves a third of its gap to sand: all teal was taken for sand."""
    urban = (np.random.default_rng(seed).random(25) < 0.3).astype(int)
    tones, middles = veiled(urban, seed, np.array([0.4, 0.4, 1.2]))
    odds = GroundTones(TEAL_AND_SAND, KNOWN.spread).log_odds(tones, middles, LIGHT.astype(np.float32))
    assert ((odds > 2) == urban).all()
    assert ((odds < -2) != urban).all()


@pytest.mark.parametrize("seed", range(8))
def test_a_gleam_over_a_part_of_the_table_brings_the_grounds_nearer_there(seed: int) -> None:
    urban = np.random.default_rng(seed).permutation(np.arange(25) % 2)
    far = np.hypot(*(seen(urban, seed)[1] - (0.5, 4.0)).T)
    tones, middles = veiled(urban, seed, 0.8 * np.exp(-(far[:, None] ** 2) / 8))
    odds = GroundTones(TEAL_AND_SAND, KNOWN.spread).log_odds(tones, middles, LIGHT.astype(np.float32))
    assert ((odds > 0) == urban).all()


def test_what_the_net_says_of_every_tile_alike_does_not_outweigh_colours() -> None:
    net, odds = np.tile([1e-6, 1 - 1e-6], (4, 1)), 5.2 * np.array([-1, 1, -1, 1])
    assert ((with_tones(net, odds)[:, 1] > 0.5) == (odds > 0)).all()


def test_what_the_net_says_of_all_tiles_alike_is_put_down_to_the_light() -> None:
    """Too bright a photo of two icy grounds: the net took all tiles for urban, the urban ones more surely."""
    urban, rng = np.arange(24) % 3 == 0, np.random.default_rng(1)
    net = np.where(urban, 5.0, 2.0) + rng.normal(0, 0.5, 24)
    chances = np.stack([1 / (1 + np.exp(net)), 1 / (1 + np.exp(-net))], 1)
    told = with_tones(chances, np.where(urban, 2.0, -1.0) + rng.normal(0, 0.3, 24))
    assert ((told[:, 1] > 0.5) == urban).all()


def test_what_the_net_says_of_tiles_of_one_ground_stands_where_colours_tell_nothing() -> None:
    odds = np.random.default_rng(2).normal(0, 0.5, 24)
    assert (with_tones(np.tile([0.01, 0.99], (24, 1)), odds)[:, 1] > 0.8).all()


def test_the_edge_of_a_shadow_turns_no_ground_into_the_other() -> None:
    """A sleeve's shadow falls off within a tile, as no smooth light does; what it leaves of a ground is its hue."""
    hues = GroundTones(np.array([[-0.06, 0.12, 0.0], [0.1, 0.05, 0.2]], np.float32), KNOWN.spread)
    for seed in range(20):
        urban = np.random.default_rng(seed).permutation(np.arange(25) % 2)
        tones, middles = seen(urban, seed)
        shadow = -0.8 * (middles.sum(1) > 4.5)
        lit = tones + hues.grounds[urban] - GROUNDS[urban]
        odds = hues.log_odds((lit + shadow[:, None]).astype(np.float32), middles, LIGHT.astype(np.float32))
        assert ((odds > 0) == urban).all(), seed


def test_one_tile_alone_tells_nothing() -> None:
    tones, middles = seen(np.array([1]), 2)
    assert abs(KNOWN.log_odds(tones, middles)[0]) < 0.5


def test_a_tile_in_a_glare_does_not_lead_the_others_astray() -> None:
    urban = np.arange(20) % 2
    tones, middles = seen(urban, 3)
    tones[7] += 0.9
    odds = KNOWN.log_odds(tones, middles)
    others = np.arange(20) != 7
    assert ((odds > 0) == urban)[others].all()


def test_the_slope_of_a_lesson_s_light_is_found_and_corners_spread_by_what_is_left() -> None:
    urban = np.arange(25) % 2
    tones, middles = seen(urban, 4, slope=0.3)
    slopes = slopes_of_light(tones - LIGHT - GROUNDS[urban], middles)
    even = ground_spread(tones - LIGHT - slopes, GROUNDS, urban)
    uneven = ground_spread(tones - LIGHT, GROUNDS, urban)
    assert np.ptp(slopes[:, 0]) == pytest.approx(0.3, abs=0.05)
    assert np.trace(even) < 0.3 * np.trace(uneven)


def strewn(urban: np.ndarray, seed: int, blur_px: float) -> np.ndarray:
    """Tiles of one colour, the urban ones with coarser things strewn over them than the rural ones."""
    rng = np.random.default_rng(seed)
    tiles = []
    for kind in urban:
        field = rng.normal(0, 25, (CROP_PX // (4 if kind else 2),) * 2).astype(np.float32)
        tile = cv2.resize(field, (CROP_PX, CROP_PX), interpolation=cv2.INTER_NEAREST) + 120
        tiles.append(np.repeat(cv2.GaussianBlur(tile, (0, 0), blur_px)[..., None], 3, 2).clip(0, 255))
    return np.asarray(tiles, np.uint8)


def test_grounds_of_one_colour_are_told_by_what_is_strewn_over_them_in_a_less_sharp_photo() -> None:
    urban = np.arange(24) % 2
    known = texture_grounds([(strewn(urban, 1, 0.5), urban)])
    middles = np.array([(k % 5, k // 5) for k in range(24)], np.float64)
    assert ((known.log_odds(textures(strewn(urban, 2, 1.0)), middles) > 0) == urban).all()


def test_what_is_strewn_counts_only_where_colours_tell_little() -> None:
    alike = GroundTones(GROUNDS / 20, KNOWN.spread)
    assert alike.doubt() > 0.8
    assert GroundTones(GROUNDS * 3, KNOWN.spread).doubt() == 0


# The corner tones of a photo in a warm haze, taught in blue light: each ground looked as the other should.
SWAPPED = np.array(
    [[5.16, 5.29, 4.49], [4.34, 4.37, 4.65], [4.29, 4.30, 4.60], [4.45, 4.58, 4.78], [4.55, 4.70, 4.89],
     [5.02, 5.21, 4.56], [4.37, 4.36, 4.68], [4.53, 4.64, 4.88], [4.56, 4.73, 4.91], [4.45, 4.64, 4.88],
     [5.16, 5.29, 4.53], [4.44, 4.50, 4.75], [4.60, 4.71, 4.94], [4.50, 4.62, 4.91], [4.30, 4.36, 4.60],
     [5.12, 5.28, 4.56], [4.49, 4.60, 4.84], [4.98, 5.18, 4.56], [4.43, 4.65, 4.89], [4.53, 4.78, 5.00],
     [4.82, 5.04, 4.60], [4.29, 4.36, 4.58], [4.96, 5.13, 4.36], [4.53, 4.70, 4.91], [4.84, 5.09, 4.52],
     [4.87, 5.10, 4.62], [4.89, 5.11, 4.48]],
    np.float32,
)  # fmt: skip
SWAPPED_AT = [(3, 0), (4, 0), (2, 1), (3, 1), (3, 2), (4, 2), (1, 3), (2, 3), (3, 3), (4, 3), (0, 4), (1, 4), (2, 4),
              (3, 4), (0, 5), (1, 5), (2, 5), (3, 5), (4, 5), (5, 5), (6, 5), (0, 6), (1, 6), (3, 6), (4, 6), (5, 6),
              (3, 7)]  # fmt: skip
SWAPPED_URBAN = np.array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 1, 1], bool)


def test_where_colours_can_be_named_either_way_what_is_drawn_on_the_grounds_decides() -> None:
    grounds = np.array([[-0.48, -0.65, -0.12], [0.47, 0.49, 0.01]], np.float32)
    spread = np.array(
        [[0.00221, 0.00375, 0.00148], [0.00375, 0.00889, 0.00293], [0.00148, 0.00293, 0.00172]], np.float32
    )
    colours = GroundTones(grounds, spread)
    places = np.array(SWAPPED_AT, np.float64)
    misled = colours.log_odds(SWAPPED, places)
    assert (misled[~SWAPPED_URBAN] > 1).all()
    assert (colours.log_odds(SWAPPED, places, net=np.full(len(SWAPPED), np.nan)) == misled).all()
    net = np.where(SWAPPED_URBAN, 1.5, -9.0)
    net[3] = np.nan
    told = colours.log_odds(SWAPPED, places, net=net)
    assert (told[~SWAPPED_URBAN] < 1).all()
    assert (told[SWAPPED_URBAN] > -1).all()


@pytest.mark.parametrize("seed", range(4))
def test_a_net_that_prefers_one_ground_does_not_part_tiles_of_one_colour(seed: int) -> None:
    """In haze the net takes all tiles for one ground, some more surely than others: that is no reason to part them."""
    urban = np.random.default_rng(seed).permutation(np.arange(25) % 2)
    tones, middles = seen(urban, seed)
    net = -6 + np.random.default_rng(seed).normal(0, 1, 25)
    assert ((KNOWN.log_odds(tones, middles, net=net) > 0) == urban).sum() >= 24
