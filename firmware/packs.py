"""Where taught packs are stored, and how one is named."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from engine.errors import BadInput, NotThere
from engine.words import say


def data_folder(given: Path | None = None) -> Path:
    """The folder for logs, packs and settings: as given, as the service's own, or in the user's home."""
    if given is not None:
        return given
    own = os.environ.get("CAPOSTAZIONE_DATA") or os.environ.get("STATE_DIRECTORY")
    return Path(own) if own else Path.home() / ".local" / "share" / "capostazione"


def named_folder(text: str) -> Path:
    """A folder that is named on the command line; no name at all would be the folder one stands in."""
    if not text.strip():
        raise argparse.ArgumentTypeError("no folder is named")
    return Path(text)


def pack_folder(name_or_folder: str, data: Path | None = None) -> Path:
    """The folder of a pack that must exist."""
    if not name_or_folder.strip():
        raise BadInput("--pack: no pack is named.")
    packs = data_folder(data) / "packs"
    for place in (Path(name_or_folder), packs / name_or_folder):
        if place.is_dir():
            return place
    raise BadInput(f"{name_or_folder}: there is no such pack, neither as a folder nor in {packs}.")


def kept_pack(name: str, data: Path | None = None) -> Path:
    """The folder of a pack that people name on the page: one of those kept here, never a folder elsewhere."""
    packs = data_folder(data) / "packs"
    found = [place for place in packs.glob("*/") if place.name == name]
    if not found:
        raise NotThere(say("there is no pack called {pack!r}", pack=name))
    return found[0]
