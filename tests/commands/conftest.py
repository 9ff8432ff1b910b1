"""The command, ready to run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.runs import Command


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(tmp_path, capsys)
