"""Chances of a tile's parts: weighed against the bag, the market before, the pawns, and never against the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadInput
from engine.game import TABLE
from engine.games import find_game
from engine.infer import infer
from engine.observation import AMBIGUOUS, FOUND, SAME, UNEXPLAINED, Revision, entry_of
from engine.railroad_tiles.evidence import LETTERS, read_chances
from engine.railroad_tiles.moves import Fill, Lay, Place
from engine.railroad_tiles.play import with_player
from engine.railroad_tiles.state import State
from engine.railroad_tiles.tile import KINDS, Tile, read_tile, same_face
from engine.reading import Field
from tests.engine.sights import see_state
from tests.engine.test_infer import states

GAME = find_game("railroad-tiles")
NAME = "railroad-tiles"


def chances(tile: Tile, standing: Any = (), sure: float = 0.99, spot_sure: float = 0.95) -> dict[str, Any]:
    """What a reader tells that sees this tile well."""
    rest = (1 - sure) / 2
    sides = [[sure if letter == side else rest for letter in LETTERS] for side in tile.sides]
    spots = []
    for number, spot in enumerate(tile.spots):
        row = [(1 - spot_sure) / 6] * 7
        row[1 + KINDS.index(spot.kind) + 3 * (number in standing)] = spot_sure
        spots.append(row)
    spots.append([0.97] + [0.005] * 6)
    urban, station = (sure if is_so else 1 - sure for is_so in (tile.urban, tile.station))
    return {"sides": sides, "urban": urban, "station": station, "objective": 0.001, "spots": spots}


def read(told: dict[str, Any]) -> Any:
    return read_chances(Field(told, "chances"))


tiles = st.sampled_from([read_tile(text) for text in ("HH--.C", "HH--", "R-H-.s.Vs", "HRHR.u.C.T", "----.u", "RRRR.T")])


@given(tiles, tiles)
def test_what_looks_likeliest_is_plausible_and_nothing_is_ever_impossible(one: Tile, other: Tile) -> None:
    seen = read(chances(one))
    assert seen.plausibility(one, frozenset()) == pytest.approx(1.0)
    assert 0 < seen.plausibility(other, frozenset()) <= 1.0
    if one != other:
        assert seen.plausibility(other, frozenset()) < 0.1


@given(tiles)
def test_a_pawn_is_told_from_a_free_spot_and_either_counts_where_pawns_are_not_compared(tile: Tile) -> None:
    free, taken = frozenset[int](), frozenset(range(len(tile.spots)))
    seen = read(chances(tile, taken))
    assert seen.plausibility(tile, taken) == pytest.approx(1.0)
    assert seen.plausibility(tile, None) == pytest.approx(1.0, rel=0.02)
    if tile.spots:
        assert seen.plausibility(tile, free) < 0.05


@pytest.mark.parametrize(
    "change",
    [{"urban": 2}, {"urban": "much"}, {"sides": [[1, 0, 0]] * 3}, {"sides": [[1, 0]] * 4}, {"spots": [[1.0] * 6]}],
)
def test_bad_chances_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        read({**chances(Tile("HH--")), **change})


def filled(seed: int) -> Iterator[tuple[State, State]]:
    """The states before and after the columns of the first round were filled."""
    before = next(state for _, state, _ in states(2, seed))
    state, dice = before, random.Random(seed)
    from engine.bots import throw

    while GAME.turn(state).actors == (TABLE,):
        move = throw(GAME, state, dice)
        was, state = state, GAME.play(state, move)
        if isinstance(move, Fill):
            yield was, state


def with_chances(sight: dict[str, Any], column: int, told: list[dict[str, Any]]) -> dict[str, Any]:
    for entry, one in zip(sight["zones"][0]["columns"][column], told, strict=True):
        entry["chances"] = [one]
    return sight


def test_a_doubtful_icon_in_the_market_is_settled_by_the_bag_and_not_asked() -> None:
    """The list has no rural highway tile with a traveller: what looks a little like one is a car's."""
    before, after = next((was, now) for was, now in filled(3) if any(c.tiles for c in now.columns))
    column = next(index for index, one in enumerate(after.columns) if len(one.tiles) > len(before.columns[index].tiles))
    tile = read_tile("HH--.C")
    after = replace(after, columns=tuple(replace(c, tiles=(tile,)) if i == column else replace(c, tiles=())
                                         for i, c in enumerate(after.columns)))  # fmt: skip
    before = replace(before, columns=tuple(replace(c, tiles=()) for c in before.columns))
    told = chances(tile)
    told["spots"][0] = [0.02, 0.42, 0.02, 0.5, 0.02, 0.01, 0.01]
    sight = with_chances(see_state(after), column, [told])
    sight["zones"][0]["columns"][column][0]["spots"] = [{"kind": "traveller", "pawn": False}]
    found = infer(NAME, before, sight)
    assert found.verdict == FOUND
    assert [same_face(move.tile) for move in found.moves] == [same_face(tile)]


def lay_of_a_twin() -> tuple[State, State, Lay, Tile]:
    """A tile that is laid, and another of the box that differs from it only in what is printed on it."""
    for move, before, after in states(2, 5, "good"):
        if isinstance(move, Lay) and before.phase == "selection":
            for other, _ in before.bag:
                same = same_face(move.tile)
                if other.sides == same.sides and other != same and (other.urban, other.station) == (
                    same.urban, same.station,
                ):  # fmt: skip
                    return before, after, move, other.laid(move.tile.sides)
    raise AssertionError("no such tile was laid")


