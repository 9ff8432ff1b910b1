"""The state as lines of text."""

from __future__ import annotations

from engine.game import seat
from engine.parts.cards import Hand
from engine.ticket_to_ride_new_york.state import State
from engine.ticket_to_ride_new_york.view import turn


def draw(state: State) -> str:
    """The whole state as lines of text, hidden things included: for logs and tests, not for a shared screen."""
    row = " ".join(card or "-" for card in state.row)
    lines = [
        f"row: {row}   deck {state.supply.deck}   discards {_hand_text(state.supply.discards)}",
        f"tickets in the deck: {state.ticket_deck}",
    ]
    for index in state.seats:
        lines += _player_lines(state, index)
    if state.last_turns is not None:
        lines.append(f"last turns to come: {state.last_turns}")
    lines += [f"! {remark}" for remark in state.remarks]
    lines.append(str(turn(state).todo))
    return "\n".join(lines)


def _player_lines(state: State, index: int) -> list[str]:
    player = state.players[index]
    lines = [
        f"{seat(index)} {player.name} ({player.colour}): {state.taxis_of(index)} taxis, hand {_hand_text(player.hand)}",
        f"   tickets: {_tickets_text(player.tickets)}",
    ]
    if player.offered.size:
        lines.append(f"   to choose from: {_tickets_text(player.offered)}")
    routes = ", ".join(str(route) for route in state.routes_of(index))
    return [*lines, f"   routes: {routes}"] if routes else lines


def _hand_text(hand: Hand) -> str:
    if not hand.unknown:
        return str(hand.known)
    unseen = f"{hand.unknown} unseen"
    return f"{hand.known}, {unseen}" if hand.known else unseen


def _tickets_text(tickets: Hand) -> str:
    unseen = (f"{tickets.unknown} unseen",) if tickets.unknown else ()
    return ", ".join((*sorted(tickets.known), *unseen)) or "none"
