"""What is measured of this game: each entry is a name, the work, and a slower way to do the same, if there is one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.bots import Bot, RandomBot, play_out
from engine.game import seat
from engine.ticket_to_ride_new_york import GAME
from engine.ticket_to_ride_new_york.bots import GoodBot
from engine.ticket_to_ride_new_york.state import State

Work = Callable[[], object]


class FixedDice:
    """Dice that fall the same way every time, so that every run measures the same games."""

    def __init__(self) -> None:
        self._last = 20_180_601

    def random(self) -> float:
        self._last = (self._last * 1_103_515_245 + 12_345) % 2**31
        return self._last / 2**31

    def choice(self, seq: Sequence[Any], /) -> Any:
        return seq[int(self.random() * len(seq))]


def _game(bot: Bot, players: int, setup: dict[str, str]) -> State:
    state = GAME.start(("Ann", "Bob", "Cleo", "Dino")[:players], setup)
    bots = {seat(index): bot for index in range(players)}
    for _, following in play_out(GAME, state, bots, FixedDice()):
        state = following
    return state


def benchmarks() -> list[tuple[str, Work, Work | None]]:
    final = GAME.position(_game(GoodBot(), 4, {}))
    return [
        ("new york: a whole random game of four", lambda: _game(RandomBot(), 4, {}), None),
        (
            "new york: a whole random game of four, hidden hands",
            lambda: _game(RandomBot(), 4, {"hands": "hidden"}),
            None,
        ),
        ("new york: a whole good game of four", lambda: _game(GoodBot(), 4, {}), None),
        ("new york: the final score of four players", lambda: GAME.score(final), None),
    ]
