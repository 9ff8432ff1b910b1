"""Photographs printed boards with pieces on them, with labels in the form that `see` prints.

Everything random comes from the seed, so a frame can be drawn again exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render import pieces
from vision.render.board_print import Told
from vision.render.camera import Camera, Matrix, camera_over
from vision.render.light import DAY, Light, Photo, develop, random_light, table_top
from vision.render.pieces import Lamp
from vision.render.style import Colour, Piece, Rng, pick, shade
from vision.render.table import Cup, Hand, Stage, ZoneScene, lay_tags, put_cup, reach_in, stand_pieces

PLASTIC: dict[str, Colour] = {
    "red": (45, 40, 195),
    "green": (80, 115, 40),
    "blue": (190, 115, 30),
    "black": (42, 40, 40),
    "yellow": (40, 205, 235),
    "white": (215, 220, 225),
    "turquoise": (175, 175, 50),
    "purple": (130, 55, 115),
    "orange": (35, 120, 235),
    "pink": (160, 100, 225),
}
SHAPES = ("long_car", "two_box_car", "block", "loco", "step_loco")


@dataclass(frozen=True)
class BoardScene:
    """A board on a table; `claims` are in the form that `see` prints, `crooked` says how carelessly pieces were put.

    `broad` is a piece's width in widths of a space, `bend` how far the print is off a flat board's, in its lengths.
    """

    told: Told
    printed_bgr: Photo
    claims: tuple[dict[str, Any], ...]
    camera: Camera
    light: Light = DAY
    table: str = "wood"
    table_colour: Colour | None = None
    crooked: float = 0.5
    shape: str = "long_car"
    broad: float = 0.68
    bend: float = 0.0012
    tags: bool = False
    cups: tuple[Cup, ...] = ()
    hand: Hand | None = None


def shoot_board(scene: BoardScene, seed: int) -> tuple[Photo, dict[str, Any]]:
    """A picture of the board and its labels."""
    rng = np.random.default_rng(seed)
    light = scene.light
    top = table_top(scene.table, scene.camera.size_px, rng, scene.table_colour)
    lamp = Lamp(np.asarray(light.lamp_mm, float), light.ambient, light.shine, light.sharpness)
    stage = Stage(top, np.zeros(top.shape[:2], np.uint8), scene.camera, lamp)
    size = np.array(scene.told["size"], np.float64)
    _lay_board(stage, bent(scene.printed_bgr, rng, scene.bend), size)
    if scene.tags:
        lay_tags(stage, ZoneScene(0, (), (0.0, 0.0), (float(size[0]), float(size[1]))))
    _stand_claims(stage, scene, rng)
    for cup in scene.cups:
        put_cup(stage, cup)
    stand_pieces(stage, light)
    photo = develop(stage.scene, stage.shadows, light, rng)
    if scene.hand is not None:
        reach_in(photo, scene.hand, rng)
    return photo, {"game": "ticket-to-ride-new-york", "claims": [dict(claim) for claim in scene.claims]}


def bent(picture: Photo, rng: Rng, strength: float) -> Photo:
    """A board that does not lie quite flat: its print is shifted smoothly by up to a few thousandths of its length."""
    height, width = picture.shape[:2]
    push = rng.standard_normal((4, 4, 2)).astype(np.float32) * strength * max(width, height)
    field: NDArray[Any] = cv2.resize(push, (width, height), interpolation=cv2.INTER_CUBIC)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x + field[..., 0], y + field[..., 1]
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _lay_board(stage: Stage, printed: Photo, size_mm: NDArray[np.float64]) -> None:
    width, height = stage.camera.size_px
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)
    quad = stage.camera.ground(corners * size_mm)
    cv2.fillPoly(stage.shadows, [np.rint((quad + 6) * 8).astype(np.int32)], (150.0,), cv2.LINE_AA, 3)
    cv2.fillPoly(stage.shadows, [np.rint(quad * 8).astype(np.int32)], (0.0,), cv2.LINE_AA, 3)
    span_px = float(np.linalg.norm(quad[1] - quad[0]))
    shrink = span_px / printed.shape[1]
    small = cv2.resize(printed, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 1 else printed
    source = (corners * (small.shape[1], small.shape[0]) - 0.5).astype(np.float32)
    lay = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
    laid = cv2.warpPerspective(small, lay, (width, height), flags=cv2.INTER_LINEAR)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.rint(quad * 8).astype(np.int32)], (255.0,), cv2.LINE_AA, 3)
    cover = mask[..., None].astype(np.float32) / 255
    stage.scene[:] = (stage.scene * (1 - cover) + laid * cover).astype(np.uint8)


def _stand_claims(stage: Stage, scene: BoardScene, rng: Rng) -> None:
    """A piece on every space of each claimed route; twins of one name are taken one after the other."""
    free = list(scene.told["route"])
    for claim in scene.claims:
        route = next(r for r in free if [*r["ends"], r["colour"]] == list(claim["route"]))
        free.remove(route)
        for space in np.array(route["spaces"], np.float64):
            faces, colour = _piece(space, str(claim["taxis"]), scene, rng)
            stage.standing.append((faces, [colour] * len(faces)))


def _piece(space: Matrix, name: str, scene: BoardScene, rng: Rng) -> tuple[list[NDArray[np.float64]], Colour]:
    sides = np.linalg.norm(np.roll(space, -1, 0) - space, axis=1)
    along = space[1] - space[0] if sides[0] > sides[1] else space[2] - space[1]
    long, wide = float(sides.max()), float(sides.min())
    loose = scene.crooked
    shift = rng.normal(0, loose, 2).clip(-1.6 * loose, 1.6 * loose) * (0.06 * long, 0.16 * wide)
    turn = np.rad2deg(np.arctan2(along[1], along[0])) + float(np.clip(rng.normal(0, 6 * loose), -14, 14))
    unit = along / np.linalg.norm(along)
    foot = space.mean(0) + shift[0] * unit + shift[1] * np.array([-unit[1], unit[0]])
    colour = shade(PLASTIC.get(name, (128, 128, 128)), rng.uniform(0.95, 1.05))
    piece = Piece(scene.shape, colour, 0.86, scene.broad * wide / long, 0.3)
    turned = turn if rng.random() < 0.5 else turn + 180
    return pieces.stand(piece, foot, float(turned), long), piece.colour


def random_claims(told: Told, rng: Rng, share: float | None = None) -> tuple[dict[str, Any], ...]:
    """Claims that the rules allow: nobody has both lanes of a double, nor more pieces than the supply."""
    part = rng.uniform(0.3, 0.85) if share is None else share
    left = {piece: int(told.get("supply", 45)) for piece in told["pieces"]}
    taken: dict[frozenset[str], set[str]] = {}
    claims = []
    for route in told["route"]:
        ends = frozenset(str(end) for end in route["ends"])
        able = [p for p in told["pieces"] if left[p] >= len(route["spaces"]) and p not in taken.get(ends, set())]
        if able and rng.random() < part:
            owner = pick(rng, tuple(able))
            left[owner] -= len(route["spaces"])
            taken.setdefault(ends, set()).add(owner)
            claims.append({"route": [*route["ends"], route["colour"]], "taxis": owner})
    return tuple(claims)


def random_board_scene(
    told: Told, printed: Photo, rng: Rng, size_px: tuple[int, int] | None = None, tilt_deg: float | None = None
) -> BoardScene:
    """A board with legal claims somewhere on a table, in any light, from any side."""
    size = np.array(told["size"], np.float64)
    width_px = int(rng.integers(1000, 2400))
    frame_px = size_px or (width_px, width_px * 3 // 4)
    tilt = rng.uniform(0, 22) if tilt_deg is None else tilt_deg
    middle = size / 2 + rng.uniform(-0.05, 0.05, 2) * size
    turn = rng.choice([0.0, 180.0] if size[0] > size[1] else [90.0, 270.0]) + rng.normal(0, 12)
    longest, heading = float(size.max()), rng.uniform(0, 360)
    height, reach = longest * rng.uniform(0.9, 1.6), longest * rng.uniform(1.02, 1.4)
    camera = camera_over(middle, height, reach, frame_px, tilt, heading, float(turn))
    while not _in_picture(camera, size):
        reach *= 1.05
        camera = camera_over(middle, height, reach, frame_px, tilt, heading, float(turn))
    return BoardScene(
        told,
        printed,
        random_claims(told, rng),
        camera,
        random_light(rng),
        pick(rng, ("wood", "cloth", "plain")),
        crooked=rng.uniform(0.2, 1.2),
        shape=pick(rng, SHAPES),
        broad=rng.uniform(0.6, 1.05),
    )


def _in_picture(camera: Camera, size_mm: NDArray[np.float64]) -> bool:
    corners = camera.ground(np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * size_mm)
    return bool(((corners > 4) & (corners < np.array(camera.size_px) - 4)).all())


def blank_photo(printed: Photo, rng: Rng) -> Photo:
    """The picture of the empty board that a player would make for a pack: not quite evenly lit."""
    light = random_light(rng)
    calmed = [0.85 + 0.3 * (gain - 0.85) for gain in light.gain_bgr]
    calm = Light(
        gain_bgr=(calmed[0], calmed[1], calmed[2]),
        slope=light.slope,
        vignette=light.vignette,
        blur_px=rng.uniform(0.5, 1.1),
        noise=rng.uniform(1, 3),
    )
    return develop(printed, np.zeros(printed.shape[:2], np.uint8), calm, rng)
