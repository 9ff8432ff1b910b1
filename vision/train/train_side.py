"""Trains the side net on strips along the sides of tiles.

Run: python -m vision.train.train_side DATA_DIR OUT.pt --steps 1500 --episodes 1000
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from vision.crop import side_strips
from vision.train.nets import SideNet, parameters_of
from vision.train.tiles import Tiles, load_tiles, to_input
from vision.train.train_tile import episode, run


def strips_of(tiles: Tiles, members: Any, shifts: Any, rng: Any) -> tuple[Tensor, Tensor]:
    """All sides of some tiles, half of them mirrored, with their labels."""
    strips = side_strips(tiles.halved[members]).reshape(-1, 32, 64, 3)
    mirrored = rng.random(len(strips)) < 0.5
    strips[mirrored] = strips[mirrored][:, :, ::-1]
    labels = torch.from_numpy(tiles.sides[members].astype(np.int64)).flatten()
    return to_input(strips, np.repeat(shifts, 4, axis=0)), labels


def general_step(model: SideNet, tiles: Tiles, rng: Any) -> tuple[Tensor, dict[str, float]]:
    members = rng.integers(0, len(tiles.halved), 48)
    shifts = tiles.tone[members] + rng.normal(0, 0.12, (48, 3)) + rng.normal(0, 0.15, (48, 1))
    x, labels = strips_of(tiles, members, shifts, rng)
    return nn.functional.cross_entropy(model.head.logits(model(x)), labels), {}


def episode_step(model: SideNet, tiles: Tiles, styles: int, rng: Any) -> tuple[Tensor, dict[str, float]]:
    members, shifts, taught = episode(tiles, int(rng.integers(styles)), rng, 24, 24)
    x, labels = strips_of(tiles, members, shifts + rng.normal(0, 0.05, (1, 3)), rng)
    features, known = model(x), torch.from_numpy(np.repeat(taught, 4))
    weights = model.head.adapted(features[known], labels[known])
    asked = nn.functional.cross_entropy(model.head.logits(features[~known], weights), labels[~known])
    return asked + 0.2 * nn.functional.cross_entropy(model.head.logits(features), labels), {}


@torch.no_grad()
def evaluate(model: SideNet, tiles: Tiles) -> dict[str, float]:
    """Share of sides read wrongly, taught and untaught, whole styles left out."""
    model.eval()
    rng = np.random.default_rng(5)
    wrong: dict[str, list[float]] = {"taught": [], "untaught": []}
    for style in range(0, int(tiles.style.max()) + 1, 2):
        members, shifts, taught = episode(tiles, style, rng, 40, 40)
        x, labels = strips_of(tiles, members, shifts, rng)
        features, known = model(x), torch.from_numpy(np.repeat(taught, 4))
        weights = model.head.adapted(features[known], labels[known])
        wrong["taught"] += (model.head.logits(features[~known], weights).argmax(1) != labels[~known]).float().tolist()
        wrong["untaught"] += (model.head.logits(features).argmax(1) != labels).float().tolist()
    return {name: float(np.mean(values)) for name, values in wrong.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--episodes", type=int, default=1000)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    train, held = load_tiles(options.data / "train"), load_tiles(options.data / "val")
    model, rng = SideNet().to(memory_format=torch.channels_last), np.random.default_rng(1)
    if options.start:
        model.load_state_dict(torch.load(options.start))
    print("weights", parameters_of(model), "tiles", len(train.halved), flush=True)
    run(model, options.steps, 3e-3, lambda: general_step(model, train, rng), held, options.out, False, evaluate)
    styles = int(train.style.max()) + 1
    run(
        model,
        options.episodes,
        1e-3,
        lambda: episode_step(model, train, styles, rng),
        held,
        options.out,
        True,
        evaluate,
    )
    torch.save(model.state_dict(), options.out)


if __name__ == "__main__":
    main()
