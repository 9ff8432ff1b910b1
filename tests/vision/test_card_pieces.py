"""Cards that are found and read one by one: by their rims, however they lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import pytest

from vision.cards.choose import better_of
from vision.cards.kinds import face_of, sort_looks
from vision.cards.looks import Look, turned_faces, unlike_faces
from vision.cards.pieces import Piece, corners_of, find_pieces, measured, sizes_worth
from vision.cards.seen import DOUBTFUL, SeenCard
from vision.cards.single import _of_the_game

CARD_MM = (56.0, 87.0)
Pose = tuple[float, float, float]


def told_of(cards: Sequence[Pose], size_mm: tuple[float, float] = CARD_MM, sure: float = 0.8) -> Any:
    """What a net would tell of cards with their middle (in mm) and turn, the later ones on top."""
    told = np.zeros((180, 200, 5), np.float32)
    y, x = (np.mgrid[0:180, 0:200] + 0.5) * 2
    for left, top, turn_deg in cards:
        cos, sin = np.cos(np.deg2rad(turn_deg)), np.sin(np.deg2rad(turn_deg))
        u, v = cos * (x - left) + sin * (y - top), cos * (y - top) - sin * (x - left)
        room_u, room_v = size_mm[0] / 2 - np.abs(u), size_mm[1] / 2 - np.abs(v)
        there = (room_u > 0) & (room_v > 0)
        told[there] = (1, 0, 0, 0, 0)
        beside = there & (room_u < 2.5) & (room_u <= room_v)
        across = there & (room_v < 2.5) & (room_v < room_u)
        for rim, way in (
            (beside, (-np.sign(u) * cos, -np.sign(u) * sin)),
            (across, (np.sign(v) * sin, -np.sign(v) * cos)),
        ):
            for channel, side in enumerate(((1, 0), (-1, 0), (0, 1), (0, -1))):
                inwards = np.maximum(way[0] * side[0] + way[1] * side[1], 0) * sure
                told[..., 1 + channel] = np.where(rim, inwards, told[..., 1 + channel])
    return told


def laid(cards: Sequence[Pose]) -> list[Pose]:
    """Cards with a turn below 180 degrees, in some order."""
    return sorted((x, y, turn % 180) for x, y, turn in cards)


ROW = [(100.0 + 14 * n, 120.0, 0.0) for n in range(4)]
FAN = [(150.0 + 60 * np.sin(a), 160 - 60 * np.cos(a), float(np.rad2deg(a))) for a in (-0.4, -0.15, 0.1, 0.35)]
CROOKED = [(100.0, 100.0, 3.0), (113.0, 103.0, -2.0), (129.0, 98.0, 4.0)]
SIDEWAYS = [(120.0, 90.0 + 15 * n, 90.0) for n in range(3)]


@pytest.mark.parametrize("cards", [ROW, ROW[::-1], FAN, CROOKED, SIDEWAYS, [*ROW, (260.0, 250.0, 30.0)]])
def test_cards_are_found_however_they_lie(cards: list[Pose]) -> None:
    pieces, owners = find_pieces(told_of(cards), CARD_MM)
    found = [(*piece.middle_mm, piece.angle_deg) for piece in pieces]
    assert len(found) == len(cards)
    for wanted in laid(cards):
        off = [max(abs(wanted[0] - one[0]), abs(wanted[1] - one[1])) for one in found]
        nearest = found[int(np.argmin(off))]
        assert min(off) < 2.5
        assert abs((nearest[2] - wanted[2] + 90) % 180 - 90) < 3
    assert set(np.unique(owners)) == {-1, *range(len(cards))}


def test_the_uppermost_card_is_taken_first_and_owns_what_it_covers() -> None:
    pieces, owners = find_pieces(told_of(ROW), CARD_MM)
    assert pieces[0].middle_mm == pytest.approx((142, 120), abs=2)
    assert [int((owners == n).sum()) for n in range(4)] == [piece.cells for piece in pieces]
    assert pieces[0].cells > 3 * max(piece.cells for piece in pieces[1:])


def test_the_side_of_a_pile_is_no_card() -> None:
    pile = [(150.0 + 1.5 * n, 150.0 - 1.5 * n, 0.0) for n in range(4)]
    assert len(find_pieces(told_of(pile), CARD_MM)[0]) == 1


def test_nothing_is_found_on_a_bare_table() -> None:
    assert find_pieces(np.zeros((100, 100, 5), np.float32), CARD_MM)[0] == []


@pytest.mark.parametrize("size", [(56.0, 87.0), (44.0, 68.0), (64.0, 88.0)])
def test_rims_tell_how_large_cards_are(size: tuple[float, float]) -> None:
    told = told_of([(70.0, 90.0, 0.0), (160.0, 90.0, 0.0), (160.0, 200.0, 0.0), (174.0, 200.0, 0.0)], size)
    assert measured([told], [(56, 87), (44, 68), (63, 88)]) == pytest.approx(size, abs=2)


def test_the_scale_is_told_by_whole_cards() -> None:
    told = told_of([(70.0, 90.0, 0.0), (160.0, 90.0, 0.0), (176.0, 90.0, 0.0)], (50.0, 78.0))
    worth = dict(sizes_worth(told, CARD_MM, finely=True)) | dict(sizes_worth(told, CARD_MM, finely=False))
    assert abs(max(worth, key=lambda part: worth[part]) - 50 / 56) < 0.05


def look(seed: int, shown: slice = slice(None), noise: int = 0) -> Look:
    """A card with a print of its own, of which some columns show."""
    tones = np.random.default_rng(seed).normal(0, 0.4, (11, 7, 3)).astype(np.float32)
    tones = np.asarray(cv2.resize(tones, (30, 46), interpolation=cv2.INTER_LINEAR), np.float32)
    tones += np.random.default_rng(1000 + noise).normal(0, 0.03, tones.shape).astype(np.float32)
    seen = np.zeros((44, 28), bool)
    seen[:, shown] = True
    return Look(Piece((0.0, 0.0), 0.0, 1.0), tones, seen, np.ones((44, 28), np.float32))


def test_a_strip_looks_like_its_own_face_and_not_like_that_turned_over() -> None:
    faces = turned_faces([face_of(look(n), 1) for n in range(3)])
    strip = look(1, slice(0, 6), noise=1)
    costs = unlike_faces(strip, faces)
    assert int(costs.min(1).argmin()) == 1
    assert costs[1, 0] < 0.2 < costs[1, 1]


def test_cards_of_a_lesson_get_the_labels_of_their_zone() -> None:
    """Which card is which is told by numbers alone: three look like each other, two others too."""
    zone = [look(1, noise=1), look(2, noise=2), look(1, slice(0, 7), noise=3), look(2, slice(0, 7)), look(1)]
    told = sort_looks([zone], [{"north": 3, "south": 2}])
    assert told.kinds == ("north", "south", "north", "south", "north")
    assert not told.alike
    assert sort_looks([zone[:2]], [{"north": 1, "south": 1}]).alike == {"north", "south"}
    assert sort_looks([zone], [{"north": 3, "south": 1}]).kinds.count(None) == 1


def test_a_whole_card_that_is_like_no_kind_more_than_another_is_none_of_the_game() -> None:
    looks = [look(n) for n in range(4)]
    costs = [np.full((3, 2), 0.6) for _ in looks]
    for number in range(3):
        costs[number][number] = 0.15
    costs[3][1] = 0.52
    assert _of_the_game(looks, costs, ["red", "blue", "green"]) == [True, True, True, False]


def card(kind: str | None, pose: Pose, fit: float = 0.1) -> SeenCard:
    """A whole card that was read, in a photo of which a pixel is a millimetre."""
    quad = corners_of(Piece(pose[:2], pose[2], 0.0), CARD_MM)
    return SeenCard(kind, quad, 0.99, raw=0.99, fit=fit)


def test_readings_that_agree_are_sure_and_others_doubted() -> None:
    place = (100.0, 100.0, 0.0)
    told = told_of([place])
    (same,) = better_of([card("red", place)], [card("red", place)], told, np.eye(3))
    (other,) = better_of([card("red", place, 0.1)], [card("blue", place, 0.3)], told, np.eye(3))
    assert (same.kind, same.chance) == ("red", 0.99)
    assert (other.kind, other.chance) == ("red", DOUBTFUL)


def test_the_reading_is_taken_that_leaves_nothing_over() -> None:
    """One reading passes over a card, the other sees one where only table is."""
    places = [(70.0, 100.0, 0.0), (130.0, 100.0, 0.0)]
    both = [card("red", place) for place in places]
    assert len(better_of(both[:1], both, told_of(places), np.eye(3))) == 2
    assert len(better_of(both, both[:1], told_of(places[:1]), np.eye(3))) == 1


def test_what_lies_face_down_is_no_card_however_it_was_read() -> None:
    place = (100.0, 100.0, 0.0)
    (none,) = better_of([card("red", place)], [card(None, place)], told_of([place]), np.eye(3))
    assert none.kind is None


def test_a_ticket_stays_a_ticket() -> None:
    place = (100.0, 100.0, 0.0)
    ticket = SeenCard(None, card("red", place).quad_px, 0.9, ("Rome", "Paris"))
    assert better_of([ticket], [card(None, place)], told_of([place]), np.eye(3)) == [ticket]
