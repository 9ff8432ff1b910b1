"""Trains the tile net: first on mixed styles, then on episodes of one style each.

Run: python -m vision.train.train_tile DATA_DIR OUT.pt --steps 1500 --episodes 1000
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.train.nets import TileNet, freeze_norms, parameters_of
from vision.train.tiles import Tiles, aligned_shifts, load_tiles, to_input

Array = NDArray[Any]
CELL = 8.0


def targets(tiles: Tiles, members: Array, turns: Array) -> dict[str, Tensor]:
    """Labels of the turned tiles, and the map of their spots."""
    flags = tiles.flags[members]
    return {
        "ground": torch.from_numpy(flags[:, 0].astype(np.int64)),
        "station": torch.from_numpy(flags[:, 1].astype(np.int64)),
        "objective": torch.from_numpy(flags[:, 2].astype(np.int64)),
        "heat": heat_maps(tiles.spots[members], turns),
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
) -> dict[str, Tensor]:
    losses = {}
    for name, head in model.heads.items():
        features, labels = out[name].flatten(0, -2), want[name].flatten()
        losses[name] = nn.functional.cross_entropy(head.logits(features, weights[name] if weights else None), labels)
    return losses


def general_step(model: TileNet, tiles: Tiles, rng: np.random.Generator, batch: int) -> Tensor:
    members, turns = rng.integers(0, len(tiles.halved), batch), rng.integers(0, 4, batch)
    shifts = tiles.tone[members] + rng.normal(0, 0.12, (batch, 3)) + rng.normal(0, 0.15, (batch, 1))
    out = model(to_input(turned_crops(tiles.halved[members], turns), shifts))
    want = targets(tiles, members, turns)
    losses = part_losses(model, out, want)
    return sum(losses.values(), 1.5 * heat_loss(out["heat"], want["heat"]))


def episode(tiles: Tiles, style: int, rng: np.random.Generator, support: int, query: int) -> tuple[Array, Array, Array]:
    """Tiles of one style, their light, and which are the examples (of two photos) rather than the questions."""
    members = tiles.of_style(style)
    photos = rng.permutation(tiles.photo[members].max() + 1)
    taught = np.isin(tiles.photo[members], photos[:2])
    chosen = np.concatenate([rng.permutation(members[taught])[:support], rng.permutation(members[~taught])[:query]])
    if rng.random() < 0.25:
        shifts = tiles.tone[chosen] + rng.normal(0, 0.03, (len(chosen), 3))
    else:
        shifts = aligned_shifts(tiles, chosen, int(photos[0]), rng)
    return chosen, shifts, np.arange(len(chosen)) < min(support, int(taught.sum()))


def episode_step(
    model: TileNet, tiles: Tiles, rng: np.random.Generator, styles: int
) -> tuple[Tensor, dict[str, float]]:
    members, shifts, taught = episode(tiles, int(rng.integers(styles)), rng, 34, 26)
    turns = rng.integers(0, 4, len(members))
    want = targets(tiles, members, turns)
    shifts = shifts + rng.normal(0, 0.05, (1, 3))
    out = model(to_input(turned_crops(tiles.halved[members], turns), shifts))
    weights = {
        name: head.adapted(out[name][taught].flatten(0, -2), want[name][taught].flatten())
        for name, head in model.heads.items()
    }
    asked = {name: value[~taught] for name, value in out.items()}
    answers = {name: value[~taught] for name, value in want.items()}
    adapted = part_losses(model, asked, answers, weights)
    general = part_losses(model, out, want)
    loss = sum(adapted.values(), 3 * heat_loss(out["heat"], want["heat"])) + 0.2 * sum(general.values())
    return loss, {name: float(value.detach()) for name, value in adapted.items()}


@torch.no_grad()
def evaluate(model: TileNet, tiles: Tiles) -> dict[str, float]:
    """Share of parts read wrongly after teaching, whole styles left out; and of spots among the two highest peaks."""
    model.eval()
    rng = np.random.default_rng(5)
    wrong: dict[str, list[float]] = {name: [] for name in (*model.heads, "tile", "spot")}
    for style in range(0, int(tiles.style.max()) + 1, 2):
        members, shifts, taught = episode(tiles, style, rng, 40, 40)
        turns = np.zeros(len(members), int)
        want, out = targets(tiles, members, turns), model(to_input(tiles.halved[members], shifts))
        bad = torch.zeros(int((~taught).sum()), dtype=torch.bool)
        for name, head in model.heads.items():
            weights = head.adapted(out[name][taught].flatten(0, -2), want[name][taught].flatten())
            guess = head.logits(out[name][~taught].flatten(0, -2), weights).argmax(1).view(want[name][~taught].shape)
            miss = guess != want[name][~taught]
            wrong[name] += miss.flatten().float().tolist()
            bad |= miss.view(len(bad), -1).any(1)
        wrong["tile"] += bad.float().tolist()
        wrong["spot"] += missed_spots(out["heat"], tiles.spots[members])
    return {name: float(np.mean(values)) for name, values in wrong.items()}


def missed_spots(heat: Tensor, spots: Array) -> list[float]:
    from vision.heat import peaks

    missed = []
    for hill, pair in zip(torch.sigmoid(heat).numpy(), spots, strict=True):
        found = [np.array(peak[:2]) for peak in peaks(hill, 2)]
        for kind, _, x, y in pair:
            if kind >= 0:
                missed.append(float(min(np.hypot(*(place - (x, y))) for place in found) > 0.12))
    return missed


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
    model, rng = TileNet().to(memory_format=torch.channels_last), np.random.default_rng(options.steps)
    if options.start:
        model.load_state_dict(torch.load(options.start))
    print("weights", parameters_of(model), "tiles", len(train.halved), flush=True)
    run(model, options.steps, 3e-3, lambda: (general_step(model, train, rng, 64), {}), held, options.out, False)
    styles = int(train.style.max()) + 1
    run(model, options.episodes, 1e-3, lambda: episode_step(model, train, rng, styles), held, options.out, True)
    torch.save(model.state_dict(), options.out)


def run(
    model: Any, steps: int, rate: float, step: Any, held: Any, out: Path, frozen: bool, check: Any = evaluate
) -> None:
    """Trains for some steps with a rate that falls to nothing, keeping what is learned on the way."""
    optimiser = torch.optim.AdamW(model.parameters(), rate, weight_decay=0.02)
    seen: list[float] = []
    for count in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, count / 50 + 0.02) * 0.5 * (1 + np.cos(np.pi * count / steps))
        model.train()
        if frozen:
            freeze_norms(model)
        loss, _ = step()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimiser.step()
        seen.append(float(loss.detach()))
        if count % 200 == 199 or count == steps - 1:
            print(
                f"{time.strftime('%H:%M')} step {count + 1} loss {np.mean(seen[-200:]):.4f}",
                check(model, held),
                flush=True,
            )
            torch.save(model.state_dict(), out)


if __name__ == "__main__":
    main()
