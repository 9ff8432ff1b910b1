"""Light that a shiny spot adds to some tiles of a photo."""

from __future__ import annotations

import numpy as np
import pytest

from vision.crop import cut_tile
from vision.render.camera import camera_over
from vision.render.named import STYLES
from vision.render.scenes import laid_tiles
from vision.render.table import Scene, ZoneScene, shoot
from vision.tone import EVEN_DARK, GLARE_LEAST, darkest_of, spread_of_darkest, without_glare

ACROSS = 5
MIDDLES = np.array([(k % ACROSS, k // ACROSS) for k in range(ACROSS**2)], np.float64)


@pytest.fixture(scope="module")
def crops() -> np.ndarray:
    """The tiles of a full square, with dark print on all of them."""
    cells = [(int(x), int(y)) for x, y in MIDDLES]
    zone = ZoneScene(1, laid_tiles(np.random.default_rng(3), cells, 0.2, 0.3), size_mm=(330.0, 330.0))
    scene = Scene((zone,), camera_over((165, 165), 800, 700, (1536, 864)), table="plain")
    shot = shoot(scene, STYLES["meadow"], 3)
    cut = np.stack([cut_tile(shot.photo_bgr, tile.quad_px) for tile in shot.tiles])
    cut[:, 70:80, 20:140] = 30
    return cut


def mirrored(crops: np.ndarray, most: float) -> np.ndarray:
    """The tiles with a lamp mirrored in one corner of the square."""
    added = most * np.exp(-((MIDDLES - (3.5, 3.5)) ** 2).sum(1) / 3)
    return np.clip(crops + added[:, None, None, None], 0, 255).astype(np.uint8)


def test_what_a_mirrored_lamp_adds_is_taken_away(crops: np.ndarray) -> None:
    assert spread_of_darkest(crops) < EVEN_DARK
    shiny = mirrored(crops, 90.0)
    left = without_glare(shiny, MIDDLES)
    # What was blown out does not come back.
    seen = shiny < 255
    before, after = (np.abs(photo.astype(float) - crops)[seen].mean() for photo in (shiny, left))
    assert before > 10
    assert after < 0.3 * before
    assert np.ptp(darkest_of(left)) < 0.5 * np.ptp(darkest_of(shiny))


def test_tiles_in_even_light_stay_as_they_are(crops: np.ndarray) -> None:
    assert without_glare(crops, MIDDLES) is crops
    assert np.ptp(darkest_of(mirrored(crops, 90.0))) > GLARE_LEAST
    (one,) = without_glare(crops[:1], MIDDLES[:1])
    assert (one == crops[0]).all()


def test_a_tile_with_nothing_dark_on_it_is_not_taken_for_a_shiny_one(crops: np.ndarray) -> None:
    pale = crops.copy()
    pale[12] = np.maximum(pale[12], 130)
    changed = without_glare(pale, MIDDLES)[12].astype(float) - pale[12]
    # Its neighbours, a tile's width away, have dark print and no glare.
    assert changed.min() > -80
