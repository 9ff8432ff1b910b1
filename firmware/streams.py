"""The standard streams: they take any character in any locale, and lead nowhere where somebody has closed them."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO

STANDARD_ERROR = 2
ENCODING, ERRORS = "utf-8", "backslashreplace"


def open_streams() -> None:
    """Make standard output and error fit to be written, whatever they were given to us as."""
    _take_numbers()
    sys.stdout = _writable(sys.stdout, 1)
    sys.stderr = _writable(sys.stderr, STANDARD_ERROR)


def _take_numbers() -> None:
    """Open what is closed of the first three, or a game's log would be the next file to get such a number."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= STANDARD_ERROR:
        pass
    os.close(number)


def _writable(stream: TextIO | None, number: int) -> TextIO:
    if stream is None:
        return open(number, "w", encoding=ENCODING, errors=ERRORS, closefd=False)
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding=ENCODING, errors=ERRORS)
    return stream


def flush(stream: TextIO) -> None:
    """Write what is left if that can be done; Python would end with another exit code if it could not."""
    try:
        stream.flush()
    except OSError:
        drop(stream)


def drop(stream: TextIO) -> None:
    """Have what is left in a stream that cannot be written go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
