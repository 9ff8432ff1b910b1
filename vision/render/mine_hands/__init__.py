"""Mine boxes by several hands: families of looks, each with as many members as wanted; for training."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from vision.render.mine_hands import deep, workshop
from vision.render.mine_style import MineStyle
from vision.render.style import Rng, pick

Family = Callable[[Rng], MineStyle]
HANDS: tuple[ModuleType, ...] = (deep, workshop)
FAMILIES: dict[str, Family] = {name: family for hand in HANDS for name, family in hand.FAMILIES.items()}


def mine_by_hand(rng: Rng) -> MineStyle:
    """A member of one of the families."""
    return FAMILIES[pick(rng, sorted(FAMILIES))](rng)
