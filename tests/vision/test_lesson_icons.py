"""Where lessons show their icons and pawns, and where photos are searched for those who wait beside a station."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.vision.test_likeness import noise, with_icon
from vision import fit, lesson_icons
from vision.crop import CROP_PX
from vision.face import Spot, TileFace
from vision.heat import CELL_PX
from vision.lesson_icons import free_icons, spot_label, waiting_pawns
from vision.likeness import NO_LOOKS, contrasts
from vision.net import Floats
from vision.places import hills_beside
from vision.reader import TileReader

CELLS = CROP_PX // CELL_PX
STATION, ICON, PAWN = (noise(seed)[:13, :13] for seed in (20, 21, 22))
TRAVELLER = Spot("traveller", "station", False)


def hills(*places: tuple[float, float, float]) -> Floats:
    """A map of spots with a hill of some height at each place."""
    heat = np.full((CELLS, CELLS), 0.001, np.float32)
    for x, y, height in places:
        heat[tuple(int((v * 120 + 20) / CELL_PX) for v in (y, x))] = height
    return heat


def near(place: Any, x: float, y: float) -> bool:
    return bool(np.hypot(place[0] - x, place[1] - y) < 0.08)


def found_icon() -> tuple[float, float]:
    """Where the icon of a lesson's only traveller is thought to be, whose station looks much like a bare one."""
    bare = with_icon(0.01 * noise(1), STATION, 0.5, 0.5)
    icon = with_icon(with_icon(0.01 * noise(2), STATION, 0.5, 0.5), ICON[:7, :7], 0.5, 0.5)
    faces = [TileFace("H-R-", False, True), TileFace("H-R-", False, True, None, (TRAVELLER,))]
    head: Any = SimpleNamespace(probabilities=lambda features: np.full((len(features), 7), 1 / 7))
    crops, shifts = np.zeros((2, CROP_PX, CROP_PX, 3), np.uint8), np.zeros((2, 3), np.float32)
    ((place,),) = free_icons(crops, shifts, faces, head, np.stack([bare, icon]), np.stack([hills()] * 2)).values()
    return place


def test_an_even_ground_is_no_icon_however_strange_its_grain(monkeypatch: pytest.MonkeyPatch) -> None:
    assert near(found_icon(), 0.5, 0.5)
    monkeypatch.setattr(lesson_icons, "PRINTED", 1e-6)
    assert not near(found_icon(), 0.5, 0.5), "by its looks alone the grain is stranger"


def test_contrast_is_told_whatever_the_light() -> None:
    tile = with_icon(0.01 * noise(1), ICON, 0.5, 0.5)
    even, printed = contrasts(tile + np.array([0.5, -0.2, 1.0], np.float32), np.array([(0.2, 0.2), (0.5, 0.5)]))
    assert even < 0.02
    assert printed > 0.5


def test_a_lessons_pawn_beside_its_station_is_found_though_the_station_has_higher_hills() -> None:
    bare = with_icon(0.05 * noise(1), STATION, 0.5, 0.5)
    pawn = with_icon(with_icon(0.05 * noise(2), STATION, 0.5, 0.5), PAWN, 0.26, 0.28)
    faces = [TileFace("H-R-", False, True), TileFace("H-R-", False, True, None, (Spot("traveller", "station", True),))]
    heat = np.stack([hills((0.5, 0.5, 0.4))] * 2)
    ((index, (place,)),) = waiting_pawns(np.stack([bare, pawn]), faces, heat, waiting=0.34).items()
    assert index == 1
    assert near(place, 0.26, 0.28)
    assert not waiting_pawns(np.stack([bare, pawn]), faces, heat, waiting=0.02), "this box prints them in its stations"


def test_hills_are_looked_at_where_a_box_lets_travellers_wait_beside_its_stations() -> None:
    heat = hills((0.5, 0.5, 0.5), (0.4, 0.5, 0.4), (0.8, 0.3, 0.3), (0.25, 0.75, 0.08))
    house, pawn, *_ = hills_beside(heat, 0.34)
    assert near(house, 0.8, 0.3)
    assert near(pawn, 0.25, 0.75)
    reader = TileReader.__new__(TileReader)
    for waits, station, seen in ((True, 0.99, True), (True, 0.01, False), (False, 0.99, False)):
        looks = SimpleNamespace(waiting=0.34, waits_beside=waits, likeliest_beside=lambda tile: None)
        reader._taught = SimpleNamespace(looks=looks)  # type: ignore[assignment]
        sides, small = np.array([[[0.0, 1.0, 0.0]] * 4]), np.stack([noise(3)])
        (places,) = reader._found(small, heat[None], sides, np.array([station]), [None])
        assert any(near(place, 0.25, 0.75) for place in places) is seen


def test_nothing_is_known_of_an_untaught_boxs_travellers() -> None:
    assert not NO_LOOKS.waits_beside


def test_a_lessons_car_on_a_route_from_a_station_is_not_the_station(monkeypatch: pytest.MonkeyPatch) -> None:
    """A station is the highest of a tile's hills; a car's pawn stood near the tile's rim."""
    face = TileFace("R-H-", False, True, None, (Spot("car", "highway", True), Spot("train", "rail", False)))
    heat = hills((0.5, 0.18, 0.42), (0.42, 0.62, 0.39), (0.5, 0.5, 0.38), (0.52, 0.86, 0.3))
    monkeypatch.setattr(fit, "tile_features", lambda small: {"heat": heat[None]})

    def told(features: Floats) -> Floats:
        """The icon at the highest hill is known, and the pawns of this box are not."""
        chances = np.full((len(features), 7), 0.1, np.float32)
        chances[0, spot_label("train", False)] = 0.9
        chances[1, 0] = 0.9
        return chances

    head = SimpleNamespace(probabilities=told)
    crops = np.zeros((1, CROP_PX, CROP_PX, 3), np.uint8)
    small = np.zeros((1, CROP_PX // 2, CROP_PX // 2, 3), np.float32)
    rows = fit._spot_rows(crops, np.zeros((1, 3), np.float32), [face], head, small)  # type: ignore[arg-type]
    places = {label: (x, y) for _, x, y, label in rows if label}
    assert near(places[spot_label("car", True)], 0.52, 0.86)
    assert near(places[spot_label("train", False)], 0.5, 0.18)


def test_the_reader_is_asked_about_places_that_lie_apart() -> None:
    """The likeliest eight by looks were one place and its neighbours, and the icon was none of them."""
    places = np.array([(0.2, 0.5), (0.22, 0.5), (0.24, 0.5), (0.5, 0.5), (0.52, 0.5), (0.8, 0.5)])
    assert lesson_icons._apart(places, np.array([1, 0, 2, 4, 3, 5])) == [1, 4, 5]
