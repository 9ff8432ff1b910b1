"""Tracks and what stands on them, each by itself: carts, the dice on them, tokens."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.mine_field import flat_view, saying
from vision.heads import Head
from vision.mine import carts, faces, read
from vision.mine.cover import cover_of, depth, dice_of, no_cover, seen_sides
from vision.mine.fronts import Fronts, ends_of
from vision.mine.habits import Habits
from vision.mine.labels import TRACKS, Laid, Square
from vision.mine.nets import DARK, read_bodies
from vision.mine.pack import usual_lore
from vision.mine.prints import (
    SMALL_PX,
    compared,
    prints_of,
    square_of,
    turned,
    usual_prints,
    without_pieces,
)
from vision.mine.prints import _look as prints_look
from vision.mine.read import _beneath, _facing, _inwards, _joined, _on_token, _track, _track_logs, _trackless
from vision.mine.teach import _rare
from vision.mine.view import COARSE_PX, FINE_PX, RIM, MineView
from vision.render.mine_style import random_mine_style
from vision.train.mine_data import COLUMNS, KEPT_RIM, style_photos

NO_CUTS = np.zeros((0, 36, 36, 3), np.uint8)
NO_BODY = np.full((28, 28), -9.0, np.float32)
NO_RIM = np.zeros((3, 4))


def test_a_front_is_found_on_each_side() -> None:
    """A head that only notes the first number of a vector makes the side with the largest the front."""
    head = Head(np.array([[-1.0, 1.0], [0.0, 0.0]], np.float32), 1.0, 3.0)
    for side in range(4):
        fronts = np.zeros((8, 1), np.float32)
        fronts[[side, side + 4]] = 1
        cart = carts.FoundCart((1, 1), np.zeros(2), 1.0, fronts, fronts[0], fronts, np.zeros((4, 1)), NO_CUTS, NO_BODY)
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


def heads_saying(facings: np.ndarray, rng: np.random.Generator, odds: float = 5.0) -> np.ndarray:
    """What a head says of carts that face these sides."""
    said = rng.normal(0, 1, (len(facings), 4))
    said[np.arange(len(facings)), facings] += odds
    return said


def test_a_front_is_known_by_what_the_lessons_carts_have_in_front() -> None:
    """A head that knows nothing, or takes backs for fronts, is outweighed as far as the lessons show that."""
    rng = np.random.default_rng(1)
    cuts, facings = lamped_carts(rng, 12)
    fronts = Fronts.learned(ends_of(cuts), facings, rng.normal(0, 2, (12, 4)))
    assert fronts is not None
    asked, truth = lamped_carts(rng, 20)
    ends, told = ends_of(asked), Fronts.from_told(json.loads(json.dumps(fronts.told())))
    assert [int(told.odds(np.zeros(4), four).argmax()) for four in ends] == truth.tolist()
    blind = Head(np.array([[-1.0, 1.0], [0.0, 0.0]], np.float32), 1.0, 3.0)
    rear = np.zeros((4, 1), np.float32)
    rear[(truth[0] + 2) % 4] = 0.2
    cart = carts.FoundCart((1, 1), np.zeros(2), 1.0, rear, rear[0], rear, ends[0], NO_CUTS, NO_BODY)
    assert int(carts.facing_chances(cart, blind).argmax()) == (truth[0] + 2) % 4
    assert int(carts.facing_chances(cart, blind, fronts).argmax()) == truth[0]
    knowing = Fronts.learned(ends_of(cuts), facings, heads_saying(facings, rng))
    assert knowing is not None
    assert knowing.counts[0] > fronts.counts[0], "a head that is right in the lessons counts more"
    assert Fronts.learned(ends_of(cuts[:3]), facings[:3], np.zeros((3, 4))) is None, "too few carts tell nothing"
    with pytest.raises(ValueError, match="fronts"):
        Fronts.from_told({"looks": [1.0], "counts": [1.0, 1.0, 1.0]})


def test_fronts_that_look_like_backs_tell_nothing_but_the_axis() -> None:
    rng = np.random.default_rng(5)
    (cuts, facings), (asked, truth) = lamped_carts(rng, 12), lamped_carts(rng, 12)
    for cut, facing in zip([*cuts, *asked], [*facings, *truth], strict=True):
        up = np.rot90(cut, facing)
        up[48:42:-1, 25:31] = up[8:14, 25:31]
    fronts = Fronts.learned(ends_of(cuts), facings, heads_saying(facings, rng))
    assert fronts is not None
    ends = ends_of(asked)
    heads = np.array([4.0, 0, 0, 0])
    heard = [int(fronts.odds(np.roll(heads, side), four).argmax()) for four, side in zip(ends, truth, strict=True)]
    assert heard == truth.tolist(), "the head is still heard"
    alone = [int(fronts.odds(np.zeros(4), four).argmax()) for four in ends]
    assert [side % 2 for side in alone] == [side % 2 for side in truth], "flanks are told from ends"


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


def test_faces_are_known_by_colour_where_pips_are_as_bright_as_their_die() -> None:
    rng, shown = np.random.default_rng(3), [1, 2, 3, 4, 5, 6] * 2
    purple, green = np.array((150, 60, 110)), np.array((90, 170, 65))
    assert np.log(purple + DARK).mean() == pytest.approx(np.log(green + DARK).mean(), abs=0.01)

    def dyed(dice: np.ndarray) -> np.ndarray:
        share = dice[..., :1] / 255.0
        noise = rng.normal(0, 6, (*dice.shape[:-1], 3))
        return np.clip(np.rint(purple * (1 - share) + green * share + noise), 0, 255).astype(np.uint8)

    known = faces.Faces.learned(dyed(numbered_dice(rng, shown)), np.array(shown), np.full((12, 6), -np.log(6.0)))
    assert known.share > 0
    for die, speed in zip(dyed(numbered_dice(rng, shown[:6])), shown, strict=False):
        assert int(known.likeness(die).argmax()) == speed - 1


def test_where_a_token_lies_no_cart_stands() -> None:
    view, tokens = flat_view(), np.full((12, 5), 0.01)
    tokens[:, 0] = 0.96
    tokens[5] = (0.02, 0.95, 0.01, 0.01, 0.01)
    one = np.zeros((4, 1), np.float32)
    seen = [
        carts.FoundCart(at, np.zeros(2), 0.9, one, one[0], one, np.zeros((4, 1)), NO_CUTS, NO_BODY)
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
    odds[[5, 6, 8]] = 8.0, -3.0, 1.0
    x, y = (round((at + RIM) * COARSE_PX) for at in (2, -1))
    view.coarse_bgr[y : y + COARSE_PX, x : x + COARSE_PX] = 30
    near = {(1, 1): -1.0, (2, 1): 1.0, (0, 2): -2.0, (2, -1): 3.0}
    monkeypatch.setattr(carts, "look_at", lambda _, at: (np.array([near[int(x), int(y // 1)] for x, y in at]), at))
    assert [cart.at for cart in carts.find_carts(view, odds)] == [(1, 1), (2, -1)]


def test_no_cart_is_believed_in_without_a_track_unless_both_looks_are_very_sure() -> None:
    """Signs in the middle of mines and tokens that no lesson showed were taken for carts."""
    logs = np.full((3, len(TRACKS)), -6.0)
    logs[0, 0], logs[1, 1], logs[2, :2] = 0.0, 0.0, -1.0
    bare, laid, unsure = _trackless(logs)
    assert bare / 2 > carts.THERE, "one plain look does not do"
    assert laid == 0
    assert 0 <= unsure < 1


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
    lore = replace(lore, heads={**lore.heads, "token": saying(lore.heads["token"], [0, 0.5, 0, 0, 0])})
    tokens = read._tokens(view, read.look_at_squares(view), lore)
    assert tokens.sum(1) == pytest.approx(1)
    assert [cell for cell, shares in zip(view.cells, tokens, strict=True) if shares.argmax()] == [(2, 1)]


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


def test_a_cart_hardly_tells_by_its_facing_that_its_track_has_more_exits() -> None:
    """Of two exits it faces one twice as often as of four."""
    logs = np.full(len(TRACKS), -9.0)
    logs[[TRACKS.index("NS"), TRACKS.index("NESW")]] = 0.0, 0.5
    even = _joined(logs, np.array([1.0, 0, 0, 0])).sum(1)
    assert _track(_joined(logs, np.array([1.0, 0, 0, 0])))[0] == "NS"
    assert even[TRACKS.index("NS")] / even[TRACKS.index("NESW")] == pytest.approx(2 / np.exp(0.5))


def test_what_carts_hide_lies_where_the_net_takes_it_for_a_cart() -> None:
    view, one = flat_view(), np.zeros((4, 1), np.float32)
    body = np.full((28, 28), -5.0, np.float32)
    body[7:21, 14:] = 5.0
    found = [
        carts.FoundCart((0, 0), np.array(top), 0.9, one, one[0], one, np.zeros((4, 1)), NO_CUTS, body)
        for top in ((2.5, 1.5), (-1.4, -1.4))
    ]
    cover = cover_of(view, found)
    ends = [(at + RIM) * SMALL_PX for at in (2.5, 2.5 + carts.CART_SPAN / 2)]
    columns = np.nonzero(cover[round((1.5 + RIM) * SMALL_PX)])[0]
    assert [columns.min(), columns.max() + 1] == pytest.approx(ends, abs=2)
    assert cover[: SMALL_PX // 2, : SMALL_PX // 2].any(), "at the rim a part of it is seen"
    assert not cover_of(view, []).any()
    inside = depth(cover, np.array([(2.8, 1.5), (2.2, 1.5), (2.55, 1.5)]))
    assert inside[0] > inside[2] > inside[1] == 0
    middle = dice_of(view, found[:1])
    assert depth(middle, np.array([(2.5, 1.5), (2.9, 1.5)])) == pytest.approx([0.26, 0], abs=0.03)


def test_of_a_side_that_a_cart_hides_the_exits_tell_less() -> None:
    cover = no_cover(flat_view())
    square = square_of(cover, (1, 1), SMALL_PX)
    square[:, 30:] = 1
    square[:5] = 1
    seen = seen_sides(cover, [(1, 1), (2, 1)])
    assert seen == pytest.approx(np.array([(0.5, 0, 1, 1), (1, 1, 1, 1)]), abs=0.07)
    assert seen_sides(cover, []).shape == (0, 4)
    exits = np.array([[0.01, 0.9, 0.99, 0.99]])
    plain, hidden = (_track_logs(exits, np.maximum(part, 0.2))[0] for part in (np.ones((1, 4)), seen[:1]))
    corner, tee = TRACKS.index("SW"), TRACKS.index("ESW")
    assert plain[tee] - plain[corner] == pytest.approx(np.log(9), abs=0.01)
    assert hidden[tee] - hidden[corner] == pytest.approx(0.2 * np.log(9), abs=0.01)


def test_the_net_tells_a_cart_from_what_lies_about_it() -> None:
    """On a small board of a box that nobody trained on; its own hull, a little wrong, tells what it hides."""
    rng = np.random.default_rng(50_007)
    photo = style_photos(random_mine_style(rng), rng, 1)[0]
    fine, hidden = photo["fine"], photo["hidden"]
    cuts, known = [], []
    for square in np.nonzero(photo["standing"])[0]:
        row, column = divmod(int(square), COLUMNS)
        x, y = (round((at + KEPT_RIM) * SMALL_PX) for at in (column, row))
        down, across = np.nonzero(hidden[y : y + SMALL_PX, x : x + SMALL_PX])
        half = round(carts.CART_SPAN * SMALL_PX / 2)
        left, top = x + round(across.mean()) - half, y + round(down.mean()) - half
        if min(left, top) < 0 or left + 2 * half > hidden.shape[1] or top + 2 * half > hidden.shape[0]:
            continue
        cut = fine[2 * top : 2 * (top + 2 * half), 2 * left : 2 * (left + 2 * half)]
        cuts.append(cv2.resize(cut, (carts.CART_PX, carts.CART_PX), interpolation=cv2.INTER_AREA))
        known.append(cv2.resize(hidden[top : top + 2 * half, left : left + 2 * half], (28, 28)) > 0)
    seen, there = read_bodies(np.stack(cuts)) > 0, np.stack(known)
    assert len(cuts) > 3
    assert 0.1 < there.mean() < 0.6
    assert (seen & there).sum() / (seen | there).sum() > 0.7


def a_row(*tracks: str) -> tuple[Laid, tuple[int, int]]:
    """A field of one row of tracks."""
    return Laid({(column, 0): Square(track) for column, track in enumerate(tracks)}, {}), (len(tracks), 1)


def test_where_a_track_is_in_doubt_it_joins_its_neighbours_as_in_the_lessons() -> None:
    logs = np.full((3, len(TRACKS)), -9.0)
    for square, track in enumerate(("EW", "SW", "NS")):
        logs[square, TRACKS.index(track)] = 0.0
    logs[1, TRACKS.index("ESW")] = 0.5  # a cart hides its east
    doubtful = np.array([1])
    joining = Habits(joins=Habits.learned([a_row("EW", "EW", "SW", "NS", "NE", "EW", "ESW", "NW")] * 4).joins)
    assert TRACKS[int(joining.weighed(logs, doubtful, 3, NO_RIM)[1].argmax())] == "SW"
    assert (joining.weighed(logs, doubtful, 3, NO_RIM)[[0, 2]] == logs[[0, 2]]).all()
    loose = Habits(joins=Habits.learned([a_row("EW", "NS", "NS", "NE", "NE", "EW", "EW", "NS")] * 4).joins)
    assert TRACKS[int(loose.weighed(logs, doubtful, 3, NO_RIM)[1].argmax())] == "ESW"


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
    cover = no_cover(view)
    square_of(cover, (1, 1), SMALL_PX)[13:, :22] = 1
    scores = compared(view, prints, [(1, 1), (2, 0), (2, 2)], cover)
    best = [TRACKS[int(k)] for k in scores.argmax(1)]
    assert best[1:] == ["NE", ""], "a shadow does not matter, and an empty square fits the blank"
    known = {track: scores[0, TRACKS.index(track)] for track in TRACKS}
    assert known["NES"] > known["NSW"], "a cart hides the south, but not the east"
    assert known["NE"] > known["SW"]
    assert compared(view, prints, [], cover).shape == (0, len(TRACKS))


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
