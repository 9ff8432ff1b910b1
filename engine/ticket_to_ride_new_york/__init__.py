"""Ticket to Ride: New York, and any map of the series that plays by the same rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game import LegalMoves, Turn
from engine.score import Problem, Score
from engine.ticket_to_ride_new_york import corrections, legal, reading, rules, scoring, text, view
from engine.ticket_to_ride_new_york.moves import Move
from engine.ticket_to_ride_new_york.state import State


class TicketToRideNewYork:
    """The game as the table needs it; the rules are in the modules beside."""

    name = scoring.NAME
    rules = 1
    seats = range(2, 5)

    def start(self, players: Sequence[str], setup: Mapping[str, Any]) -> State:
        return rules.start(tuple(players), setup, self.seats)

    def read_move(self, text: str, state: State | None = None) -> Move:
        return reading.read_move(text, state)

    def legal_moves(self, state: State) -> LegalMoves[Move]:
        return LegalMoves(lambda: legal.generate(state), lambda move: legal.is_legal(state, move))

    def play(self, state: State, move: Move, insist: bool = False) -> State:
        return rules.play(state, move, insist)

    def correct(self, state: State, correction: str) -> State:
        return corrections.correct(state, correction)

    def turn(self, state: State) -> Turn:
        return view.turn(state)

    def chances(self, state: State) -> Mapping[Move, int]:
        return rules.chances(state)

    def problems(self, state: State) -> tuple[Problem, ...]:
        """What was insisted on, and what else the map shows."""
        told = {problem.what for problem in state.breaches}
        seen = scoring.problems(scoring.read_position(self.position(state)))
        return (*state.breaches, *(problem for problem in seen if problem.what not in told))

    def position(self, state: State) -> dict[str, Any]:
        return view.position(state)

    def score(self, position: Mapping[str, Any]) -> Score:
        return scoring.score(scoring.read_position(dict(position)))

    def view(self, state: State, viewer: str | None = None) -> dict[str, Any]:
        return view.view(state, viewer)

    def draw(self, state: State) -> str:
        return text.draw(state)


GAME = TicketToRideNewYork()
