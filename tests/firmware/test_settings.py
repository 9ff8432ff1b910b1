"""The settings file: read, checked, overruled by the command line."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from engine.errors import BadInput
from firmware.settings import FILE, KEYS, read_settings, settle


def write(folder: Path, text: str) -> Path:
    (folder / FILE).write_text(text)
    return folder


def test_without_a_file_all_is_usual(tmp_path: Path) -> None:
    assert settle({}, tmp_path) == {key: setting.usual for key, setting in KEYS.items()}


def test_the_command_line_goes_before_the_file(tmp_path: Path) -> None:
    write(tmp_path, 'port = 80\ntake = "button"\nspeed = 2\n')
    settled = settle({"port": 8081, "take": None}, tmp_path)
    assert (settled["port"], settled["take"], settled["speed"]) == (8081, "button", 2)


def test_a_key_that_there_is_not_is_warned_about(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert read_settings(write(tmp_path, 'colour = "red"\nport = 80\n')) == {"port": 80}
    assert "no setting 'colour'" in caplog.text


@pytest.mark.parametrize("text", ['port = "80"', "port = true", "take = 1", "port =", "port = 1\nport = 2"])
def test_what_cannot_be_read_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadInput, match=FILE):
        read_settings(write(tmp_path, text))
