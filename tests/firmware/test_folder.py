"""The data folder: who may write, which game is on the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.table import Table
from firmware.folder import DataFolder, FolderInUse, NoDataFolder


def test_a_second_service_is_refused_until_the_first_ends(tmp_path: Path) -> None:
    first = DataFolder(tmp_path)
    with pytest.raises(FolderInUse, match="another Capostazione is running"):
        DataFolder(tmp_path)
    first.close()
    first.close()
    DataFolder(tmp_path).close()


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(NoDataFolder, match="choose another with --data"):
        DataFolder(tmp_path / "file")


def test_the_current_game_is_remembered(tmp_path: Path) -> None:
    with DataFolder(tmp_path) as folder:
        assert folder.current is None
        for number in (1, 2):
            path = folder.new_log("railroad-tiles")
            assert path.name == f"000{number}-railroad-tiles.jsonl"
            Table.start(path, "railroad-tiles", ["Ann"]).close()
            folder.point_to(path)
            assert folder.current == path
    with DataFolder(tmp_path) as again:
        assert again.current == path


def test_a_pointer_to_a_game_that_is_gone_points_to_none(tmp_path: Path) -> None:
    with DataFolder(tmp_path) as folder:
        (tmp_path / "current").write_text("../../etc/passwd\n")
        assert folder.current is None
        (tmp_path / "current").write_text("")
        assert folder.current is None


@pytest.mark.parametrize("left", [b"\xff\xfe\x00", b"\0" * 30])
def test_a_damaged_pointer_points_to_the_newest_game(tmp_path: Path, left: bytes) -> None:
    with DataFolder(tmp_path) as folder:
        (tmp_path / "current").write_bytes(left)
        assert folder.current is None
        for _ in range(2):
            path = folder.new_log("railroad-tiles")
            Table.start(path, "railroad-tiles", ["Ann"]).close()
        assert folder.current == path


@pytest.mark.parametrize("left", [b"", b"\xff", b"many", b"-3", b"9" * 12])
def test_a_damaged_number_is_none(tmp_path: Path, left: bytes) -> None:
    with DataFolder(tmp_path) as folder:
        assert folder.next_n == 0
        (tmp_path / "next-n").write_bytes(left)
        assert folder.next_n == 0
        kept = folder.keep_from(7)
        assert kept == folder.next_n > 7
