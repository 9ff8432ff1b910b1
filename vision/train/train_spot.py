"""Trains the spot net on patches around the peaks that the tile net sees.

Run: python -m vision.train.train_spot DATA_DIR OUT.pt --tile TILE.pt --steps 1500 --episodes 1000
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.heat import peaks
from vision.patch import PATCH_PX, cut_patch
from vision.train.nets import SpotNet, TileNet, grown, parameters_of
from vision.train.tiles import Tiles, aligned_shifts, load_tiles, to_input
from vision.train.train_tile import run

Array = NDArray[Any]
NEAR, BESIDE_ICON, BESIDE_PAWN = 0.14, 0.2, 0.36


@dataclass
class Patches:
    """Places to look at: tile, x, y in tile widths, class (0 nothing, 1 to 3 icons, 4 to 6 pawns)."""

    tile: Array
    place: Array
    label: Array
    style: Array


@torch.no_grad()
def find_patches(tiles: Tiles, net: TileNet, most: int = 3) -> Patches:
    """The peaks of every tile with what is there, and the spots that have no peak."""
    net.eval()
    rows: list[tuple[int, float, float, int]] = []
    for start in range(0, len(tiles.crops), 128):
        stop = min(start + 128, len(tiles.crops))
        heat = torch.sigmoid(net(to_input(tiles.halved[start:stop], tiles.tone[start:stop]))["heat"]).numpy()
        for index in range(start, stop):
            rows += _labelled(index, [(x, y) for x, y, _ in peaks(heat[index - start], most)], tiles.spots[index])
    tile = np.array([row[0] for row in rows])
    return Patches(tile, np.array([row[1:3] for row in rows]), np.array([row[3] for row in rows]), tiles.style[tile])


def kept_patches(folder: Path, net: TileNet) -> Patches:
    """The patches of a folder's tiles, found once."""
    path = folder / "patches.npz"
    if not path.exists():
        found = find_patches(load_tiles(folder), net)
        np.savez(path, tile=found.tile, place=found.place, label=found.label, style=found.style)
    with np.load(path) as data:
        return Patches(data["tile"], data["place"], data["label"], data["style"])


def guess_patches(tiles: Tiles, rng: Any) -> Patches:
    """The spots, and empty places of the kind where spots could be, when no tile net is there yet to name them."""
    arms = np.array([[0.5, 0.22], [0.78, 0.5], [0.5, 0.78], [0.22, 0.5], [0.5, 0.5], [0.5, 0.5], [0.5, 0.5]])
    rows: list[tuple[int, float, float, int]] = []
    for index, spots in enumerate(tiles.spots):
        places = [arms[int(rng.integers(len(arms)))] + rng.normal(0, 0.02, 2), rng.uniform(0.05, 0.95, 2)]
        near = [any(k >= 0 and np.hypot(x - p[0], y - p[1]) < 0.15 for k, _, x, y in spots) for p in places]
        kept = [place for place, hit in zip(places, near, strict=True) if not hit][: 1 + int(rng.random() < 0.3)]
        rows += _labelled(index, [], spots) + [(index, float(p[0]), float(p[1]), 0) for p in kept]
    tile = np.array([row[0] for row in rows])
    return Patches(tile, np.array([row[1:3] for row in rows]), np.array([row[3] for row in rows]), tiles.style[tile])


def _labelled(index: int, found: list[tuple[float, float]], spots: Array) -> list[tuple[int, float, float, int]]:
    """Rows for a tile: its spots, and peaks where nothing is; a peak beside an icon or on a pawn's body is neither."""
    known = [spot for spot in spots if spot[0] >= 0]
    rows: list[tuple[int, float, float, int]] = []
    for spot in known:
        near = [place for place in found if np.hypot(place[0] - spot[2], place[1] - spot[3]) < NEAR]
        places = near or [(float(spot[2]), float(spot[3]))]
        rows += [(index, x, y, _class_of(spot)) for x, y in places[:1]]
    for x, y in found:
        clear = [np.hypot(spot[2] - x, spot[3] - y) > (BESIDE_PAWN if spot[1] else BESIDE_ICON) for spot in known]
        if all(clear):
            rows.append((index, x, y, 0))
    return rows


def _class_of(spot: Array) -> int:
    return int(1 + spot[0] + 3 * spot[1])


def patch_input(
    tiles: Tiles, patches: Patches, chosen: Array, shifts: Array, turns: Array, rng: Any, loose: float
) -> Tensor:
    """The nets' input for some patches, turned and a little out of place."""
    places = patches.place[chosen] + rng.normal(0, loose, (len(chosen), 2))
    cut = [
        np.rot90(cut_patch(tiles.crops[tile], x, y), turn)
        for tile, (x, y), turn in zip(patches.tile[chosen], places, turns, strict=True)
    ]
    return to_input(np.stack(cut), shifts)


def general_step(model: SpotNet, tiles: Tiles, patches: Patches, pools: list[Array], rng: Any) -> Tensor:
    chosen = np.concatenate([rng.choice(pool, 40 if label == 0 else 20) for label, pool in enumerate(pools)])
    tone = tiles.tone[patches.tile[chosen]]
    shifts = tone + rng.normal(0, 0.1, tone.shape) + rng.normal(0, 0.12, (len(tone), 1))
    turns = rng.integers(0, 4, len(chosen))
    features = model(patch_input(tiles, patches, chosen, shifts, turns, rng, 0.015))
    return nn.functional.cross_entropy(
        model.head.logits(features), torch.from_numpy(patches.label[chosen]), label_smoothing=0.02
    )


