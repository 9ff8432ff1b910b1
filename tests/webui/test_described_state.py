"""The state as it is described: no key is sent that the description does not name, in any of the four games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.games import names
from engine.observation import Contradiction
from engine.words import say
from firmware.inbox import Sight, Trouble
from tests.setups import all_setups
from tests.webui.asking import Visit
from tests.webui.conftest import Start
from webui.desk import Seen
from webui.openapi import describe

jsonschema_rs = pytest.importorskip(
    "jsonschema_rs", reason="jsonschema_rs comes with schemathesis: pip install '.[dev]'"
)

SCHEMA = describe("0")["components"]["schemas"]["State"]
FITTING = jsonschema_rs.validator_for(SCHEMA)
CASES = [pytest.param(*case, id=f"{case[0]}-{number}") for number, case in enumerate(all_setups())]


def check(state: Mapping[str, Any]) -> None:
    wrong = [
        f"{'.'.join(map(str, error.instance_path))}: {error.message}"[:300] for error in FITTING.iter_errors(state)
    ]
    assert not wrong


def state_of(client: FlaskClient) -> dict[str, Any]:
    """In Italian, so that the sentences in it are translated."""
    return json.loads(client.get("/api/state?lang=it").get_data())


def test_an_empty_table_is_described(start: Start, visit: Visit) -> None:
    state = state_of(visit(start()))
    check(state)
    assert set(state) == set(SCHEMA["required"])


@pytest.mark.parametrize(("game", "players", "setup"), CASES)
def test_every_key_of_a_game_is_described(
    start: Start, visit: Visit, game: str, players: tuple[str, ...], setup: dict[str, Any]
) -> None:
    client = visit(start(game, players=players, moves=40, setup=setup))
    client.post("/api/seat", json={"seat": "P1"})
    state = state_of(client)
    check(state)
    assert set(state) == set(SCHEMA["properties"])
    assert state["you"]["seat"] == "P1"


@pytest.mark.parametrize("game", names())
def test_the_end_of_a_game_is_described(start: Start, visit: Visit, game: str) -> None:
    state = state_of(visit(start(game, moves=10_000)))
    assert state["over"]
    check(state)


@pytest.mark.parametrize("game", names())
def test_what_the_camera_tells_is_described(start: Start, visit: Visit, game: str) -> None:
    """With what no move explains on the table, a trouble, and an undo that the wood must follow."""
    service = start(game, moves=6)
    service.put(Trouble("camera", say("The webcam is closed.")))
    wrong = Contradiction(say("The tile at {cell} is not the one on record.", cell="0,0"), "P1", (0, 0), True, "a move")
    seen = Seen("unexplained", ((service.snapshot.story[-1].text,),), (wrong,), {"game": game})
    service.put(Sight(service.snapshot.n, seen))
    client = visit(service)
    while not (state := state_of(client))["seen"]:
        service.wait_for_news(state["serial"], 1)
    check(state)
    assert state["troubles"]
    assert state["seen"]["contradictions"]
    service.ask("undo", None)
    check(state_of(client))


def test_a_key_that_is_not_described_is_noticed(start: Start, visit: Visit) -> None:
    state = state_of(visit(start()))
    for key in SCHEMA["required"]:
        assert not FITTING.is_valid({name: value for name, value in state.items() if name != key})
    assert not FITTING.is_valid({**state, "news": 1})
