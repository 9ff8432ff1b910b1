"""Eyes for the tests of the page: they see the same tile in every photo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import BadInput
from tests.webui.asking import RAILROAD
from webui.lens import Lesson, Markers, ReadPhoto


class Eyes:
    """A lens for the page's own paths; the real one is tested with real photos elsewhere."""

    def games(self) -> tuple[str, ...]:
        return (RAILROAD,)

    def packs(self) -> tuple[str, ...]:
        return ("our-box",)

    def board(self, pack: str) -> Mapping[str, Any] | None:
        return None

    def read(self, photo: bytes, game: str, pack: str | None) -> ReadPhoto:
        if photo[:2] != b"\xff\xd8":
            raise BadInput("the photo: is neither a JPEG nor a PNG picture.")
        tiles = [{"at": [0, 0], "sides": "H-H-", "spots": [{"kind": "traveller", "pawn": True}], "confidence": 0.9}]
        return ReadPhoto({"game": game, "zones": [{"zone": 1, "tiles": tiles}]}, b"drawn")

    def draft(self, photo: bytes, game: str, pack: str | None) -> ReadPhoto:
        return self.read(photo, game, pack)

    def markers(self, photo: bytes) -> Markers:
        return Markers((4, 5, 6, 7), (1,), b"drawn")

    def teach(self, game: str, pack: str, photos: Sequence[tuple[bytes, Mapping[str, Any]]]) -> Lesson:
        return Lesson(len(photos), (), ())
