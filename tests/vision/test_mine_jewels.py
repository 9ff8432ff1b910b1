"""Jewels by themselves: the hills that they make, their kinds, what they keep between them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.mine_field import flat_view, saying
from vision.heads import Head
from vision.mine import gems
from vision.mine.cover import no_cover
from vision.mine.logit import learned, own_chances
from vision.mine.nets import GEM_COLOURS, GEM_TEXTURES, HILL_PX, weights
from vision.mine.pack import Lore, usual_lore
from vision.mine.prints import SMALL_PX
from vision.mine.sort import best_order, sorted_out
from vision.mine.view import COARSE_PX, HALF, JEWEL_PX, RIM, jewel_cuts


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
    nothing = no_cover(view)
    bare = np.random.default_rng(3).integers(0, 255, view.fine_bgr.shape, np.uint8)
    hills = gems.find_hills(view, bare, nothing)
    assert hills.at == [(0, 0), (0, 0), (1, 0)], "one lies outside, others beside a higher one, and one is too faint"
    assert hills.on((1, 0)) == [2]
    close = weights()["jewel_vector.b"].shape[0]
    assert hills.vectors.shape == (gems.ALL_TURNS, 3, close + 6 * (len(GEM_COLOURS) + len(GEM_TEXTURES)) + 1)
    never = Head(np.zeros((hills.vectors.shape[2] + 1, 2), np.float32), 1.0, 1.0)
    never.weights[-1, 0] = 9.0
    assert gems.find_hills(view, bare, nothing, never).at == [], "what is plainly none is left out"
    looked = gems.find_hills(view, bare, nothing, saying(never, np.array([0.0, 0.0]))).vectors
    assert np.ptp(hills.vectors, 0).max() > 0.1
    assert np.allclose(looked, hills.vectors[: gems.TURNS], atol=1e-5), "what is in doubt is looked at in several turns"
    plain = gems.find_hills(view, bare, nothing, saying(never, np.array([0.0, 9.0]))).vectors
    assert np.array_equal(plain, np.repeat(plain[:1], gems.TURNS, 0)), "what is plain is looked at once"
    cart = no_cover(view)
    x, y = np.rint((hills.places[2] + RIM) * SMALL_PX).astype(int)
    cart[y - 5 : y + 9, x - 5 : x + 9] = 1
    assert gems.find_hills(view, bare, cart).at == [(0, 0), (0, 0)], "what lies on a cart is no jewel"
    cart[:, x - 1 :] = 0
    assert gems.find_hills(view, bare, cart).at == hills.at, "a jewel may lie before it"
    either = saying(never, np.array([0.0, 9.0]))
    assert gems.find_hills(view, view.fine_bgr, nothing, either).at == [], "what is printed there is no jewel"
    assert gems.find_hills(view, view.fine_bgr, nothing).at == hills.at, (
        "but lessons tell what printed things look like"
    )
    hill[:] = -6.0
    assert gems.find_hills(view, bare, cart).at == [], "an empty field is no trouble"


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
    lore = replace(usual_lore(), gap=gap)
    assert Lore.from_told(lore.told()).gap == pytest.approx(gap)
    older = {key: value for key, value in lore.told().items() if key != "gap"} | {"room": 0.3}
    assert Lore.from_told(older).gap == gems.TOUCHING, "packs of earlier versions open"


def test_a_pack_whose_jewels_were_learned_otherwise_is_refused() -> None:
    told = usual_lore().told()
    told["heads"]["gem"]["weights"] = told["heads"]["gem"]["weights"][:-6]
    with pytest.raises(ValueError, match="teach it anew"):
        Lore.from_told(told)


def test_all_turns_of_a_jewel_count() -> None:
    head = Head(np.array([[0, 1], [0, 0]], np.float32), 1.0, 1.0)
    turns = np.array([[[-1.0]], [[2.0]], [[2.0]], [[1.0]]], np.float32)
    hill = gems.Hills([(0, 0)], np.array([(0.5, 0.5)]), turns)
    assert hill.chances(head)[0].argmax() == 1
    assert gems.Hills([(0, 0)], hill.places, turns[:1]).chances(head)[0].argmax() == 0


def test_of_a_kind_that_is_plain_nowhere_nothing_is_unlearned() -> None:
    """White cubes that a lesson taught, in a photo where none is plain: all that is plain there is none of them."""
    rng = np.random.default_rng(4)
    kinds = np.repeat([0, 1, 2], 60)
    middles = np.array([(0.0, 0.0), (2.0, 0.0), (0.0, 2.0)])
    vectors = (middles[kinds] + rng.normal(0, 0.3, (180, 2))).astype(np.float32)
    head = learned(Head(np.zeros((3, 3), np.float32), 1.0, 1.0), vectors, kinds)
    photo = np.concatenate([vectors[kinds < 2], np.full((3, 2), (0.0, 0.99), np.float32)])
    last = np.arange(len(photo)) >= len(photo) - 3
    before = head.probabilities(photo)[last]
    odds = before[:, 2] / before[:, 0]
    kept, unlearned = (own_chances(head, photo, where)[last] for where in (True, ~last))
    assert (kept[:, 2] / kept[:, 0] >= 0.99 * odds).all()
    assert (unlearned[:, 2] / unlearned[:, 0] < 0.5 * odds).all()


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