def seen_as(state: State, actor: str, cell: Any, told: dict[str, Any]) -> dict[str, Any]:
    """The state with the chances of one of its tiles; the others are read well."""
    sight = see_state(state)
    territory = state.players[int(actor[1]) - 1].territory
    left, top = (min(at[axis] for at in territory.tiles) for axis in (0, 1))
    for entry in sight["zones"][int(actor[1])]["tiles"]:
        if entry["at"] == [cell[0] - left, cell[1] - top]:
            entry["chances"] = [told]
    return sight


def test_a_tile_that_was_misread_in_the_market_is_seen_better_when_it_is_laid() -> None:
    before, after, move, other = lay_of_a_twin()
    found = infer(NAME, before, seen_as(after, move.actor, move.cell, chances(other, spot_sure=0.999)))
    assert found.verdict == FOUND
    assert found.moves[0] == move
    assert isinstance(found.moves[1], Revision)
    do, text = entry_of(str(found.moves[1]))
    assert do == "correct"
    reached = GAME.correct(GAME.play(before, found.moves[0]), text)
    assert reached.players[int(move.actor[1]) - 1].territory.tiles[move.cell] == other


def test_a_tile_that_looks_as_recorded_is_left_alone() -> None:
    before, after, move, _ = lay_of_a_twin()
    assert infer(NAME, before, seen_as(after, move.actor, move.cell, chances(move.tile))).moves == (move,)


def test_a_pawn_tells_what_the_spot_under_it_is() -> None:
    """A car stands where a traveller's spot was recorded: the spot was misread, and the car is recorded."""
    for move, before, after in states(2, 6, "good"):
        index = int(str(move)[1]) - 1 if str(move).startswith("P") else 0
        if not isinstance(move, Place) or move.star or move.kind == "traveller":
            continue
        tile = after.players[index].territory.tiles[move.cell]
        twins = [one.laid(tile.sides) for one, _ in before.bag
                 if one.sides == same_face(tile).sides and (one.urban, one.station) == (tile.urban, tile.station)
                 and same_face(one) != same_face(tile)]  # fmt: skip
        if not twins or len(tile.spots) != 1:
            continue
        territory = before.players[index].territory
        misread = with_player(before, index, territory=territory.without_tile(move.cell).with_tile(move.cell, twins[0]))
        told = chances(tile, frozenset({0}), spot_sure=0.999)
        found = infer(NAME, misread, seen_as(after, move.actor, move.cell, told))
        assert found.verdict == FOUND, found
        assert isinstance(found.moves[0], Revision)
        assert isinstance(found.moves[1], Place)
        assert found.moves[1].kind == move.kind
        return
    raise AssertionError("no such pawn was placed")


def test_pawns_that_nobody_may_place_or_take_away_are_reported() -> None:
    """A pawn that comes while tiles are laid, and one that has gone."""
    move, before, after = next(step for step in states(2, 6, "good") if isinstance(step[0], Place))
    tile = after.players[int(move.actor[1]) - 1].territory.tiles[move.cell]
    come = seen_as(after, move.actor, move.cell, chances(tile, frozenset({move.spot - 1}), spot_sure=0.999))
    early = replace(before, phase="selection", columns=tuple(replace(c, taken_by=None) for c in before.columns))
    gone = seen_as(before, move.actor, move.cell, chances(tile, spot_sure=0.999))
    for state, sight in ((early, come), (after, gone)):
        found = infer(NAME, state, sight)
        assert found.verdict == UNEXPLAINED
        assert "pawns" in str(found.contradictions[0].why)
        assert found.contradictions[0].at == move.cell


def test_what_a_pawn_hides_is_as_it_was_seen_before() -> None:
    """A tall pawn hides a side of its tile: the record stands."""
    move, _, after = next(step for step in states(2, 6, "good") if isinstance(step[0], Place))
    tile = after.players[int(move.actor[1]) - 1].territory.tiles[move.cell]
    hidden = tile.laid("".join("-" if letter != "-" else "H" for letter in tile.sides[:2]) + tile.sides[2:])
    sight = seen_as(after, move.actor, move.cell, chances(hidden, frozenset({move.spot - 1})))
    assert infer(NAME, after, sight).verdict == SAME


@pytest.mark.parametrize(("sure", "verdicts"), [(0.999, {UNEXPLAINED}), (0.8, {UNEXPLAINED, AMBIGUOUS})])
def test_a_side_that_is_seen_well_is_never_bent_to_fit(sure: float, verdicts: set[str]) -> None:
    """A tile turned so that it does not match is reported, or at least asked about, and never recorded otherwise."""
    count = 0
    for move, before, after in states(2, 8):
        if not isinstance(move, Lay) or len(set(move.tile.sides)) == 1:
            continue
        index = int(move.actor[1]) - 1
        turned = move.tile.laid(move.tile.sides[1:] + move.tile.sides[:1])
        territory = before.players[index].territory
        if any(way == turned.sides for cell, way in territory.placements(turned.sides) if cell == move.cell):
            continue
        laid = with_player(after, index, territory=territory.with_tile(move.cell, turned))
        verdict = infer(NAME, before, seen_as(laid, move.actor, move.cell, chances(turned, sure=sure))).verdict
        assert verdict in verdicts, (str(move), turned)
        count += 1
    assert count > 5
