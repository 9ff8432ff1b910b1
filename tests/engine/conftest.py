"""Logs on the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.log import Log
from tests.engine.logs import ENTRIES, HEADER


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.fixture
def stored(path: Path) -> Path:
    """A log with all kinds of entries, closed."""
    with Log.create(path, HEADER) as log:
        for entry in ENTRIES:
            log.append(entry)
    return path
