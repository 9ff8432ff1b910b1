"""The parts of the mine reader by themselves: geometry, colours, linear answers, labels, counting."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.errors import BadInput
from vision.boards.board import Board, Grid
from vision.boards.even import DARK
from vision.boards.locate import Place, _matches
from vision.heads import Head
from vision.markers import Camera, MarkedZone
from vision.mine import carts, faces, gems, honest, read, see
from vision.mine.edge import edge_corners
from vision.mine.evaluate import compare
from vision.mine.find import _agreement, _turn, _upright, between_tags
from vision.mine.fronts import Fronts, end_differences
from vision.mine.habits import Habits
from vision.mine.labels import TRACKS, Cart, Laid, Square, read_laid
from vision.mine.light import Look, mine_light
from vision.mine.logit import learned, own_chances
from vision.mine.nets import GEM_COLOURS, GEM_TEXTURES, HILL_PX, _conv, weights
from vision.mine.pack import Lore, usual_lore
from vision.mine.prints import SMALL_PX, compared, prints_of, square_of, turned, usual_prints, without_pieces
from vision.mine.prints import _look as prints_look
from vision.mine.read import _beneath, _facing, _inwards, _joined, _on_token, _track, _track_logs
from vision.mine.sort import best_order, sorted_out
from vision.mine.teach import _rare, all_ways
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
from vision.train.calibrate_mine import doubt_below, sure_from

NO_CUTS = np.zeros((0, 36, 36, 3), np.uint8)
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
        cart = carts.FoundCart((1, 1), np.zeros(2), 1.0, fronts, fronts[0], fronts, np.zeros((4, 1)), NO_CUTS)
        assert int(carts.facing_chances(cart, head).argmax()) == side


def lamped_carts(rng: np.random.Generator, many: int) -> tuple[np.ndarray, np.ndarray]:
    """Cuts of carts of any colour on any ground, with a small white lamp on the side that they face."""
    cuts = rng.integers(60, 120, (many, carts.CART_PX, carts.CART_PX, 3)).astype(np.uint8)
    facings = np.arange(many) % 4
    for cut, facing in zip(cuts, facings, strict=True):
        up = np.rot90(cut, facing)
        up[14:42, 18:38] = rng.integers(0, 255, 3)
        up[8:14, 25:31] = 240
    return cuts, facings


def test_a_front_is_known_by_what_the_lessons_carts_have_in_front() -> None:
    rng = np.random.default_rng(1)
    cuts, facings = lamped_carts(rng, 12)
    fronts = Fronts.learned(end_differences(cuts), facings)
    assert fronts is not None
    asked, truth = lamped_carts(rng, 20)
    ends = end_differences(asked)
    assert (Fronts.from_told(fronts.told()).odds(ends)[np.arange(20), truth] > 1).all()
    blind = Head(np.array([[-1.0, 1.0], [0.0, 0.0]], np.float32), 1.0, 3.0)
    rear = np.zeros((4, 1), np.float32)
    rear[(truth[0] + 2) % 4] = 0.2
    cart = carts.FoundCart((1, 1), np.zeros(2), 1.0, rear, rear[0], rear, ends[0], NO_CUTS)
    assert int(carts.facing_chances(cart, blind).argmax()) == (truth[0] + 2) % 4
    assert int(carts.facing_chances(cart, blind, fronts).argmax()) == truth[0]
    assert Fronts.learned(end_differences(cuts[:3]), facings[:3]) is None, "too few carts tell nothing"
    with pytest.raises(ValueError, match="fronts"):
        Fronts.from_told({"weights": [1.0], "trust": 1.0})


def numbered_dice(rng: np.random.Generator, numbers: list[int], turn: float = 0.0) -> np.ndarray:
    """Cuts of light or dark dice with numbers on them in all turns; the first is turned by so many degrees."""
    cuts = np.empty((len(numbers), faces.TURNS, faces.PX, faces.PX, 3), np.uint8)
    for cut, number in zip(cuts, numbers, strict=True):
        face, ink = ((230.0,) * 3, (30.0,) * 3) if rng.random() < 0.5 else ((40.0,) * 3, (220.0,) * 3)
        big = np.full((144, 144, 3), face, np.uint8)
        cv2.putText(big, str(number), (50, 94), cv2.FONT_HERSHEY_COMPLEX, 2.0, ink, 5, cv2.LINE_AA)
        for k in range(faces.TURNS):
            lay = cv2.getRotationMatrix2D((71.5, 71.5), turn + k * 360 / faces.TURNS, 1.0)
            aside = cv2.warpAffine(big, lay, (144, 144), borderValue=face)
            cut[k] = cv2.resize(aside, (faces.PX, faces.PX), interpolation=cv2.INTER_AREA)
    return cuts


def test_numbers_on_dice_are_known_by_those_of_the_lessons() -> None:
    """Where the head knows nothing, the lessons' faces count more; a speed that none of them shows stays possible."""
    rng, shown = np.random.default_rng(2), [1, 2, 3, 4, 5] * 2
    unknown = np.full((len(shown), 6), -np.log(6.0))
    known = faces.Faces.learned(numbered_dice(rng, shown), np.array(shown), unknown)
    assert known.share > 0
    asked = [3, 1, 5, 2, 4]
    for die, speed in zip(numbered_dice(rng, asked, 50.0), asked, strict=True):
        told = faces.Faces.from_told(known.told())
        alike = told.likeness(die)
        assert np.isnan(alike[5])
        assert int(told.weighed(unknown[0], alike).argmax()) == speed - 1
    sure = np.where(np.arange(6) == 5, -0.01, -9.0)
    new = known.likeness(numbered_dice(rng, [6])[0])
    assert int(known.weighed(sure, new).argmax()) == 5
    assert int(known.weighed(unknown[0], new).argmax()) == 5, "it looks like none of those that were shown"
    older = faces.Faces.from_told({key: value for key, value in known.told().items() if key != "usual"})
    assert int(older.weighed(sure, new).argmax()) == 5, "packs of earlier versions open"
    assert faces.Faces.learned(numbered_dice(rng, [1]), np.array([1]), unknown[:1]).share == 0
    with pytest.raises(ValueError, match="faces"):
        faces.Faces.from_told({"looks": [[1.0]], "speeds": [1], "share": 0.5})


