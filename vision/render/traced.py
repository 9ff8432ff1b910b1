"""Draws a table as light would: Blender follows the rays. Minutes a photo, so only for evaluation, never for tests.

The scene is the same as for `shoot`; only table, light and camera are nearer to a real evening: light that bounces,
soft shadows, tiles with an edge, varnished pieces. Needs the package `bpy`, which the program itself never needs.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bpy  # type: ignore[import-not-found]
import cv2
import mathutils  # type: ignore[import-not-found]
import numpy as np
from numpy.typing import NDArray

from vision.face import TileFace
from vision.render import pieces
from vision.render.camera import Camera
from vision.render.light import Photo
from vision.render.style import Colour, Rng, Style, pick
from vision.render.table import UNIT_SQUARE, LaidTile, Scene, ZoneScene, cards_of, laid, on_table, printed_card
from vision.render.tile import PaintedTile, Painter, paint_tile

TILE_MM = 1.8
CARD_MM = 0.3
SAMPLES = 10
TILE_PX = 320
"""Printed at this size; the camera sees a tile at 90 to 160 pixels."""


@dataclass(frozen=True)
class Evening:
    """One light: a lamp (place, size, warmth, strength), the room's own light, and what the camera makes of it."""

    lamp_mm: tuple[float, float, float]
    lamp_size_mm: float
    lamp_rgb: tuple[float, float, float]
    lamp_watt: float
    room_rgb: tuple[float, float, float]
    room: float
    exposure: float
    look: str = "Standard"
    noise: float = 2.0
    varnish: float = 0.45
    quality: int = 92


def evening(rng: Rng, kind: str | None = None) -> Evening:
    """Day by a window, a warm lamp over the table, or a dim room."""
    kind = kind or pick(rng, ("day", "lamp", "dim"))
    angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(300, 900)
    look = pick(rng, ("Standard", "AgX", "Filmic"))
    height = float(rng.uniform(600, 1200))
    at = (far * np.cos(angle), far * np.sin(angle), height)
    watt = (far**2 + height**2) ** 1.5 / height * 1e-6 * float(rng.uniform(0.85, 1.2))
    if kind == "day":
        cool = float(rng.uniform(0.9, 1.12))
        sky = (1.0, 1.0, cool)
        return Evening(at, float(rng.uniform(500, 1200)), sky, 7.0 * watt, sky, 0.55, 0.0, look)
    warm = float(rng.uniform(0.45, 0.75))
    lamp = (1.0, (1 + warm) / 2, warm)
    if kind == "lamp":
        return Evening(at, float(rng.uniform(40, 200)), lamp, 8.0 * watt, (1.0, 0.95, 0.85), 0.25, 0.0, look, 3.0)
    return Evening(at, float(rng.uniform(100, 500)), lamp, 5.0 * watt, (0.9, 0.95, 1.0), 0.16, -0.3, look, 5.0)


def trace(scene: Scene, style: Style, light: Evening, seed: int, paint: Painter = paint_tile) -> Photo:
    """One photo of the table in that light."""
    rng = np.random.default_rng(seed)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    _camera(scene.camera)
    middle = np.mean([on_table(zone, np.asarray(zone.size_mm) / 2) for zone in scene.zones], axis=0)
    _lights(light, middle)
    _table(scene, middle, rng)
    for zone in scene.zones:
        _cards(zone)
        for tile in zone.tiles:
            _tile(scene, zone, tile, style, light, rng, paint)
    for cup in scene.cups:
        _mesh(pieces.barrel(cup.at_mm, cup.radius_mm, cup.height_mm), _plain(cup.colour, 0.3))
    return _developed(_rendered(scene.camera, light), light, rng)


def _room(points_mm: Any) -> Any:
    """Table millimetres (y to the south) as Blender's metres (y to the north)."""
    points = np.asarray(points_mm, float)
    return points * np.array([1, -1, 1]) * 1e-3


