"""Off the Rails: carts in the mines, jewels, collisions and the abyss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.errors import IllegalMove
from engine.game import TABLE, LegalMoves, Turn, seat_index
from engine.off_the_rails import choices, corrections, notation, rules, scoring, view
from engine.off_the_rails.checks import problems
from engine.off_the_rails.insist import has_meaning, loose_way
from engine.off_the_rails.moves import Go, Move
from engine.off_the_rails.setup import begin
from engine.off_the_rails.state import OVER, State
from engine.off_the_rails.turns import carry_out
from engine.score import Problem, Score
from engine.words import Said


class OffTheRails:
    """The game as the table needs it."""

    name = scoring.NAME
    rules = 1
    seats = range(2, 5)

    def start(self, players: Sequence[str], setup: Mapping[str, Any]) -> State:
        return begin(players, setup)

    def read_move(self, text: str, state: State | None = None) -> Move:
        return notation.read_move(text, state)

    def legal_moves(self, state: State) -> LegalMoves[Move]:
        return choices.legal_moves(state)

    def play(self, state: State, move: Move, insist: bool = False) -> State:
        why = rules.why_not(state, move)
        if why is None:
            return carry_out(state, move, rules.way_of(state, move) if isinstance(move, Go) else None)
        if not insist or not has_meaning(state, move):
            raise IllegalMove(str(move), why)
        after = carry_out(state, move, loose_way(state, move) if isinstance(move, Go) else None)
        return replace(after, marks=(*after.marks, _mark(state, move, why)))

    def correct(self, state: State, correction: str) -> State:
        return corrections.correct(state, correction)

    def turn(self, state: State) -> Turn:
        actors = () if state.phase == OVER else (state.actor,)
        return Turn(actors, state.phase, rules.todo(state))

    def chances(self, state: State) -> Mapping[Move, int]:
        return choices.chances(state)

    def problems(self, state: State) -> tuple[Problem, ...]:
        return problems(state)

    def position(self, state: State) -> dict[str, Any]:
        return view.position(state)

    def score(self, position: Mapping[str, Any]) -> Score:
        return scoring.score(position)

    def view(self, state: State, viewer: str | None = None) -> dict[str, Any]:
        return view.view(state, viewer)

    def draw(self, state: State) -> str:
        return view.draw(state)


def _mark(state: State, move: Move, why: Said) -> Problem:
    """The note that a move was made against the rules."""
    player = None if move.actor == TABLE else state.names[seat_index(move.actor)]
    return Problem(why, player=player, at=getattr(move, "at", None), what=str(move))


GAME = OffTheRails()