def test_where_a_token_lies_no_cart_stands() -> None:
    view, tokens = flat_view(), np.full((12, 5), 0.01)
    tokens[:, 0] = 0.96
    tokens[5] = (0.02, 0.95, 0.01, 0.01, 0.01)
    one = np.zeros((4, 1), np.float32)
    seen = [
        carts.FoundCart(at, np.zeros(2), 0.9, one, one[0], one, np.zeros((4, 1)), NO_CUTS)
        for at in ((1, 1), (2, 1), (1, -1))
    ]
    assert [_on_token(cart, view, tokens) for cart in seen] == [True, False, False]
    assert _beneath(np.array([0.2, 0.8]), 0.95).argmax() == 0, "nor does a token lie under a cart"


def test_what_no_lesson_shows_is_not_unlearned() -> None:
    head = Head(np.array([[-1.0, 1.0], [0.0, 0.0]], np.float32), 1.0, 3.0)
    vectors = np.random.default_rng(1).normal(size=(40, 1)).astype(np.float32)
    assert _rare(head, vectors, [0] * 40) is head
    some = (vectors[:, 0] < -0.5).astype(int)
    assert _rare(head, vectors, some.tolist()).probabilities(vectors)[some == 1, 1].min() > 0.5


def test_of_two_carts_on_one_place_the_likelier_stays() -> None:
    tops = np.array([(1.0, 1.0), (1.2, 1.1), (3.0, 1.0)])
    assert carts._apart(np.array([1.0, 2.0, 0.5]), tops) == [1, 2]


