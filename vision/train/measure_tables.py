"""Measures the reader on whole photos of tables: cards, neighbours that match, tiles of the default box, any light.

Each style is taught by one photo that shows every kind and reads others, found and read as `see` does it. This is
nearer to what people do than `measure`, which asks about single tiles without cards and neighbours.

Run: python -m vision.train.measure_tables --named --styles 20 [--taught 1] [--first 50000]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.railroad_tiles.box import our_box
from vision.evaluate import Mistakes, compare, zones_of_answer
from vision.face import Spot, TileFace
from vision.find import find_tiles
from vision.pack import unseen_kinds
from vision.reader import TileReader
from vision.render.hard_tables import usual
from vision.render.named import STYLES
from vision.render.random_style import random_style
from vision.render.style import Rng, Style
from vision.render.table import Scene, shoot, table_labels
from vision.see import describe
from vision.teach import teach

FIRST_STYLE = 50000
SIZE_PX = (2304, 1296)
PAWN_SHARE, TRIES, QUALITY = 0.45, 20000, 90
LESSON, ASKED = (22, 27), (20, 28)
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


def box_face(rng: Rng) -> TileFace:
    """A tile of the default box in any turn, pawns on some of its spots."""
    tiles = our_box().tiles
    shares = np.array([count for _, count in tiles], np.float64)
    tile = tiles[int(rng.choice(len(tiles), p=shares / shares.sum()))][0]
    spots = tuple(Spot(spot.kind, spot.on, bool(rng.random() < PAWN_SHARE)) for spot in tile.spots)
    return TileFace(tile.sides, tile.urban, tile.station, None, spots).turned(int(rng.integers(4)))


def matching(rng: Rng, scene: Scene) -> Scene:
    """The same table with tiles whose touching sides match; where none is found the cell stays empty."""
    zone = scene.zones[0]
    faces: dict[tuple[int, int], TileFace] = {}
    for tile in zone.tiles:
        around = [faces.get((tile.at[0] + dx, tile.at[1] + dy)) for dx, dy in _STEPS]
        for face in (box_face(rng) for _ in range(TRIES)):
            if all(other is None or face.sides[k] == other.sides[(k + 2) % 4] for k, other in enumerate(around)):
                faces[tile.at] = face
                break
    tiles = tuple(replace(tile, face=faces[tile.at]) for tile in zone.tiles if tile.at in faces)
    return replace(scene, zones=(replace(zone, tiles=tiles),))


def table(rng: Rng, count: tuple[int, int]) -> Scene:
    return matching(rng, usual(rng, count, size_px=SIZE_PX))


def lesson(rng: Rng) -> Scene:
    """A table that shows every kind, as people choose it to teach a box."""
    while True:
        scene = table(rng, LESSON)
        if unseen_kinds([tile.face for tile in scene.zones[0].tiles]) == ["an objective tile"]:
            return scene


def photo_of(scene: Scene, style: Style, rng: Rng) -> tuple[Any, dict[str, Any]]:
    """The photo, as a JPEG shows it, and its labels."""
    shot = shoot(scene, style, int(rng.integers(2**31)))
    data = cv2.imencode(".jpg", shot.photo_bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    return cv2.imdecode(data, cv2.IMREAD_COLOR), table_labels(scene)


def measured(name: str, style: Style, rng: Rng, photos: int, taught: int) -> Mistakes:
    """What is wrong on all photos of a style."""
    total = Mistakes(name)
    with tempfile.TemporaryDirectory() as place:
        teach(Path(place), [photo_of(lesson(rng), style, rng) for _ in range(taught)])
        reader = TileReader.open(Path(place))
        for _ in range(photos):
            photo, labels = photo_of(table(rng, ASKED), style, rng)
            seen = zones_of_answer(describe(photo, find_tiles(photo), reader.read))
            total += compare(name, zones_of_answer(labels), seen)
    return total


def styles(named: bool, count: int, first: int) -> Iterator[tuple[str, Style, Rng]]:
    for number, (name, style) in enumerate(STYLES.items() if named else ()):
        yield name, style, np.random.default_rng([first, number])
    for number in range(first, first + count):
        yield f"random {number}", random_style(np.random.default_rng([13, number])), np.random.default_rng(number)


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
    options = parser.parse_args()
    groups = {True: Mistakes("random styles"), False: Mistakes("hand-made styles")}
    for name, style, rng in styles(options.named, options.styles, options.first):
        total = measured(name, style, rng, options.photos, options.taught)
        groups[name.startswith("random")] += total
        print("   ", told(total), flush=True)
    for total in groups.values():
        if total.tiles:
            print(told(total))


if __name__ == "__main__":
    main()
