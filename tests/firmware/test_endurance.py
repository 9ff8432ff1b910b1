"""A long evening: memory stays flat, and nothing asks the clock on the wall."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import numpy as np

from firmware.cameras import Bgr
from firmware.eyes import Eyes
from firmware.folder import DataFolder
from firmware.service import Service
from tests.firmware.games import RAILROAD
from tests.firmware.test_eyes import TABLE_BGR, Scene, Truth, with_hand

ROOT = Path(__file__).resolve().parents[2]
FRAMES = int(os.environ.get("CAPOSTAZIONE_FRAMES", "2000"))
WARM_UP = 700
MOST_GROWTH_MB = 6.0


def memory_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


class LongScene(Scene):
    """A table over which a hand goes in every 200th frame; frames come as fast as they are taken."""

    count = 0
    quiet, waved = (np.ascontiguousarray(frame[::2, ::2]) for frame in (TABLE_BGR, with_hand(TABLE_BGR, 100)))

    def small(self) -> Bgr:
        self.count += 1
        return self.waved if self.count % 100 < 3 else self.quiet


def test_memory_is_flat_over_many_frames(tmp_path: Path) -> None:
    with DataFolder(tmp_path) as folder:
        service = Service(folder)
        scene, reader = LongScene(), Truth()
        eyes = Eyes(scene, reader, service.put, frame_s=0.0)
        eyes._still.rest_s = 0.001
        service.watch_with(eyes)
        service.listen(eyes.show)
        service.begin(RAILROAD, ("Ann", "Bob"), {})
        reader.state = service.snapshot.state
        eyes.start()
        start_mb = 0.0
        end = time.monotonic() + 600
        while scene.count < FRAMES and time.monotonic() < end:
            service.handle(service.inbox.get(timeout=30))
            if not start_mb and scene.count > WARM_UP:
                start_mb = memory_mb()
        eyes.close()
        service.close()
        assert scene.count >= FRAMES
        assert reader.count > 5
        assert memory_mb() - start_mb < MOST_GROWTH_MB


def test_only_the_doctor_looks_at_the_clock_on_the_wall() -> None:
    """A Pi's date jumps by years when it finds a network; waits, holds and rests go by the monotonic clock."""
    users = [
        path.name
        for path in (*(ROOT / "firmware").rglob("*.py"), *(ROOT / "webui").rglob("*.py"))
        if re.search(r"\btime\.time\b|datetime\.now|localtime", path.read_text(encoding="utf-8"))
    ]
    assert set(users) <= {"checks.py"}
