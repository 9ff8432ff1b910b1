"""Ticket to Ride: The Card Game counted a second time, as plainly and slowly as it takes to be believed.

It shares nothing with the engine, not even the tickets: they were written down again from the list of the cards. All
choices of tickets are tried one after the other, so a player should not hold many more than a dozen.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

TICKETS = """
Chicago > New York: 5 yellow
New York > Chicago: 5 blue
Chicago > Dallas: 6 yellow green
New York > Sault Ste. Marie: 6 yellow blue
Chicago > Montreal: 7 yellow blue
Chicago > Charleston: 7 yellow red
Dallas > Raleigh: 8 green red
Dallas > Miami: 9 green red
Seattle > Los Angeles: 9 black white
Chicago > Santa Fe: 9 yellow green
New York > Kansas City: 9 green blue
Chicago > Miami: 10 yellow red
New York > Miami: 10 blue red
Seattle > Denver: 10 black green
Los Angeles > Dallas: 10 white green
Los Angeles > Vancouver: 10 black white
Dallas > Helena: 10 black green
Dallas > Washington: 10 green blue
New York > New Orleans: 10 blue red
Dallas > New York: 11 green blue orange
Dallas > Winnipeg: 11 yellow green purple
Miami > Omaha: 11 yellow red purple
Los Angeles > Houston: 11 white green orange
Miami > Boston: 12 blue red orange
Seattle > Phoenix: 12 black white orange
Miami > El Paso: 13 green red orange
Dallas > San Francisco: 13 white green purple
Chicago > Calgary: 13 black yellow purple
Seattle > Saint Louis: 14 black yellow purple
Los Angeles > Nashville: 14 white red orange
Los Angeles > Duluth: 14 white yellow purple
Seattle > Chicago: 15 black yellow yellow
Los Angeles > Chicago: 15 white yellow orange
Seattle > Dallas: 16 black black green orange
Chicago > San Francisco: 16 white yellow purple orange
Miami > Salt Lake City: 17 black red purple orange
Seattle > Atlanta: 17 black green red orange
Seattle > Toronto: 17 black blue purple purple
Los Angeles > Pittsburgh: 18 white blue blue purple
Los Angeles > Miami: 19 white red orange orange
New York > Las Vegas: 19 white blue purple orange
Miami > Las Vegas: 20 white red purple orange
Seattle > New York: 20 black blue blue purple
Los Angeles > New York: 20 white white blue blue
New York > Portland: 21 black yellow blue purple purple
Seattle > Miami: 22 black white red red orange
"""

BONUSES = {"Chicago": 12, "Dallas": 10, "Los Angeles": 12, "Miami": 8, "New York": 15, "Seattle": 8}

Pair = tuple[str, str]
Choice = tuple[Pair, ...]


def _read_tickets() -> dict[Pair, tuple[int, list[str]]]:
    tickets = {}
    for line in TICKETS.strip().splitlines():
        ends, worth = line.split(": ")
        points, *colours = worth.split()
        start, end = ends.split(" > ")
        tickets[start, end] = (int(points), colours)
    return tickets


WORTH = _read_tickets()


def can_complete(pile: dict[str, int], choice: Choice) -> bool:
    """Lays the cards one by one, a locomotive only where the colour has run out."""
    left = dict(pile)
    for ticket in choice:
        for colour in WORTH[ticket][1]:
            card = colour if left.get(colour, 0) > 0 else "locomotive"
            if left.get(card, 0) == 0:
                return False
            left[card] -= 1
    return True


def rank(choice: Choice, held: Choice) -> tuple[int, int, int]:
    """Completed minus open, then the number of tickets, then the big-city names on them (ruling 4)."""
    completed = sum(WORTH[ticket][0] for ticket in choice)
    whole = sum(WORTH[ticket][0] for ticket in held)
    return completed - (whole - completed), len(choice), sum(city in BONUSES for ticket in choice for city in ticket)


def all_choices(pile: dict[str, int], held: Choice) -> list[Choice]:
    """Every set of the held tickets for which the pile suffices, one bit of a number for each ticket."""
    choices = []
    for bits in range(2 ** len(held)):
        choice = tuple(ticket for place, ticket in enumerate(held) if bits >> place & 1)
        if can_complete(pile, choice):
            choices.append(choice)
    return choices


def best_choices(pile: dict[str, int], held: Choice) -> list[Choice]:
    """All choices that nothing beats; they may name different cities."""
    choices = all_choices(pile, held)
    best = max(rank(choice, held) for choice in choices)
    return [choice for choice in choices if rank(choice, held) == best]


def tickets_of(player: dict[str, Any], key: str) -> Choice:
    return tuple((start, end) for start, end in player.get(key, []))


def cities_named(player: dict[str, Any], choice: Choice) -> Counter[str]:
    return Counter(city for ticket in (*tickets_of(player, "completed_before"), *choice) for city in ticket)


def total(players: list[dict[str, Any]], choices: list[Choice], index: int) -> tuple[int, set[str], dict[str, int]]:
    """One player's total, bonus cities and parts, when everybody completes the given tickets."""
    counts = [cities_named(player, choice) for player, choice in zip(players, choices, strict=True)]
    won = {
        city
        for city in BONUSES
        if counts[index][city] > 0 and all(counts[index][city] >= other[city] for other in counts)
    }
    completed = (*tickets_of(players[index], "completed_before"), *choices[index])
    left = Counter(tickets_of(players[index], "tickets")) - Counter(choices[index])
    parts = {
        "tickets": sum(WORTH[ticket][0] for ticket in completed),
        "open": -sum(WORTH[ticket][0] * count for ticket, count in left.items()),
        "bonuses": sum(BONUSES[city] for city in won),
    }
    return sum(parts.values()), won, parts


def winners(players: list[dict[str, Any]], choices: list[Choice]) -> set[str]:
    ranks = {}
    for index, player in enumerate(players):
        points, won, _ = total(players, choices, index)
        completed = len(tickets_of(player, "completed_before")) + len(choices[index])
        ranks[player["name"]] = (points, completed, len(won))
    return {name for name, mine in ranks.items() if mine == max(ranks.values())}


def highest_total(players: list[dict[str, Any]], choices: list[Choice], index: int) -> int:
    """The highest total that the player could reach while all others stay with their choices."""
    mine = all_choices(players[index]["on_track"], tickets_of(players[index], "tickets"))
    return max(total(players, [*choices[:index], choice, *choices[index + 1 :]], index)[0] for choice in mine)
