"""Keeps the guides true: pictures, the pin table and the mounts' lengths are made from the data and put in place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from hardware.drawings import (
    arm_drawing,
    lamp_drawing,
    our_dimensions,
    panel_drawing,
    pin_table,
    scad_dimensions,
    wiring_drawing,
)
from hardware.wiring import our_wiring

GUIDE = "BUILD.md"
_TABLE = re.compile(r"(<!-- pins -->\n).*?(<!-- /pins -->)", re.DOTALL)


def drawn() -> dict[str, str]:
    """Every file that is made from the data, by its path in hardware/."""
    wiring, dimensions = our_wiring(), our_dimensions()
    return {
        "pictures/wiring.svg": wiring_drawing(wiring),
        "pictures/panel.svg": panel_drawing(wiring, dimensions),
        "pictures/arm.svg": arm_drawing(dimensions),
        "pictures/lamp.svg": lamp_drawing(dimensions),
        "mounts/dimensions.scad": scad_dimensions(dimensions),
    }


def with_pins(guide: str) -> str:
    """The build guide with the pin table as the wiring has it."""
    table = pin_table(our_wiring())
    return _TABLE.sub(lambda found: f"{found.group(1)}{table}{found.group(2)}", guide)


def write_drawings(folder: Path) -> Iterator[Path]:
    """Write every drawing below the folder, and renew the guide's table if the guide is there."""
    for name, text in drawn().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        yield path
    guide = folder / GUIDE
    if guide.exists():
        guide.write_text(with_pins(guide.read_text(encoding="utf-8")), encoding="utf-8")
        yield guide
