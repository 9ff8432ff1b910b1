"""Boxes whose spots the built-in reader hardly sees are known to be faint, and read with less trust in bareness."""

from __future__ import annotations

import numpy as np
import pytest

from vision.crop import halved
from vision.explain import Habits, Seen, explain
from vision.faint import MOST, faintness
from vision.find import find_tiles
from vision.net import to_input
from vision.render.named import MEADOW
from vision.render.random_style import random_style
from vision.render.style import Style
from vision.render.tile import paint_tile
from vision.teach import labelled_tiles
from vision.tone import mean_tone
from vision.train.measure_tables import PHOTOGRAPHED, lesson, photo_of

# A box at random with small icons and no discs: of 22 free ones 8 were passed over, five of them surely.
SMALL_ICONS = 150025


def faintness_of(style: Style, seed: int, spots: bool = True) -> float:
    rng = np.random.default_rng(seed)
    photo, labels = photo_of(lesson(rng, PHOTOGRAPHED), (style, paint_tile), rng)
    examples, _ = labelled_tiles(photo, find_tiles(photo), labels)
    assert examples is not None
    chosen = [i for i, face in enumerate(examples.faces) if spots or not face.spots]
    crops, faces = examples.crops[chosen], [examples.faces[i] for i in chosen]
    shifts = np.tile(mean_tone(crops), (len(crops), 1))
    return faintness(crops, shifts, faces, to_input(halved(crops), shifts))


def test_small_icons_without_discs_are_faint_and_large_ones_are_not() -> None:
    style = random_style(np.random.default_rng([13, SMALL_ICONS]))
    assert 1.2 < faintness_of(style, SMALL_ICONS) <= MOST
    assert faintness_of(MEADOW, 1) < 1.0


def test_a_lesson_without_spots_tells_nothing() -> None:
    assert faintness_of(MEADOW, 1, spots=False) == 0.0


@pytest.mark.parametrize(("odds", "station", "faint", "spots"), [
    (-1.5, False, 0.0, 0), (-1.5, False, 3.0, 1), (-6.0, False, 3.0, 0), (-1.5, True, 3.0, 0), (-0.5, True, 3.0, 1),
])  # fmt: skip
def test_of_a_faint_box_a_spot_in_doubt_is_believed(odds: float, station: bool, faint: float, spots: int) -> None:
    """In stations, which hide no spot, less so."""
    sides = np.eye(3)[[1, 0, 1, 0]] if not station else np.eye(3)[[1, 0, 2, 0]]
    chance = 1 / (1 + np.exp(-odds))
    place = np.zeros(7)
    place[[0, 3 if station else 1]] = 1 - chance, chance
    seen = Seen(sides, np.array([1.0, 0.0]), np.eye(2)[int(station)], place[None])
    told = explain(seen, Habits(faint=faint))
    assert len(told.face.spots) == spots
    assert faint == 0 or told.chance < explain(seen).chance or spots
