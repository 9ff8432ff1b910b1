"""Whatever stands in a set-up: a game begins, or one sentence says why not. Nothing else may come out of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from engine.data import load_toml
from engine.errors import BadInput
from engine.games import find_game, names

TABLES: dict[str, dict[str, Any]] = {
    "railroad-tiles": load_toml("engine.railroad_tiles", "box.toml"),
    "off-the-rails": load_toml("engine.off_the_rails", "box.toml"),
    "ticket-to-ride-new-york": load_toml("engine.ticket_to_ride_new_york", "board.toml"),
    "ticket-to-ride-card-game": load_toml("engine.ticket_to_ride_card_game", "cards.toml"),
}
SCRAPS = some.none() | some.booleans() | some.integers(-3, 200) | some.floats(allow_nan=False) | some.text(max_size=4)
ANYTHING = some.recursive(
    SCRAPS, lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
KEYS = ("objectives", "challenge", "data", "board", "clans", "fast", "hands", "first", "colours", "open_piles")


@some.composite
def spoiled_tables(draw: Any, tables: dict[str, Any]) -> dict[str, Any]:
    """One of the game's own tables with something in it exchanged, at any depth."""
    name = draw(some.sampled_from(sorted(tables)))
    return {name: draw(spoiled(tables[name]))}


@some.composite
def spoiled(draw: Any, value: Any) -> Any:
    if not isinstance(value, dict | list) or not value or draw(some.integers(0, 4)) == 0:
        return draw(ANYTHING)
    if isinstance(value, list):
        index = draw(some.integers(0, len(value) - 1))
        return [*value[:index], draw(spoiled(value[index])), *value[index + 1 :]]
    key = draw(some.sampled_from(sorted(value)))
    return {**value, key: draw(spoiled(value[key]))}


def _begin(game: str, setup: dict[str, Any]) -> None:
    try:
        state = find_game(game).start(("Ann", "Bob"), setup)
    except BadInput:
        return
    assert find_game(game).view(state)


@pytest.mark.parametrize("game", names())
@settings(max_examples=60, deadline=None)
@given(data=some.data())
def test_any_set_up_begins_or_is_refused(game: str, data: Any) -> None:
    _begin(game, data.draw(some.dictionaries(some.sampled_from(KEYS), ANYTHING, max_size=3)))


@pytest.mark.parametrize("game", names())
@settings(max_examples=120, deadline=None)
@given(data=some.data())
def test_any_own_table_makes_a_box_or_is_refused(game: str, data: Any) -> None:
    _begin(game, {"data": data.draw(spoiled_tables(TABLES[game]))})
