"""The map and the box as data: New York is right, and another map is only another file."""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.data import SURENESS, load_toml
from engine.errors import BadSetup
from engine.parts.routes import shortest
from engine.ticket_to_ride_new_york import GAME
from engine.ticket_to_ride_new_york.board import board_with, our_board
from tests.engine.new_york import after, set_up
from tests.reference import ticket_to_ride_new_york as reference
from tests.setups import LITTLE_BRIDGES

BOARD = our_board()
DATA = load_toml("engine.ticket_to_ride_new_york", "board.toml")
SHARED = Path(os.environ.get("CAPOSTAZIONE_SHARED", Path(__file__).resolve().parents[2] / ".." / "shared"))


def test_the_map_has_the_places_and_routes_of_the_board() -> None:
    assert len(BOARD.places) == 15
    assert len(BOARD.routes) == 41
    assert len(BOARD.lanes) == 30
    assert sum(len(lanes) == 2 for lanes in BOARD.lanes.values()) == 11
    assert sum(route.length for route in BOARD.routes) == 84
    assert Counter(route.length for route in BOARD.routes) == {1: 9, 2: 22, 3: 9, 4: 1}


def test_the_map_agrees_with_the_list_of_routes() -> None:
    ours = Counter((frozenset(route.ends), route.colour, route.length) for route in BOARD.routes)
    assert ours == Counter((frozenset((a, b)), colour, length) for a, b, colour, length in reference.PRINTED)


def test_the_two_routes_of_a_double_are_equally_long() -> None:
    """Rulebook, claiming a route: double routes have the same number of spaces."""
    for lanes in BOARD.lanes.values():
        assert len({BOARD.routes[lane].length for lane in lanes}) == 1


def test_the_box_holds_44_cards_and_60_taxis() -> None:
    """Rulebook, list of components."""
    assert BOARD.cards.size == 44
    assert BOARD.cards.counts() == {"taxi": 8, **dict.fromkeys(("black", "blue", "green", "orange", "pink", "red"), 6)}
    assert BOARD.numbers.taxis * len(BOARD.pieces) == 60


@pytest.mark.parametrize("ticket", BOARD.tickets, ids=str)
def test_a_ticket_is_worth_the_shortest_way(ticket: Any) -> None:
    way = shortest(BOARD.routes, *ticket.ends)
    assert way is not None
    assert sum(route.length for route in way) == ticket.value == reference.shortest(*ticket.ends)


def test_the_tickets_are_the_18_of_the_box() -> None:
    assert {ticket.pair: ticket.value for ticket in BOARD.tickets} == reference.VALUES
    assert len(BOARD.tickets) == 18


def test_the_attractions_are_the_nine_coins() -> None:
    assert sorted(BOARD.attractions) == sorted(reference.COINS)


def test_every_group_of_facts_says_how_sure_it_is() -> None:
    groups = [*DATA["sources"].values(), DATA["cards"], DATA["points"], DATA["rules"]]
    assert all(group["sure"] in SURENESS and group["source"] for group in groups)


def test_every_space_has_four_corners_on_the_board() -> None:
    width, height = DATA["size"]
    for route in DATA["route"]:
        for space in route["spaces"]:
            assert len(space) == 4
            assert all(0 <= x <= width and 0 <= y <= height for x, y in space)


@pytest.mark.skipif(
    not (SHARED / "rules").exists(), reason="the folder with the measured board is not beside the project"
)
def test_the_spaces_are_those_that_were_measured() -> None:
    measured = tomllib.loads((SHARED / "rules" / "new-york-board.toml").read_text(encoding="utf-8"))
    assert {key: DATA[key] for key in measured} == measured


def test_another_map_is_only_other_data() -> None:
    state = GAME.start(("Ann", "Bob"), {"data": LITTLE_BRIDGES})
    assert state.board.name == "Little Bridges"
    assert state.board.cards.counts() == {"brown": 7, "ferry": 5, "green": 7}
    assert len(state.row) == 4


def test_another_map_is_scored_with_its_own_data() -> None:
    state = set_up_bridges("Mill - Old Quay green belongs to P1", "Old Quay - Fort gray belongs to P1")
    position = GAME.position(state)
    parts = GAME.score(position).players[0].parts
    assert parts["routes"] == 1 + 4
    assert parts["attractions"] == 2 * 2


def set_up_bridges(*corrections: str) -> Any:
    state = GAME.start(("Ann", "Bob"), {"data": LITTLE_BRIDGES, "hands": "hidden"})
    state = after(state, *["TABLE shows green"] * 4)
    for correction in corrections:
        state = GAME.correct(state, correction)
    return state


def test_equal_data_makes_equal_games() -> None:
    assert board_with(LITTLE_BRIDGES) == board_with({**LITTLE_BRIDGES})
    assert board_with(None) is our_board()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"ticket": [{"ends": ["Mill", "Nowhere"], "value": 2}]}, "ticket: no route of the map leads to Nowhere"),
        ({"attractions": ["Nowhere"]}, "attractions: no route of the map leads to Nowhere"),
        ({"points": {"lengths": [1, 2], "attraction": 1}}, "points: there are no points for a route of 3 spaces"),
        ({"route": [{"ends": ["A", "A"], "colour": "green", "length": 1}]}, "both ends are A"),
        ({"route": [{"ends": ["A", "B"], "colour": "pink", "length": 1}]}, "must be one of brown, green, gray"),
        ({"route": [{"ends": ["A", "B"], "colour": "green"}]}, "the key 'spaces' is missing"),
        ({"route": [{"ends": ["A - C", "B"], "colour": "green", "length": 1}]}, "'A - C' is no name of a place"),
        ({"ticket": LITTLE_BRIDGES["ticket"] * 2}, "ticket: two tickets name the same places"),
        ({"pieces": ["red", "black"]}, "has pieces for 2 players"),
        ({"ticket": LITTLE_BRIDGES["ticket"][:2]}, "too few tickets"),
        ({"cards": {"wild": "ferry", "wilds": 1, "colours": ["brown", "green"], "each": 2}}, "too few cards"),
        ({"cards": {"wild": "gray", "wilds": 1, "colours": ["brown", "green"], "each": 9}}, "cannot be colours"),
        ({"streets": []}, "unknown table 'streets'"),
        ({"name": 3}, "name: must be a text"),
    ],
)
def test_a_map_that_does_not_fit_together_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(BadSetup, match=why):
        GAME.start(("Ann", "Bob", "Cleo"), {"data": {**LITTLE_BRIDGES, **change}})


@pytest.mark.parametrize(
    ("players", "setup", "why"),
    [
        (1, {}, "1 players: this game is for 2 to 4"),
        (2, {"first": "Zoe"}, "setup.first: must be one of Ann, Bob"),
        (2, {"colours": ["white", "white"]}, "two players have the same colour"),
        (2, {"colours": ["white"]}, "setup.colours: must have 2 entries"),
        (2, {"hands": "secret"}, "setup.hands: must be one of open, hidden"),
        (2, {"seats": 3}, "unknown key 'seats'"),
        (2, {"data": 3}, "setup.data: must be an object"),
    ],
)
def test_a_table_that_cannot_be_set_up_is_refused(players: int, setup: dict[str, Any], why: str) -> None:
    with pytest.raises(BadSetup, match=why):
        GAME.start(("Ann", "Bob")[:players], setup)


def test_the_first_player_and_the_colours_can_be_chosen() -> None:
    state = set_up(3, {"first": "Cleo", "colours": ["purple", "white", "yellow"]})
    assert state.current == 2
    assert [player.colour for player in state.players] == ["purple", "white", "yellow"]
