"""A real service process for tests: started, asked over the web, pressed, killed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
START_S = 60.0
STALE = 409


class Refused(Exception):
    """The service said no; `status` is the HTTP status."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(f"{status}: {words}")
        self.status = status


class Process:
    """`capostazione run` on a data folder, with nothing to see for its camera unless told otherwise."""

    def __init__(self, data: Path, *more: str, module: str = "firmware.cli", **options: Any) -> None:
        pictures = data.parent / "no-pictures"
        pictures.mkdir(exist_ok=True)
        arguments = ["run", "--data", str(data), "--port", "0", "--host", "127.0.0.1", *more]
        if "--table" not in more:
            arguments += ["--table", f"folder:{pictures}"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}, **options,
        )  # fmt: skip
        self.said: list[str] = []
        self.complained: list[str] = []
        streams = ((self.process.stdout, self.said), (self.process.stderr, self.complained))
        self._listeners = [threading.Thread(target=_keep, args=each, daemon=True) for each in streams]
        for listener in self._listeners:
            listener.start()
        self.port = self._wait_for_port()

    def _wait_for_port(self) -> int:
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            found = re.search(r"http://localhost:(\d+)/", "".join(self.said))
            if found:
                return int(found.group(1))
            if self.process.poll() is not None:
                raise Refused(self._end(), "".join(self.complained))
            time.sleep(0.02)
        raise AssertionError(f"the service did not start: {self.said} {self.complained}")

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return json.loads(answer.read())

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.get("/api/state")
        return state

    def do(self, do: str, n: int | None = None, **what: Any) -> dict[str, Any]:
        body = json.dumps({"n": self.state["n"] if n is None else n, "do": do, **what}).encode()
        asked = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/commands", body, {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(asked, timeout=10) as answer:
                told: dict[str, Any] = json.loads(answer.read())
                return told
        except urllib.error.HTTPError as error:
            with error:
                raise Refused(error.code, json.loads(error.read())["error"]) from None

    def do_at_last(self, do: str, **what: Any) -> dict[str, Any]:
        """Have something done on a table where others are quick: a stale number is tried again."""
        while True:
            try:
                return self.do(do, **what)
            except Refused as refused:
                if refused.status != STALE:
                    raise

    def until(self, true: Callable[[dict[str, Any]], bool], seconds: float = 20.0) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while not true(state := self.state):
            assert time.monotonic() < end, f"not reached: {state}"
            time.sleep(0.05)
        return state

    def press(self, button: str, how: str = "press") -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{how} {button}\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self) -> int:
        """End it as systemd does; returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._end()

    def wait(self) -> int:
        """Let it end by itself; returns its exit code."""
        return self._end()

    def _end(self) -> int:
        code = self.process.wait(20)
        for listener in self._listeners:
            listener.join(5)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        return code

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self._end()


def _keep(stream: Iterable[str], lines: list[str]) -> None:
    for line in stream:
        lines.append(line)
