"""The command `capostazione`: finds the command's module, runs it, and turns every known trouble into one line."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from contextlib import suppress

from engine.errors import BadInput, ClearNo
from firmware.streams import drop, flush, open_streams

# Every command is a module of firmware.commands with `arguments(parser)` and `run(args) -> exit code`.
COMMANDS = {
    "run": "the table service",
    "score": "the final score of a position",
    "replay": "replays a game's log through the rules",
    "see": "what the camera sees on a photo",
    "teach": "learns a box's art from labelled photos",
    "print": "printable sheets: corner cards, a tile set, reference cards, a ruler",
    "drawings": "the wiring diagram and the other drawings of the build guide",
    "doctor": "checks camera, GPIO, clock, disk, port and data folder, and says what to do",
    "install-service": "has systemd start the service with the machine",
    "bench": "the benchmarks, each beside a brute force in the same run",
}

FINE, NO, BAD = 0, 1, 2


class _Parser(argparse.ArgumentParser):
    """An argument parser that keeps the promise of one line for every mistake."""

    def error(self, message: str) -> None:  # type: ignore[override]
        self.exit(BAD, f"{self.prog}: {' '.join(message.split())}\n")


def build_parser(chosen: str | None) -> argparse.ArgumentParser:
    """The parser; only the chosen command's module is imported, so that each command starts quickly."""
    parser = _Parser(prog="capostazione", description="A stationmaster for rail games on a real table.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, about in COMMANDS.items():
        sub = commands.add_parser(name, help=about, description=about)
        if name == chosen:
            module = importlib.import_module(f"firmware.commands.{name.replace('-', '_')}")
            module.arguments(sub)
            sub.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    open_streams()
    try:
        return _answer(list(sys.argv[1:] if argv is None else argv))
    finally:
        flush(sys.stdout)
        flush(sys.stderr)


def _answer(words: Sequence[str]) -> int:
    chosen = next((word for word in words if word in COMMANDS), None)
    args = build_parser(chosen).parse_args(words)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except ClearNo as no:
        return _say(no, NO)
    except BadInput as bad:
        return _say(bad, BAD)
    except BrokenPipeError:
        drop(sys.stdout)  # the reader (`head`, a closed pager) has gone
        return FINE
    except OSError as error:
        drop(sys.stdout)
        return _say(BadInput(f"{error.filename or 'standard output'}: {error.strerror or error}"), BAD)
    except KeyboardInterrupt:
        return 130
    return code


def _say(trouble: Exception, code: int) -> int:
    with suppress(OSError):  # the exit code says it too
        print(f"capostazione: {' '.join(str(trouble).split())}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
