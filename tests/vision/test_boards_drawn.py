"""A board drawn by hand: spaces along lines, a photo cut to the board's edges, and the file that is kept."""

from __future__ import annotations

import tomllib
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.errors import BadInput, ClearNo
from vision.boards.board import make_board
from vision.boards.drawn import cut_to_edges, save_board, spread_spaces, toml_of
from vision.render.board_print import STYLES, new_york, print_board


def test_spaces_are_spread_evenly_from_end_to_end() -> None:
    spaces = np.array(spread_spaces([[10, 20], [110, 20]], 4, 8))
    assert spaces.shape == (4, 4, 2)
    assert np.allclose(spaces[:, :, 1], [[16, 16, 24, 24]] * 4)
    assert np.allclose(np.diff(spaces.mean(axis=1)[:, 0]), 25)
    assert 10 < spaces[0, 0, 0] < 11
    assert 109 < spaces[-1, 1, 0] < 110


def test_spaces_follow_a_bent_line() -> None:
    quarter = [[100 * np.sin(turn), 100 * np.cos(turn)] for turn in np.linspace(0, np.pi / 2, 4)]
    middles = np.array(spread_spaces(quarter, 5, 8)).mean(axis=1)
    assert np.abs(np.linalg.norm(middles, axis=1) - 100).max() < 2
    steps = np.linalg.norm(np.diff(middles, axis=0), axis=1)
    assert steps.max() / steps.min() < 1.03


def test_a_tilted_board_is_cut_to_its_edges() -> None:
    printed = print_board(new_york(), STYLES["broadsheet"])
    height, width = printed.shape[:2]
    quad = np.array([(300, 80), (820, 150), (900, 1000), (210, 930)], np.float32)
    flat = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    photo = cv2.warpPerspective(printed, cv2.getPerspectiveTransform(flat, quad), (1100, 1100))
    size = (float(new_york()["size"][0]), float(new_york()["size"][1]))
    cut = cut_to_edges(photo, (quad / 1100).tolist(), size)
    small = [cv2.resize(one, (100, 150), interpolation=cv2.INTER_AREA).astype(float) for one in (cut, printed)]
    assert np.abs(small[0] - small[1]).mean() < 6


@pytest.mark.parametrize("order", [(0, 3, 2, 1), (0, 2, 1, 3)])
def test_corners_in_another_order_are_refused(order: tuple[int, ...]) -> None:
    corners = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    with pytest.raises(ClearNo):
        cut_to_edges(np.zeros((90, 120, 3), np.uint8), [corners[k] for k in order], (3, 2))


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    told = {**new_york(), "name": 'Torino "by \\ night" è'}
    assert tomllib.loads(toml_of(told)) == told
    blank = print_board(new_york(), STYLES["broadsheet"])
    save_board(tmp_path / "packs" / "torino", told, blank)
    assert sorted(path.name for path in (tmp_path / "packs").rglob("*")) == ["blank.jpg", "board.toml", "torino"]
    with pytest.raises(BadInput, match="already a pack"):
        save_board(tmp_path / "packs" / "torino", told, blank)


def test_spaces_marked_too_large_get_the_size_of_the_print() -> None:
    told = new_york()
    printed = print_board(told, STYLES["midnight"])
    marked = []
    for route in told["route"]:
        spaces = np.array(route["spaces"], np.float64)
        across = spaces[:, 3:] - spaces[:, :1]
        wider = spaces + across * 0.125 * np.array([-1, -1, 1, 1])[:, None] + across * 0.12
        marked.append({**route, "spaces": wider.tolist()})
    exact, snapped = (make_board({**told, "route": routes}, printed).spaces for routes in (told["route"], marked))
    wide = [np.linalg.norm(spaces[:, 3] - spaces[:, 0], axis=1).mean() for spaces in (exact, snapped)]
    assert abs(wide[1] / wide[0] - 1) < 0.15
    assert np.linalg.norm((snapped - exact).mean(axis=1), axis=1).mean() < 0.08 * wide[0]
