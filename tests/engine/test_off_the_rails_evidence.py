"""What a camera is not sure of, weighed over legal moves: chances, what looks as it did, what was misread before."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import BadInput
from engine.infer import infer
from engine.observation import AMBIGUOUS, FOUND, SAME, UNEXPLAINED, Inference
from engine.off_the_rails import GAME
from engine.off_the_rails.evidence import SquareChances
from engine.off_the_rails.state import State
from tests.engine.mine import play, table

TRACKS = ("track 4,0 NS", "track 4,1 NS", "track 4,2 NES", "jewels 4,2 gold")
ALL = [[column, row] for column in range(-1, 11) for row in range(-1, 11)]


def square(at: tuple[int, int], track: dict[str, float], *jewels: dict[str, float], **more: Any) -> dict[str, Any]:
    """A square with the chances of its parts, told as what is likeliest."""
    likeliest = max(track, key=lambda name: track[name])
    kinds = [max(place, key=lambda kind: place[kind]) for place in jewels]
    chances = {"track": track, "abyss": {"": 1.0}, "jewels": list(jewels)}
    told = {"at": list(at), "track": likeliest or None, "jewels": sorted(kind for kind in kinds if kind)}
    return {**told, "abyss": None, "confidence": 0.7, "chances": [chances], **more}


def cart(
    at: tuple[int, int],
    clan: dict[str, float],
    facing: dict[str, float],
    speed: dict[str, float],
    present: float = 0.98,
) -> dict[str, Any]:
    chances = {"present": present, "clan": clan, "facing": facing, "speed": speed}
    best = [max(part, key=lambda name: part[name]) for part in (clan, facing, speed)]
    return {"clan": best[0], "at": list(at), "facing": best[1], "speed": int(best[2]), "chances": [chances]}


def look(
    state: State, open_cells: list[tuple[int, int]], cells: Any = (), carts: Any = (), before: Any = None
) -> Inference:
    """What the rules make of a table that looks as it did but for some squares."""
    old = [at for at in ALL if (at[0], at[1]) not in open_cells]
    seen: dict[str, Any] = {"game": GAME.name, "cells": list(cells), "carts": list(carts), "old": old}
    return infer(GAME.name, state, seen if before is None else {**seen, "before": before}, state)


def texts(inference: Inference) -> list[str]:
    return [str(move) for move in inference.moves]


@pytest.fixture
def moving() -> State:
    """A red cart that is to go three squares, to a junction with gold."""
    return play(table(*TRACKS, "cart red black 4,-1 S 3"), "P1 done")


def test_what_looks_as_it_did_is_settled_however_it_is_read(moving: State) -> None:
    seen = look(moving, [], [square((4, 1), {"EW": 1.0}), square((8, 8), {"NS": 1.0})])
    assert seen.verdict == SAME


def test_the_rules_tell_what_a_doubtful_cart_is(moving: State) -> None:
    """Clan and speed are known from where it stood; only where it looks is left to the camera."""
    there = cart((4, 2), {"red": 0.3, "blue": 0.7}, {"S": 0.02, "E": 0.98}, {"3": 0.3, "5": 0.7})
    seen = look(moving, [(4, -1), (4, 2)], [square((4, 2), {"NES": 1.0}, {"gold": 0.99, "": 0.01})], [there])
    assert (seen.verdict, texts(seen)) == (FOUND, ["P1 move black SSS face E"])


def test_a_facing_that_is_left_open_is_asked(moving: State) -> None:
    there = cart((4, 2), {"red": 1.0}, {"S": 0.45, "E": 0.55}, {"3": 1.0})
    seen = look(moving, [(4, -1), (4, 2)], [square((4, 2), {"NES": 1.0}, {"gold": 1.0})], [there])
    assert seen.verdict == AMBIGUOUS
    assert [[str(move) for move in choice] for choice in seen.choices] == [
        ["P1 move black SSS face E"], ["P1 move black SSS face S"]
    ]  # fmt: skip


def test_a_cart_that_is_gone_and_stands_elsewhere_is_never_bent_into_a_move(moving: State) -> None:
    stray = cart((4, 1), {"red": 0.97, "blue": 0.03}, {"S": 1.0}, {"3": 1.0}, present=0.95)
    seen = look(moving, [(4, -1), (4, 1)], [square((4, 1), {"NS": 1.0})], [stray])
    assert seen.verdict == UNEXPLAINED
    assert {one.at for one in seen.contradictions} >= {(4, 1)}


def test_a_jewel_that_vanished_is_reported(moving: State) -> None:
    seen = look(moving, [(4, 2)], [square((4, 2), {"NES": 1.0})])
    assert seen.verdict == UNEXPLAINED
    assert [(one.at, one.recorded) for one in seen.contradictions] == [((4, 2), True)]


def test_a_jewel_that_was_not_read_before_either_is_no_news(moving: State) -> None:
    unread = square((4, 2), {"NES": 1.0})
    assert look(moving, [(4, 2)], [unread], before={"cells": [unread], "carts": []}).verdict == SAME


def test_of_the_kinds_that_may_have_been_drawn_the_likeliest_is_taken_or_asked() -> None:
    waiting = play(table(), "P1 done", "TABLE card yellow 2")
    at = waiting.deposit[0] if waiting.deposit else (0, 0)
    clear = square(at, {"": 1.0}, {"ruby": 0.97, "gold": 0.02, "": 0.01}, {"rock": 0.99, "": 0.01})
    assert texts(look(waiting, [at], [clear])) == ["TABLE jewels rock ruby"]
    doubtful = square(at, {"": 1.0}, {"ruby": 0.6, "gold": 0.4}, {"rock": 1.0})
    asked = look(waiting, [at], [doubtful])
    assert [str(choice[0]) for choice in asked.choices] == ["TABLE jewels rock ruby", "TABLE jewels gold rock"]
    nothing = look(waiting, [at], [square(at, {"": 1.0})])
    assert nothing.verdict == UNEXPLAINED
    assert "cannot make out" in nothing.contradictions[0].why
    assert look(waiting, []).verdict == SAME, "nothing was laid yet"


def test_a_cart_may_have_come_back_to_where_it_was() -> None:
    ring = ("track 4,4 ES", "track 5,4 SW", "track 5,5 NW", "track 4,5 NE", "jewels 5,5 ruby")
    before = play(table(*ring, "cart red black 4,4 E 4"), "P1 done")
    seen = look(before, [(5, 5)], [square((5, 5), {"NW": 1.0})])
    assert texts(seen) == ["P1 move black ESWN face E take 5,5 ruby"]


def test_a_heap_is_found_in_the_likeliest_way() -> None:
    places = ({"ruby": 0.8, "": 0.2}, {"ruby": 0.4, "gold": 0.5, "": 0.1})
    seen = SquareChances({"": 1.0}, {"": 1.0}, places)
    assert seen.jewelled(("gold", "ruby")) == pytest.approx(1.0)
    assert seen.jewelled(("ruby", "ruby")) == pytest.approx(0.8)
    assert seen.jewelled(("gold",)) == pytest.approx(0.25)
    assert seen.jewelled(("gold", "rock", "ruby")) == pytest.approx(0.02)
    assert seen.jewelled(("gold", "rock", "ruby"), under_cart=True) == pytest.approx(0.15)


@pytest.mark.parametrize(
    "chances", [{}, {"track": {}, "abyss": {"": 1}, "jewels": []}, {"track": {"NS": 2}, "abyss": {"": 1}, "jewels": []}]
)
def test_chances_that_cannot_be_are_refused(chances: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        look(table(), [], [{"at": [1, 1], "chances": [chances]}])
