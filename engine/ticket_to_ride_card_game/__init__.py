"""Ticket to Ride: The Card Game, for two to four players, with hands that may be hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game import LegalMoves, Turn
from engine.parts.cards import Verdict
from engine.score import Problem, Score
from engine.ticket_to_ride_card_game import corrections, legal, play, reading, rules, scoring, view
from engine.ticket_to_ride_card_game.counting import position_of
from engine.ticket_to_ride_card_game.moves import Move
from engine.ticket_to_ride_card_game.position import NAME, position_as_json, read_position
from engine.ticket_to_ride_card_game.setup import start
from engine.ticket_to_ride_card_game.state import State


class TicketToRideCardGame:
    """The game as the table needs it; the rules are in the modules beside."""

    name = NAME
    rules = 1
    seats = range(2, 5)

    def start(self, players: Sequence[str], setup: Mapping[str, Any]) -> State:
        return start(players, setup, self.seats)

    def read_move(self, text: str, state: State | None = None) -> Move:
        return reading.read_move(text, state)

    def legal_moves(self, state: State) -> LegalMoves[Move]:
        return legal.legal_moves(state)

    def verdict(self, state: State, move: Move) -> Verdict:
        """Is the move legal: yes, no, or cannot tell because nobody saw the hand it is played from."""
        return rules.verdict(state, move)

    def play(self, state: State, move: Move, insist: bool = False) -> State:
        return play.play(state, move, insist)

    def correct(self, state: State, correction: str) -> State:
        return corrections.correct(state, correction)

    def turn(self, state: State) -> Turn:
        return view.turn(state)

    def chances(self, state: State) -> Mapping[Move, int]:
        return legal.chances(state)

    def problems(self, state: State) -> tuple[Problem, ...]:
        """What was insisted on, and what else lies on the table against the rules."""
        return (*state.breaches, *rules.find_problems(state), *scoring.find_problems(position_of(state)))

    def position(self, state: State) -> dict[str, Any]:
        return position_as_json(position_of(state))

    def score(self, position: Mapping[str, Any]) -> Score:
        return scoring.score_position(read_position(dict(position)))

    def view(self, state: State, viewer: str | None = None) -> dict[str, Any]:
        return view.view(state, viewer)

    def draw(self, state: State) -> str:
        return view.draw(state)


GAME = TicketToRideCardGame()
