"""The simulated table and its camera: wood that hands change, and frames of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from firmware.cameras import Bgr, shrunk
from firmware.simulation.mine import MineWood
from firmware.simulation.wood import Wood

SKIN_BGR, SLEEVE_BGR = (130, 160, 215), (90, 60, 40)


class SimulatedTable:
    """Wood, and whether a hand is moving over it; a camera for whoever wants to look."""

    def __init__(self, paint: Callable[[Any], Bgr], clock: Callable[[], float] = time.monotonic) -> None:
        self._paint = paint
        self._clock = clock
        self._lock = threading.Lock()
        self._wood: Wood | MineWood = Wood()
        self._waving = False
        self._painted: tuple[Wood | MineWood, Bgr, Bgr] | None = None
        self._frames = threading.Condition()
        self._count = 0

    @property
    def wood(self) -> Wood | MineWood:
        return self._wood

    def lay(self, wood: Wood | MineWood) -> None:
        self._wood = wood

    def wave(self, waving: bool) -> None:
        self._waving = waving

    def wait_for_frames(self, count: int, longest_s: float) -> bool:
        """Wait until the camera has looked that often: a hand that nobody saw did not move."""
        with self._frames:
            end = self._count + count
            return self._frames.wait_for(lambda: self._count >= end, longest_s)

    # The camera.

    def open(self) -> None:
        """It is always there."""

    def close(self) -> None:
        """It is always there."""

    def small(self) -> Bgr:
        frame = self._frame()[1].copy()
        if self._waving:
            _draw_hand(frame, 0.5 + 0.3 * np.sin(self._clock() * 9.0))
        with self._frames:
            self._count += 1
            self._frames.notify_all()
        return frame

    def full(self) -> Bgr:
        frame = self._frame()[0]
        if self._waving:
            frame = frame.copy()
            _draw_hand(frame, 0.5)
        return frame

    def _frame(self) -> tuple[Bgr, Bgr]:
        with self._lock:
            wood = self._wood
            if self._painted is None or self._painted[0] != wood:
                full = self._paint(wood)
                if wood.hand_left:
                    _draw_hand(full, 0.3)
                self._painted = (wood, full, shrunk(full))
            return self._painted[1], self._painted[2]


def _draw_hand(frame: Bgr, across: float) -> None:
    """An arm that reaches in from below."""
    height, width = frame.shape[:2]
    tip = (round(width * across), round(height * 0.45))
    wrist = (round(width * (across + 0.05)), round(height * 0.72))
    sleeve = (round(width * (across + 0.1)), height)
    cv2.line(frame, wrist, sleeve, SLEEVE_BGR, max(2, width // 11))
    cv2.line(frame, tip, wrist, SKIN_BGR, max(2, width // 16))
