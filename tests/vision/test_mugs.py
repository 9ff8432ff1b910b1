"""Mugs and shadows that were taken for tiles, on drawn tables."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.mugs import CELL_PX, Taken, mistaken

TABLE, GROUND, ROAD, MUG = (90, 120, 150), (70, 150, 90), (200, 205, 210), (150, 60, 50)
SIZE = (9, 7)
# Eight tiles in two rows.
CELLS = [(column, row) for row in (2, 3) for column in (2, 3, 4, 5)]
INNER = np.stack(np.meshgrid(np.linspace(-0.46, 0.46, 15), np.linspace(-0.46, 0.46, 15)), -1).reshape(-1, 2)
CORNERS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
Picture = np.ndarray


def tiled(cells: list[tuple[int, int]] = CELLS) -> Picture:
    """A table of 9 x 7 cells, each of 96 pixels, with a crossing on each of these."""
    view = np.full((SIZE[1] * 96, SIZE[0] * 96, 3), TABLE, np.uint8)
    for column, row in cells:
        x, y = 96 * column, 96 * row
        cv2.rectangle(view, (x + 2, y + 2), (x + 93, y + 93), GROUND, -1)
        cv2.rectangle(view, (x + 2, y + 40), (x + 93, y + 55), ROAD, -1)
        cv2.rectangle(view, (x + 40, y + 2), (x + 55, y + 93), ROAD, -1)
    return view


def shaded(view: Picture, low: tuple[float, float], high: tuple[float, float], factor: float = 0.6) -> Picture:
    """The view with a shadow on it, from one place to another in cells."""
    left, top, right, bottom = (round(96 * at) for at in (*low, *high))
    view[top:bottom, left:right] = np.rint(view[top:bottom, left:right] * factor)
    return view


def from_afar(view: Picture) -> Picture:
    """The view at the size that is asked for, with a camera's noise."""
    noise = np.random.default_rng(7).normal(0, 4, view.shape)
    seen = np.clip(view + noise, 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(seen, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA), np.uint8)


def wrong(
    view: Picture, cells: list[tuple[int, int]], asked: tuple[int, int], presence: float = 1.0, clear: float = 0.3
) -> bool:
    """Whether one of the cells, all of whose free sides are hardly seen, turns out to be no tile; no other may."""
    middles = np.array(cells)[:, None] + 0.5
    free = np.array([[(c + x, r + y) not in cells for x, y in STEPS] for c, r in cells])
    this = np.array([cell == asked for cell in cells])
    sides = np.where(this[:, None] & free, clear, 1.0)
    chances = np.where(this, presence, 1.0)
    at = (middles + CORNERS) * CELL_PX - 0.5, (middles + INNER) * CELL_PX - 0.5
    found = mistaken(Taken(from_afar(view), *at, sides, free, chances))
    assert not (found & ~this).any()
    return bool(found[this][0])


def test_a_tile_is_no_mug() -> None:
    assert not wrong(tiled(), CELLS, (5, 2))
    assert not wrong(tiled(), CELLS, (5, 2), presence=0.9)


@pytest.mark.parametrize("beside", [(6, 2), (1, 3), (4, 4)])
def test_a_mug_beside_tiles_is_no_tile(beside: tuple[int, int]) -> None:
    view = tiled()
    cv2.circle(view, (96 * beside[0] + 48, 96 * beside[1] + 48), 72, MUG, -1, cv2.LINE_AA)
    assert wrong(view, [*CELLS, beside], beside)


def test_a_tile_under_the_rim_of_a_mug_stays() -> None:
    view = tiled()
    cv2.circle(view, (96 * 6 + 30, 96 * 2 + 48), 66, MUG, -1, cv2.LINE_AA)
    assert not wrong(view, CELLS, (5, 2))


def test_what_is_round_on_a_tile_is_no_mug() -> None:
    """Tiles of some games show a disc each."""
    view = tiled()
    cv2.circle(view, (96 * 5 + 48, 96 * 2 + 48), 50, MUG, -1, cv2.LINE_AA)
    assert not wrong(view, CELLS, (5, 2))


