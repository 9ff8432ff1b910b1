"""Draws a whole table as a camera would see it, with labels in the form that `see` prints.

Everything random comes from the seed, so a frame can be drawn again exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face import TileFace
from vision.render import pieces
from vision.render.camera import Camera, Matrix
from vision.render.light import DAY, Light, Photo, develop, table_top
from vision.render.pieces import Lamp
from vision.render.style import Colour, Rng, Style, shade
from vision.render.tile import PRINT_PX, PaintedTile, Painter, paint_tile, shrink

TAG_MM = 24.0
TAG_BORDER_MM = 4.0
UNIT_SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


@dataclass(frozen=True)
class LaidTile:
    """A tile on the table: its cell, and how far it lies from its place."""

    at: tuple[int, int]
    face: TileFace
    shift_mm: tuple[float, float] = (0.0, 0.0)
    turn_deg: float = 0.0
    print_seed: int = 0
    pawn_seed: int | None = None  # how pawns stand on it, whatever else is on the table; None leaves it to the shot


@dataclass(frozen=True)
class ZoneScene:
    """One zone: `corner_mm` and `size_mm` of the rectangle between the tags, `first_mm` is cell 0, 0 in it."""

    number: int | None
    tiles: tuple[LaidTile, ...]
    corner_mm: tuple[float, float] = (0.0, 0.0)
    size_mm: tuple[float, float] = (400.0, 360.0)
    turn_deg: float = 0.0
    first_mm: tuple[float, float] = (60.0, 60.0)
    pitch_mm: tuple[float, float] = (45.6, 45.6)
    tags: tuple[bool, bool, bool, bool] = (True, True, True, True)


@dataclass(frozen=True)
class Cup:
    """A mug on the table."""

    at_mm: tuple[float, float]
    radius_mm: float = 40.0
    height_mm: float = 90.0
    colour: Colour = (90.0, 120.0, 60.0)


@dataclass(frozen=True)
class Hand:
    """A hand reaching in: where its fingertips are and from where the arm comes, in picture widths."""

    tip: tuple[float, float]
    sleeve: tuple[float, float]
    colour: Colour = (130.0, 160.0, 215.0)


@dataclass(frozen=True)
class Scene:
    """All that lies on the table and the light over it."""

    zones: tuple[ZoneScene, ...]
    camera: Camera
    light: Light = DAY
    table: str = "wood"
    table_colour: Colour | None = None
    cups: tuple[Cup, ...] = ()
    hand: Hand | None = None
    tile_mm: float = 45.0
    loose_mm: float = 2.0


@dataclass(frozen=True)
class ShotTile:
    """Where a tile came to lie in the picture; `seen` are the middles of icons and pawns, in tile widths."""

    zone: int | None
    at: tuple[int, int]
    face: TileFace
    quad_px: Matrix
    seen: tuple[Matrix, ...]


@dataclass(frozen=True)
class Shot:
    """A photo, what is on it, and where."""

    photo_bgr: Photo
    labels: dict[str, Any]
    tiles: tuple[ShotTile, ...]


@dataclass
class Stage:
    """The pictures that grow while the table is drawn."""

    scene: Photo
    shadows: NDArray[np.uint8]
    camera: Camera
    lamp: Lamp
    standing: list[tuple[list[NDArray[np.float64]], list[Colour]]] = field(default_factory=list)


def shoot(scene: Scene, style: Style, seed: int, paint: Painter = paint_tile) -> Shot:
    """One picture of the table, its tiles painted by `paint`."""
    rng = np.random.default_rng(seed)
    camera, light = scene.camera, scene.light
    top = table_top(scene.table, camera.size_px, rng, scene.table_colour)
    lamp_bgr = np.clip(np.asarray(light.gain_bgr) / max(light.gain_bgr) * 255, 0, 255)
    lamp = Lamp(
        np.asarray(light.lamp_mm, float),
        light.ambient,
        light.shine,
        light.sharpness,
        (float(lamp_bgr[0]), float(lamp_bgr[1]), float(lamp_bgr[2])),
    )
    stage = Stage(top, np.zeros(top.shape[:2], np.uint8), camera, lamp)
    shot: list[ShotTile] = []
    for zone in scene.zones:
        lay_tags(stage, zone)
        shot += [_lay_tile(stage, scene, zone, tile, style, rng, paint) for tile in zone.tiles]
    for cup in scene.cups:
        put_cup(stage, cup)
    stand_pieces(stage, light)
    photo = develop(stage.scene, stage.shadows, light, rng)
    if scene.hand is not None:
        reach_in(photo, scene.hand, rng)
    return Shot(photo, table_labels(scene), tuple(shot))


def table_labels(scene: Scene) -> dict[str, Any]:
    """What `see` should print for this table."""
    return {"game": "railroad-tiles", "zones": [_zone_labels(zone) for zone in scene.zones]}


def _zone_labels(zone: ZoneScene) -> dict[str, Any]:
    entries = [{"at": list(tile.at), **tile.face.entry()} for tile in zone.tiles]
    if zone.number != 0:
        return {"zone": zone.number, "tiles": entries}
    columns = sorted({tile.at[0] for tile in zone.tiles})
    return {
        "zone": 0,
        "columns": [
            [entry for entry in sorted(entries, key=lambda e: e["at"][1]) if entry["at"][0] == column]
            for column in columns
        ],
    }


def on_table(zone: ZoneScene, points_mm: Any) -> Matrix:
    """Places of a zone as places of the table."""
    angle = np.deg2rad(zone.turn_deg)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray(np.asarray(points_mm, float) @ turn + np.asarray(zone.corner_mm))


def cards_of(zone: ZoneScene) -> Iterator[tuple[int, Matrix]]:
    """The tag of every card that is in sight, and where the card's corners lie on the table."""
    width, height = zone.size_mm
    outside = [(-TAG_MM, -TAG_MM), (width, -TAG_MM), (width, height), (-TAG_MM, height)]
    for corner, place in enumerate(outside):
        if zone.number is not None and zone.tags[corner]:
            square = UNIT_SQUARE * (TAG_MM + 2 * TAG_BORDER_MM) + np.asarray(place) - TAG_BORDER_MM
            yield 4 * zone.number + corner, on_table(zone, square)


