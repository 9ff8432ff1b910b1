"""Measures the reader on whole photos of tables: cards, neighbours that match, tiles of the default box, any light.

Each style is taught by one photo that shows every kind and reads others, found and read as `see` does it. This is
nearer to what people do than `measure`, which asks about single tiles without cards and neighbours.

Run: python -m vision.train.measure_tables --named --guests --visitors --styles 20 [--taught 1] [--first 50000]
     python -m vision.train.measure_tables --photographs FOLDER   (NAME-teach0.jpg teaches NAME-*.jpg)
"""

from __future__ import annotations

import argparse
import json
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.railroad_tiles.box import our_box
from vision.evaluate import Mistakes, compare, zones_of_answer
from vision.face import KINDS, Spot, TileFace, likely_place
from vision.find import find_tiles
from vision.pack import unseen_kinds
from vision.photo import read_photo
from vision.reader import TileReader
from vision.render.guests import GUESTS
from vision.render.hard_tables import usual
from vision.render.named import STYLES
from vision.render.random_style import random_style
from vision.render.style import Rng, Style
from vision.render.table import Scene, cards_of, on_table, shoot, table_labels
from vision.render.tile import Painter, paint_tile
from vision.render.visitors import VISITORS
from vision.see import describe
from vision.teach import teach

FIRST_STYLE = 50000
SIZE_PX = (2304, 1296)
PAWN_SHARE, URBAN_SHARE, TRIES, QUALITY = 0.45, 0.38, 20000, 90
LESSON, ASKED = (22, 27), (20, 28)
Labelled = tuple[Any, dict[str, Any]]
Box = tuple[Style, Painter]
Faces = Callable[[Rng], TileFace]
Sizes = tuple[float, float]
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def photographed_face(rng: Rng) -> TileFace:
    """A tile like those on the photographs that were given, in any turn, on some a pawn."""
    rows = [(row, kind) for row in _photographed() for kind in (*KINDS, "none") if kind in row]
    shares = np.array([row[kind] for row, kind in rows], np.float64)
    row, kind = rows[int(rng.choice(len(rows), p=shares / shares.sum()))]
    place, pawn = likely_place(kind, row["sides"], row["station"]), bool(rng.random() < PAWN_SHARE)
    spots = () if kind == "none" else (Spot(kind, place, pawn),)
    face = TileFace(row["sides"], bool(rng.random() < URBAN_SHARE), row["station"], None, spots)
    return face.turned(int(rng.integers(4)))


@lru_cache(maxsize=1)
def _photographed() -> list[dict[str, Any]]:
    text = resources.files("vision.train").joinpath("photographed.toml").read_text(encoding="utf-8")
    return list(tomllib.loads(text)["tile"])


def box_face(rng: Rng) -> TileFace:
    """A tile of the default box in any turn, pawns on some of its spots."""
    tiles = our_box().tiles
    shares = np.array([count for _, count in tiles], np.float64)
    tile = tiles[int(rng.choice(len(tiles), p=shares / shares.sum()))][0]
    spots = tuple(Spot(spot.kind, spot.on, bool(rng.random() < PAWN_SHARE)) for spot in tile.spots)
    return TileFace(tile.sides, tile.urban, tile.station, None, spots).turned(int(rng.integers(4)))


@dataclass(frozen=True)
class Custom:
    """Which tiles are laid, and how large the camera sees them in a lesson and on other photos, if that is given."""

    face_of: Faces = box_face
    lesson_px: Sizes | None = None
    asked_px: Sizes | None = None


OF_THE_BOX = Custom()
# Lessons are taken close by, as the photographs that were given show it; territories are not.
PHOTOGRAPHED = Custom(photographed_face, (140, 165), (80, 115))


def at_size(scene: Scene, tile_px: float) -> Scene:
    """The same table through a lens that shows its tiles at this size."""
    zone, camera = scene.zones[0], scene.camera
    middle = np.asarray(zone.size_mm) / 2
    ends = camera.ground(on_table(zone, [middle, middle + np.array([scene.tile_mm, 0.0])]))
    larger = tile_px / float(np.linalg.norm(ends[1] - ends[0]))
    return replace(scene, camera=replace(camera, focal_px=camera.focal_px * larger))


def in_sight(scene: Scene) -> bool:
    """Whether the camera sees every card wholly, and with them the tiles."""
    cards = np.concatenate([corners_mm for _, corners_mm in cards_of(scene.zones[0])])
    seen = scene.camera.ground(cards)
    return bool(np.all((seen > 0) & (seen < scene.camera.size_px)))


def seen_at(rng: Rng, count: tuple[int, int], sizes: Sizes | None) -> Scene:
    """A table whose tiles the camera sees at one of these sizes, whatever it sees them at where none are given."""
    while sizes is not None:
        scene = at_size(usual(rng, count, size_px=SIZE_PX), float(rng.uniform(*sizes)))
        if in_sight(scene):
            return scene
    return usual(rng, count, size_px=SIZE_PX)


def matching(rng: Rng, scene: Scene, face_of: Faces = box_face) -> Scene:
    """The same table with tiles whose touching sides match; where none is found the cell stays empty."""
    zone = scene.zones[0]
    faces: dict[tuple[int, int], TileFace] = {}
    for tile in zone.tiles:
        around = [faces.get((tile.at[0] + dx, tile.at[1] + dy)) for dx, dy in _STEPS]
        for face in (face_of(rng) for _ in range(TRIES)):
            if all(other is None or face.sides[k] == other.sides[(k + 2) % 4] for k, other in enumerate(around)):
                faces[tile.at] = face
                break
    tiles = tuple(replace(tile, face=faces[tile.at]) for tile in zone.tiles if tile.at in faces)
    return replace(scene, zones=(replace(zone, tiles=tiles),))


