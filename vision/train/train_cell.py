"""Trains the net that tells whether a tile lies in a cell, from the cells that vision.train.cell_data wrote.

Run: python -m vision.train.train_cell DATA_DIR OUT.pt --steps 4000   (DATA_DIR has train/ and val/)
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.train.lessons import run
from vision.train.nets import CellNet, parameters_of

Array = NDArray[Any]
BATCH = 96
# How far the table's colour and the strength of the light may be mistaken, as log colour.
SHIFT, STRENGTH = 0.08, 0.12


def load_cells(folder: Path) -> tuple[Array, Array]:
    """The views of all cells and whether a tile lies in each."""
    views, there = [], []
    for file in sorted(folder.glob("table*.npz")):
        with np.load(file) as data:
            views.append(data["views"])
            there.append(data["there"])
    return np.concatenate(views), np.concatenate(there)


def varied(views: Array, rng: np.random.Generator) -> Tensor:
    """Views turned, mirrored, their colours exchanged and changed a little, often without what is foreign."""
    x: Array = views.astype(np.float32)
    x = np.rot90(x, int(rng.integers(4)), (1, 2))
    if rng.random() < 0.5:
        x = x[:, :, ::-1]
    colours: Array = x[..., rng.permutation(3)] if rng.random() < 0.5 else x[..., :3]
    change = 1 + rng.normal(0, STRENGTH, (len(x), 1, 1, 1))
    colours = colours * change + rng.normal(0, SHIFT, (len(x), 1, 1, 3)) + rng.normal(0, 0.03, colours.shape)
    foreign = x[..., 3:] * (rng.random((len(x), 1, 1, 1)) > 0.25)
    return torch.from_numpy(np.concatenate([colours, foreign], 3).astype(np.float32)).permute(0, 3, 1, 2)


def step(model: CellNet, views: Array, there: Array, rng: np.random.Generator) -> Tensor:
    """The loss on half a batch of cells with a tile and half without."""
    halves = [rng.choice(np.flatnonzero(there == kind), BATCH // 2) for kind in (True, False)]
    rows = np.concatenate(halves)
    wanted = torch.from_numpy(there[rows].astype(np.float32))
    told = model(varied(views[rows], rng).contiguous(memory_format=torch.channels_last))
    return nn.functional.binary_cross_entropy_with_logits(told, wanted)


@torch.no_grad()
def evaluate(model: CellNet, views: Array, there: Array) -> dict[str, float]:
    """Share of tiles missed, and of cells without one in which a tile is seen, on tables left out."""
    told = []
    for start in range(0, len(views), 256):
        x = torch.from_numpy(views[start : start + 256].astype(np.float32)).permute(0, 3, 1, 2)
        told.append(model(x).numpy())
    seen = np.concatenate(told) > 0
    return {"missed": float((~seen[there]).mean()), "invented": float(seen[~there].mean())}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--rate", type=float, default=2e-3)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    train, held = load_cells(options.data / "train"), load_cells(options.data / "val")
    model, rng = CellNet().to(memory_format=torch.channels_last), np.random.default_rng(options.steps)
    print("weights", parameters_of(model), "cells", len(train[0]), len(held[0]), flush=True)
    run(
        model,
        options.steps,
        options.rate,
        lambda: step(model, *train, rng),
        lambda: evaluate(model, *held),
        options.out,
    )


if __name__ == "__main__":
    main()
