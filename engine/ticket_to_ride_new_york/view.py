"""What is to be done next, and what a viewer may see.

Hidden are the hands, tickets and drawn tickets of the others, and what lies in the decks. Of other players only
counts are shown, even where cards were seen: remembering them is the players' game.
"""

from __future__ import annotations

from typing import Any

from engine.game import TABLE, Turn, seat
from engine.parts.cards import Hand
from engine.parts.routes import Route, shortest, touched
from engine.ticket_to_ride_new_york.legal import DEALING_CARDS, DEALING_TICKETS, KEEPING, may_sweep
from engine.ticket_to_ride_new_york.scoring import NAME, route_lists
from engine.ticket_to_ride_new_york.state import State, Step
from engine.words import Said, say


def turn(state: State) -> Turn:
    """Whose turn it is and what to do next, in words that give nothing hidden away."""
    if state.waits_for_open_card:
        return Turn((TABLE,), "row", say("Lay the deck's top card face up in the row."))
    if state.step in DEALING_CARDS:
        return Turn((TABLE,), "cards", _dealing(state, say("Deal the starting cards."), "card"))
    if state.step in DEALING_TICKETS:
        return Turn((TABLE,), "tickets", _dealing(state, say("Deal the starting tickets."), "ticket"))
    if state.step in KEEPING:
        choosing = [i for i in state.seats if state.players[i].offered.size]
        names = ", ".join(state.name_of(i) for i in choosing)
        todo = say("{names}: keep at least one of the drawn tickets.", names=names)
        return Turn(tuple(map(seat, choosing)), "keep", todo)
    if state.step is Step.SHOW_TICKETS:
        showing = tuple(seat(i) for i in state.seats if state.players[i].tickets.unknown)
        return Turn(showing, "show", say("Show the tickets."))
    if state.step is Step.OVER:
        return Turn((), "over", say("The game is over."))
    actors = (seat(state.current), TABLE) if may_sweep(state) else (seat(state.current),)
    return Turn(actors, "second" if state.step is Step.SECOND else "action", _todo(state))


def _dealing(state: State, at_start: Said, what: str) -> Said:
    if state.step in (Step.START_CARDS, Step.START_TICKETS):
        return at_start
    return say("{name} gets a {what} from the deck.", name=state.player.name, what=what)


def _todo(state: State) -> Said:
    name = state.player.name
    if state.step is Step.SECOND:
        return say("{name} takes a second card.", name=name)
    if state.last_turns is not None:
        return say("{name}'s last turn: take cards, claim a route or draw tickets.", name=name)
    return say("{name}: take cards, claim a route or draw tickets.", name=name)


def position(state: State) -> dict[str, Any]:
    """The position as `score` reads it, with the tickets that are known."""
    told: dict[str, Any] = {"game": NAME, "players": [_player_position(state, index) for index in state.seats]}
    if state.board.own_data:
        told["data"] = dict(state.board.own_data)
    return told


def _player_position(state: State, index: int) -> dict[str, Any]:
    player = state.players[index]
    return {
        "name": player.name,
        "colour": player.colour,
        "routes": route_lists(tuple(state.routes_of(index))),
        "tickets": _ticket_lists(state, player.tickets),
    }


def _ticket_lists(state: State, tickets: Hand) -> list[list[str]]:
    return [list(state.board.ticket_named[name].ends) for name in sorted(tickets.known)]


def view(state: State, viewer: str | None) -> dict[str, Any]:
    """What the viewer may see, ready for JSON."""
    now = turn(state)
    over = state.step is Step.OVER
    return {
        "game": NAME,
        "map": state.board.name,
        "phase": now.phase,
        "turn": list(now.actors),
        "todo": now.todo,
        "players": [_player_view(state, i, viewer == seat(i), over) for i in state.seats],
        "row": list(state.row),
        "deck": state.supply.deck,
        "discards": {"known": state.supply.discards.known.counts(), "unknown": state.supply.discards.unknown},
        "ticket_deck": state.ticket_deck,
        "last_turns": state.last_turns,
        "remarks": list(state.remarks),
    }


def _player_view(state: State, index: int, own: bool, over: bool) -> dict[str, Any]:
    player, routes = state.players[index], tuple(state.routes_of(index))
    seen: dict[str, Any] = {
        "seat": seat(index),
        "name": player.name,
        "colour": player.colour,
        "taxis": state.taxis_of(index),
        "cards": player.hand.size,
        "tickets": player.tickets.size,
        "drawn_tickets": player.offered.size,
        "routes": route_lists(routes),
        "points": _points(state, routes),
    }
    if own:
        seen["hand"] = {"known": player.hand.known.counts(), "unknown": player.hand.unknown}
        seen["drawn_ticket_list"] = _tickets_shown(state, player.offered, routes)
    if own or over:
        seen["ticket_list"] = _tickets_shown(state, player.tickets, routes)
    return seen


def _points(state: State, routes: tuple[Route, ...]) -> dict[str, int]:
    """The points that lie open on the map."""
    reached = touched(routes) & state.board.attractions
    return {
        "routes": sum(state.board.points(route) for route in routes),
        "attractions": len(reached) * state.board.attraction_points,
    }


def _tickets_shown(state: State, tickets: Hand, routes: tuple[Route, ...]) -> list[dict[str, Any]]:
    """The known tickets, each with the own routes that fulfil it."""
    shown = []
    for name in sorted(tickets.known):
        ticket = state.board.ticket_named[name]
        way = shortest(routes, *ticket.ends)
        by = None if way is None else route_lists(way)
        shown.append({"ends": list(ticket.ends), "value": ticket.value, "completed": way is not None, "routes": by})
    return shown
