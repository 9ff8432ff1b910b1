"""The simulated table and its camera: wood that hands change, and frames of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import cv2
import numpy as np

from firmware.cameras import Bgr, shrunk
from firmware.simulation.wood import Wood

SKIN_BGR, SLEEVE_BGR = (130, 160, 215), (90, 60, 40)
GRAIN = 2.5  # grey levels by which a pixel differs from frame to frame


class SimulatedTable:
    """Wood, and whether a hand is moving over it; a camera for whoever wants to look."""

    def __init__(self, paint: Callable[[Wood], Bgr], clock: Callable[[], float] = time.monotonic) -> None:
        self._paint = paint
        self._clock = clock
        self._lock = threading.Lock()
        self._wood = Wood()
        self._waving = False
        self._painted: tuple[Wood, Bgr, Bgr] | None = None
        self._frames = threading.Condition()
        self._count = 0
        self._grain = np.random.default_rng(1)

    @property
    def wood(self) -> Wood:
        return self._wood

    def lay(self, wood: Wood) -> None:
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
        frame = grained(self._frame()[0], self._grain)
        if self._waving:
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


def grained(frame: Bgr, dice: np.random.Generator) -> Bgr:
    """The frame as one of many of the same table: a sensor's noise is never the same."""
    patch = dice.normal(0, GRAIN, (256, 256, 3))
    rows, columns = -(-frame.shape[0] // 256), -(-frame.shape[1] // 256)
    grain = np.tile(patch.astype(np.int16), (rows, columns, 1))[: frame.shape[0], : frame.shape[1]]
    return np.asarray(np.clip(frame + grain, 0, 255), np.uint8)


def _draw_hand(frame: Bgr, across: float) -> None:
    """An arm that reaches in from below."""
    height, width = frame.shape[:2]
    tip = (round(width * across), round(height * 0.45))
    wrist = (round(width * (across + 0.05)), round(height * 0.72))
    sleeve = (round(width * (across + 0.1)), height)
    cv2.line(frame, wrist, sleeve, SLEEVE_BGR, max(2, width // 11))
    cv2.line(frame, tip, wrist, SKIN_BGR, max(2, width // 16))