def test_a_cart_must_convince_both_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The closer look alone decides only around the field, where there is no other."""
    view, odds = flat_view(), np.full(12, -9.0)
    odds[[5, 6, 8]] = 5.0, -3.0, 1.0
    x, y = (round((at + RIM) * COARSE_PX) for at in (2, -1))
    view.coarse_bgr[y : y + COARSE_PX, x : x + COARSE_PX] = 30
    near = {(1, 1): -1.0, (2, 1): 1.0, (0, 2): -2.0, (2, -1): 2.0}
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


def test_a_blurred_print_around_the_field_is_no_cart() -> None:
    view = flat_view()
    x, y = round((RIM + 2) * COARSE_PX), round((RIM - 1) * COARSE_PX)
    view.coarse_bgr[y : y + COARSE_PX, x : x + COARSE_PX * 7 // 16] = 30
    assert carts.candidates(view, np.full(12, -9.0)) == []


def test_a_start_track_in_a_light_evened_out_badly_is_no_cart() -> None:
    view = flat_view()
    x, y = (round((at + RIM) * COARSE_PX) for at in (2, -1))
    for rung in range(4, COARSE_PX, 12):
        view.blank_bgr[y + rung : y + rung + 4, x : x + COARSE_PX] = 160
    here = np.s_[y : y + COARSE_PX, x : x + COARSE_PX]
    view.coarse_bgr[here] = view.blank_bgr[here] // 2
    assert carts.candidates(view, np.full(12, -9.0)) == [], "its print is seen again"
    view.coarse_bgr[here] = 30
    assert carts.candidates(view, np.full(12, -9.0)) == [(2, -1)]


def test_a_sign_printed_on_a_square_is_no_token() -> None:
    """Whatever the head says: where the middle of a square looks as on the blank, nothing lies."""
    view, rng = flat_view(), np.random.default_rng(4)
    view.blank_bgr[:] = view.coarse_bgr[:] = rng.integers(40, 200, view.coarse_bgr.shape, np.uint8)
    x, y = round((RIM + 2) * COARSE_PX), round((RIM + 1) * COARSE_PX)
    view.coarse_bgr[y + 8 : y + 40, x + 8 : x + 40] = 20
    alike = view.as_on_blank
    assert [cell for cell, same in zip(view.cells, alike, strict=True) if not same] == [(2, 1)]
    lore = usual_lore()
    lore = replace(lore, heads={**lore.heads, "token": _saying(lore.heads["token"], [0, 0.5, 0, 0, 0])})
    tokens = read._tokens(view, read.look_at_squares(view), lore)
    assert tokens.sum(1) == pytest.approx(1)
    assert [cell for cell, shares in zip(view.cells, tokens, strict=True) if shares.argmax()] == [(2, 1)]


def _saying(head: Head, scores: Any) -> Head:
    """A head that says the same of everything."""
    weights = np.zeros_like(head.weights)
    weights[-1] = scores
    return Head(weights, head.ridge, head.scale)


def test_hills_belong_to_the_square_on_which_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    view = flat_view()
    rows, columns = (round((many + 2 * HALF) * COARSE_PX / HILL_PX) for many in (view.rows, view.columns))
    hill = np.full((rows, columns), -6.0, np.float32)
    view.fine_bgr[:] = np.random.default_rng(2).integers(0, 255, view.fine_bgr.shape, np.uint8)
    start = round(HALF * COARSE_PX / HILL_PX)
    hill[start + 10, start + 10] = hill[start + 10, start + 14] = 3.0
    hill[start + 10, start + 30], hill[start - 3, start + 10] = 1.0, 4.0
    hill[start + 11, start + 12], hill[start + 10, start + 31], hill[start + 40, start + 40] = 2.0, 0.5, -4.0
    monkeypatch.setattr(gems, "read_hills", lambda *_: hill)
    hills = gems.find_hills(view, view.fine_bgr)
    assert hills.at == [(0, 0), (0, 0), (1, 0)], "one lies outside, others beside a higher one, and one is too faint"
    assert hills.on((1, 0)) == [2]
    close = weights()["jewel_vector.b"].shape[0]
    assert hills.vectors.shape == (gems.ALL_TURNS, 3, close + 6 * (len(GEM_COLOURS) + len(GEM_TEXTURES)) + 1)
    never = Head(np.zeros((hills.vectors.shape[2] + 1, 2), np.float32), 1.0, 1.0)
    never.weights[-1, 0] = 9.0
    assert gems.find_hills(view, view.fine_bgr, never).at == [], "what is plainly none is left out"
    looked = gems.find_hills(view, view.fine_bgr, _saying(never, np.array([0.0, 0.0]))).vectors
    assert np.ptp(hills.vectors, 0).max() > 0.1
    assert np.allclose(looked, hills.vectors[: gems.TURNS], atol=1e-5), "what is in doubt is looked at in several turns"
    plain = gems.find_hills(view, view.fine_bgr, _saying(never, np.array([0.0, 9.0]))).vectors
    assert np.array_equal(plain, np.repeat(plain[:1], gems.TURNS, 0)), "what is plain is looked at once"
    tops = gems.Carts(np.array([hills.places[2] + 0.1]))
    assert gems.find_hills(view, view.fine_bgr, carts=tops).at == [(0, 0), (0, 0)], "what lies on a cart is no jewel"
    nowhere = gems.Carts(np.zeros((0, 2)))
    assert gems.find_hills(view, view.fine_bgr, carts=nowhere).at == hills.at
    hill[:] = -6.0
    assert gems.find_hills(view, view.fine_bgr, carts=tops).at == [], "an empty field is no trouble"


def test_a_summit_lies_between_pixels() -> None:
    y, x = np.mgrid[0:20, 0:30]
    hill = (2 - 0.2 * ((x - 11.3) ** 2 + (y - 6.8) ** 2)).astype(np.float32)
    peaks, tops = gems.summits(hill, -1.0)
    assert peaks.tolist() == [[11, 7]]
    assert np.allclose(tops, [[11.3, 6.8]], atol=0.01)


def test_cuts_about_jewels_lie_beside_those_without_pieces() -> None:
    view = flat_view()
    cuts = jewel_cuts(view, np.full_like(view.fine_bgr, 40), np.array([(0.5, 0.5), (-2.0, 9.0)]))
    assert cuts.shape == (2, JEWEL_PX, JEWEL_PX, 6)
    assert (cuts[..., :3] == 120).all()
    assert (cuts[..., 3:] == 40).all(), "what lies beyond the picture is cut at its rim"


def test_two_jewels_do_not_lie_in_one_place() -> None:
    head = Head(np.array([[0, 2, 0], [0, 0, 2], [1.0, 0, 0]], np.float32), 1.0, 3.0)
    vectors = np.array([(2, 0), (1.5, 0), (0, 2), (0, 0.1)], np.float32)[None].repeat(2, 0)
    at = [(0, 0)] * 4
    near = gems.Hills(at, np.array([(0.3, 0.3), (0.38, 0.3), (0.6, 0.6), (0.9, 0.9)]), vectors)
    apart, chances = gems.jewel_chances(near, head)
    assert apart.places.tolist() == near.places[[0, 2, 3]].tolist()
    assert chances.argmax(1).tolist() == [1, 2, 0]
    beside = gems.Hills(at, np.array([(0.3, 0.3), (0.42, 0.3), (0.6, 0.6), (0.9, 0.9)]), vectors)
    assert gems.jewel_chances(beside, head)[1].argmax(1).tolist() == [1, 0, 2, 0], "stones are wider than that"
    far = gems.Hills(at, near.places * 3, vectors)
    assert gems.jewel_chances(far, head)[1].argmax(1).tolist() == [1, 1, 2, 0]


def test_large_jewels_lie_farther_from_each_other() -> None:
    """What the lessons' jewels keep between them, two hills of one jewel do not."""
    wide = np.stack(np.meshgrid(np.arange(5) * 0.3, np.arange(4) * 0.3), 2).reshape(-1, 2)
    gap = gems.learned_gap([wide, wide + 0.1, wide[:1]])
    assert gap == pytest.approx(gems.NEXT * 0.3)
    assert gems.learned_gap([wide / 5]) == gems.learned_gap([]) == gems.TOUCHING
    head = Head(np.array([[0, 2, 0], [0, 0, 2], [1.0, 0, 0]], np.float32), 1.0, 3.0)
    vectors = np.array([(2, 0), (1.5, 0)], np.float32)[None].repeat(2, 0)
    hills = gems.Hills([(0, 0)] * 2, np.array([(0.3, 0.3), (0.48, 0.3)]), vectors)
    assert gems.jewel_chances(hills, head)[1].argmax(1).tolist() == [1, 1]
    assert gems.jewel_chances(hills, head, gap)[1].argmax(1).tolist() == [1, 0]
    lore = replace(usual_lore(), gap=gap, room=0.3)
    read = Lore.from_told(lore.told())
    assert (read.gap, read.room) == pytest.approx((gap, 0.3))
    older = {key: value for key, value in lore.told().items() if key != "room"}
    assert Lore.from_told(older).room == gems.ON_CART, "packs of earlier versions open"


