"""The rules as a sensor: sightings of the mine board explained by legal moves, or reported where they cannot be."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engine.bots import play_out
from engine.errors import BadInput
from engine.game import seat
from engine.games import find_bot
from engine.infer import infer
from engine.observation import AMBIGUOUS, FOUND, SAME, UNEXPLAINED, Inference
from engine.off_the_rails import GAME
from engine.off_the_rails.state import State
from tests.engine.mine import NAMES, open_abyss, play, table

TRACKS = ("track 4,0 NS", "track 4,1 NS", "track 4,2 NES")


def see(state: State, **more: Any) -> dict[str, Any]:
    """What a camera that makes no mistakes prints of a state."""
    shown = GAME.position(state)
    carts = [{key: cart[key] for key in ("clan", "at", "facing", "speed")} for cart in shown["carts"]]
    return {"game": "off-the-rails", "cells": shown["cells"], "carts": carts, **more}


def look(before: State, seen: dict[str, Any]) -> Inference:
    return infer("off-the-rails", before, seen)


def texts(inference: Inference) -> list[str]:
    return [str(move) for move in inference.moves]


def turns(players: int, seed: int) -> Iterator[tuple[State, State]]:
    """The states before each turn of a game among good players and after its movement."""
    state = begin = GAME.start(NAMES[:players], {"fast": True})
    bots = {seat(index): find_bot("off-the-rails", "good") for index in range(players)}
    for _, after in play_out(GAME, state, bots, random.Random(seed)):
        if state.phase == "actions" and state.actions == 0:
            begin = state
        if after.phase in ("deposit", "token") and state.phase in ("actions", "movement", "facing"):
            yield begin, after
        state = after


def test_whole_turns_are_found_or_asked_about_and_never_taken_wrongly() -> None:
    """What cannot be seen (which of two carts took a jewel, home or off the rails) is asked."""
    verdicts: Counter[str] = Counter()
    for players, seed in ((2, 1), (3, 2)):
        for before, after in turns(players, seed):
            found = look(before, see(after))
            verdicts[found.verdict] += 1
            if found.verdict == FOUND:
                replayed = play(before, *texts(found))
                assert see(replayed) == see(after)
                assert replayed.stashes == after.stashes
    assert verdicts[UNEXPLAINED] == 0
    assert verdicts[FOUND] > 2 * verdicts[AMBIGUOUS]


def test_an_unchanged_table_is_the_same() -> None:
    for before, after in turns(2, 4):
        assert look(before, see(before)).verdict == SAME
        assert look(after, see(after)).verdict == SAME


def test_tracks_speed_and_movement_are_found_together() -> None:
    before = table(*TRACKS[:2], "cart red black 4,-1 S 3")
    after = play(before, "P1 lay 4,2 NE", "P1 upgrade 4,2 NES", "P1 done", "P1 move black SSS face S")
    found = look(before, see(after))
    assert found.verdict == FOUND
    assert texts(found)[-2:] == ["P1 done", "P1 move black SSS face S"]


def test_a_deposit_is_found_by_its_jewels() -> None:
    before = play(table(), "P1 done")
    after = play(before, "TABLE card yellow 6", "TABLE jewels ruby rock gold")
    assert texts(look(before, see(after))) == ["TABLE card yellow 6", "TABLE jewels gold rock ruby"]


def test_the_first_deposits_are_found_at_once() -> None:
    before = GAME.start(NAMES[:2], {})
    after = before
    for colour in ("red", "yellow", "green", "blue"):
        after = play(after, f"TABLE card {colour} 2", "TABLE jewels ruby ruby")
    found = look(before, see(after))
    assert found.verdict == FOUND
    assert len(found.moves) == 8


def test_tokens_of_the_abyss_are_found() -> None:
    before = play(open_abyss(table("abyss 0,0 red", "cart green black 4,10 N 1")), "P1 done")
    after = play(before, "TABLE token red", "P1 abyss 0,1")
    assert texts(look(before, see(after))) == ["TABLE token red", "P1 abyss 0,1"]


@pytest.mark.parametrize(
    ("cart", "why"),
    [
        ({"clan": "red", "at": [4, 2], "facing": "S", "speed": 3}, None),
        ({"clan": "red", "at": [4, 1], "facing": "S", "speed": 3}, "brought the red cart to 4,1"),
        ({"clan": "red", "at": [4, 2], "facing": "N", "speed": 3}, "cannot face or run like that"),
        ({"clan": "red", "at": [8, 8], "facing": "N", "speed": 3}, "brought the red cart to 8,8"),
        ({"clan": "green", "at": [4, 2], "facing": "S", "speed": 3}, "brought the green cart to 4,2"),
    ],
)
def test_a_cart_where_no_move_can_have_brought_it_is_reported(cart: dict[str, Any], why: str | None) -> None:
    """The engine's own movement tells where a cart must be; the camera confirms or objects."""
    before = play(table(*TRACKS, "cart red black 4,-1 S 3"), "P1 done")
    found = look(before, see(before, carts=[cart]))
    assert found.verdict == (FOUND if why is None else UNEXPLAINED)
    assert why is None or any(why in miss.why for miss in found.contradictions)


def test_an_illegal_track_is_reported_with_its_reason() -> None:
    before = table()
    cells = [{"at": [2, 2], "track": "NS", "jewels": [], "abyss": None}, {"at": [4, 4], "track": "NS"}]
    found = look(before, see(before, cells=cells))
    assert found.verdict == UNEXPLAINED
    (miss,) = found.contradictions
    assert (miss.at, miss.move) == ((2, 2), "P1 lay 2,2 NS")
    assert "centre of a mine" in miss.why


def test_five_new_tracks_in_a_turn_are_too_many() -> None:
    cells = [{"at": [column, 4], "track": "EW"} for column in range(5)]
    assert look(table(), see(table(), cells=cells)).verdict == UNEXPLAINED


@pytest.mark.parametrize("confidence", [0.5, 0.95])
def test_an_unsure_square_is_asked_about(confidence: float) -> None:
    found = look(table(), see(table(), cells=[{"at": [4, 4], "track": "NS", "confidence": confidence}]))
    assert found.verdict == (FOUND if confidence > 0.9 else AMBIGUOUS)


def test_a_die_that_cannot_be_read_is_no_contradiction() -> None:
    before = play(table(*TRACKS, "cart red black 4,-1 S 3"), "P1 done")
    cart = {"clan": "red", "at": [4, 2], "facing": "E", "speed": None}
    assert texts(look(before, see(before, carts=[cart]))) == ["P1 move black SSS face E"]


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"cells": []},
        {"cells": [{"at": [10, 0]}], "carts": []},
        {"cells": [{"at": [1, 1], "track": "SN"}], "carts": []},
        {"cells": [{"at": [1, 1], "track": "N"}], "carts": []},
        {"cells": [{"at": [1, 1], "jewels": ["pearl"]}], "carts": []},
        {"cells": [{"at": [1, 1], "confidence": "high"}], "carts": []},
        {"cells": [], "carts": [{"clan": "pink", "at": [1, 1], "facing": "N"}]},
        {"cells": [], "carts": [{"clan": "red", "at": [1, 1], "facing": "up"}]},
    ],
)
def test_an_unreadable_sighting_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        look(table(), broken)
