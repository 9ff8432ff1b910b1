"""A log with all kinds of entries, for the tests of the log."""

from __future__ import annotations

import subprocess
import sys

from engine.log import Entry, Header

HEADER = Header("railroad-tiles", ("Ann", "Zoë"), {"objectives": ["temple", "stadium", "airport"]})
ENTRIES = [
    Entry("move", "TABLE order P2 P1"),
    Entry("move", "TABLE start H-H-"),
    Entry("undo"),
    Entry("redo"),
    Entry("move", "TABLE start R-R-.T"),
    Entry("correct", "column 1 HH--"),
    Entry("move", "TABLE fill 1 HH--.u.C", insist=True),
]


def ends_of_lines(data: bytes) -> list[int]:
    return [index for index, byte in enumerate(data) if byte == ord("\n")]


def run_python(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    return done.stdout.strip()
