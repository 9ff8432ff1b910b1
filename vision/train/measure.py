"""Measures the reader: taught by two photos of a style, asked on others, part by part.

Run: python -m vision.train.measure --styles 20 --photos 3 [--atlas FOLDER] [--results "what changed"]
Without --styles only the hand-made styles are asked. `--results` appends a row per group to RESULTS.md.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.crop import cut_tile, middles_of
from vision.explain import Explained
from vision.face import TileFace, read_face
from vision.find import find_tiles
from vision.fit import fit
from vision.pack import Examples, unseen_kinds
from vision.reader import TileReader
from vision.render.named import STYLES
from vision.render.random_style import random_style
from vision.render.style import Style
from vision.render.table import Scene, shoot
from vision.teach import labelled_tiles, teach, zone_entries
from vision.train.dataset import close_scene, jittered

RESULTS = Path(__file__).with_name("RESULTS.md")
FIRST_HELD_OUT = 20000


class Tally:
    """Counts of what was right and wrong."""

    def __init__(self) -> None:
        self.tiles = self.sure = self.sure_wrong = 0
        self.wrong: Counter[str] = Counter()
        self.rows: list[tuple[float, bool]] = []

    def add(self, want: TileFace, got: TileFace, confidence: float) -> bool:
        parts = wrong_parts(want, got)
        self.tiles += 1
        self.wrong.update(parts)
        self.wrong["tile"] += bool(parts)
        self.rows.append((confidence, not parts))
        if confidence >= 0.95:
            self.sure += 1
            self.sure_wrong += bool(parts)
        return not parts

    def merge(self, other: Tally) -> None:
        self.tiles, self.sure, self.sure_wrong = (
            self.tiles + other.tiles,
            self.sure + other.sure,
            self.sure_wrong + other.sure_wrong,
        )
        self.wrong.update(other.wrong)
        self.rows += other.rows

    def row(self, name: str) -> str:
        share = {part: 100 * self.wrong[part] / max(self.tiles, 1) for part in ("sides", "urban", "station", "spots")}
        sure = 100 * self.sure / max(self.tiles, 1)
        return (
            f"| {name} | {self.tiles} | {100 - 100 * self.wrong['tile'] / max(self.tiles, 1):.2f} | "
            + " | ".join(f"{value:.2f}" for value in share.values())
            + f" | {sure:.0f} | {100 - 100 * self.sure_wrong / max(self.sure, 1):.2f} |"
        )


def wrong_parts(want: TileFace, got: TileFace) -> list[str]:
    """Which parts differ; spots are compared by kind and pawn."""
    parts = [part for part in ("sides", "urban", "station", "objective") if getattr(want, part) != getattr(got, part)]
    if sorted((s.kind, s.pawn) for s in want.spots) != sorted((s.kind, s.pawn) for s in got.spots):
        parts.append("spots")
    return parts


def shown(scene: Scene, style: Style, rng: np.random.Generator) -> Examples:
    """One rendered photo as labelled crops."""
    shot = shoot(scene, style, int(rng.integers(2**31)))
    crops = np.stack([cut_tile(shot.photo_bgr, jittered(tile.quad_px, rng)) for tile in shot.tiles])
    middles = middles_of([tile.quad_px for tile in shot.tiles])
    return Examples(crops, tuple(tile.face for tile in shot.tiles), None, middles)


def lessons_of(style: Style, rng: np.random.Generator, photos: int = 2) -> list[Examples]:
    """Photos that show every kind of tile, icon and pawn, as people choose them to teach a box."""
    while True:
        scenes = [close_scene(rng, 22, rng.uniform(110, 155), 0.0) for _ in range(photos)]
        faces = [tile.face for scene in scenes for tile in scene.zones[0].tiles]
        if unseen_kinds(faces) == ["an objective tile"]:
            return [shown(scene, style, rng) for scene in scenes]


def measure_style(
    style: Style,
    seed: int,
    photos: int,
    count: int = 25,
    taught: int = 2,
    keep: list[Any] | None = None,
    raw: bool = False,
) -> Tally:
    """Teaches by so many photos, asks about others."""
    rng = np.random.default_rng(seed)
    reader = TileReader(fit(lessons_of(style, rng, taught)) if taught else None, honest=not raw)
    tally = Tally()
    for _ in range(photos):
        asked = shown(close_scene(rng, count, objective_share=0.0), style, rng)
        answers = reader.read_crops(asked.crops, middles=asked.middles)
        for crop, face, read in zip(asked.crops, asked.faces, answers, strict=True):
            right = tally.add(face, read.face, read.chance)
            if not right and keep is not None:
                keep.append((style.name, crop, face, read))
    return tally


def measure_atlas(folder: Path, keep: list[Any] | None = None) -> dict[str, Tally]:
    """The photographs of the atlas style, taught by its two teach photos."""

    def photo(name: str) -> tuple[Any, Any]:
        return cv2.imread(str(folder / f"{name}.jpg")), json.loads((folder / f"{name}.json").read_text())

    tallies = {}
    with tempfile.TemporaryDirectory() as pack:
        start = time.perf_counter()
        print(teach(Path(pack), [photo("atlas-teach0"), photo("atlas-teach1")]), f"{time.perf_counter() - start:.1f} s")
        reader = TileReader.open(Path(pack))
        for name in sorted(path.stem for path in folder.glob("*.jpg") if "teach" not in path.stem):
            picture, labels = photo(name)
            tallies[name] = tally = Tally()
            zones = find_tiles(picture)
            for zone in zones:
                cells = {tile.at: tile for tile in zone.tiles}
                wanted: Any = next(
                    (z for z in labels["zones"] if z["zone"] == zone.number), {"zone": None, "tiles": []}
                )
                entries = dict(zone_entries(wanted))
                for entry in reader.read(picture, zone):
                    at = (entry["at"][0], entry["at"][1])
                    want = entries.get(at)
                    if want is None:
                        tally.wrong["invented"] += 1
                    elif not tally.add(read_face(want), read_face(entry), entry["confidence"]) and keep is not None:
                        got = Explained(read_face(entry), entry["confidence"])
                        keep.append((name, cut_tile(picture, cells[at].quad_px), read_face(want), got))
            _, missing = labelled_tiles(picture, zones, labels)
            tally.wrong["missed"] += len(missing)
    return tallies


HEADER = (
    "| set | tiles | exact % | sides wrong % | ground wrong % | station wrong % | spots wrong % "
    "| sure % | right when sure % |\n"
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--styles", type=int, default=0)
    parser.add_argument("--photos", type=int, default=2)
    parser.add_argument("--first", type=int, default=FIRST_HELD_OUT)
    parser.add_argument("--taught", type=int, default=2, help="how many photos teach the style")
    parser.add_argument("--named", action="store_true")
    parser.add_argument("--atlas", type=Path)
    parser.add_argument("--errors", type=Path, help="writes a sheet of the misread tiles")
    parser.add_argument("--results", help="a word on this version, for RESULTS.md")
    options = parser.parse_args()
    keep: list[Any] = []
    lines = [HEADER]
    print(HEADER)

    def say(line: str) -> None:
        lines.append(line)
        print(line, flush=True)

    if options.named:
        everything = Tally()
        for name, style in STYLES.items():
            tally = measure_style(style, 11, options.photos, taught=options.taught, keep=keep)
            say(tally.row(name))
            everything.merge(tally)
        say(everything.row("hand-made styles"))
    if options.styles:
        everything = Tally()
        for number in range(options.first, options.first + options.styles):
            style = random_style(np.random.default_rng([7, number]), f"random {number}")
            tally = measure_style(style, number, options.photos, taught=options.taught, keep=keep)
            print("   ", tally.row(str(number)), flush=True)
            everything.merge(tally)
        say(everything.row("random styles, held out"))
    if options.atlas:
        everything = Tally()
        for name, tally in measure_atlas(options.atlas, keep).items():
            print("   ", tally.row(name), dict(tally.wrong), flush=True)
            everything.merge(tally)
        say(everything.row("atlas photographs"))
    if options.errors:
        _draw_errors(keep, options.errors)
    if options.results:
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write(f"\n## {options.results}\n" + "\n".join(lines) + "\n")


def _draw_errors(keep: list[Any], path: Path) -> None:
    for number, (name, _, want, read) in enumerate(keep):
        print(number, name, describe(want), "->", describe(read.face), f"{read.chance:.3f}")
    rows = [
        np.hstack(
            [crop for _, crop, _, _ in keep[start : start + 9]]
            + [np.zeros((160, 160, 3), np.uint8)] * max(0, 9 - len(keep[start : start + 9]))
        )
        for start in range(0, min(len(keep), 54), 9)
    ]
    if rows:
        cv2.imwrite(str(path), np.vstack(rows))


def describe(face: TileFace) -> str:
    """A face in one short line."""
    spots = " ".join(f"{s.kind}{'*' if s.pawn else ''}" for s in face.spots)
    return f"{face.sides} {'U' if face.urban else 'r'}{' S' if face.station else ''} {face.objective or ''} [{spots}]"


if __name__ == "__main__":
    main()
