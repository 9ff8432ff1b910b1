"""What can go wrong, named after what is wrong; every message is a sentence that a player understands."""

from __future__ import annotations

from engine.words import say


class CapostazioneError(Exception):
    """The root of all errors that this program raises on purpose."""


class BadInput(CapostazioneError, ValueError):
    """Something given to the program cannot be read: a file, a position, a setting."""


class ClearNo(CapostazioneError):
    """The question was understood and the answer is no."""


class NotThere(ClearNo):
    """What was asked for is not there: a box, a photo, a seat, anything on a picture."""


class NotNow(ClearNo):
    """What was asked for does not fit the moment."""


class MoveError(ClearNo, ValueError):
    """A move that cannot be played; `text` is the move as it was given."""

    def __init__(self, text: str, why: str) -> None:
        super().__init__(f"{text}: {why}" if text else why)
        self.text = text
        self.why = why


class UnreadableMove(MoveError):
    """The text is no move of this game."""


class IllegalMove(MoveError):
    """The move is one of this game, and the rules forbid it now."""


class AmbiguousMove(MoveError):
    """The text fits several legal moves; `candidates` are their full texts."""

    def __init__(self, text: str, candidates: tuple[str, ...]) -> None:
        super().__init__(text, say("This could mean {candidates}.", candidates=" or ".join(candidates)))
        self.candidates = candidates


class BadPosition(BadInput):
    """A position that cannot be read."""


class Contradictory(BadPosition):
    """A position of the right form that contradicts itself, or names what the box does not have."""


class BadSetup(BadInput):
    """A game that cannot be set up: too many players, an unknown challenge, a bad data file."""


class Unfitting(BadSetup):
    """A setup of the right form that does not fit together: tables of an own box, a first player who does not play."""


class LogError(BadInput):
    """A log that cannot be read or written."""


class DamagedLog(LogError):
    """A log with a bad line in its middle: the file is kept as it is."""


class LogInUse(LogError):
    """Another process is writing this log."""


class LogNotWritten(LogError, OSError):
    """An entry could not be stored (a full disk, a folder that has gone); the log is as it was before."""


def words_of(error: Exception) -> str:
    """The sentence of an error as it was said, so that it can still be translated."""
    if isinstance(error, MoveError):
        return error.why
    return error.args[0] if error.args and isinstance(error.args[0], str) else str(error)