def _camera(camera: Camera) -> None:
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_width = "HORIZONTAL", 36.0
    data.lens = 36.0 * camera.focal_px / camera.size_px[0]
    data.clip_start = 0.01
    thing = bpy.data.objects.new("camera", data)
    right, down, forward = camera.axes * np.array([1, -1, 1])
    world = np.eye(4)
    world[:3, 0], world[:3, 1], world[:3, 2] = right, -down, -forward
    world[:3, 3] = _room(camera.place_mm)
    thing.matrix_world = world.T.tolist()
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.scene.camera = thing


def _lights(light: Evening, middle: Any) -> None:
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape, data.size = "DISK", light.lamp_size_mm * 1e-3
    data.energy, data.color = light.lamp_watt, light.lamp_rgb
    lamp = bpy.data.objects.new("lamp", data)
    place = _room(np.asarray(light.lamp_mm) + np.array([*middle, 0.0]))
    aim = mathutils.Vector(_room([*middle, 0.0]) - place)
    lamp.location, lamp.rotation_euler = place, aim.to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(lamp)
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    sky = world.node_tree.nodes["Background"]
    sky.inputs[0].default_value, sky.inputs[1].default_value = (*light.room_rgb, 1.0), light.room
    bpy.context.scene.world = world


def _linear(colour_bgr: Any) -> tuple[float, float, float, float]:
    srgb = np.clip(np.asarray(colour_bgr, float)[::-1] / 255, 0, 1)
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    return (float(linear[0]), float(linear[1]), float(linear[2]), 1.0)


def _plain(colour: Colour, rough: float) -> Any:
    material = bpy.data.materials.new("plain")
    material.use_nodes = True
    body = material.node_tree.nodes["Principled BSDF"]
    body.inputs["Base Color"].default_value = _linear(colour)
    body.inputs["Roughness"].default_value = rough
    return material


def _printed(picture_bgr: NDArray[np.uint8], rough: float) -> Any:
    material = _plain((255, 255, 255), rough)
    height, width = picture_bgr.shape[:2]
    image = bpy.data.images.new("print", width, height)
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = picture_bgr[::-1, :, ::-1] / 255.0
    image.pixels.foreach_set(pixels.ravel())
    image.update()
    image.pack()
    tree = material.node_tree
    texture = tree.nodes.new("ShaderNodeTexImage")
    texture.image, texture.interpolation, texture.extension = image, "Cubic", "EXTEND"
    tree.links.new(texture.outputs["Color"], tree.nodes["Principled BSDF"].inputs["Base Color"])
    return material


def _mesh(faces_mm: list[Any], material: Any, smooth: bool = False) -> None:
    points = np.concatenate([_room(face) for face in faces_mm])
    start, polygons = 0, []
    for face in faces_mm:
        polygons.append(list(range(start, start + len(face)))[::-1])
        start += len(face)
    data = bpy.data.meshes.new("mesh")
    data.from_pydata(points.tolist(), [], polygons)
    data.materials.append(material)
    if smooth:
        data.shade_smooth()
    bpy.context.scene.collection.objects.link(bpy.data.objects.new("mesh", data))


def _sheet(corners_mm: Any, height_mm: float, material: Any) -> None:
    """A flat print, its picture's top left at the first corner, clockwise."""
    points = _room(np.c_[np.asarray(corners_mm), np.full(4, height_mm)])
    data = bpy.data.meshes.new("sheet")
    data.from_pydata(points.tolist(), [], [[3, 2, 1, 0]])
    layer = data.uv_layers.new()
    for loop, corner in enumerate((3, 2, 1, 0)):
        layer.data[loop].uv = ((0, 1), (1, 1), (1, 0), (0, 0))[corner]
    data.materials.append(material)
    bpy.context.scene.collection.objects.link(bpy.data.objects.new("sheet", data))


def _slab(corners_mm: Any, thick_mm: float, material: Any) -> None:
    """The edge of something flat."""
    low = np.c_[np.asarray(corners_mm), np.zeros(4)]
    high = low + np.array([0, 0, thick_mm - 0.02])
    _mesh([np.stack([low[i], low[j], high[j], high[i]]) for i, j in ((0, 1), (1, 2), (2, 3), (3, 0))], material)


