"""The reader of the real vision: it reads again only the zones that look different from when they were last read."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import ClearNo
from firmware.board_lessons import BoardLesson, teach_board
from firmware.cameras import Bgr
from firmware.lessons import Lesson, is_news
from vision.readers import READERS, reader_for

RAILROAD, CARDS, MINE = "railroad-tiles", "ticket-to-ride-card-game", "off-the-rails"
ZONED = (RAILROAD, CARDS)  # games whose zones are read one by one
BOARD_FILE, CARDS_FILE = "board.toml", "cards.json"
LOOK_PX = 240  # width at which a zone is compared with how it was
CHANGED = 14.0  # grey levels
CHANGED_PX = 5  # a pawn is about three times as many
NEAR_PX = 4  # a box that was found this near to the old one is the old one
MARKET = 0
ROUND_ZONE_MM = 40.0  # so much of the table around a zone goes with it: its cards and their borders

Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class _Known:
    """A zone as it was last read: how it looked, what was read, and where in the picture."""

    look: NDArray[np.float32]
    answer: Mapping[str, Any]
    place: Any  # as the seer tells it
    box: Box
    sights: tuple[Any, ...] = ()  # all that was seen since the zone looks so


class VisionReader:
    """Reads pictures of any game that vision knows, with a taught pack if there is one."""

    def __init__(
        self,
        pack: Path | None = None,
        learn: Callable[[str], Path] | None = None,
        games: Collection[str] = tuple(READERS),
    ) -> None:
        """`learn` makes the pack of a game before its first picture is read."""
        self._pack = pack
        self._learn = learn
        self._learned = ""  # the game whose pack `learn` has made
        self._games = games
        self._known: dict[int, _Known] = {}
        self._board: tuple[str, Mapping[str, Any], Any] | None = None  # a printed board's game, answer and place
        self._mine: Any = None  # the watch over a mine board
        self._boxes: dict[int, Box] = {}
        self._fresh: set[int] = set()  # the zones that the last new picture changed
        self._memories: dict[int, Any] = {}  # of each zone as it was last read
        self._agreed: dict[int, Any] = {}  # the same when it last agreed with the record
        self._before: dict[int, Any] = {}  # the same before this rest
        self._columns_before: Any = None  # the market as it lay before it changed last
        self._company: Any = None

    def use(self, pack: Path) -> None:
        """Read with another box's art from now on."""
        self._pack, self._learn = pack, None
        self._columns_before = self._company = self._mine = None
        self._read_all_anew()

    def reads(self, game: str) -> bool:
        """Whether the camera helps in a game; a printed board is read only with the pack that shows it empty."""
        if game not in self._games:
            return False
        if game == CARDS:  # nothing is known of a box's cards before it is taught
            return self._learn is not None or (self._pack is not None and (self._pack / CARDS_FILE).exists())
        if game in ZONED or self._learn is not None:
            return True
        return self._pack is not None and (self._pack / BOARD_FILE).exists()

    def read(self, picture_bgr: Bgr, game: str) -> Mapping[str, Any]:
        if self._learn is not None and self._learned != game:
            self._pack, self._learned = self._learn(game), game
            self._read_all_anew()
        if game == MINE:
            return self._read_mine(picture_bgr)
        if game not in ZONED:
            answer, place = self._see_cut(picture_bgr, game)
            self._board = (game, answer, place)
            return dict(answer)
        self._board = None
        zones = self._zones(picture_bgr, game)
        if not zones:
            raise ClearNo("No corner card and no tile is to be seen on the picture.")
        return {"game": game, "zones": zones}

    def _zones(self, picture_bgr: Bgr, game: str) -> list[Mapping[str, Any]]:
        """Every zone, read or remembered; a picture without cards is read whole."""
        boxes = self._boxes = steady(zone_boxes(picture_bgr), self._boxes)
        if not boxes:
            return list(self._see_cut(picture_bgr, game)[0]["zones"])
        looks = {number: look_of(picture_bgr, box) for number, box in boxes.items()}
        market = self._known.get(MARKET)
        self._known = {
            number: self._known[number]
            for number, look in looks.items()
            if number in self._known and not differs(self._known[number].look, look)
        }
        changed = boxes.keys() - self._known.keys()
        self._fresh = set(changed) or self._fresh
        self._before = {**{number: one.unread() for number, one in self._memories.items()}, **self._agreed}
        if MARKET in changed and market is not None:
            self._columns_before = market.answer.get("columns")
        for number in sorted(changed):
            self._read_zone(picture_bgr, game, number, boxes[number], looks[number])
        return [self._told(number) for number in sorted(self._known)]

    def _told(self, number: int) -> Mapping[str, Any]:
        """What is known of a zone; beside the market also how it lay before: tiles that were taken were seen there."""
        answer = self._known[number].answer
        if number in self._agreed and self._agreed[number] is self._memories[number]:
            answer = _all_old(answer)
        if number == MARKET and self._columns_before is not None and "columns" in answer:
            return {**answer, "before": self._columns_before}
        return answer

    def read_again(self, picture_bgr: Bgr, game: str) -> Mapping[str, Any]:
        """Another picture of a table at rest: what has changed last is looked at once more, and all looks count."""
        if game == MINE and self._mine is not None:
            return self._read_mine(picture_bgr, again=True)
        if game != RAILROAD or not self._known:
            return self.read(picture_bgr, game)
        for number in self._fresh & self._known.keys():
            known = self._known[number]
            self._read_zone(picture_bgr, game, number, known.box, known.look, known.sights)
        return {"game": game, "zones": [self._told(number) for number in sorted(self._known)]}

    def _read_zone(
        self,
        picture_bgr: Bgr,
        game: str,
        number: int,
        box: Box,
        look: NDArray[np.float32],
        sights: tuple[Any, ...] = (),
    ) -> None:
        left, top, right, bottom = box
        cut = np.ascontiguousarray(picture_bgr[top:bottom, left:right])
        if game == RAILROAD:
            self._read_tiles(cut, number, box, look, sights)
            return
        answers, places = self._see_cut(cut, game)
        place = next((one for one in places if getattr(one, "number", None) == number), None)
        for answer in answers["zones"]:
            if answer["zone"] == number:
                self._known[number] = _Known(look, answer, place, box)

    def _read_tiles(
        self, cut_bgr: Bgr, number: int, box: Box, look: NDArray[np.float32], sights: tuple[Any, ...]
    ) -> None:
        """Tiles that lie as they lay before this rest are remembered, the others read."""
        seer = _tiles_seer()
        self._company = self._company or seer.Company()
        sight = seer.see_zone(cut_bgr, number, self._pack, self._company, self._before.get(number))
        if sight is None:
            return
        sights = (*sights, sight)
        told = seer.agreed(sights) if len(sights) > 1 else sight
        self._known[number] = _Known(look, told.answer, told.place, box, sights)
        self._memories[number] = told.memory

    def _read_mine(self, picture_bgr: Bgr, again: bool = False) -> Mapping[str, Any]:
        """A mine board, with the chances of all that may have changed."""
        self._mine = self._mine or importlib.import_module("vision.mine.evidence").Watch()
        answer: dict[str, Any] = self._mine.read(picture_bgr, self._pack, again)
        self._board = (MINE, answer, self._mine.place)
        return answer

    def agree(self, game: str) -> bool:
        if game == MINE and self._mine is not None:
            self._mine.agree()
            return True
        self._agreed = dict(self._memories)
        return game == RAILROAD

    def _read_all_anew(self) -> None:
        """Forget what was read: the pack has learned, or is another."""
        self._known = {}
        self._memories = {number: memory.unread() for number, memory in self._memories.items()}
        self._agreed = {number: memory.unread() for number, memory in self._agreed.items()}

    def _see_cut(self, cut_bgr: Bgr, game: str) -> tuple[Mapping[str, Any], Any]:
        """What is seen of one zone; tiles are seen in the light that all zones lie in."""
        if game != RAILROAD:
            told, places = reader_for(game).module("see").see(cut_bgr, self._pack)
            return told, places
        self._company = self._company or _tiles_seer().Company()
        told, places = _tiles_seer().see(cut_bgr, self._pack, self._company)
        return told, places

    def learn_from(self, lesson: Lesson | BoardLesson, picture_bgr: Bgr) -> bool:
        """Teach the pack what the camera read otherwise on this picture; without a pack there is none to teach."""
        if isinstance(lesson, BoardLesson):
            return self._pack is not None and teach_board(self._pack, lesson, picture_bgr)
        from vision.teach import NothingTaught, correct

        known = self._known.get(lesson.zone)
        if self._pack is None or known is None or known.place is None or not is_news(lesson, known.answer):
            return False
        left, top, right, bottom = known.box
        cut = np.ascontiguousarray(picture_bgr[top:bottom, left:right])
        try:
            correct(self._pack, cut, known.place, lesson.entry)
        except NothingTaught:
            return False
        self._read_all_anew()
        return True

    def drawn(self, picture_bgr: Bgr) -> Bgr:
        """A copy of the picture with every zone that is known drawn on it."""
        if self._board is not None:
            game, answer, place = self._board
            drawn: Bgr = reader_for(game).module("annotate").annotate(picture_bgr, answer, place)
            return drawn
        picture = picture_bgr.copy()
        for known in list(self._known.values()):
            if known.place is None:
                continue
            game = CARDS if "cards" in known.answer else "railroad-tiles"
            annotate = reader_for(game).module("annotate").annotate
            left, top, right, bottom = known.box
            part = np.ascontiguousarray(picture[top:bottom, left:right])
            picture[top:bottom, left:right] = annotate(part, {"zones": [known.answer]}, (known.place,))
        return picture


