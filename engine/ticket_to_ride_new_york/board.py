"""A map of the series with its box: places, routes, tickets, cards and the numbers of the rules, read from TOML.

Nothing about New York is written here: another map is another file of the same form.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from engine.data import load_toml, replaced
from engine.errors import BadInput, BadSetup, Unfitting, words_of
from engine.parts.cards import Cards
from engine.parts.routes import Route, touched
from engine.reading import Field

GRAY = "gray"  # the colour of a route that any one colour pays

MOST_ROUTES = 400
MOST_TICKETS = 200
LONGEST_ROUTE = 12


@dataclass(frozen=True)
class Ticket:
    """A destination ticket: two places and what connecting them is worth."""

    ends: tuple[str, str]
    value: int

    @property
    def pair(self) -> frozenset[str]:
        return frozenset(self.ends)

    def __str__(self) -> str:
        return f"{self.ends[0]} - {self.ends[1]}"


@dataclass(frozen=True)
class Numbers:
    """The numbers in the rules, which other maps of the series may have otherwise."""

    taxis: int
    start_cards: int
    start_tickets: int
    face_up: int
    wilds_swept: int
    draw_tickets: int
    last_round_taxis: int
    both_lanes_players: int


@dataclass(frozen=True)
class Board:
    """A map and its box; equal for equal data, so that a replay finds the same game."""

    name: str
    pieces: tuple[str, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    attractions: frozenset[str]
    colours: tuple[str, ...]
    wild: str
    cards: Cards
    length_points: tuple[int, ...]
    attraction_points: int
    numbers: Numbers
    own_data: Mapping[str, Any] | None = field(default=None, compare=False)  # a user's tables, to write them down again

    def points(self, route: Route) -> int:
        return self.length_points[route.length - 1]

    @cached_property
    def places(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(end for route in self.routes for end in route.ends))

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        return tuple(route.length for route in self.routes)

    @cached_property
    def lanes(self) -> Mapping[frozenset[str], tuple[int, ...]]:
        """The routes between each two neighbouring places, by their number; a double route has two."""
        pairs = dict.fromkeys(route.pair for route in self.routes)
        return {pair: tuple(i for i, route in enumerate(self.routes) if route.pair == pair) for pair in pairs}

    @cached_property
    def namesakes(self) -> tuple[tuple[int, ...], ...]:
        """The routes by their number, those of one name together."""
        return tuple(dict.fromkeys(self.lanes_between(route.ends, route.colour) for route in self.routes))

    @cached_property
    def ticket_named(self) -> Mapping[str, Ticket]:
        return {str(ticket): ticket for ticket in self.tickets}

    @cached_property
    def _ticket_of(self) -> Mapping[frozenset[str], Ticket]:
        return {ticket.pair: ticket for ticket in self.tickets}

    @cached_property
    def _spelling(self) -> Mapping[str, str]:
        names = {name.casefold(): name for name in (*self.places, *self.cards, GRAY)}
        return {"grey": GRAY, **names}

    def spelled(self, words: str) -> str:
        """A name as the map spells it; unknown names stay as they are."""
        tidy = " ".join(words.split())
        return self._spelling.get(tidy.casefold(), tidy)

    def lanes_between(self, ends: tuple[str, str], colour: str | None) -> tuple[int, ...]:
        """The routes between two places, given in either order, of a colour or of any."""
        pair = frozenset(self.spelled(end) for end in ends)
        wanted = self.spelled(colour) if colour else None
        return tuple(i for i in self.lanes.get(pair, ()) if wanted in (None, self.routes[i].colour))

    def ticket_between(self, ends: tuple[str, str]) -> Ticket | None:
        return self._ticket_of.get(frozenset(self.spelled(end) for end in ends))


@cache
def our_board() -> Board:
    return read_board(_our_data())


def board_with(theirs: Mapping[str, Any] | None) -> Board:
    """Our map, or ours with a user's tables in place of the tables of the same name."""
    if not theirs:
        return our_board()
    try:
        return read_board(replaced(_our_data(), theirs, "the map"), theirs)
    except BadInput as error:
        raise Unfitting(words_of(error)) from error


def read_tables(data: Field) -> dict[str, Any]:
    """A user's tables, to be given to `board_with`."""
    return {name: table.value for name, table in data.entries().items()}


def _our_data() -> dict[str, Any]:
    return load_toml("engine.ticket_to_ride_new_york", "board.toml")


