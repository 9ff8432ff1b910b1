"""What `doctor` looks at: each check says what it found, and what to do if that is not enough."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware.cameras import CameraTrouble

LEAST_FREE_MB = 200
OLDEST_PYTHON = (3, 11)
EARLIEST_YEAR = 2025

FINE, NOTE, FAIL = "ok", "note", "FAIL"


@dataclass(frozen=True)
class Finding:
    """One line of the doctor: how it is, what was found, what to do."""

    what: str
    level: str
    found: str
    do: str = ""


def is_pi(model: Path = Path("/proc/device-tree/model")) -> bool:
    try:
        return "Raspberry Pi" in model.read_text(errors="replace")
    except OSError:
        return False


def check_machine() -> Finding:
    system = f"Python {platform.python_version()} on {platform.machine()}"
    if sys.version_info < OLDEST_PYTHON:
        return Finding("machine", FAIL, system, "install Python 3.11 or newer")
    if sys.maxsize < 2**32:
        return Finding("machine", FAIL, f"{system}, 32-bit", "install the 64-bit Raspberry Pi OS")
    return Finding("machine", FINE, system)


def check_camera(on_pi: bool) -> Finding:
    """On a Pi the camera must give a frame; elsewhere there may be a webcam, or the simulated table serves."""
    if not on_pi:
        cameras = sorted(Path("/dev").glob("video*"))
        if cameras:
            return Finding("camera", FINE, f"a webcam at {cameras[0]}; use --table webcam")
        return Finding("camera", NOTE, "none", "the simulated table serves; plug in a webcam for a real one")
    from firmware.camera_picamera2 import PiCamera

    camera = PiCamera()
    try:
        camera.open()
        height, width = camera.full().shape[:2]
    except CameraTrouble as trouble:
        return Finding("camera", FAIL, str(trouble), "see the build guide, 'The camera'")
    finally:
        camera.close()
    return Finding("camera", FINE, f"{width} x {height} pixels")


def check_gpio(on_pi: bool) -> Finding:
    from firmware.panel import has_pins

    if has_pins():
        return Finding("GPIO", FINE, "the pins answer")
    if not on_pi:
        return Finding("GPIO", NOTE, "this machine has no pins", "the page has the buttons and lights")
    if importlib.util.find_spec("lgpio") is None:
        return Finding("GPIO", FAIL, "lgpio is not installed", "sudo apt install python3-lgpio")
    if not os.access("/dev/gpiochip0", os.R_OK | os.W_OK):
        return Finding("GPIO", FAIL, "no right to use the pins", "sudo usermod -aG gpio $USER, then log in again")
    return Finding("GPIO", FAIL, "the pins do not answer", "see the build guide, 'The button box'")


def check_clock(now: Callable[[], float] = time.time) -> Finding:
    """A Pi without a network wakes in the past; games go by the monotonic clock, and only dates are wrong."""
    date = time.strftime("%Y-%m-%d %H:%M", time.localtime(now()))
    if time.localtime(now()).tm_year < EARLIEST_YEAR:
        return Finding("clock", FAIL, f"it says {date}", "connect to a network once, or set it with sudo date -s")
    return Finding("clock", FINE, date)


def check_folder(folder: Path) -> Finding:
    """Made, written and read back; another service may hold it, and that is fine."""
    trial = folder / f".doctor-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trial.write_text("trial")
        fine = trial.read_text() == "trial"
        trial.unlink()
    except OSError as error:
        return Finding("data folder", FAIL, f"{folder}: {error.strerror or error}", "choose another with --data")
    if not fine:
        return Finding("data folder", FAIL, f"{folder}: what was written is not there", "check the SD card")
    return Finding("data folder", FINE, str(folder))


def check_disk(folder: Path) -> Finding:
    while not folder.exists():
        folder = folder.parent
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    if free_mb < LEAST_FREE_MB:
        return Finding("disk", FAIL, f"{free_mb} MB free", f"make room: {LEAST_FREE_MB} MB are the least")
    return Finding("disk", FINE, f"{free_mb} MB free")


def check_port(port: int) -> Finding:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("0.0.0.0", port))
        except OSError as error:
            found = f"{port}: {error.strerror or error}"
            return Finding("port", FAIL, found, "if that is not Capostazione itself, choose another with --port")
    return Finding("port", FINE, f"{port} is free")


def check_libraries() -> Finding:
    missing = [name for name in ("cv2", "numpy", "flask", "waitress", "gpiozero") if not importlib.util.find_spec(name)]
    if missing:
        return Finding("libraries", FAIL, f"missing: {', '.join(missing)}", "run make venv again")
    return Finding("libraries", FINE, "all there")


def check_power(on_pi: bool, read: Callable[[], str] | None = None) -> Finding:
    """A Pi that gets too little power loses frames and cards; its firmware remembers that since the start."""
    if not on_pi or shutil.which("vcgencmd") is None:
        return Finding("power", NOTE, "cannot be told on this machine")
    told = (read or _throttled)()
    low = int(told.partition("=")[2] or "0x0", 16) & 0x10001
    if low:
        return Finding("power", FAIL, "the voltage has dropped", "use the official power supply and a short cable")
    return Finding("power", FINE, "steady")


def _throttled() -> str:
    return subprocess.run(["vcgencmd", "get_throttled"], capture_output=True, text=True, check=False).stdout.strip()


def all_findings(folder: Path, port: int) -> Iterator[Finding]:
    on_pi = is_pi()
    yield check_machine()
    yield check_libraries()
    yield check_camera(on_pi)
    yield check_gpio(on_pi)
    yield check_clock()
    yield check_disk(folder)
    yield check_folder(folder)
    yield check_port(port)
    yield check_power(on_pi)
