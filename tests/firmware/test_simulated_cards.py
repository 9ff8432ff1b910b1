"""The Card Game at the simulated table: painted cards go through the real vision, and the rules take what it says."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.bots import play_out
from engine.game import seat
from engine.games import find_bot, find_game
from engine.infer import infer
from firmware.readers import VisionReader
from firmware.simulation.cards import GAME, Cards, as_seen, cards_of, is_seen, style_of, taught_cards, with_mistaken_row
from firmware.simulation.painter import Painter
from firmware.simulation.table import SimulatedTable
from firmware.simulation.wood import SEEN, Wood, alike, same_wood, wood_of
from tests.firmware.simulated import after_gestures, evening
from vision.render.card_style import CARD_STYLES

STYLES = sorted(CARD_STYLES)
GESTURES = 4
Seeing = tuple[Painter, VisionReader]


@pytest.fixture(scope="module")
def seeing(tmp_path_factory: pytest.TempPathFactory) -> Seeing:
    """A style's painter and a reader that learns it before its first picture; other styles: tests/vision."""
    style, packs = "night train", tmp_path_factory.mktemp("packs")
    return Painter(card_style=style), VisionReader(learn=lambda _: taught_cards(packs, style), games=SEEN)


@cache
def turns(seed: int = 5) -> list[tuple[Any, str, Any]]:
    """The moves of a game among bots that show on the table, with the states before and after them."""
    game = find_game(GAME)
    before = game.start(["Ann", "Bob"], {})
    bots = {seat(index): find_bot(GAME, "good") for index in range(2)}
    found = []
    for move, after in play_out(game, before, bots, random.Random(seed)):
        if is_seen(str(move)) and not alike(wood_of(before), wood_of(after)):
            found.append((before, str(move), after))
        before = after
    return found


def test_the_wood_is_what_lies_open() -> None:
    _, _, state = turns()[-1]
    cards = cards_of(state)
    assert len(cards.row) == 5
    assert [sum(map(len, yard)) for yard in cards.yards] == [player.yard_cards().size for player in state.players]
    assert infer(GAME, state, as_seen(cards)).verdict == "same"


def test_where_a_card_lies_in_its_zone_makes_no_difference() -> None:
    one = Cards(("red", None, "blue"), ((("red", "red"), ("green", "green")), ()))
    other = Cards(("blue", "red", None), ((("green", "green"), ("red", "red")), ()))
    assert alike(Wood(cards=one), Wood(cards=other))
    assert not alike(Wood(cards=one), Wood(cards=with_mistaken_row(one)))
    assert not alike(Wood(cards=one), Wood())


def test_every_style_looks_otherwise_and_every_seed_has_one() -> None:
    wood = Wood(cards=Cards(("red", "blue", "green", "white", "locomotive"), ((("red", "red"),), ())))
    pictures = [Painter(card_style=style).paint(wood) for style in STYLES]
    assert (pictures[0] == Painter(card_style=STYLES[0]).paint(wood)).all()
    assert all((one != other).any() for one, other in pairwise(pictures))
    assert len({style_of(seed) for seed in range(3)}) == 3


def test_a_full_yard_still_fits_between_its_corner_cards() -> None:
    yard = tuple((colour,) * 6 for colour in ("red", "blue", "green", "white", "black", "yellow", "orange"))
    zones = Painter().paint(Wood(cards=Cards((), (yard, ()))))
    assert zones.shape[1] > 2000


def test_what_is_laid_on_the_painted_table_is_found_by_the_rules(seeing: Seeing) -> None:
    painter, reader = seeing
    assert reader.reads(GAME)
    shown = turns()
    taken = next(turn for turn in shown if " takes " in turn[1])
    played = next(turn for turn in shown[10:] if " plays " in turn[1])
    for before, move, after in (taken, played):
        assert infer(GAME, before, reader.read(painter.paint(wood_of(before)), GAME)).verdict == "same"
        inference = infer(GAME, before, reader.read(painter.paint(wood_of(after)), GAME))
        assert not inference.contradictions
        assert move in {str(one) for one in (*inference.moves, *(way[0] for way in inference.choices))}


def test_a_row_that_may_not_lie_there_is_reported(seeing: Seeing) -> None:
    painter, reader = seeing
    before = next(turn for turn in turns() if " plays " in turn[1])[0]
    cards = cards_of(before)
    inference = infer(GAME, before, reader.read(painter.paint(Wood(cards=with_mistaken_row(cards))), GAME))
    assert inference.verdict == "unexplained"
    assert inference.contradictions


def test_hands_eyes_and_rules_play_together(seeing: Seeing, tmp_path: Path) -> None:
    """A gesture for the open row, then turns; what the reader doubts it asks, and nothing needs to be put right."""
    painter, reader = seeing
    table = SimulatedTable(painter.paint)
    with evening(tmp_path, GAME, table, reader) as service:
        told = after_gestures(service, GESTURES).table
    assert told["put right"] == 0, service.snapshot
    assert told["asked"] < told["gestures"], "a camera that asks every time is no help"
    assert same_wood(table.wood, wood_of(service.snapshot.state))
