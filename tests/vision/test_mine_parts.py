"""The parts of the mine reader by themselves: geometry, colours, linear answers, labels, counting."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from engine.errors import BadInput
from vision.boards.board import Board, Grid
from vision.boards.even import DARK
from vision.boards.locate import Place
from vision.heads import Head
from vision.markers import Camera, MarkedZone
from vision.mine import carts, gems
from vision.mine.edge import edge_corners
from vision.mine.evaluate import compare
from vision.mine.find import _agreement, _turn, between_tags
from vision.mine.labels import Cart, Laid, Square, read_laid
from vision.mine.light import Look, mine_light
from vision.mine.logit import learned, own_chances
from vision.mine.nets import GEM_COLOURS, HILL_PX, FieldSigns, weights
from vision.mine.read import _tracks
from vision.mine.sides import exit_odds, learned_sides, no_answer, side_vectors
from vision.mine.sort import best_order, sorted_out
from vision.mine.teach import all_ways
from vision.mine.view import (
    COARSE_PX,
    FINE_PX,
    HALF,
    JEWEL_PX,
    RIM,
    MineView,
    NoGrid,
    fine_cuts,
    grid_of,
    jewel_cuts,
    raised,
    view_of,
)

CORNERS = np.array([(10, 10), (90, 10), (90, 90), (10, 90)], np.float64) * 2 - 0.5


def small_board(columns: int = 4, corners: Any = CORNERS) -> Board:
    blank = np.random.default_rng(1).integers(60, 200, (10, 10, 3), np.uint8).repeat(20, 0).repeat(20, 1)
    return Board("small", blank, (), (), Grid(columns, 4, corners), None, (1.0, 1.0))


def flat_view(eye: tuple[float, float, float] | None = None, columns: int = 4, rows: int = 3) -> MineView:
    shape = (round((rows + 2 * RIM) * COARSE_PX), round((columns + 2 * RIM) * COARSE_PX), 3)
    coarse = np.full(shape, 120, np.uint8)
    fine = np.full((round((rows + 2 * RIM) * FINE_PX), round((columns + 2 * RIM) * FINE_PX), 3), 120, np.uint8)
    return MineView(coarse, coarse.copy(), fine, fine.copy(), columns, rows, eye)


def test_a_board_seen_straight_gives_back_its_blank() -> None:
    board = small_board()
    view = view_of(board.blank_bgr, Place(np.eye(3), np.zeros((15, 2)), board.size_px, 1.0), board)
    assert view.coarse_bgr.shape == view.blank_bgr.shape == (7 * COARSE_PX, 7 * COARSE_PX, 3)
    off = np.abs(view.coarse_bgr.astype(int) - view.blank_bgr)[COARSE_PX:-COARSE_PX, COARSE_PX:-COARSE_PX]
    assert np.percentile(off, 95) < 12
    assert len(view.cells) == 16


@pytest.mark.parametrize(
    ("columns", "corners"), [(0, CORNERS), (99, CORNERS), (4, CORNERS[[0, 2, 1, 3]]), (4, CORNERS[[0, 0, 0, 0]])]
)
def test_a_grid_that_cannot_be_is_refused(columns: int, corners: Any) -> None:
    with pytest.raises(NoGrid, match="small"):
        grid_of(small_board(columns, corners))


def test_what_stands_high_appears_away_from_the_lens() -> None:
    at = np.array([[3.0, 1.0]])
    assert raised(at, 0.5, None) is at
    moved = raised(at, 0.5, (1.0, 1.0, 10.0))
    assert moved[0, 0] == pytest.approx(3 + 2 * 0.5 / 9.5)
    assert moved[0, 1] == pytest.approx(1.0)


def test_cuts_are_taken_about_points() -> None:
    view = flat_view()
    x, y = (round((at + RIM) * FINE_PX) for at in (2.5, 1.2))
    view.fine_bgr[y - 3 : y + 3, x - 3 : x + 3] = 255
    cuts = fine_cuts(view, np.array([(2.5, 1.5), (2.5, 1.5)]), 1.0, 40, np.array([0.0, 90.0]))
    first, second = (np.argwhere(cut[..., 0] > 200).mean(0) for cut in cuts)
    assert first[0] < 12
    assert abs(first[1] - 19.5) < 1.5
    assert abs(second[0] - 19.5) < 1.5
    assert second[1] < 12, "the cut was turned clockwise, so what was up lies left"


LAID = Laid({(2, 0): Square("NE", ("ruby",)), (0, 1): Square(abyss="red")}, {(3, 2): Cart("blue", (3, 2), "W", 4)})


def test_a_field_and_its_labels_turn_together() -> None:
    view = flat_view(eye=(1.0, 1.0, 9.0))
    y, x = (round((at + 0.5 + RIM) * COARSE_PX) for at in (0, 2))
    view.coarse_bgr[y, x] = 255
    for other, told in all_ways(view, LAID):
        row, column = np.argwhere(other.coarse_bgr[..., 0] == 255)[0]
        at = (int(column / COARSE_PX - RIM), int(row / COARSE_PX - RIM))
        assert told.squares[at].jewels == ("ruby",)
        assert other.eye is not None
        assert sorted(other.eye[:2]) in ([1, 1], [1, 2], [1, 3], [2, 3])
    turned = view.turned()
    assert (turned.columns, turned.rows) == (3, 4)
    assert LAID.turned(4).squares[0, 1].track == "NW", "north has become west, and east north"
    assert LAID.turned(4).carts[2, 0] == Cart("blue", (2, 0), "S", 4)
    assert LAID.mirrored(4).carts[0, 2] == Cart("blue", (0, 2), "E", 4)
    assert LAID.turned(4).turned(3).turned(4).turned(3) == LAID


def test_a_front_is_found_on_each_side() -> None:
    """A head that only notes the first number of a vector makes the side with the largest the front."""
    head = Head(np.array([[-1.0, 1.0], [0.0, 0.0]], np.float32), 1.0, 3.0)
    for side in range(4):
        fronts = np.zeros((8, 1), np.float32)
        fronts[[side, side + 4]] = 1
        cart = carts.FoundCart((1, 1), np.zeros(2), 1.0, fronts, fronts[0], fronts)
        assert int(carts.facing_chances(cart, head).argmax()) == side


def test_of_two_carts_on_one_place_the_likelier_stays() -> None:
    tops = np.array([(1.0, 1.0), (1.2, 1.1), (3.0, 1.0)])
    assert carts._apart(np.array([1.0, 2.0, 0.5]), tops) == [1, 2]


def test_a_cart_must_convince_both_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The closer look alone decides only around the field, where there is no other."""
    view, odds = flat_view(), np.full(12, -9.0)
    odds[[5, 6, 8]] = 5.0, -3.0, 1.0
    x, y = (round((at + RIM) * COARSE_PX) for at in (2, -1))
    view.coarse_bgr[y : y + COARSE_PX, x : x + COARSE_PX] = 30
    near = {(1, 1): -1.0, (2, 1): 1.0, (0, 2): -2.0, (2, -1): 0.5}
    monkeypatch.setattr(carts, "look_at", lambda _, at: (np.array([near[int(x), int(y // 1)] for x, y in at]), at))
    assert [cart.at for cart in carts.find_carts(view, odds)] == [(1, 1), (2, -1)]


def test_only_changed_squares_around_the_field_are_looked_at() -> None:
    view = flat_view()
    assert carts.candidates(view, np.full(12, -9.0)) == []
    x, y = (round((at + RIM) * COARSE_PX) for at in (2, -1))
    view.coarse_bgr[y : y + COARSE_PX, x : x + COARSE_PX] = 30
    odds = np.full(12, -9.0)
    odds[5] = 2.0
    assert carts.candidates(view, odds) == [(1, 1), (2, -1)]


def test_hills_belong_to_the_square_on_which_they_stand() -> None:
    view = flat_view()
    rows, columns = (round((many + 2 * HALF) * COARSE_PX / HILL_PX) for many in (view.rows, view.columns))
    hill = np.full((rows, columns), -6.0, np.float32)
    start = round(HALF * COARSE_PX / HILL_PX)
    hill[start + 10, start + 10] = hill[start + 10, start + 14] = 3.0
    hill[start + 10, start + 30], hill[start - 3, start + 10] = 1.0, 4.0
    hill[start + 11, start + 12], hill[start + 10, start + 31], hill[start + 40, start + 40] = 2.0, 0.5, -4.0
    none = np.zeros((12, 1), np.float32)
    signs = FieldSigns(none[:, None], none, none, hill)
    hills = gems.find_hills(view, signs)
    assert hills.at == [(0, 0), (0, 0), (1, 0)], "one lies outside, others beside a higher one, and one is too faint"
    assert hills.on((1, 0)) == [2]
    close = weights()["jewel_vector.b"].shape[0]
    assert hills.vectors.shape == (3, close + 6 * len(GEM_COLOURS) + 1)
    hill[:] = -6.0
    assert gems.find_hills(view, signs).at == [], "an empty field is no trouble"


def test_a_summit_lies_between_pixels() -> None:
    y, x = np.mgrid[0:20, 0:30]
    hill = (2 - 0.2 * ((x - 11.3) ** 2 + (y - 6.8) ** 2)).astype(np.float32)
    peaks, tops = gems.summits(hill, -1.0)
    assert peaks.tolist() == [[11, 7]]
    assert np.allclose(tops, [[11.3, 6.8]], atol=0.01)


def test_cuts_about_jewels_lie_beside_those_of_the_blank() -> None:
    view = flat_view()
    view.fine_blank_bgr[:] = 40
    cuts = jewel_cuts(view, np.array([(0.5, 0.5), (-2.0, 9.0)]))
    assert cuts.shape == (2, JEWEL_PX, JEWEL_PX, 6)
    assert (cuts[..., :3] == 120).all()
    assert (cuts[..., 3:] == 40).all(), "what lies beyond the picture is cut at its rim"


def test_two_jewels_do_not_lie_in_one_place() -> None:
    head = Head(np.array([[0, 2, 0], [0, 0, 2], [1.0, 0, 0]], np.float32), 1.0, 3.0)
    vectors = np.array([(2, 0), (1.5, 0), (0, 2), (0, 0.1)], np.float32)
    at = [(0, 0)] * 4
    near = gems.Hills(at, np.array([(0.3, 0.3), (0.38, 0.3), (0.6, 0.6), (0.9, 0.9)]), vectors)
    assert gems.jewel_chances(near, head).argmax(1).tolist() == [1, 0, 2, 0]
    apart = gems.Hills(at, near.places * 3, vectors)
    assert gems.jewel_chances(apart, head).argmax(1).tolist() == [1, 1, 2, 0]


def test_what_is_plain_in_a_photo_teaches_the_rest() -> None:
    """In another light all vectors are moved; those that are sure nevertheless move the border."""
    rng = np.random.default_rng(2)
    kinds = rng.integers(0, 2, 300)
    vectors = (rng.normal(0, 0.3, (300, 3)) + kinds[:, None] * 1.4).astype(np.float32)
    head = learned(Head(np.zeros((4, 2), np.float32), 1.0, 1.0), vectors, kinds)
    moved = vectors + np.float32(0.45)
    plainly = (head.probabilities(moved).argmax(1) != kinds).sum()
    assert plainly > 5
    assert (own_chances(head, moved).argmax(1) != kinds).sum() < 0.7 * plainly
    assert own_chances(head, moved[:0]).shape == (0, 2)
    assert learned(head, vectors, kinds, np.zeros(300)) is head, "nothing is plain, so nothing is learned"


NAMES = ("ruby", "gold", "rock")


def test_hills_are_matched_with_the_jewels_that_lie_there() -> None:
    chances = np.array([[0.1, 0.5, 0.4, 0.0], [0.1, 0.8, 0.1, 0.0], [0.7, 0.1, 0.1, 0.1], [0.2, 0.3, 0.3, 0.2]])
    assert best_order(np.log(chances[:3] + 1e-6), (1, 1, 0)) == [2, 1, 0], "the second is surer to be the ruby"
    assert best_order(np.log(chances[:1] + 1e-6), (1, 1, 0)) == [1], "of two jewels one is not to be seen"
    squares = [([0, 1, 2], ("gold", "ruby")), ([3], ("rock",)), ([], ())]
    assert sorted_out(chances, squares, NAMES) == [2, 1, 0, 3]


def test_the_edge_of_a_board_is_found_on_a_grained_table() -> None:
    rng = np.random.default_rng(4)
    grain = cv2.resize(rng.normal(0, 14, (60, 12)).astype(np.float32), (1200, 900), interpolation=cv2.INTER_CUBIC)
    photo = np.clip(np.array([70, 110, 160.0]) + grain[..., None] + rng.normal(0, 3, (900, 1200, 3)), 0, 255)
    photo = photo.astype(np.uint8)
    bare = photo.copy()
    corners = np.array([(300, 120), (900, 160), (860, 760), (260, 700)])
    cv2.fillPoly(photo, [corners], (120, 80, 90))
    found = edge_corners(photo)
    assert found is not None
    assert min(np.abs(np.roll(found, k, 0) - corners).max() for k in range(4)) < 12
    assert edge_corners(bare) is None


def test_open_sides_are_learned_from_a_few_squares() -> None:
    """Bars that reach a side of a square are told from squares without any, on squares never shown."""
    view, rng = flat_view(), np.random.default_rng(6)
    exits = rng.random((12, 4)) < 0.5
    for (column, row), open_sides in zip(view.cells, exits, strict=True):
        x, y = (round((at + 0.5 + RIM) * FINE_PX) for at in (column, row))
        for (dx, dy), is_open in zip(((0, -1), (1, 0), (0, 1), (-1, 0)), open_sides, strict=True):
            if is_open:
                cv2.line(view.fine_bgr, (x, y), (x + dx * FINE_PX // 2, y + dy * FINE_PX // 2), (40, 40, 40), 9)
    vectors, flat = side_vectors(view, view.cells), exits.ravel()
    assert vectors.shape[:2] == (2, 48)
    taught = learned_sides([vectors[:, :24]], [flat[:24]])
    asked = np.stack([taught.probabilities(part[24:])[:, 1] for part in vectors]).mean(0)
    assert ((asked > 0.5) == flat[24:]).mean() > 0.9
    assert exit_odds(view, taught, view.cells[3:5]).shape == (2, 4)
    assert exit_odds(view, taught, []).shape == (0, 4)
    assert np.allclose(exit_odds(view, no_answer(), view.cells), 0), "before teaching it has no say"


def test_only_tracks_that_exist_are_read() -> None:
    odds = np.array([[1.0, 0, 1, 0], [1, 0, 0, 0.3], [0, 0, 0, 0], [0.9, 0.9, 0.9, 0.9], [0.1, 0.3, 0.3, 0.1]])
    tracks, chances = _tracks(odds, [False] * 5)
    assert tracks == ["NS", "NW", "", "NESW", ""]
    assert (chances > 0.5).all()
    assert _tracks(odds, [False] * 4 + [True])[0][4] == "ES", "a cart stands there"


def test_labels_are_read_in_any_order_and_with_more_keys() -> None:
    grid = Grid(4, 4, CORNERS)
    cell = {"at": [1, 2], "track": "SN", "jewels": ["ruby", "gold"], "abyss": None, "note": "by hand"}
    cart = {"clan": "red", "at": [-1, 2], "facing": "E", "speed": 3, "confidence": 0.4}
    laid = read_laid({"game": "off-the-rails", "cells": [cell], "carts": [cart]}, grid)
    assert laid.squares == {(1, 2): Square("NS", ("gold", "ruby"))}
    assert laid.carts == {(-1, 2): Cart("red", (-1, 2), "E", 3)}
    with pytest.raises(BadInput, match="not a square"):
        read_laid({"cells": [], "carts": [{**cart, "at": [-2, 2]}]}, grid)


def test_mistakes_are_counted_by_part() -> None:
    cell = {"at": [1, 1], "track": "NS", "jewels": ["ruby"], "abyss": None}
    cart = {"clan": "red", "at": [1, 1], "facing": "N", "speed": 3}
    labels = {"cells": [cell, {**cell, "at": [2, 1]}], "carts": [cart]}
    seen = [{**cell, "confidence": 0.99}, {**cell, "at": [3, 1], "confidence": 0.5}]
    found = compare(labels, {"cells": seen, "carts": [{**cart, "speed": 4, "confidence": 0.97}]})
    assert (found.squares, found.squares_right, found.track_wrong, found.jewels_wrong) == (3, 1, 2, 2)
    assert (found.carts, found.carts_right, found.speed_wrong, found.clan_wrong) == (1, 0, 1, 0)
    assert (found.sure, found.sure_but_wrong) == (3, 2)


def test_tags_on_one_side_and_the_boards_shape_give_the_whole_board() -> None:
    board = small_board()
    for tags, size in (((0, 1), (480.0, 720.0)), ((1, 2), (720.0, 480.0)), ((0, 1, 2, 3), (480.0, 480.0))):
        zone = MarkedZone(0, size, Camera(np.eye(3), None, None), tags, 0.0, np.eye(3))
        lay = between_tags(board, zone)
        far = lay @ np.array([200, 200, 1.0])
        near = lay @ np.array([0, 0, 1.0])
        assert np.allclose(far[:2] - near[:2], 480)
        assert np.allclose(near[:2], (720 - 480, 0) if tags == (1, 2) else (0, 0))


def test_a_turned_picture_is_recognised_and_turned_back() -> None:
    picture = np.random.default_rng(3).integers(0, 255, (12, 12), np.uint8).repeat(30, 0).repeat(30, 1)
    for quarters in (1, 2, 3):
        turned = np.ascontiguousarray(np.rot90(picture, -quarters))
        likeness = [_agreement(np.rot90(turned, k), picture) for k in range(4)]
        assert int(np.argmax(likeness)) == quarters
        x, y, _ = _turn(quarters, 360, 360) @ np.array([40.0, 100.0, 1.0])
        assert turned[round(y), round(x)] == picture[100, 40]


@pytest.mark.parametrize("look", [Look(0.7, 0.75), Look(1.2, 1.1), Look()])
def test_a_photo_gets_the_light_and_the_colours_of_the_blank(look: Look) -> None:
    """What lies on the board is changed with it: a tile of a colour that the board has not looks as it does there."""
    rng = np.random.default_rng(3)
    print_bgr = cv2.resize(rng.integers(50, 200, (20, 20, 3), np.uint8), (600, 600), interpolation=cv2.INTER_NEAREST)
    laid = print_bgr.copy()
    laid[150:210, 150:210] = (60, 200, 120)
    slope = np.linspace(0.8, 1.1, 600, dtype=np.float32)[:, None, None] * np.float32([0.7, 0.8, 0.95])
    photo = np.clip(look.put_on(laid.astype(np.float32)) * slope, 0, 255).astype(np.uint8)
    light = mine_light(photo, print_bgr)
    gain, haze = (cv2.resize(part, (600, 600)) for part in (light.gain, light.haze))
    evened = light.taken_off(photo, gain, haze)
    off = [float(np.abs(np.log(part + DARK) - np.log(laid + DARK)).mean()) for part in (photo, evened)]
    tile = np.abs(evened[160:200, 160:200].astype(int) - (60, 200, 120)).mean()
    assert off[1] < 0.25 * off[0]
    assert tile < 16
    assert abs(light.look.saturation - look.saturation) < 0.12
    assert abs(light.look.contrast - look.contrast) < 0.15


def test_a_look_can_be_taken_off_again() -> None:
    colours = np.random.default_rng(5).uniform(60, 180, (4, 5, 3)).astype(np.float32)
    look = Look(0.7, 0.9)
    assert np.allclose(look.taken_off(look.put_on(colours)), colours, atol=0.01)
    assert np.ptp(look.put_on(colours)) < np.ptp(colours)
