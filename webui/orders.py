"""The commands that may be posted: what each needs, read strictly."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from engine.game import seat
from engine.games import find_game
from engine.reading import Field

LONGEST_MOVE = 500
MOST_PLAYERS = 8
LARGEST_N = 10**9
# What a visitor may wish at a simulated table, and what a visitor may take there: a seat, or the buttons.
WISHES = ("pause", "go", "speed", "seat", "tidy", "hand", "nudge", "illegal", "lay")
TAKEN = (*map(seat, range(4)), "button")
LONGEST_PACK, PACK_PATTERN = 40, "^[A-Za-z0-9][A-Za-z0-9_-]*$"

Read = Callable[[Field], Any]


def _text(field: Field) -> str:
    return field.text(LONGEST_MOVE)


def _game(field: Field) -> str:
    return find_game(field.text(LONGEST_MOVE)).name


def _players(field: Field) -> tuple[str, ...]:
    return tuple(name.name() for name in field.items(MOST_PLAYERS, 1))


def read_pack(field: Field) -> str:
    """The name of a box: a name, never a way to a folder."""
    name = field.text(LONGEST_PACK)
    if not re.fullmatch(PACK_PATTERN.strip("^$"), name):
        field.wrong("has letters, figures and - only")
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
    "new": {"game": _game, "players": _players},
    "simulate": {"what": lambda field: field.one_of(WISHES)},
}
OPTIONAL: Mapping[str, Mapping[str, Read]] = {
    "move": {"insist": Field.truth},
    "new": {"setup": _object, "pack": read_pack},
    "simulate": {"seat": lambda field: field.one_of(TAKEN), "text": _text, "speed": _speed, "on": Field.truth},
}


def read_order(value: Any) -> tuple[str, int, dict[str, Any]]:
    """What to do, in view of which state, with which details; raises BadInput with one sentence."""
    fields = Field(value, "command").entries(("n", "do"))
    do = fields["do"].one_of(tuple(NEEDED))
    n = fields["n"].whole(0, LARGEST_N)
    readers = {**NEEDED[do], **OPTIONAL.get(do, {})}
    details = Field(value, "command").keys(("n", "do", *readers), ("n", "do", *NEEDED[do]))
    return do, n, {name: read(details[name]) for name, read in readers.items() if name in details}
