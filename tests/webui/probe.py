"""schemathesis' own command against real services: `python -m tests.webui.probe [SEED ...]`.

A table without a game and one with each game going on, each probed with every seed; one line tells how each went. The
stream of events is left out: it ends only with the server.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

GAMES = (None, "railroad-tiles", "off-the-rails", "ticket-to-ride-new-york", "ticket-to-ride-card-game")
ENDLESS = "/api/changes"
START_S = 60.0


def _ask(address: str, path: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def _wait(address: str, log: Path) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        try:
            _ask(address, "/healthz")
        except OSError:
            time.sleep(0.3)
        else:
            return
    raise SystemExit(f"the service did not start: {log.read_text()[-400:]}")


@contextmanager
def table(game: str | None, port: int) -> Iterator[str]:
    """A service of its own, with a game that has begun if one is named."""
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as kept:
        folder = Path(kept)
        (folder / "pictures").mkdir()
        command = [sys.executable, "-m", "firmware.cli", "run", "--table", f"folder:{folder / 'pictures'}",
                   "--data", str(folder / "data"), "--port", str(port), "--host", "127.0.0.1"]  # fmt: skip
        with (folder / "log").open("w") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            _wait(address, folder / "log")
            if game:
                n = _ask(address, "/api/state")["n"]
                n = _ask(address, "/api/commands", {"n": n, "do": "new", "game": game, "players": ["Ann", "Bob"]})["n"]
                _ask(address, "/api/chance", {"n": n, "all": True})
            yield address
            _ask(address, "/healthz")  # still alive after all of it
        finally:
            process.terminate()
            process.wait(20)


def probe(address: str, seed: int, examples: int) -> tuple[bool, str]:
    """Whether one run found nothing, and what it says."""
    tool = Path(sys.executable).with_name("schemathesis")
    told = subprocess.run(
        [tool, "--no-color", "run", f"{address}/api/openapi.json", "--max-examples", str(examples), "--seed", str(seed),
         "--exclude-path", ENDLESS], capture_output=True, text=True, check=False,
    )  # fmt: skip
    return told.returncode == 0, told.stdout + told.stderr


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seeds", type=int, nargs="*", default=[1, 2, 3, 4, 5, 6])
    parser.add_argument("--examples", type=int, default=15)
    parser.add_argument("--port", type=int, default=8130)
    parser.add_argument("--games", default=",".join(game or "none" for game in GAMES))
    args = parser.parse_args()
    failed = 0
    for name in args.games.split(","):
        for seed in args.seeds:
            with table(None if name == "none" else name, args.port) as address:
                clean, told = probe(address, seed, args.examples)
            cases = re.search(r"(\d+) generated", told)
            said = f"{'clean' if clean else 'NOT CLEAN'}, {cases[1] if cases else '?'} requests"
            print(f"{name}, seed {seed}: {said}", flush=True)
            if not clean:
                failed += 1
                print(told, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
