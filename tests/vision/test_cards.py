"""Cards on rendered tables: found, taught without places, read and counted."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.errors import BadInput
from firmware.cli import main
from vision.cards.bands import Band, CloserLook, HeapTones, Laid
from vision.cards.closer import Part, shown_part, unlike_faces
from vision.cards.evaluate import honest_curve
from vision.cards.heaps import Heap, find_heaps, outlines_of_cards
from vision.cards.names import chances
from vision.cards.naming import name_faces
from vision.cards.pack import PackDamaged
from vision.cards.reader import ReadBand, in_contrast, in_light_of
from vision.cards.rows import lay_rows
from vision.cards.see import NothingKnown, entries_of, is_no_card, see
from vision.cards.seen import SeenCard, SeenZone
from vision.cards.size import card_size
from vision.cards.strips import CELL_MM, Face, FaceColumns, Reading, Strip, column_costs, read_band
from vision.cards.teach import read_labels, teach
from vision.cards.tickets import name_ticket, print_of
from vision.cards.tones import tones_of
from vision.render.card_deal import ROW_MM, Habit, open_row, scene_of_cards, yard
from vision.render.card_print import paint_card, paint_ticket
from vision.render.card_scene import BACK, CardZone, LaidCard, shoot_cards
from vision.render.card_style import CARD_STYLES, KINDS
from vision.render.light import DAY, LAMP, Light

GAME = "ticket-to-ride-card-game"
NEAT = Habit(gap_mm=14.0, loose_mm=0.3, loose_deg=0.4)
YARD_MM = (330.0, 240.0)
STYLE = CARD_STYLES["linocut"]


def photo_of(
    cards: list[LaidCard], light: Light = DAY, zone: int | None = 1, seed: int = 5
) -> tuple[Any, dict[str, Any]]:
    """A table of cards seen almost from above."""
    rng = np.random.default_rng(seed)
    size = ROW_MM if zone == 0 else YARD_MM
    scene = scene_of_cards(rng, [CardZone(zone, tuple(cards), size_mm=size)], 1300, light, tilt_deg=4.0)
    return shoot_cards(scene, STYLE, seed)


def counts(answer: dict[str, Any]) -> dict[str, int]:
    return {card["kind"]: card["count"] for card in answer["zones"][0]["cards"]}


def row_of(*kinds: str) -> list[LaidCard]:
    return open_row(np.random.default_rng(2), NEAT, kinds)


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A box taught by two photos of five open cards each: no photo says where which card lies."""
    folder = tmp_path_factory.mktemp("cards") / "box"
    first = photo_of(row_of("black", "blue", "green", "orange", "purple"), zone=0)
    second = photo_of(row_of("red", "white", "yellow", "locomotive", "locomotive"), zone=0)
    report = teach(folder, [first, second])
    assert report.learned == 10
    assert report.unseen == ()
    return folder


@pytest.mark.parametrize("gap_mm", [6.0, 14.0])
def test_cards_that_lie_apart_are_heaps_of_their_own(gap_mm: float) -> None:
    habit = Habit(gap_mm=gap_mm, loose_mm=0.3, loose_deg=0.4)
    photo, _ = photo_of(open_row(np.random.default_rng(2), habit, KINDS[:5]), zone=0)
    (ground,) = find_heaps(photo)
    assert len(ground.heaps) == 5


def test_every_kind_is_learned_from_counts_alone(pack: Path) -> None:
    assert set(json.loads((pack / "cards.json").read_text())["faces"]) == set(KINDS)


def test_five_open_cards_are_read_elsewhere(pack: Path) -> None:
    photo, labels = photo_of(row_of("red", "red", "blue", "locomotive", "white"), zone=0, seed=8)
    answer, _ = see(photo, pack)
    assert counts(answer) == counts(labels)


def test_a_heap_is_turned_and_never_mirrored() -> None:
    tones = np.arange(24, dtype=np.float32).reshape(2, 4, 3)
    heap = HeapTones(tones, np.ones((2, 4), np.float32))
    assert (np.rot90(heap.flipped().tones, -1) == tones).all()


