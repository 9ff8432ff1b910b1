"""Boxes by several hands: families of styles, from each of which another member is drawn every time; for training."""

from __future__ import annotations

from collections.abc import Callable

from vision.render.hands import (
    aerial,
    aerial_land,
    charts_sea,
    charts_town,
    charts_walls,
    crafts,
    crafts_shop,
    glossy,
    glossy_board,
    glossy_north,
    glossy_play,
    glossy_toys,
    glossy_write,
    painted,
    painted_layers,
    painted_prints,
    period,
    period_signs,
    plain,
    plain_play,
    vector,
    vector_city,
    vector_paper,
    worlds,
    worlds_tales,
)
from vision.render.style import Rng, Style, pick
from vision.render.tile import Painter

Family = Callable[[Rng], tuple[Style, Painter]]
HANDS = (
    painted, painted_prints, painted_layers, vector, vector_city, vector_paper, aerial, aerial_land, period,
    period_signs, plain, plain_play, worlds, worlds_tales, crafts, crafts_shop,
    charts_sea, charts_town, charts_walls,
    glossy, glossy_board, glossy_north, glossy_play, glossy_toys, glossy_write,
)  # fmt: skip
FAMILIES: dict[str, Family] = {name: family for hand in HANDS for name, family in hand.FAMILIES.items()}


def box_by_hand(rng: Rng) -> tuple[Style, Painter]:
    """A member of one of the families."""
    return FAMILIES[pick(rng, sorted(FAMILIES))](rng)
