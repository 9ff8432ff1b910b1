"""The games that are there, by name; a game's module is imported when somebody asks for it."""

from __future__ import annotations

import importlib
from functools import cache

from engine.bots import Bot, RandomBot
from engine.errors import BadInput
from engine.game import AnyGame
from engine.words import clause

# Each module has an object `GAME`.
MODULES = {
    "railroad-tiles": "engine.railroad_tiles",
    "off-the-rails": "engine.off_the_rails",
    "ticket-to-ride-new-york": "engine.ticket_to_ride_new_york",
    "ticket-to-ride-card-game": "engine.ticket_to_ride_card_game",
}


def names() -> tuple[str, ...]:
    return tuple(MODULES)


@cache
def find_game(name: str) -> AnyGame:
    if name not in MODULES:
        raise BadInput(
            clause("there is no game called {name!r}; the games are {games}", name=name, games=", ".join(MODULES))
        )
    game: AnyGame = importlib.import_module(MODULES[name]).GAME
    return game


def find_bot(name: str, kind: str) -> Bot:
    """A player for a game: `random`, or the game's own `good` one."""
    if kind == "random":
        return RandomBot()
    if kind != "good":
        raise BadInput(clause("there is no player called {kind!r}; there are random and good", kind=kind))
    find_game(name)
    bot: Bot = importlib.import_module(f"{MODULES[name]}.bots").GOOD
    return bot
