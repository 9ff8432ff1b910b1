"""The rendered training tiles in memory, with the light taken out as the reader does it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.tone import LOG_FLOOR, LOG_SCALE, corner_tones, log_table

Array = NDArray[Any]


@dataclass
class Tiles:
    """All tiles of some styles; `tone` is each photo's mean, `corner` each tile's ground, in log colour."""

    crops: Array
    sides: Array
    flags: Array
    spots: Array
    photo: Array
    style: Array
    tone: Array
    corner: Array

    def of_style(self, style: int) -> Array:
        return np.flatnonzero(self.style == style)


def load_tiles(folder: Path, most: int | None = None) -> Tiles:
    """Reads what vision.train.dataset wrote."""
    files = sorted(folder.glob("style*.npz"))[:most]
    parts: dict[str, list[Array]] = {name: [] for name in Tiles.__dataclass_fields__}
    for number, file in enumerate(files):
        with np.load(file) as data:
            crops, photo = data["crops"], data["photo"]
            for name in ("sides", "flags", "spots"):
                parts[name].append(data[name])
        corner = corner_tones(crops)
        table = log_table()
        tone = np.stack(
            [table[crops[photo == p][:, 20:140:4, 20:140:4]].mean((0, 1, 2)) for p in range(photo.max() + 1)]
        )
        parts["crops"].append(crops)
        parts["photo"].append(photo)
        parts["style"].append(np.full(len(crops), number))
        parts["tone"].append(tone[photo])
        parts["corner"].append(corner)
    return Tiles(**{name: np.concatenate(part) for name, part in parts.items()})


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
