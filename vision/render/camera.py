"""A camera over the table: x to the right, y away from the top (south), z up, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """A pinhole camera: where it hangs, where its axes point, its focal length in pixels."""

    place_mm: Matrix
    axes: Matrix
    focal_px: float
    size_px: tuple[int, int]

    def project(self, points_mm: Any) -> Matrix:
        """Pixels of points in the room."""
        local = (np.asarray(points_mm, float) - self.place_mm) @ self.axes.T
        middle = np.array(self.size_px, float) / 2
        return np.asarray(local[:, :2] / local[:, 2:3] * self.focal_px + middle)

    def ground(self, points_mm: Any) -> Matrix:
        """Pixels of points on the table."""
        flat = np.atleast_2d(np.asarray(points_mm, float))
        return self.project(np.c_[flat, np.zeros(len(flat))])


def camera_over(
    target_mm: Any,
    height_mm: float,
    view_mm: float,
    size_px: tuple[int, int],
    tilt_deg: float = 0.0,
    heading_deg: float = 0.0,
    roll_deg: float = 0.0,
) -> Camera:
    """A camera that looks at a point of the table and sees about `view_mm` across the picture's width there.

    It leans by `tilt_deg` from straight down, away from `heading_deg`; `roll_deg` turns the picture.
    """
    tilt, heading, roll = np.deg2rad([tilt_deg, heading_deg, roll_deg])
    lean = np.array([np.sin(heading), np.cos(heading)]) * np.tan(tilt) * height_mm
    place = np.array([target_mm[0] + lean[0], target_mm[1] + lean[1], height_mm])
    forward = np.array([target_mm[0], target_mm[1], 0.0]) - place
    reach_mm = float(np.linalg.norm(forward))
    forward /= reach_mm
    right = np.array([np.cos(roll), np.sin(roll), 0.0])
    right -= forward * (right @ forward)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right) * -1.0
    if down[1] * np.cos(roll) - down[0] * np.sin(roll) < 0:
        down = -down
    return Camera(place, np.stack([right, down, forward]), size_px[0] * reach_mm / view_mm, size_px)
