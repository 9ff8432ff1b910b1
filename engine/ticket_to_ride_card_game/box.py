"""What is in the box: train cards, tickets, bonus cards and the numbers of the deal, read from TOML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from engine.data import SURENESS, load_toml, replaced
from engine.errors import BadInput, BadSetup, Unfitting, words_of
from engine.parts.cards import Cards
from engine.reading import Field

LOCOMOTIVE = "locomotive"
TABLES = ("cards", "deal", "bonus", "ticket")
FACT = ("source", "sure")  # stand beside every fact
MOST_TICKETS = 200


@dataclass(frozen=True)
class Ticket:
    """A destination ticket; its ends are ordered, for Chicago - New York and New York - Chicago are two cards."""

    ends: tuple[str, str]
    points: int
    cards: Cards

    def __str__(self) -> str:
        return f"{self.ends[0]} - {self.ends[1]}"


@dataclass(frozen=True)
class Deal:
    """How many of what are dealt, kept and drawn."""

    locomotives: int
    cards: int
    face_up: int
    tickets: int
    tickets_kept_at_least: int
    tickets_drawn: int
    cards_in_second_half: int


@dataclass(frozen=True)
class Box:
    """The data of one box; equal for equal data, so that a replay finds the same game."""

    colours: tuple[str, ...]
    cards: Cards
    deal: Deal
    bonuses: Mapping[str, int]
    tickets: tuple[Ticket, ...]
    own_data: Mapping[str, Any] | None = field(default=None, compare=False)  # a user's tables, to write them down again

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        return (*self.colours, LOCOMOTIVE)

    @cached_property
    def ticket_named(self) -> Mapping[str, Ticket]:
        return {str(ticket): ticket for ticket in self.tickets}

    @cached_property
    def _spelling(self) -> Mapping[str, str]:
        return {name.casefold(): name for name in (*self.kinds, *self.ticket_named)}

    def spelled(self, words: str) -> str:
        """A card's or ticket's name as the box spells it; unknown names stay as they are."""
        tidy = " ".join(words.replace("–", "-").split())
        return self._spelling.get(tidy.casefold(), tidy)

    def big_cities(self, ticket: Ticket) -> tuple[str, ...]:
        """The big cities that the ticket names."""
        return tuple(end for end in ticket.ends if end in self.bonuses)


@cache
def our_box() -> Box:
    return read_box(_our_data())


def box_with(theirs: Mapping[str, Any] | None) -> Box:
    """Our box, or ours with a user's tables in place of the tables of the same name."""
    if not theirs:
        return our_box()
    try:
        return read_box(replaced(_our_data(), theirs, "the box"), theirs)
    except BadInput as error:
        raise Unfitting(words_of(error)) from error


def _our_data() -> dict[str, Any]:
    return load_toml("engine.ticket_to_ride_card_game", "cards.toml")


def read_box(data: Mapping[str, Any], own_data: Mapping[str, Any] | None = None) -> Box:
    """The box that the tables tell; raises BadSetup."""
    table = Field(dict(data), "", BadSetup).keys(TABLES, TABLES)
    facts = _fact(table["cards"], ("colours", "of_each_colour", "locomotives"))
    colours = tuple(_name(item) for item in facts["colours"].items(20, 1))
    if LOCOMOTIVE in colours or len(set(colours)) < len(colours):
        facts["colours"].wrong("every colour stands there once, and a locomotive is no colour")
    each = facts["of_each_colour"].whole(1, 100)
    box = Box(
        colours=colours,
        cards=Cards({**dict.fromkeys(colours, each), LOCOMOTIVE: facts["locomotives"].whole(0, 100)}),
        deal=_read_deal(table["deal"]),
        bonuses=_read_bonuses(table["bonus"]),
        tickets=tuple(_read_ticket(item, colours) for item in table["ticket"].items(MOST_TICKETS, 1)),
        own_data=own_data,
    )
    if len(box.ticket_named) < len(box.tickets):
        table["ticket"].wrong("two tickets have the same ends in the same order")
    _check_deal(box, table["deal"])
    return box


def _fact(table: Field, names: tuple[str, ...]) -> dict[str, Field]:
    fields = table.keys((*names, *FACT), names)
    if "sure" in fields:
        fields["sure"].one_of(SURENESS)
    return fields


def _name(field: Field) -> str:
    name = field.text(60)
    if not name.strip() or "," in name or " - " in name or name[0].isdigit():
        field.wrong("{name!r} is no name that can be written in a move", name=name)
    return name


def _read_deal(table: Field) -> Deal:
    names = tuple(Deal.__dataclass_fields__)
    fields = _fact(table, names)
    return Deal(**{name: fields[name].whole(0, 100) for name in names})


def _read_bonuses(table: Field) -> dict[str, int]:
    bonuses: dict[str, int] = {}
    for item in table.items(40):
        fields = _fact(item, ("city", "points"))
        bonuses[_name(fields["city"])] = fields["points"].whole(0, 1000)
    return bonuses


def _read_ticket(item: Field, colours: tuple[str, ...]) -> Ticket:
    fields = _fact(item, ("ends", "points", "cards"))
    start, end = (_name(name) for name in fields["ends"].items(2, 2))
    cards = Cards(card.one_of(colours) for card in fields["cards"].items(20, 1))
    return Ticket((start, end), fields["points"].whole(1, 1000), cards)


def _check_deal(box: Box, table: Field) -> None:
    """Four players must be able to sit down."""
    deal = box.deal
    if deal.locomotives * 4 > box.cards[LOCOMOTIVE]:
        table.wrong("there are too few locomotives for four players")
    if (deal.locomotives + deal.cards) * 4 + deal.face_up >= box.cards.size:
        table.wrong("there are too few train cards for four players")
    if deal.tickets * 4 > len(box.tickets) or not deal.tickets_kept_at_least <= deal.tickets:
        table.wrong("there are too few tickets for four players")
    if not deal.tickets_drawn:
        table.wrong("whoever draws tickets draws at least one")
