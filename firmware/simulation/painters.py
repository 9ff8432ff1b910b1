"""Paints whatever lies on the simulated table, whichever game it is."""

from __future__ import annotations

from firmware.cameras import Bgr
from firmware.simulation.mine import MinePainter, MineWood, style_named
from firmware.simulation.painter import Painter
from firmware.simulation.wood import Wood


class AnyPainter:
    """A painter for each kind of wood."""

    def __init__(self, style: str | None = None) -> None:
        """`style` is how the mine board looks."""
        self._tiles = Painter()
        self._mine = MinePainter(style_named(style))

    def paint(self, wood: Wood | MineWood) -> Bgr:
        return self._mine.paint(wood) if isinstance(wood, MineWood) else self._tiles.paint(wood)
