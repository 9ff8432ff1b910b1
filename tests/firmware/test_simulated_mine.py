"""Off the Rails at the simulated table: painted boards go through the real vision, and the rules take what it says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.observation import FOUND, SAME, UNEXPLAINED
from firmware.readers import VisionReader
from firmware.simulation.mine import GAME, MinePainter, Standing, mine_of, taught_mine, with_mistaken_cart
from firmware.simulation.painter import Painter
from firmware.simulation.table import SimulatedTable
from firmware.simulation.wood import SEEN, same_wood, wood_of
from tests.engine.mine import play, table
from tests.firmware.mine_sequences import Watcher
from tests.firmware.simulated import after_gestures, evening
from vision.render.light import DAY
from vision.render.table import Hand

STYLE = "foundry"
GESTURES = 6
RECORDED = (
    "track 4,0 NS", "track 4,1 NS", "track 4,2 NES", "track 5,2 EW", "track 6,2 SW", "jewels 4,2 gold ruby",
    "jewels 6,2 emerald", "track 7,9 NS", "cart red black 4,-1 S 3", "cart green black 7,9 N 2",
)  # fmt: skip


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("packs")


@pytest.fixture(scope="module")
def before() -> Any:
    """Ann's cart is to move, three squares from the jewels."""
    return play(table(*RECORDED), "P1 done")


@pytest.fixture(scope="module")
def watcher(packs: Path, before: Any) -> Watcher:
    """A camera over that table, which has seen that all is as recorded; no test lets it agree with anything else."""
    watcher = Watcher(STYLE, packs)
    assert watcher.look(before, mine_of(before))[1].verdict == SAME
    watcher.agree(before)
    return watcher


def test_a_cart_that_moved_and_took_jewels_is_found(watcher: Watcher, before: Any) -> None:
    after = play(before, "P1 move black SSS face E take 4,2 gold ruby")
    inference = watcher.look(before, mine_of(after))[1]
    assert inference.verdict == FOUND
    assert [str(move) for move in inference.moves] == ["P1 move black SSS face E take 4,2 gold ruby"]


def test_only_what_changed_is_in_question(watcher: Watcher, before: Any) -> None:
    after = mine_of(play(before, "P1 move black SSS face E take 4,2 gold ruby"))
    old = {tuple(cell) for cell in watcher.look(before, after)[0]["old"]}
    assert {(4, -1), (4, 2)}.isdisjoint(old)
    assert len(old) >= 12 * 12 - 12
    assert {(6, 2), (7, 9)} <= old


def test_a_cart_where_no_move_can_have_brought_it_is_reported(watcher: Watcher, before: Any) -> None:
    mine = with_mistaken_cart(mine_of(before))
    inference = watcher.look(before, mine)[1]
    assert inference.verdict == UNEXPLAINED
    stray = mine.carts[-1]
    assert any(one.at == stray.at and "No move can have brought" in one.why for one in inference.contradictions)


def test_a_cart_that_went_one_square_too_far_is_not_bent_into_a_legal_move(watcher: Watcher, before: Any) -> None:
    mine = mine_of(before)
    carts = (*(cart for cart in mine.carts if cart.clan != "red"), Standing("red", (5, 2), "E", 3))
    inference = watcher.look(before, replace(mine, carts=carts))[1]
    assert inference.verdict == UNEXPLAINED
    assert (5, 2) in [one.at for one in inference.contradictions]


def test_a_jewel_that_vanishes_is_reported(watcher: Watcher, before: Any) -> None:
    mine = mine_of(before)
    squares = tuple((at, (track, (), token) if at == (6, 2) else (track, jewels, token))
                    for at, (track, jewels, token) in mine.squares)  # fmt: skip
    inference = watcher.look(before, replace(mine, squares=squares))[1]
    assert inference.verdict == UNEXPLAINED
    assert [one.at for one in inference.contradictions] == [(6, 2)]


def test_a_hand_over_the_board_is_no_move_and_forgotten_when_it_is_gone(watcher: Watcher, before: Any) -> None:
    picture = watcher.painter.paint(mine_of(before), Hand((0.45, 0.4), (0.6, 1.2)))
    assert watcher.look_at(before, picture)[1].verdict not in (FOUND, SAME)
    assert watcher.look(before, mine_of(before))[1].verdict == SAME


def test_another_light_is_no_move_and_the_next_one_is_still_found(watcher: Watcher, before: Any) -> None:
    dimmed = MinePainter(STYLE, replace(DAY, gain_bgr=(0.62, 0.72, 0.8), slope=(0.25, -0.15)))
    seen, inference, _ = watcher.look(before, mine_of(before), dimmed)
    assert inference.verdict == SAME
    assert len(seen["old"]) >= 12 * 12 - 10, "light alone is no change"
    after = play(before, "P1 move black SSS face S take 4,2 gold ruby")
    assert [str(move) for move in watcher.look(before, mine_of(after), dimmed)[1].moves] == [
        "P1 move black SSS face S take 4,2 gold ruby"
    ]


def test_hands_eyes_and_rules_play_together(packs: Path, tmp_path: Path) -> None:
    reader = VisionReader(learn=lambda _: taught_mine(packs, STYLE), games=SEEN)
    assert reader.reads(GAME)
    board = SimulatedTable(Painter(mine_style=STYLE).paint)
    with evening(tmp_path, GAME, board, reader) as service:
        told = after_gestures(service, GESTURES).table
    assert told["put right"] == 0, service.snapshot
    assert told["asked"] <= 1
    assert same_wood(board.wood, wood_of(service.snapshot.state))
