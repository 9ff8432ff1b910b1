"""Advice: a move, and why. Each game's own module `hints` finds them; all know only what the player may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.words import Said

BEST = 3  # hints that are shown


@dataclass(frozen=True)
class Hint:
    """A move, how much it brings by the bot's own measure, and why."""

    move: Any
    gain: float
    why: tuple[Said, ...]


def best(found: list[Hint]) -> list[Hint]:
    """The best hints first, no move twice."""
    ranked: dict[str, Hint] = {}
    for hint in sorted(found, key=lambda hint: -hint.gain):
        ranked.setdefault(str(hint.move), hint)
    return list(ranked.values())[:BEST]
