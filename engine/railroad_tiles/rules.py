"""Railroad Tiles as the table knows it: the game protocol over the rules in the modules beside this one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.errors import BadSetup, UnreadableMove
from engine.game import TABLE, LegalMoves, Turn
from engine.parts.completion import complete
from engine.railroad_tiles import legality, moves, play
from engine.railroad_tiles.box import Box, box_with, our_box
from engine.railroad_tiles.challenges import CHALLENGES, RESTRICTIONS
from engine.railroad_tiles.corrections import correct
from engine.railroad_tiles.moves import Discard, DrawStart, Fill, Flip, Lay, Move, Place, Refuse, Reveal, TakeStart
from engine.railroad_tiles.position import position_as_json, read_position
from engine.railroad_tiles.scoring import find_problems, score_position
from engine.railroad_tiles.state import OVER, PLACEMENT, PREPARATION, ROUND_END, State
from engine.railroad_tiles.text import draw
from engine.railroad_tiles.tile import OBJECTIVES, shape
from engine.railroad_tiles.view import view
from engine.reading import Field
from engine.score import Problem, Score
from engine.words import Said, clause, say

OF_A_TILE = (TakeStart, Lay, Refuse, Discard)  # moves of a player that name a tile


class RailroadTiles:
    """The heart of the product."""

    name = "railroad-tiles"
    rules = 1
    seats = range(1, 5)

    def start(self, players: Sequence[str], setup: Mapping[str, Any]) -> State:
        """`setup` may name three `objectives`, a solo `challenge` and tables of an own box as `data`."""
        if len(players) not in self.seats:
            raise BadSetup(clause("Railroad Tiles is for 1 to 4 players, not {count}", count=len(players)))
        fields = Field(dict(setup), "setup", BadSetup).keys(("objectives", "challenge", "data"))
        box = box_with(_tables(fields.get("data")))
        objectives = _read_objectives(fields["objectives"], box) if "objectives" in fields else ()
        challenge = fields.get("challenge")
        named = challenge.one_of(tuple(CHALLENGES)) if challenge and challenge.value is not None else None
        if challenge and named and len(players) > 1:
            challenge.clash("a challenge is for a solo game")
        return play.begin(box, tuple(players), objectives, named)

    def read_move(self, text: str, state: State | None = None) -> Move:
        try:
            move = moves.read_move(text)
        except UnreadableMove:
            found = complete(text, self._sayable(state, text)) if state and len(text.split()) > 1 else None
            if found is None:
                raise
            return found
        if state is None or legality.why_not(state, move) is None or not isinstance(move, OF_A_TILE):
            return move
        # Bare sides may stand for a tile of the hand with its ground, station and spots.
        return complete(text, legality.legal_moves(state)) or move

    def _sayable(self, state: State, text: str) -> Iterator[Move]:
        """The legal moves that a short text may mean: a star is never spent without a word."""
        for move in legality.legal_moves(state):
            if not (isinstance(move, Place) and move.star) or "star" in text:
                yield move

    def legal_moves(self, state: State) -> LegalMoves[Move]:
        return LegalMoves(lambda: legality.legal_moves(state), lambda move: legality.why_not(state, move) is None)

    def play(self, state: State, move: Move, insist: bool = False) -> State:
        return play.play(state, move, insist)

    def correct(self, state: State, correction: str) -> State:
        return correct(state, correction)

    def turn(self, state: State) -> Turn:
        return Turn(_actors(state), state.phase, _todo(state))

    def chances(self, state: State) -> Mapping[Move, int]:
        if state.phase == ROUND_END:
            return {Flip("left"): 1, Flip("right"): 1}
        if state.phase != PREPARATION:
            return {}
        if not state.order:
            return dict.fromkeys(legality.orders(state), 1)
        if state.round == 1 and not state.solo and len(state.start_tiles) < len(state.players):
            drawn = {shape(tile.sides) for tile in state.start_tiles}
            return {DrawStart(tile): count for tile, count in state.bag if shape(tile.sides) not in drawn}
        if state.unfilled and state.bag_count:
            column = state.unfilled[0] + 1
            return {Fill(column, tile): count for tile, count in state.bag}
        return {Reveal(token): state.clock.count(token) for token in state.clock}

    def problems(self, state: State) -> tuple[Problem, ...]:
        return (*find_problems(state.position(), state.box), *_broken_restrictions(state), *_refusal_problems(state))

    def position(self, state: State) -> dict[str, Any]:
        return position_as_json(state.position())

    def score(self, position: Mapping[str, Any]) -> Score:
        return score_position(read_position(dict(position)), our_box())

    def view(self, state: State, viewer: str | None = None) -> dict[str, Any]:
        return view(state)

    def draw(self, state: State) -> str:
        return draw(state)


def _tables(data: Field | None) -> dict[str, Any] | None:
    """A user's tables, if there are any."""
    return {name: table.value for name, table in data.entries().items()} if data and data.value is not None else None


