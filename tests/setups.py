"""The games that the general tests play: for each game, players and set-ups that differ in what they reach."""

from __future__ import annotations

from typing import Any

# Another map for the rules of New York: a river with an island, gray twins, and so few cards that the deck runs out.
LITTLE_BRIDGES: dict[str, Any] = {
    "name": "Little Bridges",
    "pieces": ["red", "black", "ivory", "blue"],
    "attractions": ["Mill", "Old Quay"],
    "cards": {"wild": "ferry", "wilds": 5, "colours": ["brown", "green"], "each": 7},
    "points": {"lengths": [1, 2, 4], "attraction": 2},
    "rules": {
        "taxis": 7,
        "start_cards": 2,
        "start_tickets": 1,
        "face_up": 4,
        "wilds_swept": 3,
        "draw_tickets": 2,
        "last_round_taxis": 1,
        "both_lanes_players": 3,
    },
    "ticket": [
        {"ends": ["Mill", "Island"], "value": 2},
        {"ends": ["Mill", "Fort"], "value": 4},
        {"ends": ["Old Quay", "Fort"], "value": 3},
        {"ends": ["Island", "Fort"], "value": 2},
    ],
    "route": [
        {"ends": ["Mill", "Old Quay"], "colour": "brown", "length": 1},
        {"ends": ["Mill", "Old Quay"], "colour": "green", "length": 1},
        {"ends": ["Old Quay", "Island"], "colour": "gray", "length": 1},
        {"ends": ["Old Quay", "Island"], "colour": "gray", "length": 1},
        {"ends": ["Mill", "Island"], "colour": "green", "length": 3},
        {"ends": ["Island", "Fort"], "colour": "brown", "length": 2},
        {"ends": ["Island", "Fort"], "colour": "green", "length": 2},
        {"ends": ["Old Quay", "Fort"], "colour": "gray", "length": 3},
    ],
}

# Another box for the rules of the Card Game: three colours, and so few cards that a second half hardly begins.
SHORT_LINES: dict[str, Any] = {
    "cards": {"colours": ["amber", "teal", "plum"], "of_each_colour": 8, "locomotives": 6},
    "deal": {
        "locomotives": 1,
        "cards": 3,
        "face_up": 3,
        "tickets": 2,
        "tickets_kept_at_least": 1,
        "tickets_drawn": 2,
        "cards_in_second_half": 2,
    },
    "bonus": [{"city": "Ford", "points": 4}, {"city": "Hill", "points": 7}],
    "ticket": [
        {"ends": ["Ford", "Hill"], "points": 3, "cards": ["amber"]},
        {"ends": ["Hill", "Ford"], "points": 4, "cards": ["plum"]},
        {"ends": ["Ford", "Lake"], "points": 6, "cards": ["amber", "teal"]},
        {"ends": ["Hill", "Lake"], "points": 7, "cards": ["teal", "plum"]},
        {"ends": ["Ford", "Moor"], "points": 9, "cards": ["amber", "amber", "plum"]},
        {"ends": ["Hill", "Moor"], "points": 9, "cards": ["teal", "teal", "plum"]},
        {"ends": ["Lake", "Moor"], "points": 5, "cards": ["amber", "plum"]},
        {"ends": ["Ford", "Bay"], "points": 6, "cards": ["teal", "amber"]},
        {"ends": ["Hill", "Bay"], "points": 8, "cards": ["plum", "plum"]},
    ],
}

NAMES = ("Ann", "Bob", "Cleo", "Dino")

SETUPS: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "railroad-tiles": [
        (1, {}),
        (1, {"challenge": "traffic-control"}),
        (2, {}),
        (2, {"objectives": ["town-hall", "stadium", "temple"]}),
        (3, {"objectives": ["metropolis", "central-station", "airport"]}),
        (3, {}),
        (4, {"objectives": ["service-station", "temple", "stadium"]}),
        (4, {}),
    ],
    "off-the-rails": [
        (2, {}),
        (2, {"fast": True, "clans": ["yellow", "blue"]}),
        (3, {"board": "9"}),
        (4, {}),
        (4, {"fast": True, "board": "11"}),
    ],
    "ticket-to-ride-new-york": [
        (2, {}),
        (3, {"first": "Cleo", "colours": ["purple", "white", "yellow"]}),
        (4, {}),
        (2, {"hands": "hidden"}),
        (4, {"hands": "hidden"}),
        (3, {"data": LITTLE_BRIDGES}),
        (2, {"data": LITTLE_BRIDGES, "hands": "hidden"}),
    ],
    "ticket-to-ride-card-game": [
        (2, {}),
        (3, {"first": "Cleo", "open_piles": True}),
        (4, {}),
        (2, {"hands": "hidden"}),
        (4, {"hands": "hidden", "first": "Bob"}),
        (4, {"data": SHORT_LINES}),
    ],
}


def all_setups() -> list[tuple[str, tuple[str, ...], dict[str, Any]]]:
    return [(game, NAMES[:players], setup) for game, setups in SETUPS.items() for players, setup in setups]
