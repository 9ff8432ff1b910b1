"""Opens a picture that somebody hands in, whatever it is, or says in one line why not."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput, NotThere, words_of
from engine.words import say

Bgr = NDArray[np.uint8]

LARGEST_MP = 80.0
SMALLEST_PX = 64
LARGEST_BYTES = 120_000_000


class UnreadablePhoto(BadInput):
    """A file that holds no picture we can look at."""


class NothingToSee(NotThere):
    """A whole picture on which nothing can be seen: it is tiny, or of one colour."""


def read_photo(path: Path) -> Bgr:
    """The picture as 8-bit BGR, turned upright as its EXIF note says."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_BYTES + 1)  # of a device or a pipe nobody knows the size
    except OSError as trouble:
        raise UnreadablePhoto(say("{name}: cannot be opened ({why}).", name=path, why=trouble.strerror)) from trouble
    if len(data) > LARGEST_BYTES:
        raise UnreadablePhoto(
            say("{name}: the file is larger than {most} MB.", name=path, most=LARGEST_BYTES // 1_000_000)
        )
    return decode_photo(data, str(path))


def read_kept(path: Path) -> Bgr:
    """A picture that a pack should hold: one on which nothing can be seen is as bad as a damaged one."""
    try:
        return read_photo(path)
    except NothingToSee as nothing:
        raise UnreadablePhoto(words_of(nothing)) from nothing


def decode_photo(data: bytes, name: str) -> Bgr:
    """The picture in these bytes; `name` is what to call it when it is bad."""
    if not data:
        raise UnreadablePhoto(say("{name}: the file is empty.", name=name))
    _check_head(data, name)
    _check_tail(data, name)
    try:
        photo = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as trouble:
        raise UnreadablePhoto(say("{name}: the picture is damaged and cannot be read.", name=name)) from trouble
    if photo is None:
        raise UnreadablePhoto(say("{name}: the picture is damaged and cannot be read.", name=name))
    found: Bgr = np.asarray(photo, np.uint8)
    _check_not_tiny(found, name)
    _check_content(found, name)
    return found


def _check_head(data: bytes, name: str) -> None:
    """Refuses other formats and absurd sizes from the header, before memory is spent on pixels."""
    if data[:4] == b"GIF8":
        raise UnreadablePhoto(say("{name}: is a GIF; give a JPEG or PNG photo.", name=name))
    if data[:2] == b"\xff\xd8":
        size, parts = _jpeg_frame(data)
        if parts == 4:
            raise UnreadablePhoto(
                say("{name}: is a CMYK picture for printing; save it as an RGB JPEG or PNG.", name=name)
            )
    elif data[:8] == b"\x89PNG\r\n\x1a\n":
        size = (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big"))
    else:
        raise UnreadablePhoto(say("{name}: is neither a JPEG nor a PNG picture.", name=name))
    _check_size(size, name)


def _check_size(size: tuple[int, int], name: str) -> None:
    width, height = size
    if width * height > LARGEST_MP * 1e6:
        raise UnreadablePhoto(
            say(
                "{name}: {width} x {height} pixels are too many; {most:.0f} megapixels are the most.",
                name=name,
                width=width,
                height=height,
                most=LARGEST_MP,
            )
        )


def _check_not_tiny(photo: Bgr, name: str) -> None:
    height, width = photo.shape[:2]
    if min(width, height) < SMALLEST_PX:
        raise NothingToSee(
            say("{name}: {width} x {height} pixels are too few to see anything.", name=name, width=width, height=height)
        )


def _jpeg_frame(data: bytes) -> tuple[tuple[int, int], int]:
    """((width, height), number of colour parts) from a JPEG's frame header; zeros if there is none."""
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            at += 1
            continue
        kind = data[at + 1]
        if kind in (0xFF, 0x01) or 0xD0 <= kind <= 0xD8:
            at += 1 if kind == 0xFF else 2
            continue
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = (int.from_bytes(data[at + 5 + k : at + 7 + k], "big") for k in (0, 2))
            return (width, height), data[at + 9]
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return (0, 0), 0


def _check_tail(data: bytes, name: str) -> None:
    """A JPEG or PNG that was cut off decodes to a half grey picture without any error, so the end is looked for."""
    end = b"\xff\xd9" if data[:2] == b"\xff\xd8" else b"IEND"
    if data.rfind(end) < len(data) // 2:
        raise UnreadablePhoto(say("{name}: the file is cut off; its end is missing.", name=name))


def _check_content(photo: Bgr, name: str) -> None:
    _check_size((photo.shape[1], photo.shape[0]), name)
    few = photo[:: max(1, photo.shape[0] // 256), :: max(1, photo.shape[1] // 256)]
    small = np.maximum(np.maximum(few[..., 0], few[..., 1]), few[..., 2])
    low, high = np.percentile(small, (1, 99))
    if high < 16:
        raise NothingToSee(say("{name}: the picture is all black; is the lens covered?", name=name))
    if low > 250:
        raise NothingToSee(say("{name}: the picture is all white; it is overexposed.", name=name))
    if high - low < 2:
        raise NothingToSee(say("{name}: the picture shows one even colour and nothing else.", name=name))


def write_picture(path: Path, picture: Bgr) -> None:
    """Stores a picture as its name says (.png, .jpg)."""
    try:
        _, data = cv2.imencode(path.suffix or ".png", picture)
        path.write_bytes(data.tobytes())
    except (cv2.error, OSError) as trouble:
        raise BadInput(
            say(
                "{name}: the picture cannot be stored there; name a .png or .jpg file in a folder that exists.",
                name=path,
            )
        ) from trouble
