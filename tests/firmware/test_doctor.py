"""The doctor: every lack is found, and something to do is said about each."""

from __future__ import annotations

import json
import socket
import sys
from pathlib import Path

import pytest

from firmware import checks
from firmware.checks import FAIL, FINE, NOTE
from firmware.cli import main
from tests.firmware.pi_standin import Sensor, modules


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def test_a_pc_without_camera_and_pins_is_fine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--data", str(tmp_path), "--port", str(free_port())]) == 0
    told = capsys.readouterr().out
    for what in ("camera", "GPIO", "clock", "disk", "port", "data folder"):
        assert what in told


def test_json_and_a_failed_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["doctor", "--json", "--data", str(tmp_path / "file"), "--port", str(free_port())]) == 1
    findings = json.loads(capsys.readouterr().out)
    failed = [finding for finding in findings if finding["level"] == FAIL]
    assert [finding["what"] for finding in failed] == ["data folder"]
    assert all(finding["do"] for finding in failed)


def test_a_taken_port() -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        found = checks.check_port(taken.getsockname()[1])
    assert (found.level, bool(found.do)) == (FAIL, True)


@pytest.mark.parametrize("port", ["99999", "-1", "65536"])
def test_a_port_that_cannot_be_is_bad_usage(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--port", port]) == 2
    assert capsys.readouterr() == ("", f"capostazione: --port {port}: a port is a number from 0 to 65535\n")


def test_a_clock_in_the_past() -> None:
    found = checks.check_clock(lambda: 0.0)
    assert found.level == FAIL
    assert "1970" in found.found


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 5_000_000}))
    assert checks.check_disk(tmp_path / "not" / "yet").level == FAIL


def test_a_pi_with_and_without_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    sensor = Sensor()
    for name, module in modules(sensor).items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr("firmware.camera_picamera2.WARM_UP_S", 0.0)
    assert checks.check_camera(on_pi=True).level == FINE
    sensor.connected = False
    found = checks.check_camera(on_pi=True)
    assert found.level == FAIL
    assert "ribbon cable" in found.found


def test_pins_on_a_pi(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.panel.has_pins", lambda: False)
    found = checks.check_gpio(on_pi=True)
    assert found.level == FAIL
    assert found.do
    assert checks.check_gpio(on_pi=False).level == NOTE
    monkeypatch.setattr("firmware.panel.has_pins", lambda: True)
    assert checks.check_gpio(on_pi=True).level == FINE


def test_power(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks.check_power(on_pi=False).level == NOTE
    monkeypatch.setattr("shutil.which", lambda _: "/usr/bin/vcgencmd")
    assert checks.check_power(True, lambda: "throttled=0x50005").level == FAIL
    assert checks.check_power(True, lambda: "throttled=0x0").level == FINE


def test_what_a_pi_is(tmp_path: Path) -> None:
    model = tmp_path / "model"
    assert not checks.is_pi(model)
    model.write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    assert checks.is_pi(model)