def printed_card(tag: int, module_px: int, black: int, white: int) -> Photo:
    """A corner card as printed, with so many pixels to one of the tag's squares."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    border_px = round(8 * module_px * TAG_BORDER_MM / TAG_MM)
    marker = np.asarray(cv2.aruco.generateImageMarker(dictionary, tag, 8 * module_px))
    card = np.pad(marker, border_px, constant_values=255).clip(black, white).astype(np.uint8)
    return np.asarray(cv2.cvtColor(card, cv2.COLOR_GRAY2BGR), np.uint8)


def lay_tags(stage: Stage, zone: ZoneScene) -> None:
    for tag, corners_mm in cards_of(zone):
        _paste(stage.scene, printed_card(tag, 12, 25, 240), stage.camera.ground(corners_mm))


def laid(scene: Scene, zone: ZoneScene, tile: LaidTile) -> Callable[[Any], Matrix]:
    """From places on a tile, in tile widths, to places on the table."""
    centre = np.asarray(zone.first_mm) + np.asarray(zone.pitch_mm) * tile.at + scene.tile_mm / 2 + tile.shift_mm
    angle = np.deg2rad(tile.turn_deg)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return lambda points: on_table(zone, (np.asarray(points) - 0.5) * scene.tile_mm @ turn + centre)


def _lay_tile(
    stage: Stage, scene: Scene, zone: ZoneScene, tile: LaidTile, style: Style, rng: Rng, paint: Painter
) -> ShotTile:
    painted = paint(tile.face, style, np.random.default_rng(tile.print_seed), PRINT_PX)
    lay = laid(scene, zone, tile)
    quad_px = stage.camera.ground(lay(UNIT_SQUARE))
    _edge(stage, quad_px, style)
    size_px = int(np.max(np.linalg.norm(quad_px - np.roll(quad_px, 1, 0), axis=1)))
    _paste(stage.scene, shrink(painted.picture_bgr, size_px), quad_px)
    feet = _stand_pawns(stage, scene, tile, painted, style, lay, rng)
    seen = tuple(_seen_at(stage.camera, quad_px, lay([foot])[0], height_mm) for foot, height_mm in feet)
    return ShotTile(zone.number, tile.at, tile.face, quad_px, seen)


def _seen_at(camera: Camera, quad_px: Matrix, place_mm: Matrix, height_mm: float) -> Matrix:
    """Where on the tile the middle of something of that height appears, in tile widths."""
    seen_px = camera.project([[place_mm[0], place_mm[1], height_mm / 2]]).astype(np.float32)
    to_tile = cv2.getPerspectiveTransform(quad_px.astype(np.float32), UNIT_SQUARE.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(seen_px[None], to_tile)[0, 0], np.float64)


def _stand_pawns(
    stage: Stage, scene: Scene, tile: LaidTile, painted: PaintedTile, style: Style, lay: Any, rng: Rng
) -> list[tuple[Matrix, float]]:
    """Stands the pawns on their spots; the place and height of everything that is on a spot."""
    feet: list[tuple[Matrix, float]] = []
    for number, (spot, place) in enumerate(zip(tile.face.spots, painted.places, strict=True)):
        foot, height_mm = np.asarray(place), 0.0
        rng = rng if tile.pawn_seed is None else np.random.default_rng((tile.pawn_seed, number))
        if spot.pawn:
            foot = foot + rng.normal(0, scene.loose_mm / scene.tile_mm, 2).clip(-0.07, 0.07)
            piece = style.pieces[spot.kind]
            turn_deg = float(rng.normal(0, 30)) + 90 * int(rng.integers(4))
            faces = pieces.stand(piece, lay([foot])[0], turn_deg, scene.tile_mm)
            stage.standing.append((faces, pieces.tones(piece, faces, scene.tile_mm)))
            height_mm = piece.height * scene.tile_mm
        feet.append((foot, height_mm))
    return feet


def _edge(stage: Stage, quad_px: Matrix, style: Style) -> None:
    middle = quad_px.mean(0)
    grown = middle + (quad_px - middle) * 1.012
    cv2.fillPoly(stage.scene, [np.round(grown * 8).astype(np.int32)], shade(style.rim, 0.6), cv2.LINE_AA, 3)
    side = float(np.linalg.norm(quad_px[1] - quad_px[0]))
    away = middle - stage.camera.ground(stage.lamp.place_mm[:2])[0]
    fallen = grown + away / max(float(np.linalg.norm(away)), 1e-6) * side * 0.035
    cv2.fillPoly(stage.shadows, [np.round(fallen * 8).astype(np.int32)], (140.0,), cv2.LINE_AA, 3)
    cv2.fillPoly(stage.shadows, [np.round(quad_px * 8).astype(np.int32)], (0.0,), cv2.LINE_AA, 3)


def _paste(scene: Photo, picture: Any, quad_px: Matrix) -> None:
    height, width = scene.shape[:2]
    left, top = np.floor(quad_px.min(0)).astype(int) - 1
    right, bottom = np.ceil(quad_px.max(0)).astype(int) + 2
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
    if right <= left or bottom <= top:
        return
    size = picture.shape[0]
    source = (UNIT_SQUARE * size - 0.5).astype(np.float32)
    warp = cv2.getPerspectiveTransform(source, (quad_px - (left, top)).astype(np.float32))
    window = (int(right - left), int(bottom - top))
    laid = cv2.warpPerspective(picture, warp, window, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(window[::-1], np.uint8)
    cv2.fillPoly(mask, [np.round((quad_px - (left, top)) * 8).astype(np.int32)], (255.0,), cv2.LINE_AA, 3)
    part = scene[top:bottom, left:right]
    cover = mask[..., None].astype(np.float32) / 255
    part[:] = (part + (laid - part.astype(np.float32)) * cover).astype(np.uint8)


def put_cup(stage: Stage, cup: Cup) -> None:
    faces = pieces.barrel(cup.at_mm, cup.radius_mm, cup.height_mm)
    stage.standing.append((faces, [cup.colour] * len(faces)))


def stand_pieces(stage: Stage, light: Light) -> None:
    fallen = np.zeros_like(stage.shadows)
    for faces, _ in stage.standing:
        pieces.cast(fallen, faces, stage.camera, stage.lamp)
    softness_px = light.softness_mm * stage.camera.focal_px / stage.camera.place_mm[2]
    if stage.standing:
        fallen = np.asarray(
            cv2.blur(cv2.blur(fallen, (int(softness_px) | 1,) * 2), (int(softness_px) | 1,) * 2), np.uint8
        )
    body = np.zeros_like(stage.shadows)
    eye = stage.camera.place_mm
    for faces, colours in sorted(stage.standing, key=lambda s: -float(np.linalg.norm(s[0][0][0] - eye))):
        pieces.draw(stage.scene, faces, colours, stage.camera, stage.lamp)
        pieces.cover(body, faces, stage.camera)
    np.maximum(stage.shadows, fallen, out=stage.shadows)
    stage.shadows[:] = (stage.shadows * (1 - 0.85 * (body.astype(np.float32) / 255))).astype(np.uint8)


def reach_in(photo: Photo, hand: Hand, rng: Rng) -> None:
    width = photo.shape[1]
    tip, sleeve = np.asarray(hand.tip) * width, np.asarray(hand.sleeve) * width
    thick = max(3, int(width * 0.06))
    wrist = tip + (sleeve - tip) * 0.45
    fixed = [(int(p[0]), int(p[1])) for p in (tip, wrist, sleeve)]
    cv2.line(photo, fixed[1], fixed[2], tuple(float(v) for v in rng.uniform(30, 200, 3)), int(thick * 1.6), cv2.LINE_AA)
    cv2.line(photo, fixed[0], fixed[1], hand.colour, thick, cv2.LINE_AA)
    along = (tip - wrist) / max(float(np.linalg.norm(tip - wrist)), 1.0)
    for finger in (-0.5, -0.15, 0.2):
        across = np.array([-along[1], along[0]]) * thick * finger
        end = tip + along * thick * 0.9 + across
        start = (int(tip[0] + across[0]), int(tip[1] + across[1]))
        cv2.line(photo, start, (int(end[0]), int(end[1])), shade(hand.colour, 0.92), thick // 4, cv2.LINE_AA)
