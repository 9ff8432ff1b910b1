"""Which folder a pack is: anything on the command line, only a kept one from the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadInput, NotThere
from firmware.packs import kept_pack, pack_folder


def test_a_pack_of_the_page_is_one_that_is_kept(tmp_path: Path) -> None:
    (tmp_path / "packs" / "our-box").mkdir(parents=True)
    assert kept_pack("our-box", tmp_path) == tmp_path / "packs" / "our-box"


@pytest.mark.parametrize("name", ["", ".", "..", "../..", "/etc", "their-box", "our-box/..", "our-box.txt"])
def test_no_phone_can_point_at_another_folder(name: str, tmp_path: Path) -> None:
    (tmp_path / "packs" / "our-box").mkdir(parents=True)
    (tmp_path / "packs" / "our-box.txt").touch()
    with pytest.raises(NotThere, match="no pack called"):
        kept_pack(name, tmp_path)


def test_the_command_line_takes_names_and_folders(tmp_path: Path) -> None:
    (tmp_path / "packs" / "our-box").mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    assert pack_folder("our-box", tmp_path) == tmp_path / "packs" / "our-box"
    assert pack_folder(str(tmp_path / "elsewhere"), tmp_path) == tmp_path / "elsewhere"
    with pytest.raises(BadInput, match="no such pack"):
        pack_folder("their-box", tmp_path)
