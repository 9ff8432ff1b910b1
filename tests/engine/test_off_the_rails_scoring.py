"""The final score (rulebook, I gioielli, Regole per la fine della partita; ruling 9)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.errors import BadPosition
from engine.off_the_rails import GAME
from tests.engine.mine import table
from tests.reference.off_the_rails import final_scores

KINDS = ("rock", "ruby", "emerald", "gold", "diamond")


def position(*players: dict[str, Any], **more: Any) -> dict[str, Any]:
    clans = ("red", "yellow", "green", "blue")
    return {
        "game": "off-the-rails",
        "players": [{"name": f"N{i}", "clan": clans[i], **player} for i, player in enumerate(players)],
        **more,
    }


def parts(*players: dict[str, Any]) -> list[dict[str, int]]:
    return [dict(player.parts) for player in GAME.score(position(*players)).players]


def test_each_kind_has_its_points() -> None:
    """I gioielli: rock 0, ruby 1, emerald 2, gold 3, diamond 4."""
    stash = {"rock": 1, "ruby": 2, "emerald": 3, "gold": 4, "diamond": 5}
    assert parts({"stash": stash})[0]["jewels"] == 0 + 2 + 6 + 12 + 20


def test_the_most_rubies_bring_5_to_all_who_tie_and_to_nobody_with_none() -> None:
    assert [p["rubies"] for p in parts({"stash": {"ruby": 3}}, {"stash": {"ruby": 2}})] == [5, 0]
    assert [p["rubies"] for p in parts({"stash": {"ruby": 2}}, {"stash": {"ruby": 2}}, {})] == [5, 5, 0]
    assert [p["rubies"] for p in parts({"stash": {"gold": 2}}, {})] == [0, 0]


def test_a_cart_at_home_is_worth_3_and_missions_are_typed_in() -> None:
    assert parts({"carts_home": 2, "missions": 7})[0] == {"jewels": 0, "rubies": 0, "carts": 6, "missions": 7}


def test_the_highest_total_wins_and_a_tie_is_shared() -> None:
    score = GAME.score(position({"stash": {"gold": 1}}, {"carts_home": 1}, {"stash": {"rock": 9}}))
    assert score.winners == ("N0", "N1")
    assert score.tie is not None


@pytest.mark.parametrize("seed", range(100))
def test_scores_agree_with_the_reference(seed: int) -> None:
    dice = Random(seed)
    players = [
        {
            "stash": {kind: dice.choice(range(5)) for kind in KINDS if dice.random() < 0.8},
            "carts_home": dice.choice((0, 1, 2)),
            "missions": dice.choice((0, 0, 5)),
        }
        for _ in range(dice.choice((2, 3, 4)))
    ]
    assert parts(*players) == final_scores(players)


@pytest.mark.parametrize(
    ("players", "why"),
    [
        ([{"stash": {"diamond": 3}}, {}, {"stash": {"diamond": 3}}], "6 of diamond in the stash of N0 and N2"),
        ([{}, {"stash": {"diamond": 99}}], "99 of diamond in the stash of N1,"),
        ([{"carts_home": 3}], "2 carts, not 3"),
        ([{"clan": "red"}, {"clan": "red"}], "more than one"),
    ],
)
def test_a_breach_is_scored_and_named(players: list[dict[str, Any]], why: str) -> None:
    score = GAME.score(position(*players))
    assert any(why in problem.why for problem in score.problems)
    assert [dict(player.parts) for player in score.players] == final_scores(players)


def test_a_breach_of_one_player_names_that_player() -> None:
    (problem,) = GAME.score(position({"stash": {"ruby": 1}}, {"stash": {"diamond": 99}})).problems
    assert (problem.player, problem.what) == ("N1", "diamond")


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ({"players": []}, "players: must have 1 to 4 entries"),
        ({"players": [{}]}, "'name' is missing"),
        ({"players": [{"name": "A", "stash": {"pearl": 1}}]}, "no jewel called 'pearl'"),
        ({"players": [{"name": "A", "stash": {"ruby": -1}}]}, "from 0"),
        ({"players": [{"name": "A", "stash": {"ruby": 1.5}}]}, "whole number"),
        ({"players": [{"name": "A", "stash": {"ruby": True}}]}, "whole number"),
        ({"players": [{"name": "A", "stash": []}]}, "must be an object"),
        ({"players": [{"name": "A", "clan": "pink"}]}, "must be one of"),
        ({"players": [{"name": "A", "carts_home": "2"}]}, "whole number"),
        ({"players": [{"name": "A", "missions": None}]}, "whole number"),
        ({"players": [{"name": "A"}, {"name": "A"}]}, "same name"),
        ({"players": [{"name": "A", "colour": "red"}]}, "unknown key 'colour'"),
        ({"players": [{"name": "A"}] * 5}, "1 to 4 entries"),
        ({"players": "A"}, "must be a list"),
        ({"players": [{"name": "A"}], "game": "chess"}, "must be one of"),
        ({"players": [{"name": "A"}], "cells": 7}, "cells: must be a list"),
        ({"players": [{"name": "A"}], "data": {"grit": {}}}, "unknown table 'grit'"),
        ({"players": [{"name": "A"}], "data": 7}, "data: must be an object"),
        ({}, "'players' is missing"),
    ],
)
def test_an_unreadable_position_is_refused_in_one_sentence(broken: dict[str, Any], why: str) -> None:
    with pytest.raises(BadPosition, match=why) as error:
        GAME.score(broken)
    assert "\n" not in str(error.value)


def test_left_out_is_nothing() -> None:
    assert parts({}) == [{"jewels": 0, "rubies": 0, "carts": 0, "missions": 0}]


def test_a_games_own_data_go_with_its_position() -> None:
    data = {"points": {"most_of": "gold", "most": 7, "cart": 1}}
    state = table("stash P1 gold", "missions P2 4", setup={"data": data})
    score = GAME.score(GAME.position(state))
    assert [dict(player.parts) for player in score.players] == [
        {"jewels": 3, "rubies": 7, "carts": 2, "missions": 0},
        {"jewels": 0, "rubies": 0, "carts": 2, "missions": 4},
    ]


def test_the_position_shows_the_board_as_the_camera_reports_it() -> None:
    state = table("track 3,4 NES", "jewels 3,4 ruby", "cart red black 3,4 N 3", "abyss 0,0 red")
    shown = GAME.position(state)
    assert shown["cells"] == [
        {"at": [0, 0], "track": None, "jewels": [], "abyss": "red"},
        {"at": [3, 4], "track": "NES", "jewels": ["ruby"], "abyss": None},
    ]
    assert {key: shown["carts"][0][key] for key in ("clan", "at", "facing", "speed")} == {
        "clan": "red",
        "at": [3, 4],
        "facing": "N",
        "speed": 3,
    }
    assert [player["carts_home"] for player in shown["players"]] == [1, 2]
