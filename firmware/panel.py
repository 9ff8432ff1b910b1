"""The panel on the table: turns edges into presses and snapshots into light, in a thread of its own.

Nothing that happens to the pins reaches the game: a failing panel is said on the page and opened again later.
"""

from __future__ import annotations

import queue
import threading
import time
import warnings
from collections.abc import Callable
from typing import Any

from engine.words import say
from firmware.buttons import Pins, gpio_errors
from firmware.debounce import HELD, Contact, feel
from firmware.inbox import Item, Press, Trouble
from firmware.lights import CHASE_S, is_moving, levels, lights_of
from hardware.wiring import BUTTONS, Wiring
from webui.desk import Flipped, Snapshot

RETRY_S = 10.0
STEP_S = 0.04  # between two looks while lights move or a button is down
RESTLESS_S = 0.01
QUIET_S = 2.0  # a pin is read again at least this often: edges can be lost
GIVE_UP_S = 2.0


class Panel:
    """Buttons and lights; `tell` gets presses and troubles, `show` is given every new snapshot."""

    def __init__(
        self,
        wiring: Wiring,
        make_factory: Callable[[], Any],
        tell: Callable[[Item], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wiring = wiring
        self._make_factory = make_factory
        self._tell = tell
        self._clock = clock
        self._news: queue.SimpleQueue[tuple[str, bool, float] | None] = queue.SimpleQueue()
        self._snapshot = Snapshot()
        self._lights = lights_of(self._snapshot)
        self._flipped: Flipped | None = None
        self._flipping: tuple[str, float] | None = None
        self._contacts = dict.fromkeys(BUTTONS, Contact())
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def show(self, snapshot: Snapshot) -> None:
        """Take note of a new snapshot; the pins are touched by the panel's own thread alone."""
        self._snapshot = snapshot
        self._news.put(None)

    def close(self) -> None:
        self._closing.set()
        self._news.put(None)
        if self._thread.is_alive():
            self._thread.join(GIVE_UP_S)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._serve()
            except gpio_errors() as error:
                words = "The buttons and lights do not answer ({why}); use those on the page."
                self._tell(Trouble("panel", say(words, why=str(error))))
                self._closing.wait(RETRY_S)

    def _serve(self) -> None:
        pins = Pins(self._wiring, self._make_factory(), self._edge)
        try:
            self._tell(Trouble("panel"))
            self._contacts = dict.fromkeys(BUTTONS, Contact())
            while not self._closing.is_set():
                self._take_note()
                pins.show(*levels(self._lights, self._clock(), self._flipping))
                self._listen(pins)
        finally:
            pins.close()

    def _edge(self, button: str, down: bool) -> None:
        self._news.put((button, down, self._clock()))

    def _take_note(self) -> None:
        snapshot = self._snapshot
        self._lights = snapshot.lights or self._lights
        if snapshot.flipped != self._flipped:
            self._flipped = snapshot.flipped
            self._flipping = (self._flipped.side, self._clock()) if self._flipped else None
        if self._flipping and self._clock() - self._flipping[1] > sum(CHASE_S):
            self._flipping = None

    def _listen(self, pins: Pins) -> None:
        """Wait for an edge or news; then look at every pin again, because an edge can be lost and a hold has none."""
        try:
            news = self._news.get(timeout=self._patience_s())
        except queue.Empty:
            news = None
        if news is not None:
            self._feel(*news)
        if self._news.empty():
            for button in BUTTONS:
                self._feel(button, pins.is_down(button), self._clock())

    def _patience_s(self) -> float:
        if any(contact.is_restless for contact in self._contacts.values()):
            return RESTLESS_S
        down = any(contact.is_down for contact in self._contacts.values())
        return STEP_S if down or self._flipping or is_moving(self._lights) else QUIET_S

    def _feel(self, button: str, down: bool, at_s: float) -> None:
        self._contacts[button], happening = feel(self._contacts[button], down, at_s)
        if happening:
            self._tell(Press(button, happening == HELD))


def system_factory() -> Any:
    """gpiozero's own choice of a pin factory for this machine; raises BadPinFactory where there are no pins."""
    from gpiozero import Device

    if Device.pin_factory is None:
        with warnings.catch_warnings():
            # gpiozero warns of every factory that it tries in vain; `doctor` says what is missing.
            warnings.simplefilter("ignore")
            Device.ensure_pin_factory()
    return Device.pin_factory


def has_pins() -> bool:
    """Whether this machine has pins at all; a PC has none, and that is no trouble."""
    from gpiozero.exc import BadPinFactory

    try:
        system_factory()
    except BadPinFactory:
        return False
    return True
