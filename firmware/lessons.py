"""What a correction teaches: somebody has said what really lies where the camera read something else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import seat_index
from firmware.board_lessons import BoardLesson, board_lesson_of
from webui.desk import Snapshot

RAILROAD = "railroad-tiles"


@dataclass(frozen=True)
class Lesson:
    """A tile as it really lies, in a cell of a zone as the camera counts them."""

    zone: int
    entry: Mapping[str, Any]


def lesson_of(snapshot: Snapshot) -> Lesson | BoardLesson | None:
    """What the last entry of the story teaches, if it corrected something that the camera sees."""
    if snapshot.game is None or not snapshot.story:
        return None
    return _tile_lesson_of(snapshot) if snapshot.game.name == RAILROAD else board_lesson_of(snapshot)


def _tile_lesson_of(snapshot: Snapshot) -> Lesson | None:
    assert snapshot.game is not None
    last = snapshot.story[-1]
    words = last.text.split()
    if last.do != "correct" or len(words) < 3 or words[1] not in ("tile", "pawn"):
        return None
    index = seat_index(words[0])
    column, row = (int(part) for part in words[2].partition("#")[0].split(","))
    tiles = snapshot.game.view(snapshot.state)["players"][index]["tiles"]
    left, top = min(tile["at"][0] for tile in tiles), min(tile["at"][1] for tile in tiles)
    for tile in tiles:
        if tile["at"] == [column, row]:
            return Lesson(index + 1, {**tile, "at": [column - left, row - top]})
    return None  # the tile was taken away: there is nothing to look at


def is_news(lesson: Lesson, answer: Mapping[str, Any]) -> bool:
    """Whether a zone was read otherwise at the lesson's cell; what was read well needs no lesson."""
    read = next((tile for tile in answer.get("tiles", ()) if list(tile["at"]) == lesson.entry["at"]), None)
    return read is not None and _face(read) != _face(lesson.entry)


def _face(tile: Mapping[str, Any]) -> tuple[Any, ...]:
    spots = sorted((spot["kind"], bool(spot.get("pawn"))) for spot in tile.get("spots", ()))
    return tile["sides"], tile.get("urban", False), tile.get("station", False), tile.get("objective"), spots
