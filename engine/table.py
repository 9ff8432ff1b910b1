"""The table: the only place that replaces a game's state, and only after the log has stored why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.errors import BadInput, ClearNo, IllegalMove, MoveError
from engine.game import AnyGame
from engine.games import find_game
from engine.log import Entry, Header, Log, read_header
from engine.words import clause, say


class RefusedEntry(ClearNo):
    """An entry of a log that the rules refuse; `number` counts from 1, `history` is the game up to there."""

    def __init__(self, number: int, entry: Entry, why: MoveError, history: History) -> None:
        super().__init__(f"entry {number}: {why}")
        self.number = number
        self.entry = entry
        self.why = why
        self.history = history


@dataclass
class History:
    """The entries in force and the state after each of them, and what could be redone."""

    game: AnyGame
    states: list[Any]
    done: list[Entry] = field(default_factory=list)
    undone: list[tuple[Entry, Any]] = field(default_factory=list)

    @classmethod
    def begin(cls, header: Header) -> History:
        game = find_game(header.game)
        if header.rules > game.rules:
            raise BadInput(
                clause("this game was recorded with newer rules of {name} than this program knows", name=game.name)
            )
        return cls(game, [game.start(header.players, header.setup)])

    @property
    def state(self) -> Any:
        return self.states[-1]

    def after(self, entry: Entry) -> Any:
        """The state that the entry would lead to; changes nothing."""
        if entry.do == "undo":
            if not self.done:
                raise IllegalMove("undo", say("There is nothing to undo."))
            return self.states[-2]
        if entry.do == "redo":
            if not self.undone:
                raise IllegalMove("redo", say("There is nothing to redo."))
            return self.undone[-1][1]
        if entry.do == "correct":
            return self.game.correct(self.state, entry.text)
        return self.game.play(self.state, self.game.read_move(entry.text, self.state), entry.insist)

    def record(self, entry: Entry, state: Any) -> None:
        if entry.do == "undo":
            self.undone.append((self.done.pop(), self.states.pop()))
        elif entry.do == "redo":
            again, _ = self.undone.pop()
            self._push(again, state)
        else:
            self.undone.clear()
            self._push(entry, state)

    def _push(self, entry: Entry, state: Any) -> None:
        self.done.append(entry)
        self.states.append(state)


def replay(header: Header, entries: Iterable[Entry]) -> History:
    """The game that the entries tell; raises RefusedEntry at the first one that the rules refuse."""
    history = History.begin(header)
    for number, entry in enumerate(entries, 1):
        try:
            state = history.after(entry)
        except MoveError as why:
            raise RefusedEntry(number, entry, why, history) from why
        history.record(entry, state)
    return history


class Table:
    """A game in progress on a log: every change is played, stored and only then shown."""

    def __init__(self, log: Log, history: History) -> None:
        self.log = log
        self._history = history

    @classmethod
    def start(cls, path: Path, game: str, players: Sequence[str], setup: Mapping[str, Any] | None = None) -> Table:
        """Begin a game with a new log at `path`."""
        header = read_header(Header(game, tuple(players), dict(setup or {}), find_game(game).rules).as_json())
        history = History.begin(header)  # a set-up that cannot be played leaves no file behind
        return cls(Log.create(path, header), history)

    @classmethod
    def open(cls, path: Path) -> Table:
        """Go on with the game that the log tells."""
        log = Log.open(path)
        try:
            return cls(log, replay(log.header, log.entries))
        except BaseException:
            log.close()
            raise

    @property
    def game(self) -> AnyGame:
        return self._history.game

    @property
    def state(self) -> Any:
        return self._history.state

    @property
    def n(self) -> int:
        """The number of the state: it grows with every entry, undo and redo included."""
        return len(self.log.entries)

    @property
    def in_force(self) -> tuple[Entry, ...]:
        """The entries that have not been undone."""
        return tuple(self._history.done)

    @property
    def can_undo(self) -> bool:
        return bool(self._history.done)

    @property
    def can_redo(self) -> bool:
        return bool(self._history.undone)

    def play(self, move: object, insist: bool = False) -> Any:
        """Play a move, given as a value or in words."""
        whole = self.game.read_move(str(move), self.state)
        return self._do(Entry("move", str(whole), insist))

    def correct(self, correction: str) -> Any:
        return self._do(Entry("correct", correction))

    def undo(self) -> Any:
        return self._do(Entry("undo"))

    def redo(self) -> Any:
        return self._do(Entry("redo"))

    def _do(self, entry: Entry) -> Any:
        state = self._history.after(entry)
        self.log.append(entry)
        self._history.record(entry, state)
        return state

    def close(self) -> None:
        self.log.close()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
