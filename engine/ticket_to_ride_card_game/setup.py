"""The table before the first card is dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import BadSetup
from engine.parts.cards import Cards, Hand, Supply
from engine.reading import Field
from engine.ticket_to_ride_card_game.box import LOCOMOTIVE, Box, box_with
from engine.ticket_to_ride_card_game.play import settle
from engine.ticket_to_ride_card_game.state import Player, State
from engine.words import clause

KEYS = ("hands", "first", "open_piles", "data")


def start(names: Sequence[str], setup: Mapping[str, Any], seats: range) -> State:
    """Everybody has a locomotive, as all know; with hidden hands the other cards and tickets are dealt as well."""
    if len(names) not in seats:
        raise BadSetup(
            clause(
                "{count} players: this game is for {least} to {most}",
                count=len(names),
                least=seats[0],
                most=seats[-1],
            )
        )
    fields = Field(dict(setup), "setup", BadSetup).keys(KEYS)
    box = _read_box(fields.get("data"))
    first = fields["first"].among(names) if "first" in fields else names[0]
    given = Cards({LOCOMOTIVE: box.deal.locomotives})
    taken = Cards({LOCOMOTIVE: given.size * len(names)})
    state = State(
        box=box,
        players=tuple(Player(name, Hand(given)) for name in names),
        supply=Supply.shuffled(box.cards - taken),
        row=(None,) * box.deal.face_up,
        tickets=Supply.shuffled(Cards(map(str, box.tickets))),
        first=list(names).index(first),
        owed=(box.deal.cards,) * len(names),
        hidden="hands" in fields and fields["hands"].one_of(("open", "hidden")) == "hidden",
        open_piles="open_piles" in fields and fields["open_piles"].truth(),
    )
    return settle(state)


def _read_box(data: Field | None) -> Box:
    return box_with({key: item.value for key, item in data.entries().items()} if data else None)
