"""What a camera remembers of a mine board: small changes are noticed, light and noise are none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.mine.memory import Look
from vision.mine.view import COARSE_PX, RIM, MineView

COLUMNS, ROWS = 6, 5
ALL = frozenset((column, row) for column in range(-1, COLUMNS + 1) for row in range(-1, ROWS + 1))
Picture = np.ndarray[tuple[int, ...], np.dtype[np.float32]]


@pytest.fixture
def board() -> Picture:
    """A mottled board."""
    size = (round((COLUMNS + 2 * RIM) * COARSE_PX), round((ROWS + 2 * RIM) * COARSE_PX))
    mottled = np.random.default_rng(1).uniform(60, 180, (size[1] // 8, size[0] // 8, 3)).astype(np.float32)
    return np.asarray(cv2.resize(mottled, size, interpolation=cv2.INTER_CUBIC), np.float32)


def look(picture: Picture, seed: int = 1) -> Look:
    """The picture as a camera sees it, with noise."""
    noisy = picture + np.random.default_rng(seed).normal(0, 2, picture.shape)
    bgr = np.clip(noisy, 0, 255).astype(np.uint8)
    return Look.of(MineView(bgr, bgr, bgr, bgr, COLUMNS, ROWS, None))


def with_spot(picture: Picture, column: float, row: float, radius: float = 0.1) -> Picture:
    """The same with a jewel."""
    changed = picture.copy()
    middle = (round((column + RIM) * COARSE_PX), round((row + RIM) * COARSE_PX))
    cv2.circle(changed, middle, round(radius * COARSE_PX), (20.0, 20.0, 230.0), -1)
    return changed


def test_a_board_that_nobody_touched_looks_as_it_did(board: Picture) -> None:
    assert look(board, 2).still(look(board), same_place=True) == ALL


@pytest.mark.parametrize(("at", "radius"), [((2, 3), 0.1), ((0, 0), 0.06), ((-1, 2), 0.2), ((COLUMNS, 1), 0.2)])
def test_a_piece_changes_its_square_and_no_other(board: Picture, at: tuple[int, int], radius: float) -> None:
    changed = with_spot(board, at[0] + 0.5, at[1] + 0.5, radius)
    assert look(changed, 2).still(look(board), same_place=True) == ALL - {at}


def test_another_light_is_no_change_and_hides_none(board: Picture) -> None:
    slope = np.linspace(0.6, 1.1, board.shape[1], dtype=np.float32)[None, :, None] * np.float32([0.8, 0.9, 1.0])
    assert look(board * slope, 2).still(look(board), same_place=True) == ALL
    assert look(with_spot(board, 2.5, 3.5) * slope, 2).still(look(board), same_place=True) == ALL - {(2, 3)}


def test_a_board_that_is_found_half_a_pixel_off_looks_as_it_did(board: Picture) -> None:
    moved = np.asarray(cv2.warpAffine(board, np.float32([[1, 0, 1.0], [0, 1, -1.0]]), board.shape[1::-1]), np.float32)
    moved[:, :2], moved[-2:] = board[:, :2], board[-2:]
    assert look(moved, 2).still(look(board), same_place=False) == ALL
    assert (2, 3) not in look(with_spot(moved, 2.5, 3.5, 0.15), 2).still(look(board), same_place=False)


def test_another_board_is_not_compared(board: Picture) -> None:
    other = Look(np.zeros((10, 10, 3), np.float32), 1, 1)
    assert look(board).still(other, same_place=True) == frozenset()
