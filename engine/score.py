"""A score in named parts, with where each point comes from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.words import Said, say

Cell = tuple[int, int]


@dataclass(frozen=True)
class Problem:
    """A breach of the rules in a position: whose, where, why."""

    why: Said
    player: str | None = None
    at: Cell | None = None
    what: str | None = None

    def as_json(self) -> dict[str, object]:
        at = list(self.at) if self.at else None
        answer: dict[str, object] = {"player": self.player, "at": at, "why": str(self.why)}
        if self.what is not None:
            answer["what"] = self.what
        return answer


@dataclass(frozen=True)
class Source:
    """Where some points come from: the part, how many, in words, and the cells or names to mark on the drawing."""

    part: str
    points: int
    why: Said
    cells: tuple[Cell, ...] = ()
    marks: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        return {
            "part": self.part,
            "points": self.points,
            "why": str(self.why),
            "cells": [list(cell) for cell in self.cells],
            "marks": list(self.marks),
        }


@dataclass(frozen=True)
class PlayerScore:
    """One player's points; `also` holds what a game adds to the answer beside them."""

    name: str
    parts: Mapping[str, int]
    sources: tuple[Source, ...] = ()
    also: Mapping[str, object] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(self.parts.values())

    def as_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "total": self.total,
            "parts": dict(self.parts),
            **self.also,
            "sources": [source.as_json() for source in self.sources],
        }


@dataclass(frozen=True)
class Score:
    """Everybody's points, who wins and why, and what is wrong with the position."""

    game: str
    players: tuple[PlayerScore, ...]
    winners: tuple[str, ...]
    problems: tuple[Problem, ...] = ()
    tie: Said | None = None
    also: Mapping[str, object] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        return {
            "game": self.game,
            "players": [player.as_json() for player in self.players],
            "winners": list(self.winners),
            "tie": str(self.tie) if self.tie else None,
            **self.also,
            "problems": [problem.as_json() for problem in self.problems],
        }


def all_of(names: Iterable[str]) -> str:
    """Several players in a sentence, each once."""
    return " and ".join(dict.fromkeys(names))


def the_one(names: Iterable[str]) -> str | None:
    """The player of a problem, if it is a single one's."""
    found = set(names)
    return found.pop() if len(found) == 1 else None


def only_one_ticket(ticket: object, holders: Sequence[str]) -> Said:
    """That a ticket is held more than once, by several players or by one."""
    words = "There is only one ticket {ticket}; it is held by {names}."
    if the_one(holders):
        words = "There is only one ticket {ticket}; {names} has it {count} times."
    return say(words, ticket=ticket, names=all_of(holders), count=len(holders))
