"""The games that the general tests play: for each game, players and set-ups that differ in what they reach."""

from __future__ import annotations

from typing import Any

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
}


def all_setups() -> list[tuple[str, tuple[str, ...], dict[str, Any]]]:
    return [(game, NAMES[:players], setup) for game, setups in SETUPS.items() for players, setup in setups]
