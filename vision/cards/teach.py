"""Teaches a box of cards: labelled photos become its faces, without anybody saying where which card lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.reading import Field
from engine.ticket_to_ride_card_game.box import our_box
from vision.cards.bands import HeapTones, tones_of_heap
from vision.cards.grounds import find_heaps
from vision.cards.heaps import CardGround
from vision.cards.kinds import face_of, sort_looks
from vision.cards.learn import Sorting, cells, nobody, sort_cards
from vision.cards.naming import name_faces
from vision.cards.pack import CardPack, open_pack
from vision.cards.pieces import measured
from vision.cards.rows import lay_rows
from vision.cards.see import cut_card, seen_cards
from vision.cards.seen import SeenCard
from vision.cards.single import find_looks
from vision.cards.size import SOLD_MM, card_size
from vision.cards.tickets import print_of
from vision.markers import ZONES

Photo = NDArray[np.uint8]
# How unlike two cards of one kind may look: tried one after the other, the labels tell which was right.
STRICTNESS = (0.2, 0.3, 0.42, 0.55)
# Tried too where a labelled kind is still none of the faces: pale cards differ little.
STRICTER = (0.13, 0.08)
MOST_FACES = 3
LOOSE_MM = 8.0
MOST_ZONES, MOST_ENTRIES = 20, 100
# What a kind of which only parts were sorted out weighs against one card miscounted; so much known is whole.
IN_PARTS, WHOLE = 1.0, 0.9


class NothingTaught(ValueError):
    """No labelled card was found in the photos."""


@dataclass(frozen=True)
class CardReport:
    """How many cards were learned, which labels do not fit what is seen, and what no photo shows."""

    learned: int
    not_found: tuple[str, ...]
    unseen: tuple[str, ...]


@dataclass(frozen=True)
class Lesson:
    """A labelled zone of one photo."""

    photo_bgr: Photo
    ground: CardGround
    cards: dict[str, int]
    tickets: tuple[tuple[str, str], ...]


def teach(pack_dir: Path, pairs: Iterable[tuple[Photo, Mapping[str, Any]]]) -> CardReport:
    """Learns a box from photos and what lies on them; a pack that exists is extended."""
    told = [(photo, read_labels(labels)) for photo, labels in pairs]
    pack = open_pack(pack_dir)
    if not pack.faces and not pack.prints:
        pack.size_mm = _measured_size([photo for photo, _ in told])
    lessons, missing = [], []
    for photo, zones in told:
        grounds = {ground.number: ground for ground in find_heaps(photo, pack.size_mm)}
        for number, (cards, tickets) in zones.items():
            if number in grounds and grounds[number].heaps:
                lessons.append(Lesson(photo, grounds[number], cards, tickets))
            elif cards or tickets:
                missing.append(f"zone {number}: no cards are seen there")
    if not lessons:
        raise NothingTaught("no labelled zone with cards was found in the photos")
    if any(lesson.cards for lesson in lessons):
        pack = _learned(pack, [lesson for lesson in lessons if lesson.cards])
    for lesson in lessons:
        missing += _learn_tickets(pack, lesson)
    if not pack.faces and not pack.prints:
        raise NothingTaught("no card could be told from the others; light and labels may not fit")
    report = _report(pack, lessons, missing)
    pack.save()
    return report


def _measured_size(photos: Sequence[Photo]) -> tuple[int, int]:
    """How large the cards of these photos are."""
    grounds = [ground for photo in photos for ground in find_heaps(photo)]
    guess = card_size([heap.size_mm for ground in grounds for heap in ground.heaps])
    views = [ground.told for ground in grounds if ground.told is not None]
    wide, high = measured(views, list(dict.fromkeys([guess, *SOLD_MM]))) if views else guess
    return round(wide), round(high)


def _learned(pack: CardPack, lessons: Sequence[Lesson]) -> CardPack:
    """The pack with what these lessons teach: by rows or card by card, whichever then reads them better."""
    ways = []
    for learn in (_learn, _learn_singly):
        way = replace(pack, faces=list(pack.faces), kinds=list(pack.kinds), doubtful=set(pack.doubtful))
        learn(way, lessons)
        ways.append(way)
    if lacking := set(ways[1].kinds) - set(ways[0].kinds):
        ways.append(_with_kinds(ways[0], ways[1], lacking))
    misread = [
        sum(abs(wanted - seen) for *_, wanted, seen in _misread(way, lessons)) if way.faces else np.inf for way in ways
    ]
    return ways[int(np.argmin(misread))]


def _with_kinds(pack: CardPack, other: CardPack, kinds: set[str]) -> CardPack:
    """The pack with what another knows of these kinds."""
    more = [(face, kind) for face, kind in zip(other.faces, other.kinds, strict=True) if kind in kinds]
    faces, names = [*pack.faces, *(face for face, _ in more)], [*pack.kinds, *(kind for _, kind in more)]
    return replace(pack, faces=faces, kinds=names, doubtful=pack.doubtful | (other.doubtful & kinds))


def _learn_singly(pack: CardPack, lessons: Sequence[Lesson]) -> None:
    """Learns faces from cards that were found one by one."""
    zones = [find_looks(lesson.photo_bgr, lesson.ground, pack.size_mm) for lesson in lessons]
    if not any(zones):
        return
    told = sort_looks(zones, [lesson.cards for lesson in lessons])
    first = max((face.photo for face in pack.faces), default=0) + 1
    faces = [face_of(look, first + number) for number, zone in enumerate(zones) for look in zone]
    every = [*zip(pack.faces, pack.kinds, strict=True), *zip(faces, told.kinds, strict=True)]
    pack.doubtful = (pack.doubtful - {kind for lesson in lessons for kind in lesson.cards}) | told.alike
    pack.faces, pack.kinds = [], []
    for kind in sorted({kind for _, kind in every if kind}):
        mine = [face for face, name in every if name == kind]
        for face in sorted(mine, key=lambda one: -one.known.mean())[:MOST_FACES]:
            pack.faces.append(face)
            pack.kinds.append(kind)


def _learn(pack: CardPack, lessons: Sequence[Lesson]) -> None:
    """Learns faces from heaps that are rows of cards."""
    known = [nobody(cells(pack.size_mm)), *pack.faces]
    fixed = {number + 1: kind for number, kind in enumerate(pack.kinds)}
    zones = [_heaps(lesson, pack.size_mm) for lesson in lessons]
    sorting, names, alike = _best_sorting(zones, known, [lesson.cards for lesson in lessons], fixed)
    often = Counter({face: sum(zone.get(face, 0) for zone in sorting.counts) for face in names})
    pack.faces, pack.kinds = [], []
    pack.doubtful = (pack.doubtful - {kind for lesson in lessons for kind in lesson.cards}) | alike
    for kind in sorted(set(names.values())):
        mine = [face for face, name in names.items() if name == kind]
        for face in sorted(mine, key=lambda one: (-sorting.faces[one].known.mean(), -often[one]))[:MOST_FACES]:
            pack.faces.append(sorting.faces[face])
            pack.kinds.append(kind)


def _heaps(lesson: Lesson, card_mm: tuple[int, int]) -> list[HeapTones]:
    """The heaps of a lesson, each with how many cards it holds and how they lie where labels and what repeats tell."""
    heaps = [heap for heap in lesson.ground.heaps if min(heap.size_mm) > card_mm[0] - LOOSE_MM]
    total = sum(lesson.cards.values()) + len(lesson.tickets)
    rows = lay_rows(heaps, lesson.ground.paper, card_mm, total)
    return [
        tones_of_heap(heap, lesson.ground.paper, row.cards if row else None, row.laid if row else None)
        for heap, row in zip(heaps, rows, strict=True)
    ]


def _learn_tickets(pack: CardPack, lesson: Lesson) -> list[str]:
    """The whole cards of a zone that are of no kind are its tickets, in the order in which one reads."""
    if not lesson.tickets:
        return []
    # Where no train card is labelled whatever lies there is a ticket, even one as pale as a white card.
    faces = replace(pack, tickets=[], prints=[]) if lesson.cards else CardPack(pack.folder, pack.size_mm)
    cards = [card for card in seen_cards(lesson.photo_bgr, lesson.ground, faces) if card.kind is None]
    if len(cards) != len(lesson.tickets):
        return [
            f"zone {lesson.ground.number}: {len(lesson.tickets)} tickets labelled, {len(cards)} cards of no kind seen"
        ]
    for card, ticket in zip(in_reading_order(cards), lesson.tickets, strict=True):
        pack.tickets.append(ticket)
        pack.prints.append(print_of(cut_card(lesson.photo_bgr, card.quad_px, _is_high(card), pack)))
    return []


def _is_high(card: SeenCard) -> bool:
    sides = np.linalg.norm(np.roll(card.quad_px, -1, 0) - card.quad_px, axis=1)
    return bool(sides[1] > sides[0])


def in_reading_order(cards: Sequence[SeenCard]) -> list[SeenCard]:
    """Row by row from the top, each from the left; a row is what begins before the first of it has half ended."""
    left = sorted(cards, key=lambda card: float(card.quad_px[:, 1].min()))
    ordered: list[SeenCard] = []
    while left:
        middle = float(left[0].quad_px[:, 1].mean())
        row = [card for card in left if card.quad_px[:, 1].min() < middle]
        ordered += sorted(row, key=lambda card: float(card.quad_px[:, 0].mean()))
        left = [card for card in left if card.quad_px[:, 1].min() >= middle]
    return ordered


def _best_sorting(
    zones: Sequence[Sequence[HeapTones]],
    known: Sequence[Any],
    labels: Sequence[dict[str, int]],
    fixed: Mapping[int, str],
) -> tuple[Sorting, dict[int, str], set[str]]:
    """The sorting that agrees best with the labels; of equal ones the stricter."""
    best: tuple[float, Sorting, dict[int, str], set[str]] | None = None
    wanted = {kind for zone in labels for kind in zone}
    for strictness in (*STRICTNESS, *STRICTER):
        if strictness in STRICTER and best is not None and set(best[2].values()) >= wanted:
            break
        sorting = sort_cards(zones, known, strictness)
        names, wrong, alike = name_faces(sorting.faces, sorting.counts, labels, fixed)
        wrong += IN_PARTS * _kinds_in_parts(sorting, names)
        if best is None or wrong < best[0] - 1e-6:
            best = (wrong, sorting, names, alike)
    assert best is not None
    return best[1:]


def _kinds_in_parts(sorting: Sorting, names: Mapping[int, str]) -> int:
    """How many kinds have no whole face: a row always shows one card whole."""
    whole = {kind for face, kind in names.items() if sorting.faces[face].known.mean() > WHOLE}
    return len(set(names.values()) - whole)


def _report(pack: CardPack, lessons: Sequence[Lesson], missing: list[str]) -> CardReport:
    """What the new pack reads on the very photos it learned from, held against the labels; the pack notes it too."""
    for number, kind, wanted, seen in _misread(pack, lessons):
        pack.doubtful.add(kind)
        missing.append(f"zone {number}: {wanted} {kind} labelled, {seen} seen")
    named = {kind for lesson in lessons for kind in lesson.cards}
    unseen = tuple(sorted(named - set(pack.kinds)))
    learned = sum(sum(lesson.cards.values()) + len(lesson.tickets) for lesson in lessons)
    return CardReport(learned, tuple(missing), unseen)


def _misread(pack: CardPack, lessons: Sequence[Lesson]) -> list[tuple[int | None, str, int, int]]:
    """What is seen in the lessons otherwise than it is labelled: zone, kind, both numbers."""
    found = []
    for lesson in lessons:
        seen = Counter(card.kind for card in seen_cards(lesson.photo_bgr, lesson.ground, pack) if card.kind)
        for kind in sorted(lesson.cards.keys() | seen.keys()):
            if lesson.cards.get(kind, 0) != seen.get(kind, 0):
                found.append((lesson.ground.number, kind, lesson.cards.get(kind, 0), seen.get(kind, 0)))
    return found


Zones = dict[int | None, tuple[dict[str, int], tuple[tuple[str, str], ...]]]


def read_labels(labels: Mapping[str, Any]) -> Zones:
    """Kinds and numbers by zone, and the tickets; raises BadInput with what is wrong where."""
    zones: Zones = {}
    cards: Counter[str] = Counter()
    for zone in Field(dict(labels), "labels").entries(("zones",))["zones"].items(MOST_ZONES):
        told = zone.entries(("zone",))
        number = None if told["zone"].value is None else told["zone"].whole(0, ZONES - 1)
        lying: Counter[str] = Counter()
        for entry in _listed(told, "cards"):
            _count(entry, lying)
        cards += lying
        for kind, count in cards.items():
            if count > our_box().cards[kind]:
                zone.wrong("the box has only {most} cards of this kind: {card}", most=our_box().cards[kind], card=kind)
        zones[number] = (dict(+lying), tuple(_ticket(entry) for entry in _listed(told, "tickets")))
    return zones


def _count(entry: Field, lying: Counter[str]) -> None:
    """Adds the cards that an entry tells of."""
    told = entry.entries(("kind", "count"))
    kind = told["kind"].one_of(our_box().kinds)
    lying[kind] += told["count"].whole(0, our_box().cards[kind])


def _listed(told: Mapping[str, Field], key: str) -> list[Field]:
    return told[key].items(MOST_ENTRIES) if key in told else []


def _ticket(entry: Field) -> tuple[str, str]:
    ends = entry.entries(("ticket",))["ticket"] if isinstance(entry.value, dict) else entry
    first, second = (end.text() for end in ends.items(2, 2))
    return first, second
