"""What `see` tells, with the chances of every part beside it, for the rules to weigh; and what was seen before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.boards.board import Board
from vision.mine.find import MinePlace, find_mine
from vision.mine.labels import SIDES, TRACKS
from vision.mine.memory import Look
from vision.mine.pack import Lore
from vision.mine.read import CartWeights, Weights, read_field
from vision.mine.see import described, opened
from vision.mine.view import view_of

Bgr = NDArray[np.uint8]
Cell = tuple[int, int]
Answer = dict[str, Any]

# A board that is found so near to where it lay, in pixels of the photo, lies where it lay.
SAME_PLACE_PX = 3.0
# Chances below this are not worth telling.
FAINT = 1e-4


@dataclass(frozen=True)
class BoardSight:
    """What was read of a board, where it lies, and how its squares look."""

    answer: Answer
    board: Board
    place: MinePlace
    look: Look


class Watch:
    """A camera over one board: all looks at a table at rest count, and squares that look as they did are told."""

    def __init__(self) -> None:
        self._sights: tuple[BoardSight, ...] = ()
        self._agreed: BoardSight | None = None

    def read(self, photo_bgr: Bgr, pack: Path | None, again: bool = False) -> Answer:
        """What lies on the board; `again` is one more look at a table that has not moved."""
        sight = see_board(photo_bgr, pack, self._agreed)
        self._sights = (*self._sights, sight) if again else (sight,)
        return together([sight.answer for sight in self._sights])

    def agree(self) -> None:
        """What was last read agrees with the record."""
        self._agreed = self._sights[-1] if self._sights else None

    @property
    def place(self) -> tuple[Board, MinePlace] | None:
        """Where the board lies, as `annotate` wants to know it."""
        return (self._sights[-1].board, self._sights[-1].place) if self._sights else None


def see_board(photo_bgr: Bgr, pack: Path | None, before: BoardSight | None = None) -> BoardSight:
    """As `vision.mine.see.see`, with chances.

    By what is remembered also the squares that look as they did (`old`), and what was read then (`before`).
    """
    board, lore = opened(pack)
    place = find_mine(photo_bgr, board)
    if before is not None and before.board is board and _is_near(place, before.place):
        place = before.place
    view = view_of(photo_bgr, place, board)
    reading, look = read_field(view, lore), Look.of(view)
    answer = described(reading, lore.taught, place.sure_way)
    old = look.still(before.look, place is before.place) if before is not None else frozenset()
    told = _with_chances(answer, reading.weights, lore, old)
    if before is not None:
        told["before"] = {key: before.answer[key] for key in ("cells", "doubtful", "carts")}
    return BoardSight(told, board, place, look)


def _is_near(one: MinePlace, other: MinePlace) -> bool:
    if one.size_px != other.size_px:
        return False
    return bool(np.abs(one.corners_px - other.corners_px).max() < SAME_PLACE_PX)


def _with_chances(answer: Answer, weights: Weights, lore: Lore, old: frozenset[Cell]) -> Answer:
    """The answer with the chances of all squares that may have changed; empty ones stand among the doubtful."""
    told = {_at(entry): entry for key in ("doubtful", "cells") for entry in answer[key]}
    empty = {at: {"at": list(at), "confidence": 1.0} for at in weights.tracks if at not in told and at not in old}
    return {
        **answer,
        "cells": [{**entry, "chances": [_square(_at(entry), weights, lore)]} for entry in answer["cells"]],
        "doubtful": [
            {**entry, "chances": [_square(_at(entry), weights, lore)]}
            for entry in (*answer["doubtful"], *empty.values())
        ],
        "carts": [{**entry, "chances": [_cart(weights.carts[_at(entry)], lore)]} for entry in answer["carts"]],
        "old": [list(at) for at in sorted(old)],
    }


def _at(entry: Mapping[str, Any]) -> Cell:
    return entry["at"][0], entry["at"][1]


def _square(at: Cell, weights: Weights, lore: Lore) -> Answer:
    return {
        "track": _named(TRACKS, weights.tracks[at]),
        "abyss": _named(("", *lore.tokens), weights.tokens[at]),
        "jewels": [_named(("", *lore.jewels), place) for place in weights.jewels[at]],
    }


def _cart(weights: CartWeights, lore: Lore) -> Answer:
    return {
        "present": round(weights.present, 4),
        "clan": _named(lore.clans, weights.clan),
        "facing": _named(SIDES, weights.facing),
        "speed": _named([str(speed + 1) for speed in range(len(weights.speed))], weights.speed),
    }


def _named(names: Sequence[str], chances: Iterable[float]) -> dict[str, float]:
    return {name: round(float(chance), 5) for name, chance in zip(names, chances, strict=True) if chance >= FAINT}


def together(answers: Sequence[Answer]) -> Answer:
    """What several looks at one table tell: the last one, with the chances of all of them."""
    *earlier, last = answers
    told = dict(last)
    for key in ("cells", "doubtful", "carts"):
        told[key] = [_seen_by_all(entry, key, earlier) for entry in last[key]]
    return told


def _seen_by_all(entry: Answer, key: str, earlier: Sequence[Answer]) -> Answer:
    """An entry with its chances at all looks; a square may be told as empty by one and as covered by another."""
    keys = ("carts",) if key == "carts" else ("cells", "doubtful")
    others = [other for answer in earlier for key in keys for other in answer[key] if other["at"] == entry["at"]]
    return {**entry, "chances": [*entry["chances"], *(look for other in others for look in other["chances"])]}
