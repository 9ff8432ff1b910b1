"""Running `capostazione`: in this process, and as a program of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import main


class Answer:
    """What the command said and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    def check_bad(self) -> str:
        """Exit code 2, nothing on standard output, one line on standard error."""
        assert (self.code, self.out) == (2, "")
        assert self.err.startswith("capostazione")
        assert self.err.endswith("\n")
        assert len(self.err.splitlines()) == 1
        assert "Traceback" not in self.err
        assert len(self.err) < 1000
        return self.err


class Command:
    """The command run in this process on a file."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file, self.capsys = folder / "position.json", capsys

    def run(self, *words: str) -> Answer:
        try:
            code = main(words)
        except SystemExit as end:  # how argparse ends
            code = int(end.code or 0)
        return Answer(code, *self.capsys.readouterr())

    def score(self, content: Any) -> Answer:
        """A value as JSON, or bytes as they are."""
        self.file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return self.run("score", str(self.file))


def real_command(*words: str, stdin: bytes | None = None, **more: Any) -> Answer:
    """The command as a program of its own."""
    program = [sys.executable, "-m", "firmware.cli", *words]
    done = subprocess.run(program, input=stdin, capture_output=True, timeout=60, check=False, **more)
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())
