"""Finding tiles on photographs: the atlas ones that came with the project, and real phone photos if they are there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vision.evaluate import Mistakes, evaluate_photo

ROOT = Path(__file__).resolve().parents[2]
ATLAS = sorted((ROOT / "tests" / "photos" / "railroad-tiles").glob("*.jpg"))
SHARED = Path(os.environ.get("CAPOSTAZIONE_SHARED", ROOT / ".." / "shared"))
LOOSE = sorted((SHARED / "photos" / "loose-tiles").glob("*.jpg"))


@pytest.mark.parametrize("path", ATLAS, ids=lambda path: path.stem)
def test_every_tile_of_an_atlas_photo_is_found_and_none_invented(path: Path) -> None:
    mistakes = evaluate_photo(path, None)
    assert (mistakes.zones_missed, mistakes.zones_invented) == (0, 0)
    assert (mistakes.tiles_missed, mistakes.tiles_invented) == (0, 0)


@pytest.mark.skipif(not LOOSE, reason="the shared photos of loose tiles are not on this machine")
def test_loose_tiles_on_a_bare_table() -> None:
    total = Mistakes("all")
    for path in LOOSE[2::5]:
        total += evaluate_photo(path, None)
    assert total.tiles_missed <= 0.05 * total.tiles
    assert total.tiles_invented <= 0.02 * total.tiles
