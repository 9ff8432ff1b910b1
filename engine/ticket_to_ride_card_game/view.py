"""What a viewer may see, whose turn it is, and the state as text.

Hidden are the hands and tickets of the others, and what lies in the decks and, for everybody, in the piles on the
track. Of other players only counts are shown, even where cards were seen: remembering them is the players' game.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.game import TABLE, Turn, seat
from engine.parts.cards import Cards, Hand
from engine.ticket_to_ride_card_game.position import NAME
from engine.ticket_to_ride_card_game.state import Group, Player, State, Step
from engine.words import Said, say


def turn(state: State) -> Turn:
    """Whose turn it is and what to do next, in words that give nothing hidden away."""
    if state.waits_for_open_card:
        return Turn((TABLE,), "row", say("Lay the deck's top card face up in the row."))
    match state.step:
        case Step.DEAL_CARDS:
            return Turn((TABLE,), "deal", say("Deal a card to {name}.", name=_next_name(state)))
        case Step.DEAL_TICKETS:
            return Turn((TABLE,), "deal", say("Deal a ticket to {name}.", name=_next_name(state)))
        case Step.CARD:
            return Turn((TABLE,), "draw", say("{name} gets a card from the deck.", name=state.player.name))
        case Step.TICKETS:
            return Turn((TABLE,), "draw", say("{name} gets a ticket from the deck.", name=state.player.name))
        case Step.START_KEEP:
            choosing = tuple(seat(index) for index in state.seats if state.players[index].offered.size)
            least = state.box.deal.tickets_kept_at_least
            return Turn(choosing, "keep", say("Keep at least {least} of the dealt tickets.", least=least))
        case Step.COUNT:
            return Turn(_counting(state), "count", _todo_count(state))
        case Step.OVER:
            return Turn((), "over", say("The game is over."))
    return Turn((seat(state.current),), _PHASES[state.step], _todo(state))


def _next_name(state: State) -> str:
    return state.players[state.seats_owed[0]].name


_PHASES = {Step.ADVANCE: "track", Step.ACTION: "action", Step.SECOND: "second", Step.KEEP: "keep"}


def _counting(state: State) -> tuple[str, ...]:
    """Who may act in the count: those who have tickets to show first, if the last count waits for them."""
    waiting = [index for index in state.seats if state.players[index].picked is None]
    silent = [index for index in waiting if state.players[index].tickets.unknown]
    chosen = silent if silent and state.half == state.halves else waiting
    return tuple(seat(index) for index in chosen)


def _todo_count(state: State) -> Said:
    if state.half < state.halves:
        return say("The first half is over: complete tickets from the piles on the track.")
    return say("The last turn is over: show all tickets and complete them from the piles on the track.")


def _todo(state: State) -> Said:
    name = state.player.name
    last = state.last_turns is not None
    match state.step:
        case Step.ADVANCE:
            return say("{name}: move a card of every colour in the yard onto the track.", name=name)
        case Step.SECOND:
            return say("{name}: take a second card, or stop.", name=name)
        case Step.KEEP:
            return say("{name}: keep any of the drawn tickets.", name=name)
    words = "{name}: draw cards, play to the yard, or draw tickets."
    return say("{name}'s last turn: draw cards, play to the yard, or draw tickets." if last else words, name=name)


def view(state: State, viewer: str | None) -> dict[str, Any]:
    """What the viewer may see, ready for JSON."""
    now = turn(state)
    return {
        "game": NAME,
        "half": state.half,
        "halves": state.halves,
        "phase": now.phase,
        "turn": list(now.actors),
        "todo": now.todo,
        "players": [_player_view(state, index, viewer == seat(index)) for index in state.seats],
        "row": list(state.row),
        "deck": state.supply.deck,
        "discards": state.supply.discards.size,
        "ticket_deck": state.ticket_deck,
        "bonuses": dict(state.box.bonuses),
        "last_turns": state.last_turns,
        "remarks": list(state.remarks),
    }


def _player_view(state: State, index: int, own: bool) -> dict[str, Any]:
    player = state.players[index]
    counting = state.step in (Step.COUNT, Step.OVER)
    seen: dict[str, Any] = {
        "seat": seat(index),
        "name": player.name,
        "cards": player.hand.size,
        "tickets": player.tickets.size,
        "drawn_tickets": player.offered.size,
        "yard": [_group_view(group) for group in player.yard],
        "on_track": player.pile.size,
        "completed": [list(ticket.ends) for ticket in state.named(player.completed + (player.picked or ()))],
    }
    if own:
        seen["hand"] = {"known": player.hand.known.counts(), "unknown": player.hand.unknown}
        seen["drawn_ticket_list"] = _ticket_list(state, player.offered)
    if own or (state.step is Step.OVER):
        seen["ticket_list"] = _ticket_list(state, player.tickets)
    if counting or (own and state.open_piles):
        seen["on_track_cards"] = player.pile.counts()
    return seen


def _group_view(group: Group) -> dict[str, Any]:
    return {"colour": group.colour, "coloured": group.coloured, "locomotives": group.locomotives, "size": group.size}


def _ticket_list(state: State, tickets: Hand) -> list[dict[str, Any]]:
    return [
        {"ends": list(ticket.ends), "points": ticket.points, "cards": ticket.cards.counts()}
        for ticket in state.named(tickets.known)
    ]


# As text


def draw(state: State) -> str:
    """The whole state as lines of text, hidden things included: for logs and tests, not for a shared screen."""
    row = " ".join(card or "-" for card in state.row)
    lines = [
        f"half {state.half} of {state.halves}   row: {row}   deck {state.supply.deck}",
        f"discards: {state.supply.discards.known}   tickets in the deck: {state.ticket_deck}",
    ]
    for index in state.seats:
        lines += _player_lines(index, state.players[index])
    if state.last_turns is not None:
        lines.append(f"last turns to come: {state.last_turns}")
    lines += [f"! {remark}" for remark in state.remarks]
    lines.append(str(turn(state).todo))
    return "\n".join(lines)


def _player_lines(index: int, player: Player) -> list[str]:
    yard = "; ".join(str(group.cards) for group in player.yard) or "empty"
    done = player.completed + (player.picked or ())
    still_open = replace(player.tickets, known=player.tickets.known.without(Cards(player.picked or ())))
    lines = [
        f"{seat(index)} {player.name}: hand {_with_unseen(str(player.hand.known), player.hand)}",
        f"   yard: {yard}   on the track: {player.pile}",
        f"   tickets: {_tickets_text(still_open)}",
    ]
    if player.offered.size:
        lines.append(f"   to choose from: {_tickets_text(player.offered)}")
    return [*lines, f"   completed: {', '.join(done)}"] if done else lines


def _tickets_text(tickets: Hand) -> str:
    return _with_unseen(", ".join(sorted(tickets.known)) or "none", tickets)


def _with_unseen(known: str, hand: Hand) -> str:
    if not hand.unknown:
        return known
    unseen = f"{hand.unknown} unseen"
    return f"{known}, {unseen}" if hand.known else unseen
