"""Guides, drawings and mounts say what the data say."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from firmware.cli import main
from hardware.drawings import HEADER, header_pin, lamp_away_mm, our_dimensions, rows_of, seen_across_mm
from hardware.guides import drawn, with_pins
from hardware.wiring import USABLE, our_wiring

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
GUIDE = (HARDWARE / "BUILD.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", drawn())
def test_what_is_committed_is_what_is_drawn(name: str) -> None:
    assert (HARDWARE / name).read_text(encoding="utf-8") == drawn()[name], "run capostazione drawings"


def test_the_guide_has_every_pin_of_the_wiring() -> None:
    rows = re.findall(r"^\| ((?:button|light|state light)[^|]*) \| (\w+) \| (\d+) \| (\d+) \|", GUIDE, re.MULTILINE)
    assert [(part, colour, int(gpio)) for part, colour, gpio, _ in rows] == [row[:3] for row in rows_of(our_wiring())]
    assert all(HEADER[int(pin) - 1] == int(gpio) for _, _, gpio, pin in rows)
    assert with_pins(GUIDE) == GUIDE


def test_the_resistor_in_the_guides_is_that_of_the_wiring() -> None:
    ohm = f"{our_wiring().led_ohm} ohm"
    assert ohm in GUIDE
    assert ohm in (HARDWARE / "PARTS.md").read_text(encoding="utf-8")


def test_the_parts_are_as_many_as_the_wires() -> None:
    parts = (HARDWARE / "PARTS.md").read_text(encoding="utf-8")
    wiring = our_wiring()
    assert re.search(rf"arcade buttons.*\| {len(wiring.buttons)} \|", parts)
    assert re.search(rf"light 5 mm: white.*\| {len(wiring.lights)} \|", parts)
    assert re.search(rf"resistor.*\| {len(wiring.lights) + len(wiring.state)} \|", parts)


def test_the_header_is_that_of_a_pi() -> None:
    assert len(HEADER) == 40
    assert set(USABLE) < {gpio for gpio in HEADER if isinstance(gpio, int)}
    assert [header_pin(gpio) for gpio in (2, 17, 27, 26, 21)] == [3, 11, 13, 37, 40]
    assert [number for number, what in enumerate(HEADER, 1) if what == "GND"] == [6, 9, 14, 20, 25, 30, 34, 39]


def test_the_diagram_shows_every_wire_once() -> None:
    texts = [element.text or "" for element in ET.fromstring(drawn()["pictures/wiring.svg"]).iter() if element.text]
    for part, colour, gpio, _ in rows_of(our_wiring()):
        assert texts.count(f"{part} ({colour})") == 1
        assert texts.count(f"{header_pin(gpio)}  GPIO{gpio}") == 1


def test_the_lens_sees_a_table_for_four() -> None:
    across, down = seen_across_mm(our_dimensions())
    assert across > 1000
    assert down > 600


def test_a_lamp_is_mirrored_at_the_edge_of_the_picture() -> None:
    """Equal angles: from the edge, lens and lamp rise alike."""
    dimensions = our_dimensions()
    lens, half = dimensions["arm"]["height"], seen_across_mm(dimensions)[0] / 2
    for height in (700, 1500):
        away = lamp_away_mm(dimensions, height)
        assert (away - half) / height == pytest.approx(half / lens)


def test_drawings_go_where_they_are_wanted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["drawings", "--out", str(tmp_path)]) == 0
    assert {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()} == set(drawn())
    assert capsys.readouterr().out.count("\n") == len(drawn())


@pytest.mark.skipif(shutil.which("openscad") is None, reason="OpenSCAD is not on this machine")
@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("button_box", "lid"),
        ("button_box", "tray"),
        ("camera_arm", "clamp"),
        ("camera_arm", "corner"),
        ("camera_arm", "holder"),
    ],
)
def test_the_mounts_can_be_made(tmp_path: Path, name: str, part: str) -> None:
    out = tmp_path / "part.stl"
    source = HARDWARE / "mounts" / f"{name}.scad"
    # Coarse circles: it is the shape that is tried, and fine ones take half a minute.
    command = ["openscad", "-D", f'part="{part}"', "-D", "$fn=8", "-o", str(out), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    assert "ERROR" not in done.stderr
    assert out.read_text().count("facet normal") > 20
