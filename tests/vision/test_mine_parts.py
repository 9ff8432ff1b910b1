"""The parts of the mine reader by themselves: geometry, light, labels, chances, counting."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.errors import BadInput
from tests.vision.mine_field import flat_view
from vision.boards.board import Board, Grid
from vision.boards.even import DARK
from vision.boards.locate import Place, _matches
from vision.markers import Camera, MarkedZone
from vision.mine import honest, see
from vision.mine.edge import edge_corners
from vision.mine.evaluate import compare
from vision.mine.find import _agreement, _turn, _upright, between_tags
from vision.mine.labels import Cart, Laid, Square, read_laid
from vision.mine.light import Look, mine_light
from vision.mine.prints import ranked_pictures
from vision.mine.teach import all_ways
from vision.mine.view import COARSE_PX, FINE_PX, RIM, NoGrid, fine_cuts, grid_of, raised, view_of
from vision.train.calibrate_mine import doubt_below, sure_from

CORNERS = np.array([(10, 10), (90, 10), (90, 90), (10, 90)], np.float64) * 2 - 0.5


def small_board(columns: int = 4, corners: Any = CORNERS) -> Board:
    blank = np.random.default_rng(1).integers(60, 200, (10, 10, 3), np.uint8).repeat(20, 0).repeat(20, 1)
    return Board("small", blank, (), (), Grid(columns, 4, corners), None, (1.0, 1.0))


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


def test_a_pack_that_has_changed_is_opened_again(tmp_path: Path) -> None:
    before = see._stamps(tmp_path)
    (tmp_path / "taught.json").write_text("{}", encoding="utf-8")
    assert see._stamps(tmp_path) != before


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


def test_only_what_was_hardly_ever_wrong_is_said_surely(monkeypatch: pytest.MonkeyPatch) -> None:
    curve = {"log_odds": [0.0, 4.0], "right": [0.5, 0.97], "sure_from": 5.0}
    kinds = ("squares taught", "squares untaught", "empty squares taught")
    curves = {**dict.fromkeys(kinds, curve), "carts taught": {**curve, "sure_from": None}}
    monkeypatch.setattr(honest, "_curves", lambda: curves)
    likely, surely = 1 / (1 + np.exp(-4.5)), 1 / (1 + np.exp(-5.5))
    assert honest.honest(likely, "squares", True) == honest.MOST
    assert honest.honest(surely, "squares", True) == pytest.approx(0.97)
    assert honest.honest(surely, "squares", True, sure_way=False) == honest.MOST, "it may lie upside down"
    assert honest.honest(surely, "squares", False) == honest.MOST, "nothing was taught"
    assert honest.honest(surely, "carts", True) == honest.MOST, "there was no such place"
    assert honest.honest(likely, "empty squares", True) == pytest.approx(0.97)
    assert honest.honest(0.3, "empty squares", True) == pytest.approx(0.3), "nothing so doubtful was measured"
    curves["empty squares taught"] = {**curve, "doubt_below": curve["log_odds"][0] - 0.5}
    doubted, clear = (1 / (1 + np.exp(-curve["log_odds"][0] - more)) for more in (-0.6, -0.4))
    assert honest.honest(doubted, "empty squares", True) == min(doubted, honest.MOST), "such ones were often wrong"
    assert honest.honest(clear, "empty squares", True) == pytest.approx(min(clear, 0.97))


def test_readings_are_sure_from_where_hardly_any_was_wrong() -> None:
    marks = [(k / 100, k not in (100, 300, 301, 302, 303)) for k in range(1000)]
    assert sure_from(marks) == pytest.approx(3.02, abs=0.002), "two of 698, and one more is counted"
    assert sure_from(marks[:350]) is None, "a few prove nothing"
    assert doubt_below(marks) == pytest.approx(0.07, abs=0.01), "a few prove nothing"
    assert doubt_below([(-0.1, False), *marks]) == pytest.approx(0.27, abs=0.01), "one of 28 is too many"
    assert doubt_below([]) is None


def test_colours_tell_which_way_up_a_board_lies() -> None:
    """All squares have the same print, and four mines of one brightness have different colours."""
    blank = np.full((480, 480, 3), 110, np.uint8)
    mines = ((150, 110, 95), (70, 110, 125), (110, 130, 71), (110, 90, 149))
    for colour, (x, y) in zip(mines, ((90, 90), (270, 90), (90, 270), (270, 270)), strict=True):
        blank[y : y + 120, x : x + 120] = colour
    blank[30::60], blank[29::60], blank[:, 30::60], blank[:, 29::60] = 60, 60, 60, 60
    seen = np.ascontiguousarray(np.rot90(np.clip(blank * np.array([0.7, 0.9, 1.1]), 0, 255).astype(np.uint8), -1))
    ways = [np.ascontiguousarray(np.rot90(seen, k)) for k in range(4)]
    assert int(np.argmax([_upright(way, blank) for way in ways])) == 1
    greys = [_agreement(*(np.asarray(part.mean(2), np.uint8) for part in (way, blank))) for way in ways]
    assert max(greys) - min(greys) < 0.05, "the print alone would hardly tell"


def test_squares_that_look_alike_are_not_all_found_in_one_place() -> None:
    """Many features of the blank are most like one of the photo's: only the most alike is a pair."""
    rng = np.random.default_rng(8)
    there = np.rint(rng.uniform(0, 120, (400, 128))).astype(np.float32)
    alike = there[7] + np.rint(rng.uniform(1, 4, (60, 128))).astype(np.float32)
    here = np.concatenate([alike, there[100:140] + 1, there[7:8]])
    pairs = {tuple(pair) for pair in _matches(here, there).tolist()}
    assert pairs == {(100, 7), *((60 + n, 100 + n) for n in range(40))}


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
    evened = light.taken_off(photo, *(cv2.resize(part, (600, 600)) for part in light.change))
    off = [float(np.abs(np.log(part + DARK) - np.log(laid + DARK)).mean()) for part in (photo, evened)]
    tile = np.abs(evened[160:200, 160:200].astype(int) - (60, 200, 120)).mean()
    assert off[1] < 0.25 * off[0]
    assert tile < 16
    assert abs(light.look.saturation - look.saturation) < 0.12
    assert abs(light.look.contrast - look.contrast) < 0.15


