"""Lessons for the nets: tiles of one style, some shown as examples, the others asked; and the loop that gives them."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.net import Floats, built_in_weights
from vision.train.nets import parameters_of
from vision.train.tiles import Tiles, aligned_shifts, load_tiles

Array = NDArray[Any]


@dataclass
class TileLesson:
    """Tiles of one style with the light to take out of each; the `taught` ones are examples, the others asked."""

    members: Array
    shifts: Array
    taught: Array


def tile_lesson(tiles: Tiles, style: int, rng: np.random.Generator, photos: int, asked: int) -> TileLesson:
    """All tiles of one or two photos as examples, some of the other photos as questions."""
    members = tiles.of_style(style)
    order = rng.permutation(tiles.photo[members].max() + 1)
    shown = members[np.isin(tiles.photo[members], order[:photos])]
    others = rng.permutation(members[~np.isin(tiles.photo[members], order[:photos])])[:asked]
    chosen = np.concatenate([shown, others])
    if rng.random() < 0.15:
        shifts = tiles.tone[chosen] + rng.normal(0, 0.03, (len(chosen), 3))
    else:
        shifts = aligned_shifts(tiles, chosen, int(order[0]), rng)
    return TileLesson(chosen, shifts, np.arange(len(chosen)) < len(shown))


def unsteady(given: TileLesson, rng: np.random.Generator) -> Array:
    """The lesson's shifts with the mistakes that the reader makes about the light of a photo."""
    asked = np.where(given.taught[:, None], 0, rng.normal(0, 0.04, (1, 3)))
    return np.asarray(given.shifts + rng.normal(0, 0.05, (1, 3)) + asked)


def any_channels(rng: np.random.Generator) -> list[int]:
    """The colours of a lesson, often exchanged alike on all its tiles: one style serves as several."""
    return [int(c) for c in rng.permutation(3)] if rng.random() < 0.5 else [0, 1, 2]


def rounded(training: bool = True) -> Any:
    """Half as many digits where the processor is made for that; elsewhere it would be many times slower."""
    made_for_it = "avx512_bf16" in Path("/proc/cpuinfo").read_text()
    return torch.autocast("cpu", torch.bfloat16, enabled=training and made_for_it)


def run(
    model: Any,
    steps: int,
    rate: float,
    step: Callable[[], Tensor],
    check: Callable[[], dict[str, float]],
    out: Path,
) -> None:
    """Trains for some steps of two lessons with a rate that falls to nothing, keeping what is learned on the way."""
    optimiser = torch.optim.AdamW(model.parameters(), rate, weight_decay=0.01)
    seen: list[float] = []
    for count in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, count / 100 + 0.01) * 0.5 * (1 + np.cos(np.pi * count / steps))
        model.train()
        optimiser.zero_grad()
        total = step() + step()
        total.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimiser.step()
        seen.append(float(total.detach()))
        if count % 250 == 249 or count == steps - 1:
            model.eval()
            said = {name: round(value, 4) for name, value in check().items()}
            print(f"{time.strftime('%H:%M')} step {count + 1} loss {np.mean(seen[-250:]):.4f}", said, flush=True)
            torch.save(model.state_dict(), out)


def train_further(
    what: str | None,
    model: Any,
    start_from_built_in: Callable[[Any], None],
    step: Callable[[Any, Tiles, int, np.random.Generator], Tensor],
    evaluate: Callable[[Any, Tiles], dict[str, float]],
) -> None:
    """The command that trains a net on the tiles of a folder, from the program's own weights or from a file."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--start", type=Path)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    train, held = load_tiles(options.data / "train"), load_tiles(options.data / "val")
    if options.start:
        model.load_state_dict(torch.load(options.start))
    else:
        start_from_built_in(model)
    model, rng = model.to(memory_format=torch.channels_last), np.random.default_rng(options.steps)
    styles = int(train.style.max()) + 1
    print("weights", parameters_of(model), "tiles", len(train.halved), evaluate(model.eval(), held), flush=True)
    run(
        model,
        options.steps,
        options.rate,
        lambda: step(model, train, styles, rng),
        lambda: evaluate(model, held),
        options.out,
    )


def start_convolutions(layers: Any, name: str) -> None:
    """Begins with the convolutions that the program's own net has under that name."""
    known = built_in_weights()
    for number, layer in enumerate(layers):
        layer[0].weight.data = torch.from_numpy(known[f"{name}{number}.w"].transpose(3, 2, 0, 1).copy())
        layer[0].bias.data = torch.from_numpy(known[f"{name}{number}.b"].copy())


def start_linear(layer: Any, name: str) -> None:
    """Begins with the program's own linear layer."""
    known = built_in_weights()
    layer.weight.data = torch.from_numpy(known[f"{name}.w"].T.copy()).reshape(layer.weight.shape)
    layer.bias.data = torch.from_numpy(known[f"{name}.b"].copy())


def start_head(head: Any, name: str) -> None:
    """Begins with the program's own head."""
    known = built_in_weights()
    head.weights.data = torch.from_numpy(known[f"head_{name}.w"].copy())
    head.log_ridge.data = _log(known[f"head_{name}.ridge"])
    head.log_scale.data = _log(known[f"head_{name}.scale"])


def _log(value: Floats) -> Tensor:
    return torch.tensor(float(np.log(value)))
