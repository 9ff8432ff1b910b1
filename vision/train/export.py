"""Folds the trained nets into one small file for the program.

Run: python -m vision.train.export TILE.pt SPOT.pt [OUT.npz]
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from vision.train.nets import HEADS, SpotNet, TileNet

DATA = Path(__file__).resolve().parents[1] / "data" / "reader.npz"


def folded(sequence: Any, name: str) -> dict[str, Any]:
    """Convolution and normalisation as one convolution."""
    arrays = {}
    for number, (conv, norm, _) in enumerate(sequence):
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        kernel = conv.weight * scale[:, None, None, None]
        arrays[f"{name}{number}.w"] = kernel.permute(2, 3, 1, 0).detach().numpy()
        arrays[f"{name}{number}.b"] = (norm.bias - norm.running_mean * scale).detach().numpy()
    return arrays


def linear(layer: Any, name: str) -> dict[str, Any]:
    weight = layer.weight.flatten(1) if isinstance(layer, nn.Conv2d) else layer.weight
    return {f"{name}.w": weight.T.detach().numpy(), f"{name}.b": layer.bias.detach().numpy()}


def head(layer: Any, name: str) -> dict[str, Any]:
    return {
        f"head_{name}.w": layer.weights.detach().numpy(),
        f"head_{name}.ridge": np.float32(layer.log_ridge.exp().item()),
        f"head_{name}.scale": np.float32(layer.log_scale.exp().item()),
    }


def arrays_of(tile: TileNet, spot: SpotNet) -> dict[str, Any]:
    """All that the program needs of both nets."""
    arrays = {
        **folded(tile.early, "early"),
        **folded(tile.late, "late"),
        **linear(tile.squeeze, "squeeze"),
        **linear(tile.ground[0], "ground0"),
        **linear(tile.ground[2], "ground1"),
        **linear(tile.station, "station"),
        **linear(tile.objective, "objective"),
        **linear(tile.heat_near, "heat_near"),
        **linear(tile.heat_far, "heat_far"),
        **linear(tile.heat_out, "heat_out"),
        **folded(spot.body, "spot"),
        **linear(spot.out, "spot_out"),
        **head(spot.head, "spot"),
    }
    for number, layer in enumerate(tile.side):
        arrays |= linear(layer, f"side{number}")
    for name in HEADS:
        arrays |= head(tile.heads[name], name)
    return arrays


def main() -> None:
    tile, spot = TileNet(), SpotNet()
    tile.load_state_dict(torch.load(sys.argv[1]))
    spot.load_state_dict(torch.load(sys.argv[2]))
    out = Path(sys.argv[3]) if len(sys.argv) > 3 else DATA
    out.parent.mkdir(exist_ok=True)
    kept: dict[str, Any] = {
        name: array.astype(np.float16) if array.ndim > 1 and not name.startswith("head") else array
        for name, array in arrays_of(tile.eval(), spot.eval()).items()
    }
    np.savez_compressed(out, **kept)
    print(f"{out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
