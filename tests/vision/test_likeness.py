"""What lies along the routes of a tile, compared with other tiles of the box."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.crop import CROP_PX, MARGIN_PX, TILE_PX
from vision.face import Spot, TileFace
from vision.likeness import (
    AROUND_STATIONS,
    NO_LOOKS,
    Looks,
    PhotoLooks,
    in_all_turns,
    kept_looks,
    looks,
    looks_of,
    mirrored,
    places_along,
    places_of,
    turned,
)
from vision.net import Floats
from vision.places import candidates

HALF = CROP_PX // 2


def noise(seed: int) -> Floats:
    """A halved tile on which no two places look alike."""
    return np.random.default_rng(seed).normal(size=(HALF, HALF, 3)).astype(np.float32)


def smooth(tile: Floats) -> Floats:
    """As sharp as a camera sees it."""
    return np.asarray(4 * cv2.GaussianBlur(tile, (0, 0), 1.2), np.float32)


def near(places: np.ndarray, x: float, y: float) -> bool:
    return bool((np.hypot(*(places - (x, y)).T) < 0.03).any())


def with_icon(tile: Floats, icon: Floats, x: float, y: float) -> Floats:
    """The tile with a small picture about a place."""
    left, top = (int(v * TILE_PX / 2 + MARGIN_PX / 2) - len(icon) // 2 for v in (x, y))
    drawn = tile.copy()
    drawn[top : top + len(icon), left : left + len(icon)] = icon
    return drawn


def test_places_lie_on_the_routes_and_in_the_middle() -> None:
    straight, curve = places_along("H-H-"), places_along("HH--")
    assert near(straight, 0.5, 0.25)
    assert near(straight, 0.5, 0.5)
    assert not near(straight, 0.25, 0.5)
    assert near(curve, 0.646, 0.354)
    assert not near(places_along("H-R-", "R"), 0.5, 0.25)


def test_a_free_spot_is_on_a_route_of_its_kind_or_in_the_station() -> None:
    face = TileFace("H-R-", False, True)
    waiting = places_of(Spot("traveller", "station", False), face)
    assert (np.linalg.norm(waiting - 0.5, axis=1) < AROUND_STATIONS).all()
    assert near(waiting, 0.5, 0.7), "some boxes print it just below the station"
    assert near(waiting, 0.72, 0.28), "and some in a corner beside it"
    car = places_of(Spot("car", "highway", False), face)
    assert near(car, 0.5, 0.25)
    assert not near(car, 0.5, 0.75)
    assert not near(car, 0.5, 0.5)


@given(st.integers(0, 3), st.integers(20, 39), st.integers(20, 39))
def test_a_turned_tile_shows_the_same_turned(turn: int, column: int, row: int) -> None:
    tile, place = noise(1), (np.array([[column, row]]) + 0.5 - MARGIN_PX / 2) / (TILE_PX / 2)
    off = place - 0.5
    for _ in range(turn):  # counterclockwise: right goes up
        off = np.stack([off[:, 1], -off[:, 0]], 1)
    other = looks(np.ascontiguousarray(np.rot90(tile, turn)), off + 0.5)
    assert other == pytest.approx(turned(looks(tile, place), turn), abs=1e-5)


def test_an_icon_is_known_again_elsewhere_and_turned_and_a_bare_route_as_bare() -> None:
    icons = [noise(10 + kind)[:13, :13] for kind in range(3)]
    ground, other = 0.2 * noise(3), 0.2 * noise(4)
    lessons = np.stack([with_icon(ground, icon, 0.5, 0.3) for icon in icons] + [ground])
    faces = [TileFace("H-R-", False, False, None, (Spot("car", "highway", False),))] * 3
    known = looks_of(lessons, [*faces, TileFace("H-R-", False, False)], [(kind, 0.5, 0.3, kind) for kind in range(3)])
    assert known.known
    asked = with_icon(other, np.ascontiguousarray(np.rot90(icons[1])), 0.7, 0.5)
    x, y = known.likeliest(asked, "-H-H")
    assert (x, y) == (pytest.approx(0.7, abs=0.05), pytest.approx(0.5, abs=0.05))
    alike, bare = known.compared([asked, ground], np.array([[x, y], [0.5, 0.3]]))
    assert alike[0].argmax() == 1
    assert alike[0, 1] > 0.9 > 0.5 > bare[0]
    assert bare[1] > 0.7 > 0.5 > alike[1].max()


@pytest.mark.parametrize("off_px", [0, 1])
def test_an_icon_between_the_steps_is_met_to_the_pixel(off_px: int) -> None:
    """Two pixels beside its middle a print is unlike itself, and the net takes it for nothing."""
    icon = smooth(noise(5))[:13, :13]
    rows = looks(with_icon(smooth(noise(1)), icon, 0.5, 0.5), np.array([[0.5, 0.5]]))
    bare = looks(smooth(noise(2)), places_along("H-H-"))
    kinds = np.array([0, 1, 2])
    known = Looks(np.repeat(rows, 3, 0), kinds, bare, NO_LOOKS.sides, NO_LOOKS.letters)
    x, y = 0.5 + off_px * 2 / TILE_PX, 0.3 + off_px * 2 / TILE_PX
    tile = with_icon(smooth(noise(3)), icon, x, y)
    place = known.likeliest(tile, "H-H-")
    assert np.hypot(place[0] - x, place[1] - y) < 1.5 / TILE_PX
    assert known.is_like_icon(tile, place, [1])
    assert not known.is_like_icon(smooth(noise(4)), place, [1])
    assert not known.is_like_icon(tile, place, [])


def test_who_waits_in_the_corner_beside_a_station_is_sought_there() -> None:
    icons, station = [noise(10 + kind)[:13, :13] for kind in range(3)], noise(14)[:13, :13]
    built, spots = with_icon(0.2 * noise(3), station, 0.5, 0.5), (("car", "highway"), ("train", "rail"))
    lessons = np.stack([with_icon(built, icon, 0.7, 0.7) for icon in icons] + [built])
    faces = [TileFace("H-R-", False, True, None, (Spot(kind, on, False),)) for kind, on in spots]
    faces += [
        TileFace("H-R-", False, True, None, (Spot("traveller", "station", False),)),
        TileFace("H-R-", station=True),
    ]
    known = looks_of(lessons, faces, [(kind, 0.7, 0.7, kind) for kind in range(3)])
    assert known.waiting == pytest.approx(0.28, abs=0.01)
    assert known.beside > 0.3
    asked = with_icon(with_icon(0.2 * noise(4), station, 0.5, 0.5), icons[2], 0.3, 0.7)
    place = kept_looks(known.arrays()).likeliest_beside(asked)
    assert place is not None, "its print turns with the tile"
    assert place == (pytest.approx(0.3, abs=0.05), pytest.approx(0.7, abs=0.05))
    inside = looks_of(lessons, faces, [(kind, 0.52, 0.5, kind) for kind in range(3)])
    assert inside.likeliest_beside(asked) is None


def test_sides_are_compared_with_those_of_the_lessons_mirrored_too() -> None:
    tile = noise(5)
    known = looks_of(tile[None], [TileFace("H-R-", False, False)], [])
    assert not known.known
    for asked in (tile, tile[:, ::-1]):
        alike = known.sides_compared([np.ascontiguousarray(np.rot90(asked, turn)) for turn in range(4)])
        assert [row.argmax() for row in alike] == [1, 0, 2, 0]
        assert (alike.max(1) > 0.9).all()
    assert (mirrored(mirrored(known.sides)) == known.sides).all()


def test_looks_are_kept_with_a_pack() -> None:
    faces = [TileFace("H-R-", False, False)]
    known = looks_of(noise(6)[None], faces, [(0, 0.5, 0.3, 2)])
    again = kept_looks(known.arrays())
    assert np.abs(again.bare - known.bare).max() < 0.01
    assert np.abs(again.sides - known.sides).max() < 0.01
    assert again.kinds.tolist() == [2]
    assert again.letters.tolist() == known.letters.tolist()
    assert kept_looks({}) is NO_LOOKS
    assert not NO_LOOKS.known
    assert Looks(*(in_all_turns(known.icons), np.arange(4) % 3, known.bare, known.sides, known.letters)).known


def test_hills_beside_the_routes_are_looked_at_last() -> None:
    sides = np.eye(3)[[1, 0, 1, 0]]
    heat = np.zeros((20, 20), np.float32)
    for row, column, height in ((6, 5, 0.5), (14, 5, 0.4), (13, 14, 0.35), (7, 9, 0.2)):
        heat[row, column] = height
    first = candidates(heat, 3, sides, station=0.0)[0]
    assert first[:2] == (pytest.approx(0.467, abs=0.05), pytest.approx(0.333, abs=0.05))


def test_the_middle_of_a_station_is_looked_at_whatever_hills_there_are() -> None:
    sides = np.eye(3)[[1, 0, 1, 0]]
    heat = np.zeros((20, 20), np.float32)
    for row in (5, 9, 14):
        heat[row, 5] = 0.4
    assert (0.5, 0.5, 0.0) in candidates(heat, 3, sides, station=0.9)
    assert (0.5, 0.5, 0.0) not in candidates(heat, 3, sides, station=0.1)


def test_what_the_routes_of_three_tiles_show_is_bare_and_a_sure_icon_is_known_again() -> None:
    middle, place = np.array([[0.5, 0.5]]), places_along("----")
    shared, icon = noise(1), noise(2)
    bare = [looks(shared, place), looks(shared, place), looks(noise(3), place)]
    known = np.full((1, 3), 0.1, np.float32), np.full(1, 0.1, np.float32)
    own = PhotoLooks(looks(icon, middle), np.array([1]), bare)
    icons, still = own.added(known, [np.rot90(icon).copy()], middle)
    assert icons[0].argmax() == 1
    assert icons[0, 1] > 0.9
    assert still[0] < 0.5
    twice = own.added(known, [shared], middle)[1]
    thrice = PhotoLooks(own.icons, own.kinds, [*bare, looks(shared, place)]).added(known, [shared], middle)[1]
    assert twice[0] < 0.5
    assert thrice[0] > 0.9
