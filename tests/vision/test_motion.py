"""Motion on small frames: a hand is seen, noise and a drifting exposure are not, and it is quick."""

from __future__ import annotations

import time

import cv2
import numpy as np

from vision.motion import MotionCheck, changed_part


def frame(seed: int, hand_at: int | None = None, gain: float = 1.0) -> np.ndarray:
    table = cv2.resize(np.random.default_rng(0).integers(60, 190, (18, 32, 3)).astype(np.uint8), (640, 360))
    if hand_at is not None:
        cv2.line(table, (hand_at, 359), (hand_at, 180), (130, 160, 215), 60)
    noisy = table * gain + np.random.default_rng(seed).normal(0, 4, table.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def test_a_still_table_comes_to_rest() -> None:
    check = MotionCheck()
    told = [check.feed(frame(k)) for k in range(12)]
    assert told[-1]
    assert not any(told[:8])


def test_a_moving_hand_is_motion_and_rest_starts_anew() -> None:
    check = MotionCheck()
    for k in range(12):
        check.feed(frame(k))
    assert not check.feed(frame(20, hand_at=200))
    assert check.share > 0.02
    assert not check.feed(frame(21, hand_at=260))
    assert not check.feed(frame(22))


def test_drifting_exposure_is_no_motion() -> None:
    check = MotionCheck()
    told = [check.feed(frame(k, gain=1 - 0.012 * k)) for k in range(16)]
    assert told[-1]


def test_what_changed_between_two_frames() -> None:
    assert changed_part(frame(1), frame(2)) < 0.002
    assert changed_part(frame(1), frame(2, hand_at=300)) > 0.02


def test_it_takes_less_than_two_milliseconds() -> None:
    check, frames = MotionCheck(), [frame(k) for k in range(10)]
    spent = []
    for picture in frames:
        start = time.process_time()
        check.feed(picture)
        spent.append(time.process_time() - start)
    assert min(spent) < 0.002
