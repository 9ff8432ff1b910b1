"""Completing a move's text that leaves something out, from the moves that are legal now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from engine.errors import AmbiguousMove

MoveT = TypeVar("MoveT")
MOST_NAMED = 6


def complete(text: str, moves: Iterable[MoveT]) -> MoveT | None:
    """The one move whose text has these words in this order; None if there is none, AmbiguousMove if several fit."""
    words = text.split()
    found = [move for move in moves if _fits(words, str(move).split())]
    if len(found) > 1:
        exact = [move for move in found if len(str(move).split()) == len(words)]
        found = exact if len(exact) == 1 else found
    if len(found) > 1:
        shown = tuple(str(move) for move in found[:MOST_NAMED])
        raise AmbiguousMove(text, shown if len(found) <= MOST_NAMED else (*shown, "others"))
    return found[0] if found else None


def _fits(words: list[str], whole: list[str]) -> bool:
    """Whether the words stand in the whole text in order; a word may be the beginning of one before `.`, `#` or `=`."""
    left = iter(whole)
    return all(any(_begins(word, other) for other in left) for word in words)


def _begins(word: str, other: str) -> bool:
    return other == word or (other.startswith(word) and other[len(word)] in ".#=")
