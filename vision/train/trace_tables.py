"""Traces photographs of whole tables with Blender, to measure the reader on light it was not built in.

Of each style one photo that shows every kind (`STYLE-teach0.jpg`) and others, labels beside them, as in a folder for
`python -m vision.evaluate`. A photo takes one to four minutes on two cores; what is there already is kept.

Run: python -m vision.train.trace_tables FOLDER [--styles meadow,metro] [--photos 2]   (needs `pip install bpy==4.5.*`)
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from vision.render.guests import GUESTS
from vision.render.named import STYLES
from vision.render.style import Colour, Rng, pick
from vision.render.table import Cup, Scene, table_labels
from vision.render.tile import paint_tile
from vision.render.traced import evening, trace
from vision.render.visitors import VISITORS
from vision.train.measure_tables import ASKED, OF_THE_BOX, PHOTOGRAPHED, Custom, lesson, table

WOODS: tuple[Colour, ...] = ((70, 110, 160), (60, 85, 120), (110, 150, 190), (45, 60, 85))
CLOTHS: tuple[Colour, ...] = ((60, 50, 110), (90, 70, 50), (70, 90, 60), (120, 120, 125))
PLAINS: tuple[Colour, ...] = ((215, 218, 220), (190, 200, 205))
BOXES = {**{name: (STYLES[name], paint_tile) for name in sorted(STYLES)}, **GUESTS, **VISITORS}
# White tiles on a white table are not found: that box is laid on others.
KINDS = dict.fromkeys(("metro", "winter"), ("wood", "cloth"))
USUAL_KINDS = ("wood", "wood", "cloth", "plain")
TABLES = {"wood": WOODS, "cloth": CLOTHS, "plain": PLAINS}


def homely(scene: Scene, rng: Rng, kinds: tuple[str, ...]) -> Scene:
    """The same territory on a table as people have them, now and then with a mug on one of the cards."""
    kind = pick(rng, kinds)
    zone = scene.zones[0]
    if rng.random() < 0.4:
        return replace(scene, table=kind, table_colour=pick(rng, TABLES[kind]))
    hidden = int(rng.integers(4))
    width, height = zone.size_mm
    corner = ((-12.0, -12.0), (width + 12, -12.0), (width + 12, height + 12), (-12.0, height + 12))[hidden]
    tags = tuple(card != hidden for card in range(4))
    colour: Colour = tuple(float(v) for v in rng.uniform(40, 220, 3))  # type: ignore[assignment]
    mug = Cup(corner, float(rng.uniform(26, 36)), float(rng.uniform(50, 95)), colour)
    return replace(
        scene,
        zones=(replace(zone, tags=tags),),  # type: ignore[arg-type]
        table=kind,
        table_colour=pick(rng, TABLES[kind]),
        cups=(mug,),
    )


def scenes(name: str, photos: int, custom: Custom = OF_THE_BOX) -> Iterator[tuple[str, Scene, Rng]]:
    """The lesson and the photos asked for, each from a seed of its own."""
    for photo in range(photos + 1):
        rng = np.random.default_rng([17, list(BOXES).index(name), photo])
        scene = lesson(rng, custom) if photo == 0 else table(rng, ASKED, custom)
        yield ("teach0" if photo == 0 else str(photo - 1)), homely(scene, rng, KINDS.get(name, USUAL_KINDS)), rng


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--styles", default=",".join(BOXES))
    parser.add_argument("--photos", type=int, default=2)
    parser.add_argument("--photographed", action="store_true", help="tiles and sizes as on the given photographs")
    options = parser.parse_args()
    custom = PHOTOGRAPHED if options.photographed else OF_THE_BOX
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.styles.split(","):
        style, paint = BOXES[name]
        for photo, scene, rng in scenes(name, options.photos, custom):
            place = options.folder / f"{name}-{photo}.jpg"
            if not place.exists():
                traced = trace(scene, style, evening(rng), int(rng.integers(2**31)), paint)
                place.with_suffix(".json").write_text(json.dumps(table_labels(scene)))
                cv2.imwrite(str(place), traced, [cv2.IMWRITE_JPEG_QUALITY, 95])
                print(place.name, flush=True)


if __name__ == "__main__":
    main()
