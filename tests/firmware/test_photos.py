"""The real lens: corner cards on a drawn table, and every bad file answered in words."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.errors import BadInput, ClearNo, NotThere, words_of
from firmware.photos import PhotoLens
from webui.words import translate

PHOTOS = Path(__file__).resolve().parents[1] / "photos" / "railroad-tiles"
CARDS = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)


def table_with_cards(*tags: int) -> bytes:
    """A grey table of 900 by 700 pixels with the corner cards of a zone, two pixels to the millimetre."""
    picture = np.full((700, 900, 3), 150, np.uint8)
    for tag in tags:
        right, low = tag % 4 in (1, 2), tag % 4 in (2, 3)
        left, top = (780 if right else 60), (580 if low else 60)
        card = np.full((64, 64), 255, np.uint8)
        card[8:56, 8:56] = cv2.aruco.generateImageMarker(CARDS, tag, 48)
        picture[top : top + 64, left : left + 64] = card[..., None]
    return cv2.imencode(".png", picture)[1].tobytes()


@pytest.fixture
def lens(tmp_path: Path) -> PhotoLens:
    (tmp_path / "our-box").mkdir()
    return PhotoLens(tmp_path)


def test_the_cards_of_a_zone_are_found_and_drawn(lens: PhotoLens) -> None:
    found = lens.markers(table_with_cards(4, 5, 6, 7))
    assert found.tags == (4, 5, 6, 7)
    assert found.zones == (1,)
    (left, top), _, (right, bottom), _ = found.corners[0]
    assert (left, top) == pytest.approx((116 / 900, 116 / 700), abs=0.01)  # the inner corners of the black squares
    assert (right, bottom) == pytest.approx((788 / 900, 588 / 700), abs=0.01)
    assert cv2.imdecode(np.frombuffer(found.drawn, np.uint8), cv2.IMREAD_COLOR).shape == (700, 900, 3)


def test_a_covered_card_leaves_the_zone(lens: PhotoLens) -> None:
    found = lens.markers(table_with_cards(4, 5, 7))
    assert (found.tags, found.zones) == ((4, 5, 7), (1,))


def test_a_table_without_cards_has_no_zones(lens: PhotoLens) -> None:
    picture = np.random.default_rng(1).integers(60, 200, (300, 400, 3), np.uint8)
    assert lens.markers(cv2.imencode(".png", picture)[1].tobytes()).zones == ()


WHOLE = table_with_cards(4, 5, 6, 7)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a",
        b"\xff\xd8\xff",
        b"\xff\xd8" + b"\0" * 5000,
        b"\x89PNG\r\n\x1a\n" + b"\0" * 100,
        WHOLE[: len(WHOLE) // 2],
        # A header that promises 60000 by 60000 pixels: refused before memory is spent on them.
        WHOLE[:16] + (60_000).to_bytes(4, "big") * 2 + WHOLE[24:],
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    ],
)
def test_a_bad_file_is_answered_in_words(lens: PhotoLens, data: bytes) -> None:
    with pytest.raises(BadInput, match=r"the (picture|photo)"):
        lens.markers(data)


@pytest.mark.parametrize("shade", [0, 128, 255])
@pytest.mark.parametrize("size", [(1, 1), (300, 400)])
def test_a_whole_picture_that_shows_nothing_is_a_clear_no_for_the_page_too(
    lens: PhotoLens, shade: int, size: tuple[int, int]
) -> None:
    data = cv2.imencode(".png", np.full((*size, 3), shade, np.uint8))[1].tobytes()
    for ask in (lens.markers, lambda photo: lens.read(photo, "railroad-tiles", None)):
        with pytest.raises(NotThere, match=r"picture|pixels"):
            ask(data)


def test_packs_are_named_and_others_refused(lens: PhotoLens) -> None:
    assert lens.packs() == ("our-box",)
    with pytest.raises(NotThere, match="no pack called"):
        lens.read(WHOLE, "railroad-tiles", "../our-box")


def test_a_board_outside_the_folder_is_no_box(tmp_path: Path) -> None:
    (tmp_path / "packs").mkdir()
    (tmp_path / "board.toml").write_text('name = "elsewhere"\nsize = [1, 1]\n', encoding="utf-8")
    assert PhotoLens(tmp_path / "packs").board("..") is None
    assert PhotoLens(tmp_path).board("packs/..") is None


@pytest.mark.parametrize("text", ["", "size = 3", "route = [3]\nname = 'x'\nsize = [1, 1]", "x = " + "[" * 100_000])
def test_a_pack_whose_board_cannot_be_read_has_none(tmp_path: Path, text: str) -> None:
    """One bad pack does not keep the list of packs from being told."""
    (tmp_path / "box").mkdir()
    (tmp_path / "box" / "board.toml").write_text(text, encoding="utf-8")
    assert PhotoLens(tmp_path).board("box") is None


def test_the_labels_of_another_photo_are_refused_in_words_of_the_page(lens: PhotoLens, tmp_path: Path) -> None:
    photo, labels = (PHOTOS / "atlas-teach0.jpg").read_bytes(), (PHOTOS / "atlas-teach1.json").read_text("utf-8")
    with pytest.raises(ClearNo) as refused:
        lens.teach("railroad-tiles", "our-box", [(photo, json.loads(labels))])
    assert translate(words_of(refused.value), "it").startswith("La foto 1 non mostra")
    assert not list((tmp_path / "our-box").iterdir())


def test_labels_of_another_game_are_refused(lens: PhotoLens) -> None:
    with pytest.raises(BadInput, match="labels of off-the-rails, not of railroad-tiles"):
        lens.teach("railroad-tiles", "our-box", [(WHOLE, {"game": "off-the-rails", "cells": []})])


def test_games_without_eyes_are_refused(lens: PhotoLens) -> None:
    with pytest.raises(BadInput, match="the camera knows"):
        lens.read(WHOLE, "chess", None)
    with pytest.raises((BadInput, ClearNo)):
        lens.teach("chess", "our-box", [])
