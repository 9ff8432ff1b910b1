"""`capostazione score` on anything at all: an answer or one line, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.commands.runs import Command

Things = st.SearchStrategy[Any]

WORDS = st.sampled_from(
    ["railroad-tiles", "HRHR", "----", "H-R-", "car", "train", "traveller", "highway", "rail", "station"]
) | st.sampled_from(["temple", "holes", "Ann"])
LEAVES = st.none() | st.booleans() | st.integers(-3, 5) | st.integers() | st.floats() | st.text(max_size=4) | WORDS
KEYS = (
    st.text(max_size=3)
    | st.sampled_from(
        ["game", "challenge", "players", "name", "prestige", "column", "tiles", "earned", "at", "sides", "urban"]
    )
    | st.sampled_from(["station", "objective", "spots", "confidence", "kind", "on", "pawn", "points", "by", "with"])
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=12
)
CELLS = st.lists(st.integers(-2, 2) | LEAVES, min_size=1, max_size=3)


def nearly(
    required: dict[str, st.SearchStrategy[Any]], also: dict[str, st.SearchStrategy[Any]]
) -> st.SearchStrategy[Any]:
    """Objects that mostly have the right keys with mostly the right values."""
    either = {key: value | VALUES for key, value in required.items()}
    return st.fixed_dictionaries(either, optional={key: value | VALUES for key, value in also.items()})


SPOTS = nearly({"kind": WORDS}, {"on": WORDS, "pawn": st.booleans()})
TILES = nearly(
    {"at": CELLS, "sides": st.text("HR-", min_size=4, max_size=4)},
    {"urban": st.booleans(), "station": st.booleans(), "objective": WORDS, "spots": st.lists(SPOTS, max_size=3)},
)
PLAYERS = nearly(
    {"name": WORDS, "tiles": st.lists(TILES, max_size=4)}, {"prestige": st.integers(0, 9), "column": st.integers(0, 4)}
)
POSITIONS = nearly({"game": st.just("railroad-tiles"), "players": st.lists(PLAYERS, max_size=3)}, {"challenge": WORDS})


@settings(max_examples=300, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(POSITIONS | VALUES | st.binary(max_size=30))
def test_anything_at_all_is_scored_or_answered_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], value: Any
) -> None:
    answer = Command(tmp_path, capsys).score(value)
    if answer.code == 0:
        told = json.loads(answer.out)
        assert all(player["total"] == sum(player["parts"].values()) for player in told["players"])
    else:
        answer.check_bad()
