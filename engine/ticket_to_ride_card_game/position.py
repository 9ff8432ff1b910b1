"""Positions of the Card Game as they come from outside: read strictly, and written in the same form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import BadPosition, BadSetup, Contradictory, words_of
from engine.parts.cards import NONE, Cards
from engine.reading import Field
from engine.ticket_to_ride_card_game.box import Box, Ticket, box_with
from engine.words import clause

NAME = "ticket-to-ride-card-game"
MOST_CARDS = 1000  # of a kind; more than the box has is reported, not refused


@dataclass(frozen=True)
class Seated:
    """One player of a position; `picked` are the tickets that the player chose to complete, None if nobody said."""

    name: str
    pile: Cards = NONE
    tickets: tuple[Ticket, ...] = ()
    before: tuple[Ticket, ...] = ()
    picked: tuple[Ticket, ...] | None = None


@dataclass(frozen=True)
class Position:
    players: tuple[Seated, ...]
    box: Box


def read_position(value: Any) -> Position:
    """The position that a JSON value tells; raises BadPosition with one sentence on what is wrong where."""
    fields = Field(value, error=BadPosition).keys(("game", "players", "data"), ("players",))
    if "game" in fields:
        fields["game"].one_of((NAME,))
    box = _read_box(fields.get("data"))
    players = tuple(_read_player(item, box) for item in fields["players"].items(most=4, least=1))
    if len({player.name for player in players}) < len(players):
        fields["players"].clash("two players have the same name")
    return Position(players, box)


def _read_box(field: Field | None) -> Box:
    if field is None or field.value is None:
        return box_with(None)
    field.entries()
    try:
        return box_with(field.value)
    except BadSetup as error:
        raise Contradictory(clause("data: {why}", why=words_of(error))) from error


def _read_player(field: Field, box: Box) -> Seated:
    fields = field.keys(("name", "on_track", "tickets", "completed_before", "completed"), ("name",))
    picked = fields.get("completed")
    return Seated(
        name=fields["name"].name(),
        pile=_read_pile(fields["on_track"], box) if "on_track" in fields else NONE,
        tickets=_read_tickets(fields["tickets"], box) if "tickets" in fields else (),
        before=_read_tickets(fields["completed_before"], box) if "completed_before" in fields else (),
        picked=_read_tickets(picked, box) if picked and picked.value is not None else None,
    )


def _read_pile(field: Field, box: Box) -> Cards:
    counts = {kind: item.whole(0, MOST_CARDS) for kind, item in field.entries().items()}
    for kind in counts:
        if kind not in box.kinds:
            field.clash("there is no card {kind!r}; the cards are {known}", kind=kind, known=", ".join(box.kinds))
    return Cards(counts)


def _read_tickets(field: Field, box: Box) -> tuple[Ticket, ...]:
    return tuple(_read_ticket(item, box) for item in field.items(len(box.tickets)))


def _read_ticket(field: Field, box: Box) -> Ticket:
    start, end = (item.text(60) for item in field.items(2, 2))
    ticket = box.ticket_named.get(box.spelled(f"{start} - {end}"))
    if ticket is None:
        turned = box.ticket_named.get(box.spelled(f"{end} - {start}"))
        if turned:
            field.clash(
                "there is no ticket {ticket}; the card reads {turned}", ticket=f"{start} - {end}", turned=turned
            )
        field.clash("there is no ticket {ticket}", ticket=f"{start} - {end}")
    return ticket


def position_as_json(position: Position) -> dict[str, Any]:
    """The inverse of `read_position`."""
    answer: dict[str, Any] = {"game": NAME, "players": [_player_as_json(player) for player in position.players]}
    if position.box.own_data:
        answer["data"] = dict(position.box.own_data)
    return answer


def _player_as_json(player: Seated) -> Mapping[str, Any]:
    answer: dict[str, Any] = {
        "name": player.name,
        "on_track": player.pile.counts(),
        "tickets": pairs(player.tickets),
        "completed_before": pairs(player.before),
    }
    if player.picked is not None:
        answer["completed"] = pairs(player.picked)
    return answer


def pairs(tickets: Sequence[Ticket]) -> list[list[str]]:
    return [list(ticket.ends) for ticket in tickets]