def test_a_pack_whose_jewels_were_learned_otherwise_is_refused() -> None:
    told = usual_lore().told()
    told["heads"]["gem"]["weights"] = told["heads"]["gem"]["weights"][:-6]
    with pytest.raises(ValueError, match="teach it anew"):
        Lore.from_told(told)


def test_how_near_to_carts_jewels_are_seen_is_learned() -> None:
    near = np.array([0.35, 0.4, 0.41, 0.6, 1.5])
    assert gems.learned_room(near) == pytest.approx(gems.NEAREST * 0.35)
    assert gems.learned_room(near + 0.3) == gems.learned_room(np.zeros(0)) == gems.ON_CART, "too few are near"
    assert gems.learned_room(near - 0.2) == gems.ON_CART
    assert gems.learned_room(near + 0.09) == gems.WIDEST


def test_all_turns_of_a_jewel_count() -> None:
    head = Head(np.array([[0, 1], [0, 0]], np.float32), 1.0, 1.0)
    turns = np.array([[[-1.0]], [[2.0]], [[2.0]], [[1.0]]], np.float32)
    hill = gems.Hills([(0, 0)], np.array([(0.5, 0.5)]), turns)
    assert hill.chances(head)[0].argmax() == 1
    assert gems.Hills([(0, 0)], hill.places, turns[:1]).chances(head)[0].argmax() == 0


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


