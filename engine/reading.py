"""Reading JSON from outside: every mistake is one sentence that says what is wrong with which field."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from engine.errors import BadInput, BadPosition, BadSetup, Contradictory, Unfitting, words_of
from engine.words import Said, clause, say

LONGEST_TEXT, LONGEST_NAME = 200, 60
# A name shows something and hides nothing: no control or format characters, no blanks but the usual one.
_UNSEEN = (
    "\\x00-\\x1f\\x7f-\\xa0\\xad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u1680\\u180e\\u2000-\\u200f\\u2028-\\u202f"
    "\\u205f-\\u206f\\u3000\\ue000-\\uf8ff\\ufeff\\ufff0-\\uffff"
)
NAME_PATTERN = f"^ *[^ {_UNSEEN}][^{_UNSEEN}]*$"
_NAME = re.compile(NAME_PATTERN.strip("^$"))
_HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")


def _no_constant(word: str) -> NoReturn:
    raise ValueError(clause("{word} is not a number", word=word))


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen = dict(pairs)
    if len(seen) < len(pairs):
        ((key, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(clause("the key {key} stands twice in one object", key=_short(key)))
    return seen


def read_json(text: str, what: str) -> Any:
    """The value in a JSON text; `what` names it in messages."""
    try:
        value = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_no_duplicates)
        if _HALF_CHARACTER.search(text) and not is_text(json.dumps(value, ensure_ascii=False)):
            raise ValueError(clause("it has half a character (a lone surrogate)"))
    except json.JSONDecodeError as error:
        raise BadInput(
            clause(
                "{what}: not JSON: {why} at line {line}, column {column}",
                what=what,
                why=error.msg,
                line=error.lineno,
                column=error.colno,
            )
        ) from error
    except RecursionError as error:
        raise BadInput(clause("{what}: nested far too deeply", what=what)) from error
    except ValueError as error:
        why = words_of(error)
        if not isinstance(why, Said):  # Python's own limit
            why = clause("it has a number of far too many digits")
        raise BadInput(say("{what}: not JSON that can be read: {why}", what=what, why=why)) from error
    return value


def is_text(text: str) -> bool:
    """Whether a text can be written at all: JSON and command lines can hold halves of characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class Field:
    """A value from outside with the path that leads to it, asked for as the type it should have."""

    def __init__(self, value: Any, path: str = "", error: type[BadInput] = BadInput) -> None:
        self.value = value
        self.path = path
        self._error = error

    def wrong(self, why: str, **values: object) -> NoReturn:
        raise self._error(say("{path}: {why}", path=self.path or clause("the position"), why=clause(why, **values)))

    def clash(self, why: str, **values: object) -> NoReturn:
        """As `wrong`, where the form is right and what it says cannot be."""
        error = {BadPosition: Contradictory, BadSetup: Unfitting}.get(self._error, self._error)
        raise error(say("{path}: {why}", path=self.path or clause("the position"), why=clause(why, **values)))

    def _inner(self, value: Any, step: str) -> Field:
        return Field(value, f"{self.path}{step}", self._error)

    def keys(self, known: Iterable[str], needed: Iterable[str] = ()) -> dict[str, Field]:
        """The fields of an object, which may only have the known keys and must have the needed ones."""
        if not isinstance(self.value, dict):
            self.wrong("must be an object, not {found}", found=kind(self.value))
        known = tuple(known)
        for key in self.value:
            if key not in known:
                self.wrong("unknown key {key}; the keys are {known}", key=_short(key), known=", ".join(known))
        for key in needed:
            if key not in self.value:
                self.wrong("the key {key!r} is missing", key=key)
        dot = "." if self.path else ""
        return {key: self._inner(value, f"{dot}{key}") for key, value in self.value.items()}

    def entries(self, needed: Iterable[str] = ()) -> dict[str, Field]:
        """The fields of an object with free keys, some of which are needed."""
        if not isinstance(self.value, dict):
            self.wrong("must be an object, not {found}", found=kind(self.value))
        for key in needed:
            if key not in self.value:
                self.wrong("the key {key!r} is missing", key=key)
        dot = "." if self.path else ""
        return {key: self._inner(value, f"{dot}{key}") for key, value in self.value.items()}

    def items(self, most: int, least: int = 0) -> list[Field]:
        """The fields of a list."""
        if not isinstance(self.value, list):
            self.wrong("must be a list, not {found}", found=kind(self.value))
        if not least <= len(self.value) <= most:
            self.wrong(_many(least, most), least=least, most=most, count=len(self.value))
        return [self._inner(value, f"[{index}]") for index, value in enumerate(self.value)]

    def text(self, longest: int = LONGEST_TEXT) -> str:
        if not isinstance(self.value, str):
            self.wrong("must be a text, not {found}", found=kind(self.value))
        if len(self.value) > longest:
            self.wrong(
                "must be a text of at most {longest} letters, not {count}", longest=longest, count=len(self.value)
            )
        if not is_text(self.value):
            self.wrong("must be a text without half characters")
        return str(self.value)

    def name(self) -> str:
        """A player's name: a text with something in it."""
        name = self.text(LONGEST_NAME)
        if not _NAME.fullmatch(name):
            self.wrong("must be a name that can be printed")
        return name

    def whole(self, least: int, most: int) -> int:
        """A whole number; 2.0 is one, as JSON knows only one kind of number."""
        value = int(self.value) if isinstance(self.value, float) and self.value.is_integer() else self.value
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong("must be a whole number, not {found}", found=kind(value))
        if not least <= value <= most:
            self.wrong("must be from {least} to {most}, not {found}", least=least, most=most, found=_short(value))
        return value

    def number(self, least: float, most: float) -> float:
        """A number, whole or not."""
        if isinstance(self.value, bool) or not isinstance(self.value, (int, float)):
            self.wrong("must be a number, not {found}", found=kind(self.value))
        if not least <= self.value <= most:
            self.wrong("must be from {least} to {most}, not {found}", least=least, most=most, found=_short(self.value))
        return float(self.value)

    def truth(self) -> bool:
        if not isinstance(self.value, bool):
            self.wrong("must be true or false, not {found}", found=kind(self.value))
        return bool(self.value)

    def chance(self) -> float:
        if isinstance(self.value, bool) or not isinstance(self.value, (int, float)) or not 0 <= self.value <= 1:
            self.wrong("must be a chance from 0 to 1, not {found}", found=_short(self.value))
        return float(self.value)

    def one_of(self, choices: Sequence[str]) -> str:
        if not isinstance(self.value, str) or self.value not in choices:
            self.wrong("must be one of {known}, not {found}", known=", ".join(choices), found=_short(self.value))
        return self.value

    def among(self, choices: Sequence[str]) -> str:
        """One of some names that are told elsewhere: any other one does not fit, whatever its form."""
        if self.text() not in choices:
            self.clash("must be one of {known}, not {found}", known=", ".join(choices), found=_short(self.value))
        return self.text()

    def as_many(self, count: int, most: int) -> list[Field]:
        """The fields of a list that must be as long as something told elsewhere."""
        found = self.items(most)
        if len(found) != count:
            self.clash(_many(count, count), least=count, most=count, count=len(found))
        return found

    def cell(self, furthest: int) -> tuple[int, int]:
        column, row = (item.whole(-furthest, furthest) for item in self.items(2, 2))
        return column, row


def _many(least: int, most: int) -> str:
    """How many entries there must be, as a template."""
    if least < most:
        return clause("must have {least} to {most} entries, not {count}")
    return clause("must have one entry, not {count}") if most == 1 else clause("must have {most} entries, not {count}")


_KINDS = {
    bool: clause("true or false"),
    int: clause("a number"),
    float: clause("a number with a fraction"),
    str: clause("a text"),
    list: clause("a list"),
    type(None): clause("null"),
}


def kind(value: Any) -> str:
    """What a JSON value is, in words."""
    return _KINDS.get(type(value), clause("an object"))


def _short(value: Any) -> str:
    shown = repr(value) if isinstance(value, str) else json.dumps(value)
    return shown if len(shown) <= 40 else f"{shown[:37]}..."
