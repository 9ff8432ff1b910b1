"""The throw of the two-player token: fair, by the system's own randomness, and only when one is due."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from engine.game import TABLE, AnyGame


def sides_due(game: AnyGame, state: Any) -> tuple[str, ...]:
    """The ways in which the token may fall now, as move texts; empty when no throw is due."""
    chances = [str(move) for move in game.chances(state)]
    due = all(text.startswith(f"{TABLE} flip ") for text in chances)
    return tuple(chances) if due else ()


def throw(ways: tuple[str, ...], below: Callable[[int], int] = secrets.randbelow) -> str:
    """One of the ways, each as likely; `below(k)` gives a number from 0 to k - 1."""
    return ways[below(len(ways))]


def side_of(text: str) -> str:
    """Left or right, from the move's text."""
    return text.split()[-1]
