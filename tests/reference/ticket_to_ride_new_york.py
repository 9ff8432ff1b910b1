"""Ticket to Ride: New York counted a second time, as plainly and slowly as it takes to be believed.

It shares nothing with the engine, not even the map: routes and tickets were written down from the lists of the board,
not from the measured spaces that the engine counts.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

# One line for each pair of neighbours: length, then the colours of the one or two routes.
MAP = """
Lincoln Center, Central Park: 2 orange
Lincoln Center, Times Square: 2 green blue
Lincoln Center, Midtown West: 2 red
Central Park, Times Square: 2 black red
Central Park, United Nations: 3 pink
Midtown West, Times Square: 1 gray
Midtown West, Empire State Building: 2 green
Midtown West, Chelsea: 2 blue
Times Square, United Nations: 2 gray
Times Square, Empire State Building: 1 orange pink
United Nations, Empire State Building: 2 black
United Nations, Gramercy Park: 3 green
Chelsea, Empire State Building: 2 gray gray
Empire State Building, Gramercy Park: 1 red blue
Chelsea, Gramercy Park: 2 orange
Chelsea, Greenwich Village: 3 red green
Chelsea, Soho: 4 pink
Gramercy Park, Greenwich Village: 2 black pink
Gramercy Park, East Village: 2 gray
Greenwich Village, East Village: 2 blue
Greenwich Village, Lower East Side: 2 gray
Greenwich Village, Chinatown: 2 gray gray
Greenwich Village, Soho: 2 orange
East Village, Lower East Side: 1 black
Lower East Side, Chinatown: 1 blue
Lower East Side, Brooklyn: 3 gray
Soho, Wall Street: 2 gray
Chinatown, Wall Street: 1 green pink
Chinatown, Brooklyn: 3 orange red
Wall Street, Brooklyn: 3 blue black
"""

TICKETS = """
Central Park, Chelsea: 5
Central Park, Chinatown: 8
Central Park, Gramercy Park: 4
Central Park, Midtown West: 3
Chelsea, Brooklyn: 8
Chelsea, Wall Street: 6
East Village, Soho: 4
Empire State Building, Brooklyn: 7
Empire State Building, Greenwich Village: 3
Gramercy Park, Chinatown: 4
Lincoln Center, Empire State Building: 3
Lincoln Center, Greenwich Village: 6
Lower East Side, Wall Street: 2
Midtown West, United Nations: 3
Times Square, Brooklyn: 8
Times Square, East Village: 4
Times Square, Soho: 6
United Nations, Wall Street: 8
"""

COINS = [
    "Central Park",
    "Times Square",
    "United Nations",
    "Empire State Building",
    "Chelsea",
    "Greenwich Village",
    "Chinatown",
    "Wall Street",
    "Brooklyn",
]


def _lines(text: str) -> list[tuple[str, str, list[str]]]:
    read = []
    for line in text.strip().splitlines():
        ends, rest = line.split(": ")
        a, b = ends.split(", ")
        read.append((a, b, rest.split()))
    return read


PRINTED = [(a, b, colour, int(words[0])) for a, b, words in _lines(MAP) for colour in words[1:]]
VALUES = {frozenset((a, b)): int(words[0]) for a, b, words in _lines(TICKETS)}


def length_of(route: list[str]) -> int | None:
    a, b, colour = route
    for x, y, painted, length in PRINTED:
        if {a, b} == {x, y} and colour == painted:
            return length
    return None


def connects(routes: list[list[str]], start: str, goal: str) -> bool:
    """Grow the set of places that can be reached until it grows no more."""
    reached = {start}
    while True:
        grown = reached | {end for a, b, _ in routes for end in (a, b) if a in reached or b in reached}
        if grown == reached:
            return goal in reached
        reached = grown


def count(player: dict[str, Any]) -> dict[str, Any]:
    """One player's points and completed tickets."""
    routes = [route for route in player["routes"] if length_of(route) is not None]
    parts = {"routes": 0, "tickets": 0, "attractions": 0}
    for route in routes:
        length = length_of(route)
        parts["routes"] += 1 if length == 1 else 2 if length == 2 else 4 if length == 3 else 7
    completed = []
    for ticket in player["tickets"]:
        value = VALUES.get(frozenset(ticket))
        if value is None:
            continue
        if connects(routes, ticket[0], ticket[1]):
            parts["tickets"] += value
            completed.append(ticket)
        else:
            parts["tickets"] -= value
    for coin in COINS:
        if any(coin in route[:2] for route in routes):
            parts["attractions"] += 1
    return {"name": player["name"], "parts": parts, "total": sum(parts.values()), "completed": completed}


def score(position: dict[str, Any]) -> dict[str, Any]:
    players = [count(player) for player in position["players"]]
    best = max((player["total"], len(player["completed"])) for player in players)
    winners = [player["name"] for player in players if (player["total"], len(player["completed"])) == best]
    return {"players": players, "winners": winners}


def is_lawful(position: dict[str, Any]) -> bool:
    """Could this position come about without anybody breaking a rule?"""
    players = position["players"]
    if any(length_of(route) is None for player in players for route in player["routes"]):
        return False
    tickets = [frozenset(ticket) for player in players for ticket in player["tickets"]]
    if len(set(tickets)) < len(tickets) or any(ticket not in VALUES for ticket in tickets):
        return False
    owned = [(frozenset(route[:2]), route[2]) for player in players for route in player["routes"]]
    for pair, colour in owned:
        printed = [1 for a, b, painted, _ in PRINTED if {a, b} == pair and painted == colour]
        if owned.count((pair, colour)) > len(printed):
            return False
    for player in players:
        pairs = [frozenset(route[:2]) for route in player["routes"]]
        if len(set(pairs)) < len(pairs) or sum(length_of(route) or 0 for route in player["routes"]) > 15:
            return False
    if len(players) == 2:
        one, other = ({frozenset(route[:2]) for route in player["routes"]} for player in players)
        return not one & other
    return True


def payments(colour: str, length: int, hand: dict[str, int]) -> set[tuple[tuple[str, int], ...]]:
    """Every handful of cards that pays for a route, by trying all."""
    cards = [kind for kind, number in hand.items() for _ in range(number)]
    found = set()
    for some in combinations(cards, length):
        plain = {kind for kind in some if kind != "taxi"}
        if len(plain) <= 1 and (colour == "gray" or plain <= {colour}):
            found.add(tuple(sorted((kind, some.count(kind)) for kind in set(some))))
    return found


def shortest(start: str, goal: str) -> int:
    """The fewest spaces between two places on the empty map, by relaxing every route until nothing changes."""
    far = {place: 999 for a, b, _, _ in PRINTED for place in (a, b)}
    far[start] = 0
    for _ in far:
        for a, b, _, length in PRINTED:
            far[a] = min(far[a], far[b] + length)
            far[b] = min(far[b], far[a] + length)
    return far[goal]
