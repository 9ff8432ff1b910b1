"""The pins of the panel through gpiozero: edges of buttons out, levels of lights in. No meaning is known here."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from firmware.lights import Levels, Rgb
from hardware.wiring import Wiring

# Told of every edge: which button, and whether it is down now.
Edge = Callable[[str, bool], None]


def gpio_errors() -> tuple[type[BaseException], ...]:
    """All that a pin may raise. lgpio's own error is an exception of no family, and lgpio is not always there."""
    from gpiozero import GPIOZeroError

    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError, OSError, *([lgpio.error] if lgpio else []))


class Pins:
    """Buttons and lights on real or mock pins; closing twice does nothing.

    A handler that raises would end lgpio's thread and with it every button: ours call `edge`, which only puts on a
    queue.
    """

    def __init__(self, wiring: Wiring, factory: Any, edge: Edge) -> None:
        from gpiozero import PWMLED, RGBLED, Button

        with ExitStack() as closing:
            self._buttons = {
                wire.name: closing.enter_context(Button(wire.pin, pull_up=True, bounce_time=None, pin_factory=factory))
                for wire in wiring.buttons
            }
            self._lights = {
                wire.name: closing.enter_context(PWMLED(wire.pin, pin_factory=factory)) for wire in wiring.lights
            }
            pins = wiring.state
            self._state = closing.enter_context(RGBLED(pins["red"], pins["green"], pins["blue"], pin_factory=factory))
            for name, button in self._buttons.items():
                button.when_pressed = _say(edge, name, True)
                button.when_released = _say(edge, name, False)
            self._closing = closing.pop_all()

    def is_down(self, button: str) -> bool:
        return bool(self._buttons[button].is_pressed)

    def show(self, levels: Levels, state: Rgb) -> None:
        """Set what has changed; pins are slow, and most lights stay as they are."""
        for name, light in self._lights.items():
            if light.value != levels[name]:
                light.value = levels[name]
        if self._state.value != state:
            self._state.value = state

    def close(self) -> None:
        self._closing.close()


def _say(edge: Edge, name: str, down: bool) -> Callable[[], None]:
    return lambda: edge(name, down)
