"""Drawings that follow the data: the wiring from wiring.toml, panel and arm from dimensions.toml."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from hardware.svg import Drawing
from hardware.wiring import Wiring

Dimensions = Mapping[str, Mapping[str, Any]]

# What is on the 40 pins of the header, pin 1 first; numbers are GPIOs.
HEADER: tuple[int | str, ...] = (
    "3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15, 17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND",
    9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND", 6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21,
)  # fmt: skip
INKS = {
    "red": "#c0392b",
    "green": "#1e8449",
    "blue": "#2462a8",
    "yellow": "#b7950b",
    "white": "#7f8c8d",
    "amber": "#ca6f1e",
}


@cache
def our_dimensions() -> Dimensions:
    return tomllib.loads(resources.files("hardware").joinpath("dimensions.toml").read_text(encoding="utf-8"))


def header_pin(gpio: int) -> int:
    """The number on the header, counted from 1, of a GPIO."""
    return HEADER.index(gpio) + 1


def rows_of(wiring: Wiring) -> list[tuple[str, str, int, str]]:
    """Every wire: what it goes to, its colour, its GPIO, and what it is for."""
    rows = [(f"button {wire.name}", wire.colour, wire.pin, wire.purpose) for wire in wiring.buttons]
    rows += [(f"light {wire.name}", wire.colour, wire.pin, wire.purpose) for wire in wiring.lights]
    return rows + [(f"state light, {colour}", colour, pin, wiring.state_shows) for colour, pin in wiring.state.items()]


def pin_table(wiring: Wiring) -> str:
    """The table of the build guide."""
    lines = ["| part | colour | GPIO | pin on the header | for |", "| --- | --- | --- | --- | --- |"]
    lines += [
        f"| {part} | {colour} | {gpio} | {header_pin(gpio)} | {purpose} |"
        for part, colour, gpio, purpose in rows_of(wiring)
    ]
    return "\n".join(lines) + "\n"


def wiring_drawing(wiring: Wiring) -> str:
    """The header in the middle, and every part beside its pin: odd pins to the left, even ones to the right."""
    drawing = Drawing(900, 760, f"Wiring of the panel to a {wiring.board}")
    parts = {gpio: (part, colour) for part, colour, gpio, _ in rows_of(wiring)}
    drawing.text(450, 34, "Wiring", size=22, anchor="middle")
    drawing.rect(395, 60, 110, 20 * 32 + 20, "#2e4d2e", fill="#e8f0e8")
    for number, what in enumerate(HEADER, 1):
        _draw_pin(drawing, number, what, parts.get(what) if isinstance(what, int) else None, wiring.led_ohm)
    note = f"A light has {wiring.led_ohm} ohm in series. The other leg of every button and light goes to any GND."
    drawing.text(450, 740, note, size=14, anchor="middle")
    return drawing.finish()


def _draw_pin(drawing: Drawing, number: int, what: int | str, part: tuple[str, str] | None, ohm: int) -> None:
    left = number % 2 == 1
    y = 86 + (number - 1) // 2 * 32
    x, side = (425, -1) if left else (475, 1)
    ink = INKS[part[1]] if part else "#555555"
    drawing.circle(x, y, 8, ink, fill=ink if part else "#ffffff")
    name = f"GPIO{what}" if isinstance(what, int) else what
    anchor = "end" if left else "start"
    drawing.text(x + side * 40, y - 4, f"{number}  {name}", size=11, anchor=anchor, ink="#333333")
    if part:
        is_light = part[0].startswith(("light", "state"))
        drawing.line(x + side * 8, y, x + side * 190, y, ink, 3)
        if is_light:
            drawing.rect(x + side * 150 - 18, y - 6, 36, 12, ink, fill="#ffffff")
            drawing.text(x + side * 150, y + 4, str(ohm), size=10, anchor="middle")
        drawing.text(x + side * 196, y + 5, f"{part[0]} ({part[1]})", size=14, anchor=anchor)


def panel_drawing(wiring: Wiring, dimensions: Dimensions) -> str:
    """The lid of the button box from above, at two pixels a millimetre."""
    box = dimensions["box"]
    drawing = Drawing(box["width"] * 2 + 40, box["depth"] * 2 + 60, "The lid of the button box")
    drawing.rect(20, 20, box["width"] * 2, box["depth"] * 2, "#333333", fill="#f7f3ea")
    middle = 20 + box["width"]
    for number, wire in enumerate(wiring.buttons):
        x = middle + (number - 1.5) * box["button_apart"] * 2
        drawing.circle(x, 20 + box["depth"] * 1.45, box["button_hole"], INKS[wire.colour], fill=INKS[wire.colour])
        drawing.text(x, 20 + box["depth"] * 1.45 + 38, wire.name, size=13, anchor="middle")
    for number, wire in enumerate(wiring.lights):
        x = middle + (number - 4.5) * box["light_apart"] * 2
        drawing.circle(x, 20 + box["depth"] * 0.45, box["light_hole"] + 2, INKS[wire.colour], fill="#ffffff")
        name = wire.name.replace("player-", "P").replace("phase-", "ph ")
        drawing.text(x, 20 + box["depth"] * 0.45 - 16, name, size=9, anchor="middle")
    drawing.circle(middle, 20 + box["depth"] * 0.85, box["light_hole"] + 4, "#8e44ad", fill="#ffffff")
    drawing.text(middle + 18, 24 + box["depth"] * 0.85, "state", size=11)
    drawing.text(middle, box["depth"] * 2 + 48, f"{box['width']} x {box['depth']} mm", size=13, anchor="middle")
    return drawing.finish()


def arm_drawing(dimensions: Dimensions) -> str:
    """The arm from the side, with what the camera sees of the table."""
    arm, view = dimensions["arm"], dimensions["view"]
    scale = 0.5
    seen_mm = seen_across_mm(dimensions)
    drawing = Drawing(760, 560, "The camera arm from the side")
    table_y, edge_x = 500.0, 120.0
    lens_x, lens_y = edge_x + arm["reach"] * scale, table_y - arm["height"] * scale
    drawing.rect(edge_x, table_y, 600, 14, "#8d6e4a", fill="#c9a26b")
    drawing.line(edge_x - 12, table_y + 30, edge_x - 12, lens_y, "#555555", 8)
    drawing.line(edge_x - 12, lens_y, lens_x, lens_y, "#555555", 8)
    drawing.rect(lens_x - 14, lens_y + 2, 28, 14, "#1e8449", fill="#d5f5e3")
    half = seen_mm[1] / 2 * scale
    for side in (-1, 1):
        drawing.line(lens_x, lens_y + 16, lens_x + side * half, table_y, "#2462a8", 1.5, dashed=True)
    drawing.line(lens_x - half, table_y + 30, lens_x + half, table_y + 30, "#2462a8", 2)
    words = f"sees {seen_mm[1]:.0f} mm here and {seen_mm[0]:.0f} mm along the table ({view['across_deg']} degrees)"
    drawing.text(lens_x, table_y + 50, words, size=14, anchor="middle")
    drawing.text(edge_x, (table_y + lens_y) / 3, f"lens {arm['height']} mm above the table", size=14)
    drawing.text(edge_x + 6, lens_y - 12, f"reaches {arm['reach']} mm over it", size=14)
    return drawing.finish()


def seen_across_mm(dimensions: Dimensions) -> tuple[float, float]:
    """How much of the table is seen from the arm's height."""
    height, view = dimensions["arm"]["height"], dimensions["view"]
    across, down = (2 * height * math.tan(math.radians(view[name] / 2)) for name in ("across_deg", "down_deg"))
    return across, down


