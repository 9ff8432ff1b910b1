"""The cameras: the Pi's against its stand-in, a folder of pictures, a webcam that is not there."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.errors import BadInput
from firmware.camera_picamera2 import MAIN_PX, SMALL_PX, PiCamera
from firmware.cameras import CameraMissing, CameraStalled, FolderCamera, Webcam, open_camera
from tests.firmware.pi_standin import Sensor, modules


@pytest.fixture
def sensor(monkeypatch: pytest.MonkeyPatch) -> Sensor:
    sensor = Sensor()
    for name, module in modules(sensor).items():
        monkeypatch.setitem(sys.modules, name, module)
    return sensor


def opened() -> PiCamera:
    camera = PiCamera(sleep=lambda _: None)
    camera.open()
    return camera


def test_one_configuration_gives_both_streams(sensor: Sensor) -> None:
    camera = opened()
    for _ in range(5):
        small, full = camera.small(), camera.full()
    assert small.shape == (SMALL_PX[1], SMALL_PX[0], 3)
    assert abs(int(small.mean()) - sensor.grey) < 6  # video levels, 16 to 235
    assert full.shape == (MAIN_PX[1], MAIN_PX[0], 3)
    assert full[0, 0].tolist() == [10, 20, 30], "RGB888 arrays are BGR already"
    assert sensor.configuration["buffer_count"] == 3
    assert sensor.opened == 1


def test_exposure_colours_and_focus_are_held(sensor: Sensor) -> None:
    opened()
    assert sensor.controls == {
        "AeEnable": False, "AwbEnable": False, "ExposureTime": 16_000, "AnalogueGain": 2.0, "ColourGains": (1.4, 2.1),
        "AfMode": 0, "LensPosition": 2.2,
    }  # fmt: skip


def test_a_lens_without_motor_is_left_alone(sensor: Sensor) -> None:
    sensor.has_lens = False
    opened()
    assert "AfMode" not in sensor.controls


def test_a_frame_is_a_copy_and_its_buffer_is_given_back(sensor: Sensor) -> None:
    camera = opened()
    camera.full()[:] = 0
    assert sensor.borrowed == 0


def test_every_wait_has_a_limit_and_a_stall_is_said(sensor: Sensor) -> None:
    camera = opened()
    sensor.stalled = True
    with pytest.raises(CameraStalled, match="Play goes on by hand"):
        camera.small()
    assert all(isinstance(wait, float) for wait in sensor.waits)
    sensor.stalled = False
    camera.close()
    camera.close()
    with pytest.raises(CameraStalled):
        camera.full()
    camera.open()
    assert camera.full() is not None
    assert sensor.opened == 2


def test_no_camera_and_a_busy_one_are_said(sensor: Sensor) -> None:
    sensor.connected = False
    with pytest.raises(CameraMissing, match="ribbon cable"):
        opened()
    sensor.connected, sensor.busy = True, True
    with pytest.raises(CameraMissing, match="does another program use it"):
        opened()


def test_without_picamera2_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraMissing, match="apt install python3-picamera2"):
        PiCamera().open()


def write(folder: Path, name: str, grey: int) -> None:
    cv2.imwrite(str(folder / name), np.full((60, 80, 3), grey, np.uint8))


def test_a_folder_shows_its_pictures_in_order_and_stays_on_the_last(tmp_path: Path) -> None:
    now = [0.0]
    write(tmp_path, "2.png", 200)
    write(tmp_path, "1.png", 100)
    (tmp_path / "3.png").write_bytes(b"no picture")
    (tmp_path / "notes.txt").write_text("not shown")
    camera = FolderCamera(tmp_path, each_s=1.0, clock=lambda: now[0])
    camera.open()
    shown = []
    for now[0] in (0.0, 0.5, 1.0, 1.5, 2.0, 5.0):
        shown.append(int(camera.full().mean()))
    assert shown == [100, 100, 200, 200, 200, 200]
    write(tmp_path, "4.png", 50)
    now[0] = 7.0
    assert int(camera.small().mean()) == 50
    camera.close()


def test_an_empty_folder_is_said(tmp_path: Path) -> None:
    camera = FolderCamera(tmp_path)
    camera.open()
    with pytest.raises(CameraMissing, match="no picture"):
        camera.full()


def test_a_webcam_that_is_not_there_is_said(capfd: pytest.CaptureFixture[str]) -> None:
    camera = Webcam(97)
    with pytest.raises(CameraMissing, match="no webcam number 97"):
        camera.open()
    camera.close()
    assert capfd.readouterr() == ("", ""), "the eyes try every few seconds, and the journal lies on a card"


@pytest.mark.parametrize("kind", ["", "telescope", "folder:", "folder:/no/such/folder", "webcam:x", "camera:2"])
def test_a_table_that_there_is_not(kind: str) -> None:
    with pytest.raises(BadInput, match="--table"):
        open_camera(kind)
