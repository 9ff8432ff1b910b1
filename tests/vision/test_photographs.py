"""Finding and reading tiles on photographs: the atlas ones of the project, and real phone photos if they are there."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from vision.evaluate import Mistakes, evaluate_photo
from vision.photo import read_photo
from vision.reader import TileReader
from vision.teach import teach

ROOT = Path(__file__).resolve().parents[2]
ATLAS = sorted((ROOT / "tests" / "photos" / "railroad-tiles").glob("*.jpg"))
SHARED = Path(os.environ.get("CAPOSTAZIONE_SHARED", ROOT / ".." / "shared"))
LOOSE = sorted((SHARED / "photos" / "loose-tiles").glob("*.jpg"))


@pytest.mark.parametrize("path", ATLAS, ids=lambda path: path.stem)
def test_every_tile_of_an_atlas_photo_is_found_and_none_invented(path: Path) -> None:
    mistakes = evaluate_photo(path, None)
    assert (mistakes.zones_missed, mistakes.zones_invented) == (0, 0)
    assert (mistakes.tiles_missed, mistakes.tiles_invented) == (0, 0)


@pytest.mark.parametrize("lessons", [1, 2])
def test_the_atlas_box_is_read_after_one_photo_and_after_two(lessons: int, tmp_path: Path) -> None:
    taught = [path for path in ATLAS if "teach" in path.stem][:lessons]
    labels = [json.loads(path.with_suffix(".json").read_text(encoding="utf-8")) for path in taught]
    teach(tmp_path / "atlas", zip(map(read_photo, taught), labels, strict=True))
    reader = TileReader.open(tmp_path / "atlas")
    total = Mistakes("all")
    for path in ATLAS:
        if path not in taught:
            total += evaluate_photo(path, reader)
    assert total.tiles_exact >= 0.99 * total.tiles
    assert total.sure_but_wrong == 0


@pytest.mark.skipif(not LOOSE, reason="the shared photos of loose tiles are not on this machine")
def test_loose_tiles_on_a_bare_table() -> None:
    total = Mistakes("all")
    for path in LOOSE[2::5]:
        total += evaluate_photo(path, None)
    assert total.tiles_missed <= 0.05 * total.tiles
    assert total.tiles_invented <= 0.02 * total.tiles
