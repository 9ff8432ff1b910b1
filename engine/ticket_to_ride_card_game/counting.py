"""The count during play: the position that is counted, and the choices of tickets that a player has."""

from __future__ import annotations

from engine.ticket_to_ride_card_game.position import Position, Seated
from engine.ticket_to_ride_card_game.scoring import count_up, other_choice
from engine.ticket_to_ride_card_game.state import Player, State


def position_of(state: State) -> Position:
    """The state as a position to be counted, as far as its tickets are known."""
    return Position(tuple(_seated(state, player) for player in state.players), state.box)


def _seated(state: State, player: Player) -> Seated:
    picked = None if player.picked is None else state.named(player.picked)
    held = state.named(player.tickets.known)
    return Seated(player.name, player.pile, held, state.named(player.completed), picked)


def completions(state: State, index: int) -> list[tuple[str, ...]]:
    """The choice of most points and, in the last count, the one that ends higher through a bonus (ruling 4)."""
    count = count_up(position_of(state))
    other = other_choice(count, index) if state.half == state.halves else None
    choices = [count.choices[index]] if other is None else [count.choices[index], other]
    return [tuple(sorted(map(str, choice))) for choice in choices]


def must_show(state: State) -> Player | None:
    """Who has to show tickets before anybody completes some: nobody before the last count, open tickets stay secret."""
    if state.half < state.halves:
        return None
    return next((player for player in state.players if player.tickets.unknown), None)
