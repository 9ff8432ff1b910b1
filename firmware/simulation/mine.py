"""The mine board of the simulated table: what lies on it, its picture, and its box, taught as any box is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from engine.off_the_rails.state import State
from engine.parts.grid import Cell
from firmware.cameras import Bgr
from vision.mine.teach import teach
from vision.render.camera import camera_over
from vision.render.light import DAY, LAMP, Light
from vision.render.mine_print import make_pack, mine_board, print_mine
from vision.render.mine_scene import MineScene, random_cells, shoot_mine
from vision.render.mine_style import NAMED, MineStyle, random_mine_style
from vision.render.table import Hand

GAME = "off-the-rails"
USUAL_STYLE = "cavern"
FIRST_RANDOM = 900_000  # far from the seeds of training
LARGEST_CARTS = 8
SIZE_PX = (1600, 1200)
HEIGHT_MM, VIEW_MM = 900.0, 760.0
TILT_DEG = 5.0
TEACH_SEEDS = (201, 202)
# The moves that change what a camera sees; cards, drawn tokens and "done" are entered on the page.
_SEEN = ("lay", "upgrade", "enter", "speed", "move", "face", "abyss", "jewels")


@dataclass(frozen=True)
class Standing:
    """A cart on the board."""

    clan: str
    at: Cell
    facing: str
    speed: int


@dataclass(frozen=True)
class Mine:
    """Squares with something on them (track, jewels, clan of a token), and carts."""

    size: tuple[int, int]
    squares: tuple[tuple[Cell, tuple[str, tuple[str, ...], str]], ...] = ()
    carts: tuple[Standing, ...] = ()


def size_of(state: State) -> tuple[int, int]:
    """Columns and rows of the board that is played on."""
    return state.box.columns, state.box.rows


def mine_of(state: State) -> Mine:
    """How the board lies when it is as recorded; which of two like carts is which nobody sees."""
    cells = sorted({*state.tracks, *state.jewels, *state.abyss})
    squares = tuple(
        (cell, (state.tracks.get(cell, ""), tuple(state.jewels.get(cell, ())), state.abyss.get(cell, "")))
        for cell in cells
    )
    carts = [Standing(cart.clan, cart.at, cart.facing, cart.speed) for cart in state.carts if cart.at is not None]
    order = sorted(carts, key=lambda cart: cart.at)
    return Mine(size_of(state), squares, tuple(order))


def same_loads(one: State, other: State) -> bool:
    """Whether carts and players have the same in both states; which of two like carts is which nobody sees."""

    def loads(state: State) -> list[tuple[Any, ...]]:
        return sorted((cart.clan, cart.at or (), cart.hold, cart.lost) for cart in state.carts)

    return loads(one) == loads(other) and one.stashes == other.stashes


def as_seen(mine: Mine, hand_left: bool = False) -> dict[str, Any]:
    """The board as a reader that never errs would print it; a hand that was left hides the carts."""
    cells = [
        {"at": list(cell), "track": track or None, "jewels": list(jewels), "abyss": token or None, "confidence": 0.98}
        for cell, (track, jewels, token) in mine.squares
    ]
    carts = [
        {"clan": c.clan, "at": list(c.at), "facing": c.facing, "speed": c.speed, "confidence": 0.98} for c in mine.carts
    ]
    return {"game": GAME, "cells": cells, "carts": [] if hand_left else carts}


def is_seen(text: str) -> bool:
    """Whether a move changes what a camera sees."""
    return text.split()[1] in _SEEN


def with_mistaken_cart(mine: Mine) -> Mine:
    """A cart that somebody might put where no move can bring it: on a square far from all others."""
    taken = {cell for cell, _ in mine.squares} | {cart.at for cart in mine.carts}
    columns, rows = mine.size
    free = [(column, row) for row in range(rows) for column in range(columns) if (column, row) not in taken]
    if not free:
        return mine
    clan = mine.carts[0].clan if mine.carts else "red"
    kept = tuple(cart for cart in mine.carts if cart.clan != clan)
    return replace(mine, carts=(*kept, Standing(clan, free[len(free) // 2], "E", 3)))


def style_of(seed: int | None) -> str:
    """How the mine is printed on a table with this seed."""
    return sorted(NAMED)[(seed or 0) % len(NAMED)]


def look_of(name: str) -> MineStyle:
    """A hand-made style by its name, or random-N: neither was ever trained on."""
    if name in NAMED:
        return NAMED[name]
    return random_mine_style(np.random.default_rng(FIRST_RANDOM + int(name.removeprefix("random-"))), name)


class MinePainter:
    """A mine board under a camera; the same wood gives the same picture."""

    def __init__(self, style: str = USUAL_STYLE, light: Light = DAY) -> None:
        self._style = style
        self._light = light

    def paint(self, mine: Mine, hand: Hand | None = None) -> Bgr:
        seen = as_seen(mine)
        scene = replace(_scene(self._style, mine.size, self._light), hand=hand)
        return shoot_mine(replace(scene, cells=tuple(seen["cells"]), carts=tuple(seen["carts"])), seed=1).photo_bgr


@lru_cache(maxsize=4)
def _scene(name: str, size: tuple[int, int], light: Light) -> MineScene:
    """The empty board with its corner cards, seen from nearly above."""
    style, told = look_of(name), mine_board(size[0], rows=size[1])
    width, height = told["size"]
    grown = max(width, height) / 480
    camera = camera_over(
        (width / 2, height / 2), HEIGHT_MM * grown, VIEW_MM * grown, SIZE_PX, tilt_deg=TILT_DEG, heading_deg=180.0
    )
    return MineScene(told, print_mine(told, style), style, (), (), camera, light, tags=(True,) * 4)


def taught_mine(packs: Path, name: str = USUAL_STYLE, size: tuple[int, int] = (10, 10)) -> Path:
    """The pack of the simulated mine board; the first time it is taught, which takes some seconds."""
    style = look_of(name)
    pack = packs / f"simulated-mine-{name}-{size[0]}x{size[1]}"
    done = pack / "done"
    if not done.exists():
        pack.mkdir(parents=True, exist_ok=True)
        make_pack(pack, mine_board(size[0], rows=size[1]), style, np.random.default_rng(style.seed))
        lights = zip(TEACH_SEEDS, (DAY, LAMP), strict=True)
        teach(pack, [_teach_photo(name, size, seed, light) for seed, light in lights])
        done.touch()
    return pack


def _teach_photo(name: str, size: tuple[int, int], seed: int, light: Light) -> tuple[Bgr, dict[str, Any]]:
    """A board full of everything, with carts of every clan."""
    scene = _scene(name, size, light)
    cells, carts = random_cells(scene.told, np.random.default_rng(seed), LARGEST_CARTS, 0.5)
    shot = shoot_mine(replace(scene, cells=tuple(cells), carts=tuple(carts)), seed)
    return shot.photo_bgr, shot.labels
