"""Files of a pack: each is written whole or not at all, and a damaged one is told from one that can be read."""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np

# What reading stored arrays raises on bytes that are none, or no longer are.
_DAMAGE = (
    OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, EOFError, NotImplementedError, RuntimeError,
    MemoryError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip


class Damaged(Exception):
    """A stored file does not hold what it should."""


@contextmanager
def written(path: Path) -> Iterator[IO[bytes]]:
    """A file that takes the old one's place when it is complete: a pulled plug leaves one or the other."""
    fresh = path.with_name(f"new-{path.name}")
    try:
        with fresh.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """A text in the place of the old one."""
    with written(path) as file:
        file.write(text.encode())


@contextmanager
def stored_arrays(path: Path) -> Iterator[Any]:
    """The arrays of a file; whatever is wrong with them while they are read is Damaged."""
    try:
        with path.open("rb") as file, np.load(file) as data:
            yield data
    except _DAMAGE as trouble:
        raise Damaged(str(path)) from trouble
