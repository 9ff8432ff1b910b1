"""Game data: TOML files beside the rules, with source and sureness, replaceable by a user's own file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

from engine.errors import BadInput
from engine.words import clause, say

# How sure a fact is: seen on the real thing, stated by an independent source, one source or inferred, our own default.
SURENESS = ("A", "B", "C", "D")


def load_toml(package: str, name: str) -> dict[str, Any]:
    """The data file that came with the program."""
    return tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))


def read_toml(text: str, where: str) -> dict[str, Any]:
    """A user's own data file; `where` names it in the message."""
    try:
        return tomllib.loads(text)
    except ValueError as error:
        known = isinstance(error, tomllib.TOMLDecodeError)
        why = error if known else clause("it has a number of far too many digits")
        raise BadInput(say("{where}: not a TOML file: {why}", where=where, why=why)) from error


def replaced(ours: Mapping[str, Any], theirs: Mapping[str, Any] | None, where: str) -> dict[str, Any]:
    """Our data with a user's tables in place of the tables of the same name."""
    theirs = theirs or {}
    unknown = sorted(set(theirs) - set(ours))
    if unknown:
        raise BadInput(
            clause(
                "{where}: unknown table {name!r}; the tables are {known}",
                where=where,
                name=unknown[0],
                known=", ".join(sorted(ours)),
            )
        )
    return {**ours, **theirs}