def _table(scene: Scene, middle: Any, rng: Rng) -> None:
    colours: dict[str, Colour] = {"wood": (70, 110, 160), "cloth": (70, 60, 110), "plain": (205, 205, 200)}
    colour = np.asarray(scene.table_colour or colours[scene.table], float)
    size = 1200
    y, x = np.mgrid[0:size, 0:size] / size
    if scene.table == "wood":
        grain = _waves(rng, (160, 12), size) * 0.16 + _waves(rng, (500, 40), size) * 0.06
        grain += 0.05 * np.sin(40 * (y + 0.05 * _waves(rng, (9, 5), size)))
    elif scene.table == "cloth":
        grain = 0.05 * (np.sin(x * 1500) * np.sin(y * 1500)) + 0.03 * _waves(rng, (600, 600), size)
    else:
        grain = 0.01 * _waves(rng, (40, 40), size)
    top: Photo = np.clip(colour * (1 + grain[..., None]), 0, 255).astype(np.uint8)
    rough = {"wood": 0.4, "cloth": 0.95, "plain": 0.5}[scene.table]
    _sheet((UNIT_SQUARE - 0.5) * 2400 + middle, 0.0, _printed(top, rough))


def _waves(rng: Rng, cells: tuple[int, int], size: int) -> Any:
    coarse = rng.standard_normal(cells).astype(np.float32)
    return cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC).astype(np.float64)


def _cards(zone: ZoneScene) -> None:
    for tag, corners_mm in cards_of(zone):
        _sheet(corners_mm, CARD_MM, _printed(printed_card(tag, 30, 20, 238), 0.6))


def _tile(
    scene: Scene, zone: ZoneScene, tile: LaidTile, style: Style, light: Evening, rng: Rng, paint: Painter
) -> None:
    painted, lay = paint(tile.face, style, np.random.default_rng(tile.print_seed), TILE_PX), laid(scene, zone, tile)
    corners = lay(UNIT_SQUARE)
    _slab(corners, TILE_MM, _plain(style.rim, 0.8))
    _sheet(corners, TILE_MM, _printed(painted.picture_bgr, light.varnish))
    _pawns(scene, tile.face, painted, style, lay, rng)


def _pawns(scene: Scene, face: TileFace, painted: PaintedTile, style: Style, lay: Any, rng: Rng) -> None:
    for spot, place in zip(face.spots, painted.places, strict=True):
        if spot.pawn:
            foot = np.asarray(place) + rng.normal(0, scene.loose_mm / scene.tile_mm, 2).clip(-0.07, 0.07)
            turn_deg = float(rng.normal(0, 30)) + 90 * int(rng.integers(4))
            piece = style.pieces[spot.kind]
            faces = pieces.stand(piece, lay([foot])[0], turn_deg, scene.tile_mm)
            tones = pieces.tones(piece, faces, scene.tile_mm)
            for tone in dict.fromkeys(tones):
                own = [one for one, other in zip(faces, tones, strict=True) if other == tone]
                _mesh(own, _plain(tone, 0.35))


def _rendered(camera: Camera, light: Evening) -> Photo:
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device, scene.cycles.samples, scene.cycles.use_denoising = "CPU", SAMPLES, True
    scene.cycles.max_bounces = 5
    scene.view_settings.view_transform, scene.view_settings.exposure = light.look, light.exposure
    scene.render.resolution_x, scene.render.resolution_y = camera.size_px
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format = "PNG"
    with tempfile.TemporaryDirectory() as place:
        scene.render.filepath = str(Path(place) / "photo.png")
        bpy.ops.render.render(write_still=True)
        return np.asarray(cv2.imread(scene.render.filepath), np.uint8)


def _developed(photo: Photo, light: Evening, rng: Rng) -> Photo:
    """What the camera adds: a darker rim, a little blur, noise, JPEG."""
    height, width = photo.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    rim = ((x / width - 0.5) ** 2 + ((y - height / 2) / width) ** 2) * 4
    grown = photo.astype(np.float32) * (1 - 0.18 * rim)[..., None]
    grown = cv2.GaussianBlur(grown, (0, 0), float(rng.uniform(0.4, 0.8)))
    grown += rng.normal(0, light.noise, photo.shape).astype(np.float32)
    data = cv2.imencode(".jpg", np.clip(grown, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, light.quality])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
