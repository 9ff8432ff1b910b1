"""The panel on mock pins: presses come out, light comes on, and broken pins hurt nobody."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from gpiozero.exc import GPIOZeroError
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware import panel as panel_module
from firmware.inbox import Item, Press, Trouble
from firmware.lights import lights_of
from firmware.panel import Panel, has_pins
from hardware.wiring import BadWiring, our_wiring, read_wiring
from webui.desk import Flipped, Snapshot

PINS = dict(our_wiring().pins())


class Bench:
    """A panel on mock pins, with what it told."""

    def __init__(self) -> None:
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.told: queue.Queue[Item] = queue.Queue()
        self.panel = Panel(our_wiring(), lambda: self.factory, self.told.put)

    def pin(self, name: str) -> Any:
        return self.factory.pin(PINS[name])

    def press(self, button: str, seconds: float = 0.06) -> None:
        self.pin(button).drive_low()
        time.sleep(seconds)
        self.pin(button).drive_high()

    def next(self) -> Item:
        return self.told.get(timeout=3)

    def shows(self, name: str, level: float) -> bool:
        return eventually(lambda: self.pin(name).state == pytest.approx(level))


def eventually(true: Callable[[], bool], seconds: float = 3.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.01)
    return False


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    bench.panel.start()
    assert bench.next() == Trouble("panel")
    yield bench
    bench.panel.close()
    bench.factory.reset()


def test_each_button_is_told(bench: Bench) -> None:
    for button in ("confirm", "undo", "flip", "score"):
        bench.press(button)
        assert bench.next() == Press(button)


def test_a_rattling_button_is_told_once(bench: Bench) -> None:
    for _ in range(8):
        bench.pin("flip").drive_low()
        bench.pin("flip").drive_high()
    bench.press("flip")
    assert bench.next() == Press("flip")
    with pytest.raises(queue.Empty):
        bench.told.get(timeout=0.15)


def test_a_held_button_is_told_while_it_is_down(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.debounce.HOLD_S", 0.2)
    bench.pin("score").drive_low()
    assert bench.next() == Press("score", held=True)
    bench.pin("score").drive_high()
    with pytest.raises(queue.Empty):
        bench.told.get(timeout=0.15)


def test_lights_follow_the_snapshot(bench: Bench) -> None:
    lights = {**lights_of(Snapshot()), "phase-2": "on", "player-1": "on"}
    bench.panel.show(Snapshot(lights=lights))
    assert bench.shows("phase-2", 1.0)
    assert bench.shows("player-1", 1.0)
    assert bench.shows("phase-1", 0.0)
    bench.panel.show(Snapshot(lights=lights_of(Snapshot())))
    assert bench.shows("phase-2", 0.0)


def test_a_flip_is_chased_on_both_sides_and_ends_on_one(bench: Bench) -> None:
    lights = {**lights_of(Snapshot()), "right": "on"}
    bench.panel.show(Snapshot(lights=lights, flipped=Flipped("right", 5)))
    assert eventually(lambda: _changes(bench.pin("left")) >= 3)
    assert eventually(lambda: bench.panel._flipping is None)
    assert bench.shows("right", 1.0)
    assert bench.shows("left", 0.0)


def _changes(pin: Any) -> int:
    values = [state.state for state in pin.states]
    return sum(one != other for one, other in pairwise(values))


def test_pins_that_fail_are_said_and_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel_module, "RETRY_S", 0.05)
    bench = Bench()
    real, calls = bench.factory, []

    def sometimes() -> MockFactory:
        calls.append(1)
        if len(calls) < 3:
            raise GPIOZeroError("the chip is busy")
        return real

    bench.panel = Panel(our_wiring(), sometimes, bench.told.put)
    bench.panel.start()
    told = [bench.next() for _ in range(3)]
    assert [isinstance(item, Trouble) and "chip is busy" in item.words for item in told] == [True, True, False]
    bench.press("undo")
    assert bench.next() == Press("undo")
    bench.panel.close()


def test_pins_that_fail_later_are_said_too(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel_module, "RETRY_S", 0.05)

    def broken(self: object, *_: object) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as failing:
        failing.setattr("firmware.buttons.Pins.show", broken)
        bench.panel.show(Snapshot(lights=lights_of(Snapshot())))
        trouble = bench.next()
        assert isinstance(trouble, Trouble)
        assert "Input/output error" in trouble.words
    assert eventually(lambda: Trouble("panel") in list(bench.told.queue))
    while not bench.told.empty():
        bench.told.get()
    bench.press("confirm")
    assert bench.next() == Press("confirm")


def test_closing_twice_does_nothing(bench: Bench) -> None:
    bench.panel.close()
    bench.panel.close()


def test_a_machine_without_pins_is_known() -> None:
    from pathlib import Path

    if Path("/dev/gpiochip0").exists():
        pytest.skip("this machine has pins")
    assert not has_pins()


def _wiring() -> dict[str, Any]:
    import tomllib
    from importlib import resources

    return tomllib.loads(resources.files("hardware").joinpath("wiring.toml").read_text())


@pytest.mark.parametrize(
    ("section", "name", "key", "value", "words"),
    [
        ("button", "flip", "pin", 17, "given to confirm and to flip"),
        ("button", "flip", "pin", 2, "cannot be on GPIO2"),
        ("light", "left", "pin", 99, "cannot be on GPIO99"),
    ],
)
def test_wiring_that_cannot_be(section: str, name: str, key: str, value: int, words: str) -> None:
    data = _wiring()
    data[section][name][key] = value
    with pytest.raises(BadWiring, match=words):
        read_wiring(data)


def test_wiring_that_lacks_something() -> None:
    data = _wiring()
    del data["light"]["phase-3"]
    with pytest.raises(BadWiring, match="'phase-3' is missing"):
        read_wiring(data)
