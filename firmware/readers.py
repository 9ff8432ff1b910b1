"""The reader of the real vision: imported when the first picture is read, because it takes a while."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import ClearNo
from firmware.cameras import Bgr

# Game to the module with `see(photo, pack) -> (answer, places)`.
SEERS = {"railroad-tiles": "vision.see"}


class VisionReader:
    """Reads pictures of any game that vision knows, with a taught pack if there is one."""

    def __init__(self, pack: Path | None = None) -> None:
        self._pack = pack

    def read(self, picture_bgr: Bgr, game: str) -> Mapping[str, Any]:
        if game not in SEERS:
            raise ClearNo("The camera cannot read this game yet; enter the moves on the page.")
        answer, _ = importlib.import_module(SEERS[game]).see(picture_bgr, self._pack)
        if not answer["zones"]:
            raise ClearNo("No corner card and no tile is to be seen on the picture.")
        found: Mapping[str, Any] = answer
        return found
