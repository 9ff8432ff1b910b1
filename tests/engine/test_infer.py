"""The rules as a sensor: sightings explained by legal moves, and never an illegal placement taken for a legal one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.bots import RandomBot, next_move, play_out
from engine.game import TABLE, seat
from engine.games import find_bot, find_game
from engine.infer import infer
from engine.observation import AMBIGUOUS, FOUND, SAME, UNEXPLAINED
from engine.parts.grid import neighbours
from engine.railroad_tiles.legality import why_not_there
from engine.railroad_tiles.moves import Lay, Place, Take
from engine.railroad_tiles.play import with_player
from engine.railroad_tiles.state import PLACEMENT, SELECTION, State
from engine.railroad_tiles.tile import ways_of
from tests.engine.sights import see_state

GAME = find_game("railroad-tiles")


def states(players: int, seed: int, bot: str = "random") -> Iterator[tuple[Any, State, State]]:
    """The moves of a game with the states before and after."""
    bots = {seat(index): find_bot("railroad-tiles", bot) for index in range(players)}
    before = GAME.start(("Ann", "Bob", "Cleo", "Dino")[:players], {})
    for move, after in play_out(GAME, before, bots, random.Random(seed)):
        yield move, before, after
        before = after


def same_tables(one: State, other: State) -> bool:
    return [player.territory for player in one.players] == [player.territory for player in other.players]


def play_all(state: State, moves: Any) -> State:
    for move in moves:
        state = GAME.play(state, move)
    return state


@pytest.mark.parametrize("players", [1, 2, 3])
def test_the_table_as_it_is_known_is_the_same(players: int) -> None:
    for _, before, _ in list(states(players, 3))[::7]:
        assert infer("railroad-tiles", before, see_state(before)).verdict == SAME


@pytest.mark.parametrize(("players", "seed"), [(1, 1), (2, 2), (4, 3)])
def test_every_laid_tile_is_found(players: int, seed: int) -> None:
    for move, before, after in states(players, seed):
        if isinstance(move, Lay):
            found = infer("railroad-tiles", before, see_state(after))
            assert found.verdict == FOUND, (str(move), found)
            assert same_tables(play_all(before, found.moves), after)


@pytest.mark.parametrize(("players", "seed"), [(2, 5), (3, 6)])
def test_every_pawn_is_found(players: int, seed: int) -> None:
    for move, before, after in states(players, seed, "good"):
        if isinstance(move, Place):
            found = infer("railroad-tiles", before, see_state(after))
            assert found.verdict == FOUND, (str(move), found)
            assert same_tables(play_all(before, found.moves), after)


def whole_turns(players: int, seed: int) -> Iterator[tuple[State, State]]:
    """A player's turn at once, from taking the column to the last tile: the camera may see only the end of it."""
    rng = random.Random(seed)
    bots = dict.fromkeys(map(seat, range(players)), RandomBot())
    state = GAME.start(("Ann", "Bob", "Cleo", "Dino")[:players], {})
    while not GAME.turn(state).over:
        before, chooser = state, state.choosing if state.phase == SELECTION else None
        state = GAME.play(state, next_move(GAME, state, bots, rng))
        if chooser is not None and before.choosing_start is None and before.laying is None:
            while state.laying == chooser:
                state = GAME.play(state, next_move(GAME, state, bots, rng))
            refused = len(state.players[chooser].refused) > len(before.players[chooser].refused)
            if not refused and len(state.put_away) == len(before.put_away):
                yield before, state


@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_turn_is_found_at_once(players: int) -> None:
    asked = 0
    turns = list(whole_turns(players, 8))
    for before, after in turns:
        found = infer("railroad-tiles", before, see_state(after))
        assert found.verdict in (FOUND, AMBIGUOUS), found
        if found.verdict == FOUND:
            assert same_tables(play_all(before, found.moves), after)
        asked += found.verdict == AMBIGUOUS
    assert turns
    assert asked <= len(turns) // 4


