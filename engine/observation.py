"""What the camera saw, as the rules look at it: never a state, only evidence with its sureness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.words import Said

SURE = 0.9  # from here on a sighting is believed against any explanation


@dataclass(frozen=True)
class Contradiction:
    """A place where what was seen and what is known do not agree."""

    why: Said
    seat: str | None
    at: tuple[int, int] | None
    sure: bool
    move: str | None = None  # the illegal move that would explain it, in words
    recorded: bool = False  # it is about something that is recorded and looks otherwise


@dataclass(frozen=True)
class Revision:
    """The camera takes back something that it read wrongly before: a correction among the moves of an explanation."""

    text: str

    def __str__(self) -> str:
        return REVISED + self.text


REVISED = "correct "


def entry_of(text: str) -> tuple[str, str]:
    """What an explanation's text is in the log: a move, or the correction that follows from seeing better."""
    if text.startswith(REVISED):
        return "correct", text.removeprefix(REVISED)
    return "move", text


@dataclass(frozen=True)
class Inference:
    """What the rules make of a sighting.

    `same`: nothing has changed. `found`: exactly one legal sequence of moves explains it. `ambiguous`: several do, or
    the one is not sure enough; people are asked. `unexplained`: no legal moves lead there; the places are named.
    """

    verdict: str
    moves: tuple[Any, ...] = ()
    choices: tuple[tuple[Any, ...], ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    confidence: float = 1.0


SAME, FOUND, AMBIGUOUS, UNEXPLAINED = "same", "found", "ambiguous", "unexplained"


def conclude(
    moves: Sequence[Any],
    contradictions: Sequence[Contradiction],
    choices: Sequence[Sequence[Any]] = (),
    confidence: float = 1.0,
) -> Inference:
    """The verdict: a sure contradiction beats any explanation, and an unsure one is asked about."""
    told = tuple(contradictions)
    several = tuple(tuple(choice) for choice in choices)
    if any(one.sure for one in told):
        return Inference(UNEXPLAINED, tuple(moves), several, told, confidence)
    if several or told:
        return Inference(AMBIGUOUS, tuple(moves), several, told, confidence)
    if moves:
        return Inference(FOUND, tuple(moves), (), (), confidence)
    return Inference(SAME)
