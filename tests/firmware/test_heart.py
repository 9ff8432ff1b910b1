"""The heartbeat: systemd is told, a stopped loop is noticed, a jumping date is not."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from firmware.heart import STOPPED_AFTER_S, Heart, notify


def test_systemd_is_told_on_a_path_and_on_an_abstract_name(tmp_path: Path) -> None:
    for name, address in ((str(tmp_path / "n"), str(tmp_path / "n")), ("\0capo-test", "@capo-test")):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.bind(name)
            assert notify("READY=1", {"NOTIFY_SOCKET": address})
            assert systemd.recv(100) == b"READY=1"


def test_without_systemd_nobody_is_told(tmp_path: Path) -> None:
    assert not notify("READY=1", {})
    assert not notify("READY=1", {"NOTIFY_SOCKET": str(tmp_path / "gone")})


def test_the_watchdog_is_fed_three_times_a_period(tmp_path: Path) -> None:
    now = [0.0]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "n"))
        systemd.setblocking(False)
        heart = Heart(lambda: now[0], {"NOTIFY_SOCKET": str(tmp_path / "n"), "WATCHDOG_USEC": "30000000"})
        fed = 0
        for _ in range(60):
            now[0] += 1.0
            heart.beat()
            try:
                fed += systemd.recv(100) == b"WATCHDOG=1"
            except BlockingIOError:
                continue
        assert fed == 6


def test_a_loop_that_stopped_is_noticed() -> None:
    now = [0.0]
    heart = Heart(lambda: now[0], {})
    heart.beat()
    now[0] = STOPPED_AFTER_S - 0.1
    assert heart.is_beating()
    now[0] = STOPPED_AFTER_S + 0.1
    assert not heart.is_beating()


def test_a_jump_of_the_date_is_no_stopped_heart(monkeypatch: pytest.MonkeyPatch) -> None:
    heart = Heart()
    monkeypatch.setattr(time, "time", lambda: 4e9)
    assert heart.is_beating()
