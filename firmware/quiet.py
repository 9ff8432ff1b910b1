"""The decoder of pictures complains on its own of every damaged byte; an error of ours is one line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vision.photo import Bgr, read_photo

STANDARD_ERROR = 2


def read_quietly(path: Path) -> Bgr:
    """A photo that somebody names, read without a word from the decoder."""
    with _nothing_said():
        return read_photo(path)


@contextmanager
def _nothing_said() -> Iterator[None]:
    """What is written to standard error meanwhile is lost; a command has no other thread that might write there."""
    try:
        kept = os.dup(STANDARD_ERROR)
    except OSError:  # it is closed
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, STANDARD_ERROR)
    try:
        yield
    finally:
        os.dup2(kept, STANDARD_ERROR)
        os.close(kept)
        os.close(nowhere)
