"""Every kind of bad picture gets one clear line: exit code 2 if it is damaged, 1 if nothing can be seen on it."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cli import main
from vision.photo import UnreadablePhoto, decode_photo, read_kept, read_photo


def encoded(picture: np.ndarray, ending: str = ".jpg") -> bytes:
    return bytes(cv2.imencode(ending, picture)[1].tobytes())


def noise(height: int = 200, width: int = 300) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 255, (height, width, 3)).astype(np.uint8)


def jpeg_head(width: int, height: int, parts: int) -> bytes:
    frame = struct.pack(">BHHB", 8, height, width, parts) + bytes(3 * parts)
    return b"\xff\xd8\xff\xc0" + struct.pack(">H", 2 + len(frame)) + frame + bytes(2000) + b"\xff\xd9"


def huge_png() -> bytes:
    """A header that promises 200 megapixels, as a bomb does."""
    head = struct.pack(">IIBBBBB", 20000, 10000, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", len(head)) + b"IHDR" + head + struct.pack(">I", zlib.crc32(b"IHDR" + head))
    return b"\x89PNG\r\n\x1a\n" + chunk + b"\x00\x00\x00\x00IEND\xaeB`\x82"


BAD = {
    "empty": (b"", "empty"),
    "cut": (encoded(noise())[:-4000], "cut off"),
    "cut-png": (encoded(noise(), ".png")[:-4000], "cut off"),
    "text": (b"not a picture at all", "neither a JPEG nor a PNG"),
    "huge": (huge_png(), "too many"),
    "huge-jpeg": (jpeg_head(20000, 10000, 3), "too many"),
    "cmyk": (jpeg_head(300, 200, 4), "CMYK"),
    "gif": (b"GIF89a" + bytes(100), "GIF"),
    "damaged": (b"\xff\xd8" + bytes(3000) + b"\xff\xd9", "damaged"),
}
# Whole pictures on which nothing is recognised: a clear no by the contract.
EMPTY = {
    "one-pixel": (encoded(noise(1, 1)), "too few"),
    "black": (encoded(np.zeros((200, 300, 3), np.uint8)), "all black"),
    "white": (encoded(np.full((200, 300, 3), 255, np.uint8)), "all white"),
    "even": (encoded(np.full((200, 300, 3), 128, np.uint8)), "one even colour"),
}


@pytest.mark.parametrize("name", sorted({**BAD, **EMPTY}))
def test_a_bad_picture_gets_one_line_and_its_exit_code(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, word = {**BAD, **EMPTY}[name]
    path = tmp_path / f"{name}.jpg"
    path.write_bytes(data)
    assert main(["see", str(path), "--game", "railroad-tiles"]) == (2 if name in BAD else 1)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert word in err
    assert str(path) in err


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadablePhoto, match="cannot be opened"):
        read_photo(tmp_path / "none.jpg")


def test_an_empty_picture_in_a_pack_is_a_damaged_one(tmp_path: Path) -> None:
    (tmp_path / "blank.jpg").write_bytes(EMPTY["black"][0])
    with pytest.raises(UnreadablePhoto, match="all black"):
        read_kept(tmp_path / "blank.jpg")


@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_a_good_picture_is_read(ending: str) -> None:
    assert decode_photo(encoded(noise(), ending), "x").shape == (200, 300, 3)


def test_a_grey_picture_becomes_bgr() -> None:
    assert decode_photo(encoded(noise()[..., 0]), "x").shape == (200, 300, 3)