@pytest.mark.parametrize("backwards", [False, True])
def test_a_row_of_locomotives_is_read_whichever_lies_on_top(pack: Path, backwards: bool) -> None:
    habit = Habit(gap_mm=14.0, loose_mm=0.3, loose_deg=0.4, along_mm=18.0, backwards=backwards)
    photo, labels = photo_of(yard(np.random.default_rng(3), habit, [["locomotive", "locomotive", "white"]], YARD_MM))
    assert counts(see(photo, pack)[0]) == counts(labels) == {"locomotive": 2, "white": 1}


def test_faces_are_called_by_their_colour() -> None:
    small = [cv2.resize(paint_card(kind, STYLE), (28, 44), interpolation=cv2.INTER_AREA) for kind in KINDS]
    faces = [Face(tones_of(np.asarray(one, np.float32)), np.ones((44, 28), bool)) for one in small]
    kinds, likely = chances(faces)
    assert sum(kinds[int(row.argmax())] == kind for row, kind in zip(likely, KINDS, strict=True)) >= 8


def test_nothing_wrong_is_said_surely_under_a_glaring_lamp(pack: Path) -> None:
    photo, labels = photo_of(row_of("red", "red", "blue", "locomotive", "white"), LAMP, zone=0, seed=8)
    cards = see(photo, pack)[0]["zones"][0]["cards"]
    assert all(counts(labels).get(card["kind"]) == card["count"] for card in cards if card["confidence"] >= 0.95)


def test_a_row_of_which_strips_show_is_counted(pack: Path) -> None:
    cards = yard(np.random.default_rng(3), NEAT, [["locomotive", "green", "green", "green"]], YARD_MM)
    photo, labels = photo_of(cards)
    answer, _ = see(photo, pack)
    assert counts(answer) == counts(labels) == {"green": 3, "locomotive": 1}


def test_the_command_teaches_sees_and_draws(pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo, labels = photo_of(row_of("black", "yellow", "green", "red", "red"), zone=0, seed=9)
    cv2.imwrite(str(tmp_path / "table.jpg"), photo)
    (tmp_path / "table.json").write_text(json.dumps(labels))
    pair = [str(tmp_path / "table.jpg"), str(tmp_path / "table.json")]
    assert main(["teach", "--game", GAME, "--pack", str(tmp_path / "own"), *pair]) == 0
    capsys.readouterr()
    drawn = tmp_path / "seen.png"
    assert main(["see", pair[0], "--game", GAME, "--pack", str(pack), "--annotate", str(drawn)]) == 0
    assert counts(json.loads(capsys.readouterr().out)) == counts(labels)
    assert (cv2.imread(str(drawn)) != photo).any()


def test_a_photo_without_corner_cards_is_one_unnamed_zone(pack: Path) -> None:
    photo, _ = photo_of(row_of("black", "yellow", "green", "red", "red"), zone=None)
    answer, _ = see(photo, pack)
    assert [zone["zone"] for zone in answer["zones"]] == [None]


def test_a_table_without_cards_is_told_in_the_words_of_the_game(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = np.random.default_rng(1).normal(150, 6, (480, 640, 3)).clip(0, 255).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "bare.png"), table)
    assert main(["see", str(tmp_path / "bare.png"), "--game", "ticket-to-ride-card-game", "--pack", str(pack)]) == 1
    assert "neither corner cards nor cards are seen" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["cards.json", "cards.npz"])
