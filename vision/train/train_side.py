"""Trains the side net further, as lessons: examples from one or two photos of a style, questions from its others.

Run: python -m vision.train.train_side DATA_DIR OUT.pt --steps 4000 [--start SIDE.pt]
Without --start it begins with the program's own weights.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from vision.crop import STRIP_DEEP_PX, STRIP_WIDE_PX, close_sides, side_strips
from vision.train.lessons import (
    any_channels,
    rounded,
    start_convolutions,
    start_head,
    start_linear,
    tile_lesson,
    train_further,
    unsteady,
)
from vision.train.nets import SideNet
from vision.train.tiles import Tiles, to_input

ASKED = 24


def strips_of(tiles: Tiles, members: Any, shifts: Any, rng: Any, channels: list[int]) -> tuple[Tensor, Tensor]:
    """All sides of some tiles, half of them mirrored, with their labels."""
    cuts = side_strips(tiles.halved[members]), close_sides(tiles.crops[members])
    mirrored = rng.random(4 * len(members)) < 0.5
    light = np.repeat(shifts[:, channels], 4, axis=0)
    looks = [cut.reshape(-1, STRIP_DEEP_PX, STRIP_WIDE_PX, 3) for cut in cuts]
    for look in looks:
        look[mirrored] = look[mirrored][:, :, ::-1]
    labels = torch.from_numpy(tiles.sides[members].astype(np.int64)).flatten()
    x = torch.cat([to_input(look[..., channels], light) for look in looks], 1)
    return x.contiguous(memory_format=torch.channels_last), labels


def step(model: SideNet, tiles: Tiles, styles: int, rng: Any) -> Tensor:
    """The loss of one lesson."""
    given = tile_lesson(tiles, int(rng.integers(styles)), rng, int(rng.integers(1, 3)), ASKED)
    x, labels = strips_of(tiles, given.members, unsteady(given, rng), rng, any_channels(rng))
    with rounded():
        features = model(x)
    known = torch.from_numpy(np.repeat(given.taught, 4))
    weights = model.head.adapted(features[known], labels[known])
    asked = nn.functional.cross_entropy(model.head.logits(features[~known], weights), labels[~known])
    return asked + 0.2 * nn.functional.cross_entropy(model.head.logits(features), labels)


@torch.no_grad()
def evaluate(model: SideNet, tiles: Tiles, photos: int = 1) -> dict[str, float]:
    """Share of sides read wrongly, taught and untaught, whole styles left out."""
    rng = np.random.default_rng(5)
    wrong: dict[str, list[float]] = {"taught": [], "untaught": []}
    for style in range(int(tiles.style.max()) + 1):
        given = tile_lesson(tiles, style, rng, photos, 60)
        x, labels = strips_of(tiles, given.members, given.shifts, rng, [0, 1, 2])
        features, known = model(x), torch.from_numpy(np.repeat(given.taught, 4))
        weights = model.head.adapted(features[known], labels[known])
        wrong["taught"] += (model.head.logits(features[~known], weights).argmax(1) != labels[~known]).float().tolist()
        wrong["untaught"] += (model.head.logits(features).argmax(1) != labels).float().tolist()
    return {name: float(np.mean(values)) for name, values in wrong.items()}


def start_from_built_in(model: SideNet) -> None:
    """Begins with what the program's own net knows."""
    for name, body, out in (("strip", model.body, model.out), ("close", model.close, model.close_out)):
        start_convolutions(body, name)
        start_linear(out, f"{name}_out")
    start_head(model.head, "side")


def main() -> None:
    train_further(__doc__, SideNet(), start_from_built_in, step, evaluate)


if __name__ == "__main__":
    main()
