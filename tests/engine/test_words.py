"""What players read: whole English sentences, wherever the engine speaks."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.errors import AmbiguousMove
from engine.words import Said, say

ENGINE = Path(engine.__file__).parent


def sentences() -> Iterator[tuple[str, str]]:
    """Every template that is given to `say` as it stands in the code, with the file and line.

    A score may also have mere labels beside its points; that its problems are sentences is asked where they arise.
    """
    for file in sorted(file for file in ENGINE.rglob("*.py") if file.name != "scoring.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say" and node.args:
                template = node.args[0]
                if isinstance(template, ast.Constant):
                    yield f"{file.relative_to(ENGINE)}:{node.lineno}", template.value


@pytest.mark.parametrize(("where", "template"), [pytest.param(*pair, id=pair[0]) for pair in sentences()])
def test_everything_said_is_a_sentence(where: str, template: str) -> None:
    # What is filled in at the end may be a sentence of its own.
    assert template.endswith((".", "{todo}", "{why}")), where
    assert template[0].isupper() or template[0] == "{", where
    assert "  " not in template, where


def test_an_ambiguous_move_is_answered_with_a_sentence() -> None:
    error = AmbiguousMove("P1 take", ("P1 take 1", "P1 take 2"))
    assert str(error) == "P1 take: This could mean P1 take 1 or P1 take 2."


def test_a_sentence_remembers_what_it_was_made_of() -> None:
    """So that it can be said in another language later."""
    said = say("Column {column} is full.", column=3)
    assert said == "Column 3 is full."
    assert isinstance(said, Said)
    assert (said.template, said.values) == ("Column {column} is full.", {"column": 3})
    assert say("Braces {stay} as they are.") == "Braces {stay} as they are."
