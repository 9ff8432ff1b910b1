"""A whole evening of the real process at the simulated table, measured: what was read, how fast, at what cost.

`python -m tests.firmware.evening [--players Ann,Bob Ann] [--seed 3]` prints a table for each. The flips are pressed on
mock pins; the players' hands move rendered wood, and the real vision reads it. It exits with 1 unless every evening was
hands-free: no question answered, nothing put right, and the final score is the one that the rules give for the wood.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import threading
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.log import read_log
from engine.table import replay
from tests.firmware.process import Process

LONGEST_S = 3600.0
IDLE_S = 20.0
PROMPT_S = 1.5  # within which a move should stand on the page
STORY = 600  # letters of what was not recorded as it was done


@dataclass
class Delays:
    """How long it took from a table at rest to its move on the page: by the clock, and by the processor."""

    wall_s: list[float] = field(default_factory=list)
    cpu_s: list[float] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)  # the last move of each rest that took longer than it should


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", nargs="+", default=["Ann,Bob", "Ann"], help="one evening for each")
    parser.add_argument("--seed", default="3")
    parser.add_argument("--speed", default="30")
    parser.add_argument("--data", type=Path, default=None, help="keep packs and logs here")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = args.data or Path(folder) / "data"
        data.parent.mkdir(parents=True, exist_ok=True)
        free = [evening(data, "--seed", args.seed, "--speed", args.speed, "--players", each) for each in args.players]
    return 0 if all(free) else 1


def evening(data: Path, *how: str) -> bool:
    """One evening; tells whether it was hands-free."""
    with Process(data, "--table", "simulated", *how, "--new", module="tests.firmware.pressed") as service:
        delays, start = Delays(), time.monotonic()
        threading.Thread(target=follow, args=(service, delays), daemon=True).start()
        play_to_the_end(service)
        return report(service, data, delays, time.monotonic() - start)


def play_to_the_end(service: Process) -> None:
    """Press the flip button on its pin whenever a flip is due, until the game is over."""
    service.do_at_last("simulate", what="seat", seat="button", on=True)
    end = time.monotonic() + LONGEST_S
    while (state := service.state)["moment"] != "over" and time.monotonic() < end:
        if state["moment"] == "flip":
            service.press("flip")
            time.sleep(0.3)
        time.sleep(0.1)


def follow(service: Process, delays: Delays) -> None:
    """Listen to the page's events, and time every rest from the first picture of it to the event with its move."""
    start: tuple[float, float] | None = None
    moves, watching = 0, ""
    with urllib.request.urlopen(f"http://127.0.0.1:{service.port}/api/changes", timeout=LONGEST_S) as events:
        for line in events:
            if not line.startswith(b"data: "):
                continue
            state, now = json.loads(line[6:]), (time.monotonic(), _cpu_s(service.process.pid))
            if "box" in state["troubles"]:
                start = None  # the box is being taught, which is no reading
            if start and state["moves"] > moves:
                delays.wall_s.append(now[0] - start[0])
                delays.cpu_s.append(now[1] - start[1])
                if now[0] - start[0] > PROMPT_S:
                    delays.slow.append(f"{now[0] - start[0]:.1f} s to move {state['moves']}, watching {watching}")
                start = None
            if state["watching"] not in (watching, "looking"):  # a gesture of several moves is timed once
                start = now if state["watching"] == "reading" else None
            moves, watching = state["moves"], state["watching"]


def report(service: Process, data: Path, delays: Delays, seconds: float) -> bool:
    state = service.state
    name = (data / "current").read_text().strip()
    recorded = read_log(data / "games" / name)
    history = replay(recorded.header, recorded.entries)
    by_rules = history.game.score(history.game.position(history.state)).as_json()
    same = _points(state["scores"]) == _points(by_rules) and state["moment"] == "over"
    asked, put_right = state["table"].get("asked"), state["table"].get("put right")
    rows = {
        "moves": state["moves"],
        "gestures read by the camera": state["table"].get("gestures"),
        "answered a question": asked,
        "put right on the page": put_right,
        "minutes": round(seconds / 60, 1),
        "still to page, seconds, median and slowest": _middle_and_most(delays.wall_s),
        "of these on the processor": _middle_and_most(delays.cpu_s),
        f"of these over {PROMPT_S} s": f"{len(delays.slow)} {delays.slow}",
        "idle, share of one core": _idle_share(service.process.pid),
        "memory, MB": _memory_mb(service.process.pid),
        "score": {player["name"]: player["total"] for player in state["players"]},
        "score is that of the rules": same,
        "hands-free": same and not asked and not put_right,
    }
    for what, value in rows.items():
        print(f"{what:44}{value}", flush=True)
    print(*(told[:STORY] for told in service.complained if "not recorded as done" in told), sep="\n")
    return bool(rows["hands-free"])


def _points(score: dict[str, Any]) -> list[Any]:
    return [(player["name"], player["total"], player["parts"]) for player in score["players"]]


def _middle_and_most(values: list[float]) -> str:
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 2]:.2f} and {ordered[-1]:.2f} of {len(ordered)}" if ordered else "none"


def _idle_share(pid: int) -> float:
    """What the process takes while nobody moves, watching all the time."""
    start = _cpu_s(pid)
    time.sleep(IDLE_S)
    return round((_cpu_s(pid) - start) / IDLE_S, 3)


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory_mb(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000


if __name__ == "__main__":
    sys.exit(main())
