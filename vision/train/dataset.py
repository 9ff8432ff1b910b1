"""Renders training tiles: for every random style some photos in different light, cut into tiles.

Run: python -m vision.train.dataset OUT_DIR --styles 500 --first 0 [--by-hand]
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crop import cut_tile
from vision.face import KINDS, SIDE_LETTERS, TileFace
from vision.render.camera import camera_over
from vision.render.hands import box_by_hand
from vision.render.rich import any_box
from vision.render.scenes import laid_tiles, random_cells, scene_of
from vision.render.style import Rng, Style
from vision.render.table import Scene, Shot, ZoneScene, shoot
from vision.render.tile import Painter, paint_tile

PHOTOS_PER_STYLE = 4
TILES_PER_PHOTO = 18
MOST_SPOTS = 2


def close_scene(
    rng: Rng, count: int = TILES_PER_PHOTO, tile_px: float | None = None, objective_share: float = 0.03
) -> Scene:
    """A territory in a picture just large enough for it, at the sizes at which tiles are seen."""
    cells = random_cells(rng, count, 1.0)
    zone = ZoneScene(
        None,
        laid_tiles(rng, cells, rng.uniform(0.2, 1.2), rng.uniform(0.2, 1.6), objective_share),
        pitch_mm=(45 + rng.uniform(0, 1.5),) * 2,
    )
    scene = scene_of(zone, rng, (800, 600), clutter=False)
    low, high = np.min(cells, 0), np.max(cells, 0) + 1
    extent_mm = float(np.linalg.norm((high - low) * 46.0)) + 40
    size = int(extent_mm / 45 * (tile_px or rng.uniform(78, 150)))
    middle = np.asarray(zone.first_mm) + (low + high) / 2 * zone.pitch_mm
    away = rng.normal(0, 1, 2) * rng.uniform(0, 220)
    camera = camera_over(middle, rng.uniform(450, 900), extent_mm, (size, size), 0, 0, float(rng.uniform(-25, 25)))
    lean = np.arctan(np.linalg.norm(away) / camera.place_mm[2])
    heading = np.rad2deg(np.arctan2(away[0], away[1]))
    camera = camera_over(
        middle,
        float(camera.place_mm[2]),
        extent_mm,
        (size, size),
        min(float(np.rad2deg(lean)), 28.0),
        float(heading),
        float(rng.uniform(-25, 25)),
    )
    return replace(scene, camera=camera)


def jittered(quad_px: NDArray[np.float64], rng: Rng) -> NDArray[np.float64]:
    """The quad as a finder might give it."""
    side = float(np.linalg.norm(quad_px[1] - quad_px[0]))
    return np.asarray(quad_px + (rng.normal(0, 0.012, 2) + rng.normal(0, 0.007, (4, 2))) * side)


def developed(photo_bgr: NDArray[np.uint8], rng: Rng) -> NDArray[np.uint8]:
    """The picture as another camera would deliver it: half of them have a curve, colours and sharpness of their own."""
    if rng.random() < 0.5:
        return photo_bgr
    curve = 255 * (np.arange(256) / 255) ** rng.uniform(0.75, 1.3)
    photo = cv2.LUT(photo_bgr, curve.astype(np.uint8))
    grey, strength = cv2.cvtColor(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), rng.uniform(0.65, 1.2)
    photo = cv2.addWeighted(photo, strength, grey, 1 - strength, 0)
    sharper = rng.uniform(0, 0.9)
    photo = cv2.addWeighted(photo, 1 + sharper, cv2.GaussianBlur(photo, (0, 0), 1.2), -sharper, 0)
    return np.asarray(photo, np.uint8)


def face_rows(face: TileFace, seen: Any) -> tuple[list[int], list[int], NDArray[np.float32]]:
    """Numbers of a face: sides; urban, station, objective; per spot kind, pawn, x, y (kind -1: none)."""
    spots = np.full((MOST_SPOTS, 4), -1, np.float32)
    for row, (spot, place) in enumerate(zip(face.spots, seen, strict=True)):
        spots[row] = KINDS.index(spot.kind), spot.pawn, place[0], place[1]
    return (
        [SIDE_LETTERS.index(letter) for letter in face.sides],
        [face.urban, face.station, face.objective is not None],
        spots,
    )


def cut_shot(shot: Shot, rng: Rng) -> dict[str, Any]:
    """All tiles of a picture as arrays."""
    rows = [face_rows(tile.face, tile.seen) for tile in shot.tiles]
    photo = developed(shot.photo_bgr, rng)
    crops = np.stack([cut_tile(photo, jittered(tile.quad_px, rng)) for tile in shot.tiles])
    return {
        "crops": crops,
        "sides": np.array([row[0] for row in rows], np.int8),
        "flags": np.array([row[1] for row in rows], np.int8),
        "spots": np.stack([row[2] for row in rows]),
    }


def style_tiles(
    style: Style,
    rng: Rng,
    photos: int = PHOTOS_PER_STYLE,
    count: int = TILES_PER_PHOTO,
    objective_share: float = 0.03,
    painter: Painter = paint_tile,
) -> dict[str, Any]:
    """Tiles of several photos of one style, with the number of the photo."""
    scenes = (close_scene(rng, count, objective_share=objective_share) for _ in range(photos))
    parts = [cut_shot(shoot(scene, style, int(rng.integers(2**31)), painter), rng) for scene in scenes]
    joined = {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
    joined["photo"] = np.repeat(np.arange(photos), [len(part["crops"]) for part in parts]).astype(np.int8)
    return joined


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--styles", type=int, default=500)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument(
        "--by-hand", action="store_true", help="boxes by several hands instead of those drawn at random"
    )
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.first, options.first + options.styles):
        rng = np.random.default_rng([7, number])
        style, painter = (box_by_hand if options.by_hand else any_box)(rng)
        tiles = style_tiles(style, rng, painter=painter)
        np.savez(options.out / f"style{number:05d}.npz", **tiles)


if __name__ == "__main__":
    main()