def _read_objectives(field: Field, box: Box) -> tuple[str, ...]:
    if field.value is None or field.value == []:
        return ()
    names = tuple(item.one_of(OBJECTIVES) for item in field.items(box.objectives_each, box.objectives_each))
    if len(set(names)) < len(names):
        field.wrong("the objectives must be different")
    for name in names:
        if name not in box.objectives:
            field.clash("the box has no objective {name}", name=name)
    return names


def _actors(state: State) -> tuple[str, ...]:
    if state.phase == OVER:
        return ()
    if state.phase in (PREPARATION, ROUND_END):
        return (TABLE,)
    if state.phase == PLACEMENT:
        return tuple(state.seat_of(index) for index in state.placing)
    for index in (state.choosing_start, state.laying, state.choosing):
        if index is not None:
            return (state.seat_of(index),)
    raise AssertionError("a selection in which nobody is to do anything")


def _todo(state: State) -> Said:
    """What is to be done next, in a sentence."""
    if state.phase == OVER:
        return say("The game is over.")
    if state.phase == ROUND_END:
        return say("Flip the two-player token.")
    if state.phase == PREPARATION:
        return _todo_in_preparation(state)
    if state.phase == PLACEMENT:
        names = ", ".join(state.players[index].name for index in state.placing)
        return say("{names}: place pawns by the active tokens, or pass.", names=names)
    if state.choosing_start is not None:
        return say("{name}: take a start tile.", name=state.players[state.choosing_start].name)
    if state.laying is not None:
        player = state.players[state.laying]
        count = len(player.hand) + player.owes_objective
        return say("{name}: lay {count} more tiles.", name=player.name, count=count)
    assert state.choosing is not None
    return say("{name}: take a column of tiles.", name=state.players[state.choosing].name)


def _todo_in_preparation(state: State) -> Said:
    if not state.order:
        return say("Put the player pawns in a random turn order.")
    if state.round == 1 and not state.solo and len(state.start_tiles) < len(state.players):
        return say("Draw a start tile for every player.")
    if state.unfilled and state.bag_count:
        return say("Fill the columns from the bag.")
    return say("Reveal the next token into the waiting room.")


def _broken_restrictions(state: State) -> Iterator[Problem]:
    """A challenge that can no longer be met is reported as soon as it breaks."""
    if state.challenge in RESTRICTIONS:
        verdict = CHALLENGES[state.challenge](state.players[0].territory)
        if not verdict.met:
            at = verdict.cells[0] if verdict.cells else None
            yield Problem(verdict.why, state.players[0].name, at, state.challenge)


def _refusal_problems(state: State) -> Iterator[Problem]:
    for player in state.players:
        if len(player.refused) > state.box.refusals:
            count, most = len(player.refused), state.box.refusals
            why = say(
                "{name} has refused {count} tiles; only {most} are allowed.", name=player.name, count=count, most=most
            )
            yield Problem(why, player.name)


GAME = RailroadTiles()
