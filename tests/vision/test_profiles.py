"""What runs over a side is known again wherever its dashes begin."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.crop import CROP_PX
from vision.face import SIDE_LETTERS, TileFace
from vision.net import Floats
from vision.profiles import NO_PROFILES, Profiles, kept_profiles, profiles_of_lesson

HALF_PX = CROP_PX // 2
BLANK, HIGHWAY, RAIL = (SIDE_LETTERS.index(letter) for letter in "-HR")


def drawn(sides: str, begins: int = 0, aside: int = 0, light: float = 0.0) -> Floats:
    """A halved tile of one ground: highways are dark bands, railways dashes of dark and light."""
    tile = np.full((HALF_PX, HALF_PX, 3), 2.0, np.float32)
    middle = HALF_PX // 2 + aside
    for turn, letter in enumerate(sides):
        upright = np.rot90(tile, turn)
        if letter == "H":
            upright[: HALF_PX // 2, middle - 5 : middle + 5] = 1.0
        for row in range(HALF_PX // 2 if letter == "R" else 0):
            upright[row, middle - 3 : middle + 3] = 0.5 if (row + begins) // 4 % 2 else 3.0
    return tile + np.float32(light)


@pytest.fixture(scope="module")
def known() -> Profiles:
    sides = ["H--R", "-RH-"]
    faces = [TileFace(one, False, False) for one in sides]
    return profiles_of_lesson(np.stack([drawn(one) for one in sides]), faces)


@pytest.mark.parametrize("begins", range(8))
@pytest.mark.parametrize(("aside", "light"), [(0, 0.0), (3, 0.4), (-3, -0.4)])
def test_dashes_are_a_railway_wherever_they_begin(known: Profiles, begins: int, aside: int, light: float) -> None:
    gaps = known.gaps([drawn("R---", begins, aside, light), drawn("----", light=light), drawn("H---", 0, aside)])
    assert gaps.argmin(1).tolist() == [RAIL, BLANK, HIGHWAY]
    assert gaps[0, BLANK] - gaps[0, RAIL] > 1


def test_a_letter_that_no_lesson_shows_is_as_far_as_the_farthest() -> None:
    only = profiles_of_lesson(drawn("H---")[None], [TileFace("H---", False, False)])
    gaps = only.gaps([drawn("----")])
    assert gaps[0, RAIL] == gaps[0, HIGHWAY] > gaps[0, BLANK]


def test_a_pack_keeps_them(known: Profiles, tmp_path: Path) -> None:
    assert not NO_PROFILES.known
    np.savez(tmp_path / "kept.npz", **known.arrays())
    with np.load(tmp_path / "kept.npz") as data:
        kept = kept_profiles(data)
    assert kept.letters.tolist() == known.letters.tolist()
    assert np.allclose(kept.rows, known.rows, atol=2e-3)
    assert not kept_profiles({}).known