def test_only_tracks_that_exist_are_read() -> None:
    odds = np.array([[1.0, 0, 1, 0], [1, 0, 0, 0.3], [0, 0, 0, 0], [0.9, 0.9, 0.9, 0.9], [0.1, 0.3, 0.3, 0.1]])
    read = [_track(_joined(logs, None)) for logs in _track_logs(odds)]
    assert [track for track, _ in read] == ["NS", "NW", "", "NESW", ""]
    assert all(chance > 0.5 for _, chance in read)
    even = np.full(4, 0.25)
    assert _track(_joined(_track_logs(odds)[4], even))[0] == "ES", "a cart stands there"


def test_a_cart_faces_an_exit_of_its_track() -> None:
    logs = _track_logs(np.array([[0.99, 0.5, 0.99, 0.01]]))[0]
    east = _joined(logs, np.array([0.1, 0.8, 0.05, 0.05]))
    assert _track(east)[0] == "NES", "the hidden exit is where it faces"
    west = _joined(logs, np.array([0.4, 0.04, 0.05, 0.51]))
    assert (_track(west)[0], _facing(west)[0]) == ("NS", "N"), "no track leaves to the west"
    plainly = _joined(logs, np.array([1e-4, 1e-4, 1e-4, 1.0]))
    assert _facing(plainly)[0] == "W", "what is plain is told even against the rules"


