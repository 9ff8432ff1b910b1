"""The weights of the mine board's nets: taken over from those that ship, and stored for the program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from vision.mine.nets import PARTS
from vision.train.export import folded, head, linear
from vision.train.mine_album import Style, coarse, field_input, first, in_pairs, to_input, turned
from vision.train.mine_jewel_lessons import some_jewels
from vision.train.mine_lessons import PATCH, beside_looks, some_bodies
from vision.train.mine_nets import MineNets

DATA = Path(__file__).resolve().parents[1] / "data" / "mine.npz"
ANSWERS = {
    "field": ("exit", "token", "standing"), "heat": (), "jewel": ("gem",), "track": (), "cart": ("front", "clan"),
    "body": (), "die": ("die",),
}  # fmt: skip
NETS = tuple(ANSWERS)
# Layers beside the first ones, and the names under which they are stored.
MORE = {
    "field": {"lean": "lean", "vector": "field_vector"},
    "heat": {name: name for name in ("near", "mid", "far", "hill")},
    "body": {name: f"body_{name}" for name in ("near", "mid", "far", "there")},
    **{name: {"vector": f"{name}_vector"} for name in ("jewel", "track", "cart", "die")},
}


@torch.no_grad()
def take_over(net: MineNets, known: Any, styles: list[Style], nets: tuple[str, ...]) -> None:
    """Starts from the weights that ship; the normalisation, which they have folded in, is measured anew."""
    rng, plain = np.random.default_rng(0), np.arange(3)
    photos = [style[0] for style in styles[:8]]
    inputs = {
        "field": lambda photo: field_input([turned(photo, rng, plain, PATCH)], rng),
        "heat": lambda photo: first(in_pairs(*coarse(photo), rng)[None]),
        "jewel": lambda photo: first(some_jewels(photo, plain, rng)[0]),
        "track": lambda photo: first(beside_looks(photo, 0, plain, rng)),
        "cart": lambda photo: first(to_input(photo["cart"], rng)),
        "body": lambda photo: first(to_input(some_bodies(photo, plain, rng)[0], rng)),
        "die": lambda photo: first(to_input(photo["die"], rng)),
    }
    for name in nets:
        part = getattr(net, name)
        if not _fits(known, f"{name}0.w", part.layers[0][0].weight.permute(2, 3, 1, 0)):
            continue
        x = torch.cat([inputs[name](photo) for photo in photos])
        for number, (conv, norm, bend) in enumerate(part.layers):
            x = _unfolded(conv, norm, known, f"{name}{number}", x, bend)
        for layer, stored in MORE[name].items():
            _copy(getattr(part, layer), known, stored)
    for name in PARTS:
        head = net.heads[name]
        if _fits(known, f"head_{name}.w", head.weights):
            head.weights.copy_(torch.from_numpy(known[f"head_{name}.w"]))
            head.log_ridge.fill_(float(np.log(known[f"head_{name}.ridge"])))
            head.log_scale.fill_(float(np.log(known[f"head_{name}.scale"])))


def _unfolded(conv: Any, norm: Any, known: Any, name: str, x: Tensor, bend: Any) -> Tensor:
    conv.weight.copy_(torch.from_numpy(known[f"{name}.w"]).permute(3, 2, 0, 1))
    y = conv(x)
    norm.running_mean.copy_(y.mean((0, 2, 3)))
    norm.running_var.copy_(y.var((0, 2, 3)))
    norm.weight.copy_(torch.sqrt(norm.running_var + norm.eps))
    norm.bias.copy_(torch.from_numpy(known[f"{name}.b"]) + norm.running_mean)
    return Tensor(bend(y + torch.from_numpy(known[f"{name}.b"])[:, None, None]))


def _copy(layer: Any, known: Any, name: str) -> None:
    layer.weight.copy_(torch.from_numpy(known[f"{name}.w"]).T.reshape(layer.weight.shape))
    layer.bias.copy_(torch.from_numpy(known[f"{name}.b"]))


def _fits(known: Any, name: str, part: Tensor) -> bool:
    return name in known and known[name].shape == tuple(part.shape)


def exported(net: MineNets, nets: tuple[str, ...]) -> dict[str, Any]:
    """These nets with their heads, as the program reads them."""
    arrays: dict[str, Any] = {}
    for name in nets:
        part = getattr(net, name)
        arrays |= folded(part.layers, name)
        for layer, stored in MORE[name].items():
            arrays |= linear(getattr(part, layer), stored)
    kept = {name: np.asarray(value, np.float16) for name, value in arrays.items()}
    for name in nets:
        for part in ANSWERS[name]:
            kept |= head(net.heads[part], part)
    return kept


def store(net: MineNets, nets: tuple[str, ...]) -> None:
    """Whoever reads meanwhile finds the old weights or the new ones; nets that are not named stay as they are."""
    with np.load(DATA) as data:
        kept = dict(data) | exported(net, nets)
    fresh = DATA.with_suffix(".new.npz")
    np.savez_compressed(fresh, **kept)
    fresh.replace(DATA)
