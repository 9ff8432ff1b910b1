"""From a photo of a mine board to what lies on it, in the form of the contract."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput
from vision.boards.board import BLANK_FILE, BOARD_FILE, Board, open_board
from vision.boards.locate import Place
from vision.boards.pack import TAUGHT_FILE
from vision.mine.find import find_mine
from vision.mine.honest import honest
from vision.mine.labels import Cart, Square
from vision.mine.pack import Lore, open_pack
from vision.mine.read import Reading, read_field
from vision.mine.teach import lore_of
from vision.mine.view import grid_of, view_of

Bgr = NDArray[np.uint8]
GAME = "off-the-rails"
# Empty squares that are less certain than this are told as doubtful.
CLEAR = 0.95


class NoBoard(BadInput):
    """A mine board can only be read with a pack that shows it empty."""


def see(photo_bgr: Bgr, pack: Path | None = None) -> tuple[dict[str, Any], tuple[Board, Place]]:
    """What lies on the board, and where the board lies."""
    board, lore = opened(pack)
    place = find_mine(photo_bgr, board)
    reading = read_field(view_of(photo_bgr, place, board), lore)
    return described(reading, lore.taught, place.sure_way), (board, place)


def opened(pack: Path | None) -> tuple[Board, Lore]:
    """The board of a pack and what was learned about it."""
    if pack is None:
        raise NoBoard("A board is read with its pack: name one by --pack, with board.toml and blank.jpg in it.")
    return _opened(pack, _stamps(pack))


def _stamps(pack: Path) -> tuple[tuple[int, int], ...]:
    """When the pack's files were last changed, and how large they are."""
    files = [pack / name for name in (BOARD_FILE, BLANK_FILE, TAUGHT_FILE)]
    return tuple((file.stat().st_mtime_ns, file.stat().st_size) if file.exists() else (0, 0) for file in files)


@lru_cache(maxsize=2)
def _opened(pack: Path, _: tuple[tuple[int, int], ...]) -> tuple[Board, Lore]:
    """The board and what was learned about it; a pack that has not changed is not opened again."""
    board = open_board(pack)
    grid_of(board)
    return board, lore_of(board, open_pack(pack))


def described(reading: Reading, taught: bool, sure_way: bool) -> dict[str, Any]:
    """The reading in the form that `see` prints; nothing is sure if the board may lie the other way up."""
    cells, doubtful = [], []
    for at, (square, raw) in sorted(reading.squares.items(), key=lambda item: (item[0][1], item[0][0])):
        chance = round(honest(raw, kind_of(square), taught, sure_way), 4)
        if square != Square():
            cells.append(_cell(at, square, chance))
        elif chance < CLEAR:
            doubtful.append({"at": list(at), "confidence": chance})
    carts = [_cart(cart, round(honest(raw, "carts", taught, sure_way), 4)) for cart, raw in reading.carts]
    return {"game": GAME, "cells": cells, "carts": carts, "doubtful": doubtful}


def kind_of(square: Square) -> str:
    """Under which name the honest chances of such a square are stored."""
    return "empty squares" if square == Square() else "squares"


def _cell(at: tuple[int, int], square: Square, chance: float) -> dict[str, Any]:
    return {
        "at": list(at),
        "track": square.track or None,
        "jewels": list(square.jewels),
        "abyss": square.abyss or None,
        "confidence": chance,
    }


def _cart(cart: Cart, chance: float) -> dict[str, Any]:
    return {
        "clan": cart.clan,
        "at": list(cart.at),
        "facing": cart.facing,
        "speed": cart.speed,
        "confidence": chance,
    }
