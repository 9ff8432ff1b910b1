"""`capostazione score FILE`: the final score of a position."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from engine.errors import BadInput, BadPosition
from engine.games import find_game, names
from engine.reading import read_json

LARGEST_BYTES = 16 * 1024 * 1024


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a position as JSON; - is standard input")


def run(args: argparse.Namespace) -> int:
    position = read_position_file(args.file)
    score = find_game(position["game"]).score(position)
    print(json.dumps(score.as_json(), ensure_ascii=False, indent=2))
    return 0


def read_position_file(name: str) -> dict[str, Any]:
    """The JSON object in the file, with the game it names."""
    if not name:
        raise BadInput("the position's file name is empty")
    what = "standard input" if name == "-" else name
    value = read_json(_read_text(name, what), what)
    if not isinstance(value, dict):
        raise BadPosition(f"{what}: a position is a JSON object")
    if not isinstance(value.get("game"), str):
        raise BadPosition(f"{what}: the key 'game' must name one of {', '.join(names())}")
    return value


def _read_text(name: str, what: str) -> str:
    try:
        if name == "-":
            if sys.stdin is None:
                raise BadInput(f"{what}: there is none")
            data = sys.stdin.buffer.read(LARGEST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{what}: cannot be read: {error.strerror or error}") from error
    if len(data) > LARGEST_BYTES:
        raise BadInput(f"{what}: larger than any position can be")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{what}: not a text in UTF-8") from error
