"""`make venv` on a Raspberry Pi and elsewhere: what the build guide says, done with a pip that fetches nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYTHON = f"""#!/bin/sh
if [ "$2" = venv ]; then shift 2; exec {sys.executable} -m venv --without-pip "$@"; fi
exec {sys.executable} "$@"
"""
PIP = """#!/bin/sh
echo "$@" >> "$(dirname "$0")/asked"
"""

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")


class Yard:
    """A copy of what `make venv` needs, a stand-in for pip, and the file in which a Pi tells its model."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("Makefile", "pyproject.toml"):
            shutil.copy(ROOT / name, folder / name)
        (folder / "bin").mkdir()
        for name, text in (("python3", PYTHON), ("pip", PIP)):
            (folder / "bin" / name).write_text(text)
            (folder / "bin" / name).chmod(0o755)

    def make(self, model: str) -> None:
        (self.folder / "model").write_bytes(model.encode() + b"\0")
        told = (f"MODEL={self.folder}/model", f"PYTHON={self.folder}/bin/python3", f"BIN={self.folder}/bin")
        alone = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        done = subprocess.run(
            ["make", "venv", *told], cwd=self.folder, env=alone, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    @property
    def sees_apt(self) -> bool:
        text = (self.folder / ".venv" / "pyvenv.cfg").read_text()
        return "include-system-site-packages = true" in text

    @property
    def asked(self) -> str:
        return (self.folder / "bin" / "asked").read_text()


@pytest.fixture
def yard(tmp_path: Path) -> Yard:
    return Yard(tmp_path)


def test_on_a_pi_the_packages_of_apt_are_seen_and_its_extra_is_installed(yard: Yard) -> None:
    yard.make("Raspberry Pi 5 Model B Rev 1.0")
    assert yard.sees_apt
    assert "-e .[dev,pi]\n" in yard.asked


def test_elsewhere_nothing_is_seen_but_what_was_installed(yard: Yard) -> None:
    yard.make("ARM Virtual Machine")
    assert not yard.sees_apt
    assert "-e .[dev]\n" in yard.asked


def test_an_environment_that_sees_the_packages_of_apt_keeps_on(yard: Yard) -> None:
    """As somebody made it by hand before."""
    made = [str(yard.folder / "bin" / "python3"), "-m", "venv", "--system-site-packages", ".venv"]
    subprocess.run(made, cwd=yard.folder, check=True)
    yard.make("")
    assert yard.sees_apt


def test_the_build_guide_says_so_and_names_the_extra() -> None:
    guide = (ROOT / "hardware" / "BUILD.md").read_text(encoding="utf-8")
    first_start = guide.partition("## First start")[2].partition("```")[2].partition("```")[0]
    assert "sudo apt install git python3-picamera2 python3-lgpio\n" in first_start
    assert "\nmake venv\n" in first_start
    assert "extra `pi`" in guide
    assert "\npi = [" in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
