"""Random territories scored twice: by the engine and by the slow reference beside these tests."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.railroad_tiles import GAME
from engine.railroad_tiles.challenges import CHALLENGES
from engine.railroad_tiles.objectives import judge
from engine.railroad_tiles.position import position_as_json, read_position
from engine.railroad_tiles.territory import Territory
from engine.railroad_tiles.tile import ways_of
from tests.reference import railroad_tiles as reference
from tests.reference.territories import positions, random_position, random_tiles, territories

SEEDS = st.integers(0, 2**40)
ALL_SIDES = ["".join((a, b, c, d)) for a in "HR-" for b in "HR-" for c in "HR-" for d in "HR-"]


def examples(count: int) -> settings:
    """The same examples on every machine and every day."""
    return settings(max_examples=count, deadline=None, derandomize=True, database=None)


def territory_of(tiles: list[reference.Tile]) -> Territory:
    return read_position({"players": [{"name": "Giulia", "tiles": tiles}]}).players[0].territory


def told(answer: dict[str, Any]) -> dict[str, Any]:
    """What the reference answers too, out of the engine's answer."""
    challenge = answer.get("challenge")
    return {
        "players": [{key: player[key] for key in ("name", "total", "parts")} for player in answer["players"]],
        "winners": answer["winners"],
        "challenge": challenge and {key: challenge[key] for key in ("name", "met", "stars")},
    }


def check_score(position: dict[str, Any]) -> None:
    score = GAME.score(position).as_json()
    assert told(score) == reference.score_position(position)
    for player in score["players"]:
        assert player["total"] == sum(player["parts"].values())


@examples(450)
@given(SEEDS)
def test_lawful_positions_score_as_in_the_reference(seed: int) -> None:
    """Rulings 14 to 16 and the challenges: total, parts, winners, challenge met and stars."""
    check_score(random_position(Random(seed), most_tiles=30))


@examples(300)
@given(SEEDS)
def test_solo_positions_score_as_in_the_reference(seed: int) -> None:
    check_score(random_position(Random(seed), most_tiles=30, players=1))


@examples(300)
@given(SEEDS)
def test_broken_positions_score_as_in_the_reference(seed: int) -> None:
    """A readable position that breaks a rule is scored all the same."""
    check_score(random_position(Random(seed), most_tiles=25, breaking=True))


@examples(60)
@given(positions(max_tiles=14))
def test_small_positions_score_as_in_the_reference(position: dict[str, Any]) -> None:
    """The same with positions that Hypothesis can make smaller: a failure here is easy to read."""
    check_score(position)


@examples(100)
@given(SEEDS)
def test_a_position_reads_back(seed: int) -> None:
    position = read_position(random_position(Random(seed), breaking=seed % 2 == 0))
    assert read_position(json.loads(json.dumps(position_as_json(position)))) == position


@examples(200)
@given(SEEDS)
def test_every_challenge_is_judged_as_in_the_reference(seed: int) -> None:
    """All fifteen, on every territory."""
    rng = Random(seed)
    tiles = random_tiles(rng, rng.randint(1, 30))
    territory = territory_of(tiles)
    verdicts = {name: verdict(territory).met for name, verdict in CHALLENGES.items()}
    assert verdicts == {name: reference.challenge_met(name, tiles) for name in reference.CHALLENGES}


@examples(150)
@given(SEEDS)
def test_every_objective_is_judged_as_in_the_reference(seed: int) -> None:
    """Ruling 16: each of the seven, on a tile of every territory."""
    rng = Random(seed)
    tiles = random_tiles(rng, rng.randint(8, 30))
    index = rng.randrange(len(tiles))
    for name in reference.OBJECTIVES:
        tiles[index]["objective"] = name
        verdict = judge(territory_of(tiles), reference.cell_of(tiles[index]))
        assert (name, verdict.met) == (name, reference.objective_met(tiles, index))
        assert str(verdict.why).endswith(".")


@pytest.mark.parametrize("tired", [False, True])
@examples(200)
@given(SEEDS)
def test_connected_pawns_are_those_of_the_reference(tired: bool, seed: int) -> None:
    """Ruling 14 for every spot, taken or free; tired travellers do not change."""
    rng = Random(seed)
    tiles = random_tiles(rng, rng.randint(1, 25), breaking=rng.random() < 0.2)
    territory = territory_of(tiles)
    for number, tile in enumerate(tiles):
        for spot in range(len(reference.spots_of(tile))):
            pawn = (reference.cell_of(tile), spot)
            found = territory.connected_by_one_kind_of_way(pawn) if tired else territory.connected(pawn)
            others = reference.connected_pawns(tiles, number, spot, tired)
            assert sorted(found) == sorted((reference.cell_of(tiles[other]), spot_) for other, spot_ in others)


@examples(150)
@given(SEEDS)
def test_legal_placements_are_those_of_the_reference(seed: int) -> None:
    """Rulings 3 and 5."""
    rng = Random(seed)
    tiles = random_tiles(rng, rng.randint(0, 30), breaking=rng.random() < 0.2)
    sides = rng.choice(ALL_SIDES)
    territory = territory_of(tiles)
    found = [(cell, laid) for cell, laid, _ in reference.legal_placements(tiles, {"sides": sides})]
    assert sorted(territory.placements(sides)) == sorted(found)
    assert territory.can_lay(sides) == bool(found)


@pytest.mark.parametrize("sides", ALL_SIDES)
def test_every_tile_has_the_ways_of_the_reference(sides: str) -> None:
    """Ruling 3."""
    assert len(ways_of(sides)) == len(set(ways_of(sides)))
    assert set(ways_of(sides)) == reference.ways_to_lay(sides)


@examples(150)
@given(territories(max_tiles=16, breaking=True))
def test_every_mismatch_is_a_problem(tiles: list[reference.Tile]) -> None:
    """Contract: `problems` names each breach: which player, where, why."""
    score = GAME.score({"players": [{"name": "Giulia", "tiles": tiles}]})
    found = [problem for problem in score.problems if "do not match" in problem.why]
    pairs = reference.mismatches(tiles)
    assert sorted(problem.at for problem in found if problem.at) == [cell for cell, _ in pairs]
    assert all(problem.player == "Giulia" and problem.why.endswith(".") for problem in score.problems)
