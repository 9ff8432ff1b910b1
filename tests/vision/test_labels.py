"""Objective tiles are told apart by the bar with their name, whatever routes and ground they show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.face import OBJECTIVES
from vision.fit import fit
from vision.reader import TileReader
from vision.render.named import STYLES
from vision.render.table import Scene
from vision.train.dataset import close_scene
from vision.train.measure import shown


def with_objectives(rng: np.random.Generator) -> Scene:
    """A territory that holds every objective once, on tiles of any kind."""
    scene = close_scene(rng, 16, 130.0, 0.0)
    zone = scene.zones[0]
    tiles = list(zone.tiles)
    for index, name in enumerate(rng.permutation(OBJECTIVES)):
        tiles[index] = replace(tiles[index], face=replace(tiles[index].face, objective=str(name)))
    return replace(scene, zones=(replace(zone, tiles=tuple(tiles)),))


def test_objectives_are_known_again_on_other_tiles() -> None:
    rng, style = np.random.default_rng(5), STYLES["charcoal"]
    reader = TileReader(fit([shown(with_objectives(rng), style, rng)]))
    asked = shown(with_objectives(rng), style, rng)
    read = reader.read_crops(asked.crops, middles=asked.middles)
    pairs = [(face.objective, one.face.objective) for face, one in zip(asked.faces, read, strict=True)]
    assert not [pair for pair in pairs if pair[0] is None and pair[1] is not None]
    assert sum(want == got for want, got in pairs if want) >= 6
