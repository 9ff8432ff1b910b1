"""What was seen before as a sensor: doubts about the market wait for the tile, and what has not changed is settled."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import IllegalMove
from engine.game import seat_index
from engine.games import find_game
from engine.infer import infer
from engine.observation import FOUND, SAME, UNEXPLAINED, Revision, entry_of
from engine.railroad_tiles.evidence import LETTERS
from engine.railroad_tiles.moves import Lay, Place, Take
from engine.railroad_tiles.play import with_player
from engine.railroad_tiles.state import SELECTION, State
from engine.railroad_tiles.tile import Tile, same_face, shape
from tests.engine.sights import see_state
from tests.engine.test_evidence import chances, seen_as
from tests.engine.test_infer import states

NAME = "railroad-tiles"
GAME = find_game(NAME)


def played(state: State, moves: Any) -> State:
    for do, text in (entry_of(str(move)) for move in moves):
        state = GAME.correct(state, text) if do == "correct" else GAME.play(state, GAME.read_move(text, state))
    return state


def torn(tile: Tile, other: Tile, share: float) -> dict[str, Any]:
    """Chances of a reader that sees a tile and half thinks that it is another one, as `share` tells; 1 is all."""
    if share == 1.0:
        return chances(other)
    told = chances(tile)
    for row, letter in zip(told["sides"], other.sides, strict=True):
        place = LETTERS.index(letter)
        if row[place] < 0.5:
            row[:] = [part * (1 - share) for part in row]
            row[place] += share
    return told


def turns_with_a_tile_like_another(share: float, most: int = 4) -> list[tuple[State, State, dict[str, Any]]]:
    """Turns of one column whose first tile was recorded as one with another side, and how table and market look then.

    Each has the state before with the misread tile, the state after as it really is, and the sighting.
    """
    found = []
    for move, before, after in states(2, 4, "good"):
        if not isinstance(move, Take) or before.phase != SELECTION or not before.columns[move.column - 1].tiles:
            continue
        tile, *rest = before.columns[move.column - 1].tiles
        lays = [one for one in GAME.legal_moves(after) if isinstance(one, Lay)]
        lay = next((one for one in lays if same_face(one.tile) == same_face(tile)), None)
        likes = [one for one, _ in before.bag if sum(a != b for a, b in zip(one.sides, tile.sides, strict=True)) == 1]
        shapes = [shape(one.sides) for column in before.columns for one in column.tiles]
        if lay is None or not likes or shapes.count(shape(tile.sides)) > 1:
            continue
        text = f"column {move.column} {' '.join(map(str, (likes[0], *rest)))}"
        misread, laid = GAME.correct(before, text), GAME.play(after, lay)
        sight = seen_as(laid, lay.actor, lay.cell, chances(lay.tile, sure=0.999))
        full = [index for index, column in enumerate(before.columns) if column.tiles]
        market = [[{**entry} for entry in see_state(before)["zones"][0]["columns"][index]] for index in full]
        market[full.index(move.column - 1)][0]["chances"] = [torn(tile, likes[0], share)]
        sight["zones"][0]["before"] = market
        found.append((misread, laid, sight))
    return found[:most]


def test_a_side_that_was_doubtful_in_the_market_is_settled_when_the_tile_is_laid() -> None:
    turns = turns_with_a_tile_like_another(share=0.6)
    assert turns
    for misread, laid, sight in turns:
        found = infer(NAME, misread, sight)
        assert found.verdict == FOUND, found
        assert isinstance(found.moves[0], Revision)
        reached = played(misread, found.moves)
        assert [one.territory.tiles.keys() for one in reached.players] == [
            one.territory.tiles.keys() for one in laid.players
        ]
        assert sorted(shape(tile.sides) for tile in reached.players[0].hand) == sorted(
            shape(tile.sides) for tile in laid.players[0].hand
        )


def test_a_side_that_was_seen_well_in_the_market_is_never_taken_for_another_later() -> None:
    """Somebody lays a tile that was not in the column, and the market had been seen well: that is reported."""
    turns = turns_with_a_tile_like_another(share=1.0)
    assert turns
    for misread, _, sight in turns:
        assert infer(NAME, misread, sight).verdict == UNEXPLAINED


def test_the_market_is_recorded_as_it_looks_likeliest_and_nobody_is_asked() -> None:
    before = next(state for _, state, _ in states(2, 3))
    kinds = [tile for tile, _ in before.bag]
    dice = random.Random(2)
    for _ in range(10):
        tile = dice.choice(kinds)
        like = [one for one in kinds if sum(a != b for a, b in zip(one.sides, tile.sides, strict=True)) == 1]
        if not like:
            continue
        after = replace(before, columns=(replace(before.columns[0], tiles=(tile,)), *before.columns[1:]))
        sight = see_state(after)
        sight["zones"][0]["columns"][0][0]["chances"] = [torn(tile, dice.choice(like), share=0.3)]
        found = infer(NAME, before, sight)
        assert found.verdict == FOUND
        assert [shape(move.tile.sides) for move in found.moves] == [shape(tile.sides)]


def all_old(sight: dict[str, Any]) -> dict[str, Any]:
    for zone in sight["zones"][1:]:
        for entry in zone["tiles"]:
            entry["old"] = True
    return sight


def pawn_misread(state: State) -> dict[str, Any]:
    """A free spot that looks as if a pawn stood on it."""
    for index, player in enumerate(state.players):
        for cell, tile in player.territory.tiles.items():
            if tile.spots and not any(at == cell for at, _ in player.territory.pawns):
                told = chances(tile, frozenset(range(len(tile.spots))), spot_sure=0.999)
                return seen_as(state, state.seat_of(index), cell, told)
    pytest.fail("no free spot")


def test_what_looks_wrong_is_said_unless_it_looked_so_when_all_agreed() -> None:
    state = next(after for move, _, after in states(2, 6, "good") if isinstance(move, Lay) and after.round == 2)
    sight = pawn_misread(state)
    told = infer(NAME, state, sight)
    assert told.verdict == UNEXPLAINED
    assert [one.recorded for one in told.contradictions] == [True]
    assert infer(NAME, state, all_old(sight)).verdict == UNEXPLAINED, "nobody has agreed to it"
    assert infer(NAME, state, all_old(sight), state).verdict == SAME


def test_a_record_that_was_changed_since_all_agreed_is_compared_with_the_table() -> None:
    """A pawn is taken back on the page and still stands on the table: it must not be taken for settled."""
    _, before, after = next(step for step in states(2, 6, "good") if isinstance(step[0], Place))
    assert infer(NAME, before, all_old(see_state(after)), after).verdict != SAME
    gone = all_old(see_state(before))
    assert infer(NAME, after, gone, before).verdict != SAME, "the pawn that was entered is not there"


def test_an_illegal_tile_is_reported_however_settled_the_others_are() -> None:
    count = 0
    for move, before, after in states(2, 8):
        if not isinstance(move, Lay) or len(set(move.tile.sides)) == 1:
            continue
        index = seat_index(move.actor)
        turned = move.tile.laid(move.tile.sides[1:] + move.tile.sides[:1])
        try:
            GAME.play(before, Lay(move.actor, move.cell, turned))
        except IllegalMove:
            territory = before.players[index].territory.with_tile(move.cell, turned)
            laid = with_player(after, index, territory=territory)
            sight = all_old(see_state(laid))
            left, top = (min(cell[axis] for cell in territory.tiles) for axis in (0, 1))
            for entry in sight["zones"][index + 1]["tiles"]:
                if entry["at"] == [move.cell[0] - left, move.cell[1] - top]:
                    del entry["old"]
            told = infer(NAME, before, sight, before)
            assert told.verdict == UNEXPLAINED
            assert move.cell in [one.at for one in told.contradictions]
            count += 1
    assert count > 5
