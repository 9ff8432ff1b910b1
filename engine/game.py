"""The few methods that every game offers; the table, the log, the camera and the page know nothing more of a game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from engine.score import Problem, Score
from engine.words import Said

# Who acts: a seat, `P1` to `P4` in the order in which the players were named, or the table itself. What the bag, the
# shuffle, the die and the coin gave is a move by the table, so a replay needs no random numbers.
TABLE = "TABLE"

MoveT = TypeVar("MoveT", bound=Hashable)
StateT = TypeVar("StateT")


def seat(index: int) -> str:
    """The seat of the player who was named as number `index`, counted from 0."""
    return f"P{index + 1}"


def seat_index(actor: str) -> int:
    return int(actor[1:]) - 1


class LegalMoves(Generic[MoveT]):
    """The legal moves of a state: a question answered lazily, never a list built in advance."""

    def __init__(self, generate: Callable[[], Iterator[MoveT]], allows: Callable[[MoveT], bool]) -> None:
        self._generate = generate
        self._allows = allows

    def __iter__(self) -> Iterator[MoveT]:
        return self._generate()

    def __contains__(self, move: object) -> bool:
        return self._allows(move)  # type: ignore[arg-type]  # `in` may be asked of anything

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def count(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        shown = [str(move) for move in islice(self, 4)]
        return f"<LegalMoves {', '.join(shown[:3])}{', ...' if len(shown) > 3 else ''}>"


@dataclass(frozen=True)
class Turn:
    """Who may act now, in which phase, and what is to be done next; nobody acts when the game is over."""

    actors: tuple[str, ...]
    phase: str
    todo: Said

    @property
    def over(self) -> bool:
        return not self.actors


class Game(Protocol[StateT, MoveT]):
    """A game as the table needs it. States are frozen values and moves small hashable ones; no method changes either.

    `str(move)` is the move's text form and `read_move` its inverse. A text that leaves something out is completed from
    the state if exactly one legal move fits.
    """

    name: str
    rules: int  # the version of our reading of the rules; it stands in every log's header
    seats: range  # how many can play

    def start(self, players: Sequence[str], setup: Mapping[str, Any]) -> StateT:
        """The state before anything happened; raises BadSetup."""

    def read_move(self, text: str, state: StateT | None = None) -> MoveT:
        """The move that the text means; raises UnreadableMove or AmbiguousMove."""

    def legal_moves(self, state: StateT) -> LegalMoves[MoveT]:
        """All that may be done now, by anybody."""

    def play(self, state: StateT, move: MoveT, insist: bool = False) -> StateT:
        """The state after the move; raises IllegalMove.

        With `insist` a move that the hands have made against the rules is recorded all the same, as far as it has a
        meaning at all; `problems` then names it.
        """

    def correct(self, state: StateT, correction: str) -> StateT:
        """The state after somebody said that a thing on the table is other than recorded; raises a MoveError."""

    def turn(self, state: StateT) -> Turn:
        """Whose turn it is and what to do next."""

    def chances(self, state: StateT) -> Mapping[MoveT, int]:
        """What chance may give now, with weights; empty when the table is not to act."""

    def problems(self, state: StateT) -> tuple[Problem, ...]:
        """What is wrong with the state, without raising."""

    def position(self, state: StateT) -> dict[str, Any]:
        """The position in the form that `score` reads."""

    def score(self, position: Mapping[str, Any]) -> Score:
        """The final score of a position; raises BadPosition if it cannot be read."""

    def view(self, state: StateT, viewer: str | None = None) -> dict[str, Any]:
        """What a viewer may see, ready for JSON; `viewer` is a seat, or None for somebody who only watches."""

    def draw(self, state: StateT) -> str:
        """The state as readable lines of text."""


AnyGame = Game[Any, Any]
