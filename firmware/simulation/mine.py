"""The mine board of the simulated table: what lies on it, its picture, and its box, taught as any box is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput
from engine.off_the_rails.state import State
from engine.parts.grid import Cell
from firmware.cameras import Bgr
from vision.mine.teach import teach
from vision.render.camera import camera_over
from vision.render.light import DAY, LAMP, Light
from vision.render.mine_print import make_pack, mine_board, print_mine
from vision.render.mine_scene import MineScene, random_cells, shoot_mine
from vision.render.mine_style import NAMED, MineStyle

GAME = "off-the-rails"
USUAL_STYLE = "cavern"
LARGEST_CARTS = 8
SIZE_PX = (1600, 1200)
HEIGHT_MM, VIEW_MM = 900.0, 760.0
TILT_DEG = 5.0
TEACH_SEEDS = (201, 202)
# The moves that change what a camera sees; cards, drawn tokens and "done" are entered on the page.
SEEN_VERBS = ("lay", "upgrade", "enter", "speed", "move", "face", "abyss", "jewels")


@dataclass(frozen=True)
class Standing:
    """A cart on the board."""

    clan: str
    at: Cell
    facing: str
    speed: int


@dataclass(frozen=True)
class MineWood:
    """Squares with something on them (track, jewels, clan of a token), and carts."""

    size: tuple[int, int]
    squares: tuple[tuple[Cell, tuple[str, tuple[str, ...], str]], ...] = ()
    carts: tuple[Standing, ...] = ()
    hand_left: bool = False

    @property
    def territories(self) -> tuple[()]:
        """None: the board is everybody's."""
        return ()

    def as_laid(self) -> MineWood:
        """The same without any slip."""
        return replace(self, hand_left=False)


def mine_wood_of(state: State) -> MineWood:
    """How the board lies when it is as recorded; which of two like carts is which nobody sees."""
    cells = sorted({*state.tracks, *state.jewels, *state.abyss})
    squares = tuple(
        (cell, (state.tracks.get(cell, ""), tuple(state.jewels.get(cell, ())), state.abyss.get(cell, "")))
        for cell in cells
    )
    carts = [Standing(cart.clan, cart.at, cart.facing, cart.speed) for cart in state.carts if cart.at is not None]
    order = sorted(carts, key=lambda cart: cart.at)
    return MineWood((state.box.columns, state.box.rows), squares, tuple(order))


def as_seen(wood: MineWood) -> dict[str, Any]:
    """The board as a reader that never errs would print it; a hand that was left hides the carts."""
    cells = [
        {"at": list(cell), "track": track or None, "jewels": list(jewels), "abyss": token or None, "confidence": 0.98}
        for cell, (track, jewels, token) in wood.squares
    ]
    carts = [
        {"clan": c.clan, "at": list(c.at), "facing": c.facing, "speed": c.speed, "confidence": 0.98} for c in wood.carts
    ]
    return {"game": GAME, "cells": cells, "carts": [] if wood.hand_left else carts}


def mistaken_cart(wood: MineWood) -> MineWood:
    """A cart that somebody might put where no move can bring it: on a square far from all others."""
    taken = {cell for cell, _ in wood.squares} | {cart.at for cart in wood.carts}
    columns, rows = wood.size
    free = [(column, row) for row in range(rows) for column in range(columns) if (column, row) not in taken]
    if not free:
        return wood
    clan = wood.carts[0].clan if wood.carts else "red"
    kept = tuple(cart for cart in wood.carts if cart.clan != clan)
    return replace(wood, carts=(*kept, Standing(clan, free[len(free) // 2], "E", 3)))


def style_named(name: str | None) -> MineStyle:
    """A hand-made style by its name."""
    if name is not None and name not in NAMED:
        raise BadInput(f"--style {name}: the mine board can look like {', '.join(NAMED)}")
    return NAMED[name or USUAL_STYLE]


class MinePainter:
    """A mine board under a camera; the same wood gives the same picture."""

    def __init__(self, style: MineStyle) -> None:
        self._style = style

    def paint(self, wood: MineWood) -> Bgr:
        seen = as_seen(replace(wood, hand_left=False))
        scene = _scene(self._style, wood.size[0], wood.size[1], DAY)
        return shoot_mine(replace(scene, cells=tuple(seen["cells"]), carts=tuple(seen["carts"])), seed=1).photo_bgr


@lru_cache(maxsize=4)
def _printed(name: str, columns: int, rows: int) -> Bgr:
    return print_mine(mine_board(columns, rows=rows), NAMED[name])


def _scene(style: MineStyle, columns: int, rows: int, light: Light) -> MineScene:
    """The empty board with its corner cards, seen from nearly above."""
    told = mine_board(columns, rows=rows)
    width, height = told["size"]
    grown = max(width, height) / 480
    camera = camera_over(
        (width / 2, height / 2), HEIGHT_MM * grown, VIEW_MM * grown, SIZE_PX, tilt_deg=TILT_DEG, heading_deg=180.0
    )
    return MineScene(told, _printed(style.name, columns, rows), style, (), (), camera, light, tags=(True,) * 4)


def taught_mine(packs: Path, style: MineStyle, size: tuple[int, int] = (10, 10)) -> Path:
    """The pack of the simulated mine board; the first time it is taught, which takes some seconds."""
    pack = packs / f"simulated-mine-{style.name}-{size[0]}x{size[1]}"
    done = pack / "done"
    if not done.exists():
        pack.mkdir(parents=True, exist_ok=True)
        make_pack(pack, mine_board(size[0], rows=size[1]), style, np.random.default_rng(style.seed))
        teach(
            pack, [_teach_photo(style, size, seed, light) for seed, light in zip(TEACH_SEEDS, (DAY, LAMP), strict=True)]
        )
        done.touch()
    return pack


def _teach_photo(style: MineStyle, size: tuple[int, int], seed: int, light: Light) -> tuple[Bgr, dict[str, Any]]:
    """A board full of everything, with carts of every clan."""
    scene = _scene(style, size[0], size[1], light)
    cells, carts = random_cells(scene.told, np.random.default_rng(seed), LARGEST_CARTS, 0.5)
    shot = shoot_mine(replace(scene, cells=tuple(cells), carts=tuple(carts)), seed)
    return shot.photo_bgr, shot.labels
