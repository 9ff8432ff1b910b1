"""Measures where tiles are found on rendered tables, trouble by trouble.

Run: python -m vision.evaluate_finding [--photos 12] [--first 5000] [--only TROUBLE] [--csv FILE]
The CSV has a line for each kind of trouble: tiles, missed, invented, at the wrong cell, and how far corners are off.
The seeds lie apart from those that `vision/train/train_presence.py` learns from.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

import numpy as np

from vision.counts import Counts
from vision.find import FoundTile, find_tiles
from vision.render.hard_tables import TROUBLES, HardTable, hard_table
from vision.render.table import ShotTile

RESULTS = Path(__file__).with_name("results") / "finding.csv"
FIRST = 5000
# A tile is found if its middle is nearer than this part of its width.
NEAR = 0.3


@dataclass
class Findings(Counts):
    """Counts for one kind of trouble."""

    trouble: str
    photos: int = 0
    photos_wrong: int = 0
    tiles: int = 0
    missed: int = 0
    invented: int = 0
    misplaced: int = 0
    corners_mm: float = 0.0
    corners_mm_95: float = 0.0
    ms: int = 0
    off_mm: list[float] = field(default_factory=list)

    def add(self, table: HardTable) -> str:
        """Looks at one table; says what is wrong in a few words, nothing if all is right."""
        start = time.perf_counter()
        zones = find_tiles(table.shot.photo_bgr)
        self.ms += round(1000 * (time.perf_counter() - start))
        found = [(zone.number, tile) for zone in zones for tile in zone.tiles]
        pairs, missed, invented = _paired(table, found)
        needed = [(k, tile) for k, tile in pairs if k not in table.optional]
        wrong = _misplaced(table, pairs)
        self.off_mm += [_off_mm(table.shot.tiles[k], tile, table.tile_mm) for k, tile in needed]
        self.photos += 1
        self.tiles += len(table.shot.tiles) - len(table.optional)
        self.missed, self.invented, self.misplaced = (
            self.missed + missed,
            self.invented + invented,
            self.misplaced + wrong,
        )
        self.photos_wrong += bool(missed or invented or wrong)
        self.corners_mm, self.corners_mm_95 = self._corners()
        return f"{missed} missed, {invented} invented, {wrong} misplaced" if missed or invented or wrong else ""

    def _corners(self) -> tuple[float, float]:
        if not self.off_mm:
            return 0.0, 0.0
        return round(float(np.mean(self.off_mm)), 2), round(float(np.percentile(self.off_mm, 95)), 2)

    def __iadd__(self, other: Findings) -> Findings:
        super().__iadd__(other)
        self.corners_mm, self.corners_mm_95 = self._corners()
        return self


def _paired(
    table: HardTable, found: list[tuple[int | None, FoundTile]]
) -> tuple[list[tuple[int, FoundTile]], int, int]:
    """Tiles that are there with what was found of them, how many must be found and were not, and how many are none."""
    pairs: list[tuple[int, FoundTile]] = []
    invented = 0
    for number, tile in found:
        near = [k for k, true in enumerate(table.shot.tiles) if true.zone == number and _is_at(true, tile)]
        if near and near[0] not in {k for k, _ in pairs}:
            pairs.append((near[0], tile))
        else:
            invented += 1
    seen = {k for k, _ in pairs} | table.optional
    return pairs, len(table.shot.tiles) - len(seen), invented


def _is_at(true: ShotTile, tile: FoundTile) -> bool:
    side = float(np.linalg.norm(true.quad_px[1] - true.quad_px[0]))
    return float(np.linalg.norm(true.quad_px.mean(0) - tile.quad_px.mean(0))) < NEAR * side


def _misplaced(table: HardTable, pairs: list[tuple[int, FoundTile]]) -> int:
    """Tiles in the wrong cell, or turned; where a tile may be missed the first column may be another."""
    if not pairs:
        return 0
    steps = np.array([np.subtract(tile.at, table.shot.tiles[k].at) for k, tile in pairs])
    zones = [table.shot.tiles[k].zone for k, _ in pairs]
    turned = np.array([_is_turned(table.shot.tiles[k], tile) for k, tile in pairs])
    # Without what is hidden the territory may begin elsewhere: then only cells against each other count.
    shift = np.median(steps, axis=0) if table.optional and len(set(zones)) == 1 else np.zeros(2)
    return int(((steps != shift).any(1) | turned).sum())


def _is_turned(true: ShotTile, tile: FoundTile) -> bool:
    away = np.linalg.norm(true.quad_px - tile.quad_px[0], axis=1)
    return bool(away.argmin() != 0)


def _off_mm(true: ShotTile, tile: FoundTile, tile_mm: float) -> float:
    """How far the tile's corners are off, on the average."""
    side = float(np.mean(np.linalg.norm(true.quad_px - np.roll(true.quad_px, 1, 0), axis=1)))
    return float(np.linalg.norm(true.quad_px - tile.quad_px, axis=1).mean()) * tile_mm / side


def write_csv(path: Path, rows: list[Findings]) -> None:
    columns = [column.name for column in fields(Findings) if column.name != "off_mm"]
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, columns, lineterminator="\n", extrasaction="ignore")
        table.writeheader()
        table.writerows(asdict(row) for row in rows)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="vision.evaluate_finding", description="Measures the finding of tiles.")
    parser.add_argument("--photos", type=int, default=12, help="of each kind of trouble")
    parser.add_argument("--first", type=int, default=FIRST, help="the first seed")
    parser.add_argument("--only", action="append", choices=list(TROUBLES), help="this kind alone")
    parser.add_argument("--csv", type=Path, help=f"where to write; default: {RESULTS.name} among the results")
    args = parser.parse_args(argv)
    rows = []
    for trouble in args.only or TROUBLES:
        row = Findings(trouble)
        for seed in range(args.first, args.first + args.photos):
            told = row.add(hard_table(trouble, seed))
            if told:
                print(f"  {trouble}, seed {seed}: {told}", flush=True)
        rows.append(row)
    total = Findings("all")
    for row in rows:
        total += row
    if args.csv or not args.only:
        write_csv(args.csv or RESULTS, [*rows, total])
    for row in [*rows, total]:
        print(
            f"{row.trouble}: {row.tiles} tiles, {row.missed} missed, {row.invented} invented, "
            f"{row.misplaced} misplaced, corners {row.corners_mm} mm, {row.photos_wrong} of {row.photos} photos wrong"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
