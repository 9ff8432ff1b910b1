"""Photos for the page: the eyes of the table without a camera or a game."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.errors import ClearNo, NotThere
from engine.words import say
from vision.boards.board import BoardUnreadable
from vision.boards.locate import BoardNotFound
from vision.boards.pack import PackDamaged as BoardPackDamaged
from vision.boards.see import NoBoard
from vision.cards.pack import PackDamaged as CardPackDamaged
from vision.cards.see import NothingKnown
from vision.markers import find_zones, project
from vision.mine.see import NoBoard as NoMine
from vision.mine.view import NoGrid
from vision.pack import PackUnreadable
from vision.photo import Bgr, decode_photo
from vision.readers import READERS, check_game, reader_for
from vision.see import NoTiles
from webui.lens import Lesson, Markers, ReadPhoto
from webui.photo_positions import nothing_seen

BOARD_FILE = "board.toml"
LARGEST_DRAWN_PX = 1600
_GREEN, _AMBER = (70, 180, 40), (0, 190, 255)


class PhotoLens:
    """Reads photos with the packs of a folder; one at a time, because a photo needs a whole core."""

    def __init__(self, packs: Path) -> None:
        self._packs = packs
        self._lock = threading.Lock()

    def games(self) -> tuple[str, ...]:
        return tuple(READERS)

    def packs(self) -> tuple[str, ...]:
        found = sorted(path.name for path in self._packs.iterdir() if path.is_dir()) if self._packs.is_dir() else []
        return tuple(found)

    def board(self, pack: str) -> Mapping[str, Any] | None:
        """What is printed on the board of a pack, as people draw it."""
        path = self._packs / pack / BOARD_FILE
        if pack not in self.packs() or not path.is_file():
            return None
        try:
            told = tomllib.loads(path.read_text(encoding="utf-8"))
            routes = [{key: route[key] for key in ("ends", "colour", "spaces")} for route in told.get("route", ())]
            return {
                "name": told["name"], "size": told["size"], "pieces": told.get("pieces", []), "routes": routes,
                "grid": told.get("grid"),
            }  # fmt: skip
        except (OSError, KeyError, TypeError, ValueError, RecursionError):
            return None  # `read` says what is wrong with it

    def read(self, photo: bytes, game: str, pack: str | None) -> ReadPhoto:
        reader = reader_for(game)
        if pack is not None and pack not in self.packs():
            raise NotThere(say("there is no pack called {pack!r}", pack=pack))
        picture = decode_photo(photo, "the photo")
        with self._lock, _in_words_of_the_page(pack):
            seen, places = reader.module("see").see(picture, self._packs / pack if pack else None)
        if not seen.get("zones", True):
            raise NotThere(nothing_seen(game))
        return ReadPhoto(seen, _jpeg(reader.module("annotate").annotate(picture, seen, places)))

    def draft(self, photo: bytes, game: str, pack: str | None) -> ReadPhoto:
        try:
            return self.read(photo, game, pack)
        except Untaught as untaught:
            picture = decode_photo(photo, "the photo")
            begin = getattr(reader_for(game).module("see"), "unread", None)
            if begin is None:
                raise
            with self._lock:
                empty = begin(picture)
            if not empty["zones"]:
                raise NotThere(nothing_seen(game)) from untaught
            return ReadPhoto(empty, _jpeg(picture))

    def markers(self, photo: bytes) -> Markers:
        picture = decode_photo(photo, "the picture")
        zones = find_zones(picture)
        places = []
        for zone in zones:
            width, height = zone.size_mm
            corners = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
            corners_px = project(zone.camera.mm_to_px, corners)
            _outline(picture, corners_px, _GREEN if len(zone.tags) > 2 else _AMBER)
            places.append(tuple((float(x), float(y)) for x, y in np.round(corners_px / picture.shape[1::-1], 4)))
        tags = sorted(tag for zone in zones for tag in zone.tags)
        return Markers(tuple(tags), tuple(zone.number for zone in zones), _jpeg(picture), tuple(places))

    def teach(self, game: str, pack: str, photos: Sequence[tuple[bytes, Mapping[str, Any]]]) -> Lesson:
        lessons = reader_for(game).module("teach")
        for _, labels in photos:
            check_game(labels, game)
        pairs = [(decode_photo(photo, "the photo"), labels) for photo, labels in photos]
        try:
            with self._lock, _in_words_of_the_page(pack):
                report = lessons.teach(self._packs / pack, pairs)
        except lessons.NothingTaught as nothing:
            raise ClearNo("Nothing of what you told was found again on the photos.") from nothing
        return Lesson(report.learned, report.not_found, report.unseen)


class Untaught(ClearNo):
    """A box must be taught or chosen before its pieces can be read."""


@contextmanager
def _in_words_of_the_page(pack: str | None) -> Iterator[None]:
    """What reading says to a terminal, said to a phone, where there are no options and no folders."""
    try:
        yield
    except (NoBoard, NoMine, NothingKnown, NoTiles) as nothing:
        raise Untaught(say("This game is read with its box: choose the box, or teach it first.")) from nothing
    except BoardNotFound as lost:
        raise NotThere(say("The board of this box is not found on the photo.")) from lost
    except (BoardUnreadable, NoGrid, PackUnreadable, BoardPackDamaged, CardPackDamaged) as wrong:
        raise ClearNo(say("The box {pack!r} is not one of this game, or is damaged.", pack=pack)) from wrong


def _outline(picture: Bgr, corners_px: Any, colour: tuple[int, int, int]) -> None:
    thick = max(2, max(picture.shape[:2]) // 500)
    cv2.polylines(picture, [np.rint(corners_px).astype(np.int32)], True, colour, thick, cv2.LINE_AA)


def _jpeg(picture: Bgr) -> bytes:
    """A picture small enough for a phone."""
    scale = LARGEST_DRAWN_PX / max(picture.shape[:2])
    if scale < 1:
        picture = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 82])
    return bytes(data.tobytes())
