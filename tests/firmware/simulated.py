"""A simulated table with its hands and its eyes around a service, for the tests of every game."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.eyes import Eyes
from firmware.folder import DataFolder
from firmware.inbox import Stop
from firmware.reading import Reader
from firmware.service import Service
from firmware.simulation.hands import Hands
from firmware.simulation.table import SimulatedTable
from webui.desk import Snapshot

FRAME_S = 0.02
LONGEST_S = 240.0  # enough for a busy machine


@contextmanager
def evening(
    data: Path, game: str, table: SimulatedTable, reader: Reader, seed: int = 3, rest_s: float | None = None
) -> Iterator[Service]:
    """Ann and Bob play at the table while the reader looks; a table is at rest after `rest_s` without motion."""
    with DataFolder(data) as folder:
        service = Service(folder)
        service.begin(game, ("Ann", "Bob"), {})
        eyes = Eyes(table, reader, service.put, frame_s=FRAME_S)
        if rest_s is not None:
            eyes._still.rest_s = rest_s
        service.watch_with(eyes)
        service.listen(eyes.show)
        hands = Hands(service, service.put, table, random.Random(seed), 1000.0, reader.reads)
        service.simulate_with(hands.wish)
        thread = threading.Thread(target=service.run)
        thread.start()
        eyes.show(service.snapshot)
        eyes.start()
        hands.start()
        try:
            yield service
        finally:
            hands.close()
            eyes.close()
            service.put(Stop())
            thread.join(5)
            service.close()


def until(service: Service, true: Callable[[Snapshot], bool], seconds: float = LONGEST_S) -> Snapshot:
    """The first snapshot that is as awaited."""
    end, snapshot = time.monotonic() + seconds, service.snapshot
    while not true(snapshot):
        assert time.monotonic() < end, f"not reached: {snapshot.moment} {len(snapshot.story)} {snapshot.table}"
        snapshot = service.wait_for_news(snapshot.serial, 0.2)
    return snapshot


def after_gestures(service: Service, count: int) -> Snapshot:
    """The table between two gestures after so many of them: table and record must agree then."""
    until(service, lambda now: now.table.get("gestures", 0) >= count)
    service.ask("simulate", None, what="pause")
    return until(service, lambda now: bool(now.table.get("paused")))
