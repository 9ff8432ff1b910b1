"""The final count: routes, tickets with the way that fulfils them, attractions; and what is wrong with a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.errors import BadPosition, BadSetup, Contradictory, words_of
from engine.parts.routes import Route, shortest, touched
from engine.reading import Field
from engine.score import PlayerScore, Problem, Score, Source, all_of, only_one_ticket
from engine.ticket_to_ride_new_york.board import Board, Ticket, board_with, read_tables
from engine.words import Said, clause, say

NAME = "ticket-to-ride-new-york"
PARTS = ("routes", "tickets", "attractions")
MOST_ENTRIES = 500  # of routes or tickets of one player: far more than any map has


@dataclass(frozen=True)
class Named:
    """A ticket or a route as somebody wrote it, with what it is on the map."""

    words: tuple[str, ...]
    route: Route | None = None
    ticket: Ticket | None = None

    def __str__(self) -> str:
        colour = "".join(f" {word}" for word in self.words[2:])
        return f"{self.words[0]} - {self.words[1]}{colour}"


@dataclass(frozen=True)
class Seated:
    """One player of a position."""

    name: str
    colour: str | None
    named_routes: tuple[Named, ...]
    named_tickets: tuple[Named, ...]

    @cached_property
    def routes(self) -> tuple[Route, ...]:
        return tuple(named.route for named in self.named_routes if named.route)

    @cached_property
    def connections(self) -> tuple[tuple[Named, tuple[Route, ...] | None], ...]:
        """Every ticket that exists, with the own routes that fulfil it, or None."""
        return tuple((named, shortest(self.routes, *named.ticket.ends)) for named in self.named_tickets if named.ticket)


@dataclass(frozen=True)
class Position:
    board: Board
    players: tuple[Seated, ...]


def read_position(value: Any) -> Position:
    """The position that a JSON value tells; raises BadPosition with one sentence on what is wrong where."""
    fields = Field(value, error=BadPosition).keys(("game", "players", "data"), ("players",))
    if "game" in fields:
        fields["game"].one_of((NAME,))
    board = _read_board(fields.get("data"))
    players = tuple(_read_player(item, board) for item in fields["players"].items(most=len(board.pieces), least=1))
    if len({player.name for player in players}) < len(players):
        fields["players"].clash("two players have the same name")
    return Position(board, players)


def _read_board(data: Field | None) -> Board:
    try:
        return board_with(read_tables(data) if data else None)
    except BadSetup as error:
        raise Contradictory(words_of(error)) from error


def _read_player(player: Field, board: Board) -> Seated:
    fields = player.keys(("name", "colour", "routes", "tickets"), ("name",))
    routes = fields["routes"].items(MOST_ENTRIES) if "routes" in fields else []
    tickets = fields["tickets"].items(MOST_ENTRIES) if "tickets" in fields else []
    colour = fields["colour"].text() if "colour" in fields and fields["colour"].value is not None else None
    return Seated(
        fields["name"].name(),
        colour,
        tuple(_read_route(item, board) for item in routes),
        tuple(_read_ticket(item, board) for item in tickets),
    )


def _read_route(route: Field, board: Board) -> Named:
    words = tuple(item.text(60) for item in route.items(3, 3))
    lanes = board.lanes_between((words[0], words[1]), words[2])
    if not lanes:
        route.clash("{route} is no route of {name}", route=f"{words[0]} - {words[1]} {words[2]}", name=board.name)
    return Named(words, route=board.routes[lanes[0]])


def _read_ticket(ticket: Field, board: Board) -> Named:
    words = tuple(item.text(60) for item in ticket.items(2, 2))
    found = board.ticket_between((words[0], words[1]))
    if found is None:
        ticket.clash("{ticket} is no ticket of {name}", ticket=" - ".join(words), name=board.name)
    return Named(words, ticket=found)


def score(position: Position) -> Score:
    players = tuple(_score_player(position.board, player) for player in position.players)
    winners, tie = _winners(position, players)
    return Score(NAME, players, winners, tuple(problems(position)), tie)


def _score_player(board: Board, player: Seated) -> PlayerScore:
    sources = (*_route_sources(board, player), *_ticket_sources(player), *_attraction_sources(board, player))
    points: Counter[str] = Counter()
    for source in sources:
        points[source.part] += source.points
    done = [(named, way) for named, way in player.connections if way is not None]
    also = {
        "completed": [list(named.words) for named, _ in done],
        "connections": [{"ticket": list(named.words), "routes": route_lists(way)} for named, way in done],
    }
    return PlayerScore(player.name, {part: points[part] for part in PARTS}, sources, also)


def route_lists(routes: tuple[Route, ...]) -> list[list[str]]:
    """Routes as positions write them."""
    return [[*route.ends, route.colour] for route in routes]


def _route_sources(board: Board, player: Seated) -> Iterator[Source]:
    for route in player.routes:
        why = clause("{route}, {length} long", route=route, length=route.length)
        yield Source("routes", board.points(route), why, marks=(str(route),))


def _ticket_sources(player: Seated) -> Iterator[Source]:
    for named, way in player.connections:
        assert named.ticket is not None  # only tickets that exist have a connection or lack one
        if way is None:
            yield Source("tickets", -named.ticket.value, clause("{ticket} is not connected", ticket=named.ticket))
        else:
            stops = " - ".join(stops_along(way, named.ticket.ends[0]))
            why = clause("{ticket} by {stops}", ticket=named.ticket, stops=stops)
            yield Source("tickets", named.ticket.value, why, marks=tuple(str(route) for route in way))


def stops_along(way: tuple[Route, ...], start: str) -> list[str]:
    """The places on a way, in order."""
    stops = [start]
    for route in way:
        stops.append(route.other(stops[-1]))
    return stops


def _attraction_sources(board: Board, player: Seated) -> Iterator[Source]:
    for place in sorted(touched(player.routes) & board.attractions):
        yield Source("attractions", board.attraction_points, clause("{place} is reached", place=place), marks=(place,))


def _winners(position: Position, scores: tuple[PlayerScore, ...]) -> tuple[tuple[str, ...], Said | None]:
    """Most points; then most completed tickets; then all who are still level (rulebook: end of the game)."""
    highest = max(score.total for score in scores)
    first = [(score, seated) for score, seated in zip(scores, position.players, strict=True) if score.total == highest]
    completed = [sum(way is not None for _, way in seated.connections) for _, seated in first]
    winners = tuple(score.name for (score, _), done in zip(first, completed, strict=True) if done == max(completed))
    if len(first) == 1:
        return winners, None
    names, count = " and ".join(winners), max(completed)
    if len(winners) == 1:
        return winners, say("{name} wins the tie with more completed tickets ({count}).", name=names, count=count)
    return winners, say("{names} share the win: as many points and completed tickets.", names=names)


# What is wrong


def problems(position: Position) -> Iterator[Problem]:
    """Every breach of the rules that the position shows."""
    for player in position.players:
        yield from _unknown_colour(position.board, player)
        yield from _own_doubles(position.board, player)
        yield from _too_many_taxis(position.board, player)
    yield from _shared_routes(position)
    if 1 < len(position.players) < position.board.numbers.both_lanes_players:
        yield from _closed_doubles(position)
    yield from _shared_tickets(position)
    yield from _shared_colours(position)


def _unknown_colour(board: Board, player: Seated) -> Iterator[Problem]:
    if player.colour is not None and player.colour not in board.pieces:
        why = say(
            "There are no {colour} taxis; there are {pieces}.", colour=player.colour, pieces=", ".join(board.pieces)
        )
        yield Problem(why, player.name, what=player.colour)


def _lanes_of(board: Board, routes: Iterable[Route]) -> Iterator[int]:
    """The lane that each route lies on: gray twins fill both of theirs, any other route that is named again its own."""
    named: Counter[Route] = Counter()
    for route in routes:
        lanes = board.lanes_between(route.ends, route.colour)
        yield lanes[min(named[route], len(lanes) - 1)]
        named[route] += 1


def _own_doubles(board: Board, player: Seated) -> Iterator[Problem]:
    lanes = Counter(board.routes[lane].pair for lane in set(_lanes_of(board, player.routes)))
    for pair in (pair for pair, count in lanes.items() if count > 1):
        a, b = next(route.ends for route in player.routes if route.pair == pair)
        why = say("{name} owns both routes between {a} and {b}.", name=player.name, a=a, b=b)
        yield Problem(why, player.name, what=f"{a} - {b}")


def _too_many_taxis(board: Board, player: Seated) -> Iterator[Problem]:
    used = sum(route.length for route in player.routes)
    if used > board.numbers.taxis:
        why = say("{name} has placed {used} taxis of {all}.", name=player.name, used=used, all=board.numbers.taxis)
        yield Problem(why, player.name)


def _shared_routes(position: Position) -> Iterator[Problem]:
    """A route that is owned more often than it is printed; of a gray pair there are two of one name."""
    board = position.board
    owners: dict[Route, list[str]] = {}
    for player in position.players:
        for route in player.routes:
            owners.setdefault(route, []).append(player.name)
    for route, names in owners.items():
        if len(names) > len(board.lanes_between(route.ends, route.colour)):
            words = "{route} is owned {count} times, by {names}."
            why = say(words, route=route, count=len(names), names=all_of(names))
            yield Problem(why, names[-1], what=str(route))


def _closed_doubles(position: Position) -> Iterator[Problem]:
    """With few players nobody may own a route beside another player's."""
    claims = [(player.name, route) for player in position.players for route in player.routes]
    lanes = _lanes_of(position.board, (route for _, route in claims))
    taken: dict[frozenset[str], dict[int, str]] = {}
    for (name, route), lane in zip(claims, lanes, strict=True):
        owners = taken.setdefault(route.pair, {})
        if lane not in owners and name != next(iter(owners.values()), name):
            a, b = route.ends
            why = say("With so few players only one route between {a} and {b} is open.", a=a, b=b)
            yield Problem(why, name, what=f"{a} - {b}")
        owners.setdefault(lane, name)


def _shared_tickets(position: Position) -> Iterator[Problem]:
    holders: dict[Ticket, list[str]] = {}
    for player in position.players:
        for named in player.named_tickets:
            if named.ticket:
                holders.setdefault(named.ticket, []).append(player.name)
    for ticket, names in holders.items():
        if len(names) > 1:
            yield Problem(only_one_ticket(ticket, names), names[-1], what=str(ticket))


def _shared_colours(position: Position) -> Iterator[Problem]:
    for colour in dict.fromkeys(player.colour for player in position.players if player.colour is not None):
        names = [player.name for player in position.players if player.colour == colour]
        if len(names) > 1:
            why = say("{names} have taxis of one colour, {colour}.", names=all_of(names), colour=colour)
            yield from (Problem(why, name, what=colour) for name in names)
