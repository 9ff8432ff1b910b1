"""Deals cards onto zones at random: the five open cards, yards of overlapping rows, and all spread out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.render.camera import camera_over
from vision.render.card_scene import CardScene, CardZone, LaidCard
from vision.render.card_style import CARD_MM, COLOURS, KINDS
from vision.render.light import Light, random_light
from vision.render.style import Rng, any_colour, pick

Place = tuple[float, float]
ROW_MM = (460.0, 190.0)
YARD_MM = (400.0, 300.0)
MOST_GLARE = 0.3
CONDITIONS = ("open row", "yard", "spread")


@dataclass(frozen=True)
class Habit:
    """How a table lays its cards: which way rows run, how far apart, how crooked."""

    turn_deg: float = 0.0
    sideways: bool = False
    along_mm: float = 16.0
    backwards: bool = False
    gap_mm: float = 8.0
    loose_mm: float = 0.8
    loose_deg: float = 1.0


def random_habit(rng: Rng) -> Habit:
    """`sideways` cards lie across the row, so that strips of their long side show."""
    sideways = bool(rng.random() < 0.4)
    return Habit(
        turn_deg=float(rng.normal(0, 2.0)) if rng.random() < 0.8 else float(rng.uniform(-20, 20)),
        sideways=sideways,
        along_mm=rng.uniform(11, 24),
        backwards=bool(rng.random() < 0.3),
        gap_mm=rng.uniform(5, 14),
        loose_mm=rng.uniform(0.2, 1.2),
        loose_deg=rng.uniform(0.2, 1.6),
    )


def open_row(rng: Rng, habit: Habit, kinds: tuple[str, ...] | None = None) -> list[LaidCard]:
    """Five cards side by side."""
    names = kinds or tuple(KINDS[int(n)] for n in rng.choice(9, 5, p=[10 / 96] * 8 + [16 / 96]))
    step = CARD_MM[0] + habit.gap_mm
    return [
        _loose(rng, habit, name, (45.0 + step * n, 95.0), 180.0 * (rng.random() < 0.1)) for n, name in enumerate(names)
    ]


def random_groups(rng: Rng, most: int = 4) -> list[list[str]]:
    """Groups of a yard in the order in which they are laid: locomotives first, then the colour."""
    colours = [COLOURS[int(n)] for n in rng.permutation(8)[: int(rng.integers(1, most + 1))]]
    groups = []
    for colour in colours:
        locomotives = int(rng.choice([0, 0, 0, 1, 2]))
        groups.append(["locomotive"] * locomotives + [colour] * int(rng.integers(1 if locomotives else 2, 7)))
    return groups


def yard(rng: Rng, habit: Habit, groups: list[list[str]], size_mm: Place = YARD_MM) -> list[LaidCard]:
    """Overlapping rows, shelf by shelf; what no longer fits is left out."""
    long, short = (CARD_MM[0], CARD_MM[1]) if not habit.sideways else (CARD_MM[1], CARD_MM[0])
    cards: list[LaidCard] = []
    left, top = 22.0, 22.0
    for group in groups:
        length = long + habit.along_mm * (len(group) - 1)
        if left + length > size_mm[0] - 22:
            left, top = 22.0, top + short + habit.gap_mm
        if top + short > size_mm[1] - 22 or left + length > size_mm[0] - 22:
            break
        places = [(left + long / 2 + habit.along_mm * n, top + short / 2) for n in range(len(group))]
        order = places[::-1] if habit.backwards else places
        turn = (90.0 if habit.sideways else 0.0) + 180.0 * (rng.random() < 0.3)
        cards += [_loose(rng, habit, name, at, turn) for name, at in zip(group, order, strict=True)]
        left += length + habit.gap_mm + 4
    return _turned(cards, habit.turn_deg, size_mm)


def spread(rng: Rng, habit: Habit, count: int, size_mm: Place = YARD_MM) -> list[LaidCard]:
    """Cards one beside the other in rows, as for the final count."""
    step = (CARD_MM[0] + habit.gap_mm, CARD_MM[1] + habit.gap_mm)
    across = int((size_mm[0] - 40) // step[0])
    most = across * int((size_mm[1] - 40) // step[1])
    names = sorted(KINDS[int(n)] for n in rng.integers(0, 9, min(count, most)))
    cards = [
        _loose(rng, habit, name, (48.0 + step[0] * (n % across), 64.0 + step[1] * (n // across)), 0.0)
        for n, name in enumerate(names)
    ]
    return _turned(cards, habit.turn_deg * 0.3, size_mm)


def _loose(rng: Rng, habit: Habit, face: str, at: Place, turn_deg: float) -> LaidCard:
    shift = rng.normal(0, habit.loose_mm, 2).clip(-2.5, 2.5)
    turn = turn_deg + float(np.clip(rng.normal(0, habit.loose_deg), -3.5, 3.5))
    return LaidCard(face, (at[0] + float(shift[0]), at[1] + float(shift[1])), turn)


def _turned(cards: list[LaidCard], turn_deg: float, size_mm: Place) -> list[LaidCard]:
    """All of it turned about its own middle and pushed back into the zone."""
    if not cards:
        return cards
    places = np.array([card.middle_mm for card in cards])
    angle = np.deg2rad(turn_deg)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    moved = (places - places.mean(0)) @ turn
    reach = np.hypot(*CARD_MM) / 2
    room = np.asarray(size_mm) - reach
    middle = np.clip(places.mean(0), reach - moved.min(0), np.maximum(room - moved.max(0), reach - moved.min(0)))
    return [
        LaidCard(card.face, (float(at[0]), float(at[1])), card.turn_deg + turn_deg)
        for card, at in zip(cards, moved + middle, strict=True)
    ]


def random_zone(rng: Rng, condition: str, number: int | None) -> CardZone:
    """One zone in one of the conditions."""
    habit = random_habit(rng)
    if condition == "open row":
        return CardZone(number, tuple(open_row(rng, habit)), size_mm=ROW_MM)
    if condition == "yard":
        return CardZone(number, tuple(yard(rng, habit, random_groups(rng))), size_mm=YARD_MM)
    return CardZone(number, tuple(spread(rng, habit, int(rng.integers(5, 19)))), size_mm=YARD_MM)


def scene_of_cards(
    rng: Rng, zones: list[CardZone], width_px: int = 1400, light: Light | None = None, tilt_deg: float | None = None
) -> CardScene:
    """Zones one below the other, seen whole by a camera that leans a little."""
    placed, top = [], 0.0
    for zone in zones:
        placed.append(CardZone(zone.number, zone.cards, (0.0, top), zone.size_mm, zone.tags))
        top += zone.size_mm[1] + 70.0
    width, height = max(zone.size_mm[0] for zone in zones), top - 70.0
    size_px = (width_px, width_px * 9 // 16)
    tilt = min(abs(float(rng.normal(0, 7))), 20.0) if tilt_deg is None else tilt_deg
    view_mm = max(width + 90, (height + 90) * 16 / 9) * (1.05 + tilt / 90)
    middle = np.array((width / 2, height / 2)) + rng.normal(0, 8, 2)
    height_mm, heading, roll = rng.uniform(1.0, 1.5) * view_mm, float(rng.uniform(0, 360)), float(rng.normal(0, 3))
    camera = camera_over(middle, height_mm, view_mm, size_px, tilt, heading, roll)
    table, colour = pick(rng, ("wood", "cloth", "plain")), any_colour(rng) if rng.random() < 0.5 else None
    shining = light or random_light(rng)
    # More glare than this hides what is printed from anybody.
    calm = replace(shining, glare=min(shining.glare, MOST_GLARE))
    return CardScene(tuple(placed), camera, calm, table, colour)


def teaching_scenes(rng: Rng, width_px: int = 1400) -> list[CardScene]:
    """Two tables that together show every kind: five open cards, then a yard of the others in different numbers."""
    names = [COLOURS[int(n)] for n in rng.permutation(8)]
    row = open_row(rng, random_habit(rng), (*names[:4], "locomotive"))
    groups = [["locomotive"] * (n == 1) + [name] * (2 + n) for n, name in enumerate(names[4:])]
    rows = yard(rng, random_habit(rng), groups)
    zones = (CardZone(0, tuple(row), size_mm=ROW_MM), CardZone(1, tuple(rows), size_mm=YARD_MM))
    return [scene_of_cards(rng, [zone], width_px) for zone in zones]
