"""The commands that may be posted: what each needs, read strictly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.reading import Field

LONGEST_MOVE = 500
MOST_PLAYERS = 8

Read = Callable[[Field], Any]


def _text(field: Field) -> str:
    return field.text(LONGEST_MOVE)


def _players(field: Field) -> tuple[str, ...]:
    return tuple(name.name() for name in field.items(MOST_PLAYERS, 1))


def _pack(field: Field) -> str:
    """The name of a taught box: a name, never a way to a folder."""
    name = field.text(40)
    if not name.replace("-", "").replace("_", "").isalnum():
        field.wrong("must be the name of a taught box")
    return name


def _object(field: Field) -> dict[str, Any]:
    field.entries()
    return dict(field.value)


def _speed(field: Field) -> float:
    return float(field.whole(1, 100))


# For each command the details it needs, and those it may have.
NEEDED: Mapping[str, Mapping[str, Read]] = {
    "confirm": {},
    "undo": {},
    "redo": {},
    "flip": {},
    "score": {},
    "address": {},
    "look": {},
    "dismiss": {},
    "settle": {},
    "rematch": {},
    "move": {"text": _text},
    "correct": {"text": _text},
    "choose": {"choice": lambda field: field.whole(0, 99)},
    "new": {"game": _text, "players": _players},
    "simulate": {"what": _text},
}
OPTIONAL: Mapping[str, Mapping[str, Read]] = {
    "move": {"insist": Field.truth},
    "new": {"setup": _object, "pack": _pack},
    "simulate": {"seat": _text, "text": _text, "speed": _speed, "on": Field.truth},
}


def read_order(value: Any) -> tuple[str, int, dict[str, Any]]:
    """What to do, in view of which state, with which details; raises BadInput with one sentence."""
    fields = Field(value, "command").entries(("n", "do"))
    do = fields["do"].one_of(tuple(NEEDED))
    n = fields["n"].whole(0, 10**9)
    readers = {**NEEDED[do], **OPTIONAL.get(do, {})}
    details = Field(value, "command").keys(("n", "do", *readers), ("n", "do", *NEEDED[do]))
    return do, n, {name: read(details[name]) for name, read in readers.items() if name in details}
