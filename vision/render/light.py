"""Light on the table and what the camera makes of it: cast, shade, glare, blur, noise, JPEG."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.style import Rng, pick

Photo = NDArray[np.uint8]
Field = NDArray[np.float32]
SHOULDER = 195.0


@dataclass(frozen=True)
class Light:
    """One evening's light; gains are per channel, places in picture widths."""

    gain_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)
    slope: tuple[float, float] = (0.0, 0.0)
    vignette: float = 0.1
    glare: float = 0.0
    glare_at: tuple[float, float] = (0.5, 0.3)
    glare_size: float = 0.2
    shadow: float = 0.4
    softness_mm: float = 4.0
    lamp_mm: tuple[float, float, float] = (200.0, -500.0, 900.0)
    ambient: float = 0.6
    shine: float = 0.3
    sharpness: float = 20.0
    contrast: float = 1.0
    saturation: float = 1.0
    blur_px: float = 0.6
    noise: float = 3.0
    quality: int = 90


DAY = Light()
LAMP = Light(
    gain_bgr=(0.72, 0.92, 1.06),
    slope=(0.25, -0.2),
    vignette=0.25,
    glare=0.35,
    shadow=0.55,
    softness_mm=2.0,
    lamp_mm=(-350.0, -250.0, 700.0),
    ambient=0.45,
    shine=0.7,
    noise=4.0,
)
DIM = Light(
    gain_bgr=(0.42, 0.5, 0.55), slope=(-0.15, 0.1), vignette=0.3, shadow=0.5, ambient=0.5, noise=7.0, blur_px=0.9
)
LIGHTS = {"day": DAY, "lamp": LAMP, "dim": DIM}


def random_light(rng: Rng) -> Light:
    """Day, lamp or dim, and everything between."""
    warmth, level = rng.normal(0, 0.13), rng.uniform(0.55, 1.05)
    tint = rng.normal(0, 0.04)
    gain = (level * (1 - warmth), level * (1 + tint), level * (1 + warmth))
    angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(100, 900)
    return Light(
        gain_bgr=gain,
        slope=(rng.normal(0, 0.15), rng.normal(0, 0.15)),
        vignette=rng.uniform(0, 0.3),
        glare=pick(rng, (0.0, rng.uniform(0.1, 0.6)), (3, 2)),
        glare_at=(rng.uniform(0.1, 0.9), rng.uniform(0.1, 0.5)),
        glare_size=rng.uniform(0.08, 0.35),
        shadow=rng.uniform(0.1, 0.65),
        softness_mm=rng.uniform(1.0, 9.0),
        lamp_mm=(far * np.cos(angle), far * np.sin(angle), rng.uniform(500, 1200)),
        ambient=rng.uniform(0.35, 0.8),
        shine=pick(rng, (0.1, rng.uniform(0.2, 1.1))),
        sharpness=rng.uniform(3, 30),
        contrast=rng.uniform(0.85, 1.15),
        saturation=rng.uniform(0.75, 1.15),
        blur_px=rng.uniform(0.3, 1.0),
        noise=rng.uniform(1, 5.5),
        quality=int(rng.integers(72, 96)),
    )


def light_field(shape: tuple[int, ...], light: Light) -> tuple[Field, Field]:
    """The brightness per pixel and channel, and the glare per pixel."""
    height, width = shape[:2]
    small = (max(2, height // 16), max(2, width // 16))
    y, x = np.mgrid[0 : small[0], 0 : small[1]].astype(np.float32)
    x, y = x / small[1], y / small[1]
    middle = 0.5 * small[0] / small[1]
    bright = 1 + light.slope[0] * (x - 0.5) + light.slope[1] * (y - middle)
    bright *= 1 - light.vignette * 2 * ((x - 0.5) ** 2 + (y - middle) ** 2)
    gx, gy = light.glare_at
    glare = light.glare * np.exp(-((x - gx) ** 2 + (y - gy) ** 2) / (2 * light.glare_size**2))
    gain = np.asarray(light.gain_bgr, np.float32)
    return _grown(np.maximum(bright, 0.2)[..., None] * gain, width, height), _grown(glare, width, height)


def _grown(field: Any, width: int, height: int) -> Field:
    return np.asarray(cv2.resize(field.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def develop(scene: Photo, shadows: NDArray[np.uint8], light: Light, rng: Rng) -> Photo:
    """The picture that the camera delivers of an evenly lit scene and its shadows."""
    bright, glare = light_field(scene.shape, light)
    photo = scene.astype(np.float32)
    if light.saturation != 1.0:
        grey = cv2.cvtColor(scene, cv2.COLOR_BGR2GRAY).astype(np.float32)[..., None]
        photo = grey + (photo - grey) * light.saturation
    photo = (photo - 110) * light.contrast + 110
    photo *= bright * (1 - shadows.astype(np.float32) * (light.shadow / 255))[..., None]
    if light.glare:
        shine = (255 * np.asarray(light.gain_bgr, np.float32) - 0.6 * photo) * glare[..., None]
        photo += shine
    if light.blur_px > 0.2:
        photo = np.asarray(cv2.GaussianBlur(photo, (0, 0), light.blur_px), np.float32)
    photo += _noise(photo.shape, light.noise, rng)
    return _jpeg(np.clip(_shouldered(photo), 0, 255).astype(np.uint8), light.quality)


def _shouldered(photo: Field) -> Field:
    """Bright parts compressed as cameras do it, so that they keep some drawing."""
    over = np.maximum(photo - SHOULDER, 0)
    room = 255 - SHOULDER
    return np.asarray(np.minimum(photo, SHOULDER) + room * (1 - np.exp(-over / room)), np.float32)


def _noise(shape: tuple[int, ...], strength: float, rng: Rng) -> Field:
    patch = rng.standard_normal((512, 512, 3)).astype(np.float32)
    patch = (patch + cv2.GaussianBlur(patch, (0, 0), 0.8)) * (0.6 * strength)
    rows, columns = -(-shape[0] // 512), -(-shape[1] // 512)
    return np.asarray(np.tile(patch, (rows, columns, 1))[: shape[0], : shape[1]], np.float32)


def _jpeg(photo: Photo, quality: int) -> Photo:
    fine, data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not fine:
        raise ValueError("the picture cannot be stored as JPEG")
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def table_top(kind: str, size_px: tuple[int, int], rng: Rng, colour: tuple[float, float, float] | None = None) -> Photo:
    """A bare table: wood, cloth or plain."""
    width, height = size_px
    base = (
        {"wood": (70, 110, 160), "cloth": (70, 60, 110), "plain": (205, 205, 200)}[kind] if colour is None else colour
    )
    if kind == "wood":
        grain = rng.standard_normal((max(2, height // 6), max(2, width // 160))).astype(np.float32) * 0.16
    elif kind == "cloth":
        grain = rng.standard_normal((height // 2, width // 2)).astype(np.float32) * 0.07
    else:
        grain = rng.standard_normal((8, 8)).astype(np.float32) * 0.02
    field = 1 + cv2.resize(grain, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.clip(field[..., None] * np.asarray(base, np.float32), 0, 255).astype(np.uint8)
