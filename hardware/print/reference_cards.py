"""Reference cards for the players, two across."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

from hardware.print.sheet import GREY, Point, Sheet, ruler

_SIZE_MM = (88.0, 56.0)
_PER_SHEET = 8


def reference_sheets() -> list[Sheet]:
    """All cards of the data file."""
    text = resources.files("hardware.print").joinpath("reference.toml").read_text(encoding="utf-8")
    cards = tomllib.loads(text)["card"]
    return [_sheet(cards[start : start + _PER_SHEET]) for start in range(0, len(cards), _PER_SHEET)]


def _sheet(cards: list[dict[str, Any]]) -> Sheet:
    sheet = Sheet()
    for number, card in enumerate(cards):
        row, column = divmod(number, 2)
        _card(sheet, (15 + column * (_SIZE_MM[0] + 4), 15 + row * (_SIZE_MM[1] + 4)), card)
    ruler(sheet, (15, 278))
    return sheet


def _card(sheet: Sheet, corner: Point, card: dict[str, Any]) -> None:
    (x, y), (width, height) = corner, _SIZE_MM
    sheet.line([(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)], GREY, 0.1)
    sheet.write(card["title"], (x + 4, y + 8), 4.2, bold=True)
    for number, line in enumerate(card["lines"]):
        sheet.write(line, (x + 4, y + 15 + number * 5.2), 3.0)
