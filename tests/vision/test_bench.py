"""The benchmarks of the camera measure a table that is really seen."""

from __future__ import annotations

from pathlib import Path

from firmware.commands.bench import SightResult, sight_lines
from vision.bench import MINE_CARTS, TILES, mine_of, own_peak_mb, photo_of
from vision.find import find_tiles
from vision.mine.see import see


def test_the_photos_show_the_territories_that_they_are_named_after() -> None:
    zones = find_tiles(photo_of(2, (1600, 900), seed=20))
    assert [zone.number for zone in zones] == [1, 2]
    assert [len(zone.tiles) for zone in zones] == [TILES, TILES]


def test_the_mine_board_is_seen_with_all_that_is_on_it(tmp_path: Path) -> None:
    seen = see(mine_of(tmp_path, seed=20), tmp_path)[0]
    assert len(seen["carts"]) == MINE_CARTS
    assert len(seen["cells"]) > 30


def test_the_table_tells_how_many_times_as_long() -> None:
    lines = list(sight_lines([SightResult("see", 120.0, 20.0, 90.4), SightResult("notice", 0.5, None, None)]))
    assert lines[2:] == ["| see | 120.0 | 20.0 | 6.0 | 90 |", "| notice | 0.5 |  |  |  |"]
    assert list(sight_lines([])) == []


def test_a_process_knows_its_own_peak() -> None:
    assert 10 < own_peak_mb() < 100_000