def test_the_round_end_of_a_shadow_on_a_tile_is_no_mug() -> None:
    view, end = tiled(), np.zeros((SIZE[1] * 96, SIZE[0] * 96), np.uint8)
    cv2.circle(end, (96 * 5 + 70, 96 * 2 + 48), 75, 1, -1)
    assert not wrong(np.where(end[..., None] > 0, view // 2, view), CELLS, (5, 2))


def test_a_shadow_beside_tiles_is_no_tile() -> None:
    view = shaded(tiled(), (6.0, 1.5), (8.0, 3.0))
    assert wrong(view, [*CELLS, (6, 2)], (6, 2))


def test_half_a_shadow_is_no_tile_if_there_is_doubt() -> None:
    view = shaded(tiled(), (6.0, 2.0), (7.0, 2.6))
    assert wrong(view, [*CELLS, (6, 2)], (6, 2), presence=0.9)


def test_a_tile_of_the_tables_hue_that_ends_at_its_sides_stays() -> None:
    view = shaded(tiled(), (6.0, 2.0), (7.0, 3.0), 0.8)
    assert not wrong(view, [*CELLS, (6, 2)], (6, 2))
    assert not wrong(view, [*CELLS, (6, 2)], (6, 2), presence=0.9, clear=0.8)


def test_a_tile_of_the_tables_hue_in_a_shadow_stays() -> None:
    """It is as dark as the shadow, but has roads; or it has none, but is darker."""
    view = tiled()
    cv2.rectangle(view, (96 * 6 + 8, 96 * 2 + 34), (96 * 7, 96 * 2 + 44), tuple(c // 2 for c in TABLE), -1)
    cv2.rectangle(view, (96 * 6 + 8, 96 * 2 + 60), (96 * 7, 96 * 2 + 70), tuple(c // 2 for c in TABLE), -1)
    assert not wrong(shaded(view, (6.0, 1.5), (8.0, 3.0)), [*CELLS, (6, 2)], (6, 2))
    view = shaded(shaded(tiled(), (6.0, 1.0), (8.0, 4.0)), (6.0, 2.0), (7.0, 3.0), 0.8)
    assert not wrong(view, [*CELLS, (6, 2)], (6, 2))


def test_a_tile_that_is_like_the_table_only_in_part_stays() -> None:
    view = tiled()
    cv2.rectangle(view, (96 * 6 + 60, 96 * 2), (96 * 7 - 1, 96 * 3 - 1), GROUND, -1)
    assert not wrong(shaded(view, (6.0, 1.5), (8.0, 3.0)), [*CELLS, (6, 2)], (6, 2), presence=0.9)


def test_a_tile_in_a_shadow_stays() -> None:
    view = shaded(tiled(), (4.5, 1.0), (8.0, 4.0), 0.5)
    assert not wrong(view, CELLS, (5, 2))
    assert not wrong(view, CELLS, (5, 2), presence=0.9)


def test_a_pale_tile_stays() -> None:
    view = shaded(tiled(), (6.0, 2.0), (7.0, 3.0), 1.08)
    assert not wrong(view, [*CELLS, (6, 2)], (6, 2), presence=0.9)


def test_of_few_cells_none_is_believed_for_its_clear_sides() -> None:
    """A mug alone on a table."""
    cells, view = [(3, 2), (3, 3)], tiled([])
    cv2.circle(view, (96 * 3 + 48, 96 * 3), 110, MUG, -1, cv2.LINE_AA)
    middles = np.array(cells)[:, None] + 0.5
    at = (middles + CORNERS) * CELL_PX - 0.5, (middles + INNER) * CELL_PX - 0.5
    assert mistaken(Taken(from_afar(view), *at, np.ones((2, 4)), np.ones((2, 4), bool), np.ones(2))).all()
