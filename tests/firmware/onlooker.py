"""Somebody who looks at pictures of a table as the service's eyes do: again where the first look leaves doubt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from engine.infer import infer
from firmware.eyes import LOOKS
from firmware.readers import VisionReader
from firmware.simulation.table import grained


class Onlooker:
    """A reader of one box, and the record with which the table last agreed."""

    def __init__(self, game: str, pack: Path, seed: int) -> None:
        self.reader = VisionReader(pack)
        self._game, self._grain = game, np.random.default_rng(seed)
        self._agreed: Any = None

    def agree(self, record: Any) -> None:
        """The record is what lies on the table: the camera found it, or people have put it right."""
        self._agreed = record if self.reader.agree(self._game) else None

    def look_at_picture(self, before: Any, picture: Any) -> tuple[list[Any], Any]:
        """What every look read of a picture, and what the rules make of the last one."""
        looks = [self.reader.read(grained(picture, self._grain), self._game)]
        inference = infer(self._game, before, looks[-1], self._agreed)
        while len(looks) < LOOKS.get(inference.verdict, 0):
            looks.append(self.reader.read_again(grained(picture, self._grain), self._game))
            inference = infer(self._game, before, looks[-1], self._agreed)
        return looks, inference
