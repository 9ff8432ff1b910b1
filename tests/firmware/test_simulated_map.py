"""New York at the simulated table: the painted map goes through the real vision, and the rules take what it says."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from engine.bots import play_out
from engine.game import seat
from engine.games import find_bot, find_game
from engine.infer import infer
from firmware.readers import VisionReader
from firmware.simulation.maps import GAME, taught_map
from firmware.simulation.painter import Painter
from firmware.simulation.table import SimulatedTable
from firmware.simulation.wood import SEEN, is_seen, same_wood, wood_of
from tests.firmware.simulated import evening, until
from vision.render.board_print import STYLES

Seeing = tuple[Painter, VisionReader]


@pytest.fixture(scope="module", params=sorted(STYLES))
def seeing(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Seeing:
    """A style's painter and a reader that learns it before its first picture."""
    style, packs = str(request.param), tmp_path_factory.mktemp("packs")
    return Painter(map_style=style), VisionReader(learn=lambda _: taught_map(packs, style), games=SEEN)


def last_claim() -> tuple[Any, str, Any]:
    """The last claim of a game among bots, with the states before and after it."""
    game = find_game(GAME)
    before = state = game.start(["Ann", "Bob", "Cleo"], {})
    bots = {seat(index): find_bot(GAME, "good") for index in range(3)}
    found = None
    for move, after in play_out(game, state, bots, random.Random(5)):
        if is_seen(str(move)):
            found = before, str(move), after
        before = after
    assert found is not None
    return found


def test_a_claim_on_the_painted_map_is_found_by_the_rules(seeing: Seeing) -> None:
    painter, reader = seeing
    before, claim, after = last_claim()
    assert reader.reads(GAME)
    assert infer(GAME, before, reader.read(painter.paint(wood_of(before)), GAME)).verdict == "same"
    inference = infer(GAME, before, reader.read(painter.paint(wood_of(after)), GAME))
    assert not inference.contradictions
    assert claim in {str(move) for move in (*inference.moves, *(one[0] for one in inference.choices))}


def test_taxis_where_they_may_not_stand_are_reported(seeing: Seeing) -> None:
    painter, reader = seeing
    before, claim, _ = last_claim()
    free = next(r for r, owner in zip(before.board.routes, before.owners, strict=True) if owner is None)
    other = next(p.colour for p in before.players if p.colour != before.player.colour)
    wood = wood_of(before)
    assert wood.claims is not None
    seen = reader.read(painter.paint(type(wood)(claims=(*wood.claims, ((*free.ends, free.colour), other)))), GAME)
    inference = infer(GAME, before, seen)
    assert inference.verdict == "unexplained"
    assert str(free.ends[0]) in str(inference.contradictions[0].move)
    assert claim not in {str(move) for move in inference.moves}


def test_hands_eyes_and_rules_play_together(seeing: Seeing, tmp_path: Path) -> None:
    painter, reader = seeing
    table = SimulatedTable(painter.paint)
    with evening(tmp_path, GAME, table, reader) as service:
        until(service, lambda now: now.table.get("gestures", 0) >= 2)
    claims = wood_of(service.snapshot.state).claims
    assert claims
    assert service.snapshot.table["put right"] == 0
    assert same_wood(table.wood, wood_of(service.snapshot.state))
