"""A whole evening of the real process at the simulated table, measured: what was read, how fast, at what cost.

`python -m tests.firmware.evening [--players Ann,Bob] [--seed 3]` prints a table, and exits with 1 if the final score is
not the one that the rules give for the log.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from engine.log import read_log
from engine.table import replay
from tests.firmware.process import Process

LONGEST_S = 3600.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", default="Ann,Bob")
    parser.add_argument("--seed", default="3")
    parser.add_argument("--speed", default="30")
    parser.add_argument("--data", type=Path, default=None, help="keep packs and logs here")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = args.data or Path(folder) / "data"
        data.parent.mkdir(parents=True, exist_ok=True)
        simulated = ("--table", "simulated", "--seed", args.seed, "--speed", args.speed)
        with Process(data, *simulated, "--players", args.players, "--new") as service:
            return report(service, data, watch(service))


def watch(service: Process) -> dict[str, Any]:
    """Follow the evening to its end, and time every reading that led to a new state."""
    start, delays, reading_since, moves = time.monotonic(), [], None, 0
    while (state := service.state)["moment"] != "over":
        now = time.monotonic()
        if now - start > LONGEST_S:
            break
        if state["watching"] == "reading" and reading_since is None:
            reading_since = now
        elif state["watching"] != "reading" and reading_since is not None:
            if state["moves"] > moves:
                delays.append(now - reading_since)
            reading_since = None
        moves = state["moves"]
        time.sleep(0.05)
    return {"state": service.state, "delays": sorted(delays), "seconds": time.monotonic() - start}


def report(service: Process, data: Path, watched: dict[str, Any]) -> int:
    state, delays = watched["state"], watched["delays"]
    name = (data / "current").read_text().strip()
    recorded = read_log(data / "games" / name)
    history = replay(recorded.header, recorded.entries)
    by_rules = history.game.score(history.game.position(history.state)).as_json()
    same = state["scores"] == by_rules and state["moment"] == "over"
    rows = {
        "moves": state["moves"],
        "gestures read by the camera": state["table"].get("gestures"),
        "answered a question": state["table"].get("asked"),
        "put right on the page": state["table"].get("put right"),
        "minutes": round(watched["seconds"] / 60, 1),
        "reading, median seconds": round(delays[len(delays) // 2], 2) if delays else None,
        "reading, slowest seconds": round(delays[-1], 2) if delays else None,
        "memory, MB": _memory_mb(service.process.pid),
        "score": {player["name"]: player["total"] for player in state["players"]},
        "score is that of the rules": same,
    }
    for what, value in rows.items():
        print(f"{what:32}{value}")
    return 0 if same else 1


def _memory_mb(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000


if __name__ == "__main__":
    sys.exit(main())
