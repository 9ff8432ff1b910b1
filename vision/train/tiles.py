"""The rendered training tiles in memory, with the light taken out as the reader does it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.crop import halved
from vision.tone import LOG_FLOOR, LOG_SCALE, corner_tones, mean_tone

Array = NDArray[Any]
GATHERED = "gathered"  # stands beside the arrays once they are whole


@dataclass
class Tiles:
    """All tiles of some styles; `tone` is each photo's mean, `corner` each tile's ground, in log colour."""

    crops: Array
    halved: Array
    sides: Array
    flags: Array
    spots: Array
    photo: Array
    style: Array
    tone: Array
    corner: Array

    def of_style(self, style: int) -> Array:
        return np.flatnonzero(self.style == style)


def load_tiles(folder: Path) -> Tiles:
    """Reads what vision.train.dataset wrote; gathered once into arrays that are then mapped from disk."""
    if not (folder / GATHERED).exists():
        _gather(folder)
    return Tiles(**{name: np.load(folder / f"{name}.npy", mmap_mode="r") for name in Tiles.__dataclass_fields__})


def _gather(folder: Path) -> None:
    """Puts all styles one behind the other, straight onto the disk: together they may be more than the memory holds."""
    files = sorted(folder.glob("style*.npz"))
    ends = np.cumsum([0, *(len(_stored(file, "photo")["photo"]) for file in files)])
    whole: dict[str, Array] = {}
    for number, file in enumerate(files):
        tiles = _with_tones(_stored(file))
        tiles["style"] = np.full(len(tiles["photo"]), number)
        for name, array in tiles.items():
            if name not in whole:
                shape = (int(ends[-1]), *array.shape[1:])
                whole[name] = np.lib.format.open_memmap(folder / f"{name}.npy", "w+", array.dtype, shape)
            whole[name][ends[number] : ends[number + 1]] = array
    (folder / GATHERED).touch()


def _stored(file: Path, *names: str) -> dict[str, Array]:
    """All arrays of a style's file, or those that are named."""
    with np.load(file) as data:
        return {name: data[name] for name in names or data.files}


def _with_tones(data: dict[str, Array]) -> dict[str, Array]:
    crops, photo = data["crops"], data["photo"]
    tone = np.stack([mean_tone(crops[photo == number]) for number in range(photo.max() + 1)])
    return {**data, "halved": halved(crops), "tone": tone[photo], "corner": corner_tones(crops)}


def to_input(crops: Array, shifts: Array) -> Tensor:
    """The nets' input: log colour without the photo's light, channels first."""
    logs = torch.from_numpy(np.ascontiguousarray(crops)).float().add_(LOG_FLOOR).log_()
    logs = logs.sub_(torch.from_numpy(np.asarray(shifts, np.float32))[:, None, None]).mul_(LOG_SCALE)
    return logs.permute(0, 3, 1, 2)


def aligned_shifts(tiles: Tiles, members: Array, first_photo: int, rng: np.random.Generator) -> Array:
    """Per tile the light to take out: each photo's ground is brought to that of the first photo."""
    urban, photo = tiles.flags[members, 0], tiles.photo[members]
    here = photo == first_photo
    ground = {kind: tiles.corner[members][here & (urban == kind)] for kind in (0, 1)}
    anchor = tiles.tone[members][here][0]
    shifts = np.zeros((len(members), 3), np.float32)
    for number in np.unique(photo):
        rows = photo == number
        gaps = [
            tiles.corner[members][rows & (urban == kind)].mean(0) - ground[kind].mean(0)
            for kind in (0, 1)
            if len(ground[kind]) and np.any(rows & (urban == kind))
        ]
        shifts[rows] = anchor + (np.mean(gaps, 0) if gaps else 0) + rng.normal(0, 0.03, 3)
    return shifts
