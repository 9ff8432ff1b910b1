"""What is remembered of a zone: what looks as it did is not read again, and bare table stays bare."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import FoundTile, FoundZone
from vision.memory import Cell, Entry, Look, Memory

Bgr = NDArray[np.uint8]
TILE_PX = 90
CELLS = ((0, 0), (1, 0), (2, 0), (0, 1), (2, 1))
HOLE = (1, 1)


def tile(cell: Cell) -> FoundTile:
    left, top = 200 + cell[0] * TILE_PX, 150 + cell[1] * TILE_PX
    corners = [(left, top), (left + TILE_PX, top), (left + TILE_PX, top + TILE_PX), (left, top + TILE_PX)]
    return FoundTile(cell, np.array(corners, float), 0.97)


def zone(*cells: Cell) -> FoundZone:
    return FoundZone(1, tuple(map(tile, cells)), None)


def photo(*cells: Cell, pawn: Cell | None = None, light: float = 1.0) -> Bgr:
    """Green tiles with a street on a brown table, in some light, with a sensor's noise."""
    rng = np.random.default_rng(len(cells))
    picture = np.full((700, 900, 3), (60, 90, 130), np.uint8)
    for cell in cells:
        quad = tile(cell).quad_px.astype(int)
        cv2.fillConvexPoly(picture, quad, (70, 150, 90))
        cv2.line(picture, quad[0], quad[2], (200, 200, 200), 9)
        if cell == pawn:
            cv2.circle(picture, quad.mean(0).astype(int), 14, (40, 40, 200), -1)
    return np.asarray(np.clip(picture * light + rng.normal(0, 2.5, picture.shape), 0, 255), np.uint8)


def entries(*cells: Cell) -> dict[Cell, Entry]:
    return {cell: {"at": list(cell), "sides": "H-H-", "confidence": 0.9} for cell in cells}


def remembered(*cells: Cell) -> Memory:
    """A zone that was seen bare, and then with tiles."""
    bare = Memory.of(Look.of(photo()), zone(), {}, None)
    return Memory.of(Look.of(photo(*cells)), zone(*cells), entries(*cells), bare)


def test_tiles_that_look_as_they_did_are_kept_in_any_light() -> None:
    for light in (0.85, 1.0, 1.15):
        found, kept = remembered(*CELLS).recall(zone(*CELLS), Look.of(photo(*CELLS, light=light)))
        assert [one.at for one in found.tiles] == list(CELLS)
        assert set(kept) == set(CELLS), light
        assert all(entry["old"] for entry in kept.values())


def test_only_the_tile_with_a_new_pawn_is_read() -> None:
    found, kept = remembered(*CELLS).recall(zone(*CELLS), Look.of(photo(*CELLS, pawn=(2, 0))))
    assert len(found.tiles) == len(CELLS)
    assert set(CELLS) - set(kept) == {(2, 0)}


def test_a_new_tile_is_read_and_the_others_are_counted_anew() -> None:
    """A tile to the left: the camera counts from it, and the old ones keep their readings."""
    new = (-1, 0)
    counted = [replace(tile(cell), at=(cell[0] + 1, cell[1])) for cell in (new, *CELLS)]
    found, kept = remembered(*CELLS).recall(FoundZone(1, tuple(counted), None), Look.of(photo(new, *CELLS)))
    assert len(found.tiles) == len(CELLS) + 1
    assert set(kept) == {(cell[0] + 1, cell[1]) for cell in CELLS}
    assert all(tuple(entry["at"]) == cell for cell, entry in kept.items())


def test_no_tile_is_believed_where_the_table_looks_as_bare_as_ever() -> None:
    found, _ = remembered(*CELLS).recall(zone(*CELLS, HOLE), Look.of(photo(*CELLS)))
    assert HOLE not in [one.at for one in found.tiles]


def test_a_tile_that_was_missed_at_first_is_believed_when_it_is_found() -> None:
    """It lay there when the others were remembered, but the table had once been seen without it."""
    bare = Memory.of(Look.of(photo()), zone(), {}, None)
    missed = Memory.of(Look.of(photo(*CELLS, HOLE)), zone(*CELLS), entries(*CELLS), bare)
    found, kept = missed.recall(zone(*CELLS, HOLE), Look.of(photo(*CELLS, HOLE)))
    assert HOLE in [one.at for one in found.tiles]
    assert HOLE not in kept


def test_without_a_bare_table_every_found_tile_is_believed() -> None:
    first = Memory.of(Look.of(photo(*CELLS, HOLE)), zone(*CELLS), entries(*CELLS), None)
    found, _ = first.recall(zone(*CELLS, HOLE), Look.of(photo(*CELLS, HOLE)))
    assert HOLE in [one.at for one in found.tiles]


def test_a_tile_that_lies_as_it_lay_is_not_lost_when_it_is_not_found() -> None:
    found, kept = remembered(*CELLS).recall(zone(*CELLS[1:]), Look.of(photo(*CELLS)))
    assert {one.at for one in found.tiles} == set(CELLS) == set(kept)
    found, _ = remembered(*CELLS).recall(zone(*CELLS[1:]), Look.of(photo(*CELLS[1:])))
    assert {one.at for one in found.tiles} == set(CELLS[1:]), "it was taken away"


def test_after_a_lesson_all_is_read_anew_and_the_bare_table_still_known() -> None:
    found, kept = remembered(*CELLS).unread().recall(zone(*CELLS, HOLE), Look.of(photo(*CELLS)))
    assert not kept
    assert HOLE not in [one.at for one in found.tiles]
