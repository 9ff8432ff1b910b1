"""Photographs mine boards with tracks, jewels, tokens and carts on them, with labels in the form that `see` prints.

Everything random comes from the seed, so a frame can be drawn again exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.board_scene import bent
from vision.render.camera import Camera, camera_over
from vision.render.light import DAY, Light, Photo, develop, random_light, table_top
from vision.render.mine_pieces import cart_solid, gem_solid
from vision.render.mine_print import Told, print_tile, print_token, tile_outline
from vision.render.mine_style import CLANS, JEWELS, MineStyle
from vision.render.pieces import Lamp
from vision.render.solids import Solid
from vision.render.style import Colour, Rng, pick
from vision.render.table import Cup, Hand, Stage, ZoneScene, lay_tags, put_cup, reach_in, stand_pieces

Points = NDArray[np.float64]
Cell = tuple[int, int]
GAME = "off-the-rails"
TRACKS = ("NS", "EW", "NE", "ES", "SW", "NW", "NES", "NEW", "NSW", "ESW", "NESW")
_UNIT = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)


@dataclass(frozen=True)
class MineScene:
    """A mine board on a table; `cells` and `carts` are in the form that `see` prints."""

    told: Told
    printed_bgr: Photo
    style: MineStyle
    cells: tuple[dict[str, Any], ...]
    carts: tuple[dict[str, Any], ...]
    camera: Camera
    light: Light = DAY
    table: str = "wood"
    table_colour: Colour | None = None
    loose: float = 1.0
    tags: tuple[bool, bool, bool, bool] = (False, False, False, False)
    cups: tuple[Cup, ...] = ()
    hand: Hand | None = None
    bend: float = 0.0006


@dataclass
class Shot:
    """A photo, its labels, and where in the room jewels and carts lie: for teaching nets, never for reading."""

    photo_bgr: Photo
    labels: dict[str, Any]
    gems: list[tuple[Cell, str, Points]] = field(default_factory=list)
    carts: list[tuple[dict[str, Any], Points]] = field(default_factory=list)
    hulls: list[Points] = field(default_factory=list)


def shoot_mine(scene: MineScene, seed: int) -> Shot:
    """A picture of the board and what is on it."""
    rng = np.random.default_rng(seed)
    light = scene.light
    top = table_top(scene.table, scene.camera.size_px, rng, scene.table_colour)
    lamp = Lamp(np.asarray(light.lamp_mm, float), light.ambient, light.shine, light.sharpness)
    stage = Stage(top, np.zeros(top.shape[:2], np.uint8), scene.camera, lamp)
    size = np.array(scene.told["size"], np.float64)
    _lay(stage, bent(scene.printed_bgr, rng, scene.bend), _UNIT * size)
    if any(scene.tags):
        lay_tags(stage, ZoneScene(0, (), (0.0, 0.0), (float(size[0]), float(size[1])), tags=scene.tags))
    shot = Shot(top, {"game": GAME, "cells": list(scene.cells), "carts": list(scene.carts)})
    carts = _put_carts(scene, shot, seed)
    jewels = _put_cells(stage, scene, shot, seed, _behind(stage, carts))
    _stand(stage, jewels + carts, light)
    for cup in scene.cups:
        put_cup(stage, cup)
    if scene.cups:
        stand_pieces(stage, light)
    shot.photo_bgr = develop(stage.scene, stage.shadows, light, rng)
    if scene.hand is not None:
        reach_in(shot.photo_bgr, scene.hand, rng)
    return shot


def square_of(told: Told) -> float:
    """How wide a square is, in the board's unit."""
    grid = told["grid"]
    return float(grid["corners"][1][0] - grid["corners"][0][0]) / int(grid["columns"])


def middle_of(told: Told, at: Any) -> Points:
    """The middle of a square on the board."""
    return np.array(told["grid"]["corners"][0], np.float64) + (np.asarray(at, np.float64) + 0.5) * square_of(told)


