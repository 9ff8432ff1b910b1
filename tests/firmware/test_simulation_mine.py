"""Off the Rails at the simulated table: bots move carts on a board, eyes look, a cart is put where it cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.games import find_game
from firmware.cameras import Bgr
from firmware.simulation.mine import GAME, Mine, as_seen, mine_of, style_of, with_mistaken_cart
from firmware.simulation.painter import Painter
from firmware.simulation.table import SimulatedTable
from firmware.simulation.wood import Wood, is_seen, wood_of
from tests.firmware.simulated import after_gestures, evening, until


def sketch(wood: Wood) -> Bgr:
    """Enough of a picture to see motion: a spot for each square and cart."""
    picture = np.full((240, 320, 3), (60, 90, 120), np.uint8)
    mine = wood.mine or Mine((0, 0))
    for (column, row), _ in mine.squares:
        x, y = 60 + 18 * column, 20 + 18 * row
        cv2.rectangle(picture, (x, y), (x + 10, y + 10), (200, 210, 190), -1)
    for cart in mine.carts:
        cv2.circle(picture, (65 + 18 * cart.at[0], 25 + 18 * cart.at[1]), 7, (40, 40, 40 + 30 * cart.speed), -1)
    return picture


class WoodReader:
    """Reads the wood itself, as a camera that never errs would."""

    def __init__(self, table: SimulatedTable, reads: bool) -> None:
        self._table = table
        self._reads = reads

    def reads(self, game: str) -> bool:
        return self._reads and game == GAME

    def read(self, picture_bgr: Bgr, game: str) -> Mapping[str, Any]:
        assert self._table.wood.mine is not None
        return as_seen(self._table.wood.mine, self._table.wood.hand_left)

    def agree(self, game: str) -> bool:
        return False

    def read_again(self, picture_bgr: Bgr, game: str) -> Mapping[str, Any]:
        return self.read(picture_bgr, game)

    def learn_from(self, lesson: Any, picture_bgr: Bgr) -> bool:
        return False

    def drawn(self, picture_bgr: Bgr) -> Bgr:
        return picture_bgr


REST_S = 0.03


def test_the_eyes_follow_carts_and_object_to_one_that_no_move_can_have_brought(tmp_path: Path) -> None:
    table = SimulatedTable(sketch)
    with evening(tmp_path, GAME, table, WoodReader(table, reads=True), rest_s=REST_S) as service:
        snapshot = until(service, lambda now: len(now.story) > 60 and bool(mine_of(now.state).carts))
        assert snapshot.table["gestures"] > 10
        assert snapshot.table["put right"] <= snapshot.table["gestures"] / 5, "nearly all was read by the eyes"
        after_gestures(service, 10)
        service.ask("simulate", None, what="illegal")
        snapshot = until(service, lambda now: now.seen is not None and now.seen.verdict == "unexplained")
        assert snapshot.seen is not None
        assert table.wood.mine is not None
        stray = table.wood.mine.carts[-1]
        assert stray.at in [one.at for one in snapshot.seen.contradictions]
        assert any("No move can have brought" in one.why for one in snapshot.seen.contradictions)
        service.ask("simulate", None, what="tidy")
        until(service, lambda now: now.seen is None or now.seen.verdict != "unexplained")


def test_moves_that_are_entered_on_the_page_are_laid_in_wood(tmp_path: Path) -> None:
    """So it is where no box was taught."""
    table = SimulatedTable(sketch)
    with evening(tmp_path, GAME, table, WoodReader(table, reads=False), rest_s=REST_S) as service:
        until(service, lambda now: len(now.story) > 30 and bool(mine_of(now.state).carts))
        assert after_gestures(service, 0).table["gestures"] == 0
        assert table.wood == wood_of(service.snapshot.state)


def test_the_wood_is_what_the_state_says() -> None:
    state = find_game(GAME).start(("Ann", "Bob"), {})
    mine = mine_of(state)
    assert mine == Mine((10, 10))
    slipped = with_mistaken_cart(mine)
    assert len(slipped.carts) == 1
    assert as_seen(slipped)["carts"][0]["speed"] == 3


def test_what_is_seen_and_what_is_entered() -> None:
    seen = ("P1 lay 3,4 NS", "P2 move black NN face N take 3,4 ruby", "TABLE jewels ruby")
    assert all(is_seen(text) for text in seen)
    assert not any(is_seen(text) for text in ("P1 done", "TABLE card red 3", "TABLE token blue"))


def test_a_painted_board_is_the_same_each_time_in_two_styles() -> None:
    """Else a table at rest would look as if it moved."""
    wood = Wood(mine=Mine((10, 10), (((4, 0), ("NS", ("ruby", "gold"), "")),)))
    first = Painter(mine_style="cavern").paint(wood)
    assert (first == Painter(mine_style="cavern").paint(wood)).all()
    assert (first != Painter(mine_style="chalk").paint(wood)).any()
    assert (first != Painter(mine_style="cavern").paint(Wood(mine=Mine((10, 10))))).any()
    assert len({style_of(seed) for seed in range(3)}) == 3
