"""Teaches a box: labelled photos, or single corrections, become a pack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.reading import Field
from vision.crop import cut_tile, middles_of
from vision.face import face_in, read_face
from vision.find import FoundZone, find_tiles
from vision.fit import fit
from vision.markers import ZONES
from vision.pack import MOST_TILES, TAUGHT_FILE, Examples, Pack, open_pack, unseen_kinds
from vision.told_sides import check_sides

Photo = NDArray[np.uint8]
Labels = Mapping[str, Any]


class NothingTaught(ValueError):
    """No labelled tile was found in the photos."""


NOTHING_FOUND = "none of the labelled tiles was found in the photos"
# So many rows or columns at the rim of a territory may not be found in a lesson.
MOST_ROWS = 3
# Cells of labels count from anywhere, but not from farther off.
FURTHEST = 10_000
MOST_ZONES = 20


@dataclass(frozen=True)
class TeachReport:
    """How many tiles were learned, which labelled ones were not found, and what no example shows yet."""

    learned: int
    not_found: tuple[str, ...]
    unseen: tuple[str, ...]


def teach(pack_dir: Path, pairs: Iterable[tuple[Photo, Labels]]) -> TeachReport:
    """Learns a box from photos and what lies on them; a pack that exists is extended."""
    told = [(photo, checked(labels)) for photo, labels in pairs]
    pack, missing, found = open_pack(pack_dir), [], 0
    for number, (photo, labels) in enumerate(told, 1):
        examples, not_found = labelled_tiles(photo, find_tiles(photo), labels)
        missing += not_found
        if examples is not None:
            check_sides(number, examples)
            pack.add(examples)
            found += len(examples.faces)
    if not found:
        raise NothingTaught(NOTHING_FOUND)
    return _learn(pack, missing)


def correct(pack_dir: Path, photo: Photo, zone: FoundZone, entry: Mapping[str, Any]) -> TeachReport:
    """Learns one tile anew: what `entry` says about its cell of the zone is what lies there."""
    examples, missing = labelled_tiles(photo, (zone,), {"zones": [{"zone": zone.number, "tiles": [entry]}]})
    if examples is None:
        raise NothingTaught(NOTHING_FOUND)
    pack = open_pack(pack_dir)
    pack.add(examples)
    return _learn(pack, missing)


def _learn(pack: Pack, missing: list[str]) -> TeachReport:
    faces = [face for photo in pack.photos for face in photo.faces]
    # All is learned before anything is written, and listed last: what fails or is cut off leaves the old pack whole.
    taught = fit(pack.photos)
    pack.save_sheets()
    taught.save(pack.folder / TAUGHT_FILE)
    pack.save_list()
    return TeachReport(len(faces), tuple(missing), tuple(unseen_kinds(faces)))


def checked(labels: Labels) -> Labels:
    """Labels that have the form that `see` prints; raises BadInput if they have not."""
    for zone in Field(dict(labels), "labels").entries(("zones",))["zones"].items(MOST_ZONES):
        _check_zone(zone)
    return labels


def _check_zone(zone: Field) -> None:
    told = zone.entries(("zone",))
    if told["zone"].value is not None:
        told["zone"].whole(0, ZONES - 1)
    if "columns" in told:
        for entry in [entry for column in told["columns"].items(MOST_TILES) for entry in column.items(MOST_TILES)]:
            face_in(entry)
        return
    cells = set()
    for entry in zone.entries(("tiles",))["tiles"].items(MOST_TILES):
        cell = column, row = entry.entries(("at",))["at"].cell(FURTHEST)
        if cell in cells:
            entry.clash("there is another tile on the cell [{column}, {row}]", column=column, row=row)
        cells.add(cell)
        face_in(entry)


def labelled_tiles(photo: Photo, zones: Iterable[FoundZone], labels: Labels) -> tuple[Examples | None, list[str]]:
    """The found tiles that the labels speak of, and the labelled ones that were not found."""
    zones = tuple(_moved(zone, labels) for zone in _named(tuple(zones), labels))
    found = {(zone.number, tile.at): tile for zone in zones for tile in zone.tiles}
    crops, faces, quads, missing = [], [], [], []
    for zone in labels["zones"]:
        for at, entry in zone_entries(zone):
            tile = found.get((zone["zone"], at))
            if tile is None:
                missing.append(_cell_in_words(zone["zone"], at))
                continue
            crops.append(cut_tile(photo, tile.quad_px))
            faces.append(read_face(entry))
            quads.append(tile.quad_px)
    if not crops:
        return None, missing
    return Examples(np.stack(crops), tuple(faces), _white(zones), middles_of(quads)), missing


def _cell_in_words(zone: int | None, at: tuple[int, int]) -> str:
    cell = f"cell {at[0]}, {at[1]}"
    return cell if zone is None else f"zone {zone}, {cell}"


def _named(zones: tuple[FoundZone, ...], labels: Labels) -> tuple[FoundZone, ...]:
    """The zones, with the label's number for one whose cards were not made out but whose tiles lie as it says."""
    listed = labels["zones"]
    if len(zones) != 1 or len(listed) != 1 or zones[0].number is not None or listed[0]["zone"] is None:
        return zones
    same = {tile.at for tile in zones[0].tiles} == {at for at, _ in zone_entries(listed[0])}
    return (replace(zones[0], number=listed[0]["zone"]),) if same else zones


def _moved(zone: FoundZone, labels: Labels) -> FoundZone:
    """The zone with its cells as the labels number them: where a whole row was not found, all others are one less.

    The shape tells by how much; that of a full rectangle cannot.
    """
    listed = [one for one in labels["zones"] if one["zone"] == zone.number and "tiles" in one]
    cells = {at for one in listed for at, _ in zone_entries(one)}
    seen = [tile.at for tile in zone.tiles]
    if not cells or set(seen) <= cells:
        return zone
    steps = {(x - a, y - b) for x, y in cells for a, b in seen}
    steps = {step for step in steps if all(abs(one) <= MOST_ROWS for one in step)} | {(0, 0)}
    fits = {step: sum((a + step[0], b + step[1]) in cells for a, b in seen) for step in steps}
    dx, dy = max(sorted(steps, key=lambda step: abs(step[0]) + abs(step[1])), key=lambda step: fits[step])
    return replace(zone, tiles=tuple(replace(tile, at=(tile.at[0] + dx, tile.at[1] + dy)) for tile in zone.tiles))


def _white(zones: tuple[FoundZone, ...]) -> tuple[float, float, float] | None:
    """The cards' white in this photo, None without cards."""
    whites = [zone.camera.white_bgr for zone in zones if zone.camera is not None and zone.camera.white_bgr is not None]
    if not whites:
        return None
    blue, green, red = np.mean(whites, axis=0)
    return float(blue), float(green), float(red)


def zone_entries(zone: Mapping[str, Any]) -> list[tuple[tuple[int, int], Mapping[str, Any]]]:
    """Cell and entry of all tiles of a labelled zone; in the market the cell is column and place from the top."""
    if "columns" in zone:
        return [
            ((column, row), entry) for column, tiles in enumerate(zone["columns"]) for row, entry in enumerate(tiles)
        ]
    return [((int(entry["at"][0]), int(entry["at"][1])), entry) for entry in zone["tiles"]]