def table(rng: Rng, count: tuple[int, int], custom: Custom = OF_THE_BOX) -> Scene:
    return matching(rng, seen_at(rng, count, custom.asked_px), custom.face_of)


def lesson(rng: Rng, custom: Custom = OF_THE_BOX) -> Scene:
    """A table that shows every kind, as people choose it to teach a box."""
    while True:
        scene = matching(rng, seen_at(rng, LESSON, custom.lesson_px), custom.face_of)
        if unseen_kinds([tile.face for tile in scene.zones[0].tiles]) == ["an objective tile"]:
            return scene


def photo_of(scene: Scene, box: Box, rng: Rng) -> Labelled:
    """The photo, as a JPEG shows it, and its labels."""
    shot = shoot(scene, box[0], int(rng.integers(2**31)), box[1])
    data = cv2.imencode(".jpg", shot.photo_bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    return cv2.imdecode(data, cv2.IMREAD_COLOR), table_labels(scene)


def measured(name: str, box: Box, rng: Rng, photos: int, taught: int, custom: Custom = OF_THE_BOX) -> Mistakes:
    """What is wrong on all photos of a style."""
    lessons = [photo_of(lesson(rng, custom), box, rng) for _ in range(taught)]
    return read_after(name, lessons, (photo_of(table(rng, ASKED, custom), box, rng) for _ in range(photos)))


def read_after(name: str, lessons: list[Labelled], asked: Iterable[Labelled]) -> Mistakes:
    """What is wrong on some photos of a box that others taught."""
    total = Mistakes(name)
    with tempfile.TemporaryDirectory() as place:
        teach(Path(place), lessons)
        reader = TileReader.open(Path(place))
        for photo, labels in asked:
            seen = zones_of_answer(describe(photo, find_tiles(photo), reader.read))
            total += compare(name, zones_of_answer(labels), seen)
    return total


def photographs(folder: Path) -> Iterator[Mistakes]:
    """What is wrong on the photographs of a folder, box by box, each taught by one."""

    def labelled(path: Path) -> Labelled:
        return read_photo(path), json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))

    for first in sorted(folder.glob("*-teach0.jpg")):
        name = first.stem.removesuffix("-teach0")
        others = sorted(path for path in folder.glob(f"{name}-*.jpg") if "teach" not in path.stem)
        yield read_after(name, [labelled(first)], map(labelled, others))


def boxes(options: argparse.Namespace) -> Iterator[tuple[str, str, Box, Rng]]:
    """Group, name, style and painter of the boxes to be measured, each with its chance."""
    first = options.first
    for number, (name, style) in enumerate(STYLES.items() if options.named else ()):
        yield "hand-made styles", name, (style, paint_tile), np.random.default_rng([first, number])
    for number, (name, box) in enumerate(GUESTS.items() if options.guests else ()):
        yield "guest artists", name, box, np.random.default_rng([first, 100 + number])
    for number, (name, box) in enumerate(VISITORS.items() if options.visitors else ()):
        yield "visiting artists", name, box, np.random.default_rng([first, 200 + number])
    for number in range(first, first + options.styles):
        style = random_style(np.random.default_rng([13, number]))
        yield "random styles", f"random {number}", (style, paint_tile), np.random.default_rng(number)


def told(total: Mistakes) -> str:
    exact, sure = 100 * total.tiles_exact / max(total.tiles, 1), 100 * total.sure / max(total.tiles, 1)
    return (
        f"{total.photo}: {total.tiles_exact} of {total.tiles} exact ({exact:.1f} %), {total.tiles_missed} missed, "
        f"{total.tiles_invented} invented; wrong: sides {total.sides_wrong}, ground {total.urban_wrong}, station "
        f"{total.station_wrong}, icons {total.spots_wrong}, pawns {total.pawns_wrong}; {sure:.0f} % sure, "
        f"{total.sure_but_wrong} of them wrong"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--styles", type=int, default=0)
    parser.add_argument("--first", type=int, default=FIRST_STYLE)
    parser.add_argument("--photos", type=int, default=2)
    parser.add_argument("--taught", type=int, default=1, help="how many photos teach a style")
    parser.add_argument("--named", action="store_true", help="the hand-made styles too")
    parser.add_argument("--guests", action="store_true", help="the guest artists' boxes too")
    parser.add_argument("--visitors", action="store_true", help="the visiting artists' boxes too")
    parser.add_argument("--photographed", action="store_true", help="tiles and sizes as on the given photographs")
    parser.add_argument("--photographs", type=Path, help="a folder of labelled photographs instead")
    options = parser.parse_args()
    groups: dict[str, Mistakes] = {}

    def add(group: str, total: Mistakes) -> None:
        groups.setdefault(group, Mistakes(group))
        groups[group] += total
        print("   ", told(total), flush=True)

    custom = PHOTOGRAPHED if options.photographed else OF_THE_BOX
    for group, name, box, rng in boxes(options) if options.photographs is None else ():
        add(group, measured(name, box, rng, options.photos, options.taught, custom))
    for total in photographs(options.photographs) if options.photographs is not None else ():
        add("photographs", total)
    for total in groups.values():
        print(told(total))


if __name__ == "__main__":
    main()
