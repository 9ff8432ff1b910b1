"""Trains the net that tells where cards lie and where their rims run, on tables that are drawn while it learns.

Run: python -m vision.train.train_card_rims OUT.pt --minutes 60   (may be ended at any time, goes on with --go-on)
Then: python -m vision.train.train_card_rims OUT.pt --export
"""

from __future__ import annotations

import argparse
import copy
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.cards.rims import FAR, WEIGHTS, to_input
from vision.render.card_view import random_view
from vision.train.export import folded, linear

Array = NDArray[Any]
FIRST_SEED, HELD_SEED, HELD = 1_000_000, 900_000, 40
BATCH, CROP_CELLS, POOL = 6, 80, 2500
FIRST_PIECES, NEW_EACH, STEPS_EACH = 100, 4, 8
RATE, STEADY = 3e-3, 0.995
# How far light and contrast of a piece may differ from what was drawn.
SHIFT, STRENGTH = 0.15, 0.2
RIM_WEIGHT = 2.0
CELL_PX = 4


def layer(inputs: int, outputs: int, kernel: int, stride: int = 1, apart: int = 1) -> nn.Module:
    """Convolution, normalisation and rectifier."""
    around = (kernel - 1) // 2 * apart
    conv = nn.Conv2d(inputs, outputs, kernel, stride, around, apart, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outputs), nn.ReLU())


class RimNet(nn.Module):
    """Cells of 2 mm, told by what is near them and, four cells at a time, by what lies around."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(layer(3, 8, 4, 2), layer(8, 24, 4, 2))
        self.far = nn.Sequential(layer(24, 40, 3, 2))
        self.wide = nn.Sequential(*(layer(40, 40, 3, 1, apart) for apart in FAR))
        self.from_far, self.from_near = nn.Conv2d(40, 24, 1), nn.Conv2d(24, 24, 1)
        self.joined = nn.Sequential(layer(24, 24, 3))
        self.out = nn.Conv2d(24, 5, 1)

    def forward(self, x: Tensor) -> Tensor:
        near = self.near(x)
        far = self.far(near)
        for one in self.wide:
            far = far + one(far)
        grown = nn.functional.interpolate(self.from_far(far), scale_factor=2.0, mode="nearest")
        told: Tensor = self.out(self.joined(torch.relu(grown + self.from_near(near))))
        return told


def arrays_of(model: RimNet) -> dict[str, Any]:
    """The net as the program stores it."""
    stored: dict[str, Any] = {}
    for name in ("near", "far", "wide", "joined"):
        stored |= folded(getattr(model, name), name)
    for name in ("from_far", "from_near", "out"):
        stored |= linear(getattr(model, name), name)
    return {name: values.astype(np.float16) for name, values in stored.items()}


def varied(picture: Array, truth: Array, rng: np.random.Generator) -> tuple[Array, Array]:
    """A part of a piece, turned, mirrored, its colours exchanged and changed a little."""
    most = truth.shape[0] - CROP_CELLS
    top, left = (int(one) for one in rng.integers(0, most + 1, 2))
    cells = truth[top : top + CROP_CELLS, left : left + CROP_CELLS].astype(np.float32) / 255
    x = to_input(picture)[top * CELL_PX :, left * CELL_PX :][: CROP_CELLS * CELL_PX, : CROP_CELLS * CELL_PX]
    if rng.random() < 0.5:
        x, cells = x[:, ::-1], cells[:, ::-1][..., [0, 2, 1, 3, 4]]
    if rng.random() < 0.5:
        x, cells = x[::-1], cells[::-1][..., [0, 1, 2, 4, 3]]
    if rng.random() < 0.5:
        x, cells = x.transpose(1, 0, 2), cells.transpose(1, 0, 2)[..., [0, 3, 4, 1, 2]]
    if rng.random() < 0.5:
        x = x[..., rng.permutation(3)]
    return x * np.exp(rng.normal(0, STRENGTH)) + rng.normal(0, SHIFT, 3) + rng.normal(0, SHIFT), cells


def batch_of(pieces: list[tuple[Array, Array]], rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Some parts of some pieces, and what is true of them."""
    some = [varied(*pieces[int(n)], rng) for n in rng.integers(0, len(pieces), BATCH)]
    stacks = (np.stack(part).astype(np.float32) for part in zip(*some, strict=True))
    x, wanted = (torch.from_numpy(stack).permute(0, 3, 1, 2) for stack in stacks)
    return x.contiguous(memory_format=torch.channels_last), wanted


