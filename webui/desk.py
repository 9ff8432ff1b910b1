"""The seam between the page and the service: the snapshot that everybody may look at, and the questions one may put.

The page imports nothing of the service. It is given a `Desk`, and all it gets from it are frozen snapshots.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.errors import ClearNo
from engine.game import AnyGame, Turn
from engine.log import Entry
from engine.observation import Contradiction
from engine.score import Problem, Score
from engine.words import Said

# What the service is waiting for; together with a button it decides what a press does.
IDLE = "idle"  # no game is set up
PLAY = "play"  # somebody is to move
FLIP = "flip"  # the two-player token is to be thrown
OFFER = "offer"  # the camera is certain of a move, and the table wants to be asked
QUESTION = "question"  # several legal moves explain what the camera sees
PUZZLE = "puzzle"  # no legal move explains what the camera sees
OWING = "owing"  # the wood must still follow an undo or a redo
OVER = "over"  # the game has ended
MOMENTS = (IDLE, PLAY, FLIP, OFFER, QUESTION, PUZZLE, OWING, OVER)


class StaleNumber(ClearNo):
    """A command that was given in view of a state that is no longer there."""


class NotAnswered(ClearNo):
    """The service did not answer in time; whether it will still do what was asked is not known."""


@dataclass(frozen=True)
class Seen:
    """What the camera made of the table: the explanations it found, each a few moves, and what it cannot explain."""

    verdict: str  # same, found, ambiguous, unexplained
    explanations: tuple[tuple[str, ...], ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    observation: Mapping[str, Any] | None = None  # in the form that `see` prints
    evidence: Mapping[str, Any] | None = None  # the same with the chances of every part


@dataclass(frozen=True)
class Flipped:
    """The last throw of the two-player token, and the state number it made."""

    side: str
    n: int


@dataclass(frozen=True)
class Snapshot:
    """Everything that is known at one moment; a new one replaces it whole.

    `n` grows with everything that a command may depend on. `serial` grows with every snapshot: lights, the camera's
    health and the like change it too, and must not make a player's command stale.
    """

    serial: int = 0
    n: int = 0
    moment: str = IDLE
    game: AnyGame | None = None
    state: Any = None
    players: tuple[str, ...] = ()
    setup: Mapping[str, Any] = field(default_factory=dict)
    turn: Turn | None = None
    score: Score | None = None
    problems: tuple[Problem, ...] = ()
    story: tuple[Entry, ...] = ()
    can_undo: bool = False
    can_redo: bool = False
    seen: Seen | None = None
    guide: tuple[Said, ...] = ()
    evidence: Mapping[str, Any] | None = None  # the camera's last word with its chances: it is weighed, never shown
    flipped: Flipped | None = None
    showing: str = ""  # what somebody wants to see large: score or address
    watching: str = "off"  # off, looking, moving, reading
    troubles: Mapping[str, str] = field(default_factory=dict)  # by part: camera, panel, disk
    refusal: Said | None = None
    lights: Mapping[str, str] = field(default_factory=dict)
    table: Mapping[str, Any] = field(default_factory=dict)  # what a simulated table tells of itself


class Desk(Protocol):
    """The service as the page sees it."""

    @property
    def snapshot(self) -> Snapshot:
        """How everything stands now."""

    def wait_for_news(self, serial: int, longest_s: float) -> Snapshot:
        """The first snapshot after `serial`, or the present one when the time is over."""

    def ask(self, do: str, n: int | None, **what: Any) -> Snapshot:
        """Have something done; returns the snapshot after it, raises StaleNumber or what the rules say against it."""

    def is_alive(self) -> bool:
        """Whether the service loop has come round lately."""

    def picture(self, drawn: bool = False) -> bytes | None:
        """The camera's last full picture as a JPEG, with what was read drawn on it if wished."""
