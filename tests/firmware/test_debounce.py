"""Rattling contacts: any bounce gives one press, a spike gives none, a hold is not a press."""

from __future__ import annotations

import random

import pytest

from firmware.debounce import HELD, HOLD_S, PRESSED, SETTLE_S, Contact, feel

Looks = list[tuple[float, bool]]


def happenings(looks: Looks) -> list[str]:
    contact, told = Contact(), []
    for at_s, raw in looks:
        contact, happening = feel(contact, raw, at_s)
        told += [happening] if happening else []
    return told


def ticks(start_s: float, end_s: float, raw: bool, step_s: float = 0.01) -> Looks:
    return [(start_s + k * step_s, raw) for k in range(int((end_s - start_s) / step_s) + 1)]


def rattle(at_s: float, ends: bool, dice: random.Random) -> tuple[Looks, float]:
    """A contact that changes up to twenty times within some milliseconds each, and comes to rest."""
    looks = []
    for _ in range(dice.randrange(10)):
        for level in (ends, not ends):
            looks.append((at_s, level))
            at_s += dice.random() * SETTLE_S * 0.9
    return [*looks, (at_s, ends)], at_s


@pytest.mark.parametrize("seed", range(50))
def test_any_bounce_is_one_press(seed: int) -> None:
    dice = random.Random(seed)
    down, at_s = rattle(1.0, True, dice)
    resting = ticks(at_s, at_s + 0.3, True)
    up, end_s = rattle(at_s + 0.31, False, dice)
    assert happenings([*down, *resting, *up, *ticks(end_s, end_s + 0.3, False)]) == [PRESSED]


def test_two_edges_without_any_look_between_are_a_press() -> None:
    assert happenings([(1.0, True), (1.1, False), (1.2, False)]) == [PRESSED]


def test_a_spike_on_a_long_wire_is_nothing() -> None:
    assert happenings([(1.0, True), (1.0 + SETTLE_S * 0.5, False), *ticks(1.02, 1.5, False)]) == []


def test_a_hold_is_told_once_and_is_no_press() -> None:
    looks = [*ticks(1.0, 1.0 + HOLD_S + 1.5, True), *ticks(5.0, 5.3, False)]
    assert happenings(looks) == [HELD]


def test_a_lost_release_is_found_by_the_next_look() -> None:
    """lgpio can lose an edge; the pin is read again, and the button does not stay held."""
    assert happenings([(1.0, True), (1.05, True), *ticks(1.2, 1.6, False)]) == [PRESSED]


def test_presses_after_one_another_all_count() -> None:
    looks = [look for k in range(5) for look in (*ticks(k, k + 0.1, True), *ticks(k + 0.11, k + 0.9, False))]
    assert happenings(looks) == [PRESSED] * 5
