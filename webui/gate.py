"""Who may do what: watching is free, playing needs the table's join code, dangerous things its PIN.

Whoever sits at the table's own machine needs neither. Phones keep their rights in a signed cookie; the key, the code
and the PIN are made at the first start and stay, so that a pulled plug throws nobody out.
"""

from __future__ import annotations

import hmac
import os
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path

from engine.errors import CapostazioneError
from engine.words import Said, say

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that look alike
CODE_LENGTH = 6
PIN_LENGTH = 6
FREE_TRIES = 2
LONGEST_WAIT_S = 300.0


class NotAllowed(CapostazioneError):
    """Something that this phone may not do."""

    status = 403


class JoinFirst(NotAllowed):
    """A phone that has not joined the table."""

    status = 401


class TooManyTries(NotAllowed):
    """Somebody guesses; `wait_s` tells for how long nothing is heard."""

    status = 429

    def __init__(self, words: str, wait_s: float) -> None:
        super().__init__(words)
        self.wait_s = wait_s


class Gate:
    """The table's key, join code and PIN; without a folder they last as long as the process."""

    def __init__(self, folder: Path | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.key = _kept(folder, "secret", lambda: secrets.token_hex(32)).encode()
        self.code = _kept(folder, "join-code", lambda: _random(CODE_LETTERS, CODE_LENGTH))
        self.pin = _kept(folder, "pin", lambda: _random("0123456789", PIN_LENGTH))
        # What a cookie keeps as proof; a cookie is signed and still readable, so never the code or PIN itself.
        self.code_proof = self._proof(f"code {self.code}")
        self.pin_proof = self._proof(f"pin {self.pin}")
        self._code_guard = Patience(clock)
        self._pin_guard = Patience(clock)

    def _proof(self, text: str) -> str:
        return hmac.new(self.key, text.encode(), "sha256").hexdigest()[:32]

    def check_code(self, given: str) -> None:
        """Raises unless this is the join code, however it is written."""
        tidy = given.upper().replace(" ", "").replace("-", "")
        self._code_guard.check(_same(tidy, self.code), say("This is not the table's join code."))

    def check_pin(self, given: str) -> None:
        self._pin_guard.check(_same(given.strip(), self.pin), say("This is not the table's PIN."))


class Patience:
    """Answers guesses ever more slowly: after two wrong ones 2 s, then twice as long each time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._wrong = 0
        self._closed_until = 0.0
        self._lock = threading.Lock()

    def check(self, right: bool, words: Said) -> None:
        """Raises if wrong; while closed even the right answer is not heard, or guessing would go on in parallel."""
        with self._lock:
            left = self._closed_until - self._clock()
            if left > 0:
                raise TooManyTries("Too many wrong tries: wait a little.", left)
            if right:
                self._wrong = 0
                return
            self._wrong += 1
            if self._wrong > FREE_TRIES:
                wait_s = min(LONGEST_WAIT_S, 2.0 ** (self._wrong - FREE_TRIES))
                self._closed_until = self._clock() + wait_s
            raise NotAllowed(words)


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(), right.encode())


def _random(letters: str, length: int) -> str:
    return "".join(secrets.choice(letters) for _ in range(length))


def _kept(folder: Path | None, name: str, make: Callable[[], str]) -> str:
    """The text in a file that only we may read; made if it is not there, or not whole after a power cut."""
    if folder is None:
        return make()
    path = folder / name
    try:
        kept = path.read_text(encoding="utf-8").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        kept = ""
    if kept:
        path.chmod(0o600)
        return kept
    made = make()
    aside = folder / f"{name}.new"
    aside.unlink(missing_ok=True)
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(f"{made}\n")
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)
    return made
