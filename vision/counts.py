"""Counts of a measurement that can be added up."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from _typeshed import DataclassInstance as Base
else:
    Base = object


class Counts(Base):
    """Numbers in the fields of a dataclass, and words that say whose they are; the numbers of others are added."""

    def __iadd__(self, other: Self) -> Self:
        for column in fields(self):
            own = getattr(self, column.name)
            if not isinstance(own, str):
                setattr(self, column.name, own + getattr(other, column.name))
        return self