def _own_rng(seed: int, at: Any, part: int = 0) -> Rng:
    """The same piece lies equally crooked in every picture with this seed, whatever else is there."""
    return np.random.default_rng([seed, part, int(at[0]) + 9, int(at[1]) + 9])


def _behind(stage: Stage, carts: list[Solid]) -> NDArray[np.uint8]:
    """What the carts hide of the board: nobody could read a jewel there."""
    hidden = np.zeros_like(stage.shadows)
    for cart in carts:
        _hull(hidden, stage.camera.project(np.concatenate(cart.hull)))
    return hidden


def _put_cells(stage: Stage, scene: MineScene, shot: Shot, seed: int, hidden: NDArray[np.uint8]) -> list[Solid]:
    side = square_of(scene.told)
    solids = []
    for cell in scene.cells:
        middle, rng = middle_of(scene.told, cell["at"]), _own_rng(seed, cell["at"])
        if cell["track"]:
            tile = print_tile(cell["track"], scene.style, int(rng.integers(2**31)))
            _lay_flat(stage, tile, tile_outline(scene.style), middle, side * scene.style.tile_size, scene.loose, rng)
        if cell["abyss"]:
            picture, mask = print_token(cell["abyss"], scene.style)
            turned = float(rng.uniform(0, 360)) if scene.style.token_shape == "disc" else 0.0
            _lay_flat(stage, picture, mask, middle, side * scene.style.token_size, scene.loose, rng, turned)
        at = (int(cell["at"][0]), int(cell["at"][1]))
        for kind, place in _gem_places(cell["jewels"], scene.style, rng, _Sight(stage.camera, hidden, middle, side)):
            foot = middle + place * side
            gem = scene.style.gems[kind]
            solids.append(gem_solid(scene.style, kind, foot, side, rng))
            shot.gems.append((at, kind, np.array([*foot, 2.0 + gem.size * side * gem.flat / 2])))
    return solids


@dataclass(frozen=True)
class _Sight:
    """What the camera sees of a square."""

    camera: Camera
    hidden: NDArray[np.uint8]
    middle_mm: Points
    side_mm: float

    def free(self, places: Points, size: float) -> Points:
        """How much of a jewel of that size is seen at each place, from 0 to 1."""
        around = np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]) * size * 0.45
        points = (places[:, None] + around) * self.side_mm + self.middle_mm
        x, y = np.rint(self.camera.ground(points.reshape(-1, 2))).astype(int).T
        inside = (x >= 0) & (y >= 0) & (x < self.hidden.shape[1]) & (y < self.hidden.shape[0])
        seen = inside & (self.hidden[np.where(inside, y, 0), np.where(inside, x, 0)] == 0)
        return np.asarray(seen.reshape(len(places), -1).mean(1))


def _gem_places(kinds: list[str], style: MineStyle, rng: Rng, sight: _Sight) -> list[tuple[str, Points]]:
    """Places for the jewels of a square, side by side without overlapping, where no cart hides them."""
    found: list[tuple[str, Points]] = []
    for kind in kinds:
        size = style.gems[kind].size
        room = 0.48 - size / 2
        tries = rng.uniform(-room, room, (80, 2))
        others = np.array([place for _, place in found]).reshape(-1, 2)
        gaps = np.linalg.norm(tries[:, None] - others, axis=2).min(1) if found else np.full(80, 9.0)
        good = np.minimum(gaps / (size * 1.02), 1) + np.minimum(sight.free(tries, size), 0.8) * 2
        found.append((kind, tries[int(good.argmax())]))
    return found


