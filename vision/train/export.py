"""Folds the trained nets into one small file for the program; nets that are not named stay as they are.

Run: python -m vision.train.export --side SIDE.pt --tile TILE.pt --spot SPOT.pt --cell CELL.pt
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from vision.train.nets import HEADS, CellNet, SideNet, SpotNet, TileNet

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


def convolutions(layers: Any, name: str) -> dict[str, Any]:
    arrays = {}
    for number, (conv, _) in enumerate(layers):
        arrays[f"{name}{number}.w"] = conv.weight.permute(2, 3, 1, 0).detach().numpy()
        arrays[f"{name}{number}.b"] = conv.bias.detach().numpy()
    return arrays


def spot_arrays(spot: SpotNet) -> dict[str, Any]:
    """The spot net."""
    return {**convolutions(spot.body, "spot"), **linear(spot.out, "spot_out"), **head(spot.head, "spot")}


def side_arrays(side: SideNet) -> dict[str, Any]:
    """The side net."""
    strip = {**convolutions(side.body, "strip"), **linear(side.out, "strip_out")}
    close = {**convolutions(side.close, "close"), **linear(side.close_out, "close_out")}
    return {**strip, **close, **head(side.head, "side")}


def cell_arrays(cell: CellNet) -> dict[str, Any]:
    """The cell net."""
    return {**convolutions(cell.body, "cell"), **linear(cell.inner, "cell_in"), **linear(cell.out, "cell_out")}


def tile_arrays(tile: TileNet) -> dict[str, Any]:
    """The tile net."""
    arrays = {
        **convolutions(tile.early, "early"),
        **convolutions(tile.late, "late"),
        **linear(tile.ground[0], "ground0"),
        **linear(tile.ground[2], "ground1"),
    }
    for name in ("station", "objective", "heat_near", "heat_far", "heat_out"):
        arrays |= linear(getattr(tile, name), name)
    for name in HEADS:
        arrays |= head(tile.heads[name], name)
    return arrays


ARRAYS: dict[str, tuple[Any, Any]] = {
    "side": (SideNet, side_arrays),
    "tile": (TileNet, tile_arrays),
    "spot": (SpotNet, spot_arrays),
    "cell": (CellNet, cell_arrays),
}


def middle_of(name: str, one: Any, other: Any) -> Any:
    """The mean of the same weights after two trainings; of what only scales, the mean of the logs."""
    both = np.stack([np.asarray(one, np.float64), np.asarray(other, np.float64)])
    mean = np.exp(np.log(both).mean(0)) if name.endswith((".ridge", ".scale")) else both.mean(0)
    return mean.astype(np.float32)


def trained(net: Any, path: Path) -> Any:
    net.load_state_dict(torch.load(path))
    return net.eval()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ARRAYS:
        parser.add_argument(f"--{name}", type=Path)
    parser.add_argument("--between", type=Path, help="then go to the middle between the new file and this earlier one")
    options = vars(parser.parse_args())
    with np.load(DATA) as data:
        arrays: dict[str, Any] = dict(data)
    for name, (net, arrays_of) in ARRAYS.items():
        if options[name]:
            arrays |= arrays_of(trained(net(), options[name]))
    if options["between"]:
        with np.load(options["between"]) as data:
            arrays = {name: middle_of(name, array, data[name]) for name, array in arrays.items()}
    kept: dict[str, Any] = {
        name: array.astype(np.float16) if array.ndim > 1 and not name.startswith("head") else array
        for name, array in arrays.items()
    }
    DATA.parent.mkdir(exist_ok=True)
    np.savez_compressed(DATA, **kept)
    print(f"{DATA.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
