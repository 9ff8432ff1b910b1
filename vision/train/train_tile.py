"""Trains the tile net further, as lessons: examples from one or two photos of a style, questions from its others.

Run: python -m vision.train.train_tile DATA_DIR OUT.pt --steps 4000 [--start TILE.pt]
Without --start it begins with the program's own weights.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.heat import peaks
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
from vision.train.nets import HEADS, TileNet
from vision.train.tiles import Tiles, to_input

Array = NDArray[Any]
CELL = 8.0
ASKED = 24


def targets(tiles: Tiles, members: Array, turns: Array, mirrored: bool = False) -> dict[str, Tensor]:
    """Labels of the turned tiles, and the map of their spots."""
    flags = tiles.flags[members]
    heat = heat_maps(tiles.spots[members], turns)
    return {
        "ground": torch.from_numpy(flags[:, 0].astype(np.int64)),
        "station": torch.from_numpy(flags[:, 1].astype(np.int64)),
        "objective": torch.from_numpy(flags[:, 2].astype(np.int64)),
        "heat": heat.flip(2) if mirrored else heat,
    }


def heat_maps(spots: Array, turns: Array) -> Tensor:
    """A hill of height 1 at every spot."""
    y, x = np.mgrid[0:20, 0:20] * CELL + CELL / 2
    maps = np.zeros((len(spots), 20, 20), np.float32)
    for row, (pair, turn) in enumerate(zip(spots, turns, strict=True)):
        for kind, _, sx, sy in pair:
            if kind >= 0:
                px, py = 20 + 120 * turned_place(sx, sy, int(turn))
                maps[row] = np.maximum(maps[row], np.exp(-((x - px) ** 2 + (y - py) ** 2) / (2 * 7.0**2)))
    return torch.from_numpy(maps)


def turned_place(x: float, y: float, turn: int) -> Array:
    """Where a place comes to lie when the picture is turned as numpy.rot90 does."""
    for _ in range(turn):
        x, y = y, 1 - x
    return np.array([x, y])


def turned_crops(crops: Array, turns: Array) -> Array:
    return np.stack([np.rot90(crop, turn) for crop, turn in zip(crops, turns, strict=True)])


def heat_loss(logits: Tensor, target: Tensor) -> Tensor:
    """The focal loss of centre maps."""
    p = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    hit = (target > 0.8).float()
    gain = hit * (1 - p) ** 2 * p.log() + (1 - hit) * (1 - target) ** 4 * p**2 * (1 - p).log()
    return -gain.sum() / hit.sum().clamp(min=1)


def part_losses(
    model: TileNet, out: dict[str, Tensor], want: dict[str, Tensor], weights: dict[str, Tensor] | None = None
) -> Tensor:
    """What ground, station and objective still cost together, with the heads as taught or as built in."""
    losses = [
        nn.functional.cross_entropy(head.logits(out[name], weights[name] if weights else None), want[name])
        for name, head in model.heads.items()
    ]
    return torch.stack(losses).sum()


def taught_heads(model: TileNet, out: dict[str, Tensor], want: dict[str, Tensor], taught: Array) -> dict[str, Tensor]:
    return {name: head.adapted(out[name][taught], want[name][taught]) for name, head in model.heads.items()}


def step(model: TileNet, tiles: Tiles, styles: int, rng: np.random.Generator) -> Tensor:
    """The loss of one lesson."""
    given = tile_lesson(tiles, int(rng.integers(styles)), rng, int(rng.integers(1, 3)), ASKED)
    turns, mirrored, channels = rng.integers(0, 4, len(given.members)), bool(rng.random() < 0.5), any_channels(rng)
    crops = turned_crops(tiles.halved[given.members], turns)
    crops = (crops[:, :, ::-1] if mirrored else crops)[..., channels]
    want = targets(tiles, given.members, turns, mirrored)
    x = to_input(crops, unsteady(given, rng)[:, channels]).contiguous(memory_format=torch.channels_last)
    with rounded():
        out = model(x)
    weights = taught_heads(model, out, want, given.taught)
    asked = {name: value[~given.taught] for name, value in out.items()}
    answers = {name: value[~given.taught] for name, value in want.items()}
    loss = part_losses(model, asked, answers, weights) + 0.2 * part_losses(model, out, want)
    return loss + 1.5 * heat_loss(out["heat"], want["heat"])


@torch.no_grad()
def evaluate(model: TileNet, tiles: Tiles, photos: int = 1) -> dict[str, float]:
    """Share of parts read wrongly after teaching, whole styles left out; and of spots among the three highest peaks."""
    rng = np.random.default_rng(5)
    wrong: dict[str, list[float]] = {name: [] for name in (*model.heads, "spot")}
    for style in range(int(tiles.style.max()) + 1):
        given = tile_lesson(tiles, style, rng, photos, 60)
        want = targets(tiles, given.members, np.zeros(len(given.members), int))
        out = model(to_input(tiles.halved[given.members], given.shifts))
        weights = taught_heads(model, out, want, given.taught)
        for name, head in model.heads.items():
            guess = head.logits(out[name][~given.taught], weights[name]).argmax(1)
            wrong[name] += (guess != want[name][~given.taught]).float().tolist()
        wrong["spot"] += missed_spots(out["heat"], tiles.spots[given.members])
    return {name: float(np.mean(values)) for name, values in wrong.items()}


def missed_spots(heat: Tensor, spots: Array) -> list[float]:
    missed = []
    for hill, pair in zip(torch.sigmoid(heat).numpy(), spots, strict=True):
        found = [np.array(peak[:2]) for peak in peaks(hill, 3)]
        for kind, _, x, y in pair:
            if kind >= 0:
                missed.append(float(min(np.hypot(*(place - (x, y))) for place in found) > 0.12))
    return missed


def start_from_built_in(model: TileNet) -> None:
    """Begins with what the program's own net knows."""
    start_convolutions(model.early, "early")
    start_convolutions(model.late, "late")
    for name in ("station", "objective", "heat_near", "heat_far", "heat_out"):
        start_linear(getattr(model, name), name)
    start_linear(model.ground[0], "ground0")
    start_linear(model.ground[2], "ground1")
    for name in HEADS:
        start_head(model.heads[name], name)


def main() -> None:
    train_further(__doc__, TileNet(), start_from_built_in, step, evaluate)


if __name__ == "__main__":
    main()