@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04" + bytes(range(256)), bytes(range(256)), b"[" * 100_000])
def test_a_damaged_pack_is_told_in_one_line(
    pack: Path, name: str, damage: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "pack"
    shutil.copytree(pack, copy)
    (copy / name).write_bytes(damage)
    cv2.imwrite(str(tmp_path / "bare.png"), np.random.default_rng(1).integers(60, 200, (300, 400, 3), np.uint8))
    assert main(["see", str(tmp_path / "bare.png"), "--game", "ticket-to-ride-card-game", "--pack", str(copy)]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "damaged" in err


def test_a_pack_whose_list_is_lost_is_not_written_over(pack: Path, tmp_path: Path) -> None:
    (tmp_path / "cards.npz").write_bytes((pack / "cards.npz").read_bytes())
    with pytest.raises(PackDamaged, match=r"cards\.json is missing"):
        teach(tmp_path, [])


def test_without_a_pack_cards_cannot_be_read() -> None:
    with pytest.raises(NothingKnown):
        see(np.full((200, 300, 3), 90, np.uint8))


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ({"zone": "one", "cards": []}, "labels.zones[0].zone: must be a whole number, not a text"),
        ({"zone": 1, "cards": {"red": 2}}, "zones[0].cards: must be a list"),
        ({"zone": 1, "cards": [{"count": 2}]}, "the key 'kind' is missing"),
        ({"zone": 1, "cards": [{"kind": "red", "count": "two"}]}, "count: must be a whole number, not a text"),
        ({"zone": 1, "cards": [{"kind": "red", "count": 100_000_000}]}, "count: must be from 0 to 10"),
        ({"zone": 1, "cards": [{"kind": "red", "count": 6}] * 2}, "the box has only 10 cards of this kind: red"),
        ({"zone": 1, "cards": [{"kind": "mauve", "count": 1}]}, "kind: must be one of black,"),
        ({"zone": 1, "cards": [], "tickets": [["Chicago"]]}, "tickets[0]: must have 2 entries, not 1"),
    ],
)
def test_bad_labels_are_refused_in_one_sentence(zone: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_labels({"zones": [zone]})
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_tickets_that_share_their_cities_are_told_apart() -> None:
    there = print_of(paint_ticket(("Chicago", "New York", 5, ("yellow",)), STYLE)[::2, ::2])
    back = print_of(paint_ticket(("New York", "Chicago", 5, ("blue",)), STYLE)[::2, ::2])
    noisy = paint_ticket(("New York", "Chicago", 5, ("blue",)), STYLE)[::2, ::2]
    noisy = cv2.GaussianBlur(cv2.rotate(noisy, cv2.ROTATE_180), (0, 0), 0.8)
    number, chance = name_ticket(print_of(np.asarray(noisy, np.uint8)), [there, back])
    assert number == 1
    assert chance > 0.8


def test_a_card_that_is_no_ticket_is_not_named_surely() -> None:
    known = [print_of(paint_ticket(("Chicago", "New York", 5, ("yellow",)), STYLE)[::2, ::2])]
    assert name_ticket(print_of(paint_card("red", STYLE)[::2, ::2]), known)[1] < 0.3


def test_strips_are_counted_by_the_print_that_repeats() -> None:
    """Three cards, each 12 mm further: two strips and a whole card, whichever lies on top."""
    tones = np.random.default_rng(4).normal(0, 0.5, (44, 28, 3)).astype(np.float32)
    face = Face(tones, np.ones((44, 28), bool))
    step = 12 // CELL_MM
    band = np.concatenate([tones[:, :step], tones[:, :step], tones], 1)
    for backwards, seen in ((False, band), (True, band[:, ::-1])):
        faces = [face] if not backwards else [Face(np.ascontiguousarray(tones[:, ::-1]), face.known)]
        columns = FaceColumns(faces, upright=True)
        costs = column_costs(np.ascontiguousarray(seen), 0, columns)
        reading = read_band(costs, np.full(seen.shape[1], 1.2, np.float32), backwards)
        assert [strip.shown for strip in reading.strips] == [step, step, 28]
        assert {strip.face for strip in reading.strips} == {0}


@pytest.mark.parametrize("backwards", [False, True])
def test_what_repeats_tells_how_taught_rows_lie(backwards: bool) -> None:
    habit = Habit(gap_mm=14.0, loose_mm=0.3, loose_deg=0.4, along_mm=18.0, backwards=backwards)
    groups = [["green", "green", "green", "green"], ["white", "white"]]
    photo, _ = photo_of(yard(np.random.default_rng(3), habit, groups, YARD_MM))
    (ground,) = find_heaps(photo, (56, 87))
    rows = [row for row in lay_rows(ground.heaps, ground.paper, (56, 87), 6) if row]
    assert [row.cards for row in rows] == [4, 2]
    assert [row.laid for row in rows] == [Laid(True, True, backwards)] * 2


def test_two_rows_are_not_one_long_row() -> None:
    habit = Habit(gap_mm=5.0, loose_mm=0.3, loose_deg=0.4)
    photo, _ = photo_of(
        yard(np.random.default_rng(3), habit, [["red", "red", "red"], ["blue", "blue", "blue"]], YARD_MM)
    )
    (ground,) = find_heaps(photo, (56, 87))
    assert [min(heap.size_mm) < 95 and max(heap.size_mm) < 100 for heap in ground.heaps] == [True, True]


def test_a_card_of_the_tables_colour_is_found_by_what_shows_of_it() -> None:
    """A rim and some print here and there are one card; so much of it looks like the table that no part is one."""
    strange = np.zeros((300, 300), np.float32)
    strange[100:187, 100:156] = 0.1
    cv2.rectangle(strange, (100, 100), (155, 186), (0.4,), 3)
    for top in (112, 135, 158):
        strange[top : top + 14, 110:146] = 0.9
    (piece,) = [one for one in outlines_of_cards(strange, [(56, 87)]) if min(cv2.minAreaRect(one)[1]) > 18]
    assert sorted(cv2.minAreaRect(piece)[1]) == pytest.approx([56, 87], abs=5)


def sides_of(pieces: Sequence[Any]) -> list[list[float]]:
    """The sides of what is large enough to be a card, the shorter first."""
    return sorted(sides for one in pieces if (sides := sorted(cv2.minAreaRect(one)[1]))[0] > 18)


def test_rows_whose_rims_touch_all_along_are_cut_apart() -> None:
    """One lies below the other and is longer; nowhere is a line of table between them."""
    strange = np.zeros((330, 330), np.float32)
    strange[100:158, 40:220] = 1.0
    strange[158:216, 40:280] = 1.0
    upper, lower = sides_of(outlines_of_cards(strange, [(56, 87)]))
    assert upper == pytest.approx([58, 180], abs=5)
    assert lower == pytest.approx([58, 240], abs=5)


def test_four_rows_in_a_square_are_four_heaps() -> None:
    """The upper two touch the lower two; between left and right there is table."""
    strange = np.zeros((400, 400), np.float32)
    for left, width in ((40, 120), (168, 150)):
        strange[100:158, left : left + width] = 1.0
        strange[158:216, left : left + width - 16] = 1.0
    strange[156:160, 150:180] = 1.0
    assert len(sides_of(outlines_of_cards(strange, [(56, 87)]))) == 4


def test_nothing_is_cut_in_two_that_leaves_half_of_it_no_cards() -> None:
    """A row on a thing of another shape: the row alone would explain more, but what lies above it must not be lost."""
    strange = np.zeros((330, 400), np.float32)
    strange[158:216, 40:320] = 1.0
    cv2.fillPoly(strange, [np.array([(50, 158), (310, 158), (180, 95)])], (1.0,))
    found = outlines_of_cards(strange, [(56, 87)])
    assert sum(cv2.contourArea(one) for one in found) == pytest.approx(float(strange.sum()), rel=0.06)


def test_a_pale_row_is_cut_from_its_neighbour_where_it_is_faintest() -> None:
    """Looked at more strictly the pale row falls to pieces, and the table between is no line that is seen."""
    strange = np.zeros((330, 360), np.float32)
    strange[90:182, 40:140] = 1.0
    strange[100:188, 140:148] = 0.3
    strange[102:186, 148:290] = 0.4
    strange[130:150, 160:280:20] = 0.9
    found = sides_of(outlines_of_cards(strange, [(56, 87)]))
    assert len(found) == 2
    assert found[0] == pytest.approx([84, 142], abs=8)


def close_look_at(seen: Any, faces: Sequence[Any], strip: Strip) -> Any:
    """How unlike each of these plain or printed faces a strip of a heap is."""
    whole = np.ones((44, 28), np.float32)
    looks = [Part(one, whole > 0, whole) for one in faces]
    parts = [shown_part(look, False, strip.shown) for look in looks]
    return unlike_faces(seen, 0, strip, parts)


def test_what_shows_of_the_next_card_tells_nothing() -> None:
    """A narrow strip, cut a cell too wide: its own print decides, not the white rim beside it."""
    rng = np.random.default_rng(3)
    own, other = (rng.normal(0, 0.15, (44, 28, 3)).astype(np.float32) for _ in range(2))
    other[:, 4:5] = 1.5
    seen = own.copy()
    seen[:, 4:] = 1.5
    alike, unlike = close_look_at(seen, [own, other], Strip(0, False, 0, 5, 1.0))
    assert alike < 0.15
    assert alike < unlike - 0.1


def test_a_bit_of_table_does_not_tell_of_the_light() -> None:
    """A sixth of the strip is dark table; the rest is the face in light that differs as much as it may."""
    look = np.random.default_rng(3).normal(0, 0.15, (44, 28, 3)).astype(np.float32)
    seen = look + np.array((0.12, 0.06, 0.06), np.float32)
    seen[:7] -= 2.0
    (cost,) = close_look_at(seen, [look], Strip(0, False, 0, 12, 1.0))
    assert cost < 0.17


def test_rows_that_look_alike_from_both_ends_are_counted_from_both() -> None:
    """Plain cards with a rim: the columns alone do not tell which end is the whole card."""
    tones = np.zeros((44, 28, 3), np.float32)
    tones[:, [0, -1]] = 0.5
    seen = np.concatenate([tones[:, :8], tones[:, :8], tones], 1)
    heap = HeapTones(seen, np.ones(seen.shape[:2], np.float32))
    face = Face(tones, np.ones((44, 28), bool))
    band = Band(True, True, 0, Reading((Strip(0, False, 0, 28, 1.0),), 1.0, False), 1.0, (44, 28))
    ways = {(len(way.strips), way.backwards) for way in CloserLook(heap, [face], ["red"], band).ways}
    assert {(2, False), (2, True), (4, False), (4, True)} <= ways


def test_rows_of_one_zone_have_one_step(pack: Path) -> None:
    """Two crooked cards may look like three; the other row tells how far apart this table lays its cards."""
    habit = Habit(gap_mm=14.0, loose_mm=1.0, loose_deg=1.5, along_mm=16.0)
    groups = [["green"] * 5, ["red", "red", "red"]]
    photo, labels = photo_of(yard(np.random.default_rng(6), habit, groups, YARD_MM), seed=6)
    assert counts(see(photo, pack)[0]) == counts(labels) == {"green": 5, "red": 3}


def test_faces_of_one_lesson_are_seen_in_one_light() -> None:
    """Of two lessons in different light each has its own; a third card of a lesson is lit as the others of it."""
    rng = np.random.default_rng(7)
    looks = [rng.normal(0, 0.4, (44, 28, 3)).astype(np.float32) for _ in range(3)]
    faces = [Face(look, np.ones((44, 28), bool), photo) for look, photo in zip(looks, (0, 0, 1), strict=True)]
    band = Band(True, True, 0, Reading((Strip(0, False, 0, 28, 1.0),), 1.0, False), 1.0, (44, 28))
    heap = HeapTones(looks[0] + np.float32(0.3), np.ones((44, 28), np.float32))
    other = replace(band, reading=Reading((Strip(2, False, 0, 28, 1.0),), 1.0, False))
    cool = HeapTones(looks[2] - np.float32(0.3), np.ones((44, 28), np.float32))
    here = in_light_of(faces, [(heap, [band]), (cool, [other])])
    assert (here[1].tones - looks[1]).mean() > 0.08
    assert (here[2].tones - looks[2]).mean() < -0.08


def test_kinds_that_might_as_well_be_exchanged_are_doubtful() -> None:
    """Two cards that always lie together, with names that are no colours, can be told by nothing."""
    faces = [Face(np.zeros((4, 3, 3), np.float32), np.ones((4, 3), bool)) for _ in range(4)]
    counts = [{1: 1, 2: 1, 3: 2}]
    names, _, doubtful = name_faces(faces, counts, [{"boat": 1, "plane": 1, "coach": 2}], {})
    assert doubtful == {"boat", "plane"}
    assert names[3] == "coach"


def test_the_size_of_cards_is_measured() -> None:
    assert card_size([(58, 89), (59, 90), (110, 89), (142, 58)]) == (56, 87)
    assert card_size([(46, 70), (45, 69), (90, 70), (46, 70)]) == (44, 68)
    assert card_size([(66, 91), (67, 92), (80, 91)]) == (63, 88)


def test_nothing_is_said_surely_before_enough_was_right() -> None:
    """Mistakes end at a place; above it all is right, but only many entries prove that."""
    rows = [(x / 30, x > 60 or x % 10 > 0) for x in range(400)]
    places, said = honest_curve(rows)
    sure = min(place for place, told in zip(places, said, strict=True) if told >= 0.95)
    assert 60 / 30 < sure < 100 / 30
    assert said == sorted(said)
    assert max(honest_curve(rows[:150])[1]) < 0.95


def test_a_row_of_which_cards_lie_out_of_line_is_not_lost() -> None:
    """Each card lies lower than the one before, and the last touches the row below."""
    strange = np.zeros((330, 330), np.float32)
    for number in range(5):
        strange[80 + 2 * number : 138 + 2 * number, 40 + 26 * number : 130 + 26 * number] = 1.0
    strange[147:205, 60:200] = 1.0
    strange[146:147, 150:200] = 1.0
    upper, lower = sides_of(outlines_of_cards(strange, [(56, 87)]))[::-1]
    assert upper == pytest.approx([66, 194], abs=6)
    assert lower == pytest.approx([58, 140], abs=6)


def test_cards_in_the_shadow_of_a_cup_are_parted_from_it() -> None:
    """The shadow is surely no bare table, but the cards are far stranger."""
    strange = np.zeros((330, 330), np.float32)
    cv2.ellipse(strange, (60, 130), (55, 80), 30, 0, 360, (0.99,), -1)
    strange[100:158, 90:230] = 1.0
    assert any(sides == pytest.approx([58, 140], abs=6) for sides in sides_of(outlines_of_cards(strange, [(56, 87)])))


def test_a_pile_that_lies_face_down_is_no_card(pack: Path) -> None:
    cards = yard(np.random.default_rng(3), NEAT, [["locomotive", "green", "green"]], YARD_MM)
    photo, labels = photo_of([*cards, LaidCard(BACK, (260.0, 175.0), 8.0)])
    assert counts(see(photo, pack)[0]) == counts(labels) == {"green": 2, "locomotive": 1}


def test_the_sides_of_a_pile_are_no_cards() -> None:
    """Narrow strips beside what is less alike than usual, larger than a card also across: a pile, no row of three."""
    strips = tuple(Strip(0, False, 3 + 5 * n, shown, 0.2 * shown) for n, shown in enumerate((5, 5, 28)))
    band = Band(True, True, 0, Reading(strips, 1.0, False), 1.0, (44, 28))
    face = Face(np.zeros((44, 28, 3), np.float32), np.ones((44, 28), bool))
    told = {}
    for high in (90.0, 97.0):
        heap = Heap(np.zeros((1, 1, 3), np.uint8), np.zeros((1, 1), np.float32), np.eye(3), (76.0, high))
        told[high] = is_no_card(strips, ReadBand(heap, HeapTones(face.tones, face.tones[..., 0]), band), [face], 0.15)
    assert told == {90.0: False, 97.0: True}


@pytest.mark.parametrize("kind", ["blue", "red", "purple"])
def test_a_coloured_car_on_a_dark_card_names_it(kind: str) -> None:
    """Dark cards that differ in a third of their cells are called by that third."""
    dark = np.full((44, 28, 3), 38, np.float32)
    cards = {}
    for name in KINDS:
        look = cv2.resize(paint_card(name, STYLE), (28, 44), interpolation=cv2.INTER_AREA).astype(np.float32)
        cards[name] = np.concatenate([dark[:30], look[30:]])
    faces = [Face(tones_of(card), np.ones((44, 28), bool)) for card in cards.values()]
    kinds, likely = chances(faces)
    assert kinds[int(likely[list(cards).index(kind)].argmax())] == kind


def test_faces_of_one_name_look_alike() -> None:
    """Two of three cards are of one kind and were sorted apart; counts and names tell nothing, the looks do."""
    rng = np.random.default_rng(4)
    one, other = (rng.normal(0, 0.3, (44, 28, 3)).astype(np.float32) for _ in range(2))
    again = one + rng.normal(0, 0.08, one.shape).astype(np.float32)
    nobody = np.zeros((44, 28, 3), np.float32)
    faces = [Face(nobody, np.zeros((44, 28), bool))]
    faces += [Face(look, np.ones((44, 28), bool)) for look in (one, other, again)]
    names, _, _ = name_faces(faces, [{1: 1, 2: 1, 3: 1}], [{"boat": 2, "plane": 1}], {})
    assert names == {1: "boat", 2: "plane", 3: "boat"}


def test_a_whole_card_may_be_one_of_which_only_a_strip_is_known() -> None:
    """Its strip is alike; the other face is known whole and is not."""
    rng = np.random.default_rng(5)
    own, other = (rng.normal(0, 0.12, (44, 28, 3)).astype(np.float32) for _ in range(2))
    known = np.zeros((44, 28), bool)
    known[:, :8] = True
    parts = [Part(own, known, np.ones((44, 28), np.float32)), Part(other, known | True, np.ones((44, 28), np.float32))]
    by_strip, by_all = unlike_faces(own, 0, Strip(0, False, 0, 28, 1.0), parts)
    assert by_strip < min(by_all - 0.1, 0.4)


def test_a_card_askew_is_looked_at_level() -> None:
    rng = np.random.default_rng(6)
    look = cv2.GaussianBlur(rng.normal(0, 2.0, (30, 44, 3)).astype(np.float32), (0, 0), 2.0)
    heap = np.pad(look, ((8, 8), (8, 8), (0, 0)))
    turn = cv2.getRotationMatrix2D((8 + 22, 8 + 15), -3.2, 1.0)
    askew = cv2.warpAffine(heap, turn, (60, 46), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    part = Part(look, np.ones((30, 44), bool), np.ones((30, 44), np.float32))
    (cost,) = unlike_faces(askew, 8, Strip(0, False, 8, 44, 1.0, pose=(3.2, 0.0)), [part])
    assert cost < 0.12


def test_pale_cards_are_read_in_their_contrast() -> None:
    """Haze takes half of all colour and contrast; the faces are then sought as pale as that."""
    rng = np.random.default_rng(8)
    looks = [cv2.GaussianBlur(rng.normal(0, 3.0, (44, 28, 3)).astype(np.float32), (0, 0), 2.0) for _ in range(3)]
    faces = [Face(look, np.ones((44, 28), bool)) for look in looks]
    heaps = [HeapTones(look * np.float32(0.5), np.ones((44, 28), np.float32)) for look in looks]
    pale, read = in_contrast(faces, heaps)
    assert pale[0].tones.std() == pytest.approx(0.5 * looks[0].std(), rel=0.05)
    assert [band.reading.strips[0].face for _, bands in read for band in bands] == [0, 1, 2]


def test_an_entry_is_no_surer_than_a_card_that_may_be_one_more_of_it() -> None:
    square = np.zeros((4, 2))
    sure = SeenCard("green", square, 0.99, raw=0.99999)
    doubtful = SeenCard("locomotive", square, 0.75, raw=0.5, rival="green")
    entries = {entry["kind"]: entry for entry in entries_of(SeenZone(1, (sure, doubtful)))["cards"]}
    assert entries["green"]["confidence"] <= 0.75
    alone = entries_of(SeenZone(1, (sure, replace(doubtful, rival="red"))))["cards"]
    assert {entry["kind"]: entry for entry in alone}["green"]["confidence"] > 0.95
