"""Rows of cards told by their rims: the net, the rows it shows, and the table on which it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from vision.cards import heaps
from vision.cards.bands import HeapTones
from vision.cards.grounds import box_of, find_heaps
from vision.cards.leftover import left_over
from vision.cards.pieces import Piece
from vision.cards.rims import rims_of
from vision.cards.rowfind import rows_among
from vision.cards.strips import Face, FaceColumns, column_costs, read_band
from vision.render.card_deal import ROW_MM, Habit, open_row, scene_of_cards
from vision.render.card_scene import CardZone, shoot_cards
from vision.render.card_style import CARD_STYLES, KINDS
from vision.render.card_view import random_view


def table_of_cards() -> Any:
    """Five cards side by side, between corner cards."""
    habit = Habit(gap_mm=14.0, loose_mm=0.3, loose_deg=0.4)
    cards = open_row(np.random.default_rng(2), habit, KINDS[:5])
    scene = scene_of_cards(np.random.default_rng(5), [CardZone(0, tuple(cards), size_mm=ROW_MM)], 1300, tilt_deg=4.0)
    return shoot_cards(scene, CARD_STYLES["railwayman"], 5)[0]


def told_of(cards: Sequence[tuple[float, float, float, float]], sure: float = 0.8) -> Any:
    """What a net would tell of cards that lie there one on the other: left, top, right and bottom in cells of 2 mm."""
    rims = np.zeros((150, 170, 5), np.float32)
    for left, top, right, bottom in np.round(np.array(cards)).astype(int):
        rims[top:bottom, left:right] = 0
        rims[top:bottom, left:right, 0] = 1
        rims[top:bottom, left, 1] = rims[top:bottom, right - 1, 2] = sure
        rims[top, left:right, 3] = rims[bottom - 1, left:right, 4] = sure
    return rims


def test_rows_are_cards_that_lie_on_each_other_in_line() -> None:
    """Three cards that overlap are one row, and one that lies beside them another; a fan is none."""
    row = [Piece((100.0 + 18 * n, 120.0), 3.0, 9.0) for n in range(3)]
    alone, fan = Piece((240.0, 130.0), 90.0, 9.0), [Piece((100.0 + 20 * n, 260.0), 14.0 * n, 9.0) for n in range(3)]
    found = rows_among([*row, alone, *fan], (56.0, 87.0))
    assert sorted(sorted(one.size_mm) for one in found) == [
        pytest.approx([56, 87], abs=1), pytest.approx([89, 92], abs=3)
    ]  # fmt: skip
    assert {round(one.angle_deg) for one in found} == {3, 90}


def test_the_net_knows_cards_of_boxes_that_it_never_saw() -> None:
    """On pieces of tables that were left out, watercolours and pale cards on pale tables among them."""
    views = [random_view(np.random.default_rng(900_000 + n)) for n in range(10)]
    told = [rims_of(view.picture_bgr)[..., 0] > 0.5 for view in views]
    wrong = np.mean([seen != (view.truth[..., 0] > 127) for seen, view in zip(told, views, strict=True)])
    assert wrong < 0.1


def test_a_rim_tells_where_a_card_begins() -> None:
    """Faces that look alike all over: only the rims that are seen tell three cards from two."""
    tones = np.zeros((44, 28, 3), np.float32)
    seen = np.zeros((44, 44, 3), np.float32)
    face = Face(tones, np.ones((44, 28), bool))
    rims = told_of([(8 * n, 0, 28 + 8 * n, 44) for n in range(3)])[:44, :44, 1:]
    heap = HeapTones(seen, np.ones((44, 44), np.float32), rims=rims)
    costs = column_costs(seen, 0, FaceColumns([face], True))
    table = np.full(44, 1.2, np.float32)
    read = read_band(costs, table, False, begins=heap.begins(0, 44))
    assert [(strip.start, strip.shown) for strip in read.strips] == [(0, 8), (8, 8), (16, 28)]
    assert heap.flipped().flipped().rims == pytest.approx(rims[::-1, ::-1][..., [1, 0, 3, 2]])


@pytest.mark.parametrize("found", [0, 5])
def test_rows_by_rims_are_taken_where_little_else_is_seen(found: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The net sees a row of cards: heaps that lie like it are kept, but not nothing at all."""
    photo = table_of_cards()
    (before,) = heaps.find_heaps(photo, (56, 87))
    kept = replace(before, heaps=before.heaps[:found])
    monkeypatch.setattr("vision.cards.grounds.heaps.find_heaps", lambda *_: (kept,))
    (ground,) = find_heaps(photo, (56, 87))
    assert len(before.heaps) == len(ground.pieces) == 5
    assert all(heap.rims is not None for heap in ground.heaps)
    if found:
        assert [heap.middle_mm for heap in ground.heaps] == [heap.middle_mm for heap in kept.heaps]
    else:
        assert ground.heaps


def test_a_heap_lies_where_it_was_cut_out() -> None:
    (ground,) = heaps.find_heaps(table_of_cards(), (56, 87))
    assert ground.camera is not None
    boxes = [box_of(heap, ground.camera.mm_to_px) for heap in ground.heaps]
    assert [box.middle_mm for box in boxes] == [pytest.approx(heap.middle_mm, abs=0.5) for heap in ground.heaps]


def test_a_piece_of_a_card_that_was_not_read_is_noticed() -> None:
    lies = np.zeros((100, 100), np.float32)
    lies[10:54, 10:38] = lies[10:54, 60:88] = 0.9
    first, second = (np.array([(x, 20.0), (x + 56, 20.0), (x + 56, 108.0), (x, 108.0)]) for x in (20.0, 120.0))
    assert not left_over(lies, [first, second], (56.0, 87.0))
    assert left_over(lies, [first], (56.0, 87.0))
    assert not left_over(lies[:, :40], [first + 4], (56.0, 87.0))  # a frayed edge
