"""Sentences for players: English now, and still translatable later because they remember their template."""

from __future__ import annotations

from collections.abc import Mapping


class Said(str):
    """A finished English sentence that keeps the template and the values it was made of."""

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, values: Mapping[str, object]) -> Said:
        said = super().__new__(cls, template.format(**values) if values else template)
        said.template = template
        said.values = dict(values)
        return said

    def __reduce__(self) -> tuple[type[Said], tuple[str, Mapping[str, object]]]:
        return Said, (self.template, self.values)


def say(template: str, /, **values: object) -> Said:
    """Fill in a sentence: `say("Column {column} is empty.", column=3)`."""
    return Said(template, values)


def clause(template: str, /, **values: object) -> Said:
    """Fill in what is wrong with something given, as error lines have it: a part of a sentence, without a full stop."""
    return Said(template, values)