def spot_episode(
    tiles: Tiles, patches: Patches, style: int, rng: Any, noise: float = 0.03
) -> tuple[Array, Array, Array]:
    """Patches of one style, their light, and which are examples (from two photos)."""
    members = np.flatnonzero(patches.style == style)
    photo = tiles.photo[patches.tile[members]]
    order = rng.permutation(photo.max() + 1)
    taught = np.isin(photo, order[:2])
    if rng.random() < 0.2:
        shifts = tiles.tone[patches.tile[members]] + rng.normal(0, noise, (len(members), 3))
    else:
        shifts = aligned_shifts(tiles, patches.tile[members], int(order[0]), rng)
    return members, shifts, taught


def thinned(labels: Array, taught: Array, rng: Any) -> Array:
    """Which to keep: of the examples few of each class, as teach photos show them; fewer empty questions."""
    keep = np.zeros(len(labels), bool)
    for label in range(7):
        rows = rng.permutation(np.flatnonzero(taught & (labels == label)))
        keep[rows[: 30 if label == 0 else int(rng.integers(1, 7))]] = True
        rows = rng.permutation(np.flatnonzero(~taught & (labels == label)))
        keep[rows[: 16 if label == 0 else 8]] = True
    return keep


def episode_step(
    model: SpotNet, tiles: Tiles, patches: Patches, styles: int, rng: Any
) -> tuple[Tensor, dict[str, float]]:
    members, shifts, taught = spot_episode(tiles, patches, int(rng.integers(styles)), rng)
    keep = thinned(patches.label[members], taught, rng)
    members, shifts, taught = members[keep], shifts[keep] + rng.normal(0, 0.05, (1, 3)), taught[keep]
    turns = np.where(rng.random(len(members)) < 0.5, rng.integers(0, 4, len(members)), 0)
    labels = torch.from_numpy(patches.label[members])
    features = model(patch_input(tiles, patches, members, shifts, turns, rng, 0.02))
    weights = model.head.adapted(features[taught], labels[taught])
    asked = nn.functional.cross_entropy(model.head.logits(features[~taught], weights), labels[~taught])
    return asked + 0.2 * nn.functional.cross_entropy(model.head.logits(features), labels), {}


@torch.no_grad()
def evaluate(model: SpotNet, held: tuple[Tiles, Patches]) -> dict[str, float]:
    """Share of patches read wrongly, after teaching and without, whole styles left out."""
    model.eval()
    tiles, patches = held
    rng = np.random.default_rng(6)
    wrong: dict[str, list[float]] = {"taught": [], "untaught": [], "icons": [], "pawns": [], "empty": []}
    for style in range(0, int(tiles.style.max()) + 1, 2):
        members, shifts, taught = spot_episode(tiles, patches, style, rng)
        labels = torch.from_numpy(patches.label[members])
        still = np.random.default_rng(0)
        features = model(patch_input(tiles, patches, members, shifts, np.zeros(len(members), int), still, 0.0))
        weights = model.head.adapted(features[taught], labels[taught])
        miss = model.head.logits(features[~taught], weights).argmax(1) != labels[~taught]
        wrong["taught"] += miss.float().tolist()
        wrong["untaught"] += (model.head.logits(features).argmax(1) != labels).float().tolist()
        for name, low, high in (("empty", 0, 0), ("icons", 1, 3), ("pawns", 4, 6)):
            asked = labels[~taught]
            wrong[name] += miss[(asked >= low) & (asked <= high)].float().tolist()
    return {name: float(np.mean(values)) for name, values in wrong.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--tile", type=Path, help="the tile net that names the places to look at")
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--episodes", type=int, default=1000)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    train, held = load_tiles(options.data / "train"), load_tiles(options.data / "val")
    model, rng = SpotNet().to(memory_format=torch.channels_last), np.random.default_rng(int(options.steps))
    if options.tile:
        net = TileNet()
        net.load_state_dict(torch.load(options.tile))
        patches, held_patches = kept_patches(options.data / "train", net), kept_patches(options.data / "val", net)
    else:
        patches, held_patches = guess_patches(train, rng), guess_patches(held, rng)
    if options.start:
        model.load_state_dict(grown(torch.load(options.start), model))
    print("weights", parameters_of(model), "patches", np.bincount(patches.label), PATCH_PX, flush=True)
    pools = [np.flatnonzero(patches.label == label) for label in range(7)]
    run(
        model,
        options.steps,
        2e-3,
        lambda: (general_step(model, train, patches, pools, rng), {}),
        (held, held_patches),
        options.out,
        False,
        evaluate,
    )
    styles = int(train.style.max()) + 1
    run(
        model,
        options.episodes,
        1.5e-3,
        lambda: episode_step(model, train, patches, styles, rng),
        (held, held_patches),
        options.out,
        True,
        evaluate,
    )
    torch.save(model.state_dict(), options.out)


if __name__ == "__main__":
    main()