def test_a_misread_tile_does_not_become_a_wrong_move() -> None:
    """With one reading in twenty wrong and unsure, what is found is right, and mostly it is found."""
    dice = random.Random(7)
    found_count = count = 0
    for seed in (11, 12, 13):
        for move, before, after in states(2, seed):
            if not isinstance(move, Lay):
                continue
            count += 1
            found = infer("railroad-tiles", before, see_state(after, dice, misread=0.05))
            if found.verdict == FOUND:
                found_count += 1
                assert same_tables(play_all(before, found.moves), after), str(move)
    assert found_count >= 0.9 * count


def illegal_placements(seed: int) -> Iterator[tuple[State, State]]:
    """A tile of the hand laid where, or as, it may not lie."""
    dice = random.Random(seed)
    for _, before, _ in states(2, seed):
        if before.phase != SELECTION or before.laying is None or before.choosing_start is not None:
            continue
        index = before.laying
        player = before.players[index]
        tile = dice.choice(player.hand)
        wrong = [
            (cell, way)
            for cell in player.territory.gaps
            for way in ways_of(tile.sides)
            if why_not_there(player.territory, cell, way) is not None
        ]
        if wrong:
            cell, way = dice.choice(wrong)
            territory = player.territory.with_tile(cell, tile.laid(way))
            yield before, with_player(before, index, territory=territory)


def test_an_illegal_placement_comes_out_as_illegal() -> None:
    results = [
        infer("railroad-tiles", before, see_state(after))
        for seed in range(20, 26)
        for before, after in illegal_placements(seed)
    ]
    assert len(results) > 100
    reported = [one for one in results if one.verdict == UNEXPLAINED and one.contradictions[0].move]
    assert len(reported) >= 0.98 * len(results)
    assert not any(one.verdict == FOUND for one in results)


def test_a_tile_that_has_gone_is_missed() -> None:
    state = next(after for move, _, after in states(2, 4) if after.phase == PLACEMENT)
    cell = next(iter(state.players[0].territory.tiles))
    seen = with_player(state, 0, territory=state.players[0].territory.without_tile(cell))
    assert infer("railroad-tiles", state, see_state(seen)).verdict == UNEXPLAINED


def test_a_tile_under_a_sleeve_does_not_hide_a_move_elsewhere() -> None:
    """One accepted tile is not seen while another is laid: the move is found all the same."""
    count = 0
    for move, before, after in states(2, 4):
        if not isinstance(move, Lay) or len(after.players[0].territory.tiles) < 8 or move.actor != "P1":
            continue
        sight = see_state(after)
        covered = sight["zones"][1]["tiles"]
        old = before.players[0].territory
        inner = [cell for cell in old.tiles if not set(neighbours(cell)) & {move.cell}]
        left, top = (min(cell[axis] for cell in after.players[0].territory.tiles) for axis in (0, 1))
        at = [inner[0][0] - left, inner[0][1] - top]
        if min(at) == 0:
            continue
        covered[:] = [entry for entry in covered if entry["at"] != at]
        found = infer("railroad-tiles", before, sight)
        assert found.verdict == FOUND, found
        assert same_tables(play_all(before, found.moves), after)
        count += 1
    assert count > 2


def test_the_market_fills_the_columns() -> None:
    """The tiles in the columns are read; the token is not to be seen and stays to be named."""
    before = next(b for move, b, _ in states(2, 9) if str(move).startswith("TABLE fill"))
    after = before
    rng = random.Random(1)
    while GAME.turn(after).actors == (TABLE,) and after.unfilled:
        after = GAME.play(after, next_move(GAME, after, {}, rng))
    found = infer("railroad-tiles", before, see_state(after))
    assert found.verdict == FOUND
    reached = play_all(before, found.moves)
    assert sides_in_columns(reached) == sides_in_columns(after)


def sides_in_columns(state: State) -> list[list[str]]:
    return [[tile.sides for tile in column.tiles] for column in state.columns]


def test_a_column_that_is_gone_from_the_market_was_taken() -> None:
    move, state = next((move, before) for move, before, _ in states(3, 10) if isinstance(move, Take))
    columns = list(state.columns)
    columns[move.column - 1] = replace(columns[move.column - 1], tiles=())
    seen = see_state(replace(state, columns=tuple(columns)))
    assert infer("railroad-tiles", state, seen).moves == (move,)
