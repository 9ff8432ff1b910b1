"""The Pi's own camera. This is the only module that imports picamera2, and only when a camera is opened."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

import cv2
import numpy as np

from engine.words import say
from firmware.cameras import Bgr, CameraMissing, CameraStalled

MAIN_PX = (2304, 1296)
SMALL_PX = (320, 180)
WAIT_S = 3.0
WARM_UP_S = 2.0
# What is measured while the camera still adapts itself, and then held: drifting exposure reads as motion.
MEASURED = ("ExposureTime", "AnalogueGain", "ColourGains")


def _libraries() -> tuple[ModuleType, ModuleType]:
    try:
        import libcamera
        import picamera2
    except ImportError as error:
        words = "picamera2 is not installed; on a Raspberry Pi: sudo apt install python3-picamera2."
        raise CameraMissing(words) from error
    return picamera2, libcamera


class PiCamera:
    """One configuration with a full and a small stream for the whole evening: switching modes runs out of memory."""

    def __init__(self, sleep: Callable[[float], None] = time.sleep) -> None:
        self._sleep = sleep
        self._camera: Any = None

    def open(self) -> None:
        self.close()
        picamera2, libcamera = _libraries()
        try:
            if not picamera2.Picamera2.global_camera_info():
                raise CameraMissing("No camera is connected; check its ribbon cable, with the Pi switched off.")
            self._camera = picamera2.Picamera2()
            self._camera.configure(self._configuration())
            self._camera.start()
            self._sleep(WARM_UP_S)
            self._lock(libcamera)
        except (RuntimeError, TimeoutError, IndexError, OSError) as error:
            self.close()
            words = "The camera cannot be started ({why}); does another program use it?"
            raise CameraMissing(say(words, why=str(error))) from error

    def _configuration(self) -> Any:
        # picamera2's "RGB888" has the bytes in the order that OpenCV calls BGR.
        return self._camera.create_still_configuration(
            main={"size": MAIN_PX, "format": "RGB888"},
            lores={"size": SMALL_PX, "format": "YUV420"},
            buffer_count=3,
        )

    def _lock(self, libcamera: ModuleType) -> None:
        """Focus once, then hold focus, exposure and colours as they are now."""
        held: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
        has_lens = "AfMode" in self._camera.camera_controls
        if has_lens:
            self._camera.autofocus_cycle(wait=WAIT_S)
        measured = self._camera.capture_metadata(wait=WAIT_S)
        held |= {name: measured[name] for name in MEASURED if name in measured}
        if has_lens and "LensPosition" in measured:
            held |= {"AfMode": libcamera.controls.AfModeEnum.Manual, "LensPosition": measured["LensPosition"]}
        self._camera.set_controls(held)

    def small(self) -> Bgr:
        frame = self._frame("lores", flush=None)
        return np.asarray(cv2.cvtColor(frame, cv2.COLOR_YUV2BGR_I420), np.uint8)[:, : SMALL_PX[0]]

    def full(self) -> Bgr:
        """A frame that was exposed after this call."""
        return self._frame("main", flush=True)

    def _frame(self, stream: str, flush: bool | None) -> Bgr:
        """Borrow a frame, copy it and give it back, whatever happens."""
        if self._camera is None:
            raise CameraStalled("The camera is closed.")
        try:
            with self._camera.captured_request(wait=WAIT_S, flush=flush) as request:
                return np.array(request.make_array(stream), np.uint8)
        except (RuntimeError, TimeoutError, OSError) as error:
            words = "The camera gives no more pictures; it is being started again. Play goes on by hand."
            raise CameraStalled(words) from error

    def close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()
