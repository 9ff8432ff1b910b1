"""The systemd unit: rendered anywhere, verified by systemd itself where there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import BadInput, ClearNo
from firmware import unit
from firmware.cli import main


def test_the_unit_has_what_keeps_a_table_alive_and_apart() -> None:
    text = unit.plan(program="/opt/capostazione/bin/capostazione", port=80).unit
    for line in (
        "Type=notify", "Restart=on-failure", "WatchdogSec=30", "StateDirectory=capostazione", "User=capostazione",
        "ExecStart=/opt/capostazione/bin/capostazione run --port 80 --power-off", "NoNewPrivileges=yes",
        "DeviceAllow=char-gpiochip rw", "ProtectSystem=strict",
    ):  # fmt: skip
        assert line in text.splitlines()
    assert "PrivateDevices" not in text
    assert "ProtectClock" not in text


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not on this machine")
def test_systemd_finds_no_fault_with_it(tmp_path: Path) -> None:
    path = tmp_path / unit.NAME
    path.write_text(unit.plan(user="root", program=shutil.which("true")).unit)
    done = subprocess.run(["systemd-analyze", "verify", str(path)], capture_output=True, text=True, check=False)
    complaints = [line for line in done.stderr.splitlines() if unit.NAME in line]
    assert complaints == []
    assert done.returncode == 0


def test_a_dry_run_prints_and_changes_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unit, "find_program", lambda: "/usr/bin/capostazione")
    assert main(["install-service", "--dry-run", "--port", "8081"]) == 0
    assert "ExecStart=/usr/bin/capostazione run --port 8081" in capsys.readouterr().out


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that all may enter, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_a_program_in_a_closed_home_is_refused(
    open_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian's homes are closed to others; the service has a user of its own."""
    program = open_folder / "home" / "bin" / "capostazione"
    program.parent.mkdir(parents=True)
    program.write_text("")
    program.parent.parent.chmod(0o700)
    monkeypatch.setattr(unit, "find_program", lambda: str(program))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda _: "/bin/systemctl")
    assert main(["install-service", "--dry-run", "--user", "nobody"]) == 0
    would = capsys.readouterr().out
    assert main(["install-service", "--user", "nobody"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"capostazione: the user nobody may not read {open_folder / 'home'}, ")
    assert "/opt/capostazione" in said
    assert said.partition(": ")[2] in would
    program.parent.parent.chmod(0o755)
    assert unit.closed_to("nobody", program) is None
    assert unit.closed_to("somebody-still-to-be-made", program) is None
    program.chmod(0o600)
    assert unit.closed_to("nobody", program) == program
    assert unit.closed_to("root", program) is None


def test_a_link_into_a_closed_home_is_closed(open_folder: Path) -> None:
    home, link = open_folder / "home", open_folder / "python"
    home.mkdir()
    (home / "python").write_text("")
    link.symlink_to(home / "python")
    home.chmod(0o700)
    assert unit.closed_to("nobody", link) == home


@pytest.mark.parametrize(("user", "port"), [("a b", 80), ("1x", 80), ("ann", 0), ("ann", 70000)])
def test_nonsense_never_reaches_the_unit(user: str, port: int) -> None:
    with pytest.raises(BadInput):
        unit.plan(user, port, "/bin/true")


def test_installing_writes_unit_and_rule_and_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[tuple[str, ...]] = []
    monkeypatch.setattr(unit, "UNITS", tmp_path)
    monkeypatch.setattr(unit, "POLKIT", tmp_path / "rule")
    monkeypatch.setattr(unit, "_call", lambda *command: called.append(command))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda _: "/bin/systemctl")
    unit.install(unit.plan(program="/bin/true"))
    assert "ExecStart=/bin/true run" in (tmp_path / unit.NAME).read_text()
    assert "capostazione" in (tmp_path / "rule").read_text()
    assert called[0][0] == "useradd"
    assert called[-1] == ("systemctl", "enable", "--now", unit.NAME)


def test_without_root_it_says_how(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(ClearNo, match="needs root"):
        unit.install(unit.plan(program="/bin/true"))
    with pytest.raises(ClearNo, match="needs root"):
        unit.uninstall()
