"""What the documents say is there, and what is there is documented."""

from __future__ import annotations

import re
from pathlib import Path

from engine.games import MODULES
from firmware.cli import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_command_is_in_the_readme() -> None:
    for command in COMMANDS:
        assert f"`capostazione {command}" in README, command


def test_every_game_is_in_the_readme() -> None:
    for title in ("Railroad Tiles", "Off the Rails", "Ticket to Ride: New York", "Ticket to Ride: The Card Game"):
        assert f"\n| {title}" in README


def test_every_game_has_its_rules_written_down_and_linked() -> None:
    for module in MODULES.values():
        path = f"{module.replace('.', '/')}/RULES.md"
        assert (ROOT / path).exists()
        assert path in README


def test_links_in_the_documents_lead_somewhere() -> None:
    for name in ("README.md", "DESIGN.md", "CHANGELOG.md"):
        for link in re.findall(r"\]\(([^)#]+)\)", (ROOT / name).read_text(encoding="utf-8")):
            if "://" not in link:
                assert (ROOT / link).exists(), f"{name}: {link}"


def test_every_data_table_says_how_sure_it_is() -> None:
    for module in MODULES.values():
        for path in (ROOT / module.replace(".", "/")).glob("*.toml"):
            assert re.search(r'^sure = "[ABCD]"', path.read_text(encoding="utf-8"), re.MULTILINE), path.name
