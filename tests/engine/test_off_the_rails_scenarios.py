"""Hand-written logs of collisions, derailments and the abyss, played through `capostazione replay`."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.off_the_rails.turns import ALL_LAID, ALL_OFF
from firmware.cli import main

FOLDER = Path(__file__).resolve().parents[1] / "scenarios" / "off_the_rails"
EXPECTED = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))
PLAYTHROUGHS = FOLDER.parents[1] / "playthroughs" / "off-the-rails"
ROCKS = ["rock", "rock"]  # of the first deposits, alike in all scenarios


def at(thing: dict[str, Any]) -> str:
    return "{},{}".format(*thing["at"])


@pytest.mark.parametrize("name", EXPECTED)
def test_the_scenario_comes_out_as_expected(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    expected = EXPECTED[name]
    code = main(["replay", str(FOLDER / f"{name}.jsonl")])
    told = json.loads(capsys.readouterr().out)
    cells, carts = told["position"]["cells"], told["position"]["carts"]
    assert [" ".join([cart["clan"], cart["die"], at(cart), cart["facing"], *cart["hold"]]) for cart in carts] == (
        expected["carts"]
    )
    heaps = [cell for cell in cells if cell["jewels"] and cell["jewels"] != ROCKS]
    assert [" ".join([at(cell), *cell["jewels"]]) for cell in heaps] == expected["jewels"]
    assert [f"{at(cell)} {cell['abyss']}" for cell in cells if cell["abyss"]] == expected["abyss"]
    assert [player["total"] for player in told["score"]["players"]] == expected["totals"]
    assert (told["phase"], told["problems"]) == (expected["phase"], [])
    assert code == (1 if "refused" in expected else 0)
    if "refused" in expected:
        assert (told["refused"]["entry"], told["refused"]["why"]) == (expected["refused"], expected["why"])


def test_no_scenario_is_forgotten() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(EXPECTED)


@pytest.mark.parametrize("ending", [ALL_OFF, ALL_LAID])
def test_each_way_to_end_has_a_recorded_game(ending: str) -> None:
    recorded = [path.read_text(encoding="utf-8") for path in PLAYTHROUGHS.glob("*.txt")]
    assert any(f"The game is over: {ending}." in game for game in recorded)