def lamp_away_mm(dimensions: Dimensions, lamp_height_mm: float) -> float:
    """How far from the camera, along the table, a lamp must hang so that its mirror image is outside the picture.

    A shiny tile mirrors the lamp into the lens where the ways up to the lens and up to the lamp are equally steep.
    """
    lens_mm = float(dimensions["arm"]["height"])
    half_mm = seen_across_mm(dimensions)[0] / 2
    return half_mm * (lens_mm + lamp_height_mm) / lens_mm


def lamp_drawing(dimensions: Dimensions) -> str:
    """Where a lamp may hang, from the side."""
    scale, table_y, lens_x = 0.2, 400.0, 380.0
    lens_y = table_y - dimensions["arm"]["height"] * scale
    half = seen_across_mm(dimensions)[0] / 2 * scale
    drawing = Drawing(760, 470, "Where a lamp may hang")
    drawing.rect(40, table_y, 680, 10, "#8d6e4a", fill="#c9a26b")
    drawing.circle(lens_x, lens_y, 7, "#1e8449", fill="#1e8449")
    drawing.text(lens_x, lens_y - 14, "camera", size=14, anchor="middle")
    drawing.line(lens_x - half, table_y + 16, lens_x + half, table_y + 16, "#2462a8", 3)
    drawing.text(lens_x, table_y + 36, "what the camera sees", size=13, anchor="middle")
    for height_mm in (900, 1200, 1500):
        away, lamp_y = lamp_away_mm(dimensions, height_mm) * scale, table_y - height_mm * scale
        for side in (-1, 1):
            drawing.line(lens_x, lens_y, lens_x + side * half, table_y, "#c0392b", 1, dashed=True)
            drawing.line(lens_x + side * half, table_y, lens_x + side * away, lamp_y, "#c0392b", 1, dashed=True)
            drawing.circle(lens_x + side * away, lamp_y, 5, "#b7950b", fill="#f4d03f")
        words = f"{height_mm / 1000:.1f} m high: {away / scale / 1000:.2f} m"
        drawing.text(lens_x + away - 12, lamp_y + 5, words, size=12, anchor="end")
    words = "A lamp nearer than the yellow points shines back from the tiles into the lens."
    drawing.text(380, 30, words, size=14, anchor="middle")
    return drawing.finish()


def scad_dimensions(dimensions: Dimensions) -> str:
    """The lengths as OpenSCAD reads them: `box_width = 200;`."""
    lines = ["// Made from dimensions.toml by `capostazione drawings`; change it there."]
    for section, values in dimensions.items():
        lines += [f"{section}_{name} = {_scad(value)};" for name, value in values.items()]
    return "\n".join(lines) + "\n"


def _scad(value: Any) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)
