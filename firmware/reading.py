"""From a picture to what the rules make of it: a reader for each game, and the explanation of what it read."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from engine.game import AnyGame
from engine.games import MODULES
from engine.infer import infer
from engine.observation import AMBIGUOUS, FOUND, Inference, entry_of
from firmware.board_lessons import BoardLesson
from firmware.cameras import Bgr
from firmware.lessons import Lesson
from webui.desk import Seen, Snapshot

ONLY_FOR_RULES = ("chances", "present", "before", "old")  # what a reader tells beyond the form that `see` prints


class Reader(Protocol):
    """Reads a picture of the table."""

    def reads(self, game: str) -> bool:
        """Whether it knows this game at all; the others are played on the page."""

    def read(self, picture_bgr: Bgr, game: str) -> Mapping[str, Any]:
        """What is on the picture, in the form that `see` prints; raises ClearNo when nothing can be recognised."""

    def read_again(self, picture_bgr: Bgr, game: str) -> Mapping[str, Any]:
        """What another picture of the same rest tells together with those before it."""

    def agree(self, game: str) -> bool:
        """What was last read agrees with the record; tells whether it is remembered, so that `old` things are told."""

    def learn_from(self, lesson: Lesson | BoardLesson, picture_bgr: Bgr) -> bool:
        """Take a correction to heart; tells whether there was something to learn."""

    def drawn(self, picture_bgr: Bgr) -> Bgr:
        """The picture with what was last read drawn on a copy of it."""


def can_explain(game: str) -> bool:
    """Whether a game's rules can tell which moves a picture shows; the others are played by the page."""
    return game in MODULES and importlib.util.find_spec(f"{MODULES[game]}.explain") is not None


def explain(snapshot: Snapshot, observation: Mapping[str, Any], agreed: Any = None) -> Seen:
    """What the rules make of an observation, seen from the snapshot's state and the one that last agreed with it."""
    assert snapshot.game is not None
    inference = infer(snapshot.game.name, snapshot.state, observation, agreed)
    shown = _without_chances(observation)
    return Seen(inference.verdict, explanations_of(inference), inference.contradictions, shown, observation)


def reached(game: AnyGame, state: Any, texts: Iterable[str]) -> Any:
    """The state to which an explanation leads."""
    for do, text in map(entry_of, texts):
        state = game.correct(state, text) if do == "correct" else game.play(state, game.read_move(text, state))
    return state


def _without_chances(told: Any) -> Any:
    """An observation in the form that `see` prints, without what only the rules weigh."""
    if isinstance(told, Mapping):
        return {key: _without_chances(value) for key, value in told.items() if key not in ONLY_FOR_RULES}
    return [_without_chances(item) for item in told] if isinstance(told, list) else told


def explanations_of(inference: Inference) -> tuple[tuple[str, ...], ...]:
    """The moves to choose from, each way whole."""
    moves = tuple(str(move) for move in inference.moves)
    if inference.verdict == FOUND:
        return (moves,)
    if inference.verdict != AMBIGUOUS:
        return ()
    choices = [tuple(str(move) for move in choice) for choice in inference.choices]
    # A choice that repeats what was already followed is a doubt about that; any other one comes after it.
    whole = [moves if set(choice) <= set(moves) else (*moves, *choice) for choice in choices] or [moves]
    return tuple(dict.fromkeys(explanation for explanation in whole if explanation))