def read_board(data: Mapping[str, Any], own_data: Mapping[str, Any] | None = None) -> Board:
    """The map that the tables tell; raises BadSetup."""
    table = Field(dict(data), "", BadSetup).entries()
    cards = table["cards"].keys(
        ("wild", "wilds", "colours", "each", "source", "sure"), ("wild", "wilds", "colours", "each")
    )
    colours = tuple(item.text() for item in cards["colours"].items(20, 1))
    wild = cards["wild"].text()
    points = table["points"].keys(("lengths", "attraction", "source", "sure"), ("lengths", "attraction"))
    board = Board(
        name=table["name"].text(),
        pieces=tuple(item.text() for item in table["pieces"].items(12, 2)),
        routes=_read_routes(table["route"], (*colours, GRAY)),
        tickets=tuple(_read_ticket(item) for item in table["ticket"].items(MOST_TICKETS, 1)),
        attractions=frozenset(item.text() for item in table["attractions"].items(200)),
        colours=colours,
        wild=wild,
        cards=Cards({wild: cards["wilds"].whole(0, 200), **dict.fromkeys(colours, cards["each"].whole(1, 200))}),
        length_points=tuple(item.whole(0, 1000) for item in points["lengths"].items(LONGEST_ROUTE, 1)),
        attraction_points=points["attraction"].whole(0, 1000),
        numbers=_read_numbers(table["rules"]),
        own_data=own_data,
    )
    _check(board, table)
    return board


def _read_numbers(rules: Field) -> Numbers:
    names = tuple(Numbers.__dataclass_fields__)
    fields = rules.keys((*names, "source", "sure"), names)
    return Numbers(**{name: fields[name].whole(0, 1000) for name in names})


def _read_ends(ends: Field) -> tuple[str, str]:
    first, second = (item.text(60) for item in ends.items(2, 2))
    if first == second:
        ends.wrong("both ends are {place}", place=first)
    for name in (first, second):
        if " - " in name or "," in name or not name.strip():
            ends.wrong("{name!r} is no name of a place that can be written in a move", name=name)
    return first, second


def _read_routes(routes: Field, colours: tuple[str, ...]) -> tuple[Route, ...]:
    read: list[Route] = []
    copies: Counter[tuple[frozenset[str], str]] = Counter()
    for item in routes.items(MOST_ROUTES, 1):
        fields = item.keys(("ends", "colour", "spaces", "length"), ("ends", "colour"))
        ends, colour = _read_ends(fields["ends"]), fields["colour"].one_of(colours)
        copy = copies[frozenset(ends), colour]
        copies[frozenset(ends), colour] += 1
        read.append(Route(ends, colour, _read_length(item, fields), copy))
    return tuple(read)


def _read_length(route: Field, fields: Mapping[str, Field]) -> int:
    """As many as there are spaces; a map whose spaces nobody measured gives the length itself."""
    if "spaces" in fields:
        return len(fields["spaces"].items(LONGEST_ROUTE, 1))
    if "length" not in fields:
        route.wrong("the key 'spaces' is missing")
    return fields["length"].whole(1, LONGEST_ROUTE)


def _read_ticket(ticket: Field) -> Ticket:
    fields = ticket.keys(("ends", "value"), ("ends", "value"))
    return Ticket(_read_ends(fields["ends"]), fields["value"].whole(0, 1000))


def _check(board: Board, table: Mapping[str, Field]) -> None:
    """What must fit together between the tables."""
    places = touched(board.routes)
    for ticket in board.tickets:
        for end in ticket.ends:
            if end not in places:
                table["ticket"].wrong("no route of the map leads to {place}", place=end)
    if len({ticket.pair for ticket in board.tickets}) < len(board.tickets):
        table["ticket"].wrong("two tickets name the same places")
    for place in board.attractions - places:
        table["attractions"].wrong("no route of the map leads to {place}", place=place)
    longest = max(route.length for route in board.routes)
    if longest > len(board.length_points):
        table["points"].wrong("there are no points for a route of {count} spaces", count=longest)
    if board.wild in (*board.colours, GRAY) or GRAY in board.colours:
        table["cards"].wrong("the wild card and gray cannot be colours of cards too")
    numbers = board.numbers
    if numbers.start_tickets < 1 or numbers.draw_tickets < 1 or numbers.face_up < 1:
        table["rules"].wrong("a start without tickets or open cards cannot be played")
