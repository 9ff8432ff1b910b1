"""The boxes of the simulated table: for each game that a camera reads there, a painter and a pack taught by photos."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from firmware.cameras import Bgr
from firmware.lessons import Lesson
from firmware.readers import VisionReader
from firmware.simulation.box import taught_box
from firmware.simulation.mine import GAME as MINE
from firmware.simulation.mine import MinePainter, MineWood, style_named, taught_mine
from firmware.simulation.painter import Painter
from firmware.simulation.wood import GAME as RAILROAD

GAMES = (RAILROAD, MINE)


class AnyPainter:
    """Paints whatever lies on the simulated table."""

    def __init__(self, style: str | None = None) -> None:
        self._tiles = Painter()
        self._mine = MinePainter(style_named(style))

    def paint(self, wood: Any) -> Bgr:
        return self._mine.paint(wood) if isinstance(wood, MineWood) else self._tiles.paint(wood)


def boxes(packs: Path, style: str | None = None) -> dict[str, Callable[[], Path]]:
    """How each game's pack is made."""
    return {RAILROAD: lambda: taught_box(packs), MINE: lambda: taught_mine(packs, style_named(style))}


class SimulatedReader:
    """A reader of the real vision for each game, which learns its box when it first looks at it."""

    def __init__(self, learn: Mapping[str, Callable[[], Path]], pack: Path | None = None) -> None:
        """`pack` is read with instead of the simulated boxes, if it is given."""
        self._learn = learn
        self._pack = pack
        self._readers: dict[str, VisionReader] = {}
        self._last: VisionReader | None = None

    def use(self, pack: Path) -> None:
        """Read with another box's art from now on."""
        self._pack, self._readers, self._last = pack, {}, None

    def reads(self, game: str) -> bool:
        return game in self._learn

    def read(self, picture_bgr: Bgr, game: str) -> Mapping[str, Any]:
        if game not in self._readers:
            self._readers[game] = VisionReader(self._pack or self._learn[game](), games=(game,))
        self._last = self._readers[game]
        return self._last.read(picture_bgr, game)

    def learn_from(self, lesson: Lesson, picture_bgr: Bgr) -> bool:
        return self._last is not None and self._last.learn_from(lesson, picture_bgr)

    def drawn(self, picture_bgr: Bgr) -> Bgr:
        return picture_bgr if self._last is None else self._last.drawn(picture_bgr)