def loss_of(told: Tensor, wanted: Tensor) -> Tensor:
    each = nn.functional.binary_cross_entropy_with_logits(told, wanted, reduction="none").mean((0, 2, 3))
    return each[0] + RIM_WEIGHT * each[1:].sum()


def drawn(seed: int) -> tuple[Array, Array]:
    view = random_view(np.random.default_rng(seed))
    return view.picture_bgr, view.truth


@torch.no_grad()
def evaluate(model: RimNet, held: list[tuple[Array, Array]]) -> dict[str, float]:
    """On pieces left out: the share of cells told wrongly, and how far told and true rims overlap."""
    model.eval()
    wrong, losses, overlap, either = [], [], 0.0, 0.0
    for picture, truth in held:
        x = torch.from_numpy(to_input(picture)[None]).permute(0, 3, 1, 2)
        wanted = torch.from_numpy(truth.astype(np.float32) / 255).permute(2, 0, 1)[None]
        told = model(x)
        losses.append(float(loss_of(told, wanted)))
        wrong.append(float(((told[:, 0] > 0) != (wanted[:, 0] > 0.5)).float().mean()))
        chance = torch.sigmoid(told[:, 1:])
        overlap += float(torch.minimum(chance, wanted[:, 1:]).sum())
        either += float(torch.maximum(chance, wanted[:, 1:]).sum())
    return {"wrong": float(np.mean(wrong)), "rims": overlap / either, "loss": float(np.mean(losses))}


def train(out: Path, minutes: float, go_on: bool) -> None:
    """Draws and learns by turns; what is kept is the mean of the last weights."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    model = RimNet().to(memory_format=torch.channels_last)
    if go_on:
        model.load_state_dict(torch.load(out))
    steady = copy.deepcopy(model)
    optimiser = torch.optim.AdamW(model.parameters(), RATE, weight_decay=0.01)
    seed = FIRST_SEED + int(time.time()) % 10**8 * 10
    rng = np.random.default_rng(seed)
    held = [drawn(HELD_SEED + n) for n in range(HELD)]
    pieces: list[tuple[Array, Array]] = [drawn(seed + n) for n in range(FIRST_PIECES)]
    start, count, losses = time.time(), 0, []
    print("weights", sum(one.numel() for one in model.parameters()), flush=True)
    while (done := (time.time() - start) / 60 / minutes) < 1:
        for _ in range(NEW_EACH):
            seed += 1
            pieces.append(drawn(seed + FIRST_PIECES))
        del pieces[: max(len(pieces) - POOL, 0)]
        model.train()
        for _ in range(STEPS_EACH):
            for group in optimiser.param_groups:
                group["lr"] = RATE * min(1.0, count / 60 + 0.02) * 0.5 * (1 + np.cos(np.pi * done))
            optimiser.zero_grad()
            x, wanted = batch_of(pieces, rng)
            loss = loss_of(model(x), wanted)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 2.0)
            optimiser.step()
            losses.append(float(loss.detach()))
            count += 1
            follow(steady, model, min(STEADY, count / (count + 20)))
        if count % 160 == 0:
            said = {name: round(value, 4) for name, value in evaluate(steady, held).items()}
            now = f"{time.strftime('%H:%M')} step {count} pieces {len(pieces)} loss {np.mean(losses[-160:]):.4f}"
            print(now, said, flush=True)
            torch.save(steady.state_dict(), out)
    torch.save(steady.state_dict(), out)


def follow(steady: RimNet, model: RimNet, hold: float) -> None:
    """Moves the mean of the last weights a little on."""
    now = model.state_dict()
    for name, value in steady.state_dict().items():
        if value.dtype.is_floating_point:
            value.mul_(hold).add_(now[name], alpha=1 - hold)
        else:
            value.copy_(now[name])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--go-on", action="store_true")
    parser.add_argument("--export", action="store_true", help="stores what was learned for the program instead")
    options = parser.parse_args()
    if options.export:
        model = RimNet()
        model.load_state_dict(torch.load(options.out))
        np.savez_compressed(WEIGHTS, **arrays_of(model))
        return
    train(options.out, options.minutes, options.go_on)


if __name__ == "__main__":
    main()