def _put_carts(scene: MineScene, shot: Shot, seed: int) -> list[Solid]:
    side = square_of(scene.told)
    solids = []
    for cart in scene.carts:
        rng = _own_rng(seed, cart["at"], 1)
        foot = middle_of(scene.told, cart["at"]) + rng.normal(0, 0.03 * scene.loose, 2).clip(-0.07, 0.07) * side
        solids.append(cart_solid(scene.style, cart["clan"], cart["speed"], foot, cart["facing"], side, rng))
        shot.hulls.append(np.concatenate(solids[-1].hull))
        shot.carts.append((cart, np.array([*foot, 2.0 + scene.style.cart.height * side])))
    return solids


def _lay_flat(
    stage: Stage, picture: Photo, mask: NDArray[np.uint8] | None, middle: Points, side_mm: float, loose: float,
    rng: Rng, turned: float = 0.0,
) -> None:  # fmt: skip
    """Cardboard on the board: shaken a little, with its thin shadow."""
    angle = np.deg2rad(turned + float(np.clip(rng.normal(0, 1.3 * loose), -4, 4)))
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    place = middle + rng.normal(0, 0.018 * loose, 2).clip(-0.05, 0.05) * side_mm
    quad = (_UNIT - 0.5) * side_mm @ turn + place
    away = place - stage.lamp.place_mm[:2]
    fallen = stage.camera.ground(quad + away / max(float(np.linalg.norm(away)), 1.0) * side_mm * 0.03)
    if mask is None:
        cv2.fillPoly(stage.shadows, [np.rint(fallen * 8).astype(np.int32)], (110.0,), cv2.LINE_AA, 3)
        cv2.fillPoly(stage.shadows, [np.rint(stage.camera.ground(quad) * 8).astype(np.int32)], (0.0,), cv2.LINE_AA, 3)
    _lay(stage, picture, quad, mask)


