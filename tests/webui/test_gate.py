"""The gate: code, PIN, patience, secrets on the disk, seats."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from webui.gate import Gate, NotAllowed, TooManyTries
from webui.visitors import Seats


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_secrets_are_made_once_and_only_we_may_read_them(tmp_path: Path) -> None:
    first = Gate(tmp_path)
    for name in ("secret", "join-code", "pin"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    second = Gate(tmp_path)
    assert (first.key, first.code, first.pin) == (second.key, second.code, second.pin)


def test_two_tables_have_different_secrets(tmp_path: Path) -> None:
    assert Gate().key != Gate().key


def test_a_secret_that_was_torn_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "pin").write_text("")
    assert len(Gate(tmp_path).pin) == 6


def test_a_code_may_be_written_small_and_apart() -> None:
    gate = Gate()
    gate.check_code(f" {gate.code[:3].lower()}-{gate.code[3:].lower()} ")


@pytest.mark.parametrize("what", ["pin", "code"])
def test_wrong_guesses_are_answered_ever_more_slowly(what: str) -> None:
    clock = Clock()
    gate = Gate(clock=clock)
    check = {"pin": gate.check_pin, "code": gate.check_code}[what]
    for _ in range(3):
        with pytest.raises(NotAllowed, match="not the table's"):
            check("wrong")
    waits = []
    for _ in range(4):
        with pytest.raises(TooManyTries) as error:
            check("wrong")
        waits.append(error.value.wait_s)
        clock.now_s += error.value.wait_s
        with pytest.raises(NotAllowed, match="not the table's"):
            check("wrong")
    assert waits == sorted(waits)
    assert waits[-1] >= 4 * waits[0]


def test_while_the_gate_is_closed_even_the_right_pin_is_not_heard() -> None:
    clock = Clock()
    gate = Gate(clock=clock)
    for _ in range(3):
        with pytest.raises(NotAllowed):
            gate.check_pin("wrong")
    with pytest.raises(TooManyTries):
        gate.check_pin(gate.pin)
    clock.now_s += 1000
    gate.check_pin(gate.pin)
    with pytest.raises(NotAllowed, match="not the table's PIN"):
        gate.check_pin("wrong")  # and the count begins anew


def test_a_seat_is_one_phones_until_it_leaves() -> None:
    seats = Seats()
    seats.take("P1", "Giulia", "phone a")
    with pytest.raises(NotAllowed, match="Another phone"):
        seats.take("P1", "Giulia", "phone b")
    seats.leave("phone a")
    seats.take("P1", "Giulia", "phone b")
    assert seats.holds("P1", "Giulia", "phone b")
    assert not seats.holds("P1", "Giulia", "phone a")


def test_a_phone_has_one_seat() -> None:
    seats = Seats()
    seats.take("P1", "Giulia", "phone a")
    seats.take("P2", "Mirko", "phone a")
    seats.take("P1", "Giulia", "phone b")
