"""The games that are kept as playthroughs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.setups import LITTLE_BRIDGES, NAMES, SHORT_LINES


@dataclass(frozen=True)
class Playthrough:
    """One recorded game: who played what, how it was set up, and the seed of the dice."""

    name: str
    game: str
    players: int
    setup: dict[str, Any] = field(default_factory=dict)
    bots: tuple[str, ...] = ("good",)  # in turn for the seats
    seed: int = 1

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.players]


RAILROAD_TILES = [
    Playthrough("solo", "railroad-tiles", 1),
    Playthrough("solo-perfection", "railroad-tiles", 1, {"challenge": "perfection"}),
    Playthrough("solo-random-flat-earth", "railroad-tiles", 1, {"challenge": "flat-earth"}, ("random",)),
    Playthrough("two", "railroad-tiles", 2, bots=("good", "random")),
    Playthrough("two-objectives", "railroad-tiles", 2, {"objectives": ["town-hall", "metropolis", "stadium"]}),
    Playthrough("three", "railroad-tiles", 3),
    Playthrough("three-objectives", "railroad-tiles", 3, {"objectives": ["temple", "airport", "central-station"]}),
    Playthrough("four", "railroad-tiles", 4, bots=("good", "random")),
    Playthrough(
        "four-objectives", "railroad-tiles", 4, {"objectives": ["service-station", "temple", "town-hall"]}, ("random",)
    ),
]

OFF_THE_RAILS = [
    Playthrough("two", "off-the-rails", 2),
    Playthrough("two-fast", "off-the-rails", 2, {"fast": True}, ("good", "random")),
    Playthrough("three", "off-the-rails", 3, {"clans": ["blue", "red", "green"]}),
    Playthrough("two-over-at-the-opening", "off-the-rails", 2, seed=7),
    Playthrough("three-to-the-last-token", "off-the-rails", 3, seed=3),
    Playthrough("three-on-a-small-board", "off-the-rails", 3, {"board": "9"}, ("good", "random")),
    Playthrough("four", "off-the-rails", 4),
    Playthrough("four-fast", "off-the-rails", 4, {"fast": True}),
    Playthrough("four-random", "off-the-rails", 4, bots=("random",)),
]

NEW_YORK = [
    Playthrough("two", "ticket-to-ride-new-york", 2),
    Playthrough("three", "ticket-to-ride-new-york", 3, bots=("good", "random")),
    Playthrough("four", "ticket-to-ride-new-york", 4),
    Playthrough("two-hidden", "ticket-to-ride-new-york", 2, {"hands": "hidden"}, ("random",)),
    Playthrough("three-hidden", "ticket-to-ride-new-york", 3, {"hands": "hidden"}, ("random",)),
    Playthrough("two-nobody-can-act", "ticket-to-ride-new-york", 2, {"data": LITTLE_BRIDGES}, ("random",), 2),
    Playthrough("three-nobody-can-act", "ticket-to-ride-new-york", 3, {"data": LITTLE_BRIDGES}, ("random",), 1),
    Playthrough("four-nobody-can-act", "ticket-to-ride-new-york", 4, {"data": LITTLE_BRIDGES}, ("random",), 1),
]

CARD_GAME = [
    Playthrough("two", "ticket-to-ride-card-game", 2),
    Playthrough("three", "ticket-to-ride-card-game", 3, bots=("good", "random"), seed=2),
    Playthrough("four", "ticket-to-ride-card-game", 4),
    Playthrough("two-random", "ticket-to-ride-card-game", 2, bots=("random",)),
    Playthrough("three-hidden", "ticket-to-ride-card-game", 3, {"hands": "hidden"}, ("random",), 2),
    Playthrough("four-hidden", "ticket-to-ride-card-game", 4, {"hands": "hidden"}, ("random",)),
    Playthrough("four-short-second-half", "ticket-to-ride-card-game", 4, {"data": SHORT_LINES}, ("random",), 3),
    Playthrough("four-somebody-passes", "ticket-to-ride-card-game", 4, {"data": SHORT_LINES}, ("random",), 6),
]

PLAYTHROUGHS = [*RAILROAD_TILES, *OFF_THE_RAILS, *NEW_YORK, *CARD_GAME]
