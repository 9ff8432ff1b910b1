"""Which pin belongs to what, read from wiring.toml beside this module and from nowhere else."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from engine.errors import BadInput

BUTTONS = ("confirm", "undo", "flip", "score")
LIGHTS = (*(f"phase-{k}" for k in range(1, 5)), *(f"player-{k}" for k in range(1, 5)), "left", "right")
COLOURS = ("red", "green", "blue")
# GPIO 2 and 3 have pull-ups soldered on, 14 and 15 carry the serial console, 0 and 1 belong to the HAT's memory.
USABLE = (*range(4, 14), *range(16, 28))


class BadWiring(BadInput):
    """A wiring file that the panel cannot be built from."""


@dataclass(frozen=True)
class Wire:
    """A button or a light: its pin, its colour, and what it is for."""

    name: str
    pin: int
    colour: str
    purpose: str


@dataclass(frozen=True)
class Wiring:
    """The whole panel; `state` gives the pins of the three-coloured light."""

    board: str
    led_ohm: int
    buttons: tuple[Wire, ...]
    lights: tuple[Wire, ...]
    state: Mapping[str, int]
    state_shows: str

    def pins(self) -> Iterator[tuple[str, int]]:
        """Every wire's name with its pin."""
        for wire in (*self.buttons, *self.lights):
            yield wire.name, wire.pin
        for colour, pin in self.state.items():
            yield f"state {colour}", pin


@cache
def our_wiring() -> Wiring:
    text = resources.files("hardware").joinpath("wiring.toml").read_text(encoding="utf-8")
    return read_wiring(tomllib.loads(text))


def read_wiring(data: Mapping[str, Any]) -> Wiring:
    """The wiring in a parsed file; every mistake is one sentence."""
    try:
        wiring = Wiring(
            str(data["board"]["name"]),
            int(data["board"]["led_ohm"]),
            tuple(_wire(name, data["button"][name], "does") for name in BUTTONS),
            tuple(_wire(name, data["light"][name], "shows") for name in LIGHTS),
            {colour: int(data["state"][colour]) for colour in COLOURS},
            str(data["state"]["shows"]),
        )
    except KeyError as missing:
        raise BadWiring(f"wiring.toml: {missing} is missing") from missing
    _check_pins(wiring)
    return wiring


def _wire(name: str, entry: Mapping[str, Any], purpose: str) -> Wire:
    return Wire(name, int(entry["pin"]), str(entry["colour"]), str(entry[purpose]))


def _check_pins(wiring: Wiring) -> None:
    taken: dict[int, str] = {}
    for name, pin in wiring.pins():
        if pin not in USABLE:
            raise BadWiring(f"wiring.toml: {name} cannot be on GPIO{pin}")
        if pin in taken:
            raise BadWiring(f"wiring.toml: GPIO{pin} is given to {taken[pin]} and to {name}")
        taken[pin] = name
