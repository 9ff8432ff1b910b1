"""From a photo of a Railroad Tiles table to what lies on it, in the form of the contract."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput
from vision.find import FoundZone, find_tiles
from vision.pack import LIST_FILE, TAUGHT_FILE
from vision.reader import TileReader
from vision.zone_view import MARKET

Bgr = NDArray[np.uint8]
Entry = dict[str, Any]
Read = Callable[[Bgr, FoundZone], list[Entry]]
GAME = "railroad-tiles"


class NoTiles(BadInput):
    """The pack has no taught tiles."""


def see(photo_bgr: Bgr, pack: Path | None = None) -> tuple[dict[str, Any], tuple[FoundZone, ...]]:
    """What is seen, and where in the photo: the zones stand in the same order in both."""
    if pack is not None:
        check_taught(pack)
    reader, zones = TileReader.open(pack), find_tiles(photo_bgr)
    return describe(photo_bgr, zones, reader.read), zones


def check_taught(pack: Path) -> None:
    """A pack that somebody names must know tiles; without one any box is read, with more doubt."""
    if (pack / TAUGHT_FILE).exists():
        return
    if (pack / LIST_FILE).exists():
        raise NoTiles(f"{pack}: its first lesson was never finished; use `capostazione teach` once more.")
    raise NoTiles(f"{pack}: no tiles were taught; use `capostazione teach`.")


def unread(photo_bgr: Bgr) -> dict[str, Any]:
    """What is seen before anybody has taught the box: for people to put right."""
    return see(photo_bgr)[0]


def describe(photo_bgr: Bgr, zones: tuple[FoundZone, ...], read: Read) -> dict[str, Any]:
    """The zones as `see` prints them, each tile read by `read`."""
    return {"game": GAME, "zones": [_zone(photo_bgr, zone, read) for zone in zones]}


def _zone(photo_bgr: Bgr, zone: FoundZone, read: Read) -> dict[str, Any]:
    entries = [_with_presence(entry, zone) for entry in read(photo_bgr, zone)]
    if zone.number == MARKET:
        return {"zone": zone.number, "columns": _columns(entries)}
    return {"zone": zone.number, "tiles": sorted(entries, key=lambda entry: (entry["at"][1], entry["at"][0]))}


def _with_presence(entry: Entry, zone: FoundZone) -> Entry:
    """An entry is right only if there is a tile at all."""
    present = next(tile.presence for tile in zone.tiles if list(tile.at) == list(entry["at"]))
    return {**entry, "confidence": round(float(entry["confidence"]) * present, 4)}


def _columns(entries: list[Entry]) -> list[list[Entry]]:
    count = 1 + max((entry["at"][0] for entry in entries), default=-1)
    columns: list[list[Entry]] = [[] for _ in range(count)]
    for entry in sorted(entries, key=lambda entry: entry["at"][1]):
        columns[entry["at"][0]].append(entry)
    return columns


def entries_of(zone: dict[str, Any]) -> list[tuple[tuple[int, int], Entry]]:
    """Cell and entry of each tile that a zone of `see`'s answer lists; in the market (column, place from the top)."""
    if "columns" in zone:
        return [((c, r), entry) for c, column in enumerate(zone["columns"]) for r, entry in enumerate(column)]
    return [((int(entry["at"][0]), int(entry["at"][1])), entry) for entry in zone["tiles"]]
