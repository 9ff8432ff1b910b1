"""Measures the whole pipeline on labelled photos: `python -m vision.evaluate FOLDER [--pack DIR] [--csv FILE]`.

Each photo has its labels beside it (`x.jpg`, `x.json`), in the form that `see` prints or as `{"cells": [...]}`. The CSV
has one line a photo and one for the sum, with the mistakes of each stage; it is committed: accuracy has a history.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from vision.counts import Counts
from vision.find import FoundZone, find_tiles
from vision.photo import read_photo
from vision.reader import TileReader
from vision.see import describe, entries_of

Cell = tuple[int, int]
Zones = dict[int | None, dict[Cell, dict[str, Any]]]
_SURE = 0.95
_SIMPLE = ("sides", "urban", "station", "objective")


@dataclass
class Mistakes(Counts):
    """Counts for one photo: zones, then cells, then the parts of tiles that were found, then whole tiles."""

    photo: str
    zones: int = 0
    zones_missed: int = 0
    zones_invented: int = 0
    tiles: int = 0
    tiles_missed: int = 0
    tiles_invented: int = 0
    sides_wrong: int = 0
    urban_wrong: int = 0
    station_wrong: int = 0
    objective_wrong: int = 0
    spots_wrong: int = 0
    pawns_wrong: int = 0
    tiles_exact: int = 0
    sure: int = 0
    sure_but_wrong: int = 0
    find_ms: int = 0
    read_ms: int = 0


def evaluate_photo(path: Path, reader: TileReader | None) -> Mistakes:
    """Looks at one photo; without a reader only cells are counted."""
    photo = read_photo(path)
    wanted = read_labels(path.with_suffix(".json"))
    start = time.perf_counter()
    zones = find_tiles(photo)
    found = time.perf_counter()
    seen = _cells_only(zones) if reader is None else zones_of_answer(describe(photo, zones, reader.read))
    mistakes = compare(path.stem, wanted, seen)
    mistakes.find_ms = round((found - start) * 1000)
    mistakes.read_ms = round((time.perf_counter() - found) * 1000)
    return mistakes


def read_labels(path: Path) -> Zones:
    labels = json.loads(path.read_text(encoding="utf-8"))
    if "cells" in labels:
        return {None: {(int(cell[0]), int(cell[1])): {} for cell in labels["cells"]}}
    return zones_of_answer(labels)


def zones_of_answer(answer: dict[str, Any]) -> Zones:
    return {zone["zone"]: dict(entries_of(zone)) for zone in answer["zones"]}


def _cells_only(zones: tuple[FoundZone, ...]) -> Zones:
    return {zone.number: {tile.at: {} for tile in zone.tiles} for zone in zones}


def compare(name: str, wanted: Zones, seen: Zones) -> Mistakes:
    """What is wrong with what was seen, stage by stage."""
    mistakes = Mistakes(name, zones=len(wanted))
    mistakes.zones_missed = len(wanted.keys() - seen.keys())
    mistakes.zones_invented = len(seen.keys() - wanted.keys())
    for number in wanted.keys() | seen.keys():
        _compare_zone(wanted.get(number, {}), seen.get(number, {}), mistakes)
    return mistakes


def _compare_zone(wanted: dict[Cell, dict[str, Any]], seen: dict[Cell, dict[str, Any]], mistakes: Mistakes) -> None:
    mistakes.tiles += len(wanted)
    mistakes.tiles_missed += len(wanted.keys() - seen.keys())
    mistakes.tiles_invented += len(seen.keys() - wanted.keys())
    for cell in seen:
        wrong = _wrong_parts(wanted[cell], seen[cell]) if cell in wanted else {"cell"}
        for part in wrong - {"cell"}:
            name = f"{part}_wrong"
            setattr(mistakes, name, getattr(mistakes, name) + 1)
        sure = seen[cell].get("confidence", 0.0) >= _SURE
        mistakes.tiles_exact += not wrong
        mistakes.sure += sure
        mistakes.sure_but_wrong += sure and bool(wrong)


def _wrong_parts(wanted: dict[str, Any], seen: dict[str, Any]) -> set[str]:
    """The parts in which an entry differs from its label; a label without parts (cells alone) cannot differ."""
    if not wanted or not seen:
        return set()
    wrong = {part for part in _SIMPLE if wanted.get(part, False) != seen.get(part, False)}
    told, read = (sorted((spot["kind"], spot["pawn"]) for spot in entry.get("spots", [])) for entry in (wanted, seen))
    if told != read:
        pawns = sum(pawn for _, pawn in told) != sum(pawn for _, pawn in read)
        wrong.add("pawns" if pawns else "spots")
    return wrong


def write_csv(path: Path, rows: list[Mistakes]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, [column.name for column in fields(Mistakes)], lineterminator="\n")
        table.writeheader()
        table.writerows(asdict(row) for row in rows)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="vision.evaluate", description="Measures the pipeline on labelled photos.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pack", type=Path, help="the taught art")
    parser.add_argument("--csv", type=Path, help="where to write; default: the folder's name, .csv")
    parser.add_argument("--cells", action="store_true", help="measure only where tiles lie")
    args = parser.parse_args(argv)
    photos = [path for path in sorted(args.folder.glob("*.jpg")) if path.with_suffix(".json").exists()]
    if not photos:
        print(f"{args.folder}: there is no labelled photo in this folder.", file=sys.stderr)
        return 2
    reader = None if args.cells else TileReader.open(args.pack)
    rows = [evaluate_photo(path, reader) for path in photos]
    total = Mistakes("all")
    for row in rows:
        total += row
    write_csv(args.csv or Path(f"{args.folder.resolve().name}.csv"), [*rows, total])
    missed, invented = total.tiles_missed, total.tiles_invented
    print(f"{total.tiles_exact} of {total.tiles} tiles exact, {missed} missed, {invented} invented.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