def test_a_pale_photo_of_a_board_in_one_colour_is_not_taken_for_coloured_light() -> None:
    rng = np.random.default_rng(11)
    print_bgr = np.full((600, 600, 3), (60, 190, 190), np.uint8)
    field = cv2.resize(rng.integers(50, 160, (8, 8, 3)).astype(np.uint8), (360, 360), interpolation=cv2.INTER_NEAREST)
    print_bgr[120:480, 120:480] = field
    photo = np.clip(0.45 * print_bgr.astype(np.float64) + 80, 0, 255).astype(np.uint8)
    light = mine_light(photo, print_bgr)
    evened = light.taken_off(photo, *(cv2.resize(part, (600, 600)) for part in light.change))
    assert light.look.contrast < 0.7
    assert np.abs(evened[120:480, 120:480].astype(int) - field).mean() < 12


def test_a_look_can_be_taken_off_again() -> None:
    colours = np.random.default_rng(5).uniform(60, 180, (4, 5, 3)).astype(np.float32)
    look = Look(0.7, 0.9)
    assert np.allclose(look.taken_off(look.put_on(colours)), colours, atol=0.01)
    assert np.ptp(look.put_on(colours)) < np.ptp(colours)


@pytest.mark.parametrize("count", [1, 2, 3, 7, 16, 33, 64])
def test_pictures_are_ranked_value_by_value(count: int) -> None:
    pictures = list(np.random.default_rng(count).integers(0, 256, (count, 6, 5, 3), np.uint8))
    assert np.array_equal(ranked_pictures(pictures), np.sort(pictures, axis=0))