def _lay(stage: Stage, picture: Photo, quad_mm: Points, mask: NDArray[np.uint8] | None = None) -> None:
    """Lays a flat picture on the table, as far as its mask reaches."""
    quad = stage.camera.ground(quad_mm)
    low = np.maximum(np.floor(quad.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(quad.max(0)).astype(int) + 2, stage.camera.size_px)
    if (high <= low).any():
        return
    shrink = min(1.0, float(np.linalg.norm(quad[1] - quad[0])) / picture.shape[1])
    small = np.asarray(cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    source = (_UNIT * (small.shape[1], small.shape[0]) - 0.5).astype(np.float32)
    lay = cv2.getPerspectiveTransform(source, (quad - low).astype(np.float32))
    window = (int(high[0] - low[0]), int(high[1] - low[1]))
    laid = cv2.warpPerspective(small, lay, window, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if mask is None:
        cover = np.zeros(window[::-1], np.uint8)
        cv2.fillPoly(cover, [np.rint((quad - low) * 8).astype(np.int32)], (255.0,), cv2.LINE_AA, 3)
    else:
        shape = cv2.resize(mask, (small.shape[1], small.shape[0]), interpolation=cv2.INTER_AREA)
        cover = np.asarray(cv2.warpPerspective(shape, lay, window, flags=cv2.INTER_LINEAR), np.uint8)
    share = cover[..., None].astype(np.float32) / 255
    part = stage.scene[low[1] : high[1], low[0] : high[0]]
    part[:] = (part * (1 - share) + laid * share).astype(np.uint8)


def _stand(stage: Stage, solids: list[Solid], light: Light) -> None:
    """All pieces with their shadows, the far ones first."""
    fallen, body = np.zeros_like(stage.shadows), np.zeros_like(stage.shadows)
    for solid in solids:
        corners = np.concatenate(solid.hull)
        height = corners[:, 2:]
        ground = corners + (corners - stage.lamp.place_mm) * (height / np.maximum(stage.lamp.place_mm[2] - height, 1.0))
        _hull(fallen, stage.camera.ground(ground[:, :2]))
        _hull(body, stage.camera.project(corners))
    soft = int(light.softness_mm * stage.camera.focal_px / stage.camera.place_mm[2] * 0.6) | 1
    fallen = np.asarray(cv2.blur(cv2.blur(fallen, (soft, soft)), (soft, soft)), np.uint8)
    eye = stage.camera.place_mm[:2]
    for solid in sorted(solids, key=lambda one: -float(np.linalg.norm(one.foot_mm - eye))):
        _draw(stage, solid)
    np.maximum(stage.shadows, fallen, out=stage.shadows)
    stage.shadows[:] = cv2.multiply(stage.shadows, cv2.bitwise_not(body), scale=0.85 / 255) + stage.shadows * 0.15


def _hull(mask: NDArray[np.uint8], points_px: Points) -> None:
    outline = cv2.convexHull(np.rint(points_px * 8).astype(np.int32))
    cv2.fillPoly(mask, [outline], (255.0,), cv2.LINE_AA, 3)


def _draw(stage: Stage, solid: Solid) -> None:
    """One piece; through a clear one the board is seen."""
    faces = [face for layer in solid.layers for face in layer.faces]
    ends = np.cumsum([len(face) for face in faces])[:-1]
    points = stage.camera.project(np.concatenate(faces))
    low = np.maximum(np.floor(points.min(0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(points.max(0)).astype(int) + 3, stage.camera.size_px)
    part = stage.scene[low[1] : high[1], low[0] : high[0]]
    before = part.copy() if solid.clear else None
    colours = np.array([layer.colour for layer in solid.layers for _ in layer.faces])
    lit, towards, far = _lit(faces, colours, stage)
    layer_of = np.repeat(np.arange(len(solid.layers)), [len(layer.faces) for layer in solid.layers])
    outlines = np.split(np.rint(points * 8).astype(np.int32), ends)
    for k in np.lexsort((-far, layer_of)):
        if towards[k]:
            cv2.fillPoly(stage.scene, [outlines[k]], lit[k].tolist(), cv2.LINE_AA, 3)
    if before is not None and part.size:
        behind = _through(before, part, solid, stage.camera)
        part[:] = cv2.addWeighted(part, 1 - solid.clear, behind, solid.clear, 0)


def _through(before: Photo, drawn: Photo, solid: Solid, camera: Camera) -> Photo:
    """What is seen through a clear piece; through glass it is moved, differently from place to place, and tinted."""
    if solid.tint is None:
        return before
    inside = (before != drawn).any(2, keepdims=True)
    rows, columns = np.indices(before.shape[:2], np.float32)
    reach = solid.bend_mm * camera.focal_px / float(camera.place_mm[2])
    wave = 2 * np.pi / max(before.shape)
    across, down = columns + reach * np.sin(rows * wave + 1), rows + reach * np.sin(columns * wave)
    moved = cv2.remap(before, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    tinted = np.clip(moved * (0.35 + 0.65 * np.array(solid.tint) / 255), 0, 255).astype(np.uint8)
    return np.where(inside, tinted, before)


def _lit(faces: list[Points], colours: Points, stage: Stage) -> tuple[Points, NDArray[np.bool_], Points]:
    """The colour of each face in the lamp's light, whether it looks at the camera, and how far it is from it."""
    lamp, eye = stage.lamp, stage.camera.place_mm
    first, second = (np.array([face[k] - face[0] for face in faces]) for k in (1, 2))
    normal = np.cross(first, second)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    middle = np.array([face.mean(0) for face in faces])
    to_eye, to_lamp = eye - middle, lamp.place_mm - middle
    far = np.linalg.norm(to_eye, axis=1)
    to_lamp /= np.linalg.norm(to_lamp, axis=1, keepdims=True)
    straight = (normal * to_lamp).sum(1, keepdims=True)
    light = lamp.ambient * (0.75 + 0.25 * normal[:, 2:]) + (1 - lamp.ambient) * np.maximum(straight, 0) * 1.2
    mirrored = ((2 * straight * normal - to_lamp) * to_eye).sum(1, keepdims=True) / far[:, None]
    shine = np.minimum(lamp.shine * np.maximum(mirrored, 0) ** lamp.sharpness, 1)
    lit = colours * light * (1 - 0.6 * shine) + np.asarray(lamp.colour) * shine
    return np.clip(lit, 0, 255), (normal * to_eye).sum(1) > 0, far


def random_cells(
    told: Told, rng: Rng, carts: int, full: float | None = None, bare: float = 66.0
) -> tuple[list[Any], list[Any]]:
    """A board in the middle of a game, not of any real one: tracks, jewels, tokens, carts; `bare` squares to 34."""
    columns, rows = int(told["grid"]["columns"]), int(told["grid"]["rows"])
    share = rng.uniform(0.25, 0.8) if full is None else full
    cells: list[dict[str, Any]] = []
    free: list[Cell] = []
    abyss = pick(rng, (0.0, 0.06, 0.15), (2, 3, 3))
    for column in range(columns):
        for row in range(rows):
            track = pick(rng, TRACKS, (3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 3)) if rng.random() < share else None
            token = pick(rng, CLANS) if rng.random() < abyss else None
            count = int(pick(rng, (0, 1, 2, 3, 4, 5, 6), (bare, 10, 9, 8, 3, 2, 2)))
            jewels = sorted(pick(rng, JEWELS, (3, 5, 3, 3, 2.5)) for _ in range(count)) if token is None else []
            track = None if token else track
            if track and not token:
                free.append((column, row))
            if track or token or jewels:
                cells.append({"at": [column, row], "track": track, "jewels": jewels, "abyss": token})
    order = [free[int(k)] for k in rng.permutation(len(free))[:carts]]
    exits = {tuple(cell["at"]): cell["track"] for cell in cells}  # by the rules a cart faces one of them
    return cells, [
        {"clan": pick(rng, CLANS), "at": list(at), "facing": pick(rng, exits[at]), "speed": int(rng.integers(1, 7))}
        for at in order
    ]


def random_mine_scene(
    told: Told, printed: Photo, style: MineStyle, rng: Rng, carts: int = 8, tilt_deg: float | None = None,
    size_px: tuple[int, int] | None = None, bare: float = 66.0, full: float | None = None,
) -> MineScene:  # fmt: skip
    """A board in any state somewhere on a table, in any light, from any side, with some of its tags."""
    size = np.array(told["size"], np.float64)
    frame_px = size_px or pick(rng, ((2304, 1296), (1600, 1200), (1920, 1080)))
    tilt = rng.uniform(0, 25) if tilt_deg is None else tilt_deg
    middle = size / 2 + rng.uniform(-0.04, 0.04, 2) * size
    turn, heading = 90.0 * int(rng.integers(4)) + rng.normal(0, 8), rng.uniform(0, 360)
    height = float(size.max()) * rng.uniform(1.2, 2.2)
    reach = float(size.max()) * rng.uniform(1.0, 1.25)
    camera = camera_over(middle, height, reach, frame_px, tilt, heading, float(turn))
    while not _in_picture(camera, size):
        reach *= 1.04
        camera = camera_over(middle, height, reach, frame_px, tilt, heading, float(turn))
    tags = pick(rng, ((True,) * 4, (False,) * 4, (True, False, True, True), (False, True, True, False)), (3, 2, 1, 1))
    cells, standing = random_cells(told, rng, carts, full, bare)
    return MineScene(
        told, printed, style, tuple(cells), tuple(standing), camera, random_light(rng),
        pick(rng, ("wood", "cloth", "plain")), loose=rng.uniform(0.3, 1.3), tags=tags,
    )  # fmt: skip


def _in_picture(camera: Camera, size_mm: Points) -> bool:
    corners = camera.ground(_UNIT * size_mm)
    return bool(((corners > 4) & (corners < np.array(camera.size_px) - 4)).all())
