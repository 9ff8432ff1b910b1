"""Real photographs of a map of the series, taught from two and read on the third; not ours, so not in the project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vision.boards.evaluate import read_after

SHARED = Path(os.environ.get("CAPOSTAZIONE_SHARED", Path(__file__).resolve().parents[2] / ".." / "shared"))
FOLDER = SHARED / "photos" / "map-board"


@pytest.mark.skipif(not FOLDER.exists(), reason="the shared photographs of a map board are not here")
@pytest.mark.parametrize("name", ["IMG_4076", "IMG_4163"])
def test_a_photo_is_read_after_teaching_from_the_others(name: str) -> None:
    photos = sorted(FOLDER.glob("*.jpg"))
    read = FOLDER / f"{name}.jpg"
    mistakes = read_after(read, [path for path in photos if path != read], FOLDER / "pack")
    assert mistakes.right >= 99
    assert mistakes.sure_but_wrong == 0
