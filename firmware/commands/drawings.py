"""`capostazione drawings`: the wiring diagram, the panel and the arm, drawn from the data of hardware/."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.errors import BadInput
from hardware.guides import write_drawings

USUAL = Path("hardware")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=USUAL, help="a folder like hardware/, which is the usual one")


def run(args: argparse.Namespace) -> int:
    try:
        for path in write_drawings(args.out):
            print(path)
    except OSError as error:
        raise BadInput(f"{args.out}: cannot be written: {error.strerror or error}") from error
    return 0
