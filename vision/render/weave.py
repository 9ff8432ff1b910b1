"""What the plain renderer does not draw, made from its photos: a bent lens, patterned cloth, hard shadows, papers.

Two photos of one table with the same seed differ only in what was changed (the table's colour, the light), so any
mask may choose between them: tiles, pieces and noise stay where they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import pieces
from vision.render.camera import Camera, Matrix
from vision.render.style import Colour, Rng, Style, any_colour, distance
from vision.render.table import Cup, Scene, Shot, ShotTile, shoot

Mask = NDArray[np.float32]
# A lens of 66 degrees across: its focal length in picture widths, by which k1 is counted.
USUAL_FOCAL = 0.77
_ROOM = 1.14
_FIELD_MM = 1600


def woven(scene: Scene, style: Style, seed: int, other: Scene, mask: Mask) -> Shot:
    """The scene where the mask is 0, the other where it is 1; both must hold the same things."""
    return woven_of(scene, style, seed, [(other, mask)])


def woven_of(scene: Scene, style: Style, seed: int, others: Sequence[tuple[Scene, Mask]]) -> Shot:
    """The same with several others, each where its own mask is 1."""
    shot = shoot(scene, style, seed)
    mixed = shot.photo_bgr.astype(np.float32)
    for other, mask in others:
        mixed += (shoot(other, style, seed).photo_bgr - mixed) * mask[..., None]
    return replace(shot, photo_bgr=np.clip(mixed, 0, 255).astype(np.uint8))


def on_table(camera: Camera, drawing: NDArray[np.uint8], corner_mm: Matrix, px_per_mm: float) -> Mask:
    """A drawing that lies on the table, as the camera sees it: 0..1, 0 outside."""
    square = np.array([(0, 0), (100, 0), (100, 100), (0, 100)], float)
    seen = camera.ground(square + corner_mm)
    warp = cv2.getPerspectiveTransform((square * px_per_mm).astype(np.float32), seen.astype(np.float32))
    seen_there = np.asarray(cv2.warpPerspective(drawing, warp, camera.size_px, flags=cv2.INTER_AREA), np.float32)
    return seen_there / np.float32(255)


def cloth_pattern(rng: Rng, camera: Camera, middle_mm: Matrix) -> Mask:
    """Checks, stripes or dots of a tablecloth, seen by the camera."""
    y, x = np.mgrid[:_FIELD_MM, :_FIELD_MM].astype(np.float32)
    angle, step = rng.uniform(0, np.pi), rng.uniform(9, 40)
    along, across = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    bands = [((part / step) % 1 < 0.5).astype(np.float32) for part in (along, across)]
    dots = (((along / step) % 1 - 0.5) ** 2 + ((across / step) % 1 - 0.5) ** 2 < 0.06).astype(np.float32)
    drawing = (bands[0], (bands[0] + bands[1]) / 2, dots)[int(rng.integers(3))]
    return on_table(camera, (drawing * 255).astype(np.uint8), middle_mm - _FIELD_MM / 2, 1.0)


def stripes(rng: Rng, camera: Camera, middle_mm: Matrix, sorts: int) -> list[Mask]:
    """Stripes of so many sorts on a cloth, one after the other with the cloth between them."""
    y, x = np.mgrid[:_FIELD_MM, :_FIELD_MM].astype(np.float32)
    angle, step = rng.uniform(0, np.pi), rng.uniform(10, 25)
    number = np.floor((x * np.cos(angle) + y * np.sin(angle)) / step).astype(int) % (2 * sorts)
    return [_drawn(camera, number == 2 * sort + 1, middle_mm) for sort in range(sorts)]


def blossoms(rng: Rng, camera: Camera, middle_mm: Matrix, sorts: int) -> list[Mask]:
    """Large flowers of so many sorts strewn over a cloth; where two lie in one place the later one is seen."""
    sort_at = np.full((_FIELD_MM, _FIELD_MM), sorts, np.uint8)
    for _ in range(int(_FIELD_MM**2 / rng.uniform(3000, 6000))):
        middle, size, turn = rng.uniform(0, _FIELD_MM, 2), rng.uniform(10, 24), rng.uniform(0, np.pi)
        sort, count = int(rng.integers(sorts)), int(rng.integers(5, 8))
        for angle in turn + np.arange(count) * 2 * np.pi / count:
            petal = middle + size * 0.6 * np.array([np.cos(angle), np.sin(angle)])
            cv2.circle(sort_at, np.rint(petal).astype(int).tolist(), round(size * 0.42), sort, cv2.FILLED)
        cv2.circle(sort_at, np.rint(middle).astype(int).tolist(), round(size * 0.35), (sort + 1) % sorts, cv2.FILLED)
    return [_drawn(camera, sort_at == sort, middle_mm) for sort in range(sorts)]


def _drawn(camera: Camera, there: NDArray[np.bool_], middle_mm: Matrix) -> Mask:
    return on_table(camera, there.astype(np.uint8) * 255, middle_mm - _FIELD_MM / 2, 1.0)


def shadow_edge(rng: Rng, size_px: tuple[int, int]) -> Mask:
    """The shadow of a window's frame or a person: half of the picture, with an edge that is hard or soft."""
    y, x = np.mgrid[: size_px[1], : size_px[0]].astype(np.float32)
    angle, soft = rng.uniform(0, 2 * np.pi), rng.uniform(1.5, 25)
    away = (x - size_px[0] * rng.uniform(0.3, 0.7)) * np.cos(angle) + (y - size_px[1] * rng.uniform(0.3, 0.7)) * np.sin(
        angle
    )
    return np.asarray(1 / (1 + np.exp(-np.clip(away / soft, -30, 30))), np.float32)


