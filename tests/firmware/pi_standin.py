"""A stand-in for picamera2 and libcamera that follows their documented calls and complains of any other use.

It has `buffer_count` buffers like the real one: frames that are borrowed and not given back make it stall.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np


class Sensor:
    """What the test sets and looks at."""

    def __init__(self) -> None:
        self.connected = True
        self.stalled = False
        self.has_lens = True
        self.busy = False
        self.grey = 90
        self.opened = 0
        self.controls: dict[str, Any] = {}
        self.configuration: dict[str, Any] = {}
        self.waits: list[Any] = []
        self.borrowed = 0


class _Request:
    def __init__(self, sensor: Sensor) -> None:
        self._sensor = sensor

    def make_array(self, name: str) -> np.ndarray[Any, Any]:
        width, height = self._sensor.configuration[name]["size"]
        if name == "lores":
            # The Y plane and below it U and V; grey has both in the middle.
            planes = np.full((height * 3 // 2, width), 128, np.uint8)
            planes[:height] = self._sensor.grey
            return planes
        return np.full((height, width, 3), (10, 20, 30), np.uint8)

    def release(self) -> None:
        self._sensor.borrowed -= 1


class _Picamera2:
    sensor: Sensor

    def __init__(self) -> None:
        if self.sensor.busy:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.sensor.opened += 1
        self._state = "open"
        lens = {"AfMode": (0, 2, 0), "LensPosition": (0.0, 15.0, 1.0)} if self.sensor.has_lens else {}
        self.camera_controls = {"ExposureTime": (1, 66666, None), **lens}

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return [{"Model": "imx708", "Num": 0}] if _Picamera2.sensor.connected else []

    def create_still_configuration(
        self, main: dict[str, Any], lores: dict[str, Any] | None = None, buffer_count: int = 1
    ) -> dict[str, Any]:
        return {"main": main, "lores": lores, "buffer_count": buffer_count}

    def configure(self, configuration: dict[str, Any]) -> None:
        assert self._state == "open", "configured once, before start"
        self.sensor.configuration = configuration

    def start(self) -> None:
        assert self.sensor.configuration
        self._state = "started"

    def autofocus_cycle(self, wait: Any = None) -> bool:
        assert self.sensor.has_lens
        self._wait(wait)
        return True

    def capture_metadata(self, wait: Any = None) -> dict[str, Any]:
        self._wait(wait)
        measured = {"ExposureTime": 16_000, "AnalogueGain": 2.0, "ColourGains": (1.4, 2.1), "Lux": 80.0}
        return {**measured, **({"LensPosition": 2.2} if self.sensor.has_lens else {})}

    def set_controls(self, controls: dict[str, Any]) -> None:
        assert self._state == "started"
        self.sensor.controls |= controls

    @contextlib.contextmanager
    def captured_request(self, wait: Any = None, flush: Any = None) -> Iterator[_Request]:
        assert flush in (None, True)
        self._wait(wait)
        self.sensor.borrowed += 1
        assert self.sensor.borrowed <= self.sensor.configuration["buffer_count"]
        request = _Request(self.sensor)
        try:
            yield request
        finally:
            request.release()

    def close(self) -> None:
        self._state = "closed"

    def _wait(self, wait: Any) -> None:
        assert self._state == "started"
        self.sensor.waits.append(wait)
        if self.sensor.stalled:
            assert isinstance(wait, (int, float)), "would wait for ever"
            raise TimeoutError


def modules(sensor: Sensor) -> dict[str, ModuleType]:
    """The two modules, to be put into sys.modules."""
    picamera2, libcamera = ModuleType("picamera2"), ModuleType("libcamera")
    camera = type("Picamera2", (_Picamera2,), {"sensor": sensor})
    _Picamera2.sensor = sensor
    picamera2.Picamera2 = camera  # type: ignore[attr-defined]
    libcamera.controls = SimpleNamespace(AfModeEnum=SimpleNamespace(Manual=0))  # type: ignore[attr-defined]
    return {"picamera2": picamera2, "libcamera": libcamera}