def a_row(*tracks: str) -> Laid:
    return Laid({(column, 0): Square(track) for column, track in enumerate(tracks)}, {})


def test_where_a_track_is_in_doubt_it_joins_its_neighbours_as_in_the_lessons() -> None:
    logs = np.full((3, len(TRACKS)), -9.0)
    for square, track in enumerate(("EW", "SW", "NS")):
        logs[square, TRACKS.index(track)] = 0.0
    logs[1, TRACKS.index("ESW")] = 0.5  # a cart hides its east
    doubtful = np.array([1])
    joining = Habits(joins=Habits.learned([a_row("EW", "EW", "SW", "NS", "NE", "EW", "ESW", "NW")] * 4).joins)
    assert TRACKS[int(joining.weighed(logs, doubtful, 3)[1].argmax())] == "SW"
    assert (joining.weighed(logs, doubtful, 3)[[0, 2]] == logs[[0, 2]]).all()
    loose = Habits(joins=Habits.learned([a_row("EW", "NS", "NS", "NE", "NE", "EW", "EW", "NS")] * 4).joins)
    assert TRACKS[int(loose.weighed(logs, doubtful, 3)[1].argmax())] == "ESW"


def test_kinds_of_tracks_that_a_box_shows_often_are_likelier_where_in_doubt() -> None:
    habits = Habits.learned([a_row(*["NS"] * 30)])
    straight, *others = habits.kinds
    assert straight > 1
    assert max(others) < 0
    assert Habits.from_told(habits.told()).kinds == pytest.approx(habits.kinds, abs=1e-3)
    with pytest.raises(ValueError, match="kinds"):
        Habits.from_told({"kinds": [0.0], "joins": 1.0})


@pytest.mark.parametrize(("at", "into"), [((1, -1), "S"), ((1, 3), "N"), ((-1, 1), "E"), ((4, 1), "W")])
def test_a_cart_on_a_start_track_faces_in(at: tuple[int, int], into: str) -> None:
    assert _facing(_inwards(at, flat_view(), np.array([0.3, 0.2, 0.2, 0.3])))[0] == into


def crossed_view() -> tuple[MineView, dict[tuple[int, int], str]]:
    """Tiles with dark tracks on a flat field; on one of them a jewel lies."""
    view = flat_view()
    tracks = {(0, 0): "NS", (1, 0): "EW", (2, 0): "NE", (3, 0): "SW", (0, 1): "NS", (1, 1): "NES", (3, 2): "NSW"}
    for cell, track in tracks.items():
        tile = square_of(view.fine_bgr, cell)
        tile[2:-2, 2:-2] = (90, 160, 90)
        half = FINE_PX // 2
        for side in track:
            end = {"N": (half, 2), "E": (FINE_PX - 3, half), "S": (half, FINE_PX - 3), "W": (2, half)}[side]
            cv2.line(tile, (half, half), end, (40, 40, 60), 9)
    cv2.circle(square_of(view.fine_bgr, (0, 0)), (20, 20), 8, (40, 40, 220), cv2.FILLED)
    return view, tracks


def test_tracks_are_turned_clockwise() -> None:
    assert [turned("NE", k) for k in range(4)] == ["NE", "ES", "SW", "NW"]
    assert turned("NSW", 2) == "NES"
    assert {turned(track, k) for track in ("NS", "NE", "NES", "NESW") for k in range(4)} == set(TRACKS) - {""}


