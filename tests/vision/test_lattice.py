"""The lattice under shaken tiles: angle, pitch and cells of free-form territories."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.lattice import lattices, sample
from vision.markers import project
from vision.outline import angular, direction_of, level_view
from vision.render.scenes import random_cells

Cells = list[tuple[int, int]]


def drawn(cells: Cells, pitch: float, angle_deg: float, shake: float, turn_deg: float, seed: int) -> np.ndarray:
    """A map of tiles (1 px is 1 mm) of which each is shaken by itself."""
    rng = np.random.default_rng(seed)
    corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * (pitch - 1)
    extent = int((np.max(cells) + 2) * pitch) + 60
    picture = np.zeros((extent, extent), np.uint8)
    for cell in cells:
        middle = turned((np.array(cell) + 0.5) * pitch + 30 - extent / 2, angle_deg) + extent / 2
        own = turned(corners, angle_deg + rng.uniform(-turn_deg, turn_deg))
        quad = middle + rng.uniform(-shake, shake, 2) + own
        cv2.fillPoly(picture, [np.rint(quad * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    return (picture / 255).astype(np.float32)


def turned(points: np.ndarray, angle_deg: float) -> np.ndarray:
    angle = np.radians(angle_deg)
    return np.asarray(points @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]))


def cells_of(picture: np.ndarray, matrix: np.ndarray) -> set[tuple[int, int]]:
    every = np.array([(c, r) for c in range(-25, 26) for r in range(-25, 26)], float)
    inner = np.stack(np.meshgrid(np.linspace(-0.4, 0.4, 9), np.linspace(-0.4, 0.4, 9)), -1).reshape(-1, 2)
    full = sample(picture, project(matrix, every[:, None] + inner)).mean(1) > 0.6
    found = every[full].astype(int)
    return {(int(c), int(r)) for c, r in found - found.min(0)}


@settings(max_examples=40, deadline=None)
@given(
    count=st.integers(1, 28),
    pitch=st.floats(40, 53),
    angle=st.floats(-1.5, 1.5),
    shake=st.floats(0, 2),
    turn=st.floats(0, 3),
    seed=st.integers(0, 10_000),
)
def test_shaken_tiles_fall_into_their_cells(
    count: int, pitch: float, angle: float, shake: float, turn: float, seed: int
) -> None:
    cells = random_cells(np.random.default_rng(seed), count)
    picture = drawn(cells, pitch, angle, shake, turn, seed)
    best = max(lattices(picture, (38.0, 54.0)), key=lambda lattice: lattice.purity)
    assert cells_of(picture, best.matrix()) == set(cells)
    if count >= 8:
        assert best.pitch_px == pytest.approx(pitch, rel=0.03)


@pytest.mark.parametrize("cells", [[(0, 0)], [(k, 0) for k in range(9)], [(0, k) for k in range(6)]], ids=len)
def test_single_tiles_and_single_rows(cells: Cells) -> None:
    picture = drawn(cells, 45, 0, 1.5, 2, 3)
    best = max(lattices(picture, (38.0, 54.0)), key=lambda lattice: lattice.purity)
    assert cells_of(picture, best.matrix()) == set(cells)


@settings(max_examples=15, deadline=None)
@given(st.floats(-35, 35), st.integers(0, 1000))
def test_the_direction_of_a_territory(angle: float, seed: int) -> None:
    cells = random_cells(np.random.default_rng(seed), 10)
    assert direction_of(drawn(cells, 45, angle, 1, 1, seed)) == pytest.approx(angle, abs=1.5)


@pytest.mark.parametrize(("tilt", "heading"), [(10, 0), (20, 90), (25, 215)])
def test_a_tilted_view_is_made_level(tilt: float, heading: float) -> None:
    from vision.render.camera import camera_over

    cells = random_cells(np.random.default_rng(8), 20)
    camera = camera_over((180, 180), 700, 900, (900, 700), tilt, heading)
    picture = np.zeros((700, 900), np.uint8)
    for cell in cells:
        square = (np.array(cell) + np.array([(0, 0), (1, 0), (1, 1), (0, 1)])) * 45.0
        cv2.fillPoly(picture, [np.rint(camera.ground(square) * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    to_picture, _ = level_view((picture / 255).astype(np.float32))
    far = np.array([(0, 0), (360, 0), (360, 360), (0, 360)], float)
    flat = project(np.linalg.inv(to_picture), camera.ground(far))
    sides = np.linalg.norm(flat - np.roll(flat, 1, 0), axis=1)
    before = np.linalg.norm(camera.ground(far) - np.roll(camera.ground(far), 1, 0), axis=1)
    assert sides.max() / sides.min() < 1 + 0.7 * (before.max() / before.min() - 1)


def test_round_and_askew_things_are_no_tiles() -> None:
    picture = drawn([(0, 0), (1, 0)], 45, 0, 0, 0, 0)
    table = np.zeros((400, 400), np.float32)
    table[: picture.shape[0], : picture.shape[1]] = picture[:400, :400]
    tiles = table.copy()
    cv2.circle(table, (280, 280), 42, 1.0, cv2.FILLED)
    cv2.line(table, (40, 330), (170, 260), 1.0, 22)
    assert float(np.abs(angular(table, 0.0) - tiles).sum()) < 5


def test_tiles_with_gaps_in_the_tables_colour_are_kept_and_a_mug_with_a_pattern_is_not() -> None:
    """Art in the table's own colours leaves a tile ragged: its outline is then no straight line."""
    rng = np.random.default_rng(8)
    gaps = cv2.resize(rng.random((40, 40)).astype(np.float32), (400, 400), interpolation=cv2.INTER_CUBIC) < 0.385
    tiles, mug = np.zeros((2, 400, 400), np.float32)
    tiles[40:175, 40:130] = 1.0
    cv2.circle(mug, (290, 290), 60, 1.0, cv2.FILLED)
    ragged = np.where(gaps, np.float32(0), tiles + mug)
    kept = angular(ragged, 0.0)
    assert kept[:200].sum() > 0.9 * ragged[:200].sum()
    assert kept[200:].sum() == 0