def _all_old(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """A zone that looks as it did: each of its tiles is known to have been seen like that before."""
    if "columns" in answer:
        return {**answer, "columns": [[{**entry, "old": True} for entry in column] for column in answer["columns"]]}
    if isinstance(answer.get("tiles"), list):
        return {**answer, "tiles": [{**entry, "old": True} for entry in answer["tiles"]]}
    return answer


def _tiles_seer() -> Any:
    """The module that sees tiles and tells the chances of every part, for the rules to weigh."""
    return importlib.import_module("vision.evidence")


def zone_boxes(picture_bgr: Bgr) -> dict[int, Box]:
    """Where each zone lies in the picture, with its cards."""
    from vision.markers import find_zones, project

    height, width = picture_bgr.shape[:2]
    boxes = {}
    for zone in find_zones(picture_bgr):
        far = np.array(zone.size_mm) + ROUND_ZONE_MM
        near = -ROUND_ZONE_MM
        corners = project(zone.camera.mm_to_px, np.array([(near, near), (far[0], near), tuple(far), (near, far[1])]))
        left, top = np.clip(np.floor(corners.min(0)).astype(int), 0, (width - 1, height - 1))
        right, bottom = np.clip(np.ceil(corners.max(0)).astype(int), 1, (width, height))
        if right - left > LOOK_PX // 4 and bottom - top > LOOK_PX // 4:
            boxes[zone.number] = (int(left), int(top), int(right), int(bottom))
    return boxes


def steady(found: Mapping[int, Box], before: Mapping[int, Box]) -> dict[int, Box]:
    """The boxes as they were while the camera stands still: a card is found anew to a pixel, and looks must compare."""
    return {
        number: before[number] if number in before and _is_near(before[number], box) else box
        for number, box in found.items()
    }


def _is_near(one: Box, other: Box) -> bool:
    return all(abs(a - b) <= NEAR_PX for a, b in zip(one, other, strict=True))


def look_of(picture_bgr: Bgr, box: Box) -> NDArray[np.float32]:
    """The zone as a small grey picture of even brightness, so that a dimmed lamp is no change."""
    left, top, right, bottom = box
    size = (LOOK_PX, round(LOOK_PX * (bottom - top) / (right - left)))
    grey = cv2.cvtColor(picture_bgr[top:bottom, left:right], cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(small * (110.0 / max(float(small.mean()), 1.0)), np.float32)


def differs(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Whether two looks at a zone show different things, or the zone itself is another."""
    return one.shape != other.shape or int(np.count_nonzero(cv2.absdiff(one, other) > CHANGED)) >= CHANGED_PX
