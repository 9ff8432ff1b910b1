"""The printed sheets: cards that the camera knows, tiles at true size, a sound PDF."""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.railroad_tiles.box import our_box
from firmware.cli import main
from hardware.print.corner_cards import corner_sheets
from hardware.print.pdf import pdf
from hardware.print.reference_cards import reference_sheets
from hardware.print.sheet import A4_MM, Shape, Sheet, Words, ruler
from hardware.print.tile_set import TILE_MM, tile_sheets

PX_PER_MM = 8


def rastered(sheet: Sheet) -> np.ndarray:
    """The areas of a sheet as a printer would lay them down."""
    paper = np.full((int(A4_MM[1] * PX_PER_MM), int(A4_MM[0] * PX_PER_MM), 3), 255, np.uint8)
    for thing in sheet.things:
        if isinstance(thing, Shape) and not thing.width_mm:
            points = np.rint((np.array(thing.points) * PX_PER_MM - 0.5) * 16).astype(np.int32)
            cv2.fillPoly(paper, [points], [255 * part for part in reversed(thing.colour)], cv2.LINE_AA, 4)
    return paper


def test_all_twenty_cards_are_printed_at_24_millimetres() -> None:
    (sheet,) = corner_sheets()
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(rastered(sheet))
    assert sorted(int(tag) for tag in np.ravel(ids)) == list(range(20))
    sides = [np.linalg.norm(quad[0][1] - quad[0][0]) / PX_PER_MM for quad in corners]
    assert np.allclose(sides, 24.0, atol=0.3)


def test_every_tile_of_the_box_is_printed_front_and_back() -> None:
    sheets = tile_sheets()
    tiles = sum(count for _, count in our_box().tiles) + 4 * len(our_box().objectives)
    assert len(sheets) == 2 * -(-tiles // 20)
    frames = [
        thing for sheet in sheets for thing in sheet.things if isinstance(thing, Shape) and len(thing.points) == 5
    ]
    assert len(frames) == 2 * tiles
    assert all(np.ptp(frame.points, axis=0).tolist() == pytest.approx([TILE_MM, TILE_MM]) for frame in frames)


def test_backs_are_mirror_images_in_mirrored_places() -> None:
    front, back = (rastered(sheet).astype(int) for sheet in tile_sheets()[:2])
    rows, columns = slice(20 * PX_PER_MM, 245 * PX_PER_MM), slice(15 * PX_PER_MM, 195 * PX_PER_MM)
    assert np.mean(np.abs(front[rows, columns] - back[rows, columns][:, ::-1]) > 40) < 0.01


def test_a_ruler_is_on_every_sheet_and_true() -> None:
    for sheet in (*corner_sheets(), *tile_sheets(), *reference_sheets()):
        assert any(isinstance(thing, Words) and thing.text.startswith("mm: print at 100 %") for thing in sheet.things)
    alone = Sheet()
    ruler(alone, (15, 20))
    first = alone.things[0]
    assert isinstance(first, Shape)
    assert first.points[1][0] - first.points[0][0] == 100


def test_nothing_sticks_out_of_the_paper() -> None:
    for sheet in (*corner_sheets(), *tile_sheets(), *reference_sheets()):
        points = np.concatenate([thing.points for thing in sheet.things if isinstance(thing, Shape)])
        assert points.min() >= 0
        assert (points <= A4_MM).all()


def test_the_pdf_is_sound_and_always_the_same() -> None:
    data = pdf(corner_sheets(), "Corner cards")
    assert data == pdf(corner_sheets(), "Corner cards")
    start = int(re.findall(rb"startxref\n(\d+)", data)[0])
    assert data[start : start + 4] == b"xref"
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n", data), 1):
        assert data[int(place) :].startswith(b"%d 0 obj" % number)
    (stream,) = re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)
    assert b"(Corner cards) Tj" in zlib.decompress(stream)
    assert b"/MediaBox [0 0 595.276 841.890]" in data


def test_the_command_writes_three_documents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "--out", str(tmp_path / "sheets")]) == 0
    files = json.loads(capsys.readouterr().out)["files"]
    assert [Path(file).name for file in files] == ["corner-cards.pdf", "tiles.pdf", "reference-cards.pdf"]
    assert all(Path(file).read_bytes().startswith(b"%PDF-1.4") for file in files)


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("x")
    assert main(["print", "--out", str(tmp_path / "file" / "below")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