def test_the_field_is_known_without_its_pieces() -> None:
    view, tracks = crossed_view()
    prints = prints_of(
        view, tracks, usual_prints([(view, {at: track for at, track in tracks.items() if at != (0, 0)})])
    )
    assert set(prints) == set(TRACKS) - {"", "NESW"}, "every turn of what is shown"
    bare = without_pieces(view, prints, tracks)
    jewel = np.abs(bare.astype(int) - view.fine_bgr).max(2) > 60
    y, x = np.nonzero(jewel)
    assert np.allclose([x.mean(), y.mean()], RIM * FINE_PX + 20, atol=2), "nothing but the jewel differs"
    assert jewel.sum() == pytest.approx(np.pi * 8**2, rel=0.2)


def test_what_lies_on_the_only_tile_of_its_kind_is_not_taken_for_print() -> None:
    lesson, tracks = crossed_view()
    kinds = usual_prints([(lesson, tracks)])
    for usual in (kinds, None):
        view, laid = crossed_view()
        cell = next(at for at, track in laid.items() if len(track) == 3)
        only = {at: track for at, track in laid.items() if len(track) < 3 or at == cell}
        cv2.circle(square_of(view.fine_bgr, cell), (40, 40), 8, (40, 40, 200), -1)
        bare = without_pieces(view, prints_of(view, only, usual), only)
        off = np.abs(square_of(bare, cell).astype(int) - square_of(view.fine_bgr, cell)).max(2)
        assert off[36:44, 36:44].mean() > 60, "the jewel is not part of the print"


def test_a_track_is_told_by_what_is_seen_of_it() -> None:
    view, tracks = crossed_view()
    prints = prints_of(view, tracks)
    square_of(view.fine_bgr, (1, 1))[25:, :45] = (200, 80, 30)
    square_of(view.fine_bgr, (2, 0))[:] = square_of(view.fine_bgr, (2, 0)) * 0.8
    scores = compared(view, prints, [(1, 1), (2, 0), (2, 2)])
    best = [TRACKS[int(k)] for k in scores.argmax(1)]
    assert best[1:] == ["NE", ""], "a shadow does not matter, and an empty square fits the blank"
    known = {track: scores[0, TRACKS.index(track)] for track in TRACKS}
    assert known["NES"] > known["NSW"], "a cart hides the south, but not the east"
    assert known["NE"] > known["SW"]
    assert compared(view, prints, []).shape == (0, len(TRACKS))


def test_a_track_that_no_tile_shows_is_put_together() -> None:
    view, tracks = crossed_view()
    prints = prints_of(view, tracks)
    crossing = prints_look("NESW", prints)
    assert crossing is not None
    middle = SMALL_PX // 2
    ends = [crossing[3, middle], crossing[middle, -4], crossing[-4, middle], crossing[middle, 3]]
    assert np.max(ends) < 80, "a dark track leaves on all sides"
    assert prints_look("", prints) is None
    assert prints_look("NESW", {"NS": prints["NS"]}) is None, "no tile has an exit to the east"


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


def test_a_convolution_done_a_few_rows_at_a_time_is_a_convolution(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(9)
    x, kernel = (rng.normal(size=shape).astype(np.float32) for shape in ((3, 11, 9, 2), (3, 3, 2, 4)))
    bias = np.array([0.5, -0.5, 0.0, 1.0], np.float32)
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    for stride in (1, 2):
        wanted = [
            np.einsum("nyxc,yxco->no", padded[:, row : row + 3, column : column + 3], kernel) + bias
            for row in range(0, 11, stride)
            for column in range(0, 9, stride)
        ]
        for room in (1, 400, 1 << 16):
            monkeypatch.setattr("vision.mine.nets.ROOM", room)
            found = _conv(x, kernel, bias, stride).reshape(3, -1, 4)
            assert np.allclose(found, np.maximum(np.stack(wanted, 1), 0), atol=1e-4)


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
