"""Cameras behind one small protocol: a small frame often, a full one when it is worth it.

Whatever goes wrong is a CameraTrouble; whoever watches closes the camera then and opens it again later.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput, ClearNo
from engine.words import say

Bgr = NDArray[np.uint8]

SMALL_PX = 320
SILENT = 0  # of OpenCV's levels of telling
PICTURES = (".jpg", ".jpeg", ".png")


class CameraTrouble(ClearNo):
    """The camera gives no picture, and the message says what to do."""


class CameraMissing(CameraTrouble):
    """There is no camera, or it cannot be opened."""


class CameraStalled(CameraTrouble):
    """The camera was there and gives no more frames."""


class Camera(Protocol):
    """A camera over the table; `open` may be called again after `close`."""

    def open(self) -> None:
        """Get ready to give frames."""

    def small(self) -> Bgr:
        """A fresh frame some hundred pixels wide, for seeing motion."""

    def full(self) -> Bgr:
        """A fresh frame in full size, taken after the call."""

    def close(self) -> None:
        """Let go of the camera; closing twice does nothing."""


def shrunk(frame_bgr: Bgr) -> Bgr:
    """The frame as the small stream would show it."""
    height, width = frame_bgr.shape[:2]
    size = (SMALL_PX, max(1, round(height * SMALL_PX / width)))
    return np.asarray(cv2.resize(frame_bgr, size, interpolation=cv2.INTER_AREA), np.uint8)


@contextmanager
def _quiet_opencv() -> Iterator[None]:
    """OpenCV would tell the journal of a missing camera at every try; we say it once ourselves."""
    logging = getattr(cv2.utils, "logging", cv2)  # where OpenCV 5 has what OpenCV 4 has in cv2 itself
    level = logging.getLogLevel()
    logging.setLogLevel(SILENT)
    try:
        yield
    finally:
        logging.setLogLevel(level)


class Webcam:
    """A USB camera through OpenCV; it has one stream, and the small frames are made from it."""

    def __init__(self, number: int = 0, size_px: tuple[int, int] = (1920, 1080)) -> None:
        self._number = number
        self._size_px = size_px
        self._capture: cv2.VideoCapture | None = None

    def open(self) -> None:
        self.close()
        with _quiet_opencv():
            capture = cv2.VideoCapture(self._number)
        if not capture.isOpened():
            capture.release()
            words = "There is no webcam number {number}; plug it in, play goes on by hand."
            raise CameraMissing(say(words, number=self._number))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size_px[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size_px[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture = capture

    def small(self) -> Bgr:
        return shrunk(self.full())

    def full(self) -> Bgr:
        if self._capture is None:
            raise CameraStalled("The webcam is closed.")
        fine, frame = self._capture.read()
        if not fine or frame is None:
            raise CameraStalled("The webcam gives no more pictures; is its cable loose? Play goes on by hand.")
        return np.asarray(frame, np.uint8)

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class FolderCamera:
    """A folder of pictures, shown one after the other in the order of their names; the last one stays.

    Pictures that are put into the folder later follow when their turn comes.
    """

    def __init__(self, folder: Path, each_s: float = 3.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder
        self._each_s = each_s
        self._clock = clock
        self._shown: list[Path] = []
        self._since_s = 0.0
        self._frame: Bgr | None = None

    def open(self) -> None:
        if not self._folder.is_dir():
            raise BadInput(say("{folder}: there is no such folder of pictures", folder=self._folder))
        self._turn_page()

    def small(self) -> Bgr:
        return shrunk(self.full())

    def full(self) -> Bgr:
        if self._frame is None or self._clock() - self._since_s >= self._each_s:
            self._turn_page()
        if self._frame is None:
            raise CameraMissing(say("{folder}: there is no picture in this folder yet.", folder=self._folder))
        return self._frame

    def close(self) -> None:
        self._frame = None

    def _turn_page(self) -> None:
        """Go to the next picture, passing over files that hold none."""
        try:
            names = sorted(path for path in self._folder.iterdir() if path.suffix.lower() in PICTURES)
        except OSError as error:
            raise CameraMissing(
                say("{folder}: cannot be read: {why}", folder=self._folder, why=error.strerror or error)
            ) from error
        left = [path for path in names if path not in self._shown]
        for path in left or self._shown[-1:]:
            frame = cv2.imread(str(path), cv2.IMREAD_COLOR)
            if path not in self._shown:
                self._shown.append(path)
            if frame is not None:
                self._frame, self._since_s = np.asarray(frame, np.uint8), self._clock()
                return


def open_camera(kind: str) -> Camera:
    """The camera that `--table` names: camera, webcam, webcam:1 or folder:DIR."""
    name, _, detail = kind.partition(":")
    if name == "camera" and not detail:
        from firmware.camera_picamera2 import PiCamera

        return PiCamera()
    if name == "webcam" and (not detail or detail.isdecimal()):
        return Webcam(int(detail or 0))
    if name == "folder" and detail:
        folder = Path(detail)
        if not folder.is_dir():
            raise BadInput(f"--table {kind}: there is no folder {folder}")
        return FolderCamera(folder)
    raise BadInput(f"--table {kind}: must be simulated, camera, webcam or folder:DIR")
