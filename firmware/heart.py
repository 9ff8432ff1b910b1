"""The heartbeat: whether the service loop still comes round, for the page, for systemd's watchdog and for people."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Mapping

STOPPED_AFTER_S = 10.0


def notify(message: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Tell systemd something; without systemd nobody is told. An address that begins with @ is an abstract one."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as wire:
            wire.sendto(message.encode(), "\0" + address[1:] if address.startswith("@") else address)
    except OSError:
        return False  # a broken wire to systemd is no reason to stop a game
    return True


class Heart:
    """Beats once in every round of the loop; by the monotonic clock, because a Pi's date jumps when it finds a net."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, environment: Mapping[str, str] = os.environ
    ) -> None:
        self._clock = clock
        self._environment = environment
        self._last = clock()
        self._told = float("-inf")
        period_us = environment.get("WATCHDOG_USEC", "")
        self._period_s = int(period_us) / 1e6 / 3 if period_us.isdecimal() else None

    def beat(self) -> None:
        self._last = self._clock()
        if self._period_s is not None and self._last - self._told >= self._period_s:
            self._told = self._last
            notify("WATCHDOG=1", self._environment)

    def is_beating(self) -> bool:
        return self._clock() - self._last < STOPPED_AFTER_S