def other_colour(rng: Rng, colour: Colour, least: float, most: float) -> Colour:
    """A colour not too near and not too far from this one."""
    tries = [any_colour(rng) for _ in range(60)]
    return min(tries, key=lambda tried: abs(distance(tried, colour) - rng.uniform(least, most)))


def wide_camera(camera: Camera) -> Camera:
    """The same lens on a larger sensor: a bent lens sees things that a straight one has outside its picture."""
    width, height = camera.size_px
    return replace(camera, size_px=(2 * round(width * _ROOM / 2), 2 * round(height * _ROOM / 2)))


def bent(shot: Shot, size_px: tuple[int, int], k1: float) -> Shot:
    """A photo of a `wide_camera` as a lens with this radial term sees it, cut to the size of the usual sensor."""
    height, width = shot.photo_bgr.shape[:2]
    middle, focal = np.array([width, height]) / 2, USUAL_FOCAL * size_px[0]
    y, x = np.mgrid[: size_px[1], : size_px[0]].astype(np.float32)
    x, y = x + 0.5 - size_px[0] / 2, y + 0.5 - size_px[1] / 2
    stretch = np.ones_like(x)
    for _ in range(12):
        stretch = 1 + np.float32(k1 / focal**2) * (x**2 + y**2) / stretch**2
    from_x, from_y = (part / stretch + np.float32(edge - 0.5) for part, edge in zip((x, y), middle, strict=True))
    photo = cv2.remap(shot.photo_bgr, from_x, from_y, cv2.INTER_LINEAR)

    def seen(quad: Matrix) -> Matrix:
        away = quad - middle
        return np.asarray(away * (1 + k1 / focal**2 * (away**2).sum(-1, keepdims=True)) + np.array(size_px) / 2)

    tiles = tuple(replace(tile, quad_px=seen(tile.quad_px)) for tile in shot.tiles)
    return Shot(np.asarray(photo, np.uint8), shot.labels, tiles)


def hidden_part(tile: ShotTile, mask: NDArray[np.uint8]) -> float:
    """The share of a tile that the mask covers."""
    own = np.zeros_like(mask)
    cv2.fillPoly(own, [np.rint(tile.quad_px).astype(np.int32)], 255)
    return float((mask[own > 0] > 127).mean()) if own.any() else 1.0


def covered_by(cups: tuple[Cup, ...], camera: Camera) -> NDArray[np.uint8]:
    """The pixels behind mugs."""
    mask = np.zeros(camera.size_px[::-1], np.uint8)
    for cup in cups:
        pieces.cover(mask, pieces.barrel(cup.at_mm, cup.radius_mm, cup.height_mm), camera)
    return mask
